"""What a Ray cluster costs beside processes on the same cores, and what its driver can feed."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from corpora import conll14

import corrigenda as cg
from corrigenda.corpus import Pair
from corrigenda.engine.parallel import using
from corrigenda.engine.tables import CHUNK, _compute
from corrigenda.evaluation import evaluate_stream

WORK = {"M2": 20_000, "USim": 1024}
"""Sentences of the longer run; the shorter one has a quarter. Start-up is in both, so it drops out
of the difference."""

REPEATS = 3
"""Runs of each engine, of which the median counts: a rate is the difference of two runs, of which
the least would be too low."""

_TICK = os.sysconf("SC_CLK_TCK")


def cluster(jobs: int = 2) -> None:
    """Compare CPU seconds of all processes per sentence: with processes, and with Ray."""
    for measure in WORK:
        runs: dict[str, list[dict[str, float]]] = {"processes": [], "ray": []}
        for engine in ("processes", "ray") * REPEATS:
            command = [sys.executable, __file__, engine, measure, str(jobs)]
            done = subprocess.run(
                command, check=True, start_new_session=True, stdout=subprocess.PIPE, text=True
            )
            runs[engine].append(json.loads(done.stdout))
        for engine, several in runs.items():
            found = {key: median(run[key] for run in several) for key in several[0]}
            print(
                f"{measure} with {engine}: {1000 * found['all']:.2f} CPU s per 1,000 sentences, of "
                f"which the driver has {1000 * found['driver']:.3f}; start-up {found['start']:.1f} "
                f"CPU s; driver's peak {found['peak']} MiB",
                flush=True,
            )
        usual = {engine: median(run["all"] for run in several) for engine, several in runs.items()}
        print(f"{measure}: Ray takes {usual['ray'] / usual['processes']:.2f} times as much")
        sent, returned = _sizes(measure)
        print(f"{measure}: {CHUNK} sentences are {sent:,} bytes to send, {returned:,} to return")


def _pairs(sentences: int, run: int = 0) -> list[Pair]:
    """Return distinct sentences, and others in each run, so that no graph is at hand."""
    corpus, systems = conll14()
    made = []
    for k in range(sentences):
        segment = corpus[k % len(corpus)]
        text = systems[0].corrections[k % len(corpus)].text
        source = f"{segment.source} {run} {k}"
        references = [cg.Correction(source, edits=r.edits, by=r.by) for r in segment.references]
        made.append(
            (
                cg.Segment(source, tuple(references)),
                (cg.Correction(source, text=f"{text} {run} {k}"),),
            )
        )
    return made


def _sizes(measure: str) -> tuple[int, int]:
    from corrigenda.meaning.parsing import Parsing

    chunk = [(s, (*c, cg.Correction(s.source, s.source, ()))) for s, c in _pairs(CHUNK)]
    sent = len(pickle.dumps(chunk, 5))  # before anything is remembered in it
    rows = partial(_compute, (cg.measure(measure),), Parsing())(chunk)
    return sent, len(pickle.dumps(rows, 5))


def _session() -> float:
    """CPU seconds of all processes of this session, and of those that ended."""
    own = os.getsid(0)
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == own:
                total += sum(map(int, fields[11:15]))
    return total / _TICK


def _run(engine: str, measure: str, jobs: int) -> dict[str, Any]:
    import resource

    spent = []
    with using(engine):
        for run, sentences in enumerate((WORK[measure] // 4, WORK[measure])):
            pairs = _pairs(sentences, run)
            before, own = _session(), time.process_time()
            evaluate_stream(pairs, ["system"], measure, ci=None, jobs=jobs)
            spent.append((_session() - before, time.process_time() - own))
    more = WORK[measure] - WORK[measure] // 4
    rate = (spent[1][0] - spent[0][0]) / more
    if engine == "ray":  # whose workers stay, so that nothing starts in the second run
        rate = spent[1][0] / WORK[measure]
    driver = spent[1][1] / WORK[measure]
    start = spent[0][0] - rate * WORK[measure] / 4
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"all": rate, "driver": driver, "start": start, "peak": peak}


if __name__ == "__main__":
    print(json.dumps(_run(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
