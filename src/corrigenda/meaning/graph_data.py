"""Graphs in results: as plain values for JSON, and packed for the script of the HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corrigenda.errors import InputError
from corrigenda.meaning.drawing.layout import concept_of, label
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit

UNLABELLED = ("Terminal", "instance")
"""Labels of leaves that are not drawn."""


def packed_graphs(sentence: Mapping[str, Any], measures: Sequence[str]) -> dict[str, Any]:
    """Return the `graphs` of a sentence, and how measures matched the first of them with the
    others.

    A graph is [tokens, units, remote edges], where tokens are 0 if they are those of its text. The
    units are one list, walked from the root down: a text opens a unit and is the label of its
    edge, null closes it; a number is a word of the open unit, and says how many words after the
    next one it is; such a number in a list with a text has this text on its edge; a list of one
    text is the open unit's concept; true says that it is implicit. A remote edge is
    [parent, child, label], its units numbered as they are opened (the root is 0).

    For each measure, `matched` has by the number of the graph [runs of aligned words, verdicts on
    the edges of the source, verdicts on those of the other graph, what is counted, directions]. A
    run is [first word, its counterpart, how many]. Verdicts are a digit for each edge, primary
    edges in the order of their units, then the remote ones: 0 does not count, 1 has no counterpart,
    2 and 3 have one in the first and in the second direction only, and 4 has one in all of them.
    A direction is its name, if what it counts is what its verdicts say, or else
    [name, matched in the source, all, matched in the other, all].
    """
    try:
        return _packed(sentence, measures)
    except InputError as error:
        raise InputError(f"sentence {sentence['id']}: {error.message}") from None


def _packed(sentence: Mapping[str, Any], measures: Sequence[str]) -> dict[str, Any]:
    graphs = [from_plain(given) for given in sentence["graphs"]]
    texts: dict[int, str] = {0: sentence["source"]}
    for name, output in sentence["systems"].items():
        if not 0 <= output.get("graph", 0) < len(graphs):
            raise InputError(f"{name} has graph {output['graph']} of {len(graphs)}")
        texts.setdefault(output.get("graph", 0), output["text"])
    rows = []
    orders = []
    for number, graph in enumerate(graphs):
        units, order = _units(graph)
        tokens = [token.text for token in graph.tokens]
        as_text = texts.get(number, "").split() == tokens
        remote = [
            [order[e.parent], order[e.child], label(e.labels)] for e in graph.edges if e.remote
        ]
        rows.append([0 if as_text else tokens, units, remote])
        orders.append(_edge_order(graph, order))
    given = sentence.get("matched") or {}
    return {
        "graphs": rows,
        "matched": [
            {
                number: _matched(matches, _chosen(graphs, number), _chosen(orders, number))
                for number, matches in given.get(measure, {}).items()
            }
            for measure in measures
        ],
    }


def _chosen(items: list[Any], number: str) -> tuple[Any, Any]:
    """Return the first of them, and one with a number."""
    if not number.isdecimal() or int(number) >= len(items):
        raise InputError(f"expected one of {len(items)} graphs to be matched, found {number!r}")
    return items[0], items[int(number)]


def _units(graph: Graph) -> tuple[list[Any], list[int]]:
    """Return the units as one list, and for each unit the number that it has there."""
    out: list[Any] = []
    order = [0] * len(graph.units)
    opened = 0
    word = 0  # the next one
    walk = [_below(graph, 0)]
    while walk:
        item = next(walk[-1], None)
        if item is None:
            walk.pop()
            out += [None] if walk else []
        elif isinstance(item, Leaf):
            shown = "" if item.label in UNLABELLED else item.label
            out.append([item.token - word, shown] if shown else item.token - word)
            word = item.token + 1
        elif isinstance(item, Edge):
            opened += 1
            order[item.child] = opened
            out.append(label(item.labels))
            walk.append(_below(graph, item.child))
        else:
            out.append(item)
    return out, order


def _below(graph: Graph, unit: int) -> Iterator[Edge | Leaf | list[str] | bool]:
    """Yield the children of a unit: its edges in their order, and words where they come."""
    about = graph.units[unit]
    if about.implicit:
        yield True
    if concept := dict(about.attributes).get("instance"):
        yield [concept]
    yields = graph.yields()
    leaves = sorted((leaf for leaf in graph.leaves if leaf.unit == unit), key=lambda x: -x.token)
    for edge in graph.children[unit]:
        if not edge.remote:
            words = yields[edge.child]
            while leaves and leaves[-1].token < (words & -words).bit_length() - 1:
                yield leaves.pop()
            yield edge
    yield from reversed(leaves)


def _edge_order(graph: Graph, order: Sequence[int]) -> list[int]:
    """Return the places of edges in the graph, in the order of verdicts."""
    places = range(len(graph.edges))
    keys = [(edge.remote, 0 if edge.remote else order[edge.child]) for edge in graph.edges]
    return sorted(places, key=lambda place: (keys[place], place))


def _matched(
    match: Mapping[str, Any], graphs: tuple[Graph, Graph], orders: tuple[list[int], list[int]]
) -> list[Any]:
    verdicts = [
        _verdicts([direction[side] for direction in match["directions"]], order)
        for side, order in zip(("source", "target"), orders, strict=True)
    ]
    directions = [
        direction["name"]
        if direction["counts"] == _counts(verdicts, hits)
        else [direction["name"], *(round(count, 4) for count in direction["counts"])]
        for hits, direction in zip(("24", "34"), match["directions"], strict=False)
    ]
    return [_runs(match["words"], graphs), *verdicts, match["counted"], directions]


def _verdicts(directions: Sequence[Sequence[float | None]], order: Sequence[int]) -> str:
    for worths in directions:
        if len(worths) != len(order):
            raise InputError(f"expected verdicts on {len(order)} edges, found {len(worths)}")
    return "".join(_verdict([worths[place] for worths in directions]) for place in order)


def _verdict(worths: Sequence[float | None]) -> str:
    if all(worth is None for worth in worths):
        return "0"
    if all(worths):
        return "4"
    return "2" if worths[0] else "3" if any(worths) else "1"


def _counts(verdicts: Sequence[str], hits: str) -> list[int]:
    """Return the matched and all counted items of either graph, as far as verdicts tell."""
    return [
        sum(of_graph.count(digit) for digit in digits)
        for of_graph in verdicts
        for digits in (hits, "1234")
    ]


def _runs(pairs: Sequence[Sequence[int]], graphs: tuple[Graph, Graph]) -> list[list[int]]:
    runs: list[list[int]] = []
    for pair in pairs:
        for word, graph in zip(pair, graphs, strict=True):
            if not 0 <= word < len(graph.tokens):
                raise InputError(f"word {word} is aligned, but there are {len(graph.tokens)}")
        if runs and pair == [runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]]:
            runs[-1][2] += 1
        else:
            runs.append([*pair, 1])
    return runs


def as_plain(graph: Graph) -> dict[str, Any]:
    """Return tokens; edges as [parent, child, labels, remote (1) or not]; leaves as [unit, token,
    label]; where there are such, implicit units and the concepts of units, by the units' numbers.

    >>> from corrigenda.meaning.formats.brackets import from_brackets
    >>> as_plain(from_brackets("[H go]"))
    {'tokens': ['go'], 'edges': [[0, 1, ['H'], 0]], 'leaves': [[1, 0, 'Terminal']]}
    """
    plain: dict[str, Any] = {
        "tokens": [token.text for token in graph.tokens],
        "edges": [[e.parent, e.child, list(e.labels), int(e.remote)] for e in graph.edges],
        "leaves": [[leaf.unit, leaf.token, leaf.label] for leaf in graph.leaves],
    }
    implicit = [n for n, unit in enumerate(graph.units) if unit.implicit]
    concepts = {str(n): c for n, unit in enumerate(graph.units) if (c := concept_of(graph, n))}
    if implicit:
        plain["implicit"] = implicit
    if concepts:
        plain["concepts"] = concepts
    return plain


def from_plain(given: Mapping[str, Any]) -> Graph:
    """Return the graph again. What is no graph (a cycle, two roots) is an `InputError`."""
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
