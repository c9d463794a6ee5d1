"""The interface of measures: each sentence becomes a row, and a sum of rows becomes a score.

    rows  = measure.rows(corpus, system)           # ndarray, one row per sentence
    score = measure.score(measure.totals(rows))    # totals: rows.sum(axis=0), except GLEU

Everything else (intervals, tests, per-sentence views, per-type tables, streaming) is written once
for all measures, from these parts:

1. `candidates`: for one sentence, the rows it would have with each reference (often just one).
   It sees nothing but its sentence, so sentences can be computed anywhere, in any order. (Where
   many at once are quicker, `batch_candidates` does it.)
2. `select`: which of the candidates counts, given the totals so far (M2 and ERRANT choose the
   reference that makes the cumulative F highest). It runs in corpus order.
3. `values`: from sums of rows to the score and its parts, for many sums at once.

A measure is a small frozen value. Its text form is its identity:
`measure("M2(beta=1.0)") == M2(beta=1.0)` and `str(M2()) == "M2"`.
"""

from __future__ import annotations

import inspect
import math
import sys
from array import array
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from html import escape
from itertools import chain
from operator import add
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from corrigenda import docstrings, plugins
from corrigenda.corpus import Correction, Pair, Segment, System
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.numerics import Array as Array

Row = Sequence[float]
BLOCK = 128
"""Sentences that are computed at once."""
PACKED = 1 << 15
"""Numbers that `Choice` packs at once."""

Verdict = Literal["hit", "spurious", "missed"]
Need = Literal["references", "texts", "graphs"]
Against = Literal["references", "source", "analysis"]
Presets = Mapping[str, Mapping[str, Any]]


class naming:  # noqa: N801 - used like a function, and faster than a generator
    """Prefix errors raised inside with the id of the sentence."""

    __slots__ = ("segment",)

    def __init__(self, segment: Segment) -> None:
        self.segment = segment

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError) and (name := self.segment.id):
            where = f"sentence {name}"
            if not error.message.startswith(where):
                raise InputError(f"{where}: {error.message}", hint=error.hint) from error


def _called(segment: Segment) -> str:
    return f"sentence {segment.id}" if segment.id else "the sentence"


class Judgement(NamedTuple):
    """One edit and what became of it: a hit, spurious (only the system), missed (only gold)."""

    edit: Edit
    verdict: Verdict

    def __repr__(self) -> str:
        return f"<{self.verdict}: {self.edit!r}>"

    def _repr_html_(self) -> str:
        return f"{self.verdict}: {self.edit._repr_html_()}"


