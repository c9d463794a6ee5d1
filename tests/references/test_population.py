from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.references.populations import Population
from corrigenda.references.unseen import unseen

SOME = {"goes": 30, "went": 12, "is going": 3, "gone": 1}
"""Counts of one sentence."""

GIVEN = Population((0.001, 0.01, 0.3), (100.0, 30.0, 2.0))
"""A population that is easy to add up."""


@settings(max_examples=20)
@given(
    st.lists(st.integers(1, 12), min_size=2, max_size=12), st.sampled_from(["unseen", "empirical"])
)
def test_probabilities_sum_to_one(counts: list[int], method: Any) -> None:
    population = Population.estimate({str(i): c for i, c in enumerate(counts)}, method)
    assert population.mass_above() == pytest.approx(1, abs=1e-12)
    assert population.answers == sum(counts)
    assert population.seen == len(counts)


def test_an_estimate_is_that_of_the_fingerprint() -> None:
    population = Population.estimate(SOME)
    x, h = unseen({1: 1, 3: 1, 12: 1, 30: 1})
    assert population.probabilities == tuple(x)
    assert population.variants == tuple(h)
    assert population.fingerprint == {1: 1, 3: 1, 12: 1, 30: 1}
    assert population == Population.from_fingerprint({1: 1, 3: 1, 12: 1, 30: 1})


def test_thresholds_are_strict() -> None:
    assert GIVEN.variants_above() == 132
    assert GIVEN.variants_above(0.001) == 32
    assert GIVEN.variants_above(0.0009999) == 132
    assert GIVEN.variants_above(0.3) == 0
    assert GIVEN.mass_above(0.001) == pytest.approx(0.9)
    assert GIVEN.mass_above(0.01) == pytest.approx(0.6)


def test_expected_variants_are_those_of_a_simulation() -> None:
    rng = np.random.default_rng(7)
    p = np.repeat(GIVEN.probabilities, np.array(GIVEN.variants, dtype=int))
    found = [np.count_nonzero(rng.multinomial(40, p / p.sum())) for _ in range(4000)]
    error = np.std(found) / len(found) ** 0.5
    assert GIVEN.distinct(40) == pytest.approx(np.mean(found), abs=4 * error)


def test_new_variants_are_those_of_more_annotations_less_those_of_fewer() -> None:
    population = Population.estimate(SOME)
    n = population.answers
    for more in (0, 1, 10, 1000, 10**6):
        expected = population.distinct(n + more) - population.distinct(n)
        assert population.new_variants(more) == pytest.approx(expected, abs=1e-9)
    curve = population.new_variants([0, 1, 10, 1000])
    assert curve.tolist() == [population.new_variants(m) for m in (0, 1, 10, 1000)]
    assert np.all(np.diff(curve) > 0)
    everything = population.variants_above()
    assert population.distinct(10**7) == pytest.approx(everything)


def test_new_variants_of_a_population_that_was_given() -> None:
    assert GIVEN.answers == GIVEN.seen == 0
    assert GIVEN.new_variants(40) == pytest.approx(GIVEN.distinct(40))


def test_one_variant_is_found_at_once() -> None:
    one = Population.estimate({"the same": 50})
    assert one == Population((1.0,), (1.0,), {50: 1})
    assert one.distinct([0, 1, 2]).tolist() == [0, 1, 1]
    assert one.new_variants(100) == 0


@pytest.mark.parametrize("bad", [-1, 1.5, [3, -2]])
def test_annotations_are_counted(bad: Any) -> None:
    with pytest.raises(InputError, match="a number of annotations from 0 on"):
        GIVEN.distinct(bad)


@pytest.mark.parametrize(
    ("probabilities", "variants", "message"),
    [
        ((0.5,), (1.0,), "sum to 1, found 0.5"),
        ((0.5, 0.5), (1.0,), "found 1 and 2"),
        ((), (), "found 0 and 0"),
        ((2.0,), (0.5,), "found 0.5 of 2.0"),
        ((0.0, 1.0), (3.0, 1.0), "found 3.0 of 0.0"),
        ((0.5, 0.5), (3.0, -1.0), "found -1.0 of 0.5"),
        ((float("nan"),), (1.0,), "found 1.0 of nan"),
        ((0.5,), (float("inf"),), "found inf of 0.5"),
    ],
)
def test_what_is_no_population(
    probabilities: tuple[float, ...], variants: tuple[float, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Population(probabilities, variants)


def test_unknown_method() -> None:
    with pytest.raises(InputError, match="'unseen' or 'empirical', not 'guess'"):
        Population.estimate(SOME, "guess")  # type: ignore[arg-type]


def test_json_there_and_back() -> None:
    for population in (Population.estimate(SOME), GIVEN):
        assert Population.from_json(json.loads(json.dumps(population.to_json()))) == population


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variants": None}, "'variants' to be a list, found null"),
        ({"variants": ["two"]}, "numbers in 'variants', found text"),
        ({"probabilities": [True]}, "numbers in 'probabilities', found true or false"),
        ({"fingerprint": {"once": 3}}, "how often variants were seen, found 'once'"),
        ({"fingerprint": {"1": 0.5}}, "expected whole numbers"),
        ({"colour": "red"}, "found also 'colour'"),
    ],
)
def test_bad_json(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Population.from_json({**GIVEN.to_json(), **change})


def test_a_notebook_shows_a_table() -> None:
    shown = Population.estimate(SOME)._repr_html_()
    assert shown.startswith("<table")
    assert "Chao1" in shown


def test_a_terminal_shows_a_line() -> None:
    assert repr(Population.estimate({"a": 3, "b": 2}, "empirical")) == (
        "<Population: 2.00 variants, 2 of them seen in 5 answers>"
    )
    assert repr(Population((0.25,), (4.0,))) == "<Population: 4.00 variants>"
