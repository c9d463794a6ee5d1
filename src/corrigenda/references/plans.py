"""The study `plan`: how many references are needed, estimated from a pilot with a crowd.

The populations of the pilot's corrections say what M references cover, for any M (see
`population.coverage`): annotators work on their own, so references are drawn with replacement. What
they do not cover, 1 - A(M), is the bias: the share of a perfect corrector's sentences that exact
match would find wrong. Every reference to every sentence costs one annotation.

Intervals resample the pilot's sentences: with few of them, the number of references for a target is
known but roughly, and the plan says how roughly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.references.covered_mass import coverage_table
from corrigenda.references.crowd import Crowd
from corrigenda.references.populations import (
    BEYOND,
    Files,
    FromAnswers,
    Key,
    Method,
    Population,
    Populations,
    in_caption,
    is_beyond,
    mean_answers,
    populations_of,
)
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.resampling import Array, bootstrap_sums, ratio
from corrigenda.statistics.settings import Settings

REFERENCES = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100)
"""Numbers of references to show."""

MOST = 1_000_000
"""More references than that are no plan."""


@dataclass(frozen=True)
class Step:
    """So many references: what they cover and cost, and what a point more of coverage costs there.

    coverage      expected mass that they cover, with its interval over the pilot's sentences: the
                  accuracy of a perfect corrector
    bias          what is missing to 1
    adds          what the last of them added
    cost          of all annotations
    per_point     cost of one more percentage point of coverage, at the rate of the last reference
    extrapolated  the pilot has too few answers to say anything about so many references
    """

    references: int
    coverage: Estimate
    bias: float
    adds: float
    cost: float
    per_point: float
    extrapolated: bool


@dataclass(frozen=True)
class Target:
    """The least number of references with which the bias is at most that.

    `low` and `high` are its interval over the pilot's sentences (None beyond `MOST`, where no
    interval was asked for, and for a pilot of one sentence); `references` is None beyond `MOST`.
    It is `extrapolated` if the pilot has too few answers for that.
    """

    bias: float
    references: int | None
    low: int | None
    high: int | None
    cost: float | None
    extrapolated: bool


@dataclass(frozen=True)
class Plan(FromAnswers, title="How many references?"):
    """Coverage and cost by number of references.

    sentences  how many are to be annotated
    price      of one annotation
    answers    mean number of answers to a sentence of the pilot (None: that is not known)
    budget     what may be spent
    affordable the references that the budget buys for every sentence
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
    remarks: Sequence[Remark] = ()

    def sections(self) -> Iterator[Section]:
        columns = [
            Column("references"),
            Column("coverage"),
            Column("bias"),
            Column("last one adds", signed=True),
            Column("cost", decimals=2),
            Column("a point more costs", decimals=2),
            *([Column("", align="left")] if self.cautions else []),
        ]
        rows: list[TableRow] = [
            [
                *(step.references, Cell(*step.coverage), step.bias),
                *(step.adds, step.cost, step.per_point),
                *([BEYOND if step.extrapolated else ""] if self.cautions else []),
            ]
            for step in self.steps
        ]
        answers = "" if self.answers is None else f", {self.answers:.1f} answers each"
        yield self._section(
            Table(columns, rows, self.title),
            self._figure(),
            [
                f"cost: {self.sentences} sentences at {self.price:g} an annotation; a point more: "
                "one percentage point of coverage, at the rate of the last reference",
                f"pilot: {self.pilot} sentences{answers}; coverage is how often "
                "a perfect corrector is judged right by exact match, bias is 1 minus coverage",
                *self.settings.notes(self.pilot),
            ],
            self.advice,
        )

    @property
    def advice(self) -> list[str]:
        """Return what a person who plans an annotation round can act on."""
        said = [*self.cautions, *map(self._aim, self.targets)]
        if self.affordable is not None:
            step = self.affordable
            said.append(
                f"{self.budget:g} buys {counted(step.references, 'reference')} a sentence: a "
                f"perfect corrector is then judged right in {100 * step.coverage.value:.0f} % of "
                f"sentences, and the last reference adds {100 * step.adds:.2f} points"
                + (f" ({BEYOND})" if step.extrapolated else "")
            )
        return said

    def _aim(self, target: Target) -> str:
        share = f"{100 * (1 - target.bias):.0f} %"
        right = f"a perfect corrector is judged right in {share}"
        aim = f"for a bias of at most {target.bias:g} ({right})"
        if target.references is None:
            return f"{aim}, {MOST} references are not enough"
        between = ""
        if self.settings.ci is not None and self.pilot > 1:
            ends = ("more than a million" if e is None else e for e in (target.low, target.high))
            between = " (by this pilot, {} to {})".format(*ends)
        many = counted(target.references, "reference")
        beyond = f" ({BEYOND})" if target.extrapolated else ""
        return f"{aim}, collect {many} a sentence{between}: {target.cost:.2f} in all{beyond}"

    def _figure(self) -> Figure:
        """Return the figure of coverage against cost."""
        points = [Point(step.cost, *step.coverage) for step in self.steps]
        listed = ", ".join(str(step.references) for step in self.steps)
        cost = f"cost of {self.sentences} sentences at {self.price:g} an annotation"
        caption = (
            f"What references cover, and cost: points are {listed} references."
            f"{self.settings.whiskers('Band')}{in_caption(self.answers)}"
        )
        panel = Curves([Series("coverage", points)], Axis(cost, log=True), Axis("coverage"))
        return Figure(caption, [panel])

    def record(self) -> dict[str, Any]:
        return {**super().record(), "advice": self.advice}


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
                hint="0.5: a perfect corrector is judged right in half of all sentences",
            )
    if budget is not None and _paid(budget, sentences, price) < 1:
        raise InputError(
            f"a budget of {budget:g} does not pay for one reference per sentence, which costs "
            f"{price * sentences:g}",
            hint=f"it buys 1 reference for {int(budget / price + 1e-9)} sentences: plan for these, "
            f"sentences={int(budget / price + 1e-9)}"
            if budget >= price
            else f"one reference for one sentence costs {price:g}",
        )


