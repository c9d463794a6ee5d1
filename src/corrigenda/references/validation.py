"""The study `validity`: the share of corrections judged valid, by how often they were proposed.

If rare corrections were mistakes of careless workers, references would be few, and the unseen ones
not worth having. Choshen and Abend (2018, P18-1059) showed corrections to three judges each: of
those that one worker in fifty proposed, 78 % are valid, hardly fewer than of the others.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, inf, isnan, nan
from typing import Any, Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Segment
from corrigenda.errors import InputError
from corrigenda.references.crowd import Crowd, as_crowd
from corrigenda.references.mturk import ValidityJudgement, read_judgements
from corrigenda.references.normalise import normalisation
from corrigenda.references.populations import Files, read_files
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.rater_agreement import alpha
from corrigenda.statistics.resampling import ratio
from corrigenda.statistics.settings import Settings

BINS = tuple(range(1, 12))
"""The least frequency of each bin: 1, 2, ... 10, and more than 10."""


class JudgedCorrection(NamedTuple):
    """A correction: its sentence (both normalised), how often it was proposed, what judges say."""

    source: str
    correction: str
    frequency: int
    yes: int
    judgements: int

    @property
    def valid(self) -> float:
        """The share of judges who find it valid."""
        return self.yes / self.judgements


@dataclass(frozen=True)
class Bin:
    """The corrections that were proposed `low` to `high` times, as `name` says.

    valid     mean over corrections of the share of judges who find it valid, with its interval
    majority  share of corrections that more than half of their judges find valid
    """

    name: str
    low: int
    high: float
    corrections: int
    judgements: int
    valid: Estimate
    majority: float


def _name(low: int, high: float) -> str:
    if high == inf:
        return f">{low - 1}" if low > 1 else "all"
    return f"{low}" if low == high else f"{low:g}-{high:g}"


@dataclass(frozen=True)
class Validity(Finding, title="Corrections judged valid"):
    """Verdicts of judges on corrections, by how often these were proposed.

    overall          of all corrections, each counted once
    of_answers       of all answers: each correction as often as it was proposed
    unchanged        judged "corrections" that leave the sentence as it is: not counted
    unknown          judged corrections that nobody proposed, or of sentences not kept: not counted
    not_judged       corrections that were proposed and not judged
    agreement        of the judges: Krippendorff's alpha (None: no correction has two judgements)
    """

    bins: tuple[Bin, ...]
    overall: Bin
    of_answers: float
    unchanged: int
    unknown: int
    not_judged: int
    resampled: Literal["corrections", "sentences"]
    settings: Settings
    remarks: Sequence[Remark] = ()
    agreement: float | None = None

    def sections(self) -> Iterator[Section]:
        columns = [
            Column("proposed", align="left"),
            Column("corrections"),
            Column("judgements"),
            Column("valid"),
            Column("by majority"),
        ]
        rows: list[TableRow] = [
            [part.name, part.corrections, part.judgements, Cell(*part.valid), part.majority]
            for part in (*self.bins, self.overall)
        ]
        notes = [f"Of answers, each correction as often as it was proposed: {self.of_answers:.4f}."]
        if self.agreement is not None:
            notes.append(f"Agreement of the judges: Krippendorff's alpha {self.agreement:.4f}.")
        for count, what in (
            (self.unchanged, "leave the sentence unchanged"),
            (self.unknown, "are not among the crowd's"),
        ):
            if count:
                notes.append(f"Judged, but not counted, since they {what}: {count}.")
        if self.not_judged:
            notes.append(f"Corrections that were not judged: {self.not_judged}.")
        judged = [part for part in self.bins if part.corrections]
        if self.settings.ci is not None and any(part.valid.interval is None for part in judged):
            notes.append("No interval: what is resampled is a single one, which shows no spread.")
        dots = [Dot(f"{part.name} ({part.corrections})", part.valid) for part in judged]
        caption = (
            "How many corrections judges find valid, by how often they were proposed (and how "
            f"many there are). The line is the mean of all.{self.settings.whiskers()}"
        )
        panel = Dots(
            dots,
            Axis("share judged valid"),
            mark=Mark(self.overall.valid.value, "mean of all"),
            rows="times proposed (corrections)",
        )
        yield Section(
            self.title,
            tables=[Table(columns, rows, self.title)],
            figures=[Figure(caption, [panel])],
            notes=[*notes, *self.settings.notes(self.overall.corrections, self.resampled[:-1])],
        )


def judged(judgements: Iterable[ValidityJudgement], crowd: Crowd) -> list[JudgedCorrection]:
    """Return the corrections of a crowd that were judged, with how often each was proposed.

    Unchanged sentences are no corrections. Both sides are normalised as the crowd's selection says,
    so what judges were shown may be normalised, or as it was written.
    """
    return _matched(judgements, crowd)[0]


def check_bins(bins: Sequence[int]) -> None:
    """Refuse what are no least frequencies of bins."""
    if not bins or list(bins) != sorted(set(bins)) or bins[0] != 1:
        raise InputError(
            f"bins are given by their lowest frequencies, ascending from 1, not {list(bins)}",
            hint="1, 2, 5 stands for 1, 2 to 4, and 5 or more",
        )


def validity(
    judgements: Iterable[ValidityJudgement] | Files,
    crowd: Crowd | Iterable[Segment] | Files,
    *,
    bins: Sequence[int] = BINS,
    resample: Literal["corrections", "sentences"] = "corrections",
    settings: Settings | None = None,
) -> Validity:
    """Return the share of corrections judged valid by how often they were proposed, with intervals.

    The share is over the judgements that a correction has, however many (the authors' code divides
    by 3 even where there are 6), then averaged over corrections. `bins` are the least frequencies
    of the bins; the last has no upper end. Intervals resample corrections; or sentences with all
    their corrections, since those of a hard sentence are hard to judge together. Judgements
    and what the crowd wrote may be in files.
    """
    used = settings or Settings()
    check_bins(bins)
    if resample not in ("corrections", "sentences"):
        raise InputError(f"what is resampled is 'corrections' or 'sentences', not {resample!r}")
    if isinstance(judgements, (str, os.PathLike)):
        judgements = [judgements]
    given: list[Any] = list(judgements)
    if given and isinstance(given[0], (str, os.PathLike)):
        given = read_judgements(given)
    crowd = as_crowd(read_files(crowd) or crowd)
    judged, unchanged, unknown, not_judged = _matched(given, crowd)
    if not judged:
        raise InputError(
            "none of the judged corrections is one of the crowd's",
            hint="do the files belong together, and are both normalised in the same way?",
        )

    def binned(low: int, high: float) -> Bin:
        inside = [item for item in judged if low <= item.frequency <= high]
        n = len(inside)
        return Bin(
            _name(low, high),
            low,
            high,
            n,
            sum(item.judgements for item in inside),
            _valid(inside, resample, used) if n else Estimate(nan),
            sum(2 * item.yes > item.judgements for item in inside) / n if n else nan,
        )

    edges = [*bins, inf]
    proposed = sum(item.frequency for item in judged)
    return Validity(
        tuple(binned(int(low), high - 1) for low, high in pairwise(edges)),
        binned(1, inf),
        fsum(item.valid * item.frequency for item in judged) / proposed,
        unchanged,
        unknown,
        not_judged,
        resample,
        used,
        crowd.remarks,
        _agreement(judged),
    )


def _agreement(judged: Sequence[JudgedCorrection]) -> float | None:
    """Return Krippendorff's alpha of the judgements; None if it is not defined."""
    table = np.full((len(judged), max(item.judgements for item in judged)), nan)
    for row, item in zip(table, judged, strict=True):
        row[: item.judgements] = [k < item.yes for k in range(item.judgements)]
    value = alpha(table, "nominal")
    return None if isnan(value) else value


