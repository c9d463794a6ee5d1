from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from corrigenda.errors import InputError
from corrigenda.numerics import dot
from corrigenda.references.unseen import (
    Histogram,
    _padded,
    _seen_per_mass,
    answers,
    empirical,
    fingerprint,
    grid,
    tidied,
    unseen,
)
from corrigenda.statistics.resampling import Array
from tests.conftest import Shared
from tests.references.released import released

THRESHOLDS = (0, 0.001, 0.01, 0.1)

samples = st.lists(st.integers(1, 12), min_size=1, max_size=15).filter(lambda c: sum(c) > 1)


def misfit(histogram: Histogram, seen: dict[int, int], *, samples: int | None = None) -> float:
    """What UnseenEst minimises: how far the fingerprint is from what the histogram lets expect."""
    f, n = _padded(tidied(seen), samples)
    x, h = histogram
    expected = dot(_seen_per_mass(x, n, len(f)), h * x)
    return float(np.sum(np.abs(f - expected) / np.sqrt(f + 1)))


def seen_of(counts: list[int]) -> dict[int, int]:
    return fingerprint({f"v{i}": count for i, count in enumerate(counts)})


def naive(seen: dict[int, int], method: str) -> tuple[float, Array, Array]:
    """The programme as it is defined, its unknowns numbers of variants: optimum, x, h."""
    n, highest = answers(seen), max(seen)
    x = grid(n, highest)
    padded = highest + int(np.ceil(np.sqrt(highest)))
    f = np.array([seen.get(i, 0) for i in range(1, padded + 1)], dtype=float)
    p = stats.binom.pmf(np.arange(1, padded + 1)[:, None], n, x)
    # Unknowns: h, and bounds u of the deviations, -u ≤ f - p h ≤ u.
    u = np.eye(padded)
    found = optimize.linprog(
        np.concatenate([np.zeros(len(x)), 1 / np.sqrt(f + 1)]),
        A_ub=np.block([[p, -u], [-p, -u]]),
        b_ub=np.concatenate([f, -f]),
        A_eq=np.concatenate([x, np.zeros(padded)])[None],
        b_eq=[1.0],
        bounds=(0, None),
        method=method,
    )
    assert found.success
    return found.fun, x, found.x[: len(x)]


@settings(max_examples=25)
@given(samples)
def test_no_histogram_fits_better(counts: list[int]) -> None:
    seen = seen_of(counts)
    optimum, x, h = naive(seen, "highs-ipm")
    found = unseen(seen)
    assert misfit(found, seen) == pytest.approx(optimum, abs=1e-6)
    # And it is the same histogram, as far as anything that is made of it can tell.
    for m in (1, 5, 50, 500):
        ours = found.variants * found.probabilities @ (1 - (1 - found.probabilities) ** m)
        assert ours == pytest.approx(h * x @ (1 - (1 - x) ** m), abs=1e-4)


@settings(max_examples=25)
@given(samples)
def test_masses_sum_to_one_and_probabilities_are_of_the_grid(counts: list[int]) -> None:
    seen = seen_of(counts)
    for x, h in (unseen(seen), empirical(seen)):
        assert x @ h == pytest.approx(1, abs=1e-12)
        assert np.all((x > 0) & (x <= 1) & (h > 0))
        assert np.all(np.diff(x) > 0)
    assert np.isin(unseen(seen).probabilities, grid(sum(counts), max(counts))).all()


