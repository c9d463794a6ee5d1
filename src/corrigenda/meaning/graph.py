"""A semantic graph: units over the words of a text, whatever the scheme (UCCA, AMR).

Units are the nodes of a directed acyclic graph with one root. Every unit but the root hangs on one
primary edge; remote edges (UCCA's word; AMR's re-entrancies) give it further parents. The primary
edges alone are a tree. Words hang on units as leaves. The yield of a unit is the set of the words
below it, held as the bits of an integer: bit i is token i.

UCCA: Abend and Rappoport 2013, "Universal Conceptual Cognitive Annotation" (P13-1023).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from corrigenda.errors import InputError

Attributes = tuple[tuple[str, str], ...]
"""Names and values that a file has beside what is modelled here, kept so that it can be written
again. Names with a colon (`extra:remarks`) are notes: they travel, but the graph does not say
them."""

LINKAGE = -1
"""The parent of an edge that leaves a linkage, which is no unit."""

MAIN_RELATIONS = frozenset({"P", "S"})
"""UCCA's processes and states: a unit with one of them is a scene."""


class Token(NamedTuple):
    """A word or a punctuation mark of the text. Paragraphs count from 1 and never go back."""

    text: str
    punctuation: bool = False
    paragraph: int = 1
    attributes: Attributes = ()


class Unit(NamedTuple):
    """A node. `id` names it in its file; an implicit unit stands for what the text leaves out."""

    id: str
    implicit: bool = False
    attributes: Attributes = ()


class Edge(NamedTuple):
    """From a unit to a unit below it, by their numbers. The first label is the main one."""

    parent: int
    child: int
    labels: tuple[str, ...]
    remote: bool = False
    attributes: Attributes = ()


class Leaf(NamedTuple):
    """From a unit to a token. UCCA's labels are `Terminal` and, for punctuation, `U`.

    `id` is that of the node which a file may have between the two (UCCA: PNCT).
    """

    unit: int
    token: int
    label: str = "Terminal"
    id: str = ""
    attributes: Attributes = ()


class Linkage(NamedTuple):
    """A linker and its scenes (UCCA's LKG): edges `LR` to the linker, `LA` to the scenes.

    It covers no words and has no parent; the `parent` of its edges is `LINKAGE`.
    """

    id: str
    edges: tuple[Edge, ...]
    attributes: Attributes = ()


