"""Chunks: a source cut where neither the hypothesis nor any reference has an edit across the cut.

Edits that overlap or touch, whoever made them, are in one chunk. So all texts are cut at the same
places, and chunks can be compared one by one, however each annotator cut the edits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from corrigenda.corpus import Correction
from corrigenda.edits import Edit, apply_tokens

Kind = Literal["tp", "fp", "fn", "tn"]


class ChunkChange(NamedTuple):
    """The change of a chunk in one text: its edits there, as one."""

    edit: Edit
    length: int
    """Tokens in the source or in the (first) correction, whichever has more."""

    def agrees(self, other: ChunkChange) -> bool:
        return not set(self.edit.texts).isdisjoint(other.edit.texts)


class Chunk(NamedTuple):
    """A part of the source that is changed in some text: by whom, and how."""

    tokens: int
    hypothesis: ChunkChange | None
    references: tuple[ChunkChange | None, ...]

    def kinds(self) -> list[Kind]:
        """Return what the hypothesis did here, by each reference (as if they depended on each
        other)."""
        return [self._kind([reference]) for reference in self.references]

    def kind(self) -> Kind:
        """Return what the hypothesis did here, by any reference."""
        return self._kind(self.references)

    def _kind(self, references: Sequence[ChunkChange | None]) -> Kind:
        if self.hypothesis is not None:
            right = any(r is not None and r.agrees(self.hypothesis) for r in references)
            return "tp" if right else "fp"
        may_stay = any(r is None or r.edit.optional for r in references)
        return "tn" if may_stay else "fn"

    @property
    def length(self) -> int:
        """That of the hypothesis's change; of the source, if it leaves the chunk alone."""
        return self.tokens if self.hypothesis is None else self.hypothesis.length


class Partition(NamedTuple):
    """The chunks of a sentence that are changed in any text, and how many are in none."""

    chunks: list[Chunk]
    unchanged: int


def partition(
    source: Sequence[str], hypothesis: Correction, references: Sequence[Correction]
) -> Partition:
    """Cut the source at the edits of the hypothesis and the references."""
    of_texts = [
        [edit for edit in text.edits if not edit.is_detection] for text in (hypothesis, *references)
    ]
    chunks, at, unchanged = [], 0, 0
    for start, end in _extents(edit for edits in of_texts for edit in edits):
        unchanged += start > at
        at = end
        first, *others = (
            _change(source, start, end, [e for e in edits if start <= e.start and e.end <= end])
            for edits in of_texts
        )
        chunks.append(Chunk(end - start, first, tuple(others)))
    return Partition(chunks, unchanged + (at < len(source) or not chunks))


def _extents(edits: Iterator[Edit]) -> list[tuple[int, int]]:
    """Return the extents of edits, those that overlap or touch joined."""
    out: list[tuple[int, int]] = []
    for start, end in sorted((edit.start, edit.end) for edit in edits):
        if out and start <= out[-1][1]:
            out[-1] = out[-1][0], max(end, out[-1][1])
        else:
            out.append((start, end))
    return out


def _change(source: Sequence[str], start: int, end: int, edits: list[Edit]) -> ChunkChange | None:
    """Return the edits of one text within an extent, as one: its k-th alternative takes the k-th of
    each.

    It is optional if all of them are.
    """
    if not edits:
        return None
    inside = source[start:end]
    shifted = [replace(edit, start=edit.start - start, end=edit.end - start) for edit in edits]
    texts = [apply_tokens(inside, shifted, k) for k in range(max(len(e.texts) for e in edits))]
    alternatives: list[str | None] = [" ".join(text) for text in texts]
    if all(edit.optional for edit in edits):
        alternatives.append(None)
    types = "+".join(dict.fromkeys(edit.type for edit in edits if edit.type))
    whole = Edit(start, end, tuple(dict.fromkeys(alternatives)), types)
    return ChunkChange(whole, max(end - start, len(texts[0])))
