"""The facade: `evaluate` systems by measures, `compare` them with each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from corrigenda.corpus import Corpus, Correction, LeftOut, Pair, Segment, System
from corrigenda.engine.parallel import Engine, Progress, using
from corrigenda.engine.tables import tables
from corrigenda.errors import InputError
from corrigenda.evaluation.changes import Change, ChangeCounts
from corrigenda.evaluation.comparison import Comparison, Test
from corrigenda.evaluation.result import Cell, Given, Result, form
from corrigenda.evaluation.scores import RATE
from corrigenda.formats import read, read_system
from corrigenda.formats.transform import tokenised
from corrigenda.graphs import Parser, Parsing, parsing_for
from corrigenda.linguistics.errant.corrections import Types, check_types
from corrigenda.measures.contract import Measure, Table
from corrigenda.measures.registry import chosen
from corrigenda.remarks import Checks, Remark, overlap
from corrigenda.statistics import LEVEL, RESAMPLES, SEED
from corrigenda.statistics.intervals import Method
from corrigenda.statistics.settings import Settings
from corrigenda.tokenisation import TOKENISER

__all__ = ["Cell", "Comparison", "Result", "Settings", "compare", "evaluate", "evaluate_stream"]

Output = System | str | os.PathLike[str] | Sequence[str]
"""What a system made of a corpus: a `System`, a file, or a list of texts."""

Systems = (
    Mapping[str, Output]
    | Sequence[System | str | os.PathLike[str]]
    | System
    | str
    | os.PathLike[str]
)
"""One system or several: by name, in a row, or alone."""


def evaluate(
    corpus: Corpus | Sequence[Segment] | str | os.PathLike[str],
    systems: Systems,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    ci: float | None = LEVEL,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    trials: int | None = None,
    parser: Parsing | Parser | str | None = None,
    types: Types = "errant",
    tokenise: bool = False,
    jobs: int | None = None,
    engine: str | Engine | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Score systems by measures, with confidence intervals.

    >>> source = "He like big dog ."
    >>> gold = Correction(source, text="He likes big dogs .")
    >>> result = evaluate([Segment(source, (gold,))], {"good": ["He likes big dogs ."]}, ci=None)
    >>> float(result["good", "M2"])
    1.0

    `ci` is the confidence level in per cent (None: no intervals), `method` is BCa or percentile
    bootstrap over `resamples` resamples of the sentences, all from one `seed`; `trials` are those
    of the tests that the result's page shows (see `Result.compare`). `parser` (or its
    name, or a `Parsing`) makes graphs of sentences that have none, for measures that compare
    graphs; by default it is the embedded one. `types` says whether scores by type take all edits
    typed anew, as ERRANT does, or with the types that files give. `tokenise` cuts raw texts into
    tokens first; else they are split at white space. `jobs` is the number of processes (by default
    as many as there are processors, once it takes longer than a second), `engine` is where they
    are: "processes" (on this machine), "ray" or "ray://host:port" (see `using`). The result depends
    on neither. `resume` is a folder to which rows are written as they are computed; a run that was
    ended goes on from there.
    """
    settings = Settings(ci, method, resamples, seed)
    check_types(types)
    wanted = chosen(measures)
    segments = read(corpus) if isinstance(corpus, (str, os.PathLike)) else corpus
    origin = segments.origin if isinstance(segments, Corpus) else ""
    outputs = systems_of(systems, segments)
    rows = zip(*(output.corrections for output in outputs), strict=True)
    pairs: list[Pair] = list(zip(segments, rows, strict=True))
    if tokenise:
        pairs = [tokenised(pair) for pair in pairs]
        segments = [segment for segment, _ in pairs]
        columns = zip(*(corrections for _, corrections in pairs), strict=True)
        outputs = [System(o.name, c, o.origin) for o, c in zip(outputs, columns, strict=True)]
    names = [output.name for output in outputs]
    parsing = parsing_for(wanted, parser)
    with using(engine):
        found = _tabulated(wanted, pairs, names, parsing, jobs, progress, tokenise, resume)
    return Result(
        wanted,
        tuple(names),
        found.systems,
        found.given,
        settings,
        segments,
        outputs,
        origin.partition(": ")[0],
        parsing,
        found.remarks,
        unchanged=found.unchanged,
        changes=found.changes,
        trials=trials,
        edit_types=types,
    )


def evaluate_stream(
    pairs: Iterable[Pair],
    systems: Sequence[str],
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    ci: float | None = LEVEL,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    parser: Parsing | Parser | str | None = None,
    tokenise: bool = False,
    jobs: int | None = None,
    engine: str | Engine | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    origin: str = "",
) -> Result:
    """As `evaluate`, for a corpus that does not fit into memory.

    `pairs` yields each segment with what the systems made of it, in the order of their names; no
    sentence is kept, so the result has scores and rows, but no sentences to show.
    """
    settings = Settings(ci, method, resamples, seed)
    wanted = chosen(measures)
    if tokenise:
        pairs = map(tokenised, pairs)
    with using(engine):
        found = _tabulated(wanted, pairs, systems, parser, jobs, progress, tokenise, resume)
    return Result(
        wanted,
        tuple(systems),
        found.systems,
        found.given,
        settings,
        origin=origin,
        remarks=found.remarks,
        unchanged=found.unchanged,
        changes=found.changes,
    )


