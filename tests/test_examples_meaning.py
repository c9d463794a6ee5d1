"""The bundled graphs: they are UCCA, go together, and tell of two systems, one faithful."""

from __future__ import annotations

import pytest

from corrigenda import examples
from corrigenda.errors import InputError
from corrigenda.meaning.comparison.usim import match, usim
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.graphs import read_graphs, words
from corrigenda.meaning.graph import Graph

CATEGORIES = set("HAPSDGCENRFTQL")
WHOSE = ("source", "faithful", "unfaithful")


def graphs(whose: str) -> dict[str, Graph]:
    return dict(read_graphs(examples.path(f"meaning/{whose}")))


def test_names() -> None:
    assert examples.names("meaning") == sorted(
        f"meaning/{whose}/{n}.xml" for whose in WHOSE for n in range(1, 6)
    )
    assert not [name for name in examples.names() if "meaning" in name]
    assert examples.path("meaning").is_dir()
    assert examples.path("meaning/source/3.xml").is_file()
    with pytest.raises(InputError, match=r"no example is called 'meaning/source/6\.xml'"):
        examples.path("meaning/source/6.xml")


@pytest.mark.parametrize("whose", WHOSE)
def test_every_word_is_in_a_unit_and_every_label_is_a_category(whose: str) -> None:
    found = graphs(whose)
    assert list(found) == ["1", "2", "3", "4", "5"]
    for name, graph in found.items():
        assert graph.yields()[0] == (1 << len(graph.tokens)) - 1
        assert {label for edge in graph.edges for label in edge.labels} <= CATEGORIES
        assert graph.scenes
        path = examples.path(f"meaning/{whose}/{name}.xml")
        assert ucca_xml.dump(graph) == path.read_text(encoding="utf-8")


def test_graphs_known_by_heart() -> None:
    source = graphs("source")
    assert words(source["2"]) == "I like very much swim in the sea ."
    [shared] = [edge for edge in source["2"].edges if edge.remote]
    texts = [
        " ".join(t.text for n, t in enumerate(source["2"].tokens) if tokens >> n & 1)
        for tokens in source["2"].yields()
    ]
    assert (texts[shared.child], texts[shared.parent]) == ("I", "swim in the sea")
    [linkage] = source["3"].linkages
    assert [edge.labels for edge in linkage.edges] == [("LR",), ("LA",), ("LA",)]


def test_the_systems_tell_their_story() -> None:
    source, faithful, unfaithful = (graphs(whose) for whose in WHOSE)
    for name, graph in source.items():
        kept, changed = usim(graph, faithful[name]), usim(graph, unfaithful[name])
        assert kept > 0.8
        assert kept > changed or name == "4"
    assert words(unfaithful["4"]) == "My brother dislikes cats ."
    assert usim(source["4"], unfaithful["4"]) == 1
    forward, _ = match(source["2"], unfaithful["2"]).scores
    assert forward.precision == 1 > forward.recall
