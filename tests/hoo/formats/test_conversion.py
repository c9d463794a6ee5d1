from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda import formats
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit, apply_bytes, apply_chars
from corrigenda.errors import InputError
from corrigenda.hoo.formats import conversion, inline, names, standoff, validation
from corrigenda.hoo.formats import fragments as hoo_fragments
from corrigenda.hoo.formats.fragments import joined, split, whole
from tests.hoo.formats.parts_writer import write_parts
from tests.hoo.formats.strategies import VALUES, edits_on

TEXT = "Thé cat sit on mat. It sleeped.\n\nIt dream .\n"


def at(word: str, *alternatives: str | None, **known: str) -> Edit:
    start = TEXT.encode().index(word.encode())
    end = start + len(word.encode())
    return Edit(start, end, alternatives, "X1", "byte", (*known.items(), ("original", word)))


SIT = at("sit", "sat", "sits", index="0001-0001", cset="1")
MAT = Edit(
    len("Thé cat sit on ".encode()),
    len("Thé cat sit on ".encode()),
    (None, "the "),
    "X2",
    "byte",
    (("index", "0001-0002"), ("original", "")),
)
SLEEPED = at("sleeped", "slept", "sleeps", "has slept", index="0001-0003", cset="1")
DREAM = at("dream ", "dreamt", "", index="0001-0004")
EDITS = (SIT, MAT, SLEEPED, DREAM)


@pytest.fixture
def fragment(tmp_path: Path) -> Path:
    (tmp_path / "0001.txt").write_bytes(TEXT.encode())
    standoff.write_edits(EDITS, tmp_path / "0001GE.xml")
    segmented = TEXT.replace("Thé", "<hoo><p><s>Thé").replace(". It", ".</s> <s>It")
    segmented = segmented.replace("d.\n\nIt", "d.</s></p>\n\n<p><s>It").replace(
        " .\n", " .</s></p>\n</hoo>"
    )
    (tmp_path / "0001S.txt").write_bytes(segmented.encode())
    return tmp_path


# --- corrected text ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("alternative", "expected"),
    [
        (0, "Thé cat sat on mat. It slept.\n\nIt dreamt.\n"),
        (1, "Thé cat sits on the mat. It sleeps.\n\nIt .\n"),
        # The set's second edit has a third alternative, but the first has not.
        (2, "Thé cat sits on the mat. It sleeps.\n\nIt .\n"),
    ],
)
def test_corrected_text_takes_one_number_in_a_set(alternative: int, expected: str) -> None:
    assert hoo_fragments.corrected(TEXT.encode(), EDITS, alternative).decode() == expected


def test_an_edit_without_corrections_changes_nothing_nor_its_set() -> None:
    edits = (SIT, at("sleeped", cset="1"))
    assert hoo_fragments.corrected(TEXT.encode(), edits, 1).decode() == TEXT.replace("sit", "sits")


def test_alternatives_count_from_0() -> None:
    with pytest.raises(InputError, match="alternatives are numbered from 0, found -1"):
        hoo_fragments.chosen(EDITS, -1)


# --- reading with the text --------------------------------------------------------------------


def test_read_hoo(fragment: Path) -> None:
    (segment,) = hoo_fragments.read_hoo(fragment / "0001GE.xml", fragment / "0001.txt")
    assert segment.id == "0001" and segment.source == TEXT
    (reference,) = segment.references
    assert reference.given_edits is not None
    assert {edit.unit for edit in reference.given_edits} == {"char"}
    assert [segment.source[e.start : e.end] for e in reference.given_edits] == [
        dict(e.attributes)["original"] for e in EDITS
    ]
    assert reference.text == "Thé cat sat on mat. It slept.\n\nIt dreamt.\n"


def test_stand_off_edits_need_their_text(fragment: Path) -> None:
    for read in (hoo_fragments.read_hoo, formats.read):
        with pytest.raises(InputError) as caught:
            read(fragment / "0001GE.xml")
        assert str(caught.value) == (
            f"{fragment / '0001GE.xml'}: stand-off edits need the text that their offsets count\n"
            "  hint: name the text: text='NNNN.txt'"
        )


