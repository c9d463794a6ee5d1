"""Accuracy: how many sentences equal a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Example, Measure, Need, Row

if TYPE_CHECKING:
    from corrigenda.measures.contract import Array


@dataclass(frozen=True)
class Accuracy(Measure):
    """The share of sentences that equal one of their references.

        accuracy = (sentences equal to any of their references) / (sentences)

    Sentences are compared token by token after splitting at whitespace, so runs of spaces do not
    matter. All references of a sentence count, and more references can only raise the score.

    Parameters:
        case: distinguish upper and lower case
    """

    columns: ClassVar[tuple[str, ...]] = ("match", "sentences")
    needs: ClassVar[tuple[Need, ...]] = ("references", "texts")
    origin: ClassVar[str] = "Sentence accuracy (exact match); common usage, no reference tool"
    example: ClassVar[Example] = Example(
        "He like big dog .", ("He likes big dogs .", "He likes a big dog ."), "He likes a big dog ."
    )

    case: bool = True

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        tokens = self._comparable(correction.tokens)
        match = any(self._comparable(r.tokens) == tokens for r in self.references(segment))
        return [(int(match), 1)]

    def _comparable(self, tokens: list[str]) -> list[str]:
        return tokens if self.case else [token.casefold() for token in tokens]

    def values(self, sums: Array) -> dict[str, Array]:
        """Matches over sentences (0 where there are no sentences)."""
        import numpy as np

        match, sentences = sums[..., 0], sums[..., 1]
        return {"score": match / np.maximum(sentences, 1)}
