"""Validate HOO's files, and write repaired copies.

Offsets are trusted as long as they fit: gold files are known whose `<original>` has lost a leading
space while the extent is right. Where `<original>` is not the text there, but stands at just one
other place, that place is the repair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.formats.xml import parse_xml
from corrigenda.hoo.formats.checks import Text, check_edits, check_on_text, check_original
from corrigenda.hoo.formats.codes import Codes
from corrigenda.hoo.formats.inline import parse_inline
from corrigenda.hoo.formats.names import (
    BAD_NAME,
    NAMES,
    Name,
    Role,
    another_folder,
    content_of_xml,
    gold_files,
    known_name,
    named_files,
    no_files,
    runs_of,
    unpaired,
)
from corrigenda.hoo.formats.parts import part_texts, read_parts
from corrigenda.hoo.formats.problems import Problem, failed, name_of_edit
from corrigenda.hoo.formats.standoff import parse_edits, write_edits
from corrigenda.hoo.formats.texts import Extent, is_segmented, on_text, read_segmented, read_text

# --- validating -------------------------------------------------------------------------------


def validate(
    path: PathLike,
    *,
    texts: PathLike | None = None,
    gold: PathLike | None = None,
    system: bool | None = None,
    codes: Codes | None = None,
) -> list[Problem]:
    """Return what is wrong with a file of edits, or with a folder of the task's files.

    `texts` is the file's text, or a folder with `NNNN.txt` (and `NNNNS.txt`, for which edits must
    not reach over the end of a sentence); by default the folder of the edits. Where there is no
    text, edits are checked by themselves only; if `texts` is given, that is a problem. `gold` is a
    folder of gold files that every run must have partners for; by default the folder itself, if it
    has gold files. `system` says whether edits are a system's; by default the name does.
    With `codes`, a type that is not in that table is a problem.
    """
    if not Path(path).is_dir():
        return _validate_file(Path(path), texts, system, codes)
    named, problems = named_files(path)
    if not named:
        raise no_files(path, f"HOO files ({NAMES})", *get_args(Role))
    for file, name in named:
        if file.suffix == ".txt" or name.role == "text":
            problems += _validate_text(file, name, Path(path))
        else:
            problems += _validate_file(file, texts, system, codes)
    return problems + _validate_pairs(path, named, gold, problems)


def _validate_file(
    file: Path, texts: PathLike | None, system: bool | None, codes: Codes | None
) -> list[Problem]:
    problems: list[Problem] = []
    name = known_name(file)
    if name is None:
        problems.append(Problem(str(file), "", "bad-name", BAD_NAME))
    if system is None:
        system = name is not None and name.role == "system"
    try:
        data = read_bytes(file)
        content = content_of_xml(data, str(file))
        problems += _unread(data, str(file))
        if content == "in-line":
            annotated = parse_inline(data, str(file))
            problems += check_edits(annotated.edits, str(file), system=system, codes=codes)
            return problems
        edits = parse_edits(data, str(file))
    except InputError as error:
        return [*problems, failed(error, file)]
    problems += check_edits(edits, str(file), system=system, codes=codes)
    try:
        source = _source(file, name, texts, edits)
    except InputError as error:
        return [*problems, failed(error, file)]
    if source is None:
        if texts is not None:
            reason = f"there is no text for it in {name_of(texts)}"
            problems.append(Problem(str(file), "", "unpaired", reason))
        return problems
    return problems + _on_source(edits, source, str(file))


def _unread(data: bytes, file: str) -> Iterator[Problem]:
    """Yield attributes of corrections that are not read: types and indices belong to edits."""
    for correction in parse_xml(data, file).iter("correction"):
        if correction.attrib:
            names = ", ".join(map(str, correction.attrib))
            edit = next((e.get("index", "") for e in correction.iterancestors("edit")), "")
            reason = f"line {correction.sourceline}: attributes of a <correction> are not read"
            yield Problem(file, edit, "unread-attributes", f"{reason}, found {names}")


Source = tuple[dict[str, Text], Sequence[Extent]]
"""The text (`""`), or those of the parts, and where sentences are."""


def _source(
    file: Path, name: Name | None, texts: PathLike | None, edits: Sequence[Edit]
) -> Source | None:
    """Return what a file's offsets count, if it is there."""
    of_2012 = any(edit.unit == "char" for edit in edits)
    place = file.parent if texts is None else Path(texts)
    text, segmented = place, None
    if place.is_dir():
        if name is None:
            return None
        text = place / f"{name.fragment}{'.xml' if of_2012 else '.txt'}"
        segmented = place / f"{name.fragment}S.txt"
    if of_2012:
        parts: dict[str, Text] = dict(part_texts(read_parts(text))) if text.exists() else {}
        return (parts, ()) if parts else None
    if segmented is not None and segmented.exists():
        marked = read_segmented(segmented)
        if text.exists():
            marked = on_text(marked, read_text(text), str(segmented))
        return {"": marked.text}, marked.sentences
    if not text.exists() and place.is_dir():
        return None
    data = read_bytes(text)
    if is_segmented(data):
        marked = read_segmented(text)
        return {"": marked.text}, marked.sentences
    return {"": read_text(text)}, ()


