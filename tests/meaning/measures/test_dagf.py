"""DAG F as a measure."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.measures.dagf import DAGF
from tests.conftest import Shared
from tests.meaning.measures.test_usim import corpus, scored

GOLD = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")
FOUND = from_brackets("[H [A He] [S gave] [A John] [A an apple]]")
RAN = from_brackets("[H [A He] [P ran]]")


def test_pooled_and_mean() -> None:
    """Of five yields found, four are right; of seven to be found, four are found."""
    pairs = ((GOLD, FOUND), (RAN, RAN))
    assert scored(DAGF(), *pairs) == pytest.approx(
        {"score": 14 / 18, "precision": 7 / 8, "recall": 7 / 10}
    )
    assert scored(DAGF(average="mean"), *pairs) == pytest.approx(
        {"score": (8 / 12 + 1) / 2, "precision": (4 / 5 + 1) / 2, "recall": (4 / 7 + 1) / 2}
    )
    assert scored(DAGF(labels="weak"), *pairs)["precision"] == 1
    assert scored(DAGF(edges="remote"), *pairs)["score"] == 1  # there are none


def test_counts() -> None:
    measure = DAGF()
    score = measure.score(measure.totals(measure.rows(*corpus((GOLD, FOUND)))))
    assert score.counts == {"matched": 4, "in_correction": 5, "in_sentence": 7}


def test_other_tokens() -> None:
    with pytest.raises(InputError, match="expected graphs over the same tokens"):
        scored(DAGF(), (GOLD, RAN))


def test_agreement_of_annotators(shared: Shared) -> None:
    """As published: .834, .857 and .845, over four essays."""
    pairs = [
        tuple(
            ucca_xml.read(shared.data("usim-annotations", f"{annotator}{essay}.xml"))
            for annotator in ("tree", "amittaic")
        )
        for essay in (1297, 1298, 1300, 1301)
    ]
    found = scored(DAGF(labels="weak"), *pairs)
    assert [round(found[key], 4) for key in ("precision", "recall", "score")] == [
        0.8340, 0.8567, 0.8452,
    ]  # fmt: skip
