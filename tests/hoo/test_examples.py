"""The bundled HOO fragments: offsets are right, and every kind of annotation occurs."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.edits import Edit, apply_bytes
from corrigenda.errors import InputError
from corrigenda.hoo import batch_evaluate, batch_extract, segment
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.hoo.formats.texts import paragraphs, read_segmented
from corrigenda.units import bytes_to_chars

FRAGMENTS = ("0001", "0002", "0003")


def text(fragment: str) -> bytes:
    return examples.path(f"hoo/Orig/{fragment}.txt").read_bytes()


def gold(fragment: str) -> tuple[Edit, ...]:
    return read_edits(examples.path(f"hoo/Gold/{fragment}GE.xml"))


def test_names() -> None:
    assert examples.names("hoo") == sorted(
        f"hoo/{name}"
        for n in FRAGMENTS
        for name in (
            f"Gold/{n}GE.xml",
            f"Orig/{n}.txt",
            f"Segmented/{n}S.txt",
            f"Systems/{n}AB1.txt",
            f"Systems/{n}CD0.txt",
        )
    )
    assert not [name for name in examples.names() if "hoo" in name]
    for name in ("hoo", "hoo/Gold", "hoo/Systems"):
        assert examples.path(name).is_dir()
    with pytest.raises(InputError, match=r"no example is called 'hoo/Gold/0004GE\.xml'"):
        examples.path("hoo/Gold/0004GE.xml")


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_offsets_count_bytes_of_the_text(fragment: str) -> None:
    source = text(fragment)
    for number, edit in enumerate(gold(fragment), 1):
        known = dict(edit.attributes)
        assert source[edit.start : edit.end].decode() == known["original"]
        assert known["index"] == f"{fragment}-{number:04d}"
    assert source.isascii() == (fragment != "0002")
    assert (bytes_to_chars(source, gold(fragment))[-1].start == gold(fragment)[-1].start) == (
        source.isascii()
    )


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_segmented_texts_are_the_same(fragment: str) -> None:
    segmented = read_segmented(examples.path(f"hoo/Segmented/{fragment}S.txt"))
    assert segmented.text == text(fragment)
    assert segmented.paragraphs == paragraphs(text(fragment))
    assert len(segmented.paragraphs) == 3
    assert len(segmented.sentences) > 6
    for start, end in segmented.sentences:
        assert segmented.text[start : start + 1].isupper()
        assert segmented.text[end - 1 : end] == b"."


def test_corrections_known_by_heart() -> None:
    """A few in full, so that an offset shifted in texts and edits alike would be seen."""
    corrected = apply_bytes(text("0002"), gold("0002")).decode()
    assert (
        "The naïve Bayes classifier is a popular choice for the classification of short messages. "
        "Müller and Åström have shown that it works well even when there are only a few examples – "
        "usually less than fifty – of each class."
    ) in corrected
    assert "As a baseline we take the length of the message, and as a second the number of its" in (
        corrected
    )
    assert "discuss a method to correct" in apply_bytes(text("0001"), gold("0001")).decode()


def test_every_kind_of_annotation_occurs() -> None:
    edits = [edit for fragment in FRAGMENTS for edit in gold(fragment)]
    assert sum(edit.optional for edit in edits) == 12
    assert sum(edit.alternatives == () for edit in edits) == 3
    assert sum(edit.is_insertion for edit in edits) >= 4
    assert sum(edit.alternatives == ("",) for edit in edits) >= 3
    assert sum(len(edit.texts) > 1 for edit in edits) >= 10
    assert not [e for e in edits if dict(e.attributes)["original"] in e.texts]
    sets = [(e.attributes[0][1][:4], dict(e.attributes)["cset"]) for e in edits if _set(e)]
    assert sorted(sets) == [("0001", "1")] * 2 + [("0002", "2")] * 2
    for fragment in FRAGMENTS:
        assert len({edit.start for edit in gold(fragment)}) == len(gold(fragment))


def _set(edit: Edit) -> bool:
    return "cset" in dict(edit.attributes)


def test_the_systems_tell_their_story(tmp_path: Path) -> None:
    """Timid is precise and finds little; bold finds most, and is often wrong about it."""
    extracted = batch_extract(examples.path("hoo/Orig"), examples.path("hoo/Systems"), tmp_path)
    assert len(extracted.written) == 6
    assert not extracted.problems
    batch = batch_evaluate(examples.path("hoo/Gold"), tmp_path)
    assert not batch.problems
    mean = {
        run.name: [rows[:, 7:10].mean(axis=0).tolist() for rows in run.rows] for run in batch.runs
    }
    (detected, _, corrected), (found, recognised, right) = mean["AB1"], mean["CD0"]
    assert detected[0] > 0.9 > found[0]
    assert detected[1] < 0.4 < 0.8 < found[1]
    assert corrected[0] > 0.6 > recognised[0] > right[0]


def test_segmented_texts_are_what_segmentation_gives(tmp_path: Path) -> None:
    done = segment(examples.path("hoo/Orig"), tmp_path)
    assert [path.name for path in done.written] == ["0001S.txt", "0002S.txt", "0003S.txt"]
    for path in done.written:
        assert path.read_bytes() == examples.path(f"hoo/Segmented/{path.name}").read_bytes()
