"""Graphs in the page: packed without loss, each once, the same by way of the JSON."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from test_page import block_of

from corrigenda.cli import main
from corrigenda.corpus import Correction, Segment, System
from corrigenda.errors import InputError
from corrigenda.evaluation import evaluate
from corrigenda.evaluation.sentences import sentences
from corrigenda.meaning.comparison.usim import match
from corrigenda.meaning.drawing.layout import label
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit
from corrigenda.meaning.graph_data import UNLABELLED, as_plain, packed_graphs
from corrigenda.results.finding import Saved
from tests.meaning.graphs import graphs

SOURCE = "[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]] .]"
BETTER = "[H [A He] [P gave] [A John] [A [E an] [C apple]] .]"
WORSE = "[H [A He] [P gva] .]"


def unpacked(packed: Any, text: str) -> Graph:
    """As the page's script reads it."""
    tokens, items, remote = packed
    words = tokens or text.split()
    parents, labels, implicit, concepts = [-1], [""], {}, {}
    leaves, opened, word = [], 0, 0
    for item in items:
        if item is None:
            opened = parents[opened]
        elif item is True:
            implicit[opened] = True
        elif isinstance(item, str):
            parents.append(opened)
            labels.append(item)
            opened = len(parents) - 1
        elif isinstance(item, list) and len(item) == 1:
            concepts[opened] = item[0]
        else:
            skipped, shown = item if isinstance(item, list) else (item, "Terminal")
            word += skipped + 1
            leaves.append(Leaf(opened, word - 1, shown))
    assert opened == 0
    edges = [Edge(parents[n], n, (labels[n],)) for n in range(1, len(parents))]
    edges += [Edge(parent, child, (name,), True) for parent, child, name in remote]
    units = [
        Unit(str(n), n in implicit, (("instance", concepts[n]),) if n in concepts else ())
        for n in range(len(parents))
    ]
    return Graph(tuple(map(Token, words)), tuple(units), tuple(edges), tuple(leaves))


def shown(graph: Graph) -> Graph:
    """What is drawn of a graph, and no more."""
    return Graph(
        tuple(Token(token.text) for token in graph.tokens),
        tuple(unit._replace(attributes=()) for unit in graph.units),
        tuple(e._replace(labels=(label(e.labels),), attributes=()) for e in graph.edges),
        tuple(
            Leaf(unit, token, "Terminal" if name in UNLABELLED else name)
            for unit, token, name, *_ in graph.leaves
        ),
    )


def sentence(*given: Graph, **more: Any) -> dict[str, Any]:
    texts = [" ".join(token.text for token in graph.tokens) for graph in given]
    systems = {f"S{n}": {"text": text, "graph": n} for n, text in enumerate(texts)}
    return {"id": "7", "source": texts[0], "systems": systems,
            "graphs": [as_plain(graph) for graph in given], **more}  # fmt: skip


@given(graphs(max_tokens=12, max_units=12))
def test_packed_without_loss(graph: Graph) -> None:
    [packed] = packed_graphs(sentence(graph), [])["graphs"]
    text = " ".join(token.text for token in graph.tokens)
    assert packed[0] == 0
    assert unpacked(json.loads(json.dumps(packed)), text) == shown(graph)


def test_tokens_that_are_not_the_text() -> None:
    """Raw text is cut into tokens by the parser."""
    given = sentence(from_brackets("[H [A He] [P sleeps] .]"))
    given["source"] = given["systems"]["S0"]["text"] = "He sleeps."
    assert packed_graphs(given, [])["graphs"][0][0] == ["He", "sleeps", "."]


def test_concepts_and_units_without_words() -> None:
    units = (Unit("0"), Unit("1", False, (("instance", "want-01"),)), Unit("2", True))
    graph = Graph((Token("a"),), units, (Edge(0, 1, (":ARG0",)), Edge(1, 2, ("A",))))
    [packed] = packed_graphs(sentence(graph), [])["graphs"]
    assert packed == [0, [":ARG0", ["want-01"], "A", True, None, None], []]


def test_deep_graphs() -> None:
    deep = 5000
    units = tuple(Unit(str(n)) for n in range(deep))
    edges = tuple(Edge(n, n + 1, ("C",)) for n in range(deep - 1))
    graph = Graph((Token("a"),), units, edges, (Leaf(deep - 1, 0),))
    [packed] = packed_graphs(sentence(graph), [])["graphs"]
    assert len(json.dumps(packed)) > 2 * deep


