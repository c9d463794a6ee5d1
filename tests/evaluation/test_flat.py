"""Results as flat dictionaries, and what trackers are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.evaluation.saved import SavedResult

GOLD, GOOD, TIMID = (examples.path(name) for name in ("gold.m2", "good.txt", "timid.txt"))


@pytest.fixture(scope="module")
def result() -> cg.Result:
    return cg.evaluate(GOLD, [GOOD, TIMID], ["M2", "Meaning"], resamples=50)


class Tracker:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def log(self, numbers: dict[str, float], **more: Any) -> None:
        self.said.append((numbers, more))


class Client:
    """Takes one metric at a time, as MLflow's does."""

    def __init__(self) -> None:
        self.said: list[Any] = []

    def log_metric(self, run_id: str, key: str, value: float, step: int | None = None) -> None:
        self.said.append((run_id, key, value, step))


def test_every_number_has_a_name(result: cg.Result) -> None:
    one = result.flat("good")
    cell = result["good", "M2"]
    assert list(one)[:8] == [
        *("M2", "M2.low", "M2.high", "M2.precision", "M2.recall", "M2.tp", "M2.fp", "M2.fn")
    ]
    assert (one["M2"], one["M2.low"], one["M2.tp"]) == (cell.value, cell.low, 65)
    assert one["Meaning.alarms"] == 0
    reckless = cg.evaluate(GOLD, [examples.path("reckless.txt")], ["Meaning"], ci=None)
    assert reckless.flat("reckless")["Meaning.alarms"] == 6
    assert all(type(value) is float for value in one.values())
    both = result.flat(prefix="dev/")
    assert {f"dev/good/{name}": value for name, value in one.items()}.items() <= both.items()
    assert len(both) == 2 * len(one)
    with pytest.raises(KeyError, match="no system 'x'"):
        result.flat("x")


def test_trackers_get_these_numbers(result: cg.Result) -> None:
    run, client = Tracker(), Client()
    assert result.log(wandb=run, system="good") == result.flat("good")
    result.log(wandb=run, mlflow=client, step=7, run_id="r", system="good", prefix="dev/")
    assert run.said == [
        (result.flat("good"), {}),
        (result.flat("good", "dev/"), {"step": 7}),
    ]
    assert client.said[0] == ("r", "dev/M2", result["good", "M2"].value, 7)
    with pytest.raises(cg.InputError, match="which run"):
        result.log(mlflow=client)
    with pytest.raises(cg.InputError, match="no tracker"):
        result.log()


def test_a_saved_result_has_the_same_numbers(result: cg.Result, tmp_path: Path) -> None:
    result.save(tmp_path / "result.json")
    loaded = cg.load(tmp_path / "result.json")
    assert isinstance(loaded, SavedResult)
    assert loaded.flat() == result.flat()
    run = Tracker()
    assert loaded.log(wandb=run, system="good") == result.flat("good")


def test_a_saved_result_has_the_comparison_that_was_saved(
    result: cg.Result, tmp_path: Path
) -> None:
    result.save(tmp_path / "result.json")
    loaded = cg.load(tmp_path / "result.json")
    assert isinstance(loaded, SavedResult)
    assert "M2" in str(loaded.compare())
    with pytest.raises(cg.InputError, match=r"say compare\(\)"):
        loaded.compare("M2")
