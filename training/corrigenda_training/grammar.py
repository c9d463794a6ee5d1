"""Train Grammar's network, and write the file that is shipped:

    python -m corrigenda_training.grammar --data COUPLES --run RUN --out FILE --version 1.0

Word vectors and the first layers are the parser's, and stay as they are: the file has only what
follows them. Each token gets the probability that it is wrong. Couples of sentences that differ in
their mistakes teach that more mistakes are worse. A checkpoint is saved now and then; the same
command goes on from it.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from corrigenda.meaning.grammar.token_features import SIGNS, signs
from corrigenda.meaning.parser.embedded import MODEL
from corrigenda.meaning.parser.pieces import Pieces
from corrigenda.tensors import read_tensors
from corrigenda_training.grammar_data import Couple, read
from corrigenda_training.mistakes import Spoilt
from corrigenda_training.model import Encoder, Shape
from corrigenda_training.tensors import safetensors

SHARED, LAYERS = 2, 5
"""Layers of the parser's encoder that are shared, and that there are."""

RANKING = 0.1
"""How much the order of a couple counts beside a token."""

SCALE = 3.0
"""How sure one more mistake should make of that order."""

LICENCE = (
    "CC BY-SA 4.0. Fine-tuned from corrigenda's parser on UD English-EWT (CC BY-SA 4.0), UD "
    "English-PUD and the text "
    "of UCCA_English-Wiki (CC BY-SA 3.0), The Debian Administrator's Handbook (CC BY-SA 3.0), "
    "State of the Union addresses (public domain) and WordNet 3.0's "
    "examples, with mistakes put in on purpose."
)

Arrays = dict[str, NDArray[Any]]


class Judge(nn.Module):
    """A score for each token; the higher, the more likely it is wrong."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.encoder = Encoder(shape)
        self.signs = nn.Embedding(SIGNS, shape.width)
        self.head = nn.Linear(shape.width, 1)
        nn.init.normal_(self.signs.weight, std=0.02)

    def forward(self, made: Batch) -> Tensor:
        encoder = self.encoder
        with torch.no_grad():
            x = encoder.norm(
                encoder.words(made.pieces) + encoder.positions.weight[: made.pieces.shape[1]]
            )
            for layer in encoder.layers[:SHARED]:
                layer.dropout = 0.0
                x = layer(x, made.mask)
        x = x + self.signs(made.signs)
        for layer in encoder.layers[SHARED:]:
            x = layer(x, made.mask)
        scores: Tensor = self.head(F.dropout(made.pool @ x, 0.1, self.training))[..., 0]
        return scores


class Batch(NamedTuple):
    """Sentences side by side: pieces, their signs, what makes tokens of pieces, what there is "
    "of tokens."""

    pieces: Tensor
    signs: Tensor
    pool: Tensor
    mask: Tensor | None
    real: Tensor
    wrong: Tensor


def batch(sentences: Sequence[Spoilt], pieces: Pieces) -> Batch:
    cut = [pieces.of(one.words) for one in sentences]
    length = 2 + max(sum(map(len, tokens)) for tokens in cut)
    words = max(map(len, cut))
    shape = len(sentences), length
    ids, seen = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
    there = torch.zeros(shape, dtype=torch.bool)
    pool = torch.zeros(len(sentences), words, length)
    real, wrong = torch.zeros(len(sentences), words), torch.zeros(len(sentences), words)
    for b, (one, tokens) in enumerate(zip(sentences, cut, strict=True)):
        row, marks = [pieces.start], [0]
        for k, (token, sign) in enumerate(zip(tokens, signs(one.words, pieces.ranks), strict=True)):
            pool[b, k, len(row) : len(row) + len(token)] = 1 / len(token)
            row += token
            marks += [sign] * len(token)
        ids[b, : len(row) + 1] = torch.tensor([*row, pieces.end])
        seen[b, : len(row)] = torch.tensor(marks)
        there[b, : len(row) + 1] = True
        real[b, : len(tokens)] = 1
        wrong[b, : len(tokens)] = torch.tensor(one.wrong, dtype=torch.float)
    return Batch(ids, seen, pool, None if there.all() else there[:, None, None, :], real, wrong)


