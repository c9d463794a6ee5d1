"""HOO over files and folders: scoring, extraction, and what a data set holds.

A batch never stops at a bad file: it goes on with the others and says at the end what failed.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.engine.parallel import Progress, mapped
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Given, Result
from corrigenda.formats.hoo import (
    Codes,
    Pair,
    Problem,
    gold_files,
    is_segmented,
    pair_folders,
    parse_name,
    read_edits,
    read_segmented,
    read_text,
    write_edits,
    write_segmented,
    write_text,
)
from corrigenda.formats.hoo import segment as segmented_text
from corrigenda.formats.hoo.extraction import Whitespace, extract
from corrigenda.formats.hoo.names import Role, files_of
from corrigenda.formats.lines import PathLike, read_bytes
from corrigenda.measures.contract import Array, Score, Table
from corrigenda.measures.hoo import HOO, Counted, HOOCorrection, HOODetection, HOORecognition
from corrigenda.measures.hoo_status import (
    Only,
    SentenceVerdict,
    Status,
    sentence_score,
    sentence_verdicts,
    status_by_type,
)
from corrigenda.remarks import Remark
from corrigenda.statistics.settings import Settings

ASPECTS = (HOODetection, HOORecognition, HOOCorrection)
CHUNK = 16
"""Files that travel to a process at once."""


def aspects(
    *, types: str | Sequence[str] = (), codes: Codes | None = None, **parameters: Any
) -> tuple[HOO, ...]:
    """Return the three measures with the same parameters.

    With a table of `codes`, `types` may name its groups, and codes that mark no errors are left
    out, unless `types` names them.
    """
    kept = tuple(types.split("+") if isinstance(types, str) else types)
    if codes is not None:
        parameters["excluded"] = tuple(code for code in codes.no_errors if code not in kept)
        kept = codes.expanded(kept)
    return tuple(aspect(types=kept, **parameters) for aspect in ASPECTS)


# --- what a reader of scores by type must know ----------------------------------------------------


class Types(NamedTuple):
    """How many edits of each type ("": none) gold and each run have, and how many edits of each run
    may be false alarms of any type (`measures.hoo.Counted.untyped`)."""

    gold: Counter[str]
    runs: dict[str, Counter[str]]
    untyped: dict[str, int]


def type_remarks(measure: HOO, types: Types) -> tuple[Remark, ...]:
    """Return what a reader of scores of chosen types must know; nothing if all types count."""
    wanted = measure.types
    if not wanted:
        return ()
    remarks = []
    absent = [kind for kind in wanted if kind not in types.gold]
    if absent:
        text = f"No gold edit is of type {_listed(absent)}; gold has {_listed(types.gold)}."
        remarks.append(Remark("types", text))
    for run, found in types.runs.items():
        given = sorted(kind for kind in found if kind)
        if given and not set(given) & set(wanted):
            text = (
                f"{run}: no edit is of a chosen type, so all edits with a type are left out; it "
                f"has {_listed(given)}."
            )
            remarks.append(Remark("types", text, run, sum(found[kind] for kind in given)))
    bare = {run: found[""] for run, found in types.runs.items() if found[""]}
    if bare and measure.year == "2012":
        text = (
            "System edits without a type are left out, as the scorer of 2012 does it "
            f"({_numbers(bare)}): scores say nothing about these."
        )
        remarks.append(Remark("types", text, count=sum(bare.values())))
    unknown = {run: n for run, n in types.untyped.items() if n}
    if unknown:
        text = (
            f"Some system edits have no type and meet no gold edit ({_numbers(unknown)}). They may "
            "be false alarms of any type, so precision and F of chosen types are undefined, and "
            "not all spurious edits are of these types. Recall is exact."
        )
        remarks.append(Remark("types", text, count=sum(unknown.values())))
    return tuple(remarks)


def _listed(kinds: Iterable[str]) -> str:
    names = [kind or "(no type)" for kind in kinds]
    return ", ".join(sorted(names)) if names else "no edits"


def _numbers(counts: dict[str, int]) -> str:
    return ", ".join(f"{run}: {n}" for run, n in counts.items())


def _type_counts(edits: Iterable[Edit]) -> Counter[str]:
    return Counter(edit.type for edit in edits)


# --- one fragment ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fragment:
    """A gold file scored against a system's file."""

    gold: tuple[Edit, ...]
    system: tuple[Edit, ...]
    measures: tuple[HOO, ...]
    name: str = "the system"

    @property
    def counted(self) -> Counted:
        """The edits that count, given the types that were chosen."""
        return self.measures[0].counted(self.gold, self.system)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a reader of the scores must know about types."""
        types = Types(
            _type_counts(self.gold),
            {self.name: _type_counts(self.system)},
            {self.name: self.counted.untyped},
        )
        return type_remarks(self.measures[0], types)

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
        gold, system, _ = self.counted
        verdicts = sentence_verdicts(gold, system, extents)
        return verdicts, sentence_score(verdicts)


def evaluate(
    gold: PathLike, system: PathLike, *, codes: Codes | None = None, **parameters: Any
) -> Fragment:
    """Score a system's edit file against a gold one (for `codes` see `aspects`)."""
    measures = aspects(codes=codes, **parameters)
    return Fragment(read_edits(gold), read_edits(system), measures, Path(system).stem)


