"""What an experiment gives: published and reproduced values side by side, and why they differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from corrigenda.report.figures import Figure as Drawn
    from corrigenda.results.figures import Figure
    from papers.shared import Shared

Verdict = Literal["same", "within", "corrected", "differs", "unpublished"]

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w)")


@dataclass(frozen=True)
class Row:
    """A value, or a few that belong together, as published and as reproduced.

    published   as it was printed, or as a released file has it: its digits say how exact it is.
                `>0.47` is a bound. Nothing, if no number was published for it.
    reproduced  a number for each one in `published`, in the same order
    tolerance   how far they may be apart and still agree; None: they round to the same digits
    reason      why they differ (or why a tolerance is needed)
    corrected   this is what should have been published: a defect of which the reason tells stands
                behind the published value

    >>> Row("P, R", "0.834, 0.857", (0.83399, 0.85669)).shown
    '0.8340, 0.8567'
    >>> Row("at M = 10", ">0.47", (0.461,)).verdict
    'differs'
    """

    name: str
    published: str
    reproduced: Sequence[float]
    tolerance: float | None = None
    reason: str = ""
    corrected: bool = False

    def __post_init__(self) -> None:
        count = len(_NUMBER.findall(self.published))
        if self.published and count != len(self.reproduced):
            raise ValueError(f"{self.name}: {count} published, {len(self.reproduced)} reproduced")

    @property
    def verdict(self) -> Verdict:
        if not self.published:
            return "unpublished"
        pairs = list(zip(_NUMBER.findall(self.published), self.reproduced, strict=True))
        if all(_same(text, value, self.published) for text, value in pairs):
            return "same"
        tolerance = self.tolerance
        if tolerance is not None and all(_within(text, value, tolerance) for text, value in pairs):
            return "within"
        return "corrected" if self.corrected else "differs"

    @property
    def shown(self) -> str:
        """The reproduced values, written as the published ones are, with a digit more."""
        if not self.published:
            return ", ".join(_written(value, 4) for value in self.reproduced)
        values = iter(self.reproduced)

        def replaced(found: re.Match[str]) -> str:
            decimals = _decimals(found[0])
            return _written(next(values), min(decimals + 1, 4) if decimals < 4 else decimals)

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


def _written(value: float, decimals: int) -> str:
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.{decimals}f}"


@dataclass(frozen=True)
class Findings:
    """What came out: rows, figures by the names of their files, and what should be known."""

    rows: Sequence[Row]
    figures: dict[str, Figure | Drawn] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def count(self, verdict: Verdict) -> int:
        return sum(row.verdict == verdict for row in self.rows)


@dataclass(frozen=True)
class Experiment:
    """A figure or table of a paper: `where` it is, what it shows, and how to get it again."""

    key: str
    where: str
    title: str
    run: Callable[[Shared], Findings]


@dataclass(frozen=True)
class Paper:
    """What was published, and what of it can be computed again."""

    key: str
    title: str
    cited: str
    experiments: Sequence[Experiment]


@dataclass(frozen=True)
class Outcome:
    """An experiment and what came of it; `skipped` says why nothing did."""

    experiment: Experiment
    findings: Findings | None = None
    skipped: str = ""
