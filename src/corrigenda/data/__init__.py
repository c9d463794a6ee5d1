"""Test sets by name: fetched on request, verified, and read.

    cg.data.get("jfleg", "corpora")                     # downloads dev and test, and says so
    corpus = cg.data.corpus("jfleg/dev", "corpora")     # reads, never downloads
    cg.evaluate(corpus, {"mine": "output.txt"}, "GLEU")

Nothing is ever downloaded but by `get`. A folder that has the files will do without a network.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corrigenda.corpus import Corpus, Segment
from corrigenda.data.fetching import Say, checked, fetch
from corrigenda.data.sets import SETS, File, TestSet, named, one_named
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow

__all__ = ["Catalogue", "Local", "TestSet", "catalogue", "corpus", "files", "get"]

FOLDER = "CORRIGENDA_DATA"
"""The variable that names the folder of test sets, if none is given."""


@dataclass(frozen=True)
class Catalogue(Finding, title="Test sets"):
    """The test sets that are known by name."""

    sets: tuple[TestSet, ...]

    def sections(self) -> Iterator[Section]:
        names = ("name", "what", "licence", "digests", "address")
        columns = [Column(name, align="left") for name in names]
        columns[2:2] = [Column("sentences"), Column("references")]
        rows: list[TableRow] = [
            [
                one.name,
                one.title,
                one.sentences,
                one.references,
                one.licence,
                "known" if one.verified else "unknown",
                one.files[0].address,
            ]
            for one in self.sets
        ]
        notes = [
            "digests: known ones are checked after download; others are recorded beside the files",
            "licences and terms are those of the data's authors; read them before use",
        ]
        yield Section(self.title, tables=[Table(columns, rows)], notes=notes)


def catalogue(name: str | None = None) -> Catalogue:
    """Return the test sets that are known, or those of one name."""
    return Catalogue(SETS if name is None else tuple(named(name)))


@dataclass(frozen=True)
class Local:
    """A test set on this machine: one file with references, or a source and references."""

    name: str
    gold: Path | None
    source: Path | None
    references: tuple[Path, ...]

    def corpus(self) -> Corpus:
        """Read it."""
        from corrigenda import formats

        if self.gold is not None:
            held: Sequence[Segment] = formats.read(self.gold, plain=False)
        else:
            assert self.source is not None
            held = formats.read_parallel(self.source, self.references)
        return Corpus(tuple(held), self.name)


def get(
    name: str, folder: PathLike | None = None, *, mirror: str = "", say: Say | None = None
) -> list[Local]:
    """Download a test set, or all parts of it (`jfleg`), to a folder, and return where it is.

    Files that are there are verified and kept; an interrupted download continues. `mirror` is
    an address to use instead of the official ones: its files are at `mirror/NAME/FILE`. `say` is
    called with what happens; by default it is printed.
    """
    where = _folder(folder)
    tell = say or print
    for one in named(name):
        target = where / one.name
        tell(f"{one.name}: {one.title}; licence: {one.licence}; see {one.home}")
        for file in one.files:
            there = _there(where, one, file)
            if there is None:
                fetch(file, target / file.name, mirror and f"{mirror}/{one.name}", tell)
            else:
                checked(file, there, tell)
    return [_local(one, where) for one in named(name)]


def files(name: str, folder: PathLike | None = None) -> Local:
    """Return the files of a test set in a folder, verified; raise InputError if one is missing."""
    return _local(one_named(name), _folder(folder))


def corpus(name: str, folder: PathLike | None = None) -> Corpus:
    """Read a test set from a folder that has its files: that of `get`, or any other."""
    return files(name, folder).corpus()


def _folder(folder: PathLike | None) -> Path:
    given = os.fspath(folder) if folder is not None else os.environ.get(FOLDER, "")
    if not given:
        raise InputError(
            "no folder of test sets is given",
            hint=f"name it: folder='FOLDER', or set the variable {FOLDER}",
        )
    return Path(given)


def _there(folder: Path, one: TestSet, file: File) -> Path | None:
    """Return where a file is: in the folder of its set, or in any of those above it."""
    family = one.name.partition("/")[0]
    for place in (folder / one.name, folder / family, folder):
        if (place / file.name).is_file():
            return place / file.name
    return None


def _local(one: TestSet, folder: Path) -> Local:
    paths = []
    for file in one.files:
        there = _there(folder, one, file)
        if there is None:
            raise InputError(
                f"{one.name} needs {file.name}, which is not in {folder}",
                hint=f"fetch it: corrigenda data get {one.name} -o {folder}",
            )
        checked(file, there)
        paths.append(there)
    first, *rest = paths
    if one.gold:
        return Local(one.name, first, None, ())
    return Local(one.name, None, first, tuple(rest))
