"""The embedded parser: its file, its limits, its habits."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
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
    parts = _parts([[1]] * 400, marks, 0, 400)
    assert [start for start, _ in parts[1:]] == [end for _, end in parts[:-1]]
    assert (parts[0][0], parts[-1][1]) == (0, 400)
    assert all(marks[end - 1] for _, end in parts)
    assert all(end - start - sum(marks[start:end]) <= room.LONGEST_WORDS for start, end in parts)


def test_parts_without_marks() -> None:
    assert _parts([[1]] * 300, [False] * 300, 0, 300) == [
        (0, 75),
        (75, 150),
        (150, 225),
        (225, 300),
    ]


def test_parts_by_pieces() -> None:
    assert all(end - start <= 31 for start, end in _parts([[1] * 16] * 60, [False] * 60, 0, 60))


def test_a_missing_file() -> None:
    with pytest.raises(InputError, match=r"expected the parser's model: No such file"):
        Embedded("nowhere.safetensors")


def test_something_else(tmp_path: Path) -> None:
    file = tmp_path / "model.safetensors"
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
def test_the_identity_tells_model_files_apart(parser: Embedded, tmp_path: Path) -> None:
    content = bytearray(MODEL.read_bytes())
    content[-1] ^= 1  # one weight
    (tmp_path / "other.safetensors").write_bytes(content)
    other = Embedded(tmp_path / "other.safetensors")
    assert other.name == parser.name
    assert other.identity != parser.identity


SENTENCES = [
    line.split()
    for line in (
        "He gave up .",
        "I like very much swim in the sea , and my brother like cats .",
        "Although nobody had asked her to , she brought what she had promised to bring .",
        "The weather , which had been fine until then , got worse",
        "Yes",
        "So she did .",
    )
]


class Backwards:
    """Weights that sum products up in another order, and in two parts."""

    def __init__(self, weights: Any) -> None:
        self.weights = weights

    def __array_ufunc__(
        self, function: Any, method: str, x: Any, _: Backwards, out: Any = (None,)
    ) -> Any:
        assert function is np.matmul
        half = x.shape[1] // 2
        parts = (slice(half, None), slice(None, half))
        turned = [(x[:, part][:, ::-1].copy(), self.weights[part][::-1].copy()) for part in parts]
        return np.add(*(one @ other for one, other in turned), out=out[0])


@needs_model
def test_the_order_of_summing_up_does_not_matter(parser: Embedded) -> None:
    other = Embedded()
    network = other._network
    linears = [network._fences, network._labels, network._ends, network._remotes]
    for layer in network._stack._layers:
        linears += [layer._attention, layer._out, layer._up, layer._down]
    for linear in linears:
        linear._weights = Backwards(linear._weights)  # type: ignore[assignment]
    for sentence in SENTENCES:
        assert (other.vectors(sentence) == parser.vectors(sentence)).all()
        assert other.parse(sentence) == parser.parse(sentence)


@needs_model
def test_the_products_are_exact_for_any_input(parser: Embedded) -> None:
    rng = np.random.default_rng(1)
    for linear in (parser._network._fences, parser._network._stack._layers[0]._down):
        heavy = np.abs(linear._weights).sum(axis=0).argmax()
        signs = np.sign(linear._weights[:, heavy])
        rows = np.stack([signs, rng.normal(size=len(signs))]).astype(np.float32)
        smoother = 1 if linear._smoother is None else linear._smoother
        whole = np.rint(rows * (linear._most / np.abs(rows).max(axis=1, keepdims=True)))
        exact = whole.astype(np.int64) @ linear._weights.astype(np.int64)
        assert np.abs(exact).max() <= 2**24
        steps = np.abs(rows).max(axis=1, keepdims=True) / linear._most
        expected = exact.astype(np.float32) * steps * linear._scale + linear._bias
        assert np.allclose(linear(rows / smoother), expected, rtol=1e-4, atol=1e-4)


@needs_model
def test_many_sentences_at_once_have_the_graphs_of_each(parser: Embedded) -> None:
    alone = [parser.parse(sentence) for sentence in SENTENCES]
    assert parser.parse_many(SENTENCES) == alone
    assert parser.parse_many([*SENTENCES[::-1], []])[:-1] == alone[::-1]


WATCHED = """
import sys
seen = []
def watch(event, arguments):
    if event.startswith("socket.") or event in ("os.mkdir", "os.rename", "subprocess.Popen"):
        seen.append((event, arguments))
    if event == "open" and not isinstance(arguments[0], int):
        mode, flags = arguments[1] or "", arguments[2] or 0
        if set(mode) & set("wax+") or flags & 3:
            seen.append((event, arguments))
sys.dont_write_bytecode = True
sys.addaudithook(watch)
from corrigenda.meaning.parser.embedded import Embedded
Embedded().parse("He gave up .".split())
print(seen)
"""


@needs_model
def test_parsing_writes_no_file_and_opens_no_socket(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    for name in [name for name in environment if name.startswith("XDG_")]:
        del environment[name]
    command = [sys.executable, "-c", WATCHED]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert list(tmp_path.iterdir()) == []


@needs_model
def test_size() -> None:
    assert MODEL.stat().st_size <= 30_000_000
