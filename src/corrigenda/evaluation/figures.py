"""Scores and differences as figures."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import NamedTuple

from corrigenda.evaluation.comparison import Comparison
from corrigenda.evaluation.result import Result
from corrigenda.measures.contract import Measure
from corrigenda.report.figures import Figure, Value, Whiskers, whisker_panels


class Ceiling(NamedTuple):
    """A line to compare the scores of a measure with.

    value      where it is
    label      what is written above it
    caption    what it is, in sentences for the caption
    scores     the systems' scores that can be compared with it, if they are not those of the
               result: on the same sentences, with as many references
    signature  that of these scores
    """

    value: float
    label: str
    caption: str
    scores: Mapping[str, Value] | None = None
    signature: str = ""


def scores(
    result: Result,
    measure: str | Measure | None = None,
    *,
    ceiling: Ceiling | Mapping[str, Ceiling] | None = None,
) -> Figure:
    """Draw the systems' scores with their intervals: one measure, or a panel for each measure.

    Systems are in the same order in all panels, the best by the first measure on top (as they are
    given, if none is best). `ceiling` is drawn as a line: that of the only measure, or ceilings by
    the measures' text forms. A ceiling that has scores of its own, taken like it, replaces those of
    the result.
    """
    numbers = range(len(result.measures)) if measure is None else [result.measure_number(measure)]
    first = numbers[0]
    ceilings: Mapping[str, Ceiling] = {}
    if isinstance(ceiling, Ceiling):
        ceilings = {str(result.measures[first]): ceiling}
    elif ceiling is not None:
        ceilings = ceiling
    panels, sentences, signatures = [], [], []
    own = True  # are all scores those of the result?
    for number in numbers:
        chosen, cells = result.measures[number], result.cells[number]
        values: Mapping[str, Value] = {
            system: (
                cell.score.value,
                None if cell.low is None or cell.high is None else (cell.low, cell.high),
            )
            for system, cell in zip(result.systems, cells, strict=True)
        }
        title = str(chosen) if len(numbers) > 1 else ""
        panel = Whiskers(values, chosen.label(), title)
        top = ceilings.get(str(chosen))
        if top is not None:
            label = f"{top.label}: {top.value:.3f}"
            panel = panel._replace(values=top.scores or values, line=top.value, label=label)
            sentences.append(f"{title}: {top.caption}" if title else top.caption)
            own = own and top.scores is None
        panels.append(panel)
        signatures.append(top.signature if top and top.signature else result.signature(chosen))
    sign = {"max": -1, "min": 1, None: 0}[result.measures[first].best]
    order = sorted(result.systems, key=lambda system: sign * panels[0].values[system][0])
    level = result.settings.ci
    caption = _listed([str(result.measures[number]) for number in numbers])
    caption += f" on {result.sentences} sentences" if own else ""
    caption += "." if level is None else f", with {level:g} % confidence intervals."
    if len(numbers) > 1:
        caption += f" Systems are in the order of {result.measures[first]}."
    return whisker_panels(panels, order, caption=" ".join([caption, *sentences, *signatures]))


def differences(comparison: Comparison) -> Figure:
    """Draw the difference of every two systems with its interval, a panel for each measure."""
    by_measure: dict[Measure, dict[str, Value]] = {}
    for pair in comparison.pairs:
        interval = pair.paired.interval
        by_measure.setdefault(pair.measure, {})[f"{pair.a} - {pair.b}"] = (
            pair.paired.difference,
            (interval.low, interval.high) if isfinite(interval.low) else None,
        )
    panels = [
        Whiskers(values, f"difference in {measure.label()}", str(measure), 0.0)
        for measure, values in by_measure.items()
    ]
    caption = (
        f"Differences in {_listed(list(map(str, by_measure)))} between systems (first less "
        f"second), with {comparison.level:g} % confidence intervals. The line is no difference. "
        f"{comparison.signature}"
    )
    return whisker_panels(panels, list(next(iter(by_measure.values()))), caption=caption)


def _listed(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
