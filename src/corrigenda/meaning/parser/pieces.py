"""Tokens to word pieces, as the encoder knows them (BERT's, lower-cased).

Pieces of a misspelt word say little of the word: `recomend` is `rec ##ome ##nd`. A word that is not
in the vocabulary is therefore read as the word of the vocabulary that is most likely to be meant
(`spelling`), if there is one; so is a rare word of the vocabulary where a frequent one is far more
likely: `nad` is `and`. Only the encoder sees it so: the graph has the word as it was written. Words
of the vocabulary with an ending (`breakfast ##s`), short names, and words with capitals within are
left alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from corrigenda.meaning.parser.spelling import meant

if TYPE_CHECKING:
    from tokenizers import Tokenizer

READING = 2
"""How text becomes pieces: part of the parser's name, as graphs depend on it. Raise it with every
change here and in `spelling`."""

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"

MOST = 16
"""Pieces of a token that are looked at; a token of ten thousand marks is no more than one of 16."""

ENDINGS = ("##s", "##es", "##d", "##ed", "##ing", "##ly", "##er", "##ers", "##est", "##ness")

STEM = 4
"""Letters that a word must have at least to be one with an ending: `works` is, `annd` is none."""

MISSPELT = re.compile("[a-z]{2,20}|[A-Z][a-z]{3,19}")
"""What may be a misspelt word."""

LIKELIER = 1000
"""How much likelier a slip must be than a word of the vocabulary that was not meant."""

REMEMBERED = 50_000
"""Tokens whose pieces are kept at hand: words come again."""


class Pieces:
    """The vocabulary, and what it makes of tokens."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.numbers = {piece: n for n, piece in enumerate(vocabulary)}
        self.unknown, self.start, self.end = (self.numbers[p] for p in (UNKNOWN, START, END))
        self._endings = {
            self.numbers[ending]: len(ending) - len("##")
            for ending in ENDINGS
            if ending in self.numbers
        }
        # The vocabulary has its words, but not its letters, in the order of their frequency.
        words = (piece for piece in vocabulary if len(piece) > 1 and piece.isalpha())
        self._ranks = {word: rank for rank, word in enumerate(words, start=1)}
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
        if not MISSPELT.fullmatch(token):
            return None
        word = token.lower()
        rank = self._ranks.get(word)  # if it is in the vocabulary, and one piece
        if rank is not None and (word != token or rank < LIKELIER):
            return None
        if len(pieces) == 2 and len(word) - self._endings.get(pieces[1], len(word)) >= STEM:
            return None
        found = meant(word, self._ranks)
        if found is None:
            return None
        other, likely = found
        return None if rank is not None and likely * rank < LIKELIER else [self.numbers[other]]
