"""Alignment of units by their yields, checked against all pairs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.comparison.units import Images, Weight, align_yields
from corrigenda.meaning.graph import members

SIZE = 7


@st.composite
def alignments(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    order = draw(st.permutations(range(SIZE)))
    kept = draw(st.lists(st.integers(0, SIZE - 1), unique=True))
    return tuple((i, order[i]) for i in sorted(kept))


yields = st.lists(st.integers(1, 2**SIZE - 1), unique=True, max_size=8)


@given(alignments(), st.integers(0, 2**SIZE - 1))
def test_images(pairs: tuple[tuple[int, int], ...], words: int) -> None:
    become = dict(pairs)
    expected = {become[word] for word in members(words) if word in become}
    assert set(members(Images(pairs).of(words))) == expected


@given(yields, yields, alignments(), st.sampled_from(["harmonic", "printed"]), st.booleans())
def test_the_best_of_all_pairs(
    own: list[int], others: list[int], pairs: tuple[tuple[int, int], ...], weight: Weight,
    larger: bool,
) -> None:  # fmt: skip
    become = dict(pairs)
    found = align_yields(own, others, pairs, weight=weight, larger=larger)
    for words, aligned in zip(own, found, strict=True):
        image = {become[word] for word in members(words) if word in become}
        weights = {}
        for k, other in enumerate(others):
            shared = len(image & set(members(other)))
            size = other.bit_count()
            if shared:
                whole = size if weight == "printed" else Fraction(words.bit_count() + size, 2)
                weights[k] = (Fraction(shared) / whole, size if larger else 0)
        best = max(weights.values(), default=None)
        assert set(aligned) == {k for k, value in weights.items() if value == best}


@pytest.mark.parametrize("weight, counterpart", [("harmonic", 0b11111), ("printed", 0b11)])
def test_why_not_as_printed(weight: Weight, counterpart: int) -> None:
    """An inserted word: as printed, any part of the unit suits it better than the unit with it."""
    others = [0b11111, 0b11]  # words 0 and 1 are a part of it, word 4 is new
    pairs = ((0, 0), (1, 1), (2, 2), (3, 3))
    [[found]] = align_yields([0b1111], others, pairs, weight=weight)
    assert others[found] == counterpart
