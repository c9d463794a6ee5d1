"""References that mix the corrections of several annotators (Felice & Briscoe 2015).

Edits that overlap, whoever made them, are one error: a cluster. Each annotator who edits there
offers one way to correct it; it may also stay as it is, unless all annotators correct it. A
reference takes one way for each error, so there can be very many of them. They are not listed
here: the result is a sequence of parts, each with the texts that may be there, whatever is
in the others.

A sentence of more than `LONGEST` tokens is cut where source and hypothesis agree and no annotator
changes anything. Its pieces are aligned one by one, since the three-way alignment of whole texts
grows with the square of their length; their counts are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from math import prod
from operator import itemgetter

from corrigenda.alignment import cuts
from corrigenda.errors import InputError

Replacement = tuple[int, int, tuple[str, ...]]
"""Start and end in the source, and the tokens that replace it."""

Texts = list[tuple[str, ...]]

LONGEST = 500
"""The most tokens that are aligned at once, as far as there are places to cut."""

Piece = tuple[tuple[str, ...], tuple[str, ...], list[list[Replacement]]]
"""Source, hypothesis, and the changes of each annotator."""

_MOST = 1 << 18


@dataclass(frozen=True)
class ReferencePart:
    """The source from `start` to `end`, and its possible texts, at least one."""

    start: int
    end: int
    texts: Texts


def corrected(source: Sequence[str], changes: Iterable[Replacement]) -> tuple[str, ...]:
    """Return the source with changes applied from right to left; one that would empty it is left
    out.

    Nothing is checked: of changes that overlap, the left one replaces part of the other's text.
    """
    out = list(source)
    for start, end, text in _leftwards(changes):
        before = out[start:end]
        out[start:end] = text
        if not out:
            out[start:start] = before
    return tuple(out)


def joined(changes: Iterable[Replacement]) -> list[Replacement]:
    """Return the changes of one annotator, those of the same extent joined into one, in their
    order."""
    texts: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end, text in changes:
        texts[start, end] = texts.get((start, end), ()) + text
    return [(start, end, text) for (start, end), text in texts.items()]


def parts(
    source: Sequence[str], annotators: Sequence[Sequence[Replacement]]
) -> list[ReferencePart]:
    """Return the parts of the source that have more than one text, or another, from left to
    right."""
    blocks = [_ClusterBlock.of(cluster) for cluster in _clusters(annotators)]
    blocks = _apart(blocks)
    while True:
        of_blocks = [block.texts(source, len(blocks) == 1) for block in blocks]
        reach = [
            max(block.end, reach) for block, (_, reach, _) in zip(blocks, of_blocks, strict=True)
        ]
        if reach != [block.end for block in blocks]:
            # Overlapping edits, applied one after the other, reach into what follows.
            blocks = [
                _ClusterBlock(b.start, end, b.clusters)
                for b, end in zip(blocks, reach, strict=True)
            ]
            blocks = _apart(blocks)
        elif len(blocks) > 1 and _may_vanish(source, blocks, [gone for *_, gone in of_blocks]):
            # What is left out so that the sentence is not empty depends on all of them.
            blocks = [_ClusterBlock(0, len(source), [c for b in blocks for c in b.clusters])]
        else:
            break
    made = [
        ReferencePart(b.start, min(b.end, len(source)), texts)
        for b, (texts, *_) in zip(blocks, of_blocks, strict=True)
    ]
    return [part for part in made if part.texts != [tuple(source[part.start : part.end])]]


def _leftwards(changes: Iterable[Replacement]) -> list[Replacement]:
    return sorted(changes, key=itemgetter(0, 1), reverse=True)


# --- clusters -------------------------------------------------------------------------------------

Cluster = list[tuple[Replacement, ...]]
"""The ways to correct one error, each with its changes; no changes: it may stay as it is."""


def _clusters(annotators: Sequence[Sequence[Replacement]]) -> list[Cluster]:
    """Gather overlapping edits, longest first, each into the first cluster that it overlaps."""
    made = [(who, change) for who, changes in enumerate(annotators) for change in changes]
    made.sort(key=lambda item: item[1][0] - item[1][1])
    gathered: list[list[tuple[int, Replacement]]] = []
    for who, change in made:
        for cluster in gathered:
            if any(_overlap(change, other) for _, other in cluster):
                cluster.append((who, change))
                break
        else:
            gathered.append([(who, change)])
    clusters: list[Cluster] = []
    for cluster in gathered:
        ways: dict[int, list[Replacement]] = {}
        for who, change in cluster:
            ways.setdefault(who, []).append(change)
        edits: Cluster = [] if len(ways) == len(annotators) else [()]
        edits += [tuple(joined(way)) for way in ways.values()]
        clusters.append(list(dict.fromkeys(edits)))
    return clusters


def _overlap(a: Replacement, b: Replacement) -> bool:
    """Do they share a token? Insertions: do they have the same place, or is one within the other?

    `b` is at least as long as `a`.
    """
    if a[:2] == b[:2]:
        return True
    if a[0] == a[1]:
        return b[0] < a[0] < b[1]
    return a[0] < b[1] and b[0] < a[1]


# --- blocks ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _ClusterBlock:
    """Clusters whose edits may get in each other's way, and the extent of them all.

    It may end after the source: then it takes what others insert at the source's end.
    """

    start: int
    end: int
    clusters: list[Cluster]

    @classmethod
    def of(cls, cluster: Cluster) -> _ClusterBlock:
        changes = [change for way in cluster for change in way]
        return cls(min(c[0] for c in changes), max(c[1] for c in changes), [cluster])

    def inserts_at(self, place: int) -> bool:
        changes = (change for cluster in self.clusters for way in cluster for change in way)
        return any(start == end == place for start, end, _ in changes)

    def touches(self, other: _ClusterBlock) -> bool:
        """Do they overlap, or insert at the same place? `other` does not begin before this."""
        if other.start < self.end and self.start < other.end:
            return True
        return (
            other.start == self.end
            and self.inserts_at(other.start)
            and other.inserts_at(other.start)
        )

    def texts(self, source: Sequence[str], alone: bool) -> tuple[Texts, int, bool]:
        """Return the texts that may stand here; how far edits reach; can all of it vanish, for a
        while?

        Ways that hold two edits of the same extent do not go together.
        """
        number = prod(map(len, self.clusters))
        if number > _MOST:
            raise InputError(
                f"edits {self.start}:{self.end} of {len(source)} tokens overlap so much that they "
                f"can be combined in {number:,} ways",
                hint="IMeasure(mix=false) takes each annotator's corrections as they are",
            )
        whole = alone and self.start == 0 and self.end >= len(source)
        here = source[self.start : self.end]
        corrections: dict[tuple[str, ...], None] = {}
        reach, vanishes = self.end, False
        for ways in product(*self.clusters):
            changes = list(chain.from_iterable(ways))
            if len({change[:2] for change in changes}) < len(changes):
                continue
            moved = [(a - self.start, b - self.start, text) for a, b, text in changes]
            if whole:
                corrections[corrected(here, moved)] = None
                continue
            out = list(here)
            for start, end, text in _leftwards(moved):
                reach = max(reach, self.start + len(here) + end - len(out))
                out[start:end] = text
                vanishes = vanishes or not out
            corrections[tuple(out)] = None
        return list(corrections) or [tuple(here)], reach, vanishes


def _apart(blocks: list[_ClusterBlock]) -> list[_ClusterBlock]:
    """Return the blocks from left to right, those that touch made one."""
    apart: list[_ClusterBlock] = []
    for block in sorted(blocks, key=lambda b: (b.start, b.end)):
        while apart and apart[-1].touches(block):
            last = apart.pop()
            clusters = last.clusters + block.clusters
            block = _ClusterBlock(last.start, max(last.end, block.end), clusters)
        apart.append(block)
    return apart


def _may_vanish(source: Sequence[str], blocks: list[_ClusterBlock], gone: list[bool]) -> bool:
    wide = [(b, v) for b, v in zip(blocks, gone, strict=True) if b.start < b.end]
    covered = sum(min(b.end, len(source)) - b.start for b, _ in wide)
    return covered == len(source) > 0 and all(vanishes for _, vanishes in wide)


# --- long sentences ------------------------------------------------------------------------------


def pieces(
    source: tuple[str, ...],
    hypothesis: tuple[str, ...],
    annotators: Sequence[Sequence[Replacement]],
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


# --- tokens of corrections, as in the Penn Treebank ----------------------------------------------

_RULES = [
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        # Quotation marks: those that open are told by what is before them.
        (r'(?:^|(?<=[ (\[{<]))"', " `` "),
        (r'"', " '' "),
        (r"[«“‘„»”’]", r" \g<0> "),
        (r"'(?!m|t|s|d)(?=\w\b)", "' "),
        # Punctuation: a full stop at the end only, commas and colons except within numbers.
        (r"(?<=[^.])\.(?=[\])}>'»”’ ]*$)", " ."),
        (r"[:,](?!\d)|\.\.\.|[;@#$%&?!]|[\[\](){}<>]|--", r" \g<0> "),
        # What is written as one word, and is two.
        (r"(?<=[^' ])(?:'(?:s|m|d|ll|re|ve)?|n't)(?= |$)", r" \g<0>"),
        (r"\b(?:can(?=not\b)|(?:gon|wan)(?=na\b)|got(?=ta\b)|(?:gim|lem)(?=me\b))", r"\g<0> "),
    )
]


@lru_cache(maxsize=1 << 14)
def treebank(text: str) -> tuple[str, ...]:
    """Return the tokens of a correction that an annotator typed.

    >>> treebank("isn't it,or can I cannot?")
    ('is', "n't", 'it', ',', 'or', 'can', 'I', 'can', 'not', '?')
    """
    for pattern, replacement in _RULES:
        text = pattern.sub(replacement, text)
    return tuple(text.split())
