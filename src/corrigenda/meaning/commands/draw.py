"""`corrigenda draw`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from corrigenda.cli import options, outputs
from corrigenda.errors import InputError

PANEL = "Meaning: is it kept?"

if TYPE_CHECKING:
    from corrigenda.meaning.graph import Graph


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
    from corrigenda.meaning.drawing import svg
    from corrigenda.meaning.facing import facing

    outputs.check([output], [graphs, other])
    if output.suffix.lower() not in ("", ".svg", ".gz"):
        raise InputError(
            f"graphs are drawn as SVG, not as {output.suffix}", file=output, hint="take .svg"
        )
    first = _chosen(graphs, passage, sentence)
    drawing = svg(first) if other is None else facing(first, _chosen(other, passage, sentence))
    outputs.write_text(drawing + "\n", output)


def _chosen(graphs: Path, passage: str | None, sentence: int | None) -> Graph:
    """The one graph of a file that is to be drawn."""
    from corrigenda.meaning.formats.graphs import read_graphs
    from corrigenda.meaning.sentences import split

    found = {name: graph for name, graph in read_graphs(graphs) if passage in (None, name)}
    if len(found) != 1:
        listed = ", ".join(list(found)[:5])
        raise InputError(
            f"there is no passage {passage!r}" if passage else f"there are {len(found)} passages",
            file=graphs,
            hint=f"choose one with --passage: {listed}, ..." if found else None,
        )
    [graph] = found.values()
    if sentence is None:
        return graph
    sentences = split(graph)
    if sentence > len(sentences):
        raise InputError(f"the passage has {len(sentences)} sentences", file=graphs)
    return sentences[sentence - 1]
