"""Controlled damage to a sentence, a bit more at each step.

Five kinds, each a list of steps in random order, so that damage at a lower rate is part of that at
a higher one:

- `drop` leaves a word out;
- `replace` puts another word of the corpus in its place, any of its distinct words alike;
- `swap` exchanges two neighbours, `shuffle` two words anywhere, no word twice;
- `negate` puts a negation in or takes one out, by the simple rules of
  `corrigenda.meaning.studies.negation`.

A rate of 0.1 is a tenth of the words (two for an exchange), and for `negate` a tenth of the places
where a negation can be put in or taken out: most sentences have only one or two, and a tenth of
their words would soon be more than there are. Where that is no whole number it is rounded up or
down at random, in proportion, so that over a corpus it is a tenth. Punctuation is left alone, and
one word always stays.

What happens to a sentence depends on the sentence, the kind and the seed, and on nothing else (but
`replace` needs words to draw from).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal, TypeVar, get_args

from corrigenda.edits import Edit, apply_tokens
from corrigenda.errors import InputError
from corrigenda.meaning.studies.negation import negations

Kind = Literal["drop", "replace", "swap", "shuffle", "negate"]
KINDS: tuple[Kind, ...] = get_args(Kind)

RATES = (0.05, 0.1, 0.2, 0.3, 0.4)

T = TypeVar("T")
Step = tuple[Edit, ...]
Draw = Callable[[], float]


@dataclass(frozen=True)
class Plan:
    """What can be done to a sentence, step by step."""

    tokens: tuple[str, ...]
    steps: tuple[Step, ...]
    full: float
    """How many steps would be a rate of 1; there may be fewer."""

    luck: float
    """From 0 to 1: how high a broken number of steps must be to be rounded up."""

    def at(self, rate: float) -> list[str]:
        """The sentence with this share of it damaged."""
        taken = self.steps[: int(rate * self.full + self.luck)]
        return apply_tokens(self.tokens, [edit for step in taken for edit in step])


def plan(kind: Kind, tokens: Sequence[str], seed: int, vocabulary: Sequence[str] = ()) -> Plan:
    """How a sentence is damaged in one way; `vocabulary` is what `replace` draws from.

    >>> found = plan("drop", "The cat sat on the mat .".split(), seed=1)
    >>> for rate in (0, 0.2, 0.4):
    ...     print(*found.at(rate))
    The cat sat on the mat .
    The cat sat on the .
    cat sat on .
    """
    # Of all that `random` offers, only seeding by text and random() never change between versions.
    draw = Random(f"{seed}|{kind}|{' '.join(tokens)}").random
    words = [k for k, token in enumerate(tokens) if any(map(str.isalnum, token))]
    full = float(len(words))
    if kind == "drop":
        steps: list[Step] = [(Edit(k, k + 1, ("",)),) for k in _shuffled(words, draw)[1:]]
    elif kind == "replace":
        if not vocabulary:
            raise InputError("there are no words to sample from", hint="give a vocabulary")
        steps = list(_replaced(tokens, _shuffled(words, draw), vocabulary, draw))
    elif kind == "swap":
        steps = list(_exchanges(tokens, _shuffled(pairwise(words), draw)))
        full /= 2
    elif kind == "shuffle":
        order = _shuffled(words, draw)
        steps = list(_exchanges(tokens, zip(order[::2], order[1::2], strict=False)))
        full /= 2
    elif kind == "negate":
        steps = [(edit,) for edit in _shuffled(negations(tokens), draw)]
        full = float(len(steps))
    else:
        raise InputError(f"damage is one of {', '.join(KINDS)}, not {kind!r}")
    return Plan(tuple(tokens), tuple(steps), full, draw())


def vocabulary(texts: Iterable[str]) -> list[str]:
    """The distinct words of some texts, in a fixed order."""
    found = {token for text in texts for token in text.split()}
    return sorted(token for token in found if any(map(str.isalnum, token)))


def _shuffled(items: Iterable[T], draw: Draw) -> list[T]:
    keyed = [(draw(), item) for item in items]
    return [item for _, item in sorted(keyed, key=lambda pair: pair[0])]


def _replaced(
    tokens: Sequence[str], places: Iterable[int], words: Sequence[str], draw: Draw
) -> Iterator[Step]:
    for k in places:
        drawn = int(draw() * len(words))
        # The same word would be no damage: the next one is taken.
        for word in (words[drawn], words[(drawn + 1) % len(words)]):
            if word != tokens[k]:
                yield (Edit(k, k + 1, (word,)),)
                break


def _exchanges(tokens: Sequence[str], pairs: Iterable[tuple[int, int]]) -> Iterator[Step]:
    """Exchanges of two different words each, of which none is exchanged twice."""
    taken: set[int] = set()
    for one, other in pairs:
        if tokens[one] != tokens[other] and not {one, other} & taken:
            taken |= {one, other}
            yield (Edit(one, one + 1, (tokens[other],)), Edit(other, other + 1, (tokens[one],)))
