"""`corrigenda draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs

COMMAND = "draw"
PANEL = "Meaning: is it kept?"


def run(
    graphs: Path,
    other: Path | None = None,
    passage: str | None = None,
    sentence: Annotated[int | None, typer.Option(min=1)] = None,
    difference: bool = False,
    names: bool = False,
    legend: bool = False,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Draw a semantic graph, or two with the alignment of their words and units.

    The drawing is SVG, or what the ending of the output file says: .svg, .png or .pdf.

    [bold]Examples[/bold]

      corrigenda draw 1297.xml --sentence 3 -o sentence.svg
      corrigenda draw dev.mrp --passage 20001001 -o graph.svg
      corrigenda draw source.xml corrected.xml -o both.svg
      corrigenda draw one.xml other.xml --difference --names --legend -o difference.pdf

    Arguments:
        graphs (GRAPHS): UCCA XML, MRP JSON, UCCA-App JSON or AMR.
        other ([GRAPHS]): Graphs to compare with: draw both, with lines between aligned parts.

    Options:
        passage (--passage, -p NAME): Passage to draw, if there are several.
        sentence (--sentence, -n N): Draw only the N-th sentence, of the passage or of all.
        difference: Of two analyses of the same text, mark where they differ.
        names: Spell UCCA's categories out: Participant, not A.
        legend: Explain labels and signs below the drawing.
    """
    from corrigenda.meaning.drawing import files

    outputs.check([output], [graphs, other])
    to_file = None if str(output) == "-" else output
    files.check(to_file, difference, other)
    drawing = files.draw(
        graphs,
        other,
        passage=passage,
        sentence=sentence,
        difference=difference,
        names=names,
        legend=legend,
        output=to_file,
    )
    if to_file is None:
        outputs.write_text(f"{drawing}\n", output)
    if sentence is None and files.pixels(drawing) > files.WIDE:
        wide = f"{files.pixels(drawing):,} pixels wide"
        outputs.say(f"the drawing is {wide}; --sentence N draws one sentence")
