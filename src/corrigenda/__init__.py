"""corrigenda measures text correctors.

    import corrigenda as cg

    corpus = cg.read("gold.m2")
    result = cg.evaluate(corpus, {"AMU": "amu.txt"}, measures=["M2", "GLEU"], ci=95)
    print(result)

Names load when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from corrigenda._version import __version__

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus, Correction, Segment, System
    from corrigenda.edits import Edit
    from corrigenda.engine.parallel import using
    from corrigenda.errors import InputError
    from corrigenda.evaluation import Comparison, Result, compare, evaluate
    from corrigenda.formats import read, read_parallel, read_system, write
    from corrigenda.linguistics.analysis import Analysis, analyse
    from corrigenda.linguistics.errant.annotator import annotate
    from corrigenda.measures.contract import Measure, Score
    from corrigenda.measures.registry import parse
    from corrigenda.results.finding import load

_HOMES = {
    "Corpus": "corpus",
    "Correction": "corpus",
    "Segment": "corpus",
    "System": "corpus",
    "Edit": "edits",
    "using": "engine.parallel",
    "InputError": "errors",
    "Comparison": "evaluation",
    "Result": "evaluation",
    "compare": "evaluation",
    "evaluate": "evaluation",
    "read": "formats",
    "read_parallel": "formats",
    "read_system": "formats",
    "write": "formats",
    "Analysis": "linguistics.analysis",
    "analyse": "linguistics.analysis",
    "annotate": "linguistics.errant.annotator",
    "Measure": "measures.contract",
    "Score": "measures.contract",
    "parse": "measures.registry",
    "load": "results.finding",
}

__all__ = [
    "Analysis",
    "Comparison",
    "Corpus",
    "Correction",
    "Edit",
    "InputError",
    "Measure",
    "Result",
    "Score",
    "Segment",
    "System",
    "__version__",
    "analyse",
    "annotate",
    "compare",
    "evaluate",
    "load",
    "parse",
    "read",
    "read_parallel",
    "read_system",
    "using",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'corrigenda' has no attribute {name!r}")
    value = getattr(import_module(f"corrigenda.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
