"""Graphs and dev scores from a network, without export."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import dag_counts
from corrigenda.meaning.parser.chart import best_spans
from corrigenda.meaning.parser.pieces import Pieces
from corrigenda.meaning.parser.trees import Remote, Spans, graph
from corrigenda_training import decision
from corrigenda_training.batches import batch
from corrigenda_training.data import Example, Labels
from corrigenda_training.model import Parser


def predict(
    parsers: Sequence[Parser], one: Example, pieces: Pieces, labels: Labels, tags: Labels
) -> Spans:
    """The spans and remote edges of a sentence, by the mean of some networks' log probabilities."""
    return consider(parsers, one, pieces, labels, tags)[0]


@torch.no_grad()
def consider(
    parsers: Sequence[Parser], one: Example, pieces: Pieces, labels: Labels, tags: Labels
) -> tuple[Spans, Tensor]:
    """The same, with the log probabilities of the labels of all spans."""
    if not one.words:
        return Spans(0, {}), torch.zeros(0, len(labels.names))
    bare = Example(one.tokens, one.marks, {})
    made = batch([bare], pieces, labels, tags)
    fences = [p.fenced(p.encode(made.pieces, made.pool, made.mask))[0] for p in parsers]
    scores = _mean(
        [p.score_spans(f, made.starts, made.ends) for p, f in zip(parsers, fences, strict=True)], 1
    ).log_softmax(1)
    best, which = decision.gains(
        scores, decision.edges(labels.names), decision.eligible(labels.names)
    )
    gains = np.full((one.words + 1, one.words + 1), -1.0, dtype=np.float32)
    numbers = np.zeros(gains.shape, dtype=np.int64)
    at = made.starts.numpy(), made.ends.numpy()
    gains[at] = best.numpy()
    numbers[at] = which.numpy()
    spans = best_spans(gains)
    if not spans:
        return Spans(one.words, {}), scores
    starts, stops = (torch.tensor(side) for side in zip(*spans, strict=True))
    pairs = _mean(
        [
            p.score_remotes(p.remote_ends(f), starts, stops)
            for p, f in zip(parsers, fences, strict=True)
        ],
        0,
    ).argmax(0)
    found = Spans(
        one.words,
        {span: labels.names[int(numbers[span])] for span in spans},
        tuple(
            Remote(spans[p], spans[c], tags.names[int(pairs[p, c])])
            for p, c in pairs.nonzero().tolist()
            if p != c
        ),
    )
    return found, scores


def _mean(scores: Sequence[Tensor], axis: int) -> Tensor:
    return torch.stack([one.log_softmax(axis) for one in scores]).mean(0)


def dev_scores(
    parsers: Sequence[Parser],
    gold: Sequence[tuple[Graph, Example]],
    pieces: Pieces,
    labels: Labels,
    tags: Labels,
) -> dict[str, float]:
    """Labelled F1 of primary and remote edges. Near to what the `ucca` package says, without its
    normalisation (see `evaluate`)."""
    for parser in parsers:
        parser.eval()
    sums = {"primary": [0, 0], "remote": [0, 0]}
    for true, one in gold:
        words = tuple(token.text for token in true.tokens)  # `one` may be misspelt
        found = graph(words, predict(parsers, one, pieces, labels, tags))
        for edges, (matched, either) in sums.items():
            counts = dag_counts(found, true, edges=edges)  # type: ignore[arg-type]
            sums[edges] = [matched + counts.matched, either + counts.first + counts.second]
    return {edges: 2 * matched / max(either, 1) for edges, (matched, either) in sums.items()}
