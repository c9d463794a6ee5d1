"""The three JSON forms: ours, JFLEG's and BEA-2019's."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corrigenda.corpus import Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.formats import bea, jfleg, jsonl, read, read_system, write, write_system
from tests.conftest import Shared
from tests.formats.strategies import any_segment, bea_segment

# --- ours -----------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(st.lists(any_segment(), max_size=3))
def test_jsonl_keeps_everything(segments: list[Segment]) -> None:
    lost: Counter[str] = Counter()
    lines = list(jsonl.dump(segments, lost))
    assert [segment for _, segment in jsonl.parse(lines, "x")] == segments
    assert not +lost
    assert all("\n" not in line and "\r" not in line for line in lines)


@settings(max_examples=50)
@given(any_segment(references=1))
def test_jsonl_keeps_a_systems_output(segment: Segment) -> None:
    lines = list(jsonl.dump([segment], Counter(), system=True))
    assert "references" not in json.loads(lines[0])
    assert [s for _, s in jsonl.parse(lines, "x", system=True)] == [segment]


def test_jsonl_as_documented() -> None:
    line = (
        '{"source": "He like dog .", "references": ['
        '{"by": "0", "edits": [{"start": 1, "end": 2, "alternatives": ["likes"], "type": "V"}]},'
        '{"text": "He likes dogs ."}], "attributes": {"cefr": "A1", "age": 12}}'
    )
    source = "He like dog ."
    references = (
        Correction(source, None, [Edit(1, 2, ("likes",), "V")], "0"),
        Correction(source, "He likes dogs ."),
    )
    expected = Segment(source, references, "1", (("cefr", "A1"), ("age", 12)))
    assert list(jsonl.parse(["", line], "x")) == [(2, expected)]


def test_defaults_are_not_written() -> None:
    (line,) = jsonl.dump([Segment("a", (Correction("a", None, [Edit(0, 1)]),), "7")], Counter())
    assert json.loads(line) == {
        "id": "7",
        "source": "a",
        "references": [{"edits": [{"start": 0, "end": 1, "alternatives": [""]}]}],
    }


def test_a_system_round_trips_through_a_file(tmp_path: Path) -> None:
    corrections = (
        Correction("a b", "a", None, "mine"),
        Correction("c", None, [Edit(0, 1)], "mine"),
    )
    system = System("mine", corrections)
    path = tmp_path / "mine.jsonl"
    assert write_system(system, path) == []
    found = read_system(path, ["a b", "c"])
    assert (found.name, found.corrections) == ("mine", corrections)
    assert found.origin == "mine.jsonl: JSONL, 2 corrections"


# --- JFLEG ----------------------------------------------------------------------------------------


def test_jfleg(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(
        '{"sentence": "He like it . ", "corrections": ["He likes it . ", "He liked it . "]}\n'
        '{"sentence": "Fine .", "corrections": []}\n'
    )
    corpus = read(path)
    assert corpus.origin == "dev.json: JFLEG JSON, 2 sentences, 0-2 references"
    source = "He like it ."
    texts = ("He likes it .", "He liked it .")
    references = tuple(Correction(source, t, None, str(k)) for k, t in enumerate(texts))
    assert corpus.segments == (Segment(source, references, "1"), Segment("Fine .", (), "2"))
    assert write(corpus, tmp_path / "again", "jfleg") == []
    assert read(tmp_path / "again").segments == corpus.segments


def test_what_jfleg_loses_is_said() -> None:
    edits = [Edit(0, 1, ("x", "y")), Edit(1, 2, ())]
    lost: Counter[str] = Counter()
    segment = Segment("a b", (Correction("a b", None, edits, "ann"),), "s1", (("k", "v"),))
    assert list(jfleg.dump([segment], lost)) == ['{"sentence": "a b", "corrections": ["x b"]}']
    assert dict(+lost) == {
        "sentence ids": 1,
        "sentences' attributes": 1,
        "annotators' names": 1,
        "edits: only the text they make is kept": 2,
        "alternatives after an edit's first": 1,
        "edits that only mark an error": 1,
    }


def test_public_jfleg_through_its_json_form(shared: Shared, tmp_path: Path) -> None:
    from corrigenda.formats import read_parallel

    paths = [shared.data("jfleg", f"dev.ref{k}") for k in range(4)]
    corpus = read_parallel(shared.data("jfleg", "dev.src"), paths)
    assert corpus.origin.endswith(": parallel text, 754 sentences, 4 references")
    write(corpus, tmp_path / "x", "jfleg")
    assert read(tmp_path / "x").segments == corpus.segments


# --- BEA-2019 -------------------------------------------------------------------------------------


def test_bea() -> None:
    line = (
        '{"text": "He like dog.\\nYes", "userid": "u", "cefr": "A2.i", "age": 12, "id": "1-1",'
        ' "edits": [[0, [[3, 7, "likes"], [8, 11, null, "N"]]], [1, []]]}'
    )
    ((number, segment),) = bea.parse([line], "x")
    source = "He like dog.\nYes"
    edits = [Edit(3, 7, ("likes",), "", "char"), Edit(8, 11, (), "N", "char")]
    assert number == 1
    assert segment == Segment(
        source,
        (Correction(source, None, edits, "0"), Correction(source, None, (), "1")),
        "1-1",
        (("userid", "u"), ("cefr", "A2.i"), ("age", 12)),
    )
    assert segment.references[0].text == "He likes dog.\nYes"
    assert segment.references[0].edits == (Edit(1, 2, ("likes",)), Edit(2, 3, (), "N"))
    (again,) = bea.dump([segment], Counter())
    assert json.loads(again) == json.loads(line)


@settings(max_examples=50)
@given(st.lists(bea_segment(), min_size=1, max_size=3))
def test_bea_round_trip(segments: list[Segment]) -> None:
    lost: Counter[str] = Counter()
    lines = list(bea.dump(segments, lost))
    assert [segment for _, segment in bea.parse(lines, "x")] == segments
    assert not +lost


def test_what_bea_loses_is_said() -> None:
    edits = [
        Edit(0, 1, ("x", "y"), "R"),
        Edit(1, 2, (None, "z"), "", "token", (("k", "v"),)),
        Edit(2, 3, (None,)),
    ]
    references = (Correction("a b c", "x z c", edits, "0"), Correction("a b c", "a c", None, "1"))
    lost: Counter[str] = Counter()
    (line,) = bea.dump([Segment("a b c", references, "1")], lost)
    assert json.loads(line)["edits"] == [
        [0, [[0, 1, "x", "R"], [2, 3, "z"], [4, 5, None]]],
        [1, [[2, 4, "", "U"]]],
    ]
    assert dict(+lost) == {
        "corrected texts beside their edits": 1,
        "extents in tokens: now in characters": 3,
        "alternatives after an edit's first": 1,
        "edits' attributes": 1,
        "optional edits: now required": 1,
        "edits that only say that the source may stay: now without correction": 1,
        "references given as text: their edits were extracted": 1,
    }


def test_annotators_names_are_numbers_where_they_are_written_so() -> None:
    names = ("7", "07", "ann")
    references = tuple(Correction("a", None, (), name) for name in names)
    (line,) = bea.dump([Segment("a", references)], Counter())
    assert [name for name, _ in json.loads(line)["edits"]] == [7, "07", "ann"]


@pytest.mark.parametrize("format", ["bea", "jsonl"])
def test_public_m2_survives_characters(shared: Shared, tmp_path: Path, format: str) -> None:
    """The same corrected tokens, whether the edits count tokens or characters."""
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    write(corpus, tmp_path / "x", format)
    again = read(tmp_path / "x")
    for before, after in zip(corpus, again, strict=True):
        assert [r.by for r in after.references] == [r.by for r in before.references]
        assert [r.tokens for r in after.references] == [r.tokens for r in before.references]