class Loss(NamedTuple):
    """What words take off a score: their places in the source and in the correction, the kind of
    loss, how many points, and the alarm that it raises, if any."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    kind: str
    points: float
    alarm: str = ""


class ScoredRows(NamedTuple):
    """The rows of a corpus, and the number of the candidate (the reference) each of them is."""

    rows: Array
    chosen: Sequence[int]


class Example(NamedTuple):
    """A worked example: `corrigenda measures NAME` scores it and prints the arithmetic."""

    source: str
    references: tuple[str, ...]
    hypothesis: str


@dataclass(frozen=True, repr=False)
class Score:
    """A score, its parts (precision and recall, say) and the counts behind it."""

    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        parts = "".join(f", {name} {part:.4f}" for name, part in self.parts.items())
        counts = ", ".join(f"{name} {count:g}" for name, count in self.counts.items())
        return f"<Score {self.value:.4f}{parts}{f'; {counts}' if counts else ''}>"

    def _repr_html_(self) -> str:
        numbers = {"score": self.value, **self.parts}
        cells = {name: f"{number:.4f}" for name, number in numbers.items()}
        cells |= {name: f"{count:g}" for name, count in self.counts.items()}
        heads = "".join(f"<th>{escape(name)}</th>" for name in cells)
        return (
            f"<table><thead><tr>{heads}</tr></thead><tbody><tr>"
            + "".join(f"<td>{cell}</td>" for cell in cells.values())
            + "</tr></tbody></table>"
        )


class Within(NamedTuple):
    """The least and the greatest value of a parameter: `n: Annotated[int, Within(1, 20)] = 4`."""

    low: float = -math.inf
    high: float = math.inf


class OneOf(NamedTuple):
    """The values of a parameter, where a `Literal` cannot list them."""

    choices: tuple[Any, ...]


class Unsigned(NamedTuple):
    """Marks a parameter that is left out of signatures at its default: it came later, and
    signatures stay as they were."""


class Parameter(NamedTuple):
    """A parameter of a measure, as its class declares and its docstring describes it."""

    name: str
    default: Any
    doc: str
    choices: tuple[Any, ...]
    within: Within
    unsigned: bool


def parameters(cls: Any) -> tuple[Parameter, ...]:
    """Return the parameters of a class of measures."""
    return _parameters(cls)


@cache
def _parameters(cls: type[Measure]) -> tuple[Parameter, ...]:
    docs = [docstrings.split(base.__doc__, ["Parameters", "Presets"]) for base in cls.__mro__]
    described = ChainMap(*(doc.sections.get("Parameters", {}) for doc in docs))
    return tuple(
        _parameter(field, _annotation(cls, field.name), described.get(field.name, ""))
        for field in fields(cls)
        if field.name != "preset"
    )


def _parameter(field: Field[Any], annotation: Any, doc: str) -> Parameter:
    marks: dict[type, Any] = {}
    if get_origin(annotation) is Annotated:
        annotation, *given = get_args(annotation)
        marks = {type(mark): mark for mark in given}
    literal = get_origin(annotation) is Literal
    choices = get_args(annotation) if literal else marks.get(OneOf, OneOf(())).choices
    within = marks.get(Within, Within())
    return Parameter(field.name, field.default, doc, choices, within, Unsigned in marks)


def _annotation(cls: type[Measure], name: str) -> Any:
    """Return the annotation of a field, as its module understands it."""
    owner = next(base for base in cls.__mro__ if name in inspect.get_annotations(base))
    annotation = inspect.get_annotations(owner)[name]
    if isinstance(annotation, str):
        return eval(annotation, vars(sys.modules[owner.__module__]), dict(vars(owner)))
    return annotation


def _unknown(cls: Any, key: str, known: Sequence[str]) -> InputError:
    options = [*known, *["preset"] * bool(cls.presets)]
    guess = plugins.closest(key, options)
    return InputError(
        f"{cls.name()} has no parameter {key!r}; it has {', '.join(options) or 'none at all'}",
        hint=f"did you mean {guess}?" if guess else None,
    )


class _FromPreset(type):
    """Makes a measure from a preset: parameters that are not given are those of the preset."""

    def __call__(cls, *given: Any, preset: str = "", **named: Any) -> Any:
        known = [one.name for one in parameters(cls)]
        for key in named:
            if key not in known:
                raise _unknown(cls, key, known)
        if preset:
            places = known[: len(given)]
            presets = {one.lower(): one for one in cls.presets}  # type: ignore[attr-defined]
            preset = presets.get(str(preset).lower(), str(preset))
            values = cls.preset_values(preset)  # type: ignore[attr-defined]
            rest = {name: value for name, value in values.items() if name not in places}
            named = {**rest, **named, "preset": preset}
        return super().__call__(*given, **named)


@dataclass(frozen=True)
class Measure(metaclass=_FromPreset):
    """Base of all measures. A subclass is a frozen dataclass with declared parameters."""

    presets: ClassVar[Presets] = {}
    """Named sets of parameter values, each for the scores of another tool, which the docstring
    names under `Presets:`. `SARI(preset="easse")` takes them; parameters that are given besides
    come first."""

    columns: ClassVar[tuple[str, ...]] = ()
    """What the numbers of a row are."""

    score_name: ClassVar[str] = "score"
    """What tables call the score; it may name parameters: `F{beta:g}`."""

    shown_counts: ClassVar[tuple[str, ...]] = ()
    """The counts that tables show beside the score."""

    part_notes: ClassVar[Mapping[str, str]] = {}
    """What parts and counts are whose names do not tell; tables say so."""

    best: ClassVar[Literal["max", "min"] | None] = "max"
    """Which score is the best of several. None: more is neither better nor worse, so that a
    difference is just a difference, and nobody wins."""

    shares: ClassVar[tuple[str, ...] | None] = None
    """Which of `score` and its parts are shares, between 0 and 1 (or -1 and 1), that tables may
    print in percent. None: all of them, if one score is the best; else none."""

    needs: ClassVar[tuple[Need, ...]] = ("references",)
    """What it asks of sentences. `references`: at least one. `texts`: of the references, only those
    with a text (edits that overlap make none; others are left out). `graphs`: semantic graphs,
    which are made for sentences that have none."""

    against: ClassVar[Against] = "references"
    """What a correction is compared with. `references`: what annotators wrote. `source`: the source
    alone, so that leaving it unchanged is safe; such a score is shown beside how much was changed.
    `analysis`: another analysis of the same text, which nobody corrects. It follows from `needs`
    (`source` if no references are needed) unless a measure says otherwise."""

    judges: ClassVar[bool] = False
    """Whether it judges edits: whether `judge` says which edits were right."""

    row_type: ClassVar[type] = float
    """What rows of differing length, padded to the longest, are held as."""

    cumulative: ClassVar[bool] = False
    """Whether `select` goes by the totals of the sentences before."""

    extractor: ClassVar[str] = ""
    """The tool that extracts edits from text for published scores, if the measure compares edits as
    they are given: what corrigenda extracts gives other scores, and results say so."""

    gold: ClassVar[bool] = False
    """Whether published scores compare with edits that annotators marked: edits that are extracted
    from references given as texts are cut otherwise, and results say so."""

    typed_by: ClassVar[str] = ""
    """What extracts edits from text and types them as published scores have it, if anything does:
    program and model, with versions."""

    model: ClassVar[str] = ""
    """The network, or the tables and weights, that the score comes from, with a version that
    changes with its numbers: part of the signature."""

    made_of: ClassVar[tuple[str, ...]] = ()
    """Parts without which the score is not to be read: comparisons, `rerank` and sentences have
    them, too."""

    cut_by: ClassVar[str] = ""
    """What cuts the edits that are judged, if it is neither the file that gives them nor the tool
    that extracts and types them: tables by type say so."""

    origin: ClassVar[str] = ""
    """Where the definition comes from: paper and reference implementation."""

    example: ClassVar[Example] = Example(
        "Last week he go to the park with big dog of his friend .",
        (
            "Last week he went to the park with the big dog of his friend .",
            "Last week he went to the park with his friend 's big dog .",
        ),
        "Last week he went to the park with big dogs of his friend .",
    )

    preset: str = field(default="", kw_only=True)

    _declared_name: ClassVar[str] = ""

    def __init_subclass__(cls, name: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._declared_name = name
        if "needs" in cls.__dict__ and "against" not in cls.__dict__:
            cls.against = "references" if "references" in cls.needs else "source"

    def __post_init__(self) -> None:
        for one in parameters(type(self)):
            value = _coerced(self, one.name, getattr(self, one.name), one.default)
            object.__setattr__(self, one.name, value)
            self._check_value(one, value)
        object.__setattr__(self, "columns", self.column_names())

    def _check_value(self, parameter: Parameter, value: Any) -> None:
        where, (low, high) = f"{self.name()}: {parameter.name} must be", parameter.within
        if parameter.choices and value not in parameter.choices:
            listed = ", ".join(_text(choice) for choice in parameter.choices)
            raise InputError(f"{where} one of {listed}, not {_text(value)}")
        if low > -math.inf and not value >= low:
            raise InputError(f"{where} at least {low}, not {value}")
        if high < math.inf and not value <= high:
            raise InputError(f"{where} at most {high}, not {value}")

    def column_names(self) -> tuple[str, ...]:
        """Return what the numbers of a row are: `columns`, unless that depends on parameters."""
        return self.columns

    def wants_tokens(self) -> bool:
        """Return whether it compares words as spaces separate them: raw text gives other scores."""
        return True

    # --- identity ----------------------------------------------------------------------------

    @classmethod
    def name(cls) -> str:
        """Return what users type: `name=` of the class statement, or else that of the class."""
        return cls._declared_name or cls.__name__

    @classmethod
    def definition(cls) -> str:
        """Return the definition: the first paragraph of the class's docstring."""
        return cls.explanation().split("\n\n")[0].replace("\n", " ")

    @classmethod
    def explanation(cls) -> str:
        """Return the docstring of the class, without parameters and presets."""
        return docstrings.split(cls.__doc__, ["Parameters", "Presets"]).text

    @classmethod
    def preset_values(cls, name: str) -> Mapping[str, Any]:
        """Return the values of a preset."""
        if name not in cls.presets:
            if not cls.presets:
                raise InputError(
                    f"{cls.name()} has no presets, so none is called {name!r}",
                    hint=f"leave it out: {cls.name()}; its page under docs/measures/ says which "
                    "tools it agrees with",
                )
            known = ", ".join(cls.presets)
            raise InputError(f"{cls.name()} has no preset {name!r}; it has {known}")
        return cls.presets[name]

    def about_score(self) -> str:
        """Return what tables say of the score beneath them, if anything."""
        return ""

    def label(self) -> str:
        """Return what its score is called in a table: `score_name`, filled in."""
        return self.score_name.format_map(vars(self))

    def unit_of(self, part: str = "score") -> Literal["score", "share"]:
        """Return whether the score, or a part of it, is a share that may be printed in percent."""
        if self.shares is None:
            return "score" if self.best is None else "share"
        return "share" if part in self.shares else "score"

    def __str__(self) -> str:
        """What to type after `-m`: the name, the preset, and the parameters that are not as the
        preset has them (without one: not at their default)."""
        usual = self.preset_values(self.preset) if self.preset else {}
        changed = (
            one.name
            for one in parameters(type(self))
            if getattr(self, one.name) != usual.get(one.name, one.default)
        )
        return self._written([*(["preset"] if self.preset else []), *changed])

    def as_text(self) -> str:
        """Return the measure in JSON."""
        return str(self)

    def full(self) -> str:
        """Return the text form with every parameter, as signatures carry it (apart from `Unsigned`
        ones at their default). A preset is spelled out."""
        return self._written(
            one.name
            for one in parameters(type(self))
            if not one.unsigned or getattr(self, one.name) != one.default
        )

    def _written(self, names: Iterable[str]) -> str:
        given = ",".join(f"{n}={_text(getattr(self, n))}" for n in names)
        return f"{self.name()}({given})" if given else self.name()

    @classmethod
    def worked_example(cls) -> tuple[Segment, Correction]:
        """Return the example, ready to be scored."""
        source, references, hypothesis = cls.example
        given = tuple(Correction(source, text=reference) for reference in references)
        return Segment(source, given, "1"), Correction(source, text=hypothesis)

    # --- before any work -------------------------------------------------------------------------

    def check(self) -> None:
        """Raise an InputError if it cannot be computed here: if a package is missing, say."""

    def verify(self) -> None:
        """Raise InputError, with the measure's name, if it does not keep to the contract: look at
        what it declares, score its worked example and look at rows and values."""
        self._verify_declarations()
        segment, correction = self.worked_example()
        if "graphs" in self.needs and segment.graph is None:
            return  # it can be scored only once there is a parser
        rows = self.candidates(segment, correction)
        if not isinstance(rows, (Sequence, np.ndarray)) or not len(rows):
            raise self._broken("candidates", "a list of rows, one per way to choose", rows)
        for row in rows:
            if not isinstance(row, (Sequence, np.ndarray)):
                raise self._broken("candidates", "rows, each a sequence of numbers", row)
            ragged = type(self).table is not Measure.table
            if self.columns and not ragged and len(row) != len(self.columns):
                names = ", ".join(self.columns)
                raise self._broken("candidates", f"rows of {len(self.columns)} ({names})", row)
        table = self.choose([rows])
        values = self.values(self.resampled_rows(table.rows).sum(axis=0))
        if not isinstance(values, dict) or next(iter(values), None) != "score":
            raise self._broken("values", "a dictionary whose first key is 'score'", values)

    def _verify_declarations(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "best": ("max", "min", None),
            "against": get_args(Against),
        }
        for name, values in allowed.items():
            if (value := getattr(self, name)) not in values:
                raise self._misdeclared(name, f"one of {', '.join(map(repr, values))}", value)
        known = get_args(Need)
        if not isinstance(self.needs, tuple) or not set(self.needs) <= set(known):
            raise self._misdeclared(
                "needs", f"a tuple of {', '.join(map(repr, known))}", self.needs
            )
        if "texts" in self.needs and "references" not in self.needs:
            raise self._misdeclared("needs", "'references' beside 'texts'", self.needs)

    def _misdeclared(self, name: str, expected: str, value: object) -> InputError:
        return InputError(
            f"measure {self.name()}: expected {name} to be {expected}, found {value!r}",
            hint="docs/extending.md says what a measure declares",
        )

    def part_names(self) -> tuple[str, ...] | None:
        """Return the names of the parts of its score, from its worked example; None if only a
        parser could make it."""
        segment, correction = self.worked_example()
        if "graphs" in self.needs and segment.graph is None:
            return None
        table = self.choose([self.candidates(segment, correction)]).rows
        return tuple(self.score(self.totals(table)).parts)

    def _broken(self, method: str, expected: str, returned: object) -> InputError:
        return InputError(
            f"measure {self.name()}: expected {method}() to return {expected}, got {returned!r}",
            hint="docs/extending.md says what a measure returns",
        )

    # --- from sentences to rows ------------------------------------------------------------------

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        """Return the rows this sentence would have, one for each way to choose a reference.

        A measure overrides this, or `batch_candidates`.
        """
        if type(self).batch_candidates is Measure.batch_candidates:
            raise NotImplementedError
        return self.batch_candidates([(segment, (correction,))])[0][0]

    def by_reference(self) -> bool:
        """Return whether each reference has one candidate of its own, in the order of references.

        It must not depend on the other references. The candidates with some of the references are
        then some of the candidates with all of them, and need not be computed again.
        """
        return False

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        """Return the candidates of each correction of each sentence.

        Override it if computing many sentences at once is faster. Corrections on which systems
        agree are there once, so sentences may differ in how many they have.
        """
        self.prepare(pairs)
        by_sentence: list[list[Sequence[Row]]] = []
        for segment, corrections in pairs:
            with naming(segment):
                by_sentence.append([self.candidates(segment, c) for c in corrections])
        return by_sentence

    def prepare(self, pairs: Sequence[Pair]) -> None:
        """Compute at once, and keep, what `candidates` and `judge` need of these sentences.

        It changes no row: override it if one sentence at a time is slow.
        """

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        """Return which candidate counts: the first of those with the best score by themselves.

        A measure that chooses by `totals`, those of all sentences before this one, is `cumulative`.
        """
        scores = self.sentence_scores(self.table(candidates))
        return int(scores.argmin() if self.best == "min" else scores.argmax())

    def judge(
        self, segment: Segment, correction: Correction, candidate: int
    ) -> list[Judgement] | None:
        """Return the edits behind a candidate's row, each with its verdict; None if there are no
        edits."""
        return None

    def losses(self, pairs: Sequence[Pair]) -> list[list[list[Loss]]] | None:
        """Return what each correction of each sentence loses, word by word; None if words have no
        share in the score."""
        return None

    def has_types(self, correction: Correction) -> bool:
        """Do the system's edits, as `judge` shows them, have types of their own?"""
        return correction.given_edits is not None

    def keeps_types(self) -> bool:
        """Do tables by type show the types that `judge` gives? Else all edits are typed again."""
        return False

    def with_given_types(self) -> Measure:
        """Return the measure that judges the same, but shows types as files give them."""
        return self

    def edits_of(self, correction: Correction) -> Sequence[Edit] | None:
        """Return the edits of a correction, if they do not depend on what it is compared with."""
        return None

    def type_of(self, edit: Edit) -> str:
        """Return the type under which a judged edit is grouped in tables by type."""
        return edit.type

    def table(self, rows: Sequence[Row] | Array) -> Array:
        """Return the chosen rows as an array (rows of differing length are the measure's to
        reconcile)."""
        return np.asarray(rows, dtype=np.float64).reshape(len(rows), -1)

    def choose(self, candidates: Iterable[Sequence[Row]]) -> ScoredRows:
        """Return the table of a corpus, from the candidates of its sentences, in order."""
        choice = Choice(self)
        choice.extend(candidates)
        return choice.table()

    def rows(self, corpus: Sequence[Segment], system: System) -> Array:
        """Return one row per sentence."""
        pairs = [(s, (c,)) for s, c in zip(corpus, system.corrections, strict=True)]
        blocks = (self.batch_candidates(pairs[k : k + BLOCK]) for k in range(0, len(pairs), BLOCK))
        return self.choose(options for block in blocks for (options,) in block).rows

    # --- from rows to scores -------------------------------------------------------------------

    def totals(self, rows: Array) -> Array:
        """Return the argument of `score`: the sum of the rows."""
        sums: Array = rows.sum(axis=0)
        return sums

    def resampled_rows(self, rows: Array) -> Array:
        """Return the columns whose sums determine the score: what is resampled for intervals and
        tests."""
        return rows

    def values(self, sums: Array) -> dict[str, Array]:
        """Return scores from sums of additive columns (last axis): `score` first, then its
        parts."""
        raise NotImplementedError

    def score(self, totals: Array) -> Score:
        """Return the score of a corpus from its totals."""
        values = {key: float(value) for key, value in self.values(totals).items()}
        return Score(values.pop("score"), values, self.counts(totals))

    def steps(self, rows: Array) -> int:
        """Return how many steps `totals` counts (see `counting`): none, unless it may be slow."""
        return 0

    def offset(self, rows: Array, score: float) -> float:
        """Return the score minus the value that intervals and tests resample in its place.

        That is 0, unless sums of additive columns determine another value than the score.
        """
        return 0.0

    def counts(self, totals: Array) -> dict[str, float]:
        """Return the counts to print beside a score."""
        return dict(zip(self.columns, (float(t) for t in totals), strict=True))

    def sentence_scores(self, rows: Array) -> Array:
        """Return the score of each sentence alone."""
        scores: Array = self.values(self.resampled_rows(rows))["score"]
        return scores

    def sentence_parts(self, rows: Array) -> dict[str, Array]:
        """Return what the score of each sentence alone is made of, if it is not to be read
        without."""
        if not self.made_of:
            return {}
        values = self.values(self.resampled_rows(rows))
        return {part: values[part] for part in self.made_of}

    def view(self, segment: Segment) -> Segment:
        """Return a sentence with the references that the measure compares with, where they are
        given both as edits and as texts: texts if it compares texts or extracts edits itself."""
        if segment.texts is None:
            return segment
        return segment.with_texts() if self.reads_texts() else replace(segment, texts=None)

    def reads_texts(self) -> bool:
        """Return whether it takes references as texts: it compares texts, or extracts edits."""
        return "texts" in self.needs or bool(self.typed_by)

    # --- help for subclasses -------------------------------------------------------------------

    def references(self, segment: Segment) -> tuple[Correction, ...]:
        """Return the references of a segment that the measure can use; there must be one."""
        if not segment.references:
            raise InputError(
                f"{_called(segment)} has no reference, and {self.name()} needs one",
                hint=f"give references=, leave such sentences out, or {CHOOSE_ANOTHER}",
            )
        usable = segment.with_texts().references if "texts" in self.needs else segment.references
        if not usable:
            raise InputError(
                f"{_called(segment)} has no reference with a text, and {self.name()} needs one: "
                "the edits of each reference overlap",
                hint="remove or merge edits that overlap, or choose a measure of edits, such as M2",
            )
        return usable


