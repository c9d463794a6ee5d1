"""Oracle reranking: which candidate wins, by which references, and what that says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.changes import reranking
from corrigenda.changes.commands import rerank as command
from corrigenda.changes.oracle import Draw, Oracle, Ties, sequences
from corrigenda.changes.reranking import Reranking
from corrigenda.changes.reranking import rerank as study
from corrigenda.changes.wordchange import WordChange
from corrigenda.changes.wordorder import WordOrder
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import read
from corrigenda.measures.contract import Array, Measure, Row
from corrigenda.results.html import prose
from corrigenda.statistics.settings import Settings
from tests.report.html_reader import Reader
from tests.small_parser import Small

QUICK = Settings(ci=None)


@dataclass(frozen=True)
class Length(Measure):
    """How many words there are: of the output alone."""

    best: ClassVar[Literal["max", "min"]] = "max"

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        return [(len(correction.tokens), 1)]

    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": sums[..., 0] / sums[..., 1]}


@dataclass(frozen=True)
class Shortness(Length):
    best: ClassVar[Literal["max", "min"]] = "min"


@dataclass(frozen=True)
class Undefined(Length):
    def values(self, sums: Array) -> dict[str, Array]:
        return {"score": np.where(sums[..., 0] > 1, sums[..., 0], np.nan)}


def segment(source: str, *references: str) -> Segment:
    return Segment(source, tuple(Correction(source, text) for text in references), "7")


def oracle(measure: Measure, of: Segment, candidates: Sequence[str], ties: Ties) -> Oracle:
    return Oracle(measure, of, [Correction(of.source, text) for text in candidates], ties)


def chosen(
    measure: Measure, of: Segment, candidates: Sequence[str], ties: Ties = "first"
) -> tuple[str, float]:
    every = range(len(of.references))
    place, score, _ = oracle(measure, of, candidates, ties).winner(every)
    return candidates[place], score


# --- which wins -----------------------------------------------------------------------------------


def test_the_best_wins() -> None:
    he = segment("He like dog .", "He likes dogs .", "He likes the dog .")
    candidates = ["He like dog .", "She like dog .", "He likes the dog .", "He likes dogs"]
    assert chosen(cg.measure("M2"), he, candidates) == ("He likes the dog .", 1)
    assert chosen(cg.measure("Accuracy"), he, candidates) == ("He likes the dog .", 1)
    assert chosen(cg.measure("MAX-SARI"), he, candidates)[0] == "He likes the dog ."
    alone = oracle(cg.measure("M2"), he, candidates, "first")
    assert alone.winner([0]).place == 3  # one right edit of two; the others have none
    assert alone.winner([1]) == alone.winner([1, 1]) == alone.winner([1, 0])


def test_lower_is_better_for_some() -> None:
    assert chosen(Length(), segment("a", "a"), ["b b", "c", "d d d"]) == ("d d d", 3)
    assert chosen(Shortness(), segment("a", "a"), ["b b", "c", "d d d"]) == ("c", 1)


def test_what_is_undefined_never_wins() -> None:
    assert chosen(Undefined(), segment("a", "a"), ["b", "c c"]) == ("c c", 2)
    with pytest.raises(InputError, match="undefined for all candidates"):
        chosen(Undefined(), segment("a", "a"), ["b", "c"])


@pytest.mark.parametrize(
    ("candidates", "first", "released"),
    [
        ("x y", "x", "y"),
        ("x s y", "x", "s"),
        ("s x y", "s", "s"),
        ("x y x", "x", "x"),
        ("x y long,est y x long,est", "long,est", "long,est"),
        ("s s", "s", "s"),
    ],
)
def test_ties(candidates: str, first: str, released: str) -> None:
    texts = [text.replace(",", " ") for text in candidates.split()]
    for ties, wanted in (("first", first), ("released", released)):
        assert chosen(Length(), segment("s", "s"), texts, ties)[0] == wanted.replace(",", " ")  # type: ignore[arg-type]


def test_released_ties_give_the_last_place() -> None:
    of = segment("s", "s")
    assert oracle(Length(), of, ["x", "y", "x"], "first").winner([0]).place == 0
    assert oracle(Length(), of, ["x", "y", "x"], "released").winner([0]).place == 2
    assert oracle(Length(), of, ["x", "s ", "x"], "released").winner([0]).place == 1


words = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=5).map(" ".join)


@given(
    words,
    st.lists(words, min_size=1, max_size=3),
    st.lists(words, min_size=1, max_size=5),
    st.lists(st.integers(0, 2), min_size=1, max_size=4),
    st.sampled_from(["M2", "SARI", "MAX-SARI", "GLEU(draws=0)", "Accuracy", "GREEN", "Edits"]),
)
def test_winners_are_those_of_a_naive_search(
    source: str, references: list[str], candidates: list[str], drawn: list[int], name: str
) -> None:
    """Each candidate scored as the only sentence of a corpus that has the drawn references."""
    measure = cg.measure(name)
    numbers = [k % len(references) for k in drawn]
    alone = segment(source, *(references[k] for k in numbers))
    scores = []
    for text in candidates:
        rows = measure.choose([measure.candidates(alone, Correction(source, text))]).rows
        scores.append(float(measure.sentence_scores(rows)[0]))
    full = segment(source, *references)
    place, score, _ = oracle(measure, full, candidates, "first").winner(numbers)
    assert score == pytest.approx(max(scores), abs=1e-12)
    assert scores[place] == pytest.approx(max(scores), abs=1e-12)
    assert all(other < score + 1e-12 for other in scores[:place])


# --- what is drawn --------------------------------------------------------------------------------


@given(
    st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 4), st.integers(0, 9)
)
def test_more_references_are_added_to_those_before(
    references: int, most: int, more: int, draws: int, seed: int
) -> None:
    for draw in ("replacement", "distinct", "first"):
        few = sequences(references, most, draw, draws, seed, 3)
        many = sequences(references, most + more, draw, draws + 1, seed, 3)
        size = most if draw == "replacement" else min(most, references)
        assert [one[:size] for one in many][: len(few)] == few
        assert all(len(one) == size and set(one) <= set(range(references)) for one in few)
        if draw != "replacement":
            assert all(len(set(one)) == size for one in few)


def test_draws_differ_by_seed_sentence_and_draw() -> None:
    def one(draw: Draw, seed: int, sentence: int) -> list[tuple[int, ...]]:
        return sequences(100, 8, draw, 2, seed, sentence)

    for draw in ("replacement", "distinct"):
        found = [row for s, n in ((1, 1), (1, 2), (2, 1)) for row in one(draw, s, n)]
        assert len(set(found)) == 6
        assert one(draw, 1, 1) == one(draw, 1, 1)


def test_draws_are_uniform() -> None:
    for draw in ("replacement", "distinct"):
        firsts = [sequences(4, 2, draw, 1, 5, n)[0] for n in range(4000)]
        for place in (0, 1):
            counts = np.bincount([one[place] for one in firsts], minlength=4)
            assert abs(counts - 1000).max() < 120  # more than four standard deviations
        same = sum(a == b for a, b in firsts)
        assert same == 0 if draw == "distinct" else abs(same - 1000) < 120


# --- the study ------------------------------------------------------------------------------------


RANKS = [examples.path(name) for name in ("timid.txt", "good.txt", "reckless.txt")]


def rerank(pairs: Sequence[Pair], measures: object, **options: object) -> Reranking:
    segments, candidates = zip(*pairs, strict=True)
    return study(segments, candidates, measures, **options)  # type: ignore[arg-type]


def example(*measures: str, jobs: int = 1, **options: object) -> Reranking:
    options = {"settings": QUICK, "counts": (1, 2, 4)} | options
    return study(examples.path("gold.m2"), RANKS, measures, jobs=jobs, **options)  # type: ignore[arg-type]


def test_files_texts_and_segments_are_the_same() -> None:
    corpus = read(examples.path("gold.m2"))
    texts = list(zip(*(file.read_text().splitlines() for file in RANKS), strict=True))
    assert study(corpus, texts, "M2", counts=(1, 2, 4), settings=QUICK) == example("M2")
    segments = replace(study(list(corpus), map(str, RANKS), counts=[1], settings=QUICK))
    assert replace(segments, origin="gold.m2") == example("M2", counts=[1])
    for lists, message in ((texts[1:], "of 32 sentences"), ([(), *texts[1:]], "has no candidates")):
        with pytest.raises(InputError, match=message):
            study(corpus, lists, settings=QUICK)


def test_levels_are_those_of_wordchange() -> None:
    found = example("M2", draw="first", counts=[2])
    corpus = read(examples.path("gold.m2"))
    measure = WordChange()
    timid = examples.path("timid.txt").read_text().splitlines()
    counts = [measure.count(s.source, text)[0] for s, text in zip(corpus, timid, strict=True)]
    assert found.first.words.value == pytest.approx(np.mean(counts))
    assert found.first.untouched.value == pytest.approx(np.mean(np.array(counts) == 0))
    gold = [np.mean([measure.count(s.source, r.text)[0] for r in s.references]) for s in corpus]
    assert found.annotators.words.value == pytest.approx(np.mean(gold))
    [curve] = found.curves
    [point] = curve.points
    won = curve.winners[2]
    counts = [measure.count(s.source, text)[0] for s, text in zip(corpus, won, strict=True)]
    assert point.changes.words.value == pytest.approx(np.mean(counts))
    assert point.changes.by_changes == tuple(np.bincount(np.minimum(counts, 11), minlength=12))
    assert curve.words is None and curve.untouched is None
    assert found.sentences == 32 and found.candidates == (3, 3)
    assert found.lacking == {2: sum(len(s.references) < 2 for s in corpus)} != {2: 0}


def test_order_is_that_of_wordorder() -> None:
    found = example("M2", draw="first", counts=[1, 2], settings=Settings(resamples=100))
    corpus = read(examples.path("gold.m2"))

    def expected(texts: Sequence[str]) -> list[float]:
        rhos = [WordOrder().rho(s.source, text) for s, text in zip(corpus, texts, strict=True)]
        defined = [rho for rho in rhos if rho is not None]
        return [float(np.mean(defined)), float(np.mean([rho == 1 for rho in defined]))]

    [curve] = found.curves
    for point in curve.points:
        values = [point.changes.rho.value, point.changes.kept.value]
        assert values == pytest.approx(expected(curve.winners[point.references]))
    timid = examples.path("timid.txt").read_text().splitlines()
    assert [found.first.rho.value, found.first.kept.value] == pytest.approx(expected(timid))
    few, many = (point.changes for point in curve.points)
    for name in ("rho", "kept"):
        value, low, high = getattr(curve, name)
        assert value == pytest.approx(getattr(many, name).value - getattr(few, name).value)
        assert low <= value <= high
    assert "|WordChange(change=any,tokens=corpus),WordOrder(tokens=corpus)|" in str(curve.signature)
    data = found.record()["oracles"]["M2"]
    assert data["rho"] == curve.rho._asdict() and data["kept"] == curve.kept._asdict()
    assert data["points"][0]["kept"] == few.kept._asdict()


@pytest.mark.parametrize(
    ("moved", "said"), [(0, "no significant difference."), (15, "difference of share and rho.")]
)
def test_what_is_said_of_the_order_of_words(moved: int, said: str) -> None:
    """By two references, the winner of some sentences has its words turned round."""
    source, turned = "abc bcd cde def", "def cde bcd abc"
    pairs = [
        (
            segment(source, "abc bcd cde xyz", turned if n < moved else source),
            [Correction(source, text) for text in (turned, "abc bcd cde xyz", source)],
        )
        for n in range(20)
    ]
    found = rerank(pairs, [cg.measure("Accuracy")], counts=[1, 2], draw="first")
    [curve] = found.curves
    assert curve.verdict().endswith(said)
    assert curve.kept is not None and curve.kept.value == pytest.approx(-moved / 20)
    without = rerank(pairs, [cg.measure("Accuracy")], counts=[1, 2], draw="first", settings=QUICK)
    assert "significant" not in without.curves[0].verdict()


def test_the_order_of_single_words_cannot_be_told() -> None:
    pairs = [(segment("a", "b"), [Correction("a", "b"), Correction("a", "a")])] * 3
    found = rerank(pairs, [cg.measure("M2")], counts=[1, 2], settings=Settings(resamples=20))
    assert found.curves[0].verdict().endswith("The order of words cannot be told.")
    data = found.record()
    assert data["oracles"]["M2"]["rho"]["value"] is None
    json.dumps(data, allow_nan=False)


def test_the_example_by_hand() -> None:
    """Two sentences, two candidates each."""
    one = segment("a b c d", "a b x d", "a b c d")
    other = segment("e f", "e y")
    pairs = [
        (one, (Correction("a b c d", "a b c d"), Correction("a b c d", "a b x d"))),
        (other, (Correction("e f", "e f"), Correction("e f", "e z"))),
    ]
    found = rerank(pairs, [cg.measure("Accuracy")], counts=[1, 2], draw="first", settings=QUICK)
    few, many = found.curves[0].points
    # By the first reference, x is right; by both, the first candidate is right, too, and comes
    # first. No candidate of the other sentence is right, so its first one wins.
    assert (few.changes.words.value, many.changes.words.value) == (0.5, 0)
    assert (few.changes.untouched.value, many.changes.untouched.value) == (0.5, 1)
    assert (few.score.value, many.score.value) == (0.5, 0.5)
    assert (few.rank.value, many.rank.value) == (1.5, 1)
    assert found.curves[0].words == (-0.5, None, None)
    assert found.curves[0].winners == {1: ("a b x d", "e f"), 2: ("a b c d", "e f")}
    assert found.lacking == {2: 1}
    assert found.first.words.value == 0 and found.annotators.words.value == 0.75


def test_draws_are_averaged() -> None:
    """One word is right by either reference: half of the draws each, and both by both."""
    s = "a b"
    pairs = [(segment(s, "x b", s), (Correction(s, "x b"), Correction(s, s))) for _ in range(20)]
    found = rerank(pairs, [cg.measure("Accuracy")], counts=[1, 2], draws=50, settings=QUICK)
    few, many = found.curves[0].points
    assert few.changes.words.value == pytest.approx(0.5, abs=0.07)
    # The second candidate wins only if both references agree with it.
    assert many.changes.words.value == pytest.approx(0.75, abs=0.07)
    assert few.changes.words.value * 1000 == pytest.approx(round(few.changes.words.value * 1000))


def test_max_measures_never_fall_with_references() -> None:
    for draw in ("replacement", "distinct", "first"):
        found = example("M2", "MAX-SARI", counts=range(1, 5), draw=draw)
        for curve in found.curves:
            scores = [point.score.value for point in curve.points]
            assert all(a <= b + 1e-12 for a, b in pairwise(scores))
            assert scores[0] < scores[-1]


def test_intervals_and_growth() -> None:
    found = example("M2", settings=Settings(resamples=100))
    [curve] = found.curves
    for point in curve.points:
        for value, low, high in (point.changes.words, point.changes.untouched, point.score):
            assert low is not None and high is not None and low < value < high
    assert curve.words is not None and curve.words.low is not None
    few, many = curve.points[0].changes.words.value, curve.points[-1].changes.words.value
    assert curve.words.value == pytest.approx(many - few)
    wide = curve.points[0].changes.words
    assert wide.low is not None and wide.high is not None and curve.words.high is not None
    assert curve.words.high - curve.words.low < wide.high - wide.low  # paired


def test_nothing_depends_on_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reranking, "CHUNK", 5)
    one = example("M2", "SARI", jobs=1)
    assert example("M2", "SARI", jobs=2) == one


def test_seeds_matter() -> None:
    one, other = (example("SARI", settings=Settings(ci=None, seed=seed)) for seed in (1, 2))
    assert one.curves[0].points != other.curves[0].points
    assert one.first == other.first
    assert "|seed:1|" in str(one.curves[0].signature)
    assert "|seed:2|" in str(other.curves[0].signature)


def test_a_number_does_not_depend_on_the_others() -> None:
    few, many = example("SARI", counts=[2]), example("SARI", counts=[1, 2, 7])
    assert few.curves[0].points[0] == many.curves[0].points[1]


def test_overlapping_edits_have_no_text_but_can_judge() -> None:
    """Bryant and Ng's annotations of CoNLL-2014 hold such edits."""
    source = "a b c"
    overlapping = Correction(source, edits=[Edit(0, 2, ("x",)), Edit(1, 3, ("y",))])
    fine = Correction(source, edits=[Edit(0, 1, ("z",))])
    same, z, x = (Correction(source, text) for text in (source, "z b c", "x c"))
    pairs = [
        (Segment(source, (overlapping, fine)), (same, z)),
        (Segment(source, (overlapping,)), (x,)),
    ]
    found = rerank(pairs, [cg.measure("M2")], counts=[2], draw="first", settings=QUICK)
    assert found.left_out == (("1", "0"), ("2", "0"))
    assert found.annotators.words.value == 1  # of the one that can be applied
    assert found.curves[0].winners == {2: ("z b c", "x c")}
    [remark] = [remark for remark in found.remarks if remark.kind == "overlap"]
    assert remark.text.startswith("annotators: left out 2 references whose edits overlap")
    assert remark.text.endswith(": 1:0, 2:0") and remark.count == 2


