"""Read the sections of docstrings that describe parameters and options.

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


def split(doc: str | None, headings: Collection[str] | None = None) -> Docstring:
    """Return the text of a docstring and its sections: those with one of the headings, or all.

    >>> split("Count.\\n\\nParameters:\\n    n: how many\\n        words\\n")
    Docstring(text='Count.', sections={'Parameters': {'n': 'how many words'}})
    >>> split("F.\\n\\nPresets:\\n    caseless-m2: ignore case\\nMore.").sections
    {'Presets': {'caseless-m2': 'ignore case'}}
    """
    text: list[str] = []
    sections: dict[str, dict[str, str]] = {}
    entries: dict[str, str] | None = None
    name, margin = "", 0
    lines = inspect.cleandoc(doc or "").splitlines() or [""]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        indent = len(line) - len(line.lstrip())
        if _is_heading(line, following, headings):
            entries, margin = sections.setdefault(line[:-1], {}), 0
        elif entries is None or (line and not indent):
            entries = None
            text.append(line)
        elif line and 0 < margin < indent:
            entries[name] += f" {line.strip()}"
        elif line:
            margin = indent
            name, entries[name] = _entry(line)
    return Docstring(re.sub(r"\n{3,}", "\n\n", "\n".join(text)).strip(), sections)


_ENTRY = re.compile(r"\s+([\w-]+(?: \(.+?\))?):\s+(.+)")


def _is_heading(line: str, following: str, headings: Collection[str] | None) -> bool:
    named = re.fullmatch(r"[A-Z][\w ]*:", line) and _ENTRY.fullmatch(following)
    return bool(named) and (headings is None or line[:-1] in headings)


def _entry(line: str) -> tuple[str, str]:
    entry = _ENTRY.fullmatch(line)
    if not entry:
        raise ValueError(f"expected 'name: text' in a docstring, found {line.strip()!r}")
    return entry[1], entry[2].strip()
