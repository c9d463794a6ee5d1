"""UCCA's standard XML: what it can say survives a round trip, what is broken is named."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given

from corrigenda.errors import InputError
from corrigenda.meaning.formats.ucca_xml import dump, parse, read, read_passages, write
from corrigenda.meaning.graph import LINKAGE, Edge, Graph, Leaf, Linkage, Token, Unit
from tests.conftest import Shared, expensive
from tests.meaning.graphs import GAVE, graphs

TOKENS = """
    <node ID="0.1" type="Word"><attributes paragraph="1" paragraph_position="1" text="He"/></node>
    <node ID="0.2" type="Word"><attributes paragraph="1" paragraph_position="2" text="s&amp;#x153;"/></node>
    <node ID="0.3" type="Punctuation"><attributes paragraph="1" paragraph_position="3" text="."/></node>
"""  # noqa: E501

UNITS = """
    <node ID="1.4" type="FN"><attributes uncertain="True"/><extra remarks="a &lt; b"/>
      <edge toID="0.2" type="Terminal"><attributes/></edge></node>
    <node ID="1.1" type="FN"><attributes/>
      <edge toID="1.2" type="H"><attributes suggest="True"/></edge>
      <edge toID="1.5" type="U"><attributes/></edge></node>
    <node ID="1.2" type="FN"><attributes/>
      <edge toID="1.3" type="A"><category tag="A" slot="1" layer_name="L"/><attributes/></edge>
      <edge toID="1.4" type="P">
        <category tag="P"/><category tag="S" parent_name="x"/><attributes uncertain="true"/></edge>
      <edge toID="1.6" type="A"><attributes/></edge>
      <edge toID="1.9" type="D"><attributes/></edge></node>
    <node ID="1.3" type="FN"><attributes/>
      <edge toID="0.1" type="Terminal"><category tag="Terminal"/><attributes/></edge></node>
    <node ID="1.5" type="PNCT"><attributes/>
      <edge toID="0.3" type="Terminal"><attributes/></edge></node>
    <node ID="1.6" type="FN"><attributes implicit="true" colour="red"/></node>
    <node ID="1.7" type="LKG"><attributes/>
      <edge toID="1.3" type="LR"><attributes/></edge>
      <edge toID="1.2" type="LA"><attributes/></edge></node>
    <node ID="1.9" type="FN"><attributes/>
      <edge toID="1.3" type="A"><attributes remote="True"/></edge></node>
