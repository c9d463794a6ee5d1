"""Every system against every other, as a matrix: differences, and what is significant of them."""

from __future__ import annotations

from collections.abc import Sequence

from corrigenda.evaluation.comparison import Comparison, Pair
from corrigenda.evaluation.views import marks, p_values
from corrigenda.measures.contract import Measure
from corrigenda.results.tables import Cell, Column, Table

Row = list[Cell | str | float | None]


def matrices(comparison: Comparison, test: str = "randomisation") -> list[Table]:
    """For each measure a matrix of differences, with marks, and one of corrected p-values."""
    found = []
    for measure, pairs in _by_measure(comparison).items():
        names = _names(pairs)
        found.append(
            Table(
                [Column("", align="left"), *(Column(name, signed=True) for name in names)],
                _differences(pairs, names, test),
                title=f"{measure}: row less column",
                notes=[
                    *_direction(measure),
                    "* p < 0.05, ** p < 0.01, *** p < 0.001 after Holm's correction",
                ],
            )
        )
        found.append(
            Table(
                [Column("", align="left"), *map(Column, names)],
                _p_values(pairs, names, test),
                title=f"{measure}: p after Holm's correction",
                notes=[
                    f"{_name(comparison, test)}, two-sided; corrected for {len(pairs)} pairs",
                    *comparison.too_few(test),
                    f"{comparison.signature}|test:{test}",
                ],
            )
        )
    return found


def in_one(comparison: Comparison, test: str = "randomisation") -> Table:
    """All measures' differences in one table, for CSV: marks have columns of their own."""
    names: list[str] = []
    rows: list[Row] = []
    for measure, pairs in _by_measure(comparison).items():
        names = _names(pairs)
        rows += [[str(measure), *row] for row in _differences(pairs, names, test)]
    columns = [Column("measure", align="left"), Column("system", align="left")]
    return Table([*columns, *map(Column, names)], rows)


def _by_measure(comparison: Comparison) -> dict[Measure, list[Pair]]:
    found: dict[Measure, list[Pair]] = {}
    for pair in comparison.pairs:
        found.setdefault(pair.measure, []).append(pair)
    return found


def _names(pairs: Sequence[Pair]) -> list[str]:
    return list(dict.fromkeys([pairs[0].a, *(pair.b for pair in pairs)]))


def _differences(pairs: Sequence[Pair], names: Sequence[str], test: str) -> list[Row]:
    cells: dict[tuple[str, str], Cell] = {}
    for pair in pairs:
        stars = marks(p_values(pair, test)[1])
        cells[pair.a, pair.b] = Cell(pair.paired.difference, marks=stars)
        cells[pair.b, pair.a] = Cell(-pair.paired.difference, marks=stars)
    return [[a, *(cells.get((a, b)) or Cell("") for b in names)] for a in names]


def _p_values(pairs: Sequence[Pair], names: Sequence[str], test: str) -> list[Row]:
    found: dict[tuple[str, str], Cell] = {}
    for pair in pairs:
        found[pair.a, pair.b] = found[pair.b, pair.a] = p_values(pair, test)[1]
    return [[a, *(found.get((a, b), "") for b in names)] for a in names]


def _direction(measure: Measure) -> list[str]:
    """What a difference means, if not that the higher score is better."""
    if measure.best == "min":
        return ["lower is better: a difference below 0 is in favour of the row"]
    return [] if measure.best else ["more is neither better nor worse"]


def _name(comparison: Comparison, test: str) -> str:
    if test == "bootstrap":
        return f"paired bootstrap, {comparison.resamples} resamples"
    return f"approximate randomisation, {comparison.trials} trials"
