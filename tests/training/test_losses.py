"""The loss over trees, against all trees of a short sentence. Needs PyTorch, which tests do without
where it is not installed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import pytest

torch = pytest.importorskip("torch")


def trees(i: int, j: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """All binary trees over words i to j, as their spans."""
    if j - i == 1:
        yield ((i, j),)
    for split in range(i + 1, j):
        for left, right in product(trees(i, split), trees(split, j)):
            yield ((i, j), *left, *right)


def test_inside_sums_all_trees() -> None:
    from corrigenda_training.losses import inside

    torch.manual_seed(1)
    scores = torch.randn(2, 5, 5)
    for b, words in enumerate((4, 3)):
        sums = [sum(float(scores[b, i, j]) for i, j in tree) for tree in trees(0, words)]
        expected = math.log(sum(map(math.exp, sums)))
        assert float(inside(scores, (4, 3))[b]) == pytest.approx(expected, abs=1e-5)


def test_the_probabilities_of_all_analyses_sum_to_one() -> None:
    """Over all sets of labelled spans that nest, with binary forms of one set counted together,
    as often as they are trees."""
    from corrigenda_training.batches import Batch
    from corrigenda_training.losses import trees as loss

    torch.manual_seed(2)
    words = 3
    starts, ends = torch.triu_indices(words + 1, words + 1, 1)
    scores = torch.randn(len(starts), 3)
    spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
    total = 0.0
    for gold in product(range(3), repeat=len(spans)):
        chosen = {span for span, label in zip(spans, gold, strict=True) if label}
        if any(i < k < j < m for i, j in chosen for k, m in chosen):
            continue
        none = torch.zeros(0)
        made = Batch(none, none, None, words + 1, (words,), starts, ends, torch.tensor(gold), ())
        total += math.exp(-float(loss(scores, made)))
    assert total == pytest.approx(1.0, abs=1e-4)
