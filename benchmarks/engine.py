"""Start-up, resampling, and a stream of a million pairs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from corpora import conll14, repeated
from timing import cpu, report

import corrigenda as cg
from corrigenda.statistics.intervals import intervals
from corrigenda.statistics.resampling import bootstrap_sums


def start_up() -> None:
    for what, command in (
        ("import corrigenda", [sys.executable, "-c", "import corrigenda"]),
        ("corrigenda --help", [sys.executable, "-m", "corrigenda", "--help"]),
        ("python alone", [sys.executable, "-c", ""]),
    ):
        times = []
        for _ in range(5):
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - started)
        report(f"{what} (a new process, wall clock)", min(times))


def resampling() -> None:
    from scipy.stats import bootstrap

    corpus, systems = conll14()
    rng = np.random.default_rng(1)
    for name in ("M2", "GLEU", "Accuracy"):
        measure = cg.measure(name)
        rows = measure.resampled_rows(measure.rows(corpus, systems[0]))
        ours = cpu(lambda: measure.values(bootstrap_sums([rows], 10_000, 1)[0]))  # noqa: B023
        report(f"10,000 resamples of {name}, {len(rows):,} sentences", ours)
    measure = cg.measure("M2")
    rows = measure.rows(corpus, systems[0])

    def statistic(tp: Any, fp: Any, fn: Any, axis: int) -> Any:
        return measure.values(np.stack([x.sum(axis=axis) for x in (tp, fp, fn)], axis=-1))["score"]

    theirs = cpu(
        lambda: bootstrap(
            tuple(rows.T), statistic, paired=True, vectorized=True, method="BCa", n_resamples=1000,
            batch=100, rng=rng,
        ),
        1,
    )  # fmt: skip
    ours = cpu(lambda: intervals(rows, measure.values, resamples=1000))
    report("BCa interval of M2, 1,000 resamples", ours, "scipy.stats.bootstrap", theirs)


def stream(sentences: int = 1_000_000) -> None:
    """A corpus as long as you like, through the command line, in bounded memory."""
    corpus, systems = conll14()
    with tempfile.TemporaryDirectory() as folder:
        gold, output = Path(folder, "gold.m2"), Path(folder, "system.txt")
        cg.write(repeated(corpus, sentences), gold)
        with output.open("w", encoding="utf-8") as file:
            for k in range(sentences):
                file.write(
                    systems[k // len(corpus) % len(systems)].corrections[k % len(corpus)].text
                    + "\n"
                )
        command = [sys.executable, "-m", "corrigenda", "evaluate", "--m2", str(gold)]
        command += ["-H", f"system={output}", "--ci", "0"]
        started = time.perf_counter()
        subprocess.run(command, check=True)
        elapsed = time.perf_counter() - started
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{sentences:,} sentence pairs in {elapsed:.0f} s: {sentences / elapsed:,.0f} a second;")
    print(f"the largest process took {peak:.0f} MiB; {os.cpu_count()} processors")
