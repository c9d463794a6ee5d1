"""Scores as a figure."""

from __future__ import annotations

from corrigenda.evaluation.result import Result
from corrigenda.measures.contract import Measure
from corrigenda.report.figures import Figure, whiskers


def scores(
    result: Result,
    measure: str | Measure | None = None,
    *,
    ceiling: tuple[float, int] | None = None,
) -> Figure:
    """The systems by one measure (the first), each with its interval, the best on top.

    `ceiling` is what a perfect corrector gets, and with how many references: a line.
    """
    number = 0 if measure is None else result.measure_number(measure)
    chosen, cells = result.measures[number], result.cells[number]
    order = sorted(range(len(cells)), key=lambda s: -cells[s].score.value)
    if chosen.best == "min":
        order.reverse()
    rows = []
    for s in order:
        low, high = cells[s].low, cells[s].high
        interval = None if low is None or high is None else (low, high)
        rows.append((result.systems[s], cells[s].score.value, interval))
    level = result.settings.ci
    caption = f"{chosen} on {result.sentences} sentences"
    caption += "." if level is None else f", with {level:g} % confidence intervals."
    if ceiling is not None:
        value, references = ceiling
        many = f"{references} reference{'' if references == 1 else 's'}"
        caption += f" The line is what a perfect corrector gets with {many}: {value:.3f}."
    caption += f" {result.signature(chosen)}"
    line = None if ceiling is None else ceiling[0]
    return whiskers(rows, xlabel=chosen.label(), caption=caption, line=line)
