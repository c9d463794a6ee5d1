"""The user's table of error codes: the meaning of each type of edit.

    code,meaning,group,no error
    XA,wrong article,article,
    XP,wrong preposition,preposition;function word,
    XV,another variety of English,,yes

The columns `group` and `no error` are optional. A code may belong to several groups, separated by
semicolons. Edits whose code is marked as no error are not scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from corrigenda.errors import InputError
from corrigenda.formats.csv_tables import CSVRow, read_csv
from corrigenda.formats.lines import PathLike, name_of

COLUMNS = ("code", "meaning", "group", "no error")
_FLAGS = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


class Code(NamedTuple):
    """An error code: its meaning, its groups, and whether it marks an error at all."""

    meaning: str
    groups: tuple[str, ...] = ()
    no_error: bool = False


class Codes(dict[str, Code]):
    """A table of codes."""

    def __init__(self, codes: Mapping[str, Code], file: str = "the table of codes") -> None:
        super().__init__(codes)
        self.file = file

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of all groups, in the order of the table."""
        return tuple(dict.fromkeys(group for code in self.values() for group in code.groups))

    @property
    def no_errors(self) -> tuple[str, ...]:
        """The codes that mark no errors."""
        return tuple(name for name, code in self.items() if code.no_error)

    def meaning(self, kind: str) -> str:
        """Return what a type means; "" if it is not in the table."""
        return self[kind].meaning if kind in self else ""

    def expanded(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the types that are meant by these names of types and groups."""
        types: dict[str, None] = {}
        for name in names:
            members = [code for code, about in self.items() if name in about.groups]
            if name in self or not members:
                types[name] = None
            types.update(dict.fromkeys(members))
        return tuple(types)


def read_codes(path: PathLike) -> Codes:
    """Read a table of codes: a CSV file with the columns `code` and `meaning`, and optionally
    `group` and `no error`."""
    file = name_of(path)
    written, rows = read_csv(path)
    header = _header(written, file)
    codes: dict[str, Code] = {}
    for row in rows:
        cells = [cell.strip() for cell in row.cells.values()]
        if not any(cells):
            continue
        name, code = _code(replace(row, cells=dict(zip(header, cells, strict=True))))
        if name in codes:
            raise row.error("code", f"the code {name!r} is there twice")
        codes[name] = code
    if not codes:
        raise InputError("expected a table with at least one code, found none", file=file)
    return Codes(codes, file)


def _header(cells: list[str], file: str) -> list[str]:
    names = [" ".join(cell.replace("_", " ").replace("-", " ").lower().split()) for cell in cells]
    problem = ""
    if not {"code", "meaning"} <= set(names):
        problem = "expected a header with the columns 'code' and 'meaning', found"
    elif len(set(names)) < len(names):
        problem = "expected every column once, found"
    elif not set(names) <= set(COLUMNS):
        problem = f"expected no columns but {', '.join(map(repr, COLUMNS))}, found"
    if problem:
        raise InputError(
            f"{problem} {', '.join(cell.strip() for cell in cells)}",
            file=file,
            line=1,
            hint="a table begins like this: code,meaning,group,no error",
        )
    return names


def _code(row: CSVRow) -> tuple[str, Code]:
    flag = row.cells.get("no error", "").lower()
    if flag not in _FLAGS:
        given = row.cells["no error"]
        raise row.error("no error", f"expected 'yes' or 'no', found {given!r}")
    groups = tuple(g.strip() for g in row.cells.get("group", "").split(";") if g.strip())
    return row.text("code", "a code"), Code(row.cells["meaning"], groups, _FLAGS[flag])


def as_codes(codes: Codes | PathLike | None) -> Codes | None:
    """Return a table of codes that is given as such, or as a file."""
    return codes if codes is None or isinstance(codes, Codes) else read_codes(codes)
