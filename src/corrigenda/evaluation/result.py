"""What an evaluation found: scores, intervals and rows, measure by measure, system by system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corrigenda._version import __version__
from corrigenda.corpus import Correction, LeftOut, Pair, Segment, System
from corrigenda.engine.parsing import Parsing
from corrigenda.errors import InputError
from corrigenda.evaluation import views
from corrigenda.evaluation.changes import Change
from corrigenda.evaluation.comparison import Comparison, compare_all
from corrigenda.linguistics.errant.annotator import TYPES
from corrigenda.linguistics.errant.corrections import Disagreement, Types
from corrigenda.measures.bytype import by_type, judged
from corrigenda.measures.contract import Against, Array, Judgement, Measure, Score
from corrigenda.measures.contract import Table as Rows
from corrigenda.measures.fscore import edit_counts, f_values
from corrigenda.measures.registry import parse
from corrigenda.remarks import Remark, extraction
from corrigenda.statistics.intervals import Interval, intervals_from
from corrigenda.statistics.resampling import bootstrap_sums, totals
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    import pandas as pd

    from corrigenda.results.tables import Table


class Given(NamedTuple):
    """How many references there are, whether gold and systems gave edits or text, and what parser
    made graphs of text, if any.

    Edits that have to be extracted from text are cut otherwise than an annotator cuts them, and
    give other figures; so do other parsers. So it is part of the signature.
    """

    fewest: int
    most: int
    gold: str = "edits"
    system: str = "edits"
    parser: str = ""
    tokeniser: str = "none"
    """What cut text into tokens for the parser; all else splits it at white space."""

    left_out: tuple[LeftOut, ...] = ()
    """References that measures of texts leave out, as they have no text."""

    def extracted(self) -> str:
        """Whose edits had to be extracted from text: nobody's, if this is empty."""

        def named(forms: str, who: str) -> str:
            given = {*forms.split("+")} - {""}
            return f"{'some' if 'edits' in given else 'the'} {who}" if given - {"edits"} else ""

        systems, gold = named(self.system, "systems"), named(self.gold, "references")
        return " and ".join(filter(None, (systems, gold)))

    def extractions(self, measures: Sequence[Measure]) -> list[Remark]:
        """Return a remark on each measure that compares edits, if they were extracted from text."""
        whose = self.extracted()
        return [extraction(str(m), m.extractor, whose) for m in measures if whose and m.extractor]

    def signed(self, measures: Sequence[Measure] = (), types: str = "") -> dict[str, object]:
        """Return what a signature says of it beside these measures: the parser if they compare
        graphs, and where edits come from if they compare edits as they are given. `types` is what
        typed edits for a table by type."""
        graphs = any(measure.needs_graphs for measure in measures)
        edits = ""
        if any(measure.extractor for measure in measures):
            edits = "corrigenda-extract" if self.extracted() else "given"
        return {
            "refs": self.most if self.fewest == self.most else f"{self.fewest}-{self.most}",
            "gold": self.gold,
            "hyp": self.system,
            "edits": edits,
            "types": types or "+".join(sorted({measure.typed_by for measure in measures} - {""})),
            "parser": self.parser if graphs else "",
            "tok": self.tokeniser if graphs else "none",
        }

    def signature(self, measures: Sequence[Measure] = (), types: str = "") -> str:
        """Return the same as text."""
        settings = self.signed(measures, types).items()
        return "|".join(f"{name}:{value}" for name, value in settings if str(value))


def form(correction: Correction) -> str:
    """Was it given as edits, as text, or as a graph?"""
    if correction.graph is not None:
        return "graph"
    return "text" if correction.given_edits is None else "edits"


@dataclass(frozen=True)
class Cell:
    """One system by one measure: the score, and the intervals of the score and its parts."""

    score: Score
    intervals: Mapping[str, Interval]

    def __float__(self) -> float:
        return self.score.value

    @property
    def low(self) -> float | None:
        return self.intervals["score"].low if self.intervals else None

    @property
    def high(self) -> float | None:
        return self.intervals["score"].high if self.intervals else None


