"""UCCA's standard XML: a passage, its tokens (layer 0) and its units (layer 1).

    <root passageID="7" annotationID="0"><attributes/>
      <layer layerID="0"><attributes/>
        <node ID="0.1" type="Word">
          <attributes paragraph="1" paragraph_position="1" text="He"/></node> ...
      <layer layerID="1"><attributes/>
        <node ID="1.1" type="FN"><attributes/>
          <edge toID="1.2" type="H"><category tag="H"/><attributes/></edge> ...

A node is a unit (FN), a punctuation mark's (PNCT) or a linkage (LKG). Older files have no
`category`; newer ones may have several on an edge, of which `type` is the first. Whatever else a
file holds in attributes is kept, and written again. What `ucca` wrote and reads is the measure:
github.com/UniversalConceptualCognitiveAnnotation (docs/standard).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lxml import etree

from corrigenda.errors import InputError, quoted
from corrigenda.formats.lines import PathLike, name_of, read_bytes, writing
from corrigenda.formats.xml import children, error_at, parse_xml, tag
from corrigenda.meaning.formats.archives import read_files
from corrigenda.meaning.formats.ucca_xml_writer import POSITION, ROOT, dump
from corrigenda.meaning.graph import LINKAGE, Attributes, Edge, Graph, Leaf, Linkage, Token, Unit

__all__ = ["TITLE", "dump", "parse", "read", "read_passages", "write"]

TITLE = "UCCA XML"


def read_passages(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """Yield the names and graphs of the passages in an XML file, in a folder or in an archive (tar,
    zip) of XML files, as they are read. A passage's name is its file's, without folder and
    `.xml`."""
    for name, data in read_files(path, ".xml"):
        yield re.sub(r"^.*/|\.xml(\.gz)?$", "", name), parse(data, name)


def read(path: PathLike) -> Graph:
    """Return the graph of one passage, from its file."""
    return parse(read_bytes(path), name_of(path))


def write(graph: Graph, path: PathLike) -> None:
    """Write a passage to a file."""
    with writing(path) as file:
        file.write(dump(graph))


# --- reading --------------------------------------------------------------------------------------


def parse(data: bytes, file: str) -> Graph:
    """Return the graph of a passage. `file` names it in messages."""
    root = parse_xml(data, file)
    if tag(root) != "root":
        raise error_at(root, f"expected a passage, <root>, found <{tag(root)}>", file)
    return _Passage(root, file).graph()


class _Arc(NamedTuple):
    """An edge as the file has it."""

    element: etree._Element
    child: str
    labels: tuple[str, ...]
    remote: bool
    values: dict[str, str]


class _XmlNode(NamedTuple):
    """A node of layer 1 as the file has it."""

    element: etree._Element
    id: str
    kind: str
    values: dict[str, str]
    arcs: list[_Arc]


class _Passage:
    def __init__(self, root: etree._Element, file: str) -> None:
        self.file = file
        self.notes = _pairs(root)
        self.tokens: list[Token] = []
        self.token: dict[str, int] = {}
        self.position = 0
        self.nodes: dict[str, _XmlNode] = {}
        layers = self.layers(root)
        for element in layers["0"]:
            self.add_token(element)
        for element in layers["1"]:
            self.add_node(element)
        self.units = self.of_kind("FN")
        # Without a root there is a cycle, and the graph will say where.
        reached = {arc.child for node in self.units for arc in node.arcs if not arc.remote}
        self.units.sort(key=lambda node: node.id in reached)
        self.number = {node.id: n for n, node in enumerate(self.units)}

    def error(self, element: etree._Element, message: str) -> InputError:
        return error_at(element, message, self.file)

    def required(self, element: etree._Element, name: str) -> str:
        value = element.get(name)
        if value is None:
            raise self.error(element, f"<{tag(element)}> has no {name}")
        return value

    def layers(self, root: etree._Element) -> dict[str, list[etree._Element]]:
        """Return the nodes of each layer; all else at the top is noted."""
        layers: dict[str, list[etree._Element]] = {}
        for element in children(root, ["attributes", "extra", "layer"], self.file):
            if tag(element) != "layer":
                self.notes |= _pairs(element, f"{tag(element)}:")
                continue
            name = self.required(element, "layerID")
            if name not in ("0", "1") or name in layers:
                described = f"another layer {name}" if name in layers else f"layer {quoted(name)}"
                raise self.error(element, f"expected layers 0 and 1, found {described}")
            layers[name] = []
            for node in children(element, ["attributes", "extra", "node"], self.file):
                if tag(node) == "node":
                    layers[name].append(node)
                else:
                    self.notes |= _pairs(node, f"layer{name}:{tag(node)}:")
        for name in ("0", "1"):
            if name not in layers:
                raise self.error(root, f"expected layers 0 and 1, found no layer {name}")
        return layers

    def contents(
        self, element: etree._Element, others: str
    ) -> tuple[dict[str, str], list[etree._Element]]:
        """Return the attributes within an element, and its other children."""
        values: dict[str, str] = {}
        matching = []
        for child in children(element, ["attributes", "extra", others], self.file):
            if child.tag == others:
                matching.append(child)
            else:
                values |= _pairs(child, "extra:" if child.tag == "extra" else "")
        return values, matching

    def flag(self, element: etree._Element, values: dict[str, str], name: str) -> bool:
        value = values.pop(name, "false")
        if value.lower() not in ("true", "false"):
            raise self.error(element, f"expected {name} to be True or False, found {quoted(value)}")
        return value.lower() == "true"

    # --- layer 0 ---

    def add_token(self, element: etree._Element) -> None:
        name = self.new_id(element)
        kind = element.get("type")
        if kind not in ("Word", "Punctuation"):
            message = f"token {name!r}: expected type Word or Punctuation, found {kind!r}"
            raise self.error(element, message)
        values, edges = self.contents(element, "edge")
        if edges:
            raise self.error(element, f"token {name!r} has an edge")
        text = values.pop("text", "")
        if not text:
            raise self.error(element, f"token {name!r} has no text")
        paragraph = self.count(element, values.pop("paragraph", "1"))
        last = self.tokens[-1].paragraph if self.tokens else 0
        expected = self.position + 1 if paragraph == last else 1
        position = self.count(element, values.pop("paragraph_position", str(expected)))
        if paragraph < last or position < expected:
            raise self.error(
                element,
                f"the tokens are out of order: {name!r} is at position {position} of paragraph "
                f"{paragraph}, after position {self.position} of paragraph {last}",
            )
        if position != expected:
            values[POSITION] = str(position)
        self.position = position
        self.token[name] = len(self.tokens)
        self.tokens.append(Token(text, kind == "Punctuation", paragraph, _sorted(values)))

    def count(self, element: etree._Element, value: str) -> int:
        if not re.fullmatch("[1-9][0-9]{0,8}", value):
            name = element.get("ID")
            raise self.error(element, f"token {name!r}: expected a number, found {quoted(value)}")
        return int(value)

    def new_id(self, element: etree._Element) -> str:
        name = self.required(element, "ID")
        if name in self.token or name in self.nodes:
            raise self.error(element, f"two nodes have the ID {name!r}")
        return name

    # --- layer 1 ---

    def add_node(self, element: etree._Element) -> None:
        name = self.new_id(element)
        kind = element.get("type", "")
        if kind not in ("FN", "PNCT", "LKG"):
            message = f"node {name!r}: expected type FN, PNCT or LKG, found {kind!r}"
            raise self.error(element, message)
        values, edges = self.contents(element, "edge")
        self.nodes[name] = _XmlNode(element, name, kind, values, [self.arc(edge) for edge in edges])

    def arc(self, element: etree._Element) -> _Arc:
        """Return an edge; what a category says apart from its tag becomes notes:
        `category:1:slot`."""
        values, categories = self.contents(element, "category")
        labels = []
        for n, category in enumerate(categories, 1):
            labels.append(self.required(category, "tag"))
            for key, value in category.items():
                if key != "tag":
                    values[f"category:{n}:{key}"] = value
        kind = element.get("type")
        if not labels:
            labels = [self.required(element, "type")]
        elif kind is not None and kind != labels[0]:
            message = f"expected the type {kind!r} as the edge's first category, found "
            raise self.error(element, message + repr(labels[0]))
        remote = self.flag(element, values, "remote")
        return _Arc(element, self.required(element, "toID"), tuple(labels), remote, values)

    def of_kind(self, kind: str) -> list[_XmlNode]:
        return [node for node in self.nodes.values() if node.kind == kind]

    def graph(self) -> Graph:
        units = tuple(
            Unit(node.id, self.flag(node.element, node.values, "implicit"), _sorted(node.values))
            for node in self.units
        )
        edges: list[Edge] = []
        leaves: list[Leaf] = []
        self.holder: dict[str, str] = {}
        for node in self.of_kind("FN"):
            for arc in node.arcs:
                if arc.child in self.number:
                    edges.append(self.edge(self.number[node.id], arc))
                else:
                    leaves += self.leaves(node, arc)
        for node in self.of_kind("PNCT"):
            if node.id not in self.holder:
                raise self.error(node.element, f"node {node.id!r} (PNCT) has no parent")
        linkages = tuple(self.linkage(node) for node in self.of_kind("LKG"))
        try:
            return Graph(
                tuple(self.tokens),
                units or (Unit(ROOT),),
                tuple(edges),
                tuple(leaves),
                linkages,
                _sorted(self.notes),
            )
        except InputError as error:
            raise InputError(error.message, file=self.file, hint=error.hint) from None

    def edge(self, parent: int, arc: _Arc) -> Edge:
        return Edge(parent, self.number[arc.child], arc.labels, arc.remote, _sorted(arc.values))

    def linkage(self, node: _XmlNode) -> Linkage:
        for arc in node.arcs:
            if arc.child not in self.number:
                raise self.wrong(node, arc)
        edges = tuple(self.edge(LINKAGE, arc) for arc in node.arcs)
        return Linkage(node.id, edges, _sorted(node.values))

    def leaves(self, node: _XmlNode, arc: _Arc) -> Iterator[Leaf]:
        """Yield a token under a unit, or those of a PNCT, with all that is noted on the way to
        them."""
        mark = self.nodes.get(arc.child)
        if arc.child not in self.token and (mark is None or mark.kind != "PNCT"):
            raise self.wrong(node, arc)
        if arc.remote:
            message = f"the edge from {node.id!r} to {arc.child!r} is remote, but leads to no unit"
            raise self.error(arc.element, message)
        values = arc.values | {f"category:{n}": t for n, t in enumerate(arc.labels[1:], 2)}
        self.hold(node, arc)
        if mark is None:
            token = self.token[arc.child]
            yield Leaf(self.number[node.id], token, arc.labels[0], "", _sorted(values))
            return
        if not mark.arcs:
            raise self.error(mark.element, f"node {mark.id!r} (PNCT) holds no token")
        values |= {f"node:{key}": value for key, value in mark.values.items()}
        for inner in mark.arcs:
            if inner.child not in self.token:
                raise self.wrong(mark, inner)
            self.hold(mark, inner)
            token = self.token[inner.child]
            yield Leaf(self.number[node.id], token, arc.labels[0], mark.id, _sorted(values))

    def hold(self, node: _XmlNode, arc: _Arc) -> None:
        other = self.holder.setdefault(arc.child, node.id)
        if other != node.id:
            what = "node" if arc.child in self.nodes else "token"
            message = f"{what} {arc.child!r} has two parents, {other!r} and {node.id!r}"
            raise self.error(arc.element, message)

    def wrong(self, node: _XmlNode, arc: _Arc) -> InputError:
        message = f"node {node.id!r} has an edge to {arc.child!r}, which "
        if arc.child in self.token:
            message += f"is a token: {node.kind} may not hold one"
        elif arc.child in self.nodes:
            message += f"is {self.nodes[arc.child].kind}: {node.kind} may not hold it"
        else:
            message += "does not exist"
        return self.error(arc.element, message)


def _pairs(element: etree._Element, prefix: str = "") -> dict[str, str]:
    return {prefix + str(key): str(value) for key, value in element.items()}


def _sorted(values: dict[str, str]) -> Attributes:
    return tuple(sorted(values.items())) if values else ()
