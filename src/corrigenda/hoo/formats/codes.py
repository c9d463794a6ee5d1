"""A table of error codes that the user gives: what each type of edit means.

    code,meaning,group,no error
    XA,wrong article,article,
    XP,wrong preposition,preposition;function word,
    XV,another variety of English,,yes

The columns `group` and `no error` are optional. A code may belong to several groups, separated by
semicolons. Edits whose code is marked as no error are not scored.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.hoo.formats.texts import checked

COLUMNS = ("code", "meaning", "group", "no error")
_FLAGS = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


class Code(NamedTuple):
    """What one code means, which groups it belongs to, and whether it marks an error at all."""

    meaning: str
    groups: tuple[str, ...] = ()
    no_error: bool = False


class Codes(Mapping[str, Code]):
    """A table of codes."""

    def __init__(self, codes: Mapping[str, Code], file: str = "the table of codes") -> None:
        self._codes = dict(codes)
        self.file = file

    def __getitem__(self, code: str) -> Code:
        return self._codes[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)

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
    text = checked(read_bytes(path), file).decode("utf-8-sig")
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    codes: dict[str, Code] = {}
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if not header:
                    header = _header(cells, file, line)
                else:
                    name, code = _code(header, cells, file, line)
                    if name in codes:
                        raise InputError(f"the code {name!r} is there twice", file=file, line=line)
                    codes[name] = code
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"expected cells separated by commas, found bad quoting: {error}", file=file, line=line
        ) from None
    if not codes:
        raise InputError("expected a table with at least one code, found none", file=file)
    return Codes(codes, file)


def _header(cells: list[str], file: str, line: int) -> list[str]:
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
            line=line,
            hint="a table begins like this: code,meaning,group,no error",
        )
    return names


def _code(header: list[str], cells: list[str], file: str, line: int) -> tuple[str, Code]:
    if len(cells) != len(header):
        raise InputError(
            f"expected {len(header)} cells as in the header, found {len(cells)}",
            file=file,
            line=line,
            hint="put double quotes around a cell that contains a comma",
        )
    row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
    if not row["code"]:
        raise InputError("expected a code, found an empty cell", file=file, line=line)
    flag = row.get("no error", "").lower()
    if flag not in _FLAGS:
        raise InputError(
            f"expected 'yes' or 'no' in the column 'no error', found {row['no error']!r}",
            file=file,
            line=line,
        )
    groups = tuple(group.strip() for group in row.get("group", "").split(";") if group.strip())
    return row["code"], Code(row["meaning"], groups, _FLAGS[flag])


def as_codes(codes: Codes | PathLike | None) -> Codes | None:
    """Return a table of codes that is given as such, or as a file."""
    return codes if codes is None or isinstance(codes, Codes) else read_codes(codes)