# --- verdicts -------------------------------------------------------------------------------------


def result(*corrections: Sequence[str | Graph], measures: Sequence[str] = ("USim",)) -> Any:
    """Systems' corrections of one sentence, as graphs in brackets."""
    source = from_brackets(SOURCE)
    text = " ".join(token.text for token in source.tokens)
    systems = []
    for n, item in enumerate(corrections):
        graph = from_brackets(item) if isinstance(item, str) else item
        words = " ".join(token.text for token in graph.tokens)
        systems.append(System(f"S{n}", (Correction(text, text=words, graph=graph),)))
    return evaluate([Segment(text, (), "1", graph=source)], systems, measures, ci=None, jobs=1)


def saved(found: Any) -> Any:
    """What is written to JSON, and read again."""
    return json.loads(json.dumps(found.complete().to_json()))


def sentences_of(data: Any) -> Any:
    return data["sections"][-1]["sentences"]["sentences"]


def page_of(data: Any) -> str:
    return Saved(data).report()


def test_graphs_are_there_once() -> None:
    found = sentences_of(saved(result(BETTER, SOURCE, BETTER, WORSE)))[0]
    assert len(found["graphs"]) == 3
    assert [found["systems"][f"S{n}"]["graph"] for n in range(4)] == [1, 0, 1, 2]
    assert sorted(found["matched"]["USim"]) == ["0", "1", "2"]
    counts = [d["counts"] for d in found["matched"]["USim"]["1"]["directions"]]
    assert counts == [[7, 9, 7, 7], [6, 9, 6, 7]]
    [row] = sentences(result(BETTER))
    assert "graphs" not in row and "graph" not in row["systems"]["S0"]  # --per-sentence


def test_no_graphs_for_measures_that_do_not_compare_them() -> None:
    [row] = sentences_of(saved(result(BETTER, measures=["SentenceBreaks"])))
    assert "graphs" not in row


def test_verdicts_are_packed_in_the_order_of_units() -> None:
    found = saved(result(BETTER, WORSE, measures=["USim", "DistSim"]))
    html = page_of(found)
    block = block_of(html, "graphs")[0]
    usim, distsim = block["matched"]
    runs, of_source, of_target, counted, directions = usim["1"]
    assert runs == [[0, 0, 2], [2, 3, 2], [5, 2, 1], [6, 5, 1]]
    labels = [item for item in block["graphs"][0][1] if isinstance(item, str)]
    assert list(zip(labels, of_source, strict=True)) == [
        ("H", "4"), ("A", "4"), ("P", "4"), ("A", "4"), ("E", "4"), ("C", "4"),
        ("A", "2"), ("R", "1"), ("C", "1"),
    ]  # fmt: skip
    assert of_target == "4442444"
    assert counted == "edges"
    assert directions == ["source to correction", "correction to source"]
    assert set(distsim["1"][1]) == {"0"}
    assert distsim["1"][3:] == ["", []]
    (sentence_,) = block_of(html)["sentences"]
    assert sentence_["outputs"][sentence_["systems"][0]][3] == {"graph": 1}


@given(graphs(min_tokens=1, min_units=1), graphs(min_tokens=1, min_units=1))
def test_verdicts_count_what_was_counted(one: Graph, other: Graph) -> None:
    if not all(g.leaves or all(unit.implicit for unit in g.units[1:]) for g in (one, other)):
        return
    matching = match(one, other)
    source = Segment("a", (), "1", graph=one)
    system = System("S", (Correction("a", text="b", graph=other),))
    found = evaluate([source], [system], "USim", ci=None, jobs=1)
    [row] = sentences(found, graphs=True)
    [by_usim] = packed_graphs(row, ["USim"])["matched"]
    [(_, ours, theirs, _, directions)] = by_usim.values()
    assert directions == ["source to correction", "correction to source"]
    counts = [
        sum(verdict in hits for verdict in verdicts)
        for hits in ("24", "34")
        for verdicts in (ours, theirs)
    ]
    wholes = [sum(verdict != "0" for verdict in verdicts) for verdicts in (ours, theirs)]
    assert (*counts, *wholes) == matching.counts


