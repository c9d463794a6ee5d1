"""The sensitivity study: chains of edits, roles, means, and the published counts."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit, apply_tokens
from corrigenda.errors import InputError
from corrigenda.evaluation.scoring import mean
from corrigenda.formats import read
from corrigenda.meaning.studies.sensitivity import (
    Choices,
    Sensitivity,
    chain,
    chains,
    sensitivity,
)
from corrigenda.measures.gleu import GLEU
from corrigenda.measures.registry import names
from corrigenda.statistics.settings import Settings
from tests.conftest import Shared
from tests.small_parser import Batch, Small

EXACT = Settings(ci=None)
SOURCE = "He like big dog , and she like the cats ."
FIRST = (
    Edit(1, 2, ("likes",), "SVA"),
    Edit(2, 2, ("a",), "ArtOrDet"),
    Edit(7, 8, ("likes",), "SVA"),
)
SECOND = (Edit(3, 4, ("dogs",), "Nn"), Edit(8, 9, ("",), "ArtOrDet"))


def segment(*annotators: tuple[Edit, ...], source: str = SOURCE) -> Segment:
    given = [Correction(source, edits=edits, by=str(k)) for k, edits in enumerate(annotators)]
    return Segment(source, tuple(given))


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, tuple[Edit, ...]]:
    """A sentence and edits that do not overlap, insertions at the same place among them."""
    tokens = draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8))
    edits, at = [], 0
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(at, len(tokens)))
        end = draw(st.integers(start, min(len(tokens), start + 2)))
        text = " ".join(draw(st.lists(st.sampled_from("XYZ"), max_size=2)))
        edits.append(Edit(start, end, (text,), draw(st.sampled_from("PQ"))))
        at = end
    return " ".join(tokens), tuple(draw(st.permutations(edits)))


# --- chains ---------------------------------------------------------------------------------------


@given(edited(), st.integers(0, 50))
def test_a_chain_leads_from_the_sentence_to_its_correction_edit_by_edit(
    case: tuple[str, tuple[Edit, ...]], seed: int
) -> None:
    source, edits = case
    found = chain(0, Segment(source), edits, str(seed))
    assert found.versions[0] == source
    assert found.versions[-1] == " ".join(apply_tokens(source.split(), edits))
    assert Counter(found.types) == Counter(edit.type for edit in edits)
    assert len(found.versions) == len(edits) + 1
    assert 0 <= found.source <= len(edits)
    assert len(found.rest) == len(edits) - found.source
    end = apply_tokens(found.versions[found.source].split(), found.rest)
    assert " ".join(end) == found.versions[-1]


def test_orders_and_sources_are_drawn_evenly() -> None:
    drawn = [chain(0, segment(FIRST), FIRST, str(seed)) for seed in range(2000)]
    sources = Counter(one.source for one in drawn)
    assert set(sources) == {0, 1, 2, 3} and min(sources.values()) > 420
    steps = Counter(one.versions[1] for one in drawn)
    assert len(steps) == 3 and min(steps.values()) > 580


def test_a_draw_depends_on_the_sentence_alone() -> None:
    others = [segment(SECOND, FIRST, source=f"{k} {SOURCE}") for k in range(3)]
    alone = chains([segment(FIRST, SECOND)], Choices(), 7)[0]
    among = chains([*others, segment(FIRST, SECOND)], Choices(), 7)[0][-2:]
    assert [one[1:] for one in alone] == [one[1:] for one in among]
    assert (
        len({tuple(chains([segment(FIRST)], Choices(sentences="all"), s)[0]) for s in range(9)}) > 1
    )


def test_which_sentences_count() -> None:
    corpus = [segment(FIRST, SECOND), segment(FIRST, ()), segment(FIRST), segment()]
    assert len(chains(corpus, Choices(), 1)[0]) == 2
    assert len(chains(corpus, Choices(sentences="all"), 1)[0]) == 4
    with pytest.raises(InputError, match=r"no sentence of 2 has edits.*\n.*sentences='all'"):
        chains(corpus[1:3], Choices(), 1)
    with pytest.raises(InputError, match="no sentence of 1"):
        chains(corpus[3:], Choices(sentences="all"), 1)


def test_long_sentences_can_be_skipped() -> None:
    long = segment(FIRST, SECOND, source=SOURCE + " word" * 60 + " . .")
    one_stop = segment(FIRST, SECOND, source=SOURCE + " word" * 60)
    assert len(chains([long, one_stop], Choices(), 1)[0]) == 4
    assert len(chains([long, one_stop], Choices(long="skip"), 1)[0]) == 2


def test_edits_that_correct_nothing_are_no_step_and_overlaps_leave_a_chain_out() -> None:
    marked = (*FIRST, Edit(3, 4, (), "UNK"))
    overlapping = (Edit(1, 3, ("x",), "A"), Edit(2, 4, ("y",), "B"))
    found, left_out = chains([segment(marked, overlapping)], Choices(), 1)
    assert left_out == 1
    assert [len(one.types) for one in found] == [3]
    [study] = sensitivity([segment(marked, overlapping)], "GLEU", settings=EXACT)
    assert study.left_out == 1
    assert "1 chains of edits that overlap" in str(study)


def test_unknown_choices_are_refused() -> None:
    for wrong in ({"before": "x"}, {"sentences": "x"}, {"long": "x"}):
        with pytest.raises(InputError, match="must be one of"):
            Choices(**wrong)  # type: ignore[arg-type]


# --- changes --------------------------------------------------------------------------------------


def by_hand(corpus: list[Segment], before: str, seed: int) -> dict[str, float]:
    """Changes of GLEU by type, the long way round."""
    found: dict[str, list[float]] = {}
    measure = GLEU()
    for one in chains(corpus, Choices(), seed)[0]:
        source, end = one.versions[one.source], one.versions[-1]
        judged = Segment(source, (Correction(source, text=end),))
        scores = []
        for version in one.versions:
            row = measure.table([measure.candidates(judged, Correction(source, text=version))[0]])
            scores.append(float(measure.reference_scores(row)[0, 0]))
        for step, kind in enumerate(one.types):
            earlier = scores[step] if before == "previous" else scores[0]
            found.setdefault(kind, []).append(scores[step + 1] - earlier)
    return {kind: sum(values) / len(values) for kind, values in found.items()}


@pytest.mark.parametrize("before", ["previous", "start"])
def test_changes_are_those_counted_by_hand(before: str) -> None:
    corpus = [segment(FIRST, SECOND, source=f"{k} {SOURCE}") for k in range(6)]
    [study] = sensitivity(
        corpus,
        "GLEU",
        choices=Choices(before),
        settings=EXACT,  # type: ignore[arg-type]
    )
    found = {one.type: one.change.value for one in study.types}
    assert found == pytest.approx(by_hand(corpus, before, EXACT.seed))
    assert [one.change.value for one in study.types] == sorted(found.values(), reverse=True)
    assert {one.type: (one.edits, one.sentences) for one in study.types} == {
        "SVA": (12, 6),
        "ArtOrDet": (12, 6),
        "Nn": (6, 6),
    }
    assert study.every.edits == 30 and study.every.sentences == 6 and study.chains == 12


def test_the_two_readings_of_before_differ_only_behind_the_first_edit() -> None:
    one_edit = [segment(FIRST[:1], SECOND[:1])]
    previous, start = (
        sensitivity(one_edit, "GLEU", choices=Choices(before), settings=EXACT)[0].every
        for before in ("previous", "start")  # type: ignore[arg-type]
    )
    assert previous == start


def test_accuracy_rises_with_the_last_edit_and_no_other() -> None:
    """The annotator's finished sentence is the reference, whatever the source."""
    corpus = [segment(FIRST, SECOND, source=f"{k} {SOURCE}") for k in range(9)]
    [study] = sensitivity(corpus, "Accuracy", settings=EXACT)
    assert study.every.change.value == pytest.approx(18 / 45)


