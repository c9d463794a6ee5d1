"""One system against another on the same sentences: how large is the difference, is it chance?

Two tests are given, both two-sided:

- Approximate randomisation (Noreen 1989, Computer-Intensive Methods for Testing Hypotheses; for
  text scores Riezler and Maxwell 2005). If the systems are alike, it does not matter which of the
  two wrote which output; so each sentence's rows are swapped with probability 1/2, and
  p = (1 + #{|d*| >= |d|}) / (1 + trials), where d is the observed and d* a swapped difference.
  Sentences with equal rows have nothing to swap; where few others are left, so that all 2^m swaps
  are no more than the trials, each is made once and p is exact: #{|d*| >= |d|} / 2^m.
- Paired bootstrap (Koehn 2004, "Statistical significance tests for machine translation
  evaluation"), see `bootstrap_p`.

Differences that are the same but for rounding count as equal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, RESAMPLES, SEED, TRIALS
from corrigenda.statistics.intervals import Interval, Method, interval_from, jackknife
from corrigenda.statistics.resampling import (
    Array,
    Values,
    blocks,
    bootstrap_sums,
    noise,
    same_length,
    sums_by,
    table_of,
    totals,
    weighted_sums,
)

Centre = Literal["difference", "magnitude"]


@dataclass(frozen=True)
class Paired:
    """System A against system B by one measure: what is above 0 speaks for A."""

    difference: float
    """Score of A less score of B."""

    interval: Interval
    """Bootstrap interval of the difference, and its standard error."""

    p: float
    """By approximate randomisation."""

    exact: bool
    """Were all swaps enumerated, so that `p` does not depend on the seed?"""

    p_bootstrap: float
    """By paired bootstrap."""

    wins: int
    """Sentences on which A scores higher (but for rounding)."""

    ties: int
    losses: int

    dominance: float
    """(wins - losses) / sentences: Cliff's delta within pairs, from -1 to 1 (Cliff 1993,
    "Dominance statistics", Psychological Bulletin 114)."""

    effect: float
    """The difference over its standard deviation from sentence to sentence, which is its bootstrap
    standard error times √sentences. For a score that is a mean over sentences this is Cohen's d_z
    (Cohen 1988, Statistical Power Analysis): unlike p, it does not grow with the corpus. Infinite
    if the difference is the same in all resamples and not 0."""


def compare(
    a: Array,
    b: Array,
    values: Values,
    *,
    sums: tuple[Array, Array] | None = None,
    swapped: tuple[Array, Array] | None = None,
    scores: tuple[Array, Array] | None = None,
    level: float = LEVEL,
    method: Method = "bca",
    centre: Centre = "difference",
    resamples: int = RESAMPLES,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Paired:
    """Compare the systems with rows `a` and `b` by the score that `values` gives.

    `sums` and `swapped` are what `bootstrap_sums` and `swap_sums` gave for the two tables, if they
    are at hand (the number of resamples and of trials is then theirs); `scores` are the scores of
    each sentence alone, by default the `values` of its row.
    """
    a, b = table_of(a), table_of(b)
    same_length(a, b)

    def score(of: Array) -> Array:
        return np.asarray(values(of)["score"], dtype=np.float64)

    score_a, score_b = float(score(totals(a))), float(score(totals(b)))
    difference = score_a - score_b
    if abs(difference) <= noise(score_a, score_b):
        difference = 0.0

    sums_a, sums_b = bootstrap_sums([a, b], resamples, seed) if sums is None else sums
    resampled = _difference(score(sums_a), score(sums_b))
    left_out = None
    if method == "bca" and len(a) > 1:
        left_out = jackknife(a, values)["score"] - jackknife(b, values)["score"]
    interval = interval_from(resampled, difference, left_out, level=level, method=method)

    p, exact = randomisation_p(a, b, values, swapped=swapped, trials=trials, seed=seed)
    scores_a, scores_b = (score(a), score(b)) if scores is None else scores
    same_length(a, scores_a)
    wins, ties, losses = outcomes(scores_a, scores_b)
    return Paired(
        difference=difference,
        interval=interval,
        p=p,
        exact=exact,
        p_bootstrap=bootstrap_p(resampled, difference, centre=centre),
        wins=wins,
        ties=ties,
        losses=losses,
        dominance=(wins - losses) / len(a),
        effect=_effect(difference, interval.standard_error * math.sqrt(len(a))),
    )


def swap_sums(tables: Sequence[Array], trials: int = TRIALS, seed: int = SEED) -> list[Array]:
    """The sums of each table's rows that are swapped in each trial: (trials, columns) for each.

    All systems share the swaps, so that every two of them can be compared at the cost of one.
    """
    _check(trials)
    return sums_by(lambda n: _random_swaps(n, trials, seed), tables)


def randomisation_p(
    a: Array,
    b: Array,
    values: Values,
    *,
    swapped: tuple[Array, Array] | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
) -> tuple[float, bool]:
    """p of the approximate randomisation test, and whether it is exact."""
    _check(trials)
    total_a, total_b = totals(a), totals(b)
    observed = float(values(total_a)["score"] - values(total_b)["score"])
    changed = (a != b).any(axis=1)
    exact = int(changed.sum()) < trials.bit_length()  # that is, 2^m <= trials
    if exact:
        moved = weighted_sums(_all_swaps(int(changed.sum())), b[changed] - a[changed])
    else:
        taken_a, taken_b = swap_sums([a, b], trials, seed) if swapped is None else swapped
        moved = taken_b - taken_a
    swapped_a, swapped_b = values(total_a + moved)["score"], values(total_b - moved)["score"]
    tolerance = noise(swapped_a, swapped_b)
    reached = _count_reached(np.abs(swapped_a - swapped_b), abs(observed) - tolerance)
    return (reached / len(moved) if exact else (1 + reached) / (1 + len(moved))), exact


def _check(trials: int) -> None:
    if trials < 1:
        raise InputError(f"a randomisation test needs at least 1 trial, not {trials}")


def bootstrap_p(resampled: Array, observed: float, *, centre: Centre = "difference") -> float:
    """p of the paired bootstrap test, from resampled differences d* and the observed one, d.

    Resampled differences scatter around d; moved to scatter around 0, they show what chance alone
    would do. Two ways to move them:

    - `difference`: p = (1 + #{|d* - mean d*| >= |d|}) / (1 + B);
    - `magnitude`: p = (1 + #{|d*| - mean |d*| > |d|}) / (1 + B), as sacrebleu and Moses have it.
      Where d is clear of 0 this looks at one tail only, so p is about half as large (of pairs of
      systems that were simulated alike, 12 % differ at p <= 0.05), and two identical systems get
      the smallest p there is. Use it to reproduce figures, not to decide.
    """
    if centre not in ("difference", "magnitude"):
        raise InputError(f"a bootstrap is centred by 'difference' or 'magnitude', not {centre!r}")
    if centre == "magnitude":
        magnitudes = np.abs(resampled)
        reached = int(np.count_nonzero(magnitudes - magnitudes.mean() > abs(observed)))
    else:
        centred = np.abs(resampled - resampled.mean())
        reached = _count_reached(centred, abs(observed) - noise(resampled, observed))
    return (1 + reached) / (1 + len(resampled))


def outcomes(a: Array, b: Array) -> tuple[int, int, int]:
    """Wins, ties and losses of A, from the scores of each sentence alone."""
    same_length(a, b)
    difference = np.asarray(a, dtype=np.float64) - b
    tolerance = noise(a, b)
    wins = int(np.count_nonzero(difference > tolerance))
    losses = int(np.count_nonzero(difference < -tolerance))
    return wins, len(difference) - wins - losses, losses


def _effect(difference: float, spread: float) -> float:
    if spread == 0:
        return math.copysign(math.inf, difference) if difference else 0.0
    return difference / spread


def _difference(a: Array, b: Array) -> Array:
    """a - b, without the rounding that is left where the two are equal."""
    difference = a - b
    difference[np.abs(difference) <= noise(a, b)] = 0.0
    return difference


def _count_reached(magnitudes: Array, threshold: float) -> int:
    """How many are at least the threshold; one that is undefined (NaN) counts, to be safe."""
    return int(len(magnitudes) - np.count_nonzero(magnitudes < threshold))


def _all_swaps(m: int) -> Iterator[Array]:
    """Every way to swap some of m sentences, in blocks."""
    first = 0
    for size in blocks(m, 1 << m):
        numbers = np.arange(first, first + size)[:, None]
        yield (numbers >> np.arange(m) & 1).astype(np.float64)
        first += size


def _random_swaps(n: int, trials: int, seed: int) -> Iterator[Array]:
    """Which of n sentences are swapped in each trial, in blocks: one random bit for each."""
    rng = np.random.default_rng(seed)
    width = 4 * -(-n // 32)  # whole words of 32 bits, so that blocks draw what one call would
    for size in blocks(n, trials):
        drawn = np.frombuffer(rng.bytes(size * width), dtype=np.uint8).reshape(size, width)
        yield np.unpackbits(drawn, axis=1, count=n).astype(np.float64)
