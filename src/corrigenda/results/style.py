"""Style of tables and figures: percent or fractions, digits, columns, captions.

    result.styled(percent=True, digits=1, columns=["F0.5"], caption="CoNLL-2014.").to_latex()

A style changes what tables show, never what was computed: JSON and saved results stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.results.finding import Around, Finding
from corrigenda.results.sections import Section, key
from corrigenda.results.signature import is_signature
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.results.words import hundredfold

if TYPE_CHECKING:
    from corrigenda.results.figures import Figure

MOST_DIGITS = 15
UNCHANGED = "unchanged source"
MAIN = ""
"""The caption of the table that was asked for."""


@dataclass(frozen=True)
class Style:
    """Settings of printing tables.

    `percent` multiplies scores between 0 and 1 by 100, in tables, figures and verdicts. `digits`
    are decimals of scores in tables (default: 4, in percent 2). `columns` are the headers to show,
    or patterns of them, beside the names of rows.
    Without `unchanged`, the row of the unchanged source is left out.
    `captions` replace titles: by kind of finding or by section, `MAIN` for the first table of what
    was asked for. A `bare` table has no verdicts and no signatures, but all notes that say what its
    numbers are (LaTeX and Typst keep signatures as comments).
    """

    percent: bool = False
    digits: int | None = None
    columns: Sequence[str] = ()
    captions: Mapping[str, str] = field(default_factory=dict)
    bare: bool = False
    unchanged: bool = True

    def __post_init__(self) -> None:
        if self.digits is not None and not 0 <= self.digits <= MOST_DIGITS:
            raise InputError(
                f"digits must be between 0 and {MOST_DIGITS}, not {self.digits}",
                hint="for example digits=1",
            )

    def section(self, section: Section) -> Section:
        """Return a section in this style."""
        signatures = [*section.signatures] if self.bare else []
        hidden = {
            table.columns[j].header
            for table in (*section.tables, *section.in_text)
            for j in {*range(len(table.columns))} - {*self._shown(table)}
        }
        return replace(
            section,
            notes=[note for note in section.notes if note.partition(":")[0] not in hidden],
            verdicts=() if self.bare else section.verdicts,
            signatures=() if self.bare else section.signatures,
            tables=[self.table(table, signatures) for table in section.tables],
            in_text=[self.table(table, signatures) for table in section.in_text],
            figures=list(map(self.figure, section.figures)),
            details=[self.section(detail) for detail in section.details],
        )

    def table(self, table: Table, signatures: Sequence[str] = ()) -> Table:
        """Return a table in this style; `signatures` are kept as comments."""
        if not self.unchanged:
            table = _without_unchanged(table)
        shown = self._shown(table)
        shares = [
            [
                self.percent and (column.unit == "share" or row[j].share)
                for j, column in enumerate(table.columns)
            ]
            for row in table.cells
        ]
        columns = [
            self._column(column, any(row[j] for row in shares))
            for j, column in enumerate(table.columns)
        ]
        rows = [
            [_percent(row[j]) if of_row[j] else row[j] for j in shown]
            for row, of_row in zip(table.cells, shares, strict=True)
        ]
        notes = [note for note in table.notes if not (self.bare and is_signature(note))]
        dropped = [note for note in table.notes if self.bare and is_signature(note)]
        in_percent = [_whose(table, j, [row[j] for row in shares]) for j in shown]
        if any(in_percent):
            notes.append(f"in percent: {', '.join(dict.fromkeys(filter(None, in_percent)))}")
        return replace(
            table,
            columns=[columns[j] for j in shown],
            rows=rows,
            notes=notes,
            comments=[*table.comments, *signatures, *dropped],
        )

    def figure(self, figure: Figure) -> Figure:
        """Return a figure in this style: in percent, if tables are."""
        return figure.in_percent() if self.percent else figure

    def unknown(self, tables: Sequence[Table]) -> list[str]:
        """Return the columns that none of the tables has."""
        headers = [column for table in tables for column in table.columns]
        return [
            wanted for wanted in self.columns if not any(_is(column, wanted) for column in headers)
        ]

    def _shown(self, table: Table) -> list[int]:
        """Return the places of the columns to show: all, if none of those wanted is there."""
        everything = range(len(table.columns))
        wanted = [j for j in everything if any(_is(table.columns[j], one) for one in self.columns)]
        names = next((j for j in everything if table.columns[j].align != "left"), len(everything))
        if not wanted or set(wanted) <= set(range(names)):
            return list(everything)
        return sorted({*range(max(names, 1)), *wanted})

    def _column(self, column: Column, in_percent: bool) -> Column:
        decimals = max(column.decimals - 2, 0) if in_percent else column.decimals
        if self.digits is not None and (column.unit in ("score", "share") or in_percent):
            decimals = self.digits
        return replace(column, decimals=decimals)


def _without_unchanged(table: Table) -> Table:
    """Return a table without the row of the unchanged source, which is one of those apart."""
    first = len(table.rows) - table.apart
    rows = [
        row
        for i, row in enumerate(table.rows)
        if i < first or str(table.cells[i][0].value).strip("()") != UNCHANGED
    ]
    return replace(table, rows=rows, apart=len(rows) - first)


def _whose(table: Table, j: int, shares: Sequence[bool]) -> str:
    """Return what of a column is in percent: its header, with the rows if it is not all of them."""
    header = table.columns[j].header
    if table.columns[j].unit == "share" or all(shares):
        return header if any(shares) else ""
    rows = dict.fromkeys(
        str(row[0].value) for row, share in zip(table.cells, shares, strict=True) if share
    )
    if table.matrix:  # the diagonal is empty
        return "differences" if rows else ""
    return f"{header} by {', '.join(rows)}" if rows else ""


def _is(column: Column, wanted: str) -> bool:
    names = (column.header, f"{column.group} {column.header}".strip(), column.group)
    pattern = re.sub(r"\[", "[[]", wanted.casefold())  # of patterns, only * and ? are meant
    return any(fnmatch(name.casefold(), pattern) for name in names)


def _percent(cell: Cell) -> Cell:
    value = cell.value if isinstance(cell.value, str) else hundredfold(cell.value)
    return replace(cell, value=value, low=hundredfold(cell.low), high=hundredfold(cell.high))


class Styled(Around):
    """A finding whose tables are printed in a style."""

    def __init__(self, finding: Finding, style: Style, *, main: bool = True) -> None:
        self.finding = finding.in_percent() if style.percent else finding
        self.style, self.main = style, main

    @property
    def inner(self) -> Finding:
        return self.finding

    def sections(self) -> Iterator[Section]:
        first = True
        for section in self.finding.sections():
            caption = self._caption(section, first)
            yield _captioned(self.style.section(section), caption)
            first = False

    def _caption(self, section: Section, first: bool) -> str | None:
        captions = self.style.captions
        own = captions.get(key(section.title))
        if own is None and first:
            own = captions.get(self.finding.kind, captions.get(MAIN) if self.main else None)
        return own

    def complete(self) -> Finding:
        return Styled(self.finding.complete(), self.style, main=self.main)

    def figures(self) -> list[Figure]:
        return list(map(self.style.figure, self.finding.figures()))

    def plot(self, name: str = "") -> Figure:
        return self.style.figure(self.finding.plot(name))

    def one_table(self) -> Table:
        return self.style.table(self.finding.one_table())

    def record(self) -> dict[str, Any]:
        return self.finding.record()


def _captioned(section: Section, caption: str | None) -> Section:
    """Return a section whose first table has this title."""
    if caption is None:
        return section
    if section.tables:
        first, *rest = section.tables
        return replace(section, tables=[replace(first, title=caption), *rest])
    if section.in_text:
        first, *rest = section.in_text
        return replace(section, in_text=[replace(first, title=caption), *rest])
    return section


def captions(texts: Sequence[str]) -> dict[str, str]:
    """Return captions by what they belong to: `types=TEXT`, or TEXT for the main table.

    >>> captions(["All systems.", "types=By type."])
    {'': 'All systems.', 'types': 'By type.'}
    """
    by_table: dict[str, str] = {}
    for text in texts:
        named = re.match(r"([a-z][a-z-]+)=", text)
        where, caption = (named[1], text[named.end() :]) if named else (MAIN, text)
        if where in by_table:
            what = repr(where) if where else "the main table"
            raise InputError(
                f"two captions are given for {what}", hint="name the other one: types=TEXT"
            )
        by_table[where] = caption.strip()
    return by_table
