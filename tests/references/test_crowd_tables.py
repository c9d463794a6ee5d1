"""What is kept of a crowd's answers, as tables and as JSON."""

from __future__ import annotations

import json

from corrigenda.references.crowd import Selection, collect
from corrigenda.references.mturk import Answer

ANSWERS = [
    Answer("he go .", "He goes.", "a"),
    Answer("he go .", "He goes .", "b"),
    Answer("he go .", "He went.", "c", "Rejected", "too fast"),
    Answer("it rains .", "It rains.", "a"),
    Answer("it rains still .", "Still it rains.", "a"),
]
CROWD = collect(ANSWERS, Selection(unchanged=0.5, letters=7))


def test_tables() -> None:
    sentences, workers = CROWD.tables()
    assert [list(row) for row in sentences.rows] == [
        ["he go .", 2, 1, 0, 2, 0, ""],
        ["it rains still .", 1, 1, 1, 1, 0, ""],
        ["it rains .", 1, 1, 1, 1, 1, "lost: begins as another does"],
    ]
    assert sentences.notes[0] == "2 sentences kept of 3; 4 answers kept of 5"
    assert sentences.notes[1].startswith("variants: different answers; once: ")
    assert [list(row) for row in workers.rows] == [
        ["c", 1, 0, 0, 1, "1 rejected on the platform: too fast"]
    ]
    [sentences] = collect(ANSWERS[3:], Selection(unchanged=0.5)).tables()
    assert [row[-1] for row in sentences.rows] == ["", "dropped: needs no correction"]


def test_json() -> None:
    data = json.loads(json.dumps(CROWD.to_json()))
    assert data["sentences"][0] == {
        "source": "he go .",
        "answers": 2,
        "unchanged": 0,
        "counts": {"he goes": 2},
    }
    assert data["confused"] == ["it rains ."] and data["dropped"] == []
    assert data["left_out"] == 1 and data["workers"][0]["worker"] == "c"
