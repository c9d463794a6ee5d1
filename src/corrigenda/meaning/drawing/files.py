"""Pictures of the graphs in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os import fspath
from pathlib import Path

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, writing_bytes
from corrigenda.meaning.drawing import legend as legends
from corrigenda.meaning.drawing import two_graphs
from corrigenda.meaning.drawing.legend import with_legend
from corrigenda.meaning.drawing.svg import svg
from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.sentences import split

SUFFIXES = (".svg", ".png", ".pdf")

WIDE = 5_000
"""Pixels from which a drawing is too wide to be looked at as a whole."""


class Svg(str):
    """SVG, which a notebook shows."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<SVG, {pixels(self):,} pixels wide>"

    def _repr_svg_(self) -> str:
        return str(self)


def draw(
    graph: Graph | PathLike,
    other: Graph | PathLike | None = None,
    *,
    passage: str | None = None,
    sentence: int | None = None,
    difference: bool = False,
    names: bool = False,
    legend: bool = False,
    output: PathLike | None = None,
) -> Svg:
    """Return a graph as SVG, or two with dashed lines between what is aligned.

    A graph is one, or in a file; `passage` says which one, if there are several, and `sentence`
    draws only one of its sentences, from 1 (or, without a passage, one of all sentences).
    `difference` draws two analyses of the same text, and rings where they differ. `names` spells
    UCCA's categories out, `legend` explains them below the drawing. `output` is a file to write it
    to, as its ending says: .svg, .png or .pdf.
    """
    check(output, difference, other)
    graphs = [_chosen(graph, passage, sentence)]
    graphs += [] if other is None else [_chosen(other, passage, sentence)]
    said = legends.entries(graphs, names) if legend else []
    said += _places(graph, other) if difference else []
    if names:
        graphs = [legends.spelled_out(one) for one in graphs]
    if len(graphs) == 1:
        drawing = svg(graphs[0])
    else:
        both = two_graphs.difference if difference else two_graphs.facing
        drawing = both(graphs[0], graphs[1])
    drawing = Svg(with_legend(drawing, said))
    if output is not None:
        with writing_bytes(output) as file:
            file.write(as_file(drawing, Path(fspath(output)).suffix.lower()))
    return drawing


def check(output: PathLike | None, difference: bool, other: object) -> None:
    """Raise InputError for a file that cannot be drawn to, or a difference from nothing."""
    suffix = "" if output is None else Path(fspath(output)).suffix.lower()
    if suffix not in ("", *SUFFIXES):
        raise InputError(
            f"graphs are drawn as SVG, PNG or PDF, not as {suffix}",
            file=output,
            hint="give the file the ending .svg, .png or .pdf",
        )
    if difference and other is None:
        raise InputError("a difference needs two graphs", hint="give the other file, too")


def pixels(drawing: str) -> int:
    """Return how wide a drawing is."""
    size = re.search(r' width="(\d+)"', drawing)
    return 0 if size is None else int(size[1])


def as_file(drawing: str, suffix: str) -> bytes:
    """Return a drawing as the contents of a file with this ending."""
    if suffix in ("", ".svg"):
        return f"{drawing}\n".encode()
    from corrigenda.meaning.drawing.paper import rendered

    return rendered(drawing, suffix)


def _places(above: object, below: object) -> list[str]:
    """Return which file is drawn where."""
    if isinstance(above, Graph) or isinstance(below, Graph):
        return []
    paths = [Path(str(one)) for one in (above, below)]
    names = [path.name for path in paths]
    shown = names if names[0] != names[1] else list(map(str, paths))
    return [f"above: {shown[0]}", f"below: {shown[1]}"]


def _chosen(graph: Graph | PathLike, passage: str | None, sentence: int | None) -> Graph:
    """Return the one graph that is to be drawn."""
    file = None if isinstance(graph, Graph) else graph
    if not isinstance(graph, Graph):
        if " " in fspath(graph).strip() and not Path(fspath(graph)).exists():
            raise InputError(
                "expected a file of graphs, found none",
                file=file,
                hint="if this is a sentence, make its graph first: corrigenda parse",
            )
        named = {name: one for name, one in read_graphs(graph) if passage in (None, name)}
        if len(named) > 1 and sentence is not None:
            return _sentence(
                [part for one in named.values() for part in split(one)], sentence, file
            )
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
    return _sentence(split(graph), sentence, file)


def _sentence(sentences: Sequence[Graph], number: int, file: PathLike | None) -> Graph:
    if not 1 <= number <= len(sentences):
        raise InputError(f"there is no sentence {number}, only {len(sentences)}", file=file)
    return sentences[number - 1]
