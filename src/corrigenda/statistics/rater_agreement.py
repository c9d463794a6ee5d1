"""Agreement of raters: Krippendorff's alpha and intraclass correlations.

Values are a table of units (rows) and raters (columns), NaN where a rater did not judge a unit.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.numerics import Array

Level = Literal["nominal", "ordinal", "interval"]


def alpha(values: Array, level: Level = "interval") -> float:
    """Return Krippendorff's alpha: 1 - observed over expected disagreement.

    Krippendorff (2011), "Computing Krippendorff's alpha-reliability". Units with a single value
    are left out. NaN if no two values can be compared, or if there is only one value.

    >>> import numpy as np
    >>> judged = np.array([[1, 1], [2, 2], [3, 3], [1, 2]])
    >>> round(alpha(judged, "nominal"), 3)
    0.667
    """
    counts, known = _counts(values)
    per_unit = counts.sum(axis=1)
    counts, per_unit = counts[per_unit > 1], per_unit[per_unit > 1]
    if not len(counts):
        return math.nan
    weighted = counts / (per_unit - 1)[:, None]
    pairs = (weighted[:, :, None] * counts[:, None, :]).sum(axis=0) - np.diag(weighted.sum(axis=0))
    margins = pairs.sum(axis=1)
    n = margins.sum()
    distance = _distances(known, margins, level)
    expected = (np.outer(margins, margins) - np.diag(margins)) * distance
    if expected.sum() == 0:
        return math.nan
    return float(1 - (n - 1) * (pairs * distance).sum() / expected.sum())


def _counts(values: Array) -> tuple[Array, Array]:
    """Return how often each unit has each value, and the values."""
    table = np.asarray(values, dtype=np.float64)
    known = np.unique(table[np.isfinite(table)])
    return (table[:, :, None] == known).sum(axis=1).astype(float), known


def _distances(known: Array, margins: Array, level: Level) -> Array:
    if level == "nominal":
        return 1 - np.eye(len(known))
    if level == "interval":
        return np.asarray((known[:, None] - known[None, :]) ** 2)
    upto = np.cumsum(margins)
    low = np.minimum.outer(np.arange(len(known)), np.arange(len(known)))
    high = np.maximum.outer(np.arange(len(known)), np.arange(len(known)))
    between = upto[high] - upto[low] + margins[low]
    return np.asarray(np.where(low == high, 0, between - (margins[low] + margins[high]) / 2) ** 2)


class Intraclass(NamedTuple):
    """Intraclass correlations (Shrout and Fleiss 1979): of one rating, and of the mean of a unit's
    ratings; one-way, so that it does not matter who rated what. `raters` is how many ratings a unit
    has (if not all have as many, their effective number)."""

    single: float
    mean: float
    raters: float

    @property
    def ceiling(self) -> float:
        """The highest Pearson correlation with the mean ratings that a perfect measure reaches on
        average: the square root of their reliability."""
        return math.sqrt(max(self.mean, 0.0)) if math.isfinite(self.mean) else math.nan


def intraclass(values: Array) -> Intraclass:
    """Return ICC(1,1) and ICC(1,k); units with a single rating are left out."""
    table = np.asarray(values, dtype=np.float64)
    present = np.isfinite(table)
    table, present = table[present.sum(axis=1) > 1], present[present.sum(axis=1) > 1]
    k = present.sum(axis=1).astype(float)
    units, n = len(table), float(k.sum())
    if units < 2:
        return Intraclass(math.nan, math.nan, math.nan)
    filled = np.where(present, table, 0)
    means = filled.sum(axis=1) / k
    between = float((k * (means - filled.sum() / n) ** 2).sum()) / (units - 1)
    within = float((np.where(present, table - means[:, None], 0) ** 2).sum()) / (n - units)
    each = (n - float((k**2).sum()) / n) / (units - 1)
    if between == within == 0:
        return Intraclass(math.nan, math.nan, each)
    single = (between - within) / (between + (each - 1) * within)
    return Intraclass(single, (between - within) / between if between else math.nan, each)
