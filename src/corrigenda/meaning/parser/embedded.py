"""The parser that comes with corrigenda: a small network in numpy, a chart, no download.

Words become vectors (a BERT encoder of six layers), pairs of gaps between words become scores of
labels, the best tree is found, and remote edges are scored between the spans of that tree. How it
was trained, and how good it is: `training/README.md`, and the page on the parser.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import unidata_version

import numpy as np

from corrigenda.blas import one_thread
from corrigenda.errors import InputError
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.chart import best_spans
from corrigenda.meaning.parser.network import Network
from corrigenda.meaning.parser.pieces import READING, Pieces
from corrigenda.meaning.parser.trees import Remote, Span, Spans, graph, is_punctuation
from corrigenda.tensors import read_tensors

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

_REINSTALL = "install corrigenda again, or name another parser or model file"


_Content = tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]
"""All that the tree of a part depends on: word pieces, and what is punctuation."""


@dataclass(eq=False)
class _Part:
    """A sentence, or a part of a long one, on its way through the network."""

    sentence: int
    pieces: Sequence[Sequence[int]]
    marks: Sequence[bool]

    def __post_init__(self) -> None:
        self.words = len(self.marks) - sum(self.marks)
        self.length = sum(map(len, self.pieces)) + 2
        self.content: _Content = (tuple(map(tuple, self.pieces)), tuple(self.marks))


class Embedded:
    """Tokens in, UCCA graph out. A graph depends on its sentence alone; many sentences at once take
    less time than one by one. Several processes make it faster, several threads do not.

    >>> Embedded().parse("He gave up .".split())  # doctest: +SKIP
    <Graph: 4 tokens, 4 units, 3 edges: He gave up .>
    """

    def __init__(self, path: str | Path = MODEL) -> None:
        self.path = Path(path)
        content = _content(self.path)
        tensors, self.about = _read(content, self.path)
        self._digest = _sha256(content)
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
        return f"{self.name} {self._digest} long-{LONGEST_TEXT} unicode-{unidata_version}"

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
            _Part(n, pieces[start:end], marks[n][start:end])
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
        """Return what the encoder makes of each token in its sentence: one row per token."""
        return self.vectors_of([tokens])[0]

    def vectors_of(
        self, sentences: Sequence[Sequence[str]], layers: int | None = None
    ) -> list[Floats]:
        """Return what the encoder, or its first layers, make of each token in its sentence, for
        some sentences: one row per token."""
        parts = [
            _Part(n, pieces[start:end], [False] * (end - start))
            for n, pieces in enumerate(map(self._pieces.of, sentences))
            for first, last in _texts(sentences[n])
            for start, end in _parts(pieces, [False] * len(pieces), first, last)
        ]
        encoded: dict[_Content, Floats] = {}
        with one_thread():
            for batch in _batches(parts):
                contents = (part.content for part in batch)
                encoded |= zip(contents, self._encode(batch, layers), strict=True)
        rows = [[np.zeros((0, self._network.width), dtype=np.float32)] for _ in sentences]
        for part in parts:
            rows[part.sentence].append(encoded[part.content][1:-1])
        return [np.concatenate(of) for of in rows]

    def word_vector(self, word: str) -> NDArray[np.int64] | None:
        """Return the vector of a word out of context, in whole steps from the mean of all; None if
        it is not in the vocabulary."""
        number = self._pieces.numbers.get(word)
        return None if number is None else self._network.centred[number]

    def _encode(self, parts: Sequence[_Part], layers: int | None = None) -> list[Floats]:
        """Return the vectors of the words of each part, with that of the start before and that of
        the end after them. A word is the mean of its pieces."""
        start, end = [self._pieces.start], [self._pieces.end]
        tokens = [[start, *part.pieces, end] for part in parts]
        vectors = self._network.encode([[p for t in row for p in t] for row in tokens], layers)
        words = []
        for part, row, pieces in zip(parts, tokens, vectors, strict=True):
            kept = np.array([False, *part.marks, False]) ^ True
            counts = np.array([len(token) for token in row])
            sums = np.add.reduceat(pieces, np.cumsum(counts) - counts)
            means: Floats = sums[kept]
            means /= counts[kept, None].astype(np.float32)
            words.append(means)
        return words

    def _best(self, parts: Sequence[_Part]) -> dict[_Part, Spans]:
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


def _batches(parts: Sequence[_Part]) -> Iterator[list[_Part]]:
    """Sort parts by length, each content once, and cut them into batches.

    A long sentence and its correction have most of their parts in common.
    """
    batch: list[_Part] = []
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
    """The starts and the ends of all spans of so many words."""
    return np.triu_indices(words + 1, 1)


@lru_cache(maxsize=1)
def shared() -> Embedded:
    """The embedded parser of this process."""
    return Embedded()


def _texts(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Where the sentences of a long text begin and end; any other is one."""
    ends = [0, len(tokens)]
    if len(tokens) > LONGEST_TEXT:
        ends = [0, *(k for k, token in enumerate(tokens[:-1], 1) if token in _ENDS), len(tokens)]
    return list(pairwise(ends))


def _parts(
    pieces: Sequence[Sequence[int]], marks: Sequence[bool], start: int, end: int
) -> list[tuple[int, int]]:
    """Where the parts of a sentence that are parsed as one begin and end."""
    words = (end - start) - sum(marks[start:end])
    if words <= LONGEST_WORDS and sum(map(len, pieces[start:end])) <= LONGEST_PIECES:
        return [(start, end)]
    middle = (start + end) // 2
    # Behind a mark in the middle half; else right in the middle.
    quarter = (end - start) // 4
    behind = [at + 1 for at in range(start + quarter, end - quarter) if marks[at]]
    cut = min(behind, key=lambda at: abs(at - middle), default=middle)
    return _parts(pieces, marks, start, cut) + _parts(pieces, marks, cut, end)


def _content(path: Path) -> bytes:
    """Return the bytes of a model file, if its digest is right."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"expected the parser's model: {error.strerror}", file=path, hint=_REINSTALL
        ) from error
    digest = path.with_name(path.name + ".sha256")
    if digest.exists() and digest.read_text("ascii").split()[0] != _sha256(content):
        raise InputError("the parser's model is damaged", file=path, hint=_REINSTALL)
    return content


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _read(content: bytes, path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the arrays of a model file, and what it says of itself."""
    try:
        tensors, about = read_tensors(content)
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"expected the parser's model, found something else: {error}",
            file=path,
            hint=_REINSTALL,
        ) from error
    texts = ("name", "version", "licence")
    absent = [key for key in (*texts, "labels", "tags", "vocabulary") if key not in about]
    if absent:
        raise InputError(
            f"the model does not say what it is: no {', '.join(absent)}", file=path, hint=_REINSTALL
        )
    return tensors, {k: v if k in texts else json.loads(v) for k, v in about.items()}
