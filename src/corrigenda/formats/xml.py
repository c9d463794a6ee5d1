"""Read XML from untrusted files, and write it without loss of text.

No document type, hence no entities but the five that XML has; no network; no deep or huge trees.
Whatever is wrong with a file is one `InputError` with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from lxml import etree

from corrigenda.errors import InputError, quoted

_ENCODINGS = {"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "latin-1", "windows-1252"}
_ONE_BYTE = {"iso-8859-1", "latin-1", "windows-1252"}
_DECLARED = re.compile(rb"<\?xml\b[^>]*?\bencoding\s*=\s*[\"']([^\"']*)[\"']")
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UTF16 = "UTF-16 or UTF-32"


def parse_xml(data: bytes, file: str) -> etree._Element:
    """Return the root element of an XML file; comments and processing instructions are left out."""
    _check_encoding(data, file)
    _check_prolog(data, file)
    unsafe = ("resolve_entities", "load_dtd", "dtd_validation", "huge_tree", "recover")
    off: Any = dict.fromkeys(unsafe, False)
    parser: etree.XMLParser = etree.XMLParser(
        no_network=True, remove_comments=True, remove_pis=True, **off
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _not_well_formed(error, data, file) from None


def _check_encoding(data: bytes, file: str) -> None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")) or b"\0" in data:
        raise InputError(f"expected XML in UTF-8, found {_UTF16} (or NUL bytes)", file=file)
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    encoding = declared[1].decode("latin-1").lower() if declared else "utf-8"
    if encoding not in _ENCODINGS:
        raise InputError(
            f"expected XML in UTF-8, found the declared encoding {encoding[:40]!r}",
            file=file,
            line=1,
        )
    try:
        data.decode("ascii" if "ascii" in encoding else "utf-8")
    except UnicodeDecodeError as error:
        if encoding not in _ONE_BYTE:
            raise InputError(
                f"expected {encoding.upper()}{', as declared,' if declared else ','} "
                f"found byte 0x{data[error.start]:02X}",
                file=file,
                line=_line(data, error.start),
            ) from None
    else:
        if encoding in _ONE_BYTE and not data.isascii():
            raise InputError(
                f"the declared encoding is {encoding.upper()}, but the bytes are UTF-8",
                file=file,
                line=1,
                hint='declare encoding="utf-8"',
            )


def _check_prolog(data: bytes, file: str) -> None:
    """Refuse text and a document type before the root element."""
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    while True:
        while data[at : at + 1].isspace():
            at += 1
        end = {b"<?": b"?>", b"<!": b"-->"}.get(data[at : at + 2])
        if end is None or (end == b"-->" and not data.startswith(b"<!--", at)):
            break
        after = data.find(end, at + 2)
        if after < 0:
            break
        at = after + len(end)
    if data[at : at + 9].upper() == b"<!DOCTYPE":
        raise InputError(
            "expected XML without a document type, found <!DOCTYPE",
            file=file,
            line=_line(data, at),
            hint="entities and external definitions are never read: remove the declaration",
        )
    if not data[at:].strip():
        if data.strip():
            raise InputError(f"this is not XML: {_ENDS}", file=file, line=_line(data, len(data)))
        raise InputError("expected XML, found nothing", file=file)
    if data[at : at + 1] != b"<":
        start_of_text = data[at : at + 20].decode("utf-8", "replace")
        raise InputError(
            f"expected XML, found text: {start_of_text!r}", file=file, line=_line(data, at)
        )


_ENDS = "it ends before it is complete"
_codes = etree.ErrorTypes
_REASONS: dict[int, str] = {
    _codes.ERR_DOCUMENT_EMPTY: "expected an element",
    _codes.ERR_TAG_NAME_MISMATCH: "an element is closed by another's end tag",
    _codes.ERR_TAG_NOT_FINISHED: _ENDS,
    _codes.ERR_DOCUMENT_END: "there is something after the root element",
    _codes.ERR_UNDECLARED_ENTITY: "an entity that is not one of XML's own five",
    _codes.WAR_UNDECLARED_ENTITY: "an entity that is not one of XML's own five",
    _codes.ERR_ENTITYREF_SEMICOL_MISSING: "an ampersand that begins no entity: write &amp;",
    _codes.ERR_NAME_REQUIRED: "a < or & that begins nothing: write &lt; or &amp;",
    _codes.ERR_ATTRIBUTE_REDEFINED: "an attribute is there twice",
    _codes.ERR_ATTRIBUTE_NOT_STARTED: "an attribute's value is not in quotes",
    _codes.ERR_LT_IN_ATTRIBUTE: "an attribute's value contains a <: write &lt;",
    _codes.ERR_INVALID_CHAR: "a control character, which XML does not have",
    _codes.ERR_INVALID_CHARREF: "a reference to a character that XML does not have",
}


def _not_well_formed(error: etree.XMLSyntaxError, data: bytes, file: str) -> InputError:
    line, column = error.position
    said = error.msg or ""
    if "depth" in said.lower():
        reason = "its elements are nested too deeply"
    elif "too long" in said or "too large" in said.lower() or "huge" in said.lower():
        reason = "a text or an attribute is too long"
    elif line >= data.rstrip().count(b"\n") + 1 and _at_end(data, line, column):
        reason = _ENDS
    else:
        reason = _REASONS.get(error.code, re.sub(r", line \d+, column \d+$", "", said))
    return InputError(f"this is not XML: {reason} (column {column})", file=file, line=line)


def _at_end(data: bytes, line: int, column: int) -> bool:
    lines = data.rstrip().split(b"\n")
    return line > len(lines) or column > len(lines[-1].decode("utf-8", "replace"))


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


# --- taking elements apart --------------------------------------------------------------------


def tag(element: etree._Element) -> str:
    """Return the name of an element."""
    return str(element.tag)


def error_at(
    element: etree._Element, message: str, file: str, hint: str | None = None
) -> InputError:
    """Return an error at the line of an element."""
    return InputError(message, file=file, line=element.sourceline, hint=hint)


def children(element: etree._Element, expected: Iterable[str], file: str) -> list[etree._Element]:
    """Return the children of an element that has no text of its own, all of them of an expected
    name."""
    inside = list(element)
    for text, place in [(element.text, element), *((child.tail, child) for child in inside)]:
        if text and not text.isspace():
            raise error_at(
                place,
                f"expected no text in <{tag(element)}>, found {quoted(text.strip())}",
                file,
            )
    names = list(expected)
    for child in inside:
        if tag(child) not in names:
            listed = " or ".join(f"<{name}>" for name in names) or "nothing"
            raise error_at(
                child, f"expected {listed} in <{tag(element)}>, found <{tag(child)}>", file
            )
    return inside


# --- writing ----------------------------------------------------------------------------------

_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_VALUE = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\r": "&#13;",
        "\n": "&#10;",
        "\t": "&#9;",
    }
)


def escaped(text: str) -> str:
    """Return a text as an element holds it."""
    return _writable(text).translate(_TEXT)


def attributes(pairs: Iterable[tuple[str, str]]) -> str:
    """Return attributes as a start tag holds them, a space before each."""
    return "".join(f' {name}="{_writable(value).translate(_VALUE)}"' for name, value in pairs)


def _writable(text: str) -> str:
    bad = _UNWRITABLE.search(text)
    if bad:
        raise InputError(f"XML has no character {bad[0]!r}, found in {quoted(text.strip())}")
    return text
