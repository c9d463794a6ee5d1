from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.references import covered_mass as module
from corrigenda.references.covered_mass import coverage_table, covered_mass
from corrigenda.references.populations import Population
from corrigenda.statistics.resampling import Array
from tests.conftest import Shared
from tests.references.released import released


def population_of(p: Array) -> Population:
    """Every variant for itself."""
    return Population(tuple(map(float, p)), (1.0,) * len(p))


def random_population(rng: np.random.Generator) -> Array:
    p = rng.dirichlet(np.full(int(rng.integers(2, 40)), rng.choice([0.1, 0.5, 2.0])))
    p = np.maximum(p, 1e-6)
    return p / p.sum()


weights = st.lists(st.floats(1e-4, 1.0), min_size=1, max_size=12)
"""A population of whole variants, but for a factor."""

histograms = st.lists(
    st.tuples(st.floats(1e-3, 1.0), st.floats(0.01, 30.0)), min_size=1, max_size=5
)
"""A population of fractions of variants, but for a factor: they must be made to sum to 1."""


def whole(values: list[float]) -> Population:
    return population_of(np.array(values) / sum(values))


def fractional(values: list[tuple[float, float]]) -> Population:
    x, h = np.array(values).T
    return Population(tuple(x), tuple(h / (x @ h)))


# --- against other ways to compute it ------------------------------------------------------------


def drawn_masses(p: Array, m: int, replacement: bool, rng: np.random.Generator, n: int) -> Array:
    """The mass of m references in each of n draws, one reference after another."""
    seen = np.zeros((n, len(p)), dtype=bool)
    for _ in range(m):
        left = np.where(seen & (not replacement), 0.0, p)
        rows = np.flatnonzero(left.sum(axis=1) > 0)  # there may be no more to draw
        bounds = np.cumsum(left[rows], axis=1)
        points = rng.random(len(rows)) * bounds[:, -1]
        seen[rows, np.argmax(bounds > points[:, None], axis=1)] = True
    return seen @ p


@pytest.mark.parametrize("replacement", [True, False])
def test_a_simulation_of_100_random_populations(replacement: bool) -> None:
    rng = np.random.default_rng(20)
    deviations = []
    for _ in range(100):
        p = random_population(rng)
        m = int(rng.integers(1, 12))
        masses = drawn_masses(p, m, replacement, rng, 500)
        expected = covered_mass(population_of(p), m, replacement=replacement)
        error = masses.std(ddof=1) / len(masses) ** 0.5
        if error < 1e-9:  # all of it, in every draw
            assert expected == pytest.approx(masses[0], abs=1e-7)
        else:
            deviations.append((masses.mean() - expected) / error)
    assert len(deviations) > 80
    assert np.abs(deviations).max() < 4.5
    # They scatter as they should: neither always above, nor by more or less than the error.
    assert abs(np.mean(deviations)) < 4 / len(deviations) ** 0.5
    assert 0.75 < np.std(deviations) < 1.3


def test_fractions_of_variants_are_variants_that_may_exist() -> None:
    population = Population((0.04, 0.1, 0.3), (2.5, 3.0, 2.0))
    rng = np.random.default_rng(5)
    p = np.array([0.04] * 3 + [0.1] * 3 + [0.3] * 2)
    masses = np.concatenate(
        [
            drawn_masses(p[there:], 3, False, rng, 20_000)  # the third of 0.04 exists, or does not
            for there in (0, 1)
        ]
    )
    error = masses.std() / len(masses) ** 0.5
    assert covered_mass(population, 3, replacement=False) == pytest.approx(
        masses.mean(), abs=4 * error
    )


def test_without_replacement_against_all_orders() -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        p = rng.dirichlet(np.full(6, 0.5))
        expected = np.zeros(len(p))
        for order in permutations(range(len(p))):
            taken = np.cumsum(p[list(order)])
            left = 1 - np.append(0.0, taken[:-1])
            expected += np.prod(p[list(order)] / left) * taken
        found = covered_mass(population_of(p), range(1, 7), replacement=False)
        np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.parametrize("size", [1, 2, 30, 100, 250])
def test_equal_variants_are_covered_one_by_one(size: int) -> None:
    population = Population((1 / size,), (float(size),))
    numbers = range(0, size + 20, 3)
    expected = [min(m / size, 1) for m in numbers]
    for method in ("auto", "exact", "rosen"):
        found = covered_mass(population, numbers, replacement=False, method=method)
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_two_variants_by_hand() -> None:
    population = Population((0.25, 0.75), (1.0, 1.0))
    assert covered_mass(population, 1) == pytest.approx(0.0625 + 0.5625)
    assert covered_mass(population, 2) == pytest.approx(0.25 * (1 - 0.75**2) + 0.75 * (1 - 0.25**2))
    found = covered_mass(population, [0, 1, 2, 3], replacement=False)
    assert found == pytest.approx([0, 0.625, 1, 1], abs=1e-9)


