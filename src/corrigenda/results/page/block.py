"""The data block: what the page's script reads, packed, and inert whatever it holds."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from corrigenda.graphs import graphs
from corrigenda.results.figures import finite
from corrigenda.results.sentences import OBJECTION, Sentences

VERDICTS = ("hit", "spurious", "missed")


def data_block(data: Sentences) -> str:
    """Return the sentences as text that may stand in any element: base64 of deflated JSON.

    A dozen systems write much the same sentence, so it becomes a tenth of what it was.
    """
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = squeezed.compress(as_text(data).encode()) + squeezed.flush()
    return base64.b64encode(raw).decode()


def as_text(data: Sentences) -> str:
    """Return the sentences, their systems and their measures as JSON in ASCII.

    Sentences are packed: systems, measures, types and verdicts become positions in lists
    (`systems`, `measures`, `edit_types`, `verdicts`); a text that equals the source becomes 0;
    sentence scores keep four decimals. `outputs` are the different ones, and `systems` has the
    number of each system's output among them, or null. An output is
    [text, scores by measure, edits by measure], where edits are [reference, marks], and a mark is
    [start, end, replacement, type, verdict], followed by its alternatives where it has any. Where
    there are graphs, the number of its own comes last; see `corrigenda.graphs`. By system and
    measure, `losses` are [places in the source, places in the text, kind, points].
    """
    types: dict[str, int] = {}
    systems, measures = list(data.systems), [about["name"] for about in data.measures]
    packed = {
        "systems": systems,
        "measures": list(map(dict, data.measures)),
        "sentences": [_sentence(s, systems, measures, types) for s in data.sentences],
        "edit_types": list(types),
        "verdicts": VERDICTS,
    }
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

    def output(given: Mapping[str, Any]) -> list[Any]:
        scores, judged = given.get("scores") or {}, given.get("edits") or {}
        return [
            text(given["text"]),
            [None if (s := finite(scores.get(m))) is None else round(s, 4) for m in measures],
            [edits(judged.get(m)) for m in measures],
            *([given["graph"]] if "graph" in given else []),
        ]

    given = [sentence["systems"].get(name) for name in systems]
    outputs = [None if one is None else output(one) for one in given]
    different: list[list[Any]] = []
    for one in outputs:
        if one is not None and one not in different:
            different.append(one)
    alarms = [_alarms(source, one) for one in given]
    losses = [_losses(one, measures) for one in given]
    flags = [[f["kind"], f["text"], f.get("system", "")] for f in sentence.get("flags") or ()]
    objections = [_objections(one) for one in given]
    return {
        "id": sentence["id"],
        "source": source,
        "references": [[r["by"], text(r["text"])] for r in sentence["references"]],
        "outputs": different,
        "systems": [None if one is None else different.index(one) for one in outputs],
        **({"alarms": alarms} if any(alarms) else {}),
        **({"objections": objections} if any(objections) else {}),
        **({"losses": losses} if any(losses) else {}),
        **({"flags": flags} if flags else {}),
        **(graphs().packed(sentence, measures) if sentence.get("graphs") else {}),
    }


def _losses(output: Mapping[str, Any] | None, measures: Sequence[str]) -> dict[int, list[Any]]:
    """Return what words of a system's text take off its scores, by the number of the measure."""
    given = (output or {}).get("losses") or {}
    return {
        m: [
            [list(loss["source"]), list(loss["target"]), loss["kind"], round(loss["points"], 4)]
            for loss in given[name]
            if loss["points"]
        ]
        for m, name in enumerate(measures)
        if given.get(name)
    }


def _alarms(source: str, output: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Return the alarms of a system's text, each once: the kind, and the words before and after."""
    if output is None:
        return []
    before, after = source.split(), output["text"].split()
    alarms = [
        (loss["alarm"], _became(before, loss["source"], after, loss["target"]))
        for losses in (output.get("losses") or {}).values()
        for loss in losses
        if loss.get("alarm")
    ]
    return list(dict.fromkeys(alarms))


def _objections(output: Mapping[str, Any] | None) -> list[str]:
    """Return a system's text in parts, if a measure objects to tokens of it: every second part is
    one of these tokens."""
    losses = [] if output is None else (output.get("losses") or {}).values()
    wrong = {at for of in losses for x in of if x["kind"] == OBJECTION for at in x["target"]}
    if output is None or not wrong:
        return []
    parts = [""]
    for at, token in enumerate(output["text"].split()):
        if at in wrong:
            parts += [token, " "]
        else:
            parts[-1] += f"{token} "
    return parts


def _became(
    before: Sequence[str], source: Sequence[int], after: Sequence[str], target: Sequence[int]
) -> str:
    """Return words and what became of them; words that only moved are named once."""
    was = " ".join(before[place] for place in source)
    becomes = " ".join(after[place] for place in target)
    return was if was.lower() == becomes.lower() else f"{was or '∅'} → {becomes or '∅'}"
