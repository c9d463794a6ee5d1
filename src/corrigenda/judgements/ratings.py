"""Ratings of outputs by people, on a scale.

Two forms are read, both CSV with the columns `source` and `output`:

- one row per output, and in a cell all ratings of one aspect, separated by commas ("3,4,4,3,4"), as
  TMU-GFM has it;
- one row per rating, with a column `rater` (or `WorkerId`) and one number per aspect: what the page
  of `corrigenda references templates rating` collects. Yes and no are 1 and 0. Rows that the
  platform rejected (`AssignmentStatus`) are left out.

A column `system` names the system, or several separated by commas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.blinding import revealed
from corrigenda.errors import InputError
from corrigenda.formats.csv_tables import CSVRow
from corrigenda.formats.lines import PathLike, name_of
from corrigenda.judgements.csv_files import read_table, required
from corrigenda.numerics import Array

RATERS = ("rater", "WorkerId")
NOT_ASPECTS = {
    *("source", "output", "system", "id", "item", "sentence", "Comment"),
    *("AssignmentStatus", *RATERS),
}
ANSWERS = {"yes": "1", "no": "0"}


class RatedOutput(NamedTuple):
    """An output of one or several systems for a source."""

    source: str
    text: str
    systems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ratings:
    """Rated outputs: for each aspect a table of outputs and raters, NaN where there is none."""

    outputs: tuple[RatedOutput, ...]
    values: dict[str, Array]
    origin: str = ""
    raters: int = 0
    """How many people are named, if they are."""

    @property
    def aspects(self) -> tuple[str, ...]:
        return tuple(self.values)

    @cached_property
    def systems(self) -> tuple[str, ...]:
        return tuple(sorted({name for output in self.outputs for name in output.systems}))

    @cached_property
    def groups(self) -> NDArray[np.int64]:
        """The number of the source of each output."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(o.source, len(numbers)) for o in self.outputs])

    @cached_property
    def changed(self) -> NDArray[np.bool_]:
        """Which outputs differ from their source."""
        return np.array([o.source.split() != o.text.split() for o in self.outputs])

    def means(self, aspect: str) -> Array:
        """Return the mean rating of each output."""
        return np.asarray(np.nanmean(self.values[aspect], axis=1))

    def without(self, no_answer: Sequence[float]) -> Ratings:
        """Return the ratings without those numbers that stand for no rating (*cannot say*)."""
        values = {
            aspect: np.where(np.isin(table, no_answer), np.nan, table)
            for aspect, table in self.values.items()
        }
        for aspect, table in values.items():
            _everything_is_rated(table, aspect, self.outputs, self.origin)
        return replace(self, values=values)


def read_ratings(path: PathLike, aspects: Sequence[str] = ()) -> Ratings:
    """Read ratings; without `aspects`, of all columns that hold some."""
    header, rows = read_table(path)
    name = name_of(path)
    required(header, ("source", "output", *aspects), name)
    rater = next((column for column in RATERS if column in header), None)
    kept = [row for row in rows if row.cells.get("AssignmentStatus") != "Rejected"]
    if not kept:
        raise InputError("expected rated outputs, found none", file=name)
    wanted = list(aspects) or _aspects(header, kept, rater is not None)
    if not wanted:
        raise InputError(
            "expected a column of ratings, found none",
            file=name,
            line=1,
            hint="a cell holds the ratings of one output, separated by commas, or one rating if "
            "there is a column 'rater'",
        )
    read = _by_output if rater is None else _by_rater
    return read(kept, wanted, header, name, rater or "")


def is_rating(header: Iterable[str]) -> bool:
    """Return whether a CSV file with this header holds ratings."""
    return not {"source", "output", *RATERS}.isdisjoint(header)


def _aspects(header: list[str], rows: list[CSVRow], single: bool) -> list[str]:
    """Return the columns that hold ratings: lists of numbers or, with raters, single numbers.

    A column with fewer other cells than numbers has slips: it is refused, not left out.
    """
    columns = []
    for column in header:
        lists = {
            k: _answer(row, column).split(",")
            for k, row in enumerate(rows)
            if row.cells[column].strip()
        }
        others = [k for k, parts in lists.items() if not all(map(_is_number, parts))]
        several = single or any(len(parts) > 1 for parts in lists.values())
        if column in NOT_ASPECTS or not several or 2 * len(others) > len(lists):
            continue
        if others:
            row = rows[others[0]]
            raise row.error(
                column,
                f"expected a rating, found {row.cells[column].strip()[:40]!r}",
                "correct it, or choose the columns of ratings: aspects=['meaning']",
            )
        columns.append(column)
    return columns


def _is_number(text: str) -> bool:
    try:
        return bool(np.isfinite(float(text)))
    except ValueError:
        return False


def _answer(row: CSVRow, column: str) -> str:
    text = row.cells[column].strip()
    return ANSWERS.get(text.lower(), text)


def _output(row: CSVRow, header: list[str]) -> RatedOutput:
    systems: Iterator[str] = iter(())
    if "system" in header:
        systems = (part.strip() for part in revealed(row.cells["system"]).split(","))
    return RatedOutput(
        row.text("source"), row.cells["output"].strip(), tuple(filter(None, systems))
    )


def _by_output(
    rows: list[CSVRow], aspects: list[str], header: list[str], file: str, rater: str
) -> Ratings:
    outputs = tuple(_output(row, header) for row in rows)
    values = {}
    for aspect in aspects:
        lists = [row.numbers(aspect) for row in rows]
        table = np.full((len(rows), max(map(len, lists))), np.nan)
        for k, of_output in enumerate(lists):
            table[k, : len(of_output)] = of_output
        values[aspect] = table
    return Ratings(outputs, values, file)


def _by_rater(
    rows: list[CSVRow], aspects: list[str], header: list[str], file: str, rater: str
) -> Ratings:
    outputs: dict[tuple[str, str], RatedOutput] = {}
    people: dict[str, int] = {}
    places = []
    seen: dict[tuple[tuple[str, str], str], int] = {}
    for row in rows:
        output = _output(row, header)
        key = (output.source, output.text)
        known = outputs.get(key, output)
        systems = dict.fromkeys((*known.systems, *output.systems))
        outputs[key] = known._replace(systems=tuple(systems))
        person = row.text(rater)
        before = seen.setdefault((key, person), row.line)
        if before != row.line:
            raise row.error(
                rater,
                f"{person!r} rated this output before, in line {before}",
                "leave one of the two out",
            )
        places.append((key, people.setdefault(person, len(people))))
    numbers = {key: k for k, key in enumerate(outputs)}
    values = {}
    for aspect in aspects:
        table = np.full((len(outputs), len(people)), np.nan)
        for row, (key, person_number) in zip(rows, places, strict=True):
            if not row.cells[aspect].strip():
                continue
            answer = replace(row, cells={aspect: _answer(row, aspect)})
            table[numbers[key], person_number] = answer.number(aspect)
        _everything_is_rated(table, aspect, list(outputs.values()), file)
        values[aspect] = table
    return Ratings(tuple(outputs.values()), values, file, len(people))


def _everything_is_rated(
    table: Array, aspect: str, outputs: Sequence[RatedOutput], file: str
) -> None:
    missing = np.flatnonzero(np.isnan(table).all(axis=1))
    if len(missing):
        text = outputs[int(missing[0])].text
        raise InputError(
            f"nobody rated {aspect!r} of the output {text[:40]!r}",
            file=file,
            hint="leave out the rows of this output until somebody did",
        )