def _on_source(edits: Sequence[Edit], source: Source, file: str) -> list[Problem]:
    texts, sentences = source
    problems: list[Problem] = []
    of: dict[str, list[tuple[str, Edit]]] = {part: [] for part in texts}
    for number, edit in enumerate(edits, 1):
        name, part = name_of_edit(edit, number), dict(edit.attributes).get("part", "")
        if part in of:
            of[part].append((name, edit))
        else:
            reason = f"the source has no part {part!r}"
            problems.append(Problem(file, name, "no-part", reason))
    for part, members in of.items():
        problems += check_on_text(members, texts[part], sentences, file)
    return problems


def _validate_text(file: Path, name: Name, folder: Path) -> list[Problem]:
    kind = "unreadable"
    try:
        if name.role == "segmented":
            marked = read_segmented(file)
            plain = folder / f"{name.fragment}.txt"
            if plain.exists():
                kind = "segmentation"
                on_text(marked, read_text(plain), str(file))
        elif file.suffix == ".xml":
            read_parts(file)
        else:
            read_text(file)
    except InputError as error:
        return [failed(error, file, kind)]
    return []


def _validate_pairs(
    folder: PathLike,
    named: Sequence[tuple[Path, Name]],
    gold: PathLike | None,
    known: Sequence[Problem],
) -> list[Problem]:
    """Return what lacks its partner, each once; without any run, nothing does."""
    runs = runs_of(named)
    golds, problems = gold_files(folder if gold is None else gold)
    if not runs:
        problems = [problem for problem in problems if problem.kind != "unpaired"]
    elif golds or gold is not None:
        problems += unpaired(golds, runs)
    already = {(problem.file, problem.kind) for problem in known}
    return [problem for problem in problems if (problem.file, problem.kind) not in already]


# --- repairing --------------------------------------------------------------------------------


def repair(path: PathLike, target: PathLike, *, texts: PathLike | None = None) -> list[Problem]:
    """Write repaired copies of stand-off files into another folder, and return what was wrong.

    `path` is a file or a folder, `texts` as for `validate`. An edit with a problem that has a
    repair gets that extent, and as its `<original>` the text there. The problems returned without
    a repair remain in the copies; files that cannot be read, and texts, are not copied.
    """
    source = Path(path)
    folder = source if source.is_dir() else source.parent
    out = another_folder(
        target, folder, "repaired copies must go to another folder than the files they are made of"
    )
    problems = validate(source, texts=texts)
    files = [file for file, _ in named_files(source)[0]] if source.is_dir() else [source]
    unreadable = {problem.file for problem in problems if problem.kind == "unreadable"}
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.suffix == ".xml" and str(file) not in unreadable:
            data = read_bytes(file)
            if content_of_xml(data, str(file)) == "stand-off":
                edits = parse_edits(data, str(file))
                write_edits(_repaired(file, edits, texts), out / file.name)
    return problems


def _repaired(file: Path, edits: Sequence[Edit], texts: PathLike | None) -> list[Edit]:
    source = _source(file, known_name(file), texts, edits)
    out = []
    for edit in edits:
        text = None if source is None else source[0].get(dict(edit.attributes).get("part", ""))
        problem = None if text is None else check_original("", edit, text, "")
        if text is not None and problem is not None and problem.repaired is not None:
            start, end = problem.repaired
            there = text[start:end]
            original = there.decode() if isinstance(there, bytes) else there
            attributes = tuple(
                (key, original if key == "original" else value) for key, value in edit.attributes
            )
            edit = replace(edit, start=start, end=end, attributes=attributes)
        out.append(edit)
    return out
