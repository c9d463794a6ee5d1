"""I-measure against the authors' scorer, against its definition, and what must hold."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import read, read_system
from corrigenda.measures.imeasure import METRICS, IMeasure
from tests.conftest import Shared
from tests.measures import naive_imeasure as naive
from tests.measures.sentences import CONLL14, made, sentence, sentences

ASPECTS = ("detection", "correction")
PARTS = {
    "P": "precision",
    "R": "recall",
    "F": "f",
    "Acc": "acc",
    "Acc_b": "wacc_base",
    "WAcc": "wacc",
    "WAcc_b": "wacc_base",
}


def agrees(measure: IMeasure, rows: np.ndarray[Any, Any], golden: Any) -> None:
    """All figures of both aspects, in as many digits as the scorer prints."""
    for aspect in ASPECTS:
        given = measure.full().replace("aspect=correction", f"aspect={aspect}")
        score = cg.measure(given).score(measure.totals(rows))
        expected = dict(golden[aspect])
        exact = expected.pop("wacc_from_counts", None)
        assert exact is None or score.parts["wacc"] == pytest.approx(exact, abs=1e-15)
        found = {name: f"{100 * score.parts[part]:.2f}" for name, part in PARTS.items()}
        found["I"] = f"{100 * score.value:.2f}".replace("-0.00", "0.00")
        found |= {name: f"{count:.2f}" for name, count in score.counts.items()}
        assert found == {name: f"{figure:.2f}" for name, figure in expected.items()}


# --- the authors' scorer -------------------------------------------------------------------------

SOURCE = "This machines is designed for help people ."

# Two errors, each corrected by both annotators. (Edits that are one error must overlap.)
GOLD = Segment(
    SOURCE,
    (
        Correction(
            SOURCE, edits=[Edit(0, 3, ("These machines are",)), Edit(4, 6, ("for helping",))]
        ),
        Correction(SOURCE, edits=[Edit(1, 2, ("machine",)), Edit(4, 5, ("to",))]),
    ),
)
OPTIONS = {
    "default": IMeasure(),
    "-nomix": IMeasure(mix=False),
    "-opt:corpus": IMeasure(optimise="corpus"),
    "-w:1.0": IMeasure(weight=1),
    "-b:0.5": IMeasure(beta=0.5),
    "-max:cf": IMeasure(maximise="cf"),
    "-per-sent": IMeasure(),
}


@pytest.mark.parametrize("options", OPTIONS)
def test_example(shared: Shared, options: str) -> None:
    golden = shared.golden("imeasure_example")["results"]
    assert set(golden) == set(OPTIONS)
    hypothesis = Correction(SOURCE, text="This machines are designed to help people .")
    measure = OPTIONS[options]
    rows = measure.rows([GOLD], System("example", (hypothesis,)))
    agrees(measure, rows, golden[options])


@lru_cache(maxsize=1)
def corpus(shared: Shared) -> Corpus:
    return read(shared.data("conll14", "official-2014.combined.m2"))


@lru_cache(maxsize=2)
def system(shared: Shared, name: str) -> System:
    return read_system(shared.data("conll14", "systems", name), corpus(shared))


def subset(shared: Shared) -> list[int]:
    return [int(k) for k in shared.data("conll14", "imeasure_subset_ids.txt").read_text().split()]


def rows_of(shared: Shared, measure: IMeasure, name: str, ids: list[int]) -> Any:
    segments, outputs = corpus(shared), system(shared, name).corrections
    return measure.rows([segments[k] for k in ids], System(name, tuple(outputs[k] for k in ids)))


@pytest.mark.parametrize("mode", ["nomix", "mix"])
def test_public_sentences(shared: Shared, mode: str) -> None:
    golden = shared.golden("imeasure_conll14_AMU_sentences")["results"]
    ids = subset(shared)
    rows = rows_of(shared, IMeasure(mix=mode == "mix"), "AMU", ids[::5])
    tn, fn, fp, tp, wrong = rows.T[:5]
    none = np.zeros_like(tn)
    found = np.stack([tp + wrong, tn, fp, fn, none, tp, tn, fp + wrong, fn + wrong, wrong], axis=1)
    assert found.tolist() == golden[mode][::5]


def cases() -> list[tuple[str, str, IMeasure]]:
    return [
        *(("full_1312_nomix", name, IMeasure(mix=False)) for name in ("AMU", "INPUT", "UFC")),
        *(("subset_1120_nomix", name, IMeasure(mix=False)) for name in CONLL14),
        *(("subset_1120_mix", name, IMeasure()) for name in ("AMU", "CAMB", "INPUT", "UFC")),
        ("subset_1120_other", "AMU -nomix -b:0.5", IMeasure(mix=False, beta=0.5)),
        ("subset_1120_other", "AMU mix -opt:corpus", IMeasure(optimise="corpus")),
        ("subset_1120_other", "AMU mix -max:cf", IMeasure(maximise="cf")),
        *(
            (
                "subset_1120_other",
                f"{name} -nomix -opt:corpus",
                IMeasure(mix=False, optimise="corpus"),
            )
            for name in ("INPUT", "UFC", "IITB")
        ),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("group, name, measure", cases())
def test_public_corpus(shared: Shared, group: str, name: str, measure: IMeasure) -> None:
    golden = shared.golden("imeasure_conll14")["results"][group][name]
    ids = list(range(1312)) if group.startswith("full") else subset(shared)
    agrees(measure, rows_of(shared, measure, name.split()[0], ids), golden)


def test_all_public_figures_are_tested(shared: Shared) -> None:
    golden = shared.golden("imeasure_conll14")["results"]
    tested = {(group, name) for group, name, _ in cases()}
    assert tested == {(group, name) for group in golden for name in golden[group]}


@pytest.mark.slow
@pytest.mark.parametrize("measure, most", [(IMeasure(mix=False), 2.5), (IMeasure(), 10)])
def test_time(shared: Shared, measure: IMeasure, most: float) -> None:
    """All sentences, one of which allows 2^34 references: CPU seconds."""
    segments, outputs = corpus(shared), system(shared, "AMU")
    before = time.process_time()
    rows = measure.rows(segments, outputs)
    assert time.process_time() - before < most
    assert len(rows) == 1312


def test_a_sentence_with_2_34_references(shared: Shared) -> None:
    by_default = rows_of(shared, IMeasure(), "AMU", [332])
    for k in range(2):  # a reference that mixes is never worse than one that does not
        segment = corpus(shared)[332]
        alone = Segment(segment.source, segment.references[k : k + 1])
        rows = IMeasure().rows([alone], System("AMU", system(shared, "AMU").corrections[332:333]))
        assert IMeasure().values(by_default)["wacc"] >= IMeasure().values(rows)["wacc"]
    assert by_default.tolist() == [[210, 15, 3, 5, 4, 212, 24]]


# --- the definition ------------------------------------------------------------------------------


def test_by_hand() -> None:
    corpus, system = made(("a b c d e", ["a B c D e f"], "a B C x e"))
    # a, e: kept rightly. b: corrected. c: changed wrongly. d: corrected wrongly. f: missing.
    assert IMeasure().rows(corpus, system).tolist() == [[2, 1, 1, 1, 1, 3, 3]]
    score = IMeasure().score(np.array([2.0, 1, 1, 1, 1, 3, 3]))
    assert score.counts == {"tp": 1, "tn": 2, "fp": 2, "fn": 2, "fpn": 1}
    wacc = (2 * 1 + 2) / (2 * (1 + 2) + 2 + 2 - 3 / 2)
    assert score.parts["wacc"] == pytest.approx(wacc)
    assert score.parts["wacc_base"] == pytest.approx(3 / 6)
    assert score.value == pytest.approx(wacc / (3 / 6) - 1)
    assert (score.parts["precision"], score.parts["recall"]) == (1 / 3, 1 / 3)
    assert score.parts["acc"] == pytest.approx(3 / 6)
    detection = IMeasure(aspect="detection").score(np.array([2.0, 1, 1, 1, 1, 3, 3]))
    assert detection.counts == {"tp": 2, "tn": 2, "fp": 1, "fn": 1, "fpn": 0}
    assert detection.parts["wacc"] == pytest.approx(6 / 9)
    assert detection.value == pytest.approx((6 / 9 - 3 / 6) / (3 / 6))


def test_nothing() -> None:
    corpus, system = made(("", [""], ""))
    rows = IMeasure().rows(corpus, system)
    assert rows.tolist() == [[0] * 7]
    assert IMeasure().score(rows[0]).value == 1


def test_no_reference() -> None:
    with pytest.raises(InputError, match="needs one"):
        IMeasure().candidates(Segment("a"), Correction("a", text="a"))


def test_detection_only_edits_correct_nothing() -> None:
    segment = Segment("a b", (Correction("a b", edits=[Edit(0, 1, (), "UNK")]),))
    assert list(IMeasure().candidates(segment, Correction("a b", text="a b"))) == [
        (2, 0, 0, 0, 0, 2, 0)
    ]


def test_corrections_are_cut_into_tokens() -> None:
    segment = Segment("I can", (Correction("I can", edits=[Edit(1, 2, ("cannot",))]),))
    hypothesis = Correction("I can", text="I can not")
    assert list(IMeasure().candidates(segment, hypothesis)) == [(2, 0, 0, 1, 0, 2, 1)]
    assert list(IMeasure(tokenise=False).candidates(segment, hypothesis)) != [(2, 0, 0, 1, 0, 2, 1)]
    whole = Segment("I can", (Correction("I can", text="I cannot"),))
    assert list(IMeasure().candidates(whole, Correction("I can", text="I cannot"))) == [
        (1, 0, 0, 1, 0, 1, 1)
    ]


@settings(max_examples=50)
@given(sentence())
def test_without_mixing(case: tuple[str, list[str], str]) -> None:
    """One row a reference. (Text that is deleted altogether is not a reference.)"""
    corpus, system = made(case)
    source, hypothesis = tuple(case[0].split()), tuple(case[2].split())
    expected = [naive.row(source, hypothesis, tuple(text.split()) or source) for text in case[1]]
    found = IMeasure(mix=False).candidates(corpus[0], system.corrections[0])
    assert [tuple(row) for row in found] == expected


def figures(measure: IMeasure, row: tuple[int, ...], aspect: str) -> dict[str, float]:
    tn, fn, fp, tp, wrong, base_tn, base_fn = row
    fpn = 0
    if aspect == "d":
        tp += wrong
    else:
        fp, fn, fpn = fp + wrong, fn + wrong, wrong
    w, b = measure.weight, measure.beta**2
    whole = w * (tp + fp) + tn + fn - (w + 1) * fpn / 2
    wacc = (w * tp + tn) / whole if whole else 1.0
    base = base_tn / (base_tn + base_fn) if base_tn + base_fn else 1.0
    p = tp / (tp + fp) if tp + fp else 1.0
    r = tp / (tp + fn) if tp + fn else 1.0
    columns = tp + tn + fp + fn - fpn
    if wacc == base:
        i = float(wacc == 1)
    else:
        i = (wacc - base) / (1 - base) if wacc > base else wacc / base - 1
    return {
        "tp": tp,
        "tn": tn,
        "fp": fp,
        "fn": fn,
        "p": p,
        "r": r,
        "f": (1 + b) * p * r / (b * p + r) if b * p + r else 0.0,
        "acc": (tp + tn) / columns if columns else 1.0,
        "wacc": wacc,
        "i": i,
    }


@settings(max_examples=60)
@given(
    sentence(),
    st.sampled_from([a + m for a in "cd" for m in METRICS]),
    st.sampled_from([2.0, 1.0, 0.5, 0.1, 0.0]),
)
def test_the_best_of_all(case: tuple[str, list[str], str], maximise: str, weight: float) -> None:
    """With mixing, the chosen row is as good as the best of all references."""
    measure = IMeasure(maximise=maximise, weight=weight)
    corpus, system = made(case)
    source, hypothesis = tuple(case[0].split()), tuple(case[2].split())
    changes = [
        [(start, end, texts[0]) for start, end, texts in reference.token_edits]
        for reference in corpus[0].references
    ]
    rows = {naive.row(source, hypothesis, text) for text in naive.references(source, changes)}

    def rank(row: tuple[int, ...]) -> list[float]:
        one, metric = maximise[0], maximise[1:]
        both = [figures(measure, row, one), figures(measure, row, "c" if one == "d" else "d")]
        return [figure[name] for figure in both for name in (metric, "i", "wacc", "acc")]

    (found,) = measure.candidates(corpus[0], system.corrections[0])
    row = tuple(int(count) for count in found)
    assert row in rows
    assert rank(row) == max(map(rank, rows))


@settings(max_examples=40)
@given(sentences(most=3))
def test_corpus_level(cases: list[tuple[str, list[str], str]]) -> None:
    """Each sentence takes the row that makes the sum up to it best."""
    corpus, system = made(*cases)
    measure = IMeasure(optimise="corpus")
    total = np.zeros(7)
    for segment, correction, row in zip(
        corpus, system.corrections, measure.rows(corpus, system), strict=True
    ):
        options = np.array(measure.candidates(segment, correction))
        assert row.tolist() in options.tolist()
        best = measure.values(total + options)["wacc"].max()
        total += row
        assert measure.values(total)["wacc"] == best


# --- what must hold ------------------------------------------------------------------------------


@settings(max_examples=40)
@given(sentences(most=3))
def test_doing_nothing(cases: list[tuple[str, list[str], str]]) -> None:
    """The source itself is no improvement, unless it was right."""
    corpus, system = made(*[(source, references, source) for source, references, _ in cases])
    for mix in (True, False):
        measure = IMeasure(mix=mix)
        rows = measure.rows(corpus, system)
        assert (rows[:, 2:5] == 0).all()
        assert (rows[:, :2] == rows[:, 5:]).all()
        score = measure.score(measure.totals(rows))
        assert score.value == float(score.parts["wacc"] == 1)


@settings(max_examples=40)
@given(sentences(most=3))
def test_bounds(cases: list[tuple[str, list[str], str]]) -> None:
    corpus, system = made(*cases)
    for aspect in ASPECTS:
        measure = IMeasure(aspect=aspect)
        rows = measure.rows(corpus, system)
        assert (rows >= 0).all()
        for sums in (*rows, measure.totals(rows)):
            values = measure.values(sums)
            assert -1 <= values["score"] <= 1
            assert all(0 <= values[part] <= 1 for part in values if part != "score")
            assert (values["score"] > 0) >= (values["wacc"] > values["wacc_base"])


@settings(max_examples=40)
@given(sentences(references=1, most=3))
def test_a_perfect_system(cases: list[tuple[str, list[str], str]]) -> None:
    """What the only annotator wrote is all right. (Deleting everything is not.)"""
    cases = [(source, [text or source], text or source) for source, (text,), _ in cases]
    corpus, system = made(*cases)
    measure = IMeasure()
    assert measure.score(measure.totals(measure.rows(corpus, system))).value == 1


def test_values_of_many_sums() -> None:
    sums = np.array([[4.0, 1, 1, 2, 1, 5, 4], [0] * 7, [3, 0, 0, 1, 0, 3, 1]])
    many = IMeasure().values(sums)
    for k, row in enumerate(sums):
        for name, value in IMeasure().values(row).items():
            assert many[name][k] == value


def test_a_long_sentence_is_scored_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut where nothing changes, pieces have the counts of the whole."""
    from corrigenda.measures.imeasure import mixed_references

    words = [f"w{k}" for k in range(60)]
    source = " ".join(words)
    output = " ".join("x" if k in (5, 33) else w for k, w in enumerate(words) if k != 47)
    edits = [(5, 6, "x"), (20, 21, "y"), (47, 48, ""), (55, 55, "new")]
    references = tuple(
        Correction(source, edits=[Edit(a, b, (text,)) for a, b, text in edits[: 4 - k]], by=str(k))
        for k in range(2)
    )
    segment, correction = Segment(source, references), Correction(source, text=output)
    for measure in (IMeasure(), IMeasure(mix=False), IMeasure(optimise="corpus")):
        monkeypatch.setattr(mixed_references, "LONGEST", 500)
        whole = measure.candidates(segment, correction)
        monkeypatch.setattr(mixed_references, "LONGEST", 12)
        cut = mixed_references.pieces(segment.tokens, correction.tokens, [[(5, 6, ("x",))]])
        assert len(list(cut)) > 4
        assert sorted(measure.candidates(segment, correction)) == sorted(whole)
