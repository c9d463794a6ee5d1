"""The best tree over spans, against trying all sets of spans."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.parser.chart import best_spans


def crosses(one: tuple[int, int], other: tuple[int, int]) -> bool:
    (i, j), (k, m) = sorted((one, other))
    return i < k < j < m


@given(st.integers(1, 4), st.data())
def test_no_set_of_nested_spans_gains_more(words: int, data: st.DataObject) -> None:
    gains = np.zeros((words + 1, words + 1), dtype=np.float32)
    spans = list(combinations(range(words + 1), 2))
    for span in spans:
        gains[span] = data.draw(st.integers(-3, 5))
    found = best_spans(gains)
    assert not any(crosses(a, b) for a, b in combinations(found, 2))
    assert all(gains[span] > 0 for span in found)
    useful = [span for span in spans if gains[span] > 0]
    best = max(
        sum(float(gains[span]) for span in some)
        for size in range(len(useful) + 1)
        for some in combinations(useful, size)
        if not any(crosses(a, b) for a, b in combinations(some, 2))
    )
    assert sum(float(gains[span]) for span in found) == best


def test_no_words() -> None:
    assert best_spans(np.zeros((1, 1), dtype=np.float32)) == []


def test_all_gains_negative() -> None:
    assert best_spans(np.full((5, 5), -1, dtype=np.float32)) == []
