"""CLEME against the figures of its released tool, by hand, and what must hold."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit, extract
from corrigenda.formats import read_system
from corrigenda.measures.cleme import CLEME, CORPUS, KINDS, SENTENCE, Weigher
from corrigenda.measures.cleme_chunks import partition
from corrigenda.measures.contract import Array, Score
from tests.conftest import Shared, expensive
from tests.measures.sentences import CONLL14, made, sentence, sentences

Case = tuple[str, list[str], str]
ASSUMPTIONS = ("dependent", "independent")


def cleme(assumption: Any = "dependent", average: Any = "corpus", weights: Any = "none") -> CLEME:
    return CLEME(assumption=assumption, average=average, weights=weights)


def score(measure: CLEME, corpus: Corpus, system: System) -> Score:
    return measure.score(measure.totals(measure.rows(corpus, system)))


# --- public data ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def gold(shared: Shared) -> Corpus:
    return cg.read(shared.data("conll14", "errant", "conll14.errant"))


@lru_cache(maxsize=2)
def rows(shared: Shared, name: str, assumption: str) -> Array:
    """The rows do not depend on average and weights."""
    system = read_system(shared.data("conll14", "errant", f"conll14-{name}.errant"), gold(shared))
    return cleme(assumption).rows(gold(shared), system)


def check(measure: CLEME, found: Array, golden: dict[str, float]) -> None:
    ours = measure.score(measure.totals(found))
    for kind in KINDS:
        assert ours.counts[kind] == pytest.approx(golden[kind], abs=1e-9)
    # The tool rounds to 4 decimals: scores of a corpus, or of each sentence before their mean.
    values = {"p": "precision", "r": "recall", "acc": "accuracy"}
    got = {"f": ours.value, **{theirs: ours.parts[part] for theirs, part in values.items()}}
    for name, value in got.items():
        if measure.average == "corpus":
            value = round(value, 4)
        assert value == pytest.approx(golden[name], abs=1e-9)


FEW = ("AMU", "CUUI", "INPUT")


@pytest.mark.parametrize(
    "name", [n if n in FEW else pytest.param(n, marks=pytest.mark.slow) for n in CONLL14]
)
def test_public_data(shared: Shared, name: str) -> None:
    golden = shared.golden("cleme_conll14")["results"]
    assert sorted(golden) == sorted(CONLL14)
    for assumption in ASSUMPTIONS:
        found = rows(shared, name, assumption)
        expected = golden[name][assumption]
        assert len(expected) == 4
        for average in ("corpus", "sentence"):
            for weights, theirs in (("none", "unweighted"), ("length", "weighted")):
                measure = cleme(assumption, average, weights)
                check(measure, found, expected[f"prf_{average}_{theirs}"])


@pytest.mark.parametrize("name", ["AMU", "CAMB"])
def test_other_weights(shared: Shared, name: str) -> None:
    golden = shared.golden("cleme_conll14")["sentence_level_parameters"]
    assert sorted(golden["results"]) == ["AMU", "CAMB"]
    for assumption in ASSUMPTIONS:
        found = rows(shared, name, assumption)
        expected = golden["results"][name][assumption]
        assert found[:, 4].sum() / found[:, 3].sum() == pytest.approx(expected["tp_bias"])
        fixed = golden["results"][name][f"{assumption}_weights_fixed_to_1"]
        for average in ("corpus", "sentence"):
            for weights, theirs in (("none", "unweighted"), ("sentence", "weighted")):
                measure = cleme(assumption, average, weights)
                check(measure, found, expected[f"prf_{average}_{theirs}"])
                plain = cleme(assumption, average, "none")
                check(plain, found, fixed[f"prf_{average}_{theirs}"])
        for row, theirs in zip(found[:20], expected["first20_tp_fp_fn_tn_per_ref"], strict=True):
            ours = by_way(row.tolist())
            assert ours * (2 if assumption == "independent" else 1) == theirs
        tp, fp, fn = SENTENCE[assumption]
        given = golden["params"][assumption]
        for kind, weigher in {"tp": tp, "fp": fp, "fn": fn}.items():
            settings = [given[f"{kind}_{what}"] for what in ("alpha", "min_value", "max_value")]
            assert [weigher.alpha, weigher.low, weigher.high] == settings


def by_way(row: list[float]) -> list[list[int]]:
    """The numbers of tp, fp, fn and tn, for each way to judge, as rows hold them."""
    ways, chunks, unchanged = map(int, row[:3])
    kinds = np.array(row[5 : 5 + chunks * (1 + ways)]).reshape(chunks, 1 + ways)[:, 1:]
    out = [[int((kinds[:, way] == kind).sum()) for kind in range(4)] for way in range(ways)]
    return [[*counts[:3], counts[3] + unchanged] for counts in out]


# --- by hand --------------------------------------------------------------------------------------

SOURCE = "a b c d e f g h"


def edited(*edits: tuple[int, int, str] | Edit) -> Correction:
    given_edits = (
        e if isinstance(e, Edit) else Edit(e[0], e[1], (e[2],), f"T{e[0]}") for e in edits
    )
    return Correction(SOURCE, edits=tuple(given_edits))


def judged(measure: CLEME, hypothesis: Correction, *references: Correction) -> Score:
    return score(measure, Corpus((Segment(SOURCE, references),)), System("made", (hypothesis,)))


def test_chunks() -> None:
    hypothesis = edited((1, 2, "B"), (5, 5, "X"))
    one, two = edited((1, 3, "B c"), (7, 8, "")), edited((3, 3, "Y"), (5, 6, ""))
    cut = partition(SOURCE.split(), hypothesis, [one, two])
    # b c, with what is inserted behind it; f, with what is inserted before it; and h.
    assert [(c.tokens, c.length) for c in cut.chunks] == [(2, 2), (1, 2), (1, 1)]
    assert cut.unchanged == 3  # a; d e; g
    first, second, third = cut.chunks
    assert first.hypothesis is not None and second.hypothesis is not None
    assert first.hypothesis.edit == Edit(1, 3, ("B c",), "T1")
    assert second.hypothesis.edit == Edit(5, 6, ("X f",), "T5")
    assert third.hypothesis is None
    assert [c.kinds() for c in cut.chunks] == [["tp", "fp"], ["fp", "fp"], ["fn", "tn"]]
    assert [c.kind() for c in cut.chunks] == ["tp", "fp", "tn"]


def test_counts() -> None:
    hypothesis = edited((1, 2, "B"), (5, 5, "X"))
    references = edited((1, 3, "B c"), (7, 8, "")), edited((3, 3, "Y"), (5, 6, ""))
    found = judged(cleme(), hypothesis, *references)
    assert found.counts == {"tp": 1, "fp": 1, "fn": 1, "tn": 3}
    assert found.parts == {"precision": 1 / 2, "recall": 1 / 2, "accuracy": 4 / 6}
    found = judged(cleme("independent"), hypothesis, *references)
    assert found.counts == {"tp": 1, "fp": 1, "fn": 0, "tn": 4}
    assert found.value == pytest.approx(1.25 * 0.5 / (0.25 * 0.5 + 1))


def test_weights() -> None:
    # Lengths of what the reference changes: 1 and 3, so the mean is 2.
    found = judged(
        cleme(weights="length"), edited((0, 1, "A"), (4, 5, "E")), edited((0, 1, "A"), (5, 8, ""))
    )
    # E touches what the reference changes, and so both are one chunk, of 4 tokens: mean 2.5.
    assert found.counts == pytest.approx({"tp": 0.75, "fp": 0.75, "fn": 0, "tn": 1})
    wide = Weigher(2, 0, 2)
    assert wide(3, 3) == 1
    assert wide(4, 3) == pytest.approx(2 / (1 + np.exp(-1)))
    assert wide(10**6, 3) == 2 and wide(1, 10**6) == 0
    falling = Weigher(2, 0, 2, True)
    assert falling(4, 3) == pytest.approx(2 / (1 + np.exp(1)))
    assert falling(10**6, 3) == 0
    assert [w.falling for w in CORPUS] == [False, True, False]


def test_several_alternatives_and_optional_edits() -> None:
    either = Edit(1, 2, ("B", "BB"))
    optional = Edit(4, 5, ("E", None))
    unknown = Edit(6, 7, (), "UNK")
    reference = edited(either, optional, unknown)
    assert judged(cleme(), edited((1, 2, "BB")), reference).value == 1
    assert judged(cleme(), edited((1, 2, "B"), (4, 5, "E")), reference).value == 1
    assert judged(cleme(), edited((1, 2, "x")), reference).counts == {
        "tp": 0, "fp": 1, "fn": 0, "tn": 4
    }  # fmt: skip


def test_references_that_delete_everything() -> None:
    gone, kept = edited((0, 8, "")), edited((1, 2, "B"))
    assert judged(cleme(), edited((1, 2, "B")), gone, kept).counts["tn"] == 2
    keep = CLEME(weights="none", empty="keep")
    assert judged(keep, edited((1, 2, "B")), gone, kept).counts == {
        "tp": 1, "fp": 0, "fn": 0, "tn": 0
    }  # fmt: skip
    assert judged(cleme(), edited((0, 8, "")), gone).value == 1  # there is no other


def test_the_reference_is_chosen_by_all_sentences_so_far() -> None:
    """What is best for a sentence alone, to be right once and miss six, is not best for all."""
    source = "a b c d e f g h i j k l m"
    every_other = " ".join(w if k % 2 else w.upper() for k, w in enumerate(source.split()))
    corpus, system = made(
        ("a b c d e f g", ["A b C d E f G"], "A b C d E f G"),
        (source, [every_other, source], "A" + source[1:]),
    )
    together, alone = cleme(), cleme(average="sentence")
    assert score(together, corpus, system).counts == {"tp": 4, "fp": 1, "fn": 0, "tn": 15}
    assert score(alone, corpus, system).counts == {"tp": 5, "fp": 0, "fn": 6, "tn": 9}
    expected = [1, 1.25 / 7 / (0.25 + 1 / 7)]
    assert together.sentence_scores(together.rows(corpus, system)) == pytest.approx(expected)
    assert score(alone, corpus, system).value == pytest.approx(np.mean(np.round(expected, 4)))


def test_judgements_and_types() -> None:
    segment = Segment(SOURCE, (edited((1, 3, "B c"), (7, 8, "")), edited((0, 1, "A"))))
    hypothesis = edited((1, 2, "B"), (2, 3, "c"), (5, 5, "X"))
    assert cleme().judge(segment, hypothesis, 0) == [
        (Edit(0, 3, ("a B c",), "T1"), "hit"),
        (Edit(5, 5, ("X",), "T5"), "spurious"),
        (Edit(7, 8, ("",), "T7"), "missed"),
    ]
    assert [j.verdict for j in cleme("independent").judge(segment, hypothesis, 0)] == [
        "hit",
        "spurious",
    ]
    assert cleme().judge(Segment("a", (Correction("a", text="a"),)), Correction("a", "a"), 0) == []
    result = cg.evaluate(
        examples.path("gold.m2"), {"good": examples.path("good.m2")}, "CLEME(weights=none)", ci=None
    )
    types = result.by_type("CLEME(weights=none)")["good"]
    counts = result["good", "CLEME(weights=none)"].score.counts
    assert len(types) > 3
    for kind in ("tp", "fp", "fn"):
        assert sum(s.counts[kind] for s in types.values()) == counts[kind]


def test_text_form() -> None:
    assert str(CLEME()) == "CLEME"
    assert cg.measure("CLEME(assumption=independent)") == CLEME(assumption="independent")
    assert CLEME().label() == "F0.5"


# --- what must hold -------------------------------------------------------------------------------


@given(sentence())
def test_chunks_make_up_the_texts(case: Case) -> None:
    source, references, hypothesis = case
    given_texts = [Correction(source, text=text) for text in (hypothesis, *references)]
    words = source.split()
    cut = partition(words, given_texts[0], given_texts[1:])
    for number, text in enumerate(given_texts):
        out, at = [], 0
        for chunk in cut.chunks:
            change = (chunk.hypothesis, *chunk.references)[number]
            extent = next(c.edit for c in (chunk.hypothesis, *chunk.references) if c is not None)
            out += words[at : extent.start]
            if change is None:
                out += words[extent.start : extent.end]
            else:
                out += str(change.edit.alternatives[0]).split()
            at = extent.end
        assert out + words[at:] == text.tokens
    ends = [
        next(c.edit for c in (k.hypothesis, *k.references) if c is not None) for k in cut.chunks
    ]
    between = [b.start - a.end for a, b in pairwise(ends)]
    assert all(gap > 0 for gap in between)
    assert cut.unchanged >= len(between)


@expensive
@given(sentences(), st.sampled_from(ASSUMPTIONS), st.sampled_from(("length", "none")))
def test_a_perfect_hypothesis(cases: list[Case], assumption: str, weights: str) -> None:
    """All it did is right; under dependence it missed nothing, either."""
    perfect = [(s, r, r[0]) for s, r, _ in cases if r[0]] or [("a", ["b"], "b")]
    found = score(cleme(assumption, weights=weights), *made(*perfect))
    assert found.value == 1
    assert (found.counts["fp"], found.counts["fn"]) == (0, 0)


@expensive
@given(sentences())
def test_independence_is_the_more_lenient(cases: list[Case]) -> None:
    """Chunk by chunk, what one reference allows is allowed."""
    strict, lenient = (score(cleme(a), *made(*cases)) for a in ASSUMPTIONS)
    assert lenient.counts["tp"] >= strict.counts["tp"]
    assert lenient.counts["fp"] <= strict.counts["fp"]
    assert lenient.counts["fn"] <= strict.counts["fn"]
    assert lenient.value >= strict.value
    assert sum(lenient.counts.values()) == sum(strict.counts.values())


@given(sentence(), st.sampled_from(ASSUMPTIONS), st.sampled_from(("length", "none")))
def test_it_does_not_matter_how_edits_are_cut(case: Case, assumption: str, weights: str) -> None:
    """Which is what CLEME is for: neighbouring changes are one edit, or one for each token."""
    source, references, hypothesis = case

    def cut(text: str, merge: Any) -> Correction:
        found = extract(source.split(), text.split(), merge=merge)
        return Correction(source, edits=found)

    values = []
    for ours, theirs in (("adjacent", "adjacent"), ("split", "adjacent"), ("split", "split")):
        segment = Segment(source, tuple(cut(r, theirs) for r in references))
        system = System("made", (cut(hypothesis, ours),))
        values.append(score(cleme(assumption, weights=weights), Corpus((segment,)), system))
    assert values[0] == values[1] == values[2]


@given(sentences(references=1))
def test_with_one_reference_assumptions_are_the_same(cases: list[Case]) -> None:
    a, b = (score(cleme(assumption, weights="length"), *made(*cases)) for assumption in ASSUMPTIONS)
    assert a == b


@expensive
@given(sentences(), st.sampled_from(("corpus", "sentence")), st.sampled_from(("length", "none")))
def test_scores_of_sentences(cases: list[Case], average: str, weights: str) -> None:
    """Each as if alone but for the mean length: so none depends on those before it."""
    measure = cleme(average=average, weights=weights)
    found = measure.rows(*made(*cases))
    forth = measure.sentence_scores(found)
    assert measure.sentence_scores(found[::-1])[::-1] == pytest.approx(forth, abs=1e-12)
    assert ((forth >= 0) & (forth <= 1)).all()
    if weights == "none":
        alone = [score(measure, *made(case)).value for case in cases]
        assert forth == pytest.approx(alone, abs=1e-12)
