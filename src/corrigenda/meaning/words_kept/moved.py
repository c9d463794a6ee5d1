"""Words that moved: did who did what change?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from corrigenda.meaning.words_kept.alignment import WordPair
from corrigenda.meaning.words_kept.classes import AnalysedSentence

_KEPT = frozenset(("same", "inflection", "spelling", "derivation"))
_MOVING = frozenset(("content", "number", "pronoun"))
_SUBJECTS = frozenset(("nsubj", "csubj"))
_OBJECTS = frozenset(("dobj", "nsubjpass", "csubjpass", "dative", "oprd"))


def moved(
    one: AnalysedSentence, other: AnalysedSentence, pairs: Sequence[WordPair]
) -> list[WordPair]:
    """Return the pairs that changed places in the order of words and in the tree."""
    kept = [
        pair
        for pair in sorted(pairs)
        if pair.kind in _KEPT and one.words[pair.source].kind in _MOVING
    ]
    if all(a.target < b.target for a, b in pairwise(kept)):
        return []
    stays = _heaviest(kept, [one.words[pair.source].weight for pair in kept])
    to_target = {pair.source: pair.target for pair in pairs}
    to_source = {pair.target: pair.source for pair in pairs}
    traded = set(_traded(one, other, kept, to_target))
    return [
        pair
        for pair in kept
        if pair in traded
        or (pair not in stays and _changed(one, other, pair, to_target, to_source))
    ]


def _traded(
    one: AnalysedSentence,
    other: AnalysedSentence,
    kept: Sequence[WordPair],
    to_target: Mapping[int, int],
) -> Iterator[WordPair]:
    """Yield the nouns that stand exactly where another one stood, and the other way round, all else
    being as it was. Whatever the trees say, one has taken the part of the other; only the members
    of one enumeration, and neighbours (*the system education*), may change places."""
    nouns = [pair for pair in kept if one.words[pair.source].part in ("NOUN", "PROPN")]
    for first, second in combinations(nouns, 2):
        near = second.source - first.source == 1
        if near or first.target < second.target or len(one) != len(other):
            continue
        places = (first.source, second.target), (second.source, first.target)
        around = [(a + by, b + by) for a, b in places for by in (-1, 1)]
        if (
            all(a == b for a, b in places)
            and all(to_target.get(a, b) == b for a, b in around)
            and _first_conjunct(one, first.source) != _first_conjunct(one, second.source)
        ):
            yield from (first, second)


def _heaviest(pairs: Sequence[WordPair], weights: Sequence[float]) -> set[WordPair]:
    """Return the pairs of the heaviest increasing subsequence."""
    best: list[tuple[float, int | None]] = []
    for k, pair in enumerate(pairs):
        before = max(
            ((best[b][0], b) for b in range(k) if pairs[b].target < pair.target),
            default=(0.0, None),
        )
        best.append((before[0] + weights[k], before[1]))
    at: int | None = max(range(len(best)), key=lambda k: best[k][0])
    stays = set()
    while at is not None:
        stays.add(pairs[at])
        at = best[at][1]
    return stays


def _changed(
    one: AnalysedSentence,
    other: AnalysedSentence,
    pair: WordPair,
    to_target: Mapping[int, int],
    to_source: Mapping[int, int],
) -> bool:
    roles = role(one, pair.source), role(other, pair.target)
    if set(roles) == {"subject", "object"}:
        return True
    if _prepositions_differ(one, other, pair, to_target):
        return True
    here, there = head(one, pair.source), head(other, pair.target)
    across = None if here is None else to_target.get(here)
    back = None if there is None else to_source.get(there)
    if here is there is None or (here is not None and across == there):
        return False
    if here is not None and there is not None and across is back is None:
        return False
    if across is not None and head(other, across) == pair.target:
        return _link(one, pair.source) == _link(other, across)
    if back is not None and head(one, back) == pair.source:
        return _link(one, back) == _link(other, pair.target)
    return True


def _link(reading: AnalysedSentence, word: int) -> str:
    """Return how a word depends on its head. Two words may turn their relation round (*the dog of
    the man*, *the man 's dog*), but not by the same link: *gas fumes*, *fumes gas*."""
    analysis = reading.analysis
    label = analysis.labels[word]
    return reading.words[analysis.heads[word]].form if label == "pobj" else label


def _prepositions_differ(
    one: AnalysedSentence, other: AnalysedSentence, pair: WordPair, to_target: Mapping[int, int]
) -> bool:
    """Return whether a word stood after one preposition, and stands after another one's
    counterpart: *from A to B* and *from B to A*."""
    here, there = _first_conjunct(one, pair.source), _first_conjunct(other, pair.target)
    if not one.analysis.labels[here] == other.analysis.labels[there] == "pobj":
        return False
    before, after = one.analysis.heads[here], other.analysis.heads[there]
    across = to_target.get(before)
    return (
        across is not None
        and across != after
        and one.words[before].form == other.words[across].form != other.words[after].form
    )


def head(reading: AnalysedSentence, word: int) -> int | None:
    """Return the content word that a word depends on; None at the root."""
    analysis, words = reading.analysis, reading.words
    at = _first_conjunct(reading, word)
    for _ in range(len(words)):
        above = analysis.heads[at]
        if above == at:
            return None
        at = _first_conjunct(reading, above) if above != word else above
        if words[at].kind in _MOVING and at != word:
            return at
    return None


def _first_conjunct(reading: AnalysedSentence, word: int) -> int:
    analysis = reading.analysis
    for _ in range(len(analysis)):
        if analysis.labels[word] != "conj" or analysis.heads[word] == word:
            break
        word = analysis.heads[word]
    return word


def role(reading: AnalysedSentence, word: int) -> str:
    """Return whether a word is a subject or an object, be it of a passive verb."""
    analysis = reading.analysis
    word = _first_conjunct(reading, word)
    label = analysis.labels[word]
    if label in _SUBJECTS:
        return "subject"
    if label in _OBJECTS:
        return "object"
    if label == "pobj" and analysis.labels[analysis.heads[word]] == "agent":
        return "subject"
    return ""
