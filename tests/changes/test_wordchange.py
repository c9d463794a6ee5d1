"""WordChange: what counts as a changed word, and how often."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.changes.lemmas import noun_lemma
from corrigenda.changes.wordchange import WordChange

sentences = st.lists(
    st.sampled_from(["the", "The", "dog", "dogs", "city", "cities", "it's", ",", ".", "-"]),
    max_size=9,
).map(" ".join)


@given(sentences, st.sampled_from(["any", "approx"]), st.sampled_from(["corpus", "released"]))
def test_identity_changes_nothing(text: str, change: str, tokens: str) -> None:
    measure = WordChange(change=change, tokens=tokens)
    assert measure.count(text, text)[0] == measure.count(text, text.upper())[0] == 0


@given(sentences, sentences)
def test_it_is_symmetric_in_size_and_bounded(a: str, b: str) -> None:
    """Aligned both ways, texts have the same number of words left over, and of pairs."""
    changed, words = WordChange().count(a, b)
    assert 0 <= WordChange(change="approx").count(a, b)[0] <= changed <= words
    numbers = [sum(any(map(str.isalnum, t)) for t in text.split()) for text in (a, b)]
    assert max(numbers) <= words <= sum(numbers)
    assert changed >= abs(numbers[0] - numbers[1])


@pytest.mark.parametrize(
    ("source", "target", "any_", "approx"),
    [
        ("He like dogs .", "He likes dogs .", 1, 0),
        ("He like dogs .", "He adores dogs .", 1, 1),
        ("He like dogs .", "He really likes dogs .", 2, 1),
        ("two city", "two cities", 1, 0),  # three letters, but one lemma
        ("he is", "he was", 1, 1),  # two letters of short words
        ("a house", "a horses", 1, 0),  # house, horse
        ("He likes dogs ,", "He likes dogs .", 0, 0),
        ("He likes dogs", "he likes Dogs", 0, 0),
        ("home .", "", 1, 1),
        ("", "Well done .", 2, 2),
        ("", "", 0, 0),
    ],
)
def test_what_counts(source: str, target: str, any_: int, approx: int) -> None:
    assert WordChange().count(source, target)[0] == any_
    assert WordChange(change="approx").count(source, target)[0] == approx


def test_tokens_of_the_released_code() -> None:
    """They part words at apostrophes and hyphens: one token may be two words."""
    assert WordChange().count("the dog's", "the cats'") == (1, 2)
    assert WordChange(tokens="released").count("the dog's", "the cats'") == (2, 3)


def test_scores_and_distribution() -> None:
    corpus = [cg.Segment(s) for s in ("a b c .", "a b .", "x")]
    output = ["a d e .", "a b !", " ".join("abcdefghijkl")]
    result = cg.evaluate(corpus, {"x": output}, "WordChange", ci=None)
    score = result["x", "WordChange"].score
    assert score.value == pytest.approx((2 + 0 + 12) / 3)
    assert score.parts == pytest.approx({"share": 14 / (3 + 2 + 12), "untouched": 1 / 3})
    assert score.counts == {"changed": 14, "words": 17, "touched": 2, "sentences": 3}
    assert result.sentence_scores("x", "WordChange").tolist() == [2, 0, 12]
    rows = result.rows[0][0].rows
    assert WordChange().distribution(rows) == [1, 0, 1, *[0] * 8, 1]


def test_no_score_of_several_is_the_best() -> None:
    corpus = [cg.Segment("a b .")]
    table = cg.evaluate(
        corpus, {"x": ["a c ."], "y": ["a b ."]}, ["WordChange", "WordOrder", "SentenceBreaks"]
    ).table()
    assert not table.best


def test_nothing_of_nothing() -> None:
    values = WordChange().values(np.zeros(4))
    assert {key: float(value) for key, value in values.items()} == {
        "score": 0, "share": 0, "untouched": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("cities", "city"), ("women", "woman"), ("men", "man"), ("children", "child"),
        ("dogs", "dog"), ("boxes", "box"), ("churches", "church"), ("classes", "class"),
        ("houses", "house"), ("buses", "buse"), ("potatoes", "potato"), ("shoes", "shoe"),
        ("lives", "life"), ("gives", "give"), ("glass", "glass"), ("focus", "focus"),
        ("this", "this"), ("was", "was"), ("ties", "tie"), ("news", "news"), ("s", "s"), ("", ""),
    ],
)  # fmt: skip
def test_lemmas(word: str, lemma: str) -> None:
    assert noun_lemma(word) == lemma
