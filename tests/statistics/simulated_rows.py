"""Rows to resample, as simulated sentences give them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from corrigenda.statistics.resampling import Array


def f_values(sums: Array) -> dict[str, Array]:
    """F0.5, precision and recall of sums of (tp, fp, fn)."""
    tp, fp, fn = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    proposed, gold = np.maximum(tp + fp, 1), np.maximum(tp + fn, 1)
    weighted = np.maximum(1.25 * tp + 0.25 * fn + fp, 1)
    return {"score": 1.25 * tp / weighted, "precision": tp / proposed, "recall": tp / gold}


def mean_values(sums: Array) -> dict[str, Array]:
    """The mean of column 0, where column 1 counts sentences."""
    return {"score": sums[..., 0] / sums[..., 1]}


def simulated(n: int, seed: int) -> Array:
    """(tp, fp, fn) of n sentences: few edits each, often none."""
    return np.random.default_rng(seed).poisson((0.6, 0.5, 0.9), (n, 3)).astype(np.float64)


def tables(count: int = 1, *, sentences: int = 12) -> st.SearchStrategy[tuple[Array, ...]]:
    """`count` tables of (tp, fp, fn) of the same, not many sentences."""
    return st.integers(1, sentences).flatmap(
        lambda n: st.tuples(*[arrays(np.float64, (n, 3), elements=st.integers(0, 5))] * count)
    )
