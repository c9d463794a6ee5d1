"""Paired tests of two systems on the same sentences.

Two tests are given, both two-sided:

- Approximate randomisation (Noreen 1989, Computer-Intensive Methods for Testing Hypotheses; for
  text scores Riezler and Maxwell 2005). If the systems are alike, it does not matter which of the
  two wrote which output; so each sentence's rows are swapped with probability 1/2, and
  p = (1 + #{|d*| >= |d|}) / (1 + trials), where d is the observed and d* a swapped difference.
  Sentences with equal rows have nothing to swap; where few others are left, so that all 2^m swaps
  are no more than the trials, each is made once and p is exact: #{|d*| >= |d|} / 2^m.
- Paired bootstrap (Koehn 2004, "Statistical significance tests for machine translation
  evaluation"), see `bootstrap_p`.

Differences that are the same apart from rounding count as equal.

Nothing here knows whether a high score is good: differences are A's score minus B's, and sentences
are counted on which A scores higher or lower. Who wins is for the caller to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal

import numpy as np

from corrigenda.counting import counted
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

BATCH = 1 << 14
"""Trials whose sums are in memory at once."""

TRIALS_PER_PAIR = 1_000
"""Trials for each pair: the least p after Holm's correction is then below 0.001."""

_MOST_TRIALS = 10**8
_MOST_SCORES, _MOST_SWAPS = 10**8, 2 * 10**9
"""What trials may cost by default: scores of pairs, and sentences that are swapped or not."""


@dataclass(frozen=True)
class Paired:
    """System A against system B by one measure: what is above 0 says that A scores higher."""

    difference: float
    """Score of A minus score of B."""

    interval: Interval
    """Bootstrap interval of the difference, and its standard error; NaN for a single sentence."""

    p: float
    """By approximate randomisation."""

    exact: bool
    """Were all swaps enumerated, so that `p` does not depend on the seed?"""

    p_bootstrap: float
    """By paired bootstrap; 1 for a single sentence, which is no evidence."""

    trials: int
    """How many swaps `p` was found by."""

    resamples: int
    """How many resamples `p_bootstrap` was found by."""

    higher: int
    """Sentences on which A scores higher (apart from rounding)."""

    ties: int

    lower: int
    """Sentences on which A scores lower."""

    dominance: float
    """(higher - lower) / sentences: Cliff's delta within pairs, from -1 to 1 (Cliff 1993,
    "Dominance statistics", Psychological Bulletin 114)."""

    effect: float
    """The difference over its standard deviation from sentence to sentence, which is its bootstrap
    standard error times √sentences. For a score that is a mean over sentences this is Cohen's d_z
    (Cohen 1988, Statistical Power Analysis): unlike p, it does not grow with the corpus. Infinite
    if the difference is the same in all resamples and not 0; NaN for a single sentence."""

    @property
    def at_floor(self) -> bool:
        """Is `p` the least that so many trials can give? Then it is a bound, not an estimate."""
        return not self.exact and self.p * (1 + self.trials) < 1.5

    @property
    def bootstrap_at_floor(self) -> bool:
        """Is `p_bootstrap` the least that so many resamples can give?"""
        return self.p_bootstrap * (1 + self.resamples) < 1.5


