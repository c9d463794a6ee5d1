"""Align edits of a system with gold edits, by the rules of the HOO shared tasks.

Two edits are related *strictly* (the same extent), *leniently* (their extents meet) or not at all.
What "meet" means where one of the two is an insertion, which covers no character, is read in three
ways (`AlignmentRules.alignment`), because the notes of HOO 2011 and the released scorer disagree:

- released: what the scorer of HOO 2011 does (evaluate.py 2.31). The relation of x to y:
  equal extents are strict; extents that share a character, and an insertion strictly inside the
  other extent, are lenient. If x alone is an insertion and stands at the start (end) of y, they
  are lenient if x has no correction at all, or if the first correction of y starts (ends) with a
  correction of x that is not empty; strict, even so, if y is one character long. A first
  correction that is null has no start or end; there the scorer fails, and here they do not meet.
  Gold edits ask for their relation to system edits, system edits for theirs to gold edits, and
  the answers may differ: a gold edit may be detected by a system edit that counts as spurious.
- symmetric: the relation of the gold edit to the system edit, for both sides.
- document: what equations (24) and (25) of the notes say, and its examples: equal extents are
  strict; a shared character is lenient, and so is a gold insertion inside or at an edge of a
  system edit, but never a system insertion in or beside a gold edit. Both sides agree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from corrigenda.edits import Edit

MISSED, DETECTED, RECOGNISED, CORRECTED = range(4)
"""How far a gold edit was met, or how well a system edit meets gold (MISSED: it is spurious)."""

NONE, LENIENT, STRICT = MISSED, DETECTED, RECOGNISED
"""How two edits are related, which is how far one with that relation at best is met."""

Alignment = Literal["released", "symmetric", "document"]
Partners = list[list[tuple[int, int]]]
"""For each edit of one side, those of the other that it is related to: (index, relation)."""


@dataclass(frozen=True)
class AlignmentRules:
    """Rules of comparing edits; the defaults are those of HOO 2011."""

    alignment: Alignment = "released"
    spaces: bool = False
    """Strict, too: one side deletes, the other replaces, apart from a space beside (HOO 2012)."""
    case: bool = True
    """Does it matter for corrections whether letters are upper or lower case?"""
    csets: bool = False
    """Must the edits of a consistency set agree on which of their alternatives they take?"""


@dataclass(frozen=True)
class Outcome:
    """The outcome of each gold edit and of each system edit, in the order given."""

    gold: list[int]
    """MISSED, DETECTED, RECOGNISED or CORRECTED."""
    left: list[bool]
    """Is it missed, but optional, so that leaving the text as it is was right?"""
    system: list[int]
    """MISSED (spurious), DETECTED, RECOGNISED or CORRECTED (a valid correction)."""
    partners: tuple[Partners, Partners]


def outcome(gold: Sequence[Edit], system: Sequence[Edit], reading: AlignmentRules) -> Outcome:
    """Align the edits of a fragment and judge them.

    A gold edit is detected if it is related to a system edit, recognised if it is so strictly,
    corrected if one such system edit is valid for it. A system edit is spurious if it is related
    to no gold edit, and a valid correction if it is strictly related to a gold edit it is valid
    for: one that has no corrections, or that lists the system's first.
    """
    of_gold, of_system = align(gold, system, reading)
    # Both sides ask for the same pairs, so each is looked at once.
    strict = {(g, s) for g, related in enumerate(of_gold) for s, r in related if r == STRICT}
    strict.update((g, s) for s, related in enumerate(of_system) for g, r in related if r == STRICT)
    taken = {(g, s): _taken(gold[g], system[s], reading) for g, s in strict}
    agreed = _agreed(gold, of_gold, taken) if reading.csets else {}
    valid = {
        (g, s)
        for (g, s), numbers in taken.items()
        if numbers is None or (numbers if g not in agreed else numbers & agreed[g])
    }
    levels = [
        max((CORRECTED if (g, s) in valid and r == STRICT else r for s, r in related), default=0)
        for g, related in enumerate(of_gold)
    ]
    made = [
        max((CORRECTED if (g, s) in valid and r == STRICT else r for g, r in related), default=0)
        for s, related in enumerate(of_system)
    ]
    left = [
        level == MISSED and edit.optional and bool(g not in agreed or _kept(edit) & agreed[g])
        for g, (edit, level) in enumerate(zip(gold, levels, strict=True))
    ]
    return Outcome(levels, left, made, (of_gold, of_system))


# --- alignment -----------------------------------------------------------------------------------


def align(
    gold: Sequence[Edit], system: Sequence[Edit], reading: AlignmentRules
) -> tuple[Partners, Partners]:
    """Return, for each gold edit, and for each system edit, its partners on the other side.

    Edits of different parts (HOO 2012 counts offsets from 0 in each) never meet.
    """
    of_gold: Partners = [[] for _ in gold]
    of_system: Partners = [[] for _ in system]
    for g, s in _touching(gold, system):
        there = relation(gold[g], system[s], reading)
        back = relation(system[s], gold[g], reading) if reading.alignment == "released" else there
        if there:
            of_gold[g].append((s, there))
        if back:
            of_system[s].append((g, back))
    return of_gold, of_system


def relation(x: Edit, y: Edit, reading: AlignmentRules) -> int:
    """Return NONE, LENIENT or STRICT: the relation of x to y. Unless "released", x is the gold
    edit."""
    if x.start == y.start and x.end == y.end:
        return STRICT
    if x.start < y.end and y.start < x.end:
        # They share a character, or one is an insertion strictly inside the other.
        if reading.spaces and (_but_for_a_space(x, y) or _but_for_a_space(y, x)):
            return STRICT
        return LENIENT if reading.alignment != "document" or y.start < y.end else NONE
    if x.start < x.end or not (x.start == y.start or x.start == y.end):
        return NONE
    if reading.alignment == "document":
        return LENIENT
    if not x.alternatives or _begins_or_ends(x, y):
        return STRICT if y.end - y.start == 1 else LENIENT
    return NONE


def _begins_or_ends(x: Edit, y: Edit) -> bool:
    """Return whether what x inserts at an edge of y is at that edge of y's first correction."""
    first = y.alternatives[0] if y.alternatives else None
    if first is None:
        return False
    at_edge = first.startswith if x.start == y.start else first.endswith
    return any(at_edge(text) for text in x.texts if text)


