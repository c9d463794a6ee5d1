"""WordPiece, as BERT's uncased models cut words (Devlin et al. 2019, N19-1423).

    cutter = WordPiece({"play": 0, "##ing": 1, "[UNK]": 2}, unknown="[UNK]")
    cutter.cut("Playing")       # [0, 1]

Text is cleaned of control characters, lower-cased and stripped of accents; punctuation marks and
Chinese characters are words of their own; a word is cut into the longest pieces of the vocabulary,
from left to right. The pieces are those of the `tokenizers` package, except characters that were
added to Unicode after version 8.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

LONGEST = 100
"""Characters of a word beyond which it is unknown."""

_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

_IDEOGRAPHS = re.compile(
    "[\u4e00-\u9fff\u3400-\u4dbf\U00020000-\U0002a6df\U0002a700-\U0002b73f"
    "\U0002b740-\U0002b81f\U0002b920-\U0002ceaf\uf900-\ufaff\U0002f800-\U0002fa1f]"
)


class WordPiece:
    """A vocabulary of pieces, and how it cuts text."""

    def __init__(self, numbers: Mapping[str, int], unknown: str) -> None:
        self.numbers = numbers
        self.unknown = numbers[unknown]

    def cut(self, text: str) -> list[int]:
        """Return the numbers of the pieces of a text."""
        return [number for word in words(text) for number in self._pieces(word)]

    def _pieces(self, word: str) -> list[int]:
        """Return the longest pieces from left to right; a word that has no such is unknown."""
        if len(word) > LONGEST:
            return [self.unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            head = "##" if start else ""
            for end in range(len(word), start, -1):
                number = self.numbers.get(head + word[start:end])
                if number is not None:
                    pieces.append(number)
                    start = end
                    break
            else:
                return [self.unknown]
        return pieces


def words(text: str) -> Iterator[str]:
    """Yield the words of a text and its punctuation marks, lower-cased and without accents.

    >>> list(words("Café-au-lait, 5 €!"))
    ['cafe', '-', 'au', '-', 'lait', ',', '5', '€', '!']
    """
    if text.isascii() and text.isalnum():  # most words
        yield text.lower()
        return
    for run in _normalised(text).split():
        start = 0
        for at, character in enumerate(run):
            if _is_punctuation(character):
                if start < at:
                    yield run[start:at]
                yield character
                start = at + 1
        if start < len(run):
            yield run[start:]


def _normalised(text: str) -> str:
    text = "".join(map(_cleaned, text))
    text = _IDEOGRAPHS.sub(r" \g<0> ", text)
    letters = unicodedata.normalize("NFD", text)
    # Letter by letter: a sigma at the end of a word is lower-cased as any other.
    return "".join(c.lower() for c in letters if unicodedata.category(c) != "Mn")


def _cleaned(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    return " " if character.isspace() else character


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character in _ASCII_PUNCTUATION
    return unicodedata.category(character).startswith("P")
