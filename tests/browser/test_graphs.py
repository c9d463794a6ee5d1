"""Graphs of source and correction in the report: opened, counted, laid out as everywhere else."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.corpus import Correction, Segment, System
from corrigenda.evaluation import Result, evaluate
from corrigenda.meaning.drawing.layout import LEVEL, layout
from corrigenda.meaning.formats.graphs import paired_graphs, words
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit
from corrigenda.meaning.graph_data import as_plain, packed_graphs
from tests.browser.synthetic import page_of, twelve, with_graphs
from tests.browser.tabs import Open, settle, to_sentences
from tests.browser.test_accessibility import findings
from tests.browser.test_report import HOSTILE, texts
from tests.meaning.graphs import GAVE

NAMES = ("faithful", "unfaithful")
CODE = "USim(units=multi,labels=code,scoring=code)"


@pytest.fixture(scope="module")
def result() -> Result:
    """The bundled graphs."""
    systems = {name: examples.path(f"meaning/{name}") for name in NAMES}
    pairs = list(paired_graphs(examples.path("meaning/source"), systems))
    outputs = [System(name, tuple(c[k] for _, c in pairs)) for k, name in enumerate(NAMES)]
    measures = ["SentenceBreaks", "USim", CODE, "USim(lexical=edits)", "DistSim"]
    return evaluate([segment for segment, _ in pairs], outputs, measures, ci=None, jobs=1)


@pytest.fixture(scope="module")
def page(result: Result) -> str:
    return result.report(trials=10)


def button(sentence: int, system: int) -> str:
    return f"[id='s={sentence}'] button.graphs >> nth={system}"


def opened(tab: Any, sentence: int, system: int) -> Any:
    """The panel of a sentence and a system, the only one that is open."""
    tab.evaluate(f"location.hash = '#s={sentence}'")
    tab.click(button(sentence, system))
    tab.wait_for_selector("dd.graphs svg")
    panels = tab.query_selector_all("dd.graphs")
    assert len(panels) == 1
    return panels[0]


def test_by_keyboard(open_page: Open, page: str) -> None:
    tab = open_page(page, "#s=2")
    assert tab.evaluate("document.activeElement.id") == "s=2"
    for _ in range(3):  # the sentence's link, the first system's graphs, the second's
        tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Graphs"
    assert tab.evaluate("document.activeElement.ariaExpanded") == "false"
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.ariaExpanded") == "true"
    tab.wait_for_selector("dd.graphs svg")
    tab.keyboard.press("Tab")  # the drawing, which may have to be scrolled
    assert tab.evaluate("document.activeElement.className") == "scroll"
    tab.keyboard.press("Shift+Tab")
    tab.keyboard.press("Space")
    assert tab.query_selector("dd.graphs") is None
    assert tab.evaluate("document.activeElement.ariaExpanded") == "false"


def test_the_words_of_the_example(open_page: Open, result: Result, page: str) -> None:
    tab = open_page(page)
    tab.select_option("#measure", label="USim")
    panel = opened(tab, 2, 1)
    assert [line.replace("\xa0", " ") for line in texts(tab, "dd.graphs li")] == [
        "From source to correction, 9 of 9 edges of the correction have a counterpart: "
        "P = 1.0000; 11 of 13 edges of the source have a counterpart: R = 0.8462; F = 0.9167.",
        "From correction to source, 9 of 9 edges of the correction have a counterpart: "
        "P = 1.0000; 10 of 13 edges of the source have a counterpart: R = 0.7692; F = 0.8696.",
        "Mean of both: F = 0.8931.",
        "Edges of the source without a counterpart: P swim, R in; "
        "in one direction only: A swim in the sea.",
        "Edges of the correction without a counterpart: none.",
    ]
    drawing = panel.query_selector("svg.pair[role=img]")
    assert drawing.get_attribute("aria-label").startswith(
        "Graph of the source above, of unfaithful’s correction below"
    )
    assert texts(tab, "svg .word") == [
        *result.segments[1].source.split(),
        *result.outputs[1].corrections[1].text.split(),
    ]
    assert texts(tab, "svg .differs") == ["swim", "in"]
    assert len(tab.query_selector_all("svg .same")) == 7
    assert texts(tab, ".of-source .remote .label") == ["A"]


@pytest.mark.parametrize("measure", ["USim", CODE])
def test_what_is_drawn_is_what_was_counted(
    open_page: Open, result: Result, page: str, measure: str
) -> None:
    """Precision and recall from the lines drawn are those of the measure."""
    tab = open_page(page)
    tab.select_option("#measure", label=measure)
    m = result.measure_number(measure)
    for sentence in range(5):
        for system in range(2):
            opened(tab, sentence + 1, system)
            drawn = {
                (whose, kind): len(tab.query_selector_all(f".of-{whose} .edge.{kind}"))
                for whose in ("source", "correction")
                for kind in ("kept", "half", "alone", "uncounted")
            }
            row = result.rows[m][system].rows[sentence : sentence + 1]
            values = result.measures[m].values(row[0])
            for whose, share in (("correction", "precision"), ("source", "recall")):
                kept, half, alone = (drawn[whose, kind] for kind in ("kept", "half", "alone"))
                # A match in one of two directions is half of one in their mean.
                mean = (kept + half / 2) / (kept + half + alone) if kept + half + alone else 0
                assert mean == pytest.approx(float(values[share]))
            told = " ".join(texts(tab, "dd.graphs li")).replace("\xa0", " ")
            shares = {letter: [float(x) for x in re.findall(rf"\b{letter} = (\d\.\d+)", told)]
                      for letter in "PRF"}  # fmt: skip
            for letter, share in (("P", "precision"), ("R", "recall"), ("F", "score")):
                found = shares[letter][: 2 if measure == "USim" else 1]
                assert found or not any(drawn.values())
                mean = sum(found) / len(found)
                assert mean == pytest.approx(float(values[share]), abs=6e-5)
            tab.click(button(sentence + 1, system))


def test_matches_that_are_worth_less(open_page: Open, page: str) -> None:
    tab = open_page(page)
    tab.select_option("#measure", label="USim(lexical=edits)")
    opened(tab, 2, 0)
    assert re.search(r"\b12\.\d\d of 13 edges", texts(tab, "dd.graphs li")[0])


def test_measures_that_match_nothing_and_that_have_no_graphs(open_page: Open, page: str) -> None:
    tab = open_page(page)
    tab.select_option("#measure", label="DistSim")
    opened(tab, 2, 1)
    assert texts(tab, "dd.graphs li") == ["DistSim matches no edges."]
    assert len(tab.query_selector_all("svg.unmatched .edge.uncounted")) == 13 + 9
    tab.select_option("#measure", label="SentenceBreaks")  # the first that compares graphs is taken
    settle(tab)
    tab.wait_for_selector("dd.graphs svg")  # and what was open still is
    assert "Mean of both: F = 0.8931." in [
        t.replace("\xa0", " ") for t in texts(tab, "dd.graphs li")
    ]


def test_what_is_open_stays_open(open_page: Open) -> None:
    tab = open_page(page_of(with_graphs(twelve(60))), "#s=1")
    tab.click(button(1, 3))
    tab.wait_for_selector("[id='s=1'] dd.graphs svg")
    height = tab.evaluate("document.querySelector(\"[id='s=1']\").offsetHeight")
    tab.evaluate("location.hash = '#s=60'")
    tab.wait_for_selector("[id='s=1']", state="detached")
    tab.evaluate("location.hash = '#s=1'")
    tab.wait_for_selector("[id='s=1'] dd.graphs svg")
    assert tab.evaluate("document.querySelector(\"[id='s=1']\").offsetHeight") == height


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 380), ("dark", 380)]
)
def test_for_everyone(open_page: Open, page: str, scheme: str, width: int) -> None:
    tab = open_page(page, scheme=scheme, width=width)
    if tab.is_visible("#filters"):  # on a phone
        tab.click("#filters")
    tab.select_option("#measure", label="USim")
    panel = opened(tab, 2, 1)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    scroll = panel.query_selector(".scroll")
    wide = scroll.evaluate("box => [box.scrollWidth, box.clientWidth]")
    assert (wide[0] > wide[1]) == (width == 380)  # in its own box, if at all
    styles = [
        tab.eval_on_selector(
            f"dd.graphs .{kind} .line", "e => { const s = getComputedStyle(e);"
            " return [s.stroke, s.strokeDasharray]; }"
        )
        for kind in ("kept", "half", "alone")
    ]  # fmt: skip
    assert len({colour for colour, _ in styles}) == 3
    assert len({dashes for _, dashes in styles}) == 3
    assert findings(tab, "[id='s=2']") == []  # all else is in other tests


def test_hostile_text_is_inert(open_page: Open) -> None:
    segments, corrections = [], []
    for number, text in enumerate(HOSTILE, 1):
        tokens = tuple(map(Token, text.split()))
        units = (Unit("0"), Unit("1", False, (("instance", text),)), Unit("2"))
        edges = (Edge(0, 1, (text,)), Edge(0, 2, ("A",)), Edge(1, 2, (text,), True))
        graph = Graph(tokens, units, edges, (Leaf(1, 0, text), *(Leaf(2, n)
                      for n in range(1, len(tokens)))))  # fmt: skip
        segments.append(Segment(text, (), str(number), graph=GAVE))
        corrections.append(Correction(text, text=text, graph=graph))
    name = '"><script>window.hacked=1</script>'
    found = evaluate(segments, System(name, tuple(corrections)), "USim", ci=None, jobs=1)
    tab = to_sentences(open_page(found.report(trials=10)))
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    for n, text in enumerate(HOSTILE):
        opened(tab, n + 1, 0)
        assert texts(tab, f"[id='s={n + 1}'] .of-correction .concept") == [text]
        assert texts(tab, f"[id='s={n + 1}'] .of-correction .edge .label") == [text, "A", text]
        tab.click(button(n + 1, 0))
    assert tab.query_selector_all("img, iframe, object, article script, svg script") == []
    opened(tab, 1, 0)
    assert name in tab.get_attribute("svg.pair[role=img]", "aria-label")


def test_a_graph_that_only_one_direction_tells_apart(open_page: Open) -> None:
    """Gaps, remote edges and punctuation are drawn, and the drawing is as large as it says."""
    text = words(GAVE)
    segment = Segment(text, (), "1", graph=GAVE)
    system = System("S", (Correction(text, text=text, graph=GAVE),))
    tab = to_sentences(open_page(evaluate([segment], system, "USim", ci=None).report(trials=9)))
    opened(tab, 1, 0)
    assert len(tab.query_selector_all(".of-source .edge.kept")) == 8
    size = tab.evaluate(
        "(() => { const s = document.querySelector('svg.pair'), inside = s.getBBox();"
        " return [inside.x, inside.y, s.width.baseVal.value - inside.x - inside.width,"
        " s.height.baseVal.value - inside.y - inside.height]; })()"
    )
    assert all(0 <= margin < 60 for margin in size)


# --- the layout -----------------------------------------------------------------------------------


def wild(chance: random.Random) -> Graph:
    """A graph with gaps, unary chains, units without words and wide letters; its units are numbered
    from the root down, as the page numbers them."""
    letters = ["a", "word", "longer-than-most", "漢字", "é", "한국어", "🙂", "W"]
    tokens = tuple(Token(chance.choice(letters)) for _ in range(chance.randint(0, 14)))
    above = [chance.randrange(n) for n in range(1, chance.randint(1, 14))]
    children: dict[int, list[int]] = {}
    for unit, parent in enumerate(above, 1):
        children.setdefault(parent, []).append(unit)
    walk, todo = [], [0]
    while todo:
        walk.append(todo.pop())
        todo += reversed(children.get(walk[-1], []))
    number = {unit: n for n, unit in enumerate(walk)}
    edges = [Edge(number[above[unit - 1]], number[unit], (chance.choice(["A", "H", "long-label"]),))
             for unit in walk[1:]]  # fmt: skip
    leaves = [Leaf(chance.randrange(len(walk)), n) for n in range(len(tokens))
              if chance.random() < 0.9]  # fmt: skip
    concept = (("instance", "a-concept-01"),)
    units = [Unit(str(n), False, concept if chance.random() < 0.1 else ()) for n in number.values()]
    return Graph(tokens, tuple(units), tuple(edges), tuple(leaves))


def test_graphs_are_laid_out_as_everywhere_else(open_page: Open, page: str) -> None:
    """The page's script has a port of `meaning.drawing.layout`: both give the same places."""
    tab = open_page(page)
    chance = random.Random(11)
    graphs = [GAVE, *(wild(chance) for _ in range(150))]
    packed = []
    for graph in graphs:
        about = {"id": "1", "source": words(graph), "systems": {}, "graphs": [as_plain(graph)]}
        packed.append([packed_graphs(about, [])["graphs"][0], about["source"]])
    found = tab.evaluate(
        "all => all.map(([graph, text]) => laidOut(unfolded(graph, text)))", packed
    )
    for graph, ported in zip(graphs[1:], found[1:], strict=True):
        where = layout(graph)
        assert ported["words"] == pytest.approx([x for x, _ in where.tokens])
        assert ported["units"] == pytest.approx([x for x, _ in where.units])
        assert [24 + LEVEL * depth for depth in ported["depths"]] == [y for _, y in where.units]
        assert ported["width"] == pytest.approx(where.width)
    assert sorted(found[0]["units"]) == pytest.approx(sorted(x for x, _ in layout(GAVE).units))


# --- space ----------------------------------------------------------------------------------------


def test_twelve_systems_with_graphs_in_little_space(open_page: Open) -> None:
    """An eighth of a shared task: what is packed grows with the number of sentences."""
    html = page_of(with_graphs(twelve(164)))
    fixed = len(page_of(with_graphs(twelve(1))).encode())
    assert fixed + 8 * (len(html.encode()) - fixed) < 2_000_000
    tab = to_sentences(open_page(html, width=380))
    tab.click("button.graphs >> nth=0")
    tab.wait_for_selector("dd.graphs svg")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 380
