"""SentenceBreaks: splits, joins, and sentences that are gone."""

from __future__ import annotations

import doctest
import tarfile
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.changes import sentence_breaks as module
from corrigenda.changes.sentence_breaks import (
    SentenceBreaks,
    Stops,
    TextBreaks,
    running,
    sentences_in,
)
from tests.conftest import Shared

texts = st.lists(st.sampled_from(["It", "rains", ".", "?", "!", ",", "..."]), max_size=10)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (". ! ?", 0),
        ("It rains", 1),
        ("It rains .", 1),
        ("It rains . ! Does it ?", 2),
        ("It rains . ''", 1),
        ("e.g. this", 1),
    ],
)
def test_counting(text: str, count: int) -> None:
    assert sentences_in(text) == sentences_in(text, "tokens") == count


@pytest.mark.parametrize(
    ("text", "count", "tokens"),
    [
        # A stop that is glued to a word ends a sentence as well as one that is not.
        ("He saw the doctor.In fact , he did .", 2, 1),
        ("He saw the doctor . In fact , he did .", 2, 2),
        ("as they say ( 2012 ) .There are many .", 2, 1),
        ("the gene is C. They know .", 2, 1),
        ("friends , etc. From there", 2, 1),
        ("friends , etc . From there", 2, 2),
        # Abbreviations, numbers and names end none, nor does a stop before a small letter.
        ("i.e. the U.K. and 3.5 % , e.g. that", 1, 1),
        ("the .NET library", 1, 1),
        ("( i . e .", 1, 2),
        ("we left . they stayed .", 1, 2),
    ],
)
def test_stops_within_tokens(text: str, count: int, tokens: int) -> None:
    assert (sentences_in(text), sentences_in(text, "tokens")) == (count, tokens)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It rains ; we stay . Why ?", 3),
        ("It rains;we stay", 2),
        ("It rains ; .", 1),
        ("; ;", 0),
    ],
)
def test_semicolons_end_sentences_on_request(text: str, count: int) -> None:
    assert sentences_in(text, "semicolons") == count
    assert sentences_in(text) == sentences_in(text.replace(";", ","))


def test_the_docstrings_examples_hold() -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


@given(texts, texts)
def test_stops_part_texts(a: list[str], b: list[str]) -> None:
    one, other = " ".join(a), " ".join(b)
    both = sentences_in(f"{one} . {other}", "tokens")
    assert both == sentences_in(one, "tokens") + sentences_in(other, "tokens")


@given(texts, texts)
def test_one_kind_of_change_a_line_or_none(a: list[str], b: list[str]) -> None:
    source, target = " ".join(a), " ".join(b)

    def row(one: str, other: str) -> tuple[float, ...]:
        [found] = SentenceBreaks().candidates(cg.Segment(one), cg.Correction(one, text=other))
        return tuple(found)

    assert row(source, source) == (0, 0, 0, 1)
    split, joined, emptied, _ = row(source, target)
    back_split, back_joined, back_emptied, _ = row(target, source)
    assert (split, joined + emptied) == (back_joined + back_emptied, back_split)
    assert split + joined + emptied <= 1


def test_scores() -> None:
    corpus = [cg.Segment(s) for s in ("Hi , you .", "Hi . You .", "Hi .", "Hi .")]
    output = ["Hi . You .", "Hi , you .", "", "Hello !"]
    score = cg.evaluate(corpus, {"x": output}, "SentenceBreaks", ci=None)["x", "SentenceBreaks"]
    assert float(score) == 0.75
    assert score.score.counts == {"split": 1, "joined": 1, "emptied": 1, "lines": 4}


def test_a_stop_that_is_cut_off_its_words_is_no_split() -> None:
    corpus = [cg.Segment("He saw the doctor.In fact , he did .")]
    output = ["He saw the doctor . In fact , he did ."]
    names = ["SentenceBreaks", "SentenceBreaks(stops=tokens)"]
    result = cg.evaluate(corpus, {"x": output}, names, ci=None)
    assert [result["x", name].score.counts["split"] for name in names] == [0, 1]