CHOOSE_ANOTHER = "choose a measure that needs none, such as Meaning, Grammar or WordChange"


def check_reference_free(
    measures: Iterable[Measure], advice: str = "", where: str = "none are given"
) -> None:
    """Refuse measures that need references, where there are none."""
    for measure in measures:
        if "references" in measure.needs:
            raise InputError(
                f"{measure} needs references, and {where}",
                hint=f"{advice}, or {CHOOSE_ANOTHER}" if advice else CHOOSE_ANOTHER,
            )


def viewed(measure: Measure, pairs: Sequence[Pair]) -> Sequence[Pair]:
    """Return sentences with the references that a measure compares with (see `Measure.view`)."""
    if all(segment.texts is None for segment, _ in pairs):
        return pairs
    return [(measure.view(segment), corrections) for segment, corrections in pairs]


class Choice:
    """The rows chosen so far, in corpus order, kept compactly."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.packed: list[NDArray[Any]] = []
        """The numbers of all rows but the last ones, in types as small as they fit."""
        self.numbers = array("d")
        """The numbers of the last rows."""
        self.width = 0
        self.widths = array("I")
        """The widths of rows, if they differ; else there is but `width`."""
        self.chosen = array("B")
        self.totals: list[float] = []

    def extend(self, sentences: Iterable[Sequence[Row]]) -> None:
        """Choose one of the candidates of each of the next sentences."""
        select, cumulative, totals = self.measure.select, self.measure.cumulative, self.totals
        rows: list[Row] = []
        indices: list[int] = []
        for candidates in sentences:
            index = 0
            if cumulative and not totals:
                totals = [0.0] * len(candidates[0])
            if len(candidates) > 1:
                index = select(candidates, totals)
            row = candidates[index]
            if cumulative:
                totals = list(map(add, totals, row))
            rows.append(row)
            indices.append(index)
        self.totals = totals
        self._keep(rows, indices)

    def _keep(self, rows: list[Row], indices: list[int]) -> None:
        """Add rows, and which candidates they were."""
        widths = list(map(len, rows))
        if not self.chosen and widths:
            self.width = widths[0]
        if self.widths or widths.count(self.width) < len(widths):
            self.widths = self.widths or array("I", [self.width]) * len(self.chosen)
            self.widths.extend(widths)
        self.numbers.extend(chain.from_iterable(rows))
        if len(self.numbers) >= PACKED:
            self.packed.append(packed(np.array(self.numbers)))
            del self.numbers[:]
        if self.chosen.typecode == "B" and max(indices, default=0) > 255:
            self.chosen = array("I", self.chosen)
        self.chosen.extend(indices)

    def table(self) -> ScoredRows:
        numbers = np.concatenate([*self.packed, np.array(self.numbers)])
        if not self.widths and self.chosen:
            rows = numbers.reshape(len(self.chosen), self.width)
            return ScoredRows(self.measure.table(rows), self.chosen)
        if type(self.measure).table is Measure.table:
            lengths = " and ".join(map(str, sorted(set(self.widths))[:2]))
            raise InputError(f"measure {self.measure.name()} gave rows of {lengths} numbers")
        widths = np.array(self.widths)
        rows = np.zeros((len(widths), widths.max(initial=0)), dtype=self.measure.row_type)
        rows[np.arange(rows.shape[1]) < widths[:, None]] = numbers
        return ScoredRows(self.measure.table(rows), self.chosen)


def packed(numbers: Array) -> NDArray[Any]:
    """Return the same numbers in a small type of whole numbers, if they are all of it.

    >>> packed(np.array([0.0, 12.0])).dtype, packed(np.array([0.5, 12.0])).dtype
    (dtype('uint8'), dtype('float64'))
    """
    for kind in (np.uint8, np.uint16):
        with np.errstate(invalid="ignore"):
            small: NDArray[Any] = numbers.astype(kind)
        if small.astype(numbers.dtype).tobytes() == numbers.tobytes():  # -0.0 is another number
            return small
    return numbers


# --- text forms of values -------------------------------------------------------------------------


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "+".join(_text(v) for v in value)
    return str(value)


def _coerced(measure: Measure, name: str, value: Any, default: Any) -> Any:
    """Return `value` in the type of the parameter's default; text, as typed after `-m`, is
    converted."""
    if default is MISSING:
        return value
    wanted = type(default)
    try:
        if wanted is bool:
            return value if isinstance(value, bool) else _BOOLEANS[str(value).lower()]
        if wanted is tuple:
            parts = value.split("+") if isinstance(value, str) else value
            return tuple(str(part) for part in parts if str(part))
        converted = wanted(value)
        if isinstance(converted, float) and not math.isfinite(converted):
            raise ValueError
        if wanted is int and isinstance(value, float) and value != converted:
            raise ValueError
        return converted
    except (ValueError, TypeError, KeyError, OverflowError):
        kind = {bool: "true or false", int: "a whole number", float: "a number"}.get(wanted, "text")
        raise InputError(f"{measure.name()}: {name} must be {kind}, not {_text(value)!r}") from None


_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
