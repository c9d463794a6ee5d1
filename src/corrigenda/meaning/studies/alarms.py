"""Alarms: corrections that seem to change the meaning, to look at before a release.

    raised = alarms("source.txt", {"new": "output.txt"})
    print(raised)
    raised.total("new")      # sentences with an alarm

A negation, number, name, person, quantity or opposite that changed, who did what to whom, a word of
another meaning: what the alignment of `Meaning` says, sentence by sentence, with the words marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from corrigenda.corpus import Pair
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.evaluation.study import StudyTexts
from corrigenda.inputs import Sentences, Systems
from corrigenda.meaning.words_kept import KeptWords, compare_all
from corrigenda.meaning.words_kept.alarms import ABOUT, KINDS, STRONG, Alarm, flags
from corrigenda.measures.contract import BLOCK
from corrigenda.plugins import closest
from corrigenda.remarks import Remark
from corrigenda.results.finding import Finding, frame
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.results.words import counted, percent
from corrigenda.tokenisation import TOKENISER

if TYPE_CHECKING:
    import pandas as pd

AROUND = 4
"""Words that are shown on either side of those that an alarm is about."""


@dataclass(frozen=True)
class Raised:
    """An alarm: whose correction of which sentence, of what kind, the tokens of both texts, and the
    places of the words it is about."""

    system: str
    sentence: str
    alarm: Alarm
    source: tuple[str, ...]
    target: tuple[str, ...]
    source_places: tuple[int, ...]
    target_places: tuple[int, ...]
    score: float
    """The Meaning of the correction."""

    @property
    def before(self) -> str:
        """The words of the source in brackets, with some around them."""
        return _excerpt(self.source, self.source_places, self.target_places)

    @property
    def after(self) -> str:
        """The words of the correction in brackets, with some around them."""
        return _excerpt(self.target, self.target_places, self.source_places)


@dataclass(frozen=True, repr=False)
class Alarms(Finding, title="Alarms: corrections that may say something else"):
    """The alarms of some systems, in the order of sentences."""

    systems: tuple[str, ...]
    sentences: int
    changed: Mapping[str, int]
    """Sentences that each system changed."""

    kinds: tuple[Alarm, ...]
    raised: tuple[Raised, ...]
    tokenised: bool = False
    noted: tuple[Remark, ...] = ()

    def __repr__(self) -> str:
        totals = ", ".join(f"{system} {self.total(system)}" for system in self.systems)
        return f"<Alarms: {totals} of {counted(self.sentences, 'sentence')}>"

    @property
    def remarks(self) -> Sequence[Remark]:
        return self.noted

    @property
    def signature(self) -> Signature:
        """What it takes to compute the same alarms again."""
        tok = TOKENISER if self.tokenised else "none"
        return Signature("alarms", {"kinds": "+".join(self.kinds), "tok": tok})

    def total(self, system: str) -> int:
        """Return how many sentences of a system have an alarm."""
        return len({one.sentence for one in self.raised if one.system == system})

    def sections(self) -> Iterator[Section]:
        counts = Counter((one.system, one.alarm) for one in self.raised)
        asked = self.kinds not in (STRONG, KINDS)  # one by one: all of them are shown
        kinds = [
            kind for kind in self.kinds if asked or any((s, kind) in counts for s in self.systems)
        ]
        columns = [
            Column("system", align="left"),
            Column("sentences"),
            Column("changed"),
            Column("with alarm"),
            *(Column(kind, group="alarms") for kind in kinds),
        ]
        rows: list[TableRow] = [
            [
                system,
                self.sentences,
                self.changed[system],
                self.total(system),
                *(counts[system, kind] for kind in kinds),
            ]
            for system in self.systems
        ]
        yield Section(
            "Alarms",
            "Corrections in which something seems to have changed that should not. An alarm says "
            "where to look; it is no proof.",
            verdicts=[self._verdict(system) for system in self.systems],
            tables=[Table(columns, rows, "Alarms")],
            notes=[f"{kind}: {ABOUT[kind]}" for kind in kinds],
            signatures=[str(self.signature)],
        )
        if self.raised:
            yield Section("Sentences", tables=[self._listed()])

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each alarm: sentence, system, alarm, source, correction, Meaning."""
        return frame(self._listed())

    def _verdict(self, system: str) -> str:
        total, changed = self.total(system), self.changed[system]
        if not total:
            return f"{system}: no alarm in {counted(self.sentences, 'sentence')}"
        share = percent(round(total / max(changed, 1), 3))
        return (
            f"{system}: {counted(total, 'sentence')} with an alarm, {share} of "
            f"{counted(changed, 'changed sentence')}"
        )

    def _listed(self) -> Table:
        columns = [
            Column("sentence"),
            Column("system", align="left"),
            Column("alarm", align="left"),
            Column("source", align="left"),
            Column("correction", align="left"),
            Column("Meaning"),
        ]
        rows: list[TableRow] = [
            [one.sentence, one.system, one.alarm, one.before, one.after, one.score]
            for one in self.raised
        ]
        return Table(columns, rows, "Sentences with an alarm")


