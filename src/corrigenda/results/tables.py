"""Tables, printed as plain text, Markdown, LaTeX, Typst, CSV or HTML, or on a terminal.

    table = Table(
        [Column("system", align="left"), Column("M2", best="max")],
        [["AMU", Cell(0.3501, low=0.3312, high=0.3688, marks="*")], ["CAMB", 0.3733]],
        title="CoNLL-2014",
        notes=["M2(beta=0.5)|refs:2"],
    )
    print(table)

Names come from file names and annotators' types, so each format escapes what it is given.
"""

from __future__ import annotations

import csv
import html
import io
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeGuard

from rich.cells import cell_len

from corrigenda.edits import NO_MATHEMATICS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from corrigenda.results.terminal import Terminal

Value = str | float | None
Tone = Literal["", "better", "worse", "differs", "level"]

_EXTRA = ("unit", "marks", "bound", "low", "high")
"""What of a cell has a column of its own in a CSV, where it is needed."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its header, the header it shares with its neighbours (`group`), how it prints.

    `best` says which numbers are bold, the highest or the lowest (all that print alike). Whole
    numbers print as they are, others with `decimals` digits, and with their sign if `signed`. Pages
    shade the cells of `heat` columns, which are shares of 1, by their size. The numbers of a
    `score` column are those that papers print; a `share` is a score that may be printed in percent
    (see `results.style`); a `p` too small for its decimals prints as a bound.
    """

    header: str
    align: Literal["left", "right", "center"] = "right"
    group: str = ""
    best: Literal["max", "min"] | None = None
    decimals: int = 4
    signed: bool = False
    heat: bool = False
    unit: Literal["", "score", "share", "p"] = ""
    percent: bool = False
    """Is all of it in percent? CSV has no notes, so its headers say so."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A text or a number (None: nothing to show), its interval, its significance marks.

    A number that is a `bound` prints as one, rounded up: < 0.0005.
    On pages, `tone` colours the cell, `detail` stands beneath it in small print, and `link` is the
    address on the page that a row's name leads to. A `share` may be printed in percent, whatever
    its column holds besides.
    """

    value: Value = None
    low: float | None = None
    high: float | None = None
    marks: str = ""
    bound: Literal["", "<"] = ""
    tone: Tone = ""
    detail: str = ""
    share: bool = False
    link: str = ""
    unit: Literal["", "%"] = ""
    """The unit, in a column that has several."""


class Typeset(str):
    """A caption or a header that the user gives: `$...$` in it is mathematics."""

    __slots__ = ()


class CellParts(NamedTuple):
    """The printed parts of a cell: value, marks and interval, cleaned but not escaped."""

    value: str
    marks: str
    interval: str


TableRow = Sequence[Cell | Value]


