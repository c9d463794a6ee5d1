"""`compute_metrics` for Trainer and Seq2SeqTrainer of Hugging Face transformers.

trainer = Seq2SeqTrainer(
    ...,
    args=Seq2SeqTrainingArguments(..., predict_with_generate=True, metric_for_best_model="M2"),
    compute_metrics=compute_metrics("dev.m2", "M2,GLEU", tokenizer=tokenizer),
)
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from corrigenda.corpus import Corpus, Segment
from corrigenda.errors import InputError
from corrigenda.evaluation import evaluate
from corrigenda.inputs import Sentences, sentences
from corrigenda.measures.contract import Measure
from corrigenda.measures.registry import chosen

__all__ = ["argmax", "compute_metrics", "decoded"]

IGNORED = -100
"""What Trainer pads labels and predictions with."""


def compute_metrics(
    corpus: Sentences | None = None,
    measures: str | Measure | Sequence[str | Measure] = "M2",
    *,
    tokenizer: Any,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    text: Callable[[str], str] | None = None,
    ci: float | None = None,
    prefix: str = "",
    jobs: int | None = 1,
) -> Callable[[Any], dict[str, float]]:
    """Return what a Trainer takes as `compute_metrics`.

    `corpus` (or `sources` with `references`) is what `evaluate` takes: the sentences of the
    evaluation set, in its order. Without one, sources are the model's inputs (ask for them:
    `include_for_metrics=["inputs"]`) and references are the labels. Predictions are decoded by the
    `tokenizer`; `text` is applied to what comes out, `raw` tokenises all texts. The names of scores
    are those of `Result.flat`; Trainer puts `eval_` before them. If a measure's `best` is "min",
    `metric_for_best_model` needs `greater_is_better=False` beside it.
    """
    wanted = chosen(measures)
    given = corpus is not None or sources is not None
    fixed = None
    if given:
        fixed = Corpus(tuple(sentences(corpus, sources=sources, references=references)))

    def metrics(prediction: Any) -> dict[str, float]:
        outputs = [text(one) if text else one for one in decoded(prediction.predictions, tokenizer)]
        segments = _of_batch(prediction, tokenizer, text) if fixed is None else fixed
        if len(segments) != len(outputs):
            raise InputError(
                f"the corpus has {len(segments)} sentences, but the model made {len(outputs)} "
                "predictions",
                hint="evaluate on the sentences of the corpus, all of them and in its order",
            )
        result = evaluate(segments, {"model": outputs}, wanted, raw=raw, ci=ci, jobs=jobs)
        return result.flat(prefix=prefix)

    return metrics


def argmax(logits: Any, labels: Any = None) -> Any:
    """Return the likeliest tokens, for `preprocess_logits_for_metrics`: logits of a whole
    evaluation set take much memory."""
    return (logits[0] if isinstance(logits, tuple) else logits).argmax(-1)


def decoded(predictions: Any, tokenizer: Any) -> list[str]:
    """Return predictions as texts: of token numbers, generated or from `argmax`, or of logits.

    Padding (-100) is left out, and so are the special tokens of the tokenizer.
    """
    numbers = np.asarray(predictions[0] if isinstance(predictions, tuple) else predictions)
    if numbers.ndim == 3:
        warnings.warn(
            "predictions are logits: each token was predicted after the right ones before it, so "
            "scores are higher than those of texts that a model writes by itself; use "
            "Seq2SeqTrainer with predict_with_generate=True",
            stacklevel=2,
        )
        numbers = numbers.argmax(axis=-1)
    if numbers.ndim != 2 or not np.issubdtype(numbers.dtype, np.integer):
        raise InputError(
            f"expected predictions to be token numbers or logits, found an array of "
            f"{numbers.ndim} dimensions of {numbers.dtype}",
            hint="use Seq2SeqTrainer with predict_with_generate=True",
        )
    padding = tokenizer.pad_token_id
    if padding is None:
        padding = tokenizer.eos_token_id
    whole = np.where(numbers == IGNORED, padding, numbers)
    texts: list[str] = tokenizer.batch_decode(whole, skip_special_tokens=True)
    return [one.strip() for one in texts]


def _of_batch(prediction: Any, tokenizer: Any, text: Callable[[str], str] | None) -> Corpus:
    """Return inputs and labels as a corpus."""
    inputs = getattr(prediction, "inputs", None)
    if inputs is None:
        raise InputError(
            "there is no corpus, and Trainer passes no inputs",
            hint="give compute_metrics a corpus, or set include_for_metrics=['inputs']",
        )
    texts = [decoded(column, tokenizer) for column in (inputs, prediction.label_ids)]
    made = [[text(one) if text else one for one in column] for column in texts]
    from corrigenda.columns import corpus

    segments: tuple[Segment, ...] = tuple(corpus(made[0], [made[1]]))
    return Corpus(segments)
