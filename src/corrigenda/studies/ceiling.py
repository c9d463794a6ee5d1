"""What would a perfect corrector score? Any measure with references, by their number.

A perfect corrector that writes what people write is found wrong wherever the references say it in
other words. Its score with M references is the ceiling to compare those of real systems with (see
`ceiling_draws` for what it writes). From a corpus it is the agreement of an annotator who is left
out with those who are not. It is no upper bound: a system that prefers frequent corrections, or
leaves alone what can be corrected in many ways, may score above it.

Intervals are of two kinds. Resampling sentences (BCa) tells how the score of such a test set would
vary. A crowd has corrected few different sentences, though, each of which is drawn many times, and
other sentences would have had other corrections: resampling sources with all that was drawn from
them (sentences that need no correction stay as they are) tells how far the ceiling itself is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from corrigenda._version import __version__
from corrigenda.corpus import Correction
from corrigenda.engine.parallel import Progress
from corrigenda.engine.tables import Candidates, candidates, tables
from corrigenda.errors import InputError
from corrigenda.measures.contract import Array, Choice, Measure
from corrigenda.population.enough import ENOUGH, is_few
from corrigenda.statistics.intervals import Interval
from corrigenda.statistics.resampling import totals
from corrigenda.statistics.settings import Settings
from corrigenda.studies.ceiling_draws import FINE, Drawn, Draws
from corrigenda.studies.scoring import measures_for

GAIN = 0.01
"""A reference that adds less than that is not worth much."""


@dataclass(frozen=True)
class Point:
    """The score of a perfect corrector with so many references.

    interval  over sentences
    clusters  over sources, where sentences are drawn from a few
    spread    standard deviation of the scores of single rounds, if there are several
    """

    references: int
    value: float
    interval: Interval | None = None
    clusters: Interval | None = None
    spread: float | None = None


@dataclass(frozen=True)
class Ceiling:
    """What people's own corrections score by one measure, for several numbers of references.

    sources    how many sentences a crowd corrected; None: annotators of a corpus are left out
    answers    how many answers each of these sentences has, if that is known
    sentences  how many sentences are scored (0: none is, the scores are computed)
    """

    measure: Measure
    points: tuple[Point, ...]
    settings: Settings
    sources: int | None
    notes: tuple[str, ...]
    signature: str
    answers: float | None = None
    sentences: int = 0

    @property
    def who(self) -> str:
        """Whose score it is."""
        return "a left-out annotator" if self.sources is None else "a perfect corrector"

    @property
    def title(self) -> str:
        if self.sources is None:
            return f"Agreement of a left-out annotator by {self.measure}"
        return f"A perfect corrector by {self.measure}"

    @property
    def cautions(self) -> list[str]:
        """What to say beside the scores, if they are drawn from few answers."""
        if self.answers is None or not is_few(self.answers):
            return []
        return [
            f"caution: drawn from {self.answers:.1f} answers per sentence, fewer than {ENOUGH}. A "
            "correction is often judged by itself, so the scores are too high, the more so the "
            "more references are drawn; references of a corpus are left out in turn (--m2)"
        ]

    def at(self, references: int) -> Point:
        """The score with so many references."""
        for point in self.points:
            if point.references == references:
                return point
        listed = ", ".join(str(point.references) for point in self.points)
        raise InputError(f"no ceiling was computed for {references} references, only for {listed}")

    def enough(self, gain: float = GAIN) -> int | None:
        """The number of references at which one more adds less than that (None: more than here).

        What each adds is noisy, and must not grow in the long run: it is smoothed, so that it
        never does.
        """
        steps = adds(
            [point.references for point in self.points], [point.value for point in self.points]
        )
        below = (M for M, step in zip(self.points, steps, strict=False) if step < gain)
        found = next(below, None)
        return None if found is None else found.references


def adds(references: Sequence[int], values: Sequence[float]) -> list[float]:
    """What one more reference adds, from each number to the next: never more than before.

    The least-squares fit of steps that do not grow, by pooling neighbours that do (Ayer et al.
    1955, *An empirical distribution function for sampling with incomplete information*).

    >>> adds([1, 2, 3, 4], [0.1, 0.3, 0.35, 0.45])
    [0.2, 0.075, 0.075]
    """
    blocks: list[tuple[float, int, int]] = []  # total gain, references, steps
    for (m0, v0), (m1, v1) in pairwise(zip(references, values, strict=True)):
        gain, width, count = v1 - v0, m1 - m0, 1
        while blocks and blocks[-1][0] / blocks[-1][1] < gain / width:
            before = blocks.pop()
            gain, width, count = gain + before[0], width + before[1], count + before[2]
        blocks.append((gain, width, count))
    return [round(gain / width, 12) for gain, width, count in blocks for _ in range(count)]


def ceiling(
    draws: Draws,
    measures: str | Measure | Iterable[str | Measure] = "M2",
    references: Sequence[int] | None = None,
    *,
    settings: Settings | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Ceiling]:
    """The score of a perfect corrector by each measure, for these numbers of references (or all).

    In a corpus where sentences have differing numbers of references, M means up to M.
    """
    wanted = limited(measures_for(measures, references=True))
    used = settings or Settings()
    numbers = list(range(1, draws.most + 1)) if references is None else sorted(set(references))
    if not numbers or numbers[0] < 1 or numbers[-1] > draws.most:
        raise InputError(
            f"expected numbers of references from 1 to {draws.most}, found "
            f"{', '.join(map(str, numbers)) or 'none'}",
            hint="leaving one out, there is one reference less than the corpus has"
            if draws.sources is None
            else None,
        )
    scored = rows_of(draws, wanted, numbers, jobs=jobs, progress=progress)
    return [
        from_rows(measure, [rows for (rows,) in by_number], numbers, draws, used)
        for measure, by_number in zip(wanted, scored, strict=True)
    ]


def from_rows(
    measure: Measure, rows: Sequence[Array], numbers: Sequence[int], draws: Draws, used: Settings
) -> Ceiling:
    """Return the ceiling by a measure, from rows (see `rows_of`) for each number of references."""
    return Ceiling(
        measure,
        tuple(
            _point(number, measure, of_number, draws, used)
            for number, of_number in zip(numbers, rows, strict=True)
        ),
        used,
        draws.sources,
        draws.notes,
        f"{measure.full()}|{draws.signature}|{used.signature()}v:{__version__}",
        draws.answers,
        draws.sentences,
    )


def limited(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The measures, all of which must depend on references."""
    for measure in measures:
        if not is_limited(measure):
            raise InputError(
                f"{measure} needs no references, so they set it no ceiling",
                hint="M2, GLEU or Accuracy do",
            )
    return tuple(measures)


