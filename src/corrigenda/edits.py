"""What a corrector did: edits, how to apply them, how to find them between two texts.

An `Edit` names an extent of the source and what may stand there instead. Its extent counts tokens
(M2) or characters (HOO, BEA-2019 JSON); everything else is the same, so there is one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from corrigenda.errors import InputError

Unit = Literal["token", "char"]
Merge = Literal["split", "equal", "adjacent"]

UNKNOWN = "UNK"
"""The type of an edit that marks an error without correcting it (ERRANT's convention)."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An extent `start:end` of the source and the alternatives that may replace it.

    `alternatives` are texts (tokens joined by single spaces where the unit is the token); the
    empty string deletes; `None` among them means that the source may stay as it is (HOO's optional
    edit); no alternative at all marks an error without correcting it (detection only).
    `attributes` keeps what a format says beyond that (M2's fourth and fifth field, say), so that
    nothing is lost on the way from file to file.

    >>> Edit(1, 2, ("likes", "loves"), "R:VERB")
    Edit(1:2 -> 'likes' | 'loves', R:VERB)
    """

    start: int
    end: int
    alternatives: tuple[str | None, ...] = ("",)
    type: str = ""
    unit: Unit = "token"
    attributes: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise InputError(
                f"an edit's extent must satisfy 0 <= start <= end, found {self.start}:{self.end}"
            )

    def __repr__(self) -> str:
        texts = " | ".join("(as it is)" if a is None else repr(a) for a in self.alternatives)
        kind = f", {self.type}" if self.type else ""
        unit = ", over characters" if self.unit == "char" else ""
        return f"Edit({self.start}:{self.end} -> {texts or '?'}{kind}{unit})"

    @property
    def texts(self) -> tuple[str, ...]:
        """The alternatives that change something: all but `None`."""
        return tuple(a for a in self.alternatives if a is not None)

    @property
    def optional(self) -> bool:
        """May the source stay as it is?"""
        return None in self.alternatives

    @property
    def is_detection(self) -> bool:
        """Does it mark an error without saying how to correct it?"""
        return not self.alternatives or self.type == UNKNOWN

    @property
    def is_insertion(self) -> bool:
        return self.start == self.end


# --- applying ----------------------------------------------------------------------------------


def apply_tokens(source: Sequence[str], edits: Iterable[Edit], alternative: int = 0) -> list[str]:
    """The source's tokens with every edit applied.

    Each edit contributes its `alternative`-th text (the last one if it has fewer; an edit without
    any leaves the source alone). Edits are applied from left to right by their position; several
    insertions at one point keep the order in which they are listed. An edit that overlaps one
    before it cannot be applied and raises `InputError`.

    >>> apply_tokens("He like dog .".split(), [Edit(1, 2, ("likes",)), Edit(2, 3, ("dogs",))])
    ['He', 'likes', 'dogs', '.']
    """
    out: list[str] = []
    at = 0
    for edit in in_order(edits):
        _check_applicable(edit, at, len(source), "token")
        chosen = _chosen(edit, alternative)
        out += source[at : edit.start]
        out += source[edit.start : edit.end] if chosen is None else chosen.split()
        at = edit.end
    out += source[at:]
    return out


def apply_chars(source: str, edits: Iterable[Edit], alternative: int = 0) -> str:
    """The source text with every edit over characters applied (as `apply_tokens`)."""
    out: list[str] = []
    at = 0
    for edit in in_order(edits):
        _check_applicable(edit, at, len(source), "char")
        chosen = _chosen(edit, alternative)
        out.append(source[at : edit.start])
        out.append(source[edit.start : edit.end] if chosen is None else chosen)
        at = edit.end
    out.append(source[at:])
    return "".join(out)


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Edits by position; at one point, insertions come first and keep their order."""
    return sorted(edits, key=lambda e: (e.start, e.end))


def _chosen(edit: Edit, alternative: int) -> str | None:
    if not edit.alternatives:
        return None
    return edit.alternatives[min(alternative, len(edit.alternatives) - 1)]


def _check_applicable(edit: Edit, at: int, length: int, unit: Unit) -> None:
    if edit.unit != unit:
        raise InputError(f"{edit!r} does not count {unit}s, so it cannot be applied here")
    if edit.start < at:
        raise InputError(
            f"{edit!r} overlaps the edit before it, which ends at {at}",
            hint="remove or merge one of the two; overlapping edits cannot both be applied",
        )
    if edit.end > length:
        raise InputError(f"{edit!r} ends after the source, which has {length} {unit}s")


# --- finding -----------------------------------------------------------------------------------


def extract(
    source: Sequence[str],
    target: Sequence[str],
    *,
    merge: Merge = "adjacent",
    gap: int = 0,
    substitution: Literal[1, 2] = 1,
) -> list[Edit]:
    """The edits of a minimal token alignment that turn `source` into `target`.

    Insertions and deletions cost 1; a substitution costs `substitution` (2: never cheaper than
    deleting and inserting). `merge` says which neighbouring changes are one edit:

    - `split`: none: every edit inserts, deletes or replaces one token;
    - `equal`: runs of the same operation (all-equal in ERRANT);
    - `adjacent`: all changes with at most `gap` unchanged tokens between them (all-merge in ERRANT
      where `gap` is 0).

    Types are M (missing), R (replacement), U (unnecessary), ERRANT's operation tier.

    >>> extract("He like big dog".split(), "He likes dogs".split())
    [Edit(1:4 -> 'likes dogs', R)]
    >>> extract("He like big dog".split(), "He likes dogs".split(), merge="split")
    [Edit(1:2 -> 'likes', R), Edit(2:3 -> '', U), Edit(3:4 -> 'dogs', R)]
    """
    if source == target:
        return []
    spans: list[tuple[int, int, int, int]] = []
    previous = ""
    for operation, i, j in _operations(source, target, substitution):
        i1, j1 = i + (operation != "insert"), j + (operation != "delete")
        if spans:
            s0, s1, t0, t1 = spans[-1]
            near = i - s1 <= gap and j - t1 <= gap if merge == "adjacent" else i == s1 and j == t1
            if near and (merge == "adjacent" or (merge == "equal" and operation == previous)):
                spans[-1] = (s0, i1, t0, j1)
                continue
        spans.append((i, i1, j, j1))
        previous = operation
    return [
        Edit(s0, s1, (" ".join(target[t0:t1]),), "M" if s0 == s1 else "U" if t0 == t1 else "R")
        for s0, s1, t0, t1 in spans
    ]


def _operations(
    source: Sequence[str], target: Sequence[str], substitution: int
) -> list[tuple[str, int, int]]:
    """Elementary operations, left to right, with their positions in both texts."""
    from rapidfuzz.distance import Indel, Levenshtein

    if substitution == 1:
        return [(op.tag, op.src_pos, op.dest_pos) for op in Levenshtein.editops(source, target)]
    out: list[tuple[str, int, int]] = []
    for tag, i0, i1, j0, j1 in Indel.opcodes(source, target):
        if tag in ("delete", "replace"):
            out += [("delete", i, j0) for i in range(i0, i1)]
        if tag in ("insert", "replace"):
            out += [("insert", i1, j) for j in range(j0, j1)]
    return out


# --- changing the unit -------------------------------------------------------------------------


def token_extents(text: str) -> list[tuple[int, int]]:
    """Where each whitespace-separated token of `text` starts and ends, in characters."""
    extents = []
    at = 0
    for token in text.split():
        start = text.index(token, at)
        at = start + len(token)
        extents.append((start, at))
    return extents


def to_tokens(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Edits over characters as edits over the whitespace-separated tokens of `text`.

    An edit that begins or ends within a token is widened to the whole token. Where several edits
    touch the same token, they become one edit (with the first alternative of each, and the types
    joined by `+`), because tokens cannot be shared.
    """
    extents = token_extents(text)
    starts = [s for s, _ in extents]
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in in_order(edits):
        first, last = _touched(extents, starts, text, edit)
        # Overlap means sharing a token; edits that merely meet stay apart.
        if groups and (first < groups[-1][1] or (first, last) == groups[-1][:2]):
            f, g, members = groups[-1]
            groups[-1] = (f, max(g, last), [*members, edit])
        else:
            groups.append((first, last, [edit]))
    out = []
    for first, last, members in groups:
        lo = extents[first][0] if first < last else members[0].start
        hi = extents[last - 1][1] if first < last else members[-1].end
        lo, hi = min(lo, members[0].start), max(hi, *(m.end for m in members))
        shifted = [replace(m, start=m.start - lo, end=m.end - lo) for m in members]
        count = max((len(m.alternatives) for m in members), default=0) if len(members) == 1 else 1
        if all(not m.alternatives for m in members):
            alternatives: tuple[str | None, ...] = ()
        else:
            alternatives = tuple(
                None
                if len(members) == 1 and members[0].alternatives[k] is None
                else " ".join(apply_chars(text[lo:hi], shifted, k).split())
                for k in range(max(count, 1))
            )
        types = "+".join(dict.fromkeys(m.type for m in members if m.type))
        out.append(Edit(first, last, alternatives, types, "token", members[0].attributes))
    return out


def _touched(
    extents: Sequence[tuple[int, int]], starts: Sequence[int], text: str, edit: Edit
) -> tuple[int, int]:
    """The tokens an edit over characters must replace: those it overlaps or is glued to."""
    from bisect import bisect_left, bisect_right

    ends = [e for _, e in extents]
    first = bisect_right(ends, edit.start)
    last = bisect_left(starts, edit.end)
    if last < first:
        last = first
    inserted = next((t for t in edit.texts if t), "")
    if inserted and not inserted[0].isspace() and first and ends[first - 1] == edit.start:
        first -= 1  # text put directly behind a token belongs to that token
    if inserted and not inserted[-1].isspace() and last < len(starts) and starts[last] == edit.end:
        last += 1  # and directly before a token, to the next
    return first, last


def to_chars(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Edits over whitespace-separated tokens of `text` as edits over its characters."""
    extents = token_extents(text)
    out = []
    for edit in in_order(edits):
        if edit.end > len(extents):
            raise InputError(f"{edit!r} ends after the source, which has {len(extents)} tokens")
        if edit.is_insertion:
            behind = edit.start == len(extents)
            at = (extents[-1][1] if extents else len(text)) if behind else extents[edit.start][0]
            pad = (" " if extents else "", "") if behind else ("", " ")
            alternatives = tuple(a if not a else pad[0] + a + pad[1] for a in edit.alternatives)
            out.append(replace(edit, start=at, end=at, alternatives=alternatives, unit="char"))
            continue
        start, end = extents[edit.start][0], extents[edit.end - 1][1]
        if edit.texts and not any(edit.texts):  # a deletion takes the space before or after along
            if edit.start > 0:
                start = extents[edit.start - 1][1]
            elif edit.end < len(extents):
                end = extents[edit.end][0]
        out.append(replace(edit, start=start, end=end, unit="char"))
    return out
