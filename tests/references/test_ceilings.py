"""What a perfect corrector scores: draws, scores, intervals, shares of the ceiling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.evaluation import Result, evaluate
from corrigenda.formats import read, read_system, write
from corrigenda.measures.accuracy import Accuracy
from corrigenda.measures.contract import Array, Measure, Row
from corrigenda.measures.m2 import M2
from corrigenda.measures.registry import names
from corrigenda.references import populations, shares
from corrigenda.references.ceilings import (
    CeilingCurve,
    CeilingPoint,
    adds,
    ceiling,
    is_limited,
    rows_of,
)
from corrigenda.references.covered_mass import covered_mass
from corrigenda.references.crowd import Crowd, collect
from corrigenda.references.mturk import Answer
from corrigenda.references.populations import Population
from corrigenda.references.sampling import (
    FINE,
    Drawing,
    ReferenceExtraction,
    from_crowd,
    left_out,
    together,
)
from corrigenda.results.words import named
from corrigenda.statistics.intervals import Estimate
from corrigenda.statistics.settings import Settings

FEW = Settings(resamples=100)
NONE = Settings(None)


def crowd_of(**answers: list[str]) -> Crowd:
    given = [Answer(f"{k} go home .", text) for k, texts in answers.items() for text in texts]
    return collect(given, "all")


PAIR = crowd_of(He=["He goes home.", "He went home."])
MIXED = crowd_of(
    He=["He goes home."] * 6 + ["He went home.", "He is going home.", "He has gone home."],
    She=["She goes home."] * 2 + ["She went home.", "Well, she went.", "She has gone home."],
)


# --- drawing from a crowd -------------------------------------------------------------------------


def test_sentences_are_drawn_by_their_answers_and_some_are_correct() -> None:
    draws = from_crowd(MIXED, 3, Drawing(sentences=3000, correct=200, rounds=2))
    assert draws.sources == 2 and draws.sentences == 3000 and len(draws.rounds) == 2
    assert draws.rounds[0] != draws.rounds[1]
    for drawn in draws.rounds:
        sources = Counter(one.source for one in drawn)
        assert sources[FINE] == 200
        assert sources[0] / 2800 == pytest.approx(9 / 14, abs=0.03)
        assert [one.sentence for one in drawn] == list(range(3000))
        written = Counter(one.hypothesis.text for one in drawn if one.source == 0)
        assert written["He goes home ."] / sources[0] == pytest.approx(6 / 9, abs=0.04)
        for one in drawn:
            assert len(one.segment.references) == 3
            if one.source == FINE:
                assert one.hypothesis.text == one.segment.source
                assert not one.segment.references[0].edits
            else:
                assert one.segment.source == ("He go home .", "She go home .")[one.source]


def test_answers_are_tokenised_as_sources_are_unless_they_are_already() -> None:
    texts = {
        one.hypothesis.text
        for one in from_crowd(PAIR, 1, Drawing(sentences=20, correct=0)).rounds[0]
    }
    assert texts == {"He goes home .", "He went home ."}
    as_is = from_crowd(PAIR, 1, Drawing(sentences=20, correct=0, raw=False)).rounds[0]
    assert {one.hypothesis.text for one in as_is} == {"He goes home.", "He went home."}


def test_references_are_added_to_those_before() -> None:
    few = from_crowd(MIXED, 2, Drawing(sentences=50, correct=5, rounds=1))
    many = from_crowd(MIXED, 7, Drawing(sentences=50, correct=5, rounds=1))
    for a, b in zip(few.rounds[0], many.rounds[0], strict=True):
        assert a.hypothesis == b.hypothesis
        assert a.segment.references == b.segment.references[:2]


def test_how_edits_are_cut_is_a_parameter() -> None:
    crowd = crowd_of(He=["He has never gone home."])

    def cut(extraction: ReferenceExtraction) -> list[Edit]:
        draws = from_crowd(
            crowd, 1, Drawing(sentences=1, correct=0, rounds=1, extraction=extraction)
        )
        return list(draws.rounds[0][0].segment.references[0].edits)

    assert len(cut(ReferenceExtraction())) == 1
    assert len(cut(ReferenceExtraction("split"))) == 3
    assert "split" in str(
        from_crowd(crowd, 1, Drawing(extraction=ReferenceExtraction("split"))).signed["edits"]
    )


@pytest.mark.parametrize(
    ("references", "drawing", "message"),
    [
        (0, Drawing(), "at least 1 reference"),
        (1, Drawing(sentences=10, correct=10), "found 10 of 10"),
        (1, Drawing(rounds=0), "at least 1 round"),
    ],
)
def test_draws_that_cannot_be(references: int, drawing: Drawing, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_crowd(PAIR, references, drawing)


def test_a_crowd_of_which_nothing_is_left() -> None:
    with pytest.raises(InputError, match="no sentence to sample from"):
        from_crowd(replace(PAIR, sentences=()), 1)


# --- leaving one out ------------------------------------------------------------------------------


def segment(*texts: str, source: str = "He go home .") -> Segment:
    references = tuple(Correction(source, text=t, by=str(k)) for k, t in enumerate(texts))
    return Segment(source, references, "7")


def test_each_reference_is_the_hypothesis_once() -> None:
    corpus = [segment("a", "b", "c"), segment("d", "e", "f")]
    draws = left_out(corpus, rounds=None)
    assert draws.most == 2 and len(draws.rounds) == 3 and draws.sources is None
    for number, texts in enumerate(("abc", "def")):
        drawn = [of[number] for of in draws.rounds]
        assert sorted(one.hypothesis.text for one in drawn) == list(texts)
        for one in drawn:
            others = [reference.text for reference in one.segment.references]
            assert sorted([one.hypothesis.text, *others]) == list(texts)
        # Each is the first reference once, too.
        assert sorted(one.segment.references[0].text for one in drawn) == list(texts)


def test_a_single_reference_cannot_be_left_out() -> None:
    draws = left_out([segment("a"), segment("b", "c")])
    assert draws.sentences == 1 and draws.rounds[0][0].sentence == 1
    assert any("skipped: 1 sentence" in note for note in draws.notes)
    with pytest.raises(InputError, match="no sentence has two references"):
        left_out([segment("a")])


def test_references_without_a_text_are_left_out() -> None:
    overlapping = Correction("a b c", edits=[Edit(0, 2, ("x",)), Edit(1, 3, ("y",))], by="2")
    given_ = segment("x b c", "a y c", source="a b c")
    draws = left_out([replace(given_, references=(*given_.references, overlapping))], rounds=None)
    assert draws.most == 1
    assert any("left out 1 reference whose" in n and n.endswith(": 7:2") for n in draws.notes)


@pytest.mark.parametrize(
    ("missing", "texts"),
    [("unchanged", ["He go home .", "a"]), ("agree", ["a", "a"])],
)
def test_what_a_missing_annotator_means(missing: str, texts: list[str]) -> None:
    draws = left_out([segment("a"), segment("b", "c")], rounds=None, missing=missing)  # type: ignore[arg-type]
    assert draws.sentences == 2
    assert sorted(of[0].hypothesis.text for of in draws.rounds) == texts
    with pytest.raises(InputError, match="'skip', 'unchanged' or 'agree', not 'guess'"):
        left_out([segment("a", "b")], missing="guess")  # type: ignore[arg-type]


def test_hypotheses_are_texts_unless_edits_are_wanted() -> None:
    edits = Segment(
        "a b", (Correction("a b", edits=(Edit(0, 1, ("x",), "T"),)), Correction("a b", edits=()))
    )
    assert left_out([edits]).rounds[0][0].hypothesis.given_edits is None
    kept = left_out([edits], rounds=None, as_text=False)
    assert {of[0].hypothesis.given_edits for of in kept.rounds} == {(Edit(0, 1, ("x",), "T"),), ()}


def test_files_are_put_together() -> None:
    joined = together([[segment("a")], [segment("b", "c")]])
    assert [(r.by, r.text) for r in joined[0].references] == [
        ("1.0", "a"),
        ("2.0", "b"),
        ("2.1", "c"),
    ]
    with pytest.raises(InputError, match="found 1 and 2"):
        together([[segment("a")], [segment("a"), segment("b")]])
    with pytest.raises(InputError, match="sentence 1 is not the same"):
        together([[segment("a")], [segment("a", source="She go .")]])


# --- scores ---------------------------------------------------------------------------------------


def test_if_all_write_the_same_it_scores_one() -> None:
    draws = from_crowd(
        crowd_of(He=["He goes home."] * 5), 3, Drawing(sentences=20, correct=4, rounds=1)
    )
    for found in ceiling(draws, "M2,GLEU,Accuracy", settings=FEW):
        assert [point.value for point in found.points] == pytest.approx([1.0] * 3)
        assert found.enough() == 1


def test_accuracy_is_what_the_closed_form_says() -> None:
    draws = from_crowd(PAIR, 4, Drawing(sentences=4000, correct=1000, rounds=1))
    (found,) = ceiling(draws, "Accuracy", settings=NONE)
    for point in found.points:
        expected = 0.25 + 0.75 * (1 - 0.5**point.references)
        assert point.value == pytest.approx(expected, abs=0.02)
        assert point.score.interval is None
        assert point.over_sources is None and point.spread is None


def test_accuracy_never_falls_as_references_are_added() -> None:
    draws = from_crowd(MIXED, 8, Drawing(sentences=60, correct=0))
    (found,) = ceiling(draws, Accuracy(), settings=NONE)
    values = [point.value for point in found.points]
    assert values == sorted(values) and values[0] < values[-1] < 1


def test_leaving_one_out_is_the_mean_over_pairs() -> None:
    corpus = [segment("a", "b", "a"), segment("c", "c", "c")]
    (found,) = ceiling(left_out(corpus, rounds=None), "Accuracy", settings=NONE)
    assert found.at(2).value == pytest.approx((2 + 3) / 6)
    # With one reference, in a fixed cycle: a b a matches once of three times.
    assert found.at(1).value == pytest.approx((1 + 3) / 6)


RAGGED = [
    segment("He goes home .", "He went home .", "He has gone home .", "He goes home ."),
    segment("She goes .", "She is off home .", source="She go home ."),
    segment("We go home , too .", "We are going , too .", "We go , too .", source="We goes too ."),
]


@pytest.mark.parametrize(
    "name", ["M2", "M2(case=false)", "Edits", "GREEN", "IMeasure(mix=false)", "MAX-SARI"]
)
def test_candidates_that_are_picked_are_those_computed_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = cg.measure(name)
    assert measure.by_reference()
    outputs = [tuple(Correction(s.source, s.references[-1].text) for s in RAGGED)]
    for draws in (
        left_out(RAGGED, rounds=3),
        from_crowd(MIXED, 3, Drawing(sentences=30, correct=3)),
    ):
        given_ = outputs if draws.sources is None else ()
        picked = rows_of(draws, [measure], [1, 3], given_)
        with monkeypatch.context() as patch:
            patch.setattr(type(measure), "by_reference", lambda _: False)
            again = rows_of(draws, [measure], [1, 3], given_)
        for a, b in zip(picked[0], again[0], strict=True):
            for of_one, of_other in zip(a, b, strict=True):
                assert of_one.tolist() == of_other.tolist()


@pytest.mark.parametrize("name", [n for n in names() if cg.measure(n).by_reference()])
def test_a_candidate_of_a_reference_does_not_depend_on_the_others(name: str) -> None:
    measure = cg.measure(name)
    example, correction = measure.worked_example()
    all_of_them = measure.candidates(example, correction)
    for k, reference in enumerate(example.references):
        alone = measure.candidates(replace(example, references=(reference,)), correction)
        assert list(map(tuple, alone)) == [tuple(all_of_them[k])]


def test_a_ceiling_compares_each_hypothesis_with_each_reference_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten annotators must not cost much more than ten scorings of a system."""
    texts = [f"He goes home {k} ." for k in range(10)]
    corpus = [segment(*texts)] * 3
    found = evaluate(corpus, {"x": ["He goes home 3 ."] * 3}, "M2", ci=None)
    compared = 0
    candidates = M2.candidates

    def counted(self: M2, segment: Segment, correction: Correction) -> Sequence[Row]:
        nonlocal compared
        compared += len(segment.references)
        return candidates(self, segment, correction)

    monkeypatch.setattr(M2, "candidates", counted)
    with using(jobs=1):
        shares.by_corpus(found, rounds=4)
    assert compared <= 3 * (4 + 1) * 10 + 2  # and the example, to see whether there is a ceiling