def check(kinds: Sequence[str]) -> tuple[Alarm, ...]:
    """Return kinds of alarms in order; raise InputError for any other."""
    unknown = [kind for kind in kinds if kind not in (*KINDS, "all")]
    if unknown or not kinds:
        like = closest(unknown[0], KINDS) if unknown else ""
        known = f"there are {', '.join(KINDS)}, and all"
        raise InputError(
            f"unknown alarm {unknown[0]!r}" if unknown else "no kind of alarm is given",
            hint=f"did you mean {like}? {known}" if like else known,
        )
    return tuple(kind for kind in KINDS if kind in kinds or "all" in kinds)


def alarms(
    corpus: Sentences | None = None,
    systems: Systems | None = None,
    *,
    sources: Any = None,
    references: Any = None,
    kinds: Sequence[str] = STRONG,
    raw: bool = False,
    jobs: int | None = None,
) -> Alarms:
    """Return the alarms that corrections raise.

    Texts are given as to `evaluate`; references do not matter. `kinds` names the alarms, or is
    `["all"]`. `raw` texts are tokenised first; else they are split at white space. `jobs` is the
    number of processes; the result does not depend on it.
    """
    wanted = check(kinds)
    texts = StudyTexts(corpus, systems, sources=sources, references=references, raw=raw)
    names = texts.names
    pairs = list(texts.pairs())
    work = list(enumerate(pairs, 1))
    look = partial(_raised, names, wanted)
    by_sentence = mapped(look, work, chunk=BLOCK, jobs=jobs)
    raised = tuple(alarm for of_sentence in by_sentence for alarm in of_sentence)
    changed = {
        name: sum(segment.tokens != corrections[n].tokens for segment, corrections in pairs)
        for n, name in enumerate(names)
    }
    return Alarms(names, len(pairs), changed, wanted, raised, raw, texts.remarks())


def _raised(
    names: Sequence[str], kinds: Sequence[Alarm], work: list[tuple[int, Pair]]
) -> list[list[Raised]]:
    texts = [
        (segment.source, correction.text)
        for _, (segment, corrections) in work
        for correction in corrections
    ]
    compared = iter(compare_all(texts))
    return [
        [
            one
            for name, _ in zip(names, corrections, strict=True)
            for one in _of(name, segment.id or str(number), next(compared), kinds)
        ]
        for number, (segment, corrections) in work
    ]


def _of(system: str, sentence: str, kept: KeptWords, kinds: Sequence[Alarm]) -> Iterator[Raised]:
    source, target = kept.source.analysis.words, kept.target.analysis.words
    for flag in flags(kept):
        if flag.kind in kinds:
            yield Raised(
                system,
                sentence,
                flag.kind,
                source,
                target,
                flag.source,
                flag.target,
                kept.score,
            )


def _excerpt(tokens: Sequence[str], places: Sequence[int], others: Sequence[int]) -> str:
    """Return the words at some places, or near those of the other text, with words around them."""
    centre = places or others
    first = max(min(centre) - AROUND, 0)
    last = min(max(centre) + AROUND + 1, len(tokens))
    words = [f"[{tokens[k]}]" if k in places else tokens[k] for k in range(min(first, last), last)]
    return " ".join(["…"] * (first > 0) + words + ["…"] * (last < len(tokens)))
