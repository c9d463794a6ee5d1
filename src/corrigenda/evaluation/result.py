"""The result of an evaluation: scores, intervals and rows by measure and system."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corrigenda.corpus import LeftOut, Pair, Segment, System
from corrigenda.engine.parallel import stepwise
from corrigenda.errors import InputError
from corrigenda.evaluation import scores
from corrigenda.evaluation.cells import Cells, ScoreCell, sentence_frame
from corrigenda.evaluation.changes import ChangeCounts, ChangeRate
from corrigenda.evaluation.given import Given
from corrigenda.graphs import GraphMaker
from corrigenda.linguistics.errant.corrections import TYPES, Disagreement
from corrigenda.linguistics.errant.corrections import Types as EditTypes
from corrigenda.measures.bytype import JUDGING, judge_all
from corrigenda.measures.contract import (
    BLOCK,
    Against,
    Array,
    Judgement,
    Measure,
    Score,
    ScoredRows,
)
from corrigenda.measures.fscore import edit_counts, f_values
from corrigenda.remarks import Remark
from corrigenda.results.figures import Figure
from corrigenda.results.plain_data import TypeRows, as_text, encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Table
from corrigenda.results.words import counted
from corrigenda.statistics.intervals import intervals_from
from corrigenda.statistics.resampling import bootstrap_sums
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    import pandas as pd

    from corrigenda.evaluation.comparison import Comparison, MarkKind, Marks, Test
    from corrigenda.evaluation.complete import Complete
    from corrigenda.evaluation.sentences import JudgedTypes
    from corrigenda.evaluation.types import TypeScores
    from corrigenda.evaluation.worst import WorstSentences


@dataclass(frozen=True, repr=False)
class Result(Cells, kind="evaluation"):
    """Measures x systems. `result["AMU"]["M2"].value` is a score; printing it prints the table."""

    measures: tuple[Measure, ...]
    systems: tuple[str, ...]
    rows: Sequence[Sequence[ScoredRows]]
    """The rows, `rows[measure][system]`."""

    given: Given
    """What the corpus and the systems' outputs were."""

    settings: Settings
    segments: Sequence[Segment] | None = None
    outputs: Sequence[System] | None = None
    origin: str = ""
    parsing: GraphMaker | None = None
    """What made graphs of sentences that had none; they were not kept."""

    remarks: tuple[Remark, ...] = ()
    """What to know before reading the scores: input that cannot be right, extracted edits."""

    unchanged: Sequence[ScoredRows] | None = None
    """The rows of the unchanged source, by measure: what a system gets that does nothing."""

    changes: Sequence[ChangeRate] | None = None
    """How much each system changes, if a measure compares with the source alone."""

    unit: str = "sentence"
    """The unit of a row."""

    trials: int | None = None
    """Trials of the tests that pages show; None: as many as the number of pairs asks for."""

    again: Callable[[], Iterator[Pair]] | None = None
    """Reads the sentences again, with the systems' corrections, if they were not kept."""

    edit_types: EditTypes = "errant"
    """In scores by type: type all edits again, or take types as they are given."""

    marks: Marks | None = None
    """What tables show of significance beside scores."""

    # --- scores ------------------------------------------------------------------------------

    @cached_property
    def measure_names(self) -> tuple[str, ...]:
        """The text forms of the measures."""
        return tuple(map(str, self.measures))

    @property
    def title(self) -> str:  # type: ignore[override]
        """What a page is headed with: the systems and the corpus."""
        names = self.systems
        what = ", ".join(names) if len(names) <= 3 else f"{len(names)} systems"
        return f"{what} on {self.corpus_name}" if self.corpus_name else what

    @property
    def corpus_name(self) -> str:
        """The file of the corpus, or of its sources; "" if it was in memory."""
        return Path(self.origin.partition(" + ")[0]).name

    @property
    def size(self) -> int:
        """The number of sentences."""
        return len(self.rows[0][0].chosen)

    @cached_property
    def cells(self) -> list[list[ScoreCell]]:
        """`cells[measure][system]`."""
        return [of_measure[: len(self.systems)] for of_measure in self._cells]

    @cached_property
    def unchanged_cells(self) -> list[ScoreCell | None]:
        """The unchanged source by each measure; None where there is nothing to change."""
        if self.unchanged is None:
            return [None] * len(self.measures)
        return [
            None if measure.against == "analysis" else cells[-1]
            for measure, cells in zip(self.measures, self._cells, strict=True)
        ]

    @cached_property
    def _cells(self) -> list[list[ScoreCell]]:
        """As `cells`, with the unchanged source after the last system."""
        with stepwise(self.steps(resampled=self.settings.ci is not None)):
            return [[self._cell(m, s) for s in self._places] for m in range(len(self.measures))]

    def steps(self, *, resampled: bool) -> int:
        """Return how many steps it takes to compute scores, and resamples if they are needed: none
        if they are there."""
        steps = 0
        if "_cells" not in self.__dict__:
            tables = (
                (measure, self._rows(m, s))
                for m, measure in enumerate(self.measures)
                for s in self._places
            )
            steps += sum(measure.steps(rows) for measure, rows in tables)
        if resampled and "resampled" not in self.__dict__:
            steps += self.settings.resamples
        return steps

    @property
    def _places(self) -> range:
        """The numbers of systems, and one more for the unchanged source."""
        return range(len(self.systems) + (self.unchanged is not None))

    def against(self, measure: Measure) -> Against:
        """Return what a measure compares with here: the source alone, if there are no
        references."""
        if measure.against == "references" and not self.given.most:
            return "source"
        return measure.against

    @property
    def changing(self) -> str:
        """What is shown of how much systems change: the change rate, or words if there are no
        references to compare with; empty if all measures compare with references."""
        if self.changes is None or all(self.against(m) != "source" for m in self.measures):
            return ""
        return scores.WORDS if any(c.rate is None for c in self.changes) else scores.RATE

    def change(self, s: int) -> ChangeRate | None:
        """Return how much a system changes, if it is shown."""
        return self.changes[s] if self.changes is not None and self.changing else None

    def changed(self) -> Sequence[ChangeRate] | None:
        """Return how much each system changes, as known from scoring or from the texts; None if
        texts were not kept."""
        if self.changes is not None or self.segments is None:
            return self.changes
        counting, (segments, outputs) = ChangeCounts(), self.texts()
        return [counting.change(counting.rows(segments, output)) for output in outputs]

    @property
    def noted(self) -> list[str]:
        """The remarks that tables carry as notes: those on what their numbers are."""
        return [
            one.note or one.text for one in self.remarks if one.kind in ("extraction", "overlap")
        ]

    def _rows(self, m: int, s: int) -> Array:
        """Return the rows of a system, or, after the last, of the unchanged source."""
        of_measure = self.rows[m]
        if s < len(of_measure) or self.unchanged is None:
            return of_measure[s].rows
        return self.unchanged[m].rows

    def _cell(self, m: int, s: int) -> ScoreCell:
        measure, rows = self.measures[m], self._rows(m, s)
        score = measure.score(measure.totals(rows))
        system = self.systems[s] if s < len(self.systems) else self.unchanged_name
        label = f"{system}, {measure}"
        if self.settings.ci is None:
            return ScoreCell(score, {}, label)
        intervals = intervals_from(
            self.resampled[m][s],
            measure.resampled_rows(rows),
            measure.values,
            level=self.settings.ci,
            method=self.settings.method,
        )
        offset = measure.offset(rows, score.value)
        if intervals and offset:
            shifted = intervals["score"].shifted(offset)
            share = measure.unit_of() == "share"
            intervals["score"] = shifted.within(0, 1) if share else shifted
        return ScoreCell(score, intervals, label)

    @cached_property
    def resampled(self) -> list[list[Array]]:
        """`resampled[measure][system]`: sums of the rows under the same bootstrap resamples. The
        unchanged source comes after the last system."""
        additive = [
            measure.resampled_rows(self._rows(m, s))
            for m, measure in enumerate(self.measures)
            for s in self._places
        ]
        sums = iter(bootstrap_sums(additive, self.settings.resamples, self.settings.seed))
        return [[next(sums) for _ in self._places] for _ in self.measures]

    def signature(self, measure: str | Measure | None = None, *, by_type: bool = False) -> str:
        """Return the settings that give the same number again; by default, of all measures."""
        about = self.measures if measure is None else (self.measures[self.measure_number(measure)],)
        return str(self.signed(*about, by_type=by_type))

    def signed(self, *measures: Measure, by_type: bool = False) -> Signature:
        """Return the signature of some of the measures."""
        types = self._typed_by(measures) if by_type else ""
        settings = {**self.given.signed(measures, types), **self.settings.signed(self.size)}
        if self.marks is not None and not by_type:
            settings |= self.marks.signed
        return Signature(",".join(m.full() for m in measures), settings)

    @property
    def references(self) -> tuple[int, int]:
        """The fewest and the most references a sentence has."""
        return self.given.fewest, self.given.most

    def left_out(self, measure: str | Measure) -> tuple[LeftOut, ...]:
        """Return the references that this measure leaves out, as they have no text."""
        chosen = self.measures[self.measure_number(measure)]
        return self.given.left_out if "texts" in chosen.needs else ()

    # --- closer looks ------------------------------------------------------------------------

    def sentence_scores(self, system: str, measure: str | Measure) -> Array:
        """Return the score of each sentence alone."""
        m = self.measure_number(measure)
        return self.measures[m].sentence_scores(self.rows[m][self._system(system)].rows)

    def chosen(self, system: str, measure: str | Measure) -> Sequence[int]:
        """Return, for each sentence, the number of the reference (the candidate) that counted,
        among those that the measure uses (see `left_out`)."""
        return self.rows[self.measure_number(measure)][self._system(system)].chosen

    def compare(
        self,
        measure: str | Measure | None = None,
        *,
        trials: int | None = None,
        test: Test = "randomisation",
    ) -> Comparison:
        """Compare every pair of systems, by one measure or by all: difference, interval,
        significance.

        `trials` are those of the approximate randomisation test; by default the more, the more
        pairs there are. `test` is the one that tables show: randomisation or paired bootstrap.
        """
        from corrigenda.evaluation.comparison import compare_all

        if len(self.systems) < 2:
            raise InputError(
                "a comparison needs at least two systems, found one",
                hint="give another one: systems={name: output}",
            )
        wanted = range(len(self.measures)) if measure is None else [self.measure_number(measure)]
        return compare_all(self, list(wanted), trials, test)

    def with_marks(
        self,
        kind: MarkKind,
        *,
        baseline: str | None = None,
        trials: int | None = None,
        test: Test = "randomisation",
    ) -> Result:
        """Return the result with marks of significance beside its scores, for tables.

        `letters`: systems that share a letter cannot be told apart. `stars`: the system differs
        from the `baseline`, by default the first system. Tests are those of `compare`.
        """
        from corrigenda.evaluation.comparison import marks

        if baseline is not None:
            self._system(baseline)
        return replace(self, marks=marks(self.compare(trials=trials, test=test), kind, baseline))

    def judgements(self, system: str, measure: str | Measure) -> list[list[Judgement]]:
        """Return, for each sentence, the edits behind its row, with their verdicts."""
        m, s = self.measure_number(measure), self._system(system)
        measure = self.measures[m]
        if not measure.judges:
            raise _no_edits(measure)
        if (m, s) not in self._judged:
            chosen = self.rows[m][s].chosen
            self._judged[m, s] = [
                judgements
                for block in self.blocks()
                for judgements in judge_all(
                    measure, [(one, by[s], int(chosen[k])) for k, (one, by) in block]
                )
            ]
        return self._judged[m, s]

    @cached_property
    def _judged(self) -> dict[tuple[int, int], list[list[Judgement]]]:
        """Judgements that have been asked for."""
        return {}

    def judging(self) -> list[Measure]:
        """Return the measures that have edits to show."""
        return [measure for measure in self.measures if measure.judges]

    def by_type(self, measure: str | Measure) -> dict[str, dict[str, Score]]:
        """Return, for each system, the score of each type of edit.

        Edits of systems and references are typed again, as ERRANT does, unless `edit_types` is
        `given`.
        """
        m = self.measure_number(measure)
        if m not in self._types:
            self._types[m] = {system: self._by_type(m, s) for s, system in enumerate(self.systems)}
        return self._types[m]

    def _by_type(self, m: int, s: int) -> dict[str, Score]:
        measure = self.measures[m]
        return {
            kind: _score_of_type(rows[:, 1:].sum(axis=0), measure)
            for kind, rows in self.type_rows(measure)[self.systems[s]].items()
        }

    def type_rows(self, measure: str | Measure) -> dict[str, dict[str, TypeRows]]:
        """Return, for each system and type of edit, the sentences that have such edits: number
        (from 0), hits, spurious and missed edits."""
        chosen = self.measures[self.measure_number(measure)]
        if not chosen.judges:
            raise _no_edits(chosen)
        return self._counted().rows(chosen)

    @cached_property
    def type_counts(self) -> JudgedTypes:
        """The edits by type, once `sentences` has counted them."""
        from corrigenda.evaluation.sentences import JudgedTypes

        return JudgedTypes(self.judging(), self.systems)

    def _counted(self) -> JudgedTypes:
        from corrigenda.evaluation.sentences import sentences

        if not self.type_counts.complete:
            deque(sentences(self, every=0, count=True), maxlen=0)
        return self.type_counts

    @cached_property
    def _types(self) -> dict[int, dict[str, dict[str, Score]]]:
        """Scores by type that have been asked for."""
        return {}

    def _typed_by(self, measures: Sequence[Measure]) -> str:
        """Return what types edits in tables by type."""
        anew = any(self._types_anew(m) or m.typed_by for m in measures)
        return TYPES if anew and self.edit_types == "errant" else "given"

    def _types_anew(self, measure: Measure) -> bool:
        return self.edit_types == "errant" and measure.judges and not measure.keeps_types()

    def typed_alike(self, system: str, measure: str | Measure) -> bool:
        """Do system edits have types of the kind that gold edits have?

        A system that gives text has edits without types. Counting none of them against a gold type
        would make the precision of every gold type 1.
        """
        chosen, s = self.measures[self.measure_number(measure)], self._system(system)
        if self._types_anew(chosen) or chosen.typed_by:
            return True
        if all(chosen.has_types(corrections[s]) for _, corrections in self.pairs()):
            return True
        return not any(r.given_edits for segment, _ in self.pairs() for r in segment.references)

    def about_types(self, measure: str | Measure) -> list[str]:
        """Return what to know before reading scores by type: what made types and cut edits."""
        chosen = self.measures[self.measure_number(measure)]
        if self._typed_by([chosen]) != TYPES:
            return []
        notes = [self.disagreement.note()]
        if chosen.cut_by:
            notes.append(f"edits: cut by {chosen.cut_by}, not by ERRANT")
        return notes

    @property
    def disagreement(self) -> Disagreement:
        """How many types that files give are not those of ERRANT."""
        return self._counted().disagreement

    def types(self, measure: str | Measure | None = None) -> TypeScores:
        """Return the scores of each type of edit, by one measure or by all that judge edits."""
        from corrigenda.evaluation.types import types

        numbers = None if measure is None else [self.measures[self.measure_number(measure)]]
        return types(self, numbers)

    def worst(self, number: int = 10) -> WorstSentences:
        """Return the sentences that take most off each system's score by the first measure, with
        their texts."""
        from corrigenda.evaluation.worst import worst

        return worst(self, number)

    def sentences(self) -> pd.DataFrame:
        """Return a data frame with a row for each sentence and system: texts and scores. The id is
        the sentence's own, or its number; references are in columns of their own, empty where a
        sentence has fewer, or where one has no text."""
        rows = []
        for s, name in enumerate(self.systems):
            scores = [
                measure.sentence_scores(self.rows[m][s].rows)
                for m, measure in enumerate(self.measures)
            ]
            for k, (segment, corrections) in enumerate(self.pairs()):
                about = [segment.id or str(k + 1), name, segment.source, corrections[s].text]
                gold = [one.text if one.has_text else "" for one in segment.references]
                rows.append((about, gold, [float(of[k]) for of in scores]))
        return sentence_frame(rows, self.given.most, self.measure_names)

    def sentence_records(self, *, count: bool = False) -> Iterator[dict[str, Any]]:
        """Yield each sentence as plain data: texts, scores, and judged edits.

        If scores by type are wanted, too, `count` edits by type on the way.
        """
        from corrigenda.evaluation.sentences import sentences

        return sentences(self, count=count)

    # --- as a finding --------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        yield scores.section(self)

    def complete(self) -> Complete:
        """Return the result with verdicts, comparisons, types and sentences, for a page."""
        return self._complete

    @cached_property
    def _complete(self) -> Complete:
        from corrigenda.evaluation.complete import complete

        return complete(self, self.trials)

    def report(self, title: str = "", *, trials: int | None = None) -> str:
        """Return a self-contained HTML page with the scores, comparisons and sentences."""
        return replace(self, trials=trials or self.trials).complete().report(title)

    def figures(self) -> list[Figure]:
        """Return the scores with their intervals, a panel for each measure."""
        return [scores.figure(self)]

    def plot(self, name: str = "") -> Figure:
        """Return the scores by one measure as a figure, or by all measures side by side."""
        return scores.figure(self, [self.measures[self.measure_number(name)]] if name else None)

    def table(self) -> Table:
        """Return systems in rows and measures in columns."""
        return self.tables()[0]

    def __repr__(self) -> str:
        names = ", ".join(map(str, self.measures))
        return f"<Result: {names} of {', '.join(self.systems)}, {counted(self.size, self.unit)}>"

    def record(self) -> dict[str, Any]:
        """Return the scores as plain data, with what another result needs to be compared with this
        one: what the sentences are recognised by, and the rows."""
        rows = {
            str(measure): {
                system: as_text(table.rows)
                for system, table in zip(self.systems, of_measure, strict=True)
            }
            for measure, of_measure in zip(self.measures, self.rows, strict=True)
        }
        paired = {"digests": self.given.digests.hex(), "rows": rows}
        return {**self.summary(), "paired": paired}

    def summary(self) -> dict[str, Any]:
        """Return the scores as plain data."""
        data: dict[str, Any] = {
            "signature": self.signature(),
            "corpus": {
                "origin": self.origin,
                "sentences": self.size,
                "references": list(self.references),
            },
            "level": self.settings.ci,
            "measures": {str(measure): self._about(measure) for measure in self.measures},
            "systems": {
                system: {
                    str(measure): self._scored(measure, self.cells[m][s])
                    for m, measure in enumerate(self.measures)
                }
                for s, system in enumerate(self.systems)
            },
            "unchanged": {
                str(measure): self._scored(measure, cell)
                for measure, cell in zip(self.measures, self.unchanged_cells, strict=True)
                if cell is not None
            },
        }
        if self.changes is not None and self.changing:
            data["changes"] = dict(zip(self.systems, self.changes, strict=True))
        return dict(encode(data))

    def _about(self, measure: Measure) -> dict[str, Any]:
        return {
            "label": measure.label(),
            "best": measure.best,
            "against": self.against(measure),
            "graphs": "graphs" in measure.needs,
            "shown": list(measure.shown_counts),
            "definition": measure.definition(),
            "signature": self.signature(measure),
            "left_out": [one._asdict() for one in self.left_out(measure)],
        }

    def _scored(self, measure: Measure, cell: ScoreCell) -> dict[str, Any]:
        return {**cell.record(), "signature": self.signature(measure)}

    # --- looking things up ---------------------------------------------------------------------

    def texts(self) -> tuple[Sequence[Segment], Sequence[System]]:
        """Return the sentences and the systems' corrections, if they were kept."""
        if self.segments is not None and self.outputs is not None:
            return self.segments, self.outputs
        pairs = list(self.pairs())
        columns = zip(*(corrections for _, corrections in pairs), strict=True)
        return [segment for segment, _ in pairs], [
            System(name, column) for name, column in zip(self.systems, columns, strict=True)
        ]

    @property
    def has_sentences(self) -> bool:
        """Are the sentences there, or can they be read again?"""
        return self.again is not None or None not in (self.segments, self.outputs)

    def pairs(self) -> Iterator[Pair]:
        """Yield each sentence with the systems' corrections; long files are read again."""
        if self.segments is not None and self.outputs is not None:
            rows = zip(*(output.corrections for output in self.outputs), strict=True)
            return zip(self.segments, rows, strict=True)
        if self.again is None:
            raise InputError(
                "the sentences were streamed and not kept, so they cannot be shown",
                hint="evaluate a Corpus in memory instead of a stream",
            )
        return self._unchanged(self.again())

    def _unchanged(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """Yield the pairs, and refuse files that have other sentences than before."""
        count = 0
        for count, pair in enumerate(pairs, 1):
            if count > self.size:
                break
            yield pair
        if count != self.size:
            raise InputError(f"{self.origin}: it has changed while it was evaluated")

    def blocks(self) -> Iterator[list[tuple[int, Pair]]]:
        """Yield the sentences with their numbers (from 0), some at a time."""
        numbered = enumerate(self.pairs())
        while block := list(islice(numbered, BLOCK)):
            yield block


def _no_edits(measure: Measure) -> InputError:
    return InputError(
        f"{measure.name()} does not judge edits, so it has none to show",
        hint=JUDGING,
    )


def values_of_type(measure: Measure, sums: Array) -> dict[str, Array]:
    """Return P, R and F of one type, with the measure's own beta (1 if it has none)."""
    return f_values(sums, getattr(measure, "beta", 1.0))


def _score_of_type(counts: Array, measure: Measure) -> Score:
    sums = np.asarray(counts, dtype=np.float64)
    values = {k: float(v) for k, v in values_of_type(measure, sums).items()}
    return Score(values.pop("score"), values, edit_counts(sums))
