"""Small graphs in brackets, for examples and tests."""

from __future__ import annotations

import re

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit


def from_brackets(text: str) -> Graph:
    """Return a graph from its text with units in brackets, each after its label.

    Labels joined by `|` are on one edge; tokens without a letter or digit are punctuation. There
    are no remote edges, implicit units or units with gaps.

    >>> graph = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]] .]")
    >>> graph
    <Graph: 6 tokens, 8 units, 7 edges: He gave John an apple .>
    """
    tokens: list[Token] = []
    units = [Unit("1.1")]
    edges: list[Edge] = []
    leaves: list[Leaf] = []
    path = [0]
    for piece in re.findall(r"\[\s*[^\s\[\]]*|\]|[^\s\[\]]+", text):
        if piece.startswith("["):
            label = piece[1:].strip()
            if not label:
                raise InputError(f"a bracket without a label after it in {text!r}")
            edges.append(Edge(path[-1], len(units), tuple(label.split("|"))))
            path.append(len(units))
            units.append(Unit(f"1.{len(units) + 1}"))
        elif piece == "]":
            path.pop()
            if not path:
                raise InputError(f"a bracket is closed, but none is open in {text!r}")
        else:
            mark = not any(map(str.isalnum, piece))
            leaves.append(Leaf(path[-1], len(tokens), "U" if mark else "Terminal"))
            tokens.append(Token(piece, mark))
    if len(path) > 1:
        raise InputError(f"{len(path) - 1} of the brackets are not closed in {text!r}")
    return Graph(tuple(tokens), tuple(units), tuple(edges), tuple(leaves))
