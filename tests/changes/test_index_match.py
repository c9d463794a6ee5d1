"""ExactIndexMatch: the same places, whatever is written there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.changes.index_match import ExactIndexMatch
from corrigenda.measures.accuracy import Accuracy
from tests.conftest import Shared

sentences = st.lists(st.sampled_from(["a", "an", "the", "cat", "cats", "."]), max_size=6).map(
    " ".join
)


def matches(measure: cg.Measure, source: str, references: list[str], output: str) -> bool:
    segment = cg.Segment(source, tuple(cg.Correction(source, text=r) for r in references), "7")
    [(match, one)] = measure.candidates(segment, cg.Correction(source, text=output))
    assert one == 1
    return bool(match)


@pytest.mark.parametrize(
    ("output", "code", "paper"),
    [
        ("He liked big cats .", True, True),  # other words, same places
        ("He likes big dogs .", True, True),
        ("He likes big dog .", False, False),
        ("He like big dog .", False, False),
        ("He likes big dogs . really", False, True),  # an insertion, which the paper cannot see
        ("", False, False),
    ],
)
def test_both_readings(output: str, code: bool, paper: bool) -> None:
    source, references = "He like big dog .", ["He likes big dogs ."]
    assert matches(ExactIndexMatch(), source, references, output) is code
    assert matches(ExactIndexMatch(insertions=False), source, references, output) is paper


def test_any_reference_will_do() -> None:
    source, references = "He like big dog .", ["He likes big dogs .", "He like big cat ."]
    assert matches(ExactIndexMatch(), source, references, "He like big dogs .")


def test_tokens() -> None:
    """As one token, the word is changed here and there; as two, not the same part of it is."""
    source, references, output = "the dog's home", ["the dogs's home"], "the dog' home"
    assert matches(ExactIndexMatch(), source, references, output)
    assert not matches(ExactIndexMatch(tokens="released"), source, references, output)


@given(sentences, sentences, sentences, st.booleans(), st.sampled_from(["corpus", "released"]))
def test_what_equals_a_reference_matches(
    source: str, one: str, output: str, insertions: bool, tokens: str
) -> None:
    measure = ExactIndexMatch(insertions=insertions, tokens=tokens)
    assert matches(measure, source, [one, output], output)
    if matches(measure, source, [one], output) and insertions and tokens == "corpus":
        assert (source == output) == (source == one)


def test_it_needs_a_reference() -> None:
    with pytest.raises(cg.InputError, match="sentence 7 has no reference, and ExactIndexMatch"):
        matches(ExactIndexMatch(), "a", [], "a")


def test_it_is_accuracy_or_more_on_real_sentences(shared: Shared) -> None:
    folder = shared.data("conll14")
    corpus = cg.read_parallel(folder / "source.txt", [folder / "ref0.txt", folder / "ref1.txt"])
    system = cg.read_system(folder / "systems" / "AMU", corpus)
    found = shared.golden("exact_match")["results"]["conll14"]["AMU"]
    exact = Accuracy().rows(corpus, system)[:, 0]
    assert exact.sum() == found["match_any"]
    for insertions in (True, False):
        index = ExactIndexMatch(insertions=insertions).rows(corpus, system)[:, 0]
        assert (index >= exact).all()
        assert index.sum() > exact.sum()
