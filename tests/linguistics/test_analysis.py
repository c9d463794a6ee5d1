"""The analysis is that of spaCy 3.8 with en_core_web_sm 3.8.0, word by word."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import corrigenda as cg
from corrigenda import blas
from corrigenda.linguistics import encoder
from corrigenda.linguistics.analysis import Analysis, Pipeline, analyse, analyse_all
from corrigenda.linguistics.attributes import Attributes
from corrigenda.linguistics.dependencies import lower_lifted
from corrigenda.linguistics.encoder import Encoder, shape
from corrigenda.linguistics.resources import Floats
from tests.conftest import Shared

# Made by spaCy: reserved names ("mark", "X", "number"), rules of two words, lifted arcs.
BY_SPACY = [
    [
        ["I", "PRP", "PRON", "I", "nsubj", 1],
        ["gon", "VBP", "VERB", "go", "ccomp", 8],
        ["na", "TO", "PART", "to", "aux", 3],
        ["mark", "VB", "VERB", "mark", "xcomp", 1],
        ["X", "NNP", "PROPN", "X", "compound", 5],
        ["number", "NN", "NOUN", "number", "dobj", 3],
        ["5", "CD", "NUM", "5", "nummod", 5],
        [",", ",", "PUNCT", ",", "punct", 8],
        ["ai", "VBP", "VERB", "be", "ROOT", 8],
        ["n't", "RB", "PART", "not", "neg", 8],
        ["it", "PRP", "PRON", "it", "nsubj", 8],
        ["?", ".", "PUNCT", "?", "punct", 8],
    ],
    [
        ["There", "EX", "PRON", "there", "expl", 1],
        ["'s", "VBZ", "VERB", "be", "ROOT", 1],
        ["_", "DT", "PRON", "_", "attr", 1],
        ["LONGwords", "NNPS", "PROPN", "LONGwords", "attr", 1],
        ["in", "IN", "ADP", "in", "prep", 3],
        ["her", "PRP$", "PRON", "her", "poss", 6],
        ["sister", "NN", "NOUN", "sister", "poss", 10],
        ["'s", "POS", "PART", "'s", "case", 6],
        ["2nd", "JJ", "ADJ", "2nd", "compound", 9],
        ["OUT-of-date", "NN", "NOUN", "out-of-date", "compound", 10],
        ["theatre“", "NNP", "PROPN", "theatre“", "pobj", 4],
        [".", ".", "PUNCT", ".", "punct", 1],
    ],
    [
        ["What", "WP", "PRON", "what", "det", 1],
        ["house", "NN", "NOUN", "house", "dobj", 4],
        ["did", "VBD", "AUX", "do", "aux", 4],
        ["you", "PRP", "PRON", "you", "nsubj", 4],
        ["say", "VB", "VERB", "say", "ROOT", 4],
        ["that", "IN", "SCONJ", "that", "mark", 7],
        ["he", "PRP", "PRON", "he", "nsubj", 7],
        ["thought", "VBD", "VERB", "think", "ccomp", 4],
        ["was", "VBD", "AUX", "be", "auxpass", 9],
        ["built", "VBN", "VERB", "build", "ccomp", 7],
        ["?", ".", "PUNCT", "?", "punct", 4],
        ["Let", "VB", "VERB", "let", "ROOT", 11],
        ["'s", "PRP", "PRON", "us", "nsubj", 13],
        ["go", "VB", "VERB", "go", "ccomp", 11],
    ],
]


def as_rows(analysis: Analysis) -> list[list[Any]]:
    columns = (
        analysis.words,
        analysis.tags,
        analysis.pos,
        analysis.lemmas,
        analysis.labels,
        analysis.heads,
    )
    return [list(row) for row in zip(*columns, strict=True)]


def differences(expected: list[list[list[Any]]]) -> list[str]:
    """Say where the analysis differs, and by what margin it was made."""
    sentences = [[row[0] for row in rows] for rows in expected]
    out = []
    for words, rows, analysis in zip(sentences, expected, analyse_all(sentences), strict=True):
        for at, (row, found) in enumerate(zip(rows, as_rows(analysis), strict=True)):
            if row != found:
                pipeline = Pipeline()
                encoded = pipeline.encoder.encode([words])
                second, first = np.sort(pipeline.tag_scores(encoded)[at])[-2:]
                parse = pipeline.parser.margin(encoded[0])
                out.append(
                    f"word {at} of {' '.join(words)!r}: {found}, expected {row}; margin of its tag "
                    f"{first - second:.2e}, smallest of the parse {parse:.2e}"
                )
    return out


def test_sentences_with_traps() -> None:
    assert differences(BY_SPACY) == []


def test_golden_sentences(shared: Shared) -> None:
    path = shared.root / "golden" / "errant302" / "analysis.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        expected = [json.loads(line) for line in file]
    assert sum(map(len, expected)) == 20_371
    assert differences(expected) == []


def test_a_difference_names_word_and_margins() -> None:
    wrong = [[list(row) for row in BY_SPACY[0]]]
    wrong[0][3][1] = "NN"
    (message,) = differences(wrong)
    assert message.startswith('word 3 of "I gon na mark')
    assert "margin of its tag" in message


def test_a_sentence_is_analysed_the_same_in_any_company() -> None:
    sentences = [[row[0] for row in rows] for rows in BY_SPACY]
    together = list(analyse_all([*sentences, [], ["a"] * 300, *sentences[::-1]]))
    alone = [analyse(sentence) for sentence in sentences]
    assert together[:3] == alone
    assert together[-3:] == alone[::-1]


def test_one_thread_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = blas._functions()
    if functions is None:
        pytest.skip("numpy's BLAS library cannot be told")
    get, set_to = functions
    seen: list[int] = []
    encode = Encoder.encode

    def watched(self: Encoder, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        seen.append(get())
        return encode(self, sentences)

    monkeypatch.setattr(Encoder, "encode", watched)
    before = get()
    try:
        set_to(2)
        analyse("He likes dogs .")
    finally:
        set_to(before)
    assert seen == [1]


def test_words_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [[row[0] for row in rows] for rows in BY_SPACY]
    expected = [Encoder().encode([sentence])[0] for sentence in sentences]
    monkeypatch.setattr(encoder, "_KEPT", 20)
    small = Encoder()
    for _ in range(2):
        found = [small.encode([sentence])[0] for sentence in sentences]
        assert all(np.array_equal(*pair) for pair in zip(found, expected, strict=True))
        assert len(small._rows) <= len(small._first) == 20
    many = small.encode([[f"w{i}" for i in range(100)]])[0]  # more at once than are kept
    assert np.array_equal(many, Encoder().encode([[f"w{i}" for i in range(100)]])[0])


def test_text_is_split_at_whitespace() -> None:
    assert analyse("We eat .") == analyse(["We", "eat", "."])
    assert cg.analyse("We eat .").pos == ("PRON", "VERB", "PUNCT")


def test_nothing_to_analyse() -> None:
    assert analyse("") == Analysis((), (), (), (), (), ())
    assert list(analyse_all([])) == []


@pytest.mark.parametrize("token", ["", " ", "two words", "a\u00a0b"])
def test_a_token_with_whitespace_is_refused(token: str) -> None:
    with pytest.raises(cg.InputError, match="without whitespace"):
        analyse(["We", token])


@pytest.mark.parametrize("sentence", [None, 5, ["a", None]])
def test_what_is_no_sentence_is_refused(sentence: Any) -> None:
    with pytest.raises(cg.InputError, match="a token is a text"):
        analyse(sentence)
    with pytest.raises(cg.InputError, match="a token is a text"):
        cg.annotate("a b", sentence)


def test_odd_tokens_are_analysed() -> None:
    odd = ["😀", "\u200b", "ﷺ", "x" * 5000, "'" * 99, "日本語", "İ", "\ud800", "-", "<b>"]
    analysis = analyse(odd)
    assert len(analysis) == len(odd)
    assert all(analysis.pos)


def test_shapes_cut_runs_at_four() -> None:
    assert shape("aaaaa11111--b") == "xxxxdddd--x"
    assert shape("x" * 99) == "xxxx"
    assert shape("x" * 100) == "LONG"


def test_lemma_prefers_exceptions_then_known_words() -> None:
    lemma = Attributes().lemma
    assert lemma("mice", "NOUN", False) == "mouse"
    assert lemma("Boxes", "NOUN", False) == "box"
    assert lemma("grobbled", "VERB", False) == "grobble"
    assert lemma("Paris", "PROPN", False) == "Paris"
    assert lemma("Him", "PRON", False) == "him"
    assert lemma("Houses", "NOUN", True) == "houses"


def test_a_lifted_arc_is_attached_below() -> None:
    heads, labels = [2, 2, 2, 2], ["prep||xcomp", "nsubj", "ROOT", "xcomp"]
    lower_lifted(heads, labels)
    assert (heads, labels) == ([3, 2, 2, 2], ["prep", "nsubj", "ROOT", "xcomp"])


def test_a_lifted_arc_without_the_label_below_stays() -> None:
    heads, labels = [1, 1, 1], ["prep||xcomp", "ROOT", "dobj"]
    lower_lifted(heads, labels)
    assert (heads, labels) == ([1, 1, 1], ["prep", "ROOT", "dobj"])
