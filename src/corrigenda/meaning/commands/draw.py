"""`corrigenda draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs
from corrigenda.errors import InputError

PANEL = "Meaning: is it kept?"


def run(
    graphs: Path,
    other: Path | None = None,
    passage: str | None = None,
    sentence: Annotated[int | None, typer.Option(min=1)] = None,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Draw a semantic graph as SVG, or two with the alignment of their words and units.

    [bold]Examples[/bold]

      corrigenda draw 1297.xml --sentence 3 -o sentence.svg
      corrigenda draw dev.mrp --passage 20001001 -o graph.svg
      corrigenda draw source.xml corrected.xml -o both.svg

    Arguments:
        graphs (GRAPHS): UCCA XML, MRP JSON, UCCA-App JSON or AMR.
        other ([GRAPHS]): Graphs to compare with: draw both, with dashed lines between aligned
            parts.

    Options:
        passage (--passage, -p NAME): Passage to draw, if there are several.
        sentence (--sentence, -n N): Draw only the N-th sentence.
    """
    from corrigenda.meaning.drawing.files import draw

    outputs.check([output], [graphs, other])
    if output.suffix.lower() not in ("", ".svg", ".gz"):
        raise InputError(
            f"graphs are drawn as SVG, not as {output.suffix}", file=output, hint="take .svg"
        )
    outputs.write_text(draw(graphs, other, passage=passage, sentence=sentence) + "\n", output)
