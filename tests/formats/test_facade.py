"""Recognising formats, reading systems, pairing, converting."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import (
    convert,
    paired,
    read,
    read_parallel,
    read_system,
    stream,
    stream_parallel,
    stream_system,
    write,
    write_system,
)
from tests.conftest import Shared

M2 = "S a b\nA 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n\nS c\n"


def made(folder: Path, name: str, content: str) -> Path:
    (folder / name).write_text(content, encoding="utf-8")
    return folder / name


# --- recognising ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "origin"),
    [
        (M2, "x: M2, 2 sentences, 1 reference"),
        ("# note\n" + M2, "x: M2, 2 sentences, 1 reference"),
        ("S a\n\nS b\n", "x: M2, 2 sentences, 1 reference"),
        ("S a\n\n", "x: M2, 1 sentence, 1 reference"),
        ("S is a letter .\nSo is T .\n", "x: plain text, 2 sentences, no references"),
        ("A is a letter .\n", "x: plain text, 1 sentence, no references"),
        ("# is a sign .\n", "x: plain text, 1 sentence, no references"),
        ("[ 1 ] is a note .\n", "x: plain text, 1 sentence, no references"),
        ('{"source": "a"}\n', "x: JSONL, 1 sentence, no references"),
        ('\n{"source": "a"}\n', "x: JSONL, 1 sentence, no references"),
        ('{"sentence": "a", "corrections": []}', "x: JFLEG JSON, 1 sentence, no references"),
        ('{"text": "a", "edits": [[0, []]]}', "x: BEA-2019 JSON, 1 sentence, 1 reference"),
    ],
)
def test_a_format_is_known_by_its_content(tmp_path: Path, content: str, origin: str) -> None:
    path = made(tmp_path, "x", content)
    assert read(path).origin == origin
    assert tuple(stream(path)) == read(path).segments


def test_a_name_decides_where_the_content_does_not(tmp_path: Path) -> None:
    assert read(made(tmp_path, "x.m2", "S a\n")).origin == "x.m2: M2, 1 sentence, 1 reference"


def test_a_format_can_be_forced(tmp_path: Path) -> None:
    path = made(tmp_path, "x", "S a\n")
    assert read(path, format="m2").sources == ["a"]
    assert read(path, format="text").sources == ["S a"]


def test_gzip_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.m2.gz").write_bytes(gzip.compress(M2.encode()))
    expected = read(made(tmp_path, "x.m2", M2)).segments
    assert read(tmp_path / "x.m2.gz").segments == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(M2.encode())))
    corpus = read("-")
    assert corpus.segments == expected
    assert corpus.origin == "standard input: M2, 2 sentences, 1 reference"


# --- systems --------------------------------------------------------------------------------------


def test_a_systems_text(tmp_path: Path) -> None:
    corpus = read(made(tmp_path, "gold.m2", M2))
    system = read_system(made(tmp_path, "mine.txt", "x b \n\n"), corpus)
    assert system.name == "mine"
    assert system.origin == "mine.txt: plain text, 2 corrections"
    assert system.corrections == (
        Correction("a b", "x b", None, "mine"),
        Correction("c", "", None, "mine"),
    )


def test_a_system_that_deletes_everything(tmp_path: Path) -> None:
    system = read_system(made(tmp_path, "x", "\n\n"), ["a", "b"])
    assert [c.text for c in system.corrections] == ["", ""]


def test_a_systems_m2(tmp_path: Path) -> None:
    system = read_system(made(tmp_path, "x", M2), ["a  b", "c"], "it")
    assert system.corrections == (
        Correction("a  b", None, [Edit(0, 1, ("x",), "R")], "it"),
        Correction("c", None, (), "it"),
    )


def test_an_annotator_can_be_a_system(tmp_path: Path) -> None:
    text = "S a\n" + "".join(f"A 0 1|||R|||{k}|||REQUIRED|||-NONE-|||{k}\n" for k in range(2))
    system = read_system(made(tmp_path, "x", text), ["a"], annotator="1")
    assert system.corrections[0].text == "1"


@pytest.mark.parametrize("format", ["text", "m2", "jsonl", "jfleg", "bea"])
def test_systems_round_trip(tmp_path: Path, format: str) -> None:
    corpus = read(made(tmp_path, "gold.m2", M2))
    system = read_system(made(tmp_path, "mine", "x b\nc d\n"), corpus)
    write_system(system, tmp_path / "again", format)
    again = read_system(tmp_path / "again", corpus, format=format)
    assert [c.text for c in again.corrections] == ["x b", "c d"]
    assert [c.source for c in again.corrections] == ["a b", "c"]


def test_streaming_a_system_takes_sources_as_they_come(tmp_path: Path) -> None:
    path = made(tmp_path, "x", "A\nB\n")
    taken: list[str] = []

    def sources() -> Iterator[str]:
        for source in ("a", "b"):
            taken.append(source)
            yield source

    corrections = stream_system(path, sources())
    assert next(corrections) == Correction("a", "A", None, "x")
    assert taken == ["a"]
    assert [c.text for c in corrections] == ["B"]


# --- pairing --------------------------------------------------------------------------------------


def test_paired(tmp_path: Path) -> None:
    segments = [Segment("a"), Segment("b")]
    systems = {"file": made(tmp_path, "x", "A\nB\n"), "list": ["1", Correction("b", "2")]}
    pairs = list(paired(segments, systems))
    assert [segment for segment, _ in pairs] == segments
    assert [[(c.by, c.text) for c in row] for _, row in pairs] == [
        [("file", "A"), ("list", "1")],
        [("file", "B"), ("list", "2")],
    ]


@pytest.mark.parametrize(("given", "found"), [(["1"], 1), (["1", "2", "3", "4"], 4), ([], 0)])
def test_unequal_lengths(given: list[str], found: int) -> None:
    segments = [Segment("a"), Segment("b"), Segment("c")]
    with pytest.raises(InputError) as caught:
        list(paired(segments, {"whole": ["1", "2", "3"], "mine": given}))
    assert str(caught.value).startswith(
        f"mine: expected 3 sentences, one for each sentence of the corpus, found {found}\n"
    )


def test_streams_agree_with_what_is_read(shared: Shared) -> None:
    gold = shared.data("conll14", "official-2014.combined.m2")
    names = ["AMU", "INPUT", "POST"]
    systems = {name: shared.data("conll14", "systems", name) for name in names}
    corpus = read(gold)
    outputs = [read_system(path, corpus).corrections for path in systems.values()]
    expected = zip(*outputs, strict=True)
    for (segment, row), other, whole in zip(
        paired(stream(gold), systems), expected, corpus, strict=True
    ):
        assert segment == whole
        assert row == other


def test_memory_stays_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows with the blocks that are read, not with the files."""
    import tracemalloc

    monkeypatch.setattr("corrigenda.formats.lines._BLOCK", 1024)
    count = 6_000
    source = made(tmp_path, "source", "He like this dog very much .\n" * count)
    output = made(tmp_path, "output", "He likes this dog very much .\n" * count)
    tracemalloc.start()
    try:
        total = sum(
            len(correction.text) - len(segment.source)
            for segment, (correction,) in paired(stream_parallel(source), {"x": output})
        )
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert total == count
    assert peak < source.stat().st_size / 2


