"""SARI and MAX-SARI against the figures of four tools, against their definition, and properties."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.measures.contract import Measure, Score
from corrigenda.measures.max_sari import MaxSARI
from corrigenda.measures.mteval import tokens_13a
from corrigenda.measures.sari import SARI
from corrigenda.measures.sari_counts import Formula
from tests.conftest import Shared
from tests.measures import naive_sari
from tests.measures.sentences import made, sentence, sentences, text

Case = tuple[str, list[str], str]
FORMULAS: list[Formula] = ["2016", "2023", "corrected", "evaluate"]

SYSTEMS = [
    "bleu30it.test.output.1best",
    "glbleu30it.test.output.1best",
    "moses.test.output.1rerank",
    "sari30it.test.output.1best",
    "turkcorpus/test.8turkers.tok.norm (identity)",
    "turkcorpus/test.8turkers.tok.simp",
    "turkcorpus/test.8turkers.tok.turk.0 (leave-one-out refs)",
    "turkcorpus/test.8turkers.tok.turk.7 (leave-one-out refs)",
]


def score(measure: Measure, corpus: Corpus, system: System) -> Score:
    return measure.score(measure.totals(measure.rows(corpus, system)))


# --- public data ----------------------------------------------------------------------------------


@lru_cache
def lines(shared: Shared, name: str) -> list[str]:
    return shared.data("turk", name).read_text(encoding="utf-8").splitlines()


@lru_cache(maxsize=4)
def turk(shared: Shared, but: int | None = None) -> Corpus:
    """The test set of TurkCorpus, with all references but one."""
    names = [f"test.8turkers.tok.turk.{k}" for k in range(8) if k != but]
    texts = zip(
        lines(shared, "test.8turkers.tok.norm"), *(lines(shared, n) for n in names), strict=True
    )
    return Corpus(
        tuple(
            Segment(source, tuple(Correction(source, text=r) for r in references))
            for source, *references in texts
        )
    )


def turk_system(shared: Shared, name: str) -> tuple[Corpus, System]:
    """A system that a golden file names, and the corpus it is to be scored with."""
    path, _, how = name.partition(" ")
    but = int(path.rpartition(".")[2]) if how.startswith("(leave") else None
    if path.startswith("turkcorpus/"):
        path = path.removeprefix("turkcorpus/")
    elif path.endswith(".tok.low"):
        path = f"easse_tok_low/{path}"
    else:
        path = f"systemoutputs/{path}"
    corpus = turk(shared, but)
    outputs = zip(corpus, lines(shared, path), strict=True)
    return corpus, System(name, tuple(Correction(s.source, text=line) for s, line in outputs))


def near(expected: float, scale: float = 1.0) -> Any:
    return pytest.approx(expected / scale, abs=1e-9)


@pytest.mark.parametrize("name", SYSTEMS)
def test_original(shared: Shared, name: str) -> None:
    """SARI.py."""
    golden = shared.golden("sari_turk")["results"]
    corpus, system = turk_system(shared, name)
    assert {len(segment.references) for segment in corpus} == {golden["sari"][name]["n_refs"]}
    assert len(corpus) == golden["sari"][name]["n_sentences"]
    found = score(SARI(), corpus, system)
    assert found.value == near(golden["sari"][name]["sari"])
    assert found.parts == {k: near(golden["sari"][name][k]) for k in ("keep", "add", "del")}
    assert score(MaxSARI(), corpus, system).value == near(golden["max_sari"][name]["max_sari"])


def test_original_by_sentence(shared: Shared) -> None:
    golden = shared.golden("sari_turk")["results"]["first_20_sentences"]
    corpus, system = turk_system(shared, golden["system"])
    values = SARI().values(SARI().rows(corpus, system)[:20])
    for ours, theirs in {"score": "sari", "keep": "keep", "add": "add", "del": "del"}.items():
        assert values[ours] == pytest.approx(golden[theirs], abs=1e-9)
    pairs = zip(corpus, system.corrections, strict=True)
    table = MaxSARI().choose(MaxSARI().candidates(s, c) for s, c in pairs)
    assert MaxSARI().sentence_scores(table.rows)[:20] == pytest.approx(golden["max_sari"], abs=1e-9)
    assert list(table.chosen[:20]) == golden["max_sari_argmax_first_ref"]


def test_the_example_of_the_original(shared: Shared) -> None:
    golden = shared.golden("sari_turk")["results"]["example_in_SARI.py"]
    for output, expected in golden["results"].items():
        example = made((golden["source"], golden["refs"], output))
        found = score(SARI(), *example)
        assert found.value == near(expected["sari"])
        assert found.parts == {k: near(expected[k]) for k in ("keep", "add", "del")}
        easse = score(cg.measure("SARI(level=corpus,deletion=f1)"), *example)
        assert easse.value == near(expected["easse_tokenizer_none"], 100)
    # The first of them is the example of evaluate's documentation, too.
    first = made((golden["source"], golden["refs"], next(iter(golden["results"]))))
    expected = shared.golden("sari_turk_variants")["results"]["hf_evaluate"]["docstring_example"]
    assert score(SARI(formula="evaluate"), *first).value == near(expected, 100)


@pytest.mark.parametrize("name", SYSTEMS)
def test_modified(shared: Shared, name: str) -> None:
    """modified-sari.py of 2023."""
    golden = shared.golden("sari_turk_variants")["results"]["modified_2023"][name]
    totals = SARI(formula="2023").totals(SARI(formula="2023").rows(*turk_system(shared, name)))
    found = SARI(formula="2023").score(totals)
    assert found.value == near(golden["sari_del_precision"])
    assert found.parts["add"] == near(golden["add"])
    assert found.parts["keep"] == near(golden["keep"])
    assert found.parts["del"] == found.counts["del_p"] == near(golden["del_precision"])
    assert found.counts["del_r"] == near(golden["del_recall"])
    with_f1 = SARI(formula="2023", deletion="f1").score(totals)
    assert with_f1.value == near(golden["sari_del_f1"])
    assert with_f1.parts["del"] == with_f1.counts["del_f"] == near(golden["del_f1"])


EASSE = {
    "tokenizer_none": SARI(level="corpus", deletion="f1"),
    "tokenizer_none_del_precision": SARI(level="corpus"),
    "tokenizer_none_paper_version": SARI(level="corpus", orders="pr", deletion="f1"),
    "tokenizer_none_paper_version_del_precision": SARI(level="corpus", orders="pr"),
    "default": SARI(preset="easse"),
    "legacy": SARI(preset="easse-legacy"),
}


@given(st.text(alphabet=st.characters(codec="latin-1", exclude_characters="\n")))
@example("a..b ,, 1.5,7 3-4-5 &amp;quot; <skipped> x-\x85y 1.")
def test_tokens_are_those_of_sacrebleu(text: str) -> None:
    tokenizer = pytest.importorskip("sacrebleu.tokenizers.tokenizer_13a").Tokenizer13a()
    assert tokens_13a(text) == tokenizer(text).split()


@pytest.mark.parametrize("name", SYSTEMS)
def test_easse(shared: Shared, name: str) -> None:
    golden = shared.golden("sari_turk_variants")["results"]["easse"][name]
    assert set(golden) == set(EASSE)
    plain = turk_system(shared, name)
    counted = EASSE["tokenizer_none"].rows(*plain)  # whatever is made of them
    for option, measure in EASSE.items():
        if not option.startswith("tokenizer_none"):
            counted = measure.rows(*plain)
        found = measure.score(measure.totals(counted))
        assert found.value == near(golden[option]["sari"], 100), option
        assert found.parts == {k: near(golden[option][k], 100) for k in ("keep", "add", "del")}


@pytest.mark.parametrize("name", SYSTEMS[:6])
def test_hugging_face(shared: Shared, name: str) -> None:
    golden = shared.golden("sari_turk_variants")["results"]["hf_evaluate"][name]
    corpus, system = turk_system(shared, name)
    plain = score(SARI(formula="evaluate"), corpus, system)
    assert plain.value == near(golden["no_extra_tokenization_lowercased"], 100)
    again = score(SARI(preset="evaluate"), corpus, system)
    assert again.value == near(golden["default_13a"], 100)


OUTPUTS = [
    "ACCESS",
    "BTRLTS",
    "BTRLTS10",
    "BTTS",
    "BTTS10",
    "BTTS100",
    "DCSS",
    "DMASS-DCSS",
    "DMASS",
    "Dress-Ls",
    "Dress",
    "EditNTS",
    "EncDecA",
    "Hybrid",
    "NTS-SARI",
    "PBMT-R",
    "SBMT-SARI",
    "UNMT",
    "UNTS",
    "UNTS_10K",
]
FEW = ("ACCESS", "Dress", "UNMT")


@pytest.mark.parametrize(
    "name", [n if n in FEW else pytest.param(n, marks=pytest.mark.slow) for n in OUTPUTS]
)
def test_outputs_collected_by_easse(shared: Shared, name: str) -> None:
    results = shared.golden("sari_turk_variants")["results"]["easse_system_outputs_tok_low"]
    assert sorted(results) == sorted(f"{output}.tok.low" for output in OUTPUTS)
    expected = results[f"{name}.tok.low"]
    corpus, system = turk_system(shared, f"{name}.tok.low")
    found = score(SARI(), corpus, system)
    assert found.value == near(expected["sari_sentence_mean"])
    assert found.parts == {k: near(expected[k]) for k in ("keep", "add", "del")}
    easse = score(EASSE["tokenizer_none"], corpus, system)
    assert easse.value == near(expected["easse_tokenizer_none"], 100)
    legacy = score(EASSE["legacy"], corpus, system)
    assert legacy.value == near(expected["easse_legacy"], 100)


def test_all_public_figures_are_tested(shared: Shared) -> None:
    results = shared.golden("sari_turk")["results"]
    assert set(results) == {"sari", "max_sari", "first_20_sentences", "example_in_SARI.py"}
    assert set(results["sari"]) == set(results["max_sari"]) == set(SYSTEMS)
    results = shared.golden("sari_turk_variants")["results"]
    assert set(results["modified_2023"]) == set(results["easse"]) == set(SYSTEMS)
    assert set(results["hf_evaluate"]) == {*SYSTEMS[:6], "docstring_example"}


@pytest.mark.parametrize(
    "name", ["sari30it.test.output.1best", "turkcorpus/test.8turkers.tok.simp"]
)
def test_more_references_lower_sari_but_not_its_maximum(shared: Shared, name: str) -> None:
    """On real data: the first k of eight references, for each k."""
    corpus, system = turk_system(shared, name)
    few = [Corpus(tuple(Segment(s.source, s.references[:k]) for s in corpus)) for k in range(1, 9)]
    each = np.array([SARI().sentence_scores(SARI().rows(some, system)) for some in few])
    assert ((each[1:] < each[:-1] - 1e-9).mean(axis=1) > 0.4).all()  # of the sentences, each time
    assert ((each[1:] > each[:-1] + 1e-9).mean(axis=1) > 0.2).all()
    assert each[7].mean() < each[1].mean()  # eight references give less than two
    best = np.array([MaxSARI().sentence_scores(MaxSARI().rows(some, system)) for some in few])
    assert (best[1:] >= best[:-1]).all()
    assert (np.diff(best.mean(axis=1)) > 0).all()


# --- by hand --------------------------------------------------------------------------------------


def test_by_hand() -> None:
    corpus, system = made(("a b c", ["a b d", "a c e"], "a c d"))
    measure = SARI(n=1)
    found = score(measure, corpus, system)
    # Kept: a by both references, c by one of two. Gone: b, which one of two keeps. Added: d, which
    # is good; e was due, too.
    assert found.counts == pytest.approx(
        {
            "keep_p": (1 + 1 / 2) / 2,
            "keep_r": 2 / 3,
            "keep_f": 2 * 0.75 * (2 / 3) / (0.75 + 2 / 3),
            "add_p": 1,
            "add_r": 1 / 2,
            "add_f": 2 / 3,
            "del_p": 1 / 2,
            "del_r": 1 / 2,
            "del_f": 1 / 2,
            "sentences": 1,
        }
    )
    assert found.value == pytest.approx((12 / 17 + 2 / 3 + 1 / 2) / 3)
    counted = SARI(n=1, level="corpus")
    assert counted.rows(corpus, system).tolist() == [[3, 4, 4, 1, 1, 2, 1, 2, 2]]
    assert counted.columns == (
        "keep_good_1", "keep_done_1", "keep_due_1",
        "add_good_1", "add_done_1", "add_due_1",
        "del_good_1", "del_done_1", "del_due_1",
    )  # fmt: skip
    assert score(counted, corpus, system).parts == pytest.approx(
        {"keep": 3 / 4, "add": 2 / 3, "del": 1 / 2}
    )


def test_flaws_and_their_correction() -> None:
    """One of two a's is to go, and does; and leaving out b makes no addition of `a c`."""
    twice = made(("a a", ["a"], "a"))
    assert score(SARI(n=1), *twice).parts["del"] == 0
    assert score(SARI(n=1, formula="corrected"), *twice).parts["del"] == 1
    gap = made(("a b c", ["a c"], "a c"))
    assert [score(SARI(n=2, formula=f), *gap).parts["add"] for f in FORMULAS] == [0.5, 0, 0, 1]
    other = made(("a b c", ["a c", "d"], "a c"))
    row = [SARI(n=2, formula=f, level="corpus").rows(*other)[0, 12:15].tolist() for f in FORMULAS]
    assert row == [[1, 1, 1], [0, 1, 1], [0, 0, 0], [1, 1, 1]]


