"""What the labels of a drawing mean: UCCA's categories by name, and the signs beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil

from corrigenda.meaning.drawing.layout import FONT, SMALL, width
from corrigenda.meaning.drawing.svg import escaped
from corrigenda.meaning.graph import Graph

CATEGORIES = {
    "A": "Participant",
    "C": "Centre",
    "D": "Adverbial",
    "E": "Elaborator",
    "F": "Function",
    "G": "Ground",
    "H": "Parallel Scene",
    "L": "Linker",
    "LA": "Link Argument",
    "LR": "Link Relation",
    "N": "Connector",
    "P": "Process",
    "Q": "Quantifier",
    "R": "Relator",
    "S": "State",
    "T": "Time",
    "U": "Punctuation",
}
"""UCCA's categories."""

LINE = SMALL * 1.8
"""The height of a line of a legend."""


def spelled_out(graph: Graph) -> Graph:
    """Return the graph with UCCA's categories spelled out; other labels stay as they are."""
    edges = [
        edge._replace(labels=tuple(CATEGORIES.get(one, one) for one in edge.labels))
        for edge in graph.edges
    ]
    leaves = [leaf._replace(label=CATEGORIES.get(leaf.label, leaf.label)) for leaf in graph.leaves]
    return replace(graph, edges=tuple(edges), leaves=tuple(leaves))


def entries(graphs: Iterable[Graph], names: bool = False) -> list[str]:
    """Return what a legend says of some graphs: the signs that are there, and the categories unless
    they are spelled out by their names."""
    given = list(graphs)
    labels = {one for graph in given for edge in graph.edges for one in edge.labels}
    labels |= {leaf.label for graph in given for leaf in graph.leaves}
    labels = set() if names else labels
    said = [f"{one} {CATEGORIES[one]}" for one in sorted(labels) if one in CATEGORIES]
    if any(edge.remote for graph in given for edge in graph.edges):
        said.append("dashed arrow: remote edge")
    if any(unit.implicit for graph in given for unit in graph.units):
        said.append("hollow: implicit unit")
    return said


def lines(said: Sequence[str], wide: float) -> list[str]:
    """Return the entries in lines that fit a width (one entry at least in each)."""
    rows: list[str] = []
    for entry in said:
        longer = f"{rows[-1]} · {entry}" if rows else entry
        if rows and width(longer, SMALL) <= wide - 2 * FONT:
            rows[-1] = longer
        else:
            rows.append(entry)
    return rows


def with_legend(drawing: str, said: Sequence[str]) -> str:
    """Return a drawing with entries of a legend below it."""
    size = re.search(r'viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"', drawing)
    if not said or size is None:
        return drawing
    wide, high = map(int, size.groups())
    rows = lines(said, wide)
    wide = max(wide, *(ceil(width(row, SMALL)) for row in rows))
    texts = [
        f'<text x="{wide / 2:.1f}" y="{high + LINE * (n + 0.6):.1f}" font-size="{SMALL:g}">'
        f"{escaped(row)}</text>"
        for n, row in enumerate(rows)
    ]
    high = ceil(high + LINE * len(rows))
    larger = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
    body = drawing.replace(size[0], larger, 1).removesuffix("</svg>")
    return "\n".join([body.rstrip(), *texts, "</svg>"])
