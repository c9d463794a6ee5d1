"""Feed-forward units that give little, left out: the network is faster, and training mends it.

A unit's worth is the size of what it adds to a layer: the root of its summed squared activations,
times the length of its column of weights. (After Michel et al. 2019 and others, who weigh by
gradients; on trained encoders both find much the same units.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor

from corrigenda.meaning.parser.pieces import Pieces
from corrigenda_training.batches import batch
from corrigenda_training.data import Example, Labels
from corrigenda_training.model import Parser

NONE = Labels([""])


def pruned(parser: Parser, inner: int, examples: Sequence[Example], pieces: Pieces) -> Parser:
    """A network with `inner` feed-forward units in each layer, the most used ones."""
    kept = [worth.topk(inner).indices.sort().values for worth in _worths(parser, examples, pieces)]
    state = parser.state_dict()
    for number, units in enumerate(kept):
        layer = f"encoder.layers.{number}"
        state[f"{layer}.up.weight"] = state[f"{layer}.up.weight"][units]
        state[f"{layer}.up.bias"] = state[f"{layer}.up.bias"][units]
        state[f"{layer}.down.weight"] = state[f"{layer}.down.weight"][:, units]
    smaller = Parser(replace(parser.shape, inner=inner))
    smaller.load_state_dict(state)
    smaller.encoder.words.weight.requires_grad = False
    return smaller


@torch.no_grad()
def _worths(parser: Parser, examples: Sequence[Example], pieces: Pieces) -> list[Tensor]:
    layers = parser.encoder.layers
    squares = [torch.zeros(parser.shape.inner) for _ in layers]
    hooks = [
        layer.down.register_forward_pre_hook(  # type: ignore[union-attr, operator]
            lambda _, given, total=total: total.add_(given[0].pow(2).sum((0, 1)))
        )
        for layer, total in zip(layers, squares, strict=True)
    ]
    parser.eval()
    for one in examples:
        made = batch([Example(one.tokens, one.marks, {})], pieces, NONE, NONE)
        parser.encode(made.pieces, made.pool, made.mask)
    for hook in hooks:
        hook.remove()
    return [
        total.sqrt() * layer.down.weight.norm(dim=0)  # type: ignore[union-attr, operator]
        for layer, total in zip(layers, squares, strict=True)
    ]