def test_edits_of_both_annotators_against_each_other() -> None:
    """F0.5 of one annotator against the other, counted by hand."""
    source = "He go to school since last days ."
    one = Correction(source, text="He has gone to school since last days .")
    two = Correction(source, text="He has gone to school for days .")
    (found,) = ceiling(left_out([Segment(source, (one, two))]), "M2", settings=NONE)
    # Each time 1 of the edits agrees: 1 of 1 proposed and of 2 gold, then 1 of 2 and of 1.
    precision, recall = 2 / 3, 2 / 3
    assert found.at(1).value == pytest.approx(1.25 * precision * recall / (0.25 * 2 / 3 + 2 / 3))


def test_intervals_over_few_sources_are_wider() -> None:
    draws = from_crowd(MIXED, 2, Drawing(sentences=400, correct=100))
    (found,) = ceiling(draws, "M2", [2], settings=FEW)
    point = found.at(2)
    assert point.over_sources is not None and point.spread is not None
    assert point.score.interval is not None and point.over_sources.interval is not None
    (low, high), (lower, higher) = point.score.interval, point.over_sources.interval
    assert low < point.value < high
    assert lower <= point.value <= higher
    assert higher - lower > high - low
    assert 0 < point.spread < 0.1


def test_correct_sentences_are_not_resampled_with_sources() -> None:
    """One source only: nothing can be resampled, however many sentences are correct."""
    draws = from_crowd(PAIR, 1, Drawing(sentences=100, correct=50))
    point = ceiling(draws, "Accuracy", settings=FEW)[0].at(1)
    assert point.score.interval is not None and point.over_sources is None