def is_limited(measure: Measure) -> bool:
    """Does its score depend on references?"""
    return measure.needs_references()


Rows = list[list[list[Array]]]
"""`[measure][number of references][hypothesis]`: arrays of rounds, sentences and columns."""


def rows_of(
    draws: Draws,
    measures: Sequence[Measure],
    numbers: Sequence[int],
    outputs: Sequence[Sequence[Correction]] = (),
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Rows:
    """Return the rows of the drawn hypotheses, for each of these numbers of references.

    `outputs` has the corrections of all sentences by other systems. They are scored on the same
    sentences, with the same references as the drawn hypotheses, for the last of the numbers.
    """
    found: dict[Measure, list[list[Array]]] = {}
    apart = [measure for measure in measures if measure.by_reference()]
    if apart:
        found.update(_picked(draws, apart, numbers, outputs, jobs, progress))
    others = [measure for measure in measures if not measure.by_reference()]
    if others:
        found.update(_recomputed(draws, others, numbers, outputs, jobs, progress))
    return [found[measure] for measure in measures]


def _recomputed(
    draws: Draws,
    measures: Sequence[Measure],
    numbers: Sequence[int],
    outputs: Sequence[Sequence[Correction]],
    jobs: int | None,
    progress: Progress | None,
) -> dict[Measure, list[list[Array]]]:
    """Compute each number of references from the beginning: for measures that mix references."""
    found: dict[Measure, list[list[Array]]] = {measure: [] for measure in measures}
    for number in numbers:
        others = outputs if number == numbers[-1] else ()
        rounds = []
        for drawn in draws.rounds:
            pairs = (
                (
                    replace(one.segment, references=one.segment.references[:number]),
                    (one.hypothesis, *(output[one.sentence] for output in others)),
                )
                for one in drawn
            )
            rounds.append(tables(measures, pairs, 1 + len(others), jobs=jobs, progress=progress))
        for m, measure in enumerate(measures):
            found[measure].append(
                [
                    np.array([measure.additive(one[m][s].rows) for one in rounds])
                    for s in range(1 + len(others))
                ]
            )
    return found


def _picked(
    draws: Draws,
    measures: Sequence[Measure],
    numbers: Sequence[int],
    outputs: Sequence[Sequence[Correction]],
    jobs: int | None,
    progress: Progress | None,
) -> dict[Measure, list[list[Array]]]:
    """Compute the candidates of each hypothesis with each reference once, and pick from them.

    For measures with a candidate for each reference (`Measure.by_reference`). Rounds over the same
    sentence share its references, and systems are the same in all rounds.
    """
    together = _gathered(draws)
    pairs = []
    for group, references in together:
        segment = replace(group[0].segment, references=tuple(references.values()))
        hypotheses = [one.hypothesis for one in group]
        pairs.append((segment, hypotheses + [output[group[0].sentence] for output in outputs]))
    computed = list(candidates(measures, pairs, jobs=jobs, progress=progress))
    # Of each drawn hypothesis: the candidates of its sentence, its number there, its references.
    places: dict[int, tuple[Candidates, int, list[int]]] = {}
    for (group, references), of_sentence in zip(together, computed, strict=True):
        index = {name: k for k, name in enumerate(references)}
        for h, one in enumerate(group):
            order = [index[id(reference)] for reference in one.segment.references]
            places[id(one)] = of_sentence, h, order
    found: dict[Measure, list[list[Array]]] = {}
    for m, measure in enumerate(measures):
        found[measure] = []
        for number in numbers:
            last = number == numbers[-1]
            systems: list[list[Array]] = [[] for _ in range(1 + (len(outputs) if last else 0))]
            for drawn in draws.rounds:
                for s, rounds in enumerate(systems):
                    choice = Choice(measure)
                    for one in drawn:
                        of_sentence, own, order = places[id(one)]
                        options = of_sentence[m][own if s == 0 else s - 1 - len(outputs)]
                        choice.add([options[k] for k in order[:number]])
                    rounds.append(measure.additive(choice.table().rows))
            found[measure].append([np.array(rounds) for rounds in systems])
    return found


def _gathered(draws: Draws) -> list[tuple[list[Drawn], dict[int, Correction]]]:
    """Return what was drawn of each sentence, with all references that judge it.

    Rounds over a corpus draw the same sentences; those over a crowd draw other ones each time.
    """
    groups: dict[tuple[int, int], tuple[list[Drawn], dict[int, Correction]]] = {}
    for turn, drawn in enumerate(draws.rounds):
        for one in drawn:
            key = (0 if draws.sources is None else turn, one.sentence)
            hypotheses, references = groups.setdefault(key, ([], {}))
            hypotheses.append(one)
            references.update((id(reference), reference) for reference in one.segment.references)
    return list(groups.values())


def score_of(measure: Measure, rows: Array) -> float:
    """The score of rows in additive columns."""
    return float(measure.values(totals(rows))["score"])


def _point(
    references: int, measure: Measure, rounds: Array, draws: Draws, settings: Settings
) -> Point:
    rows = rounds.sum(axis=0)
    value = score_of(measure, rows)
    alone = [score_of(measure, one) for one in rounds]
    spread = float(np.std(alone, ddof=1)) if len(alone) > 1 else None
    if settings.ci is None:
        return Point(references, value, spread=spread)
    interval = settings.intervals(rows, measure.values).get("score")
    if draws.sources is None:
        return Point(references, value, interval, spread=spread)
    sources, fine = _by_source(draws, rounds)

    def values(sums: Array) -> Mapping[str, Array]:
        return measure.values(sums + fine)

    clusters = settings.intervals(sources, values).get("score")
    return Point(references, value, interval, clusters, spread)


def _by_source(draws: Draws, rounds: Array) -> tuple[Array, Array]:
    """The sums of rows by source, and the sum of those that need no correction."""
    of = np.array([one.source for drawn in draws.rounds for one in drawn])
    rows = rounds.reshape(len(of), -1)
    sums = np.array([rows[of == source].sum(axis=0) for source in np.unique(of[of != FINE])])
    return sums, rows[of == FINE].sum(axis=0)
