"""From UCCA archives to examples: sentences with their labelled spans."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.trees import Remote, Span, Spans, is_punctuation, spans

RAREST = 5
"""A label that the training data has less often is cut back to one that they have more often."""


class Opinion(NamedTuple):
    """What teachers think of all spans, in the order of their starts and ends: the numbers of the
    likeliest labels, and their probabilities."""

    labels: NDArray[np.int16]
    shares: NDArray[np.float16]


@dataclass(frozen=True)
class Example:
    """Tokens, which of them are punctuation, and the spans over the others."""

    tokens: tuple[str, ...]
    marks: tuple[bool, ...]
    labels: dict[Span, str]
    remotes: tuple[Remote, ...] = ()
    opinion: Opinion | None = None

    @property
    def words(self) -> int:
        return len(self.marks) - sum(self.marks)


def read(path: Path) -> list[Graph]:
    """The sentences of an archive of UCCA passages. Kept in a pickle beside the run, as reading
    XML takes longer than training on it for a while."""
    return [
        sentence for _, passage in read_graphs(path) for sentence in passage.sentences(cut=True)
    ]


def cached(path: Path, folder: Path) -> list[Graph]:
    """As `read`, with a copy in a folder."""
    copy = folder / f"{path.name}.pickle"
    if not copy.exists():
        folder.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(pickle.dumps(read(path)))
    graphs: list[Graph] = pickle.loads(copy.read_bytes())
    return graphs


def example(graph: Graph) -> Example:
    """The example of a gold graph. What is punctuation is what the parser will take for it."""
    graph = replace(
        graph,
        tokens=tuple(t._replace(punctuation=is_punctuation(t.text)) for t in graph.tokens),
    )
    found = spans(graph)
    return Example(
        tuple(token.text for token in graph.tokens),
        tuple(token.punctuation for token in graph.tokens),
        {span: canonical(label) for span, label in found.labels.items()},
        tuple(Remote(r.parent, r.child, canonical(r.label)) for r in found.remotes),
    )


def canonical(label: str) -> str:
    """A label with the categories of each edge in one order: `S|A` is `A|S`."""
    parts = []
    for part in label.split("+"):
        categories, lifted, lift = part.partition("^")
        parts.append("|".join(sorted(categories.split("|"))) + lifted + lift)
    return "+".join(parts)


class Labels:
    """Names and numbers of labels. Number 0 is that of spans that are no units."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.numbers = {name: n for n, name in enumerate(names)}

    @classmethod
    def of(cls, labels: Iterable[str], rarest: int = RAREST) -> Labels:
        counts = Counter(labels)
        return cls(["", *sorted(name for name, count in counts.items() if count >= rarest)])

    def number(self, label: str) -> int:
        """The number of a label, or of what is nearest to it: fewer units of the chain, one
        category of an edge, no lift; else 0."""
        for candidate in _simpler(label):
            if candidate in self.numbers:
                return self.numbers[candidate]
        return 0


def _simpler(label: str) -> Iterator[str]:
    chain = label.split("+")
    for length in range(len(chain), 0, -1):
        yield "+".join(chain[:length])
    for part in chain:
        categories, _, _lift = part.partition("^")
        yield part
        for one in categories.split("|"):
            if one:
                yield one


def as_spans(one: Example) -> Spans:
    """What the run time makes graphs from."""
    return Spans(one.words, one.labels, one.remotes)
