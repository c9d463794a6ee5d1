"""The plug-in of the HOO format: recognising a file imports nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from corrigenda.corpus import Segment

FORMAT = "hoo"
TITLE = "HOO"
SUFFIXES = (".xml",)
_START = re.compile(r"<\?xml\s|<hoo>|<edits\b", re.IGNORECASE)


def matches(content: Sequence[str], gaps: bool, file: str) -> bool:
    """Return whether these are the first lines of HOO's XML."""
    return _START.match(content[0].lstrip()) is not None


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the segments of a file, each with its line number."""
    from corrigenda.hoo.formats.conversion import parse

    return parse(lines, file)


def dump(segments: Iterable[Segment], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of a file."""
    from corrigenda.hoo.formats.conversion import dump

    return dump(segments, lost)