@pytest.mark.parametrize("name", names())
def test_every_measure_has_a_role_or_is_refused_with_a_reason(name: str) -> None:
    works = ("M2", "Edits", "GLEU", "GREEN", "Accuracy", "HOO.correction", "USim", "DistSim")
    try:
        [study] = sensitivity([segment(FIRST, SECOND)], name, settings=EXACT, parser=Small())
    except InputError as error:
        assert error.message.startswith(f"{name} cannot be used in this study: ")
        assert name not in works
    else:
        assert study.every.edits == 5
        assert name != "DAGF"  # two analyses of one text, not two texts


def test_meaning_is_compared_by_a_parser_that_sees_each_sentence_once() -> None:
    corpus = [segment(FIRST, SECOND), segment(FIRST, SECOND, source="Then " + SOURCE)]
    small = Small()
    usim, distsim = sensitivity(corpus, "USim,DistSim", settings=EXACT, parser=small, jobs=1)
    assert len(small.seen) == len(set(small.seen)) >= 8
    assert usim.basis.parser == "small-1" and "|parser:small-1|" in str(usim.signature)
    assert usim.types != distsim.types
    [batch] = sensitivity(corpus, "USim", settings=EXACT, parser=Batch(), jobs=1)
    assert batch.types == usim.types
    # Agreement is spelling to this parser; an article is a unit that comes or goes.
    found = {one.type: one.change.value for one in usim.types}
    assert found["SVA"] == 0 and found["ArtOrDet"] != 0
    sizes = {one.type: one.size.value for one in usim.types}
    assert sizes["SVA"] == 0 and sizes["ArtOrDet"] >= abs(found["ArtOrDet"])


