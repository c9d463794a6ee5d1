"""Graphs for sentences that have none: once each, anywhere, in order, within bounds."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Correction, Segment
from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.meaning.formats import mrp
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parsing import CACHE, EMPTY, Parsing, parse_all, parse_texts, with_graphs
from tests.meaning.parser.parsers import Batch, Broken, Careless, Flat, Local, Nothing, flat

SENTENCES = [
    ["He", "sleeps", "."],
    [],
    ["ok"],
    ["He", "sleeps", "."],
    ["👍", "http://x.y"],
    [".", ".", "."],
    ["\ud800", "\x07", "a\u0301"],
    ["She", "goes", "home", "."],
    ["ok"],
]


def texts(graph: Graph) -> list[str]:
    return [token.text for token in graph.tokens]


@pytest.mark.parametrize("jobs", [1, 2, None])
@pytest.mark.parametrize("parser", [Flat, Batch])
def test_graphs_come_in_order(parser: type[Flat], jobs: int | None) -> None:
    found = list(parse_all(SENTENCES * 60, parser(), jobs=jobs))
    assert [texts(graph) for graph in found] == SENTENCES * 60
    assert found[: len(SENTENCES)] == [flat(sentence) for sentence in SENTENCES]


@given(st.lists(st.sampled_from("abcdefgh"), max_size=300))
def test_each_distinct_sentence_is_parsed_once(letters: list[str]) -> None:
    parser = Flat()
    found = list(parse_all(([letter, "!"] for letter in letters), parser, jobs=1))
    assert [graph.tokens[0].text for graph in found] == letters
    assert sorted(parser.asked) == sorted({(letter, "!") for letter in letters})


class Recorder(Flat):
    """Writes down what it parses, whatever process it is in."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file

    def parse(self, tokens):  # type: ignore[no-untyped-def]
        with self.file.open("a", encoding="utf-8") as file:
            file.write(" ".join(tokens) + "\n")
        return flat(tokens)


def test_each_distinct_sentence_is_parsed_once_over_processes(tmp_path: Path) -> None:
    parser = Recorder(tmp_path / "asked")
    sentences = [[f"word{n % 500}"] for n in range(2000)]
    found = list(parse_all(sentences, parser, jobs=2))
    assert [texts(graph) for graph in found] == sentences
    asked = parser.file.read_text(encoding="utf-8").split()
    assert sorted(asked) == sorted({words[0] for words in sentences})


def test_a_graph_does_not_depend_on_neighbours() -> None:
    alone = [next(parse_all([sentence], Flat())) for sentence in SENTENCES]
    among = list(parse_all(reversed(SENTENCES), Flat()))[::-1]
    assert alone == among


def test_a_stream_is_taken_as_it_is_needed() -> None:
    taken = 0

    def endless() -> Iterator[list[str]]:
        nonlocal taken
        while True:
            taken += 1
            yield ["word", str(taken % 7)]

    stream = parse_all(endless(), Flat(), jobs=1)
    for _ in range(10):
        next(stream)
    assert taken < 200


def test_the_longest_sentences() -> None:
    long = ["word"] * 5_000 + [".", "is"] * 2_500
    [graph] = parse_all([long], Flat(), jobs=1)
    assert len(graph.tokens) == 10_000
    [(_, again)] = parse_texts([Segment(" ".join(long))], Flat(), raw=True, jobs=1)
    assert len(again.tokens) >= 5_000


def test_progress_counts_sentences() -> None:
    class Steps:
        done = 0

        def advance(self, steps: int) -> None:
            self.done += steps

    steps = Steps()
    with using(progress=steps):
        list(parse_all(SENTENCES, Flat()))
    assert steps.done == len(SENTENCES)


def test_an_empty_sentence_is_no_work_for_a_parser() -> None:
    parser = Flat()
    assert list(parse_all([[]], parser)) == [EMPTY]
    assert parser.asked == []


def test_a_parser_that_wants_many_gets_many() -> None:
    parser = Batch()
    list(parse_all([[f"word{n}"] for n in range(7)], parser))
    assert parser.sizes == [3, 3, 1]


@pytest.mark.parametrize(
    ("parser", "message"),
    [
        (Careless(), "gave a graph over other tokens: expected 'He sleeps', found 'H e s leeps'"),
        (Broken(), "the parser 'flat 1.0' failed on 'He sleeps': RuntimeError: no weights"),
        (Nothing(), "expected a Graph from the parser 'flat 1.0', found None"),
        (7, "expected a parser, with `name` and `parse(tokens)`, found 7"),
    ],
)
def test_parsers_that_are_not_up_to_it(parser: Flat, message: str) -> None:
    with pytest.raises(InputError) as error:
        list(parse_all([["He", "sleeps"]], parser))
    assert message in str(error.value)


