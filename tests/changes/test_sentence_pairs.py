"""Which sentences of two texts belong together."""

from __future__ import annotations

import doctest
import random
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.changes import sentence_pairs as module
from corrigenda.changes.sentence_pairs import UNIT, Bead, pair_sentences

SENTENCES = st.lists(st.lists(st.sampled_from("abcde"), max_size=5), max_size=6)
SHAPES = ((1, 1), (1, 2), (2, 1), (1, 0), (0, 1))


def lcs(a: Sequence[str], b: Sequence[str]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        new = [0]
        for j, y in enumerate(b):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[-1]))
        row = new
    return row[-1]


def likeness(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> int:
    one, other = [w for s in a for w in s], [w for s in b for w in s]
    if not a or not b or not one or not other:
        return 0
    return 2 * lcs(one, other) * UNIT // (len(one) + len(other))


def total(beads: Sequence[Bead], a: list[list[str]], b: list[list[str]]) -> int:
    return sum(likeness(a[x.a0 : x.a1], b[x.b0 : x.b1]) for x in beads)


def best(a: list[list[str]], b: list[list[str]], shapes: Sequence[tuple[int, int]]) -> int:
    """The highest sum, by trying everything."""

    @cache
    def behind(i: int, j: int) -> int:
        if (i, j) == (len(a), len(b)):
            return 0
        return max(
            likeness(a[i : i + da], b[j : j + db]) + behind(i + da, j + db)
            for da, db in shapes
            if i + da <= len(a) and j + db <= len(b)
        )

    return behind(0, 0)


def test_the_docstrings_example_holds() -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


@given(SENTENCES, SENTENCES, st.booleans())
def test_no_other_way_has_a_higher_sum(
    a: list[list[str]], b: list[list[str]], breaks: bool
) -> None:
    shapes = SHAPES if breaks else (SHAPES[0], *SHAPES[3:])
    beads = pair_sentences(a, b, breaks=breaks)
    assert total(beads, a, b) == best(a, b, shapes)
    assert {bead.shape for bead in beads} <= set(shapes)
    # Every sentence of both texts is there once, in order.
    assert [i for bead in beads for i in range(bead.a0, bead.a1)] == list(range(len(a)))
    assert [j for bead in beads for j in range(bead.b0, bead.b1)] == list(range(len(b)))


@given(SENTENCES, SENTENCES)
def test_a_wide_reach_is_none(a: list[list[str]], b: list[list[str]]) -> None:
    places = list(range(len(a))), list(range(len(b)))
    assert pair_sentences(a, b, places=places, reach=9) == pair_sentences(a, b)


@given(SENTENCES, SENTENCES, st.integers(0, 3), st.data())
def test_any_places_give_a_way(
    a: list[list[str]], b: list[list[str]], reach: int, data: st.DataObject
) -> None:
    def drawn(n: int) -> list[int]:
        return sorted(data.draw(st.lists(st.integers(0, 30), min_size=n, max_size=n)))

    beads = pair_sentences(a, b, places=(drawn(len(a)), drawn(len(b))), reach=reach)
    assert [i for bead in beads for i in range(bead.a0, bead.a1)] == list(range(len(a)))
    assert [j for bead in beads for j in range(bead.b0, bead.b1)] == list(range(len(b)))


@given(SENTENCES)
def test_a_text_is_paired_with_itself_one_to_one(text: list[list[str]]) -> None:
    shapes = [bead.shape for bead in pair_sentences(text, text)]
    assert shapes.count((1, 1)) >= sum(map(bool, text))
    assert not {(1, 2), (2, 1)} & set(shapes)


@pytest.mark.parametrize(
    ("source", "target", "shapes"),
    [
        ("we stay|it rains", "we stay as it rains", [(2, 1)]),
        ("we stay as it rains", "we stay|it rains", [(1, 2)]),
        ("we stay|it rains|yes", "we stay|yes", [(1, 1), (1, 0), (1, 1)]),
        ("we stay|yes", "we stay|it rains|yes", [(1, 1), (0, 1), (1, 1)]),
        # A sentence that is gone is not joined with its neighbour for a word that both have.
        ("we stay at home|at last we slept", "we stay at home", [(1, 1), (1, 0)]),
        ("a b c", "x y z", [(1, 0), (0, 1)]),
        ("", "", []),
        ("a", "", [(1, 0)]),
    ],
)
def test_shapes(source: str, target: str, shapes: list[tuple[int, int]]) -> None:
    texts = ([s.split() for s in text.split("|")] if text else [] for text in (source, target))
    found = [bead.shape for bead in pair_sentences(*texts)]
    assert sorted(found) == sorted(shapes)
    assert found == shapes or (0, 1) in shapes


def test_a_long_text_takes_time_in_proportion() -> None:
    """Only windows are compared: 5,000 sentences would else have 25 million pairs."""
    drawn = random.Random(7)
    words = [f"w{k}" for k in range(500)]
    source = [[drawn.choice(words) for _ in range(12)] for _ in range(5_000)]
    target = [sentence[: drawn.randrange(6, 13)] for sentence in source]
    del target[500]
    target[3_000:3_002] = [[*target[3_000], *target[3_001]]]
    places = list(range(5_000)), [*range(500), *range(501, 3_002), *range(3_003, 5_000)]
    beads = pair_sentences(source, target, places=places, reach=8)
    odd = [bead for bead in beads if bead.shape != (1, 1)]
    assert odd == [Bead(500, 501, 500, 500), Bead(3_001, 3_003, 3_000, 3_001)]
