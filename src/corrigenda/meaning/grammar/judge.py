"""Find tokens that look wrong, by a small network in numpy on the parser's first layers.

Word vectors and the first layers are those of the embedded parser; a few layers of its own follow.
Each token gets the probability that it is wrong, or that something is missing before it. How the
network was trained: `training/README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from corrigenda.errors import InputError
from corrigenda.meaning.grammar.token_features import READING, signs
from corrigenda.meaning.model_file import read_model
from corrigenda.meaning.parser.embedded import Part, means, shared
from corrigenda.meaning.parser.network import EXP_STEP, Linear, Stack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODEL = Path(__file__).parents[2] / "models" / "grammar.safetensors"


class Judge:
    """Tokens in, a probability for each out. It depends on the sentence alone; many sentences at
    once take less time than one by one."""

    def __init__(self, path: str | Path = MODEL) -> None:
        self.path = Path(path)
        tensors, self.about, self.digest = read_model(
            self.path, "Grammar's model", texts=("shared", "parser")
        )
        self._parser = shared()
        if self.about["parser"] != self._parser.digest:
            raise InputError(
                "Grammar's model continues another parser's layers than the installed one's",
                file=self.path,
                hint="install corrigenda again",
            )
        self._shared = int(self.about["shared"])
        self._signs = tensors["signs"]
        self._stack = Stack({**tensors, **self._parser.tables})
        self._head = Linear(tensors, "head")
        self._exp = self._parser.tables["exp"]

    @property
    def name(self) -> str:
        """The model's name and version, and that of how words are read."""
        return f"{self.about['name']} {self.about['version']}.{READING}"

    def doubts(self, sentences: Sequence[Sequence[str]]) -> list[list[float]]:
        """Return, for each token of each sentence, the probability that it is wrong."""
        seen = [signs(tokens, self._parser.ranks) for tokens in sentences]

        def computed(parts: Sequence[Part]) -> list[Floats]:
            vectors = self._parser.pieces_encoded(parts, self._shared)
            rows = [_per_piece(part) for part in parts]
            x = np.concatenate(vectors)
            x += self._signs[np.concatenate(rows)]
            lengths = [len(row) for row in rows]
            pieces = np.split(self._stack(x, lengths), np.cumsum(lengths)[:-1])
            words = [means(part, of) for part, of in zip(parts, pieces, strict=True)]
            told = self._probabilities(self._head(np.concatenate(words))[:, 0])
            return np.split(told, np.cumsum([len(of) for of in words])[:-1])

        return [of.tolist() for of in self._parser.each_token(sentences, computed, seen)]

    def _probabilities(self, scores: Floats) -> NDArray[np.float64]:
        """Return logistic functions of scores, by the table of exp: the same on every machine."""
        steps = (np.abs(scores) * np.float32(EXP_STEP)).astype(np.intp)
        parts = self._exp.take(steps, mode="clip").astype(np.float64) / float(self._exp[0])
        return np.where(scores > 0, 1.0, parts) / (1.0 + parts)


def _per_piece(part: Part) -> NDArray[np.intp]:
    """Return the sign of each piece of a part; those of the start and the end are 0."""
    return np.repeat([0, *part.signs, 0], [1, *map(len, part.pieces), 1])


@lru_cache(maxsize=1)
def judge() -> Judge:
    """Return the judge of this process."""
    return Judge()
