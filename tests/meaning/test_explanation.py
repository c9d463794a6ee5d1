"""Explanations: for people, and as data."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.comparison.explanation import explain
from corrigenda.meaning.comparison.usim import Definition, match
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph
from tests.conftest import expensive
from tests.meaning.graphs import GAVE
from tests.meaning.test_usim import DEFINITIONS, SOURCE, TARGET, pairs

TEXT = """\
USim 0.8125
Words that differ: gva / gave, for / -
source to target: precision 1.0000, recall 0.7778, F 0.8750
  source: 7 of 9 match (recall)
    + H    He gva an apple for John
    + A    He
    + P    gva
    + A    an apple
    + E    an
    + C    apple
    + A    for John
    - R    for  (no counterpart)
    - C    John  (there: A John)
  target: 7 of 7 match (precision)
    + H    He gave John an apple
    + A    He
    + P    gave
    + A    John
    + A    an apple
    + E    an
    + C    apple
target to source: precision 0.8571, recall 0.6667, F 0.7500
  source: 6 of 9 match (recall)
    + H    He gva an apple for John
    + A    He
    + P    gva
    + A    an apple
    + E    an
    + C    apple
    - A    for John  (no counterpart)
    - R    for  (no counterpart)
    - C    John  (there: A John)
  target: 6 of 7 match (precision)
    + H    He gave John an apple
    + A    He
    + P    gave
    + A    an apple
    + E    an
    + C    apple
    - A    John  (there: C John)"""


def test_text() -> None:
    assert str(explain(SOURCE, TARGET)) == TEXT


def test_words_that_come_and_go() -> None:
    found = explain(from_brackets("[H [P go]]"), from_brackets("[H [P go] [D now]]"))
    assert found.words == (("go", "go"), ("", "now"))
    assert "Words that differ: - / now" in str(found)
    assert "Words that differ: none" in str(explain(SOURCE, SOURCE))


def test_gaps_and_remote_edges_show() -> None:
    text = str(explain(GAVE, GAVE))
    assert "+ P    gave … up" in text
    assert "+ A*   John" in text


def test_data() -> None:
    data = json.loads(json.dumps(explain(SOURCE, TARGET, Definition(labels="weak")).data()))
    assert data["definition"]["labels"] == "weak"
    assert data["words"][1] == ["gva", "gave"]
    forward, backward = data["directions"]
    assert (forward["name"], backward["name"]) == ("source to target", "target to source")
    assert [edge["verdict"] for edge in forward["source"]].count("match") == 7
    assert forward["source"][-1] == {
        "labels": ["C"],
        "words": "John",
        "remote": False,
        "unit": "1.10",
        "verdict": "other label",
        "counterparts": [["A", "John"]],
    }


@expensive
@given(pairs, st.sampled_from(DEFINITIONS))
def test_it_tells_what_was_counted(pair: tuple[Graph, Graph], definition: Definition) -> None:
    found, matching = explain(*pair, definition), match(*pair, definition)
    forward, backward = found.directions
    sides = (forward.source, forward.target, backward.source, backward.target)
    hits = [sum(edge.verdict == "match" for edge in side) for side in sides]
    assert (*hits, len(forward.source), len(forward.target)) == matching.counts
    assert found.usim == matching.usim
    assert str(found) and json.dumps(found.data())
