"""Controlled damage to a sentence, a bit more at each step.

Five kinds, each a list of steps in random order, so that damage at a lower rate is part of that at
a higher one:

- `drop` leaves a word out;
- `replace` puts another word of the corpus in its place, any of its distinct words alike;
- `swap` exchanges two neighbours, `shuffle` two words anywhere, no word twice;
- `negate` puts a negation in or takes one out, by simple rules over words (see `negations`).

A rate of 0.1 is a tenth of the words (two for an exchange), and for `negate` a tenth of the places
where a negation can be put in or taken out: most sentences have only one or two, and a tenth of
their words would soon be more than there are. Where that is no whole number it is rounded up or
down at random, in proportion, so that over a corpus it is a tenth. Punctuation is left alone, and
one word always stays.

What happens to a sentence depends on the sentence, the kind and the seed, and on nothing else (but
`replace` needs words to draw from).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal, TypeVar, get_args

from corrigenda.edits import Edit, apply_tokens
from corrigenda.errors import InputError

Kind = Literal["drop", "replace", "swap", "shuffle", "negate"]
KINDS: tuple[Kind, ...] = get_args(Kind)

RATES = (0.05, 0.1, 0.2, 0.3, 0.4)

T = TypeVar("T")
Step = tuple[Edit, ...]
Draw = Callable[[], float]


@dataclass(frozen=True)
class Mutation:
    """Damage to a sentence, step by step."""

    tokens: tuple[str, ...]
    steps: tuple[Step, ...]
    full: float
    """How many steps would be a rate of 1; there may be fewer."""

    luck: float
    """From 0 to 1: how high a broken number of steps must be to be rounded up."""

    def at(self, rate: float) -> list[str]:
        """Return the sentence with this share of it damaged."""
        taken = self.steps[: int(rate * self.full + self.luck)]
        return apply_tokens(self.tokens, [edit for step in taken for edit in step])


def mutate(
    kind: Kind, tokens: Sequence[str], seed: int, vocabulary: Sequence[str] = ()
) -> Mutation:
    """Return a way to damage a sentence; `vocabulary` is what `replace` draws from.

    >>> damaged = mutate("drop", "The cat sat on the mat .".split(), seed=1)
    >>> for rate in (0, 0.2, 0.4):
    ...     print(*damaged.at(rate))
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
    return Mutation(tuple(tokens), tuple(steps), full, draw())


def vocabulary(texts: Iterable[str]) -> list[str]:
    """Return the distinct words of some texts, in a fixed order."""
    words = {token for text in texts for token in text.split()}
    return sorted(token for token in words if any(map(str.isalnum, token)))


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
    """Yield exchanges of two different words each, of which none is exchanged twice."""
    taken: set[int] = set()
    for one, other in pairs:
        if tokens[one] != tokens[other] and not {one, other} & taken:
            taken |= {one, other}
            yield (Edit(one, one + 1, (tokens[other],)), Edit(other, other + 1, (tokens[one],)))


_NEGATIONS = frozenset(("not", "n't", "n’t", "never"))
_AUXILIARIES = frozenset(
    (
        *("am", "is", "are", "was", "were", "'m", "'re", "’m", "’re", "do", "does", "did"),
        *("can", "could", "may", "might", "must", "shall", "should", "will", "would", "'ll", "’ll"),
    )
)
_HAVE = frozenset(("have", "has", "had"))
_PARTICIPLES = frozenset(("been", "had", "done", "gone", "made", "got", "become", "come", "said"))
_CLIPPED = {"ca": "can", "wo": "will", "sha": "shall"}
_PLURAL, _SINGULAR = frozenset(("i", "we", "they")), frozenset(("he", "she"))
_NO_VERBS = frozenset(
    (
        *("and", "or", "but", "who", "that", "all", "both", "too", "then", "so", "as", "in", "on"),
        *("also", "always", "often", "just", "still", "only", "even", "now", "ever", "to", "of"),
    )
)


def negations(tokens: Sequence[str]) -> list[Edit]:
    """Return the edits that negate a part of an English text, or take a negation back.

    They go from left to right, and no two of them touch the same token. There is no grammar behind
    the rules, so they miss places (*The dog barks*) and sometimes make what no one would write (*do
    not homework*). What they do make is a sentence that says the opposite:

    - *not*, *n't* and *never* are taken out (*ca n't* and *cannot* become *can*; *do* stays);
    - *not* is added after forms of *be* and *do*, after modals, and after *have* before a
      participle;
    - *do not* is added after *I*, *we*, *they*, and *does not* after *he*, *she*, before what looks
      like a verb (*she likes* becomes *she does not like*; before a word in *-ed*, *did not*).

    >>> negations("I think he is not happy , but she likes it .".split())
    [Edit(1:1 -> 'do not'), Edit(4:5 -> ''), Edit(9:10 -> 'does not like')]
    """
    return list(_places([token.lower() for token in tokens]))


def _places(words: Sequence[str]) -> Iterator[Edit]:
    for k, word in enumerate(words):
        before = words[k - 1] if k else ""
        after = words[k + 1] if k + 1 < len(words) else ""
        if word in _NEGATIONS:
            if before in _CLIPPED:
                yield Edit(k - 1, k + 1, (_CLIPPED[before],))
            else:
                yield Edit(k, k + 1, ("",))
        elif word == "cannot" or (word.endswith(("n't", "n’t")) and len(word) > 3):
            stem = word[:-3]
            yield Edit(k, k + 1, (_CLIPPED.get(stem, stem),))
        elif _is_auxiliary(word, after):
            if after not in _NEGATIONS and not _is_auxiliary(before, word):
                yield Edit(k + 1, k + 1, ("not",))
        elif word.isalpha() and word not in _NO_VERBS and not word.endswith("ly"):
            if word.endswith("ed") and before in _PLURAL | _SINGULAR:
                yield Edit(k, k, ("did not",))
            elif before in _PLURAL and word not in _CLIPPED:
                yield Edit(k, k, ("do not",))
            elif before in _SINGULAR and word.endswith("s"):
                yield Edit(k, k + 1, (f"does not {_base(word)}",))


def _is_auxiliary(word: str, after: str) -> bool:
    if word in _HAVE:
        return after.endswith(("ed", "en")) or after in _PARTICIPLES | _NEGATIONS
    return word in _AUXILIARIES


def _base(verb: str) -> str:
    """Return a verb without the -s of the third person.

    >>> [_base(verb) for verb in ("likes", "goes", "watches", "tries", "has")]
    ['like', 'go', 'watch', 'try', 'have']
    """
    if verb == "has":
        return "have"
    if len(verb) > 4 and verb.endswith("ies"):
        return verb[:-3] + "y"
    return re.sub(r"(?<=o|x|z)es$|(?<=ch|sh|ss)es$|s$", "", verb)
