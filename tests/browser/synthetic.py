"""A result as large as a shared task's, made up: what `corrigenda evaluate --json` would write."""

from __future__ import annotations

import random
from typing import Any

SYSTEMS = [f"System{k:02d}" for k in range(1, 13)]
MEASURES = ("M2", "GLEU", "Accuracy")
TYPES = [f"{op}:{kind}" for op in "MRU" for kind in ("DET", "NOUN", "VERB", "PREP", "PUNCT")]

_SYLLABLES = [c + v for c in "bdfghklmnprstvz" for v in ("a", "e", "i", "o", "u")]


def twelve(sentences: int = 1312) -> dict[str, Any]:
    chance = random.Random(8)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(4000)]
    rows = [_sentence(str(number + 1), words, chance) for number in range(sentences)]

    def scored(at: int) -> dict[str, Any]:
        score = 0.2 + at / 50
        counts = {"tp": 100 + at, "fp": 80, "fn": 400}
        return {"score": score, "low": score - 0.02, "high": score + 0.02, "counts": counts}

    about = {"best": "max", "graphs": False, "shown": ["tp", "fp", "fn"], "definition": "Made up."}
    return {
        "signature": "made up",
        "version": "0",
        "corpus": {"origin": "made-up.m2", "sentences": sentences, "references": [2, 2]},
        "level": 95.0,
        "measures": {m: {**about, "label": "score", "signature": m} for m in MEASURES},
        "systems": {s: {m: scored(k) for m in MEASURES} for k, s in enumerate(SYSTEMS)},
        "test": "approximate randomisation",
        "pairs": {m: [_pair(a, b) for a in range(12) for b in range(a + 1, 12)] for m in MEASURES},
        "types": {"M2": {s: {t: _typed() for t in TYPES} for s in SYSTEMS}},
        "sentences": rows,
    }


def _sentence(number: str, words: list[str], chance: random.Random) -> dict[str, Any]:
    source = chance.choices(words, k=max(3, round(chance.gauss(23, 9))))
    gold = sorted(chance.sample(range(len(source)), min(len(source), chance.randint(0, 5))))
    fixed = {at: chance.choice(words) for at in gold}

    def edited(made: dict[int, str]) -> str:
        return " ".join(made.get(at, word) for at, word in enumerate(source))

    def output() -> dict[str, Any]:
        hits = {at: text for at, text in fixed.items() if chance.random() < 0.3}
        wrong = {chance.randrange(len(source)): chance.choice(words) for _ in range(2)}
        made = {**(wrong if chance.random() < 0.5 else {}), **hits}
        marks = [
            [at, at + 1, text, chance.choice(TYPES), "hit" if at in hits else "spurious"]
            for at, text in sorted(made.items())
        ]
        marks += [[at, at + 1, fixed[at], chance.choice(TYPES), "missed"] for at in gold
                  if at not in hits]  # fmt: skip
        edits: dict[str, Any] = {"reference": "0", "marks": marks}
        if marks:
            edits["alternatives"] = {"0": [marks[0][2], "another", None]}
        scores = {m: chance.random() for m in MEASURES}
        return {"text": edited(made), "scores": scores, "edits": {"M2": edits}}

    return {
        "id": number,
        "source": " ".join(source),
        "references": [{"by": "0", "text": edited(fixed)}, {"by": "1", "text": " ".join(source)}],
        "systems": {system: output() for system in SYSTEMS},
    }


def _pair(a: int, b: int) -> dict[str, Any]:
    return {
        "a": SYSTEMS[a],
        "b": SYSTEMS[b],
        "difference": (a - b) / 50,
        "low": (a - b) / 50 - 0.01,
        "high": (a - b) / 50 + 0.01,
        "p": 0.01,
        "p_holm": 0.04 if b - a > 2 else 0.4,
        "wins": 100,
        "ties": 1000,
        "losses": 212,
    }


def _typed() -> dict[str, Any]:
    counts = {"tp": 10, "fp": 5, "fn": 20}
    return {"score": 0.4, "precision": 2 / 3, "recall": 1 / 3, **counts}