@dataclass(frozen=True)
class Table:
    """Columns, rows of cells (bare values will do), a title above and notes below.

    The first column names the rows. The last `apart` rows are there to compare with (those of
    annotators, say): they are set apart and do not compete for a column's best. A `matrix` compares
    rows with columns; a `folded` table is closed on a page until one opens it.
    """

    columns: Sequence[Column]
    rows: Sequence[TableRow]
    title: str = ""
    notes: Sequence[str] = ()
    apart: int = 0
    matrix: bool = False
    folded: bool = False
    comments: Sequence[str] = ()
    """What only the source of a typeset table says, beside it."""

    label: str = ""
    """What other parts of a typeset text refer to it by."""

    long: bool = False
    """May LaTeX break it across pages?"""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row has {len(row)} cells, not {len(self.columns)}: {row!r}")

    def __repr__(self) -> str:
        shown = self.title or ", ".join(column.header for column in self.columns if column.header)
        return f"<Table: {shown}; {len(self.rows)} row{'' if len(self.rows) == 1 else 's'}>"

    def __str__(self) -> str:
        return self.plain().rstrip("\n")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self.rich().__rich_console__(console, options)

    def _repr_html_(self) -> str:
        return self.html()

    # --- what all formats share ------------------------------------------------------------------

    @cached_property
    def cells(self) -> list[list[Cell]]:
        return [[c if isinstance(c, Cell) else Cell(c) for c in row] for row in self.rows]

    @cached_property
    def parts(self) -> list[list[CellParts]]:
        """What each cell prints."""
        return [
            [_parts(c, k) for c, k in zip(row, self.columns, strict=True)] for row in self.cells
        ]

    @cached_property
    def groups(self) -> list[tuple[str, int, int]]:
        """Return runs of columns with the same group as (name, start, end)."""
        runs = []
        at = 0
        for name, run in groupby(c.group for c in self.columns):
            size = len(list(run))
            runs.append((type(name)(one_line(name)), at, at + size))
            at += size
        return runs

    @property
    def is_grouped(self) -> bool:
        return any(c.group for c in self.columns)

    @cached_property
    def bodies(self) -> list[range]:
        """The numbers of the rows, in one group or two."""
        end = len(self.rows) - self.apart
        return [body for body in (range(end), range(end, len(self.rows))) if body]

    @cached_property
    def best(self) -> set[tuple[int, int]]:
        """TableRow and column of each number that prints as its column's best does."""
        places = set()
        competing = self.cells[: len(self.cells) - self.apart]
        for j, column in enumerate(self.columns):
            numbers = {i: v for i, row in enumerate(competing) if is_number(v := row[j].value)}
            if column.best and len(numbers) > 1:
                pick: Callable[..., int] = max if column.best == "max" else min
                shown = self.parts[pick(numbers, key=lambda i: numbers[i])][j].value
                places |= {(i, j) for i in numbers if self.parts[i][j].value == shown}
        return places

    # --- text ------------------------------------------------------------------------------------

    def plain(self) -> str:
        """Return aligned text for pipes and files: nothing is cut, nothing depends on a
        terminal."""
        bodies, widths = [], []
        for j, column in enumerate(self.columns):
            cells = [row[j] for row in self.parts]
            value, marks, interval = (
                max((cell_len(cell[k]) for cell in cells), default=0) for k in range(3)
            )
            body = []
            for cell in cells:
                text = _pad(cell.value, value, column.align) + _pad(cell.marks, marks, "left")
                if interval:
                    text += " " + _pad(cell.interval, interval, "left")
                body.append(text)
            bodies.append(body)
            widths.append(max([cell_len(one_line(column.header)), *map(cell_len, body)]))
        for name, start, end in self.groups:  # a group's name must fit above its columns
            spare = sum(widths[start:end]) + 2 * (end - start - 1)
            widths[end - 1] += max(0, cell_len(name) - spare)
        lines = [one_line(self.title), ""] if self.title else []
        if self.is_grouped:
            spans = [(n, sum(widths[a:b]) + 2 * (b - a - 1)) for n, a, b in self.groups]
            lines.append("  ".join(_pad(n, w, "center") for n, w in spans))
            lines.append("  ".join(("-" if n else " ") * w for n, w in spans))
        heads = [one_line(c.header) for c in self.columns]
        for k, row in enumerate((heads, *zip(*bodies, strict=True))):
            padded = zip(row, widths, self.columns, strict=True)
            lines.append("  ".join(_pad(text, w, c.align) for text, w, c in padded))
            if k == 0:
                lines.append("  ".join("-" * w for w in widths))
        lines += ["", *map(one_line, self.notes)] if self.notes else []
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def rich(self) -> Terminal:
        """Return the table for `rich.print`, for any width of the terminal."""
        from corrigenda.results.terminal import Terminal

        return Terminal(self)

    def markdown(self) -> str:
        """Return a pipe table (GitHub's Markdown); groups become part of the headers."""
        lines = [f"**{escaped(self.title)}**", ""] if self.title else []
        rules = {"left": ":--", "right": "--:", "center": ":-:"}
        lines.append(_row(escaped(_header(c)) for c in self.columns))
        lines.append("|" + "|".join(rules[c.align] for c in self.columns) + "|")
        for i, row in enumerate(self.parts):
            texts = []
            for j, (value, marks, interval) in enumerate(row):
                bold = "**" if (i, j) in self.best else ""
                text = f"{bold}{escaped(value)}{bold}{escaped(marks)}"
                texts.append(f"{text} {interval}".rstrip())
            lines.append(_row(texts))
        for note in self.notes:
            # A note that begins as a heading, a list or a quotation does must not become one.
            lines += ["", re.sub(r"^([#+-]|\d+(?=[.)]))", r"\\\1", escaped(note))]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """Return comma-separated values at full precision; low, high, marks and bound (`<`, if the
        value is one) have their own columns.

        Text that a spreadsheet would take for a formula gets an apostrophe in front.
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows(map(_csv, row) for row in self.records())
        return out.getvalue()

    def records(self) -> list[list[Value]]:
        """Return the headers and the rows as plain values; low, high and marks have columns of
        their own, where there are any."""
        columns = list(zip(*self.cells, strict=True)) or [()] * len(self.columns)
        extra = [
            [n for n in _EXTRA if any(getattr(c, n) not in (None, "") for c in k)] for k in columns
        ]
        header: list[Value] = [
            name + (" (%)" if column.percent and n not in ("marks", "bound") else "")
            for column, more in zip(self.columns, extra, strict=True)
            for n in ("", *more)
            for name in [f"{_header(column)} {n}".rstrip()]
        ]
        rows: list[list[Value]] = [
            [
                value
                for cell, more in zip(row, extra, strict=True)
                for value in (cell.value, *(getattr(cell, m) for m in more))
            ]
            for row in self.cells
        ]
        return [header, *rows]

    # --- typeset ---------------------------------------------------------------------------------

    def latex(self) -> str:
        """Return a `table` for a paper that loads `booktabs`, or a `longtable`; the best number of
        a column is bold."""
        packages = "booktabs,longtable" if self.long else "booktabs"
        lines = [rf"% \usepackage{{{packages}}}"]
        lines += [f"% {one_line(text)}" for text in self.comments]
        caption = rf"\caption{{{_latex_text(self.title)}}}" if self.title else ""
        label = rf"\label{{{_LABEL.sub('-', self.label)}}}" if self.label else ""
        aligned = "".join(c.align[0] for c in self.columns)
        head = [r"\toprule", *self._latex_head(), r"\midrule"]
        notes = [rf"\par\smallskip{{\footnotesize {_latex_note(note)}\par}}" for note in self.notes]
        if self.long:
            lines.append(rf"\begin{{longtable}}{{{aligned}}}")
            lines += [f"{caption}{label}" + r" \\"] if caption else []
            lines += [*head, r"\endfirsthead", *head, r"\endhead", *self._latex_rows()]
            lines += [r"\bottomrule", r"\end{longtable}"]
            lines += [r"\begin{center}", *notes, r"\end{center}"] if notes else []
            return "\n".join(lines) + "\n"
        lines += [r"\begin{table}[t]", r"\centering", *filter(None, (caption, label))]
        lines += [rf"\begin{{tabular}}{{{aligned}}}", *head, *self._latex_rows()]
        lines += [r"\bottomrule", r"\end{tabular}", *notes, r"\end{table}"]
        return "\n".join(lines) + "\n"

    def _latex_head(self) -> list[str]:
        lines = []
        if self.is_grouped:
            heads = [
                rf"\multicolumn{{{b - a}}}{{c}}{{{_latex_text(n)}}}" if n else " & " * (b - a - 1)
                for n, a, b in self.groups
            ]
            lines.append(" & ".join(heads) + r" \\")
            rules = [rf"\cmidrule(lr){{{a + 1}-{b}}}" for n, a, b in self.groups if n]
            lines.append(" ".join(rules))
        return [*lines, " & ".join(_latex_text(c.header) for c in self.columns) + r" \\"]

    def _latex_rows(self) -> list[str]:
        lines = []
        for i, row in enumerate(self.parts):
            if self.apart and i == len(self.parts) - self.apart:
                lines.append(r"\midrule")
            texts = []
            for j, (value, marks, interval) in enumerate(row):
                number = is_number(self.cells[i][j].value)
                text = re.sub("[-<]", r"$\g<0>$", value) if number else _latex(value)
                text = rf"\textbf{{{text}}}" if (i, j) in self.best else text
                text += rf"\textsuperscript{{{_latex(marks)}}}" if marks else ""
                if interval:
                    text += rf" {{\scriptsize {interval.replace('-', '$-$')}}}"
                texts.append(text)
            lines.append(" & ".join(texts) + r" \\")
        return lines

    def typst(self) -> str:
        """Return a `figure` with a table, for Typst; the best number of a column is bold."""
        aligned = ", ".join(c.align for c in self.columns)
        lines = [f"// {one_line(text)}" for text in self.comments]
        lines += ["#figure(", "  table(", f"    columns: {len(self.columns)},"]
        lines += [f"    align: ({aligned},),", "    stroke: none,", "    table.hline(),"]
        if self.is_grouped:
            spans = [
                f"table.cell(colspan: {b - a}, align: center)[{_typst_text(n)}]"
                for n, a, b in self.groups
            ]
            lines.append(f"    {', '.join(spans)},")
        heads = [_typst_text(c.header) for c in self.columns]
        lines += [f"    {', '.join(f'[{head}]' for head in heads)},", "    table.hline(),"]
        for i, row in enumerate(self.parts):
            if self.apart and i == len(self.parts) - self.apart:
                lines.append("    table.hline(),")
            texts = []
            for j, (value, marks, interval) in enumerate(row):
                text = f"*{_typst(value)}*" if (i, j) in self.best else _typst(value)
                text += f"#super[{_typst(marks)}]" if marks else ""
                text += f" #text(size: 0.8em)[{_typst(interval)}]" if interval else ""
                texts.append(f"[{text}]")
            lines.append(f"    {', '.join(texts)},")
        lines += ["    table.hline(),", "  ),"]
        said = [_typst_text(text) for text in (self.title, *self.notes) if text]
        lines += ["  caption: [" + r" \ ".join(said) + "],"] if said else []
        label = f" <{_LABEL.sub('-', self.label)}>" if self.label else ""
        return "\n".join([*lines, f"){label}"]) + "\n"

    def html(self) -> str:
        """Return a fragment for notebooks and web pages: one `<table>`, no scripts."""
        lines = [f'<table class="corrigenda {NO_MATHEMATICS}">']
        if self.title:
            lines.append(f"<caption>{_html_text(self.title)}</caption>")
        lines.append("<thead>")
        if self.is_grouped:
            heads = [
                f'<th colspan="{b - a}" scope="colgroup" style="text-align:center">{_html(n)}</th>'
                if n
                else f'<td colspan="{b - a}"></td>'
                for n, a, b in self.groups
            ]
            lines.append(f"<tr>{''.join(heads)}</tr>")
        styles = [f' style="text-align:{c.align}"' for c in self.columns]
        names = zip(self.columns, styles, strict=True)
        heads = [
            f'<th scope="col"{style}>{head}</th>'
            for column, style in names
            for head in [_html_text(column.header)]
        ]
        lines += [f"<tr>{''.join(heads)}</tr>", "</thead>", "<tbody>"]
        for i, row in enumerate(self.parts):
            if self.apart and i == len(self.parts) - self.apart:
                lines += ["</tbody>", "<tbody>"]
            texts = []
            for j, (value, marks, interval) in enumerate(row):
                text = f"<b>{_html(value)}</b>" if (i, j) in self.best else _html(value)
                text += f"<sup>{_html(marks)}</sup>" if marks else ""
                if interval:
                    text += f' <small style="white-space:nowrap">{interval}</small>'
                tag = 'th scope="row"' if j == 0 else "td"
                texts.append(f"<{tag}{styles[j]}>{text}</{tag[:2]}>")
            lines.append(f"<tr>{''.join(texts)}</tr>")
        lines.append("</tbody>")
        if self.notes:
            notes = "<br/>".join(map(_html, self.notes))
            # A signature is one long word, which must not make the table as wide as it is.
            style = 'style="text-align:left;overflow-wrap:anywhere"'
            span = f'colspan="{len(self.columns)}" {style}'
            lines.append(f"<tfoot><tr><td {span}><small>{notes}</small></td></tr></tfoot>")
        return "\n".join([*lines, "</table>"]) + "\n"


def _header(column: Column) -> str:
    return f"{column.group} {column.header}".strip()


def together(tables: Sequence[Table]) -> Table:
    """Return several tables as one, for CSV.

    Tables of the same rows go side by side. All others go below each other, with a title in
    each row: columns of the same name are one column, and a row is empty where its table lacks a
    column.
    """
    if len(tables) == 1:
        return tables[0]
    columns: dict[tuple[str, str], Column] = {}
    for table in tables:
        for column in table.columns:
            columns.setdefault((column.group, column.header), column)
    rows = [
        [
            {
                (column.group, column.header): cell
                for column, cell in zip(table.columns, row, strict=True)
            }
            for row in table.cells
        ]
        for table in tables
    ]
    if _same_rows(rows):
        beside = [
            {k: c for row in of_tables for k, c in row.items()}
            for of_tables in zip(*rows, strict=True)
        ]
        return Table(list(columns.values()), [[row[key] for key in columns] for row in beside])
    return Table(
        [Column("table", align="left"), *columns.values()],
        [
            [Cell(table.title), *(row.get(key, Cell()) for key in columns)]
            for table, of_table in zip(tables, rows, strict=True)
            for row in of_table
        ],
    )


def _same_rows(tables: Sequence[Sequence[Mapping[tuple[str, str], Cell]]]) -> bool:
    """Return whether the columns that all tables have identify the rows, and are the same in all
    tables."""
    if not all(tables):
        return False
    shared = [key for key in tables[0][0] if all(key in rows[0] for rows in tables)]
    names = [[tuple(row[key] for key in shared) for row in rows] for rows in tables]
    own = all(len(rows[0]) > len(shared) for rows in tables)
    return own and len(set(names[0])) == len(names[0]) and all(n == names[0] for n in names)


# --- what a cell prints --------------------------------------------------------------------------


def is_number(value: Any) -> TypeGuard[float]:
    """Return whether it is a number that can be printed."""
    return isinstance(value, Real) and isfinite(value)


def _parts(cell: Cell, column: Column) -> CellParts:
    interval = ""
    if is_number(cell.low) and is_number(cell.high):
        interval = f"[{_number(cell.low, column)}, {_number(cell.high, column)}]"
    value = cell.value
    if isinstance(value, str):
        text = one_line(value)
    elif value is None or not isfinite(value):
        text = "–"
    else:
        text = _number(value, column)
        if cell.bound or (column.unit == "p" and value > 0 and not float(text)):
            text = _bound(value, column)
    return CellParts(text, one_line(cell.marks), interval)


def _bound(value: float, column: Column) -> str:
    """Return `value` as an upper bound, rounded up."""
    scale = 10**column.decimals
    return f"< {math.ceil(value * scale * (1 - 1e-9)) / scale:.{column.decimals}f}"


def _number(value: Any, column: Column) -> str:  # numpy's integers are no `int`, but Integral
    if isinstance(value, Integral):
        return f"{value:+d}" if column.signed and value else f"{value:d}"
    text = f"{value:{'+' if column.signed else ''}.{column.decimals}f}"
    return text if float(text) else text.lstrip("+-")  # no -0.0000


_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def one_line(text: str) -> str:
    """Return `text` on one line; what could steer a terminal or turn a line around becomes
    U+FFFD."""
    return _UNPRINTABLE.sub("\ufffd", " ".join(text.split()))


def _pad(text: str, width: int, align: str) -> str:
    spare = width - cell_len(text)
    left = {"left": 0, "right": spare, "center": spare // 2}[align]
    return " " * left + text + " " * (spare - left)


# --- escaping ------------------------------------------------------------------------------------


def _row(texts: Iterable[str]) -> str:
    return f"| {' | '.join(texts)} |"


def escaped(text: str) -> str:
    """Return `text` on one line, as Markdown prints it literally."""
    return re.sub(r"([\\`*_\[\]<>|&~$])", r"\\\1", one_line(text))


def _html(text: str) -> str:
    return html.escape(one_line(text))


def _csv(value: Value) -> Value:
    if isinstance(value, str):
        text = one_line(value)
        return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
    return value if value is not None and isfinite(value) else ""


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
    "[": "{[}",  # bare, it would be the optional argument of the \\ before it
    "]": "{]}",
    "*": "{*}",  # likewise
    "\ufffd": "?",  # what could not be printed; LaTeX cannot print its sign, either
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


_F = re.compile(r"\bF(\d+(?:\.\d+)?)\b")
"""F with its beta, which is typeset as an index."""


_LABEL = re.compile(r"[^A-Za-z0-9:._+-]")
"""What a label cannot have."""

_MATHEMATICS = re.compile(r"(\$(?=\S)(?:\\.|[^$\\])+(?<=\S)\$(?!\d))")
"""Mathematics, as opposed to sums of money: $5 and $6."""


def _mixed(text: str, escape: Callable[[str], str], indexed: str) -> str:
    """Return text with F and its index; mathematics in what the user gives stays as it is."""
    if not isinstance(text, Typeset):
        return _F.sub(indexed, escape(text))
    parts = _MATHEMATICS.split(one_line(text))  # every other part is mathematics
    return "".join(
        part if k % 2 else _edges(part, _F.sub(indexed, escape(part)))
        for k, part in enumerate(parts)
    )


def _edges(text: str, escaped: str) -> str:
    """Return escaped text with the spaces that stood around it."""
    if not text.strip():
        return text
    return " " * text.startswith(" ") + escaped + " " * text.endswith(" ")


def _html_text(text: str) -> str:
    return _F.sub(r"F<sub>\1</sub>", _html(text))


def _typst(text: str) -> str:
    return re.sub(r"([\\#*_`$<>@~\[\]=/+-])", r"\\\1", one_line(text))


def _typst_text(text: str) -> str:
    return _mixed(text, _typst, r"F#sub[\1]")


def _latex(text: str) -> str:
    escaped = "".join(_LATEX.get(c, c) for c in one_line(text))
    escaped = re.sub("(?<= )-(?= )", "$-$", escaped)  # A - B is a difference
    return re.sub("-(?=-)", "-{}", escaped)  # two hyphens would become a dash


def _latex_text(text: str) -> str:
    return _mixed(text, _latex, r"F$_{\1}$")


def _latex_note(text: str) -> str:
    """Return a note for LaTeX; a signature is one long word, which may break after commas and
    bars."""
    return re.sub(r"(,|\\textbar\{\})(?=\S)", r"\1\\allowbreak{}", _latex_text(text))