# --- writing and converting -----------------------------------------------------------------------


def test_convert(tmp_path: Path) -> None:
    source = made(tmp_path, "source", "a b\nc\n")
    reference = made(tmp_path, "reference", "x b\nc\n")
    assert convert(source, tmp_path / "x.m2", references=[reference]) == [
        "2 references given as text: their edits were extracted"
    ]
    assert read(tmp_path / "x.m2").segments == read(made(tmp_path, "y.m2", M2)).segments
    assert convert(tmp_path / "x.m2", tmp_path / "x.jsonl") == []
    assert read(tmp_path / "x.jsonl").segments == read(tmp_path / "x.m2").segments


@pytest.mark.parametrize("to", ["m2", "text", "jsonl", "jfleg", "bea"])
@pytest.mark.parametrize("start", ["m2", "jsonl", "jfleg", "bea"])
def test_any_format_becomes_any_other(tmp_path: Path, start: str, to: str) -> None:
    gold = read(made(tmp_path, "gold.m2", M2 + "S\n\nS d e f\n" + "A 1 2" + M2.split("A 0 1")[1]))
    write(gold, tmp_path / "start", start)
    convert(tmp_path / "start", tmp_path / "to", target_format=to)
    if to == "text":
        again = read_parallel(tmp_path / "to", [tmp_path / "to.ref0"])
    else:
        again = read(tmp_path / "to")
    assert again.sources == gold.sources
    assert [[r.text for r in s.references] for s in again] == [
        [r.text for r in s.references] for s in gold
    ]


def test_a_format_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="CSV is read, but not written"):
        convert(made(tmp_path, "x.m2", M2), tmp_path / "x.csv", target_format="csv")


def test_convert_in_place(tmp_path: Path) -> None:
    path = made(tmp_path, "x.m2", M2)
    convert(path, path, target_format="jsonl")
    assert read(path).origin == "x.m2: JSONL, 2 sentences, 1 reference"


def test_a_failed_conversion_leaves_nothing_behind(tmp_path: Path) -> None:
    source = made(tmp_path, "x", M2 + "S d\nA 0 9|||R|||x|||REQUIRED|||-NONE-|||0\n")
    with pytest.raises(InputError, match="x:6: expected an extent within the sentence"):
        convert(source, tmp_path / "y.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_the_suffix_names_the_format(tmp_path: Path) -> None:
    segments = [Segment("a", (Correction("a", None, (), "0"),), "1")]
    for name, title in [("x.m2", "M2"), ("x.jsonl.gz", "JSONL"), ("x.txt", "plain text")]:
        write(segments, tmp_path / name)
        assert f"{name}: {title}, 1 sentence" in read(tmp_path / name, format=_name(title)).origin


def _name(title: str) -> str:
    return {"M2": "m2", "JSONL": "jsonl", "plain text": "text"}[title]


def test_importing_formats_is_light() -> None:
    code = (
        "import sys, corrigenda.formats; print('numpy' in sys.modules, 'rapidfuzz' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False False\n"
