"""Raw text to tokens and sentences: nothing is lost, and cuts are where treebanks have them."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.tokenisation import Piece, sentences, tokenise


def words(text: str) -> list[str]:
    return [piece.text for piece in tokenise(text)]


def parts(text: str) -> list[str]:
    return [piece.text for piece in sentences(text)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", ""),
        (" \t\n\x00\x07 ", ""),
        ("He sleeps.", "He sleeps ."),
        ('"Yes," he said (twice).', '" Yes , " he said ( twice ) .'),
        ("I can't, won't, don't.", "I ca n't , wo n't , do n't ."),
        ("It's John's; I'd say we've won.", "It 's John 's ; I 'd say we 've won ."),
        ("They'll go, and you're in.", "They 'll go , and you 're in ."),
        ("the dogs' tails", "the dogs ' tails"),
        ("cannot gonna CANNOT", "can not gon na CAN NOT"),
        ("don’t I’m", "do n’t I ’m"),
        ("shouldn't've", "should n't 've"),
        ("O'Brien at 5 o'clock, rock'n'roll", "O'Brien at 5 o'clock , rock'n'roll"),
        ("tell 'em about the '90s", "tell 'em about the '90s"),
        ("He said 'no'.", "He said ' no ' ."),
        ("John 's dogs do n't", "John 's dogs do n't"),
        ("well-known state-of-the-art", "well-known state-of-the-art"),
        ("and/or AT&T", "and/or AT&T"),
        ("wait... what?! no!!!", "wait ... what ?! no !!!"),
        ("wait… so—yes -- no", "wait … so — yes -- no"),
        ("1,000.50 3.14 -5 10:30 1/2 3rd 20% 5km", "1,000.50 3.14 -5 10:30 1/2 3rd 20 % 5km"),
        ("$5 £3.50 5€ US$10", "$ 5 £ 3.50 5 € US$ 10"),
        ("Mr. Smith, e.g. Dr. J. Doe of the U.S.", "Mr. Smith , e.g. Dr. J. Doe of the U.S."),
        ("No. 5 is no. Fig. 2", "No. 5 is no . Fig. 2"),
        ("See https://a.b/c_(d), or www.x.org.", "See https://a.b/c_(d) , or www.x.org ."),
        ("(http://x.y/z?a=b&c)", "( http://x.y/z?a=b&c )"),
        ("Mail me@some-where.co.uk!", "Mail me@some-where.co.uk !"),
        ("visit example.com, not home.Then", "visit example.com , not home . Then"),
        ("@me loves #nlp :) :-( <3", "@me loves #nlp :) :-( <3"),
        ("ok👍🏽👍 👩‍👩‍👧🇩🇪1️⃣", "ok 👍🏽 👍 👩‍👩‍👧 🇩🇪 1️⃣"),
        ("nai\u0308ve café हिन्दी שָׁלוֹם", "nai\u0308ve café हिन्दी שָׁלוֹם"),
        ("zero\u200bwidth\ufeffgap", "zero width gap"),
        ("``quoted'' ''", "`` quoted '' ''"),
    ],
)
def test_tokens(text: str, tokens: str) -> None:
    assert words(text) == tokens.split()


@pytest.mark.parametrize(
    "text",
    [
        "He left. | She stayed.",
        "He left! | she stayed? | yes.",
        "“Why?” he asked. | “Yes.” | “No.” | (He left.) | She stayed.",
        'He said: "I go." | Then he went.',
        "Dr. No met Mr. J. Bond at 5 p.m. Monday. | He left at 6 p.m. | Then he slept.",
        "It costs 3.50 dollars. | I have 2.",
        "The U.S. President lives in the U.S. | He is old.",
        "Dogs, cats, etc. | Birds came.",
        "We use e.g. Python. | Choshen et al. (2018) do not.",
        "So… what? | Well... nothing. | Well... | Nothing!",
        "1. Go home. | 2. Sleep.",
        "I went home. | Then I slept.",
        "See www.a.org. | It is good.",
        "no end here",
        "这是。 | 那是！ | Yes.",
    ],
)
def test_sentences(text: str) -> None:
    expected = text.split(" | ")
    assert parts(" ".join(expected)) == expected


def test_a_forgotten_space() -> None:
    assert parts("I went home.Then I slept.") == ["I went home.", "Then I slept."]
    assert parts("Yahoo!Answers is a.B") == ["Yahoo!Answers is a.B"]


def test_a_blank_line_ends_a_sentence_and_a_line_does_not() -> None:
    assert parts("A title\n\nit goes\non") == ["A title", "it goes\non"]
    assert parts("A title\r\n \r\nit goes") == ["A title", "it goes"]


hostile = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("aB1.,!?'’\"()-/:@#$%&… \n\t\u200b\u200d\u0301\ufe0f👍🇩\x00\ud800"),
    )
)


def check(text: str, pieces: list[Piece]) -> None:
    """Pieces and the gaps between them are the text, and gaps hold nothing to be read."""
    at = 0
    rebuilt = ""
    for piece in [*pieces, Piece("", len(text), len(text))]:
        gap = text[at : piece.start]
        assert all(
            c.isspace() or unicodedata.category(c) == "Cc" or c in "\u200b\u2060\ufeff" for c in gap
        )
        assert piece.text == text[piece.start : piece.end]
        rebuilt += gap + piece.text
        at = piece.end
    assert rebuilt == text
    assert all(piece.text for piece in pieces)


@given(hostile)
def test_nothing_is_lost(text: str) -> None:
    tokens = tokenise(text)
    check(text, tokens)
    assert not any(c.isspace() for token in tokens for c in token.text)
    check(text, sentences(text))


@given(hostile)
def test_a_sentence_begins_and_ends_with_a_token(text: str) -> None:
    tokens = tokenise(text)
    starts, ends = {t.start for t in tokens}, {t.end for t in tokens}
    assert all(s.start in starts and s.end in ends for s in sentences(text))


@pytest.mark.parametrize(
    "unit",
    ["a", "a.", "a-", "a@", ":(", ".", "'", "a'", "http://", "👍\u200d", "1.", "(a", '"', ".)"],
)
def test_time_is_bounded_by_length(unit: str) -> None:
    """Were it by length squared, each of these would take minutes."""
    started = time.process_time()
    check(unit * 20_000, sentences(unit * 20_000))
    assert time.process_time() - started < 10
