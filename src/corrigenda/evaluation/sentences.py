"""A result sentence by sentence: texts, scores and judged edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from corrigenda.corpus import Correction, Pair
from corrigenda.graphs import graphs as graphs_part
from corrigenda.results.records import encode

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result


def sentences(result: Result, *, graphs: bool = False, every: int = 1) -> Iterator[dict[str, Any]]:
    """What the page shows and, but for `graphs`, what `--per-sentence` writes.

    `every` takes each so-many-th sentence. Long files are read again, block by block.
    """
    scores = {
        (m, s): result.sentence_scores(system, measure)
        for m, measure in enumerate(result.measures)
        for s, system in enumerate(result.systems)
    }
    drawn = _graphs(result, every) if graphs else _no_graphs()
    flags = _flags(result) if graphs else {}
    for block in result.blocks(every):
        lost = _losses(result, [pair for _, pair in block])
        for place, (k, pair) in enumerate(block):
            about, numbers = next(drawn)
            segment, corrections = pair
            names = [reference.by or str(n) for n, reference in enumerate(segment.references)]
            texts = zip(names, segment.references, strict=True)
            yield {
                "id": segment.id or str(k + 1),
                "source": segment.source,
                "references": [{"by": by, "text": _text(reference)} for by, reference in texts],
                "systems": {
                    name: {
                        "text": corrections[s].text,
                        "scores": {
                            str(measure): encode(float(scores[m, s][k]))
                            for m, measure in enumerate(result.measures)
                        },
                        "edits": {
                            str(measure): _marks(result, m, s, k, pair, names)
                            for m, measure in enumerate(result.measures)
                            if measure.judges
                        },
                        **({"losses": {m: of[place][s] for m, of in lost.items()}} if lost else {}),
                        **({"graph": numbers[s]} if numbers else {}),
                    }
                    for s, name in enumerate(result.systems)
                },
                **({"flags": flags[k]} if k in flags else {}),
                **about,
            }


def _flags(result: Result) -> dict[int, list[dict[str, str]]]:
    """Return the remarks on the input that name sentences, by the number of the sentence."""
    flags: dict[int, list[dict[str, str]]] = {}
    for remark in result.remarks:
        about = {"kind": remark.kind, "text": remark.text}
        for line in remark.lines:
            flags.setdefault(line - 1, []).append(
                {**about, "system": remark.system} if remark.system else about
            )
    return flags


def _losses(result: Result, pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return what words take off the scores of measures that say so: by measure, by sentence, by
    system."""
    losses = {str(measure): measure.losses(pairs) for measure in result.measures}
    return {name: encode(of) for name, of in losses.items() if of is not None}


def _text(reference: Correction) -> str:
    """A reference's text; edits that overlap have none, but can be scored."""
    return reference.text if reference.has_text else "(no text: its edits overlap)"


def _marks(result: Result, m: int, s: int, k: int, pair: Pair, names: list[str]) -> dict[str, Any]:
    """The judged edits of a sentence, and the reference they were judged by.

    `alternatives` has the edits, by their places among the marks, that may be made in more ways
    than one, or need not be made (null).
    """
    measure = result.measures[m]
    judged = result.judgements_of(m, s, k, pair)
    found: dict[str, Any] = {
        "reference": names[result.rows[m][s].chosen[k]],
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


def _graphs(result: Result, every: int) -> _Graphs:
    measures = [measure for measure in result.measures if "graphs" in measure.needs]
    if not measures:
        return _no_graphs()
    return graphs_part().per_sentence(measures, result.with_graphs(every))
