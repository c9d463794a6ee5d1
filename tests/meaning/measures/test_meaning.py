"""Meaning: rows, scores and losses."""

from __future__ import annotations

import numpy as np
import pytest

import corrigenda as cg
from corrigenda.evaluation.sentences import sentences
from corrigenda.meaning.measures.meaning import Meaning

SOURCE = "He do not like the 3 dogs of his friend ."
TARGETS = ("He does not like the 3 dogs of his friend .", "He likes 5 dogs .", SOURCE)


def rows() -> list[list[float]]:
    segment = cg.Segment(SOURCE, (), "1")
    corrections = [cg.Correction(SOURCE, text=text) for text in TARGETS]
    return [list(options[0]) for options in Meaning().batch_candidates([(segment, corrections)])[0]]


def test_several_corrections_are_scored_as_one_by_one() -> None:
    segment = cg.Segment(SOURCE, (), "1")
    alone = [Meaning().candidates(segment, cg.Correction(SOURCE, text=t))[0] for t in TARGETS]
    assert [list(row) for row in alone] == rows()


def test_the_unchanged_source_is_1_and_harm_costs_more_than_grammar() -> None:
    grammar, harm, same = (row[4] for row in rows())
    assert same == 1
    assert 0.95 < grammar < 1
    assert harm < 0.6
    assert [row[7] for row in rows()] == [0, 1, 0]  # alarms


def test_precision_and_recall_are_of_one_side_each() -> None:
    segment = cg.Segment(SOURCE, (), "1")
    shorter = cg.Correction(SOURCE, text="He do not like the dogs .")
    score = Meaning().score(np.array(Meaning().candidates(segment, shorter)[0]))
    assert score.parts["precision"] > score.value > score.parts["recall"]


def test_the_mean_over_sentences_or_over_weights() -> None:
    total = np.array(rows()).sum(axis=0)
    assert Meaning().score(total).value == pytest.approx(np.mean([row[4] for row in rows()]))
    pooled = cg.measure("Meaning(average=pooled)").score(total)
    assert pooled.value == pytest.approx((total[0] + total[1]) / (total[2] + total[3]))
    assert pooled.counts == {"alarms": 1, "sentences": 3}


def test_losses_add_up_to_what_is_missing_from_the_score() -> None:
    segment = cg.Segment(SOURCE, (), "1")
    corrections = [cg.Correction(SOURCE, text=text) for text in TARGETS]
    losses = Meaning().losses([(segment, corrections)])[0]
    for of, row in zip(losses, rows(), strict=True):
        assert sum(loss.points for loss in of) == pytest.approx(1 - row[4])
    assert {loss.alarm for loss in losses[1]} >= {"negation", "number"}
    assert losses[2] == []


def test_it_needs_no_references_and_is_against_the_source() -> None:
    assert "references" not in Meaning.needs
    assert Meaning().against == "source"


def test_evaluate_writes_losses_for_each_sentence() -> None:
    corpus = cg.Corpus((cg.Segment(SOURCE, (), "1"),))
    corrections = (cg.Correction(SOURCE, text=TARGETS[1]),)
    result = cg.evaluate(corpus, [cg.System("new", corrections)], "Meaning")
    (record,) = sentences(result)
    losses = record["systems"]["new"]["losses"]["Meaning"]
    assert {"source", "target", "kind", "points", "alarm"} == set(losses[0])
    assert any(loss["alarm"] == "number" for loss in losses)


def test_people_agree(shared: object) -> None:
    """Correlations with the ratings of the development half, as the docs have them (a sample)."""
    import csv

    from scipy.stats import pearsonr

    from corrigenda.meaning.words_kept import compare_all
    from corrigenda.tokenisation import tokenise

    path = shared.data("tmu-gfm-dev", "dev.csv")  # type: ignore[attr-defined]
    with path.open(encoding="utf-8", newline="") as file:
        sample = list(csv.DictReader(file))[::10]
    pairs = [
        tuple(tuple(p.text for p in tokenise(row[key])) for key in ("source", "output"))
        for row in sample
    ]
    scores = [kept.score for kept in compare_all(pairs)]  # type: ignore[arg-type]
    assert pearsonr(scores, [float(row["ave_m"]) for row in sample])[0] > 0.6
