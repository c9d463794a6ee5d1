"""The valid corrections of sentences and their probabilities, most of them never seen.

A `Population` is a histogram (so many variants have such a probability; see `unseen`) together with
the fingerprint it was estimated from. It does not name variants: what it is asked is how many there
are, what mass they hold, and how many a further round of annotation would find.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal, overload

import numpy as np
from scipy.special import xlog1py  # type: ignore[import-untyped]

from corrigenda.corpus import Corpus, Segment
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.formats import strict_json
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.numerics import dot, expm1
from corrigenda.references import unseen as estimators
from corrigenda.references.crowd import Crowd, as_crowd, read_people
from corrigenda.references.unseen import (
    FINENESS,
    Counts,
    Fingerprint,
    Histogram,
    chao1,
    empirical,
    fingerprint,
    good_turing,
    tidied,
    unseen,
)
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.statistics.resampling import Array

Method = Literal["unseen", "empirical"]

_ESTIMATORS = {"unseen": unseen, "empirical": empirical}

_TOLERANCE = 1e-6
"""How far from 1 probabilities may sum: rounding of those that come from a file."""


@dataclass(frozen=True, repr=False)
class Population:
    """So many variants (`variants`, not necessarily whole) have such a probability.

    `fingerprint` is what was seen: f_i variants exactly i times; it is empty if the histogram was
    not estimated but given.

    >>> population = Population.estimate({"goes": 30, "went": 12, "is going": 3, "gone": 1})
    >>> population.answers, population.seen
    (46, 4)
    """

    probabilities: tuple[float, ...]
    variants: tuple[float, ...]
    fingerprint: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.probabilities) != len(self.variants) or not self.probabilities:
            raise InputError(
                "a population needs as many numbers of variants as probabilities, at least one: "
                f"found {len(self.variants)} and {len(self.probabilities)}"
            )
        for p, h in zip(self.probabilities, self.variants, strict=True):
            if not (0 < p <= 1 and 0 <= h < math.inf):
                raise InputError(
                    f"expected a number of variants and their probability, found {h} of {p}"
                )
        mass = float(dot(*self.histogram))
        if abs(mass - 1) > _TOLERANCE:
            raise InputError(f"expected probabilities that sum to 1, found {mass:.9g}")

    # --- making one ------------------------------------------------------------------------------

    @classmethod
    def estimate(cls, counts: Counts, method: Method = "unseen") -> Population:
        """Estimate a population from how often each variant was proposed."""
        return cls.from_fingerprint(fingerprint(counts), method)

    @classmethod
    def from_fingerprint(cls, seen: Fingerprint, method: Method = "unseen") -> Population:
        """Estimate a population from how many variants were proposed once, twice, ..."""
        if method not in _ESTIMATORS:
            raise InputError(f"an estimate is 'unseen' or 'empirical', not {method!r}")
        return cls.from_histogram(_ESTIMATORS[method](seen), seen)

    @classmethod
    def from_histogram(cls, histogram: Histogram, seen: Fingerprint | None = None) -> Population:
        """Make a population from any histogram of probabilities that sum to 1."""
        x, h = histogram
        known = {} if seen is None else tidied(seen)
        return cls(tuple(map(float, x)), tuple(map(float, h)), known)

    # --- what was seen ---------------------------------------------------------------------------

    @property
    def answers(self) -> int:
        """How many answers it was estimated from."""
        return estimators.answers(self.fingerprint)

    @property
    def seen(self) -> int:
        """How many variants were among them."""
        return estimators.distinct(self.fingerprint)

    # --- what there is ---------------------------------------------------------------------------

    @cached_property
    def histogram(self) -> Histogram:
        """Probabilities and numbers of variants as arrays."""
        return Histogram(np.array(self.probabilities), np.array(self.variants))

    def variants_above(self, frequency: float = 0.0) -> float:
        """Return how many variants have a probability greater than that."""
        x, h = self.histogram
        return float(h[x > frequency].sum())

    def mass_above(self, frequency: float = 0.0) -> float:
        """Return the total probability of these variants."""
        x, h = self.histogram
        return float((h * x)[x > frequency].sum())

    @overload
    def distinct(self, annotations: int) -> float: ...
    @overload
    def distinct(self, annotations: Sequence[int]) -> Array: ...
    def distinct(self, annotations: int | Sequence[int]) -> float | Array:
        """Return how many variants to expect among so many annotations: Σ h (1 - (1 - x)^n)."""
        x, h = self.histogram
        expected = dot(drawn(x, annotations), h)
        return expected if np.ndim(annotations) else float(expected)

    @overload
    def new_variants(self, more: int) -> float: ...
    @overload
    def new_variants(self, more: Sequence[int]) -> Array: ...
    def new_variants(self, more: int | Sequence[int]) -> float | Array:
        """Return how many variants not seen yet to expect in so many further annotations.

        Σ h (1 - x)^n (1 - (1 - x)^more), where n answers are there already: the species curve.
        """
        x, h = self.histogram
        expected = dot(drawn(x, more), h * (1 - drawn(x, self.answers)))
        return expected if np.ndim(more) else float(expected)

    # --- keeping and showing it ------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the population for machines: plain dictionaries and numbers."""
        return {
            "probabilities": list(self.probabilities),
            "variants": list(self.variants),
            "fingerprint": {str(i): f for i, f in self.fingerprint.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Population:
        """Make a population from what `to_json` returned."""
        strict_json.check_keys(data, ("probabilities", "variants"), ("fingerprint",))
        seen = strict_json.mapping(data.get("fingerprint", {}), "'fingerprint'")
        strange = next((times for times in seen if not (times.isascii() and times.isdigit())), None)
        if strange is not None:
            raise InputError(f"expected how often variants were seen, found {strange!r}")
        return cls(
            _numbers(data["probabilities"], "'probabilities'"),
            _numbers(data["variants"], "'variants'"),
            tidied({int(times): number for times, number in seen.items()}),
        )

    def __repr__(self) -> str:
        seen = f", {self.seen} of them seen in {self.answers} answers" if self.answers else ""
        return f"<Population: {self.variants_above():.2f} variants{seen}>"

    def _repr_html_(self) -> str:

        return Populations({"": self})._repr_html_()


def drawn(x: Array, times: int | Sequence[int]) -> Array:
    """Return 1 - (1 - x)^times, the probability to be drawn at least once; a row for each
    `times`."""
    counts = np.asarray(times)
    if counts.dtype.kind not in "iu" or np.any(counts < 0):
        raise InputError(f"expected a number of annotations from 0 on, found {times}")
    probability: Array = -expm1(xlog1py(counts[..., None], -x))
    return probability


def _numbers(value: object, what: str) -> tuple[float, ...]:
    numbers = strict_json.items(value, what)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InputError(f"expected numbers in {what}, found {strict_json.kind(number)}")
    return tuple(map(float, numbers))


# --- too few answers ------------------------------------------------------------------------------

ENOUGH = 20
"""Fewer answers per sentence than that tell little about the corrections that nobody wrote."""


def mean_answers(populations: Iterable[Population]) -> float | None:
    """Return how many answers a sentence has on average, if populations know their answers."""
    known = [population.answers for population in populations if population.answers]
    return sum(known) / len(known) if known else None


def is_few(answers: float | None) -> bool:
    """Return whether so many answers per sentence are too few for an estimate."""
    return answers is not None and answers < ENOUGH


def is_beyond(references: int, answers: float | None) -> bool:
    """Return whether so few answers say nothing about so many references."""
    return answers is not None and is_few(answers) and references > answers


def caution(answers: float | None) -> list[str]:
    """Return what to say beside numbers that are estimated from so many answers per sentence.

    >>> caution(50.0)
    []
    """
    if answers is None or not is_few(answers):
        return []
    rarest = round(FINENESS * answers)
    return [
        f"caution: estimated from {answers:.1f} answers per sentence, fewer than {ENOUGH}. The "
        "number of variants is limited by the method, which knows no correction rarer than 1 in "
        f"{rarest}; read coverage up to {int(answers)} references only"
    ]


def in_caption(answers: float | None) -> str:
    """Return the caution as a sentence for the end of a caption."""
    return "".join(f" {said[0].upper()}{said[1:]}." for said in caution(answers))


def is_limited(frequency: float, answers: float | None) -> bool:
    """Return whether so few answers cannot tell how many variants are more frequent than that."""
    return answers is not None and is_few(answers) and frequency * answers < 1


BEYOND = "extrapolated"
"""The note beside a coverage of more references than there are answers."""

LIMITED = "limited by the method"
"""The note beside a number of variants that are rarer than one in all answers."""


class FromAnswers(Finding):
    """A result from so many answers per sentence (None: not known): it says if these are few."""

    answers: float | None

    @property
    def cautions(self) -> list[str]:
        """Return what to say beside the numbers."""
        return caution(self.answers)

    def record(self) -> dict[str, Any]:
        return {**super().record(), "answers": self.answers, "cautions": self.cautions}

    def _section(
        self, table: Table, figure: Figure, notes: Sequence[str], verdicts: Sequence[str] = ()
    ) -> Section:
        """Return the section that shows the result; its verdicts are the cautions by default."""
        return Section(
            self.title,
            verdicts=list(verdicts or self.cautions),
            tables=[table],
            figures=[figure],
            notes=list(notes),
        )


# --- many sentences -------------------------------------------------------------------------------

THRESHOLDS = (0.0, 0.001, 0.01, 0.1)
"""The frequencies of Table 1 of Choshen and Abend (2018)."""

CHUNK = 16
"""Sentences that a process takes at a time."""


@dataclass(frozen=True, eq=False, repr=False)
class Populations(FromAnswers, Mapping[str, Population], title="Populations of corrections"):
    """The populations of many sentences, by sentence.

    above    shown are numbers of variants more frequent than these
    """

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
        rows: list[TableRow] = [[f"{q:g}", self.variants(q), self.mass(q)] for q in self.above]
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
        yield self._section(Table(columns, rows), self._figure(), notes)

    def _figure(self) -> Figure:
        """Return the figure of the mass that the most frequent variants hold: the mean over
        sentences."""
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
    return math.fsum(values) / len(values)


def _mass_of_most_frequent(population: Population, numbers: Array) -> Array:
    x, h = population.histogram
    order = np.argsort(-x)
    variants = np.concatenate([[0.0], np.cumsum(h[order])])
    masses = np.concatenate([[0.0], np.cumsum((h * x)[order])])
    held: Array = np.interp(numbers, variants, masses)
    return held


# --- estimating and keeping them ------------------------------------------------------------------


def from_counts(
    counts: Mapping[str, Counts],
    method: Method = "unseen",
    *,
    jobs: int | None = None,
) -> Populations:
    """Return the population of each sentence, from how often each of its variants was proposed."""
    work = partial(_estimated, method)
    estimated = mapped(work, counts.items(), chunk=CHUNK, jobs=jobs)
    return Populations(dict(zip(counts, estimated, strict=True)))


def _estimated(method: Method, sentences: list[tuple[str, Counts]]) -> list[Population]:
    populations = []
    for sentence, counts in sentences:
        try:
            populations.append(Population.estimate(counts, method))
        except InputError as error:
            raise InputError(f"{error.message}, in {sentence!r}", hint=error.hint) from None
    return populations


def write(populations: Mapping[str, Population], path: PathLike) -> None:
    """Write one JSON object per line: the sentence and its population."""
    with writing(path) as file:
        for sentence, population in populations.items():
            record = {"sentence": sentence, **population.to_json()}
            file.write(strict_json.dumped(record) + "\n")


def read(path: PathLike) -> Populations:
    """Read what `write` wrote."""
    file = name_of(path)
    populations: dict[str, Population] = {}
    for line, record in strict_json.records(read_lines(path), file):
        try:
            if "sentence" not in record:
                raise InputError("expected the key 'sentence'")
            sentence = strict_json.text(record.pop("sentence"), "'sentence'")
            if sentence in populations:
                raise InputError(f"the sentence {sentence!r} is there twice")
            populations[sentence] = Population.from_json(record)
        except InputError as error:
            raise strict_json.located(error, file, line) from None
    if not populations:
        raise InputError("expected populations, found none", file=file)
    return Populations(populations)


Key = Literal["exact", "index", "positions"]


KEYS: Mapping[Key, str] = {
    "exact": "accuracy",
    "index": "index match",
    "positions": "index match, insertions unseen",
}
"""When two corrections are the same, and what a perfect corrector's score is then called: equal
texts; equal places changed, inserted words among them; equal places of the source changed."""


Files = PathLike | Sequence[PathLike]
"""One file or several: what a crowd wrote, corpora with references, or populations."""


def read_files(people: object) -> Crowd | Populations | list[Corpus] | None:
    """Return what files hold, all of it; None if no files are given."""
    if isinstance(people, (str, os.PathLike)):
        people = [people]
    if not isinstance(people, (list, tuple)) or not people:
        return None
    if not all(isinstance(one, (str, os.PathLike)) for one in people):
        return None
    if len(people) == 1 and holds_populations(people[0]):
        return read(people[0])
    return read_people(people)


def populations_of(
    people: Crowd | Populations | Iterable[Segment] | Files,
    key: Key = "exact",
    method: Method = "unseen",
    *,
    jobs: int | None = None,
) -> Populations:
    """Return populations as they are, those in a file, or those of what people wrote."""
    known = read_files(people) or people
    if isinstance(known, Populations):
        return known
    return estimate(known, key, method, jobs=jobs)  # type: ignore[arg-type]


def holds_populations(path: PathLike) -> bool:
    """Return whether this is a file of populations, as `populations.write` writes it."""
    first = next(read_lines(path), "")
    return first.lstrip().startswith("{") and '"probabilities"' in first


def check_key(key: str) -> None:
    """Refuse what does not say when corrections are the same."""
    if key not in KEYS:
        raise InputError(
            f"corrections are the same by {', '.join(map(repr, KEYS))}, not by {key!r}"
        )


def estimate(
    people: Crowd | Iterable[Segment] | Files,
    key: Key = "exact",
    method: Method = "unseen",
    *,
    jobs: int | None = None,
) -> Populations:
    """Return the populations of a crowd's sentences, by what counts as the same correction.

    `people` may be a corpus, whose references are taken for answers, or files of either.
    Sentences with a single answer are left out, unless what was seen is taken for all there is (see
    `Crowd.with_several_answers`).
    """
    check_key(key)
    held = read_files(people) or people
    if isinstance(held, Populations):
        raise InputError("expected what people wrote, found populations, estimated already")
    crowd = as_crowd(held)
    if method == "unseen":
        several = crowd.with_several_answers()
        if crowd.sentences and not several.sentences:
            raise InputError(
                "expected at least 2 answers to a sentence to estimate a population from, found 1",
                hint="assume that there are no unseen corrections: method='empirical'",
            )
        crowd = several
    if not crowd.sentences:
        raise InputError(
            "no sentence is kept, so there is nothing to estimate from",
            hint="keep sentences that most workers left unchanged, too: selection='all'",
        )
    counts = crowd.counts() if key == "exact" else crowd.index_counts(insertions=key == "index")
    populations = from_counts(counts, method, jobs=jobs)
    return replace(populations, remarks=crowd.remarks)
