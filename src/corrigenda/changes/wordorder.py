"""WordOrder: how far a corrector keeps the order of words. Needs no references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from corrigenda.alignment import Tokens, aligned, is_word
from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Example, Measure, Row


@dataclass(frozen=True)
class WordOrder(Measure, name="WordOrder"):
    """How far a corrector preserves the order of words: Spearman's rho between their positions in
    the source and in the correction, averaged over sentences. It needs no references.

    Words are aligned by an assignment of lowest cost, and the k pairs of words (not punctuation
    marks) are ranked by their positions in the source and in the correction. With d the difference
    of a pair's ranks,

        rho = 1 - 6 Σd² / (k (k² - 1))

    which is 1 if the order is unchanged and -1 if it is reversed. It is undefined below two pairs:
    such sentences are left out of the mean, and counted (undefined). If all are undefined, so is
    the score. `kept` is the share of sentences with rho = 1 among the others.

    Parameters:
        tokens: words are the corpus's own tokens, or those of the authors' code (released)
    """

    columns = ("rho", "moved", "defined", "sentences")
    score_name = "rho"
    shown_counts = ("undefined",)
    part_notes: ClassVar[Mapping[str, str]] = {
        "undefined": "sentences with fewer than two pairs of words, which are left out",
    }
    best = None
    needs = ()
    origin = (
        "Choshen and Abend (2018), Inherent biases in reference-based evaluation for grammatical "
        "error correction, ACL (P18-1059). Agrees with the authors' code (tokens=released), up to "
        "ties in its word alignment"
    )
    example = Example("I yesterday saw him .", (), "I saw him yesterday .")

    tokens: Tokens = "corpus"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        rho = self.rho(segment.source, correction.text)
        return [(0, 0, 0, 1) if rho is None else (rho, int(rho < 1), 1, 1)]

    def rho(self, source: str, target: str) -> float | None:
        """Return Spearman's rho of one correction; None where it is undefined."""
        a, b, pairs = aligned(source, target, self.tokens)
        places = [j for i, j in pairs if is_word(a[i]) and is_word(b[j])]
        k = len(places)
        if k < 2:
            return None
        in_order = sorted(places)
        if places == in_order:
            return 1.0
        ranks = {place: rank for rank, place in enumerate(in_order)}
        squares = sum((ranks[place] - n) ** 2 for n, place in enumerate(places))
        return 1 - 6 * squares / (k * (k * k - 1))

    def values(self, sums: Array) -> dict[str, Array]:
        """Return the mean over sentences where it is defined; undefined (NaN) where there is
        none."""
        rho, moved, defined = (sums[..., k] for k in range(3))
        there = np.where(defined > 0, defined, np.nan)
        return {"score": rho / there, "kept": (defined - moved) / there}

    def counts(self, totals: Array) -> dict[str, float]:
        """Return sentences whose words moved, and sentences without a rho."""
        _, moved, defined, sentences = (float(t) for t in totals)
        return {"moved": moved, "defined": defined, "undefined": sentences - defined}

    def distribution(self, rows: Array) -> Array:
        """Return the rho of each sentence that has one, in ascending order: the cumulative curve's
        x."""
        ascending: Array = np.sort(rows[rows[:, 2] > 0, 0])
        return ascending
