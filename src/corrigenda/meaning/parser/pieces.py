"""Tokens to word pieces, as the encoder knows them (BERT's, lower-cased).

Pieces of a misspelt word say little of the word: `recomend` is `rec ##ome ##nd`. A word that is not
in the vocabulary is therefore read as the most frequent word of the vocabulary that is one slip
away (Damerau 1964: a letter too many, too few, another, or two that changed places), if there is
one. Only the encoder sees it so: the graph has the word as it was written. Names (all that is not
in lower case) and words of the vocabulary with an ending (`breakfast ##s`) are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

READING = 1
"""How text becomes pieces: part of the parser's name, as graphs depend on it. Raise it with every
change here."""

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"

MOST = 16
"""Pieces of a token that are looked at; a token of ten thousand marks is no more than one of 16."""

ENDINGS = ("##s", "##es", "##d", "##ed", "##ing", "##ly", "##er", "##ers", "##est", "##ness")

MISSPELT = re.compile("[a-z]{2,20}")
"""What may be a misspelt word."""

REMEMBERED = 50_000
"""Tokens whose pieces are kept at hand: words come again."""


class Pieces:
    """The vocabulary, and what it makes of tokens."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.numbers = {piece: n for n, piece in enumerate(vocabulary)}
        self.unknown, self.start, self.end = (self.numbers[p] for p in (UNKNOWN, START, END))
        self._endings = {self.numbers[ending] for ending in ENDINGS if ending in self.numbers}
        self._tokenizer = self._build()
        self._known: dict[str, list[int]] = {}

    def _build(self) -> Tokenizer:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

        tokenizer = Tokenizer(
            models.WordPiece(self.numbers, unk_token=UNKNOWN, max_input_chars_per_word=100)
        )
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        return tokenizer

    def of(self, tokens: Sequence[str]) -> list[list[int]]:
        """The numbers of the pieces of each token; a token that vanishes (a control character) is
        unknown, as every word needs a piece."""
        known = self._known
        new = [token for token in dict.fromkeys(tokens) if token not in known]
        if new:
            if len(known) > REMEMBERED:
                known.clear()
                new = list(dict.fromkeys(tokens))
            known.update(zip(new, self._cut(new), strict=True))
        return [known[token] for token in tokens]

    def _cut(self, tokens: Sequence[str]) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in tokens]
        # Lone surrogates, which no UTF-8 file has, become question marks: Rust knows no such text.
        sent = [token.encode("utf-8", "replace").decode() for token in tokens]
        encoded = self._tokenizer.encode(sent, is_pretokenized=True, add_special_tokens=False)
        for piece, token in zip(encoded.ids, encoded.word_ids, strict=True):
            if token is not None:
                found[token].append(piece)
        return [
            self._respelt(token, pieces) or pieces[:MOST] or [self.unknown]
            for token, pieces in zip(tokens, found, strict=True)
        ]

    def _respelt(self, token: str, pieces: Sequence[int]) -> list[int] | None:
        """The word that a token is taken for, if it seems to be misspelt."""
        if len(pieces) < 2 or not MISSPELT.fullmatch(token):
            return None
        if len(pieces) == 2 and pieces[1] in self._endings:
            return None
        # The vocabulary has its words, but not its letters, in the order of their frequency.
        found = [
            self.numbers[word] for word in slips(token) if len(word) > 1 and word in self.numbers
        ]
        return [min(found)] if found else None


def slips(word: str) -> Iterator[str]:
    """The words that are one slip away, some more than once."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        for letter in ascii_lowercase:
            yield head + letter + tail
        if tail:
            yield head + tail[1:]
            for letter in ascii_lowercase:
                yield head + letter + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
