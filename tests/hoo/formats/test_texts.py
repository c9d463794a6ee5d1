from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.hoo.extraction import without_tags
from corrigenda.hoo.formats.parts import parse_parts, part_texts, read_parts
from corrigenda.hoo.formats.texts import (
    TAG,
    Segmented,
    dump_segmented,
    on_text,
    paragraphs,
    parse_segmented,
    read_segmented,
    read_text,
    segment,
    write_segmented,
    write_text,
)
from corrigenda.tokenisation import tokenise
from tests.hoo.formats.parts_writer import dump_parts, write_parts
from tests.hoo.formats.strategies import VALUES


def test_a_text_is_kept_byte_for_byte(tmp_path: Path) -> None:
    text = "\ufeffone\r\n\r\n  two é \n\n\n".encode()
    write_text(text, tmp_path / "0001.txt")
    assert (tmp_path / "0001.txt").read_bytes() == text
    assert read_text(tmp_path / "0001.txt") == text


def test_a_text_must_be_utf_8(tmp_path: Path) -> None:
    (tmp_path / "0001.txt").write_bytes(b"a\nb\xe9")
    with pytest.raises(InputError) as caught:
        read_text(tmp_path / "0001.txt")
    assert str(caught.value) == (
        f"{tmp_path / '0001.txt'}:2: expected UTF-8, found byte 0xE9 (byte 2 of the line)"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", []),
        (b"\n \n", []),
        (b"a", [b"a"]),
        (b"a\n\nb\n", [b"a", b"b"]),
        (b"\n\na b\nc \n \n\nd", [b"a b", b"c ", b"d"]),
        (b"a\r\n\r\nb", [b"a", b"b"]),
    ],
)
def test_paragraphs(text: bytes, expected: list[bytes]) -> None:
    assert [text[start:end] for start, end in paragraphs(text)] == expected


MARKED = b"<hoo><p><s>A & b.</s> <s>C \xc3\xa9.</s></p>\n\n<p><s>D.</s></p>\n</hoo>"


def test_segmented_text() -> None:
    found = parse_segmented(MARKED, "x")
    assert found.text.decode() == "A & b. C é.\n\nD.\n"
    assert [found.text[s:e].decode() for s, e in found.sentences] == ["A & b.", "C é.", "D."]
    assert [found.text[s:e].decode() for s, e in found.paragraphs] == ["A & b. C é.", "D."]
    assert dump_segmented(found) == MARKED
    assert parse_segmented(MARKED.replace(b"hoo>", b"HOO>"), "x") == found


def test_segmented_file(tmp_path: Path) -> None:
    write_segmented(parse_segmented(MARKED, "x"), tmp_path / "0001S.txt")
    assert read_segmented(tmp_path / "0001S.txt") == parse_segmented(MARKED, "x")


def test_line_breaks_around_tags_do_not_move_offsets() -> None:
    plain = "A & b. C é.\n\nD.".encode()
    spread = parse_segmented(
        MARKED.replace(b"<p>", b"\n<p>\n").replace(b"<s>", b"<s> ").replace(b"</p>", b"\n</p>"), "x"
    )
    assert spread.text != plain
    moved = on_text(spread, plain, "x")
    assert moved.text == plain
    assert [plain[s:e].decode() for s, e in moved.sentences] == ["A & b.", "C é.", "D."]
    assert [plain[s:e].decode() for s, e in moved.paragraphs] == ["A & b. C é.", "D."]


def test_segment_marks_paragraphs_and_sentences() -> None:
    """Only tags are added: every space stays where it is."""
    text = "  Dr. Nø came.  He left!\t(Why?) \r\n\n \nA & <b>bold</b> x < y.\n".encode()
    found = segment(text)
    assert dump_segmented(found).decode() == (
        "<hoo><p>  <s>Dr. Nø came.</s>  <s>He left!</s>\t<s>(Why?)</s> </p>\r\n\n \n"
        "<p><s>A & <b>bold</b> x < y.</s></p>\n</hoo>"
    )
    assert dump_segmented(found, indices=True).decode() == (
        '<hoo><p index="1">  <s index="1">Dr. Nø came.</s>  <s index="2">He left!</s>\t'
        '<s index="3">(Why?)</s> </p>\r\n\n \n'
        '<p index="2"><s index="4">A & <b>bold</b> x < y.</s></p>\n</hoo>'
    )


def test_a_single_line_end_ends_a_paragraph_and_its_sentence() -> None:
    found = segment(b"A heading\nand a line")
    assert [found.text[s:e] for s, e in found.sentences] == [b"A heading", b"and a line"]
    assert found.paragraphs == found.sentences


