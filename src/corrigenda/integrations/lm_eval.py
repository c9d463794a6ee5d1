"""Functions for tasks of the Language Model Evaluation Harness (lm-eval).

A task's folder has a file of functions, which the task file names:

    # functions.py
    from corrigenda.integrations.lm_eval import task

    gec = task("M2", "M2.recall", source="source", references="references")
    process_results, m2, recall = gec.process_results, gec.score("M2"), gec.score("M2.recall")

    # gec.yaml
    process_results: !function functions.process_results
    metric_list:
      - metric: M2
        aggregation: !function functions.m2
        higher_is_better: true

A score is computed from all sentences at once, not as the mean of scores of sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corrigenda.errors import InputError
from corrigenda.gates.rules import named
from corrigenda.integrations.scores import Record, scored
from corrigenda.measures.contract import Measure

__all__ = ["HarnessTask", "task"]


@dataclass(frozen=True)
class HarnessTask:
    """The metrics of a task, by name, and the fields of its documents."""

    metrics: Mapping[str, tuple[Measure, str]]
    source: str
    references: str | None
    raw: bool

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Record]:
        """Return what each metric needs of a document and of what the model wrote."""
        for name in filter(None, (self.source, self.references)):
            if name not in doc:
                raise InputError(
                    f"a document has no field {name!r}", hint=f"it has {', '.join(doc)}"
                )
        references = () if self.references is None else doc[self.references]
        record = (doc[self.source], results[0].strip(), references)
        return dict.fromkeys(self.metrics, record)

    def score(self, metric: str) -> Callable[[Sequence[Record]], float]:
        """Return what aggregates a metric: the score of all documents."""
        if metric not in self.metrics:
            listed = ", ".join(self.metrics)
            raise InputError(f"{metric!r} is no metric of the task", hint=f"there are {listed}")
        measure, part = self.metrics[metric]

        def aggregate(records: Sequence[Record]) -> float:
            cell = scored(records, measure, raw=self.raw)["model", measure]
            return {"score": cell.value, **cell.score.counts, **cell.score.parts}[part]

        return aggregate


def task(
    *metrics: str,
    source: str = "source",
    references: str | None = "references",
    raw: bool = False,
) -> HarnessTask:
    """Return the functions of a task with these metrics: measures, or parts of them (`M2.recall`).

    `source` and `references` are fields of its documents; references are a text or a list of texts
    (None: there are none). `raw` texts are tokenised first.
    """
    if not metrics:
        raise InputError("no metric is given", hint="for example task('M2', 'M2.recall')")
    return HarnessTask({name: named(name) for name in metrics}, source, references, raw)
