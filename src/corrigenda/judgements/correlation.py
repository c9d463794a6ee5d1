"""Correlations, their significance and their power.

- `pearson`, `spearman`: over the last axis, with weights if there are some (how often each item was
  drawn in a resample), for many resamples at once;
- `kendall`: from counts of concordant, discordant and tied pairs, by the rule for ties that is
  asked for;
- `williams`: whether two measures correlate differently with the same judgements (Williams 1959;
  Graham and Baldwin 2014 for measures of translation), and the power of that test;
- `outliers`: systems far from the others (Mathur et al. 2020).

An undefined correlation (all values of one side alike) is NaN.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from scipy import stats  # type: ignore[import-untyped]

from corrigenda.numerics import Array

Ties = Literal["count", "skip", "discordant"]

CUTOFF = 2.5
"""A system is an outlier if it is further from the median than so many deviations."""


LARGE = 100
"""Numbers of systems from which on t is as good as normal."""


def pearson(x: Array, y: Array, weights: Array | None = None) -> Array:
    """Return Pearson's r over the last axis."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    w = np.ones(x.shape[-1]) if weights is None else weights
    total = w.sum(axis=-1, keepdims=True)
    dx = x - (w * x).sum(axis=-1, keepdims=True) / total
    dy = y - (w * y).sum(axis=-1, keepdims=True) / total
    cov = (w * dx * dy).sum(axis=-1)
    spread_x, spread_y = (w * dx**2).sum(axis=-1), (w * dy**2).sum(axis=-1)
    scale_x = (w * x**2).sum(axis=-1)
    scale_y = (w * y**2).sum(axis=-1)
    # What is left of the spread of equal values is rounding.
    flat = (spread_x <= 1e-20 * scale_x) | (spread_y <= 1e-20 * scale_y)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = np.clip(cov / np.sqrt(spread_x * spread_y), -1, 1)
    return np.asarray(np.where(flat, np.nan, r))


def spearman(x: Array, y: Array, weights: Array | None = None) -> Array:
    """Return Spearman's rho over the last axis: Pearson's r of ranks, ties sharing a middle one."""
    return pearson(ranks(x, weights), ranks(y, weights), weights)


def ranks(x: Array, weights: Array | None = None) -> Array:
    """Return the ranks over the last axis; with weights, those that items have if each is there
    as often as its weight says (`x` then has one axis)."""
    if weights is None:
        return np.asarray(stats.rankdata(x, axis=-1), dtype=np.float64)
    _, group = np.unique(x, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    size = np.add.reduceat(weights[..., order], starts, axis=-1)
    before = np.cumsum(size, axis=-1) - size
    return np.asarray((before + (size + 1) / 2)[..., group])


def kendall(counts: Array, ties: Ties = "count") -> Array:
    """Return Kendall's tau from counts (last axis): concordant, discordant and tied pairs.

    Pairs that people ranked alike are in none of them. A pair that the measure scores alike is in
    the denominator only (`count`, as WMT does since 2014), left out (`skip`, WMT 2013), or counts
    as discordant (`discordant`, WMT 2012).
    """
    concordant, discordant, tied = (counts[..., k] for k in range(3))
    if ties == "discordant":
        discordant, tied = discordant + tied, 0 * tied
    elif ties == "skip":
        tied = 0 * tied
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((concordant - discordant) / (concordant + discordant + tied))


# --- do two measures differ? ----------------------------------------------------------------------


def williams(r_first: float, r_second: float, between: float, n: int) -> tuple[float, float]:
    """Return Williams' t, and its two-sided p with n - 3 degrees of freedom.

    `r_first` and `r_second` are the correlations of two measures with people, `between` is that of
    the measures with each other, `n` the number of systems (or items).
    """
    t = _williams_t(r_first, r_second, between, n)
    if math.isnan(t):
        return t, math.nan
    return t, float(2 * stats.t.sf(abs(t), n - 3))


def _williams_t(r_first: float, r_second: float, between: float, n: int) -> float:
    if n < 4 or not all(map(math.isfinite, (r_first, r_second, between))):
        return math.nan
    if r_first == r_second:
        return 0.0
    determinant = 1 - r_first**2 - r_second**2 - between**2 + 2 * r_first * r_second * between
    mean = (r_first + r_second) / 2
    variance = 2 * max(determinant, 0) * (n - 1) / (n - 3) + mean**2 * (1 - between) ** 3
    if variance <= 0:
        return math.copysign(math.inf, r_first - r_second)
    return (r_first - r_second) * math.sqrt((n - 1) * (1 + between) / variance)


def williams_power(
    r_first: float, r_second: float, between: float, n: int, alpha: float = 0.05
) -> float:
    """Return the probability that Williams' test is significant with n systems, if the correlations
    are these: by the noncentral t distribution, and by the normal one where n is large."""
    t = abs(_williams_t(r_first, r_second, between, n))
    if math.isnan(t):
        return math.nan
    critical = float(stats.t.isf(alpha / 2, n - 3))
    power = math.nan
    if n <= LARGE and t <= 30:
        power = float(stats.nct.sf(critical, n - 3, t))  # the other tail hardly counts
    if math.isnan(power):
        power = float(stats.norm.sf(critical - t))
    return power


def systems_needed(
    r_first: float, r_second: float, between: float, *, power: float = 0.8, most: int = 10_000
) -> int | None:
    """Return the least number of systems with which Williams' test has that power, if there is one
    up to `most`."""
    if math.isnan(_williams_t(r_first, r_second, between, 4)) or r_first == r_second:
        return None
    low, high = 4, most
    if williams_power(r_first, r_second, between, most) < power:
        return None
    while low < high:
        middle = (low + high) // 2
        if williams_power(r_first, r_second, between, middle) >= power:
            high = middle
        else:
            low = middle + 1
    return low


def least_significant(n: int, alpha: float = 0.05) -> float:
    """Return the least |r| that differs significantly from 0 with n systems."""
    if n < 3:
        return math.nan
    t = float(stats.t.isf(alpha / 2, n - 2))
    return round(t / math.sqrt(n - 2 + t**2), 9)  # scipy's versions differ further on


# --- systems apart from the others ----------------------------------------------------------------


def outliers(scores: Array, cutoff: float = CUTOFF) -> list[int]:
    """Return the places of scores far from the others: |score - median| / (1.483 MAD) > cutoff,
    where MAD is the median of the distances from the median."""
    distance = np.abs(scores - np.median(scores))
    spread = 1.483 * float(np.median(distance))
    return [] if spread == 0 else [int(k) for k in np.flatnonzero(distance / spread > cutoff)]
