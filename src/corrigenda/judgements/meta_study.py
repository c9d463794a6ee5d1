"""`meta`: read judgements, score the judged outputs, and compare measures with people."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.errors import InputError
from corrigenda.evaluation import Result, evaluate
from corrigenda.formats import read
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.judgements import system_level
from corrigenda.judgements.character_similarity import Characters
from corrigenda.judgements.correlation import Ties
from corrigenda.judgements.csv_files import read_table
from corrigenda.judgements.ranking_study import TIES, RankingStudy, ranked
from corrigenda.judgements.rankings import Rankings, is_ranking, read_csv, read_xml
from corrigenda.judgements.rating_study import RatingStudy, rated
from corrigenda.judgements.ratings import Ratings, is_rating, read_ratings
from corrigenda.judgements.score_files import Scores, read_scores
from corrigenda.judgements.system_level import (
    Correlation,
    Difference,
    MetaStudy,
    Power,
    Scored,
)
from corrigenda.measures.contract import Measure, check_reference_free
from corrigenda.measures.registry import chosen
from corrigenda.remarks import Remark
from corrigenda.results.sections import Section
from corrigenda.statistics import alpha
from corrigenda.statistics.resampling import Array
from corrigenda.statistics.settings import Settings

Judgements = Rankings | Ratings | Scores


def read_judgements(path: PathLike, aspects: Sequence[str] = ()) -> Judgements:
    """Read rankings (Appraise XML, CSV), ratings (CSV) or people's scores of systems, whichever the
    file holds; `aspects` are the columns of ratings to read."""
    name = name_of(path)
    if read_bytes(path, 256).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _no_aspects(read_xml(path), aspects, name)
    header, _ = read_table(path)
    if is_ranking(header):
        return _no_aspects(read_csv(path), aspects, name)
    if is_rating(header):
        return read_ratings(path, aspects)
    columns = read_scores(path)
    if len(columns) > 1:
        raise InputError(
            f"expected one score per system, found {', '.join(columns)}",
            file=name,
            line=1,
            hint="leave the columns 'system' and one other",
        )
    return _no_aspects(next(iter(columns.values())), aspects, name)


def _no_aspects(judgements: Judgements, aspects: Sequence[str], name: str) -> Judgements:
    if aspects:
        raise InputError("only ratings have aspects", file=name)
    return judgements


@dataclass(frozen=True, kw_only=True)
class ScoreStudy(MetaStudy, kind="meta"):
    """Measures against people's scores of systems, where nothing else is known."""

    compared = "correlations"

    correlations: tuple[Correlation, ...]
    differences: tuple[Difference, ...]
    power: tuple[Power, ...]
    systems: int
    level: float
    """Of significance."""

    def signed(self) -> Mapping[str, object]:
        return {**self.given, "seed": self.settings.seed}

    def sections(self) -> Iterator[Section]:
        every = self.correlations[0].subset
        yield Section(
            self.title,
            verdicts=system_level.verdicts(self.correlations, self.differences, every, self.level),
            tables=[
                system_level.correlation_table(
                    self.correlations, every, "Systems: measures against people"
                )
            ],
            notes=["no confidence intervals: scores of systems do not show how sure people were"],
            signatures=[str(self.signature)],
        )
        yield from system_level.system_sections(
            self.correlations, self.differences, "people's scores"
        )
        yield from system_level.power_section(self.power, self.systems)


