"""Docstrings that document parameters and options: the one place where these are described.

A section is a heading, and below it, indented, one entry per name:

    Parameters:
        n: the highest order of n-grams
        draws: how many times to sample references; a longer text
            goes on like this
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection
from typing import NamedTuple


class Docstring(NamedTuple):
    """A docstring without its sections of entries, and the entries of each section."""

    text: str
    sections: dict[str, dict[str, str]]


def split(doc: str | None, headings: Collection[str]) -> Docstring:
    """Return the text of a docstring and the sections that have one of the headings.

    >>> split("Count.\\n\\nParameters:\\n    n: how many\\n        words\\n", ["Parameters"])
    Docstring(text='Count.', sections={'Parameters': {'n': 'how many words'}})
    """
    text: list[str] = []
    sections: dict[str, dict[str, str]] = {}
    entries: dict[str, str] | None = None
    name, margin = "", 0
    for line in inspect.cleandoc(doc or "").splitlines():
        indent = len(line) - len(line.lstrip())
        if line[:-1] in headings and line.endswith(":"):
            entries = sections.setdefault(line[:-1], {})
            margin = 0
        elif entries is None or (line and not indent):
            entries = None
            text.append(line)
        elif line and (margin or indent) < indent:
            entries[name] += f" {line.strip()}"
        elif line:
            margin = indent
            name, entries[name] = _entry(line.strip())
    return Docstring(re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip(), sections)


def _entry(line: str) -> tuple[str, str]:
    name, colon, text = line.partition(": ")
    if not colon:
        raise ValueError(f"expected 'NAME: text' in a docstring, found {line!r}")
    return name, text.strip()
