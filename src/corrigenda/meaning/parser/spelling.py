"""What word a misspelt word stands for.

By the noisy channel (Kernighan, Church and Gale 1990, "A spelling correction program based on a
noisy channel model", C90-2036): of the words that are one slip away (Damerau 1964: a letter too
many, too few, another, or two that changed places), the one that is most likely to be meant, which
is how frequent it is times how likely the slip.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from string import ascii_lowercase

KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = {
    key: [row[n] for n in (at - 1, at + 1) if 0 <= n < len(row)]
    for row in KEYBOARD
    for at, key in enumerate(row)
}
"""The keys beside each key."""

VOWELS = frozenset("aeiou")

COMMON, KEY, RARE = 1.0, 0.25, 0.1
"""How likely slips are, beside each other: a letter left out, doubled, or changed with its
neighbour; a vowel for a vowel, or a key beside the right one; any other letter."""


def slips(word: str, known: Container[str] | None = None) -> Iterator[tuple[str, float]]:
    """The words of which a word may be a slip, all or the `known` ones, and how likely that slip
    is; some more than once."""
    for at in range(len(word) + 1):
        head, tail, behind = word[:at], word[at:], word[at + 1 :]
        for letter in ascii_lowercase:
            other = head + letter + tail
            if known is None or other in known:
                yield other, COMMON
            if tail:
                other = head + letter + behind
                if known is None or other in known:
                    yield other, KEY if _close(letter, tail[0]) else RARE
        if tail and (known is None or head + behind in known):
            yield head + behind, _added(word, at)
        if len(tail) > 1:
            other = head + tail[1] + tail[0] + tail[2:]
            if known is None or other in known:
                yield other, COMMON


def _added(word: str, at: int) -> float:
    """How likely the letter at a place is one too many."""
    beside = word[max(at - 1, 0) : at] + word[at + 1 : at + 2]
    if word[at] in beside:
        return COMMON
    return KEY if any(word[at] in NEIGHBOURS.get(key, ()) for key in beside) else RARE


def _close(one: str, other: str) -> bool:
    return {one, other} <= VOWELS or one in NEIGHBOURS.get(other, ())


def meant(word: str, ranks: Mapping[str, int]) -> tuple[str, float] | None:
    """The word that is most likely to be meant by one that is misspelt, and how likely that is, if
    there is any. `ranks` are places in the order of frequency, from 1: by Zipf's law, a word is as
    frequent as its rank is low."""
    candidates = {
        (slip / ranks[other], other) for other, slip in slips(word, ranks) if other != word
    }
    if not candidates:
        return None
    likely, other = max(candidates)
    return other, likely
