"""UCCA graphs in the JSON of the shared tasks on Meaning Representation Parsing (MRP), flavour 1.

    {"id": "7", "flavor": 1, "framework": "ucca", "version": 1.1, "input": "He sleeps.",
     "tops": [0],
     "nodes": [{"id": 0}, {"id": 1}, {"id": 2, "anchors": [{"from": 0, "to": 2}]}, ...],
     "edges": [{"source": 0, "target": 1, "label": "H"},
               {"source": 3, "target": 2, "label": "A", "attributes": ["remote"], "values": [true]},
               ...]}

One object per line. There are no tokens: a token here is a piece of the input without white space
that no anchor begins or ends within. An edge with several categories is several edges. A
punctuation mark is a node with an anchor under an edge `U`. (Oepen et al. 2019, K19-2001; 2020,
2020.conll-shared.1.) Not in MRP: implicit units, linkages, paragraphs, and all attributes but
`remote`; what is left out is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.formats.strict_json import (
    Record,
    dumped,
    items,
    located,
    mapping,
    records,
    text,
    whole,
)
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit

TITLE = "MRP JSON"

INPUT = "mrp:input"
"""The note of a graph that has the text as it was before it was cut into tokens."""


def read_passages(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """Yield the ids and graphs of an MRP file, as they are read."""
    any_graph = False
    for _, name, graph in parse(read_lines(path), name_of(path)):
        any_graph = True
        yield name, graph
    if not any_graph:
        raise InputError("expected MRP graphs, found none", file=name_of(path))


def write_passages(passages: Iterable[tuple[str, Graph]], path: PathLike) -> list[str]:
    """Write named graphs, one per line, and say what MRP could not keep."""
    lost: Counter[str] = Counter()
    with writing(path) as file:
        file.writelines(line + "\n" for line in dump(passages, lost))
    return [f"{count} {what}" for what, count in lost.items() if count]


# --- reading --------------------------------------------------------------------------------------


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, str, Graph]]:
    """Yield the line numbers, ids and graphs of an MRP file."""
    for number, record in records(lines, file):
        try:
            yield number, *_graph(record)
        except InputError as error:
            raise located(error, file, number) from None


def _graph(record: Record) -> tuple[str, Graph]:
    framework = record.get("framework")
    if framework != "ucca":
        raise InputError(
            f"expected an MRP graph of the framework 'ucca', found {framework!r}",
            hint="AMR is read from PENMAN notation",
        )
    name = text(record.get("id"), "'id'")
    given = text(record.get("input"), "'input'")
    nodes = _nodes(record)
    tops = [_identifier(top, "'tops'") for top in items(record.get("tops"), "'tops'")]
    if len(tops) != 1:
        raise InputError(f"expected one top, found {len(tops)}" + _listed(tops))
    if tops[0] not in nodes:
        raise InputError(f"the top is node {tops[0]!r}, which does not exist")
    arcs = _arcs(record, nodes)
    anchors = {node: _anchors(value, node, given) for node, value in nodes.items()}
    spans = _pieces(given, anchors.values())
    marks = _marks(arcs, anchors)
    ids = [tops[0], *(node for node in nodes if node != tops[0] and node not in marks)]
    numbers = {node: n for n, node in enumerate(ids)}
    edges = tuple(
        Edge(numbers[source], numbers[target], tuple(labels), remote)
        for (source, target, remote), labels in arcs.items()
        if target not in marks
    )
    leaves = tuple(
        Leaf(numbers[marks.get(node, node)], token, *(("U", node) if node in marks else ()))
        for node in nodes
        for token in _covered(anchors[node], node, spans)
    )
    under_u = {leaf.token for leaf in leaves if leaf.id}
    held = {leaf.token for leaf in leaves}
    tokens = tuple(
        Token(
            given[start:end],
            n in under_u or (n not in held and not any(map(str.isalnum, given[start:end]))),
        )
        for n, (start, end) in enumerate(spans)
    )
    units = tuple(Unit(node) for node in ids)
    attributes = ((INPUT, given), ("passageID", name))
    return name, Graph(tokens, units, edges, leaves, (), attributes)


def _nodes(record: Record) -> dict[str, Record]:
    nodes: dict[str, Record] = {}
    for value in items(record.get("nodes"), "'nodes'"):
        node = _identifier(mapping(value, "each of the 'nodes'").get("id"), "a node's 'id'")
        if node in nodes:
            raise InputError(f"two nodes have the id {node!r}")
        nodes[node] = value
    return nodes


def _arcs(record: Record, nodes: dict[str, Record]) -> dict[tuple[str, str, bool], list[str]]:
    """Return the labels of the edges, by where they lead and whether they are remote."""
    arcs: dict[tuple[str, str, bool], list[str]] = {}
    for value in items(record.get("edges", []), "'edges'"):
        edge = mapping(value, "each of the 'edges'")
        source = _identifier(edge.get("source"), "an edge's 'source'")
        target = _identifier(edge.get("target"), "an edge's 'target'")
        for node in (source, target):
            if node not in nodes:
                raise InputError(
                    f"an edge leads from node {source!r} to node {target!r}, "
                    f"but there is no node {node!r}"
                )
        label = text(edge.get("label"), "an edge's 'label'")
        labels = arcs.setdefault((source, target, _is_remote(edge)), [])
        if label in labels:
            raise InputError(
                f"the edge {label} from node {source!r} to node {target!r} is there twice"
            )
        labels.append(label)
    return arcs


def _is_remote(edge: Record) -> bool:
    """Return whether an edge is remote: 2019 and 2020 have names and values; early conversions have
    `properties`."""
    if "remote" in items(edge.get("properties", []), "an edge's 'properties'"):
        return True
    names = items(edge.get("attributes", []), "an edge's 'attributes'")
    values = items(edge.get("values", [True] * len(names)), "an edge's 'values'")
    if len(names) != len(values):
        raise InputError(f"an edge has {len(names)} 'attributes', but {len(values)} 'values'")
    return any(
        name == "remote" and value in (True, "true", "True")
        for name, value in zip(names, values, strict=True)
    )


def _anchors(node: Record, name: str, given: str) -> list[tuple[int, int]]:
    anchors = []
    for value in items(node.get("anchors", []), f"the 'anchors' of node {name!r}"):
        anchor = mapping(value, f"each of the 'anchors' of node {name!r}")
        start, end = anchor.get("from"), anchor.get("to")
        if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(given):
            raise InputError(
                f"node {name!r}: expected an anchor within the {len(given)} characters of the "
                f"input, found {start!r} to {end!r}"
            )
        anchors.append((start, end))
    return anchors


def _pieces(given: str, anchors: Iterable[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return where the tokens are: cut at white space, and where an anchor begins or ends."""
    cuts = {0, len(given), *(at for each in anchors for anchor in each for at in anchor)}
    cuts |= {n for n in range(1, len(given)) if given[n - 1].isspace() != given[n].isspace()}
    places = sorted(cuts)
    return [(start, end) for start, end in pairwise(places) if not given[start:end].isspace()]


