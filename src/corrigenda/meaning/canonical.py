"""The canonical form of a graph: equal for two graphs exactly if they have the same content.

Units are coloured by what they are, then again and again by their colours' neighbours, until no
colour splits. Units that still share a colour are told apart by force, one way after the other, and
the smallest outcome counts (individualisation and refinement; McKay 1981). In practice words tell
all units apart but interchangeable ones, where one way stands for all.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from corrigenda.meaning.graph import Attributes, Edge, Graph

Colours = tuple[int, ...]


def canonical(graph: Graph) -> tuple[object, ...]:
    """Return a value that is equal for two graphs exactly if one is the other with other ids,
    another order of units, edges, leaves and linkages, and other notes."""
    tokens = tuple((t.text, t.punctuation, t.paragraph, said(t.attributes)) for t in graph.tokens)
    links = _Links(graph)
    return (tokens, _smallest(graph, links, _refined(links, _first(graph))))


def said(attributes: Attributes) -> Attributes:
    """Return the attributes that are no notes, sorted."""
    return tuple(sorted(pair for pair in attributes if ":" not in pair[0]))


class _Links:
    """Edges that leave and that reach each unit."""

    def __init__(self, graph: Graph) -> None:
        self.of: list[list[tuple[int, Any, int]]] = [[] for _ in graph.units]
        for edge in graph.edges:
            what = _what(edge)
            self.of[edge.parent].append((0, what, edge.child))
            self.of[edge.child].append((1, what, edge.parent))
        self.linkages = [
            (said(linkage.attributes), [(_what(edge), edge.child) for edge in linkage.edges])
            for linkage in graph.linkages
        ]
        self.in_linkage: list[list[tuple[Any, int]]] = [[] for _ in graph.units]
        for n, (_, edges) in enumerate(self.linkages):
            for what, unit in edges:
                self.in_linkage[unit].append((what, n))


def _what(edge: Edge) -> tuple[Any, ...]:
    return (edge.labels, edge.remote, said(edge.attributes))


def _first(graph: Graph) -> Colours:
    leaves: list[list[tuple[Any, ...]]] = [[] for _ in graph.units]
    for leaf in graph.leaves:
        leaves[leaf.unit].append((leaf.token, leaf.label, said(leaf.attributes)))
    return _ranked(
        [
            (n > 0, unit.implicit, said(unit.attributes), sorted(leaves[n]))
            for n, unit in enumerate(graph.units)
        ]
    )


def _ranked(signatures: list[Any]) -> Colours:
    """Return colours numbered in the order of the signatures, so that they mean the same in every
    graph."""
    distinct: list[Any] = []
    ranks = [0] * len(signatures)
    for unit in sorted(range(len(signatures)), key=signatures.__getitem__):
        if not distinct or distinct[-1] != signatures[unit]:
            distinct.append(signatures[unit])
        ranks[unit] = len(distinct) - 1
    return tuple(ranks)


def _refined(links: _Links, colours: Colours) -> Colours:
    count = len(set(colours))
    while count < len(colours):
        shown = [_coloured(linkage, colours) for linkage in links.linkages]
        colours = _ranked(
            [
                (
                    colours[unit],
                    sorted((way, what, colours[other]) for way, what, other in links.of[unit]),
                    sorted((what, shown[n]) for what, n in links.in_linkage[unit]),
                )
                for unit in range(len(colours))
            ]
        )
        before, count = count, len(set(colours))
        if count == before:
            break
    return colours


def _coloured(linkage: Any, colours: Colours) -> Any:
    attributes, edges = linkage
    return (attributes, sorted((what, colours[unit]) for what, unit in edges))


def _smallest(graph: Graph, links: _Links, colours: Colours) -> Any:
    classes: dict[int, list[int]] = defaultdict(list)
    for unit, colour in enumerate(colours):
        classes[colour].append(unit)
    tied = next((units for _, units in sorted(classes.items()) if len(units) > 1), None)
    if tied is None:
        return _written(graph, links, colours)
    if _interchangeable(links, tied):
        tied = tied[:1]
    # Doubled colours leave room below the tied one for the unit that is told apart.
    return min(
        _smallest(
            graph,
            links,
            _refined(links, _ranked([2 * c - (n == unit) for n, c in enumerate(colours)])),
        )
        for unit in tied
    )


def _interchangeable(links: _Links, units: list[int]) -> bool:
    """Return whether it is all one which of some units of one colour comes first: they have the
    very same neighbours, or hang on the same unit and nothing but trees hangs on them (on trees,
    units of one colour are isomorphic)."""
    one = units[0]
    twins = all(
        sorted(links.of[unit]) == sorted(links.of[one])
        and sorted(links.in_linkage[unit]) == sorted(links.in_linkage[one])
        for unit in units[1:]
    )
    if twins:
        return True
    above = {tuple(link for link in links.of[unit] if link[0]) for unit in units}
    return len(above) == 1 and all(_is_tree(links, unit) for unit in units)


def _is_tree(links: _Links, unit: int) -> bool:
    """Return whether each unit from here down is reached by one edge only."""
    todo = [unit]
    for below in todo:
        if links.in_linkage[below] or sum(link[0] for link in links.of[below]) != 1:
            return False
        todo += [other for way, _, other in links.of[below] if not way]
    return True


def _written(graph: Graph, links: _Links, numbers: Colours) -> Any:
    """Return the graph with every unit under its canonical number."""
    return (
        sorted(
            (numbers[n], unit.implicit, said(unit.attributes)) for n, unit in enumerate(graph.units)
        ),
        sorted((numbers[e.parent], numbers[e.child], *_what(e)) for e in graph.edges),
        sorted(
            (numbers[leaf.unit], leaf.token, leaf.label, said(leaf.attributes))
            for leaf in graph.leaves
        ),
        sorted(_coloured(linkage, numbers) for linkage in links.linkages),
    )