def test_case() -> None:
    case = made(("The Cat", ["A cat"], "a CAT"))
    assert score(SARI(n=1), *case).value == 1  # `the` becomes `a`, and `cat` stays
    assert score(SARI(n=1, lowercase=False), *case).parts == {"keep": 0, "add": 0, "del": 1}


def test_empty_sentences() -> None:
    for formula in FORMULAS:
        nothing = 1.0 if formula == "evaluate" else 0.0
        assert score(SARI(formula=formula), *made(("", [""], ""))).value == nothing
        assert score(SARI(formula=formula, level="corpus"), *made(("", [""], ""))).value == nothing


def test_text_forms() -> None:
    assert str(MaxSARI()) == "MAX-SARI"
    assert cg.measure("MAX-SARI(n=2)") == MaxSARI(n=2)
    measure = SARI(n=2, formula="2023", deletion="f1", orders="pr", level="corpus", lowercase=False)
    assert cg.measure(str(measure)) == cg.measure(measure.full()) == measure


# --- what must hold -------------------------------------------------------------------------------


@given(sentence(), st.integers(1, 5), st.sampled_from(FORMULAS))
def test_as_defined(case: Case, n: int, formula: Formula) -> None:
    source, references, output = case
    corpus, system = made(case)
    orders = range(1, n + 1)
    expected = [naive_sari.ratios(source, references, output, k, formula) for k in orders]
    means = np.mean(expected, axis=0)
    row = SARI(n=n, formula=formula).rows(corpus, system)[0]
    assert row[[0, 1, 3, 4, 6, 7]] == pytest.approx(means, abs=1e-12)
    for k, f in enumerate(row[[2, 5, 8]]):
        each = [f1(*ratios[2 * k : 2 * k + 2]) for ratios in expected]
        assert f == pytest.approx(np.mean(each), abs=1e-12)
    averaged = SARI(n=n, formula=formula, orders="pr").rows(corpus, system)[0]
    assert averaged[[2, 5, 8]] == pytest.approx(
        [f1(*means[k : k + 2]) for k in (0, 2, 4)], abs=1e-12
    )
    counted = SARI(n=n, formula=formula, level="corpus").rows(corpus, system)[0]
    assert counted.tolist() == [
        number
        for k in orders
        for number in naive_sari.counts(source, references, output, k, formula)
    ]


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@given(sentences(), st.sampled_from(FORMULAS), st.sampled_from(("precision", "f1")))
def test_maximum_is_that_of_single_references(
    cases: list[Case], formula: Formula, deletion: Any
) -> None:
    single = SARI(formula=formula, deletion=deletion)
    best = MaxSARI(formula=formula, deletion=deletion)
    expected = [
        max(score(single, *made((source, [r], output))).value for r in references)
        for source, references, output in cases
    ]
    rows = best.rows(*made(*cases))
    assert best.sentence_scores(rows) == pytest.approx(expected, abs=1e-12)
    assert best.score(best.totals(rows)).value == pytest.approx(np.mean(expected), abs=1e-12)


