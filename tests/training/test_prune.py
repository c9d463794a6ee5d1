"""Units that do nothing can go, and nothing changes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is for training only")

from corrigenda_training.data import Example  # noqa: E402
from corrigenda_training.model import Parser, Shape  # noqa: E402
from corrigenda_training.prune import pruned  # noqa: E402

SHAPE = Shape(3, 2, vocabulary=20, positions=16, width=8, inner=12, layers=2, heads=2)
SENTENCES = [Example(tuple("abcde"[:n]), (False,) * n, {}) for n in range(1, 6)]


class OnePieceEach:
    start, end = 1, 2

    def of(self, tokens: Sequence[str]) -> list[list[int]]:
        return [[3 + ord(token) % 17] for token in tokens]


def test_idle_units_are_left_out_first() -> None:
    torch.manual_seed(1)
    parser = Parser(SHAPE).eval()
    idle = torch.tensor([0, 4, 5, 11])
    with torch.no_grad():
        for layer in parser.encoder.layers:
            layer.down.weight[:, idle] = 0
    smaller = pruned(parser, 8, SENTENCES, OnePieceEach())  # type: ignore[arg-type]
    assert smaller.shape.inner == 8
    words = torch.tensor([[1, 5, 7, 9, 2]])
    with torch.no_grad():
        assert torch.allclose(parser.encoder(words), smaller.eval().encoder(words), atol=1e-6)
    assert not smaller.encoder.words.weight.requires_grad
