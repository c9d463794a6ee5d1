"""Corrections of sentences by a crowd: select answers and sentences, and count them.

After Choshen and Abend (2018), *Inherent Biases in Reference-based Evaluation for Grammatical Error
Correction* (P18-1059), who had 52 learners' sentences corrected by 50 workers and more each. Two
corrections are the same variant if they are equal once they are normalised; how often each variant
was proposed is what populations are estimated from.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal

import numpy as np

from corrigenda.corpus import Corpus, Correction, Segment, remark_on, with_texts
from corrigenda.errors import InputError
from corrigenda.formats import opened, read
from corrigenda.formats.lines import PathLike, name_of
from corrigenda.indices import index_key
from corrigenda.numerics import exp
from corrigenda.references.mturk import ENCODING, Answer, Columns, answers_of
from corrigenda.references.normalise import normalisation, plain
from corrigenda.references.unseen import Counts
from corrigenda.references.workers import RULES, Rules, Suspect, suspects
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.results.words import counted


@dataclass(frozen=True)
class Selection:
    """Which answers and sentences to keep, and when two answers are the same.

    normalise   when answers are the same (`population.normalise`)
    unchanged   sentences that at least this share of workers left unchanged need no correction,
                and are dropped (None: none is)
    rules       when a worker is suspicious (None: never)
    rejections  which rejections of the platform count: all, those in the file with the most
                answers ("largest"), or none
    letters     sentences are told apart by so many of their first letters; of those that are
                confused, the one with the most answers stays, the last of equals (None: by all)
    """

    normalise: str = "paper"
    unchanged: float | None = None
    rules: Rules | None = RULES
    rejections: Literal["all", "largest", "none"] = "all"
    letters: int | None = None

    def __post_init__(self) -> None:
        normalisation(self.normalise)
        if self.unchanged is not None and not 0 < self.unchanged <= 1:
            raise InputError(
                f"expected a share of workers above 0 and at most 1, found {self.unchanged:g}",
                hint="0.5 drops sentences that half of the workers left unchanged",
            )
        if self.rejections not in ("all", "largest", "none"):
            raise InputError(
                f"rejections that count are 'all', 'largest' or 'none', not {self.rejections!r}"
            )
        if self.letters is not None and self.letters < 1:
            raise InputError(f"sentences need at least 1 letter, not {self.letters}")


SELECTIONS: Mapping[str, Selection] = {
    "all": Selection(),
    "paper": Selection(unchanged=0.44),
    "code": Selection(unchanged=0.16),
    "judged": Selection(unchanged=0.16, normalise="cased"),
    "released": Selection(normalise="early", rejections="largest", letters=6),
}
"""Selections by name. `all` keeps every sentence. The others are what one work did:

- `paper`: it says that sentences were dropped that almost half of the workers left unchanged, four
  of 52. A share of 0.44 (22 of 50) does that.
- `code`: it drops those that 8 of 50 left unchanged, 14 of 52.
- `judged`: the same, with case: the corrections that were judged for validity.
- `released`: the distributions behind the published figures drop none. They lack four sentences
  because their files are named by the first six letters, and one file replaced another.