@given(sentence(references=1), st.sampled_from(FORMULAS))
def test_with_one_reference_both_are_one(case: Case, formula: Formula) -> None:
    a, b = SARI(formula=formula), MaxSARI(formula=formula)
    assert score(a, *made(case)) == score(b, *made(case))


@given(sentence(), st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join))
def test_a_reference_more_never_lowers_the_maximum(case: Case, more: str) -> None:
    source, references, output = case
    before = score(MaxSARI(), *made(case)).value
    assert score(MaxSARI(), *made((source, [*references, more], output))).value >= before


@given(sentences(), st.sampled_from(FORMULAS), st.sampled_from(("sentence", "corpus")))
def test_scores_and_parts_lie_between_0_and_1(
    cases: list[Case], formula: Formula, level: Any
) -> None:
    found = score(SARI(formula=formula, level=level), *made(*cases))
    assert all(-1e-12 <= value <= 1 + 1e-12 for value in (found.value, *found.parts.values()))
    assert found.value == pytest.approx(sum(found.parts.values()) / 3)


@given(sentences(), st.sampled_from(FORMULAS), st.sampled_from(("sentence", "corpus")))
def test_neither_references_nor_sentences_need_an_order(
    cases: list[Case], formula: Formula, level: Any
) -> None:
    measure = SARI(formula=formula, level=level)
    turned = [(source, references[::-1], output) for source, references, output in cases[::-1]]
    assert score(measure, *made(*turned)).value == pytest.approx(
        score(measure, *made(*cases)).value, abs=1e-12
    )