def _paid(budget: float, sentences: int, price: float) -> int:
    """Return how many references a sentence the budget pays for."""
    return int(budget / (price * sentences) + 1e-9)


def plan(
    pilot: Populations | Sequence[Population] | Crowd | Iterable[Segment] | Files,
    *,
    key: Key = "exact",
    method: Method = "unseen",
    references: Sequence[int] = REFERENCES,
    bias: Sequence[float] = (0.5,),
    sentences: int = 1000,
    price: float = 0.1,
    budget: float | None = None,
    settings: Settings | None = None,
) -> Plan:
    """Return the coverage curve of a pilot, its price, and the references needed for a target.

    The pilot are populations, or what people wrote, or files of either; `key` and `method` say how
    populations are estimated (see `estimate`).
    """
    used = settings or Settings()
    check(references=references, bias=bias, sentences=sentences, price=price, budget=budget)
    remarks: Sequence[Remark] = ()
    if isinstance(pilot, list) and all(isinstance(one, Population) for one in pilot):
        populations: list[Population] = pilot
    else:
        known = populations_of(pilot, key, method)  # type: ignore[arg-type]
        populations, remarks = list(known.values()), known.remarks
    if not populations:
        raise InputError("expected the populations of a pilot, found none")
    numbers = sorted(set(references))
    affordable = None
    if budget is not None:
        count = min(_paid(budget, sentences, price), MOST)
        affordable = _step(populations, count, sentences, price, used)
    return Plan(
        tuple(_step(populations, number, sentences, price, used) for number in numbers),
        tuple(
            _target(populations, target, sentences, price, used) for target in sorted(bias)[::-1]
        ),
        sentences,
        price,
        len(populations),
        mean_answers(populations),
        used,
        budget,
        affordable,
        remarks,
    )


def _step(
    pilot: Sequence[Population], references: int, sentences: int, price: float, settings: Settings
) -> Step:
    table = coverage_table(pilot, [references - 1, references])
    before, covered = map(float, table.accuracy)
    rows = np.column_stack([table.table[:, 1], np.ones(len(pilot))])
    adds = covered - before
    one = price * sentences
    return Step(
        references,
        settings.estimate(covered, rows, ratio),
        1 - covered,
        adds,
        one * references,
        one / (100 * adds) if adds > 0 else float("inf"),
        table.extrapolated(references),
    )


def _target(
    pilot: Sequence[Population], bias: float, sentences: int, price: float, settings: Settings
) -> Target:
    number = _first(lambda m: float(coverage_table(pilot, [m]).accuracy[0]) >= 1 - bias)
    low = high = None
    if settings.ci is not None and len(pilot) > 1:
        low, high = _interval(pilot, bias, settings)
    cost = None if number is None else number * price * sentences
    beyond = is_beyond(number or MOST, mean_answers(pilot))
    return Target(bias, number, low, high, cost, beyond)


def _first(reached: Callable[[int], bool]) -> int | None:
    """Return the first number of references of which that is true, as it is of all after it."""
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
    """Return percentiles of the number needed, over resamples of the pilot's sentences.

    Coverage is computed on a grid of numbers, and interpolated between them.
    """
    assert settings.ci is not None
    grid = np.unique(np.round(np.geomspace(1, MOST, 200)).astype(int))
    table = coverage_table(pilot, grid.tolist()).table
    curves = bootstrap_sums([table], settings.resamples, settings.seed)[0] / len(pilot)
    needed = np.sort([_crossing(grid, curve, 1 - bias) for curve in curves])
    tail = (1 - settings.ci / 100) / 2
    places = (tail * (len(needed) - 1), (1 - tail) * (len(needed) - 1))
    bounds = [float(needed[round(place)]) for place in places]
    low, high = (int(np.ceil(value)) if np.isfinite(value) else None for value in bounds)
    return low, high


def _crossing(grid: NDArray[np.int64], curve: Array, level: float) -> float:
    """Return where a curve that grows reaches that level (infinity: it does not)."""
    k = int(np.searchsorted(curve, level))
    if k == len(curve):
        return float("inf")
    if k == 0:
        return float(grid[0])
    share = (level - curve[k - 1]) / (curve[k] - curve[k - 1])
    # Between grid points coverage is nearly straight in the logarithm.
    return float(grid[k - 1] * (grid[k] / grid[k - 1]) ** share)
