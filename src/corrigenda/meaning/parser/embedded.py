"""The parser that comes with corrigenda: a small network in ONNX, a chart, and nothing to download.

Words become vectors (a BERT encoder of six layers), pairs of gaps between words become scores of
labels, the best tree is found, and remote edges are scored between the spans of that tree. How it
was trained, and how good it is: `training/README.md`, and the page on the parser.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.chart import best_spans
from corrigenda.meaning.parser.pieces import READING, Pieces
from corrigenda.meaning.parser.trees import Remote, Span, Spans, graph, is_punctuation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MODEL = Path(__file__).parents[2] / "models" / "ucca.onnx"

LONGEST_WORDS = 120
LONGEST_PIECES = 500
"""What is longer is parsed in parts, which stand side by side under the root. The parts end at the
punctuation, or else at the word, nearest to the middle."""

_REINSTALL = "install corrigenda again, or name another parser or model file"


class Embedded:
    """Tokens in, UCCA graph out. One sentence at a time, so that its graph does not depend on what
    else is parsed; several processes make it faster, several threads do not.

    >>> Embedded().parse("He gave up .".split())  # doctest: +SKIP
    <Graph: 4 tokens, 4 units, 3 edges: He gave up .>
    """

    def __init__(self, path: str | Path = MODEL) -> None:
        self.path = Path(path)
        self._session = _session(self.path)
        self.about = _about(self._session, self.path)
        self._pieces = Pieces(self.about["vocabulary"])
        self._labels: list[str] = self.about["labels"]
        self._tags: list[str] = self.about["tags"]

    def __reduce__(self) -> tuple[type[Embedded], tuple[Path]]:
        return (Embedded, (self.path,))

    @property
    def name(self) -> str:
        """The model's name and version, and that of how words are read: the graphs' identity."""
        return f"{self.about['name']} {self.about['version']}.{READING}"

    def parse(self, tokens: Sequence[str]) -> Graph:
        """The graph of a sentence."""
        marks = [is_punctuation(token) for token in tokens]
        return graph(tokens, self._spans(tokens, marks), marks)

    def vectors(self, tokens: Sequence[str]) -> Floats:
        """What the encoder makes of each token in its sentence: a row a token."""
        pieces = self._pieces.of(tokens)
        parts = [
            self._run(["words"], pieces[start:end], [False] * (end - start))[0][1:-1]
            for start, end in _parts(pieces, [False] * len(pieces))
        ]
        return np.concatenate([np.zeros((0, self._width), dtype=np.float32), *parts])

    @cached_property
    def _width(self) -> int:
        width: int = next(o for o in self._session.get_outputs() if o.name == "words").shape[1]
        return width

    def _spans(self, tokens: Sequence[str], marks: Sequence[bool]) -> Spans:
        pieces = self._pieces.of(tokens)
        words, labels, remotes = 0, dict[Span, str](), list[Remote]()
        for start, end in _parts(pieces, marks):
            part = self._best(pieces[start:end], marks[start:end])
            moved = {span: (span[0] + words, span[1] + words) for span in part.labels}
            labels |= {moved[span]: label for span, label in part.labels.items()}
            remotes += [Remote(moved[p], moved[c], label) for p, c, label, _ in part.remotes]
            words += part.words
        return Spans(words, labels, tuple(remotes))

    def _best(self, pieces: Sequence[Sequence[int]], marks: Sequence[bool]) -> Spans:
        """The tree with the best score, and its remote edges."""
        words = len(marks) - sum(marks)
        if not words:
            return Spans(0, {})
        gains, labels, ends = self._run(["gains", "labels", "remote_ends"], pieces, marks)
        every = _every(words)
        table = np.zeros((words + 1, words + 1), dtype=np.float32)
        table[every] = gains
        numbers = np.zeros(table.shape, dtype=np.int64)
        numbers[every] = labels
        spans = best_spans(table)
        return Spans(
            words,
            {span: self._labels[numbers[span]] for span in spans},
            self._remotes(spans, ends) if spans else (),
        )

    def _remotes(self, spans: Sequence[Span], ends: Floats) -> tuple[Remote, ...]:
        """The remote edges between some spans, each pair on its own."""
        starts, stops = np.array(spans).T
        asked = {"remotes": ends, "chosen_starts": starts, "chosen_ends": stops}
        tags = self._session.run(["tags"], {**self._nothing, **asked})[0]
        return tuple(
            Remote(spans[p], spans[c], self._tags[tags[p, c]])
            for p, c in zip(*tags.nonzero(), strict=True)
            if p != c
        )

    def _run(
        self, outputs: list[str], pieces: Sequence[Sequence[int]], marks: Sequence[bool]
    ) -> list[Any]:
        """The network over tokens, whose words have one row each in the pool of pieces, with a row
        for the start before and one for the end behind them."""
        words = len(marks) - sum(marks)
        row = [self._pieces.start]
        pool = np.zeros((words + 2, sum(map(len, pieces)) + 2), dtype=np.float32)
        pool[0, 0] = pool[-1, -1] = 1
        word = 0
        for token, mark in zip(pieces, marks, strict=True):
            if not mark:
                word += 1
                pool[word, len(row) : len(row) + len(token)] = 1 / len(token)
            row += token
        row.append(self._pieces.end)
        starts, ends = _every(words)
        asked = {"pieces": np.array([row]), "pool": pool, "starts": starts, "ends": ends}
        found: list[Any] = self._session.run(outputs, {**self._nothing, **asked})
        return found

    @cached_property
    def _nothing(self) -> dict[str, Any]:
        """Nothing for each input: what is asked for may not need it, but it must be there."""
        kinds = {"tensor(float)": np.float32, "tensor(int64)": np.int64}
        return {
            one.name: np.zeros([n if isinstance(n, int) else 0 for n in one.shape], kinds[one.type])
            for one in self._session.get_inputs()
        }


@lru_cache(maxsize=256)
def _every(words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The starts and the ends of all spans of so many words."""
    return np.triu_indices(words + 1, 1)


