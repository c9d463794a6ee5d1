"""The parser that comes with corrigenda: a small network in numpy, a chart, no download.

Words become vectors (a BERT encoder of six layers), pairs of gaps between words become scores of
labels, the best tree is found, and remote edges are scored between the spans of that tree. How it
was trained, and how good it is: `training/README.md`, and the page on the parser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import unidata_version

import numpy as np

from corrigenda.blas import one_thread
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.model_file import read_model
from corrigenda.meaning.parser.chart import best_spans
from corrigenda.meaning.parser.network import Network
from corrigenda.meaning.parser.pieces import READING, Pieces
from corrigenda.meaning.parser.trees import Remote, Span, Spans, graph, is_punctuation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODEL = Path(__file__).parents[2] / "models" / "ucca.safetensors"

LONGEST_WORDS = 120
LONGEST_PIECES = 500
"""What is longer is parsed in parts, which stand side by side under the root. The parts end at the
punctuation, or else at the word, nearest to the middle."""

LONGEST_TEXT = 1_000
"""A text of more words is cut at the ends of its sentences first: so a change in one of them leaves
the parts of all others, and their trees, as they are."""

_ENDS = (".", "?", "!")

_ROWS = 160
"""Word pieces that go through the network at once; only speed depends on it."""


_Content = tuple[tuple[tuple[int, ...], ...], tuple[bool, ...], tuple[int, ...]]
"""All that what becomes of a part depends on: word pieces, what is punctuation, signs."""


@dataclass(eq=False)
class Part:
    """A sentence, or a part of a long one, on its way through the network."""

    sentence: int
    pieces: Sequence[Sequence[int]]
    marks: Sequence[bool]
    signs: Sequence[int] = ()
    """What else is known of each token: its capitals, say."""

    def __post_init__(self) -> None:
        self.words = len(self.marks) - sum(self.marks)
        self.length = sum(map(len, self.pieces)) + 2
        self.content: _Content = (
            tuple(map(tuple, self.pieces)),
            tuple(self.marks),
            tuple(self.signs),
        )


class Embedded:
    """Tokens in, UCCA graph out. A graph depends on its sentence alone; many sentences at once take
    less time than one by one. Several processes make it faster, several threads do not.

    >>> Embedded().parse("He gave up .".split())  # doctest: +SKIP
    <Graph: 4 tokens, 4 units, 3 edges: He gave up .>
    """

    def __init__(self, path: str | Path = MODEL) -> None:
        self.path = Path(path)
        tensors, self.about, self.digest = read_model(
            self.path, "the parser's model", lists=("labels", "tags", "vocabulary")
        )
        self._network = Network(tensors)
        self._pieces = Pieces(self.about["vocabulary"])
        self._labels: list[str] = self.about["labels"]
        self._tags: list[str] = self.about["tags"]

    def __reduce__(self) -> tuple[type[Embedded], tuple[Path]]:
        return (Embedded, (self.path,))

    @property
    def name(self) -> str:
        """The model's name and version, and that of how words are read."""
        return f"{self.about['name']} {self.about['version']}.{READING}"

    @property
    def identity(self) -> str:
        """All that graphs depend on: the name, the model file, and what counts as a letter."""
        return f"{self.name} {self.digest} long-{LONGEST_TEXT} unicode-{unidata_version}"

    @property
    def tables(self) -> Mapping[str, NDArray[Any]]:
        """The tables that transformer layers look functions up in."""
        return self._network.tables

    @property
    def ranks(self) -> Mapping[str, int]:
        """The words of the vocabulary with their places in the order of frequency, from 1."""
        return self._pieces.ranks

    def parse(self, tokens: Sequence[str]) -> Graph:
        """Return the graph of a sentence."""
        return self.parse_many([tokens])[0]

    def parse_many(self, sentences: Sequence[Sequence[str]]) -> list[Graph]:
        """Return the graphs of some sentences."""
        marks = [[is_punctuation(token) for token in tokens] for tokens in sentences]
        parts = [
            Part(n, pieces[start:end], marks[n][start:end])
            for n, pieces in enumerate(map(self._pieces.of, sentences))
            for first, last in _texts(sentences[n])
            for start, end in _parts(pieces, marks[n], first, last)
        ]
        best: dict[_Content, Spans] = {}
        with one_thread():
            for batch in _batches([part for part in parts if part.words]):
                trees_of = zip(batch, self._best(batch).values(), strict=True)
                best |= {part.content: tree for part, tree in trees_of}
        trees = [Spans(0, {})] * len(sentences)
        for part in parts:
            if part.words:
                trees[part.sentence] = _beside(trees[part.sentence], best[part.content])
        return [graph(*each) for each in zip(sentences, trees, marks, strict=True)]

    def vectors(self, tokens: Sequence[str]) -> Floats:
        """Return the encoder's output for each token in its sentence: one row per token."""
        return self.vectors_of([tokens])[0]

    def vectors_of(
        self, sentences: Sequence[Sequence[str]], layers: int | None = None
    ) -> list[Floats]:
        """Return the output of the encoder, or of its first layers, for sentences: one row per
        token."""
        return self.each_token(sentences, lambda parts: self._encode(parts, layers))

    def each_token(
        self,
        sentences: Sequence[Sequence[str]],
        computed: Callable[[Sequence[Part]], Sequence[Floats]],
        signs: Sequence[Sequence[int]] | None = None,
    ) -> list[Floats]:
        """Return one row per token of some sentences: computed for parts of about equal length at
        once, with a row for the start before and one for the end after those of the tokens. Parts
        that are the same, with their tokens' signs, are computed once."""
        parts = [
            Part(
                n, pieces[start:end], [False] * (end - start), signs[n][start:end] if signs else ()
            )
            for n, pieces in enumerate(map(self._pieces.of, sentences))
            for first, last in _texts(sentences[n])
            for start, end in _parts(pieces, [False] * len(pieces), first, last)
        ]
        rows: dict[_Content, Floats] = {}
        with one_thread():
            for batch in _batches(parts):
                rows |= zip((part.content for part in batch), computed(batch), strict=True)
        per = [[np.zeros((0, self._network.width), dtype=np.float32)] for _ in sentences]
        for part in parts:
            per[part.sentence].append(rows[part.content][1:-1])
        return [np.concatenate(of[1:] or of) for of in per]

    def word_vector(self, word: str) -> NDArray[np.int64] | None:
        """Return the vector of a word out of context, in whole steps from the mean of all; None if
        it is not in the vocabulary."""
        number = self._pieces.numbers.get(word)
        return None if number is None else self._network.centred(number)

    def _encode(self, parts: Sequence[Part], layers: int | None = None) -> list[Floats]:
        """Return the vectors of the words of each part, with that of the start before and that of
        the end after them. A word is the mean of its pieces."""
        vectors = self.pieces_encoded(parts, layers)
        return [means(part, pieces) for part, pieces in zip(parts, vectors, strict=True)]

    def pieces_encoded(self, parts: Sequence[Part], layers: int | None = None) -> list[Floats]:
        """Return the vectors of the pieces of each part, with those of the start and the end."""
        start, end = self._pieces.start, self._pieces.end
        rows = [
            [start, *(piece for token in part.pieces for piece in token), end] for part in parts
        ]
        return self._network.encode(rows, layers)

    def _best(self, parts: Sequence[Part]) -> dict[Part, Spans]:
        """Return the tree with the best score, and its remote edges, for each part."""
        at_fences = self._network.fences(self._encode(parts))
        return {
            part: self._tree(part.words, *ends) for part, ends in zip(parts, at_fences, strict=True)
        }

    def _tree(self, words: int, span_ends: Floats, remote_ends: Floats) -> Spans:
        every = _every(words)
        table = np.zeros((words + 1, words + 1), dtype=np.float32)
        numbers = np.zeros(table.shape, dtype=np.int64)
        table[every], numbers[every] = self._network.spans(span_ends, *every)
        spans = best_spans(table)
        labels = {span: self._labels[numbers[span]] for span in spans}
        return Spans(words, labels, self._remotes(spans, remote_ends) if spans else ())

    def _remotes(self, spans: Sequence[Span], ends: Floats) -> tuple[Remote, ...]:
        """Return the remote edges between some spans, each pair on its own."""
        tags = self._network.tags(ends, *np.array(spans).T)
        return tuple(
            Remote(spans[p], spans[c], self._tags[tags[p, c]])
            for p, c in zip(*tags.nonzero(), strict=True)
            if p != c
        )


