"""Which word of one graph's text became which of another's: word alignment, sentence by sentence.

Over a whole essay the cheapest assignment shifts chains of "the" to the next "the"; within
sentences it does not. Where sentences begin and end is the definition of the authors of USim
(Choshen and Abend 2018, N18-2020; `align.py` in the `ucca` package).
"""

from __future__ import annotations

from typing import NamedTuple

from corrigenda.alignment import Pairs, align
from corrigenda.meaning.graph import Graph

_MARKS = (".", "?", "!")


class _End(NamedTuple):
    """The end of a sentence, after its last word `word`."""

    at: int
    word: str


def align_words(
    source: Graph, target: Graph, *, position: float = 1.0, final: bool = True
) -> Pairs:
    """Return pairs of tokens, by their numbers; each token is in one pair at most.

    Tokens are paired within sentences that end in the same word. The mark that ends a sentence
    belongs to the next one. With `final`, what is after the last word of the text is aligned too,
    and a text with itself word by word; the authors' code leaves final marks unaligned.
    """
    a = [token.text.lower() for token in source.tokens]
    b = [token.text.lower() for token in target.tokens]
    if final and a == b:
        return tuple((i, i) for i in range(len(a)))
    if not (a and b):
        return ()
    ends = _common(_ends(source), _ends(target), (len(a), len(b)))
    if final:
        ends.append((len(a), len(b)))
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for ending in ends:
        k, m = ending
        within = align(a[i:k], b[j:m], case=True, position=position)
        pairs += [(i + one, j + other) for one, other in within] if i or j else within
        i, j = ending
    return tuple(pairs)


def _ends(graph: Graph) -> list[_End]:
    """Return the ends of sentences.

    A sentence ends with a token that ends in a full stop, question or exclamation mark, if this
    token ends a parallel scene (H) under the root, or follows the end of one and starts none; and
    with a paragraph.
    """
    yields = graph.yields()
    scenes = [
        yields[edge.child]
        for edge in graph.children[0]
        if "H" in edge.labels and yields[edge.child]
    ]
    first = {(scene & -scene).bit_length() - 1 for scene in scenes}
    last = {scene.bit_length() - 1 for scene in scenes}
    tokens = graph.tokens
    ends = []
    for n, token in enumerate(tokens):
        marked = token.text.endswith(_MARKS)
        ends_scene = n in last or (n - 1 in last and n not in first)
        ends_paragraph = n + 1 == len(tokens) or token.paragraph != tokens[n + 1].paragraph
        if (marked and ends_scene) or ends_paragraph:
            at, word = n + 1, _letters(token.text)
            if not word:
                at, word = n, _letters(tokens[n - 1].text) if n else ""
            ends.append(_End(at, word))
    return ends


def _letters(text: str) -> str:
    """Return a token without what is no letter or digit."""
    return text if text.isalnum() else "".join(filter(str.isalnum, text))


def _common(
    ends: list[_End], others: list[_End], lengths: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return the ends of sentences that both texts have.

    Both lists are walked in step. Two ends are one if their words are the same; if not, one of
    the lists may skip an end to make it so. The last sentences are paired in any case.
    """
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(ends) and j < len(others):
        word, other = ends[i].word, others[j].word
        if word != other:
            if i + 1 < len(ends) and ends[i + 1].word == other:
                i += 1
            elif j + 1 < len(others) and others[j + 1].word == word:
                j += 1
            else:
                i, j = i + 1, j + 1
                continue
        pairs.append((ends[i].at, others[j].at))
        i, j = i + 1, j + 1
    last = (ends[-1].at, others[-1].at)
    if not pairs or (pairs[-1][0] != last[0] and pairs[-1][1] != last[1]):
        pairs.append(lengths)
    else:
        pairs[-1] = last
    return pairs