@given(sentence(), st.integers(2, 3), st.sampled_from(FORMULAS))
def test_repeating_all_references_changes_nothing(
    case: Case, factor: int, formula: Formula
) -> None:
    """Counts grow in proportion, at the level of sentences as in the corpus."""
    source, references, output = case
    again = made((source, references * factor, output))
    for level in ("sentence", "corpus"):
        measure = SARI(formula=formula, level=level)  # type: ignore[arg-type]
        assert score(measure, *again).value == pytest.approx(
            score(measure, *made(case)).value, abs=1e-12
        )


@given(sentence(references=1))
def test_perfect_output(case: Case) -> None:
    """As the only reference: what it did is right, and it did all; 0 where nothing was to do."""
    source, references, _ = case
    row = SARI(formula="corrected").rows(*made((source, references, references[0])))[0]
    assert row[[0, 3, 6]] == pytest.approx(row[[1, 4, 7]])
    assert row[[0, 3, 6]] == pytest.approx(row[[2, 5, 8]])
    assert all(4 * value == pytest.approx(round(4 * value)) for value in row[:9])
    lenient = SARI(formula="evaluate")
    if len(set(source.split())) == len(source.split()):
        assert score(lenient, *made((source, references, references[0]))).value == 1


@given(sentences())
def test_copying_the_source_adds_and_deletes_nothing(cases: list[Case]) -> None:
    copies = [(source, references, source) for source, references, _ in cases]
    found = score(SARI(), *made(*copies))
    assert (found.parts["add"], found.parts["del"]) == (0, 0)
    assert found.value == pytest.approx(found.parts["keep"] / 3)


