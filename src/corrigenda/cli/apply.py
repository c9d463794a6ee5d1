"""`corrigenda apply`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs

PANEL = "Files"


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="M2, or another format with edits.")],
    annotator: Annotated[
        str | None,
        typer.Option(
            "--annotator",
            "-a",
            metavar="ID",
            help="Annotator whose edits to apply; needed if there are several.",
        ),
    ] = None,
    alternative: Annotated[
        int, typer.Option("--alternative", metavar="N", min=0, help="Alternative to apply, from 0.")
    ] = 0,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Apply edits: write the corrected sentences, one per line.

    [bold]Examples[/bold]

      corrigenda apply system.m2 -o system.txt
      corrigenda apply gold.m2 --annotator 1
    """
    from corrigenda.formats.transform import apply

    outputs.check([output], [file])
    apply(file, output, annotator=annotator, alternative=alternative)
