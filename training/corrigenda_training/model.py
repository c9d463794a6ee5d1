"""The parser's network: a small BERT encoder, a scorer of spans and one of remote edges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Shape:
    """Sizes. Those of the encoder are MiniLM's (6 layers)."""

    labels: int
    tags: int
    vocabulary: int = 30522
    positions: int = 512
    width: int = 384
    inner: int = 1536
    layers: int = 6
    heads: int = 12
    spans: int = 256
    remotes: int = 128
    dropout: float = 0.2
    encoder_dropout: float = 0.1


def attention(x: Tensor, weight: Tensor, bias: Tensor, heads: int, mask: Tensor | None) -> Tensor:
    """What the words of a sentence give each other, before it is mixed over the heads. Weights and
    biases of queries, keys and values are below each other: one product instead of three."""
    batch, length, width = x.shape
    split = (batch, length, 3, heads, width // heads)
    q, k, v = F.linear(x, weight, bias).view(split).permute(2, 0, 3, 1, 4).unbind(0)
    mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return mixed.transpose(1, 2).reshape(batch, length, width)


class Attention(torch.autograd.Function):
    """The same as one operator of ONNX Runtime's, which is faster than its parts."""

    @staticmethod
    def forward(
        ctx: Any, x: Tensor, weight: Tensor, bias: Tensor, heads: int, mask: None
    ) -> Tensor:
        return attention(x, weight, bias, heads, mask)

    @staticmethod
    def symbolic(g: Any, x: Any, weight: Any, bias: Any, heads: int, mask: None) -> Any:
        turned = g.op("Transpose", weight, perm_i=[1, 0])
        found = g.op("com.microsoft::Attention", x, turned, bias, num_heads_i=heads)
        found.setType(x.type())
        return found


class Layer(nn.Module):
    """A transformer layer as in BERT: norms behind the sums."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.query = nn.Linear(shape.width, shape.width)
        self.key = nn.Linear(shape.width, shape.width)
        self.value = nn.Linear(shape.width, shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.norm_1 = nn.LayerNorm(shape.width, eps=1e-12)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.norm_2 = nn.LayerNorm(shape.width, eps=1e-12)
        self.dropout = shape.encoder_dropout

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        parts = (self.query, self.key, self.value)
        weight = torch.cat([part.weight for part in parts])
        bias = torch.cat([part.bias for part in parts])
        attend = Attention.apply if torch.onnx.is_in_onnx_export() else attention
        mixed = self.out(attend(x, weight, bias, self.heads, mask))
        x = self.norm_1(x + F.dropout(mixed, self.dropout, self.training))
        inner = self.down(F.gelu(self.up(x)))
        return self.norm_2(x + F.dropout(inner, self.dropout, self.training))


class Encoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.positions = nn.Embedding(shape.positions, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.dropout = shape.encoder_dropout

    def forward(self, pieces: Tensor, mask: Tensor | None = None) -> Tensor:
        x = self.words(pieces) + self.positions.weight[: pieces.shape[1]]
        x = F.dropout(self.norm(x), self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Parser(nn.Module):
    """Scores of spans, and what remote edges are scored from.

    Word k is the mean of its pieces; fence k, between words k - 1 and k, is both beside each other.
    A span (i, j) gets the scores  W relu(norm(A_i + B_j + C_i * D_j)).
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(shape)
        fence = 2 * shape.width
        self.fences = nn.Linear(fence, 4 * shape.spans)
        self.norm = nn.LayerNorm(shape.spans)
        self.labels = nn.Linear(shape.spans, shape.labels)
        self.ends = nn.Linear(fence, 4 * shape.remotes)
        self.biaffine = nn.Parameter(torch.zeros(shape.tags, shape.remotes + 1, shape.remotes + 1))
        nn.init.normal_(self.biaffine, std=0.02)

    def encode(self, pieces: Tensor, pool: Tensor, mask: Tensor | None = None) -> Tensor:
        """Vectors of the words of each sentence, with that of the start before and that of the end
        behind them. `pool` has a row a word, which averages its pieces."""
        return pool @ self.encoder(pieces, mask)

    def fenced(self, words: Tensor) -> Tensor:
        return torch.cat([words[..., :-1, :], words[..., 1:, :]], dim=-1)

    def score_spans(self, fences: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """Scores of labels, a row a span. `fences` is a list of fences, of one sentence or of a
        batch; starts and ends are numbers in it."""
        fences = F.dropout(fences, self.shape.dropout, self.training)
        a, b, c, d = self.fences(fences).chunk(4, dim=-1)
        hidden = F.relu(self.norm(a[starts] + b[ends] + c[starts] * d[ends]))
        return self.labels(F.dropout(hidden, self.shape.dropout, self.training))

    def remote_ends(self, fences: Tensor) -> Tensor:
        """For each fence what it gives to parents and children that start or end there."""
        return self.ends(F.dropout(fences, self.shape.dropout, self.training))

    def score_remotes(self, ends: Tensor, starts: Tensor, stops: Tensor) -> Tensor:
        """Scores of tags for all pairs (parent, child) of some spans: tags x spans x spans."""
        a, b, c, d = ends.chunk(4, dim=-1)
        parents = F.pad(F.relu(a[starts] + b[stops]), (0, 1), value=1.0)
        children = F.pad(F.relu(c[starts] + d[stops]), (0, 1), value=1.0)
        tags, width, _ = self.biaffine.shape
        # One product for all tags: two-dimensional weights are what can be rounded to int8.
        weights = self.biaffine.transpose(0, 1).reshape(width, tags * width)
        return (parents @ weights).view(-1, tags, width).transpose(0, 1) @ children.T


def pretrained(folder: Path) -> dict[str, Tensor]:
    """The weights of MiniLM under the encoder's own names."""
    from safetensors.torch import load_file

    return {
        name: tensor
        for old, tensor in load_file(folder / "model.safetensors").items()
        if (name := _renamed(old)) is not None
    }


_EMBEDDINGS = {
    "embeddings.word_embeddings.weight": "words.weight",
    "embeddings.position_embeddings.weight": "positions.weight",
    "embeddings.LayerNorm.weight": "norm.weight",
    "embeddings.LayerNorm.bias": "norm.bias",
}
_LAYER: Mapping[str, str] = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "out",
    "attention.output.LayerNorm": "norm_1",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "norm_2",
}


def _renamed(old: str) -> str | None:
    if old in _EMBEDDINGS:
        return _EMBEDDINGS[old]
    parts = old.split(".")
    if parts[:2] != ["encoder", "layer"]:
        return None
    return f"layers.{parts[2]}.{_LAYER['.'.join(parts[3:-1])]}.{parts[-1]}"


def layers(folder: Path) -> int:
    """How many layers the encoder of a folder has."""
    return len({name.split(".")[1] for name in pretrained(folder) if name.startswith("layers.")})


def load_encoder(parser: Parser, folder: Path) -> None:
    """MiniLM's weights into the encoder. The type of all text is 0, so that its embedding can be
    added to every word's."""
    from safetensors.torch import load_file

    weights = pretrained(folder)
    kinds = load_file(folder / "model.safetensors")["embeddings.token_type_embeddings.weight"]
    weights["words.weight"] = weights["words.weight"] + kinds[0]
    parser.encoder.load_state_dict(weights)
    parser.encoder.words.weight.requires_grad = False
