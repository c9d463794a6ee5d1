"""The metric that `evaluate.load(corrigenda.integrations.hugging_face.PATH)` loads.

`evaluate` copies this file to its cache and imports it there.
"""

from typing import Any

import datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]
import evaluate  # type: ignore[import-not-found, import-untyped, unused-ignore]

from corrigenda.integrations.scores import scored
from corrigenda.measures.registry import chosen

_TEXT = datasets.Value("string")
_INPUTS = """
Args:
    sources: the sentences to correct.
    predictions: the system's outputs.
    references: corrections, a text or a list of texts for each sentence.
    raw: tokenise all texts first; by default they are split at white space.
    ci: the confidence level of intervals in percent; by default there are none.
"""


class Corrigenda(evaluate.Metric):  # type: ignore[misc, unused-ignore]
    """Measures of corrigenda; the configuration names them: `M2,GLEU`."""

    def _info(self) -> Any:
        measures = self.config_name if self.config_name != "default" else "M2"
        self.measures = chosen(measures)
        several = datasets.Sequence(_TEXT)
        return evaluate.MetricInfo(
            description="Measures of text correctors.",
            citation="",
            inputs_description=_INPUTS,
            features=[
                datasets.Features({"sources": _TEXT, "predictions": _TEXT, "references": kind})
                for kind in (several, _TEXT)
            ],
        )

    def _compute(
        self,
        sources: list[str],
        predictions: list[str],
        references: list[Any],
        raw: bool = False,
        ci: float | None = None,
    ) -> dict[str, float]:
        records = zip(sources, predictions, references, strict=True)
        return scored(records, self.measures, raw=raw, ci=ci).flat()
