"""Convert HOO files to other formats and back, and report what is lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.hoo.formats.fragments import (
    Fragments,
    joined,
    read_fragments,
    split,
    whole,
    without_text,
)
from corrigenda.hoo.formats.inline import (
    InLine,
    References,
    dump_inline,
    parse_inline,
    write_inline,
)
from corrigenda.hoo.formats.names import content_of, content_of_xml, fragment_of, known_name
from corrigenda.hoo.formats.parts import parse_parts, part_texts
from corrigenda.hoo.formats.standoff import write_edits
from corrigenda.hoo.formats.texts import parse_segmented, read_text, write_text

Form = Literal["stand-off", "in-line"]

_SENTENCES = ("m2", "text", "jfleg")
"""Formats with one sentence per line."""


# --- as a format among others -----------------------------------------------------------------


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the segments of HOO text: an annotated fragment, segmented sentences, or parts (HOO
    2012)."""
    data = "\n".join(lines).encode()
    if data[:5].lower() == b"<hoo>" and b"<edit" not in data and b"<BODY" not in data:
        segmented = parse_segmented(data, file)
        for number, (start, end) in enumerate(segmented.sentences, 1):
            yield 1, Segment(segmented.text[start:end].decode().strip(), (), str(number))
        return
    content = content_of_xml(data, file)
    if content == "parts":
        for name, text in part_texts(parse_parts(data, file)).items():
            yield 1, Segment(text, (), name)
    elif content == "in-line":
        yield 1, whole(fragment_of(file), parse_inline(data, file))
    else:
        raise without_text(file)


def dump(segments: Iterable[Segment], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of one in-line annotated fragment with a paragraph for each segment."""
    held = list(segments)
    number = held[0].id if len(held) == 1 and held[0].id else "0001"
    annotated = joined(held, number, lost)
    yield from dump_inline(annotated, references=_written(annotated, lost)).split("\n")


def _written(annotated: InLine, lost: Counter[str]) -> References:
    """Return how a text is written in line: as it stands, if that is possible."""
    try:
        dump_inline(annotated._replace(edits=()))
    except InputError:
        lost["text with &, < or carriage returns: must be read with references decoded"] += 1
        return "decoded"
    return "kept"


# --- from file to file ------------------------------------------------------------------------


def convert(
    source: PathLike,
    target: PathLike,
    *,
    text: PathLike | None = None,
    form: Form | None = None,
    source_format: str | None = None,
    target_format: str | None = None,
    references: References = "kept",
) -> list[str]:
    """Write a file from or to HOO in another format, and return what that could not keep.

    - From stand-off edits: `text` is what their offsets count. JSONL and BEA-2019 get the whole
      fragment; M2, JFLEG and plain text a line for each sentence (if `text` is segmented, or the
      annotation marks sentences) or each paragraph.
    - To HOO (`target_format` "hoo", or a name that ends in `.xml`): `form` says which one. By
      default names of the task decide (`NNNNG.xml`: in line), otherwise it is in line for stand-off
      edits and stand-off for everything else. With stand-off edits goes their text: to `text`, or
      beside them to `NNNN.txt`; a file that is there already must hold just that text.
    """
    from corrigenda import formats

    if os.fspath(source) == "-":
        raise InputError("HOO is converted from and to files, not from standard input")
    lost: Counter[str] = Counter()
    also: list[str] = []
    fragments: Fragments | None = None
    content = content_of(source) if _is_hoo(source, source_format) else None
    if content is not None:
        counted = text if content == "stand-off" else None
        fragments = read_fragments(source, counted, references=references)
    if _is_xml(target, target_format):
        if fragments is None:
            annotated = joined(
                formats.stream(source, format=source_format), fragment_of(target), lost
            )
        else:
            annotated = _one_text(fragments, source)
        _write(annotated, target, form or _form(target, content), text, lost)
    elif fragments is None:
        raise InputError(
            "neither of the two is HOO",
            file=name_of(source),
            hint="name the formats: hoo, m2, ...; a text is segmented by 'corrigenda hoo segment'",
        )
    else:
        also = _write_segments(fragments, target, target_format, lost)
    return [f"{count} {what}" for what, count in lost.items() if count] + also


def _is_xml(path: PathLike, format: str | None) -> bool:
    if format is not None:
        return format == "hoo"
    return Path(path).suffix.lower() == ".xml"


def _is_hoo(path: PathLike, format: str | None) -> bool:
    """Return whether to read a file as HOO; a segmented text has no edits and is read as text."""
    if format is not None and format != "hoo":
        return False
    start = read_bytes(path, 1000).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return start.startswith((b"<?xml ", b"<edits", b"<hoo>")) and Path(path).suffix != ".txt"


def _one_text(fragments: Fragments, source: PathLike) -> InLine:
    for annotated in fragments.values():
        of_2012 = any("part" in dict(edit.attributes) for edit in annotated.edits)
        if len(fragments) == 1 and not of_2012:
            return annotated
    raise InputError("the parts of a source of HOO 2012 are not one text", file=name_of(source))


def _form(target: PathLike, content: str | None) -> Form:
    if known_name(target) is None:
        return "in-line" if content == "stand-off" else "stand-off"
    return "in-line" if Path(target).name.endswith("G.xml") else "stand-off"


def _write(
    annotated: InLine, target: PathLike, form: Form, text: PathLike | None, lost: Counter[str]
) -> None:
    if form == "in-line":
        write_inline(annotated, target, references=_written(annotated, lost))
        return
    lost["sentence boundaries"] += len(annotated.sentences)
    if text is None:
        name = known_name(target)
        if name is None:
            raise InputError(
                "stand-off edits go with the text that their offsets count, but its name is not "
                "clear",
                file=name_of(target),
                hint="name the text, or name the edits as the task does: NNNNGE.xml",
            )
        text = Path(target).with_name(f"{name.fragment}.txt")
    if Path(text).exists():
        if read_text(text) != annotated.text:
            raise InputError(
                "there is such a file already, with another text than that of the edits",
                file=name_of(text),
                hint="remove it, or name another",
            )
    else:
        write_text(annotated.text, text)
    write_edits(annotated.edits, target)


def _write_segments(
    fragments: Fragments, target: PathLike, format: str | None, lost: Counter[str]
) -> list[str]:
    from corrigenda import formats

    name = formats.format_to_write(target, format)
    segments: list[Segment] = []
    for number, annotated in fragments.items():
        if name in _SENTENCES:
            segments += split(number, annotated, lost)
        else:
            segments.append(whole(number, annotated))
    return formats.write(segments, target, format)
