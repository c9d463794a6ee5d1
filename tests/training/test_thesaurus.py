"""A thesaurus to vectors of words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is for training only")

from corrigenda_training.thesaurus import antonyms, entries, related, train, vocabulary

LISTS = """big,large,huge,of size
large,big,huge
small,little,tiny
little,small,tiny
obscure,huge
"""


def test_words_of_one_entry_get_similar_vectors(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text(LISTS, encoding="utf-8")
    lists = entries(tmp_path / "words.txt")
    words = vocabulary(lists, {"huge", "tiny"}, {"big", "large", "small", "little"})
    assert words == ["big", "huge", "large", "little", "small", "tiny"]
    pairs = related(lists, words)
    named = {
        frozenset((words[a], words[b]))
        for a, b in zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)
    }
    assert named == {
        frozenset(pair.split("-"))
        for pair in str.split("big-large big-huge huge-large small-little small-tiny little-tiny")
    }
    assert pairs.degree.min() > 0.5
    wordnet = {"words": ["big", "small", "vast"], "antonyms": [[0, 1]], "denied": [[1, 2]]}
    opposed = antonyms(wordnet, words)
    assert [side.tolist() for side in opposed] == [[0], [4]]
    vectors = train(len(words), pairs, opposed, epochs=20_000).astype(np.int64)
    big, large, small = (vectors[words.index(word)] for word in ("big", "large", "small"))
    assert big @ large > 0.8 * np.sqrt((big @ big) * (large @ large))
    assert big @ small < 0.3 * np.sqrt((big @ big) * (small @ small))
