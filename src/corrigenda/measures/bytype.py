"""Counts by type of edit, from judgements, for every measure that judges edits.

A hit counts under the type that the reference's edit has, a spurious edit under that of the
system's. So both must come from the same tool, in the same version (`judged`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.linguistics.errant.corrections import Types, typed, typed_pairs
from corrigenda.measures.contract import Judgement, Measure, naming

ChosenPair = tuple[Segment, Correction, int]
"""A sentence, its correction by a system, and the number of the candidate that counts."""

JUDGING = "M2, ERRANT, Edits and CLEME do"
"""Which measures judge edits."""

_COLUMN = {"hit": 0, "spurious": 1, "missed": 2}


def by_type(
    judgements: Iterable[Judgement], key: Callable[[Edit], str]
) -> dict[str, tuple[int, int, int]]:
    """Return (tp, fp, fn) of each type, types in alphabetical order.

    `key` names an edit's type; a measure's `type_of` is meant for it.

    >>> likes, dogs = Edit(1, 2, ("likes",), "R:VERB"), Edit(2, 3, ("dogs",), "R:NOUN")
    >>> by_type([Judgement(likes, "hit"), Judgement(dogs, "missed")], key=lambda e: e.type)
    {'R:NOUN': (0, 0, 1), 'R:VERB': (1, 0, 0)}
    """
    counts: dict[str, list[int]] = {}
    for edit, verdict in judgements:
        counts.setdefault(key(edit), [0, 0, 0])[_COLUMN[verdict]] += 1
    return {kind: (tp, fp, fn) for kind, (tp, fp, fn) in sorted(counts.items())}


def judged(
    measure: Measure, choices: Sequence[ChosenPair], types: Types = "errant"
) -> list[list[Judgement]]:
    """Return the judgements of sentences, with types as ERRANT gives them, on both sides.

    Verdicts are those of `measure.judge`. With `types="given"`, or if the measure keeps types, so
    are types.
    """
    choices = _viewed(measure, choices)
    if types == "given":
        measure = measure.with_given_types()
    if types == "given" or measure.keeps_types():
        return judge_all(measure, choices)
    if choices and measure.edits_of(choices[0][1]) is not None:
        pairs = typed_pairs(
            (_as_edits(measure, segment), (_edits(measure, correction),))
            for segment, correction, _ in choices
        )
        return judge_all(
            measure,
            [
                (segment, correction, number)
                for (segment, (correction,)), (_, _, number) in zip(pairs, choices, strict=True)
            ],
        )
    plain = judge_all(measure, choices)
    sides = [
        Correction(segment.source, edits=[j.edit for j in sentence if j.verdict != other])
        for (segment, _, _), sentence in zip(choices, plain, strict=True)
        for other in ("spurious", "missed")
    ]
    made = iter(typed(sides))
    out = []
    for sentence in plain:
        gold, own = iter(next(made).edits), iter(next(made).edits)
        anew = []
        for _, verdict in sentence:
            ours = next(own) if verdict != "missed" else None
            theirs = next(gold) if verdict != "spurious" else None
            anew.append(Judgement(theirs or ours, verdict))  # type: ignore[arg-type]
        out.append(anew)
    return out


def judge_all(measure: Measure, choices: Sequence[ChosenPair]) -> list[list[Judgement]]:
    """Return the judgements of sentences, as `measure.judge` gives them."""
    choices = _viewed(measure, choices)
    measure.prepare([(segment, (correction,)) for segment, correction, _ in choices])
    out = []
    for segment, correction, number in choices:
        with naming(segment):
            out.append(measure.judge(segment, correction, number) or [])
    return out


def _viewed(measure: Measure, choices: Sequence[ChosenPair]) -> list[ChosenPair]:
    return [(measure.view(segment), made, number) for segment, made, number in choices]


def _as_edits(measure: Measure, segment: Segment) -> Segment:
    return replace(segment, references=tuple(_edits(measure, r) for r in segment.references))


def _edits(measure: Measure, correction: Correction) -> Correction:
    return Correction(
        correction.source, correction.given_text, measure.edits_of(correction), correction.by
    )