def test_measures_without_references_have_no_ceiling() -> None:
    with pytest.raises(InputError, match="WordChange needs no references"):
        ceiling(from_crowd(PAIR, 1, Drawing(sentences=4, correct=0)), "WordChange")
    assert is_limited(M2())


@pytest.mark.parametrize("numbers", [[], [0, 1], [1, 9]])
def test_numbers_of_references_that_are_not_there(numbers: list[int]) -> None:
    with pytest.raises(InputError, match="from 1 to 2, found"):
        ceiling(left_out([segment("a", "b", "c")]), "M2", numbers)


# --- where one more is not worth it ---------------------------------------------------------------


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12), st.randoms())
def test_steps_never_grow_and_add_up(values: list[float], random: object) -> None:
    numbers = [1]
    for _ in values[1:]:
        numbers.append(numbers[-1] + random.randint(1, 4))  # type: ignore[attr-defined]
    steps = adds(numbers, values)
    assert all(a >= b for a, b in pairwise(steps))
    widths = np.diff(numbers)
    assert float(np.dot(steps, widths)) == pytest.approx(values[-1] - values[0], abs=1e-9)


def curve(*values: float) -> CeilingCurve:
    points = tuple(CeilingPoint(k, Estimate(value)) for k, value in enumerate(values, 1))
    return CeilingCurve(M2(), points, NONE, None)


