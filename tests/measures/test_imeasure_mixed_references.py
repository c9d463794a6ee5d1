"""References that mix corrections, all at once, against one after the other."""

from __future__ import annotations

from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.formats import read
from corrigenda.measures.imeasure import IMeasure
from corrigenda.measures.imeasure.all_references import attainable
from corrigenda.measures.imeasure.mixed_references import (
    ReferencePart,
    Replacement,
    corrected,
    joined,
    parts,
    treebank,
)
from corrigenda.measures.imeasure.three_way import compared, counts
from tests.conftest import Shared
from tests.measures import naive_imeasure as naive
from tests.measures.sentences import output

Text = tuple[str, ...]


def written_out(source: Text, found: list[ReferencePart]) -> set[Text]:
    """Every text that the parts allow."""
    texts = set()
    for chosen in product(*(part.texts for part in found)):
        out = source
        for part, text in reversed(list(zip(found, chosen, strict=True))):
            out = out[: part.start] + text + out[part.end :]
        texts.add(out)
    return texts


# --- which references there are ------------------------------------------------------------------


def test_alternatives() -> None:
    source = tuple("abcd")
    first: list[Replacement] = [(0, 2, ("X",)), (3, 4, ("Y",))]
    second: list[Replacement] = [(1, 2, ("Z",))]
    # The edits at the beginning overlap: both annotators correct it. The other one is optional.
    assert parts(source, [first, second]) == [
        ReferencePart(0, 2, [("X",), ("a", "Z")]),
        ReferencePart(3, 4, [("d",), ("Y",)]),
    ]
    assert parts(source, [first]) == [ReferencePart(0, 2, [("X",)]), ReferencePart(3, 4, [("Y",)])]
    assert parts(source, [[], []]) == []


def test_edits_of_the_same_extent() -> None:
    assert joined([(1, 1, ("a",)), (0, 1, ()), (1, 1, ("b",))]) == [(1, 1, ("a", "b")), (0, 1, ())]
    # 4-7 belongs to two errors: first to one of its own (B), then to that of C, which it overlaps
    # (D). Both at once are no reference, but either is.
    source = tuple("abcdefgh")
    first: list[Replacement] = [(0, 3, ("A",)), (4, 7, ("B",)), (2, 5, ("C",))]
    second: list[Replacement] = [(4, 7, ("D",))]
    found = {" ".join(text) for text in written_out(source, parts(source, [first, second]))}
    assert found == {"A h", "A f g h", "a b c d D h"}


def test_too_many_ways() -> None:
    """Where edits overlap from end to end, all combinations would have to be tried."""
    source = tuple("abcd" * 10)
    annotators = []
    for by in "012345":
        changes: list[Replacement] = [(4 * k, 4 * k + 4, (by,)) for k in range(10)]
        changes += [(4 * k + 2, 4 * k + 5, (by,)) for k in range(9)]
        annotators.append(changes)
    with pytest.raises(InputError, match="combined in 60,466,176 ways"):
        parts(source, annotators)
    assert parts(source, annotators[:1] * 6)  # all of one opinion


def test_nothing_is_emptied() -> None:
    source = ("a", "b")
    assert corrected(source, [(0, 2, ())]) == source
    assert corrected(source, [(0, 1, ()), (1, 2, ())]) == ("a",)
    assert corrected(source, [(0, 0, ("c",)), (0, 2, ())]) == ("c", "a", "b")
    assert written_out(source, parts(source, [[(0, 1, ()), (1, 2, ())]])) == {("a",)}


def test_overlapping_edits_of_one_annotator() -> None:
    # From right to left: the second edit deletes c and d, the first one then replaces a, b, e.
    source = tuple("abcdef")
    changes: list[Replacement] = [(2, 4, ()), (0, 3, ("X",))]
    assert corrected(source, changes) == ("X", "f")
    assert written_out(source, parts(source, [changes])) == {("X", "f")}


@st.composite
def annotated(
    draw: st.DrawFn, letters: str, most: int, edits: int
) -> tuple[Text, list[list[Replacement]]]:
    text = st.lists(st.sampled_from(letters), max_size=2).map(tuple)
    source = tuple(draw(st.lists(st.sampled_from(letters), max_size=most)))
    annotators = []
    for _ in range(draw(st.integers(1, 3))):
        changes = []
        for _ in range(draw(st.integers(0, edits))):
            start = draw(st.integers(0, len(source)))
            end = draw(st.integers(start, min(start + 3, len(source))))
            changes.append((start, end, draw(text)))
        annotators.append(changes)
    return source, annotators


@settings(max_examples=150)
@given(annotated("abcde", 7, 3))
def test_every_reference(case: tuple[Text, list[list[Replacement]]]) -> None:
    source, annotators = case
    expected = set(naive.references(source, annotators))
    if expected:
        assert written_out(source, parts(source, annotators)) == expected