def meta(
    judgements: Judgements | PathLike,
    corpus: Corpus | Sequence[Segment] | PathLike | None = None,
    systems: Mapping[str, PathLike | Sequence[str] | System] | None = None,
    measures: str | Measure | Iterable[str | Measure] = (),
    *,
    scores: Mapping[str, Mapping[str, float]] | None = None,
    unchanged: str | None = None,
    baseline: bool = True,
    ties: Ties = "count",
    decimals: int | None = None,
    aspects: Sequence[str] = (),
    no_answer: Sequence[float] = (),
    raw: bool = False,
    settings: Settings | None = None,
    parser: object = None,
    jobs: int | None = None,
) -> RankingStudy | RatingStudy | ScoreStudy:
    """Return how well measures agree with people.

    `judgements` are rankings, ratings or people's scores of systems, or a file of one of these.
    Rankings and scores need a `corpus` and the outputs of all judged `systems`, or `scores` of
    systems by other measures; ratings have their outputs with them. `unchanged` is the system that
    leaves the source as it is (by default one called INPUT or SOURCE, if there is one); its output
    need not be given. With `baseline`, the similarity of characters is among the measures. `ties`
    says how Kendall's tau treats outputs that a measure scores alike. With `decimals`, people's
    scores of systems are rounded before they are correlated, as some published studies do. Ratings
    that are a number of `no_answer` are left out. `raw` texts are tokenised.
    """
    settings = settings or Settings()
    check(ties, decimals)
    wanted = chosen(measures) if not _is_empty(measures) else ()
    if isinstance(judgements, (str, os.PathLike)):
        judgements = read_judgements(judgements, aspects)
    options = {"raw": raw, "parser": parser, "jobs": jobs}
    if isinstance(judgements, Ratings):
        if corpus is not None or systems or scores or unchanged:
            raise InputError(
                "ratings have sources and outputs with them, so no corpus, systems or scores",
                hint="give the ratings and the measures alone",
            )
        given = {"people": "ratings"}
        if no_answer:
            judgements = judgements.without(no_answer)
            given["no-answer"] = "+".join(f"{number:g}" for number in no_answer)
        return _rated(judgements, _with_baseline(wanted, baseline), settings, options, given)
    if no_answer:
        raise InputError("only ratings can be numbers that are no answer")
    names = judgements.systems if isinstance(judgements, Rankings) else tuple(sorted(judgements))
    unchanged = system_level.unchanged_system(names, unchanged)
    others = [system_level.aligned(of, names, name) for name, of in (scores or {}).items()]
    result: Result | None = None
    measured: tuple[Measure, ...] = ()
    if corpus is None:
        if systems or wanted:
            raise InputError(
                "measures need the sentences that were judged",
                hint="give a corpus and systems=, the outputs of the systems",
            )
    else:
        measured = _with_baseline(wanted, baseline)
        result = _scored(judgements, names, corpus, systems or {}, measured, unchanged, options)
    rows: list[list[Array]] = []
    signed: dict[str, object] = {
        "people": "rankings" if isinstance(judgements, Rankings) else "scores"
    }
    if result is not None:
        rows = [[table.rows for table in of_measure] for of_measure in result.rows]
        signed |= result.given.signed(measured)
    if decimals is not None:
        signed["decimals"] = decimals
    remarks = () if result is None else result.remarks
    if isinstance(judgements, Rankings):
        return ranked(
            judgements,
            measured,
            rows,
            others,
            sentences=len(rows[0][0]) if rows else judgements.sentences,
            unchanged=unchanged,
            ties=ties,
            decimals=decimals,
            settings=settings,
            given=signed,
            remarks=remarks,
        )
    scored = np.array([judgements[name] for name in names])
    human = Scored("people", scored if decimals is None else np.round(scored, decimals))
    machines = [
        *(system_level.measured(m, of) for m, of in zip(measured, rows, strict=True)),
        *others,
    ]
    return _by_scores(human, machines, names, unchanged, settings, signed, remarks)


def check(ties: str, decimals: int | None) -> None:
    """Refuse settings that do not exist."""
    if ties not in TIES:
        raise InputError(f"ties are one of {', '.join(TIES)}, not {ties!r}")
    if decimals is not None and not 0 <= decimals <= 15:
        raise InputError(f"expected 0 to 15 decimals, not {decimals}")


