"""Are corrections that few people proposed worse? The share judged valid, by frequency.

If rare corrections were mistakes of careless workers, references would be few, and the unseen ones
not worth having. Choshen and Abend (2018, P18-1059) showed corrections to three judges each: of
those that one worker in fifty proposed, 78 % are valid, hardly fewer than of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, nan
from typing import TYPE_CHECKING, Literal, NamedTuple

from corrigenda.errors import InputError
from corrigenda.formats.mturk import Judgement
from corrigenda.population.crowd import Crowd
from corrigenda.population.normalise import normalisation
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

if TYPE_CHECKING:
    from corrigenda.statistics.intervals import Interval, Method
    from corrigenda.statistics.resampling import Array

BINS = tuple(range(1, 12))
"""The least frequency of each bin: 1, 2, ... 10, and more than 10."""


class Judged(NamedTuple):
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
    """The corrections that were proposed `low` to `high` times.

    valid     mean over corrections of the share of judges who find it valid, with its interval
    majority  share of corrections that more than half of their judges find valid
    """

    low: int
    high: float
    corrections: int
    judgements: int
    valid: float
    majority: float
    interval: Interval | None

    @property
    def name(self) -> str:
        if self.high == inf:
            return f">{self.low - 1}" if self.low > 1 else "all"
        return f"{self.low}" if self.low == self.high else f"{self.low:g}-{self.high:g}"


@dataclass(frozen=True)
class Validity:
    """What judges say of corrections, by how often they were proposed.

    overall          of all corrections, each counted once
    of_answers       of all answers: each correction as often as it was proposed
    unchanged        judged "corrections" that leave the sentence as it is: not counted
    unknown          judged corrections that nobody proposed, or of sentences not kept: not counted
    not_judged       corrections that were proposed and not judged
    level            confidence level of the intervals, in per cent
    """

    bins: tuple[Bin, ...]
    overall: Bin
    of_answers: float
    unchanged: int
    unknown: int
    not_judged: int
    level: float


def judged(judgements: Iterable[Judgement], crowd: Crowd) -> list[Judged]:
    """The corrections of a crowd that were judged, with how often each was proposed.

    Unchanged sentences are no corrections. Both sides are normalised as the crowd's selection says,
    so what judges were shown may be normalised, or as it was written.
    """
    return _matched(judgements, crowd)[0]


def check_bins(bins: Sequence[int]) -> None:
    """Refuse what are no least frequencies of bins."""
    if not bins or list(bins) != sorted(set(bins)) or bins[0] != 1:
        raise InputError(
            f"bins are given by their least frequencies, growing from 1 on, not {list(bins)}",
            hint="1, 2, 5 stands for 1, 2 to 4, and 5 or more",
        )


def validity(
    judgements: Iterable[Judgement],
    crowd: Crowd,
    *,
    bins: Sequence[int] = BINS,
    resample: Literal["corrections", "sentences"] = "corrections",
    level: float = LEVEL,
    method: Method = "bca",
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Validity:
    """The share of corrections judged valid by how often they were proposed, with intervals.

    The share is over the judgements that a correction has, however many (the authors' code divides
    by 3 even where there are 6), then averaged over corrections. `bins` are the least frequencies
    of the bins; the last has no upper end. Intervals resample corrections; or sentences with all
    their corrections, since those of a hard sentence are hard to judge together.
    """
    check_bins(bins)
    if resample not in ("corrections", "sentences"):
        raise InputError(f"what is resampled is 'corrections' or 'sentences', not {resample!r}")
    found, unchanged, unknown, not_judged = _matched(judgements, crowd)
    if not found:
        raise InputError(
            "none of the judged corrections is one of the crowd's",
            hint="do the files belong together, and are both normalised in the same way?",
        )

    def binned(low: int, high: float) -> Bin:
        inside = [item for item in found if low <= item.frequency <= high]
        n = len(inside)
        return Bin(
            low,
            high,
            n,
            sum(item.judgements for item in inside),
            sum(item.valid for item in inside) / n if n else nan,
            sum(2 * item.yes > item.judgements for item in inside) / n if n else nan,
            _interval(inside, resample, level, method, resamples, seed) if n else None,
        )

    edges = [*bins, inf]
    proposed = sum(item.frequency for item in found)
    return Validity(
        tuple(binned(int(low), high - 1) for low, high in pairwise(edges)),
        binned(1, inf),
        sum(item.valid * item.frequency for item in found) / proposed,
        unchanged,
        unknown,
        not_judged,
        level,
    )


def _matched(judgements: Iterable[Judgement], crowd: Crowd) -> tuple[list[Judged], int, int, int]:
    """The corrections judged; how many are unchanged, unknown, and not judged."""
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
    found = [
        Judged(*pair, proposed[pair], sum(said), len(said))
        for pair, said in verdicts.items()
        if pair in proposed
    ]
    unchanged = sum(source == correction for source, correction in verdicts)
    return found, unchanged, len(verdicts) - len(found) - unchanged, len(proposed) - len(found)


def _interval(
    items: Sequence[Judged],
    resample: str,
    level: float,
    method: Method,
    resamples: int,
    seed: int,
) -> Interval | None:
    import numpy as np

    from corrigenda.statistics.intervals import intervals

    rows: dict[object, list[float]] = {}
    for i, item in enumerate(items):
        row = rows.setdefault(item.source if resample == "sentences" else i, [0.0, 0.0])
        row[0] += item.valid
        row[1] += 1

    def mean(sums: Array) -> Mapping[str, Array]:
        return {"valid": sums[..., 0] / sums[..., 1]}

    table = np.array(list(rows.values()))
    found = intervals(table, mean, level=level, method=method, resamples=resamples, seed=seed)
    return found.get("valid")
