"""The embedded parser: its file, its limits, its habits."""

from __future__ import annotations

import pickle
import re
import shutil
from pathlib import Path

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.parser import embedded as room
from corrigenda.meaning.parser.contract import Parser
from corrigenda.meaning.parser.embedded import MODEL, Embedded, _parts

needs_model = pytest.mark.skipif(not MODEL.exists(), reason=f"the embedded model is not at {MODEL}")


@pytest.fixture(scope="module")
def parser() -> Embedded:
    return Embedded()


@needs_model
def test_it_is_a_parser(parser: Embedded) -> None:
    assert isinstance(parser, Parser)
    assert re.fullmatch(r"corrigenda-ucca \d+\.\d+\.\d+", parser.name)
    assert {"licence", "training", "labels", "version"} <= parser.about.keys()


@needs_model
def test_a_plain_sentence(parser: Embedded) -> None:
    graph = parser.parse(["He", "gave", "John", "an", "apple", "."])
    yields = graph.yields(punctuation=False)
    found = {edge.labels: yields[edge.child] for edge in graph.edges}
    assert found["H",] == 0b11111
    assert found["P",] == 0b00010
    assert graph.scenes == tuple(edge.child for edge in graph.edges if edge.labels == ("H",))


@needs_model
def test_neighbours_do_not_matter(parser: Embedded) -> None:
    sentence = ["She", "said", "that", "it", "was", "raining", "."]
    alone = parser.parse(sentence)
    parser.parse(
        [
            "Something",
            "else",
            "altogether",
            ",",
            "and",
            "quite",
            "long",
            "it",
            "is",
            ",",
            "too",
            ".",
        ]
    )
    again = parser.parse(sentence)
    assert alone == again
    assert alone == pickle.loads(pickle.dumps(parser)).parse(sentence)


@needs_model
@pytest.mark.parametrize(
    "tokens",
    [
        [],
        ["."],
        ["word"],
        ["🙂"],
        ["https://example.org/a?b=c"],
        ["\x00", "\u200b", "\ufeff"],
        ["字" * 3000],
        ["!" * 10_000],
        ["a" * 10_000],
        ["\ud800"],
    ],
    ids=["nothing", "mark", "word", "emoji", "url", "control", "cjk", "marks", "long", "surrogate"],
)
def test_odd_tokens(parser: Embedded, tokens: list[str]) -> None:
    graph = parser.parse(tokens)
    assert [token.text for token in graph.tokens] == tokens
    assert {leaf.token for leaf in graph.leaves} == set(range(len(tokens)))


@needs_model
def test_long_sentences_are_parsed_in_parts(parser: Embedded) -> None:
    tokens = [*["so", "he", "went", "home", ","] * 2000]
    graph = parser.parse(tokens)
    assert len(graph.tokens) == 10_000
    assert len(graph.edges) > 5_000


@needs_model
def test_vectors(parser: Embedded) -> None:
    vectors = parser.vectors(["a", "cat", ",", "a", "dog"])
    assert vectors.shape == (5, vectors.shape[1])
    assert parser.vectors([]).shape == (0, vectors.shape[1])


def test_parts_end_behind_marks_near_the_middle() -> None:
    marks = [n % 10 == 9 for n in range(400)]
    parts = _parts([[1]] * 400, marks)
    assert [start for start, _ in parts[1:]] == [end for _, end in parts[:-1]]
    assert (parts[0][0], parts[-1][1]) == (0, 400)
    assert all(marks[end - 1] for _, end in parts)
    assert all(end - start - sum(marks[start:end]) <= room.LONGEST_WORDS for start, end in parts)


def test_parts_without_marks() -> None:
    assert _parts([[1]] * 300, [False] * 300) == [(0, 75), (75, 150), (150, 225), (225, 300)]


def test_parts_by_pieces() -> None:
    assert all(end - start <= 31 for start, end in _parts([[1] * 16] * 60, [False] * 60))


def test_a_missing_file() -> None:
    with pytest.raises(InputError, match=r"expected the parser's model: No such file"):
        Embedded("nowhere.onnx")


def test_something_else(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_text("not a model")
    with pytest.raises(InputError, match=r"expected the parser's model, found something else"):
        Embedded(file)


@needs_model
def test_a_damaged_file(tmp_path: Path) -> None:
    for name in (MODEL.name, MODEL.name + ".sha256"):
        shutil.copy(MODEL.with_name(name), tmp_path / name)
    content = bytearray(MODEL.read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / MODEL.name).write_bytes(content)
    with pytest.raises(InputError, match=r"the parser's model is damaged"):
        Embedded(tmp_path / MODEL.name)


@needs_model
def test_size() -> None:
    assert MODEL.stat().st_size <= 30_000_000
