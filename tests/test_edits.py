"""Edits: applying, finding, changing the unit."""

from __future__ import annotations

import doctest
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda import edits as module
from corrigenda.edits import Edit, Merge, apply_bytes, apply_chars, apply_tokens, extract
from corrigenda.errors import InputError
from corrigenda.units import (
    bytes_to_chars,
    chars_to_bytes,
    same_tokens,
    to_chars,
    to_tokens,
    token_extents,
)

WORDS = st.sampled_from(["a", "b", "c", "dd", "é", "."])
SENTENCES = st.lists(WORDS, max_size=8)
SPACED = st.text(alphabet="ab \t\u00a0\u2028", max_size=12)  # all of them are parted by split()


def alternatives(texts: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str | None, ...]]:
    return st.lists(st.none() | texts, max_size=3).map(tuple)


@st.composite
def char_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits over its characters that do not overlap."""
    text = draw(SPACED)
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    texts = alternatives(st.text(alphabet="xy ", max_size=4))
    return text, [
        Edit(start, end, draw(texts), draw(st.sampled_from(["", "R", "M"])), "char")
        for start, end in zip(points[::2], points[1::2], strict=False)
    ]


@st.composite
def token_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits over its tokens that do not overlap."""
    text = draw(SPACED)
    points = sorted(draw(st.lists(st.integers(0, len(text.split())), max_size=8)))
    texts = alternatives(st.lists(WORDS, max_size=2).map(" ".join))
    return text, [
        Edit(start, end, draw(texts)) for start, end in zip(points[::2], points[1::2], strict=False)
    ]


def test_the_docstrings_examples_hold() -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


# --- applying ---------------------------------------------------------------------------------


def test_insertions_at_one_point_keep_their_order() -> None:
    edits = [Edit(1, 2, ("B",)), Edit(1, 1, ("x",)), Edit(1, 1, ("y",))]
    assert apply_tokens(["a", "b"], edits) == ["a", "x", "y", "B"]


def test_the_last_alternative_stands_in_for_those_an_edit_does_not_have() -> None:
    edits = [Edit(0, 1, ("x", "y")), Edit(1, 2, ("z",)), Edit(2, 3, ())]
    assert apply_tokens(["a", "b", "c"], edits, 1) == ["y", "z", "c"]


def test_none_leaves_the_source_alone() -> None:
    assert apply_tokens(["a", "b"], [Edit(0, 1, (None, "x"))]) == ["a", "b"]
    assert apply_chars("ab", [Edit(0, 1, (None, "x"), unit="char")], 1) == "xb"


@pytest.mark.parametrize(
    ("edits", "message"),
    [
        ([Edit(0, 2, ("x",)), Edit(1, 2, ("y",))], "overlaps the edit before it, which ends at 2"),
        ([Edit(1, 3, ("x",))], "ends after the source, which has 2 tokens"),
        ([Edit(0, 1, ("x",), unit="char")], "does not count tokens"),
    ],
)
def test_edits_that_cannot_be_applied(edits: list[Edit], message: str) -> None:
    with pytest.raises(InputError, match=message):
        apply_tokens(["a", "b"], edits)


def test_an_extent_must_not_run_backwards() -> None:
    with pytest.raises(InputError, match="0 <= start <= end, found 2:1"):
        Edit(2, 1)


# --- showing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "shown"),
    [
        (Edit(1, 2, ("likes",), "R"), "<del>1:2</del> <ins>likes</ins> <small>R</small>"),
        (Edit(1, 2, ("a", "b")), "<del>1:2</del> <ins>a</ins> | <ins>b</ins>"),
        (Edit(1, 3, ("",), "U"), "<del>1:3</del> <small>U</small>"),
        (Edit(1, 3, ("a", "", None)), "<del>1:3</del> <ins>a</ins> | (nothing) | (as it is)"),
        (Edit(2, 2, ("a",), "M"), "<code>2:2</code> <ins>a</ins> <small>M</small>"),
        (Edit(1, 2, (), "UNK"), "<del>1:2</del> ? <small>UNK</small>"),
        (
            Edit(1, 2, ("<script>",), '"&'),
            "<del>1:2</del> <ins>&lt;script&gt;</ins> <small>&quot;&amp;</small>",
        ),
    ],
)
def test_notebooks_show_an_edit(edit: Edit, shown: str) -> None:
    assert edit._repr_html_() == f'<span class="mathjax_ignore tex2jax_ignore">{shown}</span>'


