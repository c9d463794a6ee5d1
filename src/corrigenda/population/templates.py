"""Tasks for Mechanical Turk: what workers are shown, and the sentences to show them.

A task is a layout (HTML with placeholders, to be pasted into a project) and a CSV file with a
column for each placeholder (to be uploaded when a batch is published). The platform puts cells
into the layout as they are, so they are HTML, and the names of their columns end in `_html`;
`formats.mturk` turns them back into text when the results are read.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, writing
from corrigenda.formats.mturk import write_rows
from corrigenda.population.crowd import Crowd
from corrigenda.population.normalise import plain

if TYPE_CHECKING:
    from jinja2 import Environment

Kind = Literal["correction", "simplification", "validity"]

HEADERS: dict[Kind, tuple[str, ...]] = {
    "correction": ("sentence_html",),
    "simplification": ("sentence_html",),
    "validity": ("Original_html", "Correction_html"),
}
"""The placeholders of each layout, which are the columns of its input."""


@dataclass(frozen=True)
class Task:
    """A layout, and a row for each time that it is to be shown."""

    layout: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def write(self, layout: PathLike, rows: PathLike) -> None:
        """The layout as an HTML file, the rows as a CSV file."""
        with writing(layout) as stream:
            stream.write(self.layout)
        write_rows(rows, self.header, self.rows)


def rewriting(
    sources: Iterable[str], kind: Literal["correction", "simplification"] = "correction"
) -> Task:
    """Have sentences corrected, or simplified. One that is there several times is asked once."""
    sentences = list(map(plain, sources))
    if kind not in ("correction", "simplification"):
        raise InputError(f"sentences are for 'correction' or 'simplification', not {kind!r}")
    if "" in sentences:
        raise InputError(
            f"sentence {sentences.index('') + 1} is empty",
            hint="there is nothing to correct in it: take it out",
        )
    return _task(kind, ((sentence,) for sentence in dict.fromkeys(sentences)))


def judging(crowd: Crowd) -> Task:
    """Have the distinct corrections of a crowd judged, each as it was written most often."""
    pairs = []
    for sentence in crowd.sentences:
        pairs += [
            (plain(sentence.source), text)
            for variant, text in sentence.written.items()
            if variant != sentence.normalised
        ]
    return _task("validity", pairs)


def layout(kind: Kind) -> str:
    """The HTML of a task, with placeholders such as `${sentence_html}`."""
    if kind not in HEADERS:
        raise InputError(f"there is no task {kind!r}", hint=f"there are {', '.join(HEADERS)}")
    return _environment().get_template(f"{kind}.html").render()


def cell(text: str) -> str:
    """A text as HTML that is safe within an element, and stays itself on the platform.

    That refuses characters of four bytes, and might take `${` for a placeholder.
    """
    escaped = html.escape(text).replace("${", "&#36;{")
    return re.sub("[\U00010000-\U0010ffff]", lambda found: f"&#{ord(found[0])};", escaped)


def _task(kind: Kind, rows: Iterable[Iterable[str]]) -> Task:
    cells = tuple(tuple(map(cell, row)) for row in rows)
    if not cells:
        raise InputError("there is nothing to ask")
    return Task(layout(kind), HEADERS[kind], cells)


@lru_cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "hit"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
