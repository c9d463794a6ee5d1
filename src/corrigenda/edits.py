"""Edits: apply them to a text, extract them from two texts.

An `Edit` names an extent of the source and what may replace it. Its extent counts tokens
(M2), characters (BEA-2019 JSON) or bytes (HOO); everything else is the same, so there is one class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Literal, TypeVar

from corrigenda.errors import InputError

Unit = Literal["token", "char", "byte"]
Merge = Literal["split", "equal", "adjacent"]

Cuttable = TypeVar("Cuttable", str, bytes)

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

    def __init__(
        self,
        start: int,
        end: int,
        alternatives: tuple[str | None, ...] = ("",),
        type: str = "",
        unit: Unit = "token",
        attributes: tuple[tuple[str, str], ...] = (),
    ) -> None:
        given: object = alternatives
        if isinstance(given, str):
            raise InputError(
                f"alternatives are a tuple of texts, not the text {given!r}",
                hint=f"write ({given!r},)",
            )
        if not 0 <= start <= end:
            raise InputError(
                f"an edit's extent must satisfy 0 <= start <= end, found {start}:{end}"
            )
        # Readers make these by the million, and this is the fastest way past a frozen class.
        _set_start(self, start)
        _set_end(self, end)
        _set_alternatives(self, alternatives)
        _set_type(self, type)
        _set_unit(self, unit)
        _set_attributes(self, attributes)

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
        """Return the replaced text, struck out, its alternatives, and the type.

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


_set_start, _set_end, _set_alternatives, _set_type, _set_unit, _set_attributes = (
    vars(Edit)[one.name].__set__ for one in fields(Edit)
)


# --- applying ----------------------------------------------------------------------------------


def apply_tokens(source: Sequence[str], edits: Iterable[Edit], alternative: int = 0) -> list[str]:
    """Return the source's tokens with every edit applied.

    Each edit contributes its `alternative`-th text (the last one if it has fewer; an edit without
    any leaves the source alone). Edits are applied from left to right by their position; several
    insertions at one point keep the order in which they are listed. An edit that overlaps one
    before it cannot be applied and raises `InputError`.

    >>> apply_tokens("He like dog .".split(), [Edit(1, 2, ("likes",)), Edit(2, 3, ("dogs",))])
    ['He', 'likes', 'dogs', '.']
    """
    out: list[str] = []
    at = 0
    length = len(source)
    for edit in in_order(edits):
        start, end = edit.start, edit.end
        if start < at or end > length or edit.unit != "token":
            check_applicable(edit, at, length, "token")
        texts = edit.alternatives
        text = chosen(edit, alternative) if alternative or not texts else texts[0]
        out += source[at:start]
        out += source[start:end] if text is None else text.split()
        at = end
    out += source[at:]
    return out


def leads_to(source: Sequence[str], edits: Sequence[Edit], target: Sequence[str]) -> bool:
    """Return whether `apply_tokens` would return the target, without making a copy of the source.

    >>> leads_to("He like dog .".split(), [Edit(1, 2, ("likes",))], "He likes dog .".split())
    True
    """
    equal = True
    at = seen = 0
    length = len(source)
    for edit in edits:
        start, end = edit.start, edit.end
        if start < at or end > length or edit.unit != "token":
            return apply_tokens(source, edits) == target  # in another order, or not at all
        if equal:
            texts = edit.alternatives
            text = texts[0] if texts else None
            new = source[start:end] if text is None else text.split()
            begun = seen + start - at
            seen, before = begun + len(new), seen
            equal = target[begun:seen] == new and target[before:begun] == source[at:start]
        at = end
    return equal and target[seen:] == source[at:]


def apply_chars(source: str, edits: Iterable[Edit], alternative: int = 0) -> str:
    """Return the source text with every edit over characters applied (as `apply_tokens`)."""
    return "".join(_applied(source, edits, alternative, "char", str))


def apply_bytes(source: bytes, edits: Iterable[Edit], alternative: int = 0) -> bytes:
    """Return the source's bytes with every edit over bytes applied, in UTF-8 (as
    `apply_tokens`)."""
    return b"".join(_applied(source, edits, alternative, "byte", str.encode))


def _applied(
    source: Cuttable,
    edits: Iterable[Edit],
    alternative: int,
    unit: Unit,
    written: Callable[[str], Cuttable],
) -> Iterator[Cuttable]:
    """Yield the parts of the corrected text; `written` makes what the source is of a correction."""
    at = 0
    for edit in in_order(edits):
        check_applicable(edit, at, len(source), unit)
        text = chosen(edit, alternative)
        yield source[at : edit.start]
        yield source[edit.start : edit.end] if text is None else written(text)
        at = edit.end
    yield source[at:]


def in_order(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits by position; at one point, insertions come first and keep their order."""
    listed = list(edits)
    if not _one_after_another(listed):  # which files seldom have
        listed.sort(key=lambda e: (e.start, e.end))
    return listed


def _one_after_another(edits: Sequence[Edit]) -> bool:
    """Does each edit start where the one before it ends, or later?"""
    at = 0
    for edit in edits:
        if edit.start < at:
            return False
        at = edit.end
    return True


def overlapping(edits: Sequence[Edit]) -> bool:
    """Do two of the edits share a part of the source, so that they cannot both be applied?

    >>> overlapping([Edit(1, 3), Edit(2, 4)]), overlapping([Edit(1, 3), Edit(3, 4)])
    (True, False)
    """
    return not (_one_after_another(edits) or _one_after_another(in_order(edits)))


def chosen(edit: Edit, alternative: int) -> str | None:
    """Return one of the alternatives, the last if there are fewer; None keeps the source."""
    texts = edit.alternatives
    if not texts:
        return None
    return texts[alternative] if alternative < len(texts) else texts[-1]


def check_applicable(edit: Edit, at: int, length: int, unit: Unit) -> None:
    """Complain of an edit that does not lie between the end of the one before and that of all."""
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
    """Return the edits of a minimal token alignment that turn `source` into `target`.

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
    """Return elementary operations, left to right, with their positions in both texts."""
    from rapidfuzz.distance import Indel, Levenshtein

    # Deleting and inserting never costs more than a substitution that costs 2.
    operations = (Levenshtein if substitution == 1 else Indel).editops(source, target)
    return [(op.tag, op.src_pos, op.dest_pos) for op in operations]