@lru_cache(maxsize=1)
def shared() -> Embedded:
    """The embedded parser of this process."""
    return Embedded()


def _parts(
    pieces: Sequence[Sequence[int]], marks: Sequence[bool], start: int = 0, end: int | None = None
) -> list[tuple[int, int]]:
    """Where the parts of a sentence that are parsed as one begin and end."""
    end = len(marks) if end is None else end
    words = (end - start) - sum(marks[start:end])
    if words <= LONGEST_WORDS and sum(map(len, pieces[start:end])) <= LONGEST_PIECES:
        return [(start, end)]
    middle = (start + end) // 2
    # Behind a mark in the middle half; else right in the middle.
    quarter = (end - start) // 4
    behind = [at + 1 for at in range(start + quarter, end - quarter) if marks[at]]
    cut = min(behind, key=lambda at: abs(at - middle), default=middle)
    return _parts(pieces, marks, start, cut) + _parts(pieces, marks, cut, end)


def _session(path: Path) -> Any:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"expected the parser's model: {error.strerror}", file=path, hint=_REINSTALL
        ) from error
    digest = path.with_name(path.name + ".sha256")
    if digest.exists() and digest.read_text("ascii").split()[0] != _sha256(content):
        raise InputError("the parser's model is damaged", file=path, hint=_REINSTALL)
    import onnxruntime  # type: ignore[import-untyped]

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # what it raises has no common class
        raise InputError(
            f"expected the parser's model, found something else: {error}",
            file=path,
            hint=_REINSTALL,
        ) from error


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _about(session: Any, path: Path) -> dict[str, Any]:
    """What a model file says of itself."""
    found = dict(session.get_modelmeta().custom_metadata_map)
    texts = ("name", "version", "licence")
    absent = [key for key in (*texts, "labels", "tags", "vocabulary") if key not in found]
    if absent:
        raise InputError(
            f"the model does not say what it is: no {', '.join(absent)}", file=path, hint=_REINSTALL
        )
    return {key: value if key in texts else json.loads(value) for key, value in found.items()}
