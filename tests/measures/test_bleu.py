"""BLEU and chrF against sacrebleu itself, and what must hold."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Corpus, System
from corrigenda.errors import InputError
from corrigenda.measures.bleu import BLEU, _bleu
from corrigenda.measures.chrf import ChrF, _chrf
from corrigenda.measures.contract import Measure, Score
from tests.conftest import Shared, expensive
from tests.measures.sentences import jfleg, made, output, sentence, sentences

Case = tuple[str, list[str], str]
sacrebleu: Any = pytest.importorskip("sacrebleu.metrics")


def score(measure: Measure, corpus: Corpus, system: System) -> Score:
    return measure.score(measure.totals(measure.rows(corpus, system)))


def texts(corpus: Corpus, system: System) -> tuple[list[str], list[list[str]]]:
    """Hypotheses, and streams of references, as sacrebleu wants them."""
    references = [[r.text for r in segment.references] for segment in corpus]
    return [c.text for c in system.corrections], list(map(list, zip(*references, strict=True)))


def ours_and_theirs(measure: BLEU | ChrF) -> Any:
    if isinstance(measure, BLEU):
        return sacrebleu.BLEU(
            lowercase=measure.lowercase,
            tokenize=measure.tokenize,
            smooth_method=measure.smooth,
            max_ngram_order=measure.n,
            effective_order=measure.effective,
            force=True,
        )
    return sacrebleu.CHRF(
        char_order=measure.n,
        word_order=measure.words,
        beta=measure.beta,
        lowercase=measure.lowercase,
        whitespace=measure.whitespace,
    )


MEASURES: list[BLEU | ChrF] = [
    *(BLEU(smooth=s, effective=e) for s, e in product(("exp", "floor", "add-k", "none"), (0, 1))),  # type: ignore[arg-type]
    BLEU(n=2, lowercase=True, tokenize="13a"),
    BLEU(tokenize="char"),
    ChrF(),
    ChrF(words=2),
    ChrF(n=3, beta=1, lowercase=True, whitespace=True),
]


@pytest.mark.parametrize("measure", MEASURES, ids=str)
@settings(max_examples=40)
@given(cases=sentences(references=2))
def test_as_sacrebleu(measure: BLEU | ChrF, cases: list[Case]) -> None:
    corpus, system = made(*cases)
    theirs = ours_and_theirs(measure)
    rows = measure.rows(corpus, system)
    expected = theirs.corpus_score(*texts(corpus, system)).score / 100
    assert measure.score(measure.totals(rows)).value == pytest.approx(expected, abs=1e-12)
    if getattr(measure, "effective", True):
        alone = [theirs.sentence_score(h, r).score / 100 for _, r, h in cases]
        assert measure.sentence_scores(rows) == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("measure", [BLEU(), BLEU(tokenize="13a"), ChrF()], ids=str)
def test_public_data(shared: Shared, measure: BLEU | ChrF) -> None:
    corpus = jfleg(shared)
    system = output(shared, corpus, "jfleg/mle_2.txt")
    theirs = ours_and_theirs(measure).corpus_score(*texts(corpus, system))
    found = score(measure, corpus, system)
    assert found.value == pytest.approx(theirs.score / 100, abs=1e-12)
    if isinstance(measure, BLEU):
        assert found.parts["brevity"] == pytest.approx(theirs.bp, abs=1e-12)


def test_by_hand() -> None:
    case = made(("", ["a b c d", "a b"], "a b x"))
    found = score(BLEU(n=2), *case)
    # Of lengths 4 and 2, both as near to 3, the shorter counts.
    assert found.counts == {
        "hyp_len": 3, "ref_len": 2, "match_1": 2, "match_2": 1, "total_1": 3, "total_2": 2
    }  # fmt: skip
    assert found.value == pytest.approx((2 / 3 * 1 / 2) ** 0.5)
    found = score(ChrF(n=1, beta=1), *made(("", ["abcd"], "abx")))
    assert found.parts == pytest.approx({"precision": 2 / 3, "recall": 1 / 2})
    assert found.value == pytest.approx(4 / 7)


def test_many_sums_at_once() -> None:
    """Shapes: what is resampled has axes before the columns."""
    rows = BLEU().rows(*made(("", ["a b c d e"], "a b c d"), ("", ["x"], "x y"), ("", ["p"], "q")))
    sums = np.stack([rows, rows[::-1]])
    assert BLEU().values(sums)["score"].shape == (2, 3)
    assert BLEU().values(sums)["score"][1] == pytest.approx(BLEU().sentence_scores(rows)[::-1])
    assert score(BLEU(), *made(("", [""], ""))).value == 0
    assert score(ChrF(), *made(("", [""], ""))).value == 0


@given(sentence(), st.sampled_from([BLEU(), BLEU(smooth="none"), ChrF(), ChrF(words=2)]))
def test_the_source_plays_no_part(case: Case, measure: Measure) -> None:
    _, references, hypothesis = case
    assert score(measure, *made(case)) == score(measure, *made(("z", references, hypothesis)))


@expensive
@given(sentences(), st.sampled_from([BLEU(), BLEU(smooth="none"), ChrF(), ChrF(words=2)]))
def test_a_reference_has_the_best_score(cases: list[Case], measure: Measure) -> None:
    named = [(s, r, r[0]) for s, r, _ in cases if r[0].strip()]
    if named:
        assert score(measure, *made(*named)).value == pytest.approx(1)
    assert 0 <= score(measure, *made(*cases)).value <= 1 + 1e-12


@expensive
@given(sentences())
def test_references_and_sentences_need_no_order(cases: list[Case]) -> None:
    turned = [(s, r[::-1], h) for s, r, h in cases[::-1]]
    assert score(BLEU(), *made(*turned)).value == pytest.approx(score(BLEU(), *made(*cases)).value)


@pytest.mark.parametrize("measure, cache", [(BLEU(), _bleu), (ChrF(), _chrf)], ids=["BLEU", "chrF"])
def test_without_sacrebleu(measure: Measure, cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)
    cache.cache_clear()
    segment, correction = measure.worked_example()
    with pytest.raises(InputError, match="computed by sacrebleu"):
        measure.candidates(segment, correction)
    with pytest.raises(InputError) as error:
        measure.check()  # before any sentence is scored
    assert str(error.value) == (
        f"{measure.name()} is computed by sacrebleu, which is not installed\n"
        "  hint: install it with `pip install sacrebleu`"
    )


def test_text_forms() -> None:
    assert str(ChrF()) == "chrF"
    assert cg.measure("chrF(words=2)") == ChrF(words=2)
    assert cg.measure(replace(BLEU(), smooth="add-k").full()) == BLEU(smooth="add-k")
    assert cg.measure("BLEU(tokenize=13a)").label() == "score"
    assert ChrF().label() == "F2"
