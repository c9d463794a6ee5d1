"""Crowds and populations from files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corrigenda.errors import InputError
from corrigenda.references import populations
from corrigenda.references.crowd import Selection, read_crowd
from corrigenda.references.populations import Population, estimate, holds_populations

BATCH = """\
AssignmentId,WorkerId,AssignmentStatus,RequesterFeedback,Input.sentence,Answer.WritingTexts
a1,ann,Approved,,He go home .,He goes home.
a2,ben,Approved,,He go home .,He went home.
a3,cem,Approved,,He go home .,He goes home .
"""
CORPUS = """\
{"source": "He go home .", "references": [{"text": "He goes home ."}, {"text": "He went home ."}]}
{"source": "I agree .", "references": [{"text": "I agree ."}, {"text": "I agree ."}]}
"""


@pytest.fixture
def batch(tmp_path: Path) -> Path:
    path = tmp_path / "batch.csv"
    path.write_text(BATCH, encoding="utf-8")
    return path


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "crowd.jsonl"
    path.write_text(CORPUS, encoding="utf-8")
    return path


def test_batches(batch: Path) -> None:
    crowd = read_crowd([batch])
    assert dict(crowd.counts()["He go home ."]) == {"he goes home": 2, "he went home": 1}


def test_a_corpus_has_answers_and_nobody_is_suspicious(corpus: Path) -> None:
    crowd = read_crowd([corpus], Selection(unchanged=0.5))
    assert [s.answers for s in crowd.sentences] == [("He goes home .", "He went home .")]
    assert len(crowd.dropped) == 1 and not crowd.suspects


def test_what_was_written_is_read_back(batch: Path, tmp_path: Path) -> None:
    from corrigenda.formats import write

    crowd = read_crowd([batch])
    write(crowd.corpus(), tmp_path / "kept.jsonl")
    assert read_crowd([tmp_path / "kept.jsonl"]).counts() == crowd.counts()


def test_files_of_two_kinds(batch: Path, corpus: Path) -> None:
    with pytest.raises(InputError, match="found both") as caught:
        read_crowd([batch, corpus])
    assert str(caught.value.file) == str(corpus)
    with pytest.raises(InputError, match="no file"):
        read_crowd([])


def test_empty_answers_and_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"source": "a", "references": [{"text": ""}, {"text": "b"}]}\n', encoding="utf-8"
    )
    with pytest.raises(InputError, match="sentence 1: expected an answer, found an empty one"):
        read_crowd([path])
    assert read_crowd([path], drop_empty=True).sentences[0].answers == ("b",)
    path.write_text('{"source": "a"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="no sentence has a reference"):
        read_crowd([path])


def test_populations_are_known_by_their_content(corpus: Path, batch: Path, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    populations.write({"a": Population((0.5,), (2.0,))}, path)
    assert holds_populations(path)
    assert not holds_populations(corpus) and not holds_populations(batch)


def test_estimates_by_key(batch: Path) -> None:
    crowd = read_crowd([batch])
    exact, index = estimate(crowd), estimate(crowd, "index")
    assert exact["He go home ."].seen == 2 and index["He go home ."].seen == 1
    assert estimate(crowd, "positions")["He go home ."].seen == 1
    assert estimate(crowd, method="empirical")["He go home ."].variants_above() == 2
    with pytest.raises(InputError, match="not by 'sound'"):
        estimate(crowd, "sound")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no sentence is kept"):
        estimate(replace(crowd, sentences=()))