def test_a_sentence_of_which_nothing_is_left_needs_no_parser() -> None:
    gone = (Edit(0, 1, ("",), "Um"),)
    [study] = sensitivity(
        [segment(gone, source="um")],
        "USim",
        choices=Choices(sentences="all"),
        settings=EXACT,
        parser=Small(),
    )
    assert abs(study.every.change.value) == study.every.size.value == 1.0


def test_without_graphs_no_parser_is_loaded() -> None:
    [study] = sensitivity([segment(FIRST, SECOND)], "GLEU", settings=EXACT, parser="no.such:Parser")
    assert study.basis.parser == ""
    with pytest.raises(InputError, match=r"'no.such:Parser' cannot be loaded"):
        sensitivity([segment(FIRST, SECOND)], "USim", parser="no.such:Parser")


# --- intervals ------------------------------------------------------------------------------------


def test_sentences_are_resampled_not_edits() -> None:
    settings = Settings(method="percentile")
    spread = mean([1.0, 0.0, 0.5, 0.0], [2, 1, 1, 0], settings)
    assert spread.value == pytest.approx(1.5 / 4)
    assert spread.low is not None and spread.high is not None
    assert spread.low < spread.value < spread.high
    # A sentence without such edits has no part in it.
    assert spread == mean([1.0, 0.0, 0.5], [2, 1, 1], settings)
    assert mean([1.0], [2], settings) == (0.5, None, None)
    assert mean([1.0, 0.0], [2, 2], Settings(ci=None)) == (0.25, None, None)


def test_processes_do_not_matter() -> None:
    corpus = [segment(FIRST, SECOND, source=f"{k} {SOURCE}") for k in range(40)]
    alone = sensitivity(corpus, "USim,GLEU", parser=Small(), jobs=1)
    spread = sensitivity(corpus, "USim,GLEU", parser=Small(), jobs=2)
    assert alone == spread


# --- on paper -------------------------------------------------------------------------------------


@pytest.fixture
def study() -> Sensitivity:
    corpus = [segment(FIRST, SECOND, source=f"{k} {SOURCE}") for k in range(6)]
    return sensitivity(corpus, "GLEU")[0]