def _but_for_a_space(deletes: Edit, replaces: Edit) -> bool:
    """Return whether one deletes what the other replaces, and with it the space before or after.

    The space must be in the `<original>` of the deletion, as in the released scorer.
    """
    original = attribute(deletes, "original")
    if not original or deletes.alternatives != ("",) or replaces.alternatives == ("",):
        return False
    before = original[0] == " " and deletes.start + 1 == replaces.start
    after = original[-1] == " " and deletes.end - 1 == replaces.end
    return (before and deletes.end == replaces.end) or (after and deletes.start == replaces.start)


def _touching(gold: Sequence[Edit], system: Sequence[Edit]) -> Iterable[tuple[int, int]]:
    """Return the pairs that share at least a point, as all related ones do, by a sweep.

    With edits sorted by start, those that begin too late are cut off by bisection; so are those
    before the first at which any edit so far reaches far enough, as that maximum never falls.
    """
    parts: dict[str, list[int]] = defaultdict(list)
    for s, edit in enumerate(system):
        parts[attribute(edit, "part")].append(s)
    sweeps = {}
    for part, members in parts.items():
        members.sort(key=lambda s: system[s].start)
        starts = [system[s].start for s in members]
        reach = list(accumulate((system[s].end for s in members), max))
        sweeps[part] = members, starts, reach
    for g, edit in enumerate(gold):
        sweep = sweeps.get(attribute(edit, "part"))
        if sweep:
            members, starts, reach = sweep
            for k in range(bisect_left(reach, edit.start), bisect_right(starts, edit.end)):
                if system[members[k]].end >= edit.start:
                    yield g, members[k]


def attribute(edit: Edit, key: str) -> str:
    """Return an attribute's value, "" if it has none."""
    for name, value in edit.attributes:
        if name == key:
            return value
    return ""


