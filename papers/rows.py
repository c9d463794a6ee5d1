"""Published and reproduced values side by side, with a verdict by one rule and a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from numbers import Integral
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from scipy.stats import t as student  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from corrigenda.results.figures import Figure
    from papers.shared import Shared

Verdict = Literal["same", "within", "corrected", "differs", "unpublished"]
Kind = Literal["score", "count"]

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)")


class Spread(NamedTuple):
    """The mean over random draws, and the 95 % prediction interval of one more draw."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        """Return the mean and the interval: mean ± t s sqrt(1 + 1/n).

        >>> Spread.of([0.0, 1.0, 2.0])
        Spread(mean=1.0, low=-3.968..., high=5.968...)
        """
        n = len(values)
        mean, deviation = float(np.mean(values)), float(np.std(values, ddof=1))
        reach = float(student.ppf(0.975, n - 1)) * deviation * (1 + 1 / n) ** 0.5
        return Spread(mean, mean - reach, mean + reach)


@dataclass(frozen=True)
class Row:
    """A value, or a few that belong together, as published and as reproduced.

    published   as printed, or as a released file has it: the digits say how exact it is.
                `>0.47` is a bound. Empty if no number was published.
    reproduced  one number for each number in `published`, in the same order. Whole numbers of type
                int are counts (of edits, words, sentences); all others are scores.
    tolerance   the largest difference that counts as close
    intervals   (low, high) for each value, where chance plays a part: close is what was published
                inside them
    reason      why the values differ (or why a tolerance is needed)
    corrected   the published value has a defect, which the reason names, and this value does not

    >>> Row("P, R", "0.834, 0.857", (0.83399, 0.85669)).shown
    '0.8340, 0.8567'
    >>> Row("at M = 10", ">0.47", (0.461,)).verdict
    'differs'
    >>> Row("drawn", "0.47", (0.44,), intervals=[(0.42, 0.46)]).shown
    '0.440 [0.420, 0.460]'
    """

    name: str
    published: str
    reproduced: Sequence[float]
    tolerance: float | None = None
    reason: str = ""
    corrected: bool = False
    intervals: Sequence[tuple[float, float]] = ()

    def __post_init__(self) -> None:
        count = len(_NUMBER.findall(self.published))
        if self.published and count != len(self.reproduced):
            raise ValueError(f"{self.name}: {count} published, {len(self.reproduced)} reproduced")
        if self.intervals and len(self.intervals) != len(self.reproduced):
            raise ValueError(f"{self.name}: an interval is needed for each value, or none")
        if self.intervals and self.tolerance is not None:
            raise ValueError(f"{self.name}: a tolerance or intervals, not both")

    @property
    def kind(self) -> Kind:
        """What the row holds: counts (whole numbers) or scores."""
        return "count" if all(isinstance(x, Integral) for x in self.reproduced) else "score"

    @property
    def verdict(self) -> Verdict:
        if not self.published:
            return "unpublished"
        printed = _NUMBER.findall(self.published)
        pairs = list(zip(printed, self.reproduced, strict=True))
        if all(_same(text, value, self.published) for text, value in pairs):
            return "same"
        tolerance = self.tolerance
        if tolerance is not None and all(_within(text, value, tolerance) for text, value in pairs):
            return "within"
        if self.intervals and all(
            low <= float(text) <= high
            for text, (low, high) in zip(printed, self.intervals, strict=True)
        ):
            return "within"
        return "corrected" if self.corrected else "differs"

    @property
    def shown(self) -> str:
        """The reproduced values, written as the published ones are, with one more digit."""
        values = zip_longest(self.reproduced, self.intervals)
        if not self.published:
            return ", ".join(_with_interval(*value, 4) for value in values)

        def replaced(found: re.Match[str]) -> str:
            decimals = _decimals(found[0])
            return _with_interval(*next(values), min(decimals + 1, 4) if decimals < 4 else decimals)

        return _NUMBER.sub(replaced, self.published.lstrip(">").removeprefix("about "))


def many(count: int, noun: str = "reference") -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


def _same(text: str, value: float, published: str) -> bool:
    """Does it round to what was printed, or keep within its bound?"""
    if published.startswith(">"):
        return value > float(text)
    return _within(text, value, 0.5 * 10.0 ** -_decimals(text))


def _within(text: str, value: float, tolerance: float) -> bool:
    return abs(float(text) - value) <= tolerance + 1e-9


def _with_interval(value: float, interval: tuple[float, float] | None, decimals: int) -> str:
    if interval is None:
        return _written(value, decimals)
    low, high = (_written(bound, decimals) for bound in interval)
    return f"{_written(value, decimals)} [{low}, {high}]"


def _written(value: float, decimals: int) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.{decimals}f}"


@dataclass(frozen=True)
class Findings:
    """The result of an experiment: rows, figures by their file names, and notes."""

    rows: Sequence[Row]
    figures: dict[str, Figure] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def count(self, verdict: Verdict, kind: Kind | None = None) -> int:
        return sum(row.verdict == verdict and kind in (None, row.kind) for row in self.rows)


@dataclass(frozen=True)
class Experiment:
    """A figure or table of a paper: `where` it is, what it shows, and how to compute it."""

    key: str
    where: str
    title: str
    run: Callable[[Shared], Findings]


@dataclass(frozen=True)
class Paper:
    """A publication: the experiments that are computed again, and those that cannot be.

    absent  what is left out: where it is in the paper, and why
    """

    key: str
    title: str
    cited: str
    experiments: Sequence[Experiment]
    absent: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """An experiment and its findings; `skipped` says why there are none."""

    experiment: Experiment
    findings: Findings | None = None
    skipped: str = ""