# --- folders of fragments -------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """The fragments of one run, their rows by each of the three measures, and what became of the
    gold edits of each."""

    name: str
    fragments: tuple[str, ...]
    rows: tuple[Array, ...]
    statuses: tuple[Status, ...]

    def by_type(
        self, only: Only = "all", *, codes: Codes | None = None
    ) -> dict[str, tuple[int, int, int, int]]:
        """Gold edits of each type: (total, detected, recognised, corrected).

        With `codes`, of each group of the table instead: an edit counts in every group of its
        type, and under its type if that has none.
        """
        names = None if codes is None else (lambda kind: _groups(codes, kind))
        return status_by_type(self.statuses, only, names)

    @property
    def spurious(self) -> int:
        """How many system edits meet no gold edit."""
        return sum(len(status.spurious) for status in self.statuses)


def _groups(codes: Codes, kind: str) -> tuple[str, ...]:
    return (codes[kind].groups if kind in codes else ()) or (kind,)


@dataclass(frozen=True)
class Batch:
    """All runs of a folder, and the files that could not be scored."""

    measures: tuple[HOO, ...]
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    settings: Settings
    types: Types

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a reader of the scores must know about types."""
        return type_remarks(self.measures[0], self.types)

    def results(self) -> list[Result]:
        """All runs side by side, or one by one if they have different fragments."""
        if len({run.fragments for run in self.runs}) == 1:
            return [self.result()]
        return [self.result(run) for run in self.runs]

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
            self.measures,
            tuple(r.name for r in runs),
            tables,
            Given(1, 1),
            self.settings,
            remarks=self.remarks,
            unit="fragment",
        )

    def lines(self) -> list[list[str | float]]:
        """The task's table: P, R and F of each aspect, by fragment, and of all fragments."""
        found: list[list[str | float]] = []
        for run in self.runs:
            for k, fragment in enumerate(run.fragments):
                found.append([fragment + run.name, *self._values([r[k] for r in run.rows])])
            average = self._values([r.sum(axis=0) for r in run.rows])
            found.append([f"Average {run.name}", *average])
        return found

    def _values(self, sums: Sequence[Array]) -> list[float]:
        values = [m.values(row) for m, row in zip(self.measures, sums, strict=True)]
        return [float(v[key]) for v in values for key in ("precision", "recall", "score")]

    def csv(self) -> str:
        """The task's table as CSV; a cell is empty where a score is undefined."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(["" if x != x else x for x in line] for line in self.lines())
        return out.getvalue()


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
    codes: Codes | None = None,
    **parameters: Any,
) -> Batch:
    """Score every system's file of a folder against the gold file of its fragment.

    For `codes` see `aspects`.
    """
    measures = aspects(codes=codes, **parameters)
    pairing = pair_folders(gold, system)
    problems = list(pairing.problems)
    scored_of: dict[str, list[tuple[str, _Scored]]] = {}
    gold_types: dict[str, Counter[str]] = {}
    scored = mapped(
        partial(_score, measures), pairing.pairs, chunk=CHUNK, jobs=jobs, progress=progress
    )
    for pair, outcome in zip(pairing.pairs, scored, strict=True):
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            scored_of.setdefault(pair.run, []).append((pair.fragment, outcome))
            gold_types[pair.fragment] = outcome.gold_types
    runs = tuple(
        Run(
            name,
            tuple(fragment for fragment, _ in found),
            tuple(np.array([of.rows[k] for _, of in found]) for k in range(len(measures))),
            tuple(of.status for _, of in found),
        )
        for name, found in scored_of.items()
    )
    types = Types(
        sum(gold_types.values(), Counter()),
        {
            name: sum((of.system_types for _, of in found), Counter())
            for name, found in scored_of.items()
        },
        {run.name: int(run.rows[0][:, measures[0].columns.index("untyped")].sum()) for run in runs},
    )
    return Batch(measures, runs, tuple(problems), settings or Settings(), types)


class _Scored(NamedTuple):
    """What is known of one fragment of one run."""

    rows: list[Sequence[float]]
    status: Status
    gold_types: Counter[str]
    system_types: Counter[str]


def _score(measures: Sequence[HOO], pairs: list[Pair]) -> list[_Scored | Problem]:
    found: list[_Scored | Problem] = []
    for pair in pairs:
        try:
            gold, system = read_edits(pair.gold), read_edits(pair.system)
            found.append(
                _Scored(
                    [m.row(gold, system) for m in measures],
                    measures[0].status(gold, system),
                    _type_counts(gold),
                    _type_counts(system),
                )
            )
        except InputError as error:
            found.append(_failed(error, pair.system))
    return found


def _failed(error: InputError, file: Path) -> Problem:
    line = "" if error.line is None else f"line {error.line}: "
    return Problem(error.file or str(file), "", "unreadable", line + error.message)


# --- extraction -----------------------------------------------------------------------------------


class Extraction(NamedTuple):
    """The edit files written, the texts of which none could be made, and files with odd names."""

    written: tuple[Path, ...]
    problems: tuple[Problem, ...]
    remarks: tuple[Remark, ...] = ()


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
    others: list[Path] = []
    odd: list[Path] = []
    for path in files_of(systems):
        if path.suffix != ".txt":
            others.append(path)
            continue
        if _role(path) != "system":
            odd.append(path)
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
    remarks = [
        *_of_files(others, "no text, NNNNTTR.txt, and left out"),
        *_of_files(odd, "not named NNNNTTR.txt, so 'hoo batch-evaluate' cannot pair their edits"),
        *_of_files(
            [path for path in files_of(originals) if _role(path) is None],
            "of no form that is known, such as NNNN.txt",
        ),
    ]
    return Extraction(tuple(written), tuple(problems), tuple(remarks))


def _role(path: Path) -> Role | None:
    """What the file's name says it is; None if the name is of no known form."""
    try:
        return parse_name(path).role
    except InputError:
        return None


