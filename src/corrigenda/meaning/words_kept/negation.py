"""Negations: two that cancel out, and those that changed their clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from corrigenda.meaning.words_kept.classes import AnalysedSentence

if TYPE_CHECKING:
    from corrigenda.meaning.words_kept.kept import WordFate

_VERBS = frozenset(("VERB", "AUX"))

TURNED = 0.1
"""The share that is lost of *not happy* where it became *unhappy*."""


def settled(
    source: AnalysedSentence,
    target: AnalysedSentence,
    items: Sequence[WordFate],
    across: Mapping[int, int],
) -> list[WordFate]:
    """Return the items with negations that cancel out, and those that negate something else."""
    kept = list(items)
    for reading, side, kind in ((source, "source", "lost"), (target, "target", "added")):
        places = {getattr(item, side)[0]: k for k, item in enumerate(kept) if item.kind == kind}
        for at, k in places.items():
            if at - 1 in places and _or_not(reading, at):
                kept[k] = replace(kept[k], kind="turned", share=TURNED, kept_by_words=1 - TURNED)
    double = _double(source)
    single = [
        k
        for k, item in enumerate(kept)
        if (item.kind == "lost" and source.words[item.source[0]].kind == "negation")
        or (item.kind == "added" and target.words[item.target[0]].kind == "negation")
    ]
    opposites = [
        k
        for k, item in enumerate(kept)
        if item.kind == "opposite" and not set(item.source) & double.keys()
    ]
    for one, other in zip(single, opposites, strict=False):
        for k in (one, other):
            kept[k] = replace(kept[k], kind="turned", share=TURNED, kept_by_words=1 - TURNED)
    same = {
        item.source[0]
        for item in kept
        if item.source and item.target and target.words[item.target[0]].kind == "negation"
    }
    for k, item in enumerate(kept):
        others = double.get(item.source[0], set()) & same if item.source else set()
        if others and item.source[0] not in same and item.kind in ("lost", "negation"):
            kept[k] = replace(item, kind="turned", share=TURNED, kept_by_words=1 - TURNED)
    for k, item in enumerate(kept):
        if item.source and item.target and source.words[item.source[0]].kind == "negation":
            i, j = item.source[0], item.target[0]
            if target.words[j].kind == "negation" and _elsewhere(source, target, i, j, across):
                kept[k] = replace(item, kind="negation", share=1.0, kept_by_words=0.0)
    return kept


_SINGLE = frozenset(("without", "nor", "neither"))
"""Negations that may stand beside another one, and still negate."""


def _double(reading: AnalysedSentence) -> dict[int, set[int]]:
    """Return the negations that stand beside others in one clause (*did n't know nothing*), with
    these: learners mean one by them."""
    clauses: dict[int, set[int]] = {}
    for k, word in enumerate(reading.words):
        if word.kind == "negation" and word.form not in _SINGLE:
            clause = verb(reading, k)
            if clause is not None:
                clauses.setdefault(clause, set()).add(k)
    return {k: of - {k} for of in clauses.values() if len(of) > 1 for k in of}


def _or_not(reading: AnalysedSentence, at: int) -> bool:
    """Return whether this is the *not* of *whether ... or not*, which denies nothing."""
    forms = [word.form for word in reading.words[: at + 1]]
    return forms[-2:] == ["or", "not"] and "whether" in forms


def _elsewhere(
    source: AnalysedSentence, target: AnalysedSentence, i: int, j: int, across: Mapping[int, int]
) -> bool:
    """Return whether a negation is in the clause of one verb here, and in that of the counterpart
    of another one there, and whether it passed a verb on its way."""
    here, there = verb(source, i), verb(target, j)
    if here is None or there is None or across.get(here, there) == there:
        return False
    origin = {target: source for source, target in across.items()}.get(there)
    if origin is None:
        return False
    verbs = source.analysis.pos[origin], target.analysis.pos[across[here]]
    passed = (i < here) != (j < across[here]) or (i < origin) != (j < there)
    return passed and all(pos in _VERBS for pos in verbs)


def verb(reading: AnalysedSentence, word: int) -> int | None:
    """Return the verb of the clause that a word is in."""
    analysis = reading.analysis
    for _ in range(len(analysis)):
        above = analysis.heads[word]
        if above == word:
            return None
        word = above
        if analysis.pos[word] in _VERBS and analysis.labels[word] not in ("aux", "auxpass"):
            return word
    return None
