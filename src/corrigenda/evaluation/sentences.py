"""A result sentence by sentence: texts, scores and judged edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, repeat, tee
from typing import TYPE_CHECKING, Any, NamedTuple

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.engine.parallel import mapped
from corrigenda.graphs import GraphMaker
from corrigenda.graphs import graphs as graphs_part
from corrigenda.linguistics.errant.corrections import Types
from corrigenda.measures.bytype import judged
from corrigenda.measures.contract import BLOCK, Judgement, Measure, viewed
from corrigenda.results.plain_data import encode

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result


NO_TEXT = "(no text: its edits overlap)"


def sentences(result: Result, *, graphs: bool = False, every: int = 1) -> Iterator[dict[str, Any]]:
    """Yield what the page shows and, apart from `graphs`, what `--per-sentence` writes.

    `every` takes each so-many-th sentence. Long files are read again, block by block.
    """
    scores = {
        (m, s): result.sentence_scores(system, measure)
        for m, measure in enumerate(result.measures)
        for s, system in enumerate(result.systems)
    }
    flags = _flags(result) if graphs else {}
    numbered, ahead = tee(islice(enumerate(result.pairs()), 0, None, every))
    sentences = (
        (pair, [[int(of.chosen[k]) for of in systems] for systems in result.rows])
        for k, pair in ahead
    )
    details = _details(result, sentences, graphs=graphs, total=-(-result.size // every))
    for (k, (segment, corrections)), detail in zip(numbered, details, strict=True):
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


# --- what takes long, in worker processes -------------------------------------------------------

_Work = tuple[Pair, list[list[int]]]
"""A sentence, and the candidates that count: by measure, by system."""


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
    result: Result, sentences: Iterator[_Work], *, graphs: bool, total: int
) -> Iterator[_Detail]:
    chunk, jobs = BLOCK, None
    if graphs and result.parsing is not None:
        chunk, jobs = result.parsing.spread(BLOCK)
    compute = partial(_compute, result.measures, result.edit_types, result.parsing, graphs)
    return mapped(compute, sentences, chunk=chunk, jobs=jobs, total=total)


def _compute(
    measures: Sequence[Measure],
    types: Types,
    parsing: GraphMaker | None,
    graphs: bool,
    chunk: Sequence[_Work],
) -> list[_Detail]:
    pairs = [pair for pair, _ in chunk]
    marks = [_marks(measure, m, types, chunk) for m, measure in enumerate(measures)]
    losses = {str(measure): measure.losses(viewed(measure, pairs)) for measure in measures}
    encoded = {name: encode(of) for name, of in losses.items() if of is not None}
    drawn = _graphs(measures, parsing, pairs) if graphs else repeat(_NO_GRAPHS)
    return [
        _Detail(
            [None if of is None else of[k] for of in marks],
            {name: of[k] for name, of in encoded.items()},
            *next(drawn),
        )
        for k in range(len(chunk))
    ]


def _marks(
    measure: Measure, m: int, types: Types, chunk: Sequence[_Work]
) -> list[list[dict[str, Any]]] | None:
    """Return the judged edits of each sentence and system, if the measure judges edits, with the
    types that tables by type have."""
    if not measure.judges:
        return None
    choices = [
        (segment, correction, number)
        for (segment, corrections), numbers in chunk
        for correction, number in zip(corrections, numbers[m], strict=True)
    ]
    made = iter(judged(measure, choices, types))
    return [[_shown(measure, next(made)) for _ in numbers[m]] for _, numbers in chunk]


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
