"""Process folders of HOO files: extract edits, segment texts, validate and repair.

A bad file does not stop a batch: the others are done, and `problems` lists what failed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, read_bytes
from corrigenda.hoo.extraction import Whitespace, extract
from corrigenda.hoo.formats import texts, validation
from corrigenda.hoo.formats.codes import Codes, as_codes
from corrigenda.hoo.formats.names import another_folder, files_of, known_name, named_files
from corrigenda.hoo.formats.problems import NOT_SCORED, Problem, failed
from corrigenda.hoo.formats.standoff import write_edits
from corrigenda.remarks import Remark
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.results.words import counted

CHUNK = 16
"""Files that a worker process gets at once."""


def problem_table(problems: Sequence[Problem]) -> Table:
    """Return problems as a table."""
    columns = [Column(name, align="left") for name in ("file", "edit", "problem", "right extent")]
    rows: list[TableRow] = [
        [p.file, p.edit, p.reason, "" if p.repaired is None else "{}:{}".format(*p.repaired)]
        for p in problems
    ]
    return Table(columns, rows)


def problem_section(problems: Sequence[Problem]) -> Iterator[Section]:
    """Yield a section for pages with the files that a batch could not process, if there are any."""
    if problems:
        details = [Section("Files that were left out", tables=[problem_table(problems)])]
        yield Section("Problems", details=details)


# --- files written --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Written(Finding, kind="hoo-files", title="HOO: files"):
    """The files that a batch wrote, and those that it could not process."""

    files: str
    """What they are: "edit file", "text"."""

    target: Path
    written: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def sections(self) -> Iterator[Section]:
        """Yield how many files there are and where, and the files that could not be processed."""
        verb = "is" if len(self.written) == 1 else "are"
        said = f"{counted(len(self.written), self.files)} {verb} in {self.target}"
        yield Section("Files", verdicts=[said])
        yield from problem_section(self.problems)

    def record(self) -> dict[str, Any]:
        """Return the files that were written, and problems."""
        return {"written": encode(self.written), "problems": encode(self.problems)}


def batch_extract(
    originals: PathLike,
    systems: PathLike,
    output: PathLike,
    *,
    whitespace: Whitespace = "keep",
    as_released: bool = False,
    jobs: int | None = None,
) -> Written:
    """Write the edits of every system's text of a folder, found by comparison with its original.

    A system's text belongs to the original whose name (up to its first dot) its own begins with.
    For `whitespace` and `as_released`, see `extract`.
    """
    folder = another_folder(output, systems, "the edits must go to another folder than the texts")
    known = {path.name.partition(".")[0]: path for path in files_of(originals)}
    work: list[tuple[Path, Path]] = []
    problems: list[Problem] = []
    others: list[Path] = []
    odd: list[Path] = []
    for path in files_of(systems):
        if path.suffix != ".txt":
            others.append(path)
            continue
        name = known_name(path)
        if name is None or name.role != "system":
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
    )
    for outcome in extracted:
        (problems if isinstance(outcome, Problem) else written).append(outcome)  # type: ignore[arg-type]
    remarks = [
        *_on_files(others, "no text, NNNNTTR.txt, and left out"),
        *_on_files(odd, "not named NNNNTTR.txt, so 'hoo batch-evaluate' cannot pair their edits"),
        *_on_files(
            [path for path in files_of(originals) if known_name(path) is None],
            "of no form that is known, such as NNNN.txt",
        ),
    ]
    return Written("edit file", folder, tuple(written), tuple(problems), tuple(remarks))


def _on_files(paths: Sequence[Path], what: str) -> list[Remark]:
    """Return one remark on files, if there are any; it names the first few."""
    if not paths:
        return []
    names = ", ".join(path.name for path in paths[:5]) + (", ..." if len(paths) > 5 else "")
    count = "1 file is" if len(paths) == 1 else f"{len(paths)} files are"
    return [Remark("names", f"{paths[0].parent}: {count} {what}: {names}", count=len(paths))]


def _extract(
    folder: Path, whitespace: Whitespace, as_released: bool, work: list[tuple[Path, Path]]
) -> list[Path | Problem]:
    outcomes: list[Path | Problem] = []
    for original, system in work:
        try:
            name = system.name.partition(".")[0]
            source, text = (texts.read_text(path) for path in (original, system))
            edits = extract(source, text, name=name, whitespace=whitespace, as_released=as_released)
            target = folder / f"{name}.xml"
            write_edits(edits, target)
            outcomes.append(target)
        except InputError as error:
            outcomes.append(failed(error, system))
    return outcomes


def segment(source: PathLike, target: PathLike, *, indices: bool = False) -> Written:
    """Write a plain text with its paragraphs and sentences marked, or such a text plain again.

    What a file holds decides which of the two it is. Of a folder, texts (`NNNN.txt`) and segmented
    texts (`NNNNS.txt`) are written to the folder `target`, each under the other's name. White space
    is kept, so that both ways together give the same bytes. With `indices`, paragraphs and
    sentences are numbered.
    """
    if not Path(source).is_dir():
        _segment(source, target, indices, texts.is_segmented(read_bytes(source)))
        return Written("text", Path(target), (Path(target),))
    folder = another_folder(
        target, source, "the texts must go to another folder than those they are of"
    )
    written: list[Path] = []
    problems: list[Problem] = []
    others: list[Path] = []
    folder.mkdir(parents=True, exist_ok=True)
    for path in files_of(source):
        name = known_name(path)
        if name is None or name.role not in ("text", "segmented") or path.suffix != ".txt":
            others.append(path)
            continue
        segmented = name.role == "segmented"
        to = folder / (f"{name.fragment}.txt" if segmented else f"{name.fragment}S.txt")
        try:
            _segment(path, to, indices, segmented)
            written.append(to)
        except InputError as error:
            problems.append(failed(error, path))
    remarks = _on_files(others, "neither NNNN.txt nor NNNNS.txt, and left out")
    return Written("text", folder, tuple(written), tuple(problems), tuple(remarks))


def _segment(source: PathLike, target: PathLike, indices: bool, segmented: bool) -> None:
    if segmented:
        if indices:
            raise InputError("a plain text has no indices to write", file=source)
        texts.write_text(texts.read_segmented(source).text, target)
        return
    try:
        texts.write_segmented(texts.segment(texts.read_text(source)), target, indices=indices)
    except InputError as error:
        raise InputError(error.message, file=error.file or source, line=error.line) from None


# --- validation -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Validation(Finding, kind="hoo-validation", title="HOO: problems of files"):
    """Everything that is wrong with some files; nothing, if `problems` is empty."""

    problems: tuple[Problem, ...]
    checked: int
    """How many files were read."""

    @property
    def valid(self) -> bool:
        """Whether all is well."""
        return not self.problems

    @property
    def summary(self) -> str:
        """How many files were checked, and what the problems mean for scores, if there are any."""
        found = counted(len(self.problems), "problem")
        said = f"{counted(self.checked, 'file')} checked, {found}"
        if self.valid:
            return said
        left_out = {one.file for one in self.problems if one.kind in NOT_SCORED}
        if not left_out:
            return f"{said}; files can be scored, but edits with problems may cost points"
        return f"{said}; scoring leaves out or cannot pair {counted(len(left_out), 'file')}"

    def one_table(self) -> Table:
        """Return the problems; a table without rows, if there are none."""
        return problem_table(self.problems)

    def sections(self) -> Iterator[Section]:
        """Yield the problems, if there are any."""
        if self.problems:
            yield Section("Problems", tables=[problem_table(self.problems)])


def validate(
    paths: PathLike | Sequence[PathLike],
    *,
    texts: PathLike | None = None,
    gold: PathLike | None = None,
    codes: Codes | PathLike | None = None,
    repair: PathLike | None = None,
) -> Validation:
    """List what is wrong with files of edits, or with folders of the task's files.

    `texts` is a text, or a folder with `NNNN.txt` and `NNNNS.txt`; by default the folder of the
    edits. `gold` is a folder of gold files that every run must have partners for. With a table of
    `codes`, a type that is not in it is a problem. With `repair`, copies of the files are written
    to that folder, in which an edit whose `<original>` stands at just one other place is moved.
    """
    files = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    table = as_codes(codes)
    problems = [
        problem
        for path in files
        for problem in validation.validate(path, texts=texts, gold=gold, codes=table)
    ]
    if repair is not None:
        for path in files:
            validation.repair(path, repair, texts=texts)
    checked = sum(len(named_files(path)[0]) if Path(path).is_dir() else 1 for path in files)
    return Validation(tuple(problems), checked)
