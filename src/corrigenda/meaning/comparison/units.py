"""Which unit of one graph is which of another: aligned by the words they have in common.

Units are aligned through their yields, as bits: units with the same yield are aligned alike.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Literal

from corrigenda.alignment import Pairs
from corrigenda.meaning.graph import members

Weight = Literal["harmonic", "printed"]
"""How well unit u suits unit v, which have |A| words aligned with each other:

- `harmonic`: 2 |A| / (|u| + |v|), the harmonic mean of the shares of both; 1 if and only if the
  two are the same words;
- `printed`: |A| / |u|, as the paper has it. Every unit whose words are all within v then has weight
  1, while the counterpart of v with one word inserted has less.
"""


class Images:
    """Sets of words seen in the other text, through a word alignment.

    An alignment is mostly runs of neighbours that stay neighbours: a run is one shift of bits.
    """

    def __init__(self, pairs: Pairs) -> None:
        runs: list[tuple[int, int, int]] = []  # first, after the last, where the first goes
        for i, j in pairs:
            if runs and (i, j) == (runs[-1][1], runs[-1][2] + i - runs[-1][0]):
                runs[-1] = (runs[-1][0], i + 1, runs[-1][2])
            else:
                runs.append((i, i + 1, j))
        self._ends = [k for _, k, _ in runs]
        self._runs = [((1 << k) - (1 << i), j - i) for i, k, j in runs]

    def of(self, words: int) -> int:
        image = 0
        # From the run of the first word to that of the last.
        at = bisect_left(self._ends, (words & -words).bit_length())
        end = bisect_left(self._ends, words.bit_length()) + 1
        for mask, shift in self._runs[at:end]:
            run = words & mask
            image |= run << shift if shift >= 0 else run >> -shift
        return image


def align_yields(
    yields: Sequence[int],
    others: Sequence[int],
    pairs: Pairs,
    *,
    weight: Weight = "harmonic",
    larger: bool = True,
) -> list[tuple[int, ...]]:
    """Return, for each of `yields`, the numbers of those of `others` with the highest weight.

    Yields must be distinct and not empty, on either side. Nothing suits a yield none of whose
    words is aligned with a word in any of the others. Of several with the highest weight, those
    with most words are taken; without `larger`, all.
    """
    images = Images(pairs)
    number = {words: k for k, words in enumerate(others)}
    above: dict[int, list[int]] = {}  # for each word, which of the others it is in
    sizes: list[int] = []
    aligned: list[tuple[int, ...]] = []
    for words in yields:
        image = images.of(words)
        same = number.get(image)
        # The same words are the best that can be: they alone have harmonic weight 1. As printed,
        # parts of them have weight 1 too, but fewer words.
        if same is not None and (
            image.bit_count() == words.bit_count() if weight == "harmonic" else larger
        ):
            aligned.append((same,))
            continue
        if not sizes:
            sizes = [other.bit_count() for other in others]
            for k, other in enumerate(others):
                for word in members(other):
                    above.setdefault(word, []).append(k)
        # Only yields that share a word are looked at, and the words they share are counted.
        shared = Counter(chain.from_iterable(above.get(word, ()) for word in members(image)))
        aligned.append(_best(shared, sizes, words.bit_count(), weight, larger))
    return aligned


def _best(
    shared: Counter[int], sizes: Sequence[int], size: int, weight: Weight, larger: bool
) -> tuple[int, ...]:
    best = 0.0
    most = 0
    places: list[int] = []
    added = size if weight == "harmonic" else 0
    for k, count in shared.items():
        # Equal fractions give equal quotients, and unequal ones unequal, as long as texts have
        # fewer than 2^26 words.
        quotient = count / (added + sizes[k])
        if quotient > best or (quotient == best and larger and sizes[k] > most):
            best, most, places = quotient, sizes[k], [k]
        elif quotient == best and not (larger and sizes[k] < most):
            places.append(k)
    return tuple(places)
