"""From words to vectors: hashed embeddings and four convolutions over neighbouring words.

A vector depends on four words to either side. Sentences are separated by four rows of zeros that
pass through the layers like words, so a sentence has the same vectors in every batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from corrigenda.linguistics import resources
from corrigenda.linguistics.resources import Floats
from corrigenda.linguistics.strings import StringIds, rows

WIDTH = 96
GAP = 4
"""Rows of zeros before, between and after sentences."""

_PIECES = 3
_DEPTH = 4
_SEEDS = (8, 9, 10, 11, 12, 13)
_LONG = 100
"""A word of so many characters has the shape LONG."""
_ROWS = 1000
"""Rows that are encoded at once; only speed depends on it."""
_KEPT = 20_000
"""Words whose first layer is kept; more only if so many are encoded at once."""


class Encoder:
    """Encode sentences; the first layer of frequent words is kept between calls."""

    def __init__(self) -> None:
        weights, tables = resources.weights(), resources.tables()
        self._embeddings = [weights[f"embed.{i}"] for i in range(len(_SEEDS))]
        self._layers = [_Layer(weights, i) for i in range(1 + _DEPTH)]
        self._string_ids = StringIds(tables["symbols"])
        self._norms = {int(key): norm for key, norm in tables["norms"].items()}
        self._base_norms: dict[str, str] = tables["base norms"]
        self._rows: dict[str, int] = {}
        self._first = np.empty((_KEPT, WIDTH), np.float32)

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        """Return one array (words, WIDTH) per sentence."""
        self._learn({word for sentence in sentences for word in sentence})
        out: list[Floats] = []
        for batch in _batches(sentences):
            out += self._encode(batch)
        return out

    def _encode(self, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        starts = []
        at = GAP
        for sentence in sentences:
            starts.append(at)
            at += len(sentence) + GAP
        # One more row at either end stands for what lies outside.
        padded = np.zeros((at + 2, WIDTH), np.float32)
        vectors = padded[1:-1]
        for start, sentence in zip(starts, sentences, strict=True):
            vectors[start : start + len(sentence)] = self._first[[self._rows[w] for w in sentence]]
        for layer in self._layers[1:]:
            windows = np.concatenate([padded[:-2], vectors, padded[2:]], axis=1)
            vectors += layer(windows)
        return [
            vectors[start : start + len(sentence)]
            for start, sentence in zip(starts, sentences, strict=True)
        ]

    # --- the first layer, which sees a word only ------------------------------------------------

    def _learn(self, words: set[str]) -> None:
        """Compute the first layer of words that are not known yet."""
        new = sorted(words - self._rows.keys())
        if not new:
            return
        if len(self._rows) + len(new) > len(self._first):
            new, self._rows = sorted(words), {}
            if len(new) > len(self._first):
                self._first = np.empty((len(new), WIDTH), np.float32)
        start = len(self._rows)
        self._rows.update((word, start + i) for i, word in enumerate(new))
        features = self._features(new)
        embedded = np.concatenate(
            [
                _sum_of_four(table, rows(ids, seed, len(table)))
                for table, ids, seed in zip(self._embeddings, features, _SEEDS, strict=True)
            ],
            axis=1,
        )
        self._first[start : start + len(new)] = self._layers[0](embedded)

    def _features(self, words: Sequence[str]) -> list[np.ndarray]:
        """Return the ids of norm, prefix, suffix, shape, following space, being space."""
        keys = self._string_ids(words)
        norms = [
            self._norms.get(int(key)) or self._base_norms.get(word) or word.lower()
            for key, word in zip(keys, words, strict=True)
        ]
        return [
            self._string_ids(norms),
            self._string_ids([word[0] for word in words]),
            self._string_ids([word[-3:] for word in words]),
            self._string_ids([shape(word) for word in words]),
            np.ones(len(words), np.uint64),
            np.zeros(len(words), np.uint64),
        ]


class _Layer:
    """Maxout of three linear maps, then layer normalisation."""

    def __init__(self, weights: dict[str, Floats], number: int) -> None:
        name = f"encode.{number}"
        matrix = weights[f"{name}.maxout.W"]  # (out, pieces, in): one block for each piece
        self._matrix = np.ascontiguousarray(matrix.transpose(2, 1, 0).reshape(matrix.shape[2], -1))
        self._bias = weights[f"{name}.maxout.b"].T.reshape(-1)
        self._gain = weights[f"{name}.layernorm.G"]
        self._shift = weights[f"{name}.layernorm.b"]

    def __call__(self, inputs: Floats) -> Floats:
        pieces = inputs @ self._matrix
        pieces += self._bias
        best: Floats = np.maximum(pieces[:, :WIDTH], pieces[:, WIDTH : 2 * WIDTH])
        np.maximum(best, pieces[:, 2 * WIDTH :], out=best)
        best -= best.mean(axis=1, keepdims=True)
        variance = (best * best).mean(axis=1, keepdims=True) + np.float32(1e-8)
        best *= variance ** np.float32(-0.5)
        best *= self._gain
        best += self._shift
        return best


def _sum_of_four(table: Floats, chosen: np.ndarray) -> Floats:
    total: Floats = table[chosen[:, 0]]
    for column in range(1, 4):
        total = total + table[chosen[:, column]]
    return total


def _batches(sentences: Iterable[Sequence[str]]) -> Iterable[list[Sequence[str]]]:
    batch: list[Sequence[str]] = []
    size = 0
    for sentence in sentences:
        if batch and size + len(sentence) + GAP > _ROWS:
            yield batch
            batch, size = [], 0
        batch.append(sentence)
        size += len(sentence) + GAP
    if batch:
        yield batch


@lru_cache(maxsize=1 << 14)
def shape(word: str) -> str:
    """Return the shape of a word: letters as X and x, digits as d, runs cut at four.

    >>> shape("Wi-Fi2020"), shape("internationalisation")
    ('Xx-Xxdddd', 'xxxx')
    """
    if len(word) >= _LONG:
        return "LONG"
    out: list[str] = []
    for character in word:
        if character.isalpha():
            character = "X" if character.isupper() else "x"
        elif character.isdigit():
            character = "d"
        if out[-4:] != [character] * 4:
            out.append(character)
    return "".join(out)
