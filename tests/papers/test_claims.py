"""Each claim of docs/papers.md: how lines are judged, and what reasons rest on."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from corrigenda.changes.types import TypeRatio
from corrigenda.corpus import Corpus, Correction, Segment
from corrigenda.edits import Edit
from corrigenda.meaning.comparison.usim import Definition
from corrigenda.meaning.parsing import Parsing
from papers import bias_reranking, bias_scores, usim_essays, usim_texts
from papers.__main__ import PAPERS, main
from papers.bias_conservatism import nearest
from papers.bias_crowd import coverage, simplifiers
from papers.bias_reranking import chosen_again, join_punctuation
from papers.bias_scores import chosen_alone, why
from papers.page import html, markdown, summary
from papers.rows import Experiment, Findings, Outcome, Paper, Row, Spread
from papers.shared import Shared as Source
from papers.usim_essays import BRACKETS, CODE, DEFINITIONS, PRINTED, agreement, table_1
from papers.usim_texts import OURS, REFERENCES, THEIRS, against, over_orders
from tests.conftest import Shared
from tests.papers.pages import DOCS, sections
from tests.small_parser import Small

# --- how lines are judged -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "verdict", "shown"),
    [
        (Row("", "0.47", [0.44], intervals=[(0.42, 0.48)]), "within", "0.440 [0.420, 0.480]"),
        (Row("", "0.47", [0.44], intervals=[(0.42, 0.46)]), "differs", "0.440 [0.420, 0.460]"),
        (Row("", "0.47", [0.4688], intervals=[(0.4, 0.41)]), "same", "0.469 [0.400, 0.410]"),
        (Row("", "1, 2", [3, 4], intervals=[(1, 5), (3, 5)]), "differs", "3 [1, 5], 4 [3, 5]"),
        (Row("", "", [0.5], intervals=[(0.25, 0.75)]), "unpublished", "0.5000 [0.2500, 0.7500]"),
    ],
)  # fmt: skip
def test_close_is_only_what_lies_inside_the_interval(row: Row, verdict: str, shown: str) -> None:
    assert (row.verdict, row.shown) == (verdict, shown)


def test_an_interval_for_each_value_and_no_tolerance_beside_it() -> None:
    with pytest.raises(ValueError, match="an interval is needed for each value, or none"):
        Row("x", "1, 2", [1, 2], intervals=[(0, 3)])
    with pytest.raises(ValueError, match="a tolerance or intervals, not both"):
        Row("x", "1", [1], 0.1, intervals=[(0, 3)])


def test_the_interval_of_one_more_draw() -> None:
    """Mean ± t(0.975; 4) s sqrt(6/5), where t is 2.7764 and s sqrt(2.5)."""
    mean, low, high = Spread.of([1.0, 2.0, 3.0, 4.0, 5.0])
    assert mean == 3
    assert (low, high) == pytest.approx((3 - 4.8090, 3 + 4.8090), abs=1e-4)


def made(findings: Findings, absent: dict[str, str]) -> list[tuple[Paper, list[Outcome]]]:
    experiment = Experiment("one", "Table 1", "What there is", lambda _: findings)
    paper = Paper("p", "A paper", "Somebody 2018", (experiment,), absent)
    return [(paper, [Outcome(experiment, findings)])]


def test_totals_tell_scores_from_counts() -> None:
    rows = [
        Row("edits", "27", [27]),
        Row("words", "4, 5", [4, 6]),
        Row("F", "1", [1.0]),
        Row("P", "0.5", [0.7]),
        Row("other", "", [3]),
    ]
    assert [row.kind for row in rows] == ["count", "count", "score", "score", "count"]
    shown = summary(made(Findings(rows), {})).rows[1:]
    assert shown == [
        ["scores", "", "", 1, 0, 0, 1, ""],
        ["counts", "", "", 1, 0, 0, 1, ""],
        ["all", "", "", 2, 0, 0, 2, ""],
    ]


def test_what_is_absent_is_named() -> None:
    results = made(Findings([]), {"Figure 5": "no <list> was released."})
    assert "### Not computed here\n\n- Figure 5: no &lt;list&gt; was released.\n" in markdown(
        results
    )
    assert "<li>Figure 5: no &lt;list&gt; was released.</li>" in html(results)
    absent = {where: why for paper in PAPERS for where, why in paper.absent.items()}
    moses = absent["Supplement, Figures 5 and 7"]
    assert "Moses" in moses and "the winners, which are in the authors' repository" in moses
    assert "Table 1, row SAR15" in absent


# --- the page itself ------------------------------------------------------------------------------


def test_the_overview_of_the_page_adds_up() -> None:
    """Verdicts of the lines are what the first table counts."""
    text = DOCS.read_text(encoding="utf-8")
    verdicts = ("same", "close", "corrected", "differs")
    listed = {}
    totals = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.match(r"\| (hoo|bias|usim) \|", line):
            listed[f"{cells[1]}: {cells[2]}"] = [int(n) for n in cells[3:7]]
        elif re.match(r"\| (scores|counts|all) \|  \|", line):
            totals[cells[0]] = [int(n) for n in cells[3:7]]
    shown = {}
    for title in listed:
        lines = re.findall(r"(?m)^\| .* \| (\w*) \| ?\w* ?\|$", sections(text)[title])
        counts = Counter(lines)
        shown[title] = [counts[verdict] for verdict in verdicts]
    assert shown == listed
    assert len(listed) == sum(len(paper.experiments) for paper in PAPERS)
    columns = [sum(column) for column in zip(*listed.values(), strict=True)]
    assert totals["all"] == columns
    assert columns == [a + b for a, b in zip(totals["scores"], totals["counts"], strict=True)]


def test_nothing_by_another_parser_is_called_corrected() -> None:
    text = sections(DOCS.read_text(encoding="utf-8"))["Section 4.5: JFLEG by the embedded parser"]
    assert text.count("| differs | a |") == 3 and "| corrected |" not in text


@pytest.mark.parametrize("name", ["bias/simplifiers", "bias/validity", "usim/agreement"])
def test_sections_that_are_quickly_computed(shared: Shared, tmp_path: Path, name: str) -> None:
    where = ["--shared", str(shared.root), "--out", str(tmp_path), "--only", name, "--jobs", "1"]
    assert main(where) == 0
    found = sections((tmp_path / "papers.md").read_text(encoding="utf-8"))
    shown = sections(DOCS.read_text(encoding="utf-8"))
    (experiment,) = (
        f"{e.where}: {e.title}" for p in PAPERS for e in p.experiments if name == f"{p.key}/{e.key}"
    )
    assert found[experiment] == shown[experiment]


# --- Table 1 of USim ------------------------------------------------------------------------------


def test_the_printed_definition_is_what_the_paper_prints() -> None:
    assert (PRINTED.weight, PRINTED.words) == ("printed", "edits")
    assert (PRINTED.units, PRINTED.labels, PRINTED.scoring) == ("all", "strict", "paper")
    assert PRINTED != CODE and len(set(DEFINITIONS)) == 48
    assert {PRINTED, CODE, Definition(), *BRACKETS.values()} <= set(DEFINITIONS)


def test_table_1(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usim_essays, "DEFINITIONS", [CODE, PRINTED, *BRACKETS.values()])
    rows = {row.name: row for row in table_1(Source(shared.root, jobs=1)).rows}

    def values(name: str) -> list[float]:
        return [round(value, 3) for value in rows[f"USim, {name}"].reproduced]

    different, same, agreed = (name for name, _ in usim_essays.GROUPS.values())
    assert values(f"{different}, as the paper prints it") == [0.755, 0.757, 0.756]
    assert values(f"{same}, as the paper prints it") == [0.827, 0.828, 0.828]
    assert values(f"{agreed}, as the paper prints it") == [0.864, 0.851, 0.857]
    strict, weak = (rows[f"USim, {agreed}, {label}"] for label in BRACKETS)
    assert [round(value, 3) for value in strict.reproduced] == [0.838, 0.807, 0.823]
    assert [round(value, 3) for value in weak.reproduced] == [0.855, 0.821, 0.838]
    assert strict.published == weak.published == "0.85, 0.81, 0.83"
    assert strict.reason == weak.reason and "lie between the two rows" in strict.reason
    printed = rows[f"USim, {agreed}, as the paper prints it"]
    assert printed.reason.startswith("none of 8 readings gives these three values")


def test_agreement_on_corrected_essays(shared: Shared) -> None:
    learner, corrected = agreement(Source(shared.root)).rows
    assert learner.verdict == "same"
    assert round(corrected.reproduced[2], 4) == 0.8065 and not corrected.published


# --- F-scores -------------------------------------------------------------------------------------


def test_reasons_of_intervals_follow_from_scores() -> None:
    inside = "the score of the stored sample lies inside the authors' interval"
    assert why(0.318, 0.318, 0.296, 0.329).startswith(f"{inside}, within 0.007 of its middle")
    alone = why(0.485, 0.471, 0.461, 0.494)
    assert alone.startswith(f"{inside}, off its middle") and "each sentence alone" in alone
    assert "another draw" in why(0.595, 0.569, 0.588, 0.622)
    assert "lies outside the authors' interval" in why(0.54, 0.519, 0.5045, 0.5359)


def test_scores_outside_the_authors_intervals(shared: Shared) -> None:
    """Two of ten: so the intervals are no proof of another draw for all of them."""
    released = shared.golden("reference_bias")["fscore_perfect_corrector"]["released_samples_by_M"]
    outside = [
        int(m)
        for m, one in released.items()
        if "lies outside" in why(one["F05"], one["F05"], *one["authors_bca95"])
    ]
    assert outside == [5, 6]


@pytest.mark.parametrize("references", [1, 3])
def test_references_chosen_for_each_sentence(shared: Shared, references: int) -> None:
    released = shared.golden("reference_bias")["fscore_perfect_corrector"]["released_samples_by_M"]
    expected = released[str(references)]["F05_reference_chosen_per_sentence"]
    assert chosen_alone(Source(shared.root, jobs=1), references) == pytest.approx(
        expected, abs=3e-4
    )


def test_the_column_source(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bias_scores, "SYSTEMS", ("UFC",))
    monkeypatch.setattr(bias_scores, "LATER", ())
    monkeypatch.setattr(bias_scores, "RESAMPLES", 20)
    monkeypatch.setattr(bias_scores, "sampled", lambda *_: bias_scores.evaluate(
        [Segment("a", (Correction("a", "b"),))], {"x": ["b"]}, bias_scores.MEASURE, ci=None
    ).cells[0][0])  # fmt: skip
    rows = bias_scores.systems(Source(shared.root, jobs=1)).rows
    (source,) = (row for row in rows if "column “source”" in row.name)
    assert (source.verdict, source.reproduced, source.kind) == ("same", [0.0], "score")


# --- types ----------------------------------------------------------------------------------------


def test_the_choice_of_systems_nearest_to_a_table() -> None:
    types = [
        TypeRatio("NOUN", {"a": 2, "b": 6, "c": 10}, 10.0),
        TypeRatio("VERB", {"a": 1, "b": 5, "c": 9}, 10.0),
        TypeRatio("NONE", {"a": 1, "b": 0, "c": 0}, 0.0),
    ]
    assert nearest(types, {"NOUN": 0.4, "VERB": 0.3, "NONE": 1.0}) == 0  # a and b
    assert nearest(types, {"NOUN": 0.2, "VERB": 0.2}) == pytest.approx(0.05)  # a


# --- simplifications ------------------------------------------------------------------------------


def test_punctuation_is_joined_as_people_type_it() -> None:
    given = "islam 's holiest city ( mecca ) , `` so '' it is . do n't : £ 5 , boys ' day"
    assert join_punctuation(given) == (
        "islam's holiest city (mecca), \"so\" it is. don't: £5, boys' day"
    )


def test_how_often_simplifications_are_proposed(shared: Shared) -> None:
    rows = {row.name: row for row in simplifiers(Source(shared.root)).rows}
    for name, published in (
        ("of 100 simplifications of a sentence, proposed once", "70"),
        ("of 150 simplifications of a sentence, proposed once", "126"),
        ("of these 100 and 150, proposed most often: times", "6"),
    ):
        assert (rows[name].published, rows[name].verdict) == (published, "same")


def test_winners_vary_with_the_draw_of_references(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bias_reranking, "SEEDS", range(8))
    monkeypatch.setattr(bias_reranking, "NUMBERS", (1, 2))
    source = "the big cat sat on the mat today"
    texts = ("the cat sat on a rug", "a large cat sat there today", source)
    pair = (
        Segment(source, tuple(Correction(source, text) for text in texts), "1"),
        tuple(Correction(source, text) for text in texts),
    )
    found = chosen_again(Source(Path(), jobs=1), [pair])
    assert list(found) == [("SARI", 1), ("SARI", 2), ("MAX-SARI", 1), ("MAX-SARI", 2)]
    assert found["SARI", 1] == found["MAX-SARI", 1]
    assert found["SARI", 1].low < found["SARI", 1].mean < found["SARI", 1].high


@pytest.mark.slow
def test_untokenised_references_move_the_winners(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bias_reranking, "SEEDS", range(1, 4))
    monkeypatch.setattr(bias_reranking, "NUMBERS", (1, 8))
    source = Source(shared.root)
    sources = source.lines("rerank_simplification", "simplification_rank_results_nisioi_origin")
    plain, joined = (
        chosen_again(source, bias_reranking.candidates(source, sources, written))
        for written in (str, join_punctuation)
    )
    assert all(joined[of].mean > plain[of].mean + 0.1 for of in plain)


@pytest.mark.parametrize(
    "section",
    ["Supplement, Table 2: Sensitivity by type", "Section 4.5: JFLEG by the embedded parser"],
)
def test_values_by_the_embedded_parser_name_it(section: str) -> None:
    """A reader sees which version they are by."""
    shown = sections(DOCS.read_text(encoding="utf-8"))[section]
    own, _, _ = Parsing().name.rpartition("-")
    assert re.search(rf"(?m)^parser: {own}-[\d.]+$", shown)


# --- sensitivity ----------------------------------------------------------------------------------


def test_published_changes_beside_ours() -> None:
    kinds = [f"T{n}" for n in range(12)]
    published = {kind: 0.094 - n / 100 for n, kind in enumerate(kinds)}
    same = {kind: Spread(value, value - 0.02, value + 0.02) for kind, value in published.items()}
    reverse = {kind: Spread(-s.mean, -s.mean - 0.02, -s.mean + 0.02) for kind, s in same.items()}
    rows = {row.name: row for row in against(published, {THEIRS: reverse, OURS: same})}
    assert (rows["T0"].verdict, rows["T10"].verdict) == ("differs", "within")
    assert rows["T0"].reason.startswith("outside") and rows["T10"].reason.startswith("inside")
    assert not rows["T0, USim"].published
    lists = {name: row for name, row in rows.items() if "most" in name}
    assert [row.reproduced[0] for row in lists.values()] == [0, 0, 5, 5]
    assert [row.verdict for row in lists.values()] == ["differs"] * 2 + ["unpublished"] * 2
    assert any("5 most penalised types (T11, T10, T9, T8, T7)" in name for name in lists)
    rho = {
        name.partition(": ")[2]: row.reproduced[0] for name, row in rows.items() if "rank" in name
    }
    assert rho == {
        f"{THEIRS}, {OURS}": pytest.approx(-1),
        f"{THEIRS}, the paper": pytest.approx(-1),
        f"{OURS}, the paper": pytest.approx(1),
    }


def test_changes_vary_with_the_order_of_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usim_texts, "ORDERS", range(6))
    edits = (
        Edit(0, 1, ("He",), "Mec"),
        Edit(1, 2, ("gave",), "Vt"),
        Edit(4, 5, ("",), "Prep"),
    )
    source = "he gva an apple for John"
    reference = Correction(source, edits=edits, by="0")
    other = Correction(source, edits=edits[1:], by="1")
    corpus = Corpus((Segment(source, (reference, other), "1"),))
    found = over_orders(Source(Path(), jobs=1), corpus, "start", Parsing(Small()))
    assert list(found) == [THEIRS, OURS]
    for spreads in found.values():
        assert set(spreads) == {"Mec", "Vt", "Prep"}
    assert any(one.low < one.high for one in found[OURS].values())


def test_the_range_of_systems_is_corrected_only_by_pairing() -> None:
    values = dict.fromkeys((*REFERENCES, *usim_texts.OUTPUTS), 0.9)
    published = {"references": [0.72, 0.78], "systems": [0.32, 0.39], "worst": 0.19}
    for corrected, verdict in ((False, "differs"), (True, "corrected")):
        rows = usim_texts._ranges(values, published, "", "why", corrected=corrected)
        assert {row.verdict for row in rows} == {verdict}


# --- winners of reranking -------------------------------------------------------------------------


def test_where_released_scores_of_winners_are_others(shared: Shared) -> None:
    """The first word is written small, and a word is inserted behind it."""
    source = Source(shared.root, jobs=1)
    rows = bias_reranking.corrections(source).rows[:2]
    sources = shared.data("conll14", "source.txt").read_text(encoding="utf-8").splitlines()
    for row, file, count in zip(rows, ("NUCLEA", "NUCLE"), (4, 14), strict=True):
        listed = re.search(r"other values in (\d+) sentences \(([\d, ]+)\)", row.reason)
        assert listed is not None and int(listed[1]) == count
        won = source.lines("rerank_gec", f"first_rank_results{file}")
        for number in map(int, listed[2].split(", ")):
            before, after = sources[number - 1].split(), won[number - 1].split()
            assert after[0] == before[0].lower() != before[0] and after[1] != before[1]


def test_the_authors_curves_reach_their_values_with_11_references(shared: Shared) -> None:
    rows = {row.name: row for row in coverage(Source(shared.root, jobs=1)).rows}
    for name, value in (("accuracy, none twice", 0.47), ("index match", 0.54)):
        ten, eleven = (
            float(rows[f"{name}, {m}, the authors' simulation"].published) for m in (10, 11)
        )
        assert ten < value < eleven
    for name in ("accuracy, 10, none twice", "index match, 10"):
        assert rows[name].verdict == "corrected"
