"""The data block of a page: packed data for its script, safe whatever it contains."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from corrigenda.graphs import graphs
from corrigenda.results.figures import finite
from corrigenda.results.sentences import OBJECTION, Sentences

VERDICTS = ("hit", "spurious", "missed")

LEAST = 0.005
"""Points that a word takes off a score, at least, to be marked: else every word would be."""


class Blocks(NamedTuple):
    """What the script reads at once, and what it reads when a graph is to be drawn ("": none)."""

    sentences: str
    graphs: str


def data_blocks(data: Sentences) -> Blocks:
    """Return the sentences as texts that are safe in any element: base64 of deflated JSON.

    A dozen systems write much the same sentence, so it becomes a tenth of what it was. Graphs are
    apart: they are as much as all else, and few of them are looked at.
    """
    drawn = packed_graphs(data)
    return Blocks(_squeezed(packed(data)), _squeezed(drawn) if any(drawn) else "")


def _squeezed(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def packed(data: Sentences) -> dict[str, Any]:
    """Return the sentences, their systems and their measures, without graphs, as small values.

    Systems, measures, types, kinds of losses and verdicts become positions in lists (`systems`,
    `measures`, `edit_types`, `kinds`, `verdicts`); a text that equals the source becomes 0;
    sentence scores keep four decimals. `outputs` are the different ones, and `systems` has the
    number of each system's output among them, or null. An output is
    [text, scores by measure, edits by measure], where edits are [reference, marks], and a mark is
    [start, end, replacement, type, verdict], followed by its alternatives where it has any. What
    few outputs have comes last, by name: the number of its `graph`; `alarms`, each [kind, words];
    `objections`, places in the text; `losses` by measure, each [places in the text, kind, points].
    """
    numbers = _Numbers({}, {})
    systems, measures = list(data.systems), [about["name"] for about in data.measures]
    return {
        "systems": systems,
        "measures": list(map(dict, data.measures)),
        "sentences": [_sentence(s, systems, measures, numbers) for s in data.sentences],
        "edit_types": list(numbers.types),
        "kinds": list(numbers.kinds),
        "verdicts": VERDICTS,
    }


def packed_graphs(data: Sentences) -> list[dict[str, Any] | int]:
    """Return the graphs of each sentence, or 0; see `corrigenda.graphs`."""
    measures = [about["name"] for about in data.measures]
    return [
        graphs().packed(sentence, measures) if sentence.get("graphs") else 0
        for sentence in data.sentences
    ]


class _Numbers(NamedTuple):
    """The numbers that names have got so far."""

    types: dict[str, int]
    kinds: dict[str, int]


def _sentence(
    sentence: Mapping[str, Any], systems: list[str], measures: list[str], numbers: _Numbers
) -> dict[str, Any]:
    source = sentence["source"]
    types = numbers.types

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
        more = {
            "graph": _drawable(sentence, given.get("graph")),
            "alarms": _alarms(source, given),
            "objections": _objections(given),
            "losses": _losses(given, measures, numbers.kinds),
            "parts": _parts(given, measures),
        }
        there = {name: value for name, value in more.items() if value or value == 0}
        return [
            text(given["text"]),
            [None if (s := finite(scores.get(m))) is None else round(s, 4) for m in measures],
            [edits(judged.get(m)) for m in measures],
            *([there] if there else []),
        ]

    given = [sentence["systems"].get(name) for name in systems]
    outputs = [None if one is None else output(one) for one in given]
    different: list[list[Any]] = []
    for one in outputs:
        if one is not None and one not in different:
            different.append(one)
    flags = [[f["kind"], f["text"], f.get("system", "")] for f in sentence.get("flags") or ()]
    return {
        "id": sentence["id"],
        "source": source,
        "references": [[r["by"], text(r["text"])] for r in sentence["references"]],
        "outputs": different,
        "systems": [None if one is None else different.index(one) for one in outputs],
        **({"flags": flags} if flags else {}),
    }


def _drawable(sentence: Mapping[str, Any], graph: int | None) -> int | None:
    """Return the number of a graph, if a measure matched it with the source's."""
    matched = (sentence.get("matched") or {}).values()
    return graph if any(str(graph) in of for of in matched) else None


def _losses(
    output: Mapping[str, Any], measures: Sequence[str], kinds: dict[str, int]
) -> dict[int, list[Any]]:
    """Return what words of a text take off its scores, by the number of the measure."""
    given = output.get("losses") or {}
    losses = {
        m: [
            [loss["target"], kinds.setdefault(loss["kind"], len(kinds)), round(loss["points"], 4)]
            for loss in given.get(name) or ()
            if loss["target"] and loss["points"] >= LEAST
        ]
        for m, name in enumerate(measures)
    }
    return {m: of for m, of in losses.items() if of}


def _parts(output: Mapping[str, Any], measures: Sequence[str]) -> dict[int, str]:
    """Return what scores of a text are made of, by the number of the measure."""
    given = output.get("parts") or {}
    return {
        m: ", ".join(f"{part} {value:.4f}" for part, value in given[name].items())
        for m, name in enumerate(measures)
        if name in given
    }


def _alarms(source: str, output: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the alarms of a text, each once: the kind, and the words before and after."""
    before, after = source.split(), output["text"].split()
    alarms = [
        (loss["alarm"], _became(before, loss["source"], after, loss["target"]))
        for losses in (output.get("losses") or {}).values()
        for loss in losses
        if loss.get("alarm")
    ]
    return list(dict.fromkeys(alarms))


def _objections(output: Mapping[str, Any]) -> list[int]:
    """Return the places of the tokens of a text that a measure objects to."""
    losses = (output.get("losses") or {}).values()
    return sorted({at for of in losses for x in of if x["kind"] == OBJECTION for at in x["target"]})


def _became(
    before: Sequence[str], source: Sequence[int], after: Sequence[str], target: Sequence[int]
) -> str:
    """Return words and what became of them; words that only moved are named once."""
    was = " ".join(before[place] for place in source)
    becomes = " ".join(after[place] for place in target)
    return was if was.lower() == becomes.lower() else f"{was or '∅'} → {becomes or '∅'}"
