"""HOO: agreement with the released scorers of 2011 and 2012, and with the notes' own figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.hoo.measures import HOO, HOOCorrection, HOODetection, HOORecognition
from corrigenda.hoo.status import status_by_type

from ..conftest import Shared

ASPECTS: tuple[type[HOO], ...] = (HOODetection, HOORecognition, HOOCorrection)
FIGURE_8 = [f"044{k}" for k in range(1, 9)]
SYSTEMS = ["CP0", "GF0", "GL0", "GX0", "GH1", "GH2", "GH3", "NZ1", "RU0"]
EDGE_CASES = [
    "fig6",
    "fig6_g3opt",
    "fig7",
    "ex41",
    "decomp449",
    "nogold_nosys",
    "nogold_sys",
    "gold_nosys",
    "sys_inside_gold",
    "gold_inside_sys",
    "touching",
    "ins_same_same",
    "ins_same_diff",
    "B3_match",
    "B3_nomatch",
    "B3_unspecified",
    "B2_match",
    "B2_len1",
    "sysins_at_gold_start",
    "sysins_at_gold_start_nomatch",
    "sysins_at_gold_start_opt",
    "sysins_at_gold_start_del",
    "sysins_at_gold_end_opt",
    "sysins_at_gold_start_unspec",
    "sysins_len1_gold",
    "sysins_inside_gold",
    "goldins_inside_sys",
    "opt_deletion",
    "opt_deletion_parsed",
    "del_alternative",
    "deletion",
    "deletion_space",
    "unspecified",
    "unspecified_missed",
    "sys_nocorr",
    "sys_nocorr_opt",
    "sys_null",
    "sys_identity",
    "sys_two_corr",
    "dup_sys",
    "dup_gold_ins",
    "goldins_then_repl",
    "case",
    "cset",
    "three_gold",
    "one_gold_three_sys",
    "opt_overlapped",
]
EDGE_CASES_2012 = [
    "part_mismatch",
    "part_match",
    "golddel_sysrepl_trail",
    "golddel_sysrepl_lead",
    "goldrepl_sysdel_trail",
    "del_del_space",
    "case_nomatch",
    "types_filter",
    "types_filter_untyped",
]
RELEASED: dict[str, Any] = {"empty": "as_released"}

Edits = Sequence[Edit]


# --- help ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden(shared: Shared) -> Any:
    return shared.golden("hoo")


def edits(described: list[dict[str, Any]]) -> list[Edit]:
    """Edits as the golden figures describe them."""
    return [
        Edit(
            e["start"],
            e["end"],
            tuple(e["corrections"] or ()),
            e.get("type") or "",
            "byte",
            tuple((key, e[key]) for key in ("original", "part") if key in e),
        )
        for e in described
    ]


def counts(gold: Edits, system: Edits, **parameters: Any) -> dict[str, int]:
    """The counts of a fragment, under all the names the golden figures use for them."""
    measure = HOOCorrection(**parameters)
    row = dict(zip(HOO.columns, measure.row(gold, system), strict=True))
    found = {key: int(value) for key, value in row.items()}
    found["valid_corrections"] = found["corrected"]
    found["strict_aligned_system"] = sum(
        level >= 2 for level in measure.outcome(gold, system).system
    )
    status = measure.status(gold, system)
    found["optional"] = sum(met.optional for met in status.gold)
    return found


def scores(fragments: Sequence[tuple[Edits, Edits]], **parameters: Any) -> list[list[float]]:
    """[P, R, F] of detection, recognition and correction, through corpus, rows and sums."""
    corpus = Corpus(tuple(Segment("", (Correction("", edits=gold),)) for gold, _ in fragments))
    system = System("S", tuple(Correction("", edits=system) for _, system in fragments))
    out = []
    for aspect in ASPECTS:
        measure = aspect(**parameters)
        score = measure.score(measure.totals(measure.rows(corpus, system)))
        out.append([score.parts["precision"], score.parts["recall"], score.value])
    return out


def agree(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9)


def check(gold: Edits, system: Edits, wanted: Mapping[str, Any], **parameters: Any) -> None:
    """Counts, and scores in both of the released regimes."""
    found = counts(gold, system, **parameters)
    assert {key: found[key] for key in wanted["counts"]} == wanted["counts"]
    for regime in ("bonus", "nobonus"):
        agree(scores([(gold, system)], regime=regime, **parameters), wanted[regime])


def check_document(gold: Edits, system: Edits, wanted: Mapping[str, Any]) -> None:
    found = counts(gold, system, regime="document")
    assert {key: found[key] for key in wanted["counts"]} == wanted["counts"]
    agree(scores([(gold, system)], regime="document"), wanted["scores"])


# --- made-up fragments ---------------------------------------------------------------------------


def test_no_edge_case_is_left_out(golden: Any) -> None:
    assert [case["id"] for case in golden["edge_cases"]] == EDGE_CASES
    assert [case["id"] for case in golden["hoo2012_edge_cases"]] == EDGE_CASES_2012
    assert [case["id"] for case in golden["sample_cases"]["cases"]] == FIGURE_8
    assert list(golden["dev"]["systems"]) == SYSTEMS


@pytest.mark.parametrize("name", EDGE_CASES)
def test_edge_case(golden: Any, name: str) -> None:
    case = golden["edge_cases"][EDGE_CASES.index(name)]
    gold, system = edits(case["gold"]), edits(case["system"])
    check(gold, system, case, **RELEASED)
    check(gold, system, case.get("with_parse_fix", case))
    check_document(gold, system, case["document"])
    completes = [v for v in case["hoo2012"].values() if "crash" not in v]
    for option, how in (("match", "match"), ("nomatch", "ignore")):
        wanted = case["hoo2012"][option]
        if "crash" not in wanted:
            check(gold, system, wanted, year="2012", case=how, **RELEASED)
        elif completes:
            # Case-insensitive comparison fails on null corrections; case matters in none of these.
            check(gold, system, completes[0], year="2012", case=how, **RELEASED)
        else:
            shared_with_2011 = ("gold", "system", "detected", "recognised", "spurious")
            found = counts(gold, system, year="2012", case=how, **RELEASED)
            assert all(found[key] == case["counts"][key] for key in shared_with_2011)


@pytest.mark.parametrize("name", EDGE_CASES_2012)
def test_edge_case_of_2012(golden: Any, name: str) -> None:
    case = golden["hoo2012_edge_cases"][EDGE_CASES_2012.index(name)]
    gold, system = edits(case["gold"]), edits(case["system"])
    if case["types"] != "all":
        described = golden["hoo2012_edge_cases"][EDGE_CASES_2012.index("types_filter")]["note"]
        kept = tuple(re.findall(r"\b[A-Z]{2}\b", described))
        assert kept
    else:
        kept = ()
    for key, wanted in case["result"].items():
        option, regime = key.split("_")
        how = {"match": "match", "nomatch": "ignore"}[option]
        parameters: dict[str, Any] = {"year": "2012", "types": kept, **RELEASED}
        agree(scores([(gold, system)], case=how, regime=regime, **parameters), wanted["scores"])
        status = HOODetection(case=how, **parameters).status(gold, system)
        assert [met.status.capitalize() for met in status.gold] == wanted["gold_status"]
        assert len(status.spurious) == wanted["counts"]["spurious"]
        if how == "ignore":  # the default of that year
            agree(scores([(gold, system)], regime=regime, **parameters), wanted["scores"])


@pytest.mark.parametrize("name", FIGURE_8)
def test_sample_case(golden: Any, shared: Shared, name: str) -> None:
    """The nine cells that the notes print for it, and more."""
    case = golden["sample_cases"]["cases"][FIGURE_8.index(name)]
    sample = shared.data("hoo2011", "sample")
    gold = read_edits(sample / "GoldXML" / f"{name}GE.xml")
    system = read_edits(sample / "SysXML" / f"{name}MQ1.xml")
    agree(scores([(gold, system)]), case["figure8"])
    check(gold, system, case, **RELEASED)
    check_document(gold, system, case["document"])


def test_figure_8(golden: Any) -> None:
    cases = golden["sample_cases"]["cases"]
    fragments = [(edits(c["gold_edits"]), edits(c["extracted_edits"])) for c in cases]
    agree(scores(fragments), golden["sample_cases"]["figure8_average"])


# --- the development set -------------------------------------------------------------------------


class Run:
    """A system's edits for the development set, beside gold's."""

    def __init__(self, shared: Shared, golden: Any, name: str) -> None:
        self.wanted = golden["dev"]["systems"][name]
        folder = shared.data("hoo2011", "dev")
        self.gold, self.system, self.true = {}, {}, {}
        for number in self.wanted["fragments"]:
            file = f"{number}{name}.xml"
            self.gold[number] = read_edits(folder / "Gold" / f"{number}GE.xml")
            self.system[number] = read_edits(folder / "systems_edits" / file)
            true = folder / "systems_edits_true_offsets" / file
            self.true[number] = read_edits(true) if true.exists() else self.system[number]

    @property
    def fragments(self) -> list[tuple[Edits, Edits]]:
        return [(self.gold[number], self.system[number]) for number in self.gold]


@pytest.fixture(scope="module", params=SYSTEMS)
def run(shared: Shared, golden: Any, request: pytest.FixtureRequest) -> Run:
    return Run(shared, golden, request.param)


def test_fragments_as_released(run: Run) -> None:
    assert len(run.wanted["fragments"]) == 19
    for number, wanted in run.wanted["fragments"].items():
        gold, system = run.gold[number], run.system[number]
        assert len(system) == wanted["system_edits"]
        check(gold, system, wanted, **RELEASED)
        assert HOODetection(**RELEASED).status(gold, system).letters == wanted["gold_status"]


def test_fragments_read_properly(run: Run) -> None:
    """The same figures by default, but for edits that list a deletion beside other corrections."""
    for number, wanted in run.wanted["fragments"].items():
        check(run.gold[number], run.system[number], wanted.get("with_parse_fix", wanted))


def test_fragments_by_the_document(run: Run) -> None:
    for number, wanted in run.wanted["fragments"].items():
        check_document(run.gold[number], run.system[number], wanted["document"])


def test_fragments_with_true_offsets(run: Run) -> None:
    for number, wanted in run.wanted["fragments"].items():
        if "true_offsets" in wanted:
            check(run.gold[number], run.true[number], wanted["true_offsets"], **RELEASED)


def test_averages(run: Run) -> None:
    average = run.wanted["average"]
    for regime in ("bonus", "nobonus"):
        agree(scores(run.fragments, regime=regime, **RELEASED), average[regime])
        if f"{regime}_true_offsets" in average:
            true = [(run.gold[number], run.true[number]) for number in run.gold]
            agree(scores(true, regime=regime, **RELEASED), average[f"{regime}_true_offsets"])
    agree(scores(run.fragments, regime="document"), average["document"])


def test_pooled_counts(run: Run) -> None:
    pooled: Counter[str] = Counter()
    for gold, system in run.fragments:
        pooled.update(counts(gold, system, **RELEASED))
    wanted = run.wanted["pooled_counts"]
    assert {key: pooled[key] for key in wanted} == wanted


def test_the_scorer_of_2012(run: Run) -> None:
    wanted = run.wanted["hoo2012_evalrun_case_match"]
    parameters: dict[str, Any] = {"year": "2012", "case": "match", **RELEASED}
    pooled: Counter[str] = Counter()
    for gold, system in run.fragments:
        pooled.update(counts(gold, system, **parameters))
    assert {key: pooled[key] for key in wanted["counts"]} == wanted["counts"]
    for regime in ("bonus", "nobonus"):
        agree(scores(run.fragments, regime=regime, **parameters), wanted[regime])


@pytest.mark.parametrize("only", ["all", "required", "optional"])
@pytest.mark.parametrize("name", ["GX0", "GH1"])
def test_by_type(shared: Shared, golden: Any, name: str, only: Any) -> None:
    run = Run(shared, golden, name)
    statuses = [HOODetection(**RELEASED).status(g, s) for g, s in run.fragments]
    wanted = run.wanted["by_type"]["total" if only == "all" else only]
    found = {kind: list(row) for kind, row in status_by_type(statuses, only).items()}
    assert found == wanted
