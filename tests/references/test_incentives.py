"""When leaving an error alone pays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.references.incentives import (
    certainty,
    discouraged,
    incentive,
    needed,
)

share = st.floats(0, 1)
price = st.floats(0, 3)


def leaves_alone(p_detect: float, p_correct: float, p_coverage: float, alpha: float = 0.0) -> bool:
    """Does leaving the phrase alone pay more than correcting it?"""
    q = p_correct * p_coverage
    return q - (1 - q) * alpha < 1 - p_detect


def test_the_condition_of_the_paper() -> None:
    assert leaves_alone(0.8, 0.8, 0.24)  # 0.192 < 0.2
    assert not leaves_alone(0.8, 0.8, 0.26)  # 0.208 > 0.2
    # With alpha: 0.4 - 0.6 * 0.5 = 0.1 < 0.2, which it is not without.
    assert leaves_alone(0.8, 0.8, 0.5, alpha=0.5)
    assert not leaves_alone(0.8, 0.8, 0.5)


@given(share, share, share, price)
def test_needed_parts_what_pays_from_what_does_not(
    p_detect: float, p_correct: float, covered: float, alpha: float
) -> None:
    p_correct *= p_detect
    least = needed(p_detect, covered, alpha)
    if least is None:
        # Nothing up to p_detect is enough, but for rounding at p_detect itself.
        assert leaves_alone(p_detect, 0.999 * p_correct, covered, alpha)
    elif p_correct < least * (1 - 1e-9):
        assert leaves_alone(p_detect, p_correct, covered, alpha)
    elif p_correct > least * (1 + 1e-9) + 1e-12:
        assert not leaves_alone(p_detect, p_correct, covered, alpha)


@given(st.floats(0.01, 1), price)
def test_certainty_is_where_needed_begins(covered: float, alpha: float) -> None:
    sure = certainty(covered, alpha)
    if sure is None:
        assert needed(1.0, covered, alpha) is None
        assert covered < alpha / (1 + alpha) + 1e-9
    else:
        assert needed(min(1.0, sure + 1e-9), covered, alpha) is not None
        assert needed(sure - 1e-6, covered, alpha) is None


@pytest.mark.parametrize(("covered", "alpha"), [(0.25, 0.0), (0.6, 0.3), (1.0, 1.0), (0.2, 1.0)])
def test_discouraged_is_the_share_of_all_pairs(covered: float, alpha: float) -> None:
    grid = (np.arange(400) + 0.5) / 400
    found = [leaves_alone(d, c, covered, alpha) for d in grid for c in grid[grid <= d]]
    assert discouraged(covered, alpha) == pytest.approx(np.mean(found), abs=0.005)


def test_more_coverage_discourages_less_and_alpha_more() -> None:
    assert discouraged(0.2) > discouraged(0.5) > discouraged(0.9)
    assert discouraged(0.5) < discouraged(0.5, 0.5) < discouraged(0.5, 1.0) == 1.0
    assert discouraged(0.0) == 1.0


def test_tables_json_and_figure(tmp_path: Path) -> None:
    found = incentive({2: 0.25, 1: 0.125}, detection=(0.9, 0.5), alpha=0)
    assert list(found.coverage) == [1, 2] and found.detection == (0.5, 0.9)
    summary, thresholds = found.tables()
    assert summary.rows[1] == [2, 0.25, 0.8] and discouraged(0.25) == pytest.approx(0.8)
    assert "costs nothing (alpha = 0)" in summary.notes[-1]
    assert len(incentive({2: 0.25}, alpha=0.5).tables()[0].rows[0]) == 4
    assert thresholds.rows[0] == ["0.5", None, None]
    assert thresholds.rows[1][1:] == pytest.approx([0.8, 0.4])
    data = found.to_json()["references"][1]
    assert data["references"] == 2 and data["needed"]["0.5"] is None
    assert data["needed"]["0.9"] == pytest.approx(0.4)
    found.plot().save(tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "M = 1" in drawn and "M = 2" in drawn
    incentive({1: 0.1, 5: 0.6}, alpha=1).plot().save(tmp_path / "b.svg")
    drawn = (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert "M = 1" not in drawn and "M = 5" in drawn


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (lambda: needed(1.2, 0.5), "p_detect is a probability, not 1.2"),
        (lambda: needed(0.5, 7), "p_coverage is a probability, not 7"),
        (lambda: certainty(0.5, -0.1), "alpha is what a wrong correction costs"),
        (lambda: incentive({}), "found none"),
        (lambda: incentive({1: 2.0}), "p_coverage is a probability"),
        (lambda: incentive({1: 0.5}, detection=(2.0,)), "p_detect is a probability"),
        (lambda: incentive({1: 0.5}, alpha=float("nan")), "alpha is what"),
    ],
)
def test_what_is_no_probability(run: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run()  # type: ignore[operator]
