"""Long work shows how far it has come, of how much."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.cli import main
from corrigenda.engine import progress
from corrigenda.measures import reference_draws

GOLD, GOOD, TIMID = (str(examples.path(n)) for n in ("gold.m2", "good.txt", "timid.txt"))
RANKED = "sentence,judge,system,rank\n1,ann,good,1\n1,ann,timid,2\n2,ann,good,1\n2,ann,timid,2\n"


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for each step, and draws of a few sentences in each block."""
    monkeypatch.setattr(progress, "PAUSE", -1.0)
    monkeypatch.setattr(reference_draws, "WORDS", 20)


@pytest.mark.usefixtures("lines")
@pytest.mark.parametrize(
    ("command", "label", "steps"),
    [
        # Each of two systems and the unchanged source has 500 draws. Then there are 1000 resamples,
        # and 10,000 trials.
        (["evaluate"], "Computing scores", 1500 + 1000),
        (["evaluate", "--marks", "letters"], "Comparing", 1500 + 1000 + 10_000),
        (["compare"], "Comparing", 1500 + 1000 + 10_000),
        (["meta", "ranked.csv"], "Scoring", 32 + 1000),
    ],
)
def test_draws_resamples_and_trials_show_progress(
    command: list[str],
    label: str,
    steps: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ranked.csv").write_text(RANKED, encoding="utf-8")
    assert main([*command, "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-m", "GLEU", "-j", "1"]) == 0
    shown = re.findall(rf"corrigenda: {label}: (\d+)/(\d+) ", capsys.readouterr().err)
    done = [int(one) for one, total in shown if int(total) == steps]
    assert len(done) > 10 and done[-1] == steps
    assert done == sorted(set(done))
