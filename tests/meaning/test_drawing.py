"""Drawings of graphs: well-formed, self-contained, nothing on top of anything else."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from corrigenda import examples
from corrigenda.cli import main
from corrigenda.errors import InputError
from corrigenda.meaning.drawing import files, paper
from corrigenda.meaning.drawing.files import draw
from corrigenda.meaning.drawing.layout import NARROWEST, layout, spread, width
from corrigenda.meaning.drawing.svg import HIGHLIGHT, REMOTE, svg
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit
from tests.conftest import expensive
from tests.meaning.graphs import GAVE, graphs, tree


def drawn(text: str) -> etree._Element:
    return etree.fromstring(text.encode())


def written(picture: etree._Element) -> list[str]:
    return [element.text or "" for element in picture.iter("{*}text")]


def test_words_and_labels_are_there() -> None:
    texts = written(drawn(svg(GAVE)))
    assert texts[-7:] == ["John", "gave", "everything", "up", "to", "sleep", "."]
    assert sorted(texts[:-7]) == sorted(["H", "A", "P", "A", "L", "H", "P", "A", "U"])


def test_remote_edges_are_dashed_and_their_labels_slanted() -> None:
    picture = drawn(svg(GAVE))
    dashed = [e for e in picture.iter("{*}path") if e.get("stroke-dasharray")]
    assert {e.get("stroke") for e in dashed} == {REMOTE}
    assert [e.text for e in picture.iter("{*}text") if e.get("font-style") == "italic"] == ["A"]


def test_implicit_units_are_hollow() -> None:
    units = (Unit("1"), Unit("2", implicit=True))
    picture = drawn(svg(Graph((Token("a"),), units, (Edge(0, 1, ("A",)),), (Leaf(0, 0),))))
    assert [e.get("fill") for e in picture.iter("{*}circle")] == ["currentColor", "none"]
    assert "2 (implicit)" in [e.text for e in picture.iter("{*}title")]


def test_highlighted_units_stand_out() -> None:
    assert HIGHLIGHT not in svg(GAVE)
    assert svg(GAVE, highlight=[1, 2]).count(HIGHLIGHT) == 2


def test_concepts_are_written_in_their_units() -> None:
    unit = Unit("w", False, (("instance", "want-01"),))
    assert "want-01" in written(drawn(svg(Graph((), (unit,)))))


def test_texts_are_escaped() -> None:
    graph = Graph((Token('<a&"\x00\x1b>'),), (Unit("<u>"),))
    picture = drawn(svg(graph, title="<b>"))
    assert written(picture) == ['<a&"\ufffd\ufffd>']
    assert [e.text for e in picture.iter("{*}title")] == ["<b>", "<u>"]


def test_pictures_are_self_contained() -> None:
    text = svg(GAVE)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in text and "href" not in text
    # a style sheet within a page is for the whole page: it must not touch other pictures
    selectors = re.findall(r"([^{}]+)\{", re.findall("<style>(.*)</style>", text)[0])
    assert {one for one in selectors if "@" not in one} == {".corrigenda-graph"}
    colours = set(re.findall(r'(?:fill|stroke)="([^"]*)"', text))
    assert colours == {"currentColor", "none", REMOTE}


def test_notebooks_show_the_picture() -> None:
    picture, about = GAVE._repr_svg_()
    assert picture == svg(GAVE)
    assert about == {"needs_background": "light"}  # what JupyterLab goes by in a dark theme


def test_a_unit_with_a_gap_stands_above_what_is_in_it() -> None:
    where = layout(GAVE)
    ids = [unit.id for unit in GAVE.units]
    gave_up, everything = (where.units[ids.index(name)] for name in ("gave-up", "everything"))
    assert gave_up[1] < everything[1]
    assert gave_up[0] == where.tokens[1][0]  # on one side of the gap, not in it
    assert everything[0] == where.tokens[2][0]


def test_units_without_words_stand_behind_their_elder_sister() -> None:
    graph = tree("a b", ("x", "0", "A", "0"), ("y", "0", "A", ""), ("z", "0", "A", "1"))
    x, y, z = (at for at, _ in layout(graph).units[1:])
    assert x < y < z


@expensive
@given(graphs(max_tokens=10, max_units=12))
def test_nothing_is_on_top_of_anything_else(graph: Graph) -> None:
    where = layout(graph)
    for one, token in enumerate(graph.tokens):
        for two in range(one + 1, len(graph.tokens)):
            sizes = width(token.text, 14) + width(graph.tokens[two].text, 14)
            assert where.tokens[two][0] - where.tokens[one][0] > sizes / 2
    for one, (x1, y1) in enumerate(where.units):
        for x2, y2 in where.units[one + 1 :]:
            assert y1 != y2 or abs(x1 - x2) >= NARROWEST - 1e-6
    for edge in graph.edges:
        if not edge.remote:
            assert where.units[edge.parent][1] < where.units[edge.child][1]
    lowest = max(y for _, y in where.units)
    assert all(y > lowest for _, y in where.tokens)
    for x, y in (*where.units, *where.tokens):
        assert 0 < x < where.width and 0 < y < where.height


@expensive
@given(graphs(max_tokens=10, max_units=12))
def test_every_graph_can_be_drawn(graph: Graph) -> None:
    picture = drawn(svg(graph))
    assert len(list(picture.iter("{*}circle"))) == len(graph.units)
    marks = sum(leaf.label == "U" for leaf in graph.leaves)
    assert len(written(picture)) == len(graph.tokens) + len(graph.edges) + marks


@given(
    st.lists(st.tuples(st.floats(-100, 100), st.floats(1, 50)), min_size=1, max_size=8).map(sorted)
)
def test_spread_keeps_order_and_distance(given_places: list[tuple[float, float]]) -> None:
    wanted, sizes = ([pair[k] for pair in given_places] for k in (0, 1))
    places = spread(wanted, sizes)
    for n in range(len(places) - 1):
        assert places[n + 1] - places[n] >= (sizes[n] + sizes[n + 1]) / 2 - 1e-6
    assert sum(places) == pytest.approx(sum(wanted), abs=1e-6)  # least squares keeps the mean


def test_nothing_to_draw() -> None:
    assert written(drawn(svg(Graph((), (Unit("1"),))))) == []


# --- names, legends, paper, differences ----------------------------------------------------------


def test_categories_are_spelled_out() -> None:
    texts = written(drawn(draw(GAVE, names=True)))
    assert {"Participant", "Process", "Parallel Scene"} <= set(texts)
    assert not {"A", "P", "H", "U"} & set(texts)


def test_a_legend_explains_what_is_there() -> None:
    plain, explained = drawn(draw(GAVE)), drawn(draw(GAVE, legend=True))
    more = " ".join(written(explained)[len(written(plain)) :])
    assert "A Participant" in more and "U Punctuation" in more and "remote edge" in more
    assert " · " in more and "  " not in more  # browsers fold spaces
    assert "Elaborator" not in more  # which is not there
    assert float(explained.get("height") or 0) > float(plain.get("height") or 0)
    lowest = max(float(e.get("y") or 0) for e in explained.iter("{*}text"))
    assert lowest < float(explained.get("height") or 0)
    spelled = " ".join(written(drawn(draw(GAVE, legend=True, names=True))))
    assert "A Participant" not in spelled and "remote edge" in spelled


def test_a_notebook_shows_a_drawing() -> None:
    drawing = draw(GAVE)
    assert drawing._repr_svg_() == str(drawing) and drawing.startswith("<svg")
    assert re.fullmatch(r"<SVG, \d+ pixels wide>", repr(drawing))


def test_a_sentence_of_several_passages(tmp_path: Path) -> None:
    text, graphs = tmp_path / "s.txt", tmp_path / "g.mrp"
    text.write_text("He went home .\nWe are here .\n", encoding="utf-8")
    assert main(["parse", str(text), "-o", str(graphs)]) == 0
    assert written(drawn(draw(graphs, sentence=2)))[-4:] == ["We", "are", "here", "."]
    with pytest.raises(InputError, match="there is no sentence 3, only 2"):
        draw(graphs, sentence=3)
    with pytest.raises(InputError, match="there are 2 passages"):
        draw(graphs)


def test_the_hint_on_several_drawings_leads_to_drawings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "s.txt"
    text.write_text("He went home .\nWe are here .\n", encoding="utf-8")
    assert main(["parse", str(text), "-o", str(tmp_path / "g.svg")]) == 2
    assert "name a folder, without a suffix, and say --to svg" in capsys.readouterr().err
    assert main(["parse", str(text), "-o", str(tmp_path / "g"), "--to", "svg"]) == 0
    assert sorted(file.suffix for file in (tmp_path / "g").iterdir()) == [".svg", ".svg"]


def test_a_difference_says_which_file_is_where() -> None:
    files = [examples.path(f"meaning/{name}/2.xml") for name in ("source", "source")]
    drawing = draw(*files, difference=True)
    assert f"above: {files[0]}" in drawing and f"below: {files[1]}" in drawing


def test_a_sentence_has_to_be_parsed_first() -> None:
    with pytest.raises(InputError, match="make its graph first: corrigenda parse"):
        draw("He went home .")


def test_a_wide_drawing_is_said_to_be_wide(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = str(examples.path("meaning/source/2.xml"))
    main(["draw", graph])
    assert "pixels wide" not in capsys.readouterr().err
    monkeypatch.setattr(files, "WIDE", 100)
    main(["draw", graph])
    assert "pixels wide; --sentence N draws one sentence" in capsys.readouterr().err


def test_a_wide_drawing_on_paper_is_drawn_less_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "MOST", 200)
    wide, _ = struct.unpack(">II", paper.rendered(svg(GAVE), ".png")[16:24])
    assert wide <= 200


def test_drawings_bring_their_own_ground() -> None:
    style = drawn(svg(GAVE)).find("{*}style")
    assert style is not None and style.text is not None
    assert "background:#fff" in style.text and "prefers-color-scheme:dark" in style.text


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_drawings_on_paper(tmp_path: Path, suffix: str, start: bytes) -> None:
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    for file in (first, second):
        draw(GAVE, GAVE, legend=True, output=file)
    assert first.read_bytes().startswith(start)
    assert first.read_bytes() == second.read_bytes()  # no dates in it
    if suffix == ".png":
        width, height = struct.unpack(">II", first.read_bytes()[16:24])
        picture = drawn(draw(GAVE, GAVE, legend=True))
        assert abs(width - 2 * float(picture.get("width") or 0)) <= 2
        assert abs(height - 2 * float(picture.get("height") or 0)) <= 2


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"as SVG, PNG or PDF, not as \.gif"):
        draw(GAVE, output=tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_differences_are_ringed() -> None:
    same = draw(GAVE, GAVE, difference=True)
    assert HIGHLIGHT not in same
    first, *rest = GAVE.edges
    changed = replace(GAVE, edges=(first._replace(labels=("X",)), *rest))
    drawing = draw(GAVE, changed, difference=True)
    assert drawing.count(HIGHLIGHT) == 2
    many = len(GAVE.edges)
    assert f"1 of {many} above, 1 of {many} below" in drawing
    with pytest.raises(InputError, match="the texts differ"):
        draw(GAVE, Graph((Token("a"),), (Unit("1"),), (), (Leaf(0, 0),)), difference=True)
    with pytest.raises(InputError, match="needs two graphs"):
        draw(GAVE, difference=True)
