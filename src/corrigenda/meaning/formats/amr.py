"""AMR graphs in PENMAN notation, read by the `penman` library (Goodman 2020, 2020.acl-demos.35).

    # ::id 1
    # ::tok The boy wants to go
    (w / want-01~e.2
       :ARG0 (b / boy~e.1)
       :ARG1 (g / go-02~e.4
          :ARG0 b))

A concept is a unit, with its name as the attribute `instance`; constants (`:polarity -`) are
attributes too. Edges have roles as labels, as they are written (`ARG0`, `ARG0-of`). Where a
variable stands with its concept, the edge is primary; all others to it are remote. A remote edge
that would close a cycle is reversed, its role inverted, which says the same.

Words come from `# ::tok`, else from `# ::snt` split at white space. A word hangs on a unit by an
alignment, and its label says of what: `instance`, or the role of a constant. Alignments are
`~e.4` in the graph, or a line `# ::alignments` as JAMR writes it (`1-2|0.0`: from word 1 to before
word 2; addresses from 0; variables that stand again do not count) or ISI (`1-1.1`: addresses from
1; all roles count; `.r` is the role itself). Graphs are separated by blank lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple

from corrigenda.errors import InputError, quoted
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.meaning.graph import Attributes, Edge, Graph, Leaf, Token, Unit

TITLE = "AMR (PENMAN)"

INSTANCE = "instance"

_ROLE_ALIGNMENT = "aligned:role"
"""The note on an edge that its role is aligned to words."""

_NOT_INVERSE = frozenset({"consist-of", "prep-on-behalf-of", "prep-out-of"})

_ALIGNED = re.compile(r"^(.*?)~(?:[a-z]\.?)?(\d+(?:,\d+)*)$", re.DOTALL)
_VARIABLE = re.compile(r"[a-z]\d*")
_JAMR = re.compile(r"(\d+)-(\d+)\|(\d+(?:\.\d+)*(?:\+\d+(?:\.\d+)*)*)")
_ISI = re.compile(r"(\d+)-(\d+(?:\.\d+)*)(\.r)?")
_OUTSIDE = re.compile(r'"(?:\\.|[^"\\\n])*"|[()]|[^()"\s]+|"')


def read_passages(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """Yield the ids (`# ::id`, else numbers from 1) and graphs of an AMR file, as they are read."""
    count = 0
    for count, (_, name, graph) in enumerate(parse(read_lines(path), name_of(path)), 1):
        yield name or str(count), graph
    if not count:
        raise InputError("expected AMR graphs, found none", file=name_of(path))


def write_passages(passages: Iterable[tuple[str, Graph]], path: PathLike) -> None:
    """Write named graphs in PENMAN notation."""
    with writing(path) as file:
        file.writelines(dump(graph, name) + "\n\n" for name, graph in passages)


def _penman() -> Any:
    try:
        return import_module("penman")
    except ImportError:
        raise InputError(
            "AMR needs the library penman, which is not installed",
            hint="install it with `pip install 'corrigenda[amr]'`",
        ) from None


# --- reading --------------------------------------------------------------------------------------


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, str, Graph]]:
    """Yield the line numbers, ids and graphs of an AMR file."""
    penman = _penman()
    blocks = groupby(enumerate(lines, 1), key=lambda line: bool(line[1].strip()))
    for block in (list(block) for filled, block in blocks if filled):
        start, held = block[0][0], [line for _, line in block]
        if all(line.lstrip().startswith("#") for line in held):
            continue  # the file's own header
        _check_brackets(held, start, file)
        try:
            trees = list(penman.iterparse(held))
        except penman.PenmanError as error:
            line = start - 1 + (getattr(error, "lineno", None) or 1)
            message = getattr(error, "message", None) or str(error)
            raise InputError(f"this is not PENMAN: {message}", file=file, line=line) from None
        except RecursionError:
            message = "this is not PENMAN: its brackets are nested too deeply"
            raise InputError(message, file=file, line=start) from None
        for tree in trees:
            try:
                graph = _graph(tree.node, dict(tree.metadata))
            except InputError as error:
                raise InputError(error.message, file=file, line=start, hint=error.hint) from None
            yield start, tree.metadata.get("id", ""), graph


def _check_brackets(lines: list[str], start: int, file: str) -> None:
    """Refuse brackets that do not close, and text outside of them: `penman` stops there in
    silence."""
    depth = 0
    opened = start
    for number, line in enumerate(lines, start):
        if line.lstrip().startswith("#"):
            continue
        for outside in _OUTSIDE.finditer(line):
            what = outside[0]
            if what == '"':
                raise InputError(
                    "this is not PENMAN: a quote is not closed", file=file, line=number
                )
            if what == "(":
                opened = opened if depth else number
                depth += 1
            elif not depth:
                message = f"this is not PENMAN: {quoted(what)} stands outside of all brackets"
                raise InputError(message, file=file, line=number)
            elif what == ")":
                depth -= 1
    if depth:
        message = "this is not PENMAN: the graph ends before all brackets are closed"
        raise InputError(message, file=file, line=opened)


class _Role(NamedTuple):
    """A role below a concept: its value is a variable or a constant."""

    name: str
    value: str
    is_first: bool
    is_variable: bool
    aligned: tuple[int, ...]
    role_aligned: tuple[int, ...]


def _graph(top: Any, metadata: dict[str, str]) -> Graph:
    words = metadata.get("tok", metadata.get("snt", "")).split()
    nodes = _nodes(top)
    number = {variable: n for n, variable in enumerate(nodes)}
    units = []
    edges: list[Edge] = []
    again: list[Edge] = []
    leaves: dict[tuple[int, int], str] = {}
    for unit, (variable, branches) in enumerate(nodes.items()):
        concept, aligned, roles = _taken_apart(variable, branches, number)
        leaves |= {(unit, token): INSTANCE for token in aligned}
        said = [(INSTANCE, concept)]
        for role in roles:
            if role.is_variable:
                edge = Edge(unit, number[role.value], (role.name,), not role.is_first)
                edge = edge._replace(attributes=_noted(role.role_aligned))
                (edges if role.is_first else again).append(edge)
            else:
                said.append((role.name, role.value))
                for token in role.aligned + role.role_aligned:
                    leaves.setdefault((unit, token), role.name)
        units.append(Unit(variable, False, tuple(said)))
    edges += _acyclic(edges, again, units)
    for pair, label in _address_alignments(metadata.get("alignments", ""), nodes, number):
        leaves.setdefault(pair, label)
    for unit, token in leaves:
        if token >= len(words):
            what = f"{len(words)} words" if words else "no words: no # ::tok or # ::snt"
            raise InputError(f"{units[unit].id!r} is aligned to word {token}, but there are {what}")
    notes = {"passageID" if key == "id" else f"amr:{key}": v for key, v in metadata.items()}
    return Graph(
        tuple(Token(word, not any(map(str.isalnum, word))) for word in words),
        tuple(units),
        tuple(edges),
        tuple(Leaf(unit, token, label) for (unit, token), label in sorted(leaves.items())),
        (),
        tuple(sorted(notes.items())),
    )


def _nodes(top: Any) -> dict[str, Any]:
    """Return the branches of each variable, in the order in which these stand with their
    concepts."""
    by_variable: dict[str, Any] = {}
    todo = [top]
    while todo:
        variable, branches = todo.pop()
        if variable in by_variable:
            raise InputError(f"the variable {variable!r} is defined twice")
        by_variable[variable] = branches
        todo += [node for _, node in reversed(branches) if isinstance(node, tuple)]
    return by_variable


def _taken_apart(
    variable: str, branches: Any, number: dict[str, int]
) -> tuple[str, tuple[int, ...], list[_Role]]:
    """Return the concept of a variable, the words it is aligned to, and its roles."""
    concept = ""
    concept_aligned: tuple[int, ...] = ()
    roles = []
    for written, target in branches:
        name, role_aligned = _aligned(written)
        name = name.removeprefix(":")
        if isinstance(target, tuple):
            roles.append(_Role(name, target[0], True, True, (), role_aligned))
            continue
        value, aligned = _aligned(target or "")
        if name == "/":
            concept, concept_aligned = value, aligned
            continue
        if not value:
            raise InputError(f"the role :{name} of {variable!r} has no value")
        if value not in number and _VARIABLE.fullmatch(value):
            message = f"the role :{name} of {variable!r} leads to {value!r}, which is not defined"
            raise InputError(message)
        roles.append(_Role(name, value, False, value in number, aligned, role_aligned))
    if not concept:
        raise InputError(f"the variable {variable!r} has no concept")
    return concept, concept_aligned, roles


def _aligned(written: str) -> tuple[str, tuple[int, ...]]:
    """Return the text before an alignment, and the words it is aligned to."""
    match = _ALIGNED.match(written)
    if not match:
        return written, ()
    return match[1], tuple(int(word) for word in match[2].split(","))


def _noted(aligned: tuple[int, ...]) -> Attributes:
    return ((_ROLE_ALIGNMENT, ",".join(map(str, aligned))),) if aligned else ()


def _acyclic(edges: list[Edge], again: list[Edge], units: list[Unit]) -> list[Edge]:
    """Return the remote edges, reversed where they would close a cycle."""
    below: dict[int, list[int]] = {}
    for edge in edges:
        below.setdefault(edge.parent, []).append(edge.child)
    remote: list[Edge] = []
    for edge in again:
        if edge.parent == edge.child:
            raise InputError(
                f"the role :{edge.labels[0]} of {units[edge.child].id!r} leads to itself"
            )
        if _reaches(below, edge.child, edge.parent):
            edge = edge._replace(
                parent=edge.child, child=edge.parent, labels=(inverse(edge.labels[0]),)
            )
        below.setdefault(edge.parent, []).append(edge.child)
        if all(edge[:3] != other[:3] for other in (*edges, *remote)):
            remote.append(edge)
    return remote


def _reaches(below: dict[int, list[int]], start: int, goal: int) -> bool:
    todo, seen = [start], {start}
    while todo:
        unit = todo.pop()
        if unit == goal:
            return True
        new = [child for child in below.get(unit, ()) if child not in seen]
        seen.update(new)
        todo += new
    return False


def inverse(role: str) -> str:
    """Return the role that says the same the other way round.

    >>> inverse("ARG0"), inverse("ARG0-of"), inverse("consist-of")
    ('ARG0-of', 'ARG0', 'consist-of-of')
    """
    if role.endswith("-of") and role not in _NOT_INVERSE:
        return role.removesuffix("-of")
    return f"{role}-of"


def _address_alignments(
    line: str, nodes: dict[str, Any], number: dict[str, int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the units, words and labels in a line of alignments."""
    items = line.split()
    if not items:
        return
    addresses = _addresses(nodes, number, jamr="|" in items[0])
    for item in items:
        jamr, isi = _JAMR.fullmatch(item), _ISI.fullmatch(item)
        if jamr:
            words, places = range(int(jamr[1]), int(jamr[2])), jamr[3].split("+")
        elif isi and not isi[3]:
            words, places = range(int(isi[1]), int(isi[1]) + 1), [isi[2]]
        elif isi:
            continue  # a role's own word is no word of a unit
        else:
            raise InputError(f"expected alignments like 1-2|0.0 or 1-1.1, found {quoted(item)}")
        for place in places:
            if place not in addresses:
                raise InputError(f"the alignment {item} leads to {place}, where nothing is")
            unit, label = addresses[place]
            yield from (((unit, word), label) for word in words)


