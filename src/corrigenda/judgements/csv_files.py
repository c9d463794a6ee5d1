"""Files of judgements: CSV, as people write them or as Mechanical Turk returns them."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace

from corrigenda.errors import InputError
from corrigenda.formats.csv_tables import CSVRow, read_csv
from corrigenda.formats.lines import PathLike, name_of

PLATFORM = ("WorkerId", "AssignmentStatus")
"""What Mechanical Turk says of an answer that matters."""


def read_table(path: PathLike) -> tuple[list[str], Iterator[CSVRow]]:
    """Return the header and the rows of a CSV or TSV file.

    Columns of Mechanical Turk's results lose the marks of the platform: `Input.source_html` is
    `source` (and its cells, which are HTML, become text), `Answer.meaning` is `meaning`. What the
    platform adds (durations, rewards) is left out, but for the worker and the status.
    """
    written, rows = read_csv(path)
    if any(column.startswith("Answer.") for column in written):
        written = [c for c in written if c.startswith(("Input.", "Answer.")) or c in PLATFORM]
    header = [
        column.removeprefix("Input.").removeprefix("Answer.").removesuffix("_html")
        for column in written
    ]
    twice = next((column for k, column in enumerate(header) if column in header[:k]), None)
    if twice is not None:
        raise InputError(f"two columns are called {twice!r}", file=name_of(path), line=1)

    def renamed() -> Iterator[CSVRow]:
        for row in rows:
            cells = {
                name: html.unescape(row.cells[column])
                if column.endswith("_html")
                else row.cells[column]
                for name, column in zip(header, written, strict=True)
            }
            yield replace(row, cells=cells)

    return header, renamed()


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
