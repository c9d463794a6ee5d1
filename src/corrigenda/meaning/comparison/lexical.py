"""What structure alone misses: that `like` became `dislike`, or `is` became `is not`.

USim compares the categories of units and where their words went, not what the words are. A lexical
term gives a matched edge to a unit of plain words the mean similarity of these words to what they
became, in place of 1; and an edge to the main relation of a scene matches only one in a scene of
the same polarity. This is no part of the published measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING, Literal

from corrigenda.alignment import Pairs
from corrigenda.meaning.graph import MAIN_RELATIONS, Graph, members

if TYPE_CHECKING:
    from corrigenda.meaning.comparison.usim import Items

Lexical = Literal["none", "edits", "vectors"]
"""How similar two different words are: 1, always (`none`); by the letters they share (`edits`); or
by the encoder of the embedded parser, if that says more (`vectors`)."""

NEGATIONS = frozenset(
    {"not", "n't", "n’t", "no", "never", "nobody", "nothing", "none", "neither", "nor", "nowhere"}
    | {"cannot", "without", "hardly", "barely", "scarcely"}
)
_CONTRACTED = ("n't", "n’t")
_OPPOSITES = ("un", "in", "im", "il", "ir", "dis", "non", "non-", "mis", "de", "anti", "anti-")
_SAME_VECTOR = 1e-6


def polarities(graph: Graph) -> list[int]:
    """Return, for each edge to a main relation, whether its scene has an odd number of negations:
    1, else 0; and 0 for all other edges. A negation belongs to the nearest scene above it."""
    negated = [0] * len(graph.units)
    scenes = set(graph.scenes)
    for leaf in graph.leaves:
        word = graph.tokens[leaf.token].text.lower()
        if word in NEGATIONS or word.endswith(_CONTRACTED):
            unit = leaf.unit
            while unit not in scenes and (above := graph.primary[unit]) is not None:
                unit = above.parent
            negated[unit] ^= 1
    return [
        0 if edge.remote or MAIN_RELATIONS.isdisjoint(edge.labels) else negated[edge.parent]
        for edge in graph.edges
    ]


def weights(graph: Graph, items: Items, similar: Sequence[float]) -> list[float]:
    """Return, for each item what a match of it is worth, by the similarity of each token to what it
    became: the mean over the words of units without units below them, and 1 for all others."""
    worths = []
    for item in items.items:
        leaf = not any(not below.remote for below in graph.children[item.edge.child])
        if item.place < 0 or not leaf:
            worths.append(1.0)
        else:
            words = members(items.yields[item.place])
            worths.append(fsum(similar[word] for word in words) / len(words))
    return worths


def similarities(
    source: Graph, target: Graph, pairs: Pairs, lexical: Lexical
) -> tuple[list[float], list[float]]:
    """Return, for each token of either text, its similarity to what it became; 0 if it is gone."""
    one, other = ([token.text.lower() for token in graph.tokens] for graph in (source, target))
    changed = [(i, j) for i, j in pairs if one[i] != other[j]]
    similar = ([0.0] * len(one), [0.0] * len(other))
    for i, j in pairs:
        similar[0][i] = similar[1][j] = 1.0
    if not changed:
        return similar
    by_vectors = _by_vectors(one, other, changed) if lexical == "vectors" else [0.0] * len(changed)
    for (i, j), near in zip(changed, by_vectors, strict=True):
        similar[0][i] = similar[1][j] = (
            0.0 if opposite(one[i], other[j]) else max(near, by_letters(one[i], other[j]))
        )
    return similar


def opposite(one: str, other: str) -> bool:
    """Return whether one word is the other with a prefix that turns its meaning round, or they are
    a pair in -ful and -less.

    >>> opposite("like", "dislike"), opposite("careful", "careless"), opposite("like", "likes")
    (True, True, False)
    """
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) > 2 and any(prefix + shorter == longer for prefix in _OPPOSITES):
        return True
    stems = {one.removesuffix("ful"), one.removesuffix("less")}
    common = stems & {other.removesuffix("ful"), other.removesuffix("less")} - {"", one, other}
    return bool(common)


def by_letters(one: str, other: str) -> float:
    """Return 1 - (edit distance) / (length of the longer word): near 1 for a slip of the pen.

    >>> by_letters("recieve", "receive")
    0.7142857142857143
    """
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(one, other)


def _by_vectors(
    one: Sequence[str], other: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> list[float]:
    """Return cosines of the encoder's outputs for words in their sentences; none below 0."""
    import numpy as np

    from corrigenda.meaning.parser.embedded import shared

    a, b = (shared().vectors(words) for words in (one, other))
    here, there = np.array(pairs).T
    x, y = a[here], b[there]
    norms = np.linalg.norm(x, axis=1) * np.linalg.norm(y, axis=1)
    cosines = (x * y).sum(axis=1) / np.maximum(norms, _SAME_VECTOR)
    return [max(0.0, float(value)) for value in cosines]