# --- properties --------------------------------------------------------------------------------


@settings(max_examples=40)
@given(histograms, st.booleans())
def test_coverage_grows_with_references(values: Any, replacement: bool) -> None:
    population = fractional(values)
    numbers = [0, 1, 2, 3, 7, 20, 99, 100, 101, 102, 150, 1000, 10**6]
    found = covered_mass(population, numbers, replacement=replacement)
    assert found[0] == 0
    assert np.all(np.diff(found) >= 0)
    assert found[-1] == pytest.approx(1, abs=1e-6)
    assert found.max() <= 1


@settings(max_examples=40)
@given(weights, st.integers(1, 14))
def test_without_replacement_covers_more(values: list[float], m: int) -> None:
    population = whole(values)
    without = covered_mass(population, m, replacement=False)
    assert without >= covered_mass(population, m) - 1e-9
    if m == 1:  # there is no difference
        assert without == pytest.approx(covered_mass(population, m), abs=1e-9)


@settings(max_examples=40)
@given(weights, st.integers(0, 14), st.booleans())
def test_no_references_cover_more_than_the_most_frequent_ones(
    values: list[float], m: int, replacement: bool
) -> None:
    population = whole(values)
    most = sum(sorted(population.probabilities, reverse=True)[:m])
    assert covered_mass(population, m, replacement=replacement) <= most + 1e-9


@settings(max_examples=20)
@given(weights, st.integers(0, 8), st.integers(0, 2**32 - 1))
def test_coverage_is_the_seen_mass_of_a_sample_in_expectation(
    values: list[float], m: int, seed: int
) -> None:
    population = whole(values)
    p = np.array(population.probabilities)
    masses = drawn_masses(p, m, True, np.random.default_rng(seed), 2000)
    error = masses.std() / len(masses) ** 0.5
    assert covered_mass(population, m) == pytest.approx(masses.mean(), abs=5 * error + 1e-9)


@settings(max_examples=30)
@given(histograms)
def test_rosen_comes_close(values: Any) -> None:
    population = fractional(values)
    numbers = [20, 50, 100]
    exact = covered_mass(population, numbers, replacement=False, method="exact")
    rosen = covered_mass(population, numbers, replacement=False, method="rosen")
    np.testing.assert_allclose(rosen, exact, atol=0.03)


# --- edges -------------------------------------------------------------------------------------


def test_one_variant_is_covered_by_one_reference() -> None:
    one = Population((1.0,), (1.0,))
    assert covered_mass(one, [0, 1, 10**6]).tolist() == [0, 1, 1]
    assert covered_mass(one, [0, 1, 10**6], replacement=False) == pytest.approx([0, 1, 1])


@pytest.mark.parametrize("method", ["auto", "rosen"])
def test_a_million_references(method: Any) -> None:
    population = Population((1e-7, 0.1), (5e6, 5.0))
    found = covered_mass(population, [10**6], replacement=False, method=method)[0]
    # The frequent ones are all there, and some million of the others.
    assert found == pytest.approx(0.5 + 0.1, abs=1e-4)
    assert covered_mass(population, 10**6) == pytest.approx(
        0.5 + 0.5 * (1 - np.exp(-0.1)), abs=1e-6
    )


def test_which_method_is_used_when(monkeypatch: pytest.MonkeyPatch) -> None:
    population = Population((0.002, 0.2), (300.0, 2.0))
    numbers = [1, 5, 6, 7, 50]
    options: dict[str, Any] = {"replacement": False}
    exact = covered_mass(population, numbers, method="exact", **options)
    rosen = covered_mass(population, numbers, method="rosen", **options)
    assert np.all(np.abs(exact - rosen) > 1e-9)
    monkeypatch.setattr(module, "EXACT", 5)
    auto = covered_mass(population, numbers, **options)
    np.testing.assert_allclose(auto[:2], exact[:2])
    assert auto[3:].tolist() == rosen[3:].tolist()
    assert auto[2] == max(exact[1], rosen[2])  # never less than what is known exactly
    found = coverage_table([population], numbers, **options)
    assert [found.computed(m) for m in (5, 6)] == ["quadrature", "Rosén's approximation"]
    assert coverage_table([population], [6], method="exact", **options).computed(6) == "quadrature"
    assert coverage_table([population], [6]).computed(6) == "closed form"


def test_exact_has_a_limit() -> None:
    population = Population((0.0002,), (5000.0,))
    with pytest.raises(InputError, match="up to 1000 references, not 1001"):
        covered_mass(population, 1001, replacement=False, method="exact")


