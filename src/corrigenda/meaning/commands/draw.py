"""`corrigenda draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs
from corrigenda.errors import InputError

PANEL = "Meaning: is it kept?"


def run(
    graphs: Annotated[
        Path,
        typer.Argument(metavar="GRAPHS", help="UCCA XML, MRP JSON, UCCA-App JSON or AMR."),
    ],
    other: Annotated[
        Path | None,
        typer.Argument(
            metavar="[GRAPHS]",
            help="Graphs to compare with: draw both, with dashed lines between aligned parts.",
        ),
    ] = None,
    passage: Annotated[
        str | None,
        typer.Option(
            "--passage", "-p", metavar="NAME", help="Passage to draw, if there are several."
        ),
    ] = None,
    sentence: Annotated[
        int | None,
        typer.Option("--sentence", "-n", metavar="N", min=1, help="Draw only the N-th sentence."),
    ] = None,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Draw a semantic graph as SVG, or two with the alignment of their words and units.

    [bold]Examples[/bold]

      corrigenda draw 1297.xml --sentence 3 -o sentence.svg
      corrigenda draw dev.mrp --passage 20001001 -o graph.svg
      corrigenda draw source.xml corrected.xml -o both.svg
    """
    from corrigenda.meaning.drawing.files import draw

    outputs.check([output], [graphs, other])
    if output.suffix.lower() not in ("", ".svg", ".gz"):
        raise InputError(
            f"graphs are drawn as SVG, not as {output.suffix}", file=output, hint="take .svg"
        )
    outputs.write_text(draw(graphs, other, passage=passage, sentence=sentence) + "\n", output)
