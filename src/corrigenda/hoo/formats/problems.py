"""Problems of HOO files, with file and place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from corrigenda.edits import Edit
from corrigenda.errors import InputError


@dataclass(frozen=True)
class Problem:
    """One thing wrong with one file: which edit (its index or number), what kind, and why.

    `repaired` is the extent that the edit must have instead, where there is only one that it can
    have; it is the edit's own where the extent is right and only `<original>` is wrong.
    """

    file: str
    edit: str
    kind: str
    reason: str
    repaired: tuple[int, int] | None = None

    def __str__(self) -> str:
        where = f"{self.file}: edit {self.edit}" if self.edit else self.file
        repair = ""
        if self.repaired is not None:
            repair = f" (right extent: {self.repaired[0]}:{self.repaired[1]})"
        return f"{where}: {self.reason}{repair}"


KINDS = {
    "bad-name": "a file whose name is not of the task's form",
    "unpaired": "a file without the one that belongs to it",
    "two-golds": "two stand-off gold files of one fragment",
    "unreadable": "a file that cannot be read",
    "segmentation": "a segmented text that is not its plain text",
    "duplicate-index": "an index that an edit before has",
    "overlap": "an extent that shares text with another edit's",
    "shared-start": "an extent that starts where another edit's does",
    "across-sentences": "an extent with text of more than one sentence",
    "out-of-range": "an extent that ends after the text",
    "inside-character": "an extent that cuts a character in two",
    "no-part": "an edit of a part that the source does not have",
    "lost-space": "an `<original>` without the white space at its beginning or end",
    "white-space": "an `<original>` with other white space than the text",
    "wrong-offset": "an `<original>` that is in the text once, but elsewhere",
    "wrong-original": "an `<original>` that is not in the text there, nor at one other place",
    "several-corrections": "an edit of a system with more than one correction",
    "unread-attributes": "a `<correction>` with attributes, which are not read",
    "unknown-type": "a type that is not in the table of codes",
    "uneven-cset": "edits of one consistency set with unequal numbers of alternatives",
}
"""The kinds of problems."""

NOT_SCORED = ("bad-name", "unpaired", "two-golds", "unreadable")
"""The kinds for which scoring leaves the file out; the others do not stop it."""


def name_of_edit(edit: Edit, number: int) -> str:
    """Return what problems call an edit: its index, or else its number in the file, from 1."""
    return dict(edit.attributes).get("index") or f"number {number}"


def failed(error: InputError, file: Path, kind: str = "unreadable") -> Problem:
    """Return the problem of a file that an error stopped."""
    line = "" if error.line is None else f"line {error.line}: "
    return Problem(error.file or str(file), "", kind, line + error.message)