@dataclass(frozen=True, repr=False)
class Result:
    """Measures x systems. `result["AMU", "M2"]` is a cell; printing it prints the table."""

    measures: tuple[Measure, ...]
    systems: tuple[str, ...]
    tables: Sequence[Sequence[Rows]]
    """The rows, `tables[measure][system]`."""

    given: Given
    """What the corpus and the systems' outputs were."""

    settings: Settings
    segments: Sequence[Segment] | None = None
    outputs: Sequence[System] | None = None
    origin: str = ""
    parsing: Parsing | None = None
    """What made graphs of sentences that had none; they were not kept."""

    remarks: tuple[Remark, ...] = ()
    """What to know before reading the scores: input that cannot be right, extracted edits."""

    unchanged: Sequence[Rows] | None = None
    """The rows of the unchanged source, by measure: what a system gets that does nothing."""

    changes: Sequence[Change] | None = None
    """How much each system changes, if a measure compares with the source alone."""

    unit: str = "sentence"
    """What a row stands for."""

    types: Types = "errant"
    """In scores by type: type all edits anew, or take types as they are given."""

    # --- scores ------------------------------------------------------------------------------

    def __getitem__(self, key: tuple[str, str | Measure]) -> Cell:
        system, measure = key
        return self.cells[self.measure_number(measure)][self._system(system)]

    @property
    def sentences(self) -> int:
        return len(self.tables[0][0].chosen)

    @cached_property
    def cells(self) -> list[list[Cell]]:
        """`cells[measure][system]`."""
        return [
            [self._cell(m, s) for s in range(len(self.systems))] for m in range(len(self.measures))
        ]

    @cached_property
    def unchanged_cells(self) -> list[Cell | None]:
        """The unchanged source by each measure; None where there is nothing to change."""
        if self.unchanged is None:
            return [None] * len(self.measures)
        place = len(self.systems)
        return [
            None if measure.against == "analysis" else self._cell(m, place)
            for m, measure in enumerate(self.measures)
        ]

    def against(self, measure: Measure) -> Against:
        """What a measure compares with here: the source alone, if there are no references."""
        if measure.against == "references" and not self.given.most:
            return "source"
        return measure.against

    @property
    def changing(self) -> str:
        """What is shown of how much systems change: the change rate, or words if there are no
        references to compare with; empty if all measures compare with references."""
        if self.changes is None or all(self.against(m) != "source" for m in self.measures):
            return ""
        return views.WORDS if any(c.rate is None for c in self.changes) else views.RATE

    def change(self, s: int) -> Change | None:
        """How much a system changes, if it is shown."""
        return self.changes[s] if self.changes is not None and self.changing else None

    @property
    def unchanged_name(self) -> str:
        """What the unchanged source is called in tables."""
        return views.unchanged_name(self.systems)

    def _rows(self, m: int, s: int) -> Array:
        """The rows of a system, or, behind the last, of the unchanged source."""
        of_measure = self.tables[m]
        if s < len(of_measure) or self.unchanged is None:
            return of_measure[s].rows
        return self.unchanged[m].rows

    def _cell(self, m: int, s: int) -> Cell:
        measure, rows = self.measures[m], self._rows(m, s)
        score = measure.score(measure.totals(rows))
        if self.settings.ci is None:
            return Cell(score, {})
        found = intervals_from(
            self.resampled[m][s],
            measure.additive(rows),
            measure.values,
            level=self.settings.ci,
            method=self.settings.method,
        )
        if found:
            found["score"] = found["score"].moved(self.gap(m, s))
        return Cell(score, found)

    def gap(self, m: int, s: int) -> float:
        """The score minus the value that is resampled in its place: 0, but for sampled GLEU."""
        measure, rows = self.measures[m], self._rows(m, s)
        if type(measure).score is Measure.score:
            return 0.0
        resampled = measure.values(totals(measure.additive(rows)))["score"]
        return measure.score(measure.totals(rows)).value - float(resampled)

    @cached_property
    def resampled(self) -> list[list[Array]]:
        """`resampled[measure][system]`: sums of the rows under the same bootstrap resamples. The
        unchanged source comes behind the last system."""
        places = range(len(self.systems) + (self.unchanged is not None))
        additive = [
            measure.additive(self._rows(m, s))
            for m, measure in enumerate(self.measures)
            for s in places
        ]
        sums = iter(bootstrap_sums(additive, self.settings.resamples, self.settings.seed))
        return [[next(sums) for _ in places] for _ in self.measures]

    def signature(self, measure: str | Measure | None = None, *, by_type: bool = False) -> str:
        """What it takes to get the same number again; without a measure, of the whole result."""
        about = self.measures if measure is None else (self.measures[self.measure_number(measure)],)
        text = ",".join(m.full() for m in about)
        given = self.given.signature(about, self._typed_by(about) if by_type else "")
        return f"{text}|{given}|{self.settings.signature()}v:{__version__}"

    @property
    def references(self) -> tuple[int, int]:
        """The fewest and the most references a sentence has."""
        return self.given.fewest, self.given.most

    def left_out(self, measure: str | Measure) -> tuple[LeftOut, ...]:
        """The references that this measure leaves out, as they have no text."""
        chosen = self.measures[self.measure_number(measure)]
        return self.given.left_out if chosen.needs_texts else ()

    # --- closer looks ------------------------------------------------------------------------

    def sentence_scores(self, system: str, measure: str | Measure) -> Array:
        """The score of each sentence alone."""
        m = self.measure_number(measure)
        return self.measures[m].sentence_scores(self.tables[m][self._system(system)].rows)

    def chosen(self, system: str, measure: str | Measure) -> Sequence[int]:
        """For each sentence, the number of the reference (the candidate) that counted, among
        those that the measure uses (see `left_out`)."""
        return self.tables[self.measure_number(measure)][self._system(system)].chosen

    def compare(
        self, measure: str | Measure | None = None, *, trials: int | None = None
    ) -> Comparison:
        """Compare every pair of systems, by one measure or by all: difference, interval,
        significance.

        `trials` are those of the approximate randomisation test; by default the more, the more
        pairs there are.
        """
        if len(self.systems) < 2:
            raise InputError(
                "a comparison needs at least two systems, found one",
                hint="give another system with -H NAME=FILE",
            )
        wanted = range(len(self.measures)) if measure is None else [self.measure_number(measure)]
        return compare_all(self, list(wanted), trials)

    def judgements(self, system: str, measure: str | Measure) -> list[list[Judgement]]:
        """For each sentence, the edits behind its row, with their verdicts."""
        m, s = self.measure_number(measure), self._system(system)
        if (m, s) not in self._judged:
            self._judged[m, s] = self._judge(m, s)
        return self._judged[m, s]

    def _judge(self, m: int, s: int) -> list[list[Judgement]]:
        segments, outputs = self.texts()
        judged: list[list[Judgement]] = []
        for segment, correction, chosen in zip(
            segments, outputs[s].corrections, self.tables[m][s].chosen, strict=True
        ):
            verdicts = self.measures[m].judge(segment, correction, chosen)
            if verdicts is None:
                raise _no_edits(self.measures[m])
            judged.append(verdicts)
        return judged

    @cached_property
    def _judged(self) -> dict[tuple[int, int], list[list[Judgement]]]:
        """Judgements take as long as scores, and a report shows them more than once."""
        return {}

    def judging(self) -> list[Measure]:
        """The measures that have edits to show."""
        segments, outputs = self.texts()
        first = segments[0], outputs[0].corrections[0]
        return [m for m in self.measures if m.judge(*first, 0) is not None]

    def by_type(self, measure: str | Measure) -> dict[str, dict[str, Score]]:
        """For each system, the score of each type of edit.

        Edits of systems and references are typed anew, as ERRANT does, unless `types` is `given`.
        """
        m = self.measure_number(measure)
        if m not in self._types:
            self._types[m] = {system: self._by_type(m, s) for s, system in enumerate(self.systems)}
        return self._types[m]

    def _by_type(self, m: int, s: int) -> dict[str, Score]:
        measure, (segments, outputs) = self.measures[m], self.texts()
        if not measure.judges_edits():
            raise _no_edits(measure)
        chosen = self.tables[m][s].chosen
        choices = list(zip(segments, outputs[s].corrections, chosen, strict=True))
        judgements = chain.from_iterable(judged(measure, choices, self.types))
        counts = by_type(judgements, measure.type_of)
        return {kind: _score_of_type(of, measure) for kind, of in counts.items()}

    @cached_property
    def _types(self) -> dict[int, dict[str, dict[str, Score]]]:
        """Scores by type that have been asked for."""
        return {}

    def _typed_by(self, measures: Sequence[Measure]) -> str:
        """Return what types edits in tables by type."""
        anew = any(self._types_anew(m) or m.typed_by for m in measures)
        return TYPES if anew and self.types == "errant" else "given"

    def _types_anew(self, measure: Measure) -> bool:
        return self.types == "errant" and measure.judges_edits() and not measure.keeps_types()

    def typed_alike(self, system: str, measure: str | Measure) -> bool:
        """Do system edits have types of the kind that gold edits have?

        A system that gives text has edits without types. Counting none of them against a gold type
        would make the precision of every gold type 1.
        """
        segments, outputs = self.texts()
        chosen = self.measures[self.measure_number(measure)]
        if self._types_anew(chosen):
            return True
        if all(chosen.has_types(c) for c in outputs[self._system(system)].corrections):
            return True
        return not any(r.given_edits for segment in segments for r in segment.references)

    def about_types(self, measure: str | Measure) -> list[str]:
        """Return what to know before reading scores by type: what made types and cut edits."""
        chosen = self.measures[self.measure_number(measure)]
        if self._typed_by([chosen]) != TYPES:
            return []
        notes = [self.disagreement.note()]
        if chosen.cut_by:
            notes.append(f"edits: cut by {chosen.cut_by}, not by ERRANT")
        return notes

    @cached_property
    def disagreement(self) -> Disagreement:
        """How many types that files give are not those of ERRANT."""
        segments, outputs = self.texts()
        references = (r for segment in segments for r in segment.references)
        return Disagreement.of(chain(references, *(output.corrections for output in outputs)))

    # --- on paper ------------------------------------------------------------------------------

    def table(self) -> Table:
        """Systems in rows, measures in columns."""
        return views.scores(self)

    def __repr__(self) -> str:
        names = ", ".join(map(str, self.measures))
        return f"<Result: {names} of {', '.join(self.systems)}, {self.sentences} sentences>"

    def __str__(self) -> str:
        return views.with_remarks(str(self.table()), self.remarks)

    def to_markdown(self) -> str:
        return self.table().markdown()

    def to_latex(self) -> str:
        return self.table().latex()

    def to_csv(self) -> str:
        return self.table().csv()

    def to_json(self) -> dict[str, Any]:
        """The result for machines: plain dictionaries and numbers."""
        return views.as_json(self)

    def to_pandas(self) -> pd.DataFrame:
        """One row a system and measure, with score, interval, parts and counts as columns."""
        return views.as_pandas(self)

    def _repr_html_(self) -> str:
        return views.remarks_as_html(self.remarks) + self.table().html()

    def report(self, title: str = "corrigenda", *, trials: int | None = None) -> str:
        """A self-contained HTML page with the scores, comparisons and sentences."""
        from corrigenda.evaluation.page import complete, page_of

        return page_of(complete(self, trials), title)

    # --- looking things up ---------------------------------------------------------------------

    def measure_number(self, measure: str | Measure) -> int:
        """Which of the measures it is."""
        for number, known in enumerate(self.measures):
            if measure in (known, str(known)):
                return number
        wanted = parse(measure) if isinstance(measure, str) else measure
        if wanted not in self.measures:
            listed = ", ".join(str(m) for m in self.measures)
            raise InputError(f"{wanted} was not evaluated; there are {listed}")
        return self.measures.index(wanted)

    def _system(self, system: str) -> int:
        if system not in self.systems:
            raise InputError(f"no system {system!r}; there are {', '.join(self.systems)}")
        return self.systems.index(system)

    def texts(self) -> tuple[Sequence[Segment], Sequence[System]]:
        """The sentences and what the systems made of them, if they were kept."""
        if self.segments is None or self.outputs is None:
            raise InputError(
                "the sentences were streamed and not kept, so they cannot be shown",
                hint="evaluate a Corpus in memory instead of a stream",
            )
        return self.segments, self.outputs

    def with_graphs(self) -> Iterator[Pair]:
        """Each sentence with what the systems made of it, and their graphs. What has none is parsed
        again, unless the parser has a cache."""
        segments, outputs = self.texts()
        rows = zip(*(output.corrections for output in outputs), strict=True)
        pairs = zip(segments, rows, strict=True)
        return pairs if self.parsing is None else self.parsing.filled(pairs)


def _no_edits(measure: Measure) -> InputError:
    return InputError(
        f"{measure.name()} does not judge edits, so it has none to show",
        hint="M2, Edits and ERRANT do",
    )


def _score_of_type(counts: tuple[int, int, int], measure: Measure) -> Score:
    """P, R and F of one type, with the measure's own beta (1 if it has none)."""
    sums = np.asarray(counts, dtype=np.float64)
    values = {k: float(v) for k, v in f_values(sums, getattr(measure, "beta", 1.0)).items()}
    return Score(values.pop("score"), values, edit_counts(sums))
