"""Which label a span gets: the one whose edges are expected to be right most often.

A label may stand for several edges (`E+A|S`: an elaborator that is one unit, which is participant
and state). What is scored are edges, so that a span's label is not the most probable one but the
one with the best sum, over its edges, of the probability that the span has such an edge, less
what an edge has to be worth: an edge counts in F1's denominator whether it is right or not.
(Goodman 1996, "Parsing algorithms and metrics", for labelled brackets.)
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

WORTH = 0.2
"""Half of F1, in theory; less, as found on the dev sets (see the README)."""


def edges(labels: Sequence[str]) -> Tensor:
    """Which categories of edges a label stands for: labels x categories."""
    parts = [_categories(label) for label in labels]
    categories = sorted({category for own in parts for category in own})
    return torch.tensor([[float(c in own) for c in categories] for own in parts])


def eligible(labels: Sequence[str]) -> Tensor:
    """Which labels may be chosen: not the first, which is none, and none that has a category twice
    (`A+A`): what a second edge of the same kind to the same words would add is not scored."""
    parts = [_categories(label) for label in labels]
    return torch.tensor([bool(own) and len({*own}) == len(own) for own in parts])


def _categories(label: str) -> list[str]:
    if not label:
        return []
    return [c for part in label.split("+") for c in part.partition("^")[0].split("|")]


def gains(log_probabilities: Tensor, stands_for: Tensor, may: Tensor) -> tuple[Tensor, Tensor]:
    """For each span what it adds to the tree, and the number of its label."""
    expected = (log_probabilities.exp() @ stands_for - WORTH) @ stands_for.T
    best, which = expected.masked_fill(~may, -1e4).max(dim=1)
    return best, which
