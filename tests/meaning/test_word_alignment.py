"""Word alignment between graphs: sentence by sentence."""

from __future__ import annotations

from hypothesis import given

from corrigenda.meaning.comparison.word_alignment import align_words
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.graph import Graph, Token, Unit
from tests.meaning.graphs import graphs

HERE = "[H [A It] [P was] [D here] .] [H [A The] [P end] .]"


def words(source: Graph, target: Graph, **options: bool) -> list[tuple[str, str]]:
    return [
        (source.tokens[i].text, target.tokens[j].text)
        for i, j in align_words(source, target, **options)
    ]


def test_words_stay_in_their_sentences() -> None:
    """Over the whole text `the` would go to `the`; but that is in another sentence."""
    source = from_brackets("[H [A the] [P was] [D here] .] [H [A cats] [P end] .]")
    target = from_brackets("[H [A it] [P was] [D here] .] [H [A the] [A cats] [P end] .]")
    found = words(source, target)
    assert ("the", "it") in found and ("cats", "cats") in found
    one = from_brackets("[A the] [P was] [D here] [H [A cats] [P end] .]")
    assert ("the", "the") in words(one, target)  # no scene ends here: one sentence


def test_the_final_mark() -> None:
    source, target = from_brackets(HERE), from_brackets(HERE.replace("The", "An"))
    assert words(source, target)[-1] == (".", ".")
    assert words(source, target, final=False)[-1] == ("end", "end")
    # The mark of the sentence before belongs to the next one in either case.
    assert [pair for pair in words(source, target, final=False) if "." in pair] == [(".", ".")]


def test_sentences_that_were_joined() -> None:
    source = from_brackets("[H [P One] .] [H [P two] .] [H [P three] .]")
    target = from_brackets("[H [P One] [L and] [P two] .] [H [P three] .]")
    assert ("two", "two") in words(source, target)
    assert ("three", "three") in words(source, target)
    assert ("three", "three") in words(target, source)


def test_paragraphs_end_sentences() -> None:
    def text(*paragraphs: str) -> Graph:
        tokens = [Token(w, False, n) for n, p in enumerate(paragraphs, 1) for w in p.split()]
        return Graph(tuple(tokens), (Unit("0"),))

    assert words(text("a x", "q x"), text("b x", "a x")) == [
        ("a", "b"), ("x", "x"), ("q", "a"), ("x", "x"),
    ]  # fmt: skip


def test_nothing_to_align() -> None:
    empty = Graph((), (Unit("0"),))
    assert align_words(empty, empty) == align_words(empty, from_brackets("[H a]")) == ()


def test_only_a_mark() -> None:
    mark = from_brackets("[H .]")
    assert words(mark, from_brackets("[H !]")) == [(".", "!")]
    assert words(mark, from_brackets("[H !]"), final=False) == []


@given(graphs(), graphs())
def test_every_token_has_one_partner_at_most(source: Graph, target: Graph) -> None:
    for final in (False, True):
        pairs = align_words(source, target, final=final)
        assert list(pairs) == sorted(pairs)
        assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
        assert all(i < len(source.tokens) and j < len(target.tokens) for i, j in pairs)


@given(graphs())
def test_a_text_with_itself(graph: Graph) -> None:
    everything = [(i, i) for i in range(len(graph.tokens))]
    assert list(align_words(graph, graph)) == everything
    # Of the text's end, at most the final marks are missing.
    assert (
        list(align_words(graph, graph, final=False)) == everything[:-1]
        or list(align_words(graph, graph, final=False)) == everything
    )
