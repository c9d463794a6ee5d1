"""Conservatism: how much correctors change, beside what annotators change.

Systems that are trained and tuned against few references learn to change little (Choshen and Abend
2018, *Inherent Biases in Reference-based Evaluation for Grammatical Error Correction*, P18-1059).
The study lays systems and annotators side by side: sentences by the number of changed words, the
order of words, the breaks between sentences, and edits by type of error. Line n of an output is
compared with line n of the source; an annotator who did not correct a sentence is not judged on it.
To see sentences that are joined across lines, count breaks in running text instead: the lines of a
text are put together and split into sentences, which are paired with those of the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, get_args

import numpy as np

from corrigenda.alignment import Tokens
from corrigenda.corpus import Correction, LeftOut, Pair, Segment
from corrigenda.engine.parallel import Progress, mapped
from corrigenda.engine.tables import CHUNK
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Cell, Given, Result, form
from corrigenda.measures.breaks import SentenceBreaks, TextBreaks
from corrigenda.measures.contract import Array, Measure, Row, Table
from corrigenda.measures.wordchange import WordChange
from corrigenda.measures.wordorder import WordOrder
from corrigenda.remarks import Checks, Remark, overlap
from corrigenda.statistics.estimates import Estimate
from corrigenda.statistics.intervals import intervals_from
from corrigenda.statistics.resampling import bootstrap_sums, totals
from corrigenda.statistics.settings import Settings
from corrigenda.studies.conservatism_types import TypeCounts, TypeRatio, ratios_by_type, type_counts

Pairing = Literal["line", "text"]

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
"""Where the cumulative curve of rho is read off."""


@dataclass(frozen=True)
class Corrector:
    """A system or an annotator: how much it changes, over the sentences it corrected."""

    name: str
    sentences: int
    changes: Cell
    """By WordChange."""

    order: Cell
    """By WordOrder."""

    breaks: Cell
    """By SentenceBreaks, or by TextBreaks."""

    by_changes: tuple[int, ...]
    """Sentences with 0, 1, ..., 10 and with more changed words."""

    by_order: Mapping[float, int]
    """Sentences whose rho is at most one of the `THRESHOLDS`."""


@dataclass(frozen=True)
class Verdict:
    """A system against the annotators, over the sentences that have references.

    With c(s) the changed words of sentence s by the system, and means over the annotators of s,

        words = Σ c(s) / Σ mean of annotators' changed words
        alone = Σ [c(s) = 0] t(s) / Σ t(s), t(s) the share of annotators who changed a word of s

    Both are undefined (NaN) where annotators change nothing.
    """

    words: Estimate
    alone: Estimate

    @property
    def stance(self) -> str:
        """Timid or bold, if the interval of `words` tells it from the annotators; else empty."""
        _, low, high = self.words
        if low is None or high is None:
            return ""
        return "timid" if high < 1 else "bold" if low > 1 else ""


@dataclass(frozen=True)
class Conservatism:
    """What the study found. Without references there are no annotators and no verdicts."""

    systems: tuple[Corrector, ...]
    annotators: tuple[Corrector, ...]
    verdicts: dict[str, Verdict]
    """By system."""

    types: tuple[TypeRatio, ...]
    """Ranked, the boldest first; empty unless asked for."""

    sentences: int
    given: Given
    settings: Settings
    signature: str
    origin: str = ""
    remarks: tuple[Remark, ...] = ()
    """What to know before reading it."""
    pairing: Pairing = "line"
    """What breaks are counted in: lines, or running text."""

    @property
    def correctors(self) -> tuple[Corrector, ...]:
        """Systems, then annotators."""
        return self.systems + self.annotators


class _Sentence(NamedTuple):
    """What one sentence gives: rows by measure, of each system and of each annotator."""

    systems: list[list[Row]]
    annotators: dict[str, list[Row]]
    types: TypeCounts | None
    forms: tuple[frozenset[str], frozenset[str]]
    """Of the references, and of the systems' corrections: edits, text."""

    left_out: list[LeftOut]
    """References without a text."""

    texts: _Texts | None
    """If running texts are to be paired."""


class _Texts(NamedTuple):
    """A line of the source, of each system and of each annotator."""

    source: str
    systems: list[str]
    annotators: dict[str, str]


