"""The names of HOO's files, and which belong together.

| name | what it is |
| --- | --- |
| `NNNN.txt` | a fragment's plain text |
| `NNNN.xml` | the same in HOO 2012: parts and their paragraphs |
| `NNNNS.txt` | its text, segmented into sentences |
| `NNNNG.xml` | its gold annotation: in line or stand-off, which the content tells |
| `NNNNGE.xml` | its gold edits, stand-off |
| `NNNNTTR.txt`, `NNNNTTR.xml` | the output of run R of team TT: as text, as stand-off edits |

NNNN are four digits, TT two letters or digits, R is a digit.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.formats.xml import parse_xml, tag
from corrigenda.hoo.formats.problems import Problem, failed

Role = Literal["text", "segmented", "gold", "system"]
Content = Literal["stand-off", "in-line", "parts"]

_NAME = re.compile(
    r"(?P<fragment>[0-9]{4})"
    r"(?:(?P<text>\.txt|\.xml)|(?P<segmented>S\.txt)|(?P<gold>GE?\.xml)"
    r"|(?P<run>[A-Za-z0-9]{2}[0-9])(?P<system>\.txt|\.xml))"
)
NAMES = "NNNN.txt, NNNNS.txt, NNNNG.xml, NNNNGE.xml, NNNNTTR.txt or NNNNTTR.xml"
BAD_NAME = f"expected a name such as {NAMES}"


class Name(NamedTuple):
    """Parts of a file's name: the fragment, the role, and for a system the run (`TTR`)."""

    fragment: str
    role: Role
    run: str = ""


def parse_name(path: PathLike) -> Name:
    """Return what a file's name says; raise InputError if it is not of the task's form.

    >>> parse_name("0441MQ1.xml")
    Name(fragment='0441', role='system', run='MQ1')
    """
    match = _NAME.fullmatch(Path(path).name)
    if match is None:
        raise InputError(BAD_NAME, file=name_of(path))
    for role in ("text", "segmented", "gold"):
        if match[role]:
            return Name(match["fragment"], role)
    return Name(match["fragment"], "system", match["run"])


def known_name(path: PathLike) -> Name | None:
    """Return as `parse_name` does; None if the name is not of the task's form."""
    match = _NAME.fullmatch(Path(path).name)
    return None if match is None else parse_name(path)


def fragment_of(path: PathLike) -> str:
    """Return the number of the fragment that a file's name says; "1" if it says none."""
    name = known_name(path)
    return "1" if name is None else name.fragment


def content_of(path: PathLike) -> Content:
    """Return whether an XML file is stand-off edits, in-line annotated text, or a source of HOO
    2012."""
    return content_of_xml(read_bytes(path), name_of(path))


def content_of_xml(data: bytes, file: str) -> Content:
    """Return as `content_of` does, from a file's bytes."""
    root = parse_xml(data, file)
    if tag(root) == "edits":
        return "stand-off"
    if tag(root).lower() == "hoo":
        return "in-line" if root.find("BODY") is None else "parts"
    raise InputError(
        f"expected HOO, with <edits> or <HOO>, found <{tag(root)}>", file=file, line=root.sourceline
    )


def another_folder(target: PathLike, source: PathLike, message: str) -> Path:
    """Return the folder to write to; refuse a file, and (with this message) the folder read."""
    folder = Path(target)
    if folder.exists() and not folder.is_dir():
        raise InputError("expected a folder, found a file", file=target)
    if folder.resolve() == Path(source).resolve():
        raise InputError(message, file=target)
    return folder


# --- folders ----------------------------------------------------------------------------------


def files_of(folder: PathLike) -> list[Path]:
    """Return the files of a folder, by name; without hidden ones."""
    try:
        paths = sorted(Path(folder).iterdir())
    except FileNotFoundError:
        raise InputError("there is no such folder", file=folder) from None
    except NotADirectoryError:
        raise InputError("expected a folder, found a file", file=folder) from None
    return [path for path in paths if path.is_file() and not path.name.startswith(".")]


def named_files(folder: PathLike) -> tuple[list[tuple[Path, Name]], list[Problem]]:
    """Return the files of a folder with what their names say, and those with bad names."""
    named: list[tuple[Path, Name]] = []
    problems: list[Problem] = []
    for path in files_of(folder):
        try:
            named.append((path, parse_name(path)))
        except InputError as error:
            problems.append(Problem(str(path), "", "bad-name", error.message))
    return named, problems


