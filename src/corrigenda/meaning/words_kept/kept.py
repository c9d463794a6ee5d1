"""How much of what was said is kept: every lost point belongs to a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

from corrigenda.meaning.words_kept.alignment import Joined, WordPair, align
from corrigenda.meaning.words_kept.classes import AnalysedSentence, Word, beside
from corrigenda.meaning.words_kept.context import Vectors
from corrigenda.meaning.words_kept.moved import moved
from corrigenda.meaning.words_kept.negation import settled
from corrigenda.meaning.words_kept.reference import referring

MOVED = 0.85
"""The share that is lost of a word that moved and now belongs to another word."""

CONTEXT, FADED = 0.3, 0.5
"""The share that is lost where the context of a word changed, and from which distance on."""

_OTHER_WORDS = frozenset(("synonym", "near", "replaced"))
"""Pairs that lose by what the words mean alone: their own vectors differ, not only the context."""

LEAST = {
    "opposite": 1.5, "number": 1.5, "garbled": 1.5, "name": 1.2, "pronoun": 1.4, "quantity": 1.4,
    "replaced": 1.2, "modality": 1.0, "negation": 1.4,
}  # fmt: skip
"""What each word of such a pair weighs at least, if most of it is lost."""

MOSTLY = 0.6
"""From which share on most of a pair is lost."""

OF_ALL, LIMIT = 0.08, 3.5
"""The share of the weight of all words that such a pair weighs at least, or a negation, or the
heaviest word that was dropped; and up to which weight."""

NAMED = frozenset(("NOUN", "PROPN", "VERB", "ADJ"))
"""Parts of speech whose words say something by themselves."""

UNPAIRED = 1.25
"""How many times its weight a content word has if it was dropped or added."""

UNPAIRED_PRONOUN = 0.5
"""The share of its weight that a pronoun has if it was dropped or added: *the* for *my*, say."""

RESUMED = 0.3
"""The same where sentences were split or merged: *a dog . It barks*, *a dog that barks*."""

_ENDS = frozenset(".?!;")
_LINKS = frozenset(str.split("and but or so because as which who that since while although then"))


@dataclass(frozen=True)
class WordFate:
    """What became of a word, or of words: places in the source and in the correction, the kind,
    what the words weigh on either side, and the share of it that is lost."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    kind: str
    weights: tuple[float, float]
    share: float
    kept_by_words: float = 1.0
    """What the words themselves keep, whatever their context."""

    @property
    def lost(self) -> float:
        return self.share * fsum(self.weights)


@dataclass(frozen=True)
class KeptWords:
    """Two sentences, word by word."""

    source: AnalysedSentence
    target: AnalysedSentence
    items: tuple[WordFate, ...]
    across: Mapping[int, int]
    """The places of the source's words in the correction, one to one, punctuation too."""

    @cached_property
    def weights(self) -> tuple[float, float]:
        """What all words of either side weigh."""
        return (
            fsum(item.weights[0] for item in self.items),
            fsum(item.weights[1] for item in self.items),
        )

    @cached_property
    def kept(self) -> tuple[float, float]:
        """What is kept of the weights of either side."""
        return (
            fsum((1 - item.share) * item.weights[0] for item in self.items),
            fsum((1 - item.share) * item.weights[1] for item in self.items),
        )

    @property
    def score(self) -> float:
        total = fsum(self.weights)
        return fsum(self.kept) / total if total else 1.0

    def points(self, item: WordFate) -> float:
        """Return what an item takes off the score."""
        total = fsum(self.weights)
        return item.lost / total if total else 0.0


def compare(
    source: AnalysedSentence, target: AnalysedSentence, here: Vectors, there: Vectors
) -> KeptWords:
    """Compare two sentences; `here` and `there` are vectors of their words."""
    pairs, joined = align(source, target, here, there)
    shifted = set(moved(source, target, pairs))
    across = {pair.source: pair.target for pair in pairs}
    pairs = list(referring(source, target, pairs))
    items = list(_items(source, target, pairs, joined, shifted))
    items = settled(source, target, items, across)
    return KeptWords(source, target, tuple(_weighed(source, target, items)), across)


def unchanged(reading: AnalysedSentence) -> KeptWords:
    """Return the comparison of a sentence with itself."""
    return KeptWords(
        reading,
        reading,
        tuple(
            WordFate((k,), (k,), "same", (word.weight, word.weight), 0.0)
            for k, word in enumerate(reading.words)
            if word.weight
        ),
        {k: k for k in range(len(reading))},
    )


