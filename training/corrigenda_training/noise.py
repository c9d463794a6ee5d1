"""Learner noise: errors of the kinds that learners make, put into sentences with gold spans.

A misspelt or wrongly inflected word keeps its place in the analysis. A word that is left out leaves
its spans; an article that is put in is a function word (F) there; neighbours change places only
where both hang on the same unit.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from corrigenda.meaning.parser.spelling import NEIGHBOURS
from corrigenda.meaning.parser.trees import Remote, Span
from corrigenda_training.data import Example

SETS = (
    ("a", "an", "the"),
    ("in", "on", "at", "to", "for", "of", "with", "by", "from", "about"),
    ("is", "are", "was", "were", "be", "been"),
    ("has", "have", "had"),
    ("do", "does", "did"),
    ("this", "these", "that", "those"),
    ("their", "there", "they're"),
    ("its", "it's"),
    ("than", "then"),
    ("to", "too"),
    ("who", "which", "that"),
    ("much", "many"),
    ("your", "you're"),
    ("affect", "effect"),
    ("will", "would"),
    ("can", "could"),
    ("and", "but", "so"),
    ("he", "she"),
    ("his", "her"),
)
CONFUSED: dict[str, list[str]] = {}
for _one in SETS:
    for _word in _one:
        CONFUSED.setdefault(_word, []).extend(other for other in _one if other != _word)
ARTICLES = ("a", "an", "the")
PREPOSITIONS = ("of", "to", "in", "on", "at", "for", "with", "by")
AUXILIARIES = ("is", "are", "was", "were", "be", "been", "has", "have", "had")
DROPPED = frozenset({*ARTICLES, *PREPOSITIONS, *AUXILIARIES, "that", "which", "it"})


def misspelt(word: str, dice: random.Random) -> str:
    """A word with one or, if it is long, sometimes two slips of a key or of memory."""
    for _ in range(1 + (len(word) > 7 and dice.random() < 0.3)):
        word = _slip(word, dice)
    return word


def _slip(word: str, dice: random.Random) -> str:
    if len(word) < 2:
        return word
    at = dice.randrange(len(word))
    kind = dice.random()
    if kind < 0.25 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.5:
        return word[:at] + word[at + 1 :]
    if kind < 0.65:
        return word[:at] + word[at] + word[at:]
    near = NEIGHBOURS.get(word[at].lower(), list("aeiou"))
    if kind < 0.85:
        vowels = [v for v in "aeiou" if v != word[at].lower()]
        choice = dice.choice(vowels if word[at].lower() in "aeiou" else near)
        return word[:at] + choice + word[at + 1 :]
    return word[:at] + dice.choice(near) + word[at:]


def wrong_form(word: str, dice: random.Random) -> str:
    """A word in a form that does not belong here: number, agreement, tense, a confused word."""
    lower = word.lower()
    if lower in CONFUSED:
        return dice.choice(CONFUSED[lower])
    if len(word) < 3 or not word.isalpha():
        return word
    for end, others in (
        ("ies", ("y", "ys")),
        ("ing", ("", "ed", "s", "e")),
        ("ed", ("", "ing", "s", "e")),
        ("ly", ("",)),
        ("s", ("", "'s")),
        ("y", ("ies", "ys")),
        ("e", ("ing", "ed", "es", "")),
    ):
        if lower.endswith(end) and len(word) > len(end) + 2:
            return word[: len(word) - len(end)] + dice.choice(others)
    return word + dice.choice(("s", "ed", "ing", "s"))


def misspell(one: Example, rate: float, dice: random.Random) -> Example:
    """A share of the words misspelt, nothing else."""
    tokens = [
        misspelt(token, dice) if not mark and dice.random() < rate else token
        for token, mark in zip(one.tokens, one.marks, strict=True)
    ]
    return replace(one, tokens=tuple(tokens))


def noisy(one: Example, dice: random.Random) -> Example:
    """A sentence as a learner might have written it; how bad a learner is up to the dice."""
    level = dice.choice((0.03, 0.06, 0.12, 0.2, 0.3))
    draft = _Draft(one)
    if dice.random() < 0.5:
        draft.drop_words(level / 3, dice)
    if dice.random() < 0.5:
        draft.insert_articles(level / 6, dice)
    if dice.random() < 0.4:
        draft.swap_words(level / 2, dice)
    if dice.random() < 0.3:
        draft.drop_marks(0.5, dice)
    for at, (token, mark) in enumerate(zip(draft.tokens, draft.marks, strict=True)):
        if mark or dice.random() >= level:
            continue
        written = wrong_form(token, dice) if dice.random() < 0.4 else misspelt(token, dice)
        if written.strip("'"):
            draft.tokens[at] = written
    changed = draft.example()
    # Teachers have an opinion of the sentence as it was, which holds while its spans do.
    same = (changed.words, changed.labels) == (one.words, one.labels)
    return replace(changed, opinion=one.opinion) if same else changed


def run_on(one: Example, other: Example) -> Example:
    """Two sentences in one, without the stop between them."""
    end = len(one.tokens)
    while end and one.marks[end - 1]:
        end -= 1
    shift = one.words

    def moved(span: Span) -> Span:
        return (span[0] + shift, span[1] + shift)

    return Example(
        one.tokens[:end] + other.tokens,
        one.marks[:end] + other.marks,
        {**one.labels, **{moved(span): label for span, label in other.labels.items()}},
        one.remotes
        + tuple(Remote(moved(r.parent), moved(r.child), r.label) for r in other.remotes),
    )


class _Draft:
    """A sentence while it is changed."""

    def __init__(self, one: Example) -> None:
        self.tokens = list(one.tokens)
        self.marks = list(one.marks)
        self.labels = dict(one.labels)
        self.remotes = list(one.remotes)

    def example(self) -> Example:
        return Example(tuple(self.tokens), tuple(self.marks), self.labels, tuple(self.remotes))

    def places(self) -> list[int]:
        """Where in the tokens each word is."""
        return [at for at, mark in enumerate(self.marks) if not mark]

    def _move(self, before: Sequence[int]) -> None:
        """Rename all spans, `before` being the new place of each fence between words. Spans that
        become the same are one chain, the wider one above; empty ones are gone."""
        labels: dict[Span, str] = {}
        for (i, j), label in sorted(self.labels.items(), key=lambda it: it[0][0] - it[0][1]):
            span = before[i], before[j]
            if span[0] < span[1]:
                labels[span] = f"{labels[span]}+{label}" if span in labels else label
        self.labels = labels
        moved = [
            Remote((before[p[0]], before[p[1]]), (before[c[0]], before[c[1]]), label)
            for p, c, label, _ in self.remotes
        ]
        self.remotes = [r for r in moved if r.parent in labels and r.child in labels]

    def drop_words(self, rate: float, dice: random.Random) -> None:
        places = self.places()
        gone = {
            word
            for word, at in enumerate(places)
            if dice.random() < rate * (4 if self.tokens[at].lower() in DROPPED else 1)
        }
        if not gone or len(gone) == len(places):
            return
        before = [0]
        for word in range(len(places)):
            before.append(before[-1] + (word not in gone))
        self._move(before)
        removed = {places[word] for word in gone}
        self.tokens = [t for at, t in enumerate(self.tokens) if at not in removed]
        self.marks = [m for at, m in enumerate(self.marks) if at not in removed]

    def insert_articles(self, rate: float, dice: random.Random) -> None:
        for word in reversed(range(1, len(self.places()))):
            if dice.random() >= rate:
                continue
            at = self.places()[word]
            count = len(self.places())
            ends = [n + (n > word) for n in range(count + 1)]
            starts = [n + (n >= word) for n in range(count + 1)]
            self.labels = {(starts[i], ends[j]): label for (i, j), label in self.labels.items()}
            self.remotes = [
                Remote((starts[p[0]], ends[p[1]]), (starts[c[0]], ends[c[1]]), label)
                for p, c, label, _ in self.remotes
            ]
            self.labels[word, word + 1] = "F"
            self.tokens.insert(at, dice.choice(("the", "a", "the")))
            self.marks.insert(at, False)

    def swap_words(self, rate: float, dice: random.Random) -> None:
        edges = {n for i, j in self.labels if j - i > 1 for n in (i, j)}
        places = self.places()
        word = 0
        while word + 1 < len(places):
            if word + 1 not in edges and dice.random() < rate:
                one, other = places[word], places[word + 1]
                self.tokens[one], self.tokens[other] = self.tokens[other], self.tokens[one]
                a, b = (word, word + 1), (word + 1, word + 2)
                first, second = self.labels.pop(a, None), self.labels.pop(b, None)
                if second is not None:
                    self.labels[a] = second
                if first is not None:
                    self.labels[b] = first
                new = {a: b, b: a}
                self.remotes = [
                    Remote(new.get(r.parent, r.parent), new.get(r.child, r.child), r.label)
                    for r in self.remotes
                ]
                word += 1
            word += 1

    def drop_marks(self, rate: float, dice: random.Random) -> None:
        kept = [not mark or dice.random() >= rate for mark in self.marks]
        self.tokens = [t for t, keep in zip(self.tokens, kept, strict=True) if keep]
        self.marks = [m for m, keep in zip(self.marks, kept, strict=True) if keep]