# --- what they count -----------------------------------------------------------------------------


@st.composite
def lattices(draw: st.DrawFn, letters: str) -> tuple[Text, Text, list[ReferencePart]]:
    text = st.lists(st.sampled_from(letters), max_size=3).map(tuple)
    source = tuple(draw(st.lists(st.sampled_from(letters), max_size=8)))
    hypothesis = source
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(hypothesis)))
        end = draw(st.integers(start, min(start + 2, len(hypothesis))))
        hypothesis = hypothesis[:start] + draw(text) + hypothesis[end:]
    found: list[ReferencePart] = []
    at = 0
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(at, min(at + 3, len(source))))
        end = draw(st.integers(start, min(start + 2, len(source))))
        choices = draw(st.lists(text | st.just(source[start:end]), min_size=1, max_size=3))
        found.append(ReferencePart(start, end, list(dict.fromkeys(choices))))
        at = end
    return source, hypothesis, found


@settings(max_examples=150)
@given(st.one_of(lattices("ab"), lattices("abc"), lattices("abcdefgh")))
def test_counts_of_all_references(case: tuple[Text, Text, list[ReferencePart]]) -> None:
    source, hypothesis, found = case
    rows = {counts(compared(source, hypothesis, text)) for text in written_out(source, found)}
    assert set(map(counts, attainable(source, hypothesis, found))) == rows


def test_many_more_than_can_be_listed() -> None:
    """60 errors, 3^60 references: all the rows are known beforehand."""
    source = tuple(f"{k}{letter}" for k in range(60) for letter in "ab")
    found = [ReferencePart(2 * k, 2 * k + 1, [(f"{k}a",), (f"{k}x",), ()]) for k in range(60)]
    hypothesis = tuple("3x" if token == "3a" else token for token in source)
    rows = set(map(counts, attainable(source, hypothesis, found)))
    # Tokens 0a, 1a ... are right or not; 3a was corrected, rightly or wrongly, or wrong at all.
    expected = {
        (119 - wrong, wrong, *third, 120 - wrong - changed, wrong + changed)
        for wrong in range(60)
        for changed, third in ((0, (1, 0, 0)), (1, (0, 1, 0)), (1, (0, 0, 1)))
    }
    assert rows == expected
    measure = IMeasure()
    thinned = set(map(counts, attainable(source, hypothesis, found, measure._thinned)))
    assert thinned == {(119, 0, 0, 1, 0, 119, 1)}


@pytest.mark.slow
def test_public_sentences(shared: Shared) -> None:
    """All sentences of CoNLL-2014 that have at most 32 references, one by one."""
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    system = output(shared, corpus, "conll14/systems/CAMB")
    measure = IMeasure()
    checked = 0
    for segment, correction in zip(corpus, system.corrections, strict=True):
        source, hypothesis = tuple(segment.tokens), tuple(correction.tokens)
        changes = [measure._changes(reference) for reference in segment.references]
        found = parts(source, changes)
        if sum(len(part.texts) > 1 for part in found) > 5:
            continue
        texts = written_out(source, found)
        assert texts == set(naive.references(source, changes)) | (texts & {source})
        rows = {counts(compared(source, hypothesis, text)) for text in texts}
        assert set(map(counts, attainable(source, hypothesis, found))) == rows
        checked += len(texts) > 1
    assert checked > 700


@pytest.mark.slow
def test_a_public_sentence_with_2_34_references(shared: Shared) -> None:
    """Whatever is chosen, the counts of the reference are among those found."""
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    system = output(shared, corpus, "conll14/systems/AMU")
    source, hypothesis = tuple(corpus[332].tokens), tuple(system.corrections[332].tokens)
    found = parts(source, [IMeasure()._changes(each) for each in corpus[332].references])
    assert prod(len(part.texts) for part in found) == 2**34
    rows = attainable(source, hypothesis, found)
    best = {counts(packed) for packed in attainable(source, hypothesis, found, IMeasure()._thinned)}
    assert best < set(map(counts, rows))
    draw = Random(1)
    for _ in range(200):
        chosen = [ReferencePart(part.start, part.end, [draw.choice(part.texts)]) for part in found]
        (text,) = written_out(source, chosen)
        assert compared(source, hypothesis, text) in rows


# --- tokens --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("", ""),
        ("one 's", "one 's"),
        ("doesn't", "does n't"),
        ("the patients'", "the patients '"),
        ("they're here.", "they 're here ."),
        ("known,the 1,000", "known , the 1,000"),
        ("occur.For", "occur.For"),
        ('say "yes" (no)', "say `` yes '' ( no )"),
        ("Cannot wait ...", "Can not wait ..."),
        ("he/she;it", "he/she ; it"),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert " ".join(treebank(text)) == tokens
