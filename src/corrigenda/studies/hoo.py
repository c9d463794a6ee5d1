"""HOO over files and folders: scoring, extraction, and what a data set holds.

A batch never stops at a bad file: it goes on with the others and says at the end what failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.engine.parallel import Progress, mapped
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Given, Result
from corrigenda.evaluation.settings import Settings
from corrigenda.formats.hoo import (
    Pair,
    Problem,
    gold_files,
    pair_folders,
    parse_name,
    read_edits,
    read_text,
    write_edits,
)
from corrigenda.formats.hoo.extraction import Whitespace, extract
from corrigenda.formats.hoo.names import files_of
from corrigenda.formats.lines import PathLike
from corrigenda.measures.contract import Array, Score, Table
from corrigenda.measures.hoo import HOO, HOOCorrection, HOODetection, HOORecognition
from corrigenda.measures.hoo_status import (
    SentenceVerdict,
    Status,
    sentence_score,
    sentence_verdicts,
)

ASPECTS = (HOODetection, HOORecognition, HOOCorrection)
CHUNK = 16
"""Files that travel to a process at once."""


def aspects(**parameters: Any) -> tuple[HOO, ...]:
    """The three measures with the same parameters."""
    return tuple(aspect(**parameters) for aspect in ASPECTS)


# --- one fragment ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fragment:
    """A gold file scored against a system's file."""

    gold: tuple[Edit, ...]
    system: tuple[Edit, ...]
    measures: tuple[HOO, ...]

    @property
    def scores(self) -> tuple[Score, ...]:
        """Detection, recognition, correction."""
        rows = (np.array([m.row(self.gold, self.system)]) for m in self.measures)
        return tuple(m.score(m.totals(r)) for m, r in zip(self.measures, rows, strict=True))

    @property
    def status(self) -> Status:
        """What became of each gold edit."""
        return self.measures[0].status(self.gold, self.system)

    def sentences(self, extents: Sequence[tuple[int, int]]) -> tuple[list[SentenceVerdict], Score]:
        """Is there an error in each sentence? By gold, by the system, and how well they agree."""
        verdicts = sentence_verdicts(self.gold, self.system, extents)
        return verdicts, sentence_score(verdicts)


def evaluate(gold: PathLike, system: PathLike, **parameters: Any) -> Fragment:
    """Score a system's edit file against a gold one."""
    return Fragment(read_edits(gold), read_edits(system), aspects(**parameters))


# --- folders of fragments -------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """The fragments of one run, and their rows by each of the three measures."""

    name: str
    fragments: tuple[str, ...]
    rows: tuple[Array, ...]


@dataclass(frozen=True)
class Batch:
    """All runs of a folder, and the files that could not be scored."""

    measures: tuple[HOO, ...]
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    settings: Settings

    def result(self, run: Run | None = None) -> Result:
        """Scores with intervals over fragments: of one run, or of all, side by side."""
        runs = [run] if run is not None else list(self.runs)
        if len({r.fragments for r in runs}) > 1:
            raise InputError(
                "the runs have different fragments, so they cannot be compared",
                hint="evaluate them one by one, or give each the same fragments",
            )
        tables = [
            [Table(r.rows[k], [0] * len(r.fragments)) for r in runs]
            for k in range(len(self.measures))
        ]
        return Result(
            self.measures, tuple(r.name for r in runs), tables, Given(1, 1), self.settings
        )

    def lines(self) -> list[list[str | float]]:
        """The task's table: P, R and F of each aspect, by fragment, and their averages."""
        found: list[list[str | float]] = []
        for run in self.runs:
            for k, fragment in enumerate(run.fragments):
                found.append([fragment + run.name, *(x for r in run.rows for x in r[k, 7:10])])
            means = [self.measures[k].values(r.sum(axis=0)) for k, r in enumerate(run.rows)]
            average = [float(v[key]) for v in means for key in ("precision", "recall", "score")]
            found.append([f"Average {run.name}", *average])
        return found


