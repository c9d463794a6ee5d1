from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.hoo.formats.inline import (
    InLine,
    dump_inline,
    parse_inline,
    read_inline,
    write_inline,
)
from tests.conftest import expensive
from tests.hoo.formats.strategies import VALUES, edits_on

ANNOTATED = """<?xml version="1.0"?>
<HOO><p><s>Thé cat <edit index="1-1" type="X1" cset="3">sit<corrections>\
<correction>sat</correction><correction/></corrections></edit> on<edit index="1-2">
 <empty/> <corrections><correction> the &amp; </correction></corrections>
</edit> mat &amp; mug.</s> <s>It <edit>slept</edit>.</s></p>

<p>End.</p></HOO>"""

TEXT = "Thé cat sit on mat &amp; mug. It slept.\n\nEnd."


def test_reading() -> None:
    found = parse_inline(ANNOTATED.encode(), "x")
    assert found.text.decode() == TEXT
    first, second, third = found.edits
    assert first == Edit(
        9,
        12,
        ("sat", None),
        "X1",
        "byte",
        (("index", "1-1"), ("cset", "3"), ("original", "sit")),
    )
    assert (second.start, second.end) == (15, 15)
    assert second.alternatives == (" the & ",)
    assert second.attributes == (("index", "1-2"), ("original", ""))
    assert found.text[third.start : third.end] == b"slept" and third.alternatives == ()
    assert [found.text[s:e].decode() for s, e in found.sentences] == [
        "Thé cat sit on mat &amp; mug.",
        "It slept.",
    ]
    assert [found.text[s:e] for s, e in found.paragraphs][1] == b"End."


def test_references_are_decoded_if_so_asked() -> None:
    found = parse_inline(ANNOTATED.encode(), "x", references="decoded")
    assert found.text.decode() == TEXT.replace("&amp;", "&")
    kept = parse_inline(ANNOTATED.encode(), "x")
    assert [e.start for e in found.edits[:2]] == [e.start for e in kept.edits[:2]]
    assert found.edits[2].start == kept.edits[2].start - 4


def test_what_was_read_is_written_and_read_again(tmp_path: Path) -> None:
    found = parse_inline(ANNOTATED.encode(), "x")
    write_inline(found, tmp_path / "0001G.xml")
    assert read_inline(tmp_path / "0001G.xml") == found


@st.composite
def annotated(draw: Any) -> InLine:
    paragraphs = draw(st.lists(VALUES.filter(str.strip), min_size=1, max_size=3))
    text, edits, extents = "", [], []
    for paragraph in paragraphs:
        if text:
            text += "\n\n"
        shift = len(text.encode())
        for edit in draw(edits_on(paragraph)):
            edits.append(
                Edit(
                    edit.start + shift,
                    edit.end + shift,
                    edit.alternatives,
                    edit.type,
                    "byte",
                    edit.attributes,
                )
            )
        text += paragraph
        extents.append((shift, len(text.encode())))
    return InLine(text.encode(), tuple(edits), tuple(extents), tuple(extents))


@given(annotated())
def test_any_text_goes_in_line_and_back(given_text: InLine) -> None:
    data = dump_inline(given_text, references="decoded").encode()
    again = parse_inline(data, "x", references="decoded")
    assert again.text == given_text.text
    assert sorted(again.edits, key=repr) == sorted(given_text.edits, key=repr)
    assert again[2:] == given_text[2:]


@expensive
@given(annotated())
def test_kept_references_come_back_or_are_refused(given_text: InLine) -> None:
    try:
        data = dump_inline(given_text).encode()
    except InputError as error:
        assert "the text contains a &, a < or a carriage return" in error.message
        assert any(c in given_text.text for c in (b"&", b"<", b"\r", b"]]>"))
    else:
        again = parse_inline(data, "x")
        assert again.text == given_text.text
        assert sorted(again.edits, key=repr) == sorted(given_text.edits, key=repr)


