"""The dependency parser: greedy arc-eager transitions, all sentences of a batch in step.

Honnibal & Johnson 2015 (non-monotonic transitions) with sentence breaks. The state of a sentence
is a stack, a buffer, heads and labels; here each is an array over the sentences of a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corrigenda.linguistics import resources
from corrigenda.linguistics.resources import Floats

ROOT = "ROOT"
LIFTED = "||"
"""Between the label of a lifted arc and that of the head that it was lifted from."""

_STATES = 256
"""Sentences that are parsed in step; only speed depends on it."""
_FEATURES = 8
_HIDDEN = 64

Tree = tuple[list[int], list[str]]
"""Heads (a root is its own head) and labels."""

Ints = NDArray[np.intp]


class DependencyParser:
    """Parse encoded sentences."""

    def __init__(self) -> None:
        weights, tables = resources.weights(), resources.tables()
        self._tokens = np.ascontiguousarray(weights["parser.tokens.W"].T)
        self._tokens_bias = weights["parser.tokens.b"]
        # (features, hidden, pieces, in) -> one matrix (in, pieces * hidden) for each feature
        lower = weights["parser.lower.W"].transpose(0, 3, 2, 1)
        self._lower = np.ascontiguousarray(lower).reshape(_FEATURES, _HIDDEN, 2 * _HIDDEN)
        self._lower_bias = weights["parser.lower.b"].T.reshape(-1)
        self._absent = weights["parser.lower.pad"][0].transpose(0, 2, 1).reshape(_FEATURES, -1)
        self._upper = np.ascontiguousarray(weights["parser.upper.W"].T)
        self._upper_bias = weights["parser.upper.b"]
        self._labels: list[str] = ["", "", *tables["left"], *tables["right"], ROOT]
        self._first_right = 2 + len(tables["left"])
        self._break = len(self._labels) - 1
        self._penalties = self._make_penalties()

    def _make_penalties(self) -> Floats:
        """Return what to add to the scores of moves for each combination of valid kinds."""
        penalties = np.full((16, self._break + 1), -np.inf, np.float32)
        kinds = (slice(0, 1), slice(1, 2), slice(2, self._break), slice(self._break, None))
        for code in range(16):
            for bit, kind in enumerate(kinds):
                if code >> bit & 1:
                    penalties[code, kind] = 0
        return penalties

    def parse(self, encoded: Sequence[Floats]) -> list[Tree]:
        """Return the tree of each sentence."""
        out: list[Tree] = [([], []) for _ in encoded]
        order = sorted(range(len(encoded)), key=lambda at: len(encoded[at]))
        order = [at for at in order if len(encoded[at])]
        for start in range(0, len(order), _STATES):
            members = order[start : start + _STATES]
            heads, moves = self._parse([encoded[at] for at in members])
            for at, head, move in zip(members, heads.tolist(), moves.tolist(), strict=True):
                length = len(encoded[at])
                out[at] = self._tree(head[:length], move[:length])
        return out

    def _tree(self, heads: list[int], moves: list[int]) -> Tree:
        labels = [self._labels[move] for move in moves]
        for child, head in enumerate(heads):
            if head < 0:
                heads[child], labels[child] = child, ROOT
        if any(LIFTED in label for label in labels):
            lower_lifted(heads, labels)
        return heads, labels

    def margin(self, encoded: Floats) -> float:
        """Return by how much the closest decision on a sentence was made."""
        margins: list[float] = []
        self._parse([encoded], margins)
        return min(margins)

    def _parse(
        self, encoded: Sequence[Floats], margins: list[float] | None = None
    ) -> tuple[Ints, Ints]:
        """Return heads (-1: none) and the moves that made the arcs, one row per sentence."""
        vectors = np.concatenate(encoded) @ self._tokens + self._tokens_bias
        # For each feature a row for each token, and a last one for "there is none".
        affine = [
            np.concatenate([vectors @ matrix, absent[None]])
            for matrix, absent in zip(self._lower, self._absent, strict=True)
        ]
        lengths = np.array([len(sentence) for sentence in encoded])
        states = _States(lengths)
        while len(states.active):
            context = states.context()
            rows = states.rows(context, len(vectors))
            hidden = affine[0][rows[0]]
            for table, chosen in zip(affine[1:], rows[1:], strict=True):
                hidden += table[chosen]
            hidden += self._lower_bias
            scores = np.maximum(hidden[:, :_HIDDEN], hidden[:, _HIDDEN:]) @ self._upper
            scores += self._upper_bias
            scores += self._penalties[states.valid(context)]
            if margins is not None:
                second, first = np.sort(scores, axis=1)[:, -2:].T
                margins += (first - second).tolist()
            moves = scores.argmax(axis=1)
            kinds = 1 * (moves >= 1) + (moves >= 2) + (moves >= self._first_right)
            kinds += moves == self._break
            states.apply(context, moves, kinds)
        return states.heads[:, :-1], states.labels[:, :-1]


class _States:
    """The states of several sentences. Index -1 is "none": a column at the end stands for it."""

    def __init__(self, lengths: NDArray[Any]) -> None:
        count, longest = len(lengths), int(lengths.max())
        self.offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        self.active: Ints = np.arange(count)
        # Stack and buffer grow to the right; three and two columns before the first are "none".
        self.stack = np.full((count, longest + 3), -1)
        self.depth = np.zeros(count, np.intp)
        down = lengths[:, None] - 1 - np.arange(longest)
        self.buffer = np.concatenate([np.full((count, 2), -1), np.maximum(down, -1)], axis=1)
        self.left_to_read = lengths.astype(np.intp)
        self.heads = np.full((count, longest + 1), -1)
        self.labels = np.zeros((count, longest + 1), np.intp)
        self.last_left = np.full((count, longest + 1), -1)
        self.last_right = np.full((count, longest + 1), -1)
        self.right_before = np.full((count, longest + 1), -1)
        self.starts = np.zeros((count, longest + 1), bool)
        self.put_back = np.zeros((count, longest + 1), bool)

    def context(self) -> tuple[Ints, ...]:
        """Return B0, B1, S0, S1, S2 and the latest children of B0 (left), S0 (left, right)."""
        at = self.active
        top, front = self.depth[at] + 2, self.left_to_read[at] + 1
        b0, b1 = self.buffer[at, front], self.buffer[at, front - 1]
        s0, s1, s2 = self.stack[at, top], self.stack[at, top - 1], self.stack[at, top - 2]
        children = self.last_left[at, b0], self.last_left[at, s0], self.last_right[at, s0]
        return (b0, b1, s0, s1, s2, *children)

    def rows(self, context: tuple[Ints, ...], none: int) -> Ints:
        """Return the rows of the context's words in arrays over all words of the batch."""
        words = np.stack(context)
        chosen: Ints = np.where(words < 0, none, words + self.offsets[self.active])
        return chosen

    def valid(self, context: tuple[Ints, ...]) -> Ints:
        """Return which kinds of moves are valid, as bits: shift, reduce, arcs, break."""
        at = self.active
        b0, b1, s0 = context[:3]
        on_stack, starts = s0 >= 0, self.starts[at, b0]
        shift = ~on_stack | ((b1 >= 0) & ~starts & ~self.put_back[at, b0])
        arcs = on_stack & (b0 >= 0) & ~starts
        new_sentence = (b1 >= 0) & (b1 == b0 + 1) & ~self.starts[at, b1]
        kinds: Ints = shift + 2 * on_stack + 4 * arcs + 8 * new_sentence
        return kinds

    def apply(self, context: tuple[Ints, ...], moves: Ints, kinds: Ints) -> None:
        """Make one move in each active state."""
        shift, reduce, left, right, new_sentence = (kinds == kind for kind in range(5))
        b0, b1, s0 = context[:3]
        at = self.active
        self.starts[at[new_sentence], b1[new_sentence]] = True

        rows, child, head = at[left], s0[left], b0[left]
        replaced = self.heads[rows, child]
        again = replaced >= 0  # the arc from the left was the last of that head
        self.last_right[rows[again], replaced[again]] = self.right_before[rows[again], child[again]]
        self.heads[rows, child], self.labels[rows, child] = head, moves[left]
        self.last_left[rows, head] = child
        self.put_back[rows, head] = False

        rows, child, head = at[right], b0[right], s0[right]
        self.heads[rows, child], self.labels[rows, child] = head, moves[right]
        self.right_before[rows, child] = self.last_right[rows, head]
        self.last_right[rows, head] = child

        rows, top = at[reduce], s0[reduce]
        back = (self.heads[rows, top] < 0) & (self.depth[rows] > 1)
        rows, top = rows[back], top[back]
        self.put_back[rows, top] = True
        self.left_to_read[rows] += 1
        self.buffer[rows, self.left_to_read[rows] + 1] = top

        pushed = shift | right
        rows = at[pushed]
        self.depth[rows] += 1
        self.stack[rows, self.depth[rows] + 2] = b0[pushed]
        self.left_to_read[rows] -= 1
        self.depth[at[left | reduce]] -= 1
        self.active = at[(self.depth[at] > 0) | (self.left_to_read[at] > 0)]


def lower_lifted(heads: list[int], labels: list[str]) -> None:
    """Attach arcs that were lifted in training ("a||b") to where they belong, in place.

    Nivre & Nilsson 2005: the new head is the first word with label b, breadth-first and from left
    to right below the present head. Only words within a word's original extent are its children.
    """
    first, last = _extents(heads)
    for child, label in enumerate(labels):
        if LIFTED not in label:
            continue
        labels[child], wanted = label.split(LIFTED)
        queue = [heads[child]]
        while queue:
            below = [
                word
                for parent in queue
                for word in range(first[parent], last[parent] + 1)
                if heads[word] == parent and word not in (parent, child)
            ]
            matching = [word for word in below if labels[word] == wanted]
            if matching:
                heads[child] = matching[0]
                break
            queue = below


def _extents(heads: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the first and the last word below each word, itself included."""
    first, last = list(range(len(heads))), list(range(len(heads)))
    for word in range(len(heads)):
        parent = word
        while heads[parent] != parent:
            parent = heads[parent]
            first[parent], last[parent] = min(first[parent], word), max(last[parent], word)
    return first, last
