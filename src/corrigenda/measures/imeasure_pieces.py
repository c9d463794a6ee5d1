"""Long sentences in pieces: the three-way alignment of whole texts grows with their square.

A sentence of more than `LONGEST` tokens is cut where source and hypothesis agree and no annotator
changes anything, and its pieces are aligned one by one. What is counted is the sum of the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corrigenda.alignment import cuts
from corrigenda.measures.imeasure_alignment import Text
from corrigenda.measures.imeasure_mixing import Replacement

LONGEST = 500
"""The most tokens that are aligned at once, as far as there are places to cut."""

Piece = tuple[Text, Text, list[list[Replacement]]]
"""Source, hypothesis, and the changes of each annotator."""


def pieces(
    source: Text, hypothesis: Text, annotators: Sequence[Sequence[Replacement]]
) -> Iterator[Piece]:
    """Yield the pieces of a sentence, one if it is short enough."""
    if len(source) <= LONGEST:
        yield source, hypothesis, [list(changes) for changes in annotators]
        return
    rest = [sorted(changes) for changes in annotators]
    taken = {k for changes in annotators for a, b, _ in changes for k in range(a, max(b, a + 1))}
    taken |= {b for changes in annotators for _, b, _ in changes}
    i = j = 0
    for k, m in [*cuts(source, hypothesis, LONGEST, taken), (len(source), len(hypothesis))]:
        end = k if k < len(source) else len(source) + 1
        inside = [[c for c in changes if c[0] < end] for changes in rest]
        rest = [changes[len(taken) :] for changes, taken in zip(rest, inside, strict=True)]
        moved = [[(a - i, b - i, text) for a, b, text in changes] for changes in inside]
        yield source[i:k], hypothesis[j:m], moved
        i, j = k, m
