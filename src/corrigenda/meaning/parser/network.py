"""The parser's network in numpy: the same digits on every machine, in any company.

A sum of floating-point numbers depends on the order in which they are added, and that depends on
the BLAS library, the processor, the number of threads and the other rows. A sum of whole numbers
does not, as long as it stays below 2**24: then float32 holds every part of it. So each product is
one of whole numbers. Weights are whole numbers of up to seven bits with one scale per column; the
values of a row are rounded to as many steps as the weights leave room for, a thousand or more to
either side. Means and variances are sums of whole numbers, too, in float64. What is between the
products is +, -, *, / and square root, whose results IEEE 754 fixes, and tables in place of exp
and erf, whose results it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Whole = NDArray[np.int64]

HEADS = 12

EXACT = 2**24
"""Whole numbers up to this one are exact in float32."""

GRID = np.float32(2**12)
"""Steps per unit where means and variances are taken."""

EXP_STEP = 2**10
EXP_TOTAL = 2**14
"""exp(-x) has so many steps per unit of x, and is that many parts at 0."""

GELU_STEP = 2**10
"""Steps of the table per unit."""

SHARES = 2**12
"""The parts of a word's attention, together."""

EDGE_GRID = np.float32(2**14)
"""Steps per expected edge: a chart of 120 words stays exact."""


class Buffers:
    """Arrays to compute in, which are used again: a new one of many pages takes longer to get than
    to fill. One of a name is overwritten by the next of that name."""

    def __init__(self) -> None:
        self._held: dict[str, NDArray[Any]] = {}

    def array(self, name: str, shape: tuple[int, ...], kind: type = np.float32) -> NDArray[Any]:
        """Return an array of a shape, with whatever is in it."""
        size = prod(shape)
        held = self._held.get(name)
        if held is None or held.size < size:
            held = self._held[name] = np.empty(size, dtype=kind)
        return held[:size].reshape(shape)


class Stack:
    """Transformer layers, one upon the other."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]]) -> None:
        count = sum(name.endswith(".norm_1.gain") for name in tensors)
        self._layers = [_AttentionLayer(tensors, f"layers.{n}") for n in range(count)]

    def __call__(self, x: Floats, lengths: Sequence[int], layers: int | None = None) -> Floats:
        """Return what all layers, or the first ones, make of the vectors of sentences of these
        lengths, rounded to steps of 1 / GRID. To be fast, sentences of equal length stand side by
        side."""
        groups, buffers = list(_groups(lengths)), Buffers()
        for layer in self._layers[:layers]:
            layer(x, groups, buffers)
        x *= GRID
        np.rint(x, out=x)
        x /= GRID
        return x


class Network:
    """From word pieces to vectors, from vectors to spans with labels and to remote edges."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]]) -> None:
        self._pieces = tensors["pieces"]
        self._zero = np.float32(tensors["pieces.zero"][0])
        self._scale = tensors["pieces.scale"][0]
        self._positions = tensors["positions"]
        self._norm = _Norm(tensors, "norm")
        self._stack = Stack(tensors)
        self.tables = {name: tensors[name] for name in ("exp", "gelu")}
        self._fences = Linear(tensors, "fences")
        self._span_norm = _Norm(tensors, "spans.norm", 1e-5)
        self._labels = Linear(tensors, "labels")
        self._exp = tensors["exp"]
        self._edges = tensors["labels.edges"].astype(np.float32)
        self._worth = tensors["labels.worth"][0]  # what an edge must be worth
        self._ineligible = tensors["labels.ineligible"].astype(bool)
        self._ends = Linear(tensors, "ends")
        self._remotes = Linear(tensors, "remotes")

    @property
    def width(self) -> int:
        """The length of a vector."""
        return int(self._positions.shape[1])

    def centred(self, piece: int) -> Whole:
        """Return the vector of a piece out of context, in whole steps from the mean of all."""
        whole: Whole = self._pieces[piece].astype(np.int64)
        return whole - self._centre

    @cached_property
    def _centre(self) -> Whole:
        total = self._pieces.sum(axis=0, dtype=np.int64)
        centre: Whole = np.rint(total / len(self._pieces)).astype(np.int64)
        return centre

    def encode(self, sentences: Sequence[Sequence[int]], layers: int | None = None) -> list[Floats]:
        """Return the vectors of the pieces of each sentence after all layers, or the first ones."""
        lengths = [len(sentence) for sentence in sentences]
        x = self._pieces[np.concatenate([np.asarray(s) for s in sentences])].astype(np.float32)
        x -= self._zero
        x *= self._scale
        for at, several, length in _groups(lengths):
            rows = x[at : at + several * length].reshape(several, length, -1)
            rows += self._positions[:length]
        x = self._stack(self._norm(x), lengths, layers)
        return np.split(x, np.cumsum(lengths)[:-1])

    def fences(self, sentences: Sequence[Floats]) -> list[tuple[Floats, Floats]]:
        """Return, for the vectors of each sentence, what spans and what remote edges are scored by
        at each fence, of which one is between any two neighbours."""
        both = np.concatenate([np.concatenate([x[:-1], x[1:]], axis=1) for x in sentences])
        cuts = np.cumsum([len(x) - 1 for x in sentences])[:-1]
        sides = (np.split(linear(both), cuts) for linear in (self._fences, self._ends))
        return list(zip(*sides, strict=True))

    def spans(self, fences: Floats, starts: Whole, ends: Whole) -> tuple[Floats, Whole]:
        """Return what each span adds to a tree, in steps of 1 / EDGE_GRID, and its label."""
        width = fences.shape[1] // 4
        hidden = fences[:, 2 * width : 3 * width][starts]
        hidden *= fences[:, 3 * width :][ends]
        hidden += fences[:, :width][starts]
        hidden += fences[:, width : 2 * width][ends]
        hidden = self._span_norm(hidden)
        np.maximum(hidden, 0, out=hidden)
        scores = self._labels(hidden)
        np.subtract(scores.max(axis=1, keepdims=True), scores, out=scores)
        scores *= np.float32(EXP_STEP)
        parts = _looked_up(self._exp, scores, Buffers())
        expected = parts @ self._edges
        expected /= parts.sum(axis=1, keepdims=True)
        expected -= self._worth
        expected *= EDGE_GRID
        np.rint(expected, out=expected)
        worth = expected @ self._edges.T
        worth[:, self._ineligible] = -EXACT
        return worth.max(axis=1), worth.argmax(axis=1)

    def tags(self, ends: Floats, starts: Whole, stops: Whole) -> Whole:
        """Return the tag of the remote edge from each of some spans to each."""
        width = ends.shape[1] // 4
        a, b, c, d = (ends[:, n * width : (n + 1) * width] for n in range(4))
        parents, children = (
            np.concatenate([np.maximum(one[starts] + other[stops], 0), ones], axis=1)
            for ones in [np.ones((len(starts), 1), np.float32)]
            for one, other in ((a, b), (c, d))
        )
        seen = _grid64(self._remotes(parents)).reshape(-1, width + 1)
        scores = seen @ _grid64(children).T  # (parents and tags) x children
        best: Whole = scores.reshape(len(starts), -1, len(starts)).argmax(axis=1)
        return best


