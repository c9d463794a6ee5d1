"""Accuracy: how many sentences equal a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from corrigenda.corpus import Correction, Pair
from corrigenda.measures.contract import Example, Measure, Row, naming

if TYPE_CHECKING:
    from corrigenda.measures.contract import Array


_ROWS: tuple[Sequence[Row], Sequence[Row]] = ((0, 1),), ((1, 1),)
"""The candidates of a sentence that equals no reference, and of one that does."""


@dataclass(frozen=True)
class Accuracy(Measure, name="Accuracy"):
    """The share of sentences that equal one of their references.

        accuracy = (sentences equal to any of their references) / (sentences)

    Sentences are compared token by token after splitting at whitespace, so runs of spaces do not
    matter. All references of a sentence count, and more references can only raise the score.

    Parameters:
        case: distinguish upper and lower case
    """

    columns = ("match", "sentences")
    needs = ("references", "texts")
    origin = "Sentence accuracy (exact match); common usage, no reference tool"
    example = Example(
        "He like big dog .", ("He likes big dogs .", "He likes a big dog ."), "He likes a big dog ."
    )

    case: bool = True

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        """Return candidates; find the references of a sentence once, whatever the number of
        systems."""
        rows: list[list[Sequence[Row]]] = []
        for segment, corrections in pairs:
            with naming(segment):
                references = self.references(segment)
                rows.append([_ROWS[self._is_right(c, references)] for c in corrections])
        return rows

    def _is_right(self, correction: Correction, references: Sequence[Correction]) -> bool:
        if self.case:
            return any(reference.has_tokens_of(correction) for reference in references)
        words = correction.text.casefold().split()
        return any(one.text.casefold().split() == words for one in references)

    def values(self, sums: Array) -> dict[str, Array]:
        """Return matches over sentences (0 where there are no sentences)."""
        import numpy as np

        match, sentences = sums[..., 0], sums[..., 1]
        return {"score": match / np.maximum(sentences, 1)}
