"""Check a list of edits, by itself and against its text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from corrigenda.edits import Edit
from corrigenda.errors import quoted
from corrigenda.hoo.formats.codes import Codes
from corrigenda.hoo.formats.problems import Problem, name_of_edit
from corrigenda.hoo.formats.texts import Extent

Text = bytes | str
"""What offsets count: bytes of a text, or characters of a part of a source of HOO 2012."""


def check_edits(
    edits: Sequence[Edit], file: str, *, system: bool, codes: Codes | None = None
) -> Iterator[Problem]:
    """Yield what is wrong with a file's edits by themselves."""
    names = [name_of_edit(edit, number) for number, edit in enumerate(edits, 1)]
    seen: dict[str, int] = {}
    for number, edit in enumerate(edits, 1):
        known = dict(edit.attributes)
        # In HOO 2012 the index is an ordinal, which restarts in every file.
        index = known.get("index")
        if index is not None:
            key = f"{known.get('file', '')}\0{index}"
            if key in seen:
                reason = f"edit number {number} has the index of edit number {seen[key]}"
                yield Problem(file, index, "duplicate-index", reason)
            seen.setdefault(key, number)
        if system and len(edit.alternatives) > 1:
            reason = f"a system may give one correction, found {len(edit.alternatives)}"
            yield Problem(file, names[number - 1], "several-corrections", reason)
        if codes is not None and edit.type and edit.type not in codes:
            reason = f"its type {edit.type!r} is not in {codes.file}"
            yield Problem(file, names[number - 1], "unknown-type", reason)
    yield from _check_extents(edits, names, file)
    yield from _check_csets(edits, names, file)


def _check_extents(edits: Sequence[Edit], names: Sequence[str], file: str) -> Iterator[Problem]:
    """Yield edits that start at one place or share text; parts are texts of their own."""
    of: dict[tuple[str, str], list[tuple[Edit, str]]] = defaultdict(list)
    for edit, name in zip(edits, names, strict=True):
        known = dict(edit.attributes)
        of[known.get("file", ""), known.get("part", "")].append((edit, name))
    for members in of.values():
        members.sort(key=lambda member: (member[0].start, member[0].end))
        for (before, its), (edit, name) in pairwise(members):
            if before.start == edit.start:
                reason = f"same start ({edit.start}) as edit {its}"
                yield Problem(file, name, "shared-start", reason)
        reach: tuple[Edit, str] | None = None  # the edit before that ends last
        for edit, name in members:
            if reach is not None and _overlap(reach[0], edit):
                extents = f"{edit.start}:{edit.end} and {reach[0].start}:{reach[0].end}"
                reason = f"its extent overlaps that of edit {reach[1]}: {extents}"
                yield Problem(file, name, "overlap", reason)
            if reach is None or edit.end > reach[0].end:
                reach = edit, name


def _overlap(before: Edit, edit: Edit) -> bool:
    """Return whether they share text, or one is an insertion strictly inside the other."""
    if before.start == edit.start and (before.is_insertion or edit.is_insertion):
        return False
    return edit.start < before.end


def _check_csets(edits: Sequence[Edit], names: Sequence[str], file: str) -> Iterator[Problem]:
    first: dict[str, tuple[int, str]] = {}
    for edit, name in zip(edits, names, strict=True):
        cset = dict(edit.attributes).get("cset")
        if not cset:
            continue
        count, its = first.setdefault(cset, (len(edit.alternatives), name))
        if count != len(edit.alternatives):
            reason = (
                f"expected {count} alternatives, as edit {its} of the same consistency set "
                f"({cset}) has, found {len(edit.alternatives)}"
            )
            yield Problem(file, name, "uneven-cset", reason)


def check_on_text(
    edits: Sequence[tuple[str, Edit]], text: Text, sentences: Sequence[Extent], file: str
) -> Iterator[Problem]:
    """Yield what is wrong with edits (and their names) on the text that their offsets count."""
    for name, edit in edits:
        problem = check_original(name, edit, text, file)
        if problem is not None:
            yield problem
        touched = [k for k, (s, e) in enumerate(sentences, 1) if edit.start < e and s < edit.end]
        if len(touched) > 1 and edit.end <= len(text):
            reason = f"its extent has text of sentences {touched[0]} to {touched[-1]}"
            yield Problem(file, name, "across-sentences", reason)


def check_place(
    name: str, edit: Edit, text: Text, file: str, place: Extent | None = None
) -> Problem | None:
    """Return what is wrong with an edit whose extent is not in the text; `place` is the repair."""
    inside = f"{edit.start}:{edit.end}"
    if edit.end > len(text):
        what = "bytes" if isinstance(text, bytes) else "characters"
        reason = f"its extent {inside} ends after the text, which has {len(text)} {what}"
        return Problem(file, name, "out-of-range", reason, place)
    if isinstance(text, bytes) and (_within(text, edit.start) or _within(text, edit.end)):
        reason = f"its extent {inside} cuts a character in two"
        return Problem(file, name, "inside-character", reason, place)
    return None


def check_original(name: str, edit: Edit, text: Text, file: str) -> Problem | None:
    """Return what is wrong with an edit's extent and `<original>` on its text, and the repair if
    known."""
    start, end = edit.start, edit.end
    inside = f"{start}:{end}"
    given = dict(edit.attributes).get("original")
    original: Text | None = given
    if given is not None and isinstance(text, bytes):
        original = given.encode()
    place = _only_place(original, text)
    outside = check_place(name, edit, text, file, place)
    if outside is not None:
        return outside
    there = text[start:end]
    if original is None or there == original:
        return None
    mismatch = f"<original> is {_quoted(original)}, but the text at {inside} is {_quoted(there)}"
    if there.split() == original.split():
        if there.strip() == original.strip() and len(there) > len(original):
            reason = f"<original> has lost white space at its beginning or end: {mismatch}"
            return Problem(file, name, "lost-space", reason, (start, end))
        reason = f"<original> has other white space: {mismatch}"
        return Problem(file, name, "white-space", reason, (start, end))
    if place is not None:
        return Problem(file, name, "wrong-offset", mismatch, place)
    return Problem(file, name, "wrong-original", mismatch)


def _within(text: bytes, at: int) -> bool:
    """Return whether a byte is not the first of its character."""
    return at < len(text) and text[at] & 0xC0 == 0x80


def _only_place(original: Text | None, text: Text) -> Extent | None:
    """Return the position of a text in another, if it occurs once."""
    if not original:
        return None
    if isinstance(text, bytes):
        assert isinstance(original, bytes)
        first, again = text.find(original), text.rfind(original)
    else:
        assert isinstance(original, str)
        first, again = text.find(original), text.rfind(original)
    return (first, first + len(original)) if first == again >= 0 else None


def _quoted(text: Text) -> str:
    return quoted(text if isinstance(text, str) else text.decode("utf-8", "replace"))