def means(part: Part, vectors: Floats) -> Floats:
    """Return the mean of the pieces of each word that is no punctuation, of the start and of the
    end. Vectors in steps of 1 / GRID have the same sum in any order."""
    kept = np.array([False, *part.marks, False]) ^ True
    counts = np.array([1, *map(len, part.pieces), 1])
    sums = np.add.reduceat(vectors, np.cumsum(counts) - counts)
    words: Floats = sums[kept]
    words /= counts[kept, None].astype(np.float32)
    return words


def _batches(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Sort parts by length, each content once, and cut them into batches.

    A long sentence and its correction have most of their parts in common.
    """
    batch: list[Part] = []
    rows = 0
    distinct = {part.content: part for part in parts}.values()
    for part in sorted(distinct, key=lambda part: part.length):
        if batch and rows + part.length > _ROWS:
            yield batch
            batch, rows = [], 0
        batch.append(part)
        rows += part.length
    if batch:
        yield batch


def _beside(first: Spans, second: Spans) -> Spans:
    """Put the spans of one part after those of another."""
    moved = {span: (span[0] + first.words, span[1] + first.words) for span in second.labels}
    labels = {moved[span]: label for span, label in second.labels.items()}
    remotes = (Remote(moved[p], moved[c], label) for p, c, label, _ in second.remotes)
    return Spans(first.words + second.words, {**first.labels, **labels}, (*first.remotes, *remotes))


@lru_cache(maxsize=256)
def _every(words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the starts and the ends of all spans of so many words."""
    return np.triu_indices(words + 1, 1)


@lru_cache(maxsize=1)
def shared() -> Embedded:
    """Return the embedded parser of this process."""
    return Embedded()


def _texts(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the sentences of a long text begin and end; any other is one."""
    ends = [0, len(tokens)]
    if len(tokens) > LONGEST_TEXT:
        ends = [0, *(k for k, token in enumerate(tokens[:-1], 1) if token in _ENDS), len(tokens)]
    return list(pairwise(ends))


def _parts(
    pieces: Sequence[Sequence[int]], marks: Sequence[bool], start: int, end: int
) -> list[tuple[int, int]]:
    """Return where the parts of a sentence that are parsed as one begin and end."""
    words = (end - start) - sum(marks[start:end])
    if words <= LONGEST_WORDS and sum(map(len, pieces[start:end])) <= LONGEST_PIECES:
        return [(start, end)]
    middle = (start + end) // 2
    # Behind a mark in the middle half; else right in the middle.
    quarter = (end - start) // 4
    behind = [at + 1 for at in range(start + quarter, end - quarter) if marks[at]]
    cut = min(behind, key=lambda at: abs(at - middle), default=middle)
    return _parts(pieces, marks, start, cut) + _parts(pieces, marks, cut, end)
