"""Functions for tasks of the Language Model Evaluation Harness (lm-eval).

A task's folder has a file of functions, which the task file names:

    # functions.py
    from corrigenda.integrations.lm_eval import task

    gec = task("M2", "GLEU", source="source", references="references")
    process_results, m2, gleu = gec.process_results, gec.score("M2"), gec.score("GLEU")

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
from corrigenda.integrations.records import Record, scored
from corrigenda.measures.contract import Measure
from corrigenda.measures.registry import chosen

__all__ = ["Task", "task"]


@dataclass(frozen=True)
class Task:
    """Measures of a task, and the fields of its documents."""

    measures: tuple[Measure, ...]
    source: str
    references: str | None
    raw: bool

    def process_results(self, doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Record]:
        """Return what each measure needs of a document and of what the model wrote."""
        for name in filter(None, (self.source, self.references)):
            if name not in doc:
                raise InputError(
                    f"a document has no field {name!r}", hint=f"it has {', '.join(doc)}"
                )
        references = () if self.references is None else doc[self.references]
        record = (doc[self.source], results[0].strip(), references)
        return {str(measure): record for measure in self.measures}

    def score(self, measure: str, part: str = "") -> Callable[[Sequence[Record]], float]:
        """Return what aggregates a metric: the score of all documents, or a part of it."""
        [wanted] = chosen(measure)
        if wanted not in self.measures:
            listed = ", ".join(map(str, self.measures))
            raise InputError(f"{wanted} is not among the measures of the task", hint=listed)
        name = f"{wanted}.{part}" if part else str(wanted)

        def aggregate(records: Sequence[Record]) -> float:
            return scored(records, wanted, raw=self.raw).flat()[name]

        return aggregate


def task(
    *measures: str | Measure,
    source: str = "source",
    references: str | None = "references",
    raw: bool = False,
) -> Task:
    """Return the functions of a task with these measures.

    `source` and `references` are fields of its documents; references are a text or a list of texts
    (None: there are none). `raw` texts are tokenised first.
    """
    return Task(chosen(measures), source, references, raw)
