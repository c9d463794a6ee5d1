"""Alarms: what to look at before a release."""

from __future__ import annotations

import pytest

import corrigenda as cg
from corrigenda.columns import corpus
from corrigenda.errors import InputError
from corrigenda.meaning.studies.alarms import alarms
from corrigenda.results.finding import Saved

SOURCES = [
    "He is not happy .",
    "We bought 3 cars in Paris .",
    "She like tea .",
    "The dog bit the man .",
]
OLD = [
    "He is not happy .",
    "We bought 3 cars in Paris .",
    "She likes tea .",
    "The dog bit the man .",
]
NEW = ["He is happy .", "We bought 5 cars in London .", "She likes tea .", "The man bit the dog ."]


def systems() -> dict[str, cg.System]:
    return {
        name: cg.System(
            name, tuple(cg.Correction(s, text=t) for s, t in zip(SOURCES, texts, strict=True))
        )
        for name, texts in (("old", OLD), ("new", NEW))
    }


def test_alarms_of_two_systems() -> None:
    found = alarms(corpus(SOURCES), list(systems().values()))
    assert (found.total("old"), found.total("new")) == (0, 3)
    assert found.changed == {"old": 1, "new": 4}
    assert [(one.sentence, one.alarm) for one in found.raised] == [
        ("1", "negation"),
        ("2", "number"),
        ("2", "name"),
        ("4", "moved"),
    ]
    first = found.raised[0]
    assert first.before == "He is [not] happy ."
    assert first.after == "He is happy ."
    printed = str(found)
    assert "new: 3 sentences with an alarm, 75 % of 4 changed sentences" in printed
    assert "old: no alarm in 4 sentences" in printed


def test_only_some_kinds_are_wanted() -> None:
    found = alarms(corpus(SOURCES), systems()["new"], kinds=["number"])
    assert [one.alarm for one in found.raised] == ["number"]
    with pytest.raises(InputError, match="unknown alarm 'numbers'"):
        alarms(corpus(SOURCES), systems()["new"], kinds=["numbers"])


def test_raw_text_is_tokenised_if_asked() -> None:
    source, target = "It isn't 30 euros.", "It isn't 40 euros."
    system = cg.System("new", (cg.Correction(source, text=target),))
    found = alarms(corpus([source]), system, raw=True)
    assert [one.after for one in found.raised] == ["It is n't [40] euros ."]


def test_they_are_a_finding() -> None:
    found = alarms(corpus(SOURCES), systems()["new"])
    data = found.to_json()
    assert data["kind"] == "alarms"
    assert str(Saved(data)) == str(found)
    assert "<table" in found.report()


def test_a_number_that_is_part_of_another_token_is_still_there() -> None:
    given = ["4:they have two dogs .", "They have 4 dogs and 4 cats ."]
    split = ["4 : they have two dogs .", "They have dogs and 4 cats ."]
    raised = alarms(given, {"mine": split}, kinds=["number", "negation"], jobs=1)
    assert [(one.sentence, one.alarm) for one in raised.raised] == [("2", "number")]
    columns = [column.header for column in raised.tables()[0].columns]
    assert columns[-2:] == ["negation", "number"]