def test_offsets_in_the_middle_of_a_character(fragment: Path) -> None:
    standoff.write_edits(
        [at("sit", index="7"), Edit(3, 4, (), "", "byte")], fragment / "0002GE.xml"
    )
    with pytest.raises(InputError) as caught:
        hoo_fragments.read_hoo(fragment / "0002GE.xml", fragment / "0001.txt")
    assert caught.value.message == (
        "Edit(3:4 -> ?, over bytes): byte 3 is in the middle of a character"
    )


def test_in_line_text_must_be_the_text_given(fragment: Path) -> None:
    conversion.convert(fragment / "0001GE.xml", fragment / "0001G.xml", text=fragment / "0001.txt")
    one = hoo_fragments.read_hoo(fragment / "0001G.xml")
    assert (
        one.segments
        == hoo_fragments.read_hoo(fragment / "0001G.xml", fragment / "0001.txt").segments
    )
    assert one.segments == formats.read(fragment / "0001G.xml").segments
    (fragment / "0002.txt").write_bytes(b"Another.")
    with pytest.raises(InputError, match=r"its text is not that of .*0002\.txt"):
        hoo_fragments.read_hoo(fragment / "0001G.xml", fragment / "0002.txt")


def test_segmented_text_alone_is_sentences(fragment: Path) -> None:
    assert formats.read(fragment / "0001S.txt").sources == [
        "Thé cat sit on mat.",
        "It sleeped.",
        "It dream .",
    ]


# --- from HOO ---------------------------------------------------------------------------------


def test_m2_by_paragraph(fragment: Path) -> None:
    lost = conversion.convert(
        fragment / "0001GE.xml", fragment / "x.m2", text=fragment / "0001.txt"
    )
    assert (fragment / "x.m2").read_text("utf-8") == (
        "S Thé cat sit on mat. It sleeped.\n"
        "A 2 3|||X1|||sat||sits|||REQUIRED|||-NONE-|||0\n"
        "A 4 4|||X2|||the|||REQUIRED|||-NONE-|||0\n"
        "A 6 7|||X1|||slept.||sleeps.||has slept.|||REQUIRED|||-NONE-|||0\n"
        "\n"
        "S It dream .\n"
        "A 1 3|||X1|||dreamt.||.|||REQUIRED|||-NONE-|||0\n"
        "\n"
    )
    assert lost == [
        "2 sentence ids",
        "4 extents in characters: widened to tokens",
        "1 optional edits: now required",
        "4 edits' attributes",
    ]


def test_m2_by_sentence(fragment: Path) -> None:
    conversion.convert(fragment / "0001GE.xml", fragment / "x.m2", text=fragment / "0001S.txt")
    assert formats.read(fragment / "x.m2").sources == [
        "Thé cat sit on mat.",
        "It sleeped.",
        "It dream .",
    ]


def test_an_edit_over_sentences_is_said_to_be_lost(fragment: Path) -> None:
    standoff.write_edits([at("mat. It", "mat, which"), SIT], fragment / "0001GE.xml")
    lost = conversion.convert(
        fragment / "0001GE.xml", fragment / "x.m2", text=fragment / "0001S.txt"
    )
    assert lost[0] == "1 edits that reach over the end of a sentence or paragraph: left out"
    assert "which" not in (fragment / "x.m2").read_text("utf-8")


def test_edits_between_sentences_go_to_the_one_before(fragment: Path) -> None:
    end = len(TEXT.encode())
    edits = [Edit(end, end, ("More. ",), "", "byte"), Edit(32, 33, ("\n",), "", "byte")]
    standoff.write_edits(edits, fragment / "0001GE.xml")
    lost = conversion.convert(
        fragment / "0001GE.xml", fragment / "x.m2", text=fragment / "0001S.txt"
    )
    assert "1 edits joined with others of the same word, or of white space only" in lost
    assert "A 3 3||||||More." in (fragment / "x.m2").read_text("utf-8")


def test_plain_text_and_bea(fragment: Path) -> None:
    conversion.convert(fragment / "0001GE.xml", fragment / "x.src", text=fragment / "0001S.txt")
    assert (fragment / "x.ref0").read_text("utf-8").splitlines()[1] == "It slept."
    lost = conversion.convert(
        fragment / "0001GE.xml", fragment / "x", text=fragment / "0001.txt", target_format="bea"
    )
    assert "4 alternatives after an edit's first" in lost
    assert formats.read(fragment / "x").sources == [TEXT]


