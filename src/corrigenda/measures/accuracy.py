"""Accuracy: how many sentences equal a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Example, Measure, Row

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

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        references = self.references(segment)
        if self.case:
            tokens = correction.tokens
            return _ROWS[any(reference.has_tokens(tokens) for reference in references)]
        words = correction.text.casefold().split()
        return _ROWS[any(r.text.casefold().split() == words for r in references)]

    def values(self, sums: Array) -> dict[str, Array]:
        """Return matches over sentences (0 where there are no sentences)."""
        import numpy as np

        match, sentences = sums[..., 0], sums[..., 1]
        return {"score": match / np.maximum(sentences, 1)}
