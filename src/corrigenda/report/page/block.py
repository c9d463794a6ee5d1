"""The data block: what the page's script reads, packed, and inert whatever it holds."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

VERDICTS = ("hit", "spurious", "missed")

# Within a script element only `</script` and `<!--` matter; U+2028 and U+2029 end a line in old
# JavaScript; half a surrogate pair cannot be written as UTF-8.
_ESCAPED = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


def data_block(data: Mapping[str, Any]) -> str:
    """The data as JSON that may stand in a `<script>` element.

    All is kept as it was given but for `sentences`, which are packed: systems, measures, types and
    verdicts become positions in lists (`systems`, `measures`, `edit_types`, `verdicts`); a text
    that equals the source becomes 0; sentence scores keep four decimals. A system's entry is
    [text, scores by measure, edits by measure], where edits are [reference, marks].
    """
    types: dict[str, int] = {}
    measures = [m["name"] for m in data["measures"]]
    sentences = [
        _sentence(s, data["systems"], measures, types) for s in data.get("sentences") or ()
    ]
    rest = {key: _finite(value) for key, value in data.items() if key != "sentences"}
    packed = {**rest, "edit_types": list(types), "verdicts": VERDICTS, "sentences": sentences}
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _sentence(
    sentence: Mapping[str, Any], systems: list[str], measures: list[str], types: dict[str, int]
) -> dict[str, Any]:
    source = sentence["source"]

    def text(given: str) -> str | int:
        return 0 if given == source else given

    def edits(given: Mapping[str, Any] | None) -> list[Any] | int:
        if given is None:
            return 0
        marks = [
            [start, end, replacement, types.setdefault(kind, len(types)), VERDICTS.index(verdict)]
            for start, end, replacement, kind, verdict in given["marks"]
        ]
        return [given["reference"], marks]

    def output(given: Mapping[str, Any] | None) -> list[Any] | int:
        if given is None:
            return 0
        scores, judged = given.get("scores") or {}, given.get("edits") or {}
        return [
            text(given["text"]),
            [_finite(round(s, 4)) if (s := scores.get(m)) is not None else None for m in measures],
            [edits(judged.get(m)) for m in measures],
        ]

    return {
        "id": sentence["id"],
        "source": source,
        "references": [[r["by"], text(r["text"])] for r in sentence["references"]],
        "systems": [output(sentence["systems"].get(name)) for name in systems],
    }


def _finite(value: Any) -> Any:
    """`value` with what JSON has no number for (NaN, infinities) as null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