def test_jsonl_keeps_everything(fragment: Path) -> None:
    assert (
        conversion.convert(
            fragment / "0001GE.xml", fragment / "x.jsonl", text=fragment / "0001.txt"
        )
        == []
    )
    again = fragment / "again"
    again.mkdir()
    assert conversion.convert(fragment / "x.jsonl", again / "0001GE.xml") == []
    assert standoff.read_edits(again / "0001GE.xml") == EDITS
    assert (again / "0001.txt").read_bytes() == TEXT.encode()


def test_stand_off_to_in_line_and_back(fragment: Path) -> None:
    assert (
        conversion.convert(fragment / "0001GE.xml", fragment / "x.xml", text=fragment / "0001.txt")
        == []
    )
    assert names.content_of(fragment / "x.xml") == "in-line"
    again = fragment / "again"
    again.mkdir()
    assert conversion.convert(fragment / "x.xml", again / "0001G.xml", form="stand-off") == []
    assert standoff.read_edits(again / "0001G.xml") == EDITS
    assert (again / "0001.txt").read_bytes() == TEXT.encode()


# --- to HOO -----------------------------------------------------------------------------------

M2 = """S He like dog .
A 1 2|||X1|||likes|||REQUIRED|||-NONE-|||0
A 2 3|||X2|||dogs||a dog|||REQUIRED|||-NONE-|||1

S Fine .

S A é b
A 2 3|||X3||||||REQUIRED|||-NONE-|||0

"""


def test_m2_becomes_hoo(tmp_path: Path) -> None:
    (tmp_path / "x.m2").write_text(M2, encoding="utf-8")
    lost = conversion.convert(tmp_path / "x.m2", tmp_path / "0007GE.xml")
    assert lost == [
        "1 references after the first",
        "2 extents in tokens: now in bytes",
        "3 sentences: now paragraphs of one text",
    ]
    assert (tmp_path / "0007.txt").read_text("utf-8") == "He like dog .\n\nFine .\n\nA é b"
    assert standoff.read_edits(tmp_path / "0007GE.xml") == (
        Edit(3, 7, ("likes",), "X1", "byte", (("index", "0007-0001"), ("original", "like"))),
        Edit(27, 29, ("",), "X3", "byte", (("index", "0007-0002"), ("original", " b"))),
    )
    assert validation.validate(tmp_path / "0007GE.xml") == []


def test_m2_through_hoo_and_back(tmp_path: Path) -> None:
    one = M2.replace("|||1\n", "|||0\n")
    (tmp_path / "x.m2").write_text(one, encoding="utf-8")
    conversion.convert(tmp_path / "x.m2", tmp_path / "0007GE.xml")
    conversion.convert(tmp_path / "0007GE.xml", tmp_path / "y.m2", text=tmp_path / "0007.txt")
    lines = (tmp_path / "y.m2").read_text("utf-8").splitlines()
    assert [line for line in lines if "noop" not in line] == one.splitlines()


def test_formats_write_in_line(tmp_path: Path) -> None:
    text = "a & b"
    segment = Segment(text, (Correction(text, "a and b"),), "0009")
    lost = formats.write([segment], tmp_path / "0009G.xml")
    assert lost == [
        "1 references given as text: their edits were extracted",
        "1 extents in tokens: now in bytes",
        "1 text with &, < or carriage returns: must be read with references decoded",
    ]
    found = inline.read_inline(tmp_path / "0009G.xml", references="decoded")
    assert found.text == b"a & b" and found.edits[0].alternatives == ("and",)


def test_another_text_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "x.m2").write_text(M2, encoding="utf-8")
    (tmp_path / "0007.txt").write_bytes(b"Mine.")
    with pytest.raises(InputError) as caught:
        conversion.convert(tmp_path / "x.m2", tmp_path / "0007GE.xml")
    assert str(caught.value) == (
        f"{tmp_path / '0007.txt'}: there is such a file already, with another text than that of "
        "the edits\n  hint: remove it, or name another"
    )
    assert (tmp_path / "0007.txt").read_bytes() == b"Mine."
    assert not (tmp_path / "0007GE.xml").exists()


