"""Graphs as plain values, fit for JSON: all that is drawn of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit
from corrigenda.meaning.layout import name


def as_plain(graph: Graph) -> dict[str, Any]:
    """Tokens; edges as [parent, child, labels, remote (1) or not]; leaves as [unit, token, label];
    where there are such, implicit units and the concepts of units, by the units' numbers.

    >>> from corrigenda.meaning.brackets import from_brackets
    >>> as_plain(from_brackets("[H go]"))
    {'tokens': ['go'], 'edges': [[0, 1, ['H'], 0]], 'leaves': [[1, 0, 'Terminal']]}
    """
    found: dict[str, Any] = {
        "tokens": [token.text for token in graph.tokens],
        "edges": [[e.parent, e.child, list(e.labels), int(e.remote)] for e in graph.edges],
        "leaves": [[leaf.unit, leaf.token, leaf.label] for leaf in graph.leaves],
    }
    implicit = [n for n, unit in enumerate(graph.units) if unit.implicit]
    concepts = {str(n): c for n, unit in enumerate(graph.units) if (c := name(graph, n))}
    if implicit:
        found["implicit"] = implicit
    if concepts:
        found["concepts"] = concepts
    return found


def from_plain(given: Mapping[str, Any]) -> Graph:
    """The graph again. What is no graph (a cycle, two roots) is an `InputError`."""
    implicit, concepts = set(given.get("implicit", ())), given.get("concepts", {})
    edges = tuple(Edge(p, c, tuple(labels), bool(r)) for p, c, labels, r in given["edges"])
    units = range(1 + sum(not edge.remote for edge in edges))  # one primary edge to each but one
    return Graph(
        tuple(map(Token, given["tokens"])),
        tuple(Unit(str(n), n in implicit, _attributes(concepts.get(str(n)))) for n in units),
        edges,
        tuple(Leaf(*leaf) for leaf in given["leaves"]),
    )


def _attributes(concept: str | None) -> tuple[tuple[str, str], ...]:
    return () if concept is None else (("instance", concept),)
