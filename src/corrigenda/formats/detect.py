"""Which format a file is in, told by its content.

A file that could be either of two formats is an error, not a guess: a wrong guess would give a
wrong score without a word. The file's name only helps where its content leaves both open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from corrigenda.errors import InputError

NAMES = ("m2", "text", "jsonl", "jfleg", "bea", "hoo")
"""The formats; each is read and written by the module of its name."""

_HEAD = 200
_HOO = re.compile(r"<\?xml\s|<hoo>|<edits\b", re.IGNORECASE)
_EDIT = re.compile(r"A -?\d+ -?\d+\|\|\|")


def recognised(
    lines: Iterable[str], file: str, format: str | None = None, *, blank: bool = False
) -> tuple[str, Iterator[str]]:
    """The format of a file and all its lines again.

    `format` is the one that the user says it is, if any. A file without anything in it has none;
    with `blank`, blank lines alone pass as plain text (of a system that deleted every sentence).
    """
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
    elif format not in NAMES:
        raise InputError(f"no format is called {format!r}", hint="there are " + ", ".join(NAMES))
    return format, chain(head, rest)


def _guess(content: list[str], gaps: bool, file: str) -> str:
    first = content[0].lstrip()
    if first.startswith(("{", "[{")) or first.rstrip() == "[":
        return _json(first, file)
    if _HOO.match(first):
        return "hoo"
    if any(_EDIT.match(line) for line in content):
        return "m2"
    statements = [line for line in content if not line.startswith("#")]
    if statements and all(line == "S" or line.startswith("S ") for line in statements):
        # Sentences without edits; but a text can begin with a word "S", too.
        if len(statements) > 1 or gaps or file.removesuffix(".gz").endswith(".m2"):
            return "m2"
        raise InputError(
            f"cannot tell whether this is M2 or plain text: {content[0]!r}",
            file=file,
            hint="say which it is: format 'm2' or 'text'",
        )
    return "text"


def _json(first: str, file: str) -> str:
    from corrigenda.formats.records import parse_object

    try:
        record = parse_object(first)
    except InputError as error:
        raise InputError(
            error.message,
            file=file,
            line=1,
            hint="JSON must have one whole object a line; if this is plain text, "
            "say so: format 'text'",
        ) from None
    if "sentence" in record and "corrections" in record:
        return "jfleg"
    if "text" in record and "edits" in record:
        return "bea"
    if "source" in record:
        return "jsonl"
    raise InputError(
        f"this JSON is of no known form: its keys are {', '.join(map(repr, record)) or 'none'}",
        file=file,
        line=1,
        hint="expected 'source' (JSONL), 'sentence' and 'corrections' (JFLEG), "
        "or 'text' and 'edits' (BEA-2019)",
    )
