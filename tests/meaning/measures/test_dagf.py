"""DAG F as a measure."""

from __future__ import annotations

import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.formats.ucca_xml_writer import dump
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import DAGF, dag_counts, normalised
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


def test_normalised_as_the_ucca_package_does() -> None:
    """What `ucca.evaluation.evaluate` gives by default: something else than without."""
    evaluation = pytest.importorskip("ucca.evaluation")
    convert = pytest.importorskip("ucca.convert")
    different = 0
    graphs = normalisable()
    for one, other in pairwise(graphs):
        passages = [convert.from_standard(ElementTree.fromstring(dump(g))) for g in (other, one)]
        theirs = evaluation.evaluate(*passages).evaluators["labeled"].results
        primary, remote = (
            next(of for what, of in theirs.items() if what.name == name)
            for name in ("primary", "remote")
        )
        counts = dag_counts(normalised(other), normalised(one))
        assert counts.matched == primary.num_matches + remote.num_matches
        assert counts.first == primary.num_guessed + remote.num_guessed
        assert counts.second == primary.num_ref + remote.num_ref
        different += counts != dag_counts(other, one)
    assert different


def normalisable() -> list[Graph]:
    """Analyses of one text, with units that the package removes."""
    return [
        from_brackets("[H [A He] [P gave] [A [C [C [E an] [C apple]]]]]"),
        from_brackets("[H [H [A He] [P gave] [A [E an] [C apple]]]]"),
        from_brackets("[H [A [A He]] [P [C gave]] [A [F [E an]] [C apple]]]"),
        from_brackets("[A He] [P gave] [A [E an] [C apple]]"),
        from_brackets("[H [A He] [P gave] [A [E an] [C apple]]]"),
    ]


def test_the_option_normalises() -> None:
    pytest.importorskip("ucca.normalization")
    flat, whole = normalisable()[3:]
    assert scored(DAGF(), (whole, flat))["recall"] < 1
    assert scored(DAGF(normalise="ucca"), (whole, flat))["score"] == 1
    assert "normalise" not in DAGF().full()


def test_a_package_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ucca.convert", None)
    with pytest.raises(InputError, match="needs the package ucca"):
        DAGF(normalise="ucca").check()
