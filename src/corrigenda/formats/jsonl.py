"""corrigenda's own JSONL: one object per line, one line per sentence; nothing is lost.

A corpus:

    {"id": "1", "source": "He like dog .", "references": [
        {"by": "0", "edits": [{"start": 1, "end": 2, "alternatives": ["likes"], "type": "R:VERB"}]},
        {"by": "1", "text": "He likes dogs ."}]}

| key | value | if absent |
| --- | --- | --- |
| `id` | text | the sentence's number, from 1 |
| `source` | text | (required) |
| `references` | list of corrections | none |
| `attributes` | object: whatever else is known; text, numbers, true, false or null | none |

A system's output has `correction` (one correction) instead of `references`. A correction has:

| key | value | if absent |
| --- | --- | --- |
| `by` | text: the annotator's name | `""` |
| `text` | text: the corrected sentence | the edits, applied |
| `edits` | list of edits; empty: nothing to correct | extracted from the text |

At least one of `text` and `edits` is there. An edit has:

| key | value | if absent |
| --- | --- | --- |
| `start`, `end` | whole numbers, from 0; `end` is the first that is not replaced | (required) |
| `alternatives` | list of replacements: text; `""` deletes; `null`: may stay; empty list: an error that is marked, not corrected | (required) |
| `type` | text | `""` |
| `unit` | `"token"`, `"char"` (Unicode code points) or `"byte"` (of UTF-8): what start and end count | `"token"` |
| `attributes` | object of texts | none |
"""  # noqa: E501

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats.strict_json import (
    Record,
    check_keys,
    dumped,
    items,
    kind,
    located,
    mapping,
    records,
    scalar,
    text,
    whole,
)

FORMAT = "jsonl"
TITLE = "JSONL"
KEYS = ("source",)
SUFFIXES = (".jsonl",)

# --- reading ----------------------------------------------------------------------------------


def parse(
    lines: Iterable[str], file: str, *, system: bool = False
) -> Iterator[tuple[int, Segment]]:
    """Yield the sentences of a JSONL file, each with its line number.

    With `system`, a system's output: its `correction` is the sentence's only reference.
    """
    for count, (number, record) in enumerate(records(lines, file), 1):
        try:
            yield number, _segment(record, count, system)
        except InputError as error:
            raise located(error, file, number) from None


def _segment(record: Record, count: int, system: bool) -> Segment:
    if "correction" in record and not system:
        raise InputError(
            "expected a corpus, found a system's output: it has 'correction', not 'references'",
            hint="give it as a system",
        )
    about = "correction" if "correction" in record else "references"
    check_keys(record, ("source",), ("id", about, "attributes"))
    source = text(record["source"], "'source'")
    given = record.get(about, [])
    corrections = [given] if about == "correction" else items(given, "'references'")
    attributes = mapping(record.get("attributes", {}), "'attributes'")
    return Segment(
        source,
        tuple([_correction(mapping(c, "each correction"), source) for c in corrections]),
        text(record.get("id", str(count)), "'id'"),
        tuple([(key, scalar(value, f"attribute {key!r}")) for key, value in attributes.items()]),
    )


def _correction(record: Record, source: str) -> Correction:
    check_keys(record, (), ("by", "text", "edits"))
    if "text" not in record and "edits" not in record:
        raise InputError("expected a correction with 'text', 'edits' or both, found neither")
    whole_text = text(record["text"], "'text'") if "text" in record else None
    edits = None
    if "edits" in record:
        edits = [_edit(mapping(e, "each edit"), source) for e in items(record["edits"], "'edits'")]
    return Correction(source, whole_text, edits, text(record.get("by", ""), "'by'"))


def _edit(record: Record, source: str) -> Edit:
    check_keys(record, ("start", "end", "alternatives"), ("type", "unit", "attributes"))
    unit = record.get("unit", "token")
    if unit not in ("token", "char", "byte"):
        raise InputError(f"expected 'unit' to be 'token', 'char' or 'byte', found {unit!r}")
    alternatives = items(record["alternatives"], "'alternatives'")
    for alternative in alternatives:
        if not (alternative is None or isinstance(alternative, str)):
            raise InputError(
                f"expected each alternative to be text or null, found {kind(alternative)}"
            )
    attributes = mapping(record.get("attributes", {}), "'attributes'")
    start, end = whole(record["start"], "'start'"), whole(record["end"], "'end'")
    length = {"token": len(source.split()), "char": len(source)}.get(unit, len(source.encode()))
    if end > length:
        raise InputError(
            f"expected an extent within the sentence, which has {length} {unit}s, "
            f"found {start}:{end}"
        )
    return Edit(
        start,
        end,
        tuple(alternatives),
        text(record.get("type", ""), "'type'"),
        unit,
        tuple([(key, text(value, f"attribute {key!r}")) for key, value in attributes.items()]),
    )


# --- writing ----------------------------------------------------------------------------------


def dump(segments: Iterable[Segment], lost: Counter[str], *, system: bool = False) -> Iterator[str]:
    """Yield the lines of a JSONL file: nothing is lost. With `system`, as a system's output."""
    for segment in segments:
        record: Record = {"id": segment.id, "source": segment.source}
        corrections = [_dump_correction(reference) for reference in segment.references]
        if system:
            record["correction"] = corrections[0]
        else:
            record["references"] = corrections
        if segment.attributes:
            record["attributes"] = _object(segment.attributes)
        yield dumped(record)


def _dump_correction(correction: Correction) -> Record:
    record: Record = {"by": correction.by} if correction.by else {}
    if correction.given_text is not None:
        record["text"] = correction.given_text
    if correction.given_edits is not None:
        record["edits"] = [_dump_edit(edit) for edit in correction.given_edits]
    return record


def _dump_edit(edit: Edit) -> Record:
    record: Record = {"start": edit.start, "end": edit.end, "alternatives": edit.alternatives}
    if edit.type:
        record["type"] = edit.type
    if edit.unit != "token":
        record["unit"] = edit.unit
    if edit.attributes:
        record["attributes"] = _object(edit.attributes)
    return record


def _object(pairs: Iterable[tuple[str, Any]]) -> Mapping[str, Any]:
    pairs = list(pairs)
    if len(dict(pairs)) < len(pairs):
        raise InputError(f"an attribute is there twice, which JSON cannot say: {pairs!r}")
    return dict(pairs)
