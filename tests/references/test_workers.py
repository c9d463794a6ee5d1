"""Workers who are not believed."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.references.mturk import Answer
from corrigenda.references.workers import Rules, suspects

SENTENCES = [f"he go to school {i} ." for i in range(10)]


def by(worker: str, changes: int, of: int = 10, **more: str) -> list[Answer]:
    """A worker who changes some sentences, and only the punctuation of those behind them."""
    return [
        Answer(s, f"{worker} {s}" if i < changes else s.upper().replace(" .", "."), worker, **more)
        for i, s in enumerate(SENTENCES[:of])
    ]


CAREFUL = [answer for name in "abcdef" for answer in by(name, 10)]


def names(answers: list[Answer], rules: Rules | None = Rules()) -> list[str]:  # noqa: B008
    return [suspect.worker for suspect in suspects(answers, rules)]


def test_careful_workers_are_believed() -> None:
    assert suspects(CAREFUL) == ()


def test_nothing_but_punctuation() -> None:
    [found] = suspects([*CAREFUL, *by("idle", 1)])
    assert (found.worker, found.answers, found.unchanged) == ("idle", 10, 9)
    assert found.suspicious and found.rejected == 0
    assert found.reasons == ("9 of 10 answers change nothing but punctuation, spacing, case",)
    assert names([*CAREFUL, *by("idle", 1)], Rules(punctuation=0.95, alone=10)) == []


def test_the_only_one_to_leave_sentences_unchanged() -> None:
    lazy = by("lazy", 6)
    [found] = suspects([*CAREFUL, *lazy])
    assert (found.worker, found.unchanged, found.alone, found.suspicious) == ("lazy", 4, 4, True)
    assert found.reasons == (
        "4 of 10 answers leave the sentence unchanged, 4 of them where nobody else did",
    )
    assert names([*CAREFUL, *lazy], Rules(alone=5)) == []
    assert names([*CAREFUL, *lazy], Rules(unchanged=0.5)) == []
    assert names([*CAREFUL, *lazy], None) == []


def test_not_alone() -> None:
    """Two agree that four sentences are fine: that is an opinion."""
    answers = [*CAREFUL, *by("lazy", 6), *by("other", 6)]
    assert names(answers) == []
    by_hand = [Answer(s, s) for s in SENTENCES[6:]]
    assert names([*CAREFUL, *by("lazy", 6), *by_hand]) == []


def test_whoever_changes_nothing_hides_nobody() -> None:
    assert names([*CAREFUL, *by("lazy", 6), *by("idle", 0)]) == ["lazy", "idle"]


def test_too_few_answers_to_judge_by() -> None:
    assert names([*CAREFUL, *by("new", 0, of=4)]) == []
    assert names([*CAREFUL, *by("new", 0, of=5)]) == ["new"]
    assert names(by("first", 5)) == []  # nobody else was asked
    assert names([*by("first", 5), *by("second", 10)], Rules(answers=2)) == ["first"]


def test_rejected_on_the_platform() -> None:
    rejected = by("late", 10, of=2, status="Rejected", feedback="too late")
    [found] = suspects([*CAREFUL, *rejected, *by("late", 10)[2:]])
    assert (found.rejected, found.answers, found.suspicious) == (2, 10, False)
    assert found.reasons == ("2 rejected on the platform: too late",)
    assert names([*CAREFUL, *rejected], None) == ["late"]
    unnamed = Answer(SENTENCES[0], "x", status="Rejected")
    assert suspects([*CAREFUL, unnamed]) == ()


def test_all_reasons_are_told() -> None:
    [found] = suspects([*CAREFUL, *by("idle", 0, status="Rejected")])
    assert len(found.reasons) == 2 and found.suspicious


@pytest.mark.parametrize(
    "wrong", [{"punctuation": 0}, {"unchanged": 1.5}, {"alone": 0}, {"answers": 0}]
)
def test_rules_that_make_no_sense(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        Rules(**wrong)
