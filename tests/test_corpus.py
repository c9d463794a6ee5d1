"""Corrections, segments, corpora and systems."""

from __future__ import annotations

import doctest
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda import corpus as module
from corrigenda.corpus import (
    LISTED,
    Corpus,
    Correction,
    LeftOut,
    Segment,
    System,
    remark_on,
    with_texts,
)
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
    assert corpus[:1] == Corpus(segments[:1])
    assert Corpus(segments, "here")[1:].origin == "1 of here"
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


# --- references without a text --------------------------------------------------------------------

OVERLAPPING = (Edit(0, 2, ("x",)), Edit(1, 3, ("y",)))


def test_edits_that_overlap_make_no_text() -> None:
    assert not Correction("a b c", None, OVERLAPPING).has_text
    assert Correction("a b c", "x y", OVERLAPPING).has_text  # the text is given, too
    assert Correction("a b c", None, OVERLAPPING[:1]).has_text
    assert Correction("a b c", None, ()).has_text
    assert Correction("a b c", "").has_text  # all is deleted
    # Edits may touch, and several may insert at one point.
    touching = [Edit(1, 1, ("x",)), Edit(1, 1, ("y",)), Edit(1, 2), Edit(2, 3)]
    correction = Correction("a b c", None, touching)
    assert correction.has_text and correction.text == "a x y"


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=4))
def test_there_is_a_text_where_edits_can_be_applied(extents: list[tuple[int, int]]) -> None:
    edits = [Edit(min(extent), max(extent), ("x",)) for extent in extents]
    correction = Correction("a b c d", None, edits)
    try:
        assert Correction("a b c d", None, edits).text
    except InputError as error:
        assert "overlaps" in error.message
        assert not correction.has_text
    else:
        assert correction.has_text


def test_references_without_text_are_left_out_and_named() -> None:
    fine = Correction("a b c", None, (), "1")
    broken = Correction("a b c", None, OVERLAPPING, "2")
    unnamed = Correction("a b c", None, OVERLAPPING)
    corpus = [
        Segment("a b c", (fine,), "one"),
        Segment("a b c", (broken, fine), "two"),
        Segment("a b c", (unnamed, fine, unnamed)),
    ]
    kept, left_out = with_texts(corpus)
    assert kept[0] is corpus[0]
    assert [segment.references for segment in kept] == [(fine,)] * 3
    assert left_out == [("two", "2"), ("3", "0"), ("3", "2")]
    assert remark_on(left_out) == (
        "left out 3 references whose edits overlap, so that they have no text "
        "(sentence:annotator): two:2, 3:0, 3:2"
    )
    many = [LeftOut(str(k), "0") for k in range(LISTED + 5)]
    assert remark_on(many).endswith(f"{LISTED - 1}:0, and 5 more")


def test_ten_annotators(shared) -> None:
    """33 of the 11,163 references of Bryant and Ng's file hold edits that overlap."""
    from corrigenda.formats import read

    corpus = read(shared.data("conll14", "bn10.m2"))
    kept, left_out = with_texts(corpus)
    assert sum(len(segment.references) for segment in corpus) == 11163
    assert sum(len(segment.references) for segment in kept) == 11163 - 33
    assert len(left_out) == 33 and left_out[0] == ("102", "1") and left_out[-1] == ("1272", "9")
    assert min(len(segment.references) for segment in kept) > 0
