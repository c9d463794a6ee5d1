"""Pictures of the graphs in a file."""

from __future__ import annotations

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.meaning.drawing.svg import svg
from corrigenda.meaning.drawing.two_graphs import facing
from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.sentences import split


def draw(
    graph: Graph | PathLike,
    other: Graph | PathLike | None = None,
    *,
    passage: str | None = None,
    sentence: int | None = None,
) -> str:
    """Return a graph as SVG, or two with dashed lines between what is aligned.

    A graph is one, or in a file; `passage` says which one, if there are several, and `sentence`
    draws only one of its sentences, from 1.
    """
    first = _chosen(graph, passage, sentence)
    return svg(first) if other is None else facing(first, _chosen(other, passage, sentence))


def _chosen(graph: Graph | PathLike, passage: str | None, sentence: int | None) -> Graph:
    """Return the one graph that is to be drawn."""
    file = None if isinstance(graph, Graph) else graph
    if not isinstance(graph, Graph):
        named = {name: one for name, one in read_graphs(graph) if passage in (None, name)}
        if len(named) != 1:
            listed = ", ".join(list(named)[:5])
            raise InputError(
                f"there is no passage {passage!r}"
                if passage
                else f"there are {len(named)} passages",
                file=file,
                hint=f"choose one with passage=, of {listed}, ..." if named else None,
            )
        [graph] = named.values()
    if sentence is None:
        return graph
    sentences = split(graph)
    if not 1 <= sentence <= len(sentences):
        raise InputError(f"the passage has {len(sentences)} sentences", file=file)
    return sentences[sentence - 1]
