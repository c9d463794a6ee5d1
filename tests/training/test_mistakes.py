"""Mistakes on purpose: what they do to a sentence, and which words show it."""

from __future__ import annotations

import random

import pytest

from corrigenda.linguistics.analysis import analyse
from corrigenda_training import mistakes
from corrigenda_training.plain import question, sentence


def spoilt(kind: str, text: str) -> set[str]:
    """Return what a kind of mistake makes of a sentence, with the wrong words in brackets."""
    a = analyse(text)
    made = [mistakes.applied(a, [change]) for change in getattr(mistakes, kind)(a)]
    return {
        " ".join(f"[{w}]" if bad else w for w, bad in zip(one.words, one.wrong, strict=True))
        for one in made
    }


@pytest.mark.parametrize(
    ("kind", "text", "wrong"),
    [
        ("agreement", "We were at home .", "We [was] at home ."),
        ("questions", "What does this word mean ?", "What [means] this word ?"),
        ("questions", "What does this word mean ?", "What [this] word [means] ?"),
        ("questions", "Where are you going ?", "Where [you] [are] going ?"),
        ("clauses", "There are people who live here .", "There [have] people [lives] here ."),
        ("adverbs", "She speaks English very well .", "She speaks [very] [well] [English] ."),
    ],
)
def test_kinds(kind: str, text: str, wrong: str) -> None:
    assert wrong in spoilt(kind, text)


def test_any_part_of_the_changes_can_be_applied() -> None:
    a = analyse("There are still a lot of people who are not successful in this country .")
    dice = random.Random(1)
    for _ in range(50):
        chosen = mistakes.changes(a, 4, ["cat", "green"], dice)
        for count in range(len(chosen) + 1):
            one = mistakes.applied(a, chosen[:count])
            assert len(one.words) == len(one.wrong)
            assert any(one.wrong) == bool(count)
        assert mistakes.applied(a, []).words == list(a.words)


def test_plain_sentences_begin_and_end_as_sentences_do() -> None:
    dice = random.Random(1)
    made = [sentence(dice) for _ in range(300)]
    assert all(one[0].isupper() and one[-2:] in (" .", " ?") for one in made)
    assert len(set(made)) > 250
    assert all(question(dice).split()[0].isalpha() for _ in range(50))
