"""How a measure reacts to each type of error: edits of annotators, applied one by one.

Choshen and Abend (2018), Reference-less measure of faithfulness for grammatical error correction
(N18-2020), section 4.4. For each annotator of a sentence, the edits are put into a random order and
applied one after the other. The sentence after 0, 1, .. n edits is a chain; one of these versions,
chosen at random, is the source, and all of them are scored as corrections of it. An edit changes
the score from the version before it to the version after it, and the mean of these changes over
all edits of a type is the measure's sensitivity to it.

- Half of the edits, on average, are before the source and lead towards it, the others lead away
  from it. If a measure sees only how far a version is from the source, the two cancel: a mean
  change near 0 may be that of a measure that is blind to a type of error, or of one that takes its
  correction and its making alike. The mean size of changes tells the two apart.
- A measure that needs a reference is given the annotator's final version of the source: the
  edits that are not in it yet. All else is the same, so an edit before the source undoes an error
  that the source no longer has.
- The released code takes all changes from the start of the chain (`before="start"`), so that each
  has in it what earlier edits did. The paper's text says otherwise, and so does the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import fsum
from random import Random
from typing import Any, Literal, NamedTuple

from corrigenda import inputs
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit, apply_tokens, in_order, overlapping
from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.evaluation.scoring import (
    Basis,
    Versions,
    mean,
    measures_for,
    scores,
)
from corrigenda.graphs import ParserChoice, parsing_for
from corrigenda.linguistics.errant.corrections import TYPES, Types, check_types, typed_pairs
from corrigenda.measures.contract import BLOCK, Array, Measure, naming
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.results.finding import Finding, Findings
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings

Before = Literal["previous", "start"]
Sentences = Literal["agreed", "all"]
Long = Literal["keep", "skip"]

NO_TYPE = "(no type)"


@dataclass(frozen=True)
class Choices:
    """The parameters of the study."""

    before: Before = "previous"
    """Take changes from the version before the edit, or from the start of the chain."""

    sentences: Sentences = "agreed"
    """Sentences in which each of several annotators found errors (as published), or all."""

    long: Long = "keep"
    """Keep or skip sentences of more than 300 characters with more than one full stop: in a later
    state of the released code these count as several sentences in one, and are skipped."""

    types: Types = "given"
    """Types of edits that are given: as they are, or as ERRANT gives them. Edits of references that
    are text are extracted and typed as ERRANT does in any case."""

    def __post_init__(self) -> None:
        check_types(self.types)
        _one_of("before", self.before, ("previous", "start"))
        _one_of("sentences", self.sentences, ("agreed", "all"))
        _one_of("long", self.long, ("keep", "skip"))

    def signed(self) -> dict[str, object]:
        """Return what a signature says of the choices."""
        return {"before": self.before, "sentences": self.sentences, "long": self.long}

    def keeps(self, segment: Segment) -> bool:
        if self.long == "skip" and len(segment.source) > 300 and segment.source.count(".") > 1:
            return False
        if self.sentences == "all":
            return True
        return len(segment.references) > 1 and all(r.edits for r in segment.references)


class ScoreChange(NamedTuple):
    """What edits of a type do to a score: how many there are, and in how many sentences; the mean
    of changes, and the mean of their sizes, whatever their signs."""

    type: str
    edits: int
    sentences: int
    change: Estimate
    size: Estimate


@dataclass(frozen=True)
class Sensitivity(Finding, title="Sensitivity to types of errors"):
    """The mean change of a measure for each type of edit, highest first, and for all edits."""

    measure: Measure
    types: tuple[ScoreChange, ...]
    every: ScoreChange
    chains: int
    left_out: int
    """Chains that cannot be made since edits of an annotator overlap."""

    choices: Choices
    basis: Basis
    typed_by: str = ""
    """What extracted and typed edits, if anything did."""

    @property
    def signature(self) -> Signature:
        """Everything needed to compute the same numbers again."""
        settings = {**self.choices.signed(), "types": self.typed_by, **self.basis.signed()}
        return Signature(self.measure.full(), settings)

    def sections(self) -> Iterator[Section]:
        measure, every = str(self.measure), (*self.types, self.every)
        before = BEFORE[self.choices.before]
        columns = [
            Column("type", align="left"),
            Column("edits"),
            Column("sentences"),
            Column("change", signed=True),
            Column("size"),
        ]
        rows: list[TableRow] = [
            [c.type, c.edits, c.sentences, Cell(*c.change), Cell(*c.size)] for c in every
        ]
        caption = (
            f"Mean change of {measure} when an edit of a type is applied, from {before}; "
            f"{self.every.edits} edits in {self.every.sentences} sentences, {self.chains} chains."
            f"{self.basis.settings.whiskers()}"
        )
        dots = [Dot(f"{one.type} ({one.edits})", one.change) for one in every]
        notes = [
            f"change: mean change of {measure} by an edit, from {before}",
            "size: mean of the changes without their signs",
        ]
        if self.left_out:
            notes.append(f"left out: {self.left_out} chains of edits that overlap")
        yield Section(
            f"{measure}: sensitivity by type of edit",
            tables=[Table(columns, rows, f"{measure}: sensitivity by type of edit", apart=1)],
            figures=[
                Figure(
                    caption,
                    [Dots(dots, Axis(f"change of {measure}"), measure, Mark(0, "no change"))],
                    "sensitivity",
                    str(self.signature),
                )
            ],
            notes=[*notes, *self.basis.notes()],
            signatures=[str(self.signature)],
        )


BEFORE = {
    "previous": "the version before the edit",
    "start": "the start of the chain, as in the released code",
}


class Chain(NamedTuple):
    """Versions of a sentence, each one edit further, and the one among them that is the source."""

    sentence: int
    versions: tuple[str, ...]
    types: tuple[str, ...]
    """Of the edits between versions."""

    source: int
    rest: tuple[Edit, ...]
    """The edits that are not in the source yet, over its tokens."""


def sensitivity(
    corpus: inputs.Sentences | None = None,
    measures: str | Measure | Iterable[str | Measure] = "USim",
    *,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    choices: Choices | None = None,
    settings: Settings | None = None,
    parser: ParserChoice = None,
    jobs: int | None = None,
) -> Findings[Sensitivity]:
    """Return the sensitivity of each measure to each type of edit, with intervals over sentences.

    Orders and sources are drawn from the seed of `settings` for each sentence by itself. `parser`
    makes graphs for measures that compare them, by default the embedded one. The corpus is given as
    to `evaluate`.
    """
    choices, settings = choices or Choices(), settings or Settings()
    wanted = measures_for(measures, references=True)
    parsing = parsing_for(wanted, parser)
    segments = list(inputs.sentences(corpus, sources=sources, references=references, raw=raw))
    texts = any(r.given_edits is None for segment in segments for r in segment.references)
    typed_by = TYPES if texts or choices.types == "errant" else ""
    if typed_by:
        segments = _typed(segments, choices.types)
    edit_chains, left_out = chains(segments, choices, settings.seed)
    work = [Versions(_segment(chain), chain.versions) for chain in edit_chains]
    with using(jobs=jobs):
        scored = scores(wanted, work, parsing=parsing)
    basis = Basis.of(settings, parsing)
    return Findings(
        {
            str(measure): replace(
                _study(measure, edit_chains, [of[m] for of in scored], left_out, choices, basis),
                typed_by=typed_by,
            )
            for m, measure in enumerate(wanted)
        }
    )


def _typed(segments: Sequence[Segment], types: Types) -> list[Segment]:
    """Return the sentences with edits that have types; blocks of them are faster."""
    out: list[Segment] = []
    for start in range(0, len(segments), BLOCK):
        block = segments[start : start + BLOCK]
        with suppress(InputError):  # is met again below, where its sentence is known
            typed_pairs(((segment, ()) for segment in block), types=types)
        for segment in block:
            with naming(segment):
                out += (one for one, _ in typed_pairs([(segment, ())], types=types))
    return out


def chains(corpus: Iterable[Segment], choices: Choices, seed: int) -> tuple[list[Chain], int]:
    """Return one chain for each annotator, and how many there would be more if edits did not
    overlap."""
    kept: list[Chain] = []
    left_out = seen = 0
    for number, segment in enumerate(corpus):
        seen += 1
        for reference in segment.references if choices.keeps(segment) else ():
            edits = [edit for edit in reference.edits if edit.texts]
            if not edits:
                continue
            if overlapping(edits):
                left_out += 1
            else:
                kept.append(chain(number, segment, edits, f"{seed}|{reference.by}"))
    if not kept:
        hint = (
            "by default only those count in which each of several annotators found errors; "
            "sentences='all' takes every annotator's edits"
        )
        raise InputError(
            f"no sentence of {seen} has edits to apply",
            hint=hint if choices.sentences == "agreed" else "references are needed that change it",
        )
    return kept, left_out


def chain(sentence: int, segment: Segment, edits: Sequence[Edit], seed: str) -> Chain:
    """Return the chain of some edits in a random order; the same for the same sentence, edits and
    seed."""
    # Of all that `random` offers, only seeding by text and random() never change between versions.
    random = Random(f"{seed}|{segment.source}").random
    order = sorted(range(len(edits)), key=lambda _: random())
    source = int(random() * (len(edits) + 1))
    versions = tuple(
        " ".join(apply_tokens(segment.tokens, [edits[k] for k in sorted(order[:steps])]))
        for steps in range(len(edits) + 1)
    )
    types = tuple(edits[k].type or NO_TYPE for k in order)
    return Chain(sentence, versions, types, source, tuple(_moved(edits, set(order[:source]))))


def _moved(edits: Sequence[Edit], applied: set[int]) -> Iterator[Edit]:
    """Yield the edits that are not applied, moved to where they belong when the others are."""
    by = 0
    numbers = {id(edit): k for k, edit in enumerate(edits)}
    for edit in in_order(edits):
        if numbers[id(edit)] in applied:
            by += len(edit.texts[0].split()) - (edit.end - edit.start)
        else:
            yield Edit(edit.start + by, edit.end + by, edit.texts[:1], edit.type)


def _segment(chain: Chain) -> Segment:
    source = chain.versions[chain.source]
    reference = Correction(source, edits=chain.rest)
    return Segment(source, (reference,), str(chain.sentence + 1))


def _study(
    measure: Measure,
    chains: Sequence[Chain],
    scored: Sequence[Array],
    left_out: int,
    choices: Choices,
    basis: Basis,
) -> Sensitivity:
    by_type: dict[str, dict[int, list[float]]] = {}
    every: dict[int, list[float]] = {}
    for chain, of_versions in zip(chains, scored, strict=True):
        start = of_versions[0] if choices.before == "start" else of_versions[:-1]
        for kind, change in zip(chain.types, of_versions[1:] - start, strict=True):
            for table in (by_type.setdefault(kind, {}), every):
                table.setdefault(chain.sentence, []).append(float(change))
    types = [_change(kind, table, basis.settings) for kind, table in by_type.items()]
    return Sensitivity(
        measure,
        tuple(sorted(types, key=lambda one: (-one.change.value, one.type))),
        _change("all", every, basis.settings),
        len(chains),
        left_out,
        choices,
        basis,
    )


def _change(kind: str, by_sentence: dict[int, list[float]], settings: Settings) -> ScoreChange:
    sums = [fsum(changes) for changes in by_sentence.values()]
    sizes = [fsum(map(abs, changes)) for changes in by_sentence.values()]
    counts = [len(changes) for changes in by_sentence.values()]
    change, size = mean(sums, counts, settings), mean(sizes, counts, settings)
    return ScoreChange(kind, sum(counts), len(counts), change, size)


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
