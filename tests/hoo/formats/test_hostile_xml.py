"""Broken and hostile XML ends in one clear error, with file and line, and soon."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.hoo.formats.inline import parse_inline
from corrigenda.hoo.formats.parts import parse_parts
from corrigenda.hoo.formats.standoff import parse_edits, read_edits

DECLARED = b'<?xml version="1.0"?>\n'
NO_DOCTYPE = (
    "expected XML without a document type, found <!DOCTYPE\n"
    "  hint: entities and external definitions are never read: remove the declaration"
)
ENDS = "this is not XML: it ends before it is complete"
WIDE = "expected XML in UTF-8, found UTF-16 or UTF-32 (or NUL bytes)"


def edit(inside: bytes = b"", attributes: bytes = b'start="1" end="2"') -> bytes:
    return b"<edits>\n<edit " + attributes + b">" + inside + b"</edit></edits>"


CASES: dict[str, tuple[bytes, str]] = {
    "billion laughs": (
        DECLARED + b'<!DOCTYPE e [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<edits>&b;</edits>',
        f":2: {NO_DOCTYPE}",
    ),
    "external entity": (
        b'<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/hostname">]><edits>&x;</edits>',
        f":1: {NO_DOCTYPE}",
    ),
    "external definition behind a comment": (
        DECLARED + b'<!-- > -->\n<!DOCTYPE e SYSTEM "http://localhost/x.dtd">\n<edits/>',
        f":3: {NO_DOCTYPE}",
    ),
    "document type in another encoding": (
        b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE e []+AD4-<edits/>',
        ":1: expected XML in UTF-8, found the declared encoding 'utf-7'",
    ),
    "deep nesting": (
        b"<edits>" + b"<edit>" * 100_000,
        ":1: this is not XML: its elements are nested too deeply",
    ),
    "truncated in a tag": (DECLARED + b'<edits>\n<edit start="1" e', f":3: {ENDS}"),
    "truncated in a text": (edit(b"<original>a").partition(b"</edit>")[0], f":2: {ENDS}"),
    "truncated between edits": (b'<edits>\n<edit start="1" end="2"/>\n', f":3: {ENDS}"),
    "truncated in an entity": (b"<edits>&am", f":1: {ENDS}"),
    "truncated in the declaration": (b'<?xml version="1.0"', f":1: {ENDS}"),
    "nothing but a declaration": (DECLARED, f":2: {ENDS}"),
    "empty": (b"", ": expected XML, found nothing"),
    "blank": (b" \n\n", ": expected XML, found nothing"),
    "declared ASCII, but it is not": (
        b'<?xml version="1.0" encoding="us-ascii"?>\n' + edit("<original>é</original>".encode()),
        ":3: expected US-ASCII, as declared, found byte 0xC3",
    ),
    "declared Latin-1, but it is UTF-8": (
        b'<?xml version="1.0" encoding="ISO-8859-1"?>\n' + edit("<original>é</original>".encode()),
        ":1: the declared encoding is ISO-8859-1, but the bytes are UTF-8\n"
        '  hint: declare encoding="utf-8"',
    ),
    "Latin-1, undeclared": (
        edit("<original>é</original>".encode("latin-1")),
        ":2: expected UTF-8, found byte 0xE9",
    ),
    "unknown encoding": (
        b'<?xml version="1.0" encoding="klingon"?><edits/>',
        ":1: expected XML in UTF-8, found the declared encoding 'klingon'",
    ),
    "UTF-16": ("<edits/>".encode("utf-16"), f": {WIDE}"),
    "UTF-16 without a mark": ("<edits/>".encode("utf-16-le"), f": {WIDE}"),
    "huge attribute": (
        edit(attributes=b'start="' + b"1" * 10_500_000 + b'"'),
        ":2: this is not XML: a text or an attribute is too long",
    ),
    "huge number": (
        edit(attributes=b'start="' + b"1" * 5000 + b'" end="2"'),
        f":2: expected 'start' to be a whole number from 0, found '{'1' * 59}…'",
    ),
    "not XML at all": (b"The cat sat.", ":1: expected XML, found text: 'The cat sat.'"),
    "JSON": (b'\n{"a": 1}', ":2: expected XML, found text: '{\"a\": 1}'"),
    "entity of another language": (
        edit(b"<original>a&nbsp;b</original>"),
        ":2: this is not XML: an entity that is not one of XML's own five",
    ),
    "bare ampersand": (
        edit(b"<original>a & b</original>"),
        ":2: this is not XML: a < or & that begins nothing: write &lt; or &amp;",
    ),
    "bare ampersand in a word": (
        edit(b"<original>AT&T</original>"),
        ":2: this is not XML: an ampersand that begins no entity: write &amp;",
    ),
    "control character": (
        edit(b"<original>a\x01b</original>"),
        ":2: this is not XML: a control character, which XML does not have",
    ),
    "wrong end tag": (
        b'<edits>\n<edit start="1" end="2"></edits>\n<p>a</p>',
        ":2: this is not XML: an element is closed by another's end tag",
    ),
    "attribute twice": (
        edit(attributes=b'start="1" start="2" end="2"'),
        ":2: this is not XML: an attribute is there twice",
    ),
    "attribute without quotes": (
        edit(attributes=b'start=1 end="2"'),
        ":2: this is not XML: an attribute's value is not in quotes",
    ),
    "two roots": (
        b"<edits/>\n<edits/>",
        ":2: this is not XML: there is something after the root element",
    ),
    "include": (
        b'<edits xmlns:i="http://www.w3.org/2001/XInclude">\n<i:include href="/etc/x"/></edits>',
        ":2: expected <edit> in <edits>, found <{http://www.w3.org/2001/XInclude}include>",
    ),
    "another root": (b"<html/>", ":1: expected stand-off edits, <edits>, found <html>"),
    "in-line text": (
        b"<HOO><p>a<edit>b</edit></p></HOO>",
        ":1: expected stand-off edits, <edits>, found <HOO>\n"
        "  hint: this is a text with its edits in line",
    ),
    "no start": (
        edit(attributes=b'end="2"'),
        ":2: expected the attribute 'start' in <edit>, found none",
    ),
    "negative start": (
        edit(attributes=b'start="-1" end="2"'),
        ":2: expected 'start' to be a whole number from 0, found '-1'",
    ),
    "digits of another script": (
        edit(attributes='start="1" end="٢"'.encode()),
        ":2: expected 'end' to be a whole number from 0, found '٢'",
    ),
    "backwards": (
        edit(attributes=b'start="3" end="2"'),
        ":2: an edit's extent must satisfy 0 <= start <= end, found 3:2",
    ),
    "text between edits": (
        b"<edits>\n<edit start='1' end='2'/>oops</edits>",
        ":2: expected no text in <edits>, found 'oops'",
    ),
    "unknown element": (
        edit(b"<note/>"),
        ":2: expected <original> or <corrections> in <edit>, found <note>",
    ),
    "original twice": (
        edit(b"<original/><original/>"),
        ":2: expected one <original> in an edit, found another",
    ),
    "empty twice": (
        edit(b"<original><empty/><empty/></original>"),
        ":2: expected one <empty> in <original>, found another",
    ),
    "text before empty": (
        edit(b"<corrections><correction>a<empty/></correction></corrections>"),
        ":2: expected no text in <correction>, found 'a'",
    ),
    "text in empty": (
        edit(b"<original><empty>a</empty></original>"),
        ":2: expected no text in <empty>, found 'a'",
    ),
    "original as attribute": (
        edit(attributes=b'start="1" end="2" original="a"'),
        ":2: expected <original> as an element, found an attribute",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_hostile(name: str) -> None:
    data, message = CASES[name]
    with pytest.raises(InputError) as caught:
        parse_edits(data, "x.xml")
    said = str(caught.value)
    if "column" in said:  # where the XML library says so
        said = said.partition(" (column ")[0]
    assert said == "x.xml" + message


INLINE: dict[str, tuple[bytes, str]] = {
    "stand-off edits": (b"<edits/>", "x:1: expected annotated text, <HOO>, found <edits>"),
    "edit in an edit": (
        b"<HOO>\n<edit>a<edit/></edit></HOO>",
        "x:2: expected text, <empty/> and <corrections> in <edit>, found <edit>",
    ),
    "corrections twice": (
        b"<HOO><edit>a<corrections/><corrections/></edit></HOO>",
        "x:1: expected text, <empty/> and <corrections> in <edit>, found <corrections> twice",
    ),
    "text after the corrections": (
        b"<HOO><edit>a<corrections/>b</edit></HOO>",
        "x:1: expected no text after <corrections>, found 'b'",
    ),
    "text and empty": (
        b"<HOO><edit>a<empty/></edit></HOO>",
        "x:1: expected text or <empty/>, found both: 'a'",
    ),
    "paragraph in a sentence": (
        b"<HOO><s><p/></s></HOO>",
        "x:1: expected text, <edit> in <s>, found <p>",
    ),
    "source of HOO 2012": (
        b"<HOO><BODY/></HOO>",
        "x:1: expected text, <p> or <s> or <edit> in <HOO>, found <BODY>\n"
        "  hint: this is a source of HOO 2012: read it with read_parts",
    ),
    "CDATA": (
        b"<HOO>\na &amp; <![CDATA[b]]></HOO>",
        "x:2: expected text without CDATA sections, in which references mean nothing\n"
        "  hint: read it with references='decoded'",
    ),
}


@pytest.mark.parametrize("name", INLINE)
def test_bad_in_line_text(name: str) -> None:
    data, message = INLINE[name]
    with pytest.raises(InputError) as caught:
        parse_inline(data, "x")
    assert str(caught.value) == message


PARTS: dict[str, tuple[bytes, str]] = {
    "stand-off edits": (b"<edits/>", "x:1: expected a source of HOO 2012, <HOO>, found <edits>"),
    "no body": (b"<HOO/>", "x:1: expected one <BODY> in <HOO>, found 0"),
    "part without id": (
        b"<HOO><BODY>\n<PART/></BODY></HOO>",
        "x:2: expected the attribute 'id' in <PART>, found none",
    ),
    "part twice": (
        b"<HOO><BODY><PART id='1'/>\n<PART id='1'/></BODY></HOO>",
        "x:2: expected each part once, found '1' twice",
    ),
    "element in a paragraph": (
        b"<HOO><BODY><PART id='1'><P>a<b/></P></PART></BODY></HOO>",
        "x:1: expected text in <P>, found <b>",
    ),
    "text outside paragraphs": (
        b"<HOO><BODY><PART id='1'>a</PART></BODY></HOO>",
        "x:1: expected no text in <PART>, found 'a'",
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_bad_source_of_2012(name: str) -> None:
    data, message = PARTS[name]
    with pytest.raises(InputError) as caught:
        parse_parts(data, "x")
    assert str(caught.value) == message


def test_no_such_file() -> None:
    with pytest.raises(InputError, match=r"nowhere\.xml: there is no such file"):
        read_edits("nowhere.xml")