def no_files(folder: PathLike, what: str, *roles: Role) -> InputError:
    """Return the error for a folder without the files wanted; it names subfolders that have some
    of these roles."""
    inside = [
        place.name
        for place in sorted(Path(folder).iterdir())
        if place.is_dir()
        and any(name and name.role in roles for name in map(known_name, files_of(place)))
    ]
    hint = f"name one of its folders that has some: {', '.join(inside)}" if inside else None
    return InputError(f"there are no {what} in it", file=folder, hint=hint)


def gold_files(folder: PathLike) -> tuple[dict[str, Path], list[Problem]]:
    """Return the stand-off gold file of each fragment, and what is wrong with the folder's gold
    files.

    Where a fragment has both `NNNNGE.xml` and `NNNNG.xml`, the latter may be its in-line form. A
    fragment that has only an in-line file is reported: in-line text must be converted first.
    """
    named, problems = named_files(folder)
    return _golds(named, problems), problems


def _golds(named: Iterable[tuple[Path, Name]], problems: list[Problem]) -> dict[str, Path]:
    standoff: dict[str, Path] = {}
    inline: dict[str, Path] = {}
    for path, name in named:
        if name.role != "gold":
            continue
        try:
            content = content_of(path)
        except InputError as error:
            problems.append(failed(error, path))
            continue
        if content != "stand-off":
            inline[name.fragment] = path
        elif name.fragment in standoff:
            other = standoff[name.fragment].name
            reason = f"expected one stand-off gold file of fragment {name.fragment}, found {other}"
            problems.append(Problem(str(path), "", "two-golds", f"{reason}, too"))
        else:
            standoff[name.fragment] = path
    for fragment, path in inline.items():
        if fragment not in standoff:
            reason = f"fragment {fragment} has its gold in line only: convert it to stand-off edits"
            problems.append(Problem(str(path), "", "unpaired", reason))
    return standoff


@dataclass(frozen=True)
class FilePair:
    """A fragment's gold file and the output of one run."""

    fragment: str
    run: str
    gold: Path
    system: Path


class Pairing(NamedTuple):
    """The pairs of two folders, by run and fragment, and what could not be paired."""

    pairs: tuple[FilePair, ...]
    problems: tuple[Problem, ...]

    def runs(self) -> dict[str, list[FilePair]]:
        """Return the pairs of each run."""
        pairs: dict[str, list[FilePair]] = defaultdict(list)
        for pair in self.pairs:
            pairs[pair.run].append(pair)
        return dict(pairs)


def pair_folders(gold: PathLike, system: PathLike, *, suffix: str = ".xml") -> Pairing:
    """Pair the gold files of a folder with systems' files (of `suffix`) of a folder.

    Every run should have a file for every gold file: what lacks its partner, and every file whose
    name is of no known form, is among the problems. Both may be the same folder.
    """
    named, problems = named_files(gold)
    golds = _golds(named, problems)
    if Path(system).resolve() != Path(gold).resolve():
        named, bad = named_files(system)
        problems += bad
    runs = runs_of((path, name) for path, name in named if path.suffix == suffix)
    if not runs:
        reason = f"there is no system's file, NNNNTTR{suffix}"
        texts = sum(name.role == "system" for _, name in named)
        if texts and suffix == ".xml":
            reason += f", but texts ({texts}): extract their edits with 'hoo batch-extract' first"
        problems.append(Problem(str(system), "", "unpaired", reason))
    problems += unpaired(golds, runs)
    pairs = [
        FilePair(fragment, run, golds[fragment], files[fragment])
        for run, files in sorted(runs.items())
        for fragment in sorted(files)
        if fragment in golds
    ]
    return Pairing(tuple(pairs), tuple(problems))


def runs_of(named: Iterable[tuple[Path, Name]]) -> dict[str, dict[str, Path]]:
    """Return the file of each fragment of each run."""
    runs: dict[str, dict[str, Path]] = defaultdict(dict)
    for path, name in named:
        if name.role == "system":
            runs[name.run][name.fragment] = path
    return dict(runs)


def unpaired(golds: dict[str, Path], runs: dict[str, dict[str, Path]]) -> Iterator[Problem]:
    """Yield what each run lacks for the gold files, and what it has beyond them."""
    for run, files in sorted(runs.items()):
        for fragment in sorted(golds.keys() - files):
            reason = f"run {run} has no file for fragment {fragment}"
            yield Problem(str(golds[fragment]), "", "unpaired", reason)
        for fragment in sorted(files.keys() - golds):
            reason = f"there is no stand-off gold file for fragment {fragment}"
            yield Problem(str(files[fragment]), "", "unpaired", reason)
