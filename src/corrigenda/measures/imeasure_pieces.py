"""Long sentences in pieces: the three-way alignment of whole texts grows with their square.

A sentence of more than `LONGEST` tokens is cut where source and hypothesis agree and no annotator
changes anything, and its pieces are aligned one by one. What is counted is the sum of the pieces.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from corrigenda.measures.imeasure_alignment import Text
from corrigenda.measures.imeasure_mixing import Change

LONGEST = 500
"""The most tokens that are aligned at once, as far as there are places to cut."""

Piece = tuple[Text, Text, list[list[Change]]]
"""Source, hypothesis, and the changes of each annotator."""


def pieces(
    source: Text, hypothesis: Text, annotators: Sequence[Sequence[Change]]
) -> Iterator[Piece]:
    """Yield the pieces of a sentence, one if it is short enough."""
    if len(source) <= LONGEST:
        yield source, hypothesis, [list(changes) for changes in annotators]
        return
    rest = [sorted(changes) for changes in annotators]
    i = j = 0
    for k, m in [*_cuts(source, hypothesis, annotators), (len(source), len(hypothesis))]:
        end = k if k < len(source) else len(source) + 1
        inside = [[c for c in changes if c[0] < end] for changes in rest]
        rest = [changes[len(taken) :] for changes, taken in zip(rest, inside, strict=True)]
        moved = [[(a - i, b - i, text) for a, b, text in changes] for changes in inside]
        yield source[i:k], hypothesis[j:m], moved
        i, j = k, m


def _cuts(
    source: Text, hypothesis: Text, annotators: Sequence[Sequence[Change]]
) -> Iterator[tuple[int, int]]:
    """Yield where to cut source and hypothesis: about every half of `LONGEST` tokens, between two
    tokens that both have there."""
    from rapidfuzz.distance import Indel

    taken = {k for changes in annotators for a, b, _ in changes for k in range(a, max(b, a + 1))}
    taken |= {b for changes in annotators for _, b, _ in changes}
    partner = {
        one.src_start + k: one.dest_start + k
        for one in Indel.opcodes(source, hypothesis)
        if one.tag == "equal"
        for k in range(one.src_end - one.src_start)
    }
    free = [k for k, m in partner.items() if k not in taken and k and partner.get(k - 1) == m - 1]
    last = 0
    while len(source) - last > LONGEST:
        at = bisect_left(free, last + LONGEST // 2)
        if at == len(free):
            return
        last = free[at]
        yield last, partner[last]
