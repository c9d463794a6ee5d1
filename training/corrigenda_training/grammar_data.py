"""Sentences with mistakes and the same with fewer: what Grammar's network learns from.

python -m corrigenda_training.grammar_data --text ewt.txt pud.txt ... --plain 5000 --out COUPLES
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from corrigenda.linguistics.analysis import Analysis, analyse_all
from corrigenda_training.mistakes import Spoilt, applied, changes
from corrigenda_training.plain import sentence

SHORTEST, LONGEST = 3, 40
"""Words of a sentence that is learned from."""


class Couple(NamedTuple):
    """A sentence with mistakes, and the same with fewer or none."""

    worse: Spoilt
    better: Spoilt


def lines(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the sentences of tokenised files, compressed or not."""
    for path in paths:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        yield from content.decode("utf-8").splitlines()


def good(a: Analysis) -> bool:
    """Return whether a line looks like a sentence: of moderate length, with a capital or a digit
    first and a stop last, and a verb."""
    return (
        SHORTEST <= len(a) <= LONGEST
        and (a.words[0][0].isupper() or not a.words[0][0].isalpha())
        and a.words[-1] in (".", "?", "!", '"', "''", "”", ")", ":", "’")
        and any(tag in ("VBZ", "VBP", "VBD", "MD", "VB") for tag in a.tags)
        and sum(word.isalpha() for word in a.words) >= 0.6 * len(a)
    )


def couples(analyses: Iterable[Analysis], seed: int, times: int = 1) -> Iterator[Couple]:
    """Yield couples made from good sentences, each as often as asked."""
    dice = random.Random(seed)
    kept = [a for a in analyses if good(a)]
    words = Counter(word for a in kept for word in a.words if word.isalpha() and word.islower())
    others = [word for word, count in words.most_common(3000) for _ in range(1 + int(count**0.5))]
    for _ in range(times):
        dice.shuffle(kept)
        for a in kept:
            count = 1 + min(int(dice.expovariate(1.0) * (0.5 + len(a) / 14)), 7)
            chosen = changes(a, count, others, dice)
            if chosen:
                fewer = 0 if dice.random() < 0.75 else dice.randrange(len(chosen))
                yield Couple(applied(a, chosen), applied(a, chosen[:fewer]))


def made(count: int, seed: int) -> list[str]:
    """Return so many sentences of a small grammar."""
    dice = random.Random(seed)
    return [sentence(dice) for _ in range(count)]


def read(folder: Path, part: str) -> list[Couple]:
    """Return the couples of a part, `train` or `held`, as `main` writes them."""
    rows = map(json.loads, (folder / f"{part}.jsonl").read_text("utf-8").splitlines())
    return [
        Couple(*(Spoilt(words, [bool(w) for w in wrong]) for words, wrong in row)) for row in rows
    ]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--text", type=Path, nargs="+", required=True, help="tokenised, a sentence a line"
    )
    options.add_argument(
        "--plain", type=int, default=5000, help="sentences of a small grammar to add"
    )
    options.add_argument("--times", type=int, default=1, help="how often each sentence is spoilt")
    options.add_argument(
        "--held-out", type=int, default=600, help="sentences that are kept for testing"
    )
    options.add_argument(
        "--held-text", type=Path, nargs="+", help="take these sentences for testing"
    )
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    text = list(dict.fromkeys(lines(given.text)))
    random.Random(given.seed).shuffle(text)
    if given.held_text is None:
        held, rest = text[: given.held_out], text[given.held_out :]
    else:
        held = list(dict.fromkeys(lines(given.held_text)))
        rest = [line for line in text if line not in set(held)]
    parts = {
        "held": list(couples(analyse_all(held), given.seed)),
        "train": list(
            couples(
                analyse_all([*rest, *made(given.plain, given.seed)]), given.seed + 1, given.times
            )
        ),
    }
    given.out.mkdir(parents=True, exist_ok=True)
    for name, some in parts.items():
        rows = (
            json.dumps([[s.words, [int(w) for w in s.wrong]] for s in couple]) for couple in some
        )
        (given.out / f"{name}.jsonl").write_text("".join(f"{row}\n" for row in rows), "utf-8")
    print(f"{given.out}: {len(parts['train'])} couples, {len(parts['held'])} held out")


if __name__ == "__main__":
    main()
