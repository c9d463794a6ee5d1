"""GREEN: an F score over n-grams that were rightly kept, deleted and inserted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Measure, Row, Within
from corrigenda.measures.ngrams import Gram, Ngrams, Unit, count, shared

if TYPE_CHECKING:
    from corrigenda.measures.contract import Array


@dataclass(frozen=True)
class GREEN(Measure, name="GREEN"):
    """F over n-grams, with source, hypothesis and reference as multisets of n-grams.

    An n-gram found s, h and r times in source, hypothesis and reference adds, for its order,

        true   kept     min(s, h, r)            inserted  max(0, min(h, r) - s)
               deleted  max(0, s - max(h, r))                              (all three: tp)
        over-  deleted  max(0, min(s, r) - h)   inserted  max(0, h - max(s, r))      (fp)
        under- deleted  max(0, min(s, h) - r)   inserted  max(0, r - max(s, h))      (fn)

    P_n = tp / (tp + fp) and R_n = tp / (tp + fn) for each order n (1 if there is nothing to count);
    P and R are their geometric means over the orders, and

        GREEN = (1 + beta²) P R / (beta² P + R)

    With several references, each sentence uses the one that gives it the best score (of equal ones,
    the first); the counts are summed over the corpus.

    Parameters:
        n: the highest order of n-grams
        beta: weight of recall relative to precision
        unit: n-grams of words or of characters
    """

    score_name = "F{beta:g}"
    needs = ("references", "texts")
    origin = (
        "Koyama et al. (2024), n-gram F-score for evaluating grammatical error correction, INLG; "
        "agrees with gec-metrics (class GREEN)"
    )

    n: Annotated[int, Within(1, 20)] = 4
    beta: Annotated[float, Within(0, 1000)] = 2.0
    unit: Unit = "word"

    def column_names(self) -> tuple[str, ...]:
        return tuple(f"{c}_{k}" for k in range(1, self.n + 1) for c in ("tp", "fp", "fn"))

    def by_reference(self) -> bool:
        return True

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source = shared(segment.source, self.n, self.unit)
        hypothesis = count(correction.text, self.n, self.unit)
        kept = [s & h for s, h in zip(source.distinct, hypothesis.distinct, strict=True)]
        return [
            _counts(source, hypothesis, kept, shared(reference.text, self.n, self.unit))
            for reference in self.references(segment)
        ]

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        scores = [self._sentence(row) for row in candidates]
        return scores.index(max(scores))

    def _sentence(self, row: Row) -> float:
        """Return the score of one row; `values` for a single sentence, without the weight of
        arrays."""
        log_p = log_r = 0.0
        for tp, fp, fn in zip(row[0::3], row[1::3], row[2::3], strict=True):
            if not tp and (fp or fn):
                log_p += -math.inf if fp else 0.0
                log_r += -math.inf if fn else 0.0
            elif tp:
                log_p += math.log(tp / (tp + fp))
                log_r += math.log(tp / (tp + fn))
        p, r = math.exp(log_p / self.n), math.exp(log_r / self.n)
        weighted = self.beta**2 * p + r
        return (1 + self.beta**2) * p * r / weighted if weighted else 0.0

    def values(self, sums: Array) -> dict[str, Array]:
        import numpy as np

        from corrigenda.numerics import exp, log

        tp, fp, fn = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        with np.errstate(divide="ignore", invalid="ignore"):
            p = exp(log(np.where(tp + fp > 0, tp / (tp + fp), 1.0)).mean(axis=-1))
            r = exp(log(np.where(tp + fn > 0, tp / (tp + fn), 1.0)).mean(axis=-1))
            weighted = self.beta**2 * p + r
            score = np.where(weighted > 0, (1 + self.beta**2) * p * r / weighted, 0.0)
        return {"score": score, "precision": p, "recall": r}


def _counts(s: Ngrams, h: Ngrams, kept: Sequence[frozenset[Gram]], r: Ngrams) -> Row:
    """Return (tp, fp, fn) of each order; `kept` are the n-grams that source and hypothesis
    share."""
    row: list[int] = []
    for k, (in_s, in_h, in_r) in enumerate(zip(s.distinct, h.distinct, r.distinct, strict=True)):
        # As if every n-gram occurred once: sizes of the regions of a Venn diagram.
        all_three = len(kept[k] & in_r)
        sh, hr, sr = len(kept[k]), len(in_h & in_r), len(in_s & in_r)
        tp = len(in_s) - sh - sr + hr + all_three
        fp = len(in_h) - sh - hr + sr
        fn = len(in_r) - sr - hr + sh
        # Then the n-grams that do not: what they add beyond their presence.
        for gram in {*s.repeated(k), *h.repeated(k), *r.repeated(k)}:
            counts = [text.grams[k].count(gram) for text in (s, h, r)]
            more = _quantities(*counts)
            less = _quantities(*(min(c, 1) for c in counts))
            tp += more[0] - less[0]
            fp += more[1] - less[1]
            fn += more[2] - less[2]
        row += (tp, fp, fn)
    return row


def _quantities(s: int, h: int, r: int) -> tuple[int, int, int]:
    """Return what one n-gram adds to tp, fp and fn."""
    tp = max(0, s - max(h, r)) + max(0, min(h, r) - s) + min(s, h, r)
    fp = max(0, min(s, r) - h) + max(0, h - max(s, r))
    fn = max(0, min(s, h) - r) + max(0, r - max(s, h))
    return tp, fp, fn
