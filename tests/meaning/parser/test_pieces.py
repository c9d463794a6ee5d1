"""Words to pieces, and misspelt words to the words they are taken for."""

from __future__ import annotations

import pytest

from corrigenda.meaning.parser.pieces import LIKELIER, Pieces

SPECIAL = ["[UNK]", "[CLS]", "[SEP]"]
LETTERS = [*"abcdefghijklmnopqrstuvwxyz"]
WORDS = ["the", "of", "them", "recommend", "receive", "breakfast", "hotel", "writing"]
INSIDE = [f"##{letter}" for letter in LETTERS] + ["##ing", "##est"]
VOCABULARY = SPECIAL + LETTERS + WORDS + INSIDE


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    return Pieces(VOCABULARY)


def read(pieces: Pieces, token: str) -> str:
    return " ".join(VOCABULARY[number] for number in pieces.of([token])[0])


@pytest.mark.parametrize(
    ("token", "seen"),
    [
        ("hotel", "hotel"),
        ("recomend", "recommend"),  # a letter too few
        ("recommmend", "recommend"),  # too many
        ("recommand", "recommend"),  # another
        ("recieve", "receive"),  # two that changed places
        ("teh", "the"),
        ("thef", "the"),  # `them` is as near, and rarer
        ("breakfasts", "breakfast ##s"),  # a word with an ending
        ("hotelest", "hotel ##est"),
        ("hotelx", "hotel"),
        ("Recomend", "recommend"),
        ("Tem", "t ##e ##m"),  # short with a capital: maybe a name
        ("reComend", "r ##e ##c ##o ##m ##e ##n ##d"),
        ("ofing", "of ##ing"),  # too far from anything
        ("ofs", "of"),  # too short for a word with an ending
        ("o", "o"),
        ("kk", "k ##k"),  # near to `k`, but a letter is no word
        ("rcmend", "r ##c ##m ##e ##n ##d"),  # too far from anything
        ("recom3nd", "[UNK]"),  # a word with a sign that no piece has is unknown as a whole
    ],
)
def test_what_the_encoder_sees(pieces: Pieces, token: str, seen: str) -> None:
    assert read(pieces, token) == seen


def test_what_is_remembered_is_the_same(pieces: Pieces) -> None:
    once = pieces.of(["recomend", "the", "recomend"])
    assert pieces.of(["recomend", "the", "recomend"]) == once


def test_a_rare_word_is_read_as_a_far_more_frequent_one() -> None:
    filler = [f"{a}{b}{c}" for a in LETTERS for b in "qxz" for c in LETTERS]
    assert len(filler) > LIKELIER
    rare = Pieces([*SPECIAL, *LETTERS, "and", *filler, "nad", "writing", *INSIDE])
    often = Pieces([*SPECIAL, *LETTERS, "and", "nad", *filler, "writing", *INSIDE])
    nad = [pieces.of(["nad"]) == pieces.of(["and"]) for pieces in (rare, often)]
    assert nad == [True, False]
    assert rare.of(["Nad"]) != rare.of(["and"])
