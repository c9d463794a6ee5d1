"""AMR in PENMAN notation: concepts, roles, re-entrancies and alignments."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.meaning.formats.amr import dump, inverse, parse, read_passages, write_passages
from corrigenda.meaning.graph import Edge, Graph, Leaf, Token, Unit, members
from tests.conftest import expensive
from tests.meaning.graphs import GAVE, graphs

WANT = """
# ::id lpp.7 ::date 2020
# ::tok The boy does not want to go .
(w / want-01~e.4
   :polarity -~e.3
   :ARG0~e.0 (b / boy~e.1)
   :ARG1 (g / go-02~e.6
            :ARG0 b))
"""


def read(text: str) -> Graph:
    ((_, _, graph),) = parse(text.split("\n"), "x.amr")
    return graph


def test_concepts_roles_and_words() -> None:
    graph = read(WANT)
    assert graph.units == (
        Unit("w", False, (("instance", "want-01"), ("polarity", "-"))),
        Unit("b", False, (("instance", "boy"),)),
        Unit("g", False, (("instance", "go-02"),)),
    )
    assert graph.edges == (
        Edge(0, 1, ("ARG0",), False, (("aligned:role", "0"),)),
        Edge(0, 2, ("ARG1",)),
        Edge(2, 1, ("ARG0",), True),
    )
    assert graph.leaves == (
        Leaf(0, 3, "polarity"),
        Leaf(0, 4, "instance"),
        Leaf(1, 1, "instance"),
        Leaf(2, 6, "instance"),
    )
    assert graph.tokens[4:] == (Token("want"), Token("to"), Token("go"), Token(".", True))
    assert [members(y) for y in graph.yields(remote=True)] == [(1, 3, 4, 6), (1,), (1, 6)]
    assert dict(graph.attributes)["passageID"] == "lpp.7"


def test_written_as_it_was_read(tmp_path: Path) -> None:
    graph = read(WANT)
    assert dump(graph).split("\n") == WANT.replace(" ::date", "\n# ::date").strip().split("\n")
    write_passages([("lpp.7", graph), ("", read("(a / and)"))], tmp_path / "a.amr")
    assert list(read_passages(tmp_path / "a.amr")) == [("lpp.7", graph), ("2", read("(a / and)"))]


def test_words_of_the_sentence_if_there_are_no_tokens() -> None:
    assert [t.text for t in read("# ::snt A b.\n(a / a)").tokens] == ["A", "b."]
    assert read("(a / a)").tokens == ()


def test_the_same_words_under_two_units() -> None:
    graph = read('# ::tok Jo\n(p / person~e.0 :name (n / name :op1 "Jo"~e.0))')
    assert graph.leaves == (Leaf(0, 0, "instance"), Leaf(1, 0, "op1"))


def test_a_cycle_is_turned_round() -> None:
    graph = read("(b / boy :ARG0-of (w / want :ARG1 (g / go :ARG0 b)))")
    assert graph.edges == (
        Edge(0, 1, ("ARG0-of",)),
        Edge(1, 2, ("ARG1",)),
        Edge(0, 2, ("ARG0-of",), True),
    )
    assert read(dump(graph)) == graph


def test_what_is_said_again_is_said_once() -> None:
    assert read("(w / want :ARG0 (b / boy :ARG0-of w))") == read("(w / want :ARG0 (b / boy))")


@given(st.sampled_from(["ARG0", "op1", "consist-of", "prep-out-of", "mod"]))
def test_roles_turn_round_and_back(role: str) -> None:
    assert inverse(role) == f"{role}-of"
    assert inverse(inverse(role)) == role


ALIGNED = """
# ::tok Jo wants Jo to go
# ::alignments {}
(w / want :ARG0 (p / person :name (n / name :op1 "Jo")) :ARG1 (g / go :ARG0 p :polarity -))
"""


@pytest.mark.parametrize(
    "line",
    ["0-1|0.0+0.0.0+0.0.0.0 1-2|0 4-5|0.1 2-4|0.1.0", "0-1.1 0-1.1.1 0-1.1.1.1 1-1 4-1.2 2-1.2.2 "
     "3-1.2.2 2-1.1.r"],
    ids=["JAMR", "ISI"],
)  # fmt: skip
def test_lines_of_alignments(line: str) -> None:
    graph = read(ALIGNED.format(line))
    ids = [unit.id for unit in graph.units]
    found = {(ids[leaf.unit], leaf.token, leaf.label) for leaf in graph.leaves}
    assert found == {
        ("w", 1, "instance"),
        ("p", 0, "instance"),
        ("n", 0, "instance"),
        ("g", 4, "instance"),
        ("g", 2, "polarity"),
        ("g", 3, "polarity"),
    }


def test_isi_counts_variables_that_stand_again() -> None:
    graph = read(ALIGNED.format("2-1.2.1"))
    assert graph.leaves == (Leaf(1, 2, "instance"),)


BROKEN = {
    "(a / b": "2: this is not PENMAN: the graph ends before all brackets are closed",
    "(a / b))": "2: this is not PENMAN: ')' stands outside of all brackets",
    "boy": "2: this is not PENMAN: 'boy' stands outside of all brackets",
    '(a / b :op1 "c)': "2: this is not PENMAN: a quote is not closed",
    "(a / b\n:ARG0 (/ c))": "3: this is not PENMAN: Expected: SYMBOL",
    "(a :ARG0 (b / c))": "2: the variable 'a' has no concept",
    "(a / b :ARG0 (a / c))": "2: the variable 'a' is defined twice",
    "(a / b :ARG0 x)": "2: the role :ARG0 of 'a' leads to 'x', which is not defined",
    "(a / b :ARG0 a)": "2: the role :ARG0 of 'a' leads to itself",
    "(a / b~e.0)": "2: 'a' is aligned to word 0, but there are no words: no # ::tok or # ::snt",
    "# ::tok c\n(a / b~e.1)": "2: 'a' is aligned to word 1, but there are 1 words",
    "# ::alignments 1\n(a / b)": (
        "2: expected alignments like 1-2|0.0 or 1-1.1, found '1'"
    ),
    "# ::alignments 0-1|0.3\n(a / b)": "2: the alignment 0-1|0.3 leads to 0.3, where nothing is",
}  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_broken_graphs(text: str) -> None:
    with pytest.raises(InputError) as caught:
        list(parse(["", *text.split("\n")], "x.amr"))
    assert str(caught.value) == f"x.amr:{BROKEN[text]}"


def test_missing_values(caplog: pytest.LogCaptureFixture) -> None:
    for text, message in {
        "(a / )": "x.amr:1: the variable 'a' has no concept",
        "(a / b :ARG0 :ARG1 1)": "x.amr:1: the role :ARG0 of 'a' has no value",
    }.items():
        with pytest.raises(InputError) as caught:
            read(text)
        assert str(caught.value) == message


def test_deep_nesting_is_refused_or_read() -> None:
    text = "(a0 / b " + " ".join(f":ARG0 (a{n} / b" for n in range(1, 20_000)) + ")" * 20_000
    with pytest.raises(InputError, match="nested too deeply"):
        read(text)


def test_empty_files(tmp_path: Path) -> None:
    (tmp_path / "a.amr").write_text("# AMR release\n\n")
    with pytest.raises(InputError, match="expected AMR graphs, found none"):
        list(read_passages(tmp_path / "a.amr"))


def test_without_penman(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "penman", None)
    with pytest.raises(InputError) as caught:
        read("(a / b)")
    assert str(caught.value) == (
        "AMR needs the library penman, which is not installed\n"
        "  hint: install it with `pip install 'corrigenda[amr]'`"
    )


def test_other_graphs_are_not_amr() -> None:
    with pytest.raises(InputError, match="expected a concept, found none on unit"):
        dump(GAVE)


@expensive
@given(graphs(words=["a", "b"], attributes=False))
def test_round_trip(drawn: Graph) -> None:
    """Any graph with concepts, words on them, one label an edge, and remote edges."""
    graph = Graph(
        tuple(token._replace(paragraph=1, punctuation=not token.text.isalnum())
              for token in drawn.tokens),
        tuple(Unit(f"v{n}", False, (("instance", "be-01"),)) for n in range(len(drawn.units))),
        tuple(edge._replace(labels=edge.labels[:1]) for edge in drawn.edges),
        tuple(leaf._replace(label="instance") for leaf in drawn.leaves),
    )  # fmt: skip
    assert read(dump(graph)) == graph
