"""Differences between results, cell by cell of the tables that all of them have.

This looks at sections alone, so it compares any results of the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from corrigenda.measures.contract import Array
from corrigenda.measures.registry import measure
from corrigenda.plugins import declared
from corrigenda.results.finding import Finding, Saved, load
from corrigenda.results.plain_data import from_text
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow, Tone, is_number
from corrigenda.results.words import counted
from corrigenda.statistics.paired import holm, randomisation_p

Key = tuple[str, ...]
Significant = Callable[[str, Column], bool | None]


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
            "▲ and ▼: significant (p < 0.05) by approximate randomisation on the same sentences, "
            f"after Holm's correction for {counted(len(self.tests), 'difference')}."
            if self.tests
            else "▲ and ▼: the two confidence intervals do not overlap. That is no test: to test a "
            "difference, save both results from the same sentences and references, with --json."
        ]
        if tables:
            about = f"Each cell is the number in {new} less that in {old}."
            yield Section(self.title, about, details=[Section("", tables=tables, notes=notes)])
        else:
            said = f"No table has the same rows and columns in {old} and in {new}."
            yield Section(self.title, details=[Section("", verdicts=[said])])

    @cached_property
    def tests(self) -> dict[tuple[str, str], bool]:
        """Whether the two scores of a system by a measure differ significantly, if rows of the same
        sentences were saved with both results."""
        return tested(*(getattr(one, "data", {}) for one in (self.old, self.new)))

    def _tables(self) -> Iterator[Table]:
        known = dict(_tables_of(self.old.sections()))
        for key, table in _tables_of(self.new.sections()):
            before = known.get(key)
            if before is not None and not table.matrix and not table.folded:
                compared = differences(before, table, self._test_of(key))
                if compared is not None:
                    yield compared

    def _test_of(self, key: Key) -> Significant:
        """Return what tells whether a row's number in a column of some table was tested."""

        def significant(row: str, column: Column) -> bool | None:
            for name in (column.header, column.group, *key[-2:-1]):
                if (row, name) in self.tests:
                    return self.tests[row, name]
            return None

        return significant


@dataclass(frozen=True)
class Course(Finding):
    """Several results, the earliest first: the scores of each row over all of them."""

    kind = "course"
    title = "Over time"

    results: Sequence[Finding]
    names: Sequence[str]

    def sections(self) -> Iterator[Section]:
        tables = list(self._tables())
        if tables:
            about = f"From {self.names[0]} to {self.names[-1]}, in the order they were given."
            yield Section(self.title, about, details=[Section("", tables=tables)])
        else:
            said = "No table has the same rows and columns in all results."
            yield Section(self.title, details=[Section("", verdicts=[said])])

    def _tables(self) -> Iterator[Table]:
        by_result = [dict(_tables_of(one.sections())) for one in self.results]
        for key, table in by_result[-1].items():
            same = [known.get(key) for known in by_result]
            if table.matrix or table.folded or any(one is None for one in same):
                continue
            for j, column in enumerate(table.columns):
                if j and (j == 1 or _is_followed(column, table.columns[j - 1])):
                    course = self._course(column, [one for one in same if one is not None])
                    if course is not None:
                        yield replace(course, title=table.title or column.group)

    def _course(self, column: Column, tables: Sequence[Table]) -> Table | None:
        """Return one score of all rows: a column for each result."""
        by_result = [_column_of(table, column) for table in tables]
        names = dict.fromkeys(name for cells in by_result for name in cells)
        shown = [name for name in names if any(_number(of.get(name)) for of in by_result)]
        if not shown:
            return None
        header = f"{column.group} {column.header}".strip()
        columns = [
            tables[-1].columns[0],
            *(replace(column, header=name, group=header, heat=False) for name in self.names),
        ]
        return Table(columns, [[name, *(of.get(name) for of in by_result)] for name in shown])


def _is_followed(column: Column, before: Column) -> bool:
    """Return whether a column is one to follow over time: a score or a part of it, or a count that
    rules of a gate name by itself."""
    return (
        column.group != before.group
        or column.best is not None
        or column.header.lower() in declared("number")
    )


def _column_of(table: Table, column: Column) -> dict[str, Cell]:
    """Return the cells of a column by the names of their rows."""
    for j, one in enumerate(table.columns):
        if (one.group, one.header) == (column.group, column.header):
            return {str(row[0].value): row[j] for row in table.cells}
    return {}


