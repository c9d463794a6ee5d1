"""Crowds and populations from files: batches of Mechanical Turk, corpora with references."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Literal

from corrigenda.corpus import Corpus, Segment, remark_on, with_texts
from corrigenda.engine.parallel import Progress
from corrigenda.errors import InputError
from corrigenda.formats import opened, read
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.references import populations
from corrigenda.references.crowd import Crowd, Selection, collect
from corrigenda.references.mturk import ENCODING, Answer, Columns, read_answers
from corrigenda.references.population import Method
from corrigenda.references.populations import Populations

Key = Literal["exact", "index", "positions"]
KEYS: Mapping[Key, str] = {
    "exact": "accuracy",
    "index": "index match",
    "positions": "index match, insertions unseen",
}
"""When two corrections are the same, and what a perfect corrector's score is then called: equal
texts; equal places changed, inserted words among them; equal places of the source changed."""


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
    how = {"columns": columns, "encoding": encoding, "drop_empty": drop_empty}
    return as_crowd(read_people(paths, selection, **how), selection)  # type: ignore[arg-type]


def as_crowd(people: Any, selection: Selection | str = "all") -> Crowd:
    """Return a crowd as it is, and of a corpus, or several, the references as what one wrote."""
    if isinstance(people, Crowd):
        return people
    if isinstance(people, list) and people and isinstance(people[0], Corpus):
        people = chain(*people)
    return crowd_of(people, selection)


def read_people(
    paths: Sequence[PathLike],
    selection: Selection | str = "all",
    *,
    columns: Columns | None = None,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> Crowd | list[Corpus]:
    """Return a crowd, or corpora with references by annotators: whichever the files hold.

    Results of Mechanical Turk (names that end in `.csv`) and JSONL (which `references import`
    writes) hold what a crowd wrote. Files in any other format are corpora. Workers of JSONL are
    not known, so nobody is suspicious.
    """
    if not paths:
        raise InputError("no file is given")
    tables = [holds_results(path) for path in paths]
    if all(tables):
        answers = read_answers(paths, columns, encoding=encoding, drop_empty=drop_empty)
        return collect(answers, selection)
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
    answers = [
        answer for path, _, segments in files for answer in _answers(path, segments, drop_empty)
    ]
    return collect(answers, selection)


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
        return populations.read(people[0])
    return read_people(people)


def populations_of(
    people: Crowd | Populations | Iterable[Segment] | Files,
    key: Key = "exact",
    method: Method = "unseen",
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Populations:
    """Return populations as they are, those in a file, or those of what people wrote."""
    known = read_files(people) or people
    if isinstance(known, Populations):
        return known
    return estimate(known, key, method, jobs=jobs, progress=progress)  # type: ignore[arg-type]


def crowd_of(segments: Iterable[Segment], selection: Selection | str = "all") -> Crowd:
    """Return the references of a corpus as what a crowd wrote, to count and estimate from.

    An empty reference deletes its sentence, and is an answer like any other. A reference whose
    edits overlap has no text: it is left out, and `Crowd.notes` names it.
    """
    kept, left_out = with_texts(segments)
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
    """The sentences of some texts or corpora, to be shown to workers."""
    for path in paths:
        if holds_results(path):
            raise InputError(
                "expected sentences, one per line, or a corpus, found a table (.csv)",
                file=path,
                hint="give its sentences as a text, or make it a corpus first (see `read_crowd`)",
            )
    return [segment.source for path in paths for segment in read(path)]


def holds_results(path: PathLike) -> bool:
    """Is this, by its name, a file of results of Mechanical Turk?"""
    return name_of(path).removesuffix(".gz").lower().endswith(".csv")


def holds_populations(path: PathLike) -> bool:
    """Is this a file of populations, as `populations.write` writes it?"""
    first = next(read_lines(path), "")
    return first.lstrip().startswith("{") and '"probabilities"' in first


def _answers(path: PathLike, segments: Iterable[Segment], drop_empty: bool) -> list[Answer]:
    """The answers of a crowd in JSONL; an empty one is suspicious."""
    file = name_of(path)
    found = []
    for segment in segments:
        for reference in segment.references:
            if reference.text.strip():
                found.append(Answer(segment.source, reference.text, file=file))
            elif not drop_empty:
                raise InputError(
                    f"sentence {segment.id}: expected an answer, found an empty one",
                    file=file,
                    hint="leave empty answers out: drop_empty=True; if this is a corpus, where an "
                    "empty reference deletes the sentence, read it as one (see `read`)",
                )
    if not found:
        raise InputError("no sentence has a reference", file=file)
    return found


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
    progress: Progress | None = None,
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
    found = populations.estimate(counts, method, jobs=jobs, progress=progress)
    return replace(found, remarks=crowd.remarks)
