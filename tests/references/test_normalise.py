"""When two corrections count as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.references.normalise import (
    NORMALISATIONS,
    cased,
    early,
    normalisation,
    paper,
    plain,
)


@pytest.mark.parametrize(
    ("text", "paper_form", "cased_form", "early_form", "plain_form"),
    [
        ("He goes .", "he goes", "He goes", "He goes ", "He goes ."),
        ("He goes", "he goes", "He goes", "He goes", "He goes"),
        (" It's\nMine!", "it s mine", "It s Mine", " Its Mine ", "It's Mine!"),
        ("The U . S . won", "the us won", "The US won", "TheU S won", "The U . S . won"),
        ("In a town", "in a town", "In a town", "Ina town", "In a town"),
        ("snake_case 2,5", "snake_case 2 5", "snake_case 2 5", "snake_case 2 5", "snake_case 2,5"),
        ("naïve é x y", "naïve é x y", "naïve é x y", "naïve éx y", "naïve é x y"),
    ],
)
def test_forms(
    text: str, paper_form: str, cased_form: str, early_form: str, plain_form: str
) -> None:
    assert paper(text) == paper_form
    assert cased(text) == cased_form
    assert early(text) == early_form
    assert plain(text) == plain_form


@given(st.text("aBc .,'\n", max_size=12))
def test_words_are_joined_but_never_lost(text: str) -> None:
    letters = [c for c in text if c.isalpha()]
    assert [c for c in early(text) if c != " "] == [c for c in cased(text) if c != " "] == letters
    assert paper(text) == cased(text).lower()
    assert plain(text).split() == text.split()


def test_neither_punctuation_nor_tokens_matter() -> None:
    assert paper("Well , it 's done !") == paper("well: it's “done”...") == "well it s done"


def test_names() -> None:
    assert all(normalisation(name) is form for name, form in NORMALISATIONS.items())
    with pytest.raises(InputError, match="no normalisation 'none'"):
        normalisation("none")