@dataclass(frozen=True, eq=False, repr=False)
class Graph:
    """A labelled directed acyclic graph over tokens. Unit 0 is the root.

    Two graphs are equal if they say the same: ids, the order of units and edges, notes, and the
    attributes of the whole graph (who annotated what) do not matter.

    >>> tokens = (Token("He"), Token("sleeps"), Token(".", punctuation=True))
    >>> units = (Unit("0"), Unit("scene"), Unit("he"), Unit("sleeps"))
    >>> edges = (Edge(0, 1, ("H",)), Edge(1, 2, ("A",)), Edge(1, 3, ("P",)))
    >>> leaves = (Leaf(2, 0), Leaf(3, 1), Leaf(0, 2, "U"))
    >>> graph = Graph(tokens, units, edges, leaves)
    >>> graph
    <Graph: 3 tokens, 4 units, 3 edges: He sleeps .>
    >>> [members(words) for words in graph.yields()]
    [(0, 1, 2), (0, 1), (0,), (1,)]
    >>> graph.scenes
    (1,)
    """

    tokens: tuple[Token, ...]
    units: tuple[Unit, ...]
    edges: tuple[Edge, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    linkages: tuple[Linkage, ...] = ()
    attributes: Attributes = ()

    def __post_init__(self) -> None:
        _check_tokens(self)
        _check_units(self)
        _check_edges(self)
        _ = self.order  # finds cycles, which hide where a root is
        _check_tree(self)

    # --- what hangs on what ---------------------------------------------------------------------

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The units, each before all units below it, by primary and remote edges."""
        return _topological(self)

    @cached_property
    def children(self) -> tuple[tuple[Edge, ...], ...]:
        """For each unit the edges that leave it, remote ones too, in the order of `edges`."""
        return _grouped(self.edges, [edge.parent for edge in self.edges], len(self.units))

    @cached_property
    def parents(self) -> tuple[tuple[Edge, ...], ...]:
        """For each unit the edges that reach it, remote ones too, in the order of `edges`."""
        return _grouped(self.edges, [edge.child for edge in self.edges], len(self.units))

    @cached_property
    def primary(self) -> tuple[Edge | None, ...]:
        """For each unit its primary edge; the root has none."""
        edges: list[Edge | None] = [None] * len(self.units)
        for edge in self.edges:
            if not edge.remote:
                edges[edge.child] = edge
        return tuple(edges)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """For each unit how many primary edges it is below the root."""
        depths = [0] * len(self.units)
        for unit in self.order:
            above = self.primary[unit]
            if above is not None:
                depths[unit] = depths[above.parent] + 1
        return tuple(depths)

    @cached_property
    def linked(self) -> tuple[tuple[Edge, ...], ...]:
        """For each unit the edges that reach it from linkages."""
        links = [edge for linkage in self.linkages for edge in linkage.edges]
        return _grouped(links, [edge.child for edge in links], len(self.units))

    @cached_property
    def terminals(self) -> tuple[tuple[int, ...], ...]:
        """For each unit the numbers of the tokens directly under it, in the text's order."""
        tokens_of: list[set[int]] = [set() for _ in self.units]
        for leaf in self.leaves:
            tokens_of[leaf.unit].add(leaf.token)
        return tuple(tuple(sorted(tokens)) for tokens in tokens_of)

    @cached_property
    def scenes(self) -> tuple[int, ...]:
        """The units with a main relation (UCCA: a child P or S, remote or not)."""
        scenes = {edge.parent for edge in self.edges if not MAIN_RELATIONS.isdisjoint(edge.labels)}
        return tuple(sorted(scenes))

    # --- yields ---------------------------------------------------------------------------------

    def yields(self, *, remote: bool = False, punctuation: bool = True) -> tuple[int, ...]:
        """Return, for each unit, the tokens below it, as bits: with those that only remote edges
        lead to, or without; with punctuation, or without."""
        yields = self._yields_with_remote if remote else self._yields
        return yields if punctuation else tuple(tokens & self.words for tokens in yields)

    @cached_property
    def words(self) -> int:
        """The tokens that are not punctuation, as bits."""
        return sum(1 << n for n, token in enumerate(self.tokens) if not token.punctuation)

    @cached_property
    def _yields(self) -> tuple[int, ...]:
        return self._below([edge for edge in self.edges if not edge.remote])

    @cached_property
    def _yields_with_remote(self) -> tuple[int, ...]:
        return self._below(self.edges)

    def _below(self, edges: Iterable[Edge]) -> tuple[int, ...]:
        """Return the tokens below each unit, in one pass from the leaves up: in reversed order, a
        unit is complete when it is met."""
        yields = [0] * len(self.units)
        above: list[list[int]] = [[] for _ in self.units]
        for leaf in self.leaves:
            yields[leaf.unit] |= 1 << leaf.token
        for edge in edges:
            above[edge.child].append(edge.parent)
        for unit in reversed(self.order):
            for parent in above[unit]:
                yields[parent] |= yields[unit]
        return tuple(yields)

    # --- several sentences ----------------------------------------------------------------------

    def sentences(self, *, cut: bool = False) -> list[Graph]:
        """Return one graph per sentence (see `corrigenda.meaning.sentences.split`)."""
        from corrigenda.meaning.sentences import split

        return split(self, cut=cut)

    @staticmethod
    def join(graphs: Iterable[Graph]) -> Graph:
        """Return one graph over the texts of several, one after the other, under one root."""
        from corrigenda.meaning.sentences import join

        return join(graphs)

    # --- comparing and showing ------------------------------------------------------------------

    def same_as(self, other: Graph) -> bool:
        """Return whether both say the same: equal apart from ids, order, notes and `attributes`."""
        from corrigenda.meaning.canonical import canonical

        if self is other:
            return True
        sizes = [
            (len(g.units), len(g.edges), len(g.leaves), len(g.linkages)) for g in (self, other)
        ]
        if sizes[0] != sizes[1] or hash(self) != hash(other):
            return False
        return canonical(self) == canonical(other)

    def __eq__(self, other: object) -> bool:
        return self.same_as(other) if isinstance(other, Graph) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple((token.text, token.punctuation) for token in self.tokens))

    def __getstate__(self) -> dict[str, object]:
        """Leave out what is derived: it is computed again, rather than pickled with every graph."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def __repr__(self) -> str:
        text = " ".join(token.text for token in self.tokens)
        text = text if len(text) <= 60 else text[:57] + "..."
        return (
            f"<Graph: {len(self.tokens)} tokens, {len(self.units)} units, "
            f"{len(self.edges)} edges: {text}>"
        )

    def _repr_svg_(self) -> tuple[str, dict[str, str]]:
        """The picture; where notebooks keep it apart from the colours around it, it is black."""
        from corrigenda.meaning.drawing.svg import svg

        return svg(self), {"needs_background": "light"}


def members(tokens: int) -> tuple[int, ...]:
    """Return the token numbers in a yield.

    >>> members(0b1101)
    (0, 2, 3)
    """
    return tuple(_bits(tokens))


def _bits(tokens: int) -> Iterator[int]:
    while tokens:
        lowest = tokens & -tokens
        yield lowest.bit_length() - 1
        tokens ^= lowest


def _grouped(edges: Iterable[Edge], keys: Sequence[int], n: int) -> tuple[tuple[Edge, ...], ...]:
    groups: list[list[Edge]] = [[] for _ in range(n)]
    for key, edge in zip(keys, edges, strict=True):
        groups[key].append(edge)
    return tuple(map(tuple, groups))


# --- what a graph must be -------------------------------------------------------------------------


def _check_tokens(graph: Graph) -> None:
    before = 1
    for n, token in enumerate(graph.tokens):
        if not token.text:
            raise InputError(f"token {n} is empty")
        if token.paragraph < before:
            raise InputError(
                f"the tokens are out of order: token {n} ({token.text!r}) is in paragraph "
                f"{token.paragraph}, after paragraph {before}"
            )
        before = token.paragraph


def _check_units(graph: Graph) -> None:
    if not graph.units:
        raise InputError("a graph needs at least a unit, its root")
    seen: set[str] = set()
    for unit in graph.units:
        if unit.id in seen:
            raise InputError(f"two units have the id {unit.id!r}")
        seen.add(unit.id)


def _check_edges(graph: Graph) -> None:
    units, tokens = len(graph.units), len(graph.tokens)
    for edge in graph.edges:
        for unit in edge[:2]:
            _check_unit(unit, units)
        if not edge.labels:
            parent, child = (graph.units[unit].id for unit in edge[:2])
            raise InputError(f"the edge from unit {parent!r} to unit {child!r} has no label")
    if len({edge[:4] for edge in graph.edges}) < len(graph.edges):
        seen = set()
        for edge in graph.edges:
            if edge[:4] in seen:
                parent, child = (graph.units[unit].id for unit in edge[:2])
                raise InputError(
                    f"the edge {'|'.join(edge.labels)} from unit {parent!r} to unit {child!r} "
                    "is there twice"
                )
            seen.add(edge[:4])
    for leaf in graph.leaves:
        _check_unit(leaf.unit, units)
        if not 0 <= leaf.token < tokens:
            raise InputError(
                f"unit {graph.units[leaf.unit].id!r} holds token {leaf.token}, "
                f"but there are {tokens} tokens"
            )
    if len({leaf[:2] for leaf in graph.leaves}) < len(graph.leaves):
        pairs = sorted(leaf[:2] for leaf in graph.leaves)
        unit, token = next(one for one, two in pairwise(pairs) if one == two)
        raise InputError(f"unit {graph.units[unit].id!r} holds token {token} twice")
    for linkage in graph.linkages:
        for edge in linkage.edges:
            _check_unit(edge.child, units)
            if edge.parent != LINKAGE:
                raise InputError(f"an edge of linkage {linkage.id!r} starts at a unit")


def _check_unit(unit: int, units: int) -> None:
    if not 0 <= unit < units:
        raise InputError(f"an edge leads to unit number {unit}, but there are {units} units")


def _topological(graph: Graph) -> tuple[int, ...]:
    """Return the units, parents first (Kahn 1962)."""
    above = [0] * len(graph.units)
    below: list[list[int]] = [[] for _ in graph.units]
    for edge in graph.edges:
        above[edge.child] += 1
        below[edge.parent].append(edge.child)
    order = [unit for unit, count in enumerate(above) if not count]
    for unit in order:
        for child in below[unit]:
            above[child] -= 1
            if not above[child]:
                order.append(child)
    if len(order) < len(graph.units):
        raise InputError(f"units in a cycle: {_cycle(graph, set(order))}")
    return tuple(order)


def _cycle(graph: Graph, sound: set[int]) -> str:
    """Return the ids along a cycle: every unit that is not sound has a parent that is not, so going
    up from one must come round."""
    above = {edge.child: edge.parent for edge in graph.edges if edge.parent not in sound}
    path = [min(unit for unit in above if unit not in sound)]
    while above[path[-1]] not in path:
        path.append(above[path[-1]])
    ring = path[path.index(above[path[-1]]) :]
    ring.reverse()
    start = ring.index(min(ring))
    ring = [*ring[start:], *ring[:start], ring[start]]
    return " -> ".join(repr(graph.units[unit].id) for unit in ring)


def _check_tree(graph: Graph) -> None:
    parent: dict[int, int] = {}
    for edge in graph.edges:
        if edge.remote:
            continue
        if edge.child in parent:
            one, two = (graph.units[unit].id for unit in (parent[edge.child], edge.parent))
            raise InputError(
                f"unit {graph.units[edge.child].id!r} has two primary parents, {one!r} and {two!r}",
                hint="all edges to a unit but one are remote",
            )
        parent[edge.child] = edge.parent
    root = graph.units[0].id
    if 0 in parent:
        raise InputError(
            f"unit {root!r} is the root, but has a parent, {graph.units[parent[0]].id!r}"
        )
    remote = {edge.child for edge in graph.edges}
    for unit in range(1, len(graph.units)):
        if unit not in parent:
            raise InputError(
                f"expected one root, found two: units {root!r} and {graph.units[unit].id!r}"
                + (" (which has remote parents only)" if unit in remote else "")
            )