def test_oracles_that_compare_texts_draw_among_references_that_have_one() -> None:
    source = "a b c"
    overlapping = Correction(source, edits=[Edit(0, 2, ("x",)), Edit(1, 3, ("y",))], by="0")
    fine = Correction(source, edits=[Edit(0, 1, ("z",))], by="1")
    same, z = (Correction(source, text) for text in (source, "z b c"))
    pairs = [(Segment(source, (overlapping, fine)), (same, z))] * 3
    oracles = [cg.measure("GLEU"), cg.measure("M2"), cg.measure("GREEN")]
    found = rerank(pairs, oracles, counts=[1, 2], draws=9, settings=QUICK)
    without = [(Segment(source, (fine,)), (same, z))] * 3
    alone = rerank(without, oracles, counts=[1, 2], draws=9, settings=QUICK)
    for k in (0, 2):
        assert found.curves[k].points == alone.curves[k].points
        assert found.curves[k].winners[1] == ("z b c",) * 3
    assert found.curves[1].points != alone.curves[1].points  # M2 judges by both
    [remark] = [remark.text for remark in found.remarks if remark.kind == "overlap"]
    assert remark.startswith("annotators, GLEU, GREEN: left out 3 references")
    data = found.record()
    assert data["corpus"]["left_out"][0] == {"sentence": "1", "annotator": "0"}
    with pytest.raises(InputError, match="sentence 1 has no reference with a text, and GLEU"):
        rerank([(Segment(source, (overlapping,), "1"), (z,))], oracles, settings=QUICK)


