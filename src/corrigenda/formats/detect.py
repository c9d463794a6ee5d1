"""Recognise the format of a file by its content.

A format is a module (see `corrigenda.plugins` for formats of other packages) with

- `TITLE`: what messages call it;
- `parse(lines, file)`: yields line numbers and segments;
- `dump(segments, lost)`: yields lines, and counts in `lost` what the format cannot keep (optional);
- `SUFFIXES`: names of files that are written in it if no format is named (optional);
- `KEYS`, for JSON: the keys that the first object must have; otherwise
  `matches(content, gaps, file)`: whether these lines (of the first 200 those that are not
  blank) are in this format.

A file that could be either of two formats is an error, not a guess: a wrong guess would give a
wrong score without a word. The file's name only helps where its content leaves both open.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from corrigenda import plugins
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_lines

_HEAD = 200


def names() -> list[str]:
    """Return the names of all formats."""
    return list(plugins.declared("format"))


def import_format(name: str) -> Any:
    """Return the module that reads and writes a format."""
    return plugins.load("format", name)


def is_table(path: PathLike) -> bool:
    """Return whether a file is a CSV file, which may have references and systems."""
    if not os.path.isfile(path):  # noqa: PTH113 - false of names that no file can have
        return False
    return recognised(read_lines(path), name_of(path), blank=True)[0] == "csv"


def recognised(
    lines: Iterable[str], file: str, format: str | None = None, *, blank: bool = False
) -> tuple[str, Iterator[str]]:
    """Return the format of a file and all its lines again.

    `format` is the one that the user says it is, if any. An empty file has no format; with `blank`,
    blank lines alone pass as plain text (of a system that deleted every sentence).
    """
    if format is not None:
        import_format(format)
    rest = iter(lines)
    head = list(islice(rest, _HEAD))
    content = [line for line in head if line and not line.isspace()]
    if not head:
        again = "; standard input can be read only once" if file == "standard input" else ""
        raise InputError("expected sentences, found an empty file" + again, file=file)
    if not content and not blank:
        raise InputError("expected sentences, found nothing but blank lines", file=file)
    if format is None:
        format = _guess(content, len(content) < len(head), file) if content else "text"
    return format, chain(head, rest)


def _guess(content: list[str], gaps: bool, file: str) -> str:
    modules = _importable()
    first = content[0].lstrip()
    if first.startswith(("{", "[{")) or first.rstrip() == "[":
        return _json(first, file, {n: m.KEYS for n, m in modules.items() if hasattr(m, "KEYS")})
    matching = [
        name
        for name, module in modules.items()
        if hasattr(module, "matches") and module.matches(content, gaps, file)
    ]
    if len(matching) > 1:
        raise InputError(
            f"cannot tell whether this is {' or '.join(modules[n].TITLE for n in matching)}",
            file=file,
            hint="say which it is: format " + " or ".join(map(repr, matching)),
        )
    return matching[0] if matching else "text"


def _importable() -> dict[str, Any]:
    """Return the formats that can be imported; a broken one must not block others."""
    modules = {}
    for name in names():
        try:
            modules[name] = import_format(name)
        except InputError as error:
            warnings.warn(f"files are read without {error.message}", stacklevel=2)
    return modules


def _json(first: str, file: str, keys: dict[str, tuple[str, ...]]) -> str:
    from corrigenda.formats.strict_json import parse_object

    try:
        record = parse_object(first)
    except InputError as error:
        raise InputError(
            error.message,
            file=file,
            line=1,
            hint="JSON must have one whole object per line; if this is plain text, "
            "say so: format 'text'",
        ) from None
    matching = [name for name in keys if set(keys[name]) <= set(record)]
    if matching:
        return max(matching, key=lambda name: len(keys[name]))
    forms = (f"{_listed(keys[name])} ({import_format(name).TITLE})" for name in keys)
    raise InputError(
        f"this JSON is of no known form: its keys are {', '.join(map(repr, record)) or 'none'}",
        file=file,
        line=1,
        hint="expected " + ", or ".join(forms),
    )


def _listed(keys: tuple[str, ...]) -> str:
    return " and ".join(map(repr, keys))
