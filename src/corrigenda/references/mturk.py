"""Results of Amazon Mechanical Turk: CSV files with one assignment a row.

A batch asks many workers about each of a few sentences. A row of its results repeats what the task
showed (columns `Input.*`) and holds what one worker answered (`Answer.*`), with who that was and
what became of it (`WorkerId`, `AssignmentId`, `AssignmentStatus`, `RequesterFeedback`).

A cell of an input that our own templates made is HTML, and the name of its column says so: where a
column `Input.sentence` is wanted, one called `Input.sentence_html` will do, and its cells are
turned back into text.

Messages name rows as a spreadsheet does (the header is row 1), and the line where a row begins,
which is another number if a worker's answer has several lines.
"""

from __future__ import annotations

import csv
import difflib
import html
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes, writing

ENCODING = "utf-8"

FOR_REQUESTERS = ("Approve", "Reject")
"""Last columns of a header, to be filled in; rows often end before them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things are in a file of answers; None for what a file does not have."""

    option: ClassVar[str] = "see Columns"

    source: str = "Input.sentence"
    answer: str = "Answer.WritingTexts"
    worker: str | None = "WorkerId"
    assignment: str | None = "AssignmentId"
    status: str | None = "AssignmentStatus"
    feedback: str | None = "RequesterFeedback"


