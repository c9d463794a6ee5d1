"""The scores of a result: its table, its figure, its section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from corrigenda.evaluation import ranking
from corrigenda.evaluation.changes import UNCHANGED, ChangeRate
from corrigenda.measures.contract import Measure
from corrigenda.results.figures import Axis, Dot, Dots, Figure
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted, listed

if TYPE_CHECKING:
    from corrigenda.evaluation.cells import ScoreCell as Scored
    from corrigenda.evaluation.result import Result

TITLE = "Scores"
SHORT = {"precision": "P", "recall": "R", "tp": "TP", "fp": "FP", "fn": "FN", "tn": "TN"}
RATE, WORDS = "change rate", "words changed"
"""How much a system changes: against annotators, or, without references, of all words."""

CHANGED = {
    RATE: "words the system changes, divided by words annotators change",
    WORDS: "the share of words that the system changes",
}
"""What they are."""

Groups = Mapping[str, Mapping[str, str]]
"""By measure and system, the letters of the groups that cannot be told apart."""


def section(
    result: Result,
    groups: Groups | None = None,
    verdicts: Mapping[str, Sequence[str]] | None = None,
) -> Section:
    """Return the section of scores, with verdicts and groups by measure if systems were compared.

    Text formats print one table; pages show each measure with its definition and its figure.
    """
    parts = [
        _measure(
            result,
            measure,
            (groups or {}).get(str(measure), {}),
            (verdicts or {}).get(str(measure), ()),
        )
        for measure in result.measures
    ]
    return Section(
        TITLE,
        in_text=[table(result)],
        notes=notes(result),
        signatures=[result.signature(measure) for measure in result.measures],
        details=parts,
    )


def _measure(
    result: Result, measure: Measure, groups: Mapping[str, str], verdicts: Sequence[str]
) -> Section:
    drawn = figure(result, [measure])
    dots = [dot for panel in drawn.panels if isinstance(panel, Dots) for dot in panel.dots]
    order = [dot.label for dot in dots]
    shown = table(result, [measure], groups=groups, title=f"{measure} by system", order=order)
    alone = len(dots) < 2 and all(dot.estimate.interval is None for dot in dots)
    return Section(
        str(measure),
        about=measure.definition(),
        verdicts=verdicts,
        tables=[shown],
        figures=[] if alone else [drawn],
    )


def about(result: Result) -> str:
    """Return what was evaluated on what."""
    fewest, most = result.references
    many = counted(most, "reference") if fewest == most else f"{fewest} to {most} references"
    where = result.corpus_name or "a corpus in memory"
    text = f"{counted(result.size, result.unit)} of {where}, {many} per {result.unit}."
    level = result.settings.ci
    return text if level is None else f"{text} Brackets hold {level:g} % confidence intervals."


# --- the table ------------------------------------------------------------------------------------


def table(
    result: Result,
    measures: Sequence[Measure] | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    title: str = "",
    order: Sequence[str] | None = None,
) -> Table:
    """Return systems in rows; of each measure the score with its interval, its parts, its counts.

    The unchanged source is the last row. Beside measures that compare with the source alone stands
    how much each system changes. `groups` are the letters of systems by the only measure; `order`
    is that of the systems, by default as they were given.
    """
    numbers = [result.measure_number(measure) for measure in measures or result.measures]
    rows: list[TableRow] = []
    for name in order or result.systems:
        s = result.systems.index(name)
        cells = [result.cells[m][s] for m in numbers]
        rows.append([name, *_row(result, numbers, name, result.change(s), cells, groups)])
    unchanged = [result.unchanged_cells[m] for m in numbers]
    apart = any(unchanged)
    if apart:
        name, change = result.unchanged_name, UNCHANGED if result.changing else None
        rows.append([name, *_row(result, numbers, name, change, unchanged, groups)])
    columns = [Column("system", align="left"), *_columns(result, numbers, groups, title)]
    return Table(columns, rows, title, apart=int(apart))


def headers(measures: Sequence[Measure]) -> Table | None:
    """Return a table with all columns that scores may have, before anything is scored; None if a
    measure needs a parser to tell."""
    columns = [Column("system", align="left")]
    for measure in measures:
        parts = measure.part_names()
        if parts is None:
            return None
        names = [measure.label(), *parts, *measure.shown_counts]
        columns += [Column(SHORT.get(name, name), group=str(measure)) for name in names]
    if any("references" not in measure.needs for measure in measures):
        columns += [Column(RATE), Column(WORDS)]
    return Table(columns, [])


def _columns(
    result: Result, numbers: Sequence[int], groups: Mapping[str, str] | None, title: str
) -> list[Column]:
    columns = []
    for m in numbers:
        measure = result.measures[m]
        name = "" if title else str(measure)
        columns.append(
            Column(measure.label(), group=name, best=measure.best, unit=measure.unit_of())
        )
        columns += [Column("group", "left", name)] if groups else []
        parts = result.cells[m][0].score.parts
        columns += [
            Column(SHORT.get(part, part), group=name, unit=measure.unit_of(part)) for part in parts
        ]
        columns += [Column(SHORT.get(count, count), group=name) for count in measure.shown_counts]
        columns += _changing(result, numbers, m, title)
    return columns


def _changing(result: Result, numbers: Sequence[int], m: int, title: str = "") -> list[Column]:
    """Return the column of how much systems change, after the last of the measures that compare
    with the source alone."""
    beside = [k for k in numbers if result.against(result.measures[k]) == "source"]
    if not result.changing or not beside or m != beside[-1]:
        return []
    group = str(result.measures[m]) if len(beside) == 1 and not title else ""
    if result.changing == RATE:
        return [Column(RATE, group=group, decimals=2)]
    return [Column(WORDS, group=group, unit="share")]


def _row(
    result: Result,
    numbers: Sequence[int],
    name: str,
    change: ChangeRate | None,
    cells: Sequence[Scored | None],
    groups: Mapping[str, str] | None,
) -> TableRow:
    row: list[Cell | str | float | None] = []
    for m, cell in zip(numbers, cells, strict=True):
        measure, parts = result.measures[m], result.cells[m][0].score.parts
        mark = result.marks.mark(str(measure), name) if result.marks else ""
        row.append(Cell() if cell is None else Cell(*cell.estimate, marks=mark))
        row += [groups.get(name, "–")] if groups else []
        if cell is None:
            row += [None] * (len(parts) + len(measure.shown_counts))
        else:
            row += cell.score.parts.values()
            row += [whole(cell.score.counts[count]) for count in measure.shown_counts]
        if _changing(result, numbers, m):
            row.append(None if change is None else _changed(result, change))
    return row


def _changed(result: Result, change: ChangeRate) -> float | None:
    return change.rate if result.changing == RATE else change.words


def notes(result: Result) -> list[str]:
    """Return what to know of the numbers in the table."""
    said = [f"{name}: lower is better" for name in _falling(result.measures)]
    said += [f"{one}: {text}" for one in result.measures if (text := one.about_score())]
    said += dict.fromkeys(
        f"{part}: {measure.part_notes[part]}"
        for measure, cells in zip(result.measures, result.cells, strict=True)
        for part in (*cells[0].score.parts, *measure.shown_counts)
        if part in measure.part_notes
    )
    said += result.settings.notes(result.size, result.unit)
    said += [result.marks.note] if result.marks else []
    record = result.summary()
    said += filter(None, (ranking.no_gain(record, name) for name in record["measures"]))
    if result.changing:
        said.append(f"{result.changing}: {CHANGED[result.changing]}")
    return [*said, *result.noted]


def _falling(measures: Sequence[Measure]) -> list[str]:
    """Return the names of measures of which less is better: nobody expects it of a score."""
    return [str(measure) for measure in measures if measure.best == "min"]


def whole(number: float) -> float:
    """Return a whole number as one: counts print without decimals."""
    return int(number) if isfinite(number) and number == int(number) else number


# --- the figure -----------------------------------------------------------------------------------


def figure(result: Result, measures: Sequence[Measure] | None = None) -> Figure:
    """Draw the systems' scores with their intervals, a panel for each measure.

    Systems are in the order of the first measure, the best on top (as they are given, if none is
    best).
    """
    chosen = measures or result.measures
    panels = []
    for measure in chosen:
        cells = result.cells[result.measure_number(measure)]
        dots = [Dot(s, cell.estimate) for s, cell in zip(result.systems, cells, strict=True)]
        sign = {"max": -1, "min": 1, None: 0}[measure.best]
        dots.sort(key=lambda dot: sign * dot.estimate.value)
        panels.append(Dots(dots, Axis.of(measure), str(measure)))
    level = result.settings.ci
    caption = f"{listed([str(m) for m in chosen])} on {counted(result.size, result.unit)}"
    caption += "." if level is None else f", with {level:g} % confidence intervals."
    if len(panels) > 1:
        caption += f" Systems are in the order of {chosen[0]}."
    caption += "".join(f" {name}: lower is better." for name in _falling(chosen))
    signatures = " ".join(result.signature(measure) for measure in chosen)
    return Figure(caption, panels, "scores", signatures)
