"""F0.5 of a perfect corrector, and of real ones beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.engine.parallel import mapped
from corrigenda.evaluation import evaluate
from corrigenda.evaluation.cells import ScoreCell
from corrigenda.formats import m2, read, read_system
from corrigenda.measures.contract import Array
from corrigenda.measures.m2 import M2
from corrigenda.references.ceilings import CeilingCurve, ceiling
from corrigenda.references.crowd import read_crowd
from corrigenda.references.sampling import Drawing, ReferenceExtraction, from_crowd
from corrigenda.results.figures import Axis, Curves, Dots, Figure, Mark, Point, Series
from corrigenda.statistics.settings import Settings
from papers.rows import Findings, Row, many
from papers.shared import LATER, SYSTEMS, Shared

SCORER = M2(case=False)
MEASURE = str(SCORER)
"""As the authors scored: edits of case and white space do not count."""

RESAMPLES = 2000

EXTRACTIONS = {
    "blocks of changed words": ReferenceExtraction(),
    "blocks of a diff": ReferenceExtraction(substitution=2),
    "word by word": ReferenceExtraction("split"),
}
"""Ways to cut a reference into edits."""


# --- a perfect corrector --------------------------------------------------------------------------


def perfect(shared: Shared) -> Findings:
    """On the samples that the authors released, and on samples without their defects."""
    known = shared.golden("reference_bias")["fscore_perfect_corrector"]
    stored = {m: sampled(shared, m) for m in range(1, 11)}
    rows = [Row("2 references", f"{known['paper']['M2']}", [stored[2].score.value])]
    for m, cell in stored.items():
        released = known["released_samples_by_M"][str(m)]
        low, high = released["authors_bca95"]
        alone = chosen_alone(shared, m)
        rows += [
            Row(
                f"interval, {many(m)}",
                f"[{low:.4f}, {high:.4f}]",
                _interval(cell),
                0.003,
                why(released["F05"], alone, low, high),
            ),
            Row(
                f"score, {many(m)}: by m2scorer; here; here, reference chosen for a sentence alone",
                "",
                [released["F05"], cell.score.value, alone],
            ),
        ]
    found = _ceilings(shared)
    rows += [
        Row(
            f"2 references, drawn anew, edits are {name}",
            f"{known['paper']['M2']}",
            [one.at(2).value],
            reason="in the stored samples the output is not tokenised as the references are "
            "(“countries.” and “countries .”), and the positions of the references' edits are "
            "those of another tokenisation; without these defects the score depends on how "
            "references are cut into edits",
            corrected=True,
        )
        for name, one in found.items()
    ]
    samples = [Point(m, c.score.value, *_interval(c)) for m, c in stored.items()]
    series = [
        Series("authors' samples", samples),
        *(
            Series(name, [Point(p.references, p.value) for p in one.points])
            for name, one in found.items()
        ),
    ]
    figure = Figure(
        "F0.5 of a perfect corrector by the number of references: on the samples that the authors "
        "released, with 95 % intervals, and on samples without their defects, by how references "
        "are cut into edits.",
        [Curves(series, Axis("references"), Axis("F0.5"))],
    )
    cache = (
        "the authors' program keeps scores by the beginnings of the first 30 sentences "
        "(get_score in m2scorer.py of borgr/assess_learner_language), so leaving out a later "
        "sentence changes nothing, and the acceleration of their BCa intervals is wrong"
    )
    most = max(
        abs(cell.score.value - known["released_samples_by_M"][str(m)]["F05"])
        for m, cell in stored.items()
    )
    cuts = (
        f"scores here are at most {most:.4f} from m2scorer's: some changes can be cut into edits "
        "in several ways that are equally good"
    )
    return Findings(rows, {"perfect": figure}, [cuts, cache])


NEAR = 0.007
"""How far from the middle of the authors' interval a score may be to explain it."""


def why(score: float, alone: float, low: float, high: float) -> str:
    """Return what is known of an interval of the authors that is not ours."""
    middle = (low + high) / 2
    if low <= score <= high:
        place = "the score of the stored sample lies inside the authors' interval"
    else:
        place = "the score of the stored sample lies outside the authors' interval"
    if abs(score - middle) <= NEAR:
        return f"{place}, within {NEAR} of its middle; for the bounds see the last note"
    if abs(alone - middle) <= NEAR:
        return (
            f"{place}, off its middle; with the reference chosen for each sentence alone it would "
            f"be within {NEAR} of the middle, so they may have chosen in that way"
        )
    return (
        f"{place}, off its middle; neither way to choose among references brings it within {NEAR} "
        "of the middle, so the interval may belong to another draw"
    )


