"""How many references to collect."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corrigenda.errors import InputError
from corrigenda.references.covered_mass import coverage_table, covered_mass
from corrigenda.references.plans import MOST, plan
from corrigenda.references.populations import Population
from corrigenda.statistics.settings import Settings

FEW = Settings(resamples=200)
PILOT = [
    Population.from_fingerprint(seen)
    for seen in (
        {14: 1, 8: 1, 4: 1, 3: 1, 2: 2, 1: 17},
        {40: 1, 5: 1, 2: 1, 1: 3},
        {6: 1, 3: 2, 2: 4, 1: 30},
        {22: 1, 18: 1, 4: 1, 1: 6},
    )
]


def test_steps_are_the_coverage_curve_with_its_price() -> None:
    found = plan(PILOT, references=[2, 10], sentences=200, price=0.5, settings=FEW)
    curve = coverage_table(PILOT, range(11)).accuracy
    two, ten = found.steps
    assert two.coverage.value == pytest.approx(curve[2]) and two.bias == pytest.approx(1 - curve[2])
    assert ten.adds == pytest.approx(curve[10] - curve[9])
    assert (two.cost, ten.cost) == (200.0, 1000.0)
    assert ten.per_point == pytest.approx(100 / (100 * ten.adds))
    assert two.coverage.interval is not None
    assert two.coverage.interval[0] < two.coverage.value < two.coverage.interval[1]
    assert found.pilot == 4 and found.answers == pytest.approx((50 + 50 + 50 + 50) / 4)


def test_a_target_is_the_first_number_that_reaches_it() -> None:
    found = plan(PILOT, bias=[0.3, 0.5], settings=FEW)
    assert [target.bias for target in found.targets] == [0.5, 0.3]
    for target in found.targets:
        assert target.references is not None
        curve = coverage_table(PILOT, [target.references - 1, target.references]).accuracy
        assert 1 - curve[1] <= target.bias < 1 - curve[0]
        assert target.cost == pytest.approx(100 * target.references)
        assert target.low is not None and target.low <= target.references
        assert target.high is None or target.references <= target.high


def test_the_interval_of_a_target_is_the_one_of_resampled_pilots() -> None:
    settings = Settings(resamples=400)
    (target,) = plan(PILOT, bias=[0.5], settings=settings).targets
    rng = np.random.default_rng(5)
    numbers = list(range(1, 400))
    table = np.array([covered_mass(population, numbers) for population in PILOT])
    curves = table[rng.integers(0, 4, (2000, 4))].mean(axis=1)
    needed = np.array([numbers[int(np.argmax(curve >= 0.5))] for curve in curves])
    low, high = np.quantile(needed, [0.025, 0.975])
    assert target.low == pytest.approx(low, rel=0.15, abs=1)
    assert target.high == pytest.approx(high, rel=0.15, abs=1)


def test_one_reference_may_do_and_a_million_may_not() -> None:
    sure = Population((1.0,), (1.0,))
    (target,) = plan([sure], bias=[0.5], settings=FEW).targets
    assert (target.references, target.low, target.high) == (1, None, None)  # of one sentence
    (target,) = plan([sure] * 2, bias=[0.5], settings=FEW).targets
    assert (target.references, target.low, target.high) == (1, 1, 1)
    endless = Population((1e-9,), (1e9,))
    found = plan([endless], references=[1], bias=[0.5], settings=FEW)
    assert found.targets[0].references is None and found.targets[0].cost is None
    assert f"{MOST} references are not enough" in " ".join(found.advice)
    found = plan([sure], references=[2], settings=FEW)
    assert found.steps[0].adds == 0 and found.to_json()["steps"][0]["per_point"] is None


def test_what_a_budget_buys() -> None:
    found = plan(PILOT, sentences=100, price=0.1, budget=70.0, settings=Settings(None))
    assert found.affordable is not None and found.affordable.references == 7
    words = " ".join(found.advice)
    assert "70 buys 7 references a sentence" in words and "by this pilot" not in words
    with pytest.raises(InputError, match="does not pay for one reference per sentence"):
        plan(PILOT, sentences=100, price=0.1, budget=9.0)


def test_words_say_what_to_do() -> None:
    found = plan(PILOT, bias=[0.5], sentences=300, price=0.2, settings=FEW)
    (target,) = found.targets
    said = found.advice[0]
    assert said.startswith(
        "for a bias of at most 0.5 (a perfect corrector is judged right in 50 %), collect "
        f"{target.references} references a sentence (by this pilot, {target.low} to "
    )
    assert said.endswith(f": {60 * (target.references or 0):.2f} in all")
    assert said in str(found)
    assert found.to_json()["targets"][0]["references"] == target.references


def test_figure(tmp_path: Path) -> None:
    found = plan(PILOT, references=[1, 5, 50], settings=FEW)
    found.plot().save(tmp_path / "plan.svg")
    drawn = (tmp_path / "plan.svg").read_text(encoding="utf-8")
    assert "mathdefault" not in drawn and "coverage" in drawn
    assert "1, 5, 50 references" in (tmp_path / "plan.caption.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sentences": 0}, "at least 1 sentence"),
        ({"price": 0}, "the price of an annotation, above 0"),
        ({"references": []}, "numbers of references"),
        ({"references": [0]}, "numbers of references"),
        ({"bias": [1.0]}, "a share between 0 and 1, not 1"),
    ],
)
def test_plans_that_cannot_be(given: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan(PILOT, **given)  # type: ignore[arg-type]


def test_no_pilot() -> None:
    with pytest.raises(InputError, match="populations of a pilot, found none"):
        plan([])
