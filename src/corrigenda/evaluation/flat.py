"""A result as a flat dictionary, for experiment trackers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from corrigenda.errors import InputError
from corrigenda.measures.registry import measure as measure_of

if TYPE_CHECKING:
    from corrigenda.evaluation.cells import Cells


def flat(result: Cells, system: str | None = None, prefix: str = "") -> dict[str, float]:
    """Return each number of a result under a name of its own (see `Cells.flat`)."""
    chosen = result.systems if system is None else [system]
    numbers: dict[str, float] = {}
    for name in chosen:
        before = prefix if len(chosen) == 1 else f"{prefix}{name}/"
        for measure in map(measure_of, result.measure_names):
            cell, start = result[name, measure], f"{before}{measure}"
            numbers[start] = float(cell.value)
            if cell.low is not None and cell.high is not None:
                numbers |= {f"{start}.low": float(cell.low), f"{start}.high": float(cell.high)}
            parts = {**cell.score.parts, **{c: cell.score.counts[c] for c in measure.shown_counts}}
            numbers |= {f"{start}.{part}": float(value) for part, value in parts.items()}
    return numbers


def log(
    numbers: dict[str, float], wandb: Any, mlflow: Any, step: int | None, run_id: str | None
) -> None:
    """Send numbers to trackers (see `Cells.log`)."""
    if wandb is None and mlflow is None:
        raise InputError(
            "no tracker is given",
            hint="for example result.log(wandb=run) or result.log(mlflow=mlflow)",
        )
    if wandb is not None:
        wandb.log(numbers) if step is None else wandb.log(numbers, step=step)
    if mlflow is not None:
        named = {mlflow_name(name): value for name, value in numbers.items()}
        if hasattr(mlflow, "log_metrics"):  # the module, whose run is the active one
            mlflow.log_metrics(named, step=step)
        elif run_id is None:
            raise InputError(
                "an MLflow client has to be told which run to log to",
                hint="result.log(mlflow=client, run_id=run.info.run_id)",
            )
        else:
            for name, value in named.items():
                mlflow.log_metric(run_id, name, value, step=step)


def mlflow_name(name: str) -> str:
    """Return a name that MLflow takes.

    >>> mlflow_name("M2(beta=1.0,case=false).recall")
    'M2_beta_1.0_case_false.recall'
    """
    return re.sub(r"_+(?=\.|$)", "", re.sub(r"[^\w\-./ ]+", "_", name))