# --- finding ----------------------------------------------------------------------------------


@given(
    SENTENCES,
    SENTENCES,
    st.sampled_from(["split", "equal", "adjacent"]),
    st.integers(0, 2),
    st.sampled_from([1, 2]),
)
def test_what_is_extracted_turns_one_into_the_other(
    source: list[str], target: list[str], merge: Merge, gap: int, substitution: Literal[1, 2]
) -> None:
    edits = extract(source, target, merge=merge, gap=gap, substitution=substitution)
    assert apply_tokens(source, edits) == target
    for edit in edits:
        assert edit.type == ("M" if edit.is_insertion else "R" if edit.texts[0] else "U")
        if merge == "split":
            assert edit.end - edit.start <= 1
            assert len(edit.texts[0].split()) <= 1
        if substitution == 2 and merge != "adjacent":
            assert edit.type != "R"
    if merge == "adjacent":
        assert all(b.start - a.end > gap for a, b in pairwise(edits))


@given(SENTENCES, st.sampled_from(["split", "equal", "adjacent"]))
def test_nothing_is_extracted_from_equals(source: list[str], merge: Merge) -> None:
    assert extract(source, list(source), merge=merge) == []


def test_a_gap_joins_changes_across_unchanged_tokens() -> None:
    source, target = ["a", "b", "c", "d"], ["A", "b", "C", "d"]
    assert [(e.start, e.end) for e in extract(source, target)] == [(0, 1), (2, 3)]
    assert extract(source, target, gap=1) == [Edit(0, 3, ("A b C",), "R")]


def test_equal_operations_are_joined_and_others_are_not() -> None:
    source, target = ["a", "b", "c"], ["x", "y"]
    found = extract(source, target, merge="equal", substitution=2)
    assert found == [Edit(0, 0, ("x y",), "M"), Edit(0, 3, ("",), "U")]


# --- changing the unit ------------------------------------------------------------------------


@given(st.data())
def test_texts_have_the_same_tokens_if_they_are_split_alike(data: st.DataObject) -> None:
    letters = st.text(st.sampled_from("ab \t\u00a0"), max_size=8)
    one, other = data.draw(letters), data.draw(letters)
    assert same_tokens(one, other) == (one.split() == other.split())


@given(SPACED)
def test_token_extents_hold_the_tokens(text: str) -> None:
    assert [text[start:end] for start, end in token_extents(text)] == text.split()


@given(char_edits())
def test_to_tokens_gives_the_same_tokens(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    converted = to_tokens(text, edits)
    for k in range(3):
        assert apply_tokens(text.split(), converted, k) == apply_chars(text, edits, k).split()
    assert sum(not e.alternatives for e in converted) <= sum(not e.alternatives for e in edits)


@given(token_edits())
def test_to_chars_gives_the_same_tokens(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    converted = to_chars(text, edits)
    assert len(converted) == len(edits)
    for k in range(3):
        assert apply_chars(text, converted, k).split() == apply_tokens(text.split(), edits, k)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(3, 7, ("likes",), "V", "char"), [Edit(1, 2, ("likes",), "V")]),
        (Edit(7, 7, ("s", "d"), "", "char"), [Edit(1, 2, ("likes", "liked"))]),
        (Edit(7, 7, (" the",), "", "char"), [Edit(2, 2, ("the",))]),
        (Edit(8, 8, ("the ",), "", "char"), [Edit(2, 2, ("the",))]),
        (Edit(7, 8, ("",), "", "char"), [Edit(1, 3, ("likedog.",))]),
        (Edit(3, 8, ("",), "", "char"), [Edit(1, 2, ("",))]),
        (Edit(2, 7, ("",), "", "char"), [Edit(1, 2, ("",))]),
        (Edit(12, 12, (" So",), "", "char"), [Edit(3, 3, ("So",))]),
        (Edit(8, 11, (), "N", "char"), [Edit(2, 3, (), "N")]),
        (Edit(7, 8, ("  ",), "", "char"), []),
        (Edit(8, 8, (), "M", "char"), [Edit(2, 2, (), "M")]),
        (Edit(3, 7, (None, "likes"), "", "char"), [Edit(1, 2, (None, "likes"))]),
    ],
)
def test_one_edit_over_characters(edit: Edit, expected: list[Edit]) -> None:
    assert to_tokens("He like dog.", [edit]) == expected