def _covered(anchors: list[tuple[int, int]], node: str, spans: list[tuple[int, int]]) -> list[int]:
    tokens: set[int] = set()
    for anchor in anchors:
        # No anchor begins or ends within a piece, and pieces are in order.
        first, last = (bisect_left(spans, (at, at)) for at in anchor)
        if first == last:
            raise InputError(f"node {node!r}: the anchor {anchor[0]} to {anchor[1]} holds no text")
        tokens.update(range(first, last))
    return sorted(tokens)


def _marks(
    arcs: dict[tuple[str, str, bool], list[str]],
    anchors: dict[str, list[tuple[int, int]]],
) -> dict[str, str]:
    """Return the nodes that are punctuation marks, and their parents: on one edge, U, with an
    anchor."""
    reached = Counter(target for _, target, _ in arcs)
    sources = {source for source, _, _ in arcs}
    return {
        target: source
        for (source, target, remote), labels in arcs.items()
        if labels == ["U"]
        and not remote
        and reached[target] == 1
        and target not in sources
        and anchors[target]
    }


def _identifier(value: object, what: str) -> str:
    return str(whole(value, what))


def _listed(names: list[str]) -> str:
    return f": nodes {', '.join(names)}" if names else ""


# --- writing --------------------------------------------------------------------------------------


