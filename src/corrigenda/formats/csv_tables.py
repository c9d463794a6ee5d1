"""CSV files with a header: cells by the names of their columns, and where each row is.

Messages name rows as a spreadsheet does (the header is row 1), and the line where a row begins,
which is another number if a cell has several lines.

As a format of corpora and systems, a CSV file is a data frame (see `corrigenda.frames`).
"""

from __future__ import annotations

import csv
import io
import math
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from corrigenda import frames
from corrigenda.columns import SOURCE
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes

FORMAT = "csv"
TITLE = "CSV"
SEPARATORS = ",\t;"


@dataclass(frozen=True, slots=True)
class CSVRow:
    """The cells of a row by the names of their columns, and where it begins."""

    file: str
    line: int
    row: int
    cells: Mapping[str, str] = field(repr=False)

    def error(self, column: str, message: str, hint: str | None = None) -> InputError:
        """Return an error about a cell of this row."""
        text = f"row {self.row}, column {column!r}: {message}"
        return InputError(text, file=self.file, line=self.line, hint=hint)

    def text(self, column: str, what: str = "a value") -> str:
        """Return the text of a cell, which must not be empty."""
        text = self.cells[column].strip()
        if not text:
            raise self.error(column, f"expected {what}, found an empty cell")
        return text

    def number(self, column: str) -> float:
        """Return the number in a cell."""
        return self.numbers(column, 1)[0]

    def numbers(self, column: str, most: int | None = None) -> tuple[float, ...]:
        """Return the numbers in a cell, separated by commas."""
        text = self.text(column)
        try:
            numbers = tuple(float(part) for part in text.split(","))
        except ValueError:
            numbers = ()
        if not numbers or not all(map(math.isfinite, numbers)) or (most and len(numbers) > most):
            expected = "a number" if most == 1 else "numbers separated by commas"
            raise self.error(column, f"expected {expected}, found {text[:40]!r}")
        return numbers


def read_csv(
    path: PathLike, *, encoding: str | None = None, optional: Collection[str] = ()
) -> tuple[list[str], Iterator[CSVRow]]:
    """Return the header and the rows of a CSV file, or of one that is separated by tabs or
    semicolons.

    Rows may end before the `optional` columns; blank lines are skipped. Without an `encoding` the
    file is UTF-8, and callers have no other to offer.
    """
    name = name_of(path)
    return _table(
        io.StringIO(_decoded(read_bytes(path), name, encoding), newline=""), name, optional
    )


def _table(
    text: Iterable[str], name: str, optional: Collection[str] = ()
) -> tuple[list[str], Iterator[CSVRow]]:
    """Return the header and the rows of lines with their ends."""
    lines = iter(text)
    first = next(lines, "")
    reader = csv.reader(chain([first], lines), delimiter=_separator(first), strict=True)
    rows = _lines(reader, name)
    header = [cell.strip() for cell in next(rows, (1, 1, []))[2]]
    if not any(header):
        raise InputError("expected a header with the names of columns, found nothing", file=name)
    return header, _rows(rows, header, optional, name)


def _separator(header: str) -> str:
    return max(SEPARATORS, key=header.count)


# --- corpora and systems --------------------------------------------------------------------------


def is_called(path: PathLike) -> bool:
    """Return whether a file is called like a CSV file."""
    return re.search(r"\.[ct]sv(\.gz)?$", os.fspath(path), re.IGNORECASE) is not None


def matches(content: Sequence[str], gaps: bool, file: str) -> bool:
    """Return whether a file is called like a CSV file, or begins with the names of columns."""
    if is_called(file):
        return True
    header = [cell.strip('"') for cell in content[0].split(_separator(content[0]))]
    return len(header) > 1 and any(cell.lower() in SOURCE for cell in header)


def parse(
    lines: Iterable[str], file: str, *, system: bool = False
) -> Iterator[tuple[int, Segment]]:
    """Yield the sentences of a CSV file, each with its line and its references; of a `system`, with
    the outputs of all systems in place of references."""
    try:
        parts, numbers = recognised(lines, file, alone=not system)
    except frames.ColumnError as error:
        raise InputError(
            error.message,
            file=file,
            line=1,
            hint="rename columns in the header: source; reference, or ref0, ref1 and so on; "
            "other columns of texts are systems",
        ) from None
    segments = parts.corpus()
    for k, row in enumerate(range(len(segments)) if parts.rows is None else parts.rows):
        segment = segments[k]
        if system:
            outputs = [
                Correction(segment.source, text=texts[k], by=name)
                for name, texts in parts.systems.items()
            ]
            segment = replace(segment, references=tuple(outputs))
        yield numbers[row], segment


