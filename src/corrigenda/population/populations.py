"""Many sentences: estimating their populations, keeping them in a file, showing them together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from corrigenda.engine.parallel import Progress, mapped
from corrigenda.errors import InputError
from corrigenda.formats import records
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.population.enough import LIMITED, caution, is_limited, mean_answers
from corrigenda.population.fingerprints import Counts, chao1, good_turing
from corrigenda.population.population import Method, Population

if TYPE_CHECKING:
    from corrigenda.results.tables import Table, Value

THRESHOLDS = (0.0, 0.001, 0.01, 0.1)
"""The frequencies of Table 1 of Choshen and Abend (2018)."""

CHUNK = 16
"""Sentences that a process takes at a time."""


def estimate(
    counts: Mapping[str, Counts],
    method: Method = "unseen",
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Population]:
    """The population of each sentence, from how often each of its variants was proposed."""
    work = partial(_estimated, method)
    found = mapped(work, counts.items(), chunk=CHUNK, jobs=jobs, progress=progress)
    return dict(zip(counts, found, strict=True))


def _estimated(method: Method, sentences: list[tuple[str, Counts]]) -> list[Population]:
    found = []
    for sentence, counts in sentences:
        try:
            found.append(Population.estimate(counts, method))
        except InputError as error:
            raise InputError(f"{error.message}, in {sentence!r}", hint=error.hint) from None
    return found


def write(populations: Mapping[str, Population], path: PathLike) -> None:
    """One JSON object a line: the sentence and its population."""
    with writing(path) as file:
        for sentence, population in populations.items():
            record = {"sentence": sentence, **population.to_json()}
            file.write(records.dumped(record) + "\n")


def read(path: PathLike) -> dict[str, Population]:
    """What `write` wrote."""
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
    return populations


def table(populations: Sequence[Population], thresholds: Sequence[float] = THRESHOLDS) -> Table:
    """Variants more frequent than some thresholds, and their mass: means over the sentences."""
    from corrigenda.results.tables import Column, Table

    if not populations:
        raise InputError("expected populations, found none")

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values)

    answers = mean_answers(populations)
    cautions = caution(answers)
    rows: list[list[Value]] = []
    for q in thresholds:
        variants = mean([p.variants_above(q) for p in populations])
        row: list[Value] = [f"{q:g}", variants, mean([p.mass_above(q) for p in populations])]
        if cautions:
            row.append(LIMITED if is_limited(q, answers) else "")
        rows.append(row)
    estimated = [p for p in populations if p.answers]
    notes = []
    if estimated:
        notes = [
            *cautions,
            f"seen: {mean([p.seen for p in estimated]):.2f} variants"
            f" in {mean([p.answers for p in estimated]):.2f} answers",
            f"Chao1: at least {mean([chao1(p.fingerprint) for p in estimated]):.2f} variants",
            "Good-Turing: what was not seen holds a mass of"
            f" {mean([good_turing(p.fingerprint) for p in estimated]):.4f}",
        ]
    columns = [
        Column("more frequent than", align="left"),
        Column("variants", decimals=2),
        Column("mass"),
    ]
    if cautions:
        columns.append(Column("", align="left"))
    return Table(columns, rows, notes=notes)
