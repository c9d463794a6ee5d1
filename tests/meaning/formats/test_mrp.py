"""MRP JSON: UCCA graphs by anchors into a text; what MRP can say survives, the rest is counted."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from corrigenda.errors import InputError
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.mrp import dump, parse, read_passages, write_passages
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit, members
from tests.conftest import Shared, expensive
from tests.meaning.graphs import GAVE, graphs

RECORD: dict[str, Any] = {
    "id": "7",
    "flavor": 1,
    "framework": "ucca",
    "version": 1.0,
    "time": "2019-07-01",
    "input": "He did n't sleep, did he?",
    "tops": [9],
    "nodes": [
        {"id": 0, "anchors": [{"from": 0, "to": 2}]},
        {"id": 1, "anchors": [{"from": 3, "to": 6}, {"from": 18, "to": 21}]},
        {"id": 2, "anchors": [{"from": 11, "to": 16}]},
        {"id": 3, "anchors": [{"from": 24, "to": 25}]},
        {"id": 8},
        {"id": 9},
    ],
    "edges": [
        {"source": 8, "target": 0, "label": "A"},
        {"source": 8, "target": 2, "label": "P"},
        {"source": 8, "target": 2, "label": "A"},
        {"source": 9, "target": 8, "label": "H"},
        {"source": 9, "target": 3, "label": "U"},
        {"source": 9, "target": 1, "label": "F"},
        {"source": 9, "target": 0, "label": "A", "attributes": ["remote"], "values": [True]},
    ],
}


def changed(**values: object) -> str:
    return json.dumps(RECORD | values)


def read(line: str) -> Graph:
    ((_, _, graph),) = parse([line], "x.mrp")
    return graph


def written(graph: Graph) -> tuple[Graph, list[str]]:
    lost: Counter[str] = Counter()
    (line,) = dump([("7", graph)], lost)
    return read(line), [what for what, count in lost.items() if count]


def test_tokens_come_from_anchors_and_white_space() -> None:
    graph = read(json.dumps(RECORD))
    texts = [token.text for token in graph.tokens]
    assert texts == ["He", "did", "n't", "sleep", ",", "did", "he", "?"]
    assert [t.text for t in graph.tokens if t.punctuation] == [",", "?"]  # attached or not
    ids = [unit.id for unit in graph.units]
    assert ids == ["9", "0", "1", "2", "8"]
    assert [members(tokens) for tokens in graph.yields()] == [
        (0, 1, 3, 5, 7),
        (0,),
        (1, 5),
        (3,),
        (0, 3),
    ]
    assert graph.leaves[-1] == Leaf(0, 7, "U", "3")
    assert Edge(4, 3, ("P", "A")) in graph.edges
    assert Edge(0, 1, ("A",), True) in graph.edges


def test_the_input_is_kept() -> None:
    graph = read(json.dumps(RECORD))
    (line,) = dump([("7", graph)], Counter())
    assert json.loads(line)["input"] == RECORD["input"]
    assert read(line) == graph


def test_files_of_several_graphs(tmp_path: Path) -> None:
    path = tmp_path / "a.mrp"
    graph = read(json.dumps(RECORD))
    assert write_passages([("7", graph), ("8", GAVE)], path) == []
    assert list(read_passages(path)) == [("7", graph), ("8", GAVE)]


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    edges = (Edge(0, 1, ("H",)), Edge(1, 2, ("A",), False, (("uncertain", "True"),)))
    tokens = (Token("a", paragraph=2), Token("b c", punctuation=True, paragraph=2))
    units = (Unit("1"), Unit("2"), Unit("3", implicit=True))
    graph = Graph(tokens, units, edges, (Leaf(1, 0), Leaf(1, 1)))
    assert write_passages([("7", graph)], tmp_path / "a.mrp") == [
        "1 implicit units",
        "1 attributes of units and edges",
        "1 paragraph breaks",
        "1 tokens whose kind (word or punctuation) changes",
        "1 tokens with white space in them",
    ]


def test_a_unit_on_an_edge_u_becomes_punctuation() -> None:
    graph = Graph((Token("a"),), (Unit("1"), Unit("2")), (Edge(0, 1, ("U",)),), (Leaf(1, 0),))
    back, lost = written(graph)
    assert lost == ["units on an edge U that became punctuation marks"]
    assert back.leaves == (Leaf(0, 0, "U", "1"),)


@expensive
@given(graphs(labels=["H", "A", "P", "U"]))
def test_what_is_not_lost_is_there(graph: Graph) -> None:
    back, lost = written(graph)
    assert (back == graph) == (not lost)
    assert written(back) == (back, [])


def test_words_under_an_implicit_unit() -> None:
    units = (Unit("1"), Unit("2", implicit=True))
    graph = Graph((Token("a"),), units, (Edge(0, 1, ("A",)),), (Leaf(1, 0),))
    with pytest.raises(InputError) as caught:
        written(graph)
    assert str(caught.value) == "unit '2' is implicit, but has tokens below it"


BROKEN = {
    "another framework": (
        {"framework": "eds"},
        "expected an MRP graph of the framework 'ucca', found 'eds'\n"
        "  hint: AMR is read from PENMAN notation",
    ),
    "no id": ({"id": 7}, "expected 'id' to be text, found a number"),
    "two tops": ({"tops": [8, 9]}, "expected one top, found 2: nodes 8, 9"),
    "no top": ({"tops": []}, "expected one top, found 0"),
    "missing top": ({"tops": [5]}, "the top is node '5', which does not exist"),
    "duplicate ids": ({"nodes": [{"id": 9}, {"id": 9}]}, "two nodes have the id '9'"),
    "edge to nowhere": (
        {"edges": [{"source": 9, "target": 77, "label": "H"}]},
        "an edge leads from node '9' to node '77', but there is no node '77'",
    ),
    "edge twice": (
        {"edges": [{"source": 9, "target": 8, "label": "H"}] * 2},
        "the edge H from node '9' to node '8' is there twice",
    ),
    "two roots": (
        {"nodes": [{"id": 9}, {"id": 8}], "edges": []},
        "expected one root, found two: units '9' and '8'",
    ),
    "cycle": (
        {
            "nodes": [{"id": 9}, {"id": 8}],
            "edges": [
                {"source": 9, "target": 8, "label": "H"},
                {"source": 8, "target": 8, "label": "H", "properties": ["remote"]},
            ],
        },
        "units in a cycle: '8' -> '8'",
    ),
    "anchor outside": (
        {"nodes": [{"id": 9, "anchors": [{"from": 20, "to": 26}]}], "edges": []},
        "node '9': expected an anchor within the 25 characters of the input, found 20 to 26",
    ),
    "anchor of nothing": (
        {"nodes": [{"id": 9, "anchors": [{"from": 2, "to": 3}]}], "edges": []},
        "node '9': the anchor 2 to 3 holds no text",
    ),
    "values missing": (
        {
            "edges": [
                {"source": 9, "target": 8, "label": "H", "attributes": ["remote"], "values": []}
            ]
        },
        "an edge has 1 'attributes', but 0 'values'",
    ),
}


@pytest.mark.parametrize("change, message", BROKEN.values(), ids=BROKEN)
def test_broken_graphs(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        list(parse(["", changed(**change)], "x.mrp"))
    assert str(caught.value) == f"x.mrp:2: {message}"


def test_empty_files(tmp_path: Path) -> None:
    (tmp_path / "a.mrp").touch()
    with pytest.raises(InputError, match="expected MRP graphs, found none"):
        list(read_passages(tmp_path / "a.mrp"))


def test_passages_without_loss_survive(shared: Shared) -> None:
    path = shared.data("ucca", "ewt-dev.tar.xz")
    survived = 0
    for name, graph in ucca_xml.read_passages(path):
        back, lost = written(graph)
        assert (back == graph) == (not lost), name
        survived += not lost
    assert survived == 74
