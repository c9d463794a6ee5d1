"""Sentences per CPU second and peak memory of every measure, at several sizes, as a table for docs.

Each cell is one run of the command on one core, in a process of its own, with start-up and reading,
over CoNLL-2014's gold edits and one system (or the bundled examples), repeated with a number behind
each sentence, so that no two are alike. A measure is not run at a size that would take longer than
`LONGEST`, by what a tenth of it took. What was measured is kept in a file; a run that was ended
goes on from there. `docs/speed.md` gets the table of all that is in that file.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from corpora import ROOT, conll14

from corrigenda.formats import m2
from corrigenda.measures.registry import names

SIZES = (1_000, 10_000, 100_000, 1_000_000)
"""Numbers of sentences. The first tells how long the others may take, and is not in the table."""

LONGEST = 800
"""CPU seconds that a run may take."""

OTHERS = {
    "DAGF": "compares two analyses of one text",
    "HOO.detection": "is of fragments",
    "HOO.recognition": "is of fragments",
    "HOO.correction": "is of fragments",
}
"""Measures of other inputs, which are not run."""

KEPT = Path("throughput.json")
PAGE = ROOT / "docs" / "speed.md"
MARK = "<!-- throughput: written by `python benchmarks/run.py throughput` -->\n"


def throughput(largest: int = SIZES[-1], longest: int = LONGEST) -> None:
    """Measure what has not been measured up to this size, and write the table."""
    known = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for size in (size for size in SIZES if size <= largest):
        with tempfile.TemporaryDirectory() as folder:
            gold, output = Path(folder, "gold.m2"), Path(folder, "system.txt")
            for name in names():
                key = f"{name} {size}"
                if name in OTHERS or key in known or _expected(known, name, size) > longest:
                    continue
                if not gold.exists():
                    _write(size, gold, output)
                known[key] = _measured(name, gold, output)
                KEPT.write_text(json.dumps(known, indent=1))
                print(key, known[key], file=sys.stderr, flush=True)
    table = "\n".join(_table(known))
    print(table)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARK)
    behind = rest.partition(MARK)[2]
    PAGE.write_text(f"{before}{MARK}{table}\n{MARK}{behind}", encoding="utf-8")


def _expected(known: dict[str, dict[str, float]], name: str, size: int) -> float:
    """Return the CPU seconds of a run that is ten times as long as one before."""
    if size == SIZES[0]:
        return 0.0
    smaller = known.get(f"{name} {size // 10}")
    return 10 * smaller["seconds"] if smaller else float("inf")


def _write(size: int, gold: Path, output: Path) -> None:
    """Write so many sentences: their edits stay, as the number stands at the end."""
    corpus, systems = conll14()
    blocks = [list(m2.dump([segment], Counter())) for segment in corpus]
    texts = [correction.text for correction in systems[0].corrections]
    with gold.open("w", encoding="utf-8") as edits, output.open("w", encoding="utf-8") as file:
        for k in range(size):
            source, *lines = blocks[k % len(blocks)]
            edits.write("\n".join([f"{source} {k}", *lines]) + "\n")
            file.write(f"{texts[k % len(texts)]} {k}\n")


def _measured(name: str, gold: Path, output: Path) -> dict[str, float]:
    """Run the command; return its CPU seconds and its peak memory in MB."""
    command = [sys.executable, "-m", "corrigenda", "evaluate", "--m2", str(gold)]
    command += ["-H", f"s={output}", "-m", name, "--ci", "0", "-j", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return {"seconds": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss / 1024}


def _table(known: dict[str, dict[str, float]]) -> Iterator[str]:
    sizes = [size for size in SIZES[1:] if any(key.endswith(f" {size}") for key in known)]
    yield "| measure | " + " | ".join(f"{size:,}" for size in sizes) + " |"
    yield "| --- |" + " ---: |" * len(sizes)
    for name in names():
        cells = [known.get(f"{name} {size}") for size in sizes]
        if any(cells):
            shown = [
                f"{size / cell['seconds']:,.0f} / s, {cell['memory']:.0f} MB" if cell else "–"
                for size, cell in zip(sizes, cells, strict=True)
            ]
            yield f"| {name} | " + " | ".join(shown) + " |"
    yield ""
    without = (f"{name} ({why})" for name, why in OTHERS.items())
    yield (
        f"Sentences per CPU second and peak memory by number of sentences. –: not measured. "
        f"Not measured at all: {', '.join(without)}. "
        f"Python {platform.python_version()}, numpy {np.__version__}, {_processor()}."
    )


def _processor() -> str:
    """Return what the processor is called."""
    about = Path("/proc/cpuinfo")
    lines = about.read_text().splitlines() if about.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())
