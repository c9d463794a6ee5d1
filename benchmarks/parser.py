"""The embedded parser: speed, first call, memory of a stream."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
from corpora import conll14
from timing import cpu, report


def parser(sentences: int = 20_000, length: int = 24) -> None:
    """Sentences of 20 to 30 tokens, one process, one thread; then a stream over all processors, of
    so many sentences of so many tokens."""
    from corrigenda.meaning.parser.embedded import Embedded

    corpus, _ = conll14()
    texts = dict.fromkeys(segment.source for segment in corpus)
    lines = [text.split() for text in texts if 20 <= len(text.split()) <= 30][:300]
    if not lines:
        lines = [(" ".join(texts)).split()[k : k + 25] for k in range(0, 300, 25)]
    started = time.process_time()
    embedded = Embedded()
    embedded.parse(lines[0])
    report("Parser, first call (import and load included)", time.process_time() - started)
    least = cpu(lambda: embedded.parse_many(lines), 5)
    tokens = sum(map(len, lines)) / len(lines)
    what = f"Parser, {len(lines)} sentences of {tokens:.0f} tokens"
    report(what, least, "its products alone", products(160) * len(lines) * 30 / 160)
    print(f"  {len(lines) / least:.0f} sentences a second of one core")
    # New sentences, so that none is parsed twice: the words of the corpus in other company.
    words = [word for text in texts for word in text.split()]
    code = (
        "import random, resource, sys\n"
        "from corrigenda.meaning.parsing import parse_all\n"
        "words = sys.stdin.read().split(); dice = random.Random(1)\n"
        f"lines = (dice.choices(words, k={length}) for _ in range({sentences}))\n"
        "if __name__ == '__main__':\n"
        "    for n, graph in enumerate(parse_all(lines), 1):\n"
        f"        if n in (2000, {sentences}):\n"
        "            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "            print(f'  after {n:,} sentences: {own:.0f} MB', flush=True)\n"
        "    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024\n"
        "    print(f'  the largest of its workers: {worker:.0f} MB, part of it shared')\n"
    )
    what = f"a stream of {sentences:,} sentences of {length} tokens"
    print(f"Parser, {what} over all processors", flush=True)
    subprocess.run([sys.executable, "-c", code], input=" ".join(words), text=True, check=True)


def products(pieces: int) -> float:
    """CPU time of the multiplications of the parser's encoder for so many word pieces at once: what
    the processor is worth."""
    rng = np.random.default_rng(1)
    x, inner = rng.random((pieces, 384), np.float32), rng.random((pieces, 1152), np.float32)
    sizes = [(384, 1152), (384, 384), (384, 1152)]
    weights = [rng.random(size, np.float32) for _ in range(6) for size in sizes]
    down = [rng.random((1152, 384), np.float32) for _ in range(6)]
    return cpu(lambda: [x @ w for w in weights] + [inner @ w for w in down], 20)