def compare(
    a: Array,
    b: Array,
    values: Values,
    *,
    sums: tuple[Array, Array] | None = None,
    randomised: tuple[float, bool] | None = None,
    scores: tuple[Array, Array] | None = None,
    offset: float = 0.0,
    level: float = LEVEL,
    method: Method = "bca",
    centre: Centre = "difference",
    resamples: int = RESAMPLES,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Paired:
    """Compare the systems with rows `a` and `b` by the score that `values` gives.

    `sums` are what `bootstrap_sums` gave for the two tables, and `randomised` is what
    `randomisation` gave for the pair with these `trials`, if they are known; `scores` are the
    scores of each sentence alone, by default the `values` of its row. `offset` is added to the
    difference and its interval, where the scores are not quite what is resampled.
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
    interval, p_bootstrap = Interval(math.nan, math.nan, math.nan), 1.0
    if len(a) > 1:
        resampled = _difference(score(sums_a), score(sums_b))
        left_out = None
        if method == "bca":
            left_out = jackknife(a, values)["score"] - jackknife(b, values)["score"]
        interval = interval_from(resampled, difference, left_out, level=level, method=method)
        p_bootstrap = bootstrap_p(resampled, difference, centre=centre)

    if randomised is None:
        randomised = randomisation_p(a, b, values, trials=trials, seed=seed)
    p, exact = randomised
    scores_a, scores_b = (score(a), score(b)) if scores is None else scores
    same_length(a, scores_a)
    higher, ties, lower = outcomes(scores_a, scores_b)
    return Paired(
        difference=difference + offset,
        interval=interval.shifted(offset),
        p=p,
        exact=exact,
        p_bootstrap=p_bootstrap,
        trials=trials,
        resamples=len(sums_a),
        higher=higher,
        ties=ties,
        lower=lower,
        dominance=(higher - lower) / len(a),
        effect=_effect(difference, interval.standard_error * math.sqrt(len(a))),
    )


def trials_for(pairs: int, sentences: int) -> int:
    """Return how many trials to make for so many pairs of systems, unless a number is given.

    Holm's correction multiplies the least p that a test can give by the number of pairs, so more
    pairs get more trials, as far as the work stays a matter of seconds.
    """
    affordable = min(_MOST_SCORES // max(pairs, 1), _MOST_SWAPS // max(sentences, 1))
    return max(TRIALS, min(TRIALS_PER_PAIR * pairs, affordable))


def randomisation(
    tables: Sequence[Array],
    pairs: Sequence[tuple[int, int]],
    values: Values,
    *,
    trials: int = TRIALS,
    seed: int = SEED,
) -> list[tuple[float, bool]]:
    """Return p of the approximate randomisation test, and whether it is exact, for each pair of
    tables (given by their numbers).

    All pairs share the swaps, so that many of them cost little more than one.
    """
    check_trials(trials)
    sums = [totals(table) for table in tables]
    p_values: dict[tuple[int, int], tuple[float, bool]] = {}
    for a, b in pairs:
        changed = (tables[a] != tables[b]).any(axis=1)
        if int(changed.sum()) < trials.bit_length():  # that is, 2^m <= trials
            moves = tables[b][changed] - tables[a][changed]
            moved = weighted_sums(_all_swaps(len(moves)), moves)
            p_values[a, b] = _reached(sums[a], sums[b], moved, values) / len(moved), True
    sampled = dict.fromkeys(pair for pair in pairs if pair not in p_values)
    reached = dict.fromkeys(sampled, 0)
    for taken in swap_sums(tables, trials, seed) if sampled else ():
        for a, b in sampled:
            reached[a, b] += _reached(sums[a], sums[b], taken[b] - taken[a], values)
    p_values |= {pair: ((1 + n) / (1 + trials), False) for pair, n in reached.items()}
    return [p_values[pair] for pair in pairs]


def _reached(a: Array, b: Array, moved: Array, values: Values) -> int:
    """Count the trials whose difference is at least the observed one."""
    observed = float(values(a)["score"] - values(b)["score"])
    swapped_a, swapped_b = values(a + moved)["score"], values(b - moved)["score"]
    tolerance = noise(swapped_a, swapped_b)
    return _count_reached(np.abs(swapped_a - swapped_b), abs(observed) - tolerance)


def swap_sums(
    tables: Sequence[Array], trials: int = TRIALS, seed: int = SEED
) -> Iterator[list[Array]]:
    """Yield the sums of each table's rows that are swapped in each trial, in batches of trials:
    (trials, columns) for each table."""
    check_trials(trials)
    n = len(tables[0])
    swaps = counted(_random_swaps(n, trials, seed))
    size = max(1, BATCH // next(blocks(n, trials)))
    for first in swaps:
        batch = chain([first], islice(swaps, size - 1))
        yield sums_by(lambda _, batch=batch: batch, tables)  # type: ignore[misc]


def randomisation_p(
    a: Array, b: Array, values: Values, *, trials: int = TRIALS, seed: int = SEED
) -> tuple[float, bool]:
    """Return p of the approximate randomisation test, and whether it is exact."""
    return randomisation([a, b], [(0, 1)], values, trials=trials, seed=seed)[0]


def check_trials(trials: int) -> None:
    """Refuse a number of trials that makes no test, or one that never ends."""
    if trials < 1:
        raise InputError(f"a randomisation test needs at least 1 trial, not {trials}")
    if trials > _MOST_TRIALS:
        raise InputError(
            f"a randomisation test takes up to {_MOST_TRIALS:,} trials, not {trials:,}"
        )


def bootstrap_p(resampled: Array, observed: float, *, centre: Centre = "difference") -> float:
    """Return p of the paired bootstrap test, from resampled differences d* and the observed one, d.

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
    """Count the sentences on which A scores higher, the same, and lower, each scored alone."""
    same_length(a, b)
    difference = np.asarray(a, dtype=np.float64) - b
    tolerance = noise(a, b)
    higher = int(np.count_nonzero(difference > tolerance))
    lower = int(np.count_nonzero(difference < -tolerance))
    return higher, len(difference) - higher - lower, lower


def _effect(difference: float, spread: float) -> float:
    if spread == 0:
        return math.copysign(math.inf, difference) if difference else 0.0
    return difference / spread


def _difference(a: Array, b: Array) -> Array:
    """Return a - b, without the rounding that is left where the two are equal."""
    difference = a - b
    difference[np.abs(difference) <= noise(a, b)] = 0.0
    return difference


def _count_reached(magnitudes: Array, threshold: float) -> int:
    """Return how many are at least the threshold; one that is undefined (NaN) counts, to be
    safe."""
    return int(len(magnitudes) - np.count_nonzero(magnitudes < threshold))


def _all_swaps(m: int) -> Iterator[Array]:
    """Yield every way to swap some of m sentences, in blocks."""
    first = 0
    for size in blocks(m, 1 << m):
        numbers = np.arange(first, first + size)[:, None]
        yield (numbers >> np.arange(m) & 1).astype(np.float64)
        first += size


def _random_swaps(n: int, trials: int, seed: int) -> Iterator[Array]:
    """Yield which of n sentences are swapped in each trial, in blocks: one random bit for each."""
    rng = np.random.default_rng(seed)
    width = 4 * -(-n // 32)  # whole words of 32 bits, so that blocks draw what one call would
    for size in blocks(n, trials):
        drawn = np.frombuffer(rng.bytes(size * width), dtype=np.uint8).reshape(size, width)
        yield np.unpackbits(drawn, axis=1, count=n).astype(np.float64)


# --- many tests at once --------------------------------------------------------------------------


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's step-down correction of m p-values, in the order given.

    The i-th smallest becomes the largest of (m - j + 1) p(j) over j <= i, at most 1: comparing it
    with α keeps the chance of any false rejection below α. (Holm 1979, "A simple sequentially
    rejective multiple test procedure", Scandinavian Journal of Statistics 6.)

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, (len(p_values) - rank) * p_values[i])
        adjusted[i] = min(1.0, largest)
    return adjusted
