"""How long something takes, and how that is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def cpu(job: Callable[[], Any], repeats: int = 3) -> float:
    """The least CPU time of some runs: other work on the machine only ever adds to it."""
    least = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        job()
        least = min(least, time.process_time() - started)
    return least


def report(what: str, ours: float, peer: str = "", theirs: float | None = None) -> None:
    line = f"{what:<58} {ours:8.3f} s"
    if theirs is not None:
        line += f"   {peer}: {theirs:.3f} s, ratio {theirs / ours:.1f}"
    elif peer:
        line += f"   ({peer})"
    print(line, flush=True)