HEADER = ["File"] + [
    f"{aspect} {part}"
    for aspect in ("Detection", "Recognition", "Correction")
    for part in ("Precision", "Recall", "Score")
]


def batch_evaluate(
    gold: PathLike,
    system: PathLike,
    *,
    settings: Settings | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    **parameters: Any,
) -> Batch:
    """Score every system's file of a folder against the gold file of its fragment."""
    measures = aspects(**parameters)
    pairing = pair_folders(gold, system)
    problems = list(pairing.problems)
    rows: dict[str, list[tuple[str, list[Sequence[float]]]]] = {}
    scored = mapped(
        partial(_score, measures), pairing.pairs, chunk=CHUNK, jobs=jobs, progress=progress
    )
    for pair, outcome in zip(pairing.pairs, scored, strict=True):
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            rows.setdefault(pair.run, []).append((pair.fragment, outcome))
    runs = tuple(
        Run(
            name,
            tuple(fragment for fragment, _ in found),
            tuple(np.array([row[k] for _, row in found]) for k in range(len(measures))),
        )
        for name, found in rows.items()
    )
    return Batch(measures, runs, tuple(problems), settings or Settings())


def _score(measures: Sequence[HOO], pairs: list[Pair]) -> list[list[Sequence[float]] | Problem]:
    found: list[list[Sequence[float]] | Problem] = []
    for pair in pairs:
        try:
            gold, system = read_edits(pair.gold), read_edits(pair.system)
            found.append([m.row(gold, system) for m in measures])
        except InputError as error:
            found.append(_failed(error, pair.system))
    return found


def _failed(error: InputError, file: Path) -> Problem:
    line = "" if error.line is None else f"line {error.line}: "
    return Problem(error.file or str(file), "", "unreadable", line + error.message)


# --- extraction -----------------------------------------------------------------------------------


class Extraction(NamedTuple):
    """The edit files written, and the texts of which none could be made."""

    written: tuple[Path, ...]
    problems: tuple[Problem, ...]


