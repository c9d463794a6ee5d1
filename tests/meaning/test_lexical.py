"""What words mean, beside structure."""

from __future__ import annotations

import pytest
from hypothesis import given

from corrigenda.meaning.comparison.lexical import by_letters, opposite, polarities
from corrigenda.meaning.comparison.usim import Definition, match, usim
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from tests.conftest import expensive
from tests.meaning.graphs import graphs

EDITS = Definition(lexical="edits")


def two(one: str, other: str) -> tuple[Graph, Graph]:
    return from_brackets(one), from_brackets(other)


def test_structure_alone_does_not_see_opposites() -> None:
    pair = two("[H [A I] [P like] [A it]]", "[H [A I] [P dislike] [A it]]")
    assert usim(*pair) == 1
    assert match(*pair, EDITS).counts == (3, 3, 3, 3, 4, 4)


def test_negation_turns_the_main_relation() -> None:
    pair = two("[H [A It] [F is] [S good]]", "[H [A It] [F is] [D not] [S good]]")
    assert match(*pair).counts == (4, 4, 4, 4, 4, 5)
    assert match(*pair, EDITS).counts == (3, 3, 3, 3, 4, 5)


def test_negation_of_another_scene_does_not() -> None:
    one = from_brackets("[H [A It] [S good]] [L but] [H [A he] [F did] [D not] [P go]]")
    turned = [edge.labels for edge, odd in zip(one.edges, polarities(one), strict=True) if odd]
    assert turned == [("P",)]


def test_two_negations_cancel_out() -> None:
    one = from_brackets("[H [A nobody] [F did] [D n't] [P go]]")
    assert not any(polarities(one))


def test_a_misspelling_costs_little_and_another_word_much() -> None:
    gold = "[H [A I] [P receive] [A it]]"
    slip = match(*two("[H [A I] [P recieve] [A it]]", gold), EDITS).usim
    other = match(*two("[H [A I] [P throw] [A it]]", gold), EDITS).usim
    assert 1 > slip > 0.9
    assert other < slip - 0.1


def test_units_with_units_below_are_not_weighed() -> None:
    pair = two("[H [A [E old] [C men]] [P sleep]]", "[H [A [E wise] [C men]] [P sleep]]")
    near = by_letters("old", "wise")
    assert match(*pair, EDITS).counts[0] == 4 + near


@expensive
@given(graphs(attributes=False, max_units=8))
def test_a_text_and_itself(one: Graph) -> None:
    if one.leaves or len(one.units) == 1 or all(unit.implicit for unit in one.units[1:]):
        assert usim(one, one, EDITS) == usim(one, one)


@expensive
@given(graphs(attributes=False, min_tokens=1), graphs(attributes=False, min_tokens=1))
def test_it_never_raises_the_score(one: Graph, other: Graph) -> None:
    if one.leaves and other.leaves:
        plain, lexical = match(one, other).counts, match(one, other, EDITS).counts
        assert all(a <= b + 1e-12 for a, b in zip(lexical, plain, strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [("like", "dislike"), ("unhappy", "happy"), ("useful", "useless"), ("possible", "impossible")],
)
def test_opposites(one: str, other: str) -> None:
    assert opposite(one, other)
    assert opposite(other, one)


@pytest.mark.parametrize(("one", "other"), [("it", "unit"), ("like", "likes"), ("ful", "less")])
def test_no_opposites(one: str, other: str) -> None:
    assert not opposite(one, other)
