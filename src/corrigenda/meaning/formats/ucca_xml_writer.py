"""UCCA's standard XML, written (see `corrigenda.meaning.formats.ucca_xml`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

from corrigenda.errors import InputError
from corrigenda.formats.xml import attributes as written
from corrigenda.meaning.graph import Attributes, Graph, Leaf

TERMINAL = "Terminal"

ROOT = "1.1"
"""The id of the root."""

POSITION = "at:paragraph_position"
"""The position of a token in its paragraph, noted if that is not right after the one before it."""


def dump(graph: Graph) -> str:
    """Return a passage as standard XML, with `type` and `category` on every edge.

    Ids stay if they are UCCA's (`1.` and a number, the root `1.1`); else all nodes get new ones.
    """
    notes = dict(graph.attributes)
    own = [(key, value) for key, value in graph.attributes if ":" not in key]
    own += [(key, "0") for key in ("annotationID", "passageID") if key not in notes]
    lines = [f"<root{_written(sorted(own))}>", *_noted(graph.attributes, "", 1)]
    for layer, nodes in (("0", _tokens(graph)), ("1", _nodes(graph))):
        lines += [f'  <layer layerID="{layer}">', *_noted(graph.attributes, f"layer{layer}:", 2)]
        lines += [*nodes, "  </layer>"]
    return "\n".join([*lines, "</root>", ""])


def _tokens(graph: Graph) -> Iterator[str]:
    paragraph = position = 0
    for n, token in enumerate(graph.tokens, 1):
        values = dict(token.attributes)
        following = position + 1 if token.paragraph == paragraph else 1
        position = max(int(values.pop(POSITION, 0)), following)
        paragraph = token.paragraph
        values |= {"paragraph": str(paragraph), "paragraph_position": str(position)}
        values["text"] = token.text
        yield f'    <node ID="0.{n}" type="{"Punctuation" if token.punctuation else "Word"}">'
        yield from _inner(sorted(values.items()), 3)
        yield "    </node>"


def _nodes(graph: Graph) -> Iterator[str]:
    ids = _Ids(graph)
    leaves: list[list[Leaf]] = [[] for _ in graph.units]
    marks: dict[str, list[Leaf]] = {}
    for leaf in graph.leaves:
        mark = ids.mark(leaf)
        marks.setdefault(mark, []).append(leaf)
        if not mark or len(marks[mark]) == 1:
            leaves[leaf.unit].append(leaf)
    for n, unit in enumerate(graph.units):
        values = [*unit.attributes, *([("implicit", "True")] if unit.implicit else [])]
        yield f"    <node{_written([('ID', ids.units[n]), ('type', 'FN')])}>"
        yield from _inner(sorted(values), 3)
        for edge in graph.children[n]:
            yield from _edge(ids.units[edge.child], edge.labels, edge.attributes, edge.remote)
        for leaf in leaves[n]:
            others = [v for k, v in leaf.attributes if re.fullmatch("category:[0-9]+", k)]
            values = [(k, v) for k, v in leaf.attributes if not k.startswith("node:")]
            values = [(k, v) for k, v in values if not re.fullmatch("category:[0-9]+", k)]
            to = ids.mark(leaf) or f"0.{leaf.token + 1}"
            yield from _edge(to, (leaf.label, *others), tuple(values))
        yield "    </node>"
    for mark, held in marks.items():
        if mark:
            yield f"    <node{_written([('ID', mark), ('type', 'PNCT')])}>"
            own = [(k.removeprefix("node:"), v) for k, v in held[0].attributes if "node:" in k]
            yield from _inner(own, 3)
            for leaf in held:
                yield from _edge(f"0.{leaf.token + 1}", (TERMINAL,))
            yield "    </node>"
    for n, linkage in enumerate(graph.linkages):
        yield f"    <node{_written([('ID', ids.linkages[n]), ('type', 'LKG')])}>"
        yield from _inner(linkage.attributes, 3)
        for edge in linkage.edges:
            yield from _edge(ids.units[edge.child], edge.labels, edge.attributes, edge.remote)
        yield "    </node>"


class _Ids:
    """The ids of a graph's nodes: its own, or new ones."""

    def __init__(self, graph: Graph) -> None:
        self.units = [unit.id for unit in graph.units]
        self.linkages = [linkage.id for linkage in graph.linkages]
        marks = {leaf.id for leaf in graph.leaves if leaf.id}
        given = [*self.units, *self.linkages, *marks]
        self.keep = (
            self.units[0] == ROOT
            and len(set(given)) == len(given)
            and all(re.fullmatch(r"1\.[1-9][0-9]*", name) for name in given)
        )
        self.marks: dict[object, str] = {}
        taken = max((int(name[2:]) for name in given), default=0) if self.keep else 0
        self.free = (f"1.{n}" for n in count(taken + 1))
        if not self.keep:
            self.units = [next(self.free) for _ in self.units]
            self.linkages = [next(self.free) for _ in self.linkages]

    def mark(self, leaf: Leaf) -> str:
        """Return the id of the PNCT between a unit and a token; nothing if there is none."""
        if leaf.id and self.keep:
            return leaf.id
        if leaf.label == TERMINAL and not leaf.id:
            return ""
        key = (leaf.unit, leaf.id or leaf.token)
        if key not in self.marks:
            self.marks[key] = next(self.free)
        return self.marks[key]


def _edge(
    to: str, labels: tuple[str, ...], attributes: Attributes = (), remote: bool = False
) -> Iterator[str]:
    values = [pair for pair in attributes if not pair[0].startswith("category:")]
    yield f"      <edge{_written([('toID', to), ('type', labels[0])])}>"
    for n, label in enumerate(labels, 1):
        start = f"category:{n}:"
        about = [(k.removeprefix(start), v) for k, v in attributes if k.startswith(start)]
        yield f"        <category{_written([*about, ('tag', label)])}/>"
    yield from _inner(sorted([*values, *([("remote", "True")] if remote else [])]), 4)
    yield "      </edge>"


def _inner(values: Iterable[tuple[str, str]], depth: int) -> Iterator[str]:
    """Return the elements that hold attributes: `attributes` always, `extra` if there is any."""
    return _noted(
        [(k if k.startswith("extra:") else f"attributes:{k}", v) for k, v in values], "", depth
    )


def _noted(values: Iterable[tuple[str, str]], prefix: str, depth: int) -> Iterator[str]:
    values = list(values)
    for element in ("attributes", "extra"):
        start = f"{prefix}{element}:"
        held = [(k.removeprefix(start), v) for k, v in values if k.startswith(start)]
        if held or element == "attributes":
            yield f"{'  ' * depth}<{element}{_written(held)}/>"


def _written(pairs: list[tuple[str, str]]) -> str:
    for key, _ in pairs:
        if not re.fullmatch(r"[A-Za-z_][\w.-]*", key):
            raise InputError(f"UCCA XML has no place for an attribute {key!r}")
    return written(pairs)
