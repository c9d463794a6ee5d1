"""Results of Amazon Mechanical Turk: CSV files with one assignment per row.

A batch asks many workers about each of a few sentences. A row of its results repeats what the task
showed (columns `Input.*`) and holds what one worker answered (`Answer.*`), with who that was and
what became of it (`WorkerId`, `AssignmentId`, `AssignmentStatus`, `RequesterFeedback`).

A cell of an input that our own templates made is HTML, and the name of its column says so: where a
column `Input.sentence` is wanted, one called `Input.sentence_html` will do, and its cells are
turned back into text.
"""

from __future__ import annotations

import csv
import difflib
import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from corrigenda.errors import InputError
from corrigenda.formats.csv_tables import CSVRow, read_csv
from corrigenda.formats.lines import PathLike, name_of, writing

ENCODING = "utf-8"

FOR_REQUESTERS = ("Approve", "Reject")
"""Last columns of a header, to be filled in; rows often end before them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a file of answers; None for those it does not have."""

    option: ClassVar[str] = "see Columns"

    source: str = "Input.sentence"
    answer: str = "Answer.WritingTexts"
    worker: str | None = "WorkerId"
    assignment: str | None = "AssignmentId"
    status: str | None = "AssignmentStatus"
    feedback: str | None = "RequesterFeedback"


@dataclass(frozen=True, slots=True)
class JudgementColumns:
    """The columns of a file of judgements; None for those it does not have."""

    option: ClassVar[str] = "see JudgementColumns"

    source: str = "Input.Original"
    correction: str = "Input.Correction"
    verdict: str = "Answer.Q1Answer"
    worker: str | None = "WorkerId"
    assignment: str | None = "AssignmentId"
    status: str | None = "AssignmentStatus"


@dataclass(frozen=True, slots=True)
class Answer:
    """One worker's correction of one sentence. Rows added by hand have no worker and no status."""

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
class ValidityJudgement:
    """One worker's verdict on whether a correction is valid."""

    source: str
    correction: str
    valid: bool
    worker: str = ""


def read_answers(
    paths: Iterable[PathLike],
    columns: Columns | None = None,
    *,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> list[Answer]:
    """Return the answers of one or several batches, in order, whatever became of them.

    An empty answer is an error, unless `drop_empty` leaves such answers out; the same assignment
    twice always is.
    """
    return answers_of(paths, columns, encoding=encoding, drop_empty=drop_empty)[0]


def answers_of(
    paths: Iterable[PathLike],
    columns: Columns | None = None,
    *,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> tuple[list[Answer], int]:
    """Return as `read_answers` does, and how many empty answers were left out."""
    where = columns or Columns()
    named = [where.source, where.answer, where.worker, where.assignment, where.status]
    answers, empty = [], 0
    for row in _assignments(paths, [*named, where.feedback], where, encoding):
        text = row.cells[where.answer]
        if not text.strip():
            if drop_empty:
                empty += 1
                continue
            raise row.error(
                where.answer,
                "expected an answer, found an empty cell",
                "leave empty answers out: drop_empty=True, or fix the file",
            )
        answers.append(
            Answer(
                row.text(where.source, "a sentence"),
                text,
                _cell(row, where.worker),
                _cell(row, where.status),
                _cell(row, where.feedback),
                row.file,
                row.line,
            )
        )
    return answers, empty


def read_judgements(
    paths: Iterable[PathLike],
    columns: JudgementColumns | None = None,
    *,
    yes: str = "Yes",
    no: str = "No",
    encoding: str = ENCODING,
) -> list[ValidityJudgement]:
    """Return the judgements of one or several batches, in order, except those the platform
    rejected."""
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
            ValidityJudgement(
                row.text(where.source, "a sentence"),
                row.text(where.correction, "a sentence"),
                verdict == yes,
                _cell(row, where.worker),
            )
        )
    return judgements


def write_rows(path: PathLike, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write a CSV file as the platform reads it: UTF-8, one row per task."""
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
) -> Iterator[CSVRow]:
    """Yield the rows of all files, none of them twice."""
    seen: dict[str, CSVRow] = {}
    wanted = [name for name in named if name is not None]
    assignment = where.assignment
    for path in paths:
        for row in read_rows(path, wanted, encoding=encoding, option=where.option):
            if assignment is not None and (key := _cell(row, assignment)):
                before = seen.setdefault(key, row)
                if before is not row:
                    raise row.error(
                        assignment,
                        f"the assignment {key!r} is there already, in row {before.row} of "
                        f"{before.file}",
                        "give each batch once, and no file that was put together from others",
                    )
            yield row


def read_rows(
    path: PathLike,
    columns: Sequence[str],
    *,
    encoding: str = ENCODING,
    option: str = Columns.option,
) -> Iterator[CSVRow]:
    """Yield the rows of a CSV file with the cells of these columns.

    `option` says how users name columns, for hints.
    """
    header, rows = read_csv(path, encoding=encoding, optional=FOR_REQUESTERS)
    places = {wanted: _place(wanted, header, name_of(path), option) for wanted in columns}
    for row in rows:
        yield replace(
            row,
            cells={
                wanted: html.unescape(row.cells[place]) if escaped else row.cells[place]
                for wanted, (place, escaped) in places.items()
            },
        )


def _place(wanted: str, header: Sequence[str], name: str, option: str) -> tuple[str, bool]:
    """Return the name of a column, and whether its cells are HTML."""
    escaped = f"{wanted}_html"
    matching = [column for column in header if column in (wanted, escaped)]
    if len(matching) == 1:
        return matching[0], matching[0] == escaped
    if matching:
        names = " and ".join(map(repr, matching))
        raise InputError(f"row 1: expected one column {wanted!r}, found {names}", file=name, line=1)
    close = difflib.get_close_matches(wanted, header, 1)
    if close:
        hint = f"did you mean {close[0]!r}? Columns can be named ({option})"
    else:
        hint = f"name the column that has this ({option}); there are {', '.join(map(repr, header))}"
    raise InputError(
        f"row 1: expected a column {wanted!r}, found none", file=name, line=1, hint=hint
    )


def _cell(row: CSVRow, column: str | None) -> str:
    return "" if column is None else row.cells[column].strip()