def conservatism(
    pairs: Iterable[Pair],
    systems: Sequence[str],
    *,
    change: Literal["any", "approx"] = "any",
    tokens: Tokens = "corpus",
    pairing: Pairing = "line",
    by_type: bool = False,
    settings: Settings | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    origin: str = "",
) -> Conservatism:
    """Compare how much systems change with how much annotators do.

    `pairs` yields each segment with what the systems made of it, in the order of their names
    (`formats.paired` makes them of files); no sentence is kept, unless running texts are paired.
    `change` and `tokens` are the parameters of WordChange and WordOrder. `pairing` says where
    sentence breaks are counted: in each line by itself, or in running text (see
    `measures.breaks.TextBreaks`); all else is compared line by line. `by_type` compares edits by
    type, too: systems and references must then be given as typed edits.
    """
    if pairing not in get_args(Pairing):
        raise InputError(f"expected the pairing 'line' or 'text', found {pairing!r}")
    settings = settings or Settings()
    changes, order = WordChange(change=change, tokens=tokens), WordOrder(tokens=tokens)
    breaks = TextBreaks() if pairing == "text" else SentenceBreaks()
    measures = changes, order, breaks
    by_line = measures[:2] if pairing == "text" else measures
    judge = partial(_judged, by_line, tuple(systems), by_type, pairing == "text")
    checks = Checks(systems)
    numbered = enumerate(checks.watched(pairs), 1)
    sentences = list(mapped(judge, numbered, chunk=CHUNK, jobs=jobs, progress=progress))
    if not sentences:
        raise InputError("there are no sentences to judge")
    if isinstance(breaks, TextBreaks):
        _add_breaks(breaks, sentences, len(systems), jobs)
    names = sorted({name for sentence in sentences for name in sentence.annotators}, key=_numbers)
    counts = [len(sentence.annotators) for sentence in sentences]
    left_out = tuple(one for sentence in sentences for one in sentence.left_out)
    given = Given(min(counts), max(counts), *_forms(sentences), left_out=left_out)
    rows = [[sentence.systems[s] for sentence in sentences] for s in range(len(systems))]
    result = _result(measures, systems, rows, given, settings)
    annotators: list[Corrector] = []
    for name in names:
        own = [s.annotators[name] for s in sentences if name in s.annotators]
        annotators += _correctors(_result(measures, [name], [own], given, settings))
    types: tuple[TypeRatio, ...] = ()
    if by_type:
        counted = [sentence.types for sentence in sentences if sentence.types is not None]
        types = ratios_by_type(counted, systems, settings)
    return Conservatism(
        _correctors(result),
        tuple(annotators),
        _verdicts(sentences, systems, settings),
        types,
        len(sentences),
        given,
        settings,
        result.signature(),
        origin,
        (*checks.remarks(), *overlap("annotators", left_out)),
        pairing,
    )


def _add_breaks(
    breaks: TextBreaks, sentences: Sequence[_Sentence], systems: int, jobs: int | None
) -> None:
    """Give each sentence a row more by each corrector: its breaks in the corrector's whole text.

    Where an annotator has no correction, the source stands, so that the text runs on.
    """
    lines = [sentence.texts for sentence in sentences if sentence.texts is not None]
    source = [line.source for line in lines]
    names = list(dict.fromkeys(name for line in lines for name in line.annotators))
    texts = [[line.systems[s] for line in lines] for s in range(systems)]
    texts += [[line.annotators.get(name, line.source) for line in lines] for name in names]
    work = partial(_breaks, breaks, source)
    for corrector, rows in enumerate(mapped(work, texts, chunk=1, jobs=jobs)):
        for sentence, row in zip(sentences, rows.tolist(), strict=True):
            if corrector < systems:
                sentence.systems[corrector].append(row)
            elif (name := names[corrector - systems]) in sentence.annotators:
                sentence.annotators[name].append(row)


def _breaks(breaks: TextBreaks, source: list[str], texts: list[list[str]]) -> list[Array]:
    return [breaks.of_texts(source, text) for text in texts]


def _result(
    measures: tuple[Measure, ...],
    names: Sequence[str],
    rows: Sequence[Sequence[Sequence[Row]]],
    given: Given,
    settings: Settings,
) -> Result:
    """Scores of correctors of the same sentences, from `rows[corrector][sentence][measure]`."""
    tables = [
        [Table(measure.table([row[m] for row in own]), [0] * len(own)) for own in rows]
        for m, measure in enumerate(measures)
    ]
    return Result(measures, tuple(names), tables, given, settings)