def _number(cell: Cell | None) -> bool:
    return cell is not None and is_number(cell.value)


# --- files ----------------------------------------------------------------------------------------


class FromFile(Saved):
    """A saved result whose sections say which file they are from."""

    def __init__(self, saved: Saved, name: str) -> None:
        super().__init__(saved.data)
        self.name = name

    def sections(self) -> Iterator[Section]:
        for section in super().sections():
            yield replace(section, title=f"{section.title} ({self.name})")


def of_files(files: Sequence[Path]) -> list[Finding]:
    """Return what a page of saved results shows, each under the name of its file if there are
    several of a kind: these are also shown over time."""
    loaded = [load(file) for file in files]
    names = names_of(files)
    shown: list[Finding] = []
    for kind in dict.fromkeys(one.kind for one in loaded):
        same = [k for k, one in enumerate(loaded) if one.kind == kind]
        if len(same) > 1:
            shown.append(Course([loaded[k] for k in same], [names[k] for k in same]))
            shown += [FromFile(loaded[k], names[k]) for k in same]
        else:
            shown.append(loaded[same[0]])
    return shown


def names_of(files: Sequence[Path]) -> list[str]:
    """Return the names of the files, with folders if these are the same."""
    names = [file.name for file in files]
    return names if len(set(names)) == len(names) else [str(file) for file in files]


# --- tests ----------------------------------------------------------------------------------------


TRIALS = 2000
LEVEL = 0.05
_NO_SCORE = ("ci:", "bs:", "seed:")
"""What signatures say of intervals, on which no score depends."""


def tested(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[tuple[str, str], bool]:
    """Return which scores differ significantly between two saved results, by system and measure:
    approximate randomisation on the rows of the same sentences, with Holm's correction."""
    before, after = old.get("paired"), new.get("paired")
    if not before or not after or before["digests"] != after["digests"]:
        return {}
    pairs: dict[tuple[str, str], float] = {}
    for name, about in new["measures"].items():
        earlier = old["measures"].get(name)
        if earlier is None or _scores(earlier["signature"]) != _scores(about["signature"]):
            continue
        one = measure(name)
        for system in new["systems"]:
            texts = [of["rows"][name].get(system) for of in (before, after)]
            if one.best is not None and None not in texts:
                rows = [one.resampled_rows(_rows(text)) for text in texts]
                p, _ = randomisation_p(rows[1], rows[0], one.values, trials=TRIALS)
                pairs[system, name] = p
    corrected = holm(list(pairs.values()))
    return {pair: p < LEVEL for pair, p in zip(pairs, corrected, strict=True)}


def _rows(text: str) -> Array:
    return from_text(text, text.count(";") + 1)


def _scores(signature: str) -> list[str]:
    return [part for part in signature.split("|") if not part.startswith(_NO_SCORE)]


def _untested(row: str, column: Column) -> bool | None:
    return None


def differences(old: Table, new: Table, significant: Significant = _untested) -> Table | None:
    """Return the new numbers less the old ones; None if nothing can be compared.

    Rows are matched by their first cell, columns by their headers. `significant` knows of the row
    and column of a difference whether it is (None: it was not tested).
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
            cells = [
                _difference(
                    was[k], row[j], new.columns[j], significant(str(row[0].value), new.columns[j])
                )
                for j, k in matched
            ]
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


def _difference(old: Cell, new: Cell, column: Column, significant: bool | None) -> Cell:
    if not (is_number(old.value) and is_number(new.value)):
        return Cell()
    gap = new.value - old.value
    digits = 0 if isinstance(new.value, int) else column.decimals
    detail = f"{old.value:.{digits}f} → {new.value:.{digits}f}"
    return Cell(gap, tone=_tone(old, new, column, significant), detail=detail)


def _tone(old: Cell, new: Cell, column: Column, significant: bool | None) -> Tone:
    """Say better or worse if a test does; if there is none, only if both have intervals, and these
    are apart."""
    if significant is not None and column.best is not None:
        higher = _value(new) > _value(old)  # type: ignore[operator]
        return "level" if not significant else _judged(higher, column)
    if old.low is None or old.high is None or new.low is None or new.high is None:
        return ""
    if new.low <= old.high and old.low <= new.high:
        return "level"
    if column.best is None:
        return "differs"
    return _judged(new.low > old.high, column)


def _judged(higher: bool, column: Column) -> Tone:
    return "better" if higher == (column.best == "max") else "worse"


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
