"""The best tree over spans (Cocke, Kasami, Younger)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from corrigenda.meaning.parser.trees import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]


def best_spans(gains: Array) -> list[Span]:
    """Return the set of spans that nest, with the greatest sum of gains; none whose gain is not
    above 0.

    `gains[i, j]` is what span (i, j) adds, for 0 <= i < j <= n. A tree of any branching is a binary
    one in which some spans gain nothing, so binary trees are searched. Of equally good trees the
    one whose splits come first is taken. Time grows as n cubed, but in n steps of whole arrays.
    """
    words = len(gains) - 1
    first, last = (gains > 0).nonzero()
    crosses = (first[:, None] < first) & (first < last[:, None]) & (last[:, None] < last)
    if not crosses.any():  # nothing to choose from: the first to start and, of those, the longest
        return sorted(zip(first.tolist(), last.tolist(), strict=True), key=lambda s: (s[0], -s[1]))
    # The best sums of spans, by start and length, and by end and length.
    from_start = np.zeros((words + 1, words + 1), dtype=gains.dtype)
    from_end = np.zeros_like(from_start)
    splits = np.zeros((words + 1, words + 1), dtype=np.int32)
    gains = np.maximum(gains, 0)
    for length in range(1, words + 1):
        starts = words - length + 1
        best = gains.diagonal(length)
        if length > 1:
            sums = from_start[:starts, 1:length] + from_end[length:, length - 1 : 0 : -1]
            splits[:starts, length] = sums.argmax(axis=1)
            best = best + sums.max(axis=1)
        from_start[:starts, length] = best
        from_end[length:, length] = best
    spans = []
    todo = [(0, words)]
    while todo:
        i, j = todo.pop()
        if gains[i, j] > 0:
            spans.append((i, j))
        if j - i > 1:
            split = i + int(splits[i, j - i]) + 1
            todo += [(split, j), (i, split)]
    return spans
