"""A result sentence by sentence: texts, scores and judged edits."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, repeat, tee
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.engine.parallel import mapped
from corrigenda.graphs import GraphMaker
from corrigenda.graphs import graphs as graphs_part
from corrigenda.linguistics.errant.corrections import Disagreement, Types
from corrigenda.measures.bytype import by_type, judged
from corrigenda.measures.contract import BLOCK, Array, Judgement, Measure, viewed
from corrigenda.results.plain_data import TypeRows, encode

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result


NO_TEXT = "(no text: its edits overlap)"


def sentences(
    result: Result, *, graphs: bool = False, every: int = 1, count: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield what the page shows and, apart from `graphs`, what `--per-sentence` writes.

    `every` takes each so-many-th sentence, 0 none. Long files are read again, block by block. To
    `count` edits by type, which takes most of the time, look at the others, too, unless the result
    has these counts.
    """
    counting = count and bool(result.judging()) and not result.type_counts.complete
    scores = {
        (m, s): result.sentence_scores(system, measure)
        for m, measure in enumerate(result.measures)
        for s, system in enumerate(result.systems)
    }
    parts = {
        (measure, s): measure.sentence_parts(table.rows)
        for measure, systems in zip(result.measures, result.rows, strict=True)
        for s, table in enumerate(systems)
        if measure.made_of
    }
    flags = _flags(result) if graphs else {}
    counts = JudgedTypes(result.judging(), result.systems)
    steps = 1 if counting else every
    numbered, ahead = tee(islice(enumerate(result.pairs()), 0, None, steps))
    sentences = (
        _Work(
            pair,
            [[int(of.chosen[k]) for of in systems] for systems in result.rows],
            every > 0 and k % every == 0,
        )
        for k, pair in ahead
    )
    details = _details(result, sentences, graphs, counting, total=-(-result.size // steps))
    for (k, (segment, corrections)), (kinds, detail) in zip(numbered, details, strict=True):
        if kinds is not None:
            counts.add(k, kinds)
        if detail is None:
            continue
        shown, names, texts = _references(segment)
        yield {
            "id": segment.id or str(k + 1),
            "source": segment.source,
            "references": [{"by": by, "text": text} for by, text in shown],
            "systems": {
                name: {
                    "text": corrections[s].text,
                    "scores": {
                        str(measure): encode(float(scores[m, s][k]))
                        for m, measure in enumerate(result.measures)
                    },
                    **({"parts": _parts(parts, s, k)} if parts else {}),
                    "edits": {
                        str(measure): {
                            "reference": (texts if measure.reads_texts() else names)[
                                result.rows[m][s].chosen[k]
                            ],
                            **marks[s],
                        }
                        for m, (measure, marks) in enumerate(
                            zip(result.measures, detail.marks, strict=True)
                        )
                        if marks is not None
                    },
                    **(
                        {"losses": {name: of[s] for name, of in detail.losses.items()}}
                        if detail.losses
                        else {}
                    ),
                    **({"graph": detail.numbers[s]} if detail.numbers else {}),
                }
                for s, name in enumerate(result.systems)
            },
            **({"flags": flags[k]} if k in flags else {}),
            **detail.graphs,
        }
    if counting:
        result.type_counts.take(counts)


def _parts(
    parts: Mapping[tuple[Measure, int], Mapping[str, Array]], system: int, sentence: int
) -> dict[str, dict[str, Any]]:
    """Return what the scores of one output are made of, by measure."""
    return {
        str(measure): {name: encode(float(values[sentence])) for name, values in of.items()}
        for (measure, s), of in parts.items()
        if s == system
    }


class JudgedTypes:
    """Counts by type of edit, of each system by each measure that judges edits, and how many types
    that files give are not those of ERRANT."""

    def __init__(self, measures: Sequence[Measure], systems: Sequence[str]) -> None:
        self.complete = False
        self.disagreement = Disagreement(0, 0)
        self._rows: list[list[dict[str, array[int]]]] = [[{} for _ in systems] for _ in measures]
        self._measures, self._systems = measures, systems

    def add(self, number: int, kinds: _Kinds) -> None:
        """Add the counts of a sentence."""
        for of_measure, by_system in zip(self._rows, kinds.counts, strict=True):
            for rows, counted in zip(of_measure, by_system, strict=True):
                for kind, counts in counted.items():
                    if kind not in rows:
                        rows[kind] = array("I")
                    rows[kind].extend((number, *counts))
        self.disagreement = Disagreement.total([self.disagreement, kinds.disagreement])

    def take(self, counts: JudgedTypes) -> None:
        """Take the counts of all sentences."""
        self._rows, self.disagreement, self.complete = counts._rows, counts.disagreement, True

    def rows(self, measure: Measure) -> dict[str, dict[str, TypeRows]]:
        """Return, for each system and type, a row per sentence that has such edits: its number
        (from 0), hits, spurious and missed edits."""
        of_measure = self._rows[self._measures.index(measure)]
        return {
            system: {
                kind: np.frombuffer(rows[kind], np.uintc).reshape(-1, 4) for kind in sorted(rows)
            }
            for system, rows in zip(self._systems, of_measure, strict=True)
        }


# --- what takes long, in worker processes -------------------------------------------------------


class _Work(NamedTuple):
    """A sentence, the candidates that count (by measure, by system), and whether it is shown."""

    pair: Pair
    chosen: list[list[int]]
    shown: bool


class _Kinds(NamedTuple):
    """The edits of a sentence by type."""

    counts: list[list[dict[str, tuple[int, int, int]]]]
    """By judging measure, by system."""

    disagreement: Disagreement


class _Detail(NamedTuple):
    """Details of a sentence apart from its texts and scores."""

    marks: list[list[dict[str, Any]] | None]
    """By measure, by system; None if the measure does not judge edits."""

    losses: dict[str, Any]
    """By measure, if it says what each word takes off the score: by system."""

    graphs: dict[str, Any] = {}  # noqa: RUF012 - never changed
    numbers: Sequence[int] = ()
    """The number of each system's graph."""


def _details(
    result: Result, sentences: Iterator[_Work], graphs: bool, counting: bool, *, total: int
) -> Iterator[tuple[_Kinds | None, _Detail | None]]:
    chunk, jobs = BLOCK, None
    if graphs and result.parsing is not None:
        chunk, jobs = result.parsing.spread(BLOCK)
    settings = (result.measures, result.edit_types, result.parsing)
    compute = partial(_compute, *settings, graphs, counting)
    return mapped(compute, sentences, chunk=chunk, jobs=jobs, total=total)


def _compute(
    measures: Sequence[Measure],
    types: Types,
    parsing: GraphMaker | None,
    graphs: bool,
    counting: bool,
    chunk: Sequence[_Work],
) -> list[tuple[_Kinds | None, _Detail | None]]:
    judgements = [_judged(measure, m, types, chunk) for m, measure in enumerate(measures)]
    kinds = _counted(measures, types, judgements, chunk) if counting else repeat(None)
    pairs = [work.pair for work in chunk if work.shown]
    losses = {str(measure): measure.losses(viewed(measure, pairs)) for measure in measures}
    encoded = {name: iter(encode(of)) for name, of in losses.items() if of is not None}
    drawn = _graphs(measures, parsing, pairs) if graphs else repeat(_NO_GRAPHS)
    return [
        (
            of_sentence,
            _Detail(
                [
                    None if of is None else [_shown(measure, made) for made in of[k]]
                    for measure, of in zip(measures, judgements, strict=True)
                ],
                {name: next(of) for name, of in encoded.items()},
                *next(drawn),
            )
            if work.shown
            else None,
        )
        for k, (work, of_sentence) in enumerate(zip(chunk, kinds, strict=False))
    ]


_Judged = list[list[list[Judgement]]]
"""Judged edits, by sentence, by system."""


def _judged(measure: Measure, m: int, types: Types, chunk: Sequence[_Work]) -> _Judged | None:
    """Return the judged edits of each sentence and system, if the measure judges edits, with the
    types that tables by type have."""
    if not measure.judges:
        return None
    choices = [
        (segment, correction, number)
        for (segment, corrections), chosen, _ in chunk
        for correction, number in zip(corrections, chosen[m], strict=True)
    ]
    made = iter(judged(measure, choices, types))
    return [[next(made) for _ in work.chosen[m]] for work in chunk]


def _counted(
    measures: Sequence[Measure],
    types: Types,
    judgements: Sequence[_Judged | None],
    chunk: Sequence[_Work],
) -> Iterator[_Kinds]:
    """Yield the counts by type of each sentence."""
    everyone = (one for (segment, made), _, _ in chunk for one in (*segment.references, *made))
    disagreement = Disagreement.of(everyone if types == "errant" else ())
    for k in range(len(chunk)):
        counts = [
            [by_type(made, measure.type_of) for made in of[k]]
            for measure, of in zip(measures, judgements, strict=True)
            if of is not None
        ]
        yield _Kinds(counts, disagreement)
        disagreement = Disagreement(0, 0)  # the first sentence has that of all


_Graphs = tuple[dict[str, Any], Sequence[int]]
_NO_GRAPHS: _Graphs = ({}, ())


def _graphs(
    measures: Sequence[Measure], parsing: GraphMaker | None, pairs: Sequence[Pair]
) -> Iterator[_Graphs]:
    comparing = [measure for measure in measures if "graphs" in measure.needs]
    if not comparing:
        return repeat(_NO_GRAPHS)
    filled = pairs if parsing is None else parsing.filled(pairs)
    return graphs_part().per_sentence(comparing, filled)


def _shown(measure: Measure, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Return judged edits as plain data.

    `alternatives` has the edits, by their places among the marks, that may be made in more ways
    than one, or need not be made (null).
    """
    marks = [
        [edit.start, edit.end, edit.texts[0] if edit.texts else "", measure.type_of(edit), verdict]
        for edit, verdict in judgements
    ]
    alternatives = {
        str(number): list(edit.alternatives)
        for number, (edit, _) in enumerate(judgements)
        if len(edit.alternatives) > 1 or None in edit.alternatives
    }
    return {"marks": marks, **({"alternatives": alternatives} if alternatives else {})}


# --- texts of references -------------------------------------------------------------------------


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


def _references(segment: Segment) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Return the texts of references, by name; the names of those that measures of edits take, and
    of those that measures of texts take. A text that is there as edits, too, is shown once."""
    names = [reference.by or str(n) for n, reference in enumerate(segment.references)]
    shown = list(zip(names, map(_text, segment.references), strict=True))
    if segment.texts is None:
        return shown, names, names
    texts = []
    for number, reference in enumerate(segment.texts):
        name = next((by for by, text in shown if text == reference.text), "")
        if not name:
            name = f"text {number}"
            shown.append((name, reference.text))
        texts.append(name)
    return shown, names, texts


def _text(reference: Correction) -> str:
    """Return a reference's text; edits that overlap have none, but can be scored."""
    return reference.text if reference.has_text else NO_TEXT
