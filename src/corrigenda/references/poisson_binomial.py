"""The number of successes in N independent trials that each have a probability of their own.

A perfect corrector gets sentence i right with the probability A_i that its references cover (see
`covered_mass`). The number of sentences it gets right is Poisson binomial, so whether a perfect
corrector might have a system's accuracy can be tested without sampling.

The probabilities of 0 .. N successes are the coefficients of Π (1 - p_i + p_i z). Nothing is
subtracted, so each probability, and each tail, is right to almost the last digit, however small.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL
from corrigenda.statistics.resampling import Array

Alternative = Literal["two-sided", "less", "greater"]


class Significance(NamedTuple):
    """A test of a number of successes: what was seen, what was to be expected, how unlikely."""

    successes: int
    expected: float
    p: float


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
        return _product(self.probabilities)

    @cached_property
    def cdf(self) -> Array:
        """P(X ≤ k) for k = 0 .. N."""
        return np.minimum(np.cumsum(self.pmf), 1.0)

    @cached_property
    def sf(self) -> Array:
        """P(X > k) for k = 0 .. N; summed from the upper end, not 1 - P(X ≤ k)."""
        above: Array = np.append(np.cumsum(self.pmf[:0:-1])[::-1], 0.0)
        return np.minimum(above, 1.0)

    def quantile(self, q: float) -> int:
        """Return the smallest k with P(X ≤ k) ≥ q."""
        if not 0 <= q <= 1:
            raise InputError(f"a quantile is that of a probability, not of {q:g}")
        possible = int(np.count_nonzero(self.probabilities))
        return min(int(np.searchsorted(self.cdf, q)), possible)

    def interval(self, level: float = LEVEL) -> tuple[int, int]:
        """Return the numbers of successes to be expected: the (1 ± level) / 2 quantiles."""
        if not 0 < level < 100:
            raise InputError(
                f"a level is a percentage between 0 and 100, not {level:g}",
                hint="write 95 for 95 %",
            )
        tail = (1 - level / 100) / 2
        return self.quantile(tail), self.quantile(1 - tail)

    def test(self, successes: int, alternative: Alternative = "two-sided") -> Significance:
        """Test whether so many successes are to be expected.

        p is the probability of as few ("less") or as many ("greater"); two-sided, twice the
        smaller of both (at most 1).
        """
        if not 0 <= successes <= len(self):
            raise InputError(f"expected 0 to {len(self)} successes, found {successes}")
        less = float(self.cdf[successes])
        greater = float(self.sf[successes - 1]) if successes else 1.0
        tails = {"less": less, "greater": greater, "two-sided": min(2 * min(less, greater), 1.0)}
        if alternative not in tails:
            raise InputError(f"a test is 'two-sided', 'less' or 'greater', not {alternative!r}")
        return Significance(successes, self.mean, tails[alternative])


def _product(p: Array) -> Array:
    """Return the coefficients of Π (1 - p_i + p_i z)."""
    if len(p) > 16:
        return np.convolve(_product(p[: len(p) // 2]), _product(p[len(p) // 2 :]))
    product = np.ones(1)
    for q in p:
        product = np.convolve(product, [1 - q, q])
    return product
