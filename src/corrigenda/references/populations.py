"""Many sentences: estimating their populations, keeping them in a file, showing them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from corrigenda.engine.parallel import Progress, mapped
from corrigenda.errors import InputError
from corrigenda.formats import records
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.references.enough import (
    LIMITED,
    FromAnswers,
    in_caption,
    is_limited,
    mean_answers,
)
from corrigenda.references.fingerprints import Counts, chao1, good_turing
from corrigenda.references.population import Method, Population
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Row, Table
from corrigenda.statistics.resampling import Array

THRESHOLDS = (0.0, 0.001, 0.01, 0.1)
"""The frequencies of Table 1 of Choshen and Abend (2018)."""

CHUNK = 16
"""Sentences that a process takes at a time."""


@dataclass(frozen=True, eq=False, repr=False)
class Populations(FromAnswers, Mapping[str, Population]):
    """The populations of many sentences, by sentence.

    above    shown are numbers of variants more frequent than these
    """

    kind = "populations"
    title = "Populations of corrections"

    by_sentence: Mapping[str, Population]
    above: Sequence[float] = THRESHOLDS
    remarks: Sequence[Remark] = ()

    def __post_init__(self) -> None:
        if not self.by_sentence:
            raise InputError("expected populations, found none")

    def __getitem__(self, sentence: str) -> Population:
        return self.by_sentence[sentence]

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_sentence)

    def __len__(self) -> int:
        return len(self.by_sentence)

    def __repr__(self) -> str:
        return f"<Populations of {len(self)} sentences>"

    @property
    def answers(self) -> float | None:  # type: ignore[override]
        """How many answers a sentence has on average, if that is known."""
        return mean_answers(self.values())

    def variants(self, frequency: float) -> float:
        """Return how many variants a sentence has that are more frequent: the mean."""
        return _mean([p.variants_above(frequency) for p in self.values()])

    def mass(self, frequency: float) -> float:
        """Return what probability these have together: the mean over sentences."""
        return _mean([p.mass_above(frequency) for p in self.values()])

    def sections(self) -> Iterator[Section]:
        columns = [
            Column("more frequent than", align="left"),
            Column("variants", decimals=2),
            Column("mass"),
        ]
        rows: list[Row] = [[f"{q:g}", self.variants(q), self.mass(q)] for q in self.above]
        if self.cautions:
            columns.append(Column("", align="left"))
            marks = (LIMITED if is_limited(q, self.answers) else "" for q in self.above)
            rows = [[*row, mark] for row, mark in zip(rows, marks, strict=True)]
        known = [p for p in self.values() if p.answers]
        notes = []
        if known:
            notes = [
                f"seen: {_mean([p.seen for p in known]):.2f} variants"
                f" in {_mean([p.answers for p in known]):.2f} answers",
                f"Chao1: at least {_mean([chao1(p.fingerprint) for p in known]):.2f} variants",
                "Good-Turing: unseen variants have a mass of"
                f" {_mean([good_turing(p.fingerprint) for p in known]):.4f}",
            ]
        yield Section(
            self.title,
            verdicts=self.cautions,
            tables=[Table(columns, rows)],
            figures=[self._figure()],
            notes=notes,
        )

    def _figure(self) -> Figure:
        """What mass the most frequent variants hold: the mean over sentences."""
        most = max(p.variants_above() for p in self.values())
        numbers = np.unique(np.round(np.geomspace(1, max(most, 2), 60)))
        held = np.mean([_mass_of_most_frequent(p, numbers) for p in self.values()], axis=0)
        points = [Point(x, y) for x, y in zip(numbers.tolist(), held.tolist(), strict=True)]
        x = Axis("most frequent corrections", log=True)
        caption = (
            "What share of all that people would write the most frequent corrections of a "
            f"sentence are: the mean of {len(self)} estimated populations."
            f"{in_caption(self.answers)}"
        )
        return Figure(caption, [Curves([Series("mass", points)], x, Axis("mass"))])

    def record(self) -> dict[str, Any]:
        return {
            "sentences": len(self),
            "answers": self.answers,
            "cautions": self.cautions,
            "above": [
                {
                    "frequency": q,
                    "variants": self.variants(q),
                    "mass": self.mass(q),
                    "limited": is_limited(q, self.answers),
                }
                for q in self.above
            ],
            "populations": [
                {
                    "sentence": sentence,
                    "answers": p.answers,
                    "seen": p.seen,
                    "variants": p.variants_above(),
                    "good_turing": good_turing(p.fingerprint) if p.answers else None,
                    "chao1": chao1(p.fingerprint) if p.answers else None,
                }
                for sentence, p in self.items()
            ],
        }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _mass_of_most_frequent(population: Population, numbers: Array) -> Array:
    x, h = population.histogram
    order = np.argsort(-x)
    variants = np.concatenate([[0.0], np.cumsum(h[order])])
    masses = np.concatenate([[0.0], np.cumsum((h * x)[order])])
    held: Array = np.interp(numbers, variants, masses)
    return held


# --- estimating and keeping them ------------------------------------------------------------------


def estimate(
    counts: Mapping[str, Counts],
    method: Method = "unseen",
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Populations:
    """Return the population of each sentence, from how often each of its variants was proposed."""
    work = partial(_estimated, method)
    found = mapped(work, counts.items(), chunk=CHUNK, jobs=jobs, progress=progress)
    return Populations(dict(zip(counts, found, strict=True)))


def _estimated(method: Method, sentences: list[tuple[str, Counts]]) -> list[Population]:
    found = []
    for sentence, counts in sentences:
        try:
            found.append(Population.estimate(counts, method))
        except InputError as error:
            raise InputError(f"{error.message}, in {sentence!r}", hint=error.hint) from None
    return found


def write(populations: Mapping[str, Population], path: PathLike) -> None:
    """Write one JSON object per line: the sentence and its population."""
    with writing(path) as file:
        for sentence, population in populations.items():
            record = {"sentence": sentence, **population.to_json()}
            file.write(records.dumped(record) + "\n")


def read(path: PathLike) -> Populations:
    """Read what `write` wrote."""
    file = name_of(path)
    populations: dict[str, Population] = {}
    for line, record in records.records(read_lines(path), file):
        try:
            if "sentence" not in record:
                raise InputError("expected the key 'sentence'")
            sentence = records.text(record.pop("sentence"), "'sentence'")
            if sentence in populations:
                raise InputError(f"the sentence {sentence!r} is there twice")
            populations[sentence] = Population.from_json(record)
        except InputError as error:
            raise records.located(error, file, line) from None
    if not populations:
        raise InputError("expected populations, found none", file=file)
    return Populations(populations)