# --- running text ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (["It rains .", "We stay ."], [("It rains .", 0), ("We stay .", 1)]),
        (["It rains ,", "we stay ."], [("It rains , we stay .", 0)]),
        (["It rains ;", "We stay ."], [("It rains ; We stay .", 0)]),
        (["It rains and", "we stay .", "So ."], [("It rains and we stay .", 0), ("So .", 2)]),
        (["A heading", "It rains . Why ?"], [("A heading", 0), ("It rains .", 1), ("Why ?", 1)]),
        (["It rains ,", "", "we stay ."], [("It rains , we stay .", 0)]),
        # A stop at the end of a line ends the sentence, though a small letter follows.
        (["It rains .", "we stay ."], [("It rains .", 0), ("we stay .", 1)]),
        (['He said : " Go ! "', "Then ."], [('He said : " Go !', 0), ("Then .", 1)]),
        # Where most lines begin with a small letter, it says nothing.
        (["a heading", "it rains", "We stay"], [("a heading", 0), ("it rains", 1), ("We stay", 2)]),
        (["", ". . .", "So"], [("So", 2)]),
        ([], []),
    ],
)
def test_running_text(lines: list[str], sentences: list[tuple[str, int]]) -> None:
    assert running(lines) == sentences


def test_stops_of_running_text() -> None:
    """All that `stops` may be holds in running text, too."""
    lines = ["It rains ;", "we stay . we read", "and talk ."]
    assert [len(running(lines, stops)) for stops in ("text", "semicolons", "tokens")] == [2, 3, 3]
    source, target = ["It rains ; we stay at home ."], ["It rains , we stay at home ."]
    joined = {
        stops: TextBreaks(stops=stops).of_texts(source, target)[0, 1] for stops in get_args(Stops)
    }
    assert joined == {"text": 0, "tokens": 0, "semicolons": 1}


def test_breaks_of_running_text() -> None:
    source = [
        "It was late , we went home .",
        "It rained .",
        "We sang a song .",
        "Yes .",
        "So what ?",
    ]
    target = [
        "It was late . We went home .",
        "It rained , and",
        "we sang a song .",
        "",
        "So what ?",
    ]
    rows = TextBreaks().of_texts(source, target)
    assert rows.tolist() == [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1]]
    assert TextBreaks().score(rows.sum(axis=0)).counts == {
        "split": 1, "joined": 1, "emptied": 1, "sentences": 5,
    }  # fmt: skip
    with pytest.raises(cg.InputError, match="line by line"):
        TextBreaks().candidates(cg.Segment("a"), cg.Correction("a", "b"))


@given(st.lists(texts.map(" ".join), max_size=6))
def test_what_is_unchanged_has_no_breaks(lines: list[str]) -> None:
    rows = TextBreaks().of_texts(lines, lines)
    assert not rows[:, :3].any() and rows[:, 3].sum() == len(running(lines))


GLUED = {"IPN": 3, "RAC": 0, "POST": 0, "IITB": 0, "Char": 0}


@pytest.mark.parametrize("name", GLUED)
def test_splits_on_conll14_without_what_was_glued(shared: Shared, name: str) -> None:
    """Published: 2, 0, 0, 0 and 0. Stops that are tokens give 11, 9, 7, 1 and 9."""
    source = shared.data("conll14", "source.txt").read_text(encoding="utf-8").splitlines()
    if name == "Char":
        with tarfile.open(shared.data("ibgec", "extra_outputs.tar.gz")) as archive:
            member = archive.extractfile("extra_outputs/Char.txt")
            assert member is not None
            output = [line.strip() for line in member.read().decode().splitlines()]
    else:
        path = shared.data("conll14", "systems", name)
        output = path.read_text(encoding="utf-8").splitlines()
    corpus = [cg.Segment(line) for line in source]
    names = ["SentenceBreaks", "SentenceBreaks(stops=tokens)"]
    found = cg.evaluate(corpus, {name: output}, names, ci=None)
    splits = [found[name, measure].score.counts["split"] for measure in names]
    tokens = {"IPN": 11, "RAC": 9, "POST": 7, "IITB": 1, "Char": 9}
    assert splits == [GLUED[name], tokens[name]]
