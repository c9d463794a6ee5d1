"""What references cover, in one call."""

from __future__ import annotations

import pytest

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.references.coverages import coverage
from corrigenda.references.covered_mass import coverage_table
from corrigenda.references.crowd import crowd_of
from corrigenda.references.populations import estimate
from corrigenda.results.finding import Saved
from corrigenda.statistics.settings import Settings

FEW = Settings(resamples=100)


def segment(source: str, *texts: str) -> Segment:
    return Segment(source, tuple(Correction(source, text=text) for text in texts))


CORPUS = [
    segment("He go home .", *["He goes home ."] * 4, "He went home .", "He has gone home ."),
    segment("She go .", *["She goes ."] * 3, "She went .", "She is going .", "She left ."),
    segment("We goes .", *["We go ."] * 5, "We are going ."),
]


def test_a_corpus_a_crowd_and_populations_say_the_same() -> None:
    by_corpus = coverage(CORPUS, [1, 3], settings=FEW)
    assert by_corpus == coverage(crowd_of(CORPUS), [1, 3], settings=FEW)
    known = estimate(CORPUS)
    alone = coverage(known, [1, 3], settings=FEW)
    assert alone.coverage == {"accuracy": by_corpus.coverage["accuracy"]}
    expected = coverage_table(list(known.values()), [1, 3]).accuracy
    values = [point.accuracy.value for point in alone.coverage["accuracy"]]
    assert values == pytest.approx(expected.tolist())
    for point in alone.coverage["accuracy"]:
        assert point.accuracy.interval is not None
        assert point.accuracy.interval[0] <= point.accuracy.value <= point.accuracy.interval[1]
    assert list(by_corpus.coverage) == ["accuracy", "index match"]


def test_few_answers_are_said_and_marked() -> None:
    found = coverage(CORPUS, [1, 50], settings=FEW)
    (table,) = found.tables()
    assert [row[-1] for row in table.rows] == ["", "extrapolated"]
    assert table.notes[0].startswith("caution: estimated from 6.0 answers")
    assert "Caution: estimated from 6.0 answers" in found.plot().caption
    assert found.to_json()["cautions"] == found.cautions
    assert str(Saved(found.to_json())) == str(found)


def test_an_observed_accuracy_is_tested() -> None:
    found = coverage(CORPUS, [2], keys=["exact"], observed=1.0, settings=FEW)
    (test,) = found.tests
    values = coverage_table(list(estimate(CORPUS).values()), [2]).table[:, 0]
    assert test.successes == 3 and test.expected == pytest.approx(values.sum())
    assert test.p == pytest.approx(min(1, 2 * values.prod()))
    assert "3 of 3 right: with 2 references" in str(found)


def test_what_cannot_be_computed() -> None:
    with pytest.raises(InputError, match="between 0 and 1, not 2"):
        coverage(CORPUS, [1], observed=2)
    with pytest.raises(InputError, match="not by 'sound'"):
        coverage(CORPUS, [1], keys=["sound"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="numbers of references"):
        coverage(CORPUS, [-1])
