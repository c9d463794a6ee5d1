"""Graphs written by hand."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.formats.brackets import from_brackets
from tests.meaning.graphs import tree


def test_a_graph() -> None:
    assert from_brackets("[H [A He] [P|S sleeps] .]") == tree(
        "He sleeps .", ("h", "0", "H", "2"), ("a", "h", "A", "0"), ("p", "h", "P|S", "1")
    )
    assert from_brackets("just words").edges == ()


@pytest.mark.parametrize(
    "text, message",
    [
        ("[ [A x]]", "a bracket without a label after it in '[ [A x]]'"),
        ("[A x]]", "a bracket is closed, but none is open in '[A x]]'"),
        ("[A [B x]", "1 of the brackets are not closed in '[A [B x]'"),
    ],
)
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        from_brackets(text)
    assert str(error.value) == message
