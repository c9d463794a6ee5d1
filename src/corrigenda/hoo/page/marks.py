"""Lay out a text with gold edits and a system's edits side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Edit = Mapping[str, Any]

# verdict -> (sign, word, what it means)
VERDICTS = {
    "hit": ("✓", "corrected", "the system made gold’s edit"),
    "wrong": ("◐", "wrong", "the system found the error, but its edit is another"),
    "missed": ("○", "missed", "the system did not make gold’s edit"),
    "left": ("◌", "left alone", "gold’s edit was not made, and need not be"),
    "spurious": ("✗", "spurious", "the system’s edit, where gold has none"),
    "other": ("≠", "instead", "what the system did where it is wrong"),
    "plain": ("•", "gold", "an edit of the gold annotation"),
}

_BREAK = re.compile(r"\n\s*\n|\r\s*\r")  # a blank line


@dataclass(frozen=True)
class EditMark:
    """One place of the text that gold, the system or both want changed."""

    number: int
    """Its place among the marks of a text."""
    verdict: str
    start: int
    end: int
    was: str
    gold: Edit | None = None
    """Gold's edit, with its `number`, from 0, and its `status` (None where no system is shown)."""
    system: Edit | None = None

    @property
    def sign(self) -> str:
        return VERDICTS[self.verdict][0]

    @property
    def word(self) -> str:
        return VERDICTS[self.verdict][1]

    @property
    def struck(self) -> bool:
        """Whether the text is struck out (otherwise the replacement is proposed beside it)."""
        return self.verdict not in ("missed", "left") and not (self.kept and self.becomes is None)

    @property
    def becomes(self) -> str | None:
        """The words in the text: the system's where they are right, or there are no others;
        otherwise gold's first. None if nobody says."""
        edit = self.system if self.gold is None or self.verdict == "hit" else self.gold
        return first(edit or self.gold)

    @property
    def kept(self) -> bool:
        """Whether the only alternative is to leave the text as it is."""
        return set((self.gold or self.system or {})["alternatives"]) == {None}

    @property
    def instead(self) -> str | None:
        """The system's words where they are wrong, shown beside gold's."""
        if self.verdict != "wrong" or self.system is None:
            return None
        text = first(self.system)
        return "?" if text is None else text

    @property
    def before(self) -> str:
        """White space that leads what is shown, which is no part of the marked words."""
        return " " if any(t[:1].isspace() for t in self._words) else ""

    @property
    def after(self) -> str:
        return " " if any(t[-1:].isspace() for t in self._words) else ""

    @property
    def _words(self) -> list[str]:
        return [text for text in (self.was, self.becomes) if text and text.strip()]

    @property
    def more(self) -> int:
        """How many more alternatives gold has."""
        return len(_texts(self.gold)) - 1 if self.gold else 0


def first(edit: Edit | None) -> str | None:
    """Return an edit's first alternative that changes something."""
    return next(iter(_texts(edit)), None)


def _texts(edit: Edit | None) -> list[str]:
    return [text for text in (edit or {}).get("alternatives", ()) if text is not None]


def paragraphs(text: str, marks: Sequence[EditMark]) -> list[list[str | list[EditMark]]]:
    """Return the text's paragraphs: stretches of text, and between them marks, in groups that
    overlap.

    A mark that overlaps one before it repeats the text they share.
    """
    out: list[list[str | list[EditMark]]] = [[]]
    for piece in _pieces(text, marks):
        if isinstance(piece, list):
            out[-1].append(piece)
            covered = text[min(m.start for m in piece) : max(m.end for m in piece)]
            if _BREAK.search(covered):
                out.append([])
            continue
        head, *rest = _BREAK.split(piece)
        if head:
            out[-1].append(head)
        out += [[part] if part else [] for part in rest]
    return [paragraph for paragraph in out if any(p for p in paragraph if p != "\n")]


def _pieces(text: str, marks: Sequence[EditMark]) -> Iterator[str | list[EditMark]]:
    at = 0
    group: list[EditMark] = []
    for mark in sorted(marks, key=lambda m: (m.start, m.end, m.gold is None)):
        if group and mark.start >= at:
            yield sorted(group, key=lambda m: m.gold is None)
            group = []
        if mark.start > at:
            yield text[at : mark.start]
        group.append(mark)
        at = max(at, mark.end)
    if group:
        yield sorted(group, key=lambda m: m.gold is None)
    if at < len(text):
        yield text[at:]


# --- which edits share a mark --------------------------------------------------------------------


def marks_of(text: str, gold: Sequence[Edit], run: Mapping[str, Any] | None) -> list[EditMark]:
    """Return a mark for each gold edit, with the system's edit of the same extent, if there is one,
    and a mark for each other edit of the system."""
    left = {} if run is None else dict(enumerate(run["edits"]))
    partners = {} if run is None else _partners(gold, run["gold"], left)
    statuses = [None] * len(gold) if run is None else run["gold"]
    pairs: list[tuple[str, Edit | None, Edit | None]] = [
        (verdict(status, edit), {**edit, "number": k, "status": status}, partners.get(k))
        for k, (edit, status) in enumerate(zip(gold, statuses, strict=True))
    ]
    pairs += [("spurious" if edit["spurious"] else "other", None, edit) for edit in left.values()]
    return [_mark(text, number, *pair) for number, pair in enumerate(pairs)]


def verdict(status: str | None, gold: Edit) -> str:
    """Return what is shown of how far a gold edit was met (None: by nobody, as no system is
    shown)."""
    if status is None:
        return "plain"
    if status == "missed":
        return "left" if gold["optional"] else "missed"
    return "hit" if status == "corrected" else "wrong"


def _mark(text: str, number: int, verdict: str, gold: Edit | None, system: Edit | None) -> EditMark:
    placed = gold or system or {}
    start, end = placed["start"], placed["end"]
    return EditMark(number, verdict, start, end, text[start:end], gold, system)


def _partners(
    gold: Sequence[Edit], statuses: Sequence[str], left: dict[int, Edit]
) -> dict[int, Edit]:
    """Return, for gold edits, the system's edits that share their marks, and take them from `left`.

    One of the same extent, that with one of gold's corrections before others; for an edit that was
    recognised without, the nearest that meets it (a scorer may allow for a space more or less).
    """
    partners: dict[int, Edit] = {}

    def take(fits: Any) -> None:
        for g, edit in enumerate(gold):
            if g in partners or statuses[g] == "missed":
                continue
            near = [(fits(edit, left[s], statuses[g]), s) for s in left if not left[s]["spurious"]]
            good = [(distance, s) for distance, s in near if distance is not None]
            if good:
                partners[g] = left.pop(min(good)[1])

    def same(edit: Edit, other: Edit, _: str) -> int | None:
        return 0 if _extent(edit) == _extent(other) else None

    take(lambda g, s, status: same(g, s, status) if first(s) in _texts(g) else None)
    take(same)
    take(lambda g, s, status: _distance(g, s) if status in ("recognised", "corrected") else None)
    return partners


def _distance(a: Edit, b: Edit) -> int | None:
    """Return how far two extents that meet differ; None if they do not meet."""
    if a["start"] > b["end"] or b["start"] > a["end"]:
        return None
    return abs(int(a["start"]) - int(b["start"])) + abs(int(a["end"]) - int(b["end"]))


def _extent(edit: Edit) -> tuple[int, int]:
    return edit["start"], edit["end"]
