"""WordPiece cuts as the `tokenizers` package does."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.meaning.parser.embedded import Embedded
from corrigenda.meaning.parser.wordpiece import WordPiece, words

OLD = unicodedata.ucd_3_2_0
"""Unicode 3.2: characters that every later version knows alike."""


@pytest.fixture(scope="module")
def ours() -> WordPiece:
    pieces = Embedded()._pieces
    return pieces._wordpiece


@pytest.fixture(scope="module")
def peer(ours: WordPiece) -> Any:
    tokenizers = pytest.importorskip("tokenizers")
    found = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(
            dict(ours.numbers), unk_token="[UNK]", max_input_chars_per_word=100
        )
    )
    found.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    return lambda text: found.encode(text, add_special_tokens=False).ids


def test_the_longest_pieces_are_taken_from_left_to_right() -> None:
    cutter = WordPiece({"[UNK]": 0, "un": 1, "##aff": 2, "##able": 3, "##a": 4}, "[UNK]")
    assert cutter.cut("unaffable") == [1, 2, 3]
    assert cutter.cut("Unaff unx") == [1, 2, 0]
    assert cutter.cut("un" * 51) == [0]
    assert cutter.cut("\x00") == []


@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.slow)])
def test_every_old_character_is_read_as_by_tokenizers(
    ours: WordPiece, peer: Any, step: int
) -> None:
    """Where ideographs and private use begin, one of many stands for its neighbours."""
    differing = []
    for code in (*range(0x3000), *range(0x3000, 0x110000, step)):
        character = chr(code)
        if OLD.category(character) in ("Cn", "Cs"):
            continue
        category = unicodedata.category(character)
        if category != OLD.category(character):
            continue
        for text in (character, f"Go{character}ing"):
            if ours.cut(text) != peer(text):
                differing.append((hex(code), category))
    assert not differing


@given(st.text(st.characters(exclude_categories=["Cs", "Cn"], max_codepoint=0x24FF), max_size=30))
def test_any_text_is_cut_as_by_tokenizers(ours: WordPiece, peer: Any, text: str) -> None:
    assert ours.cut(text) == peer(text)


def test_words_keep_nothing_of_case_and_accents() -> None:
    assert list(words("ΟΔΟΣ ÀÉ\u0301x")) == ["οδοσ", "aex"]
    assert list(words("日本ab")) == ["日", "本", "ab"]
