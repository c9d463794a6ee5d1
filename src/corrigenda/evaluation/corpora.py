"""Several corpora in one run: one table with a column for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from corrigenda.evaluation.cells import ScoreCell as Scored
from corrigenda.evaluation.result import Result
from corrigenda.evaluation.scores import notes
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark
from corrigenda.results.figures import Dots, Figure
from corrigenda.results.finding import Around, Finding, merged
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow


@dataclass(frozen=True)
class Corpora(Finding, title="Several corpora"):
    """The same measures on several corpora, by name: systems in rows, corpora in columns.

    No mean over corpora is taken: their scores are not alike.
    """

    results: Mapping[str, Result]

    def __getitem__(self, corpus: str) -> Result:
        """Return the result on one of the corpora."""
        return self.results[corpus]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return tuple(
            replace(one, text=f"{name}: {one.text}")
            for name, result in self.results.items()
            for one in result.remarks
        )

    def sections(self) -> Iterator[Section]:
        said = {note: None for result in self.results.values() for note in notes(result)}
        sizes = (f"{name}: {result.size:,} sentences" for name, result in self.results.items())
        yield Section(
            "Corpora",
            tables=[self.table()],
            notes=["; ".join(sizes), *said],
            signatures=[
                str(result.signed(measure).with_settings({"corpus": name}))
                for name, result in self.results.items()
                for measure in result.measures
            ],
        )

    def table(self) -> Table:
        """Return systems in rows; in columns, the score by each measure on each corpus."""
        first = next(iter(self.results.values()))
        columns = [Column("system", align="left")]
        columns += [
            Column(name, group=self._group(measure), best=measure.best, unit=measure.unit_of())
            for measure in first.measures
            for name in self.results
        ]
        systems = dict.fromkeys(name for one in self.results.values() for name in one.systems)
        rows: list[TableRow] = [
            [
                system,
                *(
                    self._cell(result, m, system)
                    for m in range(len(first.measures))
                    for result in self.results.values()
                ),
            ]
            for system in systems
        ]
        unchanged = [
            result.unchanged_cells[m]
            for m in range(len(first.measures))
            for result in self.results.values()
        ]
        if any(unchanged):
            rows.append([first.unchanged_name, *map(_printed, unchanged)])
        return Table(columns, rows, apart=int(any(unchanged)))

    def _group(self, measure: Measure) -> str:
        label = measure.label()
        return str(measure) if label == "score" else f"{measure} {label}"

    def _cell(self, result: Result, m: int, system: str) -> Cell:
        if system not in result.systems:
            return Cell()
        mark = result.marks.mark(str(result.measures[m]), system) if result.marks else ""
        return replace(_printed(result.cells[m][result.systems.index(system)]), marks=mark)

    def complete(self) -> Finding:
        """Return the table, and what the page of each corpus shows."""
        pages = [Named(name, result.complete()) for name, result in self.results.items()]
        return Several((self, *pages))

    def figures(self) -> list[Figure]:
        return merged(
            replace(figure, panels=[_titled(panel, name) for panel in figure.panels])
            for name, result in self.results.items()
            for figure in result.figures()
        )

    def record(self) -> dict[str, Any]:
        return {"corpora": {name: result.record() for name, result in self.results.items()}}


def _printed(cell: Scored | None) -> Cell:
    return Cell() if cell is None else Cell(*cell.estimate)


def _titled(panel: Any, name: str) -> Any:
    return replace(panel, title=f"{panel.title}, {name}") if isinstance(panel, Dots) else panel


@dataclass(frozen=True)
class Named(Finding):
    """A finding on one of several corpora, whose name its sections and tables carry."""

    name: str
    finding: Finding

    @property
    def kind(self) -> str:  # type: ignore[override]
        return f"{self.finding.kind} {self.name}"

    def sections(self) -> Iterator[Section]:
        for section in self.finding.sections():
            yield replace(
                section,
                title=f"{self.name}: {section.title}",
                tables=[self._named(table) for table in section.tables],
                in_text=[self._named(table) for table in section.in_text],
            )

    def _named(self, table: Table) -> Table:
        return replace(table, title=f"{self.name}: {table.title}" if table.title else self.name)

    def one_table(self) -> Table:
        table = self.finding.one_table()
        rows = [[self.name, *row] for row in table.rows]
        return replace(table, columns=[Column("corpus", align="left"), *table.columns], rows=rows)

    def record(self) -> dict[str, Any]:
        return self.finding.record()


@dataclass(frozen=True)
class Several(Around):
    """Findings one after the other; only the first with sentences shows them."""

    findings: tuple[Finding, ...]

    @property
    def inner(self) -> Finding:
        return self.findings[0]

    def sections(self) -> Iterator[Section]:
        for finding in self.findings:
            yield from finding.sections()

    def record(self) -> dict[str, Any]:
        return self.findings[0].record()
