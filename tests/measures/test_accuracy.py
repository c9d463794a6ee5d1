"""Accuracy against exact counts on public data, and what must hold."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given

import corrigenda as cg
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.errors import InputError
from corrigenda.formats import read, read_parallel, read_system
from corrigenda.measures.accuracy import Accuracy
from tests.conftest import Shared, expensive
from tests.measures.sentences import CONLL14, conll14, jfleg, made, output, sentences


def score(corpus: Corpus, system: System, measure: Accuracy | None = None) -> float:
    measure = measure or Accuracy()
    return measure.score(measure.totals(measure.rows(corpus, system))).value


def matches(corpus: Corpus, system: System) -> np.ndarray:
    return Accuracy().rows(corpus, system)[:, 0]


def only_reference(corpus: Corpus, index: int) -> Corpus:
    return Corpus(tuple(Segment(s.source, (s.references[index],), s.id) for s in corpus))


def as_they_are(corpus: Corpus) -> Corpus:
    """The source as the only reference: who matches it changed nothing."""
    return Corpus(tuple(Segment(s.source, (Correction(s.source, text=s.source),)) for s in corpus))


def check(corpus: Corpus, system: System, golden: dict[str, object]) -> None:
    any_match = matches(corpus, system)
    unchanged = matches(as_they_are(corpus), system)
    references = range(len(corpus[0].references))
    per_reference = [int(matches(only_reference(corpus, k), system).sum()) for k in references]
    found = {
        "n": len(corpus),
        "match_per_ref": per_reference,
        "match_any": int(any_match.sum()),
        "accuracy_any": score(corpus, system),
        "unchanged_vs_source": int(unchanged.sum()),
        "changed": int((1 - unchanged).sum()),
        "changed_and_match_any": int((any_match * (1 - unchanged)).sum()),
    }
    assert found == {k: v for k, v in golden.items() if k != "match_any_of_BN10"}


def test_counts() -> None:
    corpus, system = made(
        ("He like dog .", ["He likes dogs .", "He likes the dog ."], "He likes  the dog ."),
        ("Fine .", ["Fine ."], "fine ."),
        ("", [""], " "),
    )
    assert Accuracy().rows(corpus, system).tolist() == [[1, 1], [0, 1], [1, 1]]
    assert score(corpus, system) == pytest.approx(2 / 3)
    assert score(corpus, system, Accuracy(case=False)) == 1
    assert Accuracy().sentence_scores(Accuracy().rows(corpus, system)).tolist() == [1, 0, 1]


def test_text_form() -> None:
    assert str(Accuracy()) == "Accuracy"
    assert cg.measure("Accuracy(case=no)") == Accuracy(case=False)
    assert cg.measure(str(Accuracy(case=False))) == Accuracy(case=False)


def test_needs_a_reference() -> None:
    with pytest.raises(InputError, match="sentence 1 has no reference, and Accuracy needs one"):
        score(*made(("a", [], "a")))


def test_nothing_to_score() -> None:
    assert Accuracy().values(np.zeros(2)) == {"score": 0}


@expensive
@given(sentences())
def test_properties(cases: list[tuple[str, list[str], str]]) -> None:
    corpus, system = made(*cases)
    expected = [any(r.split() == h.split() for r in references) for _, references, h in cases]
    assert matches(corpus, system).tolist() == expected
    turned = made(*((s, references[::-1], h) for s, references, h in cases))
    assert matches(*turned).tolist() == expected
    perfect = made(*((s, references, references[-1]) for s, references, _ in cases))
    assert score(*perfect) == 1


# --- public data -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONLL14)
def test_conll14(shared: Shared, name: str) -> None:
    corpus = conll14(shared)
    golden = shared.golden("exact_match")["results"]["conll14"][name]
    check(corpus, output(shared, corpus, f"conll14/systems/{name}"), golden)


def test_conll14_one_annotator_against_the_other(shared: Shared) -> None:
    corpus = conll14(shared, [1])
    golden = shared.golden("exact_match")["results"]["conll14"]["ref0 vs ref1"]
    check(corpus, output(shared, corpus, "conll14/ref0.txt"), golden)


def test_conll14_ten_annotators(shared: Shared) -> None:
    """That file names no annotator who changed nothing; and 33 of its corrections hold edits that
    overlap, so that they make no text (no system's output depends on those)."""

    def texts(segment: Segment) -> list[str]:
        out = [segment.source] if len(segment.references) < 10 else []
        for reference in segment.references:
            with suppress(InputError):
                out.append(reference.text)
        return out

    file = read(shared.data("conll14", "bn10.m2"))
    corpus = Corpus(
        tuple(
            Segment(s.source, tuple(Correction(s.source, text=text) for text in texts(s)))
            for s in file
        )
    )
    assert (
        sum(len(s.references) for s in file)
        - sum(
            len(s.references) - (len(t.references) < 10) for s, t in zip(corpus, file, strict=True)
        )
        == 33
    )
    golden = shared.golden("exact_match")["results"]["conll14"]
    for name in CONLL14:
        system = output(shared, corpus, f"conll14/systems/{name}")
        assert matches(corpus, system).sum() == golden[name]["match_any_of_BN10"], name


def test_jfleg(shared: Shared) -> None:
    corpus = jfleg(shared)
    for name, golden in shared.golden("exact_match")["results"]["jfleg_dev"].items():
        check(corpus, output(shared, corpus, f"jfleg/{name}"), golden)


def test_turk(shared: Shared) -> None:
    folder = shared.data("turk")
    source = folder / "test.8turkers.tok.norm"
    corpus = read_parallel(source, [folder / f"test.8turkers.tok.turk.{k}" for k in range(8)])
    for name, golden in shared.golden("exact_match")["results"]["turk_test"].items():
        path = source if "identity" in name else folder / "systemoutputs" / name
        check(corpus, read_system(path, corpus), golden)
