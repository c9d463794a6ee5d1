"""`corrigenda report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs


def run(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULT.json...",
            help="Output of `corrigenda evaluate --json`, or of any command with -f json.",
        ),
    ],
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="The heading of the page.")
    ] = "",
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Make an HTML page from saved results.

    [bold]Examples[/bold]

      corrigenda evaluate --m2 gold.m2 -H A=a.txt -H B=b.txt --json result.json.gz
      corrigenda report result.json.gz -o report.html
      corrigenda report result.json conservatism.json damage.json --title "All of it" -o report.html
    """
    from corrigenda.results.page import report

    outputs.check([output], results)
    outputs.write_text(report(results, title), output)
