"""How often the gate is wrong: pairs of simulated systems, equally good, or one of them worse.

`python tests/gates/test_error_rate.py` prints the numbers that docs/gate.md shows.
"""

from __future__ import annotations

import sys

import numpy as np
import pytest
from scipy import stats

import corrigenda as cg

SENTENCES, PAIRS = 300, 200
RULES = ["M2 drops significantly", "M2.recall drops significantly"]
HIT, SPOILT, WORSE = 0.5, 0.03, 1 / 3
"""How often a system corrects an error, how often it spoils a right word, and how often a system
that is worse by a third corrects an error."""


def corpus(rng: np.random.Generator) -> cg.Corpus:
    """Return sentences of 12 words with errors in some of them."""
    segments = []
    for number in range(SENTENCES):
        words = [f"w{k}" for k in range(12)]
        places = np.flatnonzero(rng.random(12) < 0.12)
        edits = [cg.Edit(int(k), int(k) + 1, (f"right{k}",)) for k in places]
        source = " ".join(words)
        segments.append(cg.Segment(source, (cg.Correction(source, edits=edits),), str(number + 1)))
    return cg.Corpus(tuple(segments))


def system(corpus: cg.Corpus, hit: float, rng: np.random.Generator, name: str) -> cg.System:
    """Return what a system makes of them that corrects errors and spoils right words by chance."""
    corrections = []
    for segment in corpus:
        wrong = {edit.start: edit for edit in segment.references[0].edits}
        edits = []
        for k in range(12):
            if k in wrong and rng.random() < hit:
                edits.append(wrong[k])
            elif k not in wrong and rng.random() < SPOILT:
                edits.append(cg.Edit(k, k + 1, ("worse",)))
        corrections.append(cg.Correction(segment.source, edits=edits))
    return cg.System(name, tuple(corrections))


def failures(hit: float, pairs: int = PAIRS) -> int:
    """Return how many gates fail if the new system corrects that share of errors."""
    failed = 0
    for seed in range(pairs):
        rng = np.random.default_rng(seed)
        sentences = corpus(rng)
        old, new = system(sentences, HIT, rng, "old"), system(sentences, hit, rng, "new")
        baseline = cg.evaluate(sentences, [old], "M2", ci=None, jobs=1)
        failed += not cg.gate(baseline, sentences, [new], RULES, trials=2000, jobs=1).passed
    return failed


@pytest.mark.slow
def test_equal_systems_pass_at_the_stated_rate() -> None:
    failed = failures(HIT)
    assert stats.binomtest(failed, PAIRS, 0.05, "greater").pvalue > 0.01
    assert failed < PAIRS * 0.09


@pytest.mark.slow
def test_a_worse_system_fails() -> None:
    assert failures(WORSE) >= 0.9 * PAIRS


def test_a_few_pairs() -> None:
    assert failures(HIT, 4) == 0
    assert failures(0.2, 2) == 2


if __name__ == "__main__":
    for name, hit in (("equal", HIT), ("a fifth", 0.8 * HIT), ("a third", WORSE)):
        print(name, failures(hit), "of", PAIRS, file=sys.stdout, flush=True)