def test_enough() -> None:
    assert curve(0.1, 0.3, 0.35, 0.354).enough(0.01) == 3
    assert curve(0.1, 0.3, 0.35, 0.354).enough(0.1) == 2
    assert curve(0.1, 0.3, 0.35, 0.354).enough(0.001) is None
    # A dip is noise: 0.05 in two steps.
    assert curve(0.1, 0.3, 0.29, 0.35).enough(0.02) is None
    assert curve(0.5).enough(0.01) is None
    with pytest.raises(InputError, match="for 9 references, only for 1, 2"):
        curve(0.1, 0.2).at(9)


# --- scores beneath the ceiling -------------------------------------------------------------------


@pytest.fixture(scope="module")
def result() -> Result:
    corpus = read(examples.path("gold.m2"))
    systems = [read_system(examples.path(f"{n}.txt"), corpus, n) for n in ("good", "timid")]
    return evaluate(corpus, systems, "M2,Accuracy,WordChange", resamples=50)


def test_shares_of_a_reference_left_out(result: Result) -> None:
    m2, accuracy = shares.by_corpus(result)
    assert (m2.ceiling.measure, accuracy.ceiling.measure) == (M2(), Accuracy())
    assert m2.references == m2.ceiling.points[-1].references == 2
    good, timid = m2.shares
    cell = result["good", "M2"]
    assert good.score == (float(cell), cell.low, cell.high)
    assert good.share.value > timid.share.value
    assert good.share.value == pytest.approx(good.alike.value / m2.point.value)
    assert good.alike.value < good.score.value  # one reference less
    for estimate in (good.share, good.alike):
        assert estimate.interval is not None
        assert estimate.interval[0] < estimate.value < estimate.interval[1]
    assert m2.above == ("good", "timid") and "more than a left-out annotator does" in m2.remark
    assert "better than people" in m2.remark
    (table,) = shares.by_corpus(result).tables()
    assert [row[:2] for row in table.rows] == [
        [measure, who]
        for measure in ("M2", "Accuracy")
        for who in ("good", "timid", "left-out annotator, 2 references")
    ]  # people once, not beside each system
    data = shares.by_corpus(result).record()["M2"]
    assert data["systems"]["good"]["share"]["value"] == good.share.value
    assert data["ceiling"]["score"]["value"] == m2.point.value


