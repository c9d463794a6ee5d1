"""UCCA-App JSON: tasks become the graphs that the `ucca` package makes of them."""

from __future__ import annotations

import copy
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.graphs import has_graphs, paired_graphs, read_graphs
from corrigenda.meaning.formats.ucca_app import CATEGORIES, parse
from corrigenda.meaning.graph import Graph, members
from tests.conftest import Shared

Task = dict[str, Any]


def token(n: int, text: str, mark: bool = False) -> Task:
    return {"id": 30 + n, "text": text, "index_in_task": n, "require_annotation": not mark}


def unit(name: str, parent: str | None, category: str, tokens: str = "", **more: Any) -> Task:
    return {
        "tree_id": name,
        "parent_tree_id": parent,
        "type": "REGULAR",
        "is_remote_copy": False,
        "cloned_from_tree_id": None,
        "categories": [{"name": name, "slot": 1} for name in category.split("|") if name],
        "comment": "",
        "children_tokens": [{"id": 30 + int(n)} for n in tokens.split()],
    } | more


# He promised to come , maybe . (He is who promises and who comes; to whom is not said.)
TASK: Task = {
    "id": 12,
    "passage": {"id": 7},
    "user": {"id": 3},
    "project": {"layer": {"name": "UCCA", "parent": None, "categories": [
        {"id": 1, "name": "Parallel Scene"}, {"id": 2, "name": "Ground"}]}},
    "tokens": [token(6, ".", True), *(
        token(n, word) for n, word in enumerate(["He", "promised", "to", "come"])),
        token(4, ",", True), token(5, "maybe")],
    "annotation_units": [
        unit("0", None, "", "0 1 2 3 4 5 6"),
        unit("1", "0", "", "0 1 2 3 4 5", categories=[{"id": 1}], comment="sure?"),
        unit("1-1", "1", "Participant", "0"),
        unit("1-2", "1", "Process|Uncertain", "1"),
        unit("1-3", "1", "Participant", "2 3"),
        unit("1-3-1", "1-3", "Function", "2"),
        unit("1-3-2", "1-3", "Process|State", "3"),
        unit("1-3-3", "1-3", "Participant", "0", is_remote_copy=True, cloned_from_tree_id="1-1"),
        unit("1-4", "1", "Participant", type="IMPLICIT"),
        unit("1-5", "1", "Punctuation", "4"),
        unit("1-6", "1", "My Own", "5"),
        unit("2", "0", "Punctuation", "6"),
    ],
}  # fmt: skip


def graph_of(task: Task) -> Graph:
    ((_, graph),) = parse(json.dumps(task).encode(), "x.json")
    return graph


def by_the_package(task: Task) -> Graph:
    convert = pytest.importorskip("ucca.convert")
    (passage,) = convert.from_json([json.dumps(task)])
    return ucca_xml.parse(ElementTree.tostring(convert.to_standard(passage)), "x.xml")


def test_a_task() -> None:
    graph = graph_of(TASK)
    assert [t.text for t in graph.tokens] == ["He", "promised", "to", "come", ",", "maybe", "."]
    assert [t.text for t in graph.tokens if t.punctuation] == [",", "."]
    yields = graph.yields()
    labels = {
        (graph.units[e.child].id, "+".join(e.labels), e.remote, members(yields[e.child]))
        for e in graph.edges
    }
    assert labels == {
        ("1", "H", False, (0, 1, 2, 3, 5)),
        ("1-1", "A", False, (0,)),
        ("1-2", "P", False, (1,)),
        ("1-3", "A", False, (2, 3)),
        ("1-3-1", "F", False, (2,)),
        ("1-3-2", "P+S", False, (3,)),
        ("1-1", "A", True, (0,)),
        ("1-4", "A", False, ()),
        ("1-6", "My_Own", False, (5,)),
    }
    assert [u.id for u in graph.units if u.implicit] == ["1-4"]
    assert [(leaf.unit, leaf.token) for leaf in graph.leaves if leaf.label == "U"] == [
        (0, 4), (0, 6),
    ]  # fmt: skip
    (promised,) = (e for e in graph.edges if e.labels == ("P",))
    assert ("uncertain", "True") in promised.attributes
    assert ("extra:remarks", "sure?") in graph.units[1].attributes
    assert dict(graph.attributes)["passageID"] == "7"