def by_length(couples: Sequence[Couple], size: int, dice: random.Random) -> Iterator[list[Couple]]:
    """Batches of couples of about the same length, in random order."""
    order = sorted(couples, key=lambda couple: len(couple.worse.words) + 2 * dice.random())
    starts = list(range(0, len(order), size))
    dice.shuffle(starts)
    for start in starts:
        yield order[start : start + size]


def loss(judge: Judge, chosen: Sequence[Couple], pieces: Pieces) -> Tensor:
    """What tokens and the order of couples cost."""
    made = batch([c.worse for c in chosen] + [c.better for c in chosen], pieces)
    scores = judge(made)
    each = F.binary_cross_entropy_with_logits(scores, made.wrong, reduction="none") * made.real
    worse, better = (scores.sigmoid() * made.real).sum(1).chunk(2)
    return each.sum() / made.real.sum() + RANKING * F.softplus(SCALE * (better - worse)).mean()


# --- how good it is -------------------------------------------------------------------------------


@torch.no_grad()
def tested(judge: Judge, couples: Sequence[Couple], pieces: Pieces) -> dict[str, float]:
    """Return F0.5 of wrong tokens (at the threshold of .5, and at the best one), and how often the
    sentence with more mistakes scores worse."""
    judge.eval()
    told, wrong, right = [], [], []
    for chosen in by_length(couples, 32, random.Random(0)):
        made = batch([c.worse for c in chosen] + [c.better for c in chosen], pieces)
        share = judge(made).sigmoid() * made.real
        worse, better = share.sum(1).chunk(2)
        right += (worse > better).tolist()
        told.append(share[made.real > 0])
        wrong.append(made.wrong[made.real > 0])
    judge.train()
    probability, truth = torch.cat(told).numpy(), torch.cat(wrong).numpy() > 0.5
    by_threshold = {t / 20: f_half(probability > t / 20, truth) for t in range(2, 19)}
    best = max(by_threshold, key=by_threshold.__getitem__)
    return {
        "F0.5": by_threshold[0.5],
        "best F0.5": by_threshold[best],
        "threshold": best,
        "order": sum(right) / len(right),
    }


def f_half(told: NDArray[np.bool_], truth: NDArray[np.bool_]) -> float:
    """Return F0.5 of tokens that were marked."""
    both = int((told & truth).sum())
    return (
        1.25
        * both
        / max(1.25 * both + int((told & ~truth).sum()) + 0.25 * int((~told & truth).sum()), 1e-9)
    )


# --- from the parser's file, and to ours ------------------------------------------------------


def beginning(model: Path = MODEL) -> tuple[Judge, Pieces]:
    """Return the network before training, with the parser's encoder in it, and its word pieces."""
    tensors, about = read_tensors(model.read_bytes())
    inner = tensors["layers.0.up.bias"].shape[0]
    vocabulary, width = tensors["pieces"].shape
    positions = tensors["positions"].shape[0]
    sizes = {"vocabulary": vocabulary, "positions": positions, "width": width, "inner": inner}
    judge = Judge(Shape(0, 0, **sizes, layers=LAYERS))
    encoder = judge.encoder
    words = (tensors["pieces"].astype(np.float32) - tensors["pieces.zero"]) * tensors[
        "pieces.scale"
    ]
    _fill(encoder.words.weight, words)
    _fill(encoder.positions.weight, tensors["positions"])
    _norm(encoder.norm, tensors, "norm")
    _layers(encoder.layers, tensors)
    for part in (encoder.words, encoder.positions, encoder.norm, *encoder.layers[:SHARED]):
        part.requires_grad_(False)
    return judge, Pieces(json.loads(about["vocabulary"]))


