"""Damage: what each kind does, that it only grows, how negation is put in and taken out."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.edits import apply_tokens
from corrigenda.errors import InputError
from corrigenda.meaning.studies.mutations import KINDS, RATES, Kind, mutate, negations, vocabulary

TEXT = "The old man said that he was happy , and we do n't know why she likes the sea ."
SENTENCE = TEXT.split()
WORDS = vocabulary([TEXT, "zebra quickly 1990 , ?"])

sentences = st.lists(
    st.sampled_from(
        ["he", "is", "not", "a", "dog", ",", ".", "We", "like", "ca", "n't", "has", "-"]
    ),
    max_size=15,
)


def changed(one: list[str], other: list[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


# --- all kinds ------------------------------------------------------------------------------------


@given(st.sampled_from(KINDS), sentences, st.integers(0, 20))
def test_damage_grows_and_keeps_what_was_done(kind: Kind, tokens: list[str], seed: int) -> None:
    found = mutate(kind, tokens, seed, WORDS)
    assert found.at(0) == tokens
    taken = [int(rate * found.full + found.luck) for rate in (0.0, *RATES, 1.0)]
    assert taken == sorted(taken)
    for rate, steps in zip((0.0, *RATES, 1.0), taken, strict=True):
        edits = [edit for step in found.steps[:steps] for edit in step]
        assert found.at(rate) == apply_tokens(tokens, edits)
    # Nothing that stays is touched: punctuation keeps its order, and one word is left.
    marks = [token for token in tokens if not any(map(str.isalnum, token))]
    assert [t for t in found.at(1) if not any(map(str.isalnum, t))] == marks
    words = [token for token in tokens if any(map(str.isalnum, token))]
    if words and kind != "negate":
        assert any(any(map(str.isalnum, token)) for token in found.at(1))


@given(st.sampled_from(KINDS), sentences, st.integers(0, 20))
def test_every_step_changes_the_sentence(kind: Kind, tokens: list[str], seed: int) -> None:
    found = mutate(kind, tokens, seed, WORDS)
    for step in found.steps:
        assert apply_tokens(tokens, step) != tokens


@pytest.mark.parametrize("kind", KINDS)
def test_the_rate_is_kept_on_average(kind: Kind) -> None:
    for rate in RATES:
        steps = sum(
            int(rate * p.full + p.luck)
            for p in (mutate(kind, SENTENCE, s, WORDS) for s in range(400))
        )
        assert steps / 400 == pytest.approx(rate * mutate(kind, SENTENCE, 0, WORDS).full, abs=0.08)


def test_a_plan_is_the_same_in_every_process() -> None:
    program = (
        "from corrigenda.meaning.studies.mutations import *\n"
        f"for k in KINDS: print(*mutate(k, {SENTENCE!r}, 5, {WORDS!r}).at(.4))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "3"},
    ).stdout
    assert printed.splitlines() == [" ".join(mutate(k, SENTENCE, 5, WORDS).at(0.4)) for k in KINDS]
    assert mutate("drop", SENTENCE, 5) != mutate("drop", SENTENCE, 6)


def test_unknown_damage_is_refused() -> None:
    with pytest.raises(InputError, match="drop, replace, swap, shuffle, negate, not 'burn'"):
        mutate("burn", SENTENCE, 1)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no words to sample from"):
        mutate("replace", SENTENCE, 1)


# --- each kind ------------------------------------------------------------------------------------


def test_dropping_leaves_the_rest_in_order() -> None:
    found = mutate("drop", SENTENCE, 3).at(0.4)
    rest = iter(SENTENCE)
    assert all(token in rest for token in found)
    assert len(SENTENCE) - len(found) in (7, 8)  # of 18 words
    assert len(mutate("drop", ["one"], 3).at(1.0)) == 1


def test_replacing_draws_other_words_of_the_corpus() -> None:
    found = mutate("replace", SENTENCE, 3, WORDS).at(1.0)
    assert changed(found, SENTENCE) == 18
    assert set(found) <= set(WORDS) | {",", "."}
    drawn = Counter(
        mutate("replace", ["dog"], seed, ["cat", "dog", "eel"]).at(1.0)[0] for seed in range(300)
    )
    assert set(drawn) == {"cat", "eel"} and min(drawn.values()) > 70
    assert mutate("replace", ["dog"], 1, ["dog"]).at(1.0) == ["dog"]


def test_swapping_exchanges_neighbours_and_shuffling_any_two() -> None:
    plain = [f"w{k}" for k in range(30)]
    swapped, shuffled = (mutate(kind, plain, 3).at(0.4) for kind in ("swap", "shuffle"))
    assert changed(swapped, plain) == changed(shuffled, plain) == 12
    assert sorted(swapped) == sorted(shuffled) == sorted(plain)
    assert {abs(swapped.index(word) - k) for k, word in enumerate(plain)} == {0, 1}
    assert max(abs(shuffled.index(word) - k) for k, word in enumerate(plain)) > 5
    # Neighbours are words; a comma between them stays where it is.
    assert mutate("swap", ["one", ",", "two"], 1).at(1.0) == ["two", ",", "one"]


def test_the_vocabulary_has_words_only_each_once_in_a_fixed_order() -> None:
    assert vocabulary(["b a , a", ". c b"]) == ["a", "b", "c"]


# --- negation -------------------------------------------------------------------------------------


def negated(text: str) -> str:
    tokens = text.split()
    return " ".join(apply_tokens(tokens, negations(tokens)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("He is happy .", "He is not happy ."),
        ("He is not happy .", "He is happy ."),
        ("They could come .", "They could not come ."),
        ("I do n't know .", "I do know ."),
        ("I don't know .", "I do know ."),
        ("We ca n't go , we wo n't .", "We can go , we will ."),
        ("It cannot be .", "It can be ."),
        ("She never sings .", "She sings ."),
        ("I 'm tired .", "I 'm not tired ."),
        ("They have eaten .", "They have not eaten ."),
        ("It will have been done .", "It will not have been done ."),
        ("I have a dog .", "I do not have a dog ."),
        ("She likes it .", "She does not like it ."),
        ("He goes home and she has a cat .", "He does not go home and she does not have a cat ."),
        ("We walked .", "We did not walked ."),
        ("They also sing .", "They also sing ."),
        ("The dog barks .", "The dog barks ."),
        ("", ""),
    ],
)
def test_negation_by_rule(before: str, after: str) -> None:
    assert negated(before) == after


@given(sentences)
def test_places_of_negation_do_not_touch(tokens: list[str]) -> None:
    found = negations(tokens)
    assert all(a.end <= b.start and a != b for a, b in pairwise(found))
    assert all(0 <= edit.start <= edit.end <= len(tokens) for edit in found)