def compare(
    corpus: Corpus | Sequence[Segment] | str | os.PathLike[str],
    systems: Systems,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    *,
    trials: int | None = None,
    test: Test = "randomisation",
    ci: float = LEVEL,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
    parser: Parsing | Parser | str | None = None,
    jobs: int | None = None,
    engine: str | Engine | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Every pair of systems: difference, interval, significance (see `Result.compare`)."""
    result = evaluate(
        corpus,
        systems,
        measures,
        ci=ci,
        method=method,
        resamples=resamples,
        seed=seed,
        parser=parser,
        jobs=jobs,
        engine=engine,
        progress=progress,
    )
    return result.compare(trials=trials, test=test)


class _Tabulated(NamedTuple):
    """The tables of the systems and of the unchanged source, how much each system changes, what was
    given to make them of, and remarks on it."""

    systems: list[list[Table]]
    unchanged: list[Table]
    changes: list[Change] | None
    given: Given
    remarks: tuple[Remark, ...]


def _tabulated(
    measures: Sequence[Measure],
    pairs: Iterable[Pair],
    names: Sequence[str],
    parser: Parsing | Parser | str | None,
    jobs: int | None,
    progress: Progress | None,
    tokenise: bool,
    resume: str | os.PathLike[str] | None,
) -> _Tabulated:
    """Score the systems and, beside them, the unchanged source."""
    parsing = parsing_for(measures, parser)
    counts: set[int] = set()
    forms: dict[str, set[str]] = {"gold": set(), "system": set()}
    left_out: list[LeftOut] = []
    parsed = False
    checks = Checks(names)
    stream = checks.watched(pairs)
    ahead = list(islice(stream, 1))
    # Without references, any measure that still gives a score compares with the source alone.
    no_references = not any(segment.references for segment, _ in ahead)
    counting = ChangeCounts()
    scored = list(measures)
    if no_references or any(measure.against == "source" for measure in measures):
        scored.append(counting)
    texts = any("texts" in measure.needs for measure in scored)

    def counted() -> Iterator[Pair]:
        nonlocal parsed
        for number, (segment, corrections) in enumerate(chain(ahead, stream), 1):
            if texts:
                left_out.extend(segment.without_text(number))
            parsed = parsed or segment.graph is None or any(c.graph is None for c in corrections)
            counts.add(len(segment.references))
            forms["gold"].update(map(form, segment.references))
            forms["system"].update(map(form, corrections))
            source = segment.source
            unchanged = Correction(source, text=source, edits=(), graph=segment.graph)
            yield segment, (*corrections, unchanged)

    found = tables(
        scored,
        counted(),
        [*names, "unchanged source"],
        parsing=parsing,
        jobs=jobs,
        progress=progress,
        folder=resume,
    )
    gold, system = ("+".join(sorted(forms[who])) for who in ("gold", "system"))
    cut = TOKENISER if tokenise else ""
    given = Given(min(counts), max(counts), gold, system, left_out=tuple(left_out), tokenised=cut)
    if parsing is not None and parsed:
        given = given._replace(parser=parsing.name, tokeniser=parsing.tokeniser)
    remarks = checks.remarks(
        tokenised_for_parser=parsing is not None and parsed and not parsing.raw
    )
    changes = None
    if len(scored) > len(measures):
        changes = [counting.change(table.rows) for table in found.pop()[:-1]]
    textual = [str(measure) for measure in measures if "texts" in measure.needs]
    if changes is not None and all(change.rate is not None for change in changes):
        textual.append(RATE)
    return _Tabulated(
        [row[:-1] for row in found],
        [row[-1] for row in found],
        changes,
        given,
        (*remarks, *given.extractions(measures), *overlap(", ".join(textual), given.left_out)),
    )


def systems_of(
    systems: Systems,
    segments: Sequence[Segment],
) -> list[System]:
    """Return systems, however they were given; raise InputError if they are not of this corpus."""
    if isinstance(systems, System):
        found = [systems]
    elif isinstance(systems, (str, os.PathLike)):
        found = [_output(None, systems, segments)]
    elif isinstance(systems, Mapping):
        found = [_output(name, given, segments) for name, given in systems.items()]
    else:
        found = [_output(None, given, segments) for given in systems]
    if not found:
        raise InputError("no system is given", hint="for example -H mine=output.txt")
    seen: set[str] = set()
    for system in found:
        if system.name in seen:
            raise InputError(
                f"two systems are called {system.name!r}", hint="name them: -H NAME=FILE"
            )
        seen.add(system.name)
        if len(system) != len(segments):
            raise InputError(
                f"system {system.name!r} has {len(system)} sentences, the corpus {len(segments)}",
                hint="both must have the same sentences in the same order",
            )
        _check_sources(system, segments)
    return found


def _check_sources(system: System, segments: Sequence[Segment]) -> None:
    """A correction belongs to its source; with another one, any score would be nonsense."""
    for number, (segment, correction) in enumerate(
        zip(segments, system.corrections, strict=True), 1
    ):
        if correction.source is segment.source or correction.source == segment.source:
            continue
        if correction.source.split() != segment.tokens:
            raise InputError(
                f"system {system.name!r} corrects another sentence than the corpus has, at "
                f"sentence {segment.id or number}: {correction.source[:40]!r} is not "
                f"{segment.source[:40]!r}",
                hint="both must have the same sentences in the same order",
            )


def _output(name: str | None, given: Output, segments: Sequence[Segment]) -> System:
    if isinstance(given, System):
        return given if name is None else System(name, given.corrections, given.origin)
    if isinstance(given, (str, os.PathLike)):
        return read_system(Path(given), segments, name=name)
    if len(given) != len(segments):
        raise InputError(
            f"system {name!r} has {len(given)} sentences, the corpus {len(segments)}",
            hint="both must have the same sentences in the same order",
        )
    corrections = (Correction(s.source, text=text) for s, text in zip(segments, given, strict=True))
    return System(name or "system", tuple(corrections))
