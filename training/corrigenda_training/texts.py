"""Running text to sentences that are worth labelling, one a line, tokenised:
`python -m corrigenda_training.texts --out FILE RAW...`.

Of a table, `--field` says which column is text. Lines of a paragraph may be broken; a blank line,
or one with `%` alone (as between fortunes), ends it, and so does each line of a table.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path

from corrigenda.tokenisation import sentences, tokenise

WORDS = 0.7
"""The least share of tokens that are words. (How long a sentence may be, `label` knows.)"""


def worth_it(tokens: list[str]) -> bool:
    return sum(token.isalpha() for token in tokens) >= WORDS * len(tokens)


def paragraphs(text: str, field: int | None) -> Iterator[str]:
    if field is not None:
        yield from (line.split("\t")[field - 1] for line in text.splitlines() if line.strip())
        return
    for part in re.split(r"\n\s*%?\s*\n", text):
        yield " ".join(part.split())


def found(paths: list[Path], field: int | None, encoding: str) -> list[str]:
    """The distinct sentences, in order."""
    lines: dict[str, None] = {}
    for path in paths:
        for paragraph in paragraphs(path.read_text(encoding), field):
            for sentence in sentences(paragraph):
                tokens = [piece.text for piece in tokenise(sentence.text)]
                if worth_it(tokens):
                    lines[" ".join(tokens)] = None
    return [*lines]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--field", type=int, help="the column of a table, from 1")
    options.add_argument("--most", type=int, help="take so many at random")
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--encoding", default="utf-8")
    options.add_argument("raw", type=Path, nargs="+")
    given = options.parse_args()
    lines = found(given.raw, given.field, given.encoding)
    if given.most is not None and given.most < len(lines):
        lines = random.Random(given.seed).sample(lines, given.most)
    given.out.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    print(f"{given.out}: {len(lines)} sentences")


if __name__ == "__main__":
    main()
