"""Figures of P18-1059 on what a perfect corrector scores, and of real systems beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corrigenda.changes.sentence_breaks import MARKS
from corrigenda.evaluation import Result, evaluate
from corrigenda.formats import read, read_system
from corrigenda.references.ceilings import ceiling
from corrigenda.references.crowd import Crowd, read_crowd
from corrigenda.references.sampling import (
    Drawing,
    ReferenceExtraction,
    from_crowd,
    left_out,
    together,
)
from corrigenda.statistics.settings import Settings
from papers.bias_conservatism import breaks
from papers.bias_scores import MEASURE, sampled
from papers.shared import LATER, SYSTEMS
from papers.shared import Shared as Source
from tests.conftest import Shared


@pytest.fixture(scope="module")
def crowd(shared: Shared) -> Crowd:
    batches = (2612793, 2626033, 2634540)
    return read_crowd([shared.data("ibgec", f"gec_Batch_{number}.csv") for number in batches])


@pytest.mark.parametrize("references", [1, 2])
def test_the_released_samples(shared: Shared, references: int) -> None:
    """What the authors drew, defects and all: 0.4165 with two references (the paper's 0.42)."""
    cell = sampled(Source(shared.root, jobs=1), references)
    released = shared.golden("reference_bias")["fscore_perfect_corrector"]["released_samples_by_M"]
    figures = released[str(references)]
    counts = [cell.score.counts[name] for name in ("tp", "proposed", "gold")]
    # Two sentences have changes that can be cut into edits in several ways, all as good.
    assert counts == pytest.approx(figures["counts_correct_proposed_gold"], abs=2)
    assert cell.score.value == pytest.approx(figures["F05"], abs=3e-4)
    assert (cell.low, cell.high) == pytest.approx(figures["bca95"], abs=0.003)


@pytest.mark.parametrize(
    ("extraction", "low", "high"),
    [
        (ReferenceExtraction(), 0.45, 0.48),
        (ReferenceExtraction(substitution=2), 0.45, 0.48),  # the blocks of a diff
        (
            ReferenceExtraction("split"),
            0.53,
            0.56,
        ),  # word by word, as the authors' heuristic cuts most
    ],
)
def test_without_the_defects(
    crowd: Crowd, extraction: ReferenceExtraction, low: float, high: float
) -> None:
    assert len(crowd.sentences) == 52
    draws = from_crowd(crowd, 2, Drawing(extraction=extraction))
    (found,) = ceiling(draws, MEASURE, [2], settings=Settings(resamples=200))
    point = found.at(2)
    assert low < point.value < high
    assert point.over_sources is not None
    assert point.over_sources.interval is not None and point.score.interval is not None
    (low, high), (lower, higher) = point.score.interval, point.over_sources.interval
    # Sources vary more than sentences drawn from them do.
    assert higher - lower > 1.5 * (high - low)


def test_people_against_people(shared: Shared) -> None:
    """Each official annotator of CoNLL-2014 against the other: far from 1."""
    files = ("official-2014.0.m2", "official-2014.1.m2")
    corpus = together([read(shared.data("conll14", name)) for name in files])
    (found,) = ceiling(left_out(corpus), "M2", settings=Settings(None))
    alone = []
    for gold, other in ((0, 1), (1, 0)):
        references = [type(s)(s.source, (s.references[gold],), s.id) for s in corpus]
        output = {"other": [s.references[other].text for s in corpus]}
        alone.append(float(evaluate(references, output, "M2", ci=None)["other", "M2"]))
    assert min(alone) < found.at(1).value < max(alone)
    assert found.at(1).value == pytest.approx(0.415, abs=0.001)


@pytest.fixture(scope="module")
def systems(shared: Shared) -> Result:
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    outputs = [
        read_system(shared.data("conll14", "systems", name), corpus, name) for name in SYSTEMS
    ]
    outputs.append(read_system(shared.data("conll14", "source.txt"), corpus, "no change"))
    return evaluate(corpus, outputs, ["M2", MEASURE], resamples=2000, jobs=1)


@pytest.mark.slow
def test_the_twelve_systems_with_intervals(shared: Shared, systems: Result, tmp_path: Path) -> None:
    known = shared.golden("reference_bias")["system_confidence_intervals"]["systems"]
    for name in SYSTEMS:
        for measure, setting in (("M2", "official_setting"), (MEASURE, "ignore_casing")):
            cell, figures = systems[name, measure], known[name][setting]
            assert cell.score.value == pytest.approx(figures["F05"], abs=5e-5)
            # Two bootstraps of 2,000 resamples: CUUI's upper bounds are 0.0034 apart.
            assert (cell.low, cell.high) == pytest.approx(figures["bca95"], abs=0.005)
    assert float(systems["no change", MEASURE]) == 0
    systems.plot().save(tmp_path / "figure6.svg")
    drawn = (tmp_path / "figure6.svg").read_text(encoding="utf-8")
    assert drawn.index("CAMB") < drawn.index("IITB") < drawn.index("no change")


@pytest.mark.slow
def test_every_two_of_them(systems: Result) -> None:
    comparison = systems.compare(MEASURE)
    differences, p_values = comparison.matrices()
    assert len(comparison.pairs) == 13 * 12 / 2
    at = list(systems.systems).index
    # CAMB beats POST as clearly as so many trials can show; CUUI and AMU are close to each other.
    assert p_values.rows[at("CAMB")][at("POST") + 1] == pytest.approx(comparison.least())
    assert p_values.rows[at("CUUI")][at("AMU") + 1] > 0.05
    assert differences.cells[at("CAMB")][at("no change") + 1].marks == "**"


@pytest.mark.slow
def test_what_is_said_of_sentence_breaks(shared: Shared) -> None:
    """The third panel of Figure 1, and the reasons why it is another one here."""
    source = Source(shared.root, jobs=1)
    found = breaks(source)
    by_last, rows = (
        [row for row in found.rows if row.name.endswith(f"split, joined, by {way} words")]
        for way in ("last", "all")
    )
    assert len(by_last) + len(rows) == len(found.rows)
    reproduced = {row.name.partition(": ")[0]: list(row.reproduced) for row in rows}
    assert reproduced["annotator 0, from the authors' file"] == [31, 31]
    assert reproduced["annotator 0, from the M2 file"] == [37, 10]
    same = [row.name.partition(":")[0] for row in rows if row.verdict == "same"]
    assert same == ["CUUI", "IPN", "PKU", "POST", "RAC", "SJTU", "UFC", "Char"]
    [rac] = [row for row in by_last if row.verdict != "same"]
    assert rac.name.startswith("RAC:") and "without these semicolons it is 0, 0" in rac.reason
    *_, only = found.notes
    assert {"CAMB", "NTHU", "UMC", "JMGR", "Char", "annotator 0"} == {
        part.partition(":")[0]
        for part in only.partition("sentences: ")[2].split(". ")
        if ": " in part
    }
    reasons = {row.name.partition(":")[0]: row.reason for row in rows}
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    folder = shared.data("conll14", "systems")
    texts = {name: (folder / name).read_text("utf-8").splitlines() for name in SYSTEMS}
    texts |= {name: source.lines("extra_outputs", f"{name}.txt") for name in LATER}

    def changed(name: str) -> list[int]:
        """Lines with another number of stops than their source."""
        lines = zip(corpus, texts[name], strict=True)
        return [
            n
            for n, (segment, line) in enumerate(lines, 1)
            if len(re.findall(r"[.?!;]", line)) != len(re.findall(r"[.?!;]", segment.source))
        ]

    for name in ("CAMB", "JMGR"):
        assert "no line has more or fewer stops" in reasons[name] and not changed(name)
    assert changed("UMC") == [326, 622, 1134] and corpus[1133].source[-1] not in MARKS
    # All that CUUI adds are semicolons.
    assert len(changed("CUUI")) == 9
    assert all(" ; " in texts["CUUI"][n - 1] for n in changed("CUUI"))
    for name, line, quoted in (
        ("AMU", 759, "emotions . this"),
        ("IITB", 334, ") . are"),
        ("RoRo", 418, "C. if"),
    ):
        assert quoted in texts[name][line - 1] and f"{name} {line} (“{quoted}”)" in reasons[name]
    for line in (38, 40, 41, 43, 167):  # NTHU holds the words of the line before
        words = set(texts["NTHU"][line - 1].split())
        before, own = (set(corpus[n].source.split()) for n in (line - 2, line - 1))
        assert len(words & before) > len(words & own)
    sentences = source.lines("extra_outputs", "reference_annotator0_sentences.txt")
    assert len(sentences) == 1349
    assert any("tellConsider a case" in line for line in sentences)
    assert any("has 1349 lines, not 1312" in note for note in found.notes)
    assert any("AMU 493, 759; CUUI 190, 193" in note for note in found.notes)