def dump(passages: Iterable[tuple[str, Graph]], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of an MRP file; what it cannot say is counted in `lost`."""
    for name, graph in passages:
        yield dumped(_record(name, graph, lost))


def _record(name: str, graph: Graph, lost: Counter[str]) -> Record:
    _count_lost(graph, lost)
    given, spans = _input(graph)
    dropped = _implicit(graph)
    numbers = {}
    nodes: list[Record] = []
    for unit in range(len(graph.units)):
        if unit not in dropped:
            numbers[unit] = len(nodes)
            nodes.append({"id": len(nodes)})
    edges: list[Record] = [
        {"source": numbers[edge.parent], "target": numbers[edge.child], "label": label}
        | ({"attributes": ["remote"], "values": [True]} if edge.remote else {})
        for edge in graph.edges
        if edge.child not in dropped and edge.parent not in dropped
        for label in edge.labels
    ]
    marks: dict[Any, Record] = {}
    for leaf in sorted(graph.leaves, key=lambda leaf: leaf.token):
        start, end = spans[leaf.token]
        node = nodes[numbers[leaf.unit]]
        if leaf.label not in ("Terminal", "U"):
            raise InputError(f"MRP's UCCA graphs have no words on an edge {leaf.label!r}")
        if leaf.label == "U":
            key = (leaf.unit, leaf.id or leaf.token)
            if key not in marks:
                marks[key] = {"id": len(nodes)}
                edges.append({"source": node["id"], "target": len(nodes), "label": leaf.label})
                nodes.append(marks[key])
            node = marks[key]
        node.setdefault("anchors", []).append({"from": start, "to": end})
    return {
        "id": name,
        "flavor": 1,
        "framework": "ucca",
        "version": 1.1,
        "input": given,
        "tops": [0],
        "nodes": nodes,
        "edges": edges,
    }


def _input(graph: Graph) -> tuple[str, list[tuple[int, int]]]:
    """Return the text, and where its tokens are: as it was read, or tokens with spaces between
    them."""
    given = dict(graph.attributes).get(INPUT)
    texts = [token.text for token in graph.tokens]
    if given is None or "".join(given.split()) != "".join("".join(texts).split()):
        given = " ".join(texts)
    spans = []
    at = 0
    for token in texts:
        start = given.index(token, at)
        at = start + len(token)
        spans.append((start, at))
    return given, spans


def _implicit(graph: Graph) -> set[int]:
    """Return the implicit units, and those below them, which nothing else holds."""
    dropped: set[int] = set()
    for unit in graph.order:
        edge = graph.primary[unit]
        if graph.units[unit].implicit or (edge is not None and edge.parent in dropped):
            dropped.add(unit)
    if any(leaf.unit in dropped for leaf in graph.leaves):
        unit = next(leaf.unit for leaf in graph.leaves if leaf.unit in dropped)
        raise InputError(f"unit {graph.units[unit].id!r} is implicit, but has tokens below it")
    return dropped


def _count_lost(graph: Graph, lost: Counter[str]) -> None:
    lost["implicit units"] += len(_implicit(graph))
    lost["linkages"] += len(graph.linkages)
    noted = [unit.attributes for unit in graph.units]
    noted += [edge.attributes for edge in graph.edges] + [leaf.attributes for leaf in graph.leaves]
    lost["attributes of units and edges"] += sum(
        ":" not in key for each in noted for key, _ in each
    )
    lost["paragraph breaks"] += len({token.paragraph for token in graph.tokens} - {1})
    held = {leaf.token: leaf.label == "U" for leaf in graph.leaves}
    lost["tokens whose kind (word or punctuation) changes"] += sum(
        token.punctuation != held.get(n, not any(map(str.isalnum, token.text)))
        for n, token in enumerate(graph.tokens)
    )
    lost["tokens with white space in them"] += sum(
        any(map(str.isspace, token.text)) for token in graph.tokens
    )
    lost["units on an edge U that became punctuation marks"] += sum(
        edge.labels == ("U",)
        and len(graph.parents[edge.child]) == 1
        and not edge.remote
        and not graph.children[edge.child]
        and bool(graph.terminals[edge.child])
        for edge in graph.edges
    )
