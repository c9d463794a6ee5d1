"""The mean of several networks' weights. They must have set out from the same network.

Wortsman et al. 2022, "Model soups" (arXiv 2203.05482).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import torch


def soup(runs: Sequence[Path], out: Path) -> None:
    """A run whose averaged network is the mean of those of some runs."""
    states = [torch.load(run / "checkpoint.pt", weights_only=True) for run in runs]
    mean = {
        name: torch.stack([state["average"][name] for state in states]).mean(0)
        for name in states[0]["average"]
    }
    kept = {key: states[0][key] for key in ("labels", "tags", "shape", "epoch")}
    kept["options"] = {run.name: state["options"] for run, state in zip(runs, states, strict=True)}
    out.mkdir(parents=True, exist_ok=True)
    torch.save({**kept, "average": mean}, out / "checkpoint.pt")
    line = {"mean of": [run.name for run in runs]}
    (out / "log.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
