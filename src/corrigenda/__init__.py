"""corrigenda measures text correctors.

    import corrigenda as cg

    result = cg.evaluate(
        sources=["He go home ."],
        references=[["He goes home ."], ["He went home ."]],
        systems={"mine": ["He goes home ."]},
        measures=["M2", "GLEU"],
    )
    print(result)
    result["mine"]["M2"].value

What is listed here, and described on the page "Python" of the documentation, is public; the rest
may change. Names load when they are first used, so that importing the package costs next to
nothing. Measures are here by the names of their classes: `cg.M2(beta=1)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corrigenda._version import __version__ as __version__
from corrigenda.lazy import exports

if TYPE_CHECKING:
    from corrigenda import examples as examples
    from corrigenda import hoo as hoo
    from corrigenda import references as references
    from corrigenda.changes.conservatism import conservatism as conservatism
    from corrigenda.changes.reranking import rerank as rerank
    from corrigenda.corpus import Corpus as Corpus
    from corrigenda.corpus import Correction as Correction
    from corrigenda.corpus import Segment as Segment
    from corrigenda.corpus import System as System
    from corrigenda.edits import Edit as Edit
    from corrigenda.engine.parallel import using as using
    from corrigenda.errors import InputError as InputError
    from corrigenda.evaluation import Comparison as Comparison
    from corrigenda.evaluation import Result as Result
    from corrigenda.evaluation import compare as compare
    from corrigenda.evaluation import evaluate as evaluate
    from corrigenda.evaluation.single import score as score
    from corrigenda.formats import convert as convert
    from corrigenda.formats import read as read
    from corrigenda.formats import read_parallel as read_parallel
    from corrigenda.formats import read_system as read_system
    from corrigenda.formats import write as write
    from corrigenda.formats.transform import apply as apply
    from corrigenda.formats.transform import extract as extract
    from corrigenda.judgements.study import meta as meta
    from corrigenda.linguistics.analysis import Analysis as Analysis
    from corrigenda.linguistics.analysis import analyse as analyse
    from corrigenda.linguistics.errant.annotator import annotate as annotate
    from corrigenda.meaning.drawing.files import draw as draw
    from corrigenda.meaning.graph import Graph as Graph
    from corrigenda.meaning.parsing import Parsing as Parsing
    from corrigenda.meaning.parsing import parse as parse
    from corrigenda.meaning.parsing import parse_file as parse_file
    from corrigenda.meaning.studies.alarms import alarms as alarms
    from corrigenda.meaning.studies.damage import damage as damage
    from corrigenda.meaning.studies.sensitivity import sensitivity as sensitivity
    from corrigenda.meaning.studies.similarity import explain as explain
    from corrigenda.meaning.studies.similarity import usim as usim
    from corrigenda.measures.contract import Measure as Measure
    from corrigenda.measures.contract import Score as Score
    from corrigenda.measures.description import describe as describe
    from corrigenda.measures.registry import measure as measure
    from corrigenda.results.finding import load as load
    from corrigenda.results.page import report as report
    from corrigenda.statistics.settings import Settings as Settings

_exported, _get = exports(
    __name__,
    {
        "changes.conservatism": "conservatism",
        "changes.reranking": "rerank",
        "corpus": "Corpus Correction Segment System",
        "edits": "Edit",
        "engine.parallel": "using",
        "errors": "InputError",
        "evaluation": "Comparison Result compare evaluate",
        "evaluation.single": "score",
        "examples": "",
        "formats": "convert read read_parallel read_system write",
        "formats.transform": "apply extract",
        "hoo": "",
        "judgements.study": "meta",
        "linguistics.analysis": "Analysis analyse",
        "linguistics.errant.annotator": "annotate",
        "meaning.graph": "Graph",
        "meaning.parsing": "Parsing parse parse_file",
        "meaning.drawing.files": "draw",
        "meaning.studies.alarms": "alarms",
        "meaning.studies.damage": "damage",
        "meaning.studies.sensitivity": "sensitivity",
        "meaning.studies.similarity": "explain usim",
        "measures.contract": "Measure Score",
        "measures.description": "describe",
        "measures.registry": "measure",
        "references": "",
        "results.finding": "load",
        "results.page": "report",
        "statistics.settings": "Settings",
    },
)
__all__ = ["__version__", *sorted(_exported)]


def __getattr__(name: str) -> Any:
    if name not in _exported and name[0].isupper():  # a class that is none of these: a measure
        from corrigenda.measures.registry import by_class

        classes = by_class()
        if name in classes:
            return classes[name]()
    return _get(name)


def __dir__() -> list[str]:
    from corrigenda.measures.registry import by_class

    return sorted([*__all__, *by_class()])
