"""Scores by type of edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from corrigenda.errors import InputError
from corrigenda.evaluation.ranking import ordered
from corrigenda.evaluation.scores import whole
from corrigenda.measures.bytype import JUDGING
from corrigenda.measures.contract import Measure, Score
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import TypeRows, as_text, encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result

COUNTS = ("tp", "fp", "fn")
COUNTED = "TP / FP / FN"
N_NOTE = (
    "n: edits of the type in the references that systems were judged by, on average over systems; "
    "the most frequent type comes first. A darker cell is a higher score. The name of a type leads "
    "to its sentences"
)
NOT_ALIKE = (
    "P and F are left out: the system's edits have no types but M (missing), R (replacement) and "
    "U (unnecessary)"
)


@dataclass(frozen=True)
class Typed:
    """One type of edit: counts and scores, None where there is nothing to tell."""

    score: float | None
    precision: float | None
    recall: float | None
    tp: float
    fp: float
    fn: float
    sentences: TypeRows = field(compare=False, kw_only=True, metadata={"private": True})
    """The sentences that have such edits."""

    @classmethod
    def of(cls, score: Score, comparable: bool, sentences: TypeRows) -> Typed:
        """Take a score apart; without comparable types, precision and F mean nothing."""
        return cls(
            score.value if comparable else None,
            score.parts["precision"] if comparable and score.counts["proposed"] else None,
            score.parts["recall"] if score.counts["gold"] else None,
            *(whole(score.counts[count]) for count in COUNTS),
            sentences=sentences,
        )

    @property
    def row(self) -> TableRow:
        return [self.tp, self.fp, self.fn, *self.scores]

    @property
    def scores(self) -> tuple[float | None, float | None, float | None]:
        """Precision, recall and F."""
        return self.precision, self.recall, self.score

    @property
    def counts(self) -> str:
        return f"{self.tp:g} / {self.fp:g} / {self.fn:g}"


@dataclass(frozen=True)
class TypeScores(Finding, kind="types", title="Types of edits"):
    """The types of edits by each measure that judges edits, system by system."""

    result: Result
    types: Mapping[Measure, Mapping[str, Mapping[str, Typed]]]
    side_by_side: bool = False
    """Do text formats show all systems in one table?"""

    top: int | None = None
    """How many types that table shows, the most frequent ones; None: all."""

    counts: bool = False
    """Does that table show hits, spurious and missed edits of each system?"""

    def record(self) -> dict[str, Any]:
        """Return the scores and counts of each type, and the sentences that have such edits: number
        (from 0), hits, spurious and missed edits."""
        return {
            str(measure): {
                system: {
                    kind: {
                        **encode(typed),
                        "sentences": as_text(typed.sentences),
                    }
                    for kind, typed in by_type.items()
                }
                for system, by_type in by_system.items()
            }
            for measure, by_system in self.types.items()
        }

    def sections(self) -> Iterator[Section]:
        yield Section(
            "Types",
            in_text=[self._beside(m) for m in self.types]
            if self.side_by_side
            else [self._table(m, system) for m, of in self.types.items() for system in of],
            details=[
                Section(str(m), details=self._views(m), alternatives="Show") for m in self.types
            ],
            alternatives="Measure",
        )

    def beside(self, top: int | None = None, *, counts: bool = False) -> TypeScores:
        """Return the types with all systems in one table, the `top` most frequent ones, with
        `counts` of edits beside scores."""
        if top is not None and top < 1:
            raise InputError(f"top must be at least 1, not {top}", hint="for example top=10")
        return replace(self, side_by_side=True, top=top, counts=counts)

    def _beside(self, measure: Measure) -> Table:
        """Return types in rows, the most frequent first, with P, R and F of each system in
        columns, after its counts if they are wanted."""
        by_system = self.types[measure]
        kinds = sorted({kind for of in by_system.values() for kind in of})
        due = {
            kind: [of[kind].tp + of[kind].fn if kind in of else 0 for of in by_system.values()]
            for kind in kinds
        }
        often = {kind: sum(numbers) / len(numbers) for kind, numbers in due.items()}
        shown = sorted(kinds, key=lambda kind: -often[kind])[: self.top]
        heads = _columns(measure.label())[0 if self.counts else len(COUNTS) :]
        none = [*[0] * (len(heads) - 3), None, None, None]
        rows: list[TableRow] = [
            [
                kind or "(no type)",
                whole(often[kind]),
                *(
                    n
                    for of in by_system.values()
                    for n in (of[kind].row[-len(heads) :] if kind in of else none)
                ),
            ]
            for kind in shown
        ]
        exact = all(len(set(numbers)) == 1 for numbers in due.values())
        columns = [Column("type", align="left"), Column("n", decimals=0 if exact else 1)]
        columns += [replace(head, group=system) for system in by_system for head in heads]
        mean = "" if exact else "; mean over systems"
        notes = [f"n: gold edits of that type, in the reference chosen for each sentence{mean}"]
        if len(shown) < len(kinds):
            notes.append(f"the {len(shown)} most frequent of {len(kinds)} types")
        alike = all(self.result.typed_alike(system, measure) for system in by_system)
        notes += [] if alike else [NOT_ALIKE]
        return Table(columns, rows, f"{measure} by type", [*notes, *self._about(measure)])

    def _about(self, measure: Measure) -> list[str]:
        """Return what to know of scores by type, and the signature."""
        result = self.result
        return [
            *(one.note for one in result.given.extractions([measure])),
            *result.about_types(measure),
            result.signature(measure, by_type=True),
        ]

    def one_table(self) -> Table:
        if self.side_by_side:
            return super().one_table()
        labels = {measure.label() for measure in self.types}
        names = [Column(name, align="left") for name in ("measure", "system", "type")]
        rows: list[TableRow] = [
            [str(measure), system, kind, whole(typed.tp + typed.fn), *typed.row]
            for measure, by_system in self.types.items()
            for system, by_type in by_system.items()
            for kind, typed in by_type.items()
        ]
        return Table(
            [*names, Column("n"), *_columns("F" if len(labels) > 1 else labels.pop())], rows
        )

    def _table(self, measure: Measure, system: str) -> Table:
        """Return the types of one system in rows, for text."""
        result = self.result
        rows: list[TableRow] = [
            [kind or "(no type)", *typed.row] for kind, typed in self.types[measure][system].items()
        ]
        notes = [] if result.typed_alike(system, measure) else [NOT_ALIKE]
        notes += self._about(measure)
        columns = [Column("type", align="left"), *_columns(measure.label())]
        return Table(columns, rows, f"{system}: {measure} by type", notes)

    def _ranked(self, measure: Measure) -> dict[str, Mapping[str, Typed]]:
        """Return the systems that have edits of any type, best first, as figures have them."""
        there = {system: of for system, of in self.types[measure].items() if of}
        cells = self.result.cells[self.result.measure_number(measure)]
        scores = {one: cells[self.result.systems.index(one)].score.value for one in there}
        return {system: there[system] for system in ordered(scores, measure.best)}

    def _views(self, measure: Measure) -> list[Section]:
        """Return tables with types in rows and systems in columns, one for each number."""
        views: dict[str, Callable[[Typed], float | str | None]] = {
            measure.label(): lambda typed: typed.score,
            "precision": lambda typed: typed.precision,
            "recall": lambda typed: typed.recall,
            COUNTED: lambda typed: typed.counts,
        }
        by_system = self._ranked(measure)
        counts = _gold(by_system.values())
        kinds = sorted(counts, key=lambda kind: (-counts[kind], kind))
        tables = {}
        for name, value in views.items():
            columns = [
                Column("type", align="left"),
                Column("n", decimals=1),
                *(
                    Column(system, heat=name != COUNTED, decimals=2, unit="share")
                    for system in by_system
                ),
            ]
            rows: list[TableRow] = [
                [
                    _linked(measure, kind),
                    counts[kind],
                    *(value(of[kind]) if kind in of else None for of in by_system.values()),
                ]
                for kind in kinds
            ]
            if any(cell is not None for row in rows for cell in row[2:]):
                tables[name] = Table(columns, rows, f"{measure} by type of edit: {name}")
        alike = all(self.result.typed_alike(system, measure) for system in by_system)
        notes = [N_NOTE, *([] if alike else [NOT_ALIKE]), *self.result.about_types(measure)]
        signature = self.result.signature(measure, by_type=True)
        return [
            Section(name, tables=[table], notes=notes, signatures=[signature])
            for name, table in tables.items()
        ]


def _linked(measure: Measure, kind: str) -> Cell:
    """Return the name of a type, which leads to the sentences that have such edits."""
    if not kind:
        return Cell("(no type)")
    return Cell(kind, link=urlencode({"measure": str(measure), "type": kind}))


def _gold(systems: Iterable[Mapping[str, Typed]]) -> dict[str, float]:
    """Return how many gold edits of each type a system has to find, on average."""
    given = list(systems)
    kinds = dict.fromkeys(kind for of in given for kind in of)
    counts = {
        kind: sum(of[kind].tp + of[kind].fn for of in given if kind in of) / len(given)
        for kind in kinds
    }
    return {kind: int(n) if n == int(n) else round(n, 1) for kind, n in counts.items()}


def _columns(label: str) -> list[Column]:
    counts = [Column(head.upper()) for head in COUNTS]
    return [*counts, *(Column(head, unit="share") for head in ("P", "R", label))]


def judging(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures that judge edits; raise InputError if there is none."""
    chosen = [measure for measure in measures if measure.judges]
    if not chosen:
        raise InputError("no measure judges edits, so there is nothing by type", hint=JUDGING)
    return chosen


def types(result: Result, measures: Sequence[Measure] | None = None) -> TypeScores:
    """Score each type of edit by each measure that judges edits."""
    return TypeScores(
        result,
        {
            measure: {
                system: _typed(by_type, result, system, measure)
                for system, by_type in result.by_type(measure).items()
            }
            for measure in judging(measures or result.measures)
        },
    )


def _typed(
    by_type: Mapping[str, Score], result: Result, system: str, measure: Measure
) -> dict[str, Typed]:
    alike, rows = result.typed_alike(system, measure), result.type_rows(measure)[system]
    return {kind: Typed.of(score, alike, rows[kind]) for kind, score in by_type.items()}
