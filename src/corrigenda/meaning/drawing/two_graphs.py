"""Two graphs in one picture (SVG): the source above, the correction below and upside down, so that
their words face each other, with lines between what USim aligns, or with rings around what
differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from corrigenda.errors import InputError
from corrigenda.meaning.comparison.usim import DEFAULT, Definition, Items, Matching, match
from corrigenda.meaning.drawing.layout import FONT, SMALL, Layout, layout, width
from corrigenda.meaning.drawing.svg import HIGHLIGHT, escaped, parts, picture
from corrigenda.meaning.graph import Graph

_BETWEEN = 64.0
"""How far apart the two lines of words are."""

_NOTE = "dashed: aligned words; dotted: aligned units; ringed: an edge without a counterpart"


def facing(source: Graph, target: Graph, definition: Definition = DEFAULT) -> str:
    """Draw both graphs with the alignment behind USim, from source to target.

    Dashed lines connect aligned words, dotted ones aligned units (those of one word by their
    words). A unit has a ring if an edge to it counts and matches none of the other graph, in this
    direction.
    """
    matching = match(source, target, definition)
    rings = (
        _unmatched(matching.source, matching.forward.own),
        _unmatched(matching.target, matching.forward.others),
    )

    def between(above: Layout, below: Layout) -> Iterator[str]:
        yield from _between_units(matching, above, below)
        yield from _between_words(matching, above, below)

    return _both(source, target, rings, f"USim {matching.usim:.4f}; {_NOTE}", between)


def difference(one: Graph, other: Graph) -> str:
    """Draw two analyses of the same text, with a ring around each unit whose edge the other lacks.

    Edges are the same if they have the same words below them, the same labels, and are both remote
    or both primary. Raise InputError if the texts differ.
    """
    texts = [[token.text for token in graph.tokens] for graph in (one, other)]
    if texts[0] != texts[1]:
        raise InputError(
            "a difference is drawn of two analyses of the same text, but the texts differ",
            hint="draw the two without difference to see their alignment",
        )
    keys = [_edges_by_words(graph) for graph in (one, other)]
    rings = tuple(
        _lacking(graph, own, others)
        for graph, own, others in ((one, keys[0], keys[1]), (other, keys[1], keys[0]))
    )
    counts = [f"{len(lacking)} of {len(graph.edges)}" for graph, lacking in
              zip((one, other), rings, strict=True)]  # fmt: skip
    note = f"ringed: edges that the other analysis lacks, {counts[0]} above, {counts[1]} below"
    children = [
        {graph.edges[place].child for place in lacking}
        for graph, lacking in zip((one, other), rings, strict=True)
    ]
    return _both(one, other, (children[0], children[1]), note, lambda _above, _below: ())


EdgeKey = tuple[int, tuple[str, ...], bool]


def _edges_by_words(graph: Graph) -> list[EdgeKey]:
    """Return what tells edges apart: the words below, the labels, remote or not."""
    yields = graph.yields()
    return [(yields[e.child], tuple(sorted(e.labels)), e.remote) for e in graph.edges]


def _lacking(graph: Graph, own: list[EdgeKey], others: list[EdgeKey]) -> list[int]:
    """Return the places of edges that the other graph has not, or not as often."""
    left = Counter(others)
    places = []
    for place, key in enumerate(own):
        if left[key]:
            left[key] -= 1
        else:
            places.append(place)
    return places


def _both(
    source: Graph,
    target: Graph,
    rings: tuple[Collection[int], Collection[int]],
    note: str,
    between: Callable[[Layout, Layout], Iterable[str]],
) -> str:
    """Draw one graph above and the other below, upside down, with a note."""
    above, below = layout(source), layout(target)
    wide = max(above.width, below.width, width(note, SMALL))
    above = above.moved((wide - above.width) / 2)
    words = (above.tokens[0][1] if above.tokens else above.height) + _BETWEEN
    below = below.moved((wide - below.width) / 2).upside_down(words)
    high = below.height + 2 * SMALL
    title = " / ".join(" ".join(token.text for token in graph.tokens) for graph in (source, target))
    content = [
        *between(above, below),
        *parts(source, above, rings[0]),
        *parts(target, below, rings[1]),
        f'<text x="{wide / 2:.1f}" y="{high - SMALL:.1f}" font-size="{SMALL:g}">'
        f"{escaped(note)}</text>",
    ]
    return picture(wide, high, title, content)


def _unmatched(items: Items, hits: Sequence[float]) -> set[int]:
    return {item.edge.child for item, hit in zip(items.items, hits, strict=True) if not hit}


def _between_words(matching: Matching, above: Layout, below: Layout) -> Iterator[str]:
    for one, other in matching.words:
        (x, y), (x2, y2) = above.tokens[one], below.tokens[other]
        yield _dashed(f"M{x:.1f} {y + 6:.1f}L{x2:.1f} {y2 - FONT:.1f}", "5 4")


def _between_units(matching: Matching, above: Layout, below: Layout) -> Iterator[str]:
    """Yield lines from each unit to the one it is aligned with, unless both are of one word: that
    line is there already. Of units over the same words, those with a label in common are
    connected."""
    for place, aligned in enumerate(matching.forward.aligned):
        for counterpart in aligned:
            yields = matching.source.yields[place], matching.target.yields[counterpart]
            if max(words.bit_count() for words in yields) < 2:
                continue
            one = _unit(matching.source, place, matching.target, counterpart)
            other = _unit(matching.target, counterpart, matching.source, place)
            (x, y), (x2, y2) = above.units[one], below.units[other]
            middle = (y + y2) / 2
            path = f"M{x:.1f} {y:.1f}C{x:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
            yield _dashed(path, "2 4")


def _unit(items: Items, place: int, others: Items, counterpart: int) -> int:
    """Return the unit for a yield: the first with a label of its counterpart's, else the first."""
    labels = 0
    for item in others.items:
        labels |= item.labels if item.place == counterpart else 0
    here = [item for item in items.items if item.place == place]
    same = [item for item in here if item.labels & labels]
    return (same or here)[0].edge.child


def _dashed(path: str, dashes: str) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{HIGHLIGHT}" stroke-width="1.2" '
        f'stroke-dasharray="{dashes}" opacity="0.8"/>'
    )