def load(judge: Judge, file: Path) -> None:
    """Fill a network with the weights of a file that `write` wrote, rounded as they are."""
    tensors, _ = read_tensors(file.read_bytes())
    _layers(judge.encoder.layers[SHARED:], tensors)
    _fill(judge.signs.weight, tensors["signs"])
    weights, bias = _linear(tensors, "head")
    _fill(judge.head.weight, weights.T)
    _fill(judge.head.bias, bias)


def _layers(layers: Iterable[Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    for n, layer in enumerate(layers):
        weights, bias = _linear(tensors, f"layers.{n}.attention")
        width = len(weights)
        for k, part in enumerate((layer.query, layer.key, layer.value)):
            columns = slice(k * width, (k + 1) * width)
            _fill(part.weight, weights[:, columns].T)
            _fill(part.bias, bias[columns])
        for name in ("out", "up", "down"):
            weights, bias = _linear(tensors, f"layers.{n}.{name}")
            _fill(getattr(layer, name).weight, weights.T)
            _fill(getattr(layer, name).bias, bias)
        for name in ("norm_1", "norm_2"):
            _norm(getattr(layer, name), tensors, f"layers.{n}.{name}")


def _linear(tensors: Mapping[str, NDArray[Any]], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    weights = tensors[f"{name}.weights"] * tensors[f"{name}.scale"]
    smoother = tensors.get(f"{name}.smoother")
    return weights if smoother is None else weights * smoother[:, None], tensors[f"{name}.bias"]


def _norm(norm: nn.LayerNorm, tensors: Mapping[str, NDArray[Any]], name: str) -> None:
    _fill(norm.weight, tensors[f"{name}.gain"])
    _fill(norm.bias, tensors[f"{name}.shift"])


def _fill(tensor: Tensor, array: NDArray[Any]) -> None:
    with torch.no_grad():
        tensor.copy_(torch.from_numpy(np.array(array, dtype=np.float32)))


def arrays(judge: Judge) -> Arrays:
    """Return the arrays of the file: layers after the shared ones, signs and head. Weights are
    whole numbers of seven bits with one scale per column."""
    out: Arrays = {"signs": judge.signs.weight.detach().numpy()}
    for n, layer in enumerate(judge.encoder.layers[SHARED:]):
        parts = (layer.query, layer.key, layer.value)
        weight = torch.cat([part.weight for part in parts])
        out |= _rounded(weight, torch.cat([part.bias for part in parts]), f"layers.{n}.attention")
        for name in ("out", "up", "down"):
            part = getattr(layer, name)
            out |= _rounded(part.weight, part.bias, f"layers.{n}.{name}")
        for name in ("norm_1", "norm_2"):
            norm = getattr(layer, name)
            out[f"layers.{n}.{name}.gain"] = norm.weight.detach().numpy()
            out[f"layers.{n}.{name}.shift"] = norm.bias.detach().numpy()
    return out | _rounded(judge.head.weight, judge.head.bias, "head")


def _rounded(weight: Tensor, bias: Tensor, name: str) -> Arrays:
    turned = weight.detach().numpy().T
    scale = (np.abs(turned).max(axis=0) / 63).astype(np.float32)
    whole = np.rint(turned / scale).astype(np.int8)
    return {f"{name}.weights": whole, f"{name}.scale": scale, f"{name}.bias": bias.detach().numpy()}


def write(judge: Judge, version: str, record: Mapping[str, str], out: Path) -> None:
    """Write a network as it is shipped, and its digest beside it."""
    about = {
        "name": "grammar",
        "version": version,
        "licence": LICENCE,
        "shared": str(SHARED),
        "parser": hashlib.sha256(MODEL.read_bytes()).hexdigest(),
        **record,
    }
    content = safetensors(arrays(judge), about)
    out.write_bytes(content)
    out.with_name(out.name + ".sha256").write_text(
        f"{hashlib.sha256(content).hexdigest()}  {out.name}\n", "ascii"
    )
    print(f"{out}: {len(content) / 1e6:.1f} MB")


# --- the command ------------------------------------------------------------------------------


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--data", type=Path, required=True, help="folder of couples, by `grammar_data`"
    )
    options.add_argument(
        "--run", type=Path, required=True, help="folder of checkpoints and the log"
    )
    options.add_argument("--out", type=Path, required=True, help="the safetensors file")
    options.add_argument("--version", required=True, help="of the network, in signatures")
    options.add_argument("--epochs", type=int, default=1)
    options.add_argument("--size", type=int, default=16, help="couples a batch")
    options.add_argument("--rate", type=float, default=2e-4, help="learning rate of the layers")
    options.add_argument("--head-rate", type=float, default=1e-3)
    options.add_argument("--every", type=int, default=200, help="batches between checkpoints")
    options.add_argument("--start", type=Path, help="a run, or a file, whose network to go on from")
    options.add_argument(
        "--skip", type=int, default=0, help="couples to leave out, at the beginning"
    )
    options.add_argument("--most", type=int, help="couples to take after them")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    given.run.mkdir(parents=True, exist_ok=True)
    end = None if given.most is None else given.skip + given.most
    train, held = read(given.data, "train")[given.skip : end], read(given.data, "held")
    judge, pieces = beginning()
    if given.start is not None and given.start.is_file():
        load(judge, given.start)
    elif given.start is not None:
        judge.load_state_dict(
            torch.load(given.start / "checkpoint.pt", weights_only=True)["average"]
        )
    average = copy.deepcopy(judge)
    body = [p for p in judge.encoder.parameters() if p.requires_grad]
    rest = [*judge.signs.parameters(), *judge.head.parameters()]
    adam = torch.optim.AdamW(
        [{"params": body, "lr": given.rate}, {"params": rest, "lr": given.head_rate}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )
    todo = [
        chosen
        for epoch in range(given.epochs)
        for chosen in by_length(train, given.size, random.Random(given.seed + epoch))
    ]
    warm = max(1, len(todo) // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        adam,
        lambda step: min(
            (step + 1) / warm, max(0.02, (len(todo) - step) / max(1, len(todo) - warm))
        ),
    )
    checkpoint, log = given.run / "checkpoint.pt", given.run / "log.jsonl"
    step, cpu = 0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        judge.load_state_dict(state["judge"])
        average.load_state_dict(state["average"])
        adam.load_state_dict(state["adam"])
        schedule.load_state_dict(state["schedule"])
        step, cpu = state["step"], state["cpu"]
    running: list[float] = []
    judge.train()
    while step < len(todo):
        started = time.process_time()
        torch.manual_seed(given.seed * 100_000 + step)
        cost = loss(judge, todo[step], pieces)
        adam.zero_grad()
        cost.backward()
        nn.utils.clip_grad_norm_(body + rest, 1.0)
        adam.step()
        schedule.step()
        step += 1
        decay = min(0.995, (1 + step) / (10 + step))
        with torch.no_grad():
            for mean, now in zip(average.parameters(), judge.parameters(), strict=True):
                if now.requires_grad:
                    mean.lerp_(now, 1 - decay)
        running.append(cost.item())
        cpu += time.process_time() - started
        if step % given.every == 0 or step == len(todo):
            state = {
                "judge": judge.state_dict(),
                "average": average.state_dict(),
                "adam": adam.state_dict(),
            }
            state |= {"schedule": schedule.state_dict(), "step": step, "cpu": cpu}
            new = checkpoint.with_suffix(".new")
            torch.save(state, new)
            new.replace(checkpoint)
            write(average, given.version, {}, given.run / f"grammar-{step}.safetensors")
            figures = {k: round(v, 4) for k, v in tested(average, held, pieces).items()}
            line = {
                "step": step,
                "couples": step * given.size,
                "cpu": round(cpu),
                "loss": round(float(np.mean(running)), 4),
            }
            with log.open("a", encoding="utf-8") as file:
                print(json.dumps(line | figures), file=file)
            running = []
    record = {"couples": str(len(train)), "epochs": str(given.epochs), "seed": str(given.seed)}
    write(average, given.version, record, given.out)


if __name__ == "__main__":
    main()