def test_edits_of_one_token_become_one() -> None:
    edits = [
        Edit(0, 1, ("b",), "CASE", "char", (("a", "1"),)),
        Edit(2, 3, ("d", "e"), "SPELL", "char", (("b", "2"),)),
    ]
    expected = Edit(0, 1, ("bxd", "bxe"), "CASE+SPELL", "token", (("a", "1"), ("b", "2")))
    assert to_tokens("axc y", edits) == [expected]


def test_edits_stay_apart_where_whitespace_stays() -> None:
    edits = [Edit(0, 1, ("x",), "", "char"), Edit(2, 3, ("y",), "", "char")]
    assert to_tokens("a b", edits) == [Edit(0, 1, ("x",)), Edit(1, 2, ("y",))]


def test_an_extent_over_several_tokens_keeps_them_all() -> None:
    edit = Edit(0, 7, ("the",), "", "char")
    assert to_tokens("the the", [edit]) == [Edit(0, 2, ("the",))]


def test_conversions_check_their_edits() -> None:
    with pytest.raises(InputError, match="ends after the source, which has 2 tokens"):
        to_chars("a b", [Edit(1, 3)])
    with pytest.raises(InputError, match="ends after the source, which has 3 chars"):
        to_tokens("a b", [Edit(1, 4, unit="char")])
    with pytest.raises(InputError, match="overlaps the edit before it, which ends at 2"):
        to_tokens("a b", [Edit(0, 2, unit="char"), Edit(1, 3, unit="char")])


def test_insertions_and_deletions_mind_the_spaces() -> None:
    text = "He really like dogs ."
    edits = [Edit(1, 2, ("",)), Edit(3, 3, ("big",)), Edit(4, 5, ("",)), Edit(5, 5, ("!",))]
    assert apply_chars(text, to_chars(text, edits)) == "He like big dogs !"


# --- bytes ------------------------------------------------------------------------------------


@st.composite
def byte_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits over the bytes of its UTF-8, in any order."""
    text = draw(st.text(alphabet="ab é€𝄞", max_size=12))
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits = [
        Edit(len(text[:i].encode()), len(text[:j].encode()), draw(alternatives(st.just("ö"))))
        for i, j in zip(points[::2], points[1::2], strict=False)
    ]
    edits = [Edit(e.start, e.end, e.alternatives, "t", "byte", (("index", "1"),)) for e in edits]
    return text, draw(st.permutations(edits))


@given(byte_edits(), st.integers(0, 2))
def test_bytes_become_characters_and_bytes_again(
    given_edits: tuple[str, list[Edit]], alternative: int
) -> None:
    text, edits = given_edits
    chars = bytes_to_chars(text.encode(), edits)
    assert chars_to_bytes(text, chars) == edits
    assert [text[c.start : c.end].encode() for c in chars] == [
        text.encode()[e.start : e.end] for e in edits
    ]
    assert apply_bytes(text.encode(), edits, alternative).decode() == apply_chars(
        text, chars, alternative
    )


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (
            Edit(1, 2, ("x",), "", "byte", (("index", "0001-0007"),)),
            "edit 0001-0007, Edit(1:2 -> 'x', over bytes): byte 1 is in the middle of a character",
        ),
        (
            Edit(0, 5, ("x",), "", "byte"),
            "Edit(0:5 -> 'x', over bytes) ends after the source, which has 3 bytes",
        ),
        (
            Edit(0, 1, ("x",), "", "char"),
            "Edit(0:1 -> 'x', over characters) does not count bytes, so it cannot be applied here",
        ),
    ],
)
def test_bytes_that_are_no_characters(edit: Edit, message: str) -> None:
    with pytest.raises(InputError) as caught:
        bytes_to_chars("éa".encode(), [edit])
    assert caught.value.message == message


def test_bytes_that_are_not_utf_8() -> None:
    with pytest.raises(InputError, match="expected UTF-8, found byte 0xE9"):
        bytes_to_chars(b"\xe9", [])