def _ceilings(shared: Shared) -> dict[str, CeilingCurve]:
    crowd = read_crowd(shared.crowd())
    found = {}
    for name, extraction in EXTRACTIONS.items():
        draws = from_crowd(crowd, 10, Drawing(extraction=extraction))
        [found[name]] = ceiling(
            draws,
            MEASURE,
            [1, 2, 5, 10],
            settings=Settings(ci=None),
            jobs=shared.jobs,
        )
    return found


def sampled(shared: Shared, references: int) -> ScoreCell:
    """Return the score of the output that the authors drew, by the references that they drew."""
    corpus, output = _stored(shared, references)
    result = evaluate(
        corpus,
        [output],
        MEASURE,
        resamples=RESAMPLES,
        jobs=shared.jobs,
    )
    return result.cells[0][0]


def chosen_alone(shared: Shared, references: int) -> float:
    """Return F0.5 of the same if each sentence takes the reference that is best for it alone.

    (m2scorer takes the one that is best for the score of all sentences so far.)
    """
    corpus, output = _stored(shared, references)
    pairs = zip(corpus, output.corrections, strict=True)
    rows = mapped(_alone, pairs, chunk=64, jobs=shared.jobs)
    return SCORER.score(SCORER.totals(np.array(list(rows)))).value


def _alone(pairs: Sequence[tuple[Segment, Correction]]) -> list[Array]:
    return [SCORER.choose([SCORER.candidates(*pair)]).rows[0] for pair in pairs]


@lru_cache(maxsize=10)
def _stored(shared: Shared, references: int) -> tuple[Corpus, System]:
    """The sample of gold edits and of output that the authors released."""
    archive = "perfect_corrector_samples"
    name = f"{references}_sgss.m2"
    gold = within(shared.packed(archive, name)).splitlines()
    corpus = Corpus(tuple(segment for _, segment in m2.parse(gold, name)))
    texts = shared.packed(archive, f"perfect_output_for_{name}").splitlines()
    made = (Correction(s.source, t) for s, t in zip(corpus, texts, strict=True))
    return corpus, System("perfect", tuple(made))


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


BOOTSTRAPS = "two bootstraps with other random draws"
MOVED = (
    "not known: the score of the released output lies inside the published interval, but both "
    "bounds are moved to one side; the released output may not be the one that was scored"
)
OTHERWISE = {
    "NTHU": "the authors moved two misplaced lines of the output back",
    "RoRo": MOVED,
    "JMGR": MOVED,
}
SOURCE = "unchanged source"


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
    outputs.append(read_system(shared.data("conll14", "source.txt"), corpus, SOURCE))
    result = evaluate(
        corpus,
        outputs,
        MEASURE,
        resamples=RESAMPLES,
        jobs=shared.jobs,
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
                OTHERWISE.get(name, BOOTSTRAPS),
            )
        )
    rows.append(
        Row(
            f"{SOURCE} (the figure's column “source”)",
            "0",
            [result[SOURCE, MEASURE].score.value],
        )
    )
    top = sampled(shared, 2).score.value
    above = [n for n in result.systems if result[n, MEASURE].score.value > top]
    rows.append(Row(f"above a perfect corrector: {', '.join(above)}", "", [len(above)]))
    said = f"The line is what a perfect corrector gets with 2 references: {top:.3f}."
    drawn = result.plot()
    (panel,) = drawn.panels
    assert isinstance(panel, Dots)
    line = Mark(top, f"perfect corrector, 2 references: {top:.3f}")
    figure = replace(drawn, caption=f"{drawn.caption} {said}", panels=[replace(panel, mark=line)])
    return Findings(
        rows,
        {"systems": figure},
        [
            "published: intervals, in released files; the script behind the figure writes the "
            "score 0 for the source without computing it"
        ],
    )


def _interval(cell: ScoreCell) -> tuple[float, float]:
    assert cell.low is not None and cell.high is not None
    return cell.low, cell.high