def _matched(
    judgements: Iterable[ValidityJudgement], crowd: Crowd
) -> tuple[list[JudgedCorrection], int, int, int]:
    """Return the corrections judged; how many are unchanged, unknown, and not judged."""
    normalise = normalisation(crowd.selection.normalise)
    verdicts: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for judgement in judgements:
        pair = normalise(judgement.source), normalise(judgement.correction)
        verdicts[pair].append(judgement.valid)
    proposed: dict[tuple[str, str], int] = {}
    for sentence in crowd.sentences:
        for variant, n in sentence.counts.items():
            if variant != sentence.normalised:
                proposed[sentence.normalised, variant] = n
    judged = [
        JudgedCorrection(*pair, proposed[pair], sum(said), len(said))
        for pair, said in verdicts.items()
        if pair in proposed
    ]
    unchanged = sum(source == correction for source, correction in verdicts)
    return judged, unchanged, len(verdicts) - len(judged) - unchanged, len(proposed) - len(judged)


def _valid(items: Sequence[JudgedCorrection], resample: str, settings: Settings) -> Estimate:
    """Return the mean share of judges who find a correction valid."""
    rows: dict[object, list[float]] = {}
    for i, item in enumerate(items):
        row = rows.setdefault(item.source if resample == "sentences" else i, [0.0, 0.0])
        row[0] += item.valid
        row[1] += 1
    mean = fsum(item.valid for item in items) / len(items)
    return settings.estimate(mean, np.array(list(rows.values())), ratio)
