"""What a sentence consists of: tags, parts of speech, lemmas, dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import islice

import numpy as np

from corrigenda.blas import one_thread
from corrigenda.errors import InputError
from corrigenda.linguistics import resources
from corrigenda.linguistics.attributes import Attributes
from corrigenda.linguistics.dependencies import DependencyParser
from corrigenda.linguistics.encoder import Encoder

_BLOCK = 1024
"""Sentences that are analysed at once; only speed and memory depend on it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The words of a sentence and what is known of each.

    `tags` are those of the Penn Treebank, `pos` the universal parts of speech, `labels` those of
    ClearNLP, `heads` indices of words; a root is its own head.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    pos: tuple[str, ...]
    lemmas: tuple[str, ...]
    labels: tuple[str, ...]
    heads: tuple[int, ...]
    lower: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower", tuple(word.lower() for word in self.words))

    def __len__(self) -> int:
        return len(self.words)

    def _repr_html_(self) -> str:
        heads = ("word", "tag", "pos", "lemma", "label", "head")
        of_words = [self.words[head] for head in self.heads]
        columns = (self.words, self.tags, self.pos, self.lemmas, self.labels, of_words)
        rows = "".join(_row("td", row) for row in zip(*columns, strict=True))
        return f"<table><thead>{_row('th', heads)}</thead><tbody>{rows}</tbody></table>"

    def children(self, word: int) -> Iterator[int]:
        """Yield the words whose head a word is, from left to right."""
        return (at for at, head in enumerate(self.heads) if head == word and at != word)


def _row(tag: str, texts: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"


def analyse(tokens: Sequence[str] | str) -> Analysis:
    """Return the analysis of a tokenised English sentence (a text is split at whitespace).

    >>> analysis = analyse("She sells sea shells .")
    >>> analysis.pos
    ('PRON', 'VERB', 'NOUN', 'NOUN', 'PUNCT')
    >>> analysis.lemmas
    ('she', 'sell', 'sea', 'shell', '.')
    >>> analysis.labels, analysis.heads
    (('nsubj', 'ROOT', 'compound', 'dobj', 'punct'), (1, 1, 3, 1, 1))
    """
    return next(analyse_all([tokens]))


def analyse_all(sentences: Iterable[Sequence[str] | str]) -> Iterator[Analysis]:
    """Yield the analysis of each sentence; a block of sentences is analysed at once."""
    rest = (split(sentence) for sentence in sentences)
    while block := list(islice(rest, _BLOCK)):
        yield from _pipeline().analyse(block)


def split(sentence: Sequence[str] | str) -> tuple[str, ...]:
    """Return the tokens of a sentence; a text is split at whitespace."""
    if isinstance(sentence, str):
        return tuple(sentence.split())
    words = tuple(sentence) if isinstance(sentence, Iterable) else (sentence,)
    for word in words:
        if not isinstance(word, str) or word.split() != [word]:
            raise InputError(
                f"a token is a text without whitespace, found {word!r}",
                hint="pass the sentence as one text to split it at whitespace",
            )
    return words


@lru_cache(maxsize=1)
def _pipeline() -> Pipeline:
    return Pipeline()


class Pipeline:
    """Encoder, tagger, parser and attribute rules with their weights loaded."""

    def __init__(self) -> None:
        weights = resources.weights()
        self.encoder, self.parser, self.attributes = Encoder(), DependencyParser(), Attributes()
        self._tags: list[str] = resources.tables()["tags"]
        self._tagger, self._tagger_bias = weights["tagger.W"].T, weights["tagger.b"]

    def tag_scores(self, encoded: Sequence[np.ndarray]) -> np.ndarray:
        """Return the score of each tag for each word of all sentences."""
        scores: np.ndarray = np.concatenate(encoded) @ self._tagger + self._tagger_bias
        return scores

    @one_thread()
    def analyse(self, sentences: Sequence[Sequence[str]]) -> list[Analysis]:
        encoded = self.encoder.encode(sentences)
        tags_of_words = iter(self.tag_scores(encoded).argmax(axis=1).tolist())
        out = []
        for words, (heads, labels) in zip(sentences, self.parser.parse(encoded), strict=True):
            tags = [self._tags[tag] for tag in islice(tags_of_words, len(words))]
            pos, lemmas = self.attributes.assign(words, tags, labels)
            analysis = Analysis(
                tuple(words), tuple(tags), tuple(pos), tuple(lemmas), tuple(labels), tuple(heads)
            )
            out.append(analysis)
        return out