def _is_empty(measures: str | Measure | Iterable[str | Measure]) -> bool:
    return not isinstance(measures, (str, Measure)) and not list(measures)


def _with_baseline(measures: Sequence[Measure], baseline: bool) -> tuple[Measure, ...]:
    return (*measures, Characters()) if baseline else tuple(measures)


def _scored(
    judgements: Rankings | Scores,
    names: Sequence[str],
    corpus: Corpus | Sequence[Segment] | PathLike,
    systems: Mapping[str, PathLike | Sequence[str] | System],
    measures: Sequence[Measure],
    unchanged: str | None,
    options: Mapping[str, object],
) -> Result:
    """Score the outputs of the judged systems."""
    segments = read(corpus) if isinstance(corpus, (str, os.PathLike)) else corpus
    if isinstance(judgements, Rankings) and judgements.sentences > len(segments):
        raise InputError(
            f"people judged sentence {judgements.sentences}, and the corpus has {len(segments)}",
            file=judgements.origin,
            hint="the corpus must be the one that people judged, with all its sentences",
        )
    for name in systems:
        if name not in names:
            raise InputError(
                f"nobody judged a system called {name!r}",
                hint=f"people judged {', '.join(names)}",
            )
    outputs: dict[str, PathLike | Sequence[str] | System] = {}
    for name in names:
        if name in systems:
            outputs[name] = systems[name]
        elif name == unchanged:
            same = tuple(Correction(s.source, text=s.source, edits=()) for s in segments)
            outputs[name] = System(name, same)
        else:
            raise InputError(
                f"the output of {name!r}, which people judged, is not given",
                hint=f"for example systems={{{name!r}: 'output.txt'}}",
            )
    if not measures:
        raise InputError("no measure is given", hint="for example measures='M2,GLEU'")
    return evaluate(segments, outputs, measures, ci=None, **options)  # type: ignore[arg-type]


def _rated(
    ratings: Ratings,
    measures: Sequence[Measure],
    settings: Settings,
    options: Mapping[str, object],
    given: Mapping[str, str],
) -> RatingStudy:
    check_reference_free(measures, where="ratings come without")
    if not measures:
        return rated(ratings, (), (), settings=settings, given=dict(given))
    segments = [Segment(one.source, (), str(k)) for k, one in enumerate(ratings.outputs, 1)]
    corrections = tuple(Correction(one.source, text=one.text) for one in ratings.outputs)
    result = evaluate(
        segments,
        System("rated", corrections),
        measures,
        ci=None,
        **options,  # type: ignore[arg-type]
    )
    return rated(
        ratings,
        measures,
        [of_measure[0].rows for of_measure in result.rows],
        settings=settings,
        given={**given, **result.given.signed(measures)},
    )


def _by_scores(
    human: Scored,
    machines: Sequence[Scored],
    names: Sequence[str],
    unchanged: str | None,
    settings: Settings,
    given: Mapping[str, object],
    remarks: tuple[Remark, ...],
) -> ScoreStudy:
    if not machines:
        raise InputError(
            "there is no measure to set against people's scores",
            hint="give measures=, with a corpus and systems=, or scores= of the systems",
        )
    if len(names) < system_level.FEWEST:
        raise InputError(f"a correlation needs at least {system_level.FEWEST} systems")
    fixed = Settings(ci=None, seed=settings.seed)
    correlations = [
        system_level.correlation((human, None), (machine, None), kept, subset, fixed)
        for subset, kept in system_level.subsets(names, human.observed, unchanged).items()
        for machine in machines
    ]
    r = [one.pearson.value for one in correlations[: len(machines)]]
    lead = system_level.leaders([one.name for one in machines], r)
    return ScoreStudy(
        correlations=tuple(correlations),
        differences=system_level.differences(human, machines, lead, settings),
        power=system_level.power_table(human, machines, settings),
        systems=len(names),
        level=alpha(settings.ci),
        settings=fixed,
        given=given,
        remarks=remarks,
    )