def joined(parts: Sequence[KeptWords]) -> KeptWords:
    """Return the comparison of texts whose parts were compared one by one."""
    if len(parts) == 1:
        return parts[0]
    items: list[WordFate] = []
    across: dict[int, int] = {}
    i = j = 0
    for part in parts:
        for item in part.items:
            source = tuple(i + k for k in item.source)
            items.append(replace(item, source=source, target=tuple(j + k for k in item.target)))
        across |= {i + one: j + other for one, other in part.across.items()}
        i, j = i + len(part.source), j + len(part.target)
    source_reading, target_reading = (
        beside([getattr(part, side) for part in parts]) for side in ("source", "target")
    )
    return KeptWords(source_reading, target_reading, tuple(items), across)


def _items(
    source: AnalysedSentence,
    target: AnalysedSentence,
    pairs: Sequence[WordPair],
    joined: Sequence[Joined],
    shifted: set[WordPair],
) -> Iterator[WordFate]:
    seen: tuple[set[int], set[int]] = (set(), set())
    for pair in pairs:
        seen[0].add(pair.source)
        seen[1].add(pair.target)
        weights = source.words[pair.source].weight, target.words[pair.target].weight
        if not any(weights):
            continue
        kind, share = pair.kind, pair.lost
        if pair in shifted:
            kind, share = "moved", MOVED
        by_words = 1 - share
        if kind not in _OTHER_WORDS:
            share += (1 - share) * CONTEXT * min(max((1 - pair.cosine) / FADED, 0.0), 1.0)
        yield WordFate((pair.source,), (pair.target,), kind, weights, share, by_words)
    for parts in joined:
        seen[0].update(parts.source)
        seen[1].update(parts.target)
        weights = (
            fsum(source.words[k].weight for k in parts.source),
            fsum(target.words[k].weight for k in parts.target),
        )
        yield WordFate(parts.source, parts.target, "joined", weights, 0.0)
    split = _sentences(target) != _sentences(source)
    for k, word in enumerate(source.words):
        if k not in seen[0] and word.weight:
            yield WordFate((k,), (), "lost", (_alone(source, k, split), 0.0), 1.0, 0.0)
    for k, word in enumerate(target.words):
        if k not in seen[1] and word.weight:
            yield WordFate((), (k,), "added", (0.0, _alone(target, k, split)), 1.0, 0.0)


def _alone(reading: AnalysedSentence, at: int, split: bool) -> float:
    """Return what a word without a counterpart weighs, where sentences were split or merged or
    not."""
    word = reading.words[at]
    if word.kind != "pronoun":
        return word.weight * (UNPAIRED if word.kind == "content" else 1.0)
    resumes = split and at > 0 and reading.words[at - 1].form in _ENDS | _LINKS
    return word.weight * (RESUMED if resumes else UNPAIRED_PRONOUN)


def _weighed(
    source: AnalysedSentence, target: AnalysedSentence, items: Sequence[WordFate]
) -> Iterator[WordFate]:
    """Yield the items, those that change what is said with the least they weigh: a word is lost in
    a long sentence as well as in a short one."""
    share = min(OF_ALL * fsum(fsum(item.weights) for item in items), LIMIT)
    dropped = _dropped(source, items)
    for item in items:
        least = 0.0
        if item.source and item.target:
            if item.kind in LEAST and item.kept_by_words <= 1 - MOSTLY:
                least = max(LEAST[item.kind], share / 2)
        elif item is dropped or (item.kind in ("lost", "added") and _negates(source, target, item)):
            least = share
        if least:
            first, second = (weight and max(weight, least) for weight in item.weights)
            item = replace(item, weights=(first, second))
        yield item


def _dropped(source: AnalysedSentence, items: Sequence[WordFate]) -> WordFate | None:
    """Return the heaviest noun, verb or adjective that was dropped, but no repeated one."""
    words = source.words
    dropped = [
        item
        for item in items
        if item.kind == "lost"
        and words[k := item.source[0]].part in NAMED
        and words[k].lemma not in {word.lemma for word in _beside(words, k)}
    ]
    return max(dropped, key=lambda item: item.lost, default=None)


def _beside(words: Sequence[Word], k: int) -> Sequence[Word]:
    """Return the two words before a word, and the two after it."""
    return (*words[max(k - 2, 0) : k], *words[k + 1 : k + 3])


def _negates(source: AnalysedSentence, target: AnalysedSentence, item: WordFate) -> bool:
    words = [source.words[k] for k in item.source] + [target.words[k] for k in item.target]
    return any(word.kind == "negation" for word in words)


def _sentences(reading: AnalysedSentence) -> int:
    """Return the number of sentences that a text seems to have: of stops that words follow, too."""
    forms = [word.form for word in reading.words]
    return 1 + sum(form in _ENDS for form in forms[:-1])
