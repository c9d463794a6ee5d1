"""CSV files of judgements: rows by the names of their columns, with their lines."""

from __future__ import annotations

import csv
import html
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row by the names of their columns, and where it begins."""

    file: str
    line: int
    cells: Mapping[str, str] = field(repr=False)

    def error(self, column: str, message: str, hint: str | None = None) -> InputError:
        return InputError(
            f"column {column!r}: {message}", file=self.file, line=self.line, hint=hint
        )

    def filled(self, column: str) -> str:
        """Return the text of a cell, which must not be empty."""
        text = self.cells[column].strip()
        if not text:
            raise self.error(column, "expected a value, found an empty cell")
        return text

    def number(self, column: str) -> float:
        """Return the number in a cell."""
        return self.numbers(column, 1)[0]

    def numbers(self, column: str, most: int | None = None) -> tuple[float, ...]:
        """Return the numbers in a cell, separated by commas."""
        text = self.filled(column)
        try:
            found = tuple(float(part) for part in text.split(","))
        except ValueError:
            found = ()
        if not found or not all(map(math.isfinite, found)) or (most and len(found) > most):
            expected = "a number" if most == 1 else "numbers separated by commas"
            raise self.error(column, f"expected {expected}, found {text[:40]!r}")
        return found


def read_table(path: PathLike) -> tuple[list[str], Iterator[Row]]:
    """Return the header and the rows of a CSV or TSV file.

    Columns of Mechanical Turk's results lose the marks of the platform: `Input.source_html` is
    `source` (and its cells, which are HTML, become text), `Answer.meaning` is `meaning`.
    """
    name = name_of(path)
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"expected UTF-8, found byte 0x{data[error.start]:02X}",
            file=name,
            line=line,
            hint=f"convert it with `iconv -f WINDOWS-1252 -t UTF-8 {name}`",
        ) from None
    first = text.split("\n", 1)[0]
    separator = "\t" if "\t" in first and "," not in first else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    cells = next(_lines(reader, name), (1, []))[1]
    if not any(cells):
        raise InputError("expected a header with the names of columns, found nothing", file=name)
    written = [cell.strip() for cell in cells]
    header = [_plain(cell) for cell in written]
    twice = next((column for k, column in enumerate(header) if column in header[:k]), None)
    if twice is not None:
        raise InputError(f"two columns are called {twice!r}", file=name, line=1)
    escaped = {plain for plain, cell in zip(header, written, strict=True) if cell.endswith("_html")}
    return header, _rows(reader, header, escaped, name)


def _plain(column: str) -> str:
    return column.removeprefix("Input.").removeprefix("Answer.").removesuffix("_html")


def _lines(reader: Iterator[list[str]], name: str) -> Iterator[tuple[int, list[str]]]:
    while True:
        line = reader.line_num + 1  # type: ignore[attr-defined]
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise InputError(
                f"expected comma-separated cells, found bad quoting: {error}",
                file=name,
                line=line,
                hint="put a cell with commas, quotes or line breaks in double quotes, and write "
                'a double quote in it twice: "He said ""yes"", and left."',
            ) from None
        if cells is None:
            return
        if cells:
            yield line, cells


def _rows(
    reader: Iterator[list[str]], header: list[str], escaped: set[str], name: str
) -> Iterator[Row]:
    for line, cells in _lines(reader, name):
        if len(cells) != len(header):
            raise InputError(
                f"expected {len(header)} cells as in the header, found {len(cells)}",
                file=name,
                line=line,
                hint="does a cell contain a comma or a line break without double quotes around it?",
            )
        named = dict(zip(header, cells, strict=True))
        yield Row(
            name,
            line,
            {k: html.unescape(v) if k in escaped else v for k, v in named.items()},
        )


def required(header: list[str], columns: tuple[str, ...], file: str) -> None:
    """Refuse a header without these columns."""
    for column in columns:
        if column not in header:
            raise InputError(
                f"expected a column {column!r}, found none",
                file=file,
                line=1,
                hint=f"there are {', '.join(map(repr, header))}",
            )