def test_where_the_text_goes_must_be_clear(tmp_path: Path) -> None:
    (tmp_path / "x.m2").write_text(M2, encoding="utf-8")
    with pytest.raises(InputError, match="its name is not clear"):
        conversion.convert(tmp_path / "x.m2", tmp_path / "x.xml")
    conversion.convert(tmp_path / "x.m2", tmp_path / "x.xml", text=tmp_path / "x.txt")
    assert (tmp_path / "x.txt").exists()


def test_standard_input_can_be_read_only_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="HOO is converted from and to files"):
        conversion.convert("-", tmp_path / "0001GE.xml")


def test_neither_is_hoo(tmp_path: Path) -> None:
    (tmp_path / "x.m2").write_text(M2, encoding="utf-8")
    with pytest.raises(InputError, match="neither of the two is HOO"):
        conversion.convert(tmp_path / "x.m2", tmp_path / "x.jsonl")


# --- HOO 2012 ---------------------------------------------------------------------------------


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    write_parts({"1": ("Thé cat sit", "on mat."), "2": ("It",)}, tmp_path / "0001.xml")
    known = (("index", "1"), ("file", "0001.xml"), ("part", "1"))
    sit = Edit(8, 11, ("sat",), "X1", "char", (*known, ("original", "sit")))
    the = Edit(14, 14, ("the ",), "X2", "char", (*known, ("original", "")))
    standoff.write_edits([sit, the], tmp_path / "0001GE.xml")
    return tmp_path


def test_offsets_run_over_paragraphs_joined_with_nothing(parts: Path) -> None:
    one, two = hoo_fragments.read_hoo(parts / "0001GE.xml", parts / "0001.xml")
    assert (one.id, one.source) == ("1", "Thé cat siton mat.")
    assert one.references[0].text == "Thé cat saton the mat."
    assert (two.id, two.references[0].given_edits) == ("2", ())


def test_m2_of_2012_has_a_line_for_each_paragraph(parts: Path) -> None:
    conversion.convert(parts / "0001GE.xml", parts / "x.m2", text=parts / "0001.xml")
    found = formats.read(parts / "x.m2")
    assert [s.references[0].text for s in found] == ["Thé cat sat", "on the mat.", "It"]


def test_what_2012_cannot_do(parts: Path) -> None:
    with pytest.raises(InputError, match=r"the parts of a source of HOO 2012 are not one text"):
        conversion.convert(parts / "0001GE.xml", parts / "0001G.xml", text=parts / "0001.xml")
    standoff.write_edits([Edit(0, 1, (), "", "char", (("part", "9"),))], parts / "0002GE.xml")
    with pytest.raises(InputError, match="is of part '9', which the source does not have"):
        hoo_fragments.read_hoo(parts / "0002GE.xml", parts / "0001.xml")
    with pytest.raises(InputError, match="expected edits, found a source of HOO 2012"):
        hoo_fragments.read_hoo(parts / "0001.xml")


# --- whatever the text ------------------------------------------------------------------------


@st.composite
def fragments(draw: Any) -> inline.InLine:
    text = draw(VALUES)
    return inline.InLine(text.encode(), tuple(draw(edits_on(text))))


@given(fragments())
def test_a_whole_fragment_loses_nothing(annotated: inline.InLine) -> None:
    lost: Counter[str] = Counter()
    segment = whole("0001", annotated)
    assert segment.source.encode() == annotated.text
    again = joined([segment], "0001", lost)
    assert again.text == annotated.text
    assert [(e.start, e.end, e.alternatives, e.type) for e in again.edits] == [
        (e.start, e.end, e.alternatives, e.type) for e in annotated.edits
    ]
    for before, after in zip(annotated.edits, again.edits, strict=True):
        assert set(before.attributes) <= set(after.attributes)
    assert +lost == Counter()


@given(fragments(), st.integers(0, 3))
def test_split_sentences_have_the_corrected_words(annotated: inline.InLine, number: int) -> None:
    lost: Counter[str] = Counter()
    segments = split("0001", annotated, lost)
    if not lost["edits that reach over the end of a sentence or paragraph: left out"]:
        words: list[str] = []
        for segment in segments:
            edits = segment.references[0].given_edits or ()
            words += apply_chars(segment.source, edits, number).split()
        expected = apply_bytes(annotated.text, annotated.edits, number).decode().split()
        assert "".join(words) == "".join(expected)
