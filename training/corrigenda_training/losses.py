"""Two losses for spans: each span by itself, or whole trees."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from corrigenda_training.batches import Batch

NEVER = -1e4


def local(scores: Tensor, made: Batch) -> Tensor:
    """Cross-entropy of the labels of all spans, number 0 being no unit, with what is wanted: the
    gold, or what teachers think (Hinton et al. 2015, "Distilling the knowledge in a neural
    network"). Summed."""
    return -(scores.log_softmax(1).gather(1, made.targets) * made.shares).sum()


def trees(scores: Tensor, made: Batch) -> Tensor:
    """Minus the log probability of the gold trees, summed over a batch.

    A tree's score is the sum of those of its spans and labels, no label scoring 0. A gold tree
    stands for all its binary forms: spans that cross it are ruled out, the others have their gold
    label, which for the nodes that only make it binary is none.
    """
    relative = scores - scores[:, :1]
    chosen = relative.gather(1, made.gold[:, None])[:, 0]
    everything = inside(_grid(relative.logsumexp(1), made), made.words)
    allowed = _grid(chosen, made) + NEVER * _crossing(made)
    return (everything - inside(allowed, made.words)).sum()


def inside(totals: Tensor, words: Sequence[int]) -> Tensor:
    """For each sentence the log of the sum, over all binary trees, of exp(the summed scores of
    their spans). `totals` is batch x fences x fences, padded where a sentence has less words."""
    longest = totals.shape[1] - 1
    sums: list[Tensor] = []  # by length - 1: batch x starts
    for length in range(1, longest + 1):
        starts = longest - length + 1
        own = totals.diagonal(length, 1, 2)
        if length > 1:
            halves = [
                sums[left - 1][:, :starts] + sums[length - left - 1][:, left : left + starts]
                for left in range(1, length)
            ]
            own = own + torch.stack(halves).logsumexp(0)
        sums.append(own)
    return torch.stack([sums[n - 1][b, 0] for b, n in enumerate(words)])


def _grid(values: Tensor, made: Batch) -> Tensor:
    """Values of spans, placed by sentence, start and end."""
    grid = values.new_zeros(len(made.words) * made.width * made.width)
    at = made.starts * made.width + made.ends % made.width
    return grid.index_put((at,), values).view(len(made.words), made.width, made.width)


def _crossing(made: Batch) -> Tensor:
    """Which spans cross a gold one: 1, else 0."""
    crossing = torch.zeros(len(made.words), made.width, made.width)
    units = made.gold > 0
    for start, end in zip(made.starts[units].tolist(), made.ends[units].tolist(), strict=True):
        b, i = divmod(start, made.width)
        j = end % made.width
        if j - i > 1:
            # Spans that start within and end behind, and those that start before and end within.
            crossing[b, i + 1 : j, j + 1 :] = 1
            crossing[b, :i, i + 1 : j] = 1
    return crossing