def test_insertions_at_the_ends_of_paragraphs_stay_inside() -> None:
    edits = [Edit(at, at, (str(at),), "", "byte") for at in (0, 1, 2, 3, 4)]
    out = dump_inline(InLine(b"a\n\nb", tuple(edits)))
    body = out.partition("\n")[2]

    def insertion(at: int) -> str:
        inside = f"<corrections><correction>{at}</correction></corrections>"
        return f"<edit><empty/>{inside}</edit>"

    assert body == (
        f"<HOO><p>{insertion(0)}a{insertion(1)}</p>\n{insertion(2)}\n"
        f"<p>{insertion(3)}b{insertion(4)}</p></HOO>"
    )


BAD = {
    "overlap": (
        [Edit(0, 2, unit="byte"), Edit(1, 3, unit="byte")],
        "Edit(1:3 -> '', over bytes) overlaps the edit before it, which ends at 2",
    ),
    "over a paragraph's end": (
        [Edit(2, 6, unit="byte")],
        "Edit(2:6 -> '', over bytes) reaches over the end of a paragraph, sentence or text at 3, "
        "so it cannot be written in line",
    ),
    "after the text": (
        [Edit(7, 99, unit="byte")],
        "Edit(7:99 -> '', over bytes) reaches over the end of a paragraph, sentence or text at 8, "
        "so it cannot be written in line",
    ),
    "tokens": (
        [Edit(0, 1)],
        "Edit(0:1 -> '') does not count bytes, so it cannot be written in line",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_in_line(name: str) -> None:
    edits, message = BAD[name]
    with pytest.raises(InputError) as caught:
        dump_inline(InLine(b"abc\n\ndef", tuple(edits)))
    assert caught.value.message == message


@pytest.mark.parametrize("text", ["a & b", "a < b", "a\rb", "a ]]> b"])
def test_text_that_cannot_stand_as_it_is(text: str) -> None:
    with pytest.raises(InputError) as caught:
        dump_inline(InLine(text.encode(), ()))
    assert str(caught.value) == (
        f"the text contains a &, a < or a carriage return: {text!r}\n"
        "  hint: write it with references='decoded', and read it so"
    )
    data = dump_inline(InLine(text.encode(), ()), references="decoded").encode()
    assert parse_inline(data, "x", references="decoded").text == text.encode()


def test_a_reference_to_no_character_is_refused() -> None:
    with pytest.raises(InputError, match="this is not XML"):
        dump_inline(InLine(b"a &#1; b", ()))


def test_an_edit_that_cuts_a_character() -> None:
    with pytest.raises(InputError, match="the bytes 0:1 cut a character in two"):
        dump_inline(InLine("é".encode(), (Edit(1, 2, unit="byte"),)))


# --- other tags -------------------------------------------------------------------------------


def test_other_tags_are_text() -> None:
    """As in segmented texts: what stands in the file stands in the text, and offsets count it."""
    data = (
        b'<HOO><p index="1"><li n="1"><s>A <i>cat</i> <edit index="1" type="X1">s<b>i</b>t'
        b"<corrections><correction>sat</correction></corrections></edit><br/>.</s></li></p></HOO>"
    )
    found = parse_inline(data, "x")
    assert found.text == b'<li n="1">A <i>cat</i> s<b>i</b>t<br/>.</li>'
    [edit] = found.edits
    assert found.text[edit.start : edit.end] == b"s<b>i</b>t"
    assert dict(edit.attributes)["original"] == "s<b>i</b>t"
    [(start, end)] = found.sentences
    assert found.text[start:end] == b"A <i>cat</i> s<b>i</b>t<br/>."


@pytest.mark.parametrize("references", ["kept", "decoded"])
def test_other_tags_beside_references(references: Any) -> None:
    data = b"<HOO>a &amp; <i>b &lt; c</i></HOO>"
    text = {"kept": b"a &amp; <i>b &lt; c</i>", "decoded": b"a & <i>b < c</i>"}[references]
    found = parse_inline(data, "x", references=references)
    assert found.text == text
    again = dump_inline(found, references="decoded").encode()
    assert parse_inline(again, "x", references="decoded").text == text


def test_other_tags_in_corrections_are_refused() -> None:
    data = b"<HOO><edit>a<corrections><corection>b</corection></corrections></edit></HOO>"
    with pytest.raises(InputError, match="<corection>"):
        parse_inline(data, "x")