distinct = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=6).map(" ".join)


@given(sentence(), distinct)
def test_the_output_as_a_reference_more_never_lowers_sari(case: Case, source: str) -> None:
    """At least where the source has no word twice."""
    _, references, output = case
    before = score(SARI(), *made((source, references, output))).value
    after = score(SARI(), *made((source, [*references, output], output))).value
    assert after >= before - 1e-12


@given(sentences(), sentences())
def test_parts_add_up(first: list[Case], second: list[Case]) -> None:
    for measure in (SARI(), SARI(level="corpus"), MaxSARI()):
        whole = measure.rows(*made(*first, *second))
        parts = [measure.rows(*made(*cases)) for cases in (first, second)]
        assert (whole == np.concatenate(parts)).all()


@given(sentences(most=3), st.lists(text, min_size=2, max_size=3))
def test_many_outputs_at_once_give_the_same_digits(cases: list[Case], outputs: list[str]) -> None:
    corpus, _ = made(*cases)
    pairs = [(s, [Correction(s.source, text=output) for output in outputs]) for s in corpus]
    for measure in (SARI(formula="corrected"), SARI(level="corpus"), MaxSARI()):
        assert measure.batch_candidates(pairs) == Measure.batch_candidates(measure, pairs)


def test_blocks_of_sentences_lie_end_to_end() -> None:
    corpus, _ = made(("a b c", ["a c", "b"], ""), ("c b a", ["b a"], ""))
    outputs = ["a c", "b a", "d"] * 400  # too many for both sentences at once
    pairs = [(s, [Correction(s.source, text=output) for output in outputs]) for s in corpus]
    found = MaxSARI().batch_candidates(pairs)
    assert [len(of_sentence) for of_sentence in found] == [1200, 1200]
    for of_sentence, pair in zip(found, pairs, strict=True):
        assert of_sentence[:3] == MaxSARI().batch_candidates([(pair[0], pair[1][:3])])[0]
        assert of_sentence == of_sentence[:3] * 400


@given(sentences())
def test_the_score_of_a_row_is_that_of_its_sentence(cases: list[Case]) -> None:
    """Which reranking relies on."""
    for measure in (SARI(), SARI(level="corpus"), MaxSARI()):
        rows = measure.rows(*made(*cases))
        alone = [score(measure, *made(case)).value for case in cases]
        assert [measure.score(row).value for row in rows] == pytest.approx(alone, abs=1e-12)
        assert measure.sentence_scores(rows) == pytest.approx(alone, abs=1e-12)