def _addresses(
    nodes: dict[str, Any], number: dict[str, int], *, jamr: bool
) -> dict[str, tuple[int, str]]:
    """Return the unit (or constant of a unit) at each address of the tree."""
    top = next(iter(nodes))
    addresses: dict[str, tuple[int, str]] = {}
    todo = [(top, "0" if jamr else "1")]
    while todo:
        variable, place = todo.pop()
        addresses[place] = (number[variable], INSTANCE)
        at = 0 if jamr else 1
        for role in _taken_apart(variable, nodes[variable], number)[2]:
            below = f"{place}.{at}"
            if role.is_first:
                todo.append((role.value, below))
            elif not role.is_variable:
                addresses[below] = (number[variable], role.name)
            elif jamr:
                continue
            else:
                addresses[below] = (number[role.value], INSTANCE)
            at += 1
    return addresses


# --- writing --------------------------------------------------------------------------------------


def dump(graph: Graph, name: str = "") -> str:
    """Return a graph in PENMAN notation, with alignments in it."""
    penman = _penman()
    words: dict[tuple[int, str], list[int]] = {}
    for leaf in graph.leaves:
        words.setdefault((leaf.unit, leaf.label), []).append(leaf.token)
    written: dict[int, Any] = {}
    for unit in reversed(graph.order):
        attributes = dict(reversed(graph.units[unit].attributes))
        if INSTANCE not in attributes or graph.units[unit].implicit or graph.linkages:
            raise InputError(
                f"expected a concept, found none on unit {graph.units[unit].id!r}",
                hint="only graphs that were AMR can be written as AMR",
            )
        branches: list[tuple[str, Any]] = []
        for role, value in graph.units[unit].attributes:
            mark = "/" if role == INSTANCE else f":{role}"
            branches.append((mark, value + _suffix(words.pop((unit, role), []))))
        for edge in graph.children[unit]:
            aligned = dict(edge.attributes).get(_ROLE_ALIGNMENT, "")
            role = f":{edge.labels[0]}" + (f"~e.{aligned}" if aligned else "")
            branches.append(
                (role, graph.units[edge.child].id if edge.remote else written[edge.child])
            )
        written[unit] = (graph.units[unit].id, branches)
    metadata = {k.removeprefix("amr:"): v for k, v in graph.attributes if k.startswith("amr:")}
    metadata.pop("alignments", None)
    name = name or dict(graph.attributes).get("passageID", "")
    metadata = ({"id": name} if name else {}) | metadata
    if graph.tokens:
        metadata["tok"] = " ".join(token.text for token in graph.tokens)
    return str(penman.format(penman.Tree(written[0], metadata=metadata)))


def _suffix(words: list[int]) -> str:
    return "~e." + ",".join(map(str, sorted(words))) if words else ""