def test_counts_that_verdicts_do_not_tell() -> None:
    """Words may count, and DAG F counts yields, which several edges may lead to."""
    found = saved(result(BETTER, measures=["USim(lexical=edits)"]))
    [by_usim] = block_of(page_of(found), "graphs")[0]["matched"]
    (forward, *counts), _ = by_usim["1"][4]
    assert forward == "source to correction"
    assert counts == [6.5, 9, 6.5, 7]  # from gva to gave, two letters of four are other ones
    chain = SOURCE.replace("[A He]", "[A [A He]]")
    found = saved(result(chain, measures=["DAGF"]))
    [by_dagf] = block_of(page_of(found), "graphs")[0]["matched"]
    assert by_dagf["1"][2:] == ["4444444444", "yields", [["", 9, 9, 9, 9]]]


# --- JSON -----------------------------------------------------------------------------------------


class Flat:
    """A parser: each word is a participant of one scene; it counts what it is asked for."""

    name = "flat"
    asked = 0

    def parse(self, tokens: Sequence[str]) -> Graph:
        type(self).asked += 1
        return from_brackets(f"[H {' '.join(f'[A {token}]' for token in tokens)}]")


def test_the_page_of_the_json_has_the_same_graphs(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    texts = {"src": "he like dog\nshe sleep\n", "a": "he likes dogs\nshe sleep\n", "b": "he\nshe\n"}
    files = {name: tmp_path / f"{name}.txt" for name in texts}
    for name, text in texts.items():
        files[name].write_text(text, encoding="utf-8")
    kept, first, second = (tmp_path / name for name in ("r.json.gz", "1.html", "2.html"))
    Flat.asked = 0
    arguments = ["-s", str(files["src"]), "-H", str(files["a"]), "-H", str(files["b"]), "-j", "1",
                 "-m", "USim,DistSim", "--parser", f"{__name__}:Flat", "--trials", "9"]  # fmt: skip
    assert main(["evaluate", *arguments, "--json", str(kept), "--report", str(first)]) == 0
    assert Flat.asked == 5  # each sentence once, though scores and pictures both need them
    assert main(["report", str(kept), "-o", str(second)]) == 0
    assert second.read_bytes() == first.read_bytes()
    html = first.read_text(encoding="utf-8")
    assert [len(of["graphs"]) for of in block_of(html, "graphs")] == [3, 2]
    second_sentence = block_of(html)["sentences"][1]
    assert second_sentence["outputs"][second_sentence["systems"][0]][3] == {"graph": 0}
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        [*(f"{n}.txt" for n in texts), "r.json.gz", "1.html", "2.html"]
    )


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("graphs", 0, "edges", 1, 0), 99, "unit number 99, but there are 10 units"),
        (("graphs", 0, "edges", 1, 2), [], "has no label"),
        (("graphs", 0, "leaves", 0, 1), 99, "holds token 99, but there are 7 tokens"),
        (("graphs", 0, "tokens", 0), "", "token 0 is empty"),
        (("graphs", 1, "edges", 0, 3), 1, "expected one root|but there are"),
        (("systems", "S0", "graph"), 5, "S0 has graph 5 of 2"),
        (("systems", "S0", "graph"), -1, "S0 has graph -1 of 2"),
        (("matched", "USim", "1", "words", 0), [0, 99], "word 99 is aligned, but there are 6"),
        (("matched", "USim", "1", "directions", 0, "source"), [1], "verdicts on 9 edges, found 1"),
        (("matched", "USim", "7"), {"words": [], "counted": "", "directions": []}, "found '7'"),
    ],
)
def test_other_graphs_are_refused(path: tuple[Any, ...], value: Any, message: str) -> None:
    found = saved(result(BETTER))
    page_of(copy.deepcopy(found))
    place = sentences_of(found)[0]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(InputError, match=f"sentence 1: .*({message})"):
        page_of(found)


def test_other_shapes_are_refused() -> None:
    found = saved(result(BETTER))
    sentences_of(found)[0]["graphs"][0]["edges"][0][0] = "0"
    with pytest.raises(InputError, match="graphs > 1 > edges > 1 > 1 to be a whole number"):
        Saved(found)


def test_hostile_labels_stay_in_the_block() -> None:
    label_text = "</script><script>window.hacked=1</script>"
    graph = Graph((Token("<img>"),), (Unit("0"), Unit("1")), (Edge(0, 1, (label_text,)),),
                  (Leaf(1, 0),))  # fmt: skip
    html = page_of(saved(result(graph)))
    assert "window.hacked" not in html
    assert label_text in json.dumps(block_of(html, "graphs"))