"""


def selection(name: str) -> Selection:
    """Return the selection of this name."""
    try:
        return SELECTIONS[name]
    except KeyError:
        raise InputError(
            f"there is no selection {name!r}", hint=f"there are {', '.join(SELECTIONS)}"
        ) from None


@dataclass(frozen=True)
class AnsweredSentence:
    """A sentence and the answers to it that are kept, as they were written."""

    source: str
    answers: tuple[str, ...]
    normalise: str = "paper"

    @cached_property
    def normalised(self) -> str:
        """The source, as the variant that leaves it as it is."""
        return normalisation(self.normalise)(self.source)

    @cached_property
    def counts(self) -> Counts:
        """How often each variant was proposed, in the order in which they came."""
        return Counter(map(normalisation(self.normalise), self.answers))

    def index_counts(self, *, insertions: bool = True) -> Counts:
        """Return how often each set of places was changed (see `indices.index_key`), as numbers in
        text.

        Normalised source and variants are compared.
        """
        counts: Counter[str] = Counter()
        for variant, n in self.counts.items():
            key = index_key(self.normalised, variant, insertions=insertions)
            counts[" ".join(map(str, key))] += n
        return counts

    @property
    def unchanged(self) -> int:
        """How many left the sentence as it is."""
        return self.counts.get(self.normalised, 0)

    @cached_property
    def written(self) -> Mapping[str, str]:
        """Each variant as it was written most often (first, of equals), on one line."""
        spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for answer in self.answers:
            spellings[normalisation(self.normalise)(answer)][plain(answer)] += 1
        return {variant: max(forms, key=forms.__getitem__) for variant, forms in spellings.items()}


LEGEND = (
    "variants: different answers; once: variants that one person wrote; most: answers of the most "
    "frequent variant; unchanged: answers that leave the sentence as it is"
)
"""What the columns of the table of sentences are."""


@dataclass(frozen=True)
class Crowd(Finding, title="What a crowd wrote"):
    """The sentences that are kept, those that are not, and the workers who were not believed.

    dropped     sentences that need no correction
    confused    sentences lost because they begin as others do (see `Selection.letters`)
    left_out    number of answers rejected, or by suspicious workers
    empty       number of empty answers left out
    notes       what else was left out when the answers were read, in words
    """

    sentences: tuple[AnsweredSentence, ...]
    dropped: tuple[AnsweredSentence, ...]
    confused: tuple[AnsweredSentence, ...]
    suspects: tuple[Suspect, ...]
    left_out: int
    selection: Selection
    notes: tuple[str, ...] = ()
    empty: int = 0

    def with_several_answers(self) -> Crowd:
        """Return the crowd without the sentences that have one answer only: a single answer does
        not tell how answers vary."""
        kept = tuple(s for s in self.sentences if len(s.answers) > 1)
        single = len(self.sentences) - len(kept)
        if not single:
            return self
        many = counted(single, "sentence")
        note = f"left out {many} with a single answer, which does not tell how answers vary"
        return replace(self, sentences=kept, notes=(*self.notes, note))

    def counts(self) -> dict[str, Counts]:
        """Return, by sentence, how often each variant was proposed."""
        return {sentence.source: sentence.counts for sentence in self.sentences}

    def index_counts(self, *, insertions: bool = True) -> dict[str, Counts]:
        """Return, by sentence, how often each set of places was changed."""
        return {s.source: s.index_counts(insertions=insertions) for s in self.sentences}

    def corpus(self) -> Corpus:
        """Return the sentences with all answers as references, each on one line, equal ones and
        all.

        Nothing is tokenised: if the sources are and the answers are not, tokenise them alike
        before anything is measured with them.
        """
        return Corpus(
            tuple(
                Segment(
                    sentence.source,
                    tuple(
                        Correction(sentence.source, plain(text), by=str(i))
                        for i, text in enumerate(sentence.answers)
                    ),
                    id=str(number),
                )
                for number, sentence in enumerate(self.sentences, 1)
            )
        )

    # --- showing it ------------------------------------------------------------------------------

    @property
    def remarks(self) -> Sequence[Remark]:
        return [Remark("answers", note) for note in self.notes]

    def sections(self) -> Iterator[Section]:
        kept = [(sentence, "") for sentence in self.sentences]
        kept += [(sentence, "dropped: needs no correction") for sentence in self.dropped]
        kept += [(sentence, "lost: begins as another does") for sentence in self.confused]
        rows: list[TableRow] = [
            [
                sentence.source,
                len(sentence.answers),
                len(sentence.counts),
                sum(n == 1 for n in sentence.counts.values()),
                max(sentence.counts.values()),
                sentence.unchanged,
                note,
            ]
            for sentence, note in kept
        ]
        columns = [
            Column("sentence", align="left"),
            *map(Column, ("answers", "variants", "once", "most", "unchanged")),
            Column("", align="left"),
        ]
        answers = sum(len(sentence.answers) for sentence, _ in kept)
        said = (
            f"{len(self.sentences)} sentences kept of {len(kept)}; "
            f"{answers} answers kept of {answers + self.left_out + self.empty}"
        )
        said += f"; {self.empty} empty" if self.empty else ""
        yield Section(
            "Sentences",
            tables=[Table(columns, rows, "Sentences", [said, LEGEND])],
            figures=[self._rarefaction()] if self.sentences else [],
        )
        if self.suspects:
            yield self._workers()

    def _workers(self) -> Section:
        rows: list[TableRow] = [
            [
                suspect.worker,
                suspect.answers,
                suspect.unchanged,
                suspect.alone,
                suspect.rejected,
                "; ".join(suspect.reasons),
            ]
            for suspect in self.suspects
        ]
        columns = [
            Column("worker", align="left"),
            *map(Column, ("answers", "unchanged", "alone", "rejected")),
            Column("why", align="left"),
        ]
        note = (
            "All answers of a suspicious worker are left out. unchanged: answers that change "
            "nothing but punctuation, spacing and case; alone: sentences that nobody else left "
            "unchanged"
        )
        title = "Excluded workers"
        return Section(title, tables=[Table(columns, rows, title, [note])])

    def _rarefaction(self) -> Figure:
        """Return how many different corrections so many answers hold: the mean over sentences.

        Of N answers of which a variant has c, n drawn ones miss it with probability
        C(N - c, n) / C(N, n) (Hurlbert 1971, *The nonconcept of species diversity*).
        """
        from scipy.special import gammaln  # type: ignore[import-untyped]

        fewest = min(len(sentence.answers) for sentence in self.sentences)
        numbers = np.arange(1, fewest + 1)
        seen = []
        for sentence in self.sentences:
            total = len(sentence.answers)
            count = np.array(list(sentence.counts.values()))[:, None]
            left = total - count - numbers
            some = left >= 0
            logs = gammaln(total - count + 1) - gammaln(np.where(some, left, 0) + 1)
            logs = logs - gammaln(total + 1) + gammaln(total - numbers + 1)
            seen.append(np.where(some, 1 - exp(logs), 1.0).sum(axis=0))
        mean = np.mean(seen, axis=0).tolist()
        what = "different corrections"
        points = [Point(float(n), y) for n, y in zip(numbers.tolist(), mean, strict=True)]
        caption = (
            "How many different corrections a sentence has among so many answers: the mean of "
            f"{len(self.sentences)} sentences. A curve that keeps rising has not seen them all."
        )
        return Figure(caption, [Curves([Series(what, points)], Axis("answers"), Axis(what))])

    def record(self) -> dict[str, Any]:
        return {
            "sentences": [
                {
                    "source": sentence.source,
                    "answers": len(sentence.answers),
                    "unchanged": sentence.unchanged,
                    "counts": dict(sentence.counts),
                }
                for sentence in self.sentences
            ],
            "dropped": [sentence.source for sentence in self.dropped],
            "confused": [sentence.source for sentence in self.confused],
            "left_out": self.left_out,
            "workers": [encode(suspect) for suspect in self.suspects],
        }


def collect(answers: Iterable[Answer], chosen: Selection | str = "paper") -> Crowd:
    """Return the answers to each sentence that are kept, and what was left out and why."""
    how = selection(chosen) if isinstance(chosen, str) else chosen
    given = list(answers)
    if not given:
        raise InputError("there are no answers to count")
    doubted = suspects(given, how.rules)
    out = {suspect.worker for suspect in doubted if suspect.suspicious}
    trusted = _trusted(given, how.rejections)
    texts: dict[str, list[str]] = {}
    left_out = 0
    for answer in given:
        kept = texts.setdefault(answer.source, [])
        if answer.worker in out or (answer.rejected and answer.file in trusted):
            left_out += 1
        else:
            kept.append(answer.text)
    sentences = [
        AnsweredSentence(s, tuple(kept), how.normalise) for s, kept in texts.items() if kept
    ]
    known, confused = _told_apart(sentences, how.letters)
    kept_sentences: list[AnsweredSentence] = []
    dropped: list[AnsweredSentence] = []
    for sentence in known:
        fine = how.unchanged is not None and (
            sentence.unchanged / len(sentence.answers) >= how.unchanged
        )
        (dropped if fine else kept_sentences).append(sentence)
    return Crowd(
        tuple(kept_sentences),
        tuple(dropped),
        tuple(confused),
        doubted,
        left_out,
        how,
        _on_unknown(given),
    )


def _on_unknown(answers: Sequence[Answer]) -> tuple[str, ...]:
    """Return a note on answers without worker or status among others that have both."""
    unknown = sum(not (answer.worker and answer.status) for answer in answers)
    if not 0 < unknown < len(answers):
        return ()
    have = "has" if unknown == 1 else "have"
    many = counted(unknown, "answer")
    return (f"{many} of {len(answers)} {have} no worker or no status, and cannot be checked: kept",)


def _trusted(answers: Sequence[Answer], which: str) -> set[str]:
    """Return the files whose rejections count."""
    sizes = Counter(answer.file for answer in answers)
    if which == "largest":
        return {max(sizes, key=sizes.__getitem__)}
    return set(sizes) if which == "all" else set()


def _told_apart(
    sentences: Sequence[AnsweredSentence], letters: int | None
) -> tuple[list[AnsweredSentence], list[AnsweredSentence]]:
    """Return the sentences that are kept, and those lost to others that begin with the same
    letters."""
    if letters is None:
        return list(sentences), []
    chosen: dict[str, AnsweredSentence] = {}
    for sentence in sentences:
        key = re.sub(r"\W", "", sentence.source)[:letters]
        if key not in chosen or len(sentence.answers) >= len(chosen[key].answers):
            chosen[key] = sentence
    kept = set(chosen.values())
    return [s for s in sentences if s in kept], [s for s in sentences if s not in kept]


# --- from files -----------------------------------------------------------------------------------


def read_crowd(
    paths: Sequence[PathLike],
    selection: Selection | str = "all",
    *,
    columns: Columns | None = None,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> Crowd:
    """Return what is kept of the answers in some files, all of one kind (see `read_people`).

    The references of a corpus are taken for answers (see `crowd_of`).
    """
    people = read_people(
        paths, selection, columns=columns, encoding=encoding, drop_empty=drop_empty
    )
    return as_crowd(people, selection)


def as_crowd(people: Any, selection: Selection | str = "all") -> Crowd:
    """Return a crowd as it is, and of a corpus, or several, the references as what one wrote."""
    if isinstance(people, Crowd):
        return people
    if isinstance(people, list) and people and isinstance(people[0], Corpus):
        people = chain(*people)
    return crowd_of(people, selection)


def read_people(
    paths: Sequence[PathLike], selection: Selection | str = "all", **how: Any
) -> Crowd | list[Corpus]:
    """Return a crowd, or corpora with references by annotators: depending on the files.

    Results of Mechanical Turk (names that end in `.csv`) and JSONL (which `references import`
    writes) hold what a crowd wrote. Files in any other format are corpora. Workers of JSONL are
    not known, so nobody is suspicious. `how` is what `read_answers` takes.
    """
    if not paths:
        raise InputError("no file is given")
    tables = [holds_results(path) for path in paths]
    if all(tables):
        answers, empty = answers_of(paths, **how)
        return replace(collect(answers, selection), empty=empty)
    files = [] if any(tables) else [(path, *opened(path)) for path in paths]
    crowd = {name == "jsonl" for _, name, _ in files}
    if len(crowd) != 1:
        raise InputError(
            "expected either what a crowd wrote (.csv, or .jsonl) or corpora, found both",
            file=paths[tables.index(False)],
            hint="make a corpus of the results first (see `read_crowd`)",
        )
    if crowd == {False}:
        return [Corpus(tuple(segments), name_of(path)) for path, _, segments in files]
    drop_empty = how.get("drop_empty", False)
    read_ = [_answers(path, segments, drop_empty) for path, _, segments in files]
    crowd_ = collect([answer for of_file, _ in read_ for answer in of_file], selection)
    return replace(crowd_, empty=sum(empty for _, empty in read_))


def crowd_of(segments: Iterable[Segment], selection: Selection | str = "all") -> Crowd:
    """Return the references of a corpus as what a crowd wrote, to count and estimate from.

    An empty reference deletes its sentence, and is an answer like any other. A reference whose
    edits overlap has no text: it is left out, and `Crowd.notes` names it.
    """
    given = list(segments)
    if not all(isinstance(one, Segment) for one in given):
        kinds = sorted({type(one).__name__ for one in given})
        raise InputError(
            "expected what a crowd wrote, a corpus with references, or files of these, found "
            f"items that are {', '.join(kinds)}",
            hint="make a corpus of lists: Corpus([Segment(source, (Correction(source, text), …))])",
        )
    kept, left_out = with_texts(given)
    answers = [
        Answer(segment.source, reference.text)
        for segment in kept
        for reference in segment.references
    ]
    if not answers:
        raise InputError(
            "no sentence has a reference",
            hint="give plain text as sources= (sentences) and references= (their corrections)",
        )
    notes = (remark_on(left_out),) if left_out else ()
    return replace(collect(answers, selection), notes=notes)


def read_sources(paths: Sequence[PathLike]) -> list[str]:
    """Return the sentences of some texts or corpora, to be shown to workers."""
    for path in paths:
        if holds_results(path):
            raise InputError(
                "expected sentences, one per line, or a corpus, found a table (.csv)",
                file=path,
                hint="give its sentences as a text, or make it a corpus first (see `read_crowd`)",
            )
    return [segment.source for path in paths for segment in read(path)]


def holds_results(path: PathLike) -> bool:
    """Return whether this is, by its name, a file of results of Mechanical Turk."""
    return name_of(path).removesuffix(".gz").lower().endswith(".csv")


def _answers(
    path: PathLike, segments: Iterable[Segment], drop_empty: bool
) -> tuple[list[Answer], int]:
    """Return the answers of a crowd in JSONL, and how many empty ones were left out."""
    file = name_of(path)
    answers, empty = [], 0
    for segment in segments:
        for reference in segment.references:
            if reference.text.strip():
                answers.append(Answer(segment.source, reference.text, file=file))
            elif drop_empty:
                empty += 1
            else:
                raise InputError(
                    f"sentence {segment.id}: expected an answer, found an empty one",
                    file=file,
                    hint="leave empty answers out: drop_empty=True; if this is a corpus, where an "
                    "empty reference deletes the sentence, read it as one (see `read`)",
                )
    if not answers:
        raise InputError("no sentence has a reference", file=file)
    return answers, empty
