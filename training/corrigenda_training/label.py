"""Text without labels, labelled by an ensemble: what a student is trained on beside the gold.

`python -m corrigenda_training.label --runs A B --out FILE TEXT...`, one tokenised sentence a line.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import numpy as np
import torch

from corrigenda.engine.progress import Bar
from corrigenda.formats.lines import read_lines
from corrigenda.meaning.parser.pieces import Pieces
from corrigenda.meaning.parser.trees import is_punctuation
from corrigenda_training.batches import CANDIDATES
from corrigenda_training.data import Example, Labels, Opinion
from corrigenda_training.export import load
from corrigenda_training.predict import consider
from corrigenda_training.train import vocabulary

SHORTEST, LONGEST = 3, 60
"""Words of a sentence that is worth it."""


def sentences(paths: list[Path]) -> list[Example]:
    """The distinct sentences of some files, in order."""
    found: dict[tuple[str, ...], None] = {}
    for path in paths:
        for line in read_lines(path):
            found[tuple(line.split())] = None
    examples = [
        Example(tokens, tuple(is_punctuation(token) for token in tokens), {}) for tokens in found
    ]
    return [one for one in examples if SHORTEST <= one.words <= LONGEST]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=Path, nargs="+", required=True, help="folders of runs")
    options.add_argument("--out", type=Path, required=True, help="a pickle of examples")
    options.add_argument("texts", type=Path, nargs="+")
    given = options.parse_args()
    torch.set_num_threads(1)
    loaded = [load(run) for run in given.runs]
    parsers = [parser for parser, _ in loaded]
    state = loaded[0][1]
    labels, tags = Labels(state["labels"]), Labels(state["tags"])
    for _, other in loaded[1:]:
        if (other["labels"], other["tags"]) != (state["labels"], state["tags"]):
            raise SystemExit("these runs do not have the same labels")
    pieces = Pieces(vocabulary())
    todo = sentences(given.texts)
    done = []
    with Bar("labelling", len(todo)) as bar:
        for one in todo:
            spans, scores = consider(parsers, one, pieces, labels, tags)
            shares, likeliest = scores.exp().topk(CANDIDATES, dim=1)
            opinion = Opinion(
                likeliest.numpy().astype(np.int16),
                (shares / shares.sum(1, keepdim=True)).numpy().astype(np.float16),
            )
            done.append(Example(one.tokens, one.marks, dict(spans.labels), spans.remotes, opinion))
            bar.advance(1)
    given.out.write_bytes(pickle.dumps(done))
    print(f"{given.out}: {len(done)} sentences")


if __name__ == "__main__":
    main()
