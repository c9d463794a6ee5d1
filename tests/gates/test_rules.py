"""Rules: what they say, and what is refused because it says nothing, or two things."""

from __future__ import annotations

from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda.gates import read_rules, rule, rules
from corrigenda.measures.registry import names


@pytest.mark.parametrize(
    "text, measure, part, relation, limit, significantly",
    [
        ("M2 drops 0.5 significantly", "M2", "score", "drops", 0.005, True),
        ("M2 drops 0.5 points", "M2", "score", "drops", 0.005, False),
        ("M2 drops by 0.5 points significantly", "M2", "score", "drops", 0.005, True),
        ("M2 drops 1 point", "M2", "score", "drops", 0.01, False),
        ("M2 drops .5points", "M2", "score", "drops", 0.005, False),
        ("M2 worsens", "M2", "score", "worsens", 0.0, False),
        ("M2 falls significantly", "M2", "score", "drops", 0.0, True),
        ("M2 changes 0.2 points SIGNIFICANTLY", "M2", "score", "changes", 0.002, True),
        ("M2(beta=1).recall < 30 %", "M2(beta=1.0)", "recall", "<", 0.3, False),
        ("M2.r<=30%", "M2", "recall", "<=", 0.3, False),
        ("M2.f >= 0.9", "M2", "score", ">=", 0.9, False),
        ("USim < 0.9", "USim", "score", "<", 0.9, False),
        ("USim < 90 points", "USim", "score", "<", 0.9, False),
        ("USim < 90 percent", "USim", "score", "<", 0.9, False),
        ("WordChange > 2.5", "WordChange", "score", ">", 2.5, False),
        ("WordChange rises 0.05", "WordChange", "score", "rises", 0.05, False),
        ("alarms > 3", "Meaning", "alarms", ">", 3, False),
        ("alarms rise", "Meaning", "alarms", "rises", 0, False),
        ("alarms rise 2 significantly", "Meaning", "alarms", "rises", 2, True),
        ("HOO.detection < 0.5", "HOO.detection", "score", "<", 0.5, False),
        ("HOO.detection.recall < 0.5", "HOO.detection", "recall", "<", 0.5, False),
        ("MAX-SARI.keep drops 1 points", "MAX-SARI", "keep", "drops", 0.01, False),
        ("IMeasure.f < 0.1", "IMeasure", "f", "<", 0.1, False),
        ("GLEU(draws=0, n=2) drops 2", "GLEU(n=2,draws=0)", "score", "drops", 0.02, False),
    ],
)
def test_what_rules_say(
    text: str, measure: str, part: str, relation: str, limit: float, significantly: bool
) -> None:
    made = rule(text)
    assert (str(made.measure), made.part, made.relation) == (measure, part, relation)
    assert made.limit() == pytest.approx(limit, abs=1e-15)
    assert made.significantly == significantly
    assert str(made) == " ".join(text.split())


def test_a_rule_about_a_type() -> None:
    made = rule("ERRANT[R:VERB:SVA].f drops 2 points significantly")
    assert (str(made.measure), made.type, made.part) == ("ERRANT", "R:VERB:SVA", "score")


def test_percent_of_a_change_is_relative_to_the_baseline() -> None:
    assert rule("M2 drops 5 %").limit(0.4) == pytest.approx(0.02)
    assert rule("alarms rise 50 %").limit(4) == pytest.approx(2)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "cannot read it"),
        ("M2", "cannot read it"),
        ("M2 <", "cannot read it"),
        ("M2 < x", "cannot read it"),
        ("drops M2", "cannot read it"),
        ("M3 < 0.1", "no measure is called 'M3'"),
        ("Alarm > 1", "a rule may also name alarms"),
        ("M2(beta=1).tpr < 0.1", "M2(beta=1.0) has no 'tpr'"),
        ("M2 sinks 0.5", "unknown comparison 'sinks'"),
        ("M2 dropz 0.5", "did you mean 'drops'?"),
        ("new M2 > 0", "'new' goes with what is counted"),
        ("new alarms rise", "'new' goes with a limit"),
        ("new alarms < 3", "'new' goes with a limit"),
        ("M2 drops 0.5 pounds", "'pounds' is no unit"),
        ("M2.tpr < 0.1", "M2 has no 'tpr'"),
        ("M2(gamma=1) < 0.1", "M2 has no parameter 'gamma'"),
        ("M2 < 0.5 significantly", "a limit is not tested"),
        ("M2 < 35", "did you mean 35 points? They are 0.35"),
        ("M2 drops 0.005", "0.005 could be 0.005 points or 0.5 points"),
        ("M2 drops -0.5 points", "must not be negative"),
        ("M2 rises 1 points", "it would fail a better system"),
        ("WordChange worsens", "neither better nor worse"),
        ("alarms worsen", "neither better nor worse"),
        ("alarms rise 2 points", "alarms is a count"),
        ("alarms > 3 %", "alarms is a count"),
        ("USim[R:VERB] < 0.5", "USim does not judge edits"),
    ],
)
def test_rules_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(cg.InputError) as caught:
        rule(text)
    assert message in str(caught.value)
    assert "hint" in str(caught.value)


@pytest.mark.parametrize("name", names())
def test_every_measure_can_be_limited(name: str) -> None:
    assert rule(f"{name} < 0.5").part == "score"


def test_rules_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "gate.txt"
    path.write_text("# limits\n\nUSim < 0.9   # of the source's meaning\nM2 drops 1 points\n")
    assert list(map(str, read_rules(path))) == ["USim < 0.9", "M2 drops 1 points"]
    assert rules(path) == read_rules(path)
    assert rules("USim < 0.9\nM2 drops 1 points\nUSim < 0.9") == read_rules(path)
    path.write_text("USim < 0.9\n\nM2 drops 0.01\n")
    with pytest.raises(cg.InputError, match=r"gate\.txt:3: rule 'M2 drops 0.01'"):
        read_rules(path)
    path.write_text("# nothing\n")
    with pytest.raises(cg.InputError, match="found none"):
        read_rules(path)
    with pytest.raises(cg.InputError, match="no rule is given"):
        rules([])
