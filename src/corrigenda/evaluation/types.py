"""Scores by type of edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.evaluation.scores import whole
from corrigenda.measures.contract import Measure, Score
from corrigenda.results.finding import Finding
from corrigenda.results.records import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Row, Table

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result

COUNTS = ("tp", "fp", "fn")
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

    @classmethod
    def of(cls, score: Score, comparable: bool) -> Typed:
        """Take a score apart; without comparable types, precision and F mean nothing."""
        return cls(
            score.value if comparable else None,
            score.parts["precision"] if comparable and score.counts["proposed"] else None,
            score.parts["recall"] if score.counts["gold"] else None,
            *(whole(score.counts[count]) for count in COUNTS),
        )

    @property
    def row(self) -> Row:
        return [self.tp, self.fp, self.fn, self.precision, self.recall, self.score]

    @property
    def counts(self) -> str:
        return f"{self.tp:g} / {self.fp:g} / {self.fn:g}"


@dataclass(frozen=True)
class Types(Finding, title="Types of edits"):
    """The types of edits by each measure that judges edits, system by system."""

    result: Result
    types: Mapping[Measure, Mapping[str, Mapping[str, Typed]]]

    def record(self) -> dict[str, Any]:
        return {str(measure): encode(by_system) for measure, by_system in self.types.items()}

    def sections(self) -> Iterator[Section]:
        yield Section(
            "Types",
            in_text=[self._table(m, system) for m, of in self.types.items() for system in of],
            details=[
                Section(str(m), details=self._views(m), alternatives="Show") for m in self.types
            ],
            alternatives="Measure",
        )

    def one_table(self) -> Table:
        names = [Column(name, align="left") for name in ("measure", "system", "type")]
        rows: list[Row] = [
            [str(measure), system, kind, *typed.row]
            for measure, by_system in self.types.items()
            for system, by_type in by_system.items()
            for kind, typed in by_type.items()
        ]
        return Table([*names, *_columns("F")], rows)

    def _table(self, measure: Measure, system: str) -> Table:
        """The types of one system in rows, for text."""
        result = self.result
        rows: list[Row] = [
            [kind or "(no type)", *typed.row] for kind, typed in self.types[measure][system].items()
        ]
        notes = [] if result.typed_alike(system, measure) else [NOT_ALIKE]
        notes += map(str, result.given.extractions([measure]))
        notes += result.about_types(measure)
        notes.append(result.signature(measure, by_type=True))
        columns = [Column("type", align="left"), *_columns(measure.label())]
        return Table(columns, rows, f"{system}: {measure} by type", notes)

    def _views(self, measure: Measure) -> list[Section]:
        """Types in rows and systems in columns, a table for each number there is to see."""
        views: dict[str, Callable[[Typed], float | str | None]] = {
            measure.label(): lambda typed: typed.score,
            "precision": lambda typed: typed.precision,
            "recall": lambda typed: typed.recall,
            "TP / FP / FN": lambda typed: typed.counts,
        }
        by_system = {system: of for system, of in self.types[measure].items() if of}
        kinds = sorted({kind for of in by_system.values() for kind in of})
        columns = [Column("type", align="left"), *map(Column, by_system)]
        tables = {}
        for name, value in views.items():
            rows: list[Row] = [
                [
                    kind or "(no type)",
                    *(value(of[kind]) if kind in of else None for of in by_system.values()),
                ]
                for kind in kinds
            ]
            if any(cell is not None for row in rows for cell in row[1:]):
                tables[name] = Table(columns, rows, f"{measure} by type of edit: {name}")
        alike = all(self.result.typed_alike(system, measure) for system in by_system)
        notes = [*([] if alike else [NOT_ALIKE]), *self.result.about_types(measure)]
        signature = self.result.signature(measure, by_type=True)
        return [
            Section(name, tables=[table], notes=notes, signatures=[signature])
            for name, table in tables.items()
        ]


def _columns(label: str) -> list[Column]:
    return [Column(head) for head in (*map(str.upper, COUNTS), "P", "R", label)]


def judging(measures: Sequence[Measure]) -> list[Measure]:
    """Return the measures that judge edits; raise InputError if there is none."""
    found = [measure for measure in measures if measure.judges]
    if not found:
        raise InputError(
            "no measure judges edits, so there is nothing by type", hint="M2 and Edits do"
        )
    return found


def types(result: Result, measures: Sequence[Measure] | None = None) -> Types:
    """Score each type of edit by each measure that judges edits."""
    return Types(
        result,
        {
            measure: {
                system: {
                    kind: Typed.of(score, result.typed_alike(system, measure))
                    for kind, score in by_type.items()
                }
                for system, by_type in result.by_type(measure).items()
            }
            for measure in judging(measures or result.measures)
        },
    )
