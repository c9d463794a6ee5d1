"""Alignment, merging and types on examples of each rule, and on input that is hard to align."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.edits import Edit, apply_tokens
from corrigenda.linguistics.analysis import analyse
from corrigenda.linguistics.errant.alignment import _transpositions, align
from corrigenda.linguistics.errant.annotator import annotate, annotate_all, retype
from corrigenda.linguistics.errant.merging import Strategy, merge
from corrigenda.linguistics.errant.stems import stem
from tests.conftest import expensive

WORDS = st.sampled_from(
    ["the", "The", "a", "cat", "cats", "sat", ",", ".", "'s", "go", "going", "to", "I"]
)
SENTENCES = st.lists(WORDS, max_size=12)
STRATEGIES: list[Strategy] = ["rules", "all-split", "all-merge", "all-equal"]


def typed(source: str, correction: str) -> list[tuple[int, int, str, str]]:
    return [
        (edit.start, edit.end, edit.texts[0], edit.type) for edit in cg.annotate(source, correction)
    ]


# Made by ERRANT 3.0.2.
EXAMPLES = [
    (
        "He like dogs and cat .",
        "He likes dogs and a cat .",
        [(1, 2, "likes", "R:VERB:SVA"), (4, 4, "a", "M:DET")],
    ),
    (
        "Cat sat on mat .",
        "The big cat sat on the mat .",
        [(0, 1, "The big cat", "M:OTHER"), (3, 3, "the", "M:DET")],
    ),
    ("We go home , we eat .", "We go home . We eat .", [(3, 5, ". We", "R:PUNCT")]),
    (
        "I took the sub - way to acity .",
        "I took the subway to a city .",
        [(3, 6, "subway", "R:OTHER"), (7, 8, "a city", "R:ORTH")],
    ),
    ("I like to eat fish .", "I like eating fish .", [(2, 4, "eating", "R:VERB:FORM")]),
    (
        "My friends house is more big .",
        "My friend 's house is bigger .",
        [(1, 2, "friend 's", "R:NOUN:POSS"), (4, 6, "bigger", "R:ADJ:FORM")],
    ),
    ("He ca come , he wo n't .", "He can come , he wo n't .", [(1, 2, "can", "R:CONTR")]),
    (
        "I recieve to many informations .",
        "I receive too much information .",
        [
            (1, 2, "receive", "R:SPELL"),
            (2, 3, "too", "R:SPELL"),
            (3, 4, "much", "R:ADJ"),
            (4, 5, "information", "R:NOUN:INFL"),
        ],
    ),
    (
        "They was happy for seeing she .",
        "They were happy to see her .",
        [
            (1, 2, "were", "R:VERB:SVA"),
            (3, 4, "to", "R:PART"),
            (4, 5, "see", "R:VERB:FORM"),
            (5, 6, "her", "R:PRON"),
        ],
    ),
    (
        "Yesterday I go to school and has eat .",
        "Yesterday I went to school and ate .",
        [(2, 3, "went", "R:VERB:TENSE"), (6, 8, "ate", "R:VERB:TENSE")],
    ),
    ("I have a lot of childs .", "I have a lot of children .", [(5, 6, "children", "R:NOUN:INFL")]),
    (
        "The more free man of the world .",
        "The freer man of the world .",
        [(1, 2, "", "U:ADV"), (2, 3, "freer", "R:ADJ:FORM")],
    ),
    (
        "You should always knows what you does .",
        "You should always know what you do .",
        [(3, 4, "know", "R:VERB:FORM"), (6, 7, "do", "R:VERB:SVA")],
    ),
    (
        "I will been eaten by the lion .",
        "I would have been eaten by a lion .",
        [(1, 2, "would have", "R:VERB:TENSE"), (5, 6, "a", "R:DET")],
    ),
    (
        "He has no finished his homeworks yet .",
        "He has not finished his homework yet .",
        [(2, 3, "not", "R:OTHER"), (5, 6, "homework", "R:NOUN:INFL")],
    ),
    (
        "She is looking an her keys of yesterday .",
        "She is looking for her keys since yesterday .",
        [(3, 4, "for", "R:OTHER"), (6, 7, "since", "R:PREP")],
    ),
    (
        "Always we eat dinner late at night .",
        "We always eat dinner late at night .",
        [(0, 2, "We always", "R:WO")],
    ),
    (
        "the iphone is an Expensive device",
        "The iPhone is an expensive device .",
        [(0, 2, "The iPhone", "R:ORTH"), (4, 5, "expensive", "R:ORTH"), (6, 6, ".", "M:PUNCT")],
    ),
    (
        "I think the the man , who are there , is he .",
        "I think that the man who is there is him .",
        [
            (2, 3, "that", "R:PRON"),
            (5, 6, "", "U:PUNCT"),
            (7, 8, "is", "R:VERB:SVA"),
            (9, 10, "", "U:PUNCT"),
            (11, 12, "him", "R:PRON"),
        ],
    ),
    (
        "This are something I would to do it .",
        "This is something I would do .",
        [(1, 2, "is", "R:VERB:SVA"), (5, 6, "", "U:VERB:FORM"), (7, 8, "", "U:PRON")],
    ),
    (
        "He runs quick and good .",
        "He runs quickly and well .",
        [(2, 3, "quickly", "R:MORPH"), (4, 5, "well", "R:ADV")],
    ),
    (
        "It depends of the people health .",
        "It depends on people 's health .",
        [(2, 3, "on", "R:PREP"), (3, 4, "", "U:DET"), (5, 5, "'s", "M:NOUN:POSS")],
    ),
    (
        "All is fine , because that you say .",
        "Everything is fine because of what you say .",
        [
            (0, 1, "Everything", "R:PRON"),
            (3, 4, "", "U:PUNCT"),
            (5, 5, "of", "M:PREP"),
            (5, 6, "what", "R:PRON"),
        ],
    ),
    (
        "The childrens toyes is broke .",
        "The children 's toys are broken .",
        [
            (1, 2, "children 's", "R:OTHER"),
            (2, 3, "toys", "R:SPELL"),
            (3, 4, "are", "R:VERB:SVA"),
            (4, 5, "broken", "R:MORPH"),
        ],
    ),
]


@pytest.mark.parametrize(("source", "correction", "expected"), EXAMPLES)
def test_edits_of_errant(
    source: str, correction: str, expected: list[tuple[int, int, str, str]]
) -> None:
    assert typed(source, correction) == expected


def test_nothing_changed() -> None:
    assert annotate("He likes dogs .", "He likes dogs .") == []
    assert annotate("", "") == []
    assert annotate("a\u00a0b  c", "a b c") == []


def test_all_removed_and_all_new() -> None:
    assert typed("Dogs bark", "") == [(0, 2, "", "U:NOUN")]
    assert typed("", "Dogs bark") == [(0, 0, "Dogs bark", "M:NOUN")]


@given(SENTENCES, SENTENCES, st.sampled_from(STRATEGIES), st.booleans())
def test_edits_make_the_correction(
    source: list[str], target: list[str], strategy: Strategy, levenshtein: bool
) -> None:
    edits = annotate(source, target, merge=strategy, levenshtein=levenshtein)
    assert apply_tokens(source, edits) == target


@expensive
@given(SENTENCES, SENTENCES)
def test_merging_keeps_all_changes_in_order(source: list[str], target: list[str]) -> None:
    before, after = analyse(source), analyse(target)
    operations = align(before, after)
    split = merge(before, after, operations, "all-split")
    for strategy in STRATEGIES:
        spans = merge(before, after, operations, strategy)
        assert len(spans) <= len(split)
        assert spans == sorted(spans)


@given(st.lists(st.sampled_from("abcA"), max_size=9), st.lists(st.sampled_from("abcA"), max_size=9))
def test_transpositions_are_those_of_a_search(source: list[str], target: list[str]) -> None:
    one, other = ([word.lower() for word in words] for words in (source, target))
    expected = {}
    for i in range(len(one)):
        for j in range(len(other)):
            for k in range(1, min(i, j) + 1):
                if sorted(one[i - k : i + 1]) == sorted(other[j - k : j + 1]):
                    expected[i, j] = k
                    break
    assert dict(_transpositions(one, other)) == expected


def test_a_word_that_moved_is_one_transposition() -> None:
    source, target = analyse("Often we saw him there ."), analyse("We often saw him there .")
    assert align(source, target)[0] == ("T", 0, 2, 0, 2)
    source, target = analyse("there him saw we ."), analyse("saw we there him .")
    assert align(source, target)[0] == ("T", 0, 4, 0, 4)


def test_many_pairs_are_those_one_by_one() -> None:
    pairs = [(source, correction) for source, correction, _ in EXAMPLES]
    assert list(annotate_all(pairs)) == [annotate(*pair) for pair in pairs]


def test_too_long_to_align_is_said() -> None:
    start = time.process_time()
    with pytest.raises(cg.InputError, match="5000 words and its correction of 5000 words"):
        annotate(["a"] * 5000, ["b"] * 5000)
    assert time.process_time() - start < 5


def test_long_and_unrelated_sentences_end_in_time() -> None:
    source = [f"w{i % 7}" for i in range(400)]
    target = [f"w{i % 5}" for i in range(380, 0, -1)]
    start = time.process_time()
    edits = annotate(source, target)
    assert time.process_time() - start < 20
    assert apply_tokens(source, edits) == target


def test_edits_that_are_given_are_typed_and_cut() -> None:
    given = [Edit(3, 5, ("a cat",), "Nn"), Edit(0, 2, ("He likes",), "SVA")]
    assert retype("He like dogs a cats .", given) == [
        Edit(1, 2, ("likes",), "R:VERB:SVA"),
        Edit(4, 5, ("cat",), "R:NOUN:NUM"),
    ]
    assert retype("He like dogs .", given[1:], minimise=False) == [
        Edit(0, 2, ("He likes",), "R:OTHER")
    ]


def test_detection_keeps_its_extent() -> None:
    marked = Edit(1, 3, (), "Um")
    assert retype("He like dogs .", [marked]) == [Edit(1, 3, (), "UNK")]


def test_an_edit_that_changes_nothing_is_unknown() -> None:
    assert retype("He likes dogs .", [Edit(1, 2, ("likes",), "X")]) == [Edit(2, 2, ("",), "UNK")]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("maximum", "maxim"),
        ("presumably", "presum"),
        ("multiply", "multiply"),
        ("provision", "provid"),
        ("owed", "ow"),
        ("ear", "ear"),
        ("saying", "say"),
        ("crying", "cry"),
        ("string", "string"),
        ("meant", "meant"),
        ("cement", "cem"),
        ("Happiness", "happy"),
        ("", ""),
        ("123", "123"),
        ("e-mails", "e-mails"),
    ],
)
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


@settings(max_examples=50)
@given(st.lists(st.text(max_size=8), max_size=8), st.lists(st.text(max_size=8), max_size=8))
def test_any_text_can_be_annotated(source: list[str], target: list[str]) -> None:
    one, other = " ".join(source), " ".join(target)
    edits = annotate(one, other)
    assert apply_tokens(one.split(), edits) == other.split()
    assert all(edit.type[:2] in ("M:", "R:", "U:") for edit in edits)
    assert len(retype(one, edits)) == len(edits)


def test_ten_thousand_words_are_annotated_or_refused() -> None:
    words = [f"w{i % 997}" for i in range(10_000)]
    start = time.process_time()
    assert len(annotate(words, ["new", *words])) == 1  # the same end needs no search
    with pytest.raises(cg.InputError, match="too long to align"):
        annotate(words, words[::-1])
    assert time.process_time() - start < 60


def test_words_in_another_order_end_in_time() -> None:
    # Each pair of words may end a transposition: what makes ERRANT's own search explode.
    source = [f"w{i % 40}" for i in range(1200)]
    target = [f"w{i * 7 % 40}" for i in range(1200)]
    start = time.process_time()
    edits = annotate(source, target)
    assert time.process_time() - start < 60
    assert apply_tokens(source, edits) == target
