"""Read scores of systems from files: by another tool's measure, or by people.

A line has the name of a system and its score, separated by white space (what follows is ignored);
or the file is CSV with a column `system` and one column per score.
"""

from __future__ import annotations

from pathlib import Path

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.judgements.csv_files import read_table

Scores = dict[str, float]


def read_scores(path: PathLike, name: str = "") -> dict[str, Scores]:
    """Return the scores of systems by the name of the measure: `name`, or the header's, or the name
    of the file."""
    first = next(iter(read_lines(path)), "")
    if "system" in [cell.strip() for cell in first.replace("\t", ",").split(",")]:
        by_measure = _columns(path)
        if name and len(by_measure) == 1:
            by_measure = {name: next(iter(by_measure.values()))}
        elif name:
            by_measure = {f"{name}.{column}": scores for column, scores in by_measure.items()}
        return by_measure
    return {name or Path(path).name.removesuffix(".gz"): _lines(path)}


def named(text: str) -> tuple[str, Path]:
    """Return the name and the file of `NAME=FILE`; a file alone has no name.

    >>> named("M2=scores.txt")[0], named("scores.txt")[0]
    ('M2', '')
    """
    name, equals, file = text.partition("=")
    if not equals or "/" in name or Path(text).exists():
        return "", Path(text)
    if not name or not file:
        raise InputError(f"expected NAME=FILE or FILE for scores, found {text!r}")
    return name, Path(file)


def _columns(path: PathLike) -> dict[str, Scores]:
    header, rows = read_table(path)
    columns = [column for column in header if column != "system"]
    by_column: dict[str, Scores] = {column: {} for column in columns}
    for row in rows:
        system = row.text("system")
        for column in columns:
            if system in by_column[column]:
                raise row.error("system", f"system {system!r} is there already")
            by_column[column][system] = row.number(column)
    if not columns or not by_column[columns[0]]:
        raise InputError("expected scores of systems, found none", file=name_of(path))
    return by_column


def _lines(path: PathLike) -> Scores:
    scores: Scores = {}
    for number, line in enumerate(read_lines(path), 1):
        cells = line.split()
        if not cells:
            continue
        try:
            value = float(cells[1])
            if value != value or abs(value) == float("inf"):
                raise ValueError
        except (IndexError, ValueError):
            raise InputError(
                f"expected a system and its score, found {line[:40]!r}",
                file=name_of(path),
                line=number,
                hint="for example: AMU 0.3501",
            ) from None
        if cells[0] in scores:
            raise InputError(
                f"system {cells[0]!r} is there already", file=name_of(path), line=number
            )
        scores[cells[0]] = value
    if not scores:
        raise InputError("expected scores of systems, found none", file=name_of(path))
    return scores
