"""Differences between two results, cell by cell of the tables that both have.

This looks at sections alone, so it compares any two results of the same kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow, Tone, is_number

Key = tuple[str, ...]


@dataclass(frozen=True)
class Between(Finding):
    """Two results, the earlier one first, by the names of their files."""

    kind = "between"
    title = "What changed"

    old: Finding
    new: Finding
    names: tuple[str, str] = ("old", "new")

    def sections(self) -> Iterator[Section]:
        tables = list(self._tables())
        old, new = self.names
        notes = [
            "▲ and ▼: the two confidence intervals do not overlap. That is no test: to test a "
            "difference, score both outputs in one run and compare them."
        ]
        if tables:
            about = f"Each cell is the number in {new} less that in {old}."
            yield Section(self.title, about, details=[Section("", tables=tables, notes=notes)])
        else:
            said = f"No table has the same rows and columns in {old} and in {new}."
            yield Section(self.title, details=[Section("", verdicts=[said])])

    def _tables(self) -> Iterator[Table]:
        known = dict(_tables_of(self.old.sections()))
        for key, table in _tables_of(self.new.sections()):
            before = known.get(key)
            if before is not None and not table.matrix and not table.folded:
                compared = differences(before, table)
                if compared is not None:
                    yield compared


def differences(old: Table, new: Table) -> Table | None:
    """Return the new numbers less the old ones; None if nothing can be compared.

    Rows are matched by their first cell, columns by their headers.
    """
    places = {(c.group, c.header): j for j, c in enumerate(old.columns) if j}
    matched = [
        (j, places[c.group, c.header])
        for j, c in enumerate(new.columns)
        if j and (c.group, c.header) in places
    ]
    before = {row[0].value: row for row in old.cells}
    rows: list[TableRow] = []
    for row in new.cells:
        was = before.get(row[0].value)
        if was is not None:
            cells = [_difference(was[k], row[j], new.columns[j]) for j, k in matched]
            rows.append([row[0], *cells])
    kept = [n for n in range(len(matched)) if any(_value(row[n + 1]) is not None for row in rows)]
    if not kept:
        return None
    columns = [
        new.columns[0],
        *(replace(new.columns[matched[n][0]], signed=True, best=None, heat=False) for n in kept),
    ]
    rows = [[row[0], *(row[n + 1] for n in kept)] for row in rows]
    return Table(columns, rows, new.title)


def _difference(old: Cell, new: Cell, column: Column) -> Cell:
    if not (is_number(old.value) and is_number(new.value)):
        return Cell()
    gap = new.value - old.value
    digits = 0 if isinstance(new.value, int) else column.decimals
    detail = f"{old.value:.{digits}f} → {new.value:.{digits}f}"
    return Cell(gap, tone=_tone(old, new, column), detail=detail)


def _tone(old: Cell, new: Cell, column: Column) -> Tone:
    """Say better or worse only if both have intervals, and these are apart."""
    if old.low is None or old.high is None or new.low is None or new.high is None:
        return ""
    if new.low <= old.high and old.low <= new.high:
        return "level"
    if column.best is None:
        return "differs"
    return "better" if (new.low > old.high) == (column.best == "max") else "worse"


def _value(cell: object) -> object:
    return cell.value if isinstance(cell, Cell) else cell


def _tables_of(
    sections: Iterator[Section] | Sequence[Section], *path: str
) -> Iterator[tuple[Key, Table]]:
    """Yield all tables with their addresses: titles of sections, and the number in the last."""
    for section in sections:
        for n, table in enumerate(section.tables):
            yield (*path, section.title, str(n)), table
        yield from _tables_of(section.details, *path, section.title)