def recognised(
    lines: Iterable[str], file: str, *named: Any, alone: bool
) -> tuple[frames.FrameParts, list[int]]:
    """Return what a CSV file has (see `frames.recognised`), and the line of each row.

    An empty cell is no reference, but it is an output: of a system that deletes the sentence. Line
    breaks in cells become spaces.
    """
    header, rows = _table((f"{line}\n" for line in lines), file)
    twice = next((name for k, name in enumerate(header) if name in header[:k]), None)
    if twice is not None:
        raise InputError(f"two columns are called {twice!r}", file=file, line=1)
    held = list(rows)
    cells = {name: [" ".join(row.cells[name].split()) for row in held] for name in header}
    parts = frames.recognised(cells, *named, alone=alone)
    references = [[text or None for text in column] for column in parts.references or ()]
    return parts._replace(references=references or None), [row.line for row in held]


def _lines(reader: Iterator[list[str]], name: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield the line, the row and the cells of all rows that are not blank."""
    row = 0
    while True:
        line = reader.line_num + 1  # type: ignore[attr-defined]
        row += 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise InputError(
                f"row {row}: expected cells separated by commas, found bad quoting: {error}",
                file=name,
                line=line,
                hint="put a cell with commas, quotes or line breaks in double quotes, and write "
                'a double quote in it twice: "He said ""yes"", and left."',
            ) from None
        if cells is None:
            return
        if cells:
            yield line, row, cells


def _rows(
    lines: Iterator[tuple[int, int, list[str]]],
    header: list[str],
    optional: Collection[str],
    name: str,
) -> Iterator[CSVRow]:
    for line, row, cells in lines:
        missing = [column for column in header[len(cells) :] if column not in optional]
        if len(cells) > len(header) or missing:
            where = f"none for column {missing[0]!r}" if missing else "more than columns"
            raise InputError(
                f"row {row}: expected {len(header)} cells as in the header, found {len(cells)}, "
                + where,
                file=name,
                line=line,
                hint="does a cell contain a comma or a line break without double quotes around it?",
            )
        yield CSVRow(name, line, row, dict(zip(header, cells, strict=False)))


# --- encodings ------------------------------------------------------------------------------------


def _decoded(data: bytes, name: str, encoding: str | None) -> str:
    used = encoding or "utf-8"
    try:
        text = data.decode("utf-8-sig" if used.lower() in ("utf-8", "utf8") else used)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(used, errors="ignore")
        line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        raise InputError(
            f"{_place_of_end(before)}: expected {used.upper()}, "
            f"found byte 0x{data[error.start]:02X}",
            file=name,
            line=line,
            hint=_other_encoding(data)
            if encoding
            else f"convert it with `iconv -f WINDOWS-1252 -t UTF-8 {name}`",
        ) from None
    except (LookupError, ValueError) as error:  # some encodings are no encodings of files
        unknown = isinstance(error, LookupError) or "\0" in used
        raise InputError(
            f"there is no encoding {used!r}"
            if unknown
            else f"{name}: it cannot be read as {used!r}: {error}",
            hint="most files are 'utf-8' or 'cp1252'",
        ) from None
    if "\0" in text:
        raise InputError(
            "expected text, found a NUL byte",
            file=name,
            hint="is this a spreadsheet? Save it as CSV (UTF-8)",
        )
    # Where lines end in line feeds, a carriage return alone is what somebody typed into a cell. It
    # may lack quotes around it, and must not break the row.
    return re.sub(r"\r(?!\n)", " ", text) if "\n" in text else text


def _place_of_end(text: str) -> str:
    """Return the row and the column of the cell in which the beginning of a CSV file ends."""
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff") + "?", newline="")))
    header, place = rows[0], len(rows[-1]) - 1
    named = len(rows) > 1 and place < len(header)
    return f"row {len(rows)}, column {header[place]!r}" if named else f"row {len(rows)}"


def _other_encoding(data: bytes) -> str:
    """Say how to read what could not be decoded: in an encoding that can decode it."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # a byte order mark
    for encoding in ("utf-16",) if marked else ("utf-8", "cp1252"):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return f"read it as it was saved: encoding='{encoding}'"
    return (
        "neither UTF-8 nor cp1252 fits: give the encoding in which it was saved, encoding=, "
        "or save it again as CSV (UTF-8)"
    )
