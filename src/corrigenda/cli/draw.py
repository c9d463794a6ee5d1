"""`corrigenda draw`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from corrigenda.cli import options, outputs
from corrigenda.errors import InputError


def run(
    graphs: Annotated[Path, typer.Argument(metavar="GRAPHS", help="UCCA XML, MRP JSON or AMR.")],
    passage: Annotated[
        str | None,
        typer.Option("--passage", "-p", metavar="NAME", help="Which one, if there are several."),
    ] = None,
    sentence: Annotated[
        int | None,
        typer.Option("--sentence", "-n", metavar="N", min=1, help="Only its N-th sentence."),
    ] = None,
    output: options.OutputFile = options.STDOUT,
) -> None:
    """Draw a semantic graph as SVG.

    [bold]Examples[/bold]

      corrigenda draw 1297.xml --sentence 3 -o sentence.svg
      corrigenda draw dev.mrp --passage 20001001 -o graph.svg
    """
    from corrigenda.formats.graphs import read_graphs
    from corrigenda.meaning.drawing import svg
    from corrigenda.meaning.sentences import split

    outputs.check([output], [graphs])
    found = {name: graph for name, graph in read_graphs(graphs) if passage in (None, name)}
    if len(found) != 1:
        listed = ", ".join(list(found)[:5])
        raise InputError(
            f"there is no passage {passage!r}" if passage else f"there are {len(found)} passages",
            file=graphs,
            hint=f"choose one with --passage: {listed}, ..." if found else None,
        )
    [graph] = found.values()
    if sentence is not None:
        sentences = split(graph)
        if sentence > len(sentences):
            raise InputError(f"the passage has {len(sentences)} sentences", file=graphs)
        graph = sentences[sentence - 1]
    outputs.write_text(svg(graph) + "\n", output)