"""


def passage(units: str = UNITS, tokens: str = TOKENS) -> bytes:
    return (
        '<root passageID="7" annotationID="0"><attributes userID="u"/><extra note="n"/>'
        f'<layer layerID="0"><attributes/><extra doc="d"/>{tokens}</layer>'
        f'<layer layerID="1"><attributes/>{units}</layer></root>'
    ).encode()


def fields(graph: Graph) -> tuple[object, ...]:
    return (
        graph.tokens,
        graph.units,
        graph.edges,
        graph.leaves,
        graph.linkages,
        graph.attributes,
    )


def again(graph: Graph) -> Graph:
    return parse(dump(graph).encode(), "again.xml")


# --- what is read ---------------------------------------------------------------------------------


def test_everything_in_a_file_is_in_the_graph() -> None:
    graph = parse(passage(), "p.xml")
    assert graph.tokens == (Token("He"), Token("s&#x153;"), Token(".", punctuation=True))
    assert graph.units == (
        Unit("1.1"),
        Unit("1.4", False, (("extra:remarks", "a < b"), ("uncertain", "True"))),
        Unit("1.2"),
        Unit("1.3"),
        Unit("1.6", True, (("colour", "red"),)),
        Unit("1.9"),
    )
    assert graph.edges == (
        Edge(0, 2, ("H",), False, (("suggest", "True"),)),
        Edge(2, 3, ("A",), False, (("category:1:layer_name", "L"), ("category:1:slot", "1"))),
        Edge(2, 1, ("P", "S"), False, (("category:2:parent_name", "x"), ("uncertain", "true"))),
        Edge(2, 4, ("A",)),
        Edge(2, 5, ("D",)),
        Edge(5, 3, ("A",), True),
    )
    assert graph.leaves == (Leaf(1, 1), Leaf(0, 2, "U", "1.5"), Leaf(3, 0))
    links = (Edge(LINKAGE, 3, ("LR",)), Edge(LINKAGE, 2, ("LA",)))
    assert graph.linkages == (Linkage("1.7", links),)
    assert graph.attributes == (
        ("annotationID", "0"),
        ("attributes:userID", "u"),
        ("extra:note", "n"),
        ("layer0:extra:doc", "d"),
        ("passageID", "7"),
    )


def test_everything_in_a_file_is_written_again() -> None:
    graph = parse(passage(), "p.xml")
    text = dump(graph)
    assert '<category parent_name="x" tag="S"/>' in text
    assert 'text="s&amp;#x153;"' in text
    # The root goes first, which changes the order of edges, but nothing else, and only once.
    back = parse(text.encode(), "q.xml")
    assert back == graph
    assert set(back.units) == set(graph.units)
    assert fields(again(back)) == fields(back)
    assert back.attributes == graph.attributes


def test_no_units() -> None:
    graph = parse(passage(units=""), "p.xml")
    assert graph.units == (Unit("1.1"),)
    assert graph.leaves == ()
    assert again(graph) == graph


def test_no_tokens() -> None:
    graph = parse(passage(units="", tokens=""), "p.xml")
    assert graph.tokens == ()
    assert again(graph) == graph


def test_paragraphs_and_positions_stay() -> None:
    """A sentence of an essay keeps its paragraph; a part of a paragraph keeps its positions."""
    tokens = "".join(
        f'<node ID="0.{n}" type="Word"><attributes text="a" paragraph="{p}" '
        f'paragraph_position="{at}"/></node>'
        for n, (p, at) in enumerate([(3, 5), (3, 6), (3, 9), (4, 1)], 1)
    )
    graph = parse(passage(units="", tokens=tokens), "p.xml")
    assert [token.paragraph for token in graph.tokens] == [3, 3, 3, 4]
    assert [dict(t.attributes).get("at:paragraph_position") for t in graph.tokens] == [
        "5",
        None,
        "9",
        None,
    ]
    assert fields(again(graph)) == fields(graph)


def test_a_mark_of_several_tokens_stays_one_node() -> None:
    tokens = TOKENS.replace('type="Word"', 'type="Punctuation"')
    units = """<node ID="1.1" type="FN"><attributes/><edge toID="1.2" type="U"><attributes/></edge>
      </node><node ID="1.2" type="PNCT"><attributes colour="red"/>
      <edge toID="0.1" type="Terminal"><attributes/></edge>
      <edge toID="0.3" type="Terminal"><attributes/></edge></node>"""
    graph = parse(passage(units, tokens), "p.xml")
    notes = (("node:colour", "red"),)
    assert graph.leaves == (Leaf(0, 0, "U", "1.2", notes), Leaf(0, 2, "U", "1.2", notes))
    assert dump(graph).count('type="PNCT"') == 1
    assert fields(again(graph)) == fields(graph)


def test_ids_that_are_not_uccas_are_replaced() -> None:
    text = dump(GAVE)
    assert 'ID="1.1" type="FN"' in text and "gave-up" not in text
    assert again(GAVE) == GAVE


@expensive
@given(graphs())
def test_round_trip(graph: Graph) -> None:
    back = again(graph)
    assert back == graph
    assert back.units == graph.units
    assert fields(again(back)) == fields(back)


def test_what_xml_cannot_name_is_refused() -> None:
    graph = Graph((), (Unit("1.1", False, (("a b", "c"),)),))
    with pytest.raises(InputError) as caught:
        dump(graph)
    assert str(caught.value) == "UCCA XML has no place for an attribute 'a b'"


# --- broken files ---------------------------------------------------------------------------------


def complaint(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        parse(data, "p.xml")
    return str(caught.value)


def edge(to: str, kind: str = "A", more: str = "<attributes/>") -> str:
    return f'<edge toID="{to}" type="{kind}">{more}</edge>'


def node(name: str, *edges: str, kind: str = "FN") -> str:
    return f'<node ID="{name}" type="{kind}"><attributes/>{"".join(edges)}</node>'


REMOTE = '<attributes remote="True"/>'

BROKEN = {
    "cycle": (
        node("1.1", edge("1.2")) + node("1.2", edge("1.3")) + node("1.3", edge("1.2", more=REMOTE)),
        "p.xml: units in a cycle: '1.2' -> '1.3' -> '1.2'",
    ),
    "no root": (
        node("1.1", edge("1.2")) + node("1.2", edge("1.1")),
        "p.xml: units in a cycle: '1.1' -> '1.2' -> '1.1'",
    ),
    "missing node": (
        node("1.1", edge("1.2")),
        "p.xml:5: node '1.1' has an edge to '1.2', which does not exist",
    ),
    "missing token": (
        node("1.1", edge("0.9", "Terminal")),
        "p.xml:5: node '1.1' has an edge to '0.9', which does not exist",
    ),
    "two roots": (
        node("1.1") + node("1.2"),
        "p.xml: expected one root, found two: units '1.1' and '1.2'",
    ),
    "two primary parents": (
        node("1.1", edge("1.2"), edge("1.3")) + node("1.2", edge("1.3")) + node("1.3"),
        "p.xml: unit '1.3' has two primary parents, '1.1' and '1.2'\n"
        "  hint: all edges to a unit but one are remote",
    ),
    "two parents of a token": (
        node("1.1", edge("1.2"), edge("0.1", "Terminal")) + node("1.2", edge("0.1", "Terminal")),
        "p.xml:5: token '0.1' has two parents, '1.1' and '1.2'",
    ),
    "a token twice": (
        node("1.1", edge("0.1", "Terminal"), edge("0.1", "Terminal")),
        "p.xml: unit '1.1' holds token 0 twice",
    ),
    "duplicate ids": (
        node("1.1") + node("1.1"),
        "p.xml:5: two nodes have the ID '1.1'",
    ),
    "the id of a token": (
        node("0.1"),
        "p.xml:5: two nodes have the ID '0.1'",
    ),
    "edge to a linkage": (
        node("1.1", edge("1.2")) + node("1.2", kind="LKG"),
        "p.xml:5: node '1.1' has an edge to '1.2', which is LKG: FN may not hold it",
    ),
    "linkage of a token": (
        node("1.1") + node("1.2", edge("0.1", "LA"), kind="LKG"),
        "p.xml:5: node '1.2' has an edge to '0.1', which is a token: LKG may not hold one",
    ),
    "unit under a mark": (
        node("1.1", edge("1.2", "U")) + node("1.2", edge("1.1"), kind="PNCT"),
        "p.xml:5: node '1.2' has an edge to '1.1', which is FN: PNCT may not hold it",
    ),
    "mark without a parent": (
        node("1.1") + node("1.2", edge("0.3", "Terminal"), kind="PNCT"),
        "p.xml:5: node '1.2' (PNCT) has no parent",
    ),
    "mark without a token": (
        node("1.1", edge("1.2", "U")) + node("1.2", kind="PNCT"),
        "p.xml:5: node '1.2' (PNCT) holds no token",
    ),
    "remote edge to a token": (
        node("1.1", edge("0.1", "Terminal", REMOTE)),
        "p.xml:5: the edge from '1.1' to '0.1' is remote, but leads to no unit",
    ),
    "unknown kind": (
        node("1.1", kind="XY"),
        "p.xml:5: node '1.1': expected type FN, PNCT or LKG, found 'XY'",
    ),
    "no ID": (
        '<node type="FN"/>',
        "p.xml:5: <node> has no ID",
    ),
    "no type": (
        node("1.1", '<edge toID="1.2"/>'),
        "p.xml:5: <edge> has no type",
    ),
    "another type than the category": (
        node("1.1", edge("1.2", "A", '<category tag="P"/>')) + node("1.2"),
        "p.xml:5: expected the type 'A' as the edge's first category, found 'P'",
    ),
    "neither true nor false": (
        node("1.1", edge("1.2", "A", '<attributes remote="perhaps"/>')) + node("1.2"),
        "p.xml:5: expected remote to be True or False, found 'perhaps'",
    ),
    "unknown element": (
        node("1.1", "<arc/>"),
        "p.xml:5: expected <attributes> or <extra> or <edge> in <node>, found <arc>",
    ),
}


@pytest.mark.parametrize("units, message", BROKEN.values(), ids=BROKEN)
def test_broken_units(units: str, message: str) -> None:
    assert complaint(passage(units)) == message


BROKEN_TOKENS = {
    "out of order": (
        ('position="3"', 'position="1"'),
        "p.xml:4: the tokens are out of order: '0.3' is at position 1 of paragraph 1, "
        "after position 2 of paragraph 1",
    ),
    "no text": (('text="."', ""), "p.xml:4: token '0.3' has no text"),
    "no number": (
        ('position="3"', 'position="third"'),
        "p.xml:4: token '0.3': expected a number, found 'third'",
    ),
    "unknown kind": (
        ('type="Punctuation"', 'type="Sign"'),
        "p.xml:4: token '0.3': expected type Word or Punctuation, found 'Sign'",
    ),
}


@pytest.mark.parametrize("change, message", BROKEN_TOKENS.values(), ids=BROKEN_TOKENS)
def test_broken_tokens(change: tuple[str, str], message: str) -> None:
    assert complaint(passage(tokens=TOKENS.replace(*change))) == message


def test_broken_layers() -> None:
    assert complaint(b"<root/>") == "p.xml:1: expected layers 0 and 1, found no layer 0"
    assert complaint(b'<root><layer layerID="2"/></root>') == (
        "p.xml:1: expected layers 0 and 1, found layer '2'"
    )
    assert complaint(b'<root><layer layerID="0"/><layer layerID="0"/></root>') == (
        "p.xml:1: expected layers 0 and 1, found another layer 0"
    )
    assert complaint(b"<HOO/>") == "p.xml:1: expected a passage, <root>, found <HOO>"


def test_hostile_xml() -> None:
    assert complaint(b"He sleeps.") == "p.xml:1: expected XML, found text: 'He sleeps.'"
    assert complaint(b'<!DOCTYPE r [<!ENTITY a "b">]><root/>') == (
        "p.xml:1: expected XML without a document type, found <!DOCTYPE\n"
        "  hint: entities and external definitions are never read: remove the declaration"
    )
    assert complaint(b"<root><layer>") == (
        "p.xml:1: this is not XML: it ends before it is complete (column 14)"
    )


# --- many files -----------------------------------------------------------------------------------


def test_files_folders_and_archives_give_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "xmls"
    folder.mkdir()
    write(GAVE, folder / "b.txt2.xml")
    (folder / "a.xml").write_bytes(passage())
    (folder / "read.me").write_text("no passage")
    with tarfile.open(tmp_path / "all.tar.xz", "w:xz") as archive:
        archive.add(folder, "all")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as zipped:
        for file in folder.iterdir():
            zipped.write(file, f"all/{file.name}")
    found = list(read_passages(folder))
    assert found == [("a", parse(passage(), "")), ("b.txt2", GAVE)]
    for name in ("all.tar.xz", "all.zip"):
        assert sorted(read_passages(tmp_path / name), key=lambda p: p[0]) == found
    assert list(read_passages(folder / "a.xml")) == found[:1]
    assert read(folder / "a.xml") == found[0][1]


def test_damaged_archives_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(b"\x1f\x8b\x08")
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("1.xml", "<root>" + "x y z " * 500 + "</root>")
    data = bytearray((tmp_path / "b.zip").read_bytes())
    data[45:60] = b"\xff" * 15  # within the compressed member
    (tmp_path / "b.zip").write_bytes(data)
    for name in ("a.tar.gz", "b.zip"):
        with pytest.raises(InputError, match="this archive cannot be read"):
            list(read_passages(tmp_path / name))


def test_errors_name_the_file_in_the_archive(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_bytes(passage(node("1.1") + node("1.2")))
    path = tmp_path / "all.tar"
    with tarfile.open(path, "w") as archive:
        archive.add(tmp_path / "a.xml", "x/a.xml")
    with pytest.raises(InputError) as caught:
        list(read_passages(path))
    assert str(caught.value) == (
        f"{path}/x/a.xml: expected one root, found two: units '1.1' and '1.2'"
    )


def test_places_without_passages(tmp_path: Path) -> None:
    (tmp_path / "bad.tar.xz").write_bytes(b"no archive")
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    for name, message in {
        "": "expected files in it that end in .xml, found none",
        "bad.tar.xz": "this archive cannot be read: it is damaged",
        "bad.zip": "this archive cannot be read: it is damaged",
        "none.xml": "there is no such file",
    }.items():
        with pytest.raises(InputError) as caught:
            list(read_passages(tmp_path / name))
        assert caught.value.message.startswith(message)
        assert caught.value.file == str(tmp_path / name)


# --- public data ----------------------------------------------------------------------------------


def check_round_trips(path: Path, count: int) -> None:
    found = 0
    for name, graph in read_passages(path):
        assert fields(again(graph)) == fields(graph), name
        found += 1
    assert found == count


def test_the_annotated_essays_survive(shared: Shared) -> None:
    check_round_trips(shared.data("usim-annotations"), 28)


def test_parsed_essays_survive(shared: Shared) -> None:
    check_round_trips(shared.data("usim-annotations", "essay-tupa-sentences.tar.xz"), 317)


@pytest.mark.slow
@pytest.mark.parametrize(
    "archive, count",
    [
        ("jfleg-tupa/jfleg-dev-tupa-xml.tar.xz", 7540),
        ("ucca/ewt-dev.tar.xz", 192),
        ("ucca/ewt-train.tar.xz", 347),
        ("ucca/wiki-dev.tar.xz", 38),
        ("ucca/wiki-train.tar.xz", 296),
    ],
)
def test_public_passages_survive(shared: Shared, archive: str, count: int) -> None:
    check_round_trips(shared.data(archive), count)


def test_main_relations_of_the_annotated_essays(shared: Shared) -> None:
    """Of the 1299 units labelled H in the essays, 217 have neither a process nor a state."""
    others = ("toy", "borgr1198", "borgr1200", "borgr1298", "borgr1300")  # not of the essays
    lacking = [
        unit not in graph.scenes
        for name, graph in read_passages(shared.data("usim-annotations"))
        if not name.startswith(others)
        for unit, above in enumerate(graph.primary)
        if above is not None and "H" in above.labels
    ]
    assert (sum(lacking), len(lacking)) == (217, 1299)
