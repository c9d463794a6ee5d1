"""How often variants were proposed, and what that alone says of those nobody proposed.

The *fingerprint* of a sample is f: f_i variants were seen exactly i times. It is all that an
estimate of the unseen can rest on, since the names of variants say nothing about their number.

- Good and Turing: the variants not seen yet hold a mass of about f_1 / n, where n = Σ i f_i is the
  number of answers (Good 1953, *The population frequencies of species*);
- Chao1: there are at least about S + f_1 (f_1 - 1) / (2 (f_2 + 1)) variants, where S = Σ f_i were
  seen (Chao 1984, *Nonparametric estimation of the number of classes in a population*, in the form
  without bias; the original one is S + f_1² / (2 f_2)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from numbers import Integral

from corrigenda.errors import InputError

Counts = Mapping[str, int]
"""How often each variant of a sentence was proposed."""

Fingerprint = Mapping[int, int]
"""How many variants were proposed exactly i times, for each i."""


def fingerprint(counts: Counts) -> dict[int, int]:
    """How many variants were proposed exactly i times.

    >>> fingerprint({"He goes .": 3, "He went .": 1, "She goes .": 1})
    {1: 2, 3: 1}
    """
    for variant, count in counts.items():
        if not _whole(count, 0):
            raise InputError(
                f"expected how often {variant!r} was proposed, a whole number, found {count!r}"
            )
    return tidied(Counter(int(count) for count in counts.values() if count))


def tidied(fingerprint: Fingerprint) -> dict[int, int]:
    """The same fingerprint in order and without zeros; checked."""
    for times, variants in fingerprint.items():
        if not (_whole(times, 1) and _whole(variants, 0)):
            raise InputError(
                "a fingerprint says how many variants were proposed once, twice, ...: "
                f"expected whole numbers, found {variants!r} variants proposed {times!r} times"
            )
    return {int(i): int(fingerprint[i]) for i in sorted(fingerprint) if fingerprint[i]}


def _whole(value: object, least: int) -> bool:
    return isinstance(value, Integral) and int(value) >= least


def answers(fingerprint: Fingerprint) -> int:
    """n: how many answers were given."""
    return sum(i * f for i, f in fingerprint.items())


def distinct(fingerprint: Fingerprint) -> int:
    """S: how many variants they are."""
    return sum(fingerprint.values())


def good_turing(fingerprint: Fingerprint) -> float:
    """The mass of the variants not seen yet: the share of answers that were given only once.

    >>> good_turing({1: 2, 3: 1})
    0.4
    """
    n = answers(fingerprint)
    if not n:
        raise InputError("expected answers to estimate from, found none")
    return fingerprint.get(1, 0) / n


def chao1(fingerprint: Fingerprint, *, bias_corrected: bool = True) -> float:
    """How many variants there are at least. The original form needs some that were seen twice;
    where there are none, it is the one without bias, too.

    >>> chao1({1: 4, 2: 2, 3: 1})
    9.0
    >>> chao1({1: 4, 2: 2, 3: 1}, bias_corrected=False)
    11.0
    """
    once, twice = fingerprint.get(1, 0), fingerprint.get(2, 0)
    if bias_corrected or not twice:
        return distinct(fingerprint) + once * (once - 1) / (2 * (twice + 1))
    return distinct(fingerprint) + once**2 / (2 * twice)
