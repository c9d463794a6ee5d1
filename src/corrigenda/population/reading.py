"""Crowds and populations from files: batches of Mechanical Turk, corpora with references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from corrigenda.engine.parallel import Progress
from corrigenda.errors import InputError
from corrigenda.formats import read
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.formats.mturk import ENCODING, Answer, Columns, read_answers
from corrigenda.population import populations
from corrigenda.population.crowd import Crowd, Selection, collect
from corrigenda.population.population import Method, Population


def read_crowd(
    paths: Sequence[PathLike],
    selection: Selection | str = "all",
    *,
    columns: Columns | None = None,
    encoding: str = ENCODING,
    drop_empty: bool = False,
) -> Crowd:
    """What is kept of the answers in some files, all of one kind.

    Files whose names end in `.csv` are results of Mechanical Turk; of others the references are the
    answers. Annotators of a corpus are no suspicious workers: they have names, if any, within a
    sentence only.
    """
    if not paths:
        raise InputError("no file is given")
    tables = [holds_results(path) for path in paths]
    if all(tables):
        answers = read_answers(paths, columns, encoding=encoding, drop_empty=drop_empty)
    elif any(tables):
        raise InputError(
            "expected either results of Mechanical Turk (.csv) or corpora, found both",
            file=paths[tables.index(False)],
            hint="import the results first: corrigenda references import --crowd FILE.jsonl",
        )
    else:
        answers = [answer for path in paths for answer in _references(path, drop_empty)]
    return collect(answers, selection)


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


def _references(path: PathLike, drop_empty: bool) -> list[Answer]:
    file = name_of(path)
    found = []
    for segment in read(path):
        for reference in segment.references:
            if reference.text.strip():
                found.append(Answer(segment.source, reference.text, file=file))
            elif not drop_empty:
                raise InputError(
                    f"sentence {segment.id}: expected an answer, found an empty one",
                    file=file,
                    hint="leave empty answers out with --drop-empty (drop_empty=True)",
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


def estimated(
    crowd: Crowd,
    key: Key = "exact",
    method: Method = "unseen",
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Population]:
    """The populations of a crowd's sentences, by what counts as the same correction."""
    if key not in KEYS:
        raise InputError(
            f"corrections are the same by {', '.join(map(repr, KEYS))}, not by {key!r}"
        )
    if not crowd.sentences:
        raise InputError(
            "no sentence is kept, so there is nothing to estimate from",
            hint="keep sentences that most workers left unchanged, too: --select all",
        )
    counts = crowd.counts() if key == "exact" else crowd.index_counts(insertions=key == "index")
    return populations.estimate(counts, method, jobs=jobs, progress=progress)
