"""Every measure on one sentence of 10,000 tokens: CPU seconds and peak memory of a process each."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time

TOKENS = 10_000
SHARE = 0.05
"""Of the tokens that the correction and the reference change, each in places of its own."""


def long(tokens: int = TOKENS, *only: str) -> None:
    """Print a line for each measure (or for those that are named)."""
    from corrigenda.measures.registry import names

    print(f"one sentence of {tokens:,} tokens, {SHARE:.0%} of them changed")
    for name in only or names():
        if name.startswith("HOO"):
            continue
        command = [sys.executable, __file__, name, str(tokens)]
        ended = subprocess.run(command, capture_output=True, text=True)
        if ended.returncode:
            print(f"{name:16} {ended.stderr.splitlines()[-1]}")
            continue
        took = json.loads(ended.stdout)
        print(f"{name:16} {took['seconds']:6.1f} CPU s {took['memory']:6.0f} MB", flush=True)


def texts(tokens: int) -> tuple[str, str, str]:
    """Return a source, a reference and an output: bundled sentences one after the other."""
    from corrigenda.examples import path

    lines = path("source.txt").read_text(encoding="utf-8").split("\n")
    rng = random.Random(1)
    words: list[str] = []
    while len(words) < tokens:
        words += rng.choice(lines).split()
    words = words[:tokens]

    def changed() -> str:
        out = []
        for word in words:
            kind = rng.choice(["drop", "add", "replace"]) if rng.random() < SHARE else "keep"
            if kind != "drop":
                out.append(rng.choice(words) if kind == "replace" else word)
            if kind == "add":
                out.append(rng.choice(words))
        return " ".join(out)

    return " ".join(words), changed(), changed()


def one(name: str, tokens: int) -> None:
    """Score the sentence by one measure, and print what that took."""
    import corrigenda as cg

    source, reference, output = texts(tokens)
    started = time.process_time()
    result = cg.evaluate(
        sources=[source], references=[[reference]], systems={"x": [output]}, measures=name,
        ci=None, jobs=1,
    )  # fmt: skip
    score = result["x"][name].value
    seconds = time.process_time() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"score": score, "seconds": seconds, "memory": memory}))


if __name__ == "__main__":
    one(sys.argv[1], int(sys.argv[2]))
