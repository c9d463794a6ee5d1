"""What a corrector did: edits, how to apply them, how to find them between two texts.

An `Edit` names an extent of the source and what may stand there instead. Its extent counts tokens
(M2), characters (BEA-2019 JSON) or bytes (HOO); everything else is the same, so there is one class.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate
from typing import Literal

from corrigenda.errors import InputError

Unit = Literal["token", "char", "byte"]
Merge = Literal["split", "equal", "adjacent"]

UNKNOWN = "UNK"
"""The type of an edit that marks an error without correcting it (ERRANT's convention)."""

NO_MATHEMATICS = "mathjax_ignore tex2jax_ignore"
"""Classes of what a notebook must not typeset, though there be dollar signs in it."""


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
        given: object = self.alternatives
        if isinstance(given, str):
            raise InputError(
                f"alternatives are a tuple of texts, not the text {given!r}",
                hint=f"write ({given!r},)",
            )
        if not 0 <= self.start <= self.end:
            raise InputError(
                f"an edit's extent must satisfy 0 <= start <= end, found {self.start}:{self.end}"
            )

    def __repr__(self) -> str:
        texts = " | ".join("(as it is)" if a is None else repr(a) for a in self.alternatives)
        kind = f", {self.type}" if self.type else ""
        unit = {"token": "", "char": ", over characters", "byte": ", over bytes"}[self.unit]
        return f"Edit({self.start}:{self.end} -> {texts or '?'}{kind}{unit})"

    def _repr_html_(self) -> str:
        extent = f"{self.start}:{self.end}"
        where = f"<code>{extent}</code> " if self.is_insertion else ""
        return f'<span class="{NO_MATHEMATICS}">{where}{self.html(extent)}</span>'

    def html(self, original: str) -> str:
        """What stood there, struck out, what may stand there instead, and the type.

        >>> Edit(1, 2, ("likes",), "R:VERB").html("like")
        '<del>like</del> <ins>likes</ins> <small>R:VERB</small>'
        """
        shown = [] if self.is_insertion else [f"<del>{escape(original)}</del>"]
        if self.alternatives != ("",):
            named = {None: "(as it is)", "": "(nothing)"}
            texts = (named.get(a) or f"<ins>{escape(a or '')}</ins>" for a in self.alternatives)
            shown.append(" | ".join(texts) or "?")
        if self.type:
            shown.append(f"<small>{escape(self.type)}</small>")
        return " ".join(shown)

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


def apply_bytes(source: bytes, edits: Iterable[Edit], alternative: int = 0) -> bytes:
    """The source's bytes with every edit over bytes applied, in UTF-8 (as `apply_tokens`)."""
    out: list[bytes] = []
    at = 0
    for edit in in_order(edits):
        _check_applicable(edit, at, len(source), "byte")
        chosen = _chosen(edit, alternative)
        out.append(source[at : edit.start])
        out.append(source[edit.start : edit.end] if chosen is None else chosen.encode())
        at = edit.end
    out.append(source[at:])
    return b"".join(out)


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
    [Edit(1:2 -> 'likes', R), Edit(2:3 -> 'dogs', R), Edit(3:4 -> '', U)]
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

    # Deleting and inserting is never dearer than a substitution that costs 2.
    operations = (Levenshtein if substitution == 1 else Indel).editops(source, target)
    return [(op.tag, op.src_pos, op.dest_pos) for op in operations]


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

    An edit that begins or ends within a token, or glues something to it, is widened to the whole
    token. Edits without whitespace left between them become one (its k-th alternative takes the
    k-th of each, types are joined by `+`), because they may change the same token; edits that
    change nothing but whitespace vanish. Applying the k-th alternatives gives the same tokens
    before and after.

    >>> to_tokens("He like dog.", [Edit(7, 7, ("s",), "SVA", "char")])
    [Edit(1:2 -> 'likes', SVA)]
    """
    tokens, extents = text.split(), token_extents(text)
    starts, ends = [start for start, _ in extents], [end for _, end in extents]
    out = []
    for group in _apart(text, edits):
        start, end = group[0].start, group[-1].end
        # The tokens that the edits overlap or are next to, and their stretch of the text.
        first, last = bisect_left(ends, start), bisect_right(starts, end)
        low = min([start, *starts[first:last]])
        high = max([end, *ends[first:last]])
        shifted = [replace(e, start=e.start - low, end=e.end - low) for e in group]
        texts = [
            None
            if all(_chosen(e, k) is None for e in group)
            else apply_chars(text[low:high], shifted, k).split()
            for k in range(max(len(e.alternatives) for e in group))
        ]
        # Neighbours that come through untouched are no part of the edit.
        changed = [t for t in texts if t is not None]
        if first < last and ends[first] == start and _all(changed, slice(1), tokens[first]):
            first += 1
            for t in changed:
                del t[0]
        if (
            first < last
            and starts[last - 1] == end
            and _all(changed, slice(-1, None), tokens[last - 1])
        ):
            last -= 1
            for t in changed:
                del t[-1]
        if first < last or not texts or any(changed):
            alternatives = tuple(None if t is None else " ".join(t) for t in texts)
            types = "+".join(dict.fromkeys(e.type for e in group if e.type))
            attributes = tuple(dict.fromkeys(pair for e in group for pair in e.attributes))
            out.append(Edit(first, last, alternatives, types, "token", attributes))
    return out


def _apart(text: str, edits: Iterable[Edit]) -> list[list[Edit]]:
    """Edits over characters in groups that cannot touch the same token.

    Between groups there is whitespace that stays: it parts what is on its left, whatever becomes of
    that, from what is on its right.
    """
    groups: list[list[Edit]] = []
    at = 0
    for edit in in_order(edits):
        _check_applicable(edit, at, len(text), "char")
        if groups and not any(map(str.isspace, text[at : edit.start])):
            groups[-1].append(edit)
        else:
            groups.append([edit])
        at = edit.end
    return groups


def _all(texts: Iterable[list[str]], where: slice, token: str) -> bool:
    return all(text[where] == [token] for text in texts)


def to_chars(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Edits over whitespace-separated tokens of `text` as edits over its characters.

    An insertion brings a space along and a deletion takes one away, so that the corrected text is
    spaced as the source is. Applying the k-th alternatives gives the same tokens before and after.

    >>> to_chars("He really like it", [Edit(1, 2, ("",)), Edit(4, 4, (".",))])
    [Edit(3:10 -> '', over characters), Edit(17:17 -> ' .', over characters)]
    """
    extents = token_extents(text)
    count = len(extents)
    out: list[Edit] = []
    at = 0
    for edit in in_order(edits):
        _check_applicable(edit, 0, count, "token")
        alternatives = edit.alternatives
        if edit.is_insertion and edit.start < count:
            start = end = extents[edit.start][0]
            alternatives = tuple(a + " " if a else a for a in alternatives)
        elif edit.is_insertion:
            start = end = extents[-1][1] if extents else len(text)
            alternatives = tuple(" " + a if a and (extents or out) else a for a in alternatives)
        else:
            start, end = extents[edit.start][0], extents[edit.end - 1][1]
            if edit.texts and not any(edit.texts):
                if edit.end < count:
                    end = extents[edit.end][0]
                elif edit.start:  # at the end there is no space behind, but one before
                    start = max(extents[edit.start - 1][1], at)
        out.append(replace(edit, start=start, end=end, alternatives=alternatives, unit="char"))
        at = end
    return out


def bytes_to_chars(source: bytes, edits: Iterable[Edit]) -> list[Edit]:
    """Edits over the bytes of a UTF-8 text as edits over its characters, in the order given.

    An extent that begins or ends within a character raises `InputError`. `chars_to_bytes` is the
    exact inverse.

    >>> bytes_to_chars("é a".encode(), [Edit(3, 4, ("the",), unit="byte")])
    [Edit(2:3 -> 'the', over characters)]
    """
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8, found byte 0x{source[error.start]:02X}") from None
    if len(text) == len(source):
        at: Mapping[int, int] | range = range(len(source) + 1)
    else:
        at = dict(zip(_byte_positions(text), range(len(text) + 1), strict=True))
    out = []
    for edit in edits:
        _check_applicable(edit, 0, len(source), "byte")
        try:
            start, end = at[edit.start], at[edit.end]
        except KeyError as error:
            index = dict(edit.attributes).get("index")
            raise InputError(
                f"{f'edit {index}, ' if index else ''}{edit!r}: "
                f"byte {error.args[0]} is in the middle of a character",
                hint="do its offsets count characters, or belong to another text?",
            ) from None
        out.append(replace(edit, start=start, end=end, unit="char"))
    return out


def chars_to_bytes(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Edits over characters of `text` as edits over the bytes of its UTF-8, in the order given."""
    at = range(len(text) + 1) if text.isascii() else _byte_positions(text)
    out = []
    for edit in edits:
        _check_applicable(edit, 0, len(text), "char")
        out.append(replace(edit, start=at[edit.start], end=at[edit.end], unit="byte"))
    return out


def _byte_positions(text: str) -> list[int]:
    """Where each character of a text begins in its UTF-8, and where the last one ends."""
    return list(accumulate((len(character.encode()) for character in text), initial=0))
