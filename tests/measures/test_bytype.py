"""Scores by type: types of one version on both sides, verdicts as the measure gives them."""

from __future__ import annotations

import gzip
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.linguistics.errant.corrections import Disagreement, typed, typed_pairs
from corrigenda.measures.bytype import by_type, judged
from corrigenda.measures.contract import Judgement, Measure
from tests.conftest import Shared, expensive

SIGNED = "types:errant-3.0.2/en_core_web_sm-3.8.0"
SOURCE = "He like small dog in park ."
GOLD = Correction(SOURCE, edits=(Edit(1, 2, ("likes",), "SVA"), Edit(3, 4, ("dogs",), "Nn")))
TEXT = Correction(SOURCE, text="He likes small dog in the park .")


def counts(name: str, types: str = "errant") -> dict[str, tuple[int, int, int]]:
    measure = cg.measure(name)
    [sentence] = judged(measure, [(Segment(SOURCE, (GOLD,)), TEXT, 0)], types)  # type: ignore[arg-type]
    return by_type(sentence, measure.type_of)


@pytest.mark.parametrize("name", ["M2", "Edits", "ERRANT", "CLEME"])
def test_both_sides_have_types_of_one_version(name: str) -> None:
    assert counts(name) == {"M:DET": (0, 1, 0), "R:NOUN:NUM": (0, 0, 1), "R:VERB:SVA": (1, 0, 0)}


def test_types_can_be_left_as_they_are() -> None:
    assert counts("M2", "given") == {"M": (0, 1, 0), "Nn": (0, 0, 1), "SVA": (1, 0, 0)}
    assert counts("ERRANT", "given") == {"M:DET": (0, 1, 0), "Nn": (0, 0, 1), "SVA": (1, 0, 0)}


def test_marks_of_tokens_have_the_types_of_their_edits() -> None:
    assert counts("Edits(mode=dt)") == counts("Edits")


@pytest.mark.parametrize("name", ["Edits(mode=cse)", "Edits(filter=Nn)"])
def test_types_that_decide_the_score_stay(name: str) -> None:
    assert "SVA" in counts(name)


def test_levels_of_types() -> None:
    assert set(counts("ERRANT(level=1)")) == {"M", "R"}
    assert set(counts("ERRANT(level=2)")) == {"DET", "NOUN:NUM", "VERB:SVA"}


MEASURES = ["M2", "Edits", "Edits(mode=ds)", "Edits(mode=dt)", "ERRANT", "CLEME(weights=none)"]


@pytest.fixture(scope="module")
def result() -> cg.Result:
    systems = [examples.path(f"{name}.txt") for name in ("good", "reckless")]
    return cg.evaluate(examples.path("gold.m2"), systems, MEASURES, ci=None)


@pytest.mark.parametrize("name", MEASURES)
def test_verdicts_are_those_of_the_score(result: cg.Result, name: str) -> None:
    for system, types in result.by_type(name).items():
        verdicts = Counter(j.verdict for own in result.judgements(system, name) for j in own)
        sums = [sum(score.counts[key] for score in types.values()) for key in ("tp", "fp", "fn")]
        assert sums == [verdicts[key] for key in ("hit", "spurious", "missed")]
        assert "" not in types and "R" not in types


def test_tables_say_what_typed_and_what_cut(result: cg.Result) -> None:

    table = result.types("M2").tables()[0].plain()
    assert f"|{SIGNED}|" in table
    assert "36 of 152 differ" in table
    assert "cut by the search of M2, not by ERRANT" in table
    table = result.types("ERRANT").tables()[0].plain()
    assert table.count("types:errant-3.0.2") == 1 and "cut by" not in table
    assert SIGNED not in result.signature("M2")


def test_tables_say_that_types_are_given() -> None:

    result = cg.evaluate(
        examples.path("gold.m2"), [examples.path("good.m2")], "ERRANT", ci=None, types="given"
    )
    table = result.types("ERRANT").tables()[0].plain()
    assert "|types:given|" in table and "differ" not in table


def test_unknown_types_are_refused() -> None:
    with pytest.raises(cg.InputError, match="errant or given, not 'mine'"):
        cg.evaluate(examples.path("gold.m2"), [examples.path("good.m2")], types="mine")  # type: ignore[arg-type]


@pytest.mark.parametrize("sentences", [200, pytest.param(1312, marks=pytest.mark.slow)])
def test_gold_of_conll_2014_has_the_types_of_errant(shared: Shared, sentences: int) -> None:
    """Types of `errant_m2 -gold`, annotator by annotator; extents stay as the file has them."""
    corpus = cg.read(shared.data("conll14", "official-2014.combined.m2"))
    assert len(corpus) == 1312
    found: Counter[str] = Counter()
    for reference in typed(r for segment in corpus[:sentences] for r in segment.references):
        found.update(edit.type for edit in reference.edits)
    golden = shared.root / "golden" / "errant302" / "conll14.gold.retyped.m2.gz"
    blocks = gzip.decompress(golden.read_bytes()).decode().split("\n\n")[:sentences]
    lines = (line for block in blocks for line in block.splitlines())
    kinds = (line.split("|||")[1] for line in lines if line.startswith("A "))
    assert found == Counter(kind for kind in kinds if kind != "noop")


def test_disagreement_counts_edits_with_types() -> None:
    right = Edit(1, 2, ("likes",), "R:VERB:SVA")
    mark, untyped = Edit(0, 1, (), "UNK"), Edit(2, 3, ("dogs",))
    found = Disagreement.of([GOLD, TEXT, Correction(SOURCE, edits=(right, mark, untyped))])
    assert found == (2, 3)
    assert found.note().endswith("not used (2 of 3 differ)")


def test_pairs_keep_all_but_types() -> None:
    segment = Segment(SOURCE, (GOLD, TEXT), "7")
    [(same, [own])] = typed_pairs([(segment, [TEXT])])
    assert same.id == "7" and same.references[1].edits == own.edits
    assert [edit.type for edit in same.references[0].edits] == ["R:VERB:SVA", "R:NOUN:NUM"]
    assert own.text == TEXT.text


EDITS = st.builds(
    lambda start, length, text, kind: Edit(start, start + length, (text,), kind),
    st.integers(0, 5),
    st.integers(0, 3),
    st.sampled_from(["", "a", "dogs", "like to", "The"]),
    st.sampled_from(["", "X", "Um", "UNK", "R:NOUN"]),
)


@expensive
@given(st.lists(EDITS, max_size=4))
def test_edits_in_any_order_that_may_overlap_get_types(edits: list[Edit]) -> None:
    correction = Correction("He like the small dogs , I think", edits=edits)
    [anew] = typed([correction])
    assert [(e.start, e.end, e.alternatives) for e in anew.edits] == [
        (e.start, e.end, e.alternatives) for e in edits
    ]
    assert all(edit.type for edit in anew.edits)


class Untyped(Measure):
    """A measure of others, which judges edits without types."""

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        return [Judgement(Edit(edit.start, edit.end, edit.alternatives), "spurious")
                for edit in correction.edits]  # fmt: skip


def test_measures_of_others_gain_types() -> None:
    [[one, other]] = judged(Untyped(), [(Segment(SOURCE, ()), TEXT, 0)])
    assert (one.edit.type, other.edit.type) == ("R:VERB:SVA", "M:DET")
