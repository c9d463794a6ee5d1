"""USim, the paper: references and systems of JFLEG, and sensitivity by type of error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, get_args

from scipy.stats import spearmanr  # type: ignore[import-untyped]

from corrigenda.engine.parsing import Parsing
from corrigenda.evaluation import evaluate
from corrigenda.evaluation.figures import scores
from corrigenda.formats import read, read_parallel, read_system, ucca_xml
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.usim import match
from corrigenda.measures.usim import USim
from corrigenda.report.figures import whiskers
from corrigenda.statistics.settings import Settings
from corrigenda.studies.sensitivity import Before, Choices, sensitivity
from papers.rows import Findings, Row
from papers.shared import Shared
from papers.usim_essays import CODE, mean_usim

# --- JFLEG ----------------------------------------------------------------------------------------

MEASURE = USim(units="multi", labels="code", scoring="code")
LINES = 754
REFERENCES = tuple(f"dev.ref{k}" for k in range(4))
OUTPUTS = tuple(f"mle_{k}.txt" for k in range(1, 6))
MISPAIRED = (
    "the released program takes the first digits of a file's name for the number of its line, so "
    "that all lines of a system are compared with one line of the source, and references 1 to 3 "
    "are out of step up to line 99; line by line, systems score above references, which change more"
)


@lru_cache(maxsize=1)
def _tupa(shared: Shared) -> dict[str, Graph]:
    """Parses by text and line: 7540 of them."""
    return dict(ucca_xml.read_passages(shared.data("jfleg-tupa", "jfleg-dev-tupa-xml.tar.xz")))


def jfleg(shared: Shared) -> Findings:
    """References and systems against the source, as parsed by TUPA."""
    published = shared.golden("usim")["paper"]["jfleg"]
    parses = _tupa(shared)
    ways: tuple[Callable[[str, int], int], ...] = (mistaken, lambda _, line: line)
    wrong, right = (
        {text: _paired(shared, parses, text, line) for text in (*REFERENCES, *OUTPUTS)}
        for line in ways
    )
    rows = [
        *_ranges(wrong, published, ", paired as the released program does", ""),
        *_ranges(right, published, ", line by line", MISPAIRED),
        *(Row(f"{text}, line by line", "", [value]) for text, value in right.items()),
    ]
    figure = whiskers(
        [(text, value, None) for text, value in right.items()],
        xlabel="USim",
        caption="USim between the source of JFLEG's development set and references and systems, "
        "line by line, from the released parses.",
    )
    return Findings(rows, {"jfleg": figure})


def _paired(
    shared: Shared, parses: dict[str, Graph], text: str, line: Callable[[str, int], int]
) -> float:
    pairs = [(parses[f"dev.src{line(text, n)}"], parses[f"{text}{n}"]) for n in range(LINES)]
    if shared.progress is not None:
        shared.progress.advance(LINES)
    return mean_usim(pairs)


def _ranges(
    values: Mapping[str, float], published: Mapping[str, Any], way: str, reason: str
) -> list[Row]:
    """As the paper gives them: the range of references, that of systems, and the worst system."""
    references = [values[text] for text in REFERENCES]
    worst, *others = sorted(values[text] for text in OUTPUTS)
    ranges = (
        ("references, lowest and highest", published["references"], references),
        ("systems but the worst, lowest and highest", published["systems"], others),
        ("worst system", [published["worst"]], [worst]),
    )
    return [
        Row(
            f"{name}{way}",
            "–".join(f"{x:.2f}" for x in printed),
            [min(found), max(found)][: len(printed)],
            reason=reason,
            corrected=bool(reason),
        )
        for name, printed, found in ranges
    ]


def mistaken(text: str, line: int) -> int:
    """The line of the source that the released program compares with a line of a text."""
    if text.startswith("mle_"):
        return int(text[4])
    number = int(f"{text[-1]}{line}")
    return number if number < LINES else line


def example(shared: Shared) -> Findings:
    """The sentence whose reference keeps the meaning, and whose correction does not."""
    published = shared.golden("usim")["paper"]["example"]
    parses = _tupa(shared)
    reason = "not known: no definition that was tried gives it from the released parses"
    source = parses["dev.src196"]
    return Findings(
        [
            Row(
                name,
                f"{published[key]:.2f}",
                [match(source, parses[f"{text}196"], CODE).usim],
                reason=reason,
            )
            for name, key, text in (
                ("reference", "reference", "dev.ref3"),
                ("corrector", "corrector", "mle_1.txt"),
            )
        ]
    )


def jfleg_embedded(shared: Shared) -> Findings:
    """The same, from the embedded parser's graphs."""
    shared.needs_parser()
    published = shared.golden("usim")["paper"]["jfleg"]
    source = read_parallel(shared.data("jfleg", "dev.src"))
    texts = (*REFERENCES, *OUTPUTS)
    result = evaluate(
        source,
        [read_system(shared.data("jfleg", text), source, text) for text in texts],
        MEASURE,
        jobs=shared.jobs,
        progress=shared.progress,
    )
    values = {text: result[text, MEASURE].score.value for text in texts}
    reason = "line by line, and from the graphs of another parser"
    rows = _ranges(values, published, "", reason)
    rows += [Row(text, "", [value]) for text, value in values.items()]
    return Findings(rows, {"jfleg-embedded": scores(result)})


# --- sensitivity ----------------------------------------------------------------------------------


def occurrences(shared: Shared) -> Findings:
    """How often each type of error occurs in the chains."""
    known = shared.golden("usim")["error_types"]
    corpus = read(shared.data("conll14", "official-2014.combined-withalt.m2"))
    [study] = sensitivity(
        corpus, "Accuracy", settings=Settings(ci=None), jobs=shared.jobs, progress=shared.progress
    )
    found = {one.type: one.edits for one in study.types}
    return Findings(
        [Row(kind, str(count), [found[kind]]) for kind, count in known["occurrences"].items()]
    )


def deltas(shared: Shared) -> Findings:
    """How much USim changes with an edit, by type."""
    shared.needs_parser()
    published = shared.golden("usim")["error_types"]["paper_delta"]
    corpus = read(shared.data("conll14", "official-2014.combined-withalt.m2"))
    figures = {}
    found: dict[str, dict[str, float]] = {}
    with Parsing().keeping() as parsing:
        for before in get_args(Before):
            [study] = sensitivity(
                corpus,
                "USim",
                choices=Choices(before=before),
                settings=Settings(resamples=500),
                parser=parsing,
                jobs=shared.jobs,
                progress=shared.progress,
            )
            found[before] = {one.type: one.change.value for one in study.types}
            figures[f"sensitivity-{before}"] = study.plot()
    rows = [
        Row(
            kind,
            f"{delta:.3f}",
            [found["start"][kind]],
            0.02,
            "the parses were not released: another parser, and another random order of edits",
        )
        for kind, delta in published.items()
    ]
    ours = [found["start"][kind] for kind in published]
    rho = float(spearmanr(ours, list(published.values())).statistic)
    rows.append(Row("rank correlation of both columns", "", [rho]))
    described = (
        "measured from the version before the edit, as the paper says; the released program, and "
        "the rows above, measure from the first version of all"
    )
    rows += [
        Row(f"{kind}, from the edit before", "", [found["previous"][kind]], reason=described)
        for kind in published
    ]
    return Findings(rows, figures)
