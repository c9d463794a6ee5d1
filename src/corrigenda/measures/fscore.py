"""Precision, recall and F from true positives, false positives and false negatives."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corrigenda.measures.contract import Array

COLUMNS = ("tp", "fp", "fn")


def f_values(sums: Array, beta: float) -> dict[str, Array]:
    """Return F_beta = (1 + beta²) P R / (beta² P + R), with P and R, for sums of (tp, fp, fn).

    P is 1 where nothing was proposed and R is 1 where nothing was to be found (as in m2scorer and
    ERRANT); F is 0 where both are 0.
    """
    tp, fp, fn = (np.asarray(sums, dtype=np.float64)[..., k] for k in range(3))
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(tp + fp > 0, tp / (tp + fp), 1.0)
        recall = np.where(tp + fn > 0, tp / (tp + fn), 1.0)
        weighted = beta * beta * precision + recall
        score = np.where(weighted > 0, (1 + beta * beta) * precision * recall / weighted, 0.0)
    return {"score": score, "precision": precision, "recall": recall}


def edit_counts(totals: Array) -> Mapping[str, float]:
    """Return the three counts and, in M2's words, what they add up to."""
    tp, fp, fn = (int(t) for t in totals)
    return {"tp": tp, "fp": fp, "fn": fn, "correct": tp, "proposed": tp + fp, "gold": tp + fn}
