"""Plain text and parallel text."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import convert, read, read_parallel, write
from corrigenda.formats.text import reference_path
from tests.conftest import Shared


def fill(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


def test_a_text_has_no_references(tmp_path: Path) -> None:
    fill(tmp_path, source=" He like it . \n\nFine .")
    corpus = read(tmp_path / "source")
    assert corpus.origin == "source: plain text, 3 sentences, no references"
    assert corpus.sources == ["He like it .", "", "Fine ."]
    assert [s.id for s in corpus] == ["1", "2", "3"]


def test_a_blank_line_in_a_reference_deletes_the_sentence(tmp_path: Path) -> None:
    fill(tmp_path, source="a b\nc\n", ref0="a\n\n", ref1="\n\n")
    corpus = read_parallel(tmp_path / "source", [tmp_path / "ref0", tmp_path / "ref1"])
    assert corpus.origin == "source + ref0 + ref1: parallel text, 2 sentences, 2 references"
    assert corpus.segments == (
        Segment("a b", (Correction("a b", "a", None, "0"), Correction("a b", "", None, "1")), "1"),
        Segment("c", (Correction("c", "", None, "0"), Correction("c", "", None, "1")), "2"),
    )


def test_parallel_text_without_references(tmp_path: Path) -> None:
    fill(tmp_path, source="a\n")
    assert read_parallel(tmp_path / "source").origin == (
        "source: plain text, 1 sentence, no references"
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("d/dev.src", "d/dev.ref1"),
        ("dev.txt", "dev.ref1"),
        ("dev.txt.gz", "dev.ref1"),
        ("conll.2014", "conll.2014.ref1"),
        ("dev", "dev.ref1"),
    ],
)
def test_where_references_go(path: str, expected: str) -> None:
    assert reference_path(path, 1) == Path(expected)


def test_round_trip(tmp_path: Path) -> None:
    fill(tmp_path, source="a b\nc\n", ref0="a\n\n", ref1="b\nd\n")
    corpus = read_parallel(tmp_path / "source", [tmp_path / "ref0", tmp_path / "ref1"])
    assert write(corpus, tmp_path / "out.txt") == []
    again = read_parallel(tmp_path / "out.txt", [tmp_path / "out.ref0", tmp_path / "out.ref1"])
    assert again.segments == corpus.segments


def test_a_missing_reference_repeats_the_first(tmp_path: Path) -> None:
    def segment(source: str, *texts: str) -> Segment:
        return Segment(source, tuple(Correction(source, text) for text in texts))

    segments = [segment("a", "A"), segment("b", "B", "B1", "B2"), segment("c", "C", "C1")]
    assert write(iter(segments), tmp_path / "out.src") == [
        "3 missing references: the first is repeated"
    ]
    contents = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert contents == {
        "out.src": "a\nb\nc\n",
        "out.ref0": "A\nB\nC\n",
        "out.ref1": "A\nB1\nC1\n",
        "out.ref2": "A\nB2\nC\n",
    }


def test_line_breaks_become_spaces(tmp_path: Path) -> None:
    segment = Segment("a\r\nb", (Correction("a\r\nb", "A\nB"),))
    assert write([segment], tmp_path / "out.txt") == ["2 line breaks within sentences: now spaces"]
    assert (tmp_path / "out.txt").read_text() == "a b\n"
    assert (tmp_path / "out.ref0").read_text() == "A B\n"


def test_sentences_with_and_without_references_cannot_be_mixed(tmp_path: Path) -> None:
    segments = [Segment("a", (Correction("a", "b"),)), Segment("c")]
    for given in (segments, segments[::-1]):
        with pytest.raises(InputError, match=r"sentence 2 has \d references, but those before it"):
            write(given, tmp_path / "out.txt")
    assert list(tmp_path.iterdir()) == []


def test_references_do_not_go_to_standard_output() -> None:
    with pytest.raises(InputError, match="goes to several files"):
        write([Segment("a", (Correction("a", "b"),))], "-", "text")


def test_overlapping_edits_have_no_text(tmp_path: Path) -> None:
    edits = [Edit(0, 2, ("x",)), Edit(1, 2, ("y",))]
    with pytest.raises(InputError, match=r"^sentence 1: .* overlaps the edit before it"):
        write([Segment("a b", (Correction("a b", None, edits),))], tmp_path / "out.txt")


def test_the_combined_gold_gives_both_official_references(shared: Shared, tmp_path: Path) -> None:
    """It leaves annotator 1 out of the 88 sentences where both agree (and of 136 without edits)."""
    folder = shared.data("conll14")
    messages = convert(folder / "official-2014.combined.m2", tmp_path / "x.src")
    assert "224 missing references: the first is repeated" in messages
    assert (tmp_path / "x.src").read_bytes() == (folder / "source.txt").read_bytes()
    for k in (0, 1):
        expected = (folder / f"ref{k}.txt").read_bytes()
        assert (tmp_path / f"x.ref{k}").read_bytes() == expected
