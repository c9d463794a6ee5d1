"""Coverage: the probability that M references contain a correct output.

A perfect corrector writes a valid correction, one of the sentence's population, as often as people
do. It counts as right if that one is among the references, which were drawn from the same
population. So it is right as often as is the expected mass of M references (Choshen and Abend 2018,
P18-1059):

with replacement (annotators work on their own, and may agree):

    A(M) = Σ_k h_k x_k (1 - (1 - x_k)^M)

without replacement (further annotators are asked until M different references are there), give each
variant i a clock that rings after a time exponentially distributed with rate p_i. They ring in the
order of a draw without replacement, so variant i is among M references if at most M - 1 others ring
before it does:

    A(M) = Σ_i p_i ∫ p_i e^(-p_i t) P(N_-i(t) ≤ M - 1) dt

where N_-i(t) is the number of other clocks that have rung by t, Poisson binomial with probabilities
1 - e^(-p_j t). h_k = 3.4 variants are three, and a fourth that exists with probability 0.4.

- *exact*: the integral over log t by the trapezoidal rule, which converges exponentially for this
  integrand, with polynomials cut after M - 1. All variants at once, by the rule for the derivative
  of a product: Σ_i a_i Π_{j≠i} f_j. Right to 1e-9 and better.
- *Rosén's approximation* (1972, *Asymptotic theory for successive sampling with varying
  probabilities without replacement*): all clocks stop when M of them are expected to have rung,

      Σ_k h_k (1 - e^(-x_k t)) = M,   A(M) ≈ Σ_k h_k x_k (1 - e^(-x_k t))

  Its error on the published populations is at most 0.055 for a sentence at M = 1, 0.008 at M = 10,
  0.0004 at M = 100.

`method="auto"` is exact up to M = 100 and Rosén's above, but never less than at 100.

Populations count variants by whatever key they were counted with, so all this holds as well for
Exact Index Match, with corrections that change the same places taken for one variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from corrigenda.errors import InputError
from corrigenda.numerics import dot, exp, expm1, log
from corrigenda.references.poisson_binomial import PoissonBinomial
from corrigenda.references.populations import Population, drawn, is_beyond, mean_answers
from corrigenda.references.unseen import Histogram
from corrigenda.statistics.resampling import Array

EXACT = 100
"""References up to which draws without replacement are computed exactly by default."""

EXACT_AT_MOST = 1000
"""References up to which they can be: time and memory grow with M^2.5 and M^1.5."""

Integers = NDArray[np.int64]

Method = Literal["auto", "exact", "rosen"]

_FIRST = 1e-12
"""Before that time, in units of the fastest clock's, next to nothing has rung."""

_LAST = 40.0
"""After that time, in units of the slowest clock's, everything has (e^-40 = 4e-18)."""


@overload
def covered_mass(
    population: Population, references: int, *, replacement: bool = ..., method: Method = ...
) -> float: ...
@overload
def covered_mass(
    population: Population,
    references: Sequence[int],
    *,
    replacement: bool = ...,
    method: Method = ...,
) -> Array: ...
def covered_mass(
    population: Population,
    references: int | Sequence[int],
    *,
    replacement: bool = True,
    method: Method = "auto",
) -> float | Array:
    """Return the mass that so many references cover: how probably a perfect corrector is judged
    right.

    `method` matters without replacement only; see above.

    >>> pair = Population((0.5,), (2.0,))
    >>> covered_mass(pair, 2), round(covered_mass(pair, 2, replacement=False), 6)
    (0.75, 1.0)
    """
    numbers = checked(references)
    if method not in ("auto", "exact", "rosen"):
        raise InputError(f"a method is 'auto', 'exact' or 'rosen', not {method!r}")
    x, h = population.histogram
    if replacement:
        mass = dot(drawn(x, numbers.tolist()), h * x)
    elif method == "rosen":
        mass = _rosen(population.histogram, numbers)
    else:
        limit = min(EXACT if method == "auto" else EXACT_AT_MOST, int(numbers.max()))
        if method == "exact" and numbers.max() > limit:
            raise InputError(
                f"exact coverage is computed for up to {limit} references, not {numbers.max()}",
                hint="choose the method 'auto' or 'rosen'",
            )
        curve = _exact(population.histogram, limit)
        mass = curve[np.minimum(numbers, limit)]
        if numbers.max() > limit:
            beyond = np.maximum(mass, _rosen(population.histogram, numbers))
            mass = np.where(numbers > limit, beyond, mass)
    mass = np.minimum(mass, 1.0)
    return mass if np.ndim(references) else float(mass[0])


@dataclass(frozen=True, eq=False)
class CoverageTable:
    """The coverage of many sentences, for several numbers of references.

    `table` has a row for each sentence and a column for each of `references`; `answers` is how many
    answers per sentence the populations were estimated from (None: that is not known).
    """

    references: tuple[int, ...]
    table: Array
    replacement: bool
    method: Method
    answers: float | None = None

    @cached_property
    def accuracy(self) -> Array:
        """The expected accuracy of a perfect corrector, for each number of references."""
        means: Array = self.table.mean(axis=0)
        return means

    def distribution(self, references: int) -> PoissonBinomial:
        """Return how many sentences a perfect corrector gets right with so many references."""
        if references not in self.references:
            raise InputError(
                f"coverage was not computed for {references} references, only for"
                f" {', '.join(map(str, self.references))}"
            )
        return PoissonBinomial(self.table[:, self.references.index(references)])

    def extrapolated(self, references: int) -> bool:
        """Return whether there are too few answers to say anything about so many references."""
        return is_beyond(references, self.answers)

    def computed(self, references: int) -> str:
        """Return how the numbers for so many references were computed."""
        if self.replacement:
            return "closed form"
        exact = self.method == "exact" or (self.method == "auto" and references <= EXACT)
        return "quadrature" if exact else "Rosén's approximation"