def test_a_parser_that_cannot_be_sent() -> None:
    assert len(list(parse_all(SENTENCES, Local(), jobs=1))) == len(SENTENCES)
    with pytest.raises(InputError, match="cannot work in several processes") as error:
        list(parse_all([[str(n)] for n in range(500)], Local(), jobs=2))
    assert "jobs=1" in str(error.value)


def test_another_process_makes_its_own_bench_once() -> None:
    data = pickle.dumps(Parsing(Flat()))
    one, two = pickle.loads(data), pickle.loads(data)
    assert one is two


# --- pairs ----------------------------------------------------------------------------------------

GOLD = from_brackets("[H [A He] [S sleeps]]")


def test_graphs_that_are_there_stay() -> None:
    segment = Segment("He sleeps", graph=GOLD)
    correction = Correction("He sleeps", text="He sleeps well")
    parser = Flat()
    [(source, (target,))] = with_graphs([(segment, (correction,))], parser)
    assert source is segment
    assert target.graph == flat(["He", "sleeps", "well"])
    assert (target.text, target.given_edits) == (correction.text, None)
    assert parser.asked == [("He", "sleeps", "well")]


def test_a_source_is_parsed_once_for_all_systems() -> None:
    pairs = [
        (
            Segment(f"He sleeps {n}"),
            [Correction("", text=f"He {what} {n}") for what in ("sleeps", "is")],
        )
        for n in range(40)
    ]
    parser = Flat()
    assert len(list(with_graphs(pairs, parser, jobs=1))) == 40
    assert len(parser.asked) == len(set(parser.asked)) == 80


# --- raw text -------------------------------------------------------------------------------------


def test_raw_text_keeps_its_places() -> None:
    text = Segment("He didn't go.  “Why?” he asked.", id="7")
    found = list(parse_texts([text], Flat(), raw=True))
    assert [name for name, _ in found] == ["7.1", "7.2"]
    assert [texts(graph) for _, graph in found] == [
        ["He", "did", "n't", "go", "."],
        ["“", "Why", "?", "”", "he", "asked", "."],
    ]
    records = [json.loads(line) for line in mrp.dump(found, Counter())]
    assert [record["input"] for record in records] == ["He didn't go.", "“Why?” he asked."]
    anchors = [node["anchors"][0] for node in records[0]["nodes"] if "anchors" in node]
    places = sorted((anchor["from"], anchor["to"]) for anchor in anchors)
    assert places == [(0, 2), (3, 6), (6, 9), (10, 12), (12, 13)]


def test_a_tokenised_text_is_split_at_white_space() -> None:
    found = list(parse_texts([Segment("He didn't go."), Segment("")], Flat()))
    assert [(name, texts(graph)) for name, graph in found] == [
        ("1", ["He", "didn't", "go."]),
        ("2", []),
    ]


def test_a_line_of_raw_text_without_a_word_is_a_sentence() -> None:
    found = list(parse_texts([Segment(" "), Segment("ok")], Flat(), raw=True))
    assert [name for name, _ in found] == ["1.1", "2.1"]


# --- what is kept ---------------------------------------------------------------------------------


def test_graphs_are_kept_on_disk(tmp_path: Path) -> None:
    first, second = Flat(), Flat()
    one = list(parse_all(SENTENCES, Parsing(first, cache=tmp_path)))
    two = list(parse_all(SENTENCES, Parsing(second, cache=tmp_path)))
    assert one == two
    assert first.asked and not second.asked
    second.name = "flat 1.1"
    list(parse_all(SENTENCES, Parsing(second, cache=tmp_path)))
    assert second.asked == first.asked


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    first, second = Flat(), Flat()
    list(parse_all(SENTENCES, first))
    list(parse_all(SENTENCES, second))
    assert first.asked and not second.asked
    assert (tmp_path / "kept" / "graphs-1.sqlite").is_file()


def test_processes_share_the_disk(tmp_path: Path) -> None:
    sentences = [[f"word{n}"] for n in range(600)]
    found = list(parse_all(sentences, Parsing(Flat(), cache=tmp_path), jobs=2))
    again = Flat()
    assert list(parse_all(sentences, Parsing(again, cache=tmp_path), jobs=1)) == found
    assert not again.asked


