"""Style of tables and figures: percent or fractions, digits, columns, captions.

    result.styled(percent=True, digits=1, columns=["F0.5"], caption="CoNLL-2014.").to_latex()

A style changes what tables show, never what was computed: JSON and saved results stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any, Literal

from corrigenda.errors import InputError
from corrigenda.results.finding import Around, Finding
from corrigenda.results.sections import Section, key
from corrigenda.results.signature import is_signature
from corrigenda.results.tables import Cell, Column, Table, Typeset
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
    A column may be renamed: "F0.5=F".
    `captions` replace titles: by kind of finding or by section, `MAIN` for the first table of what
    was asked for; `labels` are for references to them. `$...$` in captions and new headers is
    mathematics. LaTeX may break a `long` table across pages. A `bare` table has no
    verdicts and no signatures, but all notes that say what its numbers are (LaTeX and Typst keep
    signatures as comments).
    """

    percent: bool = False
    digits: int | None = None
    columns: Sequence[str] = ()
    captions: Mapping[str, str] = field(default_factory=dict)
    bare: bool = False
    unchanged: bool = True
    labels: Mapping[str, str] = field(default_factory=dict)
    long: bool = False

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
        of_columns = [[row[j] for row in shares] for j in range(len(table.columns))]
        table = replace(table, columns=list(map(self._renamed, table.columns)))
        columns = list(map(self._column, table.columns, of_columns))
        rows = [
            [_percent(row[j], not columns[j].percent) if of_row[j] else row[j] for j in shown]
            for row, of_row in zip(table.cells, shares, strict=True)
        ]
        notes = [note for note in table.notes if not (self.bare and is_signature(note))]
        dropped = [note for note in table.notes if self.bare and is_signature(note)]
        in_percent = [_whose(table, j, of_columns[j]) for j in shown]
        if any(in_percent):
            note = f"in percent: {', '.join(dict.fromkeys(filter(None, in_percent)))}"
            given = any(isinstance(columns[j].header, Typeset) for j in shown)
            notes.append(Typeset(note) if given else note)
        return replace(
            table,
            columns=[columns[j] for j in shown],
            rows=rows,
            notes=notes,
            long=self.long,
            comments=[*table.comments, *signatures, *dropped],
        )

    def figure(self, figure: Figure) -> Figure:
        """Return a figure in this style: in percent, if tables are."""
        return figure.in_percent() if self.percent else figure

    def unknown(self, tables: Sequence[Table]) -> list[str]:
        """Return the columns that none of the tables has."""
        headers = [column for table in tables for column in table.columns]
        wanted = [renaming(text)[0] for text in self.columns]
        return [name for name in wanted if not any(_is(column, name) for column in headers)]

    def names(self, headers: Sequence[str]) -> bool:
        """Return whether one of these headers is wanted."""
        return len(self.unknown([Table([Column(h) for h in headers], [])])) < len(self.columns)

    def check(self, tables: Sequence[Table]) -> None:
        """Refuse columns that none of the tables has."""
        unknown = self.unknown(tables)
        if unknown:
            columns = [column for table in tables for column in table.columns]
            headers = dict.fromkeys([*(c.header for c in columns), *(c.group for c in columns)])
            raise InputError(
                f"no table has a column {', '.join(map(repr, unknown))}",
                hint=f"there are {', '.join(filter(None, headers))}",
            )

    def _renamed(self, column: Column) -> Column:
        """Return a column with the header that is wanted, and with that of its group."""
        new = column
        for name, text in map(renaming, self.columns):
            if text and _is(column, name):
                header = _meant(column, name) == "header"
                new = (
                    replace(new, header=Typeset(text))
                    if header
                    else replace(new, group=Typeset(text))
                )
        return new

    def _shown(self, table: Table) -> list[int]:
        """Return the places of the columns to show: all, if none of those wanted is there."""
        everything = range(len(table.columns))
        asked: list[tuple[set[int], bool]] = []
        for name, text in map(renaming, self.columns):
            found = {j for j in everything if _is(table.columns[j], name)}
            only_group = all(_meant(table.columns[j], name) == "group" for j in found)
            asked.append((found, bool(text) and only_group))
        wanted = {j for found, regrouped in asked if not regrouped for j in found}
        for found, _ in asked:  # a group that is renamed shows all, unless columns of it are chosen
            wanted |= found if not found & wanted else set()
        names = next((j for j in everything if table.columns[j].align != "left"), len(everything))
        if wanted <= set(range(names)):
            return list(everything)
        return sorted({*range(max(names, 1)), *wanted})

    def _column(self, column: Column, shares: Sequence[bool]) -> Column:
        in_percent = any(shares)
        decimals = max(column.decimals - 2, 0) if in_percent else column.decimals
        if self.digits is not None and (column.unit in ("score", "share") or in_percent):
            decimals = self.digits
        whole = in_percent and (column.unit == "share" or all(shares))
        return replace(column, decimals=decimals, percent=whole)


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


