"""SentenceBreaks: splits, joins, and sentences that are gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.measures.breaks import SentenceBreaks, sentences_in

texts = st.lists(st.sampled_from(["It", "rains", ".", "?", "!", ",", "..."]), max_size=10)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (". ! ?", 0),
        ("It rains", 1),
        ("It rains .", 1),
        ("It rains . ! Does it ?", 2),
        ("It rains . ''", 1),
        ("e.g. this", 1),
    ],
)
def test_counting(text: str, count: int) -> None:
    assert sentences_in(text) == count


@given(texts, texts)
def test_stops_part_texts(a: list[str], b: list[str]) -> None:
    one, other = " ".join(a), " ".join(b)
    assert sentences_in(f"{one} . {other}") == sentences_in(one) + sentences_in(other)


@given(texts, texts)
def test_one_kind_of_change_a_line_or_none(a: list[str], b: list[str]) -> None:
    source, target = " ".join(a), " ".join(b)

    def row(one: str, other: str) -> tuple[float, ...]:
        [found] = SentenceBreaks().candidates(cg.Segment(one), cg.Correction(one, text=other))
        return tuple(found)

    assert row(source, source) == (0, 0, 0, 1)
    split, joined, emptied, _ = row(source, target)
    back_split, back_joined, back_emptied, _ = row(target, source)
    assert (split, joined + emptied) == (back_joined + back_emptied, back_split)
    assert split + joined + emptied <= 1


def test_scores() -> None:
    corpus = [cg.Segment(s) for s in ("Hi , you .", "Hi . You .", "Hi .", "Hi .")]
    output = ["Hi . You .", "Hi , you .", "", "Hello !"]
    score = cg.evaluate(corpus, {"x": output}, "SentenceBreaks", ci=None)["x", "SentenceBreaks"]
    assert float(score) == 0.75
    assert score.score.counts == {"split": 1, "joined": 1, "emptied": 1, "lines": 4}
