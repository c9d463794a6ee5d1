"""The loss over trees, against all trees of a short sentence. Needs PyTorch, which tests do without
where it is not installed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
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
        made = Batch(
            none, none, None, words + 1, (words,), starts, ends, torch.tensor(gold), none, none, ()
        )
        total += math.exp(-float(loss(scores, made)))
    assert total == pytest.approx(1.0, abs=1e-4)


def test_opinions_stand_in_the_place_of_gold() -> None:
    from corrigenda_training.batches import batch
    from corrigenda_training.data import Example, Labels, Opinion
    from corrigenda_training.losses import local

    torch.manual_seed(3)
    pieces, labels, tags = _Pieces(), Labels(["", "A", "P", "H", "E"]), Labels(["", "A"])
    scores = torch.randn(3, 5)
    spans = {(0, 1): "A", (1, 2): "P"}  # of (0, 1), (0, 2), (1, 2)
    every = np.tile(np.arange(4, dtype=np.int16), (3, 1))
    shares = np.array([[0.1, 0.6, 0.2, 0.1], [0.7, 0, 0.1, 0.2], [0, 0, 1, 0]], dtype=np.float16)
    log = scores.log_softmax(1)
    by_gold = -float(log[0, 1] + log[1, 0] + log[2, 2])
    by_opinion = -float((log[:, :4] * torch.from_numpy(shares.astype(np.float32))).sum())
    for opinion, expected in (
        (None, by_gold),
        (Opinion(every, shares), by_opinion),
    ):
        one = Example(("He", "left"), (False, False), spans, (), opinion)
        made = batch([one], pieces, labels, tags)  # type: ignore[arg-type]
        assert float(local(scores, made)) == pytest.approx(expected, abs=1e-4)


class _Pieces:
    """A piece a token."""

    start, end = 1, 2

    def of(self, tokens: Sequence[str]) -> list[list[int]]:
        return [[3 + n] for n, _ in enumerate(tokens)]