def _of_files(paths: Sequence[Path], what: str) -> list[Remark]:
    """One remark on files, if there are any; it names the first few."""
    if not paths:
        return []
    names = ", ".join(path.name for path in paths[:5]) + (", ..." if len(paths) > 5 else "")
    count = "1 file is" if len(paths) == 1 else f"{len(paths)} files are"
    return [Remark("names", f"{paths[0].parent}: {count} {what}: {names}", count=len(paths))]


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


# --- segmentation ---------------------------------------------------------------------------------


class Segmentation(NamedTuple):
    """The texts written, those that could not be segmented, and files that were left out."""

    written: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()


def segment(source: PathLike, target: PathLike, *, indices: bool = False) -> Segmentation:
    """Write a plain text with its paragraphs and sentences marked, or such a text plain again.

    What a file holds decides which of the two it is. Of a folder, texts (`NNNN.txt`) and segmented
    texts (`NNNNS.txt`) are written to the folder `target`, each under the other's name. White space
    is kept, so that both ways together give the same bytes. With `indices`, paragraphs and
    sentences are numbered.
    """
    if not Path(source).is_dir():
        _segment(source, target, indices, is_segmented(read_bytes(source)))
        return Segmentation((Path(target),))
    folder = Path(target)
    if folder.exists() and not folder.is_dir():
        raise InputError("expected a folder, found a file", file=target)
    if folder.resolve() == Path(source).resolve():
        raise InputError("the texts must go to another folder than those they are of", file=target)
    written: list[Path] = []
    problems: list[Problem] = []
    others: list[Path] = []
    folder.mkdir(parents=True, exist_ok=True)
    for path in files_of(source):
        role = _role(path)
        if role not in ("text", "segmented") or path.suffix != ".txt":
            others.append(path)
            continue
        fragment = parse_name(path).fragment
        to = folder / (f"{fragment}.txt" if role == "segmented" else f"{fragment}S.txt")
        try:
            _segment(path, to, indices, role == "segmented")
            written.append(to)
        except InputError as error:
            problems.append(_failed(error, path))
    remarks = _of_files(others, "neither NNNN.txt nor NNNNS.txt, and left out")
    return Segmentation(tuple(written), tuple(problems), tuple(remarks))


def _segment(source: PathLike, target: PathLike, indices: bool, segmented: bool) -> None:
    if segmented:
        if indices:
            raise InputError("a plain text has no indices to write", file=source)
        write_text(read_segmented(source).text, target)
        return
    try:
        write_segmented(segmented_text(read_text(source)), target, indices=indices)
    except InputError as error:
        raise InputError(error.message, file=error.file or source, line=error.line) from None


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
    no_errors: int
    """Edits whose type marks no error, by the table of codes."""

    groups: dict[str, int]
    """Edits of each group of the table of codes."""

    csets: int
    in_csets: int
    """Consistency sets, and the edits in them."""

    problems: tuple[Problem, ...]

    @property
    def edits(self) -> int:
        return sum(self.fragments.values())


def inventory(
    gold: PathLike, texts: PathLike | None = None, *, codes: Codes | None = None
) -> Inventory:
    """Count what the gold files of a folder hold, and the words of their texts.

    With a table of `codes`, count the edits of each of its groups and those that mark no error.
    """
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
        dict(sorted(_type_counts(edits).items())),
        sum(codes is not None and e.type in codes.no_errors for e in edits),
        {} if codes is None else _group_counts(edits, codes),
        len(csets),
        csets.total(),
        tuple(problems),
    )


def _group_counts(edits: Iterable[Edit], codes: Codes) -> dict[str, int]:
    counts = Counter(g for e in edits if e.type in codes for g in codes[e.type].groups)
    return {group: counts[group] for group in codes.groups}


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
