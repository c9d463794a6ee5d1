"""The facade: `evaluate` systems by measures, `compare` them with each other."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from corrigenda.corpus import Correction, Pair, System
from corrigenda.engine.parallel import Engine, Progress, using
from corrigenda.engine.tables import tables
from corrigenda.errors import InputError
from corrigenda.evaluation.cells import ScoreCell
from corrigenda.evaluation.changes import ChangeCounts, ChangeRate
from corrigenda.evaluation.given import Given, GivenReader
from corrigenda.evaluation.result import Result
from corrigenda.evaluation.scores import RATE
from corrigenda.graphs import ParserChoice, parsing_for
from corrigenda.inputs import Sentences, Systems, judged
from corrigenda.linguistics.errant.corrections import Types, check_types
from corrigenda.measures.contract import Measure, ScoredRows
from corrigenda.measures.registry import chosen
from corrigenda.remarks import Checks, Remark, overlap
from corrigenda.statistics import LEVEL, RESAMPLES, SEED
from corrigenda.statistics.intervals import Method
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corrigenda.evaluation.comparison import Comparison, Test

__all__ = [
    "Computing",
    "Result",
    "ScoreCell",
    "Scoring",
    "Settings",
    "compare",
    "evaluate",
    "evaluate_stream",
]


def evaluate(
    corpus: Sentences | None = None,
    systems: Systems | None = None,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    ci: float | None = LEVEL,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    trials: int | None = None,
    parser: ParserChoice = None,
    types: Types = "errant",
    jobs: int | None = None,
    engine: str | Engine | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    check: Callable[[Given], None] | None = None,
) -> Result:
    """Score systems by measures, with confidence intervals.

    >>> result = evaluate(
    ...     sources=["He like big dog ."],
    ...     references=[["He likes big dogs ."]],
    ...     systems={"good": ["He likes big dogs ."]},
    ...     ci=None,
    ... )
    >>> result["good"]["M2"].value
    1.0

    The corpus is a file, a `Corpus`, segments, or `sources` with `references`: lists or columns of
    texts (of pandas, polars, `datasets`, Arrow), or files of plain text. `references` has a column
    per annotator, or a list per sentence. Beside a corpus with gold edits, `references` are the
    same as texts: each measure takes what its published scores come from. `systems` are by name,
    each a file, a column of texts or a `System`. The corpus may be a data frame: its columns are
    guessed by their names (`source`, `reference`, `ref0`, ..., all others are systems), or named
    (`sources="text"`). `raw` texts are tokenised first; else they are split at white space.

    `ci` is the confidence level in percent (None: no intervals), `method` is BCa or percentile
    bootstrap over `resamples` resamples of the sentences, all from one `seed`; `trials` are those
    of the tests that the result's page shows (see `Result.compare`). `parser` (or its name, or a
    `Parsing`) makes graphs of sentences that have none, for measures that compare graphs; by
    default it is the embedded one. `types` says whether scores by type take all edits typed again,
    as ERRANT does, or with the types that files give. `jobs` is the number of processes (by default
    as many as there are processors, once it takes longer than a second), `engine` is where they
    are: "processes" (on this machine), "ray" or "ray://host:port" (see `using`). The result depends
    on neither. `resume` is a folder to which rows are written as they are computed; a run that was
    ended goes on from there. `check` is called with what was given before any sentence is scored,
    and may raise.
    """
    settings = Settings(ci, method, resamples, seed)
    check_types(types)
    wanted = chosen(measures)
    given = judged(corpus, systems, sources=sources, references=references, raw=raw)
    pairs = list(given.pairs())
    if not pairs:
        raise InputError("there are no sentences to judge")
    segments = [segment for segment, _ in pairs]
    columns = zip(*(corrections for _, corrections in pairs), strict=True)
    outputs = [System(*column) for column in zip(given.names, columns, strict=True)]
    parsing = parsing_for(wanted, parser)
    if check is not None:
        reading = GivenReader(wanted, parsing, raw)
        deque(reading.watched(iter(pairs)), maxlen=0)
        check(reading.given())
    with using(engine, jobs=jobs, progress=progress):
        scored = _tabulated(wanted, pairs, given.names, parsing, raw, resume)
    return Result(
        wanted,
        tuple(given.names),
        scored.systems,
        scored.given,
        settings,
        segments,
        outputs,
        given.origin,
        parsing,
        (*given.remarks, *scored.remarks),
        unchanged=scored.unchanged,
        changes=scored.changes,
        trials=trials,
        edit_types=types,
    )


class Computing(TypedDict, total=False):
    """Keywords of `evaluate` that say how to read, parse and compute."""

    raw: bool
    seed: int
    parser: ParserChoice
    jobs: int | None
    engine: str | Engine | None
    progress: Progress | None


class Scoring(Computing, total=False):
    """Keywords of `evaluate` that others pass on to it."""

    ci: float | None
    method: Method
    resamples: int


class Streaming(Scoring, total=False):
    """Keywords of `evaluate` that `evaluate_stream` takes, too."""

    trials: int | None
    types: Types
    resume: str | os.PathLike[str] | None


_SETTINGS = ("ci", "method", "resamples", "seed")


def evaluate_stream(
    pairs: Iterable[Pair] | Callable[[], Iterator[Pair]],
    systems: Sequence[str],
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    origin: str = "",
    **scoring: Unpack[Streaming],
) -> Result:
    """Evaluate a corpus that does not fit into memory; otherwise as `evaluate`.

    `pairs` yields each segment with the systems' corrections, in the order of their names; no
    sentence is kept, so the result has scores and rows, but no sentences to show. If it is a
    function that returns a new stream each time, sentences are read again when they are to
    be shown. `raw` says that the texts were raw, and are tokenised now (see `formats.paired`).
    All other keywords are those of `evaluate`.
    """
    chosen_settings: Any = {key: value for key, value in scoring.items() if key in _SETTINGS}
    settings = Settings(**chosen_settings)
    types = scoring.get("types", "errant")
    check_types(types)
    wanted = chosen(measures)
    parsing = parsing_for(wanted, scoring.get("parser"))
    again = pairs if callable(pairs) else None
    stream = pairs() if callable(pairs) else pairs
    raw, resume = scoring.get("raw", False), scoring.get("resume")
    jobs, progress = scoring.get("jobs"), scoring.get("progress")
    with using(scoring.get("engine"), jobs=jobs, progress=progress):
        table = _tabulated(wanted, stream, systems, parsing, raw, resume)
    return Result(
        wanted,
        tuple(systems),
        table.systems,
        table.given,
        settings,
        origin=origin,
        parsing=parsing,
        remarks=table.remarks,
        unchanged=table.unchanged,
        changes=table.changes,
        trials=scoring.get("trials"),
        again=again,
        edit_types=types,
    )


def compare(
    corpus: Sentences | None = None,
    systems: Systems | None = None,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    trials: int | None = None,
    test: Test = "randomisation",
    sources: Any = None,
    references: Any = None,
    **scoring: Unpack[Scoring],
) -> Comparison:
    """Compare every pair of systems: difference, interval, significance (see `Result.compare`).

    Corpus, systems, measures and all other keywords are those of `evaluate`.
    """
    columns = {"sources": sources, "references": references}
    result = evaluate(corpus, systems, measures, **columns, **scoring)
    return result.compare(trials=trials, test=test)


class _Tabulated(NamedTuple):
    """The tables of the systems and of the unchanged source, how much each system changes, what was
    given to make them of, and remarks on it."""

    systems: list[list[ScoredRows]]
    unchanged: list[ScoredRows]
    changes: list[ChangeRate] | None
    given: Given
    remarks: tuple[Remark, ...]


def _tabulated(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    names: Sequence[str],
    parser: ParserChoice,
    raw: bool,
    resume: str | os.PathLike[str] | None,
) -> _Tabulated:
    """Score the systems and, beside them, the unchanged source."""
    parsing = parsing_for(measures, parser)
    checks = Checks(names)
    stream = checks.watched(pairs)
    ahead = list(islice(stream, 1))
    # Without references, any measure that still gives a score compares with the source alone.
    no_references = not any(segment.references for segment, _ in ahead)
    counting = ChangeCounts()
    scored = list(measures)
    if no_references or any(measure.against == "source" for measure in measures):
        scored.append(counting)
    reading = GivenReader(scored, parsing, raw)

    def with_unchanged() -> Iterator[Pair]:
        for segment, corrections in reading.watched(chain(ahead, stream)):
            source = segment.source
            unchanged = Correction(source, source, (), graph=segment.graph)
            yield segment, (*corrections, unchanged)

    by_measure = tables(
        scored,
        with_unchanged(),
        [*names, "unchanged source"],
        parsing=parsing,
        folder=resume,
    )
    given = reading.given()
    remarks = checks.remarks(tokens=any(measure.wants_tokens() for measure in measures))
    changes = None
    if len(scored) > len(measures):
        changes = [counting.change(table.rows) for table in by_measure.pop()[:-1]]
    textual = [str(measure) for measure in measures if "texts" in measure.needs]
    if changes is not None and all(change.rate is not None for change in changes):
        textual.append(RATE)
    return _Tabulated(
        [row[:-1] for row in by_measure],
        [row[-1] for row in by_measure],
        changes,
        given,
        (*remarks, *given.extractions(measures), *overlap(", ".join(textual), given.left_out)),
    )
