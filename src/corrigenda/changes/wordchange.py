"""WordChange: how many words a corrector changes. Needs no references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import ne
from typing import ClassVar, Literal

import numpy as np
from rapidfuzz.distance import Levenshtein

from corrigenda.alignment import Tokens, aligned
from corrigenda.changes.lemmas import noun_lemma
from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Example, Measure, Row

BOLDEST = 10
"""Distributions tell numbers of changed words up to this one apart."""

NUMBERS = (*map(str, range(BOLDEST + 1)), f">{BOLDEST}")
"""What distributions call these numbers."""


@dataclass(frozen=True)
class WordChange(Measure, name="WordChange"):
    """How many words of a sentence a corrector changes, on average. It needs no references; the
    scores of references tell how many words need to be changed.

    Words are aligned by an assignment of lowest cost. A pair of words counts if the two differ, and
    so does an inserted or deleted word; punctuation marks (without a letter or digit) never count.
    Then

        score     = (changed words) / (sentences)
        share     = (changed words) / (pairs and single words)
        untouched = (sentences without a changed word) / (sentences)

    A high score is neither good nor bad: a system that changes less than annotators do is timid,
    one that changes more is bold. Case does not matter, nor do words that only moved (WordOrder).

    With change=approx, as in the authors' code and the figures of the paper, two words that are
    nearly the same count as unchanged: their noun lemmas differ by one letter at most, or by two if
    both have more than four. The lemmas come from rules instead of WordNet.

    Parameters:
        change: any difference counts, or only one beyond inflection
        tokens: words are the corpus's own tokens, or those of the authors' code (released)
    """

    columns = ("changed", "words", "touched", "sentences")
    score_name = "words"
    shown_counts = ("changed",)
    part_notes: ClassVar[Mapping[str, str]] = {
        "changed": "words that the system changes",
    }
    best = None
    shares: ClassVar[tuple[str, ...]] = ("share", "untouched")
    needs = ()
    origin = (
        "Choshen and Abend (2018), Inherent biases in reference-based evaluation for grammatical "
        "error correction, ACL (P18-1059). Agrees with the authors' code "
        "(change=approx,tokens=released), up to ties in its word alignment and rare lemmas"
    )
    example = Example(
        "He like the big dog of his friend .", (), "He loves big dogs of his friends ."
    )

    change: Literal["any", "approx"] = "any"
    tokens: Tokens = "corpus"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        changed, words = self.count(segment.source, correction.text)
        return [(changed, words, int(changed > 0), 1)]

    def count(self, source: str, target: str) -> tuple[int, int]:
        """Return changed words, and all pairs and single words."""
        differ = ne if self.change == "any" else _differ
        return aligned(source, target, self.tokens).changed(differ)

    def values(self, sums: Array) -> dict[str, Array]:
        """Return changed words per sentence and their share of all words; 0 if there are none."""
        changed, words, touched, sentences = (sums[..., k] for k in range(4))
        return {
            "score": changed / np.maximum(sentences, 1),
            "share": changed / np.maximum(words, 1),
            "untouched": (sentences - touched) / np.maximum(sentences, 1),
        }

    def distribution(self, rows: Array) -> list[int]:
        """Return how many sentences have 0, 1, ..., 10 changed words, and how many have more."""
        counts = np.minimum(rows[:, 0].astype(int), BOLDEST + 1)
        histogram: list[int] = np.bincount(counts, minlength=BOLDEST + 2).tolist()
        return histogram


def _differ(one: str, other: str) -> bool:
    """Do two words differ beyond inflection, or a slip? As the authors' code has it."""
    if one == other:
        return False
    one, other = noun_lemma(one), noun_lemma(other)
    allowed = 2 if len(one) > 4 and len(other) > 4 else 1
    return Levenshtein.distance(one, other, score_cutoff=allowed) > allowed
