"""I-measure: improvement on the source (Felice & Briscoe 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Annotated, Literal

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.measures.contract import Array, Measure, OneOf, Row, Within
from corrigenda.measures.fscore import f_values
from corrigenda.measures.imeasure.all_references import attainable
from corrigenda.measures.imeasure.mixed_references import (
    Replacement,
    corrected,
    joined,
    parts,
    pieces,
    treebank,
)
from corrigenda.measures.imeasure.three_way import compared, counts

METRICS = ("tp", "tn", "fp", "fn", "p", "r", "f", "acc", "wacc", "i")
MAXIMISED = tuple(aspect + metric for aspect in "cd" for metric in METRICS)

Linear = tuple[int, ...]
"""Factors of the first five counts of a row."""


@dataclass(frozen=True)
class IMeasure(Measure, name="IMeasure"):
    """How much better than the source the system's text is, by weighted accuracy of tokens.

    Source, hypothesis and reference are aligned token by token, all three at once. A column in
    which all agree is a true negative; in which the source differs from the other two, a true
    positive; the hypothesis, a false positive; the reference, a false negative. If all three
    differ, the error was detected (detection: a true positive) and wrongly corrected (correction:
    false positive and false negative, one column, FPN).

    WAcc = (w TP + TN) / (w (TP + FP) + TN + FN - (w + 1) FPN / 2)

    I compares the system's WAcc with that of the unchanged source: (WAcc - base) / (1 - base) if it
    is higher, WAcc / base - 1 if it is lower; if they are equal, 0 (1 if both are 1). So I is
    between -1 and 1, and changing nothing gives 0.

    With several annotators, overlapping edits are alternatives, and a reference may combine
    corrections of different annotators. Each sentence uses the reference with the highest
    `maximise`; then I, WAcc and accuracy; then the same for the other aspect.

    Parameters:
        aspect: which scores to compute
        mix: combine corrections of different annotators
        maximise: the number by which a reference is chosen: c (correction) or d (detection), and
            its name
        optimise: choose a reference by the sentence's number, or by that of all sentences up to it
        weight: weight of true and false positives in WAcc
        beta: weight of recall relative to precision in F
        tokenise: split corrections of edits into tokens as in the Penn Treebank (cannot: can not)
    """

    aspect: Literal["correction", "detection"] = "correction"
    mix: bool = True
    maximise: Annotated[str, OneOf(MAXIMISED)] = "cwacc"
    optimise: Literal["sentence", "corpus"] = "sentence"
    weight: Annotated[float, Within(0, 1000)] = 2.0
    beta: Annotated[float, Within(0, 1000)] = 1.0
    tokenise: bool = True

    columns = (
        "tn",
        "fn",
        "fp",
        "tp",
        "wrong",
        "base_tn",
        "base_fn",
    )
    cumulative = True
    score_name = "I"
    origin = (
        "Felice & Briscoe 2015, Towards a standard evaluation method for grammatical error "
        "detection and correction (NAACL). Agrees with mfelice/imeasure on CoNLL-2014."
    )

    # --- from sentences to rows ----------------------------------------------------------------

    def by_reference(self) -> bool:
        return not self.mix

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source, hypothesis = tuple(segment.tokens), tuple(correction.tokens)
        annotators = [self._changes(reference) for reference in self.references(segment)]
        cut = pieces(source, hypothesis, annotators)
        if not self.mix:
            sums = [0] * len(annotators)
            for part, output, changes in cut:
                texts = [corrected(part, joined(of)) for of in changes]
                sums = [k + compared(part, output, t) for k, t in zip(sums, texts, strict=True)]
            return list(map(counts, sums))
        packed = {0}
        for part, output, changes in cut:
            more = attainable(part, output, parts(part, changes), self._thinned)
            packed = more if packed == {0} else self._thinned({a + b for a in packed for b in more})
        rows = sorted(map(counts, packed))
        return rows if self.optimise == "corpus" else [rows[self.select(rows, ())]]

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        sums = np.asarray(candidates, dtype=np.float64)
        if self.optimise == "corpus":
            sums = sums + np.asarray(totals)
        one, metric = self.maximise[0], self.maximise[1:]
        left = np.arange(len(sums))
        for aspect in (one, "c" if one == "d" else "d"):
            figures = self._figures(sums, aspect)
            for name in (metric, "i", "wacc", "acc"):
                figure = figures[name][left]
                left = left[figure == figure.max()]
        return int(left[0])

    def _changes(self, reference: Correction) -> list[Replacement]:
        """Return an annotator's edits, each with its first correction; text is cut into tokens
        already."""
        if reference.given_edits is None or not self.tokenise:
            return [(start, end, texts[0]) for start, end, texts in reference.token_edits if texts]
        return [(e.start, e.end, treebank(e.texts[0])) for e in reference.edits if e.texts]

    # --- from rows to scores ---------------------------------------------------------------------

    def values(self, sums: Array) -> dict[str, Array]:
        figures = self._figures(np.asarray(sums, dtype=np.float64), self.aspect[0])
        return {
            "score": figures["i"],
            "wacc": figures["wacc"],
            "wacc_base": figures["base"],
            "acc": figures["acc"],
            "precision": figures["p"],
            "recall": figures["r"],
            "f": figures["f"],
        }

    def counts(self, totals: Array) -> dict[str, float]:
        tp, tn, fp, fn, fpn = (int(count) for count in _aspect(totals, self.aspect[0]))
        return {"tp": tp, "tn": tn, "fp": fp, "fn": fn, "fpn": fpn}

    def _figures(self, sums: Array, aspect: str) -> dict[str, Array]:
        """Return all numbers of an aspect: c (correction) or d (detection)."""
        w = self.weight
        tp, tn, fp, fn, fpn = _aspect(sums, aspect)
        wacc = _ratio(w * tp + tn, w * (tp + fp) + tn + fn - (w + 1) * (fpn / 2))
        base = _ratio(sums[..., 5], sums[..., 5] + sums[..., 6])
        f = f_values(np.stack((tp, fp, fn), axis=-1), self.beta)
        with np.errstate(divide="ignore", invalid="ignore"):
            better, worse = (wacc - base) / (1 - base), wacc / base - 1
        improvement = np.where(wacc == base, np.floor(wacc), np.where(wacc > base, better, worse))
        return {
            "tp": tp,
            "tn": tn,
            "fp": fp,
            "fn": fn,
            "p": f["precision"],
            "r": f["recall"],
            "f": f["score"],
            "acc": _ratio(tp + tn, tp + tn + fp + fn - fpn),
            "wacc": wacc,
            "base": base,
            "i": improvement,
        }

    # --- which counts need not be kept ---------------------------------------------------------

    def _thinned(self, candidates: set[int]) -> set[int]:
        """Drop counts that are worse than others, whatever is added to both.

        Accuracies, weighted or not, are good / (good + bad): with more that is good and less that
        is bad they are higher. (If nothing is bad, or nothing good, they may be equal, and the
        next number decides.) Nothing like it is known of the other numbers, so all counts are kept.
        """
        factors = self._good_and_bad()
        if factors is None or len(candidates) < 2:
            return candidates
        good, bad = factors
        ranked = sorted(
            (-_dot(good, row), _dot(bad, row), packed)
            for packed, row in ((packed, counts(packed)) for packed in candidates)
        )
        kept = set()
        least, most_good = None, 0
        for minus, amount, packed in ranked:
            if least is None or amount < least:
                least, most_good = amount, minus
            if minus == 0 or amount == 0 or (minus, amount) == (most_good, least):
                kept.add(packed)
        return kept

    def _good_and_bad(self) -> tuple[Linear, Linear] | None:
        """Return twice the sums that make up the accuracy, in whole numbers."""
        aspect, metric = self.maximise[0], self.maximise[1:]
        if metric not in ("acc", "wacc"):
            return None
        w, one = (self.weight if metric == "wacc" else 1.0).as_integer_ratio()
        if aspect == "d":
            return (2 * one, 0, 0, 2 * w, 2 * w), (0, 2 * one, 2 * w, 0, 0)
        return (2 * one, 0, 0, 2 * w, 0), (0, 2 * one, 2 * w, 0, w + one)


def _aspect(sums: Array, aspect: str) -> tuple[Array, Array, Array, Array, Array]:
    """Return TP, TN, FP, FN and FPN of correction (c) or detection (d)."""
    tn, fn, fp, tp, wrong = np.moveaxis(np.asarray(sums, dtype=np.float64)[..., :5], -1, 0)
    if aspect == "d":
        return tp + wrong, tn, fp, fn, np.zeros_like(tp)
    return tp, tn, fp + wrong, fn + wrong, wrong


def _ratio(part: Array, whole: Array) -> Array:
    """Return the quotient; 1 if the whole is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: Array = np.where(whole > 0, part / whole, 1.0)
    return ratio


def _dot(factors: Linear, row: Sequence[int]) -> int:
    return sum(map(mul, factors, row))