def renaming(text: str) -> tuple[str, str]:
    """Return the name of a column, and its new header, if it gets one.

    >>> renaming("M2 F0.5=M$^2$"), renaming("SARI(preset=easse)=SARI"), renaming("P")
    (('M2 F0.5', 'M$^2$'), ('SARI(preset=easse)', 'SARI'), ('P', ''))
    """
    depth = 0
    for k, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "=" and depth == 0:
            return text[:k].strip(), text[k + 1 :].strip()
    return text, ""


def _meant(column: Column, wanted: str) -> Literal["header", "group"]:
    """Return what a name of this column names: the column, or all of its group."""
    return (
        "group"
        if not _is(replace(column, group=""), wanted)
        and _is(Column("", group=column.group), wanted)
        else "header"
    )


def _is(column: Column, wanted: str) -> bool:
    both = f"{column.group} {column.header}".strip()
    names = [column.header, both, column.group]
    if re.fullmatch(r"F[\d.]+", column.header):  # or by F alone, as in other tools
        names.append("F")
    pattern = re.sub(r"\[", "[[]", wanted.casefold())  # of patterns, only * and ? are meant
    return any(fnmatch(name.casefold(), pattern) for name in names)


def _percent(cell: Cell, mixed: bool) -> Cell:
    """Return a share in percent; in a column of `mixed` units, the cell says so."""
    value = cell.value if isinstance(cell.value, str) else hundredfold(cell.value)
    low, high = hundredfold(cell.low), hundredfold(cell.high)
    return replace(cell, value=value, low=low, high=high, unit="%" if mixed else "")


class Styled(Around):
    """A finding whose tables are printed in a style."""

    def __init__(self, finding: Finding, style: Style, *, main: bool = True) -> None:
        self.finding = finding.in_percent() if style.percent else finding
        self.style, self.main = style, main

    @property
    def inner(self) -> Finding:
        return self.finding

    def sections(self) -> Iterator[Section]:
        for n, section in enumerate(self.finding.sections()):
            caption, label = (
                self._own(texts, section, n == 0)
                for texts in (self.style.captions, self.style.labels)
            )
            changes: dict[str, str] = {} if caption is None else {"title": Typeset(caption)}
            changes |= {"label": label} if label is not None else {}
            yield _with_first_table(self.style.section(section), changes)

    def _own(self, texts: Mapping[str, str], section: Section, first: bool) -> str | None:
        """Return the caption or the label of a section."""
        own = texts.get(key(section.title))
        if own is None and first:
            own = texts.get(self.finding.kind, texts.get(MAIN) if self.main else None)
        return own

    def __getitem__(self, key: Any) -> Any:
        """Return what the finding has under this name: a style changes no number."""
        return self.finding[key]  # type: ignore[index]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.finding, name)

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


def _with_first_table(section: Section, changes: Mapping[str, Any]) -> Section:
    """Return a section with changes to its first table."""
    if section.tables:
        first, *rest = section.tables
        return replace(section, tables=[replace(first, **changes), *rest])
    if section.in_text:
        first, *rest = section.in_text
        return replace(section, in_text=[replace(first, **changes), *rest])
    return section


def captions(texts: Sequence[str], what: str = "captions") -> dict[str, str]:
    """Return captions (or labels) by what they belong to: `types=TEXT`, or TEXT for the main table.

    >>> captions(["All systems.", "types=By type."])
    {'': 'All systems.', 'types': 'By type.'}
    """
    by_table: dict[str, str] = {}
    for text in texts:
        named = re.match(r"([a-z][a-z-]+)=", text)
        where, caption = (named[1], text[named.end() :]) if named else (MAIN, text)
        if where in by_table:
            table = repr(where) if where else "the main table"
            raise InputError(
                f"two {what} are given for {table}", hint="name the other one: types=TEXT"
            )
        by_table[where] = caption.strip()
    return by_table
