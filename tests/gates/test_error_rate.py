"""How often the gate is wrong: pairs of simulated systems, equally good, or one of them worse.

`make gate-errors` prints the table of docs/gate.md.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

import corrigenda as cg
from corrigenda.cli import main
from corrigenda.formats import write_system

SENTENCES, PAIRS = 300, 200
RULES = ["M2 drops significantly", "M2.recall drops significantly"]


class Corrector(NamedTuple):
    """How often a system corrects an error, and how often it spoils a right word."""

    hit: float = 0.5
    spoilt: float = 0.03


OLD = Corrector()
NEW = {
    "equally good": OLD,
    "the new one corrects a fifth fewer errors": Corrector(hit=0.8 * OLD.hit),
    "the new one corrects a third fewer errors": Corrector(hit=OLD.hit * 2 / 3),
    "the new one spoils twice as many right words": Corrector(spoilt=2 * OLD.spoilt),
}


def corpus(rng: np.random.Generator) -> cg.Corpus:
    """Return sentences of 12 words with errors in some of them."""
    segments = []
    for number in range(SENTENCES):
        words = [f"w{k}" for k in range(12)]
        places = np.flatnonzero(rng.random(12) < 0.12)
        edits = [cg.Edit(int(k), int(k) + 1, (f"right{k}",)) for k in places]
        source = " ".join(words)
        gold = cg.Correction(source, edits=edits, by="0")
        segments.append(cg.Segment(source, (gold,), str(number + 1)))
    return cg.Corpus(tuple(segments))


def system(corpus: cg.Corpus, how: Corrector, rng: np.random.Generator, name: str) -> cg.System:
    """Return what a system makes of them that corrects errors and spoils right words by chance."""
    corrections = []
    for segment in corpus:
        wrong = {edit.start: edit for edit in segment.references[0].edits}
        edits = []
        for k in range(12):
            if k in wrong and rng.random() < how.hit:
                edits.append(wrong[k])
            elif k not in wrong and rng.random() < how.spoilt:
                edits.append(cg.Edit(k, k + 1, ("worse",)))
        corrections.append(cg.Correction(segment.source, edits=edits))
    return cg.System(name, tuple(corrections))


def failures(how: Corrector, pairs: Iterable[int] = range(PAIRS)) -> int:
    """Return how many gates end with status 1 if the new system is like this; the others end with
    status 0."""
    return sum(status(how, seed) for seed in pairs)


def status(how: Corrector, seed: int) -> int:
    """Return the exit status of `corrigenda gate` for a pair of systems."""
    rng = np.random.default_rng(seed)
    sentences = corpus(rng)
    old, new = system(sentences, OLD, rng, "old"), system(sentences, how, rng, "new")
    with TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        gold, before, after, baseline = (
            str(Path(folder, name)) for name in ("gold.m2", "old.m2", "new.m2", "baseline.json")
        )
        cg.write(sentences, gold)
        write_system(old, before)
        write_system(new, after)
        given = ["--m2", gold, "-j", "1"]
        assert main(["evaluate", *given, "-H", before, "--ci", "0", "-o", baseline]) == 0
        rules = [part for rule in RULES for part in ("--fail-if", rule)]
        ended = main(["gate", baseline, *given, "-H", after, "--trials", "2000", *rules])
    assert ended in (0, 1)
    return ended


@pytest.mark.slow
def test_equal_systems_pass_at_the_stated_rate() -> None:
    failed = failures(OLD)
    assert stats.binomtest(failed, PAIRS, 0.05, "greater").pvalue > 0.01
    assert failed < PAIRS * 0.09


@pytest.mark.slow
def test_a_worse_system_fails() -> None:
    assert failures(NEW["the new one corrects a third fewer errors"]) >= 0.9 * PAIRS


def test_a_few_pairs() -> None:
    assert failures(OLD, range(4)) == 0
    assert failures(Corrector(hit=0.2), range(2)) == 2


if __name__ == "__main__":
    print(f"| {PAIRS} pairs of systems | gates that fail |\n| --- | --- |")
    for name, how in NEW.items():
        failed = failures(how)
        print(f"| {name} | {failed} ({100 * failed / PAIRS:g} %) |", flush=True)