# --- end to end -----------------------------------------------------------------------------------

CORPUS = [Segment("He gva an apple for John", id="1"), Segment("", id="2"), Segment("ok", id="3")]
SYSTEMS = {"a": ["He gave John an apple", "", "ok"], "b": ["He", "new words", "OK !"]}


def test_evaluate_without_references_or_graphs() -> None:
    result = cg.evaluate(CORPUS, SYSTEMS, "USim(direction=forward)", parser=Flat(), ci=None)
    measure = result.measures[0]
    assert result["a", measure].score.parts["recall"] == pytest.approx((6 / 7 + 1 + 1) / 3)
    assert result["a", measure].score.parts["precision"] == 1
    assert float(result["b", measure]) < float(result["a", measure])
    assert "|refs:0|hyp:text|parser:flat-1.0|tok:none|" in result.signature()


def test_every_measure_of_meaning_takes_text() -> None:
    same = {"same": [segment.source for segment in CORPUS]}
    result = cg.evaluate(
        CORPUS, same, "USim,DistSim,DAGF", parser="tests.meaning.parser.parsers:Flat"
    )
    assert [float(cell) for [cell] in result.cells] == [1, 1, 1]


def test_the_signature_speaks_of_a_parser_only_if_there_was_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gold = [Segment(s.source, (Correction(s.source, text="ok"),), s.id) for s in CORPUS]
    result = cg.evaluate(gold, SYSTEMS, "M2,USim", parser=Flat(), raw=True, ci=None)
    assert "|hyp:text|tok:corrigenda-1|" in result.signature("M2")
    assert "|hyp:text|parser:flat-1.0|tok:corrigenda-1|" in result.signature("USim")
    assert "|parser:flat-1.0|" in result.signature()
    given = [Segment("He sleeps", graph=GOLD)]
    system = cg.System("x", (Correction("He sleeps", text="He sleeps", graph=GOLD),))
    monkeypatch.setitem(sys.modules, "corrigenda.meaning.parser.embedded", None)
    result = cg.evaluate(given, system, "USim", ci=None)  # where no parser could be had
    assert "parser" not in result.signature()


def test_a_comparison_names_the_parser() -> None:
    found = cg.compare(CORPUS, SYSTEMS, "USim", parser=Flat(), trials=20, resamples=20)
    assert "|parser:flat-1.0|" in str(found.signature)


def test_scores_do_not_depend_on_the_number_of_processes() -> None:
    corpus = [Segment(f"He gva {n % 50} apples", id=str(n)) for n in range(600)]
    systems = {"x": [f"He gave {n % 70} apples !" for n in range(600)]}
    results = [
        cg.evaluate(corpus, systems, "USim", parser=Flat(), jobs=jobs, ci=None).rows[0][0].rows
        for jobs in (1, 2)
    ]
    assert (results[0] == results[1]).all()


def test_errors_name_the_sentence() -> None:
    with pytest.raises(InputError, match="sentence 1: expected graphs over the same tokens"):
        cg.evaluate(CORPUS, SYSTEMS, "DAGF", parser=Flat())


def test_nothing_is_parsed_for_measures_that_need_no_graphs() -> None:
    gold = [Segment(s.source, (Correction(s.source, text="ok"),), s.id) for s in CORPUS]
    parser = Flat()
    cg.evaluate(gold, SYSTEMS, "GLEU", parser=parser, ci=None)
    assert parser.asked == []


_STREAM = """
import re
from pathlib import Path
from corrigenda.meaning.parsing import parse_all
from tests.meaning.parser.parsers import flat

class Quiet:
    name = "quiet 1.0"
    parse = staticmethod(flat)

def peak():  # of this process; ru_maxrss is also that of the one that started it
    return re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]

count = 60_000
sentences = (f"The {n} dogs that I saw there were like {n % 97} cats , I think .".split()
             for n in range(count))
for n, graph in enumerate(parse_all(sentences, Quiet(), jobs=1)):
    if n == count // 4:
        print(peak())
print(peak())
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc tells the peak")
def test_memory_does_not_grow_with_the_stream() -> None:
    """After a quarter of the stream, as many graphs are in memory as there may be."""
    run = subprocess.run(
        [sys.executable, "-c", _STREAM],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    before, after = map(int, run.stdout.split())
    assert after < before * 1.1
    assert after < 500_000