# --- corrections ---------------------------------------------------------------------------------

Taken = dict[tuple[int, int], "set[int] | None"]
"""For pairs of a gold and a system edit: which of gold's alternatives the system has taken."""


def _taken(gold: Edit, system: Edit, reading: AlignmentRules) -> set[int] | None:
    """Return the numbers of those of gold's alternatives that the system has taken.

    None if gold's corrections are unspecified, so that any is valid. Only the system's first
    correction counts; as released, none and a null one both take gold's null correction, which
    the notes do not provide for.
    """
    if not gold.alternatives:
        return None
    first = system.alternatives[0] if system.alternatives else None
    if first is None:
        return set() if reading.alignment == "document" else _kept(gold)
    if reading.case:
        return {k for k, text in enumerate(gold.alternatives) if text == first}
    folded = [None if text is None else text.lower() for text in gold.alternatives]
    return {k for k, text in enumerate(folded) if text == first.lower()}


def _kept(gold: Edit) -> set[int]:
    """Return which of its alternatives leave the text as it is."""
    return {k for k, text in enumerate(gold.alternatives) if text is None}


def _agreed(gold: Sequence[Edit], of_gold: Partners, taken: Taken) -> dict[int, set[int]]:
    """Return, for gold edits of consistency sets, the numbers of the alternatives that all members
    took.

    The k-th alternatives of a set's members belong together. An edit the system left alone took
    its null correction, if it has one; an edit that it met leniently only took none. Members
    whose corrections are unspecified agree with anything.
    """
    sets: dict[tuple[str, str], list[int]] = defaultdict(list)
    for g, edit in enumerate(gold):
        name = attribute(edit, "cset")
        if name and edit.alternatives:
            sets[attribute(edit, "part"), name].append(g)
    agreed: dict[int, set[int]] = {}
    for members in sets.values():
        choices = [
            {k for s, r in of_gold[g] if r == STRICT for k in taken[g, s] or ()}
            if of_gold[g]
            else _kept(gold[g])
            for g in members
        ]
        agreed.update(dict.fromkeys(members, set.intersection(*choices)))
    return agreed


# --- degrees of overlap --------------------------------------------------------------------------


def overlaps(edits: Sequence[Edit], others: Sequence[Edit], partners: Partners) -> list[float]:
    """Return how much of each edit its partners cover, and nothing else: between 0 (none) and 1
    (strict).

    The characters that both the edit and its partners, taken together, cover, over those that
    either covers. An insertion stands for the character it is beside in the other edit.
    """
    return [
        _overlap(edit, [others[k] for k, _ in related], any(r == STRICT for _, r in related))
        for edit, related in zip(edits, partners, strict=True)
    ]


def _overlap(edit: Edit, partners: list[Edit], strict: bool) -> float:
    if strict or not partners:
        return float(strict)
    ours = {at for partner in partners for at in _covered(edit, partner)}
    theirs = {at for partner in partners for at in _covered(partner, edit)}
    return len(ours & theirs) / len(ours | theirs)


def _covered(edit: Edit, other: Edit) -> range:
    if edit.start < edit.end:
        return range(edit.start, edit.end)
    at = min(edit.start, other.end - 1)
    return range(at, at + 1)


# --- the released reading of <empty/> ------------------------------------------------------------

_UNREADABLE = {"gold": "\0", "system": "\1"}
"""Texts that no XML file can contain, and that never match each other."""


def as_released(edits: Iterable[Edit], side: Literal["gold", "system"]) -> list[Edit]:
    """Return edits as the released scorers of both years see them, which misread one kind.

    Where an edit lists `<empty/>` (a deletion) beside other corrections, they lose the others'
    texts, and the deletion comes last: the others never match, a null one among them no longer
    makes the edit optional, and a system edit of this kind has no readable first correction.
    """
    mark = _UNREADABLE[side]
    return [
        replace(edit, alternatives=(*(mark for text in edit.alternatives if text != ""), ""))
        if "" in edit.alternatives
        else edit
        for edit in edits
    ]
