"""UCCA-App JSON: annotation tasks as the web application for UCCA annotation exports them.

    {"id": 12, "passage": {"id": 7}, "project": {"layer": {"name": "UCCA", "categories": [...]}},
     "tokens": [{"id": 31, "text": "He", "index_in_task": 0, "require_annotation": true}, ...],
     "annotation_units": [
       {"tree_id": "0", "parent_tree_id": null, "type": "REGULAR", "is_remote_copy": false, ...},
       {"tree_id": "1", "parent_tree_id": "0", "categories": [{"name": "Parallel Scene"}],
        "children_tokens": [{"id": 31}, ...]}, ...]}

A file holds one task, or several one after another, over any number of lines. A unit lists all
tokens below it; a token hangs on the deepest unit that lists it. A category is given by its name,
or by its id in the layers of the project. A remote copy is an edge to the unit it is cloned from.
Tokens that require no annotation are punctuation: a unit of one such token is a mark under the
root. (Abend, Yerushalmi and Rappoport 2017, P17-4019; `convert.from_json` of the `ucca` package.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.formats.strict_json import Record, items, mapping, objects, scalar, text, whole
from corrigenda.meaning.formats.archives import read_files
from corrigenda.meaning.graph import Attributes, Edge, Graph, Leaf, Token, Unit

TITLE = "UCCA-App JSON"

KEY = re.compile(r'(?<!\\)"annotation_units"\s*:')
"""What tells a task from other JSON."""

CATEGORIES = {
    "Parallel Scene": "H",
    "Participant": "A",
    "Process": "P",
    "State": "S",
    "Adverbial": "D",
    "Ground": "G",
    "Center": "C",
    "Elaborator": "E",
    "Function": "F",
    "Connector": "N",
    "Relator": "R",
    "Time": "T",
    "Quantifier": "Q",
    "Linker": "L",
    "Punctuation": "U",
    "Link Relation": "LR",
    "Link Argument": "LA",
}
_LABELS = {name.replace(" ", ""): label for name, label in CATEGORIES.items()}
_NO_LABELS = {
    "Unanalyzable": "",
    "Uncertain": "uncertain",
    "CoordinatedMainRel.": "Coordinated_Main_Rel.",
}
"""Categories that are no labels, and the attribute that they give to the edge."""


def read_passages(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """Yield the names and graphs of the tasks in a file, or in the `.json` files of a folder. A
    task is named by its passage's id, by the manager's comment, or by its number."""
    numbers = count(1)
    for file, data in read_files(path, ".json"):
        for name, graph in parse(data, file):
            yield name or str(next(numbers)), graph


def parse(data: bytes, file: str) -> Iterator[tuple[str, Graph]]:
    """Yield the names and graphs of tasks. `file` names them in messages."""
    any_task = False
    for line, written, record in objects(data, file):
        any_task = True
        try:
            yield _AnnotationTask(record).passage()
        except _MisplacedError as error:
            at = line + _lines_before(written, error.place)
            raise InputError(error.message, file=file, line=at, hint=error.hint) from None
        except InputError as error:
            raise InputError(error.message, file=file, line=line, hint=error.hint) from None
    if not any_task:
        raise InputError("expected an annotation task, found nothing", file=file)


class _MisplacedError(InputError):
    """A mistake at a place that its task's text tells: a pattern that ends there."""

    def __init__(self, message: str, place: str, hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.place = place


def _lines_before(written: str, place: str) -> int:
    """Return how many lines of a task are before a place, if it is found."""
    match = re.search(place, written)
    return written.count("\n", 0, match.end()) if match else 0


class _Unit:
    """A unit, or a remote copy of one, as the task has it."""

    def __init__(self, value: object, labels: dict[str, str]) -> None:
        self.record = mapping(value, "each of the 'annotation_units'")
        self.id = _name(self.record.get("tree_id"), "a unit's 'tree_id'")
        self.labels: list[str] = []
        self.values: dict[str, str] = {}
        try:
            self.read(labels)
        except InputError as error:
            raise self.error(error.message, error.hint) from None

    def read(self, labels: dict[str, str]) -> None:
        record = self.record
        above = record.get("parent_tree_id")
        self.parent = None if above is None else _name(above, "'parent_tree_id'")
        self.remote = _flag(record.get("is_remote_copy", False), "'is_remote_copy'")
        self.implicit = record.get("type") == "IMPLICIT"
        self.comment = str(scalar(record.get("comment") or "", "'comment'"))
        self.tokens: list[str] = []
        if not self.implicit:
            for token in items(record.get("children_tokens") or [], "'children_tokens'"):
                given = token.get("id") if isinstance(token, dict) else token
                self.tokens.append(_name(given, "the id of a token"))
        for n, category in enumerate(items(record.get("categories") or [], "'categories'"), 1):
            self.add_category(mapping(category, "each of the 'categories'"), n, labels)

    def add_category(self, category: Record, n: int, labels: dict[str, str]) -> None:
        name = category.get("name")
        if name is None:
            key = _name(category.get("id"), "the name or id of a category")
            if key not in labels:
                raise InputError(
                    f"the category {key!r} is in no layer of the project",
                    hint="give categories by name, or the task with its 'project'",
                )
            name = labels[key]
        squeezed = text(name, "the name of a category").replace(" ", "")
        if squeezed in _NO_LABELS:
            if attribute := _NO_LABELS[squeezed]:
                self.values[attribute] = "True"
            return
        self.labels.append(_LABELS.get(squeezed, str(name).replace(" ", "_")))
        if (slot := category.get("slot")) is not None:
            self.values[f"category:{n}:slot"] = str(scalar(slot, "the slot of a category"))

    @property
    def notes(self) -> Attributes:
        return (("extra:remarks", self.comment),) if self.comment else ()

    def error(self, message: str, hint: str | None = None) -> _MisplacedError:
        what = "remote copy" if self.record.get("is_remote_copy") is True else "unit"
        place = rf'"tree_id"\s*:\s*"?{re.escape(self.id)}\b(?!-)'
        return _MisplacedError(f"{what} {self.id!r}: {message}", place, hint)


class _AnnotationTask:
    def __init__(self, record: Record) -> None:
        if "annotation_units" not in record:
            raise InputError(
                f"expected an annotation task with 'annotation_units', found the keys "
                f"{', '.join(map(repr, record)) or 'none'}"
            )
        self.record = record
        self.tokens, self.token = self.read_tokens()
        labels = self.layers()
        given = [
            _Unit(value, labels)
            for value in items(record["annotation_units"], "'annotation_units'")
        ]
        self.copies = [unit for unit in given if unit.remote]
        self.units: dict[str, _Unit] = {}
        for unit in given:
            if unit.remote:
                continue
            if unit.id in self.units:
                raise unit.error("its 'tree_id' is there twice")
            self.units[unit.id] = unit
        for unit in given:
            for token in unit.tokens:
                if token not in self.token:
                    raise unit.error(f"it holds the token {token!r}, which does not exist")
        self.marks = {unit.id for unit in self.units.values() if self.is_mark(unit)}
        roots = [unit for unit in self.units.values() if unit.parent is None]
        if len(roots) != 1:
            names = ", ".join(repr(unit.id) for unit in roots)
            raise InputError(
                "expected one unit without 'parent_tree_id', the root, found "
                + (f"{len(roots)}: {names}" if roots else "none")
            )
        kept = (u for u in self.units.values() if u is not roots[0] and u.id not in self.marks)
        self.number = {unit.id: n for n, unit in enumerate([roots[0], *kept])}

    def read_tokens(self) -> tuple[list[Token], dict[str, int]]:
        """Return the tokens in the order of the text, and their numbers by their ids."""
        by_id: dict[str, tuple[int, Token]] = {}
        for value in items(self.record.get("tokens"), "'tokens'"):
            token = mapping(value, "each of the 'tokens'")
            name = _name(token.get("id"), "a token's 'id'")
            place = rf'"tokens"\s*:[\s\S]*?"id"\s*:\s*"?{re.escape(name)}\b'
            if name in by_id:
                raise _MisplacedError(f"two tokens have the id {name!r}", place)
            try:
                by_id[name] = (
                    whole(token.get("index_in_task"), "'index_in_task'"),
                    Token(
                        text(token.get("text"), "'text'"),
                        not _flag(token.get("require_annotation"), "'require_annotation'"),
                    ),
                )
            except InputError as error:
                raise _MisplacedError(f"token {name!r}: {error.message}", place) from None
        order = sorted(by_id, key=lambda name: by_id[name][0])
        return [by_id[name][1] for name in order], {name: n for n, name in enumerate(order)}

    def layers(self) -> dict[str, str]:
        """Return the names of categories by their ids, in the project's layer and those it
        refines."""
        names: dict[str, str] = {}
        layer = mapping(self.record.get("project") or {}, "'project'").get("layer")
        while layer:
            held = mapping(layer, "a layer")
            for value in items(held.get("categories") or [], "a layer's 'categories'"):
                category = mapping(value, "each of a layer's 'categories'")
                key = _name(category.get("id"), "a category's 'id'")
                names[key] = text(category.get("name"), "a category's 'name'")
            layer = held.get("parent")
        return names

    def is_mark(self, unit: _Unit) -> bool:
        """Return whether it is a punctuation mark's: a unit of one token without annotation."""
        return (
            unit.parent is not None
            and len(unit.tokens) == 1
            and self.tokens[self.token[unit.tokens[0]]].punctuation
        )

    def passage(self) -> tuple[str, Graph]:
        units = tuple(
            Unit(name, self.units[name].implicit, self.units[name].notes) for name in self.number
        )
        primary = [self.edge(self.units[name], name) for name in self.number if self.number[name]]
        copies = [self.edge(copy, self.original(copy)) for copy in self.copies]
        held = sorted(self.holders().items())
        leaves = [
            Leaf(0, token, "U", unit.id)
            if unit.id in self.marks
            else Leaf(self.number[unit.id], token)
            for token, unit in held
        ]
        edges = (*primary, *copies)
        name, attributes = self.identity()
        return name, Graph(tuple(self.tokens), units, edges, tuple(leaves), attributes=attributes)

    def edge(self, unit: _Unit, child: str) -> Edge:
        if unit.parent is None:
            raise unit.error("a remote copy needs a 'parent_tree_id'")
        if unit.parent not in self.number:
            what = "is punctuation" if unit.parent in self.marks else "does not exist"
            raise unit.error(f"its parent {unit.parent!r} {what}")
        if not unit.labels:
            raise unit.error("expected a category, found none")
        values = tuple(sorted(unit.values.items()))
        return Edge(
            self.number[unit.parent], self.number[child], tuple(unit.labels), unit.remote, values
        )

    def original(self, copy: _Unit) -> str:
        given = copy.record.get("cloned_from_tree_id")
        name = "" if given is None else _name(given, "'cloned_from_tree_id'")
        if name not in self.number:
            what = "is punctuation" if name in self.marks else "does not exist"
            described = f"unit {name!r}, which {what}" if name else "none"
            raise copy.error(f"expected 'cloned_from_tree_id' to be a unit, found {described}")
        return name

    def holders(self) -> dict[int, _Unit]:
        """Return the deepest unit of each word, the mark of each punctuation token. What the root
        alone holds, and punctuation without a unit of its own, is under no unit."""
        deepest: dict[int, _Unit] = {}
        for unit in self.units.values():
            for key in unit.tokens if unit.parent is not None else ():
                token = self.token[key]
                if self.tokens[token].punctuation and unit.id not in self.marks:
                    continue
                other = deepest.setdefault(token, unit)
                if other is unit or self.is_above(unit, other):
                    continue
                if not self.is_above(other, unit):
                    raise unit.error(
                        f"the token {key!r} ({self.tokens[token].text!r}) is in unit "
                        f"{other.id!r} as well, and neither is within the other"
                    )
                deepest[token] = unit
        return deepest

    def is_above(self, one: _Unit, other: _Unit) -> bool:
        """Return whether a unit is above another. Cycles end where they are met; the graph finds
        them."""
        seen: set[str] = set()
        at: _Unit | None = other
        while at is not None and at.id not in seen:
            seen.add(at.id)
            at = self.units.get(at.parent) if at.parent is not None else None
            if at is one:
                return True
        return False

    def identity(self) -> tuple[str, Attributes]:
        """Return the name of the passage, and who annotated it, as UCCA's XML has it."""
        record = self.record
        passage = mapping(record.get("passage") or {}, "'passage'")
        user = mapping(record.get("user") or {}, "'user'")
        given: dict[str, Any] = {
            "passageID": passage.get("id") or record.get("manager_comment"),
            "annotationID": record.get("id"),
            "attributes:userID": user.get("id"),
            "attributes:remarks": record.get("user_comment"),
        }
        values = {key: str(scalar(value, repr(key))) for key, value in given.items() if value}
        return values.get("passageID", ""), tuple(sorted(values.items()))


def _name(value: object, what: str) -> str:
    """Return an id, which may be a number or text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text(value, what)


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"expected {what} to be true or false, found {value!r}")
    return value
