"""What a misspelt word is taken for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from corrigenda.meaning.parser.spelling import COMMON, KEY, RARE, meant, slips

WORD = st.text("abcxyz", min_size=1, max_size=6)


def reached(word: str) -> set[str]:
    return {other for other, _ in slips(word)}


@given(WORD)
def test_slips_are_one_slip_away(word: str) -> None:
    assert all(OSA.distance(word, other) <= 1 for other in reached(word))


@given(WORD, WORD)
def test_all_that_is_one_slip_away_is_a_slip(word: str, other: str) -> None:
    assert (OSA.distance(word, other) <= 1) == (other in reached(word))


@given(WORD, st.integers(0, 6), st.sampled_from("abcxyz"))
def test_slips_go_both_ways(word: str, at: int, letter: str) -> None:
    longer = word[:at] + letter + word[at:]
    assert longer in reached(word)
    assert word in reached(longer)


@pytest.mark.parametrize(
    ("word", "other", "likely"),
    [
        ("recomend", "recommend", COMMON),  # left out
        ("hottel", "hotel", COMMON),  # doubled
        ("htis", "this", COMMON),  # changed places
        ("seperate", "separate", KEY),  # a vowel for a vowel
        ("hptel", "hotel", KEY),  # the key beside it
        ("hopyel", "hopel", RARE),  # y is beside neither p nor e
        ("hoptel", "hotel", KEY),  # p is beside o
        ("hozel", "hotel", RARE),
    ],
)
def test_how_likely_slips_are(word: str, other: str, likely: float) -> None:
    assert max(slip for found, slip in slips(word) if found == other) == likely


def test_the_slip_and_the_frequency_both_count() -> None:
    assert meant("thes", {"the": 1, "these": 2}) == ("these", 0.5)  # for `the`, s is hardly added
    assert meant("thes", {"the": 1, "these": 40}) == ("the", 0.1)
    assert meant("xyz", {"the": 1}) is None
    assert meant("the", {"the": 1}) is None  # a word is no slip of itself
