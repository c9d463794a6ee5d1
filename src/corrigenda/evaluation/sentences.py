"""A result sentence by sentence: texts, scores and judged edits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, Any

from corrigenda.corpus import Correction, Pair
from corrigenda.graphs import graphs as graphs_part
from corrigenda.measures.contract import Measure
from corrigenda.results.records import encode

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result


def sentences(result: Result, *, graphs: bool = False) -> Iterator[dict[str, Any]]:
    """What the page shows and, but for `graphs`, what `--per-sentence` writes."""
    segments, outputs = result.texts()
    scores = {
        (str(measure), system): encode(result.sentence_scores(system, measure))
        for measure in result.measures
        for system in result.systems
    }
    judging = result.judging()
    lost = _losses(result)
    drawn = _graphs(result) if graphs else _no_graphs()
    for (k, segment), (about, numbers) in zip(enumerate(segments), drawn, strict=False):
        names = [reference.by or str(n) for n, reference in enumerate(segment.references)]
        texts = zip(names, segment.references, strict=True)
        yield {
            "id": segment.id or str(k + 1),
            "source": segment.source,
            "references": [{"by": by, "text": _text(reference)} for by, reference in texts],
            "systems": {
                output.name: {
                    "text": output.corrections[k].text,
                    "scores": {str(m): scores[str(m), output.name][k] for m in result.measures},
                    "edits": {str(m): _marks(result, output.name, m, k, names) for m in judging},
                    **({"losses": {m: of[k][s] for m, of in lost.items()}} if lost else {}),
                    **({"graph": numbers[s]} if numbers else {}),
                }
                for s, output in enumerate(outputs)
            },
            **about,
        }


def _losses(result: Result) -> dict[str, Any]:
    """Return what words take off the scores of measures that say so: by measure, by sentence, by
    system."""
    segments, outputs = result.texts()
    rows = zip(*(output.corrections for output in outputs), strict=True)
    pairs: list[Pair] = list(zip(segments, rows, strict=True))
    found = {str(measure): measure.losses(pairs) for measure in result.measures}
    return {name: encode(of) for name, of in found.items() if of is not None}


def _text(reference: Correction) -> str:
    """A reference's text; edits that overlap have none, but can be scored."""
    return reference.text if reference.has_text else "(no text: its edits overlap)"


def _marks(
    result: Result, system: str, measure: Measure, k: int, names: list[str]
) -> dict[str, Any]:
    """The judged edits of a sentence, and the reference they were judged by.

    `alternatives` has the edits, by their places among the marks, that may be made in more ways
    than one, or need not be made (null).
    """
    judged = result.judgements(system, measure)[k]
    found: dict[str, Any] = {
        "reference": names[result.chosen(system, measure)[k]],
        "marks": [
            [
                edit.start,
                edit.end,
                edit.texts[0] if edit.texts else "",
                measure.type_of(edit),
                verdict,
            ]
            for edit, verdict in judged
        ],
    }
    several = {
        str(number): list(edit.alternatives)
        for number, (edit, _) in enumerate(judged)
        if len(edit.alternatives) > 1 or None in edit.alternatives
    }
    return {**found, "alternatives": several} if several else found


_Graphs = Iterator[tuple[dict[str, Any], list[int]]]
"""What each sentence has of graphs, and which of them is whose, system by system."""


def _no_graphs() -> _Graphs:
    return repeat(({}, []))


def _graphs(result: Result) -> _Graphs:
    measures = [measure for measure in result.measures if "graphs" in measure.needs]
    if not measures:
        return _no_graphs()
    return graphs_part().per_sentence(measures, result.with_graphs())
