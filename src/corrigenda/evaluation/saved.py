"""Saved results: `load` reads them; those of evaluations have scores by system and measure."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, NoReturn

from corrigenda.errors import InputError
from corrigenda.evaluation.cells import Cells, ScoreCell, sentence_frame
from corrigenda.evaluation.comparison import Comparison
from corrigenda.evaluation.result import Result
from corrigenda.evaluation.scores import TITLE as SCORES
from corrigenda.evaluation.sentences import NO_TEXT
from corrigenda.measures.contract import Score
from corrigenda.results import finding
from corrigenda.results.finding import Saved
from corrigenda.results.plain_data import encode
from corrigenda.results.tables import Table
from corrigenda.statistics.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

_NO_PARTS = ("score", "low", "high", "counts", "intervals", "signature")


class NotSavedError(InputError, AttributeError):
    """Something that a result can do only before it is saved."""


class SavedResult(Saved, Cells):
    """A saved evaluation: its scores, sentences, tables and figures, but no rows to resample."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.systems = tuple(data["systems"])

    @property
    def measure_names(self) -> tuple[str, ...]:
        return tuple(self.data["measures"])

    @cached_property
    def cells(self) -> list[list[ScoreCell]]:
        by_system = self.data["systems"].items()
        return [
            [_cell(of[name], f"{system}, {name}") for system, of in by_system]
            for name in self.measure_names
        ]

    @cached_property
    def unchanged_cells(self) -> list[ScoreCell | None]:
        known = self.data.get("unchanged", {})
        return [
            _cell(known[name], f"{self.unchanged_name}, {name}") if name in known else None
            for name in self.measure_names
        ]

    def _printed(self) -> list[Table]:
        """Return the scores, which the result prints before it is saved."""
        return [t for one in self.sections() if one.title == SCORES for t in one.printed()]

    def compare(self, *only: object, **settings: object) -> Saved:
        """Return the comparison of all systems that was saved, as it was computed."""
        if only or settings:
            raise NotSavedError(
                "a saved result has one comparison, of all measures, as it was saved",
                hint="say compare(); for another one, evaluate again",
            )
        kept = [one for one in self.sections() if one.title == Comparison.title]
        if not kept:
            raise NotSavedError(
                "no comparison was saved with this result",
                hint="a result has one if it has several systems when it is saved",
            )
        keys = ("level", "test", "trials", "measures", "ranking", "verdicts", "pairs")
        section = replace(kept[0], verdicts=self.data["verdicts"])
        return Saved(
            {
                "kind": Comparison.kind,
                "title": Comparison.title,
                **{key: self.data[key] for key in keys},
                "remarks": self.data.get("remarks", []),
                "sections": [encode(section)],
            }
        )

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each system and measure: system, measure, value, low, high."""
        return Cells.to_pandas(self)

    def sentences(self) -> pd.DataFrame:
        """Return a data frame with a row for each sentence and system: texts and scores."""
        kept = [one.sentences for one in self.sections() if one.sentences is not None]
        if not kept:
            raise InputError(
                "this file has no sentences", hint="save the result: result.save('result.json')"
            )
        rows = (
            (
                [record["id"], system, record["source"], record["systems"][system]["text"]],
                ["" if one["text"] == NO_TEXT else one["text"] for one in record["references"]],
                [_number(record["systems"][system]["scores"][m]) for m in self.measure_names],
            )
            for system in self.systems
            for record in kept[0].sentences
        )
        return sentence_frame(rows, self.data["corpus"]["references"][1], self.measure_names)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_") or not hasattr(Result, name):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        raise NotSavedError(
            f"a saved result has no {name!r}: it keeps scores, tables and sentences",
            hint="evaluate again, or look at .tables() and .data",
        )

    def __repr__(self) -> str:
        names = ", ".join(self.measure_names)
        return f"<Saved result: {names} of {', '.join(self.systems)}>"


def load(path: str | PathLike[str]) -> Saved:
    """Read a result that `save`, or a command with `-f json`, wrote.

    Scores of an evaluation are looked up as in the result: `loaded["mine"]["M2"].value`.
    """
    saved = finding.load(path)
    whole = saved.kind == Result.kind and {"measures", "systems"} <= saved.data.keys()
    return SavedResult(saved.data) if whole else saved


def _cell(record: dict[str, Any], label: str) -> ScoreCell:
    parts = {name: _number(part) for name, part in record.items() if name not in _NO_PARTS}
    intervals = {
        name: Interval(_number(low), _number(high), math.nan)  # whose error is not saved
        for name, (low, high) in record.get("intervals", {}).items()
    }
    score = Score(_number(record["score"]), parts, record.get("counts", {}))
    return ScoreCell(score, intervals, label)


def _number(value: float | None) -> float:
    return math.nan if value is None else value