@pytest.mark.parametrize(
    ("measures", "options", "message"),
    [
        ([], {}, "no measure is given"),
        (["WordChange"], {}, "WordChange cannot choose"),
        (["M2"], {"counts": []}, "found none"),
        (["M2"], {"counts": [0, 2]}, "found 0, 2"),
        (["M2"], {"draws": 0}, "at least 1, not 0"),
        (["M2"], {"jobs": 0}, "at least 1, not 0"),
    ],
)
def test_mistakes(measures: list[str], options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        example(*measures, **options)  # type: ignore[arg-type]


def test_mistakes_in_corpora(tmp_path: Path) -> None:
    empty = [tmp_path / name for name in ("1.txt", "2.txt")]
    for file in empty:
        file.write_text("")
    with pytest.raises(InputError, match="expected sentences, found an empty file"):
        study([], empty)
    with pytest.raises(InputError, match="expected a k-best list, found none"):
        study([], [])
    pairs = [(Segment("a", (), "9"), (Correction("a", "b"),))]
    with pytest.raises(InputError, match="sentence 9: it has no reference"):
        rerank(pairs, [cg.measure("M2")])


# --- views ----------------------------------------------------------------------------------------


def test_the_command_and_the_study_have_the_same_defaults() -> None:
    assert command.DRAWS == reranking.DRAWS
    assert ",".join(map(str, reranking.COUNTS)) == command.COUNTS


def test_verdicts() -> None:
    one = example("M2", counts=[2], draw="first").curves[0]
    assert one.verdict().startswith("M2, by 2 references: the winners change 1.")
    two = example("M2", draw="first", settings=Settings(resamples=50)).curves[0]
    said = two.verdict()
    assert said.startswith("M2, by 4 references instead of 1: the winners change ")
    assert said.count("[") == 4


def test_tables_and_json() -> None:
    found = example("M2", "GLEU", draw="distinct", settings=Settings(resamples=50))
    table, counts = found.tables()
    assert [row[:2] for row in table.rows] == [
        *(["M2", m] for m in (1, 2, 4)),
        *(["GLEU", m] for m in (1, 2, 4)),
        ["(first candidates)", None],
        ["(annotators)", None],
    ]
    notes = " / ".join(counts.notes)
    assert "32 sentences with 3 candidates" in notes
    assert "sampled 5 times for each sentence, none twice" in notes
    assert "32 of 32 sentences have fewer than 4 references: all of theirs are taken" in notes
    for row in counts.rows:
        assert sum(row[2:]) == pytest.approx(32)  # type: ignore[arg-type]
    data = found.record()
    assert list(data["oracles"]) == ["M2", "GLEU"]
    point = data["oracles"]["M2"]["points"][1]
    assert point["references"] == 2
    assert point["words"]["low"] < point["words"]["value"] < point["words"]["high"]
    assert sum(point["distribution"].values()) == pytest.approx(32)
    assert data["corpus"]["candidates"] == [3, 3]


@pytest.mark.parametrize("plot", ["words", "touched", "changes"])
@pytest.mark.parametrize("ci", [None, 95.0])
def test_figures(plot: str, ci: float | None) -> None:
    found = example("M2", settings=Settings(ci=ci, resamples=50))
    drawn = found.plot(plot)
    svg = drawn.render(".svg").decode()
    assert "</svg>" in svg
    assert "draw:replacement|draws:5" in drawn.signature
    assert ("confidence intervals" in drawn.caption) == (ci is not None and plot != "changes")


def test_measures_of_meaning_can_choose() -> None:
    """USim sees no reference: the candidate that means most of what the source means wins."""
    s = "he saw dogs today"
    candidates = tuple(Correction(s, text) for text in ("dogs", "he saw", s))
    pairs = [(segment(s, "he saw cats"), candidates)]
    found = rerank(pairs, [cg.measure("USim")], counts=[1, 2], parser=Small(), settings=QUICK)
    assert found.curves[0].winners == {0: (s,)}
    assert found.curves[0].points[0].score.value == 1
    assert "|parser:small-1|" in str(found.curves[0].signature)


def test_the_page_shows_all_of_it() -> None:
    found = example("M2", "GLEU")
    page = Reader(found.report())
    (section,) = page.all("section", id="at-oracle-reranking")
    for curve in found.curves:
        assert prose(curve.verdict()) in section["text"]
    words, touched, heat = [e["at"]["aria-label"] for e in page.all("svg")]
    level = found.annotators.words.value
    assert f"annotators: {level:.4f} to {level:.4f}" in words and "first candidates: " in words
    assert touched.startswith("share of sentences with a changed word by references; ")
    assert "GLEU, 4 references: " in heat and "first candidates: 10, 19, 3, 0" in heat
    heads = [e["text"] for e in page.all("th", class_="name") if e["at"].get("scope") == "row"]
    assert heads == [*["M2"] * 3, *["GLEU"] * 3, "(first candidates)", "(annotators)"] * 2


def test_a_measure_without_references_chooses_once() -> None:
    sources, kept = ["He go to the school .", "We was at home ."], "He go to school ."
    candidates = [[sources[0], kept], ["We were home .", "We was at home ."]]
    found = study(sources=sources, candidates=candidates, measures="Meaning", jobs=1)
    (point,) = found.curves[0].points
    assert (point.references, found.draws) == (0, 1)
    assert found.curves[0].winners == {0: (sources[0], "We was at home .")}
    assert "without references" in found.curves[0].verdict()
    assert "annotators" not in str(found)
    references = [[text] for text in sources]
    beside = study(sources=sources, references=references, candidates=candidates,
                   measures="Meaning,M2", counts=[1, 2], jobs=1)  # fmt: skip
    by_meaning, by_m2 = (curve.verdict() for curve in beside.curves)
    assert by_meaning.startswith("Meaning, with any number of references, as it needs none: ")
    assert by_m2.startswith("M2, by 2 references instead of 1: ")
    with pytest.raises(InputError, match="an oracle needs one"):
        study(sources=sources, candidates=candidates, measures="Meaning,M2", jobs=1)
