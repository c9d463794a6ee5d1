"""How much systems change: shown with scores that reward changing nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corrigenda.alignment import aligned
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.measures.contract import Array, Measure, Row


class ChangeRate(NamedTuple):
    """How much a system changes: shares of words and sentences, and the change rate, which is its
    changed words over those of the annotators (None: there are no references, or they change
    nothing)."""

    words: float
    sentences: float
    rate: float | None


UNCHANGED = ChangeRate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class ChangeCounts(Measure):
    """Changed words of a correction, as WordChange counts them, and of the references.

    Where a sentence has several references, their mean counts. A reference whose edits overlap has
    no text, and is left out.
    """

    columns = (
        "changed",
        "words",
        "touched",
        "sentences",
        "beside_references",
        "by_references",
    )
    best = None
    needs = ("texts",)

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        """Return candidates; the references of a sentence are counted once, whatever the number of
        systems."""
        return [
            [[self._row(segment, c, theirs)] for c in corrections]
            for segment, corrections in pairs
            for theirs in [_by_references(segment)]
        ]

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        return [self._row(segment, correction, _by_references(segment))]

    def _row(self, segment: Segment, correction: Correction, theirs: float | None) -> Row:
        changed, words = aligned(segment.source, correction.text).changed()
        beside = (0, 0.0) if theirs is None else (changed, theirs)
        return (changed, words, int(changed > 0), 1, *beside)

    def change(self, rows: Array) -> ChangeRate:
        """Return the shares of a corpus from its rows."""
        changed, words, touched, sentences, beside, theirs = rows.sum(axis=0).tolist()
        return ChangeRate(
            changed / max(words, 1), touched / sentences, beside / theirs if theirs else None
        )

    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": sums[..., 0] / sums[..., 1].clip(min=1)}


def _by_references(segment: Segment) -> float | None:
    """Return the mean number of words that references change; None if there are none."""
    references = segment.with_texts().references
    changed = [aligned(segment.source, reference.text).changed()[0] for reference in references]
    return sum(changed) / len(changed) if changed else None
