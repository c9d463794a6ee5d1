"""chrF, computed by sacrebleu: F over n-grams of characters, without the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.bleu import required
from corrigenda.measures.contract import Array, Measure, Row, Within


@dataclass(frozen=True)
class ChrF(Measure, name="chrF"):
    """Precision, recall and F over character n-grams (optionally also word n-grams).

    For each order, P_k = matches / n-grams of the hypothesis and R_k = matches / n-grams of the
    reference, summed over sentences; P and R are their means over the orders for which both have
    n-grams, and

        chrF = (1 + beta²) P R / (beta² P + R)

    With several references, each sentence uses the one that gives it the best score. Whitespace
    does not count by default. chrF ignores the source; see BLEU for the consequences.

    Counts come from sacrebleu, which must be installed: pip install sacrebleu.

    Parameters:
        n: the highest order of n-grams of characters
        words: the highest order of n-grams of words (chrF++: 2)
        beta: weight of recall relative to precision
        lowercase: ignore case
        whitespace: count whitespace as characters, too
    """

    score_name = "F{beta}"
    needs = ("references", "texts")
    origin = (
        "Popović (2015), chrF: character n-gram F-score for automatic MT evaluation, WMT; Popović "
        "(2017), chrF++: words helping character n-grams, WMT (words=2). Agrees with sacrebleu"
    )

    n: Annotated[int, Within(1, 20)] = 6
    words: Annotated[int, Within(0, 20)] = 0
    beta: Annotated[int, Within(0, 1000)] = 2
    lowercase: bool = False
    whitespace: bool = False

    def wants_tokens(self) -> bool:
        return self.words > 0

    def column_names(self) -> tuple[str, ...]:
        orders = [f"char_{k}" for k in range(1, self.n + 1)]
        orders += [f"word_{k}" for k in range(1, self.words + 1)]
        names = (f"{what}_{order}" for order in orders for what in ("hyp", "ref", "match"))
        return tuple(names)

    def check(self) -> None:
        required(self.name())

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        """Return one row: how many n-grams hypothesis, best reference and both have, in each
        order."""
        metric = _chrf(self.n, self.words, self.beta, self.lowercase, self.whitespace)
        references = [[reference.text] for reference in self.references(segment)]
        # Scores that sacrebleu makes public do not carry their counts.
        return list(metric._extract_corpus_statistics([correction.text], references))

    def values(self, sums: Array) -> dict[str, Array]:
        sums = np.asarray(sums, dtype=np.float64)
        hyp, ref, match = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        both = (hyp > 0) & (ref > 0)
        orders = np.maximum(both.sum(axis=-1), 1)
        p = np.where(both, match / np.maximum(hyp, 1), 0.0).sum(axis=-1) / orders
        r = np.where(both, match / np.maximum(ref, 1), 0.0).sum(axis=-1) / orders
        factor = self.beta**2
        weighted = factor * p + r
        with np.errstate(divide="ignore", invalid="ignore"):
            score = np.where(weighted > 0, (1 + factor) * p * r / weighted, 0.0)
        return {"score": score, "precision": p, "recall": r}


@lru_cache(maxsize=8)
def _chrf(n: int, words: int, beta: int, lowercase: bool, whitespace: bool) -> Any:
    return required("chrF").CHRF(
        char_order=n, word_order=words, beta=beta, lowercase=lowercase, whitespace=whitespace
    )
