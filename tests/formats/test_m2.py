"""M2, in and out."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import read, write
from corrigenda.formats.m2 import dump, parse
from tests.conftest import Shared
from tests.formats.strategies import m2_segments


def parsed(text: str) -> list[Segment]:
    return [segment for _, segment in parse(text.split("\n"), "x.m2")]


def edits(line: str, source: str = "a b c d") -> tuple[Edit, ...]:
    (segment,) = parsed(f"S {source}\n{line}")
    return segment.references[0].edits


def dumped(segments: list[Segment]) -> tuple[list[str], dict[str, int]]:
    lost: Counter[str] = Counter()
    return list(dump(segments, lost)), dict(+lost)


# --- reading --------------------------------------------------------------------------------------


def test_a_sentence_with_two_annotators() -> None:
    text = (
        "S He like dog .\n"
        "A 2 3|||Nn|||dogs||a dog|||REQUIRED|||-NONE-|||1\n"
        "A 1 2|||SVA|||likes|||REQUIRED|||-NONE-|||0\n"
        "A 0 1|||Um||||||OPTIONAL|||why|||1\n"
    )
    source = "He like dog ."
    extra = (("required", "OPTIONAL"), ("comment", "why"))
    assert parsed(text) == [
        Segment(
            source,
            (
                Correction(source, None, [Edit(1, 2, ("likes",), "SVA")], "0"),
                Correction(
                    source,
                    None,
                    [Edit(2, 3, ("dogs", "a dog"), "Nn"), Edit(0, 1, ("",), "Um", "token", extra)],
                    "1",
                ),
            ),
            "1",
        )
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A 1 2|||U||||||REQUIRED|||-NONE-|||0", Edit(1, 2, ("",), "U")),
        ("A 1 2|||U|||-NONE-|||REQUIRED|||-NONE-|||0", Edit(1, 2, ("",), "U")),
        ("A 1 2|||R|||x||-NONE-||y|||REQUIRED|||-NONE-|||0", Edit(1, 2, ("x", "", "y"), "R")),
        ("A 4 4|||M||| x |||REQUIRED|||-NONE-|||0", Edit(4, 4, ("x",), "M")),
        ("A 1 2|||UNK|||-NONE-|||REQUIRED|||-NONE-|||0", Edit(1, 2, (), "UNK")),
        ("A 1 2|||UNK||||||REQUIRED|||-NONE-|||0", Edit(1, 2, (), "UNK")),
        ("A 1 3|||UNK|||b c|||REQUIRED|||-NONE-|||0", Edit(1, 3, (), "UNK")),
        ("A 1 3|||UNK|||x|||REQUIRED|||-NONE-|||0", Edit(1, 3, ("x",), "UNK")),
        ("A 1 1|||M||||||||||REQUIRED|||-NONE-|||0", None),
        ("A 1 1|||M|||||||REQUIRED|||-NONE-|||0", Edit(1, 1, ("|",), "M")),
        ("A 1 1|||M||||x|||REQUIRED|||-NONE-|||0", Edit(1, 1, ("|x",), "M")),
        ("A 1 1|||M|||x||||REQUIRED|||-NONE-|||0", Edit(1, 1, ("x|",), "M")),
    ],
)
def test_corrections(line: str, expected: Edit | None) -> None:
    if expected is None:
        with pytest.raises(InputError, match="expected 6 fields"):
            edits(line)
    else:
        assert edits(line) == (expected,)


def test_noop_is_an_annotator_without_edits() -> None:
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"
    (segment,) = parsed(f"S a\nA 0 1|||R|||b|||REQUIRED|||-NONE-|||0\n{noop}\n")
    assert [(r.by, r.text) for r in segment.references] == [("0", "b"), ("1", "a")]


def test_a_sentence_without_edits_has_one_reference() -> None:
    assert parsed("S a b\n") == [Segment("a b", (Correction("a b", None, (), "0"),), "1")]


def test_annotators_are_ordered_by_number_or_as_they_appear() -> None:
    def names(*ids: str) -> list[str]:
        lines = [f"A 0 1|||R|||x|||REQUIRED|||-NONE-|||{i}" for i in ids]
        return [r.by for r in parsed("\n".join(["S a", *lines]))[0].references]

    assert names("10", "2", "0", "2") == ["0", "2", "10"]
    assert names("10", "ann", "2") == ["10", "ann", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "S a\nS b",
        "S a\n\n\n   \nS b\n",
        "\n\nS a\n\nS b\n\n",
        "# made by hand\nS a\n# in between\n\n# and here\nS b",
    ],
)
def test_blank_lines_and_comments(text: str) -> None:
    assert [s.source for s in parsed(text)] == ["a", "b"]
    assert [s.id for s in parsed(text)] == ["1", "2"]


def test_odd_sentences() -> None:
    assert [s.source for s in parsed("S\n\nS \n\nS # one\nS S a")] == ["", "", "# one", "S a"]


def test_line_numbers_are_those_of_the_sentences() -> None:
    text = "# x\nS a\nA 0 1|||R|||b|||REQUIRED|||-NONE-|||0\n\nS b\n"
    assert [number for number, _ in parse(text.split("\n"), "x")] == [2, 5]


# --- writing --------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(m2_segments())
def test_round_trip(segments: list[Segment]) -> None:
    lines, lost = dumped(segments)
    assert lost == {}
    assert parsed("\n".join(lines)) == segments


def test_lines_as_they_are_written() -> None:
    source = "a b"
    references = (
        Correction(source, None, (), "0"),
        Correction(source, None, [Edit(0, 1, ("",), "U"), Edit(1, 2, ("x", ""), "R")], "7"),
    )
    assert dumped([Segment(source, references, "1")]) == (
        [
            "S a b",
            "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0",
            "A 0 1|||U||||||REQUIRED|||-NONE-|||7",
            "A 1 2|||R|||x||-NONE-|||REQUIRED|||-NONE-|||7",
            "",
        ],
        {},
    )


@pytest.mark.parametrize(
    ("reference", "line", "message"),
    [
        (
            Correction("a b", "a c"),
            "A 1 2|||R|||c|||REQUIRED|||-NONE-|||0",
            "references given as text: their edits were extracted",
        ),
        (
            Correction("a b", "x", [Edit(0, 1, ("c",))]),
            "A 0 1||||||c|||REQUIRED|||-NONE-|||0",
            "corrected texts beside their edits",
        ),
        (
            Correction("a b", None, [Edit(3, 3, ("c",), "R", "char")]),
            "A 1 2|||R|||bc|||REQUIRED|||-NONE-|||0",
            "extents in characters: widened to tokens",
        ),
        (
            Correction("a b", None, [Edit(1, 2, (None, "c"), "R")]),
            "A 1 2|||R|||c|||REQUIRED|||-NONE-|||0",
            "optional edits: now required",
        ),
        (
            Correction("a b", None, [Edit(1, 2, (None,), "R")]),
            "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0",
            "edits that only say that the source may stay",
        ),
        (
            Correction("a b", None, [Edit(1, 2, (), "R")]),
            "A 1 2|||UNK|||b|||REQUIRED|||-NONE-|||0",
            "types of edits that correct nothing: now UNK",
        ),
        (
            Correction("a b", None, [Edit(1, 2, ("b",), "UNK")]),
            "A 1 2|||UNK|||b|||REQUIRED|||-NONE-|||0",
            "UNK edits that delete or keep words: in M2 they only mark an error",
        ),
        (
            Correction("a b", None, [Edit(1, 2, ("c",), "R", "token", (("note", "x"),))]),
            "A 1 2|||R|||c|||REQUIRED|||-NONE-|||0",
            "edits' attributes",
        ),
    ],
)
def test_what_is_lost_is_said(reference: Correction, line: str, message: str) -> None:
    assert dumped([Segment("a b", (reference,))]) == (["S a b", line, ""], {message: 1})


def test_what_is_lost_of_a_sentence_is_said() -> None:
    lines, lost = dumped([Segment("a\r\nb", (), "first", (("cefr", "A1"),))])
    assert lines == ["S a b", ""]
    assert lost == {
        "sentence ids": 1,
        "sentences' attributes": 1,
        "sentences without references: read back as correct": 1,
        "line breaks within sentences: now spaces": 1,
    }


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([Correction("a", "b", by="x"), Correction("a", "c", by="x")], "the same annotator, 'x'"),
        (
            [Correction("a", None, [Edit(0, 1, ("b||c",))])],
            "'b||c' contains the bars that separate",
        ),
        (
            [Correction("a", None, [Edit(0, 1, ("b|", "c"))])],
            "'b|' contains the bars that separate",
        ),
        ([Correction("a", None, [Edit(0, 1, ("-NONE-",))])], "would be read as a deletion"),
        ([Correction("a", None, [Edit(0, 1, ("b",), "x|y")])], "the type is 'x|y', with a bar"),
        ([Correction("a", None, [Edit(0, 1, ("b",), "noop")])], "means that there is no edit"),
        ([Correction("a", "b", by="x\ny")], "the annotator's name is 'x\\ny'"),
        ([Correction("a", None, [Edit(0, 2, ("b",))])], "which has 1 token, found 0 2"),
    ],
)
def test_what_cannot_be_written(references: list[Correction], message: str) -> None:
    with pytest.raises(InputError) as caught:
        dumped([Segment("a", tuple(references), "s9")])
    assert caught.value.message.startswith("sentence s9 cannot be written as M2: ")
    assert message in caught.value.message


# --- public data ----------------------------------------------------------------------------------


@pytest.mark.parametrize("annotator", [0, 1])
def test_the_official_edits_make_the_official_references(shared: Shared, annotator: int) -> None:
    corpus = read(shared.data("conll14", f"official-2014.{annotator}.m2"))
    expected = shared.data("conll14", f"ref{annotator}.txt").read_text(encoding="utf-8")
    texts = [segment.references[0].text for segment in corpus]
    assert texts == expected.removesuffix("\n").split("\n")
    assert len(texts) == 1312


def round_trips(path: Path, tmp_path: Path) -> bool:
    corpus = read(path)
    assert write(corpus, tmp_path / "x.m2") == []
    return read(tmp_path / "x.m2").segments == corpus.segments


def test_public_m2_files_round_trip(shared: Shared, tmp_path: Path) -> None:
    for name in ("official-2014.combined-withalt.m2", "errant/conll14.errant"):
        assert round_trips(shared.data("conll14", name), tmp_path)


def test_all_public_m2_files_round_trip(shared: Shared, tmp_path: Path) -> None:
    folder = shared.data("conll14")
    paths = [*folder.glob("*.m2"), *folder.glob("errant/*.errant")]
    assert len(paths) == 19
    assert all(round_trips(path, tmp_path) for path in paths)


def test_reading_is_fast(shared: Shared) -> None:
    path = shared.data("conll14", "official-2014.combined.m2")
    times = []
    for _ in range(5):
        start = time.process_time()
        corpus = read(path)
        times.append(time.process_time() - start)
    assert corpus.origin == f"{path.name}: M2, 1312 sentences, 1-2 references"
    assert min(times) < 0.1  # seconds; about 0.03 on a machine of 2020
