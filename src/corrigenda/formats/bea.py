"""BEA-2019 JSON (W&I+LOCNESS, FCE): texts and their edits over characters, one object per line.

    {"id": "1-1", "cefr": "A2.i", "text": "He like dog.",
     "edits": [[0, [[3, 7, "likes"], [8, 11, null]]]]}

`edits` lists the annotators, each with a number and edits: start, end, correction and, in some
files, type. A correction that is null marks an error without correcting it. (Bryant et al. 2019,
*The BEA-2019 shared task on grammatical error correction*.) `id` becomes the segment's id; other
fields are kept as its attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats.strict_json import (
    Record,
    dumped,
    items,
    kind,
    located,
    records,
    scalar,
    text,
    whole,
)
from corrigenda.units import bytes_to_chars, to_chars

FORMAT = "bea"
TITLE = "BEA-2019 JSON"
KEYS = ("text", "edits")

# --- reading ----------------------------------------------------------------------------------


def parse(lines: Iterable[str], file: str) -> Iterator[tuple[int, Segment]]:
    """Yield the texts of a BEA-2019 file, each with its line number."""
    for count, (number, record) in enumerate(records(lines, file), 1):
        try:
            yield number, _segment(record, count)
        except InputError as error:
            raise located(error, file, number) from None


def _segment(record: Record, count: int) -> Segment:
    for key in ("text", "edits"):
        if key not in record:
            raise InputError(f"expected the key {key!r}, found {', '.join(map(repr, record))}")
    source = text(record["text"], "'text'")
    references: dict[str, Correction] = {}
    for annotator in items(record["edits"], "'edits'"):
        if not (isinstance(annotator, list) and len(annotator) == 2):
            raise InputError("expected each of the 'edits' to be [ANNOTATOR, [EDIT, ...]]")
        by = str(scalar(annotator[0], "the annotator"))
        if by in references:
            raise InputError(f"annotator {by} is there twice")
        edits = [_edit(edit, len(source)) for edit in items(annotator[1], "an annotator's edits")]
        references[by] = Correction(source, None, edits, by)
    attributes = [
        (key, scalar(value, repr(key)))
        for key, value in record.items()
        if key not in ("id", "text", "edits")
    ]
    name = str(scalar(record.get("id", count), "'id'"))
    return Segment(source, tuple(references.values()), name, tuple(attributes))


def _edit(fields: Any, length: int) -> Edit:
    if not (isinstance(fields, list) and len(fields) in (3, 4)):
        raise InputError(
            "expected each edit to be [START, END, CORRECTION] or with a TYPE after it"
        )
    start, end = whole(fields[0], "an edit's start"), whole(fields[1], "an edit's end")
    if not 0 <= start <= end <= length:
        raise InputError(
            f"expected an extent within the text, which has {length} characters, "
            f"found {start}, {end}"
        )
    correction = fields[2]
    if not (correction is None or isinstance(correction, str)):
        raise InputError(f"expected a correction to be text or null, found {kind(correction)}")
    label = text(fields[3], "an edit's type") if len(fields) == 4 else ""
    return Edit(start, end, () if correction is None else (correction,), label, "char")


# --- writing ----------------------------------------------------------------------------------


def dump(segments: Iterable[Segment], lost: Counter[str]) -> Iterator[str]:
    """Yield the lines of a BEA-2019 file; what it cannot say is counted in `lost`."""
    for number, segment in enumerate(segments, 1):
        seen: dict[str, list[list[Any]]] = {}
        for index, reference in enumerate(segment.references):
            by = reference.by or str(index)
            if by in seen:
                raise InputError(
                    f"sentence {number} cannot be written: two references are by {by!r}"
                )
            seen[by] = [_fields(edit, lost) for edit in _chars(reference, lost)]
        annotators = [[_number(by), edits] for by, edits in seen.items()]
        record = {"id": segment.id or str(number), **dict(segment.attributes)}
        yield dumped({**record, "text": segment.source, "edits": annotators})


def _number(by: str) -> int | str:
    """Return an annotator's name, as a number if it is how a number is written."""
    return int(by) if by.isdecimal() and str(int(by)) == by else by


def _chars(reference: Correction, lost: Counter[str]) -> list[Edit]:
    """Return the edits of a reference over characters, in the order given."""
    given = reference.given_edits
    if given is None:
        lost["references given as text: their edits were extracted"] += 1
        return to_chars(reference.source, reference.edits)
    lost["corrected texts beside their edits"] += reference.given_text is not None
    if all(edit.unit == "char" for edit in given):
        return list(given)
    if all(edit.unit == "byte" for edit in given):
        return bytes_to_chars(reference.source.encode(), given)
    lost["extents in tokens: now in characters"] += len(given)
    return to_chars(reference.source, reference.edits)


def _fields(edit: Edit, lost: Counter[str]) -> list[Any]:
    lost["edits' attributes"] += bool(edit.attributes)
    lost["optional edits: now required"] += edit.optional and bool(edit.texts)
    lost["edits that only say that the source may stay: now without correction"] += (
        bool(edit.alternatives) and not edit.texts
    )
    lost["alternatives after an edit's first"] += max(len(edit.texts) - 1, 0)
    correction = edit.texts[0] if edit.texts else None
    return [edit.start, edit.end, correction, *([edit.type] if edit.type else [])]