@given(st.text() | VALUES, st.booleans())
def test_a_text_comes_back_from_its_segmentation(text: str, indices: bool) -> None:
    data = text.encode("utf-8", "replace")
    assume(not TAG.search(data))
    found = segment(data)
    assert found.text == data
    assert parse_segmented(dump_segmented(found, indices=indices), "x") == found
    outside = data
    for start, end in reversed(found.sentences):
        outside = outside[:start] + outside[end:]
    assert tokenise(outside.decode()) == []


def test_what_would_be_read_as_markup_is_not_segmented() -> None:
    with pytest.raises(InputError, match='the text holds <p class="x">, which would be read'):
        dump_segmented(segment(b'a <p class="x"> b'))


def test_attributes_of_paragraphs_and_sentences_are_no_text() -> None:
    marked = b'<hoo><p index=\'7\' n = "2" ><s index="0001-0003">a <q x="1">b</q></s></p></hoo>'
    assert parse_segmented(marked, "x").text == b'a <q x="1">b</q>'
    assert without_tags(marked) == b'a <q x="1">b</q>'
    assert without_tags(b"if x <p and q> r") == b"if x <p and q> r"


def test_another_text_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        on_text(parse_segmented(MARKED, "x"), b"A & c. C", "x")
    assert (
        str(caught.value) == "x: this is not the same text as the plain one, from byte 4 of that on"
    )


@st.composite
def segmented(draw: Any) -> Segmented:
    text = draw(VALUES.filter(lambda t: "<" not in t)).encode()
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    cuts = cuts[: len(cuts) // 2 * 2]
    sentences = tuple(
        (s, e) for s, e in zip(cuts[::2], cuts[1::2], strict=True) if _whole(text, s, e)
    )
    return Segmented(text, ((0, len(text)),), sentences)


def _whole(text: bytes, start: int, end: int) -> bool:
    return all(at == len(text) or text[at] & 0xC0 != 0x80 for at in (start, end))


@given(segmented())
def test_segmentation_comes_back(given_text: Segmented) -> None:
    assert parse_segmented(dump_segmented(given_text), "x") == given_text


BAD = {
    "no tags": (b"a b", "x: expected <hoo> in a segmented text, found none"),
    "not closed": (b"<hoo><p>\na</p>", "x:2: expected </hoo> in a segmented text, found none"),
    "sentence without paragraph": (
        b"<hoo>\n<s>a</s></hoo>",
        "x:2: found <s>, expected <hoo><p> around it",
    ),
    "two roots": (b"<hoo></hoo><hoo><hoo></hoo>", "x:1: found <hoo>, expected nothing around it"),
    "wrong end": (b"<hoo><p></s></hoo>", "x:1: found </s>, expected <s> before it"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_segmentation(name: str) -> None:
    data, message = BAD[name]
    with pytest.raises(InputError) as caught:
        parse_segmented(data, "x")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("given_text", "message"),
    [
        (Segmented(b"a <p> b", (), ()), "the text holds <p>, which would be read as markup"),
        (Segmented(b"abc", (), ((0, 1),)), "the sentence 0:1 is in no paragraph"),
        (
            Segmented(b"abc", ((0, 2), (1, 3)), ()),
            "the paragraph 1:3 is not within 2:3, where it must be",
        ),
        (
            Segmented(b"abc", ((0, 3),), ((0, 2), (1, 3))),
            "the sentence 1:3 is not within 2:3, where it must be",
        ),
    ],
)
def test_what_cannot_be_segmented(given_text: Segmented, message: str) -> None:
    with pytest.raises(InputError) as caught:
        dump_segmented(given_text)
    assert caught.value.message == message


# --- HOO 2012 ---------------------------------------------------------------------------------


def test_parts() -> None:
    data = b"""<HOO><HEAD>x</HEAD><BODY>
      <PART id="1"><P>The cat sit</P><P> on &amp; off.</P></PART>
      <PART id="2"/></BODY></HOO>"""
    found = parse_parts(data, "x")
    assert found == {"1": ("The cat sit", " on & off."), "2": ()}
    assert part_texts(found) == {"1": "The cat sit on & off.", "2": ""}


@given(st.dictionaries(VALUES, st.lists(VALUES, max_size=3).map(tuple), max_size=3))
def test_parts_come_back(parts: dict[str, tuple[str, ...]]) -> None:
    assert parse_parts(dump_parts(parts).encode(), "x") == parts


def test_file_of_parts(tmp_path: Path) -> None:
    write_parts({"1": ("a", "b")}, tmp_path / "0001.xml")
    assert read_parts(tmp_path / "0001.xml") == {"1": ("a", "b")}
