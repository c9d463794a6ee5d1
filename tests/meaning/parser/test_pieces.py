"""Words to pieces, and misspelt words to the words they are taken for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from corrigenda.meaning.parser.pieces import Pieces, slips

SPECIAL = ["[UNK]", "[CLS]", "[SEP]"]
LETTERS = [*"abcdefghijklmnopqrstuvwxyz"]
WORDS = ["the", "of", "them", "recommend", "receive", "breakfast", "hotel", "writing"]
INSIDE = [f"##{letter}" for letter in LETTERS] + ["##ing", "##est"]
VOCABULARY = SPECIAL + LETTERS + WORDS + INSIDE

WORD = st.text("abcxyz", min_size=1, max_size=6)


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    return Pieces(VOCABULARY)


def read(pieces: Pieces, token: str) -> str:
    return " ".join(VOCABULARY[number] for number in pieces.of([token])[0])


@pytest.mark.parametrize(
    ("token", "seen"),
    [
        ("hotel", "hotel"),
        ("recomend", "recommend"),  # a letter too few
        ("recommmend", "recommend"),  # too many
        ("recommand", "recommend"),  # another
        ("recieve", "receive"),  # two that changed places
        ("teh", "the"),
        ("thew", "the"),  # `them` is as near, and rarer
        ("breakfasts", "breakfast ##s"),  # a word with an ending
        ("hotelest", "hotel ##est"),
        ("hotelx", "hotel"),
        ("Recomend", "r ##e ##c ##o ##m ##e ##n ##d"),  # maybe a name
        ("o", "o"),
        ("kk", "k ##k"),  # near to `k`, but a letter is no word
        ("rcmend", "r ##c ##m ##e ##n ##d"),  # too far from anything
        ("recom3nd", "[UNK]"),  # a word with a sign that no piece has is unknown as a whole
    ],
)
def test_what_the_encoder_sees(pieces: Pieces, token: str, seen: str) -> None:
    assert read(pieces, token) == seen


def test_what_is_remembered_is_the_same(pieces: Pieces) -> None:
    once = pieces.of(["recomend", "the", "recomend"])
    assert pieces.of(["recomend", "the", "recomend"]) == once


@given(WORD)
def test_slips_are_one_slip_away(word: str) -> None:
    assert all(OSA.distance(word, other) <= 1 for other in slips(word))


@given(WORD, WORD)
def test_all_that_is_one_slip_away_is_a_slip(word: str, other: str) -> None:
    assert (OSA.distance(word, other) <= 1) == (other in set(slips(word)))


@given(WORD, st.integers(0, 6), st.sampled_from("abcxyz"))
def test_slips_go_both_ways(word: str, at: int, letter: str) -> None:
    longer = word[:at] + letter + word[at:]
    assert longer in set(slips(word))
    assert word in set(slips(longer))