def test_the_package_agrees() -> None:
    # It looks up the layer of a category by its id, even where there is a name.
    task = copy.deepcopy(TASK)
    names = [*CATEGORIES, "Uncertain", "Unanalyzable", "My Own", "Coordinated Main Rel."]
    categories = [{"id": n, "name": name} for n, name in enumerate(names, 1)]
    task["project"]["layer"]["categories"] = categories
    ids = {name: n for n, name in enumerate(names, 1)}
    for one in task["annotation_units"]:
        for category in one["categories"]:
            category["id"] = ids[category.get("name", "Parallel Scene")]
    task["annotation_units"][4]["categories"].append({"id": ids["Coordinated Main Rel."]})
    assert graph_of(task) == by_the_package(task)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Trees of units over words and marks, in the order of parents, remote copies among them."""
    words = draw(st.lists(st.booleans(), min_size=1, max_size=8))
    number = draw(st.integers(1, 8))
    parents = [draw(st.integers(0, n - 1)) for n in range(1, number)]
    held: list[set[int]] = [set() for _ in range(number)]
    for n in range(len(words)):
        at = draw(st.integers(0, number - 1))
        while at:
            held[at].add(n)
            at = parents[at - 1]
        held[0].add(n)
    names = list(CATEGORIES)
    units = [unit("0", None, "", " ".join(map(str, sorted(held[0]))))]
    single = {n for n in range(1, number) if len(held[n]) == 1 and words[min(held[n])]}
    assume(len({min(held[n]) for n in single}) == len(single))  # one unit a mark
    inner = [n for n in range(1, number) if n not in single]
    for n in range(1, number):
        parent = parents[n - 1]
        while parent in single:
            parent = parents[parent - 1]
        category = draw(st.sampled_from(names))
        kind = "IMPLICIT" if not held[n] and draw(st.booleans()) else "REGULAR"
        tokens = " ".join(map(str, sorted(held[n])))
        units.append(unit(str(n), str(parent), category, tokens, type=kind))
    for n in range(draw(st.integers(0, 2)) if len(inner) > 1 else 0):
        above, below = sorted(draw(st.permutations(inner))[:2])
        if parents[below - 1] != above and n == 0:
            category = draw(st.sampled_from(names))
            more = {"is_remote_copy": True, "cloned_from_tree_id": str(below)}
            place = draw(st.integers(1, len(units)))
            units.insert(place, unit(f"{above}-99", str(above), category, **more))
    categories = [{"id": n, "name": name} for n, name in enumerate(names)]
    for one in units:
        for category in one["categories"]:
            category["id"] = names.index(category.pop("name"))
    return {
        "passage": {"id": 1},
        "project": {"layer": {"name": "UCCA", "parent": None, "categories": categories}},
        "tokens": [token(n, "," if mark else f"w{n}", mark) for n, mark in enumerate(words)],
        "annotation_units": units,
    }


@given(tasks())
def test_the_package_agrees_on_random_tasks(task: Task) -> None:
    assert graph_of(task) == by_the_package(task)


def test_the_package_agrees_on_corpora(shared: Shared) -> None:
    """Annotated passages, exported by the package and read again, by it and here."""
    convert = pytest.importorskip("ucca.convert")
    names = [*CATEGORIES, "Unanalyzable", "Uncertain"]
    categories = [{"id": n, "name": name} for n, name in enumerate(names)]
    layer = {"name": "UCCA", "parent": None, "categories": categories}
    number = 0
    with tarfile.open(shared.data("ucca", "ewt-dev.tar.xz")) as archive:
        for member in archive:
            if not member.name.endswith(".xml") or member.size > 60_000 or number == 20:
                continue  # the package takes long over long passages
            file = archive.extractfile(member)
            assert file is not None
            passage = convert.from_standard(ElementTree.fromstring(file.read()))
            task = convert.to_json(passage, return_dict=True)
            bare = graph_of(task)
            for one in task["annotation_units"]:
                for category in one["categories"]:
                    category["id"] = names.index(category.pop("name"))
            task |= {"passage": {"id": passage.ID}, "project": {"layer": layer}}
            assert graph_of(task) == by_the_package(task) == bare, member.name
            number += 1
    assert number == 20


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("indent", [None, 2])
def test_tasks_are_recognised_by_content(tmp_path: Path, indent: int | None) -> None:
    other = TASK | {"passage": {"id": 8}}
    path = tmp_path / "tasks"
    path.write_text("\n".join(json.dumps(t, indent=indent) for t in (TASK, other)), "utf-8")
    assert has_graphs(path)
    assert [name for name, _ in read_graphs(path)] == ["7", "8"]
    mrp = tmp_path / "x.json"
    mrp.write_text('{"id": "annotation_units", "framework": "ucca"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="'input'"):  # it is read as MRP
        list(read_graphs(mrp))


def test_names_and_folders(tmp_path: Path) -> None:
    bare = {key: TASK[key] for key in ("tokens", "annotation_units", "project")}
    commented = bare | {"manager_comment": "essay"}
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        for n, task in enumerate((bare, commented)):
            place = tmp_path / folder / f"{folder}{n}.json"
            place.write_text(json.dumps(task), encoding="utf-8")
    assert [name for name, _ in read_graphs(tmp_path / "a")] == ["1", "essay"]
    pairs = list(paired_graphs(tmp_path / "a", {"b": tmp_path / "b"}))
    assert len(pairs) == 2
    (tmp_path / "b" / "b1.json").rename(tmp_path / "b" / "b2.json")
    with pytest.raises(InputError, match=r"belongs to a1.json of .*, found b2.json"):
        list(paired_graphs(tmp_path / "a", {"b": tmp_path / "b"}))


def edited(change: Callable[[Task], object]) -> bytes:
    task = copy.deepcopy(TASK)
    change(task)
    return json.dumps(task, indent=1).encode()


def units(task: Task) -> dict[str, Task]:
    return {one["tree_id"]: one for one in task["annotation_units"]}


@pytest.mark.parametrize(
    ("change", "message", "key"),
    [
        (lambda t: units(t)["1-2"].update(tree_id="1-1"), "unit '1-1': .* twice", "1-1"),
        (lambda t: units(t)["1-2"].update(parent_tree_id="9"), "its parent '9' does not", "1-2"),
        (lambda t: units(t)["1-2"].update(parent_tree_id="2"), "'2' is punctuation", "1-2"),
        (lambda t: units(t)["1-3"].update(categories=[]), "unit '1-3': expected a cat", "1-3"),
        (lambda t: units(t)["1"].update(categories=[{"id": 99}]), "'99' is in no layer", "1"),
        (lambda t: units(t)["1-3-2"].update(children_tokens=[{"id": 99}]), "token '99'", "1-3-2"),
        (lambda t: units(t)["1-2"].update(children_tokens=[{"id": 30}]), "is in unit '1-1'", "1-2"),
        (lambda t: units(t)["2"].update(children_tokens=[{"id": 34}]), "is in unit '1-5'", "2"),
        (lambda t: units(t)["1-3-3"].update(cloned_from_tree_id=None), "found none", "1-3-3"),
        (lambda t: units(t)["1-3-3"].update(cloned_from_tree_id="2"), "is punctuation", "1-3-3"),
        (lambda t: units(t)["1-3-3"].update(parent_tree_id=None), "needs a 'parent", "1-3-3"),
        (lambda t: units(t)["1-2"].update(is_remote_copy="no"), "true or false", "1-2"),
    ],
)
def test_errors_name_unit_and_line(change, message: str, key: str) -> None:
    data = edited(change)
    with pytest.raises(InputError, match=message) as raised:
        list(parse(b"\n" + data, "x.json"))
    lines = data.decode().split("\n")
    line = next(n for n, text in enumerate(lines, 2) if f'"tree_id": "{key}",' in text)
    assert (raised.value.file, raised.value.line) == ("x.json", line)


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        (lambda t: units(t)["0"].update(parent_tree_id="1"), "the root, found none", 1),
        (lambda t: units(t)["1"].update(parent_tree_id=None), "the root, found 2: '0', '1'", 1),
        (lambda t: units(t)["1"].update(parent_tree_id="1-3"), "cycle", 1),
        (lambda t: t["tokens"][1].pop("text"), "token '30': expected 'text'", 33),
        (lambda t: t["tokens"][1].update(id=36), "two tokens have the id '36'", 27),
        (lambda t: t.pop("tokens"), "'tokens' to be a list", 1),
        (lambda t: t.pop("annotation_units"), "with 'annotation_units'", 1),
        (lambda t: t["project"].update(layer=[1]), "a layer to be an object", 1),
    ],
)
def test_other_errors(change, message: str, line: int) -> None:
    with pytest.raises(InputError, match=message) as raised:
        list(parse(edited(change), "x.json"))
    assert (raised.value.file, raised.value.line) == ("x.json", line)


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b'{"annotation_units": [],\n "tokens": [}', r"bad JSON: .* \(column 13\)", 2),
        (b'{"annotation_units": []}\n\xff', "UTF-8", 2),
        (b'\n{"annotation_units": [], "id": NaN}', "found NaN", 2),
        (b'{"annotation_units": [], "annotation_units": []}', "twice", 1),
        (b"\n[1]", "found a list", 2),
        (b" \n", "found nothing", None),
    ],
)
def test_what_is_no_json(data: bytes, message: str, line: int | None) -> None:
    with pytest.raises(InputError, match=message) as raised:
        list(parse(data, "x.json"))
    assert (raised.value.file, raised.value.line) == ("x.json", line)
