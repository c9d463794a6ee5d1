"""HOO's texts: plain fragments (`NNNN.txt`) and sentence-segmented ones (`NNNNS.txt`).

A plain fragment is bytes of UTF-8, because offsets count bytes: nothing in it is changed on
reading, not even its line ends. Each paragraph is a line, and there are blank lines between. A
segmented fragment is the same text with `<hoo>`, `<p>` and `<s>` around the whole, its paragraphs
and its sentences. `<p>` and `<s>` may have attributes, such as an index. It is no XML: an ampersand
is just that, and other tags are text. Take the three tags away, and what is left is the plain text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes, writing
from corrigenda.tokenisation import sentences

Extent = tuple[int, int]

TAG = re.compile(
    rb"""<(/?)(hoo|p|s)(?:\s+[a-z_][\w.:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*>""", re.IGNORECASE
)
"""A tag of the segmented form."""

_OUTSIDE = {b"hoo": (), b"p": (b"hoo",), b"s": (b"hoo", b"p")}


class Segmented(NamedTuple):
    """A plain text and where its paragraphs and sentences start and end, in bytes."""

    text: bytes
    paragraphs: tuple[Extent, ...]
    sentences: tuple[Extent, ...]


# --- plain ------------------------------------------------------------------------------------


def read_text(path: PathLike) -> bytes:
    """Read the bytes of a plain fragment, which must be UTF-8."""
    return checked(read_bytes(path), name_of(path))


def checked(data: bytes, file: str) -> bytes:
    """Return the bytes of a text; raise InputError if they are not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError(
            f"expected UTF-8, found byte 0x{data[error.start]:02X} (byte {column} of the line)",
            file=file,
            line=line,
        ) from None
    return data


def write_text(text: bytes, path: PathLike) -> None:
    """Write a plain fragment, byte for byte."""
    with writing(path) as out:
        out.write(checked(text, name_of(path)).decode())


def paragraphs(text: bytes) -> tuple[Extent, ...]:
    """Return where the paragraphs of a text start and end: its lines that are not blank."""
    extents: list[Extent] = []
    at = 0
    for line in text.split(b"\n"):
        if line and not line.isspace():
            extents.append((at, at + len(line.removesuffix(b"\r"))))
        at += len(line) + 1
    return tuple(extents)


# --- segmented --------------------------------------------------------------------------------


def is_segmented(data: bytes) -> bool:
    """Return whether this is a segmented text."""
    return data.lstrip()[:5].lower() == b"<hoo>"


def segment(text: bytes) -> Segmented:
    """Find the paragraphs and sentences of a plain text.

    A paragraph is a line that is not blank; `corrigenda.tokenisation` says where its sentences end.
    """
    extents: list[Extent] = []
    lines = paragraphs(text)
    for start, end in lines:
        line = text[start:end].decode()
        at, done = start, 0  # the same place in bytes of the text and in characters of the line
        for sentence in sentences(line):
            first = at + len(line[done : sentence.start].encode())
            at, done = first + len(sentence.text.encode()), sentence.end
            extents.append((first, at))
    return Segmented(text, lines, tuple(extents))


def read_segmented(path: PathLike) -> Segmented:
    """Read a sentence-segmented fragment."""
    return parse_segmented(read_bytes(path), name_of(path))


def parse_segmented(data: bytes, file: str) -> Segmented:
    """Return a sentence-segmented fragment from its bytes; `file` is what messages call it."""
    checked(data, file)
    text: list[bytes] = []
    extents: dict[bytes, list[Extent]] = {b"hoo": [], b"p": [], b"s": []}
    opened: list[tuple[bytes, int]] = []
    at = length = 0
    for match in TAG.finditer(data):
        text.append(data[at : match.start()])
        length += match.start() - at
        at = match.end()
        name = match[2].lower()
        if not match[1]:
            outside = tuple(outer for outer, _ in opened)
            if outside != _OUTSIDE[name]:
                place = "".join(f"<{outer.decode()}>" for outer in _OUTSIDE[name])
                raise _misplaced(data, match, f"{place or 'nothing'} around it", file)
            opened.append((name, length))
        elif not opened or opened[-1][0] != name:
            raise _misplaced(data, match, f"<{name.decode()}> before it", file)
        else:
            extents[name].append((opened.pop()[1], length))
    if opened or not extents[b"hoo"]:
        name = opened[-1][0] if opened else b"hoo"
        what = f"</{name.decode()}>" if opened else "<hoo>"
        raise InputError(
            f"expected {what} in a segmented text, found none",
            file=file,
            line=data.count(b"\n") + 1 if opened else None,
        )
    text.append(data[at:])
    return Segmented(b"".join(text), tuple(extents[b"p"]), tuple(extents[b"s"]))


def _misplaced(data: bytes, match: re.Match[bytes], expected: str, file: str) -> InputError:
    return InputError(
        f"found {match[0].decode()}, expected {expected}",
        file=file,
        line=data.count(b"\n", 0, match.start()) + 1,
    )


def write_segmented(segmented: Segmented, path: PathLike, *, indices: bool = False) -> None:
    """Write a sentence-segmented fragment (for `indices` see `dump_segmented`)."""
    write_text(dump_segmented(segmented, indices=indices), path)


def dump_segmented(segmented: Segmented, *, indices: bool = False) -> bytes:
    """Return the bytes of a segmented fragment; `parse_segmented` gives the same back.

    With `indices`, paragraphs and sentences are numbered, from 1 to the end of the text:
    `<p index="2">`, `<s index="5">`.
    """
    text = segmented.text
    tag = TAG.search(text)
    if tag:
        raise InputError(f"the text holds {tag[0].decode()}, which would be read as markup")
    out = [b"<hoo>"]
    numbers = {name: count(1) for name in ("p", "s")}

    def opened(name: str) -> bytes:
        return (
            f'<{name} index="{next(numbers[name])}">'.encode() if indices else f"<{name}>".encode()
        )

    at = 0
    left = list(reversed(segmented.sentences))
    for start, end in segmented.paragraphs:
        _check(start, end, at, len(text), "paragraph")
        out += [text[at:start], opened("p")]
        at = start
        while left and left[-1][0] >= start and left[-1][1] <= end:
            first, last = left.pop()
            _check(first, last, at, end, "sentence")
            out += [text[at:first], opened("s"), text[first:last], b"</s>"]
            at = last
        out += [text[at:end], b"</p>"]
        at = end
    if left:
        raise InputError(f"the sentence {left[-1][0]}:{left[-1][1]} is in no paragraph")
    return b"".join([*out, text[at:], b"</hoo>"])


def _check(start: int, end: int, low: int, high: int, what: str) -> None:
    if not low <= start <= end <= high:
        raise InputError(f"the {what} {start}:{end} is not within {low}:{high}, where it must be")


def on_text(segmented: Segmented, text: bytes, file: str) -> Segmented:
    """Return the same segmentation of a text that differs from the segmented one in white space
    only.

    Files differ in the line breaks they put around tags; offsets count those of the plain text.
    """
    if segmented.text == text:
        return segmented
    here, there = _visible(segmented.text), _visible(text)
    one, other = (
        bytes(t[i] for i in places) for t, places in ((segmented.text, here), (text, there))
    )
    if one != other:
        both = zip(one, other, strict=False)
        at = next((k for k, (a, b) in enumerate(both) if a != b), min(len(one), len(other)))
        place = there[at] if at < len(there) else len(text)
        raise InputError(
            f"this is not the same text as the plain one, from byte {place} of that on", file=file
        )
    moved = {i: k for k, i in enumerate(here)}

    def move(extents: Sequence[Extent]) -> tuple[Extent, ...]:
        inside = ([moved[i] for i in range(start, end) if i in moved] for start, end in extents)
        return tuple((there[ks[0]], there[ks[-1]] + 1) for ks in inside if ks)

    return Segmented(text, move(segmented.paragraphs), move(segmented.sentences))


def _visible(text: bytes) -> list[int]:
    return [i for i, byte in enumerate(text) if not chr(byte).isspace() or byte > 127]