@settings(max_examples=25)
@given(samples, st.randoms())
def test_the_order_of_counts_does_not_matter(counts: list[int], random: object) -> None:
    shuffled = list(counts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for a, b in zip(unseen(seen_of(counts)), unseen(seen_of(shuffled)), strict=True):
        assert a.tolist() == b.tolist()


def test_misfit_is_the_definition() -> None:
    histogram = Histogram(np.array([0.1, 0.5]), np.array([5.0, 1.0]))
    seen = {1: 2, 2: 1}  # four answers; padded with two zeros
    expected = sum(
        abs(f - sum(h * stats.binom.pmf(i, 4, x) for x, h in zip(*histogram, strict=True)))
        / (f + 1) ** 0.5
        for i, f in [(1, 2), (2, 1), (3, 0), (4, 0)]
    )
    assert misfit(histogram, seen) == pytest.approx(expected, rel=1e-12)


def test_the_grid() -> None:
    found = grid(50, 10)
    assert len(found) == 143
    assert found[0] == 1 / 5000
    np.testing.assert_allclose(found[1:] / found[:-1], 1.05)
    assert found[-2] < 10 / 50 <= found[-1]
    assert grid(50, 50)[-1] == 1  # cut, otherwise 1.02


def test_empirical_is_what_was_seen() -> None:
    x, h = empirical({1: 2, 4: 1})
    assert x.tolist() == [1 / 6, 4 / 6]
    assert h.tolist() == [2, 1]


@pytest.mark.parametrize("n", [2, 3, 8, 50, 200])
def test_all_answers_alike_are_one_variant(n: int) -> None:
    x, h = unseen({n: 1})
    assert x.tolist() == [1]
    assert h.tolist() == [1]


@pytest.mark.parametrize("n", [2, 3, 50, 200])
def test_answers_that_all_differ_are_as_many_variants_as_the_grid_has_room_for(n: int) -> None:
    x, h = unseen({1: n})
    assert x.tolist() == [1 / (100 * n)]
    assert h.tolist() == pytest.approx([100 * n])


def test_one_answer_says_nothing() -> None:
    with pytest.raises(InputError, match=r"at least 2 answers .* found 1") as caught:
        unseen({1: 1})
    assert "empirical" in str(caught.value)
    assert empirical({1: 1}).probabilities.tolist() == [1]


@pytest.mark.parametrize("estimate", [unseen, empirical])
def test_no_answers(estimate: object) -> None:
    for seen in ({}, {3: 0}):
        with pytest.raises(InputError, match="expected answers to estimate from, found none"):
            estimate(seen)  # type: ignore[operator]


def test_seen_more_often_than_there_were_samples() -> None:
    with pytest.raises(InputError, match="seen 7 times in 5 samples"):
        unseen({7: 1}, samples=5)


def test_zeros_in_a_fingerprint_do_not_matter() -> None:
    plain, padded = unseen({1: 5, 3: 2}), unseen({1: 5, 2: 0, 3: 2, 4: 0, 5: 0})
    assert plain.variants.tolist() == padded.variants.tolist()
    assert plain.probabilities.tolist() == padded.probabilities.tolist()


def test_samples_that_hold_many_variants_and_a_limit_that_binds() -> None:
    seen = {i: round(3e5 / i**1.8) for i in range(1, 200)}
    n = 4000
    mass = answers(seen) / n
    free, bound = unseen(seen, samples=n), unseen(seen, samples=n, most=4e5)
    for x, h in (free, bound):
        assert x @ h == pytest.approx(mass, rel=1e-9)
    assert free.variants.sum() > 4e5
    assert bound.variants.sum() == pytest.approx(4e5, rel=1e-6)
    assert misfit(bound, seen, samples=n) > misfit(free, seen, samples=n)


# --- the published programme --------------------------------------------------------------------


def test_the_golden_programmes(shared: Shared) -> None:
    fixtures = shared.golden("reference_bias")["unseenest"]["fixtures"]
    assert len(fixtures) == 48
    for fixture in fixtures:
        seen = dict(enumerate(fixture["fingerprint"], 1))
        found = unseen(seen)
        x, h = found
        assert len(grid(fixture["n"], max(seen))) == fixture["grid_points"]
        assert misfit(found, seen) == pytest.approx(fixture["lp_objective"], abs=1e-6)
        variants = [h[x > q].sum() for q in THRESHOLDS]
        masses = [(h * x)[x > q].sum() for q in THRESHOLDS]
        assert variants == pytest.approx(fixture["variants_gt_0_001_01_1"], rel=1e-3, abs=1e-3)
        assert masses == pytest.approx(fixture["mass_gt_0_001_01_1"], abs=1e-4)


@pytest.mark.parametrize(("kind", "expected"), [("exact", 48), ("index", 38)])
def test_the_released_outputs_follow_from_their_inputs(
    kind: str, expected: int, shared: Shared
) -> None:
    alike = 0
    for sentence in released(shared, kind).values():
        if sentence.seen is None:
            continue
        (x, h), theirs = unseen(sentence.seen), sentence.histogram
        for q in THRESHOLDS:  # theirs is smeared over neighbours on the grid
            number = theirs.variants[theirs.probabilities > q].sum()
            assert number == pytest.approx(h[x > q].sum(), rel=1e-3, abs=1e-3)
        for m in (1, 2, 5, 10, 20, 50, 1000):
            covered = theirs.variants * theirs.probabilities @ (1 - (1 - theirs.probabilities) ** m)
            assert covered == pytest.approx(h * x @ (1 - (1 - x) ** m), abs=1e-4)
        alike += 1
    assert alike == expected


def test_the_example_of_the_reference_implementation() -> None:
    """`example/example_input.txt` of github.com/jameszou/unseenest, from 118,396 alleles."""
    path = os.environ.get("CORRIGENDA_UNSEENEST_EXAMPLE")
    if path is None:
        pytest.skip("set CORRIGENDA_UNSEENEST_EXAMPLE to where the example is")
    seen = dict(enumerate(map(int, Path(path).read_text(encoding="utf-8").split()), 1))
    found = unseen(seen, samples=118396)
    assert misfit(found, seen, samples=118396) == pytest.approx(1156.85536, abs=1e-4)
    assert found.variants.sum() == pytest.approx(6.5e7, rel=1e-9)
    assert len(grid(118396, max(seen))) == 241
