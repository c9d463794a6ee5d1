"""FKGL and Surface: by their definitions, on real and on lower-cased text."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Correction, Segment
from corrigenda.measures.fkgl import FKGL
from corrigenda.measures.readability import count_sentences, syllables, words_read
from corrigenda.measures.surface import Surface
from tests.conftest import Shared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the cat slept . it was old .", 2),
        ("the cat slept. it was old.", 2),
        ("The cat slept . It was old .", 2),
        ("mr. j. smith met dr. jones . they talked .", 2),
        ("he works in the u.s. navy , i.e. at sea .", 1),
        ("it is 3.5 km long .", 1),
        ("why ? nobody knows !", 2),
        ("a heading", 1),
        ("", 1),
        (". . .", 1),
        ("`` he left . '' she said so .", 2),
        ("He left -lrb- see below -rrb- . She stayed .", 2),
    ],
)
def test_sentences(text: str, expected: int) -> None:
    assert count_sentences(text) == expected


def test_sentences_do_not_depend_on_case(shared: Shared) -> None:
    """Two outputs of TurkCorpus, which is lower-cased: one splits sentences, the other does not."""
    folder = shared.data("turk", "easse_tok_low")
    counts = {
        name: [count_sentences(line) for line in (folder / name).read_text("utf-8").splitlines()]
        for name in ("ACCESS.tok.low", "Hybrid.tok.low")
    }
    assert sum(counts["ACCESS.tok.low"]) > sum(counts["Hybrid.tok.low"]) > 359
    stops = [
        line.split().count(".") for line in (folder / "ACCESS.tok.low").read_text().splitlines()
    ]
    assert sum(max(1, n) for n in stops) == pytest.approx(sum(counts["ACCESS.tok.low"]), rel=0.02)


KNOWN = """
    a 1 the 1 cat 1 table 2 acre 2 people 2 loved 1 wanted 2 houses 2 likes 1 created 3 media 3
    special 2 nation 2 famous 2 serious 3 science 2 government 3 january 3 subsequently 4
    beautiful 3 university 5 building 2 played 1 rhythm 1 1990 1 well-known 2 something 2
    australia 3 safely 2 useful 2
"""


def test_syllables() -> None:
    known = KNOWN.split()
    for word, number in zip(known[::2], known[1::2], strict=True):
        assert syllables(word) == int(number), word


@given(st.text(max_size=30))
def test_every_word_has_a_syllable(word: str) -> None:
    assert all(syllables(one) >= 1 for one in words_read(word.split()))


def test_fkgl_by_hand() -> None:
    segment = Segment("x y z .")
    text = "The cat did n't sleep . It was old ."  # 7 words, 7 syllables, 2 sentences
    assert FKGL().candidates(segment, Correction("x", text=text)) == [(7, 7, 2)]
    score = FKGL().values(FKGL().table([(70, 140, 5)])[0])
    assert float(score["score"]) == pytest.approx(0.39 * 14 + 11.8 * 2 - 15.59)
    assert FKGL(words="tokens").candidates(segment, Correction("x", text=text)) == [(10, 7, 2)]
    assert float(FKGL().values(FKGL().table([(0, 0, 0)])[0])["score"]) == 0


def test_fkgl_of_long_and_short_sentences(shared: Shared) -> None:
    """A system that splits sentences asks for a lower grade than its source."""
    folder = shared.data("turk")
    result = cg.evaluate(
        sources=folder / "test.8turkers.tok.norm",
        systems={
            name: folder / "easse_tok_low" / f"{name}.tok.low" for name in ("ACCESS", "DMASS-DCSS")
        },
        measures="FKGL,FKGL(words=tokens),Surface",
        ci=None,
    )
    for fkgl in ("FKGL", "FKGL(words=tokens)"):
        access, dmass = (result[name][fkgl].value for name in ("ACCESS", "DMASS-DCSS"))
        source = result.unchanged_cells[result.measure_number(fkgl)]
        assert source is not None and access < dmass < source.value
    assert result["ACCESS"]["Surface"].score.parts["splits"] > 1.1
    assert "nobody" not in str(result).lower()
    assert result.measures[0].best is None


def naive(source: list[str], output: list[str]) -> dict[str, float]:
    longer = max(len(source), len(output), 1)
    added = Counter(output) - Counter(source)
    gone = Counter(source) - Counter(output)
    return {
        "copies": float(source == output),
        "additions": sum(added.values()) / longer,
        "deletions": sum(gone.values()) / longer,
    }


words = st.lists(st.sampled_from(["a", "b", "cat", "."]), max_size=6)


@given(st.lists(st.tuples(words, words), min_size=1, max_size=4))
def test_surface_is_as_defined(pairs: list[tuple[list[str], list[str]]]) -> None:
    measure = Surface()
    rows = [
        measure.candidates(Segment(" ".join(s)), Correction(" ".join(s), text=" ".join(o)))[0]
        for s, o in pairs
    ]
    values = measure.values(measure.table(rows).sum(axis=0))
    expected = [naive(source, output) for source, output in pairs]
    for name in expected[0]:
        mean = sum(one[name] for one in expected) / len(pairs)
        assert float(values[name]) == pytest.approx(mean)
    assert 0 <= float(values["similarity"]) <= 1


def test_surface_of_a_copy_and_of_nothing() -> None:
    copy = Surface().candidates(Segment("A dog ."), Correction("A dog .", text="A dog ."))[0]
    assert copy == (1, 1, 1, 1, 0, 0, 1)
    gone = Surface().candidates(Segment("A dog ."), Correction("A dog .", text=""))[0]
    assert gone == (0, 1, 0, 0, 0, 1, 1)
    lower = Surface(preset="easse").candidates(
        Segment("A dog."), Correction("A dog.", text="a dog .")
    )
    assert lower[0][2] == 1


def test_compression_counts_characters() -> None:
    row = Surface().candidates(Segment("abcd ef"), Correction("abcd ef", text="ab cdefghijklm"))[0]
    assert row[0] == 2


def test_any_number_of_surface_may_be_the_score() -> None:
    source, outputs = ["a b . c d ."] * 4, {"copy": ["a b . c d ."] * 4, "cut": ["a b ."] * 4}
    given = {"sources": source, "systems": outputs}
    result = cg.evaluate(**given, measures="Surface,Surface(number=copies)", ci=None)  # type: ignore[arg-type]
    cells = result["cut", "Surface"], result["cut", "Surface(number=copies)"]
    assert cells[1].value == cells[0].score.parts["copies"] == 0
    assert cells[1].score.parts["compression"] == cells[0].value
    assert str(result.compare()).count("compared by copies; no direction is better") == 1
    assert "By Surface (compression), systems score from" in result.compare().verdicts()[0]


def test_a_table_says_that_sari_is_not_easses() -> None:
    texts = {"sources": ["a b"], "references": [["a c"]], "systems": {"x": ["a c"]}}
    plain, easse = (
        str(cg.evaluate(**texts, measures=m, ci=None))  # type: ignore[arg-type]
        for m in ("SARI", "SARI(preset=easse)")
    )
    assert "SARI: mean over sentences" in plain and "mean over sentences" not in easse