def _correctors(result: Result) -> tuple[Corrector, ...]:
    changes, order, _ = result.measures
    assert isinstance(changes, WordChange) and isinstance(order, WordOrder)
    found = []
    for s, name in enumerate(result.systems):
        rhos = order.distribution(result.tables[1][s].rows)
        found.append(
            Corrector(
                name,
                result.sentences,
                result.cells[0][s],
                result.cells[1][s],
                result.cells[2][s],
                tuple(changes.distribution(result.tables[0][s].rows)),
                {at: int(np.searchsorted(rhos, at, side="right")) for at in THRESHOLDS},
            )
        )
    return tuple(found)


def _judged(
    measures: Sequence[Measure],
    systems: Sequence[str],
    by_type: bool,
    keep: bool,
    numbered: list[tuple[int, Pair]],
) -> list[_Sentence]:
    found = []
    for number, (segment, corrections) in numbered:
        references = {n: r for n, r in segment.by_annotator.items() if r.has_text}
        try:
            found.append(
                _Sentence(
                    [_rows(measures, segment, correction) for correction in corrections],
                    {
                        name: _rows(measures, segment, reference)
                        for name, reference in references.items()
                    },
                    type_counts(segment, corrections, systems) if by_type else None,
                    (frozenset(map(form, segment.references)), frozenset(map(form, corrections))),
                    segment.without_text(number),
                    _Texts(
                        segment.source,
                        [correction.text for correction in corrections],
                        {name: reference.text for name, reference in references.items()},
                    )
                    if keep
                    else None,
                )
            )
        except InputError as error:
            raise InputError(
                f"sentence {segment.id or number}: {error.message}", hint=error.hint
            ) from error
    return found


def _rows(measures: Sequence[Measure], segment: Segment, correction: Correction) -> list[Row]:
    return [measure.candidates(segment, correction)[0] for measure in measures]


def _numbers(name: str) -> tuple[int, int, str]:
    """Annotators 2 and 10 in this order, before those with names."""
    return (0, int(name), "") if name.isdecimal() else (1, 0, name)


def _forms(sentences: Iterable[_Sentence]) -> tuple[str, str]:
    """How references and systems' corrections were given, as signatures have it."""
    gold: set[str] = set()
    systems: set[str] = set()
    for sentence in sentences:
        gold |= sentence.forms[0]
        systems |= sentence.forms[1]
    return "+".join(sorted(gold)), "+".join(sorted(systems))


def _verdicts(
    sentences: Sequence[_Sentence], systems: Sequence[str], settings: Settings
) -> dict[str, Verdict]:
    """Of all systems, under the same resamples."""
    tables = [_against(sentences, s) for s in range(len(systems))]
    if not len(tables[0]):
        return {}
    resampled = (
        [None] * len(tables)
        if settings.ci is None
        else bootstrap_sums(tables, settings.resamples, settings.seed)
    )
    found = {}
    for name, table, sums in zip(systems, tables, resampled, strict=True):
        values = {key: float(value) for key, value in _shares(totals(table)).items()}
        bounds: dict[str, tuple[float, float]] = {}
        if settings.ci is not None and sums is not None:
            of_table = intervals_from(
                sums, table, _shares, level=settings.ci, method=settings.method
            )
            bounds = {key: (low, high) for key, (low, high, _) in of_table.items()}
        words, alone = (Estimate(values[k], *bounds.get(k, ())) for k in ("words", "alone"))
        found[name] = Verdict(words, alone)
    return found


def _against(sentences: Sequence[_Sentence], system: int) -> Array:
    """For each sentence with references: what the shares of a verdict are made of."""
    rows = []
    for sentence in sentences:
        if sentence.annotators:
            by = [changes[0] for changes, *_ in sentence.annotators.values()]
            changed = sentence.systems[system][0][0]
            touched = sum(number > 0 for number in by) / len(by)
            rows.append((changed, sum(by) / len(by), touched * (changed == 0), touched))
    return np.array(rows, dtype=np.float64)


def _shares(sums: Array) -> dict[str, Array]:
    """The two shares of a verdict; undefined where annotators change nothing."""
    changed, words, alone, touched = (sums[..., k] for k in range(4))
    return {
        "words": changed / np.where(words > 0, words, np.nan),
        "alone": alone / np.where(touched > 0, touched, np.nan),
    }
