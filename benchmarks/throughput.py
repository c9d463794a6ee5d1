"""Sentences per CPU second and peak memory of every measure, at several sizes, as a table for docs.

Each cell is one run of the command on one core, in a process of its own, over CoNLL-2014's gold
edits and one system (or the bundled examples), repeated with a number behind each sentence, so that
no two are alike. What was measured is kept in a file; a run that was ended goes on from there.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from corpora import conll14

import corrigenda as cg
from corrigenda.measures.registry import names

SIZES = (10_000, 100_000, 1_000_000)
SLOW = ("USim", "DistSim", "Meaning", "IMeasure")
"""Measures that are not run on a million sentences."""

OTHERS = ("DAGF", "HOO.detection", "HOO.recognition", "HOO.correction")
"""Measures of other inputs: two analyses of one text, fragments."""

KEPT = Path("throughput.json")


def throughput(*sizes: int) -> None:
    """Measure what has not been measured at these sizes (by default all), and print the table."""
    known = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for size in sizes or SIZES:
        with tempfile.TemporaryDirectory() as folder:
            gold, output = Path(folder, "gold.m2"), Path(folder, "system.txt")
            for name in names():
                if name in OTHERS or (name in SLOW and size > 100_000):
                    continue
                key = f"{name} {size}"
                if key not in known:
                    if not gold.exists():
                        _write(size, gold, output)
                    known[key] = _measured(name, gold, output)
                    KEPT.write_text(json.dumps(known, indent=1))
                    print(key, known[key], file=sys.stderr, flush=True)
    print("\n".join(_table(known)))


def _write(size: int, gold: Path, output: Path) -> None:
    corpus, systems = conll14()

    def segments() -> Iterator[cg.Segment]:
        for k in range(size):
            one = corpus[k % len(corpus)]
            source = f"{one.source} {k}"
            references = [cg.Correction(source, edits=r.edits, by=r.by) for r in one.references]
            yield cg.Segment(source, tuple(references))

    cg.write(segments(), gold)
    texts = [correction.text for correction in systems[0].corrections]
    with output.open("w", encoding="utf-8") as file:
        file.writelines(f"{texts[k % len(texts)]} {k}\n" for k in range(size))


def _measured(name: str, gold: Path, output: Path) -> dict[str, float]:
    """Run the command; return its CPU seconds and its peak memory in MB."""
    command = [sys.executable, __file__, "evaluate", "--m2", str(gold), "-H", f"s={output}"]
    command += ["-m", name, "--ci", "0", "-j", "1"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _table(known: dict[str, dict[str, float]]) -> Iterator[str]:
    sizes = [size for size in SIZES if any(key.endswith(f" {size}") for key in known)]
    yield "| measure | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    yield "| --- |" + " ---: |" * len(sizes)
    for name in names():
        cells = [known.get(f"{name} {size}") for size in sizes]
        if any(cells):
            shown = [
                f"{size / cell['seconds']:,.0f} / s, {cell['memory']:.0f} MB" if cell else ""
                for size, cell in zip(sizes, cells, strict=True)
            ]
            yield f"| {name} | " + " | ".join(shown) + " |"


if __name__ == "__main__":  # the command, and then what it took
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from corrigenda.cli import main

    status = main(sys.argv[1:])
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"seconds": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss / 1024}))
    sys.exit(status)