@dataclass(frozen=True, slots=True)
class JudgementColumns:
    """Where things are in a file of judgements; None for what a file does not have."""

    option: ClassVar[str] = "see JudgementColumns"

    source: str = "Input.Original"
    correction: str = "Input.Correction"
    verdict: str = "Answer.Q1Answer"
    worker: str | None = "WorkerId"
    assignment: str | None = "AssignmentId"
    status: str | None = "AssignmentStatus"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one worker made of one sentence. Rows added by hand have no worker and no status."""

    source: str
    text: str
    worker: str = ""
    status: str = ""
    feedback: str = ""
    file: str = ""
    line: int = 0

    @property
    def rejected(self) -> bool:
        """Whether it was rejected on the platform."""
        return self.status == "Rejected"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether one worker finds a correction valid."""

    source: str
    correction: str
    valid: bool
    worker: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row by the names of their columns, and where it begins."""

    file: str
    line: int
    number: int
    cells: Mapping[str, str] = field(repr=False)

    def error(self, column: str, message: str, hint: str | None = None) -> InputError:
        text = f"row {self.number}, column {column!r}: {message}"
        return InputError(text, file=self.file, line=self.line, hint=hint)


def read_answers(
    paths: Iterable[PathLike],
    columns: Columns | None = None,
    *,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> list[Answer]:
    """The answers of one or several batches, in order, whatever became of them.

    An empty answer is an error, unless `drop_empty` leaves such answers out; the same assignment
    twice always is.
    """
    where = columns or Columns()
    named = [where.source, where.answer, where.worker, where.assignment, where.status]
    answers = []
    for row in _assignments(paths, [*named, where.feedback], where, encoding):
        text = row.cells[where.answer]
        if not text.strip():
            if drop_empty:
                continue
            raise row.error(
                where.answer,
                "expected an answer, found an empty cell",
                "leave empty answers out: drop_empty=True, or mend the file",
            )
        answers.append(
            Answer(
                _filled(row, where.source),
                text,
                _cell(row, where.worker),
                _cell(row, where.status),
                _cell(row, where.feedback),
                row.file,
                row.line,
            )
        )
    return answers


def read_judgements(
    paths: Iterable[PathLike],
    columns: JudgementColumns | None = None,
    *,
    yes: str = "Yes",
    no: str = "No",
    encoding: str = ENCODING,
) -> list[Judgement]:
    """The judgements of one or several batches, in order, but for those the platform rejected."""
    where = columns or JudgementColumns()
    named = [where.source, where.correction, where.verdict, where.worker]
    judgements = []
    for row in _assignments(paths, [*named, where.assignment, where.status], where, encoding):
        if _cell(row, where.status) == "Rejected":
            continue
        verdict = row.cells[where.verdict].strip()
        if verdict not in (yes, no):
            raise row.error(
                where.verdict,
                f"expected {yes!r} or {no!r}, found {verdict!r}",
                "if judgements use other words, name those that mean yes and no",
            )
        judgements.append(
            Judgement(
                _filled(row, where.source),
                _filled(row, where.correction),
                verdict == yes,
                _cell(row, where.worker),
            )
        )
    return judgements


def write_rows(path: PathLike, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A CSV file as the platform reads it: UTF-8, one row a task."""
    with writing(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


# --- rows -----------------------------------------------------------------------------------------


def _assignments(
    paths: Iterable[PathLike],
    named: Sequence[str | None],
    where: Columns | JudgementColumns,
    encoding: str,
) -> Iterator[Row]:
    """The rows of all files, none of them twice."""
    seen: dict[str, Row] = {}
    wanted = [name for name in named if name is not None]
    assignment = where.assignment
    for path in paths:
        for row in read_rows(path, wanted, encoding=encoding, option=where.option):
            if assignment is not None and (key := _cell(row, assignment)):
                before = seen.setdefault(key, row)
                if before is not row:
                    raise row.error(
                        assignment,
                        f"the assignment {key!r} is there already, in row {before.number} of "
                        f"{before.file}",
                        "give each batch once, and no file that was put together from others",
                    )
            yield row


def read_rows(
    path: PathLike,
    columns: Iterable[str],
    *,
    encoding: str = ENCODING,
    option: str = Columns.option,
) -> Iterator[Row]:
    """The rows of a CSV file with these columns of theirs; blank lines are skipped. The option is
    the one by which users name columns."""
    name = name_of(path)
    stream = io.StringIO(_decoded(path, encoding), newline="")
    reader = csv.reader(stream, strict=True)
    header: list[str] = []
    places: dict[str, tuple[int, bool]] = {}
    number = 0
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise InputError(
                f"row {number + 1}: expected comma-separated cells, found bad quoting: {error}",
                file=name,
                line=line,
                hint="a cell with commas, quotes or line breaks stands in double quotes, and "
                'a double quote in it is written twice: "He said ""yes"", and left."',
            ) from None
        if cells is None:
            break
        number += 1
        if not cells:
            continue
        if not header:
            header = [cell.strip() for cell in cells]
            places = {wanted: _place(wanted, header, name, option) for wanted in columns}
            continue
        if len(cells) > len(header) or set(header[len(cells) :]) - set(FOR_REQUESTERS):
            few = len(cells) < len(header)
            where = f"none for column {header[len(cells)]!r}" if few else "more than columns"
            raise InputError(
                f"row {number}: expected {len(header)} cells as in the header, found {len(cells)}, "
                + where,
                file=name,
                line=line,
                hint="does a cell contain a comma or a line break without double quotes around it?",
            )
        yield Row(
            name,
            line,
            number,
            {
                wanted: html.unescape(cells[place]) if escaped else cells[place]
                for wanted, (place, escaped) in places.items()
            },
        )
    if not header:
        raise InputError("expected a header with the names of columns, found nothing", file=name)


def _place(wanted: str, header: Sequence[str], name: str, option: str) -> tuple[int, bool]:
    """Which column it is, and whether its cells are HTML."""
    escaped = f"{wanted}_html"
    found = [i for i, cell in enumerate(header) if cell in (wanted, escaped)]
    if len(found) == 1:
        return found[0], header[found[0]] == escaped
    if found:
        names = " and ".join(repr(header[i]) for i in found)
        raise InputError(f"row 1: expected one column {wanted!r}, found {names}", file=name, line=1)
    separator = next((s for s in (";", "\t") if len(header) == 1 and s in header[0]), None)
    close = difflib.get_close_matches(wanted, header, 1)
    if separator:
        hint = f"its cells seem to be separated by {separator!r}; save it with commas"
    elif close:
        hint = f"did you mean {close[0]!r}? Columns can be named ({option})"
    else:
        hint = f"name the column that has this ({option}); there are {', '.join(map(repr, header))}"
    raise InputError(
        f"row 1: expected a column {wanted!r}, found none", file=name, line=1, hint=hint
    )


def _cell(row: Row, column: str | None) -> str:
    return "" if column is None else row.cells[column].strip()


def _filled(row: Row, column: str) -> str:
    text = row.cells[column].strip()
    if not text:
        raise row.error(column, "expected a sentence, found an empty cell")
    return text


def _place_of_end(text: str) -> str:
    """Row and column of the cell in which the beginning of a CSV file ends."""
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


def _decoded(path: PathLike, encoding: str) -> str:
    name = name_of(path)
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig" if encoding.lower() in ("utf-8", "utf8") else encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, errors="ignore")
        line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        raise InputError(
            f"{_place_of_end(before)}: expected {encoding.upper()}, "
            f"found byte 0x{data[error.start]:02X}",
            file=name,
            line=line,
            hint=_other_encoding(data),
        ) from None
    except (LookupError, ValueError) as error:  # some encodings are no encodings of files
        unknown = isinstance(error, LookupError) or "\0" in encoding
        raise InputError(
            f"there is no encoding {encoding!r}"
            if unknown
            else f"{name}: it cannot be read as {encoding!r}: {error}",
            hint="most files are 'utf-8' or 'cp1252'",
        ) from None
    if "\0" in text:
        raise InputError(
            "expected text, found a NUL byte",
            file=name,
            hint="is this a spreadsheet? Save it as CSV (UTF-8)",
        )
    # Where lines end in line feeds, a carriage return alone is what a worker typed. It has come
    # without quotes around it, too, and must not break the row.
    return re.sub(r"\r(?!\n)", " ", text) if "\n" in text else text
