"""How many references do I need? From a pilot, where a crowd corrected a few sentences.

The populations of the pilot's corrections say what M references cover, for any M (see
`population.coverage`): annotators work on their own, so references are drawn with replacement. What
they do not cover, 1 - A(M), is the bias: the share of a perfect corrector's sentences that exact
match would find wrong. Every reference to every sentence costs one annotation.

Intervals resample the pilot's sentences: with few of them, the number of references for a target is
known but roughly, and the plan says how roughly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corrigenda.errors import InputError
from corrigenda.population.coverage import coverages
from corrigenda.population.enough import mean_answers
from corrigenda.population.population import Population
from corrigenda.statistics.resampling import Array, bootstrap_sums
from corrigenda.statistics.settings import Settings
from corrigenda.studies.scoring import ratio

REFERENCES = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100)
"""Numbers of references to show."""

MOST = 1_000_000
"""More references than that are no plan."""


@dataclass(frozen=True)
class Step:
    """So many references: what they cover and cost, and what a point more of coverage costs there.

    coverage    expected mass that they cover; the accuracy of a perfect corrector
    low, high   its interval over the pilot's sentences
    adds        what the last of them added
    cost        of all annotations
    per_point   cost of one more percentage point of coverage, if the last reference is the measure
    """

    references: int
    coverage: float
    low: float | None
    high: float | None
    adds: float
    cost: float
    per_point: float

    @property
    def bias(self) -> float:
        return 1 - self.coverage


@dataclass(frozen=True)
class Target:
    """The least number of references with which the bias is at most that.

    `low` and `high` are its interval over the pilot's sentences (None beyond `MOST`, where no
    interval was asked for, and for a pilot of one sentence); `references` is None beyond `MOST`.
    """

    bias: float
    references: int | None
    low: int | None
    high: int | None
    cost: float | None


@dataclass(frozen=True)
class Plan:
    """What references cover and cost.

    sentences  how many are to be annotated
    price      of one annotation
    answers    mean number of answers to a sentence of the pilot (None: that is not known)
    budget     the money there is, and how many references it buys for every sentence
    """

    steps: tuple[Step, ...]
    targets: tuple[Target, ...]
    sentences: int
    price: float
    pilot: int
    answers: float | None
    settings: Settings
    budget: float | None
    affordable: Step | None


def check(
    *,
    references: Sequence[int],
    bias: Sequence[float],
    sentences: int,
    price: float,
    budget: float | None,
) -> None:
    """Refuse what no plan can be made of, before populations are estimated."""
    if sentences < 1:
        raise InputError(f"expected at least 1 sentence to annotate, found {sentences}")
    if not 0 < price < float("inf"):
        raise InputError(f"expected the price of an annotation, above 0, found {price:g}")
    if not references or min(references) < 1 or max(references) > MOST:
        raise InputError(
            f"expected numbers of references from 1 to {MOST}, found {sorted(set(references))}"
        )
    for target in bias:
        if not 0 < target < 1:
            raise InputError(
                f"a bias is a share between 0 and 1, not {target:g}",
                hint="0.5: a perfect corrector is found right in half of all sentences",
            )
    if budget is not None and _paid(budget, sentences, price) < 1:
        raise InputError(
            f"a budget of {budget:g} does not pay for one reference a sentence, which costs "
            f"{price * sentences:g}"
        )


def _paid(budget: float, sentences: int, price: float) -> int:
    """Return how many references a sentence the budget pays for."""
    return int(budget / (price * sentences) + 1e-9)


def plan(
    pilot: Sequence[Population],
    *,
    references: Sequence[int] = REFERENCES,
    bias: Sequence[float] = (0.5,),
    sentences: int = 1000,
    price: float = 0.1,
    budget: float | None = None,
    settings: Settings | None = None,
) -> Plan:
    """The coverage curve of a pilot, its price, and the references needed for a target."""
    used = settings or Settings()
    if not pilot:
        raise InputError("expected the populations of a pilot, found none")
    check(references=references, bias=bias, sentences=sentences, price=price, budget=budget)
    numbers = sorted(set(references))
    affordable = None
    if budget is not None:
        count = min(_paid(budget, sentences, price), MOST)
        affordable = _step(pilot, count, sentences, price, used)
    return Plan(
        tuple(_step(pilot, number, sentences, price, used) for number in numbers),
        tuple(_target(pilot, target, sentences, price, used) for target in sorted(bias)[::-1]),
        sentences,
        price,
        len(pilot),
        mean_answers(pilot),
        used,
        budget,
        affordable,
    )


def _step(
    pilot: Sequence[Population], references: int, sentences: int, price: float, settings: Settings
) -> Step:
    found = coverages(pilot, [references - 1, references])
    before, covered = map(float, found.accuracy)
    rows = np.column_stack([found.table[:, 1], np.ones(len(pilot))])
    interval = settings.intervals(rows, ratio).get("score")
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    adds = covered - before
    one = price * sentences
    return Step(
        references,
        covered,
        low,
        high,
        adds,
        one * references,
        one / (100 * adds) if adds > 0 else float("inf"),
    )


def _target(
    pilot: Sequence[Population], bias: float, sentences: int, price: float, settings: Settings
) -> Target:
    number = _first(lambda m: float(coverages(pilot, [m]).accuracy[0]) >= 1 - bias)
    low = high = None
    if settings.ci is not None and len(pilot) > 1:
        low, high = _interval(pilot, bias, settings)
    cost = None if number is None else number * price * sentences
    return Target(bias, number, low, high, cost)


def _first(reached: Callable[[int], bool]) -> int | None:
    """The first number of references of which that is true, as it is of all behind it."""
    if not reached(MOST):
        return None
    low, high = 0, 1
    while not reached(high):
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def _interval(
    pilot: Sequence[Population], bias: float, settings: Settings
) -> tuple[int | None, int | None]:
    """Percentiles of the number needed, over resamples of the pilot's sentences.

    Coverage is computed on a grid of numbers, and interpolated between them.
    """
    assert settings.ci is not None
    grid = np.unique(np.round(np.geomspace(1, MOST, 200)).astype(int))
    table = coverages(pilot, grid.tolist()).table
    curves = bootstrap_sums([table], settings.resamples, settings.seed)[0] / len(pilot)
    needed = np.sort([_crossing(grid, curve, 1 - bias) for curve in curves])
    tail = (1 - settings.ci / 100) / 2
    places = (tail * (len(needed) - 1), (1 - tail) * (len(needed) - 1))
    found = [float(needed[round(place)]) for place in places]
    low, high = (int(np.ceil(value)) if np.isfinite(value) else None for value in found)
    return low, high


def _crossing(grid: NDArray[np.int64], curve: Array, level: float) -> float:
    """Where a curve that grows reaches that level (infinity: it does not)."""
    k = int(np.searchsorted(curve, level))
    if k == len(curve):
        return float("inf")
    if k == 0:
        return float(grid[0])
    share = (level - curve[k - 1]) / (curve[k] - curve[k - 1])
    # Between grid points coverage is nearly straight in the logarithm.
    return float(grid[k - 1] * (grid[k] / grid[k - 1]) ** share)
