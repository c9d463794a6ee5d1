"""Metrics for training loops and evaluation harnesses.

- `transformers`: `compute_metrics` for Trainer and Seq2SeqTrainer;
- `hugging_face`: a module for `evaluate.load`;
- `lm_eval`: functions for a task of the Language Model Evaluation Harness.

None of these packages is needed to import this one. Loggers: see `Result.log`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["hugging_face", "lm_eval", "transformers"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")
