"""Tokens to word pieces, as the encoder knows them (BERT's, lower-cased)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"

MOST = 16
"""Pieces of a token that are looked at; a token of ten thousand marks is no more than one of 16."""

REMEMBERED = 50_000
"""Tokens whose pieces are kept at hand: words come again."""


class Pieces:
    """The vocabulary, and what it makes of tokens."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.numbers = {piece: n for n, piece in enumerate(vocabulary)}
        self.unknown, self.start, self.end = (self.numbers[p] for p in (UNKNOWN, START, END))
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
        return [pieces[:MOST] or [self.unknown] for pieces in found]