def coverage_table(
    populations: Sequence[Population],
    references: Sequence[int],
    *,
    replacement: bool = True,
    method: Method = "auto",
) -> CoverageTable:
    """Return the coverage of many sentences, for several numbers of references."""
    if not populations:
        raise InputError("expected populations, found none")
    numbers = checked(references).tolist()
    rows = [
        covered_mass(population, numbers, replacement=replacement, method=method)
        for population in populations
    ]
    answers = mean_answers(populations)
    return CoverageTable(tuple(numbers), np.array(rows), replacement, method, answers)


def checked(references: int | Sequence[int]) -> Integers:
    """Return numbers of references as an array, after checking that they are such."""
    numbers = np.atleast_1d(np.asarray(references))
    if numbers.ndim != 1 or not numbers.size or numbers.dtype.kind not in "iu" or numbers.min() < 0:
        raise InputError(f"expected numbers of references from 0 on, found {references}")
    return numbers.astype(np.int64)


# --- without replacement ------------------------------------------------------------------------


def _exact(histogram: Histogram, most: int) -> Array:
    """Return the coverage of 0 .. `most` references."""
    x, h = (values[histogram.variants > 0] for values in histogram)
    adds = np.zeros(most + 1)  # what each reference adds to those before
    most = min(most, int(np.ceil(h).sum()))  # there are no more
    if most == 0:
        return adds
    # The probability that m clocks have rung is a bump over log t, some 1 / √m wide.
    step = min(0.25, 0.5 / most**0.5)
    t = exp(np.arange(float(log(_FIRST / x.max())), float(log(_LAST / x.min())) + step, step))
    rung = np.ones((len(t), 1))  # how many have rung, of the variants so far
    derivatives = np.zeros((len(t), 1))  # the same without i, times a_i, summed over all i so far
    for p, copies in zip(x, h, strict=True):
        s = p * t
        density = (p * s * exp(-s))[:, None]  # p · p e^(-p t), times t for dt = t d(log t)
        sure = int(copies)
        maybe = copies - sure
        if sure:
            factor = _binomial(sure, s, most)
            derivative = sure * density * _binomial(sure - 1, s, most)
            derivatives = _sum(_times(derivatives, factor, most), _times(rung, derivative, most))
            rung = _times(rung, factor, most)
        if maybe:
            chance = maybe * -expm1(-s)[:, None]
            factor = np.hstack([1 - chance, chance])
            derivatives = _sum(_times(derivatives, factor, most), maybe * density * rung)
            rung = _times(rung, factor, most)
    adds[1 : derivatives.shape[1] + 1] = step * derivatives.sum(axis=0)
    return np.cumsum(adds)


def _binomial(n: int, s: Array, size: int) -> Array:
    """Return how many of `n` clocks have rung, up to `size` - 1: a row of probabilities for each p
    t."""
    j = np.arange(min(n + 1, size), dtype=np.float64)
    choose = np.cumsum(log((n - j[1:] + 1) / j[1:]))
    log_of_rung = log(-expm1(-s))[:, None]
    return exp(np.append(0.0, choose) + j * log_of_rung - (n - j) * s[:, None])


def _times(a: Array, b: Array, size: int) -> Array:
    """Return the products of polynomials, row by row, cut after `size` coefficients."""
    if a.shape[1] < b.shape[1]:
        a, b = b, a
    out = np.zeros((len(a), min(a.shape[1] + b.shape[1] - 1, size)))
    for j in range(b.shape[1]):
        width = min(a.shape[1], out.shape[1] - j)
        out[:, j : j + width] += a[:, :width] * b[:, j, None]
    return out


def _sum(a: Array, b: Array) -> Array:
    """Return the sums of polynomials, row by row."""
    if a.shape[1] < b.shape[1]:
        a, b = b, a
    a[:, : b.shape[1]] += b
    return a


def _rosen(histogram: Histogram, references: Integers) -> Array:
    """Return Rosén's approximation, for each number of references."""
    x, h = (values[histogram.variants > 0] for values in histogram)
    mass = np.ones(len(references))
    some = references < h.sum()  # otherwise there are no more to draw
    m = references[some].astype(np.float64)
    # Σ h (1 - e^(-x t)) is concave and at most t: Newton's steps from t = M stay below the root.
    t = m.copy()
    while True:
        left = exp(-np.outer(t, x))
        missing = m + dot(expm1(-np.outer(t, x)), h)
        longer = t + np.maximum(missing, 0.0) / (dot(left, h * x))
        longer = np.minimum(longer, np.maximum(t, 700 / x.min()))  # e^-700 is still a number
        if np.all(longer <= t * (1 + 1e-12)):
            break
        t = longer
    mass[some] = -dot(expm1(-np.outer(t, x)), h * x)
    return mass