def test_table_json_and_figure_say_the_same(study: Sensitivity, tmp_path: Path) -> None:
    data = study.to_json()
    lines = study.to_csv().splitlines()
    names = [one["type"] for one in data["types"]]
    assert [line.split(",")[0] for line in lines[1:]] == [*names, "all"]
    assert data["every"]["edits"] == 30 and data["every"]["sentences"] == 6
    assert data["chains"] == 12 and data["measure"] == "GLEU"
    top = study.types[0]
    assert data["types"][0]["change"]["value"] == top.change.value
    assert data["types"][0]["size"]["low"] == top.size.low
    figure = study.plot()
    assert "30 edits in 6 sentences, 12 chains" in figure.caption
    figure.save(tmp_path / "f.svg")
    caption = (tmp_path / "f.caption.txt").read_text()
    assert data["signature"] in caption
    assert "before:previous|sentences:agreed|long:keep|ci:bca95|bs:1000|seed:1234" in caption


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, target = str(examples.path("gold.m2")), tmp_path / "f.png"
    arguments = ["sensitivity", gold, "-m", "GLEU", "--sentences", "all", "--resamples", "50"]
    assert main([*arguments, "-f", "json", "--figure", str(target)]) == 0
    found = json.loads(capsys.readouterr().out)
    gleu = found["measures"]["GLEU"]
    assert gleu["every"]["edits"] == sum(one["edits"] for one in gleu["types"]) > 20
    assert target.exists() and (tmp_path / "f.caption.txt").exists()
    assert main([*arguments, "--skip-long", "--before", "start"]) == 0
    assert "before:start|sentences:all|long:skip" in capsys.readouterr().out
    parsed = ["-m", "USim", "--parser", "tests.small_parser:Small", "-f", "csv", "--ci", "0"]
    assert main(["sensitivity", gold, "--sentences", "all", *parsed]) == 0
    assert capsys.readouterr().out.startswith("type,edits,sentences,change")
    assert main([*arguments, "-m", "M2", "--figure", str(target), "-f", "csv"]) == 0
    header, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert header[:4] == ["table", "type", "edits", "sentences"]
    assert {len(row) for row in rows} == {len(header)}
    assert {row[0].partition(":")[0] for row in rows} == {"GLEU", "M2"}
    caption = (tmp_path / "f.caption.txt").read_text()
    assert "|before:" in caption and "GLEU(" in caption and "M2(" in caption
    assert main([*arguments, "--figure", "f.jpg"]) == 2


# --- public data ----------------------------------------------------------------------------------


def test_the_published_counts(shared: Shared) -> None:
    """The column of occurrences in the supplement's Table 2, all 27 types of it."""
    golden = shared.golden("usim")["error_types"]
    corpus = read(shared.data("conll14", golden["m2"].partition(" ")[0]))
    [study] = sensitivity(corpus, "Accuracy", settings=EXACT)
    assert {one.type: one.edits for one in study.types} == golden["occurrences"]
    assert study.every.sentences == golden["sentences"] == 764
    assert study.chains == golden["chains"] == 1809
    assert study.every.edits == golden["edits"] == 6127
    # One change to the reference in each chain, but where an edit changes nothing.
    assert study.every.change.value == pytest.approx(1809 / 6127, abs=0.01)
    found, _ = chains(corpus, Choices(long="skip"), 1)
    assert sum(len(one.types) for one in found) == 5812


def test_types_of_errant(shared: Shared) -> None:
    corpus = read(shared.data("conll14", "errant", "conll14.errant"))
    [study] = sensitivity(corpus[:200], cg.measure("M2"), choices=Choices(sentences="all"))
    kinds = {one.type for one in study.types}
    assert {"R:PREP", "M:DET", "R:NOUN:NUM"} <= kinds
    assert study.every.change.low is not None and study.every.change.low > 0


def test_edits_between_texts_are_those_of_errant() -> None:
    source = "He like small dog in park ."
    texts = ("He likes small dogs in the park .", "He likes a small dog in park .")
    references = tuple(Correction(source, text=text, by=str(k)) for k, text in enumerate(texts))
    [found] = sensitivity([Segment(source, references, "1")], "Accuracy", settings=EXACT)
    counts = {one.type: one.edits for one in found.types}
    assert counts == {"R:VERB:SVA": 2, "R:NOUN:NUM": 1, "M:DET": 2}
    assert "|types:errant-3.0.2/en_core_web_sm-3.8.0|" in str(found.signature)


def test_types_that_are_given_stay_unless_asked_for() -> None:
    source = "He like small dog in park ."
    gold = Correction(source, edits=(Edit(1, 2, ("likes",), "SVA"),))
    corpus = [Segment(source, (gold, gold), "1")]
    [given] = sensitivity(corpus, "Accuracy", settings=EXACT)
    [anew] = sensitivity(corpus, "Accuracy", choices=Choices(types="errant"), settings=EXACT)
    assert (given.types[0].type, anew.types[0].type) == ("SVA", "R:VERB:SVA")
    assert "types:" not in str(given.signature)
