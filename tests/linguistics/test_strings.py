"""Ids of strings: hashes of MurmurHash64A with seed 1, and reserved names."""

from __future__ import annotations

import numpy as np
import pytest

from corrigenda.linguistics.strings import StringIds, hashes, rows

KNOWN = {
    "a": 11901859001352538922,
    "hello": 5983625672228268878,
    "réseau": 2869472355735502486,
    "antidisestablishmentarianism": 2844211913382453304,
}


@pytest.mark.parametrize(("text", "expected"), KNOWN.items())
def test_hash_of_one_text(text: str, expected: int) -> None:
    assert int(hashes([text.encode()])[0]) == expected


def test_hashes_of_texts_of_all_lengths_keep_their_order() -> None:
    texts = list(KNOWN) * 2
    assert hashes([text.encode() for text in texts]).tolist() == [KNOWN[text] for text in texts]


def test_reserved_names_and_the_empty_text_have_ids_of_their_own() -> None:
    assert StringIds({"X": 101})(["X", "", "a"]).tolist() == [101, 0, KNOWN["a"]]


def test_rows_lie_in_the_table_and_differ_by_seed() -> None:
    ids = hashes([b"a", b"b"])
    assert rows(ids, 8, 50).shape == (2, 4)
    assert (rows(ids, 8, 50) < 50).all()
    assert not np.array_equal(rows(ids, 8, 5000), rows(ids, 9, 5000))