@pytest.mark.parametrize("bad", [-1, 2.5, [], [3, -1], [[1]]])
def test_numbers_of_references(bad: Any) -> None:
    with pytest.raises(InputError, match="numbers of references from 0 on"):
        covered_mass(Population((1.0,), (1.0,)), bad)


def test_unknown_method() -> None:
    with pytest.raises(InputError, match="not 'guess'"):
        covered_mass(Population((1.0,), (1.0,)), 1, method="guess")  # type: ignore[call-overload]


def test_a_corpus_has_the_mean_and_the_poisson_binomial() -> None:
    sure, pair = Population((1.0,), (1.0,)), Population((0.5,), (2.0,))
    found = coverage_table([sure, pair, pair], [1, 2])
    assert found.accuracy.tolist() == pytest.approx([2 / 3, 2.5 / 3])
    assert found.distribution(1).pmf == pytest.approx([0, 0.25, 0.5, 0.25])
    assert found.distribution(2).pmf == pytest.approx([0, 0.0625, 0.375, 0.5625])
    with pytest.raises(InputError, match="not computed for 3 references, only for 1, 2"):
        found.distribution(3)
    with pytest.raises(InputError, match="found none"):
        coverage_table([], [1])


# --- the published curves ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["exact", "index"])
def test_the_published_curves(kind: str, shared: Shared) -> None:
    golden = shared.golden("reference_bias")["coverage"]
    sentences = released(shared, kind)
    populations = [s.population for s in sentences.values()]
    with_replacement = coverage_table(populations, range(51))
    expected = golden["with_replacement_closed_form_M0to50"][kind]
    np.testing.assert_allclose(with_replacement.accuracy, expected, atol=1e-5)
    rosen = coverage_table(populations, range(21), replacement=False, method="rosen")
    expected = golden["without_replacement_rosen_M0to20"][kind]
    np.testing.assert_allclose(rosen.accuracy, expected, atol=1e-5)
    for key, row in golden["per_sentence_with_replacement_M_1_2_5_10_20"][kind].items():
        found = covered_mass(sentences[key].population, [1, 2, 5, 10, 20])
        np.testing.assert_allclose(found, row, atol=1e-5)
    tenth = {"exact": (0.42264, 0.48664), "index": (0.533, 0.619)}[kind]
    assert with_replacement.accuracy[[10, 20]] == pytest.approx(tenth, abs=1e-3)
    if kind == "index":
        assert with_replacement.accuracy[11] == pytest.approx(0.545, abs=1e-3)


def test_the_published_curve_without_replacement(shared: Shared) -> None:
    golden = shared.golden("reference_bias")["coverage"]
    populations = [s.population for s in released(shared, "exact").values()]
    found = coverage_table(populations, range(21), replacement=False).accuracy
    for m, expected in golden["without_replacement_exact_quadrature"]["exact"].items():
        assert found[int(m)] == pytest.approx(expected, abs=1e-4)
    assert found[10] == pytest.approx(0.461, abs=1e-3)
    assert found[11] == pytest.approx(0.472, abs=1e-3)


@pytest.mark.parametrize("replacement", [True, False])
@pytest.mark.parametrize("kind", ["exact", "index"])
def test_the_authors_simulation(kind: str, replacement: bool, shared: Shared) -> None:
    """1,000 draws a sentence. Their fractions of variants disturb small M (by 0.014 at M = 1)."""
    golden = shared.golden("reference_bias")["coverage"]["authors_monte_carlo_at_M_1_2_5_10_15_20"]
    populations = [s.population for s in released(shared, kind).values()]
    found = coverage_table(populations, [10, 15], replacement=replacement).accuracy
    for trial in (0, 1):
        simulated = golden[kind][f"trial{trial}_{'with' if replacement else 'without'}"][3:5]
        np.testing.assert_allclose(found, simulated, atol=2e-3)


@pytest.mark.parametrize("m", [1, 2, 5, 10, 20])
def test_the_published_distribution_of_the_accuracy(m: int, shared: Shared) -> None:
    golden = shared.golden("reference_bias")["poisson_binomial"]["by_M"][str(m)]
    populations = [s.population for s in released(shared, "exact").values()]
    found = coverage_table(populations, [m]).distribution(m)
    assert found.mean / 48 == pytest.approx(golden["mean_accuracy"], abs=1e-5)
    assert found.variance**0.5 / 48 == pytest.approx(golden["sd_accuracy"], abs=1e-5)
    assert int(np.argmax(found.pmf)) == golden["mode"]
    assert found.pmf.max() == pytest.approx(golden["pmf_at_mode"], abs=1e-5)
    assert found.cdf[20] == pytest.approx(golden["cdf_at_20"], abs=1e-5)
    assert found.interval() == (golden["quantile_025"], golden["quantile_975"])