def test_a_system_that_writes_what_all_annotators_write_reaches_the_ceiling() -> None:
    corpus = [segment("He goes home .", "He goes home .")]
    found = evaluate(corpus, {"same": ["He goes home ."]}, "M2", ci=None)
    (of,) = shares.by_corpus(found)
    assert of.point.value == 1 and of.shares[0].share == (1, None, None)
    assert not of.above and not of.remark


def test_shares_of_what_a_crowd_gets(result: Result, tmp_path: Path) -> None:
    path = tmp_path / "crowd.jsonl"
    write(MIXED.corpus(), path)
    m2, accuracy = shares.share_of_ceiling(result, [path], gain=0.02)
    assert m2.references == 2  # 1 to 3: two on average
    assert len(m2.ceiling.points) == shares.MOST
    for share in m2.shares:
        assert share.share.value == pytest.approx(share.score.value / m2.point.value)
        assert share.share.interval is None
    assert f"n:32|correct:{shares._correct(result.texts()[0])}|" in str(m2.ceiling.signature)
    assert accuracy.ceiling.at(10).value > accuracy.ceiling.at(1).value


def test_shares_of_what_populations_say(tmp_path: Path) -> None:
    corpus = [segment("He goes home ."), segment("He go home .")]
    found = evaluate(corpus, {"x": ["He goes home .", "He go home ."]}, "Accuracy", resamples=50)
    known = {"a": Population((0.5,), (2.0,)), "b": Population((0.25,), (4.0,))}
    path = tmp_path / "populations.jsonl"
    populations.write(known, path)
    (of,) = shares.share_of_ceiling(found, [path])
    mean = np.mean([covered_mass(population, 1) for population in known.values()])
    assert of.point.value == pytest.approx(0.5 + 0.5 * mean)
    assert of.point.over_sources is not None
    assert of.shares[0].share.value == pytest.approx(1 / of.point.value)
    with pytest.raises(InputError, match="not M2: they have no words"):
        shares.share_of_ceiling(evaluate(corpus, {"x": ["a", "b"]}, "M2", ci=None), [path])
    with pytest.raises(InputError, match="one file of populations, found 2"):
        shares.share_of_ceiling(found, [path, path])


def test_ceilings_that_cannot_be(result: Result) -> None:
    with pytest.raises(InputError, match="from the corpus or from files, not from both"):
        shares.share_of_ceiling(result, ["corpus", "crowd.csv"])
    with pytest.raises(InputError, match="'skip', 'unchanged' or 'agree', not 'maybe'"):
        shares.share_of_ceiling(result, ["corpus:maybe"])
    only = evaluate([segment("a", "b")], {"x": ["a"]}, "WordChange", ci=None)
    with pytest.raises(InputError, match="no measure here needs references"):
        shares.by_corpus(only)
    right = evaluate([segment("He go home .")], {"x": ["a"]}, "M2", ci=None)
    with pytest.raises(InputError, match="no reference changes anything"):
        shares.by_crowd(right, PAIR)


# --- on paper -------------------------------------------------------------------------------------