def batch_extract(
    originals: PathLike,
    systems: PathLike,
    output: PathLike,
    *,
    whitespace: Whitespace = "keep",
    as_released: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Extraction:
    """Write the edits of every system's text of a folder, found by comparison with its original.

    A system's text belongs to the original whose name (up to its first dot) its own begins with.
    For `whitespace` and `as_released` see `formats.hoo.extraction.extract`.
    """
    folder = Path(output)
    if folder.exists() and not folder.is_dir():
        raise InputError("expected a folder, found a file", file=output)
    if folder.resolve() == Path(systems).resolve():
        raise InputError("the edits must go to another folder than the texts", file=output)
    known = {path.name.partition(".")[0]: path for path in files_of(originals)}
    work: list[tuple[Path, Path]] = []
    problems: list[Problem] = []
    for path in files_of(systems):
        if path.suffix != ".txt":
            continue
        fragment = max((f for f in known if path.name.startswith(f)), key=len, default=None)
        if fragment is None:
            reason = "there is no original whose name this one begins with"
            problems.append(Problem(str(path), "", "unpaired", reason))
        else:
            work.append((known[fragment], path))
    written: list[Path] = []
    folder.mkdir(parents=True, exist_ok=True)
    extracted = mapped(
        partial(_extract, folder, whitespace, as_released),
        work,
        chunk=CHUNK,
        jobs=jobs,
        progress=progress,
    )
    for outcome in extracted:
        (problems if isinstance(outcome, Problem) else written).append(outcome)  # type: ignore[arg-type]
    return Extraction(tuple(written), tuple(problems))


def _extract(
    folder: Path, whitespace: Whitespace, as_released: bool, work: list[tuple[Path, Path]]
) -> list[Path | Problem]:
    found: list[Path | Problem] = []
    for original, system in work:
        try:
            name = system.name.partition(".")[0]
            source, text = (read_text(path) for path in (original, system))
            edits = extract(source, text, name=name, whitespace=whitespace, as_released=as_released)
            target = folder / f"{name}.xml"
            write_edits(edits, target)
            found.append(target)
        except InputError as error:
            found.append(_failed(error, system))
    return found


# --- what a data set holds ------------------------------------------------------------------------


@dataclass(frozen=True)
class Inventory:
    """Counts over a folder of gold files (Appendix C of the notes)."""

    fragments: dict[str, int]
    """Edits of each fragment."""

    words: dict[str, int]
    """Words of each fragment whose text was given."""

    alternatives: dict[int, int]
    """How many edits have how many corrections, null ones included; 0: left unspecified."""

    optional: int
    deletions: int
    """Edits that list an empty correction."""

    types: dict[str, int]
    csets: int
    in_csets: int
    """Consistency sets, and the edits in them."""

    problems: tuple[Problem, ...]

    @property
    def edits(self) -> int:
        return sum(self.fragments.values())


def inventory(gold: PathLike, texts: PathLike | None = None) -> Inventory:
    """Count what the gold files of a folder hold, and the words of their texts."""
    files, problems = gold_files(gold)
    fragments: dict[str, int] = {}
    edits: list[Edit] = []
    csets: Counter[tuple[str, str]] = Counter()
    for fragment, path in files.items():
        try:
            found = read_edits(path)
        except InputError as error:
            problems.append(_failed(error, path))
            continue
        fragments[fragment] = len(found)
        edits += found
        csets.update((fragment, dict(e.attributes)["cset"]) for e in found if _cset(e))
    words = {} if texts is None else _words(texts, problems)
    return Inventory(
        fragments,
        words,
        dict(sorted(Counter(len(e.alternatives) for e in edits).items())),
        sum(e.optional for e in edits),
        sum("" in e.alternatives for e in edits),
        dict(sorted(Counter(e.type for e in edits).items())),
        len(csets),
        csets.total(),
        tuple(problems),
    )


def _cset(edit: Edit) -> str:
    return dict(edit.attributes).get("cset", "")


def _words(folder: PathLike, problems: list[Problem]) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in files_of(folder):
        try:
            name = parse_name(path)
            if name.role == "text":
                found[name.fragment] = len(read_text(path).split())
        except InputError as error:
            problems.append(_failed(error, path))
    return found


# --- beside the scores: the texts themselves ------------------------------------------------------


class TextScores(NamedTuple):
    """How far source and system are from the gold text, in words, and the system's GLEU."""

    source_distance: int
    system_distance: int
    gleu: float


def text_scores(source: bytes, gold: Iterable[Edit], system: Iterable[Edit]) -> TextScores:
    """Word edit distance and GLEU between texts, the gold text having each first correction.

    Paragraphs are GLEU's sentences; where the numbers of paragraphs differ, the text is one.
    """
    from rapidfuzz.distance import Levenshtein

    from corrigenda.edits import apply_bytes
    from corrigenda.measures.gleu import GLEU

    texts = [t.decode() for t in (source, apply_bytes(source, gold), apply_bytes(source, system))]
    first, target, output = (text.split() for text in texts)
    parts = [[p for p in text.split("\n\n") if p.strip()] for text in texts]
    if len({len(p) for p in parts}) > 1:
        parts = [[" ".join(text.split())] for text in texts]
    measure = GLEU()
    rows = measure.choose(
        measure.candidates(Segment(s, (Correction(s, text=r),)), Correction(s, text=h))
        for s, r, h in zip(*parts, strict=True)
    ).rows
    return TextScores(
        Levenshtein.distance(first, target),
        Levenshtein.distance(output, target),
        measure.score(measure.totals(rows)).value,
    )


Regime = Literal["nobonus", "bonus", "document"]
