"""The places of a source that a correction changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.indices import index_key

SOURCE = "he go to school every days"

words = st.lists(st.sampled_from(["a", "an", "the", "cat", "cats", "dog"]), min_size=1, max_size=7)


@pytest.mark.parametrize(
    ("correction", "with_insertions", "without"),
    [
        (SOURCE, (), ()),
        ("HE GO to School every DAYS", (), ()),
        ("he goes to school every days", (1,), (1,)),
        ("he goes to school every day", (1, 5), (1, 5)),
        # One word more: its place is the last word's.
        ("he goes to the school every days", (1, 5), (1,)),
        # That word has changed, too: its place is there twice.
        ("he goes to the school every day", (1, 5, 5), (1, 5)),
        # A second word goes behind the end.
        ("now he goes to the school every days", (1, 5, 6), (1,)),
        # Deleted words are changed words.
        ("he go to school", (4, 5), (4, 5)),
        ("", (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5)),
    ],
)
def test_places(
    correction: str, with_insertions: tuple[int, ...], without: tuple[int, ...]
) -> None:
    assert index_key(SOURCE, correction) == with_insertions
    assert index_key(SOURCE, correction, insertions=False) == without


def test_what_parts_words_is_no_word_but_has_a_place() -> None:
    """The authors split at every such character, and keep the nothing between two of them."""
    assert index_key("a , b", "a b", insertions=False) == (1, 2)
    assert index_key("the dog's", "the dog s") == ()


@given(words, words)
def test_readings_agree_but_for_insertions(a: list[str], b: list[str]) -> None:
    source, correction = " ".join(a), " ".join(b)
    seen, paper = index_key(source, correction), index_key(source, correction, insertions=False)
    assert len(seen) - len(paper) == max(0, len(b) - len(a))
    assert set(paper) <= set(seen) and set(paper) <= set(range(len(a)))
    assert len(paper) >= len(a) - len(b)
    if not seen:
        assert sorted(a) == sorted(b)


@given(words)
def test_no_change_no_places(a: list[str]) -> None:
    assert index_key(" ".join(a), " ".join(a).upper()) == ()


def test_a_word_that_only_moved_has_not_changed() -> None:
    assert index_key("always he sleeps here", "he always sleeps here") == ()
