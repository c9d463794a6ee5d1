"""The data block: what the page's script reads, packed, and inert whatever it holds."""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections.abc import Mapping
from typing import Any

from corrigenda.report.page.graphs import packed_graphs

VERDICTS = ("hit", "spurious", "missed")


def data_block(data: Mapping[str, Any]) -> str:
    """The data as text that may stand in any element: JSON, deflated (without a head), in base64.

    A dozen systems write much the same sentence, so it becomes a tenth of what it was.
    """
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeezed.compress(as_text(data).encode()) + squeezed.flush()
    return base64.b64encode(raw).decode()


def as_text(data: Mapping[str, Any]) -> str:
    """The data as JSON in ASCII.

    All is kept as it was given but for `sentences`, which are packed: systems, measures, types and
    verdicts become positions in lists (`systems`, `measures`, `edit_types`, `verdicts`); a text
    that equals the source becomes 0; sentence scores keep four decimals. A system's entry is
    [text, scores by measure, edits by measure], where edits are [reference, marks], and a mark is
    [start, end, replacement, type, verdict], followed by its alternatives where it has any. Where
    there are graphs, the number of its own comes last; see `graphs.packed_graphs`.
    """
    types: dict[str, int] = {}
    measures = [m["name"] for m in data["measures"]]
    sentences = [
        _sentence(s, data["systems"], measures, types) for s in data.get("sentences") or ()
    ]
    rest = {key: _finite(value) for key, value in data.items() if key != "sentences"}
    packed = {**rest, "edit_types": list(types), "verdicts": VERDICTS, "sentences": sentences}
    return json.dumps(packed, separators=(",", ":"), allow_nan=False)


def _sentence(
    sentence: Mapping[str, Any], systems: list[str], measures: list[str], types: dict[str, int]
) -> dict[str, Any]:
    source = sentence["source"]

    def text(given: str) -> str | int:
        return 0 if given == source else given

    def edits(given: Mapping[str, Any] | None) -> list[Any] | int:
        if given is None:
            return 0
        marks: list[list[Any]] = [
            [start, end, replacement, types.setdefault(kind, len(types)), VERDICTS.index(verdict)]
            for start, end, replacement, kind, verdict in given["marks"]
        ]
        for number, alternatives in (given.get("alternatives") or {}).items():
            marks[int(number)].append(alternatives)
        return [given["reference"], marks]

    def output(given: Mapping[str, Any] | None) -> list[Any] | int:
        if given is None:
            return 0
        scores, judged = given.get("scores") or {}, given.get("edits") or {}
        return [
            text(given["text"]),
            [_finite(round(s, 4)) if (s := scores.get(m)) is not None else None for m in measures],
            [edits(judged.get(m)) for m in measures],
            *([given["graph"]] if "graph" in given else []),
        ]

    return {
        "id": sentence["id"],
        "source": source,
        "references": [[r["by"], text(r["text"])] for r in sentence["references"]],
        "systems": [output(sentence["systems"].get(name)) for name in systems],
        **(packed_graphs(sentence, measures) if sentence.get("graphs") else {}),
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
