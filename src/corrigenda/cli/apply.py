"""`corrigenda apply`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs

COMMAND = "apply"
PANEL = "Files"


def run(
    file: Path,
    annotator: str | None = None,
    alternative: Annotated[int, typer.Option(min=0)] = 0,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Apply edits: write the corrected sentences, one per line.

    [bold]Examples[/bold]

      corrigenda apply system.m2 -o system.txt
      corrigenda apply gold.m2 --annotator 1

    Arguments:
        file (FILE): M2, or another format with edits.

    Options:
        annotator (--annotator, -a ID): Annotator whose edits to apply; needed if there are several.
        alternative (N): Alternative to apply, from 0.
    """
    from corrigenda.formats.edit_files import apply

    outputs.check([output], [file])
    apply(file, output, annotator=annotator, alternative=alternative)
