"""Split graphs of texts into graphs of sentences, and join them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Attributes, Edge, Graph, Leaf, Linkage, Token, Unit

_ENDS = (".", "?", "!", "…")
_CLOSING = frozenset("”’»)]}") | {"''"}


def split(graph: Graph, *, cut: bool = False) -> list[Graph]:
    """Return one graph per sentence.

    A sentence ends at a token that ends in `.`, `?`, `!` or `…` (with the closing quotes and
    brackets after it), and at the end of a paragraph; but never within a unit under the root.
    Nor does it end where a remote edge or a linkage goes across, unless `cut` says to cut these.
    Without `cut` nothing is lost: `Graph.join(graph.sentences()) == graph`. A graph of several
    sentences whose units are entangled may come back as one.
    """
    spans = _spans(graph)
    ends = _ends(graph, spans, cut)
    if len(ends) < 2:
        return [graph]
    return _parts(graph, [bisect_left(ends, span[1]) for span in spans], ends)


def _spans(graph: Graph) -> list[tuple[int, int]]:
    """Return, for each unit, the first and last token of the unit under the root that it belongs
    to.

    A unit under the root that has no tokens stands after the one before it. The root spans all.
    """
    yields = graph.yields()
    spans = [(0, max(len(graph.tokens) - 1, 0))] * len(graph.units)
    at = 0
    for edge in graph.children[0]:
        if not edge.remote:
            tokens = yields[edge.child]
            first = (tokens & -tokens).bit_length() - 1 if tokens else at
            at = tokens.bit_length() - 1 if tokens else at
            spans[edge.child] = (first, at)
    for unit in graph.order:
        edge_above = graph.primary[unit]
        if edge_above is not None and edge_above.parent:
            spans[unit] = spans[edge_above.parent]
    return spans


def _ends(graph: Graph, spans: list[tuple[int, int]], cut: bool) -> list[int]:
    """Return the last token of each sentence."""
    tokens = graph.tokens
    inside = [0] * (len(tokens) + 1)
    together = [[edge.child] for edge in graph.children[0] if not edge.remote]
    if not cut:
        together += [[e.parent, e.child] for e in graph.edges if e.remote and e.parent]
        together += [[edge.child for edge in linkage.edges] for linkage in graph.linkages]
    for units in together:
        if units and tokens:
            inside[min(spans[unit][0] for unit in units)] += 1
            inside[max(spans[unit][1] for unit in units)] -= 1
    ends = []
    complete = False
    for n, (token, crossing) in enumerate(zip(tokens, accumulate(inside), strict=False)):
        if n + 1 == len(tokens):
            break
        following = tokens[n + 1]
        complete = token.text.endswith(_ENDS) or (complete and token.text in _CLOSING)
        new_paragraph = token.paragraph != following.paragraph
        if not crossing and (new_paragraph or (complete and not _closes(following))):
            ends.append(n)
    return [*ends, len(tokens) - 1]


def _closes(token: Token) -> bool:
    """Return whether a token goes on with the end of a sentence: `?` `!`, or a closing quote."""
    return token.text in _CLOSING or all(character in ".?!…" for character in token.text)


def _parts(graph: Graph, sentence: list[int], ends: list[int]) -> list[Graph]:
    starts = [0, *(end + 1 for end in ends[:-1])]
    parts: list[_Part] = [_Part(graph.units[0]) for _ in ends]
    numbers = [0] * len(graph.units)
    for unit in range(1, len(graph.units)):
        units = parts[sentence[unit]].units
        numbers[unit] = len(units)
        units.append(graph.units[unit])
    for edge in graph.edges:
        at = sentence[edge.child]
        if not edge.parent or sentence[edge.parent] == at:
            moved = edge._replace(parent=numbers[edge.parent], child=numbers[edge.child])
            parts[at].edges.append(moved)
    for leaf in graph.leaves:
        at = bisect_left(ends, leaf.token)
        moved_leaf = leaf._replace(unit=numbers[leaf.unit], token=leaf.token - starts[at])
        parts[at].leaves.append(moved_leaf)
    for linkage in graph.linkages:
        within = {sentence[edge.child] for edge in linkage.edges} or {0}
        if len(within) == 1:
            edges = tuple(e._replace(child=numbers[e.child]) for e in linkage.edges)
            parts[within.pop()].linkages.append(linkage._replace(edges=edges))
    return [
        Graph(
            graph.tokens[start : end + 1],
            tuple(part.units),
            tuple(part.edges),
            tuple(part.leaves),
            tuple(part.linkages),
            graph.attributes,
        )
        for start, end, part in zip(starts, ends, parts, strict=True)
    ]


class _Part:
    """A sentence's share of a graph, as it grows."""

    def __init__(self, root: Unit) -> None:
        self.units = [root]
        self.edges: list[Edge] = []
        self.leaves: list[Leaf] = []
        self.linkages: list[Linkage] = []


def join(graphs: Iterable[Graph]) -> Graph:
    """Return one graph over the texts of several, one after the other, their roots become one.

    The graph and its root keep the attributes that all of them have. If ids clash, those of graph
    k get `k:` before them. Paragraphs go on counting where they would go back.
    """
    given = list(graphs)
    if not given:
        raise InputError("expected graphs to join, found none")
    if len(given) == 1:
        return given[0]
    ids = [
        identifier
        for graph in given
        for identifier in (
            *(unit.id for unit in graph.units[1:]),
            *(linkage.id for linkage in graph.linkages),
            *(leaf.id for leaf in graph.leaves if leaf.id),
        )
    ]
    clash = len(set(ids)) < len(ids) or given[0].units[0].id in ids
    root = (
        given[0]
        .units[0]
        ._replace(attributes=_shared([graph.units[0].attributes for graph in given]))
    )
    part = _Part(root)
    tokens: list[Token] = []
    for k, graph in enumerate(given, 1):
        prefix = f"{k}:" if clash else ""
        shift = len(part.units) - 1
        numbers = [0, *(unit + shift for unit in range(1, len(graph.units)))]
        part.units += [unit._replace(id=prefix + unit.id) for unit in graph.units[1:]]
        part.edges += [
            e._replace(parent=numbers[e.parent], child=numbers[e.child]) for e in graph.edges
        ]
        part.leaves += [
            leaf._replace(
                unit=numbers[leaf.unit],
                token=leaf.token + len(tokens),
                id=prefix + leaf.id if leaf.id else "",
            )
            for leaf in graph.leaves
        ]
        part.linkages += [
            linkage._replace(
                id=prefix + linkage.id,
                edges=tuple(e._replace(child=numbers[e.child]) for e in linkage.edges),
            )
            for linkage in graph.linkages
        ]
        tokens += _later(graph.tokens, tokens[-1].paragraph if tokens else 1)
    return Graph(
        tuple(tokens),
        tuple(part.units),
        tuple(part.edges),
        tuple(part.leaves),
        tuple(part.linkages),
        _shared([graph.attributes for graph in given]),
    )


def _later(tokens: tuple[Token, ...], paragraph: int) -> Iterable[Token]:
    """Return tokens in paragraphs after, or in, a paragraph."""
    if not tokens or tokens[0].paragraph >= paragraph:
        return tokens
    shift = paragraph + 1 - tokens[0].paragraph
    return [token._replace(paragraph=token.paragraph + shift) for token in tokens]


def _shared(attributes: list[Attributes]) -> Attributes:
    return tuple(pair for pair in attributes[0] if all(pair in other for other in attributes[1:]))
