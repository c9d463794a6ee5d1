"""Why a USim score is what it is: which edges match, which do not, and what they met instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple

from corrigenda.meaning.comparison.usim import DEFAULT, Definition, Items, Scores, Side, match
from corrigenda.meaning.graph import Graph, members

Verdict = Literal["match", "other label", "no counterpart"]


class ExplainedEdge(NamedTuple):
    """An edge (or unit, by the authors' code), the words below it, and what became of it.

    `counterparts` are the units that it is aligned with, as labels and words: for an edge of the
    graph that is aligned with the other, where it leads; for one of the other, what leads to it.
    """

    labels: tuple[str, ...]
    words: str
    remote: bool
    unit: str
    verdict: Verdict
    counterparts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        label = "|".join(self.labels) + ("*" if self.remote else "")
        text = f"{label:<4} {self.words}"
        if self.verdict == "match":
            return text
        if not self.counterparts:
            return f"{text}  (no counterpart)"
        return text + "  (there: " + "; ".join(" ".join(pair) for pair in self.counterparts) + ")"


@dataclass(frozen=True)
class ExplainedDirection:
    """One direction: its scores, and the edges of both graphs, in the text's order."""

    name: str
    precision: float
    recall: float
    f: float
    source: tuple[ExplainedEdge, ...]
    target: tuple[ExplainedEdge, ...]


@dataclass(frozen=True)
class Explanation:
    """A score taken apart. `print` it, or take `data()` elsewhere."""

    usim: float
    definition: Definition
    words: tuple[tuple[str, str], ...]
    directions: tuple[ExplainedDirection, ExplainedDirection]

    def data(self) -> dict[str, Any]:
        """Return plain values, fit for JSON."""
        values = asdict(self)
        for shown, direction in zip(values["directions"], self.directions, strict=True):
            for side in ("source", "target"):
                shown[side] = [edge._asdict() for edge in getattr(direction, side)]
        return values

    def __str__(self) -> str:
        lines = [f"USim {self.usim:.4f}"]
        changed = [f"{a or '-'} / {b or '-'}" for a, b in self.words if a != b]
        lines.append("Words that differ: " + (", ".join(changed) or "none"))
        for direction in self.directions:
            lines.append(
                f"{direction.name}: precision {direction.precision:.4f}, "
                f"recall {direction.recall:.4f}, F {direction.f:.4f}"
            )
            for side, share in (("source", "recall"), ("target", "precision")):
                edges: tuple[ExplainedEdge, ...] = getattr(direction, side)
                matched = [edge for edge in edges if edge.verdict == "match"]
                lines.append(f"  {side}: {len(matched)} of {len(edges)} match ({share})")
                lines += [f"    + {edge}" for edge in matched]
                lines += [f"    - {edge}" for edge in edges if edge.verdict != "match"]
        return "\n".join(lines)


def explain(source: Graph, target: Graph, definition: Definition = DEFAULT) -> Explanation:
    """Return the edges behind the score of two graphs: in each direction, on both sides, matched or
    not.

    By the authors' code, recall is from the forward direction's source and precision from the
    backward direction's target, and the scores of both directions are the same.
    """
    matching = match(source, target, definition)
    ours = (source, matching.source, _texts(source, matching.source))
    theirs = (target, matching.target, _texts(target, matching.target))
    forward, backward = matching.scores
    there = _direction("source to target", forward, matching.forward, ours, theirs)
    back = _direction("target to source", backward, matching.backward, theirs, ours)
    return Explanation(
        matching.usim,
        definition,
        _words(source, target, matching.words),
        (there, replace(back, source=back.target, target=back.source)),
    )


_View = tuple[Graph, Items, list[str]]


def _direction(
    name: str, scores: Scores, side: Side, own: _View, other: _View
) -> ExplainedDirection:
    """Explain one direction, as if `own` were the source."""
    reached: list[list[int]] = [[] for _ in other[1].yields]
    for place, aligned in enumerate(side.aligned):
        for counterpart in aligned:
            reached[counterpart].append(place)
    mine = _explained(own, other, side.own, side.aligned)
    theirs = _explained(other, own, side.others, [tuple(places) for places in reached])
    return ExplainedDirection(name, *scores, mine, theirs)


def _explained(
    own: _View, other: _View, hits: Sequence[float], aligned: list[tuple[int, ...]]
) -> tuple[ExplainedEdge, ...]:
    graph, items, texts = own
    labels: list[list[str]] = [[] for _ in other[1].yields]
    for item in other[1].items:
        if item.place >= 0:
            labels[item.place].append("|".join(item.edge.labels))
    ordered = []
    for item, hit in zip(items.items, hits, strict=True):
        places = aligned[item.place] if item.place >= 0 else ()
        counterparts = tuple((",".join(labels[place]), other[2][place]) for place in places)
        verdict: Verdict = "match" if hit else "other label" if places else "no counterpart"
        words = texts[item.place] if item.place >= 0 else ""
        start = items.yields[item.place] if item.place >= 0 else 0
        order = ((start & -start).bit_length(), -start.bit_count())
        explained = ExplainedEdge(
            item.edge.labels,
            words,
            item.edge.remote,
            graph.units[item.edge.child].id,
            verdict,
            counterparts,
        )
        ordered.append((order, explained))
    return tuple(explained for _, explained in sorted(ordered, key=lambda pair: pair[0]))


def _texts(graph: Graph, items: Items) -> list[str]:
    """Return the words of each yield; gaps show as dots."""
    return [_text(graph, members(tokens)) for tokens in items.yields]


def _text(graph: Graph, tokens: tuple[int, ...]) -> str:
    words: list[str] = []
    for n, token in enumerate(tokens):
        gap = range(tokens[n - 1] + 1, token) if n else range(0)
        if any(not graph.tokens[between].punctuation for between in gap):
            words.append("…")
        words.append(graph.tokens[token].text)
    return " ".join(words)


def _words(
    source: Graph, target: Graph, pairs: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, str], ...]:
    """Return what each word of the source became, and the words of the target that came from none;
    the empty text stands for no word."""
    become = dict(pairs)
    kept = set(become.values())
    changed = [
        (token.text, target.tokens[become[n]].text if n in become else "")
        for n, token in enumerate(source.tokens)
    ]
    added = [("", token.text) for n, token in enumerate(target.tokens) if n not in kept]
    return (*changed, *added)
