"""Counts by type of edit, from judgements, for every measure that judges edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from corrigenda.edits import Edit
from corrigenda.measures.contract import Judgement

_COLUMN = {"hit": 0, "spurious": 1, "missed": 2}


def by_type(
    judgements: Iterable[Judgement], key: Callable[[Edit], str]
) -> dict[str, tuple[int, int, int]]:
    """(tp, fp, fn) of each type, types in alphabetical order.

    `key` names an edit's type; a measure's `type_of` is meant for it.

    >>> likes, dogs = Edit(1, 2, ("likes",), "R:VERB"), Edit(2, 3, ("dogs",), "R:NOUN")
    >>> by_type([Judgement(likes, "hit"), Judgement(dogs, "missed")], key=lambda e: e.type)
    {'R:NOUN': (0, 0, 1), 'R:VERB': (1, 0, 0)}
    """
    counts: dict[str, list[int]] = {}
    for edit, verdict in judgements:
        counts.setdefault(key(edit), [0, 0, 0])[_COLUMN[verdict]] += 1
    return {kind: (tp, fp, fn) for kind, (tp, fp, fn) in sorted(counts.items())}
