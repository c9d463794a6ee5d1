"""USim, the paper: references and systems of JFLEG, and sensitivity by type of error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from scipy.stats import spearmanr  # type: ignore[import-untyped]

from corrigenda.corpus import Corpus
from corrigenda.evaluation import evaluate
from corrigenda.formats import read, read_parallel, read_system
from corrigenda.meaning.comparison.usim import Definition, match
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.usim import USim
from corrigenda.meaning.parser.embedded import MODEL
from corrigenda.meaning.parsing import Parsing
from corrigenda.meaning.studies.sensitivity import Before, Choices, sensitivity
from corrigenda.results.figures import Axis, Dot, Dots, Figure, Mark
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings
from papers.rows import Findings, Row, Spread
from papers.shared import Shared
from papers.usim_essays import CODE, DEFINITIONS, mean_usim

# --- JFLEG ----------------------------------------------------------------------------------------

MEASURE = USim(units="multi", labels="code", scoring="code")
LINES = 754
REFERENCES = tuple(f"dev.ref{k}" for k in range(4))
OUTPUTS = tuple(f"mle_{k}.txt" for k in range(1, 6))
MISPAIRED = (
    "the released program (distance_main.py of borgr/assess_learner_language) takes the first "
    "digits of a file's name for its line number: mle_4.txt17.xml is line 4. So every line of a "
    "system is compared with one line of the source, and lines 0 to 99 of references 1 to 3 with "
    "other lines (rows above); line by line, systems score above references, which change more"
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
        {text: _paired(parses, text, line) for text in (*REFERENCES, *OUTPUTS)} for line in ways
    )
    rows = [
        *_ranges(wrong, published, ", paired as the released program does", ""),
        *_ranges(right, published, ", line by line", MISPAIRED, corrected=True),
        *(Row(f"{text}, line by line", "", [value]) for text, value in right.items()),
    ]
    figure = Figure(
        "USim between the source of JFLEG's development set and references and systems, "
        "line by line, from the released parses.",
        [Dots([Dot(text, Estimate(value)) for text, value in right.items()], Axis("USim"))],
    )
    return Findings(rows, {"jfleg": figure})


def _paired(parses: dict[str, Graph], text: str, line: Callable[[str, int], int]) -> float:
    pairs = [(parses[f"dev.src{line(text, n)}"], parses[f"{text}{n}"]) for n in range(LINES)]
    return mean_usim(pairs)


def _ranges(
    values: Mapping[str, float],
    published: Mapping[str, Any],
    way: str,
    reason: str,
    *,
    corrected: bool = False,
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
            corrected=corrected,
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
    texts = {"reference": "dev.ref3", "corrector": "mle_1.txt"}
    source, *others = (parses[f"{text}196"] for text in ("dev.src", *texts.values()))
    both = ", ".join(f"{published[name]:.2f}" for name in texts)
    exact = sum(
        Row("", both, [match(source, other, one).usim for other in others]).verdict == "same"
        for one in DEFINITIONS
    )
    rows = [
        Row(
            f"{name}, from the released parses",
            f"{published[name]:.2f}",
            [match(source, other, CODE).usim],
            reason=f"not known: {exact or 'none'} of the {len(DEFINITIONS)} combinations of the "
            "options units, labels, weight, scoring and words of USim gives both values from the "
            "released parses of line 197",
        )
        for name, other in zip(texts, others, strict=True)
    ]
    if MODEL.is_file():
        line, *lines = (
            shared.data("jfleg", text).read_text(encoding="utf-8").splitlines()[196].split()
            for text in ("dev.src", *texts.values())
        )
        graphs = Parsing().graphs(tuple(words) for words in (line, *lines))
        for definition, label in ((CODE, "the authors' variant"), (Definition(), "USim")):
            rows += [
                Row(
                    f"{name}, by the embedded parser, {label}",
                    "",
                    [match(graphs[tuple(line)], graphs[tuple(words)], definition).usim],
                )
                for name, words in zip(texts, lines, strict=True)
            ]
    return Findings(rows)


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
    )
    values = {text: result[text, MEASURE].score.value for text in texts}
    reason = (
        "two changes at once: lines are paired as they should be, and another parser makes the "
        "graphs. The section on the released parses shows what the pairs alone do; the rest is the "
        "parser"
    )
    rows = _ranges(values, published, "", reason)
    rows += [Row(text, "", [value]) for text, value in values.items()]
    return Findings(rows, {"jfleg-embedded": result.plot()}, [f"parser: {Parsing().name}"])


# --- sensitivity ----------------------------------------------------------------------------------


def occurrences(shared: Shared) -> Findings:
    """How often each type of error occurs in the chains."""
    known = shared.golden("usim")["error_types"]
    corpus = read(shared.data("conll14", "official-2014.combined-withalt.m2"))
    [study] = sensitivity(corpus, "Accuracy", settings=Settings(ci=None), jobs=shared.jobs)
    found = {one.type: one.edits for one in study.types}
    return Findings(
        [Row(kind, str(count), [found[kind]]) for kind, count in known["occurrences"].items()]
    )


ORDERS = range(1, 11)
"""Random seeds: each gives an order of edits and a source for every chain."""

THEIRS, OURS = "the authors' variant", "USim"
ENDS = 5
"""How many types are the most penalised, and the most rewarded."""

Deltas = dict[str, Spread]
"""The change by type of error, over orders."""


def deltas(shared: Shared) -> Findings:
    """How much USim changes with an edit, by type, over several random orders of edits."""
    shared.needs_parser()
    published = shared.golden("usim")["error_types"]["paper_delta"]
    corpus = read(shared.data("conll14", "official-2014.combined-withalt.m2"))
    with Parsing().keeping() as parsing:
        start, previous = (
            over_orders(shared, corpus, before, parsing) for before in ("start", "previous")
        )
    rows = against(published, start) + [
        replace(row, name=f"{row.name}, from the version before the edit")
        for row in correlations(published, previous)
    ]
    figures = {
        f"sensitivity-{name}": Figure(
            "The mean change of USim with an edit, by type of error, with 95 % prediction "
            f"intervals over random orders of edits; changes are taken {taken}.",
            [
                Dots(
                    [Dot(kind, Estimate(*spread)) for kind, spread in ranked(found)],
                    Axis("change of USim"),
                    mark=Mark(0.0),
                )
            ],
        )
        for name, found, taken in (
            ("start", start[THEIRS], "from the start of the chain, as the released program does"),
            ("previous", previous[OURS], "from the version before the edit"),
        )
    }
    notes = [
        f"mean of {len(ORDERS)} random orders of edits, and the 95 % prediction interval of one "
        "more order: a published value inside it is what another order may give (close)",
        "changes are taken from the start of the chain, as the released program does, and in the "
        "last rows from the version before the edit, as the paper says; rows with a published "
        f"value are by the authors' variant of USim, {MEASURE}, as in the other sections",
        "the parses behind the published values were not released. For values outside the interval "
        "the random order is no explanation, nor is the variant of USim, as both show; the parser "
        "is left, and that cannot be checked",
        f"parser: {parsing.name}",
    ]
    return Findings(rows, figures, notes)


def over_orders(
    shared: Shared, corpus: Corpus, before: Before, parsing: Parsing
) -> dict[str, Deltas]:
    """Return the change by type for both variants of USim, over the random orders."""
    values: dict[str, dict[str, list[float]]] = {THEIRS: {}, OURS: {}}
    for seed in ORDERS:
        studies = sensitivity(
            corpus,
            [MEASURE, USim()],
            choices=Choices(before=before),
            settings=Settings(ci=None, seed=seed),
            parser=parsing,
            jobs=shared.jobs,
        )
        for study, by_type in zip(studies, values.values(), strict=True):
            for one in study.types:
                by_type.setdefault(one.type, []).append(one.change.value)
    return {
        name: {kind: Spread.of(changes) for kind, changes in by_type.items()}
        for name, by_type in values.items()
    }


def against(published: Mapping[str, float], found: Mapping[str, Deltas]) -> list[Row]:
    """Return the published changes beside ours: by type, as lists of extremes, correlated."""
    rows = []
    for name, spreads in found.items():
        for kind, delta in published.items():
            mean, low, high = spreads[kind]
            inside = low <= delta <= high
            reason = (
                "inside the interval: another random order of edits may give it"
                if inside
                else "outside the interval: another random order of edits does not explain it (see "
                "the last note)"
            )
            rows.append(
                Row(
                    kind if name == THEIRS else f"{kind}, {name}",
                    f"{delta:.3f}" if name == THEIRS else "",
                    [mean],
                    reason=reason if name == THEIRS else "",
                    intervals=[(low, high)],
                )
            )
    theirs = [kind for kind, _ in ranked({kind: Spread(d, d, d) for kind, d in published.items()})]
    for name, spreads in found.items():
        order = [kind for kind, _ in ranked(spreads) if kind in published]
        for what, part in (
            ("rewarded", slice(ENDS)),
            ("penalised", slice(-1, -ENDS - 1, -1)),
        ):
            rows.append(
                Row(
                    f"the paper's {ENDS} most {what} types ({', '.join(theirs[part])}) that are "
                    f"among the {ENDS} most {what} by {name} ({', '.join(order[part])})",
                    str(ENDS) if name == THEIRS else "",
                    [len({*theirs[part]} & {*order[part]})],
                    reason="most means above differ by less than their intervals are wide, so the "
                    "order of types is mostly chance here",
                )
            )
    return rows + correlations(published, found)


def correlations(published: Mapping[str, float], found: Mapping[str, Deltas]) -> list[Row]:
    """Return Spearman's rho over types between each two of both variants and the paper."""
    columns = {name: [spreads[kind].mean for kind in published] for name, spreads in found.items()}
    columns["the paper"] = list(published.values())
    return [
        Row(
            f"rank correlation over types: {one}, {other}",
            "",
            [float(spearmanr(columns[one], columns[other]).statistic)],
        )
        for one, other in combinations(columns, 2)
    ]


def ranked(found: Mapping[str, Spread]) -> list[tuple[str, Spread]]:
    """Return the types with their changes, the highest mean first."""
    return sorted(found.items(), key=lambda one: (-one[1].mean, one[0]))
