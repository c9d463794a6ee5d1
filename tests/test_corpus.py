"""Corrections, segments, corpora and systems."""

from __future__ import annotations

import doctest
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda import corpus as module
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.errors import InputError

SENTENCES = st.lists(st.sampled_from(["a", "b", "c", "."]), max_size=6).map(" ".join)


def test_the_docstrings_examples_hold() -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


@given(SENTENCES, SENTENCES)
def test_edits_and_text_say_the_same(source: str, target: str) -> None:
    as_text = Correction(source, target)
    as_edits = Correction(source, None, as_text.edits)
    assert as_edits.text.split() == as_edits.tokens == as_text.tokens
    assert as_edits.edits == as_text.edits


def test_no_edits_leave_the_source_as_it_is() -> None:
    assert Correction("a  b", None, ()).text == "a  b"


def test_what_is_given_is_kept() -> None:
    edits = (Edit(0, 1, ("x",), "R"),)
    both = Correction("a", "y", edits)
    assert (both.text, both.edits) == ("y", edits)


def test_edits_over_characters() -> None:
    correction = Correction("a bc", None, [Edit(3, 4, ("d",), "R", "char")])
    assert correction.text == "a bd"
    assert correction.edits == (Edit(1, 2, ("bd",), "R"),)


def test_units_cannot_be_mixed() -> None:
    correction = Correction("a b", None, [Edit(0, 1), Edit(2, 3, unit="char")])
    with pytest.raises(InputError, match="does not count tokens"):
        correction.text  # noqa: B018
    with pytest.raises(InputError, match="does not count chars"):
        correction.edits  # noqa: B018


def test_corrections_are_values() -> None:
    one, other = Correction("a", None, [Edit(0, 1)], "0"), Correction("a", None, (Edit(0, 1),), "0")
    assert one.text == ""  # what was derived does not count
    assert one == other
    assert hash(one) == hash(other)
    assert one != Correction("a", None, (), "0")
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.by = "1"  # type: ignore[misc]


def test_a_corpus_is_a_sequence() -> None:
    segments = (Segment("a b"), Segment("c"))
    corpus = Corpus(segments)
    assert len(corpus) == 2
    assert corpus[1] is segments[1]
    assert corpus[:1] == segments[:1]
    assert list(corpus) == list(segments)
    assert corpus.sources == ["a b", "c"]
    assert corpus[0].tokens == ["a", "b"]


def test_a_system_has_as_many_corrections_as_sentences() -> None:
    assert len(System("x", (Correction("a", "b"),))) == 1


def test_edits_over_bytes() -> None:
    correction = Correction("é like it", edits=[Edit(3, 7, ("likes",), "V", "byte")])
    assert correction.text == "é likes it"
    assert correction.edits == (Edit(1, 2, ("likes",), "V"),)


def shown(correction: Correction) -> str:
    start, end = '<div class="mathjax_ignore tex2jax_ignore" dir="auto">', "</div>"
    text = correction._repr_html_()
    assert text.startswith(start) and text.endswith(end)
    return text[len(start) : -len(end)]


def test_notebooks_show_a_correction() -> None:
    assert shown(Correction("He like dog .", "He likes dog")) == (
        "He <del>like</del> <ins>likes</ins> <small>R</small> dog <del>.</del> <small>U</small>"
    )
    assert shown(Correction("<b>a", "<i>$a$")) == (
        "<del>&lt;b&gt;a</del> <ins>&lt;i&gt;$a$</ins> <small>R</small>"
    )
    assert shown(Correction("a < b", None, ())) == "a &lt; b"


def test_notebooks_show_edits_that_overlap() -> None:
    both = Correction("a b c", None, [Edit(0, 2, ("x",)), Edit(1, 3, ("y",)), Edit(2, 2, ("z",))])
    first, second, third = shown(both).split(" <span", 1)[0], "1:3", "2:2"
    assert first == "<del>a b</del> <ins>x</ins>"
    assert shown(both).count("<del>") == 2
    assert shown(both).index(second) < shown(both).index(third)
