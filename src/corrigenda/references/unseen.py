"""UnseenEst: estimate the probabilities of all variants, seen and unseen.

Zou et al. (2016), *Quantifying unobserved protein-coding variants in human populations provides a
roadmap for large-scale sequencing projects*, after Valiant and Valiant (2011); used for corrections
by Choshen and Abend (2018), P18-1059. Look for the histogram (h_k variants have probability x_k)
under which the fingerprint f is what one would expect. With n answers, L the largest number of
times a variant was seen, and ⌈√L⌉ zeros after f, minimise

    Σ_i |f_i - Σ_k h_k Binom(i; n, x_k)| / √(f_i + 1)
    such that Σ_k h_k x_k = Σ_i i f_i / n,  h ≥ 0,  Σ_k h_k ≤ 6.5e7

over the grid x_k = 1.05^k / (100 n), k = 0 .. ⌈ln(100 L) / ln 1.05⌉: a linear programme. h need not
be whole: 0.4 variants of a probability are what is to be expected, not what is there.

Decisions:

- The unknowns are masses, y_k = h_k x_k, which are of one size; the numbers of variants are not.
- A probability is at most 1, which the last one of the grid may exceed if all answers are alike:
  it is cut to 1, also in the constraint. (With the reference implementation, 50 equal answers are
  0.98 variants of probability 1.02.)
- The solver is HiGHS' dual simplex, which gives a vertex: as few different probabilities as do,
  always the same. Optima are unique except with one answer, with which every histogram agrees as
  well as any other: two answers are the least.
- The smallest probability of the grid is 1 / (100 n), so there are at most 100 n variants. Where
  all answers differ, that is what comes out, and means "very many".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from numbers import Integral
from typing import NamedTuple

import numpy as np

from corrigenda.errors import InputError
from corrigenda.numerics import dot, exp, log
from corrigenda.statistics.resampling import Array

RATIO = 1.05
"""Each probability of the grid is that much larger than the one before."""

FINENESS = 100
"""The smallest probability of the grid, as a part of that of an answer, 1 / n."""

MOST_VARIANTS = 6.5e7
"""More variants than that nothing has; it matters to genomes only."""


class Histogram(NamedTuple):
    """How many variants (not necessarily a whole number) have which probability."""

    probabilities: Array
    variants: Array


def empirical(fingerprint: Fingerprint) -> Histogram:
    """Return the histogram of what was seen, and nothing else: f_i variants of probability i /
    n."""
    seen = tidied(fingerprint)
    n = answers(seen)
    if not n:
        raise InputError("expected answers to estimate from, found none")
    return Histogram(np.array([i / n for i in seen]), np.array([float(f) for f in seen.values()]))


def unseen(
    fingerprint: Fingerprint, *, samples: int | None = None, most: float = MOST_VARIANTS
) -> Histogram:
    """Return UnseenEst's histogram, without the probabilities that no variant has.

    `samples` is n where an answer may hold several variants (a genome does) or none, and the
    histogram is not one of probabilities that sum to 1; otherwise it is the number of answers.
    """
    from scipy.optimize import linprog  # type: ignore[import-untyped]

    seen = tidied(fingerprint)
    f, n = _padded(seen, samples)
    if n < 2:
        raise InputError(
            f"expected at least 2 answers to estimate a population from, found {n}",
            hint="leave the sentence out, or assume that there are no unseen variants (empirical)",
        )
    x = grid(n, max(seen))
    mass = float(dot(f, np.arange(1.0, len(f) + 1))) / n
    weights = 1 / np.sqrt(f + 1)
    expected = _seen_per_mass(x, n, len(f))
    # Above and below: what the fingerprint has more, and less, than is expected of the histogram.
    rows, columns = expected.shape
    fit = np.hstack([weights[:, None] * expected, np.eye(rows), -np.eye(rows)])
    whole = np.concatenate([np.ones(columns), np.zeros(2 * rows)])
    number = np.concatenate([1 / (x * most), np.zeros(2 * rows)])
    bounded = mass / x[0] > most  # otherwise no histogram can have that many
    solution = linprog(
        np.concatenate([np.zeros(columns), np.ones(2 * rows)]),
        A_eq=np.vstack([fit, whole]),
        b_eq=np.concatenate([weights * f, [mass]]),
        A_ub=number[None] if bounded else None,
        b_ub=[1.0] if bounded else None,
        bounds=(0, None),
        method="highs-ds",
    )
    if not solution.success:
        raise RuntimeError(f"UnseenEst's linear programme was not solved: {solution.message}")
    # The solver's last digits depend on its version: these do not.
    masses = np.round(np.maximum(solution.x[:columns], 0), 10)
    masses *= mass / masses.sum()
    there = masses > 1e-12 * mass
    return Histogram(x[there], masses[there] / x[there])


def grid(n: int, highest: int) -> Array:
    """Return the probabilities from which a histogram is made, if a variant was seen `highest`
    times."""
    steps = math.ceil(math.log(FINENESS * highest) / math.log(RATIO))
    return np.minimum(np.array([RATIO**k for k in range(steps + 1)]) / (FINENESS * n), 1.0)


def _padded(seen: Fingerprint, samples: int | None) -> tuple[Array, int]:
    """Return f_1 .. f_L with ⌈√L⌉ zeros after them, and n."""
    if not seen:
        raise InputError("expected answers to estimate from, found none")
    highest = max(seen)
    f = np.zeros(highest + math.isqrt(highest - 1) + 1)
    f[np.array(list(seen)) - 1] = list(seen.values())
    n = answers(seen) if samples is None else samples
    if n < highest:
        raise InputError(f"a variant was seen {highest} times in {n} samples")
    return f, n


def _seen_per_mass(x: Array, n: int, most: int) -> Array:
    """Return Binom(i; n, x) / x for i = 1 .. most (rows) and all x (columns).

    How many variants are seen i times for each unit of mass that lies at x. In logarithms: the
    terms are of very different size, and x / x would lose digits of the small ones.
    """
    from scipy.special import gammaln, xlog1py  # type: ignore[import-untyped]

    i = np.arange(1, min(most, n) + 1)[:, None]
    choose = gammaln(n + 1) - gammaln(i + 1) - gammaln(n - i + 1)
    table = np.zeros((most, len(x)))
    table[: len(i)] = exp(choose + (i - 1) * log(x) + xlog1py(n - i, -x))
    return table


# --- what was seen -------------------------------------------------------------------------------


Counts = Mapping[str, int]
"""How often each variant of a sentence was proposed."""

Fingerprint = Mapping[int, int]
"""How many variants were proposed exactly i times, for each i."""


def fingerprint(counts: Counts) -> dict[int, int]:
    """Return how many variants were proposed exactly i times.

    >>> fingerprint({"He goes .": 3, "He went .": 1, "She goes .": 1})
    {1: 2, 3: 1}
    """
    for variant, count in counts.items():
        if not _whole(count, 0):
            raise InputError(
                f"expected how often {variant!r} was proposed, a whole number, found {count!r}"
            )
    return tidied(Counter(int(count) for count in counts.values() if count))


def tidied(fingerprint: Fingerprint) -> dict[int, int]:
    """Return the same fingerprint in order and without zeros; checked."""
    for times, variants in fingerprint.items():
        if not (_whole(times, 1) and _whole(variants, 0)):
            raise InputError(
                "a fingerprint says how many variants were proposed once, twice, ...: "
                f"expected whole numbers, found {variants!r} variants proposed {times!r} times"
            )
    return {int(i): int(fingerprint[i]) for i in sorted(fingerprint) if fingerprint[i]}


def _whole(value: object, least: int) -> bool:
    return isinstance(value, Integral) and int(value) >= least


def answers(fingerprint: Fingerprint) -> int:
    """Return n, the number of answers."""
    return sum(i * f for i, f in fingerprint.items())


def distinct(fingerprint: Fingerprint) -> int:
    """Return S, the number of variants."""
    return sum(fingerprint.values())


def good_turing(fingerprint: Fingerprint) -> float:
    """Return the mass of the variants not seen yet: the share of answers that were given only once.

    >>> good_turing({1: 2, 3: 1})
    0.4
    """
    n = answers(fingerprint)
    if not n:
        raise InputError("expected answers to estimate from, found none")
    return fingerprint.get(1, 0) / n


def chao1(fingerprint: Fingerprint, *, bias_corrected: bool = True) -> float:
    """Return a lower bound of the number of variants. The original form needs some that were seen
    twice; where there are none, it is the bias-corrected one.

    >>> chao1({1: 4, 2: 2, 3: 1})
    9.0
    >>> chao1({1: 4, 2: 2, 3: 1}, bias_corrected=False)
    11.0
    """
    once, twice = fingerprint.get(1, 0), fingerprint.get(2, 0)
    if bias_corrected or not twice:
        return distinct(fingerprint) + once * (once - 1) / (2 * (twice + 1))
    return distinct(fingerprint) + once**2 / (2 * twice)
