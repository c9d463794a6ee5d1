"""GREEN against gec-metrics' figures, against its definition, and what must hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Corpus, System
from corrigenda.errors import InputError
from corrigenda.measures.contract import Score
from corrigenda.measures.green import GREEN
from tests.conftest import Shared
from tests.measures.naive_ngrams import green_counts
from tests.measures.sentences import (
    CONLL14,
    conll14,
    jfleg,
    made,
    output,
    sentence,
    sentences,
)

Case = tuple[str, list[str], str]


def score(measure: GREEN, corpus: Corpus, system: System) -> Score:
    return measure.score(measure.totals(measure.rows(corpus, system)))


CASES = [
    *(f"jfleg-dev|{name}" for name in ("dev.src", *(f"mle_{k}.txt" for k in range(1, 6)))),
    *(f"conll14|{name}" for name in CONLL14),
]


@pytest.mark.parametrize("case", CASES)
def test_public_data(shared: Shared, case: str) -> None:
    golden = shared.golden("gecmetrics_gleu_green")["results"][case]
    data, name = case.split("|")
    corpus, folder = (
        (jfleg(shared), "jfleg") if data == "jfleg-dev" else (conll14(shared), "conll14/systems")
    )
    system = output(shared, corpus, f"{folder}/{name}")
    for beta in (2.0, 0.5):
        measure, expected = GREEN(beta=beta), golden[f"GREEN_beta{beta}"]
        rows = measure.rows(corpus, system)
        each = measure.sentence_scores(rows)
        assert measure.score(measure.totals(rows)).value == pytest.approx(
            expected["corpus"], abs=1e-12
        )
        assert each.mean() == pytest.approx(expected["sentence_mean"], abs=1e-12)
        assert each[:20] == pytest.approx(expected["sentences20"], abs=1e-12)


def test_all_public_figures_are_tested(shared: Shared) -> None:
    assert set(CASES) == set(shared.golden("gecmetrics_gleu_green")["results"])


def test_by_hand() -> None:
    measure = GREEN(n=1, beta=1)
    corpus, system = made(("a b c d", ["a B c e"], "a B d f"))
    # a: kept; b: deleted; B: inserted. c: deleted wrongly; f: inserted wrongly. d: not deleted;
    # e: not inserted.
    assert measure.rows(corpus, system).tolist() == [[3, 2, 2]]
    found = score(measure, corpus, system)
    assert found.value == pytest.approx(3 / 5)
    assert found.parts == pytest.approx({"precision": 3 / 5, "recall": 3 / 5})
    assert found.counts == {"tp_1": 3, "fp_1": 2, "fn_1": 2}


def test_characters() -> None:
    corpus, system = made(("ab", ["ac"], " ac "))
    assert GREEN(n=2, unit="char").rows(corpus, system).tolist() == [[3, 0, 0, 2, 0, 0]]
    assert score(GREEN(unit="char"), corpus, system).value == 1


def test_best_reference_is_the_first_of_equals() -> None:
    measure = GREEN(n=1, beta=1)
    assert measure.select([(1, 1, 0), (3, 0, 1), (6, 0, 2)], [0, 0, 0]) == 1
    assert measure.select([(0, 1, 0), (0, 0, 1)], [0, 0, 0]) == 0  # both 0: P or R is
    assert measure.select([(0, 1, 1), (0, 0, 0)], [0, 0, 0]) == 1  # nothing to count: 1


def test_empty_sentences() -> None:
    assert score(GREEN(), *made(("", [""], ""))).value == 1
    assert score(GREEN(), *made(("a", [""], ""))).value == 1
    assert score(GREEN(), *made(("", [""], "a"))).value == 0


def test_text_form() -> None:
    assert str(GREEN()) == "GREEN"
    measure = GREEN(n=2, beta=0.5, unit="char")
    assert cg.measure(str(measure)) == cg.measure(measure.full()) == measure
    assert measure.columns == ("tp_1", "fp_1", "fn_1", "tp_2", "fp_2", "fn_2")
    with pytest.raises(InputError, match="n must be at least 1"):
        GREEN(n=0)


@given(sentence(), st.integers(1, 5), st.sampled_from(("word", "char")))
def test_counts_are_as_defined(case: Case, n: int, unit: str) -> None:
    source, references, hypothesis = case
    corpus, system = made(case)
    rows = GREEN(n=n, unit=unit).candidates(corpus[0], system.corrections[0])  # type: ignore[arg-type]
    for row, reference in zip(rows, references, strict=True):
        expected = [green_counts(source, reference, hypothesis, k, unit) for k in range(1, n + 1)]
        assert list(row) == [number for triple in expected for number in triple]


@given(sentences(references=1))
def test_perfect(cases: list[Case]) -> None:
    perfect = made(*((source, references, references[0]) for source, references, _ in cases))
    assert score(GREEN(), *perfect).value == 1


@given(sentences(), st.floats(0, 4))
def test_one_sentence_one_score(cases: list[Case], beta: float) -> None:
    measure = GREEN(beta=beta)
    rows = measure.rows(*made(*cases))
    one_by_one = [measure._sentence(row) for row in rows.tolist()]
    assert measure.sentence_scores(rows) == pytest.approx(one_by_one, abs=1e-12)


@given(sentences(), sentences())
def test_parts_add_up(first: list[Case], second: list[Case]) -> None:
    whole = GREEN().rows(*made(*first, *second))
    parts = [GREEN().rows(*made(*cases)) for cases in (first, second)]
    assert (whole == np.concatenate(parts)).all()


@given(sentences())
def test_order_of_references_does_not_matter_but_for_ties(cases: list[Case]) -> None:
    measure = GREEN()
    corpus, system = made(*cases)
    for segment, correction in zip(corpus, system.corrections, strict=True):
        scores = [measure._sentence(row) for row in measure.candidates(segment, correction)]
        assume(scores.count(max(scores)) == 1)
    turned = made(*((source, references[::-1], h) for source, references, h in cases))
    assert score(measure, *turned) == score(measure, corpus, system)
