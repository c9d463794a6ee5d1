"""Two graphs in one picture: what is aligned is connected, what is lost is ringed."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from corrigenda.meaning.comparison.usim import Definition, match
from corrigenda.meaning.drawing.svg import HIGHLIGHT
from corrigenda.meaning.drawing.two_graphs import facing
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from tests.conftest import expensive
from tests.meaning.graphs import graphs

SOURCE = from_brackets("[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]] .")
TARGET = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]] .")

Point = tuple[float, float]


def drawn(*pair: Graph) -> etree._Element:
    return etree.fromstring(facing(*pair).encode())


def lines(picture: etree._Element) -> list[tuple[Point, Point]]:
    """The dashed lines of the alignment: where they begin and end."""
    found = []
    for path in picture.iter("{*}path"):
        if path.get("stroke") == HIGHLIGHT:
            assert path.get("stroke-dasharray")
            numbers = [float(n) for n in re.findall(r"-?[0-9.]+", path.get("d"))]
            found.append(((numbers[0], numbers[1]), (numbers[-2], numbers[-1])))
    return found


def words(picture: etree._Element) -> dict[str, list[Point]]:
    """Where each text stands."""
    found: dict[str, list[Point]] = {}
    for text in picture.iter("{*}text"):
        place = (float(text.get("x")), float(text.get("y")))
        found.setdefault(text.text or "", []).append(place)
    return found


def test_words_face_each_other() -> None:
    picture = drawn(SOURCE, TARGET)
    at = words(picture)
    (_, top), (_, bottom) = at["He"]
    assert {y for word in ("gva", "for", "John", ".") for _, y in at[word][:1]} == {top}
    assert {y for word in ("gave", "apple", ".") for _, y in at[word][-1:]} == {bottom}
    for name in ("H", "P"):  # the source's units are above its words, the target's below theirs
        (_, above), (_, below) = at[name]
        assert above < top < bottom < below


def test_what_is_aligned_is_connected() -> None:
    picture = drawn(SOURCE, TARGET)
    at = words(picture)
    found = lines(picture)
    for one, other in (("He", "He"), ("gva", "gave"), ("an", "an"), ("John", "John"), (".", ".")):
        (x, y), (x2, y2) = at[one][0], at[other][-1]
        assert any(
            abs(a[0] - x) < 0.1
            and 0 < a[1] - y < 10
            and abs(b[0] - x2) < 0.1
            and 0 < y2 - b[1] < 20
            for a, b in found
        ), (one, other)
    assert not any(abs(a[0] - at["for"][0][0]) < 0.1 for a, _ in found if a[1] > at["for"][0][1])
    # Six pairs of words; the scenes, `an apple`, and `for John` with `John`.
    assert len(found) == 6 + 3


def test_what_is_lost_is_ringed() -> None:
    text = facing(SOURCE, TARGET)
    assert text.count('stroke-width="3"') == 2  # R for, C John
    assert facing(SOURCE, TARGET, Definition(depth=2)).count('stroke-width="3"') == 0
    assert facing(SOURCE, SOURCE).count('stroke-width="3"') == 0
    assert "USim 0.8125" in text and "USim 1.0000" in facing(SOURCE, SOURCE)


@expensive
@given(graphs(min_tokens=1), graphs(min_tokens=1))
def test_any_two_graphs(source: Graph, target: Graph) -> None:
    if any(
        not graph.leaves and any(not unit.implicit for unit in graph.units[1:])
        for graph in (source, target)
    ):
        return
    picture = drawn(source, target)
    width, height = (float(picture.get(side)) for side in ("width", "height"))
    for (x, y), (x2, y2) in lines(picture):
        assert 0 <= x <= width and 0 <= x2 <= width and 0 <= y < y2 <= height
    circles = [(float(c.get("cx")), float(c.get("cy"))) for c in picture.iter("{*}circle")]
    assert len(circles) == len(source.units) + len(target.units)
    assert all(0 < x < width and 0 < y < height for x, y in circles)
    assert len(lines(picture)) >= len(match(source, target).words)


@given(st.sampled_from([SOURCE, TARGET]))
def test_texts_are_escaped_and_nothing_is_fetched(graph: Graph) -> None:
    text = facing(graph, from_brackets("[H [A <b>] [P &c]]"))
    assert "&lt;b&gt;" in text and "&amp;c" in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
