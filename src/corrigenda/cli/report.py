"""`corrigenda report`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from corrigenda.cli import options, outputs
from corrigenda.errors import InputError

if TYPE_CHECKING:
    from corrigenda.results.sections import Section

T = TypeVar("T")


def run(
    result: Annotated[
        Path,
        typer.Argument(
            metavar="RESULT.json", help="What `corrigenda evaluate --json` (or -f json) wrote."
        ),
    ],
    studies: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="STUDY.json",
            help="What other commands (`conservatism`, `damage`, `references ceiling`, ...) wrote "
            "with -f json: their sections.",
        ),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What the page is headed with.")
    ] = "",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Make the report, a page to look at, of results that were written before.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --json result.json.gz
      corrigenda report result.json.gz -o report.html
      corrigenda report result.json conservatism.json damage.json --title "All of it" -o report.html
    """
    from corrigenda.evaluation.page import checked, page_of
    from corrigenda.formats.records import read_json
    from corrigenda.results.finding import Saved, load

    outputs.check([output], [result, *(studies or [])])
    found = _told(result, checked, read_json(result))
    saved: list[Section] = []
    if "sections" in found:  # studies that were made with the result
        saved += _told(result, Saved, found).sections()
    for file in studies or ():
        saved += load(file).sections()
    if not found.get("sentences"):
        outputs.say(
            f"{result} has no sentences, so the page shows none; `corrigenda evaluate --json` "
            "writes them, too"
        )
    outputs.write_text(page_of(found, title, saved), output)


def _told(file: Path, take: Callable[[Any], T], data: Any) -> T:
    """What is made of a file's content; what is wrong with it is said with the file's name."""
    try:
        return take(data)
    except InputError as error:
        raise InputError(error.message, file=file, hint=error.hint) from None
