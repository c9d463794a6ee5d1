"""ExactIndexMatch: how often a corrector changes the same places as an annotator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corrigenda.alignment import Tokens
from corrigenda.corpus import Correction, Segment
from corrigenda.indices import index_key
from corrigenda.measures.contract import Array, Example, Measure, Row


@dataclass(frozen=True)
class ExactIndexMatch(Measure, name="ExactIndexMatch"):
    """The share of sentences in which the system changes exactly the same places of the source as
    one of the references, whatever it changes them to.

        score = (sentences whose set of changed places is that of any reference) / (sentences)

    Words are aligned by an assignment of lowest cost; a place of the source is changed if its word
    is paired with a different word, or with none. It is Accuracy for detection: a correction that
    equals a reference matches, and so does one that only differs in what it writes there.

    The paper's formula ignores inserted words (insertions=false): inserting a word changes nothing.
    The authors' code adds a place for each inserted word, from the last place of the source,
    wherever the word is inserted; so only their number must be the same.

    Parameters:
        insertions: give inserted words places, as in the authors' code
        tokens: words are the corpus's own tokens, or those of the authors' code (released)
    """

    columns = ("match", "sentences")
    needs = ("references", "texts")
    origin = (
        "Choshen and Abend (2018), Inherent biases in reference-based evaluation for grammatical "
        "error correction, ACL (P18-1059): Exact Index Match. The authors' code is tokens=released"
    )
    example = Example(
        "He like big dog .", ("He likes big dogs .", "He likes a big dog ."), "He liked big cats ."
    )

    insertions: bool = True
    tokens: Tokens = "corpus"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        key = self._key(segment, correction)
        match = any(self._key(segment, given) == key for given in self.references(segment))
        return [(int(match), 1)]

    def _key(self, segment: Segment, correction: Correction) -> tuple[int, ...]:
        return index_key(
            segment.source, correction.text, insertions=self.insertions, tokens=self.tokens
        )

    def values(self, sums: Array) -> dict[str, Array]:
        """Return matches over sentences (0 where there are no sentences)."""
        return {"score": sums[..., 0] / np.maximum(sums[..., 1], 1)}
