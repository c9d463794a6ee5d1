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

from corrigenda.meaning.parser.spelling import meant
from corrigenda.meaning.parser.wordpiece import WordPiece

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
"""Tokens whose pieces are kept, because words come again."""


class Pieces:
    """The vocabulary, and the pieces of tokens."""

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
        self.ranks = {word: rank for rank, word in enumerate(words, start=1)}
        self._wordpiece = WordPiece(self.numbers, UNKNOWN)
        self._known: dict[str, list[int]] = {}

    def of(self, tokens: Sequence[str]) -> list[list[int]]:
        """Return the numbers of the pieces of each token; a token that vanishes (a control
        character) is unknown, as every word needs a piece."""
        known = self._known
        new = [token for token in dict.fromkeys(tokens) if token not in known]
        if new:
            if len(known) > REMEMBERED:
                known.clear()
                new = list(dict.fromkeys(tokens))
            known.update((token, self._cut(token)) for token in new)
        return [known[token] for token in tokens]

    def _cut(self, token: str) -> list[int]:
        # Lone surrogates, which no UTF-8 file has, become question marks.
        pieces = self._wordpiece.cut(token.encode("utf-8", "replace").decode())
        return self._respelt(token, pieces) or pieces[:MOST] or [self.unknown]

    def _respelt(self, token: str, pieces: Sequence[int]) -> list[int] | None:
        """Return the word that a token is taken for, if it seems to be misspelt."""
        if not MISSPELT.fullmatch(token):
            return None
        word = token.lower()
        rank = self.ranks.get(word)  # if it is in the vocabulary, and one piece
        if rank is not None and (word != token or rank < LIKELIER):
            return None
        if len(pieces) == 2 and len(word) - self._endings.get(pieces[1], len(word)) >= STEM:
            return None
        correction = meant(word, self.ranks)
        if correction is None:
            return None
        other, likely = correction
        return None if rank is not None and likely * rank < LIKELIER else [self.numbers[other]]
