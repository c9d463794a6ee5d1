"""Scores and differences as figures."""

from __future__ import annotations

from collections.abc import Mapping

from corrigenda.evaluation.comparison import Comparison
from corrigenda.evaluation.result import Result
from corrigenda.measures.contract import Measure
from corrigenda.report.figures import Figure, Value, Whiskers, whisker_panels

Ceiling = tuple[float, int]
"""A ceiling, and with how many references it was taken."""


def scores(
    result: Result,
    measure: str | Measure | None = None,
    *,
    ceiling: Ceiling | Mapping[str, Ceiling] | None = None,
) -> Figure:
    """Draw the systems' scores with their intervals: one measure, or a panel for each measure.

    Systems are in the same order in all panels, the best by the first measure on top. `ceiling` is
    what a perfect corrector gets: that of the only measure, or ceilings by the measures' text
    forms. It is drawn as a line.
    """
    numbers = range(len(result.measures)) if measure is None else [result.measure_number(measure)]
    first = numbers[0]
    ceilings: Mapping[str, Ceiling] = {}
    if isinstance(ceiling, Mapping):
        ceilings = ceiling
    elif ceiling is not None:
        ceilings = {str(result.measures[first]): ceiling}
    order = sorted(range(len(result.systems)), key=lambda s: -result.cells[first][s].score.value)
    if result.measures[first].best == "min":
        order.reverse()
    panels, sentences = [], []
    for number in numbers:
        chosen, cells = result.measures[number], result.cells[number]
        values: dict[str, Value] = {}
        for system, cell in zip(result.systems, cells, strict=True):
            none = cell.low is None or cell.high is None
            values[system] = (cell.score.value, None if none else (cell.low, cell.high))  # type: ignore[assignment]
        line, references = ceilings.get(str(chosen), (None, 0))
        title = str(chosen) if len(numbers) > 1 else ""
        panels.append(Whiskers(values, chosen.label(), title, line))
        if line is not None:
            many = f"{references} reference{'' if references == 1 else 's'}"
            where = f" in the panel of {chosen}" if len(numbers) > 1 else ""
            sentences.append(
                f"The line{where} is what a perfect corrector gets with {many}: {line:.3f}."
            )
    level = result.settings.ci
    names = _listed([str(result.measures[number]) for number in numbers])
    caption = f"{names} on {result.sentences} sentences"
    caption += "." if level is None else f", with {level:g} % confidence intervals."
    if len(numbers) > 1:
        caption += f" Systems are in the order of {result.measures[first]}."
    signatures = [result.signature(result.measures[number]) for number in numbers]
    return whisker_panels(
        panels,
        [result.systems[s] for s in order],
        caption=" ".join([caption, *sentences, *signatures]),
    )


def differences(comparison: Comparison) -> Figure:
    """Draw the difference of every two systems with its interval, a panel for each measure."""
    by_measure: dict[Measure, dict[str, Value]] = {}
    for pair in comparison.pairs:
        interval = pair.paired.interval
        by_measure.setdefault(pair.measure, {})[f"{pair.a} - {pair.b}"] = (
            pair.paired.difference,
            (interval.low, interval.high),
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