def test_tables_and_json() -> None:
    draws = from_crowd(MIXED, 3, Drawing(sentences=40, correct=4))
    found = ceiling(draws, "M2,Accuracy", gain=0.5, settings=FEW)
    text = str(found["M2"])
    assert "after the first reference, each further one adds less than 0.5" in text
    assert "resamples the 2 sentences that all others are sampled from" in text
    assert "edits.extract(adjacent,gap=0,substitution=1)" in text
    data = found.to_json()["measures"]["Accuracy"]
    assert [point["references"] for point in data["points"]] == [1, 2, 3]
    assert data["points"][0]["over_sources"]["low"] <= data["points"][0]["score"]["value"]
    assert data["gain"] == 0.5 and data["enough"] == 1 and data["who"] == "a perfect corrector"
    assert [len(table.rows) for table in found.tables()] == [3, 3]
    (left,) = ceiling([segment("a", "b", "c")], "M2", settings=NONE)
    assert "over sources" not in str(left)


def test_figure(tmp_path: Path) -> None:
    draws = from_crowd(MIXED, 3, Drawing(sentences=40, correct=4))
    found = ceiling(draws, "M2", settings=FEW)
    found.plot().save(tmp_path / "ceiling.svg")
    caption = (tmp_path / "ceiling.caption.txt").read_text(encoding="utf-8")
    assert (
        " Bands: 95 % confidence intervals over the 2 sources. Caution: sampled from 7.0 answers"
        in caption
    )
    assert caption.endswith(f" {found[0].signature}\n")


def test_sections_say_what_is_worth_knowing(result: Result) -> None:
    (section,) = shares.by_corpus(result).sections()
    best = shares.by_corpus(result)["M2"].shares[0]
    assert section.verdicts[0].startswith("by M2 with 2 references, a left-out annotator gets 0.")
    assert (
        f"and {named('good')} {best.alike.value:.4f}: {100 * best.share.value:.0f} % of it"
        in (section.verdicts[0])
    )
    assert any("That does not mean better than people" in text for text in section.verdicts)
    assert "does not make it better than they are" in section.about
    beside, *rising = section.figures
    assert [panel.title for panel in beside.panels] == ["M2", "Accuracy"]
    assert len(rising) == 2 and "the same 29 sentences" in beside.caption
    assert section.signatures[0].startswith("M2(")
    (alone,) = ceiling(MIXED, "M2", [1, 2], drawing=Drawing(40, 4, 1), settings=NONE)
    (section,) = alone.sections()
    assert section.verdicts[0].startswith("caution: sampled from 7.0 answers per sentence")
    assert section.verdicts[1] == alone.worth
    assert "so even it does not get 1" in section.about
    assert str(alone.signature).startswith("M2(") and "|crowd:2x7|n:40|" in str(alone.signature)


def test_people_are_drawn_as_by_hand() -> None:
    by_hand = ceiling(from_crowd(MIXED, 2, Drawing(sentences=40, correct=4)), "M2", settings=FEW)
    assert ceiling(MIXED, "M2", [1, 2], drawing=Drawing(40, 4), settings=FEW) == by_hand
    assert ceiling(RAGGED, "Accuracy", settings=FEW) == ceiling(
        left_out(RAGGED), "Accuracy", settings=FEW
    )


@dataclass(frozen=True)
class Mistakes(Measure):
    """The share of sentences that no reference has: lower is better."""

    columns = ("wrong", "sentences")
    best = "min"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        return [(correction.text not in [r.text for r in self.references(segment)], 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": sums[..., 0] / np.maximum(sums[..., 1], 1)}


def test_lower_scores_may_be_better() -> None:
    down = CeilingCurve(Mistakes(), curve(0.9, 0.7, 0.65, 0.646).points, NONE, None)
    assert down.adds == pytest.approx([-0.2, -0.05, -0.004])
    assert (down.enough(0.01), down.enough(0.1), down.enough(0.001)) == (3, 2, None)
    assert down.worth == "after 3 references, each further one takes off less than 0.01"
    people = [
        segment("He goes .", "He goes .", "He went ."),
        segment("He goes .", "He went .", "Go"),
    ]
    output = {"bad": ["No .", "No ."], "good": ["He goes .", "He goes ."]}
    (of,) = shares.by_corpus(evaluate(people, output, Mistakes(), ci=None))
    assert f"and {named('good')} 0.1667" in of.verdict
    assert [one.system for one in of._ranked] == ["good", "bad"]
