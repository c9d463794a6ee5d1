"""Scores by system and measure, of a computed or a loaded result."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from corrigenda.errors import InputError
from corrigenda.evaluation.scores import whole
from corrigenda.measures.contract import Measure, Score
from corrigenda.measures.registry import measure as measure_of
from corrigenda.results.finding import Finding, data_frame
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.statistics.intervals import Estimate, Interval

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ScoreCell:
    """One system by one measure: the score, and the intervals of the score and its parts."""

    score: Score
    intervals: Mapping[str, Interval]
    label: str = ""
    """Whose score it is, by which measure."""

    def __float__(self) -> float:
        return self.score.value

    def __repr__(self) -> str:
        return f"<{self.label}: {self.estimate.text()}>"

    @property
    def value(self) -> float:
        """The score."""
        return self.score.value

    @property
    def low(self) -> float | None:
        """The lower bound of the confidence interval, if there is one."""
        return self.intervals["score"].low if self.intervals else None

    @property
    def high(self) -> float | None:
        """The upper bound of the confidence interval, if there is one."""
        return self.intervals["score"].high if self.intervals else None

    @property
    def estimate(self) -> Estimate:
        """The score with its confidence interval."""
        return Estimate(self.value, self.low, self.high)

    def record(self) -> dict[str, Any]:
        """Return the score, its bounds, its parts and its counts as plain data."""
        return {
            "score": self.value,
            "low": self.low,
            "high": self.high,
            **self.score.parts,
            "counts": {name: whole(count) for name, count in self.score.counts.items()},
            "intervals": {name: [i.low, i.high] for name, i in self.intervals.items()},
        }


class UnknownNameError(InputError, KeyError):
    """A system or a measure that a result does not have."""


class OfSystem(Mapping[str, ScoreCell]):
    """One system of a result: its cells by measure."""

    def __init__(self, result: Cells, system: str) -> None:
        self.result, self.system = result, system

    def __getitem__(self, measure: str | Measure) -> ScoreCell:
        return self.result[self.system, measure]

    def __iter__(self) -> Iterator[str]:
        return iter(self.result.measure_names)

    def __len__(self) -> int:
        return len(self.result.measure_names)

    def __repr__(self) -> str:
        cells = ", ".join(f"{name} {cell.estimate.text()}" for name, cell in self.items())
        return f"<{self.system}: {cells}>"

    def _repr_html_(self) -> str:
        columns = [Column("measure", align="left"), Column("score")]
        rows: list[TableRow] = [[name, Cell(*cell.estimate)] for name, cell in self.items()]
        return Table(columns, rows, self.system).html()


def sentence_frame(
    rows: Iterable[tuple[Sequence[str], Sequence[str], Sequence[float]]],
    references: int,
    measures: Sequence[str],
) -> pd.DataFrame:
    """Return a data frame of sentences: id, system, source and text, references, scores."""
    columns = [f"reference {k + 1}" for k in range(references)]
    return data_frame(
        [
            [*about, *gold, *[""] * (references - len(gold)), *scores]
            for about, gold, scores in rows
        ],
        [
            *("id", "system", "source", "text"),
            *(["reference"] if references == 1 else columns),
            *measures,
        ],
    )


class Cells(Finding):
    """A finding with scores by system and measure, which are looked up by name."""

    systems: Sequence[str]

    @property
    @abstractmethod
    def measure_names(self) -> Sequence[str]:
        """The text forms of the measures."""

    @property
    @abstractmethod
    def cells(self) -> Sequence[Sequence[ScoreCell]]:
        """`cells[measure][system]`."""

    @property
    @abstractmethod
    def unchanged_cells(self) -> Sequence[ScoreCell | None]:
        """The unchanged source by each measure; None where there is nothing to change."""

    @overload
    def __getitem__(self, key: str) -> OfSystem: ...

    @overload
    def __getitem__(self, key: tuple[str, str | Measure]) -> ScoreCell: ...

    def __getitem__(self, key: str | tuple[str, str | Measure]) -> OfSystem | ScoreCell:
        """Return a score by system and measure, or all scores of a system."""
        if isinstance(key, str):
            self._system(key)
            return OfSystem(self, key)
        system, measure = key
        s = self._system(system)
        return self.cells[self.measure_number(measure)][s]

    def __iter__(self) -> Iterator[str]:
        return iter(self.systems)

    def keys(self) -> Sequence[str]:
        """Return the names of the systems, so that `dict(result)` has a mapping for each."""
        return self.systems

    @property
    def unchanged_name(self) -> str:
        """What the unchanged source is called in tables: as no system is."""
        name = "unchanged source"
        while name in self.systems:
            name = f"({name})"
        return name

    def measure_number(self, measure: str | Measure) -> int:
        """Return the number of a measure."""
        known = list(self.measure_names)
        wanted = str(measure)
        if wanted not in known and isinstance(measure, str):
            if measure in self.systems:
                raise self._turned_round(measure)
            same = [name for name in known if name.partition("(")[0] == measure]
            if len(same) == 1:  # `SARI`, of SARI(preset=easse)
                return known.index(same[0])
            try:
                wanted = str(measure_of(measure))
            except InputError:
                wanted = repr(measure)
        if wanted not in known:
            raise UnknownNameError(f"{wanted} was not evaluated; there are {', '.join(known)}")
        return known.index(wanted)

    def _system(self, system: str) -> int:
        if system in self.systems:
            return list(self.systems).index(system)
        if str(system) in self.measure_names:
            raise self._turned_round(system)
        raise UnknownNameError(f"no system {system!r}; there are {', '.join(self.systems)}")

    def _turned_round(self, name: object) -> UnknownNameError:
        kind = "system" if name in self.systems else "measure"
        return UnknownNameError(
            f"{str(name)!r} is a {kind}: the system comes first, then the measure",
            hint=f"systems: {', '.join(self.systems)}; measures: {', '.join(self.measure_names)}",
        )

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each system and measure: system, measure, value, low, high."""
        rows = [
            [system, measure, *cell.estimate]
            for m, measure in enumerate(self.measure_names)
            for system, cell in zip(
                (*self.systems, self.unchanged_name),
                (*self.cells[m], self.unchanged_cells[m]),
                strict=True,
            )
            if cell is not None
        ]
        return data_frame(rows, ["system", "measure", *Estimate._fields])

    def flat(self, system: str | None = None, prefix: str = "") -> dict[str, float]:
        """Return each number under a name of its own: `M2`, `M2.low`, `M2.high`, `M2.precision`,
        `M2.tp` ...; with several systems `old/M2` and so on, unless one is chosen. `prefix` stands
        before all names."""
        from corrigenda.evaluation.flat import flat

        return flat(self, system, prefix)

    def log(
        self,
        wandb: Any = None,
        mlflow: Any = None,
        *,
        step: int | None = None,
        run_id: str | None = None,
        system: str | None = None,
        prefix: str = "",
    ) -> dict[str, float]:
        """Send the numbers of `flat` to trackers, and return them.

        `wandb` is a run of Weights & Biases, `mlflow` the module or, with `run_id`, a client.
        Characters that MLflow does not allow in names become underscores.
        """
        from corrigenda.evaluation.flat import log

        numbers = self.flat(system, prefix)
        log(numbers, wandb, mlflow, step, run_id)
        return numbers
