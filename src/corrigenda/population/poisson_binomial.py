"""How many of N independent trials succeed, if each has a probability of its own.

A perfect corrector gets sentence i right with the probability A_i that its references cover (see
`coverage`); how many sentences it gets right is Poisson binomial, and whether a system's accuracy
is one that a perfect corrector might get needs no sampling.

The probabilities of 0 .. N successes are the coefficients of Π (1 - p_i + p_i z). Factors are
multiplied in pairs, then pairs of pairs, and so on. Up to `DIRECT` trials, products are taken term
by term: nothing is subtracted, so each coefficient is right to almost the last digit, however
small. Larger ones use the fast Fourier transform, which is right to some 1e-16 of the largest
coefficient: what is smaller than that is noise. So tails are computed after *tilting*: with

    q_i = p_i e^θ / (1 - p_i + p_i e^θ),   θ such that Σ q_i = k

the values around k are the large ones, and

    P(X = j) = P_q(X = j) e^(K - θ j),   K = Σ log(1 - p_i + p_i e^θ)

Logarithms of tails are right even where the tails themselves are too small for a float.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft  # type: ignore[import-untyped]
from scipy.special import expit, logit, logsumexp  # type: ignore[import-untyped]

from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL
from corrigenda.statistics.resampling import Array

DIRECT = 8192
"""Trials up to which products of polynomials are taken term by term."""

Alternative = Literal["two-sided", "less", "greater"]


class Significance(NamedTuple):
    """A test of a number of successes: what was seen, what was to be expected, how unlikely."""

    successes: int
    expected: float
    p: float
    log_p: float


class PoissonBinomial:
    """The distribution of the number of successes in trials with these probabilities.

    >>> PoissonBinomial([0.1, 0.5, 0.7]).pmf.round(3).tolist()
    [0.135, 0.465, 0.365, 0.035]
    """

    def __init__(self, probabilities: Iterable[float]) -> None:
        self.probabilities = np.asarray(list(probabilities), dtype=np.float64)
        if not self.probabilities.size:
            raise InputError("expected probabilities, found none")
        # Written so that NaN is refused, too.
        bad = self.probabilities[~((self.probabilities >= 0) & (self.probabilities <= 1))]
        if bad.size:
            raise InputError(f"expected probabilities, found {bad[0]:g}")

    def __len__(self) -> int:
        return len(self.probabilities)

    def __repr__(self) -> str:
        return f"PoissonBinomial(N={len(self)}, mean={self.mean:.6g})"

    @property
    def mean(self) -> float:
        return float(self.probabilities.sum())

    @property
    def variance(self) -> float:
        return float((self.probabilities * (1 - self.probabilities)).sum())

    @cached_property
    def pmf(self) -> Array:
        """P(X = k) for k = 0 .. N."""
        return product(self.probabilities)

    @cached_property
    def cdf(self) -> Array:
        """P(X ≤ k) for k = 0 .. N."""
        below: Array = np.minimum(np.cumsum(self.pmf), 1.0)
        return below

    @cached_property
    def sf(self) -> Array:
        """P(X > k) for k = 0 .. N; summed from the upper end, not 1 - P(X ≤ k)."""
        above: Array = np.append(np.cumsum(self.pmf[:0:-1])[::-1], 0.0)
        return np.minimum(above, 1.0)

    def quantile(self, q: float) -> int:
        """The smallest k with P(X ≤ k) ≥ q."""
        if not 0 <= q <= 1:
            raise InputError(f"a quantile is that of a probability, not of {q:g}")
        return min(int(np.searchsorted(self.cdf, q)), self._most)

    def interval(self, level: float = LEVEL) -> tuple[int, int]:
        """The numbers of successes to be expected: the (1 ± level) / 2 quantiles."""
        if not 0 < level < 100:
            raise InputError(
                f"a level is a percentage between 0 and 100, not {level:g}",
                hint="write 95 for 95 %",
            )
        tail = (1 - level / 100) / 2
        return self.quantile(tail), self.quantile(1 - tail)

    # --- in logarithms ---------------------------------------------------------------------------

    def logpmf(self, k: int) -> float:
        """log P(X = k), right also where P(X = k) is no more than noise, or no float at all."""
        return self._logs(k, k, k)

    def logcdf(self, k: int) -> float:
        """log P(X ≤ k)."""
        if k < self.mean:
            return self._logs(0, k, k)
        return float(np.log1p(-np.exp(self._logs(k + 1, len(self), k + 1))))

    def logsf(self, k: int) -> float:
        """log P(X > k)."""
        if k + 1 > self.mean:
            return self._logs(k + 1, len(self), k + 1)
        return float(np.log1p(-np.exp(self._logs(0, k, k))))

    def test(self, successes: int, alternative: Alternative = "two-sided") -> Significance:
        """Is that many what one would expect?

        p is the probability of as few ("less") or as many ("greater"); two-sided, twice the
        smaller of both (at most 1).
        """
        if not 0 <= successes <= len(self):
            raise InputError(f"expected 0 to {len(self)} successes, found {successes}")
        if alternative not in ("two-sided", "less", "greater"):
            raise InputError(f"a test is 'two-sided', 'less' or 'greater', not {alternative!r}")
        less = self.logcdf(successes) if alternative != "greater" else np.inf
        greater = self.logsf(successes - 1) if alternative != "less" else np.inf
        log_p = min(less, greater)
        if alternative == "two-sided":
            log_p = min(log_p + np.log(2), 0.0)
        return Significance(successes, self.mean, float(np.exp(log_p)), float(log_p))

    @cached_property
    def _least(self) -> int:
        """Successes that are certain."""
        return int(np.count_nonzero(self.probabilities == 1))

    @cached_property
    def _most(self) -> int:
        """Successes that are possible."""
        return int(np.count_nonzero(self.probabilities))

    def _logs(self, low: int, high: int, centre: int) -> float:
        """log P(low ≤ X ≤ high), tilted so that `centre` is the mean."""
        certain = self._least
        p = self.probabilities[(self.probabilities > 0) & (self.probabilities < 1)]
        low, high = max(low - certain, 0), min(high - certain, len(p))
        if low > high:
            return float(-np.inf)
        if low == 0 and high == len(p):
            return 0.0
        # No tilt makes 0 or N the mean; half a success from them will do.
        logits = logit(p)
        theta = _tilt(logits, min(max(centre - certain, 0.5), len(p) - 0.5))
        tilted = product(expit(logits + theta))
        cumulant = np.sum(np.log1p(-p) + np.logaddexp(0, logits + theta))
        with np.errstate(divide="ignore"):  # what the transform left as 0 is far off the centre
            terms = np.log(tilted[low : high + 1]) - theta * np.arange(low, high + 1)
        return float(logsumexp(terms) + cumulant)


def _tilt(logits: Array, mean: float) -> float:
    """θ such that Σ 1 / (1 + e^-(logit + θ)) is about that mean."""
    low, high = -40.0 - float(logits.max()), 40.0 - float(logits.min())
    while high - low > 1e-6:
        middle = (low + high) / 2
        if expit(logits + middle).sum() < mean:
            low = middle
        else:
            high = middle
    return low


# --- products of polynomials -------------------------------------------------------------------


def product(p: Array) -> Array:
    """The coefficients of Π (1 - p_i + p_i z)."""
    n = len(p)
    # As many factors as a power of two, by ones: rows are polynomials of the same degree.
    factors = np.zeros((1 << max(n - 1, 0).bit_length(), 2))
    factors[:, 0] = 1.0
    factors[:n, 0] -= p
    factors[:n, 1] = p
    while len(factors) > 1:
        factors = _products(factors[::2], factors[1::2])
    return factors[0, : n + 1]


def _products(a: Array, b: Array) -> Array:
    """The product of each row of `a` with the same row of `b`."""
    rows, size = a.shape
    degree = 2 * (size - 1)
    if degree > DIRECT:
        length = next_fast_len(degree + 1, real=True)
        found: Array = irfft(rfft(a, length) * rfft(b, length), length)[:, : degree + 1]
        found[found < 0] = 0.0  # rounding
        return found
    if size > 64:
        return np.array([np.convolve(x, y) for x, y in zip(a, b, strict=True)])
    out = np.zeros((rows, degree + 1))
    for j in range(size):
        out[:, j : j + size] += a[:, j, None] * b
    return out