class Linear:
    """A product with weights, scaled and shifted."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], name: str) -> None:
        whole = tensors[f"{name}.weights"]
        heaviest = int(np.abs(whole.astype(np.int32)).sum(axis=0).max())
        self._most = np.float32(EXACT // heaviest)
        self._weights = whole.astype(np.float32)
        self._scale = tensors[f"{name}.scale"]
        self._bias = tensors[f"{name}.bias"]
        self._smoother = tensors.get(f"{name}.smoother")
        self.width = whole.shape[1]

    def __call__(
        self, x: Floats, out: Floats | None = None, buffers: Buffers | None = None
    ) -> Floats:
        """Return the product, in the array `out` if there is one."""
        whole: Floats = (buffers or Buffers()).array("whole", x.shape)
        if self._smoother is not None:
            x = np.multiply(x, self._smoother, out=whole)
        largest = _largest(x, 1)
        np.multiply(x, self._most / largest, out=whole)
        np.rint(whole, out=whole)
        y: Floats = np.matmul(whole, self._weights, out=out)
        y *= largest / self._most
        y *= self._scale
        y += self._bias
        return y


class _Norm:
    """Layer normalisation."""

    def __init__(
        self, tensors: Mapping[str, NDArray[Any]], name: str, epsilon: float = 1e-12
    ) -> None:
        self._gain = tensors[f"{name}.gain"]
        self._shift = tensors[f"{name}.shift"]
        self._epsilon = epsilon * float(GRID) ** 2

    def __call__(self, x: Floats, buffers: Buffers | None = None) -> Floats:
        """Normalise rows in place."""
        x *= GRID
        np.rint(x, out=x)
        exact: NDArray[np.float64] = (buffers or Buffers()).array("exact", x.shape, np.float64)
        np.copyto(exact, x)
        width = x.shape[1]
        mean = exact @ np.ones(width) / width
        squares = np.matmul(exact[:, None, :], exact[:, :, None])[:, 0, 0]
        variance = squares / width - mean * mean
        x -= mean.astype(np.float32)[:, None]
        x *= (1 / np.sqrt(variance + self._epsilon)).astype(np.float32)[:, None]
        x *= self._gain
        x += self._shift
        return x


class _AttentionLayer:
    """A transformer layer as in BERT: norms after the sums."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], name: str) -> None:
        self._attention = Linear(tensors, f"{name}.attention")
        self._out = Linear(tensors, f"{name}.out")
        self._norm_1 = _Norm(tensors, f"{name}.norm_1")
        self._up = Linear(tensors, f"{name}.up")
        self._down = Linear(tensors, f"{name}.down")
        self._norm_2 = _Norm(tensors, f"{name}.norm_2")
        self._exp = tensors["exp"]
        self._gelu = tensors["gelu"]

    def __call__(self, x: Floats, groups: Sequence[tuple[int, int, int]], buffers: Buffers) -> None:
        """Pass vectors through the layer, in place."""
        wide = buffers.array("wide", (len(x), self._attention.width))
        mixed = buffers.array("mixed", x.shape)
        narrow = buffers.array("narrow", x.shape)
        asked = self._attention(x, wide, buffers)
        for at, several, length in groups:
            rows = slice(at, at + several * length)
            self._mix(
                asked[rows].reshape(several, length, 3 * HEADS, -1),
                mixed[rows].reshape(several, length, HEADS, -1),
                buffers,
            )
        x += self._out(mixed, narrow, buffers)
        self._norm_1(x, buffers)
        wide = buffers.array("wide", (len(x), self._up.width))
        x += self._down(self._activated(self._up(x, wide, buffers), buffers), narrow, buffers)
        self._norm_2(x, buffers)

    def _mix(self, asked: Floats, out: Floats, buffers: Buffers) -> None:
        """What the pieces of a sentence give each other, for some sentences of equal length."""
        several, length, _, width = asked.shape
        largest = _largest(_largest(asked, 1), 3)[:, 0, :, 0]
        levels = _levels(width, length)
        asked *= (levels / largest)[:, None, :, None]
        np.rint(asked, out=asked)
        steps = largest / levels
        turned = asked.transpose(0, 2, 1, 3)  # sentence, query / key / value of head, piece
        q, k, v = (turned[:, n * HEADS : (n + 1) * HEADS] for n in range(3))
        by = steps[:, :HEADS] * steps[:, HEADS : 2 * HEADS]
        by *= np.float32(EXP_STEP / np.sqrt(width))
        scores = buffers.array("scores", (several, HEADS, length, length))
        np.matmul(q, k.transpose(0, 1, 3, 2), out=scores)
        np.subtract(scores.max(axis=3, keepdims=True), scores, out=scores)
        scores *= by[:, :, None, None]
        shares = _looked_up(self._exp, scores, buffers)
        shares *= np.float32(SHARES) / shares.sum(axis=3, keepdims=True)
        np.rint(shares, out=shares)
        mixed = shares @ v
        mixed *= (steps[:, 2 * HEADS :] / np.float32(SHARES))[:, :, None, None]
        out[...] = mixed.transpose(0, 2, 1, 3)

    def _activated(self, x: Floats, buffers: Buffers) -> Floats:
        """Gaussian error linear units, in place."""
        distance: Floats = np.abs(x, out=buffers.array("distance", x.shape))
        x += distance
        x *= np.float32(0.5)
        distance *= np.float32(GELU_STEP)
        x -= _looked_up(self._gelu, distance, buffers)
        return x


