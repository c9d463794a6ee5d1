from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.hoo.formats.problems import KINDS, Problem
from corrigenda.hoo.formats.standoff import read_edits, write_edits
from corrigenda.hoo.formats.validation import repair, validate
from tests.conftest import expensive
from tests.hoo.formats.parts_writer import write_parts
from tests.hoo.formats.strategies import VALUES, edits_on

TEXT = "Thé cat sit on mat. It sleeped.\n"


def edit(
    start: int, end: int, original: str | None = None, *texts: str | None, **known: str
) -> Edit:
    pairs = tuple(known.items()) + (() if original is None else (("original", original),))
    return Edit(start, end, texts, "", "byte", pairs)


def found(folder: Path, *edits: Edit, name: str = "0001GE.xml", **options: Any) -> list[Problem]:
    (folder / "0001.txt").write_bytes(TEXT.encode())
    write_edits(edits, folder / name)
    return validate(folder / name, **options)


def test_nothing_is_wrong(tmp_path: Path) -> None:
    one = edit(9, 12, "sit", "sat", None, index="1", cset="1")
    two = edit(16, 16, "", "the ", "", index="2", cset="1")
    assert found(tmp_path, one, two) == []


CASES: dict[str, tuple[list[Edit], str, str, tuple[int, int] | None]] = {
    "overlap": (
        [edit(9, 12), edit(11, 14, index="x")],
        "x",
        "its extent overlaps that of edit number 1: 11:14 and 9:12",
        None,
    ),
    "overlap with a longer one before": (
        [edit(4, 20), edit(5, 6), edit(9, 12, index="x")],
        "x",
        "its extent overlaps that of edit number 1: 9:12 and 4:20",
        None,
    ),
    "insertion inside": (
        [edit(9, 12, index="a"), edit(10, 10, index="b")],
        "b",
        "its extent overlaps that of edit a: 10:10 and 9:12",
        None,
    ),
    "shared-start": (
        [edit(9, 12, index="b"), edit(9, 9, index="a")],
        "b",
        "same start (9) as edit a",
        None,
    ),
    "out-of-range": (
        [edit(30, 99)],
        "number 1",
        "its extent 30:99 ends after the text, which has 33 bytes",
        None,
    ),
    "out-of-range, but known": (
        [edit(90, 99, "sit")],
        "number 1",
        "its extent 90:99 ends after the text, which has 33 bytes",
        (9, 12),
    ),
    "inside-character": (
        [edit(3, 5)],
        "number 1",
        "its extent 3:5 cuts a character in two",
        None,
    ),
    "lost-space": (
        [edit(8, 12, "sit")],
        "number 1",
        "<original> has lost white space at its beginning or end: "
        "<original> is 'sit', but the text at 8:12 is ' sit'",
        (8, 12),
    ),
    "white-space": (
        [edit(24, 33, "sleeped. ")],
        "number 1",
        "<original> has other white space: "
        "<original> is 'sleeped. ', but the text at 24:33 is 'sleeped.\\n'",
        (24, 33),
    ),
    "wrong-offset": (
        [edit(10, 13, "sit")],
        "number 1",
        "<original> is 'sit', but the text at 10:13 is 'it '",
        (9, 12),
    ),
    "wrong-original": (
        [edit(0, 1, "t")],
        "number 1",
        "<original> is 't', but the text at 0:1 is 'T'",
        None,
    ),
    "wrong-original of an insertion": (
        [edit(0, 1, "")],
        "number 1",
        "<original> is '', but the text at 0:1 is 'T'",
        None,
    ),
    "uneven-cset": (
        [edit(0, 1, None, "a", cset="1"), edit(2, 4, None, "a", None, cset="1")],
        "number 2",
        "expected 1 alternatives, as edit number 1 of the same consistency set (1) has, found 2",
        None,
    ),
    "duplicate-index": (
        [edit(0, 1, index="x"), edit(2, 4, index="x")],
        "x",
        "edit number 2 has the index of edit number 1",
        None,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_problem(name: str, tmp_path: Path) -> None:
    edits, of, reason, repaired = CASES[name]
    kind = "overlap" if name.startswith("insertion") else name.split()[0].rstrip(",")
    problems = [p for p in found(tmp_path, *edits) if p.kind == kind and p.edit == of]
    assert problems == [Problem(str(tmp_path / "0001GE.xml"), of, kind, reason, repaired)]
    assert kind in KINDS


def test_a_system_gives_one_correction(tmp_path: Path) -> None:
    two = edit(9, 12, "sit", "sat", "sits")
    assert found(tmp_path, two) == []
    (problem,) = found(tmp_path, two, name="0001AA0.xml")
    assert problem.kind == "several-corrections"
    assert problem.reason == "a system may give one correction, found 2"
    assert found(tmp_path, two, name="0001AA0.xml", system=False) == []
    assert len(found(tmp_path, two, system=True)) == 1


def test_edits_over_sentences(tmp_path: Path) -> None:
    segmented = TEXT.replace("Thé", "<hoo><p><s>Thé").replace(". ", ".</s> <s>")
    segmented = segmented.replace("d.", "d.</s></p>") + "</hoo>"
    (tmp_path / "0001S.txt").write_bytes(segmented.encode())
    over = edit(16, 23, "mat. It")
    to_the_end = edit(16, 21, "mat. ")
    (problem,) = found(tmp_path, over)
    assert (problem.kind, problem.reason) == (
        "across-sentences",
        "its extent has text of sentences 1 to 2",
    )
    assert found(tmp_path, to_the_end) == []


def test_a_text_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "any").write_bytes(b"sit")
    bad = edit(9, 12, "sit")
    (problem,) = found(tmp_path, bad, texts=tmp_path / "texts" / "any")
    assert problem.repaired == (0, 3)
    (problem,) = found(tmp_path, bad, texts=tmp_path / "texts")
    assert problem.kind == "unpaired"
    assert problem.reason == f"there is no text for it in {tmp_path / 'texts'}"


def test_unreadable_and_badly_named(tmp_path: Path) -> None:
    (tmp_path / "gold.xml").write_bytes(b"<edits>")
    assert [(p.kind, p.reason) for p in validate(tmp_path / "gold.xml")] == [
        (
            "bad-name",
            "expected a name such as NNNN.txt, NNNNS.txt, NNNNG.xml, NNNNGE.xml, NNNNTTR.txt or "
            "NNNNTTR.xml",
        ),
        ("unreadable", "line 1: this is not XML: it ends before it is complete (column 8)"),
    ]


def test_a_folder(tmp_path: Path) -> None:
    found(tmp_path, edit(10, 13, "sit"))
    write_edits([], tmp_path / "0001AA0.xml")
    write_edits([], tmp_path / "0002AA0.xml")
    write_edits([], tmp_path / "0003GE.xml")
    (tmp_path / "0004.txt").write_bytes(b"\xff")
    (tmp_path / "0001S.txt").write_bytes(b"<hoo>Another</hoo>")
    (tmp_path / "0005S.txt").write_bytes(b"none")
    (tmp_path / "0006GE.xml").write_bytes(b"not XML")
    (tmp_path / "notes.md").write_bytes(b"")
    problems = validate(tmp_path)
    assert sorted((Path(p.file).name, p.kind) for p in problems) == [
        ("0001S.txt", "segmentation"),
        ("0001S.txt", "unreadable"),
        ("0001S.txt", "unreadable"),
        ("0002AA0.xml", "unpaired"),
        ("0003GE.xml", "unpaired"),
        ("0004.txt", "unreadable"),
        ("0005S.txt", "unreadable"),
        ("0006GE.xml", "unreadable"),
        ("notes.md", "bad-name"),
    ]
    assert {p.kind for p in problems} <= set(KINDS)


def test_a_problem_as_text() -> None:
    assert str(Problem("0001GE.xml", "0001-0001", "x", "it is wrong", (1, 2))) == (
        "0001GE.xml: edit 0001-0001: it is wrong (right extent: 1:2)"
    )
    assert str(Problem("x", "", "bad-name", "no name")) == "x: no name"


def test_parts_of_2012(tmp_path: Path) -> None:
    write_parts({"1": ("é cat", "sit")}, tmp_path / "0001.xml")
    good = Edit(5, 8, ("sat",), "", "char", (("part", "1"), ("original", "sit")))
    elsewhere = Edit(0, 3, ("sat",), "", "char", (("part", "1"), ("original", "sit")))
    nowhere = Edit(5, 8, ("sat",), "", "char", (("part", "2"), ("original", "sit")))
    write_edits([good, elsewhere, nowhere], tmp_path / "0001GE.xml")
    problems = validate(tmp_path)
    assert [(p.edit, p.kind, p.repaired) for p in problems] == [
        ("number 3", "no-part", None),
        ("number 2", "wrong-offset", (5, 8)),
    ]


# --- repairing --------------------------------------------------------------------------------


def test_repair(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.mkdir()
    found(source, edit(10, 13, "sit", "sat", index="1"), edit(15, 19, "mat", "m", index="2"))
    (source / "0002GE.xml").write_bytes(b"<edits>")
    before = (source / "0001GE.xml").read_bytes()
    problems = repair(source, target)
    assert [p.kind for p in problems] == ["wrong-offset", "lost-space", "unreadable"]
    assert [path.name for path in target.iterdir()] == ["0001GE.xml"]
    assert read_edits(target / "0001GE.xml") == (
        edit(9, 12, "sit", "sat", index="1"),
        edit(15, 19, " mat", "m", index="2"),
    )
    assert (source / "0001GE.xml").read_bytes() == before


def test_repair_one_file(tmp_path: Path) -> None:
    found(tmp_path, edit(10, 13, "sit"))
    repair(tmp_path / "0001GE.xml", tmp_path / "b")
    assert read_edits(tmp_path / "b" / "0001GE.xml") == (edit(9, 12, "sit"),)


@pytest.mark.parametrize("same", [".", "../{}", "{}/."])
def test_repair_never_in_place(tmp_path: Path, same: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found(tmp_path, edit(10, 13, "sit"))
    monkeypatch.chdir(tmp_path)
    target = same.format(tmp_path.name if same.startswith("..") else tmp_path)
    for source in (tmp_path, tmp_path / "0001GE.xml"):
        with pytest.raises(InputError) as caught:
            repair(source, target)
        assert caught.value.message == (
            "repaired copies must go to another folder than the files they are made of"
        )


def test_repair_into_a_file(tmp_path: Path) -> None:
    source = tmp_path / "a"
    source.mkdir()
    (tmp_path / "b").write_bytes(b"")
    with pytest.raises(InputError, match="expected a folder, found a file"):
        repair(source, tmp_path / "b")


@st.composite
def shifted(draw: Any) -> tuple[str, list[Edit]]:
    """A text and edits, some of which have other offsets or white space than they should."""
    text = draw(VALUES)
    edits = draw(edits_on(text))
    out = []
    for one in edits:
        by = draw(st.integers(-3, 3))
        start, end = max(one.start + by, 0), max(one.end + by, 0)
        known = dict(one.attributes)
        if draw(st.booleans()):
            known["original"] = known["original"].strip()
        out.append(Edit(start, end, one.alternatives, one.type, "byte", tuple(known.items())))
    return text, out


@expensive
@given(shifted())
def test_a_repaired_file_has_nothing_left_to_repair(given_edits: tuple[str, list[Edit]]) -> None:
    text, edits = given_edits
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a", Path(folder) / "b"
        source.mkdir()
        (source / "0001.txt").write_bytes(text.encode())
        write_edits(edits, source / "0001GE.xml")
        before = repair(source, target)
        assert [p for p in validate(target, texts=source) if p.repaired] == []
        if not any(p.repaired for p in before):
            assert read_edits(target / "0001GE.xml") == read_edits(source / "0001GE.xml")


@pytest.mark.parametrize(
    "name, text",
    [
        ("0001GE.xml", "<edits><edit index='7' start='0' end='1'>{}</edit></edits>"),
        ("0001G.xml", "<HOO><edit index='7'>a{}</edit></HOO>"),
    ],
)
def test_attributes_of_corrections_are_not_read_and_that_is_said(
    tmp_path: Path, name: str, text: str
) -> None:
    given = "<corrections>\n<correction type='X1' index='1'>b</correction></corrections>"
    path = tmp_path / name
    path.write_text(text.format(given), encoding="utf-8")
    [problem] = validate(path)
    assert (problem.edit, problem.kind) == ("7", "unread-attributes")
    assert problem.reason == "line 2: attributes of a <correction> are not read, found type, index"
    path.write_text(text.format("<corrections/>"), encoding="utf-8")
    assert validate(path) == []
