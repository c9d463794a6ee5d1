"""Corrections on which systems agree are scored once, and every system gets its own rows."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

import corrigenda as cg
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.edits import Edit
from corrigenda.engine.parallel import using
from corrigenda.engine.tables import SELDOM, tables
from corrigenda.measures.contract import Array, Measure, Row
from corrigenda.measures.registry import names

SOURCES = ["He like dog .", "She go home .", "It is fine ."]
REFERENCES = ["He likes dogs .", "She goes home .", "It is fine ."]
SYSTEMS = {
    "timid": SOURCES,
    "perfect": REFERENCES,
    "half": [REFERENCES[0], *SOURCES[1:]],
    "bold": ["He loves dogs .", "She went home .", "It is fine ."],
    "empty": ["", "She goes home .", ""],
}
OF_OTHER_INPUTS = ("DAGF", "HOO.detection", "HOO.recognition", "HOO.correction")


@dataclass(frozen=True)
class Noting(Measure):
    """Gives the length of a correction, and notes which corrections it was asked for."""

    columns = ("letters",)

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        ASKED.extend([c.given_text for c in corrections] for _, corrections in pairs)
        return super().batch_candidates(pairs)

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        return ((len(correction.text),),)

    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": sums[..., 0]}


ASKED: list[list[str | None]] = []


def test_corrections_on_which_systems_agree_are_scored_once() -> None:
    ASKED.clear()
    pairs = [
        (Segment(source), [Correction(source, text) for text in texts])
        for source, *texts in zip(SOURCES, *SYSTEMS.values(), strict=True)
    ]
    [by_system] = tables([Noting()], pairs, list(SYSTEMS))
    assert ASKED == [
        ["He like dog .", "He likes dogs .", "He loves dogs .", ""],
        ["She go home .", "She goes home .", "She went home ."],
        ["It is fine .", ""],
    ]
    for table, texts in zip(by_system, SYSTEMS.values(), strict=True):
        assert table.rows[:, 0].tolist() == [len(text) for text in texts]


def test_edits_that_contradict_a_text_are_not_those_of_the_text() -> None:
    source, text = "He like dog .", "He likes dog ."
    given = [Correction(source, text), Correction(source, text, ()), Correction(source, source)]
    given += [Correction(source, source, ()), Correction(source, text, [Edit(1, 2, ("likes",))])]
    segment = Segment(source, (Correction(source, text),))
    [by_system] = tables([cg.measure("Edits")], [(segment, given)], list("abcde"))
    found = [table.rows.tolist() for table in by_system]
    right, nothing = [[1.0, 0.0, 0.0]], [[0.0, 0.0, 1.0]]
    assert found == [right, nothing, nothing, nothing, right]


@pytest.mark.parametrize("name", [name for name in names() if name not in OF_OTHER_INPUTS])
def test_systems_score_together_as_they_do_alone(name: str) -> None:
    def values(systems: dict[str, list[str]]) -> dict[str, float]:
        result = cg.evaluate(SOURCES, systems, name, references=[REFERENCES], ci=None)
        return {system: result[system][name].value for system in systems}

    alone = [values({system: texts}) for system, texts in SYSTEMS.items()]
    assert values(SYSTEMS) == {system: value for one in alone for system, value in one.items()}


class Bar:
    """Keeps the steps that are done, and how many there are to be."""

    def __init__(self) -> None:
        self.done = self.total = 0

    def expect(self, steps: int) -> None:
        self.total = self.done + steps

    def advance(self, steps: int) -> None:
        self.done += steps


def test_resamples_and_trials_are_steps_of_a_comparison() -> None:
    systems = {name: [*texts] * 20 for name, texts in SYSTEMS.items()}
    result = cg.evaluate(
        SOURCES * 20, systems, "Accuracy,SARI", references=[REFERENCES * 20], resamples=300
    )
    bar = Bar()
    with using(progress=bar):
        result.compare(trials=500)
    assert bar.done == bar.total == 300 + 2 * 500
    with using(progress=bar):
        _ = result.cells
    assert bar.done == 1300


def test_collections_are_as_frequent_as_before_once_rows_are_computed() -> None:
    before = gc.get_threshold()
    seen = []

    def watched() -> Iterator[Pair]:
        for source in SOURCES:
            seen.append(gc.get_threshold()[0])
            yield Segment(source), (Correction(source, source),)

    tables([Noting()], watched(), ["a"])
    assert set(seen) == {SELDOM} and gc.get_threshold() == before
    try:
        gc.set_threshold(0)  # never
        tables([Noting()], watched(), ["a"])
        assert seen[-1] == 0 == gc.get_threshold()[0]
    finally:
        gc.set_threshold(*before)
