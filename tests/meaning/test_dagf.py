"""DAG F of graphs built by hand."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.measures.dagf import DAGCounts, dag_counts
from tests.meaning.graphs import GAVE, tree


def test_labels() -> None:
    one = from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]")
    other = from_brackets("[H [A He] [S gave] [A John] [D [E an] [C apple]]]")
    assert dag_counts(one, other) == (5, 7, 7)
    assert dag_counts(one, other, labels="weak") == (6, 7, 7)
    assert dag_counts(one, other, labels="none") == (7, 7, 7)


def test_one_yield_one_edge() -> None:
    """A unary chain is one yield with two labels; either of them will do."""
    chain = from_brackets("[H [A [C He]] [P ran]]")
    assert dag_counts(from_brackets("[H [C He] [P ran]]"), chain) == (3, 3, 3)
    assert dag_counts(from_brackets("[H [A He] [P ran]]"), chain) == (3, 3, 3)
    assert dag_counts(from_brackets("[H [D He] [P ran]]"), chain) == (2, 3, 3)


def test_remote_edges_have_their_own_table() -> None:
    without = tree(
        "John gave everything up to sleep .",
        ("scene", "0", "H", "0 1 2 3"),
        ("purpose", "0", "H", "5"),
        ("to", "0", "L", "4"),
    )
    assert dag_counts(GAVE, GAVE) == (7, 7, 7)
    assert dag_counts(GAVE, GAVE, edges="remote") == (1, 1, 1)
    assert dag_counts(GAVE, GAVE, edges="primary") == (6, 6, 6)
    assert dag_counts(GAVE, without) == (3, 7, 3)
    assert dag_counts(GAVE, without, edges="remote") == (0, 1, 0)


def test_shares() -> None:
    counts = DAGCounts(3, 7, 3)
    assert (counts.precision, counts.recall, counts.f) == (3 / 7, 1, 6 / 10)
    nothing = DAGCounts(0, 0, 0)
    assert (nothing.precision, nothing.recall, nothing.f) == (1, 1, 1)


@pytest.mark.parametrize("other, found", [("a c", "'c'"), ("a", "the end of the text")])
def test_other_tokens(other: str, found: str) -> None:
    with pytest.raises(InputError) as error:
        dag_counts(from_brackets(f"[H {other}]"), from_brackets("[H a b]"))
    assert str(error.value) == (
        "expected graphs over the same tokens, but token 2 is 'b' in the source's graph and "
        f"{found} in the other one\n  hint: DAG F compares analyses of one text; compare those of "
        "two texts by USim"
    )
