"""Crowds and populations from files: batches of Mechanical Turk, corpora with references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal

from corrigenda.corpus import Corpus, Segment, remark_on, with_texts
from corrigenda.engine.parallel import Progress
from corrigenda.errors import InputError
from corrigenda.formats import opened, read
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.references.crowd import Crowd, Selection, collect
from corrigenda.references.mturk import ENCODING, Answer, Columns, read_answers
from corrigenda.references.population import Method
from corrigenda.references.populations import Populations, estimate


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
    people = read_people(paths, selection, **how)  # type: ignore[arg-type]
    return people if isinstance(people, Crowd) else crowd_of(chain(*people), selection)


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
            hint="import the results first: corrigenda references import --crowd FILE.jsonl",
        )
    if crowd == {False}:
        return [Corpus(tuple(segments), name_of(path)) for path, _, segments in files]
    answers = [
        answer for path, _, segments in files for answer in _answers(path, segments, drop_empty)
    ]
    return collect(answers, selection)


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
            hint="give plain text as -s FILE (sentences) and -r FILE (their corrections)",
        )
    notes = (remark_on(left_out),) if left_out else ()
    return replace(collect(answers, selection), notes=notes)


def read_sources(paths: Sequence[PathLike]) -> list[str]:
    """The sentences of some texts or corpora, to be shown to workers."""
    for path in paths:
        if holds_results(path):
            raise InputError(
                "expected sentences, one a line, or a corpus, found a table (.csv)",
                file=path,
                hint="give its sentences as a text; of results, --crowd of "
                "`corrigenda references import` makes a corpus",
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
                    hint="leave empty answers out with --drop-empty (drop_empty=True); if this is "
                    "a corpus, where an empty reference deletes the sentence, give it with --m2",
                )
    if not found:
        raise InputError("no sentence has a reference", file=file)
    return found


Key = Literal["exact", "index", "positions"]
KEYS: Mapping[Key, str] = {
    "exact": "accuracy",
    "index": "index match",
    "positions": "index match, insertions unseen",
}
"""When two corrections are the same, and what a perfect corrector's score is then called: equal
texts; equal places changed, inserted words among them; equal places of the source changed."""


def check_key(key: str) -> None:
    """Refuse what does not say when corrections are the same."""
    if key not in KEYS:
        raise InputError(
            f"corrections are the same by {', '.join(map(repr, KEYS))}, not by {key!r}"
        )


def estimated(
    people: Crowd | Iterable[Segment],
    key: Key = "exact",
    method: Method = "unseen",
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Populations:
    """Return the populations of a crowd's sentences, by what counts as the same correction.

    `people` may be a corpus, whose references are taken for answers. Sentences with a single answer
    are left out, unless what was seen is taken for all there is (see `Crowd.with_several_answers`).
    """
    check_key(key)
    crowd = people if isinstance(people, Crowd) else crowd_of(people)
    if method == "unseen":
        several = crowd.with_several_answers()
        if crowd.sentences and not several.sentences:
            raise InputError(
                "expected at least 2 answers to a sentence to estimate a population from, found 1",
                hint="take what was seen for all there is: --method empirical",
            )
        crowd = several
    if not crowd.sentences:
        raise InputError(
            "no sentence is kept, so there is nothing to estimate from",
            hint="keep sentences that most workers left unchanged, too: --select all",
        )
    counts = crowd.counts() if key == "exact" else crowd.index_counts(insertions=key == "index")
    found = estimate(counts, method, jobs=jobs, progress=progress)
    return replace(found, remarks=crowd.remarks)