def _groups(lengths: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Where neighbours of equal length start, how many they are, and their length."""
    at = 0
    for length, group in groupby(lengths):
        several = len(list(group))
        yield at, several, length
        at += several * length


def _largest(x: Floats, axis: int) -> Floats:
    """The largest absolute values along an axis, none of them 0."""
    largest: Floats = np.maximum(x.max(axis=axis, keepdims=True), -x.min(axis=axis, keepdims=True))
    np.maximum(largest, np.float32(1e-20), out=largest)
    return largest


def _looked_up(table: Floats, x: Floats, buffers: Buffers) -> Floats:
    """Return the table's values at the whole parts of numbers from 0 on, in place of the numbers;
    beyond its end, its last."""
    whole = buffers.array("whole numbers", x.shape, np.int32)
    places = buffers.array("places", x.shape, np.intp)
    np.copyto(whole, x, casting="unsafe")  # in two steps, which take less time than one
    np.copyto(places, whole)
    return table.take(places, mode="clip", out=x)


def _levels(width: int, length: int) -> Floats:
    """How many steps queries, keys and values have to either side of 0."""
    keys = int((EXACT / width) ** 0.5)
    values = EXACT // (SHARES + length)
    return np.array([keys] * 2 * HEADS + [values] * HEADS, dtype=np.float32)


def _grid64(x: Floats) -> NDArray[np.float64]:
    """Numbers of which products can be summed up exactly."""
    whole: Floats = np.rint(x * GRID)
    return whole.astype(np.float64)
