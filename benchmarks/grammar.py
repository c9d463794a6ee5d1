"""How far `Grammar` can be believed, and where the gate of `GatedGrammar` comes from.

    python benchmarks/grammar.py                  the shipped network
    python benchmarks/grammar.py FILE             another one
    python benchmarks/grammar.py gate             the table behind GatedGrammar's parameters

Learners' sentences and their corrections (JFLEG dev): how often a correction scores above its
source, and how the score of a source goes with the share of its words that correctors change.
Ratings of grammar and fluency (the development half of TMU-GFM). Speed. Several ways to make one
score of the probabilities of tokens are compared. Agreement with rankings of systems is in the
tables of `make agreement`.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from corpora import conll14
from rapidfuzz.distance import Levenshtein
from scipy.stats import pearsonr, spearmanr
from timing import cpu

from corrigenda.meaning.grammar.judge import MODEL, Judge
from corrigenda.meaning.measures.grammar import score_of
from corrigenda.meaning.words_kept import compare_all
from corrigenda.meaning.words_kept.alarms import flags
from meaning import Rated, jfleg, ratings

Doubts = Sequence[float]

SCORES: dict[str, Callable[[Doubts], float]] = {
    "1 - sum / (sqrt(n) + sum)": lambda p: score_of(p, empty_right=False),
    "1 - sum / sqrt(n)": lambda p: 1 - math.fsum(p) / math.sqrt(len(p)),
    "1 - sum / n": lambda p: 1 - math.fsum(p) / len(p),
    "1 - sum": lambda p: 1 - math.fsum(p),
    "no error": lambda p: math.prod(1 - q for q in p),
    "1 - objections / n": lambda p: 1 - sum(q >= 0.5 for q in p) / len(p),
}
"""Ways to make a score of a sentence; the first is Grammar's."""


def learners(judge: Judge) -> None:
    """Print how scores of JFLEG's sentences and of their corrections compare."""
    sources, references = jfleg("dev.src"), [jfleg(f"dev.ref{n}") for n in range(4)]
    texts = list(dict.fromkeys([*sources, *(text for of in references for text in of)]))
    told = dict(zip(texts, judge.doubts(texts), strict=True))
    pairs = [
        (source, text)
        for of in references
        for source, text in zip(sources, of, strict=True)
        if source != text and text
    ]
    changed = [
        float(np.mean([Levenshtein.normalized_distance(s, of[k]) for of in references]))
        for k, s in enumerate(sources)
    ]
    print(f"JFLEG dev, {len(pairs)} corrections, {len(sources)} sources")
    print(f"{'score':<28} {'order':>6} {'r':>6} {'rho':>6}   (r, rho: words kept by correctors)")
    for name, score in SCORES.items():
        known = {text: score(of) for text, of in told.items() if of}
        order = np.mean([np.sign(known[t] - known[s]) / 2 + 0.5 for s, t in pairs])
        x, y = [known[source] for source in sources], [1 - share for share in changed]
        print(f"{name:<28} {order:>6.3f} {pearsonr(x, y)[0]:>6.3f} {spearmanr(x, y)[0]:>6.3f}")


def rated(judge: Judge) -> None:
    """Print correlations with ratings of grammar and fluency."""
    outputs = ratings()
    told = judge.doubts([one.output for one in outputs])
    print(f"\nTMU-GFM dev, {len(outputs)} outputs: r / rho")
    print(f"{'score':<28} {'grammar':>13} {'fluency':>13}")
    for name, score in SCORES.items():
        x = [score(of) for of in told]
        cells = []
        for aspect in ("grammar", "fluency"):
            y = [getattr(one, aspect) for one in outputs]
            cells.append(f"{pearsonr(x, y)[0]:.3f} / {spearmanr(x, y)[0]:.3f}")
        print(f"{name:<28} {cells[0]:>13} {cells[1]:>13}")


def speed(judge: Judge) -> None:
    """Print how many sentences are judged per core-second, loading not included."""
    corpus, systems = conll14()
    lines = [segment.source for segment in corpus]
    lines += [one.text for one in systems[0].corrections]
    texts = [tuple(line.split()) for line in dict.fromkeys(lines) if 1 < len(line.split()) < 60]
    texts = texts[:1000]
    judge.doubts(texts[:5])
    seconds = cpu(lambda: judge.doubts(texts), 3)
    words = sum(map(len, texts)) / len(texts)
    print(f"\n{len(texts) / seconds:.0f} sentences of {words:.0f} tokens per core-second")


BINS = (0, 0.8, 0.85, 0.875, 0.9, 0.925, 0.95, 0.98, 1, 1.1)
"""Scores of Meaning that are looked at together."""

KEPT = 3.0
"""The rating from which on people found the meaning kept."""


def gate(outputs: Sequence[Rated]) -> None:
    """Print which share of outputs people found to keep the meaning, by score and alarm. The gate
    is open from the score on from which most do, and an alarm leaves what the two shares say."""
    kept = compare_all([(one.source, one.output) for one in outputs])
    scores = np.array([one.score for one in kept])
    right = np.array([one.rating >= KEPT for one in outputs])
    alarm = np.array([any(flag.strong for flag in flags(one)) for one in kept])
    changed = np.array([one.changed for one in outputs])
    print(f"TMU-GFM dev: rated {KEPT:g} or more, by Meaning")
    for low, high in pairwise(BINS):
        there = (scores >= low) & (scores < high)
        print(f"{low:>6.3f} to {min(high, 1):<6.3f} {there.sum():>5} {right[there].mean():>6.2f}")
    every = sorted(set(np.round(scores[changed], 3)))
    near = [
        (t, right[(scores >= t - 0.02) & (scores < t + 0.02) & changed].mean())
        for t in every
        if ((scores >= t - 0.02) & (scores < t + 0.02) & changed).sum() >= 60
    ]
    threshold = min(t for t, share in near if all(s >= 0.5 for u, s in near if u >= t))
    print(f"from {threshold:.3f} on, at least half of the outputs within .02 are")
    with_, without = right[changed & alarm].mean(), right[changed & ~alarm].mean()
    print(
        f"changed, with an alarm ({(changed & alarm).sum()}): {with_:.2f}; without: {without:.2f}"
    )
    print(f"an alarm leaves {with_ / without:.2f}")


def main(*arguments: str) -> None:
    if arguments == ("gate",):
        gate(ratings())
        return
    judge = Judge(Path(arguments[0]) if arguments else MODEL)
    print(judge.name)
    learners(judge)
    rated(judge)
    speed(judge)


if __name__ == "__main__":
    main(*sys.argv[1:])
