"""Word alignment: the cheapest assignment, checked against all assignments."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from corrigenda import alignment
from corrigenda.alignment import TIE, align, aligned, is_word
from corrigenda.alignment import words as words_of

words = st.sampled_from(["a", "an", "the", "The", "cat", "cats", "act", "dog", "."])
texts = st.lists(words, max_size=6)


def cost(a, b, pairs, position=Fraction(1), tie=Fraction(TIE)) -> Fraction:
    """What an assignment costs, without rounding."""
    longest = max(len(a), len(b), 1)
    return sum(
        (
            Levenshtein.distance(a[i].lower(), b[j].lower())
            + position * Fraction(abs(i - j), longest)
            + tie * Fraction(i - j, longest) ** 2
            for i, j in pairs
        ),
        Fraction(0),
    )


def cheapest(a, b, position, tie) -> Fraction:
    if len(a) > len(b):
        a, b = b, a
    places = permutations(range(len(b)), len(a))
    return min(cost(a, b, list(enumerate(place)), position, tie) for place in places)


@given(texts, texts, st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, TIE]))
def test_it_is_the_cheapest(a: list[str], b: list[str], position: float, tie: float) -> None:
    pairs = align(a, b, position=position, tie=tie)
    assert len(pairs) == min(len(a), len(b))
    assert list(pairs) == sorted(pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    exact = Fraction(position), Fraction(tie)
    # Rounding may hide what is less than a billionth of the smallest difference that counts.
    found, best = cost(a, b, pairs, *exact), cheapest(a, b, *exact)
    assert float(found - best) == pytest.approx(0, abs=1e-13)


@given(st.lists(words, min_size=1, max_size=3), texts, texts, st.lists(words, max_size=3))
def test_what_both_texts_begin_and_end_with_does_not_make_it_dearer(
    head: list[str], a: list[str], b: list[str], tail: list[str]
) -> None:
    """Shared ends never reach the solver; here all does, and finds nothing cheaper."""
    a, b = head + a + tail, head + b + tail
    lower = [[word.lower() for word in text] for text in (a, b)]
    whole = alignment._solved(*lower, alignment._Cost(max(len(a), len(b)), 1.0, TIE))
    assert float(cost(a, b, align(a, b)) - cost(a, b, whole)) == pytest.approx(0, abs=1e-13)


@given(texts, texts)
def test_long_texts_are_aligned_in_parts(a: list[str], b: list[str]) -> None:
    """No word is aligned twice; a small limit makes any text a long one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alignment, "LARGEST", 4)
        pairs = align(a, b)
    assert list(pairs) == sorted(pairs)
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert len(pairs) <= min(len(a), len(b))


def test_ten_thousand_words_are_aligned_in_bounded_memory() -> None:
    source = [f"w{k % 3001}" for k in range(10_000)]
    target = [word for k, word in enumerate(source) if k % 50]
    pairs = align(source, target)
    same = sum(source[i] == target[j] for i, j in pairs)
    assert same > 0.95 * len(target)


@given(st.lists(words, min_size=1, max_size=4), texts, texts)
def test_common_words_at_the_beginning_belong_together(
    head: list[str], a: list[str], b: list[str]
) -> None:
    pairs = align(head + a, head + b)
    assert pairs[: len(head)] == tuple((i, i) for i in range(len(head)))


@pytest.mark.parametrize(
    ("a", "b", "pairs"),
    [
        ("x b c", "y b c", ((0, 0), (1, 1), (2, 2))),
        ("a b d e", "a b c d e", ((0, 0), (1, 1), (2, 3), (3, 4))),
        ("a b c d e", "a e", ((0, 0), (4, 1))),
        ("a a b", "a b", ((0, 0), (2, 1))),
    ],
)
def test_small_changes_never_reach_the_solver(
    a: str, b: str, pairs: alignment.Pairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(alignment, "_solved")
    assert align(a.split(), b.split()) == pairs
    assert align(b.split(), a.split()) == tuple((j, i) for i, j in pairs)


def test_a_last_word_is_left_over_if_the_same_word_is_nearer() -> None:
    assert align(["q", "x", "z", "x"], ["y", "x"]) == ((0, 0), (1, 1))


@given(st.lists(words, max_size=30))
def test_a_text_with_itself(text: list[str]) -> None:
    assert align(text, [word.upper() for word in text]) == tuple((i, i) for i in range(len(text)))


def test_repeated_words_do_not_cross() -> None:
    """Both ways cost 2/3 by position alone; crossing has a distance of 2, parallel two of 1."""
    assert align(["the", "the"], ["x", "the", "the"]) == ((0, 1), (1, 2))


def test_case() -> None:
    assert align(["Us", "us"], ["us", "Us"]) == ((0, 0), (1, 1))
    assert align(["Us", "us"], ["us", "Us"], case=True) == ((0, 1), (1, 0))


def test_the_shorter_text_is_matched_completely() -> None:
    assert align(["abc"], ["xyzw", "q"]) == ((0, 1),)
    assert align([], ["a"]) == align(["a"], []) == align([], []) == ()


def test_position_decides_between_equal_words() -> None:
    assert align(["x", "x", "x", "b"], ["b", "x"]) == ((1, 1), (3, 0))
    assert align(["b", "q", "b"], ["b"], position=0, tie=0) in (((0, 0),), ((2, 0),))
    assert align(["b", "q", "b"], ["b"]) == ((0, 0),)


def test_tokens() -> None:
    assert words_of("Don't go , OK ?") == ["don't", "go", ",", "ok", "?"]
    assert words_of("Don't go , OK", "released") == ["don", "t", "go", "", "", "ok"]
    assert words_of("") == []
    assert words_of("", "released") == [""]
    assert is_word("n't") and is_word("_") and not is_word("...") and not is_word("")


@pytest.mark.parametrize(
    ("source", "target", "left"),
    [("a b c", "a c", ["b"]), ("a c", "a b c ,", ["b", ","]), ("a b", "b a", []), ("", "a", ["a"])],
)
def test_words_left_over(source: str, target: str, left: list[str]) -> None:
    assert aligned(source, target).left_over == left
