"""Learner noise keeps examples whole."""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.trees import Remote, graph
from corrigenda_training.data import Example, Labels, as_spans, canonical, example
from corrigenda_training.noise import misspell, misspelt, noisy, run_on, wrong_form
from tests.meaning.graphs import graphs

SENTENCE = Example(
    ("He", "gave", "the", "apple", ",", "which", "was", "red", ",", "to", "John", "."),
    (False,) * 4 + (True,) + (False,) * 3 + (True,) + (False,) * 2 + (True,),
    {
        (0, 9): "H",
        (0, 1): "A",
        (1, 2): "P",
        (2, 7): "A",
        (2, 3): "F",
        (3, 4): "C",
        (4, 7): "E",
        (4, 5): "R",
        (5, 6): "F",
        (6, 7): "S",
        (7, 9): "A",
        (7, 8): "R",
        (8, 9): "C",
    },
    (Remote((4, 7), (3, 4), "A"),),
)


def whole(one: Example) -> None:
    """Spans nest and lie within the words; remote edges have both ends."""
    assert len(one.tokens) == len(one.marks)
    assert all(one.tokens)
    assert all(0 <= i < j <= one.words for i, j in one.labels)
    for (i, j), (k, m) in combinations(sorted(one.labels), 2):
        assert not i < k < j < m
    assert all(r.parent in one.labels and r.child in one.labels for r in one.remotes)
    graph(one.tokens, as_spans(one), one.marks)


@given(st.integers(0, 10**6))
def test_noise_keeps_an_example_whole(seed: int) -> None:
    whole(noisy(SENTENCE, random.Random(seed)))


@given(graphs(attributes=False, min_tokens=1, words=["he", "apple", "gave", "the"]), st.integers())
def test_noise_keeps_any_example_whole(one: Graph, seed: int) -> None:
    made = example(one)
    whole(made)
    whole(noisy(made, random.Random(seed)))


def test_noise_changes_words_and_structure() -> None:
    made = [noisy(SENTENCE, random.Random(seed)) for seed in range(200)]
    assert sum(one.tokens != SENTENCE.tokens for one in made) > 150
    assert len({one.words for one in made}) > 2  # words dropped, articles put in
    assert len({tuple(sorted(one.labels)) for one in made}) > 5
    assert {label for one in made for label in one.labels.values()} >= {"H", "A", "P", "F"}


def test_the_same_dice_make_the_same_noise() -> None:
    assert noisy(SENTENCE, random.Random(7)) == noisy(SENTENCE, random.Random(7))


def test_misspelling_alone_leaves_everything_else() -> None:
    made = misspell(SENTENCE, 1.0, random.Random(1))
    assert (made.marks, made.labels, made.remotes) == (
        SENTENCE.marks,
        SENTENCE.labels,
        SENTENCE.remotes,
    )
    assert made.tokens[4] == ","
    assert sum(a != b for a, b in zip(made.tokens, SENTENCE.tokens, strict=True)) >= 7
    assert misspell(SENTENCE, 0.0, random.Random(1)).tokens == SENTENCE.tokens


def test_a_run_on_has_both_sentences() -> None:
    made = run_on(SENTENCE, SENTENCE)
    whole(made)
    assert made.words == 18
    assert made.tokens[10:12] == ("John", "He")
    assert made.labels[9, 18] == "H"
    assert made.remotes[1] == Remote((13, 16), (12, 13), "A")


@given(st.text(st.characters(categories=["Ll"]), min_size=2, max_size=9), st.integers())
def test_a_misspelt_word_is_a_word(word: str, seed: int) -> None:
    found = misspelt(word, random.Random(seed))
    assert found
    assert abs(len(found) - len(word)) <= 2


def test_wrong_forms() -> None:
    dice = random.Random(1)
    assert {wrong_form("in", dice) for _ in range(50)} <= {
        "on",
        "at",
        "to",
        "for",
        "of",
        "with",
        "by",
        "from",
        "about",
    }
    assert wrong_form("cats", dice) in {"cat", "cat's"}
    assert wrong_form("3", dice) == "3"


def test_labels_fall_back() -> None:
    labels = Labels.of(["A", "A", "H+A", "H+A", "P", "P", "Q"], rarest=2)
    assert labels.names == ("", "A", "H+A", "P")
    assert labels.names[labels.number("H+A+P")] == "H+A"
    assert labels.names[labels.number("A|P^2")] == "A"
    assert labels.number("Q") == 0


def test_one_order_of_categories() -> None:
    assert canonical("S|A^1+P|A") == "A|S^1+A|P"
