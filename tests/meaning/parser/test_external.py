"""Parsers from elsewhere: programs that are run, and graphs made before."""

from __future__ import annotations

import pickle
import shlex
import sys
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.meaning.formats import mrp, ucca_xml
from corrigenda.meaning.formats.graphs import read_graphs, words
from corrigenda.meaning.parser import BatchParser, load_parser
from corrigenda.meaning.parser.external import Command, ReadyGraphs
from corrigenda.meaning.parsing import Parsing, parse_all
from tests.meaning.parser.parsers import flat

ROOT = Path(__file__).parents[3]


def line(how: str) -> str:
    return f"{shlex.quote(sys.executable)} -m tests.meaning.parser.program {how}"


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `-m tests.meaning.parser.program` can be found."""
    monkeypatch.chdir(ROOT)


SENTENCES = [["He", "sleeps", "."], ["ok"], ["👍", "http://x.y/?a=b&c"], [".", "."], ["<b>", '"']]


@pytest.mark.parametrize("how", ["mrp", "xml"])
def test_a_program_parses(how: str) -> None:
    parser = load_parser(f"command: {line(how)}")
    assert isinstance(parser, BatchParser)
    assert list(parser.parse_batch(SENTENCES)) == [flat(sentence) for sentence in SENTENCES]
    assert parser.parse(["ok"]) == flat(["ok"])


@pytest.mark.parametrize("jobs", [None, 2])
def test_a_program_is_started_once_for_many(jobs: int | None) -> None:
    many = [[f"word{n}", "is"] for n in range(700)]
    assert list(parse_all([*many, [], *many], f"command: {line('mrp')}", jobs=jobs)) == [
        flat(sentence) for sentence in [*many, [], *many]
    ]


def test_what_cannot_be_encoded_comes_back_as_it_was() -> None:
    tokens = ["half", "\ud83d", "\x07", "a\u2028b".replace("\u2028", "-")]
    assert Command(line("mrp")).parse(tokens) == flat(tokens)


def test_the_longest_sentence() -> None:
    tokens = ["word", "is", ".", "!"] * 2_500
    graph = Command(line("mrp")).parse(tokens)
    assert [token.text for token in graph.tokens] == tokens


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("fails", "ended with status 3; it says\n    loading the model\n    out of memory"),
        (
            "chats",
            "wrote no valid graph: expected MRP JSON or UCCA XML, found 'Loading the",
        ),
        ("latin", "wrote no valid graph: expected UTF-8, found byte 0xE9"),
        ("shuffles", "graph 1 is that of sentence 2: the order is lost"),
        ("forgets", "was given 2 sentences, but wrote 1 graphs"),
        ("cuts", "graph 1 has other tokens: expected ('He', 'sleeps'), found ('H', 's')"),
        (
            "breaks",
            "wrote no valid graph, line 1: expected an MRP graph of the framework 'ucca'",
        ),
    ],
)
def test_programs_that_are_not_up_to_it(how: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Command(line(how)).parse_batch([["He", "sleeps"], ["ok", "is"]])
    assert message in str(error.value)
    assert f"the parser `{line(how)}`: " in str(error.value)
    assert "hint: it must read sentences, one per line" in str(error.value)


def test_a_token_cut_otherwise() -> None:
    with pytest.raises(InputError, match="in graph 1, token 'sleeps' is cut otherwise: 'slee'"):
        Command(line("parts")).parse(["He", "sleeps"])


@pytest.mark.parametrize("token", ["", "New York", "\n"])
def test_tokens_that_cannot_be_sent(token: str) -> None:
    with pytest.raises(InputError, match="expected tokens without white space"):
        Command(line("mrp")).parse(["He", token])


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("\x00\x01 no program")
    script.chmod(0o755)
    with pytest.raises(InputError, match="cannot be run"):
        Command(str(script)).parse(["ok"])


def test_a_program_scores() -> None:
    corpus = [Segment("He gva an apple", id="1"), Segment("ok", id="2")]
    result = cg.evaluate(
        corpus, {"x": ["He gave an apple", "ok"]}, "USim", parser=f"command: {line('xml')}", ci=None
    )
    assert float(result["x", "USim"]) == 1
    assert (
        "|parser:" in result.signature()
        and "-m-tests.meaning.parser.program-xml|" in result.signature()
    )


# --- graphs made before ---------------------------------------------------------------------------

SOURCE = examples.path("meaning/source")


@pytest.mark.parametrize("how", ["folder", "mrp"])
def test_graphs_made_before(how: str, tmp_path: Path) -> None:
    place = SOURCE
    if how == "mrp":
        place = tmp_path / "source.mrp"
        mrp.write_passages(read_graphs(SOURCE), place)
    parser = load_parser(f"graphs: {place}")
    for _, graph in read_graphs(place):
        assert parser.parse([token.text for token in graph.tokens]) == graph
    assert pickle.loads(pickle.dumps(parser)).name == parser.name


def test_graphs_made_before_score_as_they_do_when_given(tmp_path: Path) -> None:
    both = tmp_path / "both.mrp"
    passages = [*read_graphs(SOURCE), *read_graphs(examples.path("meaning/unfaithful"))]
    mrp.write_passages(passages, both)
    graphs = [graph for _, graph in passages]
    corpus = [Segment(words(graph), id=str(n)) for n, graph in enumerate(graphs[:5], 1)]
    system = {"x": [words(graph) for graph in graphs[5:]]}
    result = cg.evaluate(corpus, system, "USim", parser=f"graphs: {both}", ci=None)
    assert float(result["x", "USim"]) == pytest.approx(0.7310, abs=5e-5)


def test_a_sentence_without_a_graph() -> None:
    with pytest.raises(InputError, match=r"expected a graph of 'no such \w+', found none") as error:
        list(parse_all([["no", "such", "sentence"]], Parsing(f"graphs: {SOURCE}")))
    assert "there are 5 graphs; tokens must be the same" in str(error.value)


def test_the_name_tells_what_was_in_the_files(tmp_path: Path) -> None:
    file = tmp_path / "one.xml"
    names = set()
    for tokens in (["ok"], ["OK"], ["ok"]):
        ucca_xml.write(flat(tokens), file)
        names.add(ReadyGraphs(str(file)).name)
    assert len(names) == 2
    assert all(name.startswith("graphs:one.xml:") for name in names)
