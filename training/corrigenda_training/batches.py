"""Examples to tensors."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from corrigenda.meaning.parser.pieces import Pieces
from corrigenda_training.data import Example, Labels, Opinion

CANDIDATES = 4
"""Labels of a span that teachers have an opinion of."""


@dataclass(frozen=True)
class Batch:
    """Sentences side by side. Fences are numbered through the batch: `width` of them a sentence."""

    pieces: Tensor
    pool: Tensor
    mask: Tensor | None
    width: int
    words: tuple[int, ...]
    starts: Tensor
    ends: Tensor
    gold: Tensor
    targets: Tensor
    """Labels that a span may have, spans x candidates, and how much each of them counts."""
    shares: Tensor
    remotes: tuple[tuple[Tensor, Tensor, Tensor], ...]


def batch(examples: Sequence[Example], pieces: Pieces, labels: Labels, tags: Labels) -> Batch:
    cut = [pieces.of(one.tokens) for one in examples]
    length = 2 + max(sum(map(len, tokens)) for tokens in cut)
    width = 1 + max(one.words for one in examples)
    ids = torch.zeros(len(examples), length, dtype=torch.long)
    pool = torch.zeros(len(examples), width + 1, length)
    real = torch.zeros(len(examples), length, dtype=torch.bool)
    starts, ends, gold, targets, shares = [], [], [], [], []
    remotes = []
    for b, (one, tokens) in enumerate(zip(examples, cut, strict=True)):
        row = [pieces.start]
        pool[b, 0, 0] = 1
        word = 0
        for mark, token in zip(one.marks, tokens, strict=True):
            if not mark:
                word += 1
                pool[b, word, len(row) : len(row) + len(token)] = 1 / len(token)
            row += token
        pool[b, word + 1, len(row)] = 1
        row.append(pieces.end)
        ids[b, : len(row)] = torch.tensor(row)
        real[b, : len(row)] = True
        i, j = torch.triu_indices(one.words + 1, one.words + 1, 1)
        table = torch.zeros(one.words + 1, one.words + 1, dtype=torch.long)
        for (start, end), label in one.labels.items():
            table[start, end] = labels.number(label)
        starts.append(i + b * width)
        ends.append(j + b * width)
        gold.append(table[i, j])
        target, share = _wanted(gold[-1], one.opinion)
        targets.append(target)
        shares.append(share)
        remotes.append(_remotes(one, b * width, tags))
    mask = None if real.all() else real[:, None, None, :]
    return Batch(
        ids,
        pool,
        mask,
        width,
        tuple(one.words for one in examples),
        torch.cat(starts),
        torch.cat(ends),
        torch.cat(gold),
        torch.cat(targets),
        torch.cat(shares),
        tuple(remotes),
    )


def _wanted(gold: Tensor, opinion: Opinion | None) -> tuple[Tensor, Tensor]:
    """What teachers think of each span; where there are none, its gold label alone."""
    if opinion is not None:
        return (
            torch.from_numpy(opinion.labels.astype(np.int64)),
            torch.from_numpy(opinion.shares.astype(np.float32)),
        )
    certain = torch.zeros(len(gold), CANDIDATES)
    certain[:, 0] = 1
    return gold[:, None].expand(-1, CANDIDATES), certain


def _remotes(one: Example, shift: int, tags: Labels) -> tuple[Tensor, Tensor, Tensor]:
    spans = sorted(one.labels)
    at = {span: n for n, span in enumerate(spans)}
    table = torch.zeros(len(spans), len(spans), dtype=torch.long)
    for remote in one.remotes:
        table[at[remote.parent], at[remote.child]] = tags.number(remote.label)
    return (
        torch.tensor([i + shift for i, _ in spans], dtype=torch.long),
        torch.tensor([j + shift for _, j in spans], dtype=torch.long),
        table,
    )


def by_length(
    examples: Sequence[Example], size: int, dice: random.Random
) -> Iterator[list[Example]]:
    """Batches of about `size` sentences of about the same length; fewer where they are long. In
    random order."""
    jittered = sorted(examples, key=lambda one: one.words + 2 * dice.random())
    batches: list[list[Example]] = []
    for one in jittered:
        if not batches or len(batches[-1]) >= size or len(batches[-1]) * one.words > 32 * size:
            batches.append([])
        batches[-1].append(one)
    dice.shuffle(batches)
    yield from batches
