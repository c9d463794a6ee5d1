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

WORTH = 0.3
"""Half of F1, in theory; less, as found on the dev sets (see the README)."""


def edges(labels: Sequence[str]) -> Tensor:
    """How many edges of each category a label stands for: labels x categories."""
    parts = [
        [category for part in label.split("+") for category in part.partition("^")[0].split("|")]
        if label
        else []
        for label in labels
    ]
    categories = sorted({category for own in parts for category in own})
    return torch.tensor([[float(own.count(c)) for c in categories] for own in parts])


def gains(log_probabilities: Tensor, stands_for: Tensor) -> tuple[Tensor, Tensor]:
    """For each span what it adds to the tree, and the number of its label."""
    has = log_probabilities.exp() @ (stands_for > 0).float()
    expected = (has - WORTH) @ stands_for[1:].T
    best, which = expected.max(dim=1)
    return best, which + 1
