"""HOO's in-line annotation, `NNNNG.xml`: the text with its edits in place.

    <HOO><p>The cat <edit index="0001-0001" type="X1">sit<corrections><correction>sat</correction>
    </corrections></edit> on the mat.</p></HOO>

An insertion's edit has `<empty/>` in place of text. Without its tags and corrections the file is
the plain text, and offsets count its bytes. Here the released texts have a quirk: they keep
references such as `&amp;` as they are in the file, and count them so. That is
`references="kept"`; what XML means by them is `references="decoded"`. Corrections are always
decoded.

Tags of other elements (`<i>`, `<li>`) are text, too, outside of corrections: they are in it as
they are in the file.

Reading gives every edit its `original`, taken from the text.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Literal, NamedTuple

from lxml import etree

from corrigenda.edits import Edit, in_order
from corrigenda.errors import InputError, quoted
from corrigenda.formats.lines import PathLike, name_of, read_bytes, writing
from corrigenda.formats.xml import children, error_at, escaped, parse_xml, tag
from corrigenda.hoo.formats.standoff import alternatives, dump_alternatives, dump_named, named
from corrigenda.hoo.formats.texts import Extent, paragraphs

References = Literal["kept", "decoded"]

_INSIDE = {"hoo": ("p", "s", "edit"), "p": ("s", "edit"), "s": ("edit",)}
_CORRECTIONS_OR_TAG = re.compile(
    rb"(?P<own><!--.*?-->|<corrections\b[^<>]*(?<!/)>.*?</corrections\s*>"
    rb"|</?(?:hoo|p|s|edit|corrections?|empty|original|body)(?=[\s/>])[^<>]*>)"
    rb"|</?[a-z_][\w.:-]*(?:\s[^<>]*)?/?>",
    re.IGNORECASE | re.DOTALL,
)
_AS_IT_STANDS = re.compile(r"(?:[^&<\r]|&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)*")


class InLine(NamedTuple):
    """A text, its edits over bytes, and where its paragraphs and sentences are marked."""

    text: bytes
    edits: tuple[Edit, ...]
    paragraphs: tuple[Extent, ...] = ()
    sentences: tuple[Extent, ...] = ()


# --- reading ----------------------------------------------------------------------------------


def read_inline(path: PathLike, *, references: References = "kept") -> InLine:
    """Read a text and its edits from an in-line annotated file."""
    return parse_inline(read_bytes(path), name_of(path), references=references)


def parse_inline(data: bytes, file: str, *, references: References = "kept") -> InLine:
    """Return a text and its edits from the bytes of a file; `file` is what messages call it."""
    root = parse_xml(data, file)
    if tag(root).lower() != "hoo":
        raise error_at(root, f"expected annotated text, <HOO>, found <{tag(root)}>", file)
    plain = _others(data)
    if plain != data:
        root = parse_xml(plain, file)
    texts = root
    if references == "kept" and b"&" in data:
        if b"<![CDATA[" in data:
            raise InputError(
                "expected text without CDATA sections, in which references mean nothing",
                file=file,
                line=data.count(b"\n", 0, data.index(b"<![CDATA[")) + 1,
                hint="read it with references='decoded'",
            )
        texts = parse_xml(_others(data.replace(b"&", b"&amp;")), file)
    reader = _Reader(file)
    reader.walk(root, texts, "hoo")
    return InLine(
        b"".join(reader.text),
        tuple(reader.edits),
        tuple(reader.extents["p"]),
        tuple(reader.extents["s"]),
    )


def _others(data: bytes) -> bytes:
    """Return the file with the tags of other elements as text, unless they are in corrections."""
    if b"<![CDATA[" in data:
        return data
    return _CORRECTIONS_OR_TAG.sub(
        lambda match: match[0] if match["own"] else b"&lt;" + match[0][1:-1] + b"&gt;", data
    )


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.text: list[bytes] = []
        self.at = 0
        self.edits: list[Edit] = []
        self.extents: dict[str, list[Extent]] = {"p": [], "s": []}

    def add(self, text: str | None) -> None:
        if text:
            self.text.append(text.encode())
            self.at += len(self.text[-1])

    def walk(self, element: etree._Element, texts: etree._Element, name: str) -> None:
        """Walk an element whose text is taken from its twin in a tree with references kept."""
        self.add(texts.text)
        for child, twin in zip(element, texts, strict=True):
            inner = tag(child)
            if inner not in _INSIDE[name]:
                listed = " or ".join(f"<{expected}>" for expected in _INSIDE[name])
                raise error_at(
                    child,
                    f"expected text, {listed} in <{tag(element)}>, found <{inner}>",
                    self.file,
                    "this is a source of HOO 2012: read it with read_parts"
                    if inner == "BODY"
                    else None,
                )
            start = self.at
            if inner == "edit":
                self.edit(child, twin)
            else:
                self.walk(child, twin, inner)
                self.extents[inner].append((start, self.at))
            self.add(twin.tail)

    def edit(self, element: etree._Element, texts: etree._Element) -> None:
        original = texts.text or ""
        parts: dict[str, etree._Element] = {}
        for child in element:
            name = tag(child)
            if name in parts or name not in ("empty", "corrections"):
                raise error_at(
                    child, f"expected text, <empty/> and <corrections> in <edit>, found <{name}>"
                    + (" twice" if name in parts else ""), self.file
                )  # fmt: skip
            if child.tail and not child.tail.isspace():
                raise error_at(
                    child,
                    f"expected no text after <{name}>, found {quoted(child.tail.strip())}",
                    self.file,
                )
            parts[name] = child
        if "empty" in parts:
            children(parts["empty"], [], self.file)
            if original and not original.isspace():
                raise error_at(
                    element,
                    f"expected text or <empty/>, found both: {quoted(original.strip())}",
                    self.file,
                )
            original = ""
        start = self.at
        self.add(original)
        self.edits.append(
            Edit(
                start,
                self.at,
                alternatives(parts["corrections"], self.file) if "corrections" in parts else (),
                element.get("type", ""),
                "byte",
                (*named(element, self.file), ("original", original)),
            )
        )


# --- writing ----------------------------------------------------------------------------------


def write_inline(annotated: InLine, path: PathLike, *, references: References = "kept") -> None:
    """Write an in-line annotated file."""
    with writing(path) as out:
        out.write(dump_inline(annotated, references=references) + "\n")


def dump_inline(annotated: InLine, *, references: References = "kept") -> str:
    """Return an in-line annotated file: `parse_inline` gives back the text, and the edits by
    position.

    Edits must not overlap nor reach over the end of a paragraph or sentence. Where no paragraphs
    are given, the lines that are not blank are marked as such.
    """
    marked = annotated.paragraphs or paragraphs(annotated.text)
    writer = _Writer(annotated.text, annotated.edits, references)
    writer.nested(0, len(annotated.text), [("p", marked), ("s", annotated.sentences)])
    inside = "".join(writer.out)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<HOO>{inside}</HOO>'


class _Writer:
    def __init__(self, text: bytes, edits: Sequence[Edit], references: References) -> None:
        self.text = text
        self.left = deque(in_order(edits))
        self.references = references
        self.at = 0
        self.out: list[str] = []

    def nested(self, low: int, high: int, levels: list[tuple[str, Sequence[Extent]]]) -> None:
        """Write a stretch of the text, with the elements of the levels that are inside it."""
        if levels:
            name, extents = levels[0]
            for start, end in extents:
                if low <= start and end <= high:
                    self.until(start, inclusive=False)
                    self.out.append(f"<{name}>")
                    self.nested(start, end, levels[1:])
                    self.out.append(f"</{name}>")
        self.until(high, inclusive=True)

    def until(self, place: int, *, inclusive: bool) -> None:
        """Write the text up to a place, and the edits in it; `inclusive`: also insertions right
        there."""
        if place < self.at:
            raise InputError(f"paragraphs or sentences overlap at byte {place}")
        while self.left and (
            self.left[0].start < place or (inclusive and self.left[0].end <= place)
        ):
            edit = self.left.popleft()
            if edit.unit != "byte":
                raise InputError(f"{edit!r} does not count bytes, so it cannot be written in line")
            if edit.start < self.at:
                raise InputError(f"{edit!r} overlaps the edit before it, which ends at {self.at}")
            if edit.end > place:
                raise InputError(
                    f"{edit!r} reaches over the end of a paragraph, sentence or text at {place}, "
                    "so it cannot be written in line"
                )
            self.plain(edit.start)
            known = {name: value for name, value in edit.attributes if name != "original"}
            self.out.append(f"<edit{dump_named(edit, known, extent=False)}>")
            self.plain(edit.end)
            if edit.is_insertion:
                self.out.append("<empty/>")
            if edit.alternatives:
                inside = "".join(dump_alternatives(edit))
                self.out.append(f"<corrections>{inside}</corrections>")
            self.out.append("</edit>")
        self.plain(place)

    def plain(self, end: int) -> None:
        try:
            text = self.text[self.at : end].decode()
        except UnicodeDecodeError:
            raise InputError(f"the bytes {self.at}:{end} cut a character in two") from None
        self.at = end
        if self.references == "decoded":
            self.out.append(escaped(text))
            return
        if "]]>" in text or not _AS_IT_STANDS.fullmatch(text):
            raise InputError(
                f"the text contains a &, a < or a carriage return: {quoted(text.strip())}",
                hint="write it with references='decoded', and read it so",
            )
        escaped(text)  # for the characters that XML does not have
        if "&#" in text:  # a number may stand for such a character, too
            parse_xml(f"<HOO>{text}</HOO>".encode(), "the text")
        self.out.append(text)
