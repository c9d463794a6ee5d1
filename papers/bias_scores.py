"""F0.5 of a perfect corrector, and of real ones beside it."""

from __future__ import annotations

import re

from corrigenda.corpus import Corpus, Correction, System
from corrigenda.evaluation import evaluate, figures
from corrigenda.evaluation.result import Cell
from corrigenda.formats import m2, read, read_system
from corrigenda.population.reading import read_crowd
from corrigenda.report.figures import curves
from corrigenda.statistics.settings import Settings
from corrigenda.studies.ceiling import Ceiling, ceiling
from corrigenda.studies.ceiling_draws import Extraction, from_crowd
from papers.rows import Findings, Row, many
from papers.shared import LATER, SYSTEMS, Shared

MEASURE = "M2(case=false)"
"""As the authors scored: edits of case and white space do not count."""

RESAMPLES = 2000

EXTRACTIONS = {
    "blocks of changed words": Extraction(),
    "blocks of a diff": Extraction(substitution=2),
    "word by word": Extraction("split"),
}
"""Ways to cut a reference into edits."""


# --- a perfect corrector --------------------------------------------------------------------------


def perfect(shared: Shared) -> Findings:
    """On the samples that the authors released, and on samples without their defects."""
    known = shared.golden("reference_bias")["fscore_perfect_corrector"]
    stored = {m: sampled(shared, m) for m in range(1, 11)}
    rows = [Row("2 references", f"{known['paper']['M2']}", [stored[2].score.value])]
    for m, cell in stored.items():
        low, high = known["released_samples_by_M"][str(m)]["authors_bca95"]
        rows.append(
            Row(
                f"interval, {many(m)}",
                f"[{low:.4f}, {high:.4f}]",
                _interval(cell),
                0.003,
                "two bootstraps"
                if m == 2
                else "the authors' intervals do not lie around the scores of the stored samples: "
                "they belong to another draw, or another way to choose among references; and their "
                "acceleration comes from a cache that knows the first 30 sentences only",
            )
        )
    found = _ceilings(shared)
    rows += [
        Row(
            f"2 references, drawn anew, edits are {name}",
            f"{known['paper']['M2']}",
            [one.at(2).value],
            reason="the authors' outputs are not tokenised as their references are, and edits of "
            "references were cut at places of another tokenisation; without these defects the "
            "score depends on how references are cut into edits",
            corrected=True,
        )
        for name, one in found.items()
    ]
    series: dict[str, list[tuple[float, float] | tuple[float, float, float, float]]] = {
        "authors' samples": [(m, c.score.value, *_interval(c)) for m, c in stored.items()]
    }
    for name, one in found.items():
        series[name] = [(point.references, point.value) for point in one.points]
    figure = curves(
        series,
        xlabel="references",
        ylabel="F0.5",
        caption="F0.5 of a perfect corrector by the number of references: on the samples that the "
        "authors released, with 95 % intervals, and on samples without their defects, by how "
        "references are cut into edits.",
    )
    return Findings(rows, {"perfect": figure})


def _ceilings(shared: Shared) -> dict[str, Ceiling]:
    crowd = read_crowd(shared.crowd())
    found = {}
    for name, extraction in EXTRACTIONS.items():
        draws = from_crowd(crowd, 10, extraction=extraction)
        [found[name]] = ceiling(
            draws,
            MEASURE,
            [1, 2, 5, 10],
            settings=Settings(ci=None),
            jobs=shared.jobs,
            progress=shared.progress,
        )
    return found


def sampled(shared: Shared, references: int) -> Cell:
    """The score of the output that the authors drew, by the references that they drew."""
    archive = "perfect_corrector_samples"
    name = f"{references}_sgss.m2"
    gold = within(shared.packed(archive, name)).splitlines()
    corpus = Corpus(tuple(segment for _, segment in m2.parse(gold, name)))
    texts = shared.packed(archive, f"perfect_output_for_{name}").splitlines()
    output = System(
        "perfect",
        tuple(Correction(s.source, t) for s, t in zip(corpus, texts, strict=True)),
    )
    result = evaluate(
        corpus,
        [output],
        MEASURE,
        resamples=RESAMPLES,
        jobs=shared.jobs,
        progress=shared.progress,
    )
    return result.cells[0][0]


def within(text: str) -> str:
    """An M2 file whose edits lie within their sentences: some do not, so nothing matches them.

    (It is one of the defects that positions were those of another tokenisation.)
    """
    lines, length = [], 0
    for line in text.split("\n"):
        if line.startswith("S "):
            length = len(line.split()) - 1
        found = re.match(r"A \d+ (\d+)(\|\|\|.*?\|\|\|).*?(\|\|\|REQUIRED.*)", line)
        if found and int(found[1]) > length:
            line = f"A {length} {length}{found[2]}(nothing matches){found[3]}"
        lines.append(line)
    return "\n".join(lines)


OTHERWISE = {
    "NTHU": "the authors put two lines of it back where they belong",
    "RoRo": "not known: perhaps another version of the output",
    "JMGR": "not known: perhaps another version of the output",
}


# --- real ones ------------------------------------------------------------------------------------


def systems(shared: Shared) -> Findings:
    """Figure 6: the systems of CoNLL-2014 and later ones with BCa intervals."""
    known = shared.golden("reference_bias")["system_confidence_intervals"]["systems"]
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    outputs = [
        read_system(shared.data("conll14", "systems", name), corpus, name) for name in SYSTEMS
    ]
    for name in LATER:
        texts = shared.lines("extra_outputs", f"{name}.txt")
        made = (Correction(s.source, text) for s, text in zip(corpus, texts, strict=True))
        outputs.append(System(name, tuple(made)))
    outputs.append(read_system(shared.data("conll14", "source.txt"), corpus, "no change"))
    result = evaluate(
        corpus,
        outputs,
        MEASURE,
        resamples=RESAMPLES,
        jobs=shared.jobs,
        progress=shared.progress,
    )
    rows = []
    for name in (*SYSTEMS, *LATER):
        cell = result[name, MEASURE]
        low, high = known[name]["authors_bca95_ignore_casing"]
        rows.append(
            Row(
                f"{name}: {cell.score.value:.4f}",
                f"[{low:.4f}, {high:.4f}]",
                _interval(cell),
                0.005,
                OTHERWISE.get(name, "two bootstraps"),
            )
        )
    top = sampled(shared, 2).score.value
    above = [n for n in result.systems if result[n, MEASURE].score.value > top]
    rows.append(Row(f"above a perfect corrector: {', '.join(above)}", "", [len(above)]))
    said = f"The line is what a perfect corrector gets with 2 references: {top:.3f}."
    line = figures.Ceiling(top, "perfect corrector, 2 references", said)
    figure = figures.scores(result, MEASURE, ceiling=line)
    return Findings(rows, {"systems": figure}, ["published are intervals, in released files"])


def _interval(cell: Cell) -> tuple[float, float]:
    assert cell.low is not None and cell.high is not None
    return cell.low, cell.high
