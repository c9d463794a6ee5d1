"""The word diff: valid and minimal scripts, and GNU diff's choice among them."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from corrigenda.hoo import worddiff
from corrigenda.hoo.worddiff import diff

# Few different words, so that they repeat and there is much to choose from.
words = st.lists(st.sampled_from("abcdef"), max_size=24)


def applied(a: list[str], b: list[str]) -> list[str]:
    """`a` with the blocks of its difference to `b` replaced, once they are checked."""
    out: list[str] = []
    i = j = 0
    for a0, a1, b0, b1 in diff(a, b):
        assert i <= a0 <= a1 and j <= b0 <= b1 and (a0 < a1 or b0 < b1)
        assert a0 - i == b0 - j and (a0 > i or not (i or j))  # something unchanged in between
        out += a[i:a0] + b[b0:b1]
        i, j = a1, b1
    return out + a[i:]


def longest_common(a: list[str], b: list[str]) -> int:
    """The length of the longest common subsequence, by the textbook."""
    row = [0] * (len(b) + 1)
    for x in a:
        new = [0]
        for j, y in enumerate(b):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[j]))
        row = new
    return row[-1]


def unchanged(a: list[str], b: list[str]) -> int:
    return len(a) - sum(change.a1 - change.a0 for change in diff(a, b))


def written(a: list[str], b: list[str]) -> list[tuple[int, int, int, int]]:
    return [tuple(change) for change in diff(a, b)]  # type: ignore[misc]


# --- what any difference must be ----------------------------------------------------------------


@given(words, words)
def test_the_blocks_turn_one_into_the_other(a: list[str], b: list[str]) -> None:
    assert applied(a, b) == b


@given(words, words)
def test_it_is_minimal_where_no_word_is_frequent(a: list[str], b: list[str]) -> None:
    assume(max([0, *Counter(a).values(), *Counter(b).values()]) <= 5)
    assert unchanged(a, b) == longest_common(a, b)


def test_equal_and_empty_sequences() -> None:
    assert diff([], []) == []
    assert diff(["a", "b"], ["a", "b"]) == []
    assert diff([], ["a"]) == [(0, 0, 0, 1)]
    assert diff(["a", "b"], []) == [(0, 2, 0, 0)]


def test_items_may_be_anything_hashable() -> None:
    assert diff([b"a", 1, ("x",)], [b"a", ("x",)]) == [(1, 2, 1, 1)]


# --- the choices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "changes"),
    [
        # Common ends go first, the beginning before the end: it is the second x that is new.
        ("a x b", "a x x b", [(2, 2, 2, 3)]),
        ("x", "x x", [(1, 1, 1, 2)]),
        # Words that are in both, but in another order: the shorter move is reported.
        ("a b c d", "d a b c", [(0, 0, 0, 1), (3, 4, 4, 4)]),
        # A run slides down as far as it goes: of "x a x a", it is the last two that are new.
        ("p x a q", "r x a x a s", [(0, 1, 0, 1), (3, 4, 3, 6)]),
        # But it stays where it faces a change of the other side.
        ("k x m z", "l x x n z", [(0, 1, 0, 1), (2, 3, 2, 4)]),
    ],
)
def test_choices(a: str, b: str, changes: list[tuple[int, int, int, int]]) -> None:
    assert written(a.split(), b.split()) == changes


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        # x is a word that the other text lacks, ? one that it has often.
        ("xxx?xxx", 0),
        ("?xxxxxx", 1),  # not between such words
        ("xx?xxxx", 1),  # too near the beginning
        ("xxxx?xx", 1),  # and the end
        ("xxx?x?x?xxx", 3),  # more than a quarter
        ("xxx?x?x?xxxx", 0),  # just a quarter
        ("xxx??xxx", 2),  # two in a row
        ("xxxxxxx??xxxxxxx", 0),  # which are few in a long run
        ("xxxxxxx???xxxxxxx", 3),
        ("xx?xx?x?x?xxxxxx", 3),  # inside from the ninth word on
    ],
)
def test_frequent_words_among_new_ones_are_given_up(pattern: str, matched: int) -> None:
    a = ["the" if mark == "?" else f"n{k}" for k, mark in enumerate(pattern)]
    assert unchanged(a, ["m", "the"] * 6 + ["m"]) == matched
    assert unchanged(a, ["m", "the"] * 5 + ["m"]) == pattern.count("?")  # five times is not often


def test_a_long_search_settles_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(3)
    a, b = ([str(draw.randrange(20)) for _ in range(300)] for _ in range(2))
    best = unchanged(a, b)
    monkeypatch.setattr(worddiff, "PATIENCE", 4)
    assert applied(a, b) == b
    # It gives up after 32 rounds, about the root of the number of words; and it shows.
    assert longest_common(a, b) * 0.8 < unchanged(a, b) < best


@given(words, words)
def test_many_paths_at_once_are_as_good_as_one_by_one(a: list[str], b: list[str]) -> None:
    one_by_one = diff(a, b)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worddiff, "WIDE", 0)
        for few in (1, 3):
            patch.setattr(worddiff, "FEW", few)
            assert diff(a, b) == one_by_one


# --- time and space -------------------------------------------------------------------------------


def test_long_texts_with_few_changes_are_quick_and_small() -> None:
    draw = random.Random(1)
    a = [str(int(2000 ** draw.random())) for _ in range(10_000)]
    b = list(a)
    for _ in range(100):
        b[draw.randrange(len(b))] = str(int(2000 ** draw.random()))
    begin = time.process_time()
    diff(a, b)
    assert time.process_time() - begin < 2  # it takes a tenth of a second
    tracemalloc.start()
    diff(a, b)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000  # a table of all pairs would take a hundred


# --- the real thing -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gnu_diff() -> str:
    found = shutil.which("diff")
    if found is None or b"GNU diffutils" not in subprocess.check_output([found, "--version"]):
        pytest.skip("there is no GNU diff here")
    return found


def reported(program: str, a: list[str], b: list[str], folder: Path) -> list[tuple[int, ...]]:
    """What `diff` reports for the two lists of lines."""
    files = [folder / "a", folder / "b"]
    for file, lines in zip(files, (a, b), strict=True):
        file.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    run = subprocess.run([program, *map(str, files)], capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    changes = []
    for line in run.stdout.splitlines():
        match = re.fullmatch(r"(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?", line)
        if match:
            # Lines count from 1; what is on one side only names the line before it on the other.
            low_a, low_b = int(match[1]), int(match[4])
            high_a, high_b = int(match[2] or low_a), int(match[5] or low_b)
            changes.append((low_a - (match[3] != "a"), high_a, low_b - (match[3] != "d"), high_b))
    return changes


def two_texts(draw: random.Random, longest: int) -> tuple[list[str], list[str]]:
    """Two lists of few or many different words: unlike, or the second an edited first."""
    vocabulary = draw.choice([1, 2, 3, 4, 5, 8, 20, 100, 1000])
    skewed = draw.random() < 0.5

    def word() -> str:
        if skewed:
            return str(int(vocabulary ** draw.random()))
        return str(draw.randrange(vocabulary))

    a = [word() for _ in range(draw.randrange(longest))]
    if draw.random() < 0.3:
        return a, [word() for _ in range(draw.randrange(longest))]
    rate = draw.choice([0.01, 0.1, 0.3, 0.6]) / 3
    known = draw.random() < 0.5
    b = []
    for x in a:
        new = word() if known else f"n{word()}"
        b += {0: [new, x], 1: [], 2: [new]}.get(int(draw.random() / rate), [x])
    return a, b


def differing(program: str, folder: Path, seed: int, count: int, longest: int) -> list[object]:
    draw = random.Random(seed)
    pairs = [two_texts(draw, longest) for _ in range(count)]
    return [(a, b) for a, b in pairs if written(a, b) != reported(program, a, b, folder)]


def test_as_gnu_diff(gnu_diff: str, tmp_path: Path) -> None:
    assert differing(gnu_diff, tmp_path, seed=1, count=150, longest=15) == []
    assert differing(gnu_diff, tmp_path, seed=2, count=60, longest=300) == []


@pytest.mark.slow
def test_as_gnu_diff_on_thousands(gnu_diff: str, tmp_path: Path) -> None:
    assert differing(gnu_diff, tmp_path, seed=3, count=5000, longest=12) == []
    assert differing(gnu_diff, tmp_path, seed=4, count=5000, longest=120) == []
    assert differing(gnu_diff, tmp_path, seed=5, count=500, longest=2000) == []


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "vocabulary"), [((12_000, 9_000), 300), ((10_000, 13_000), 50)])
def test_as_gnu_diff_where_it_loses_patience(
    gnu_diff: str, tmp_path: Path, sizes: tuple[int, int], vocabulary: int
) -> None:
    draw = random.Random(6)
    a, b = ([str(draw.randrange(vocabulary)) for _ in range(size)] for size in sizes)
    assert written(a, b) == reported(gnu_diff, a, b, tmp_path)
