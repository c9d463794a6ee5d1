"""Graphs as pictures (SVG): units above their words, labels on edges, remote edges dashed.

A picture is self-contained. It has a ground and an ink of its own, light or dark as its reader
prefers, so that it can be read on any page. What colour says is said by shape too: remote edges are
dashed, implicit units are hollow, highlighted units have a second ring. The blue and the vermilion
are those of Okabe and Ito's palette, which readers with any kind of colour vision tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from corrigenda.meaning.drawing.layout import (
    FONT,
    LEVEL,
    SMALL,
    Layout,
    concept_of,
    label,
    layout,
    width,
)
from corrigenda.meaning.graph import Edge, Graph

REMOTE = "#D55E00"
HIGHLIGHT = "#0072B2"

_STYLE = (
    ".corrigenda-graph{color:#22262a;background:#fff}"
    "@media(prefers-color-scheme:dark){.corrigenda-graph{color:#e3e5e7;background:#1d2125}}"
)

_RADIUS = 5.0
_ROW = 28.0
"""How far below a unit the labels of its edges stand."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def svg(graph: Graph, *, title: str = "", highlight: Collection[int] = ()) -> str:
    """Return a graph as an SVG picture. The units in `highlight` stand out."""
    where = layout(graph)
    text = title or " ".join(token.text for token in graph.tokens)
    return picture(where.width, where.height, text, parts(graph, where, highlight))


def picture(width: float, height: float, title: str, content: Iterable[str]) -> str:
    """Return an SVG picture of this size and content."""
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="corrigenda-graph" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="{FONT:g}" text-anchor="middle" '
            'fill="currentColor" stroke="none">',
            f"<style>{_STYLE}</style>",
            f"<title>{escaped(title)}</title>",
            *content,
            "</svg>",
        ]
    )


def parts(graph: Graph, where: Layout, highlight: Collection[int] = ()) -> Iterator[str]:
    """Yield the parts of a drawing: edges, words, units."""
    yield from _edges(graph, where)
    yield from _remote_edges(graph, where)
    yield from _words(graph, where)
    yield from _units(graph, where, highlight)


def escaped(text: str) -> str:
    """Return a text as SVG holds it; what XML does not have becomes U+FFFD."""
    return "".join(
        character if character >= " " and character not in "\ufffe\uffff" else "\ufffd"
        for character in text.translate(_ESCAPES)
    )


def _words(graph: Graph, where: Layout) -> Iterator[str]:
    held = {leaf.token for leaf in graph.leaves}
    for n, (token, (x, y)) in enumerate(zip(graph.tokens, where.tokens, strict=True)):
        loose = "" if n in held else ' opacity="0.6"'
        yield f'<text x="{x:.1f}" y="{y:.1f}"{loose}>{escaped(token.text)}</text>'


def _units(graph: Graph, where: Layout, highlight: Collection[int]) -> Iterator[str]:
    for n, (unit, (x, y)) in enumerate(zip(graph.units, where.units, strict=True)):
        yield f"<g><title>{escaped(unit.id)}{' (implicit)' if unit.implicit else ''}</title>"
        concept = concept_of(graph, n)
        if concept:
            half = width(concept, SMALL) / 2 + 6
            yield (
                f'<rect x="{x - half:.1f}" y="{y - 10:.1f}" width="{2 * half:.1f}" height="20" '
                f'rx="10" fill="none" stroke="currentColor"{_dashes(unit.implicit)}/>'
            )
            yield (
                f'<text x="{x:.1f}" y="{y + SMALL * 0.36:.1f}" font-size="{SMALL:g}">'
                f"{escaped(concept)}</text>"
            )
        else:
            fill = "none" if unit.implicit else "currentColor"
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS:g}" fill="{fill}" '
                f'stroke="currentColor"{_dashes(unit.implicit)}/>'
            )
        if n in highlight:
            half = width(concept, SMALL) / 2 + 11 if concept else _RADIUS + 5
            tall = 15 if concept else half
            yield (
                f'<rect x="{x - half:.1f}" y="{y - tall:.1f}" width="{2 * half:.1f}" '
                f'height="{2 * tall:.1f}" rx="{tall:.1f}" fill="none" stroke="{HIGHLIGHT}" '
                'stroke-width="3"/>'
            )
        yield "</g>"


def _dashes(dashed: bool) -> str:
    return ' stroke-dasharray="2 2"' if dashed else ""


# --- primary edges --------------------------------------------------------------------------------


def _edges(graph: Graph, where: Layout) -> Iterator[str]:
    """Yield edges that fan out to the columns of the children, and then drop."""
    for edge in graph.edges:
        if not edge.remote:
            end = where.units[edge.child]
            tall = 10 if concept_of(graph, edge.child) else _RADIUS
            yield from _drop(
                graph, where, edge.parent, (end[0], end[1] - where.down * tall), label(edge.labels)
            )
    for leaf in graph.leaves:
        x, y = where.tokens[leaf.token]
        shown = "" if leaf.label in ("Terminal", "instance") else leaf.label
        edge_of_text = y - FONT if where.down > 0 else y + FONT / 2
        yield from _drop(graph, where, leaf.unit, (x, edge_of_text), shown)


def _drop(
    graph: Graph, where: Layout, parent: int, end: tuple[float, float], text: str
) -> Iterator[str]:
    x, y = where.units[parent]
    tall = 10 if concept_of(graph, parent) else _RADIUS
    half = SMALL / 2 + 2 if text else 0.0
    row = y + where.down * _ROW
    before, behind = row - where.down * half, row + where.down * half
    path = f"M{x:.1f} {y + where.down * tall:.1f}L{end[0]:.1f} {before:.1f}"
    path += f"M{end[0]:.1f} {behind:.1f}V{end[1]:.1f}" if text else f"V{end[1]:.1f}"
    yield f'<path d="{path}" fill="none" stroke="currentColor" opacity="0.7"/>'
    if text:
        yield _label(end[0], row, text)


def _label(x: float, y: float, text: str, style: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y + SMALL * 0.36:.1f}" font-size="{SMALL:g}" '
        f'font-weight="600"{style}>{escaped(text)}</text>'
    )


# --- remote edges ---------------------------------------------------------------------------------

XY = tuple[float, float]
CubicCurve = tuple[XY, XY, XY, XY]
Box = tuple[float, float, float, float]
"""The middle of something, and half of its width and of its height."""


def _remote_edges(graph: Graph, where: Layout) -> Iterator[str]:
    taken = list(_boxes(graph, where))
    for edge in graph.edges:
        if edge.remote:
            yield from _remote_edge(graph, where, edge, taken)


def _remote_edge(graph: Graph, where: Layout, edge: Edge, taken: list[Box]) -> Iterator[str]:
    """Yield a curve that comes down to the child from the parent's side, with a gap for its label,
    which keeps clear of what is there; an arrow head says where to."""
    start, child = where.units[edge.parent], where.units[edge.child]
    side = 1.0 if start[0] > child[0] else -1.0
    concept = concept_of(graph, edge.child)
    half, tall = (width(concept, SMALL) / 4, 10.0) if concept else (4.0, 4.0)
    end = (child[0] + side * (half + 5), child[1] - where.down * (tall + 5))
    far = max(18.0, abs(start[0] - child[0]) / 3)
    bend = LEVEL / 3 if (child[1] - start[1]) * where.down > 0 else -LEVEL / 2
    curve = (
        start,
        (start[0] - side * 12, start[1] + where.down * bend),
        (end[0] + side * far, end[1] - where.down * 16),
        end,
    )
    text = label(edge.labels)
    size = (width(text, SMALL) / 2 + 3, SMALL / 2 + 3)
    places = [(t, (*_point(curve, t), *size)) for t in _PLACES]
    middle, box = min(places, key=lambda place: sum(_overlap(place[1], other) for other in taken))
    taken.append(box)
    gap = _gap(curve, middle, *size)
    for part in (_part(curve, 0, gap[0]), _part(curve, gap[1], 1)):
        points = " ".join(f"{x:.1f} {y:.1f}" for x, y in part[1:])
        yield (
            f'<path d="M{part[0][0]:.1f} {part[0][1]:.1f}C{points}" fill="none" stroke="{REMOTE}" '
            'stroke-width="1.5" stroke-dasharray="5 3"/>'
        )
    yield _arrow_head(curve)
    yield _label(box[0], box[1], text, ' font-style="italic"')


_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18)
"""Where along its curve the label of a remote edge may stand, the best first."""


def _boxes(graph: Graph, where: Layout) -> Iterator[Box]:
    """Yield the boxes that a label must keep clear of: units and the labels of primary edges."""
    for n, (x, y) in enumerate(where.units):
        yield (x, y, max(width(concept_of(graph, n), SMALL) / 2 + 6, _RADIUS), 10.0)
    for edge in graph.edges:
        if not edge.remote:
            x, y = where.units[edge.child][0], where.units[edge.parent][1] + where.down * _ROW
            yield (x, y, width(label(edge.labels), SMALL) / 2, SMALL / 2)


def _overlap(one: Box, two: Box) -> float:
    wide = one[2] + two[2] - abs(one[0] - two[0])
    tall = one[3] + two[3] - abs(one[1] - two[1])
    return max(wide, 0.0) * max(tall, 0.0)


def _arrow_head(curve: CubicCurve) -> str:
    """Return a triangle that goes on where the curve ends."""
    (x0, y0), (x1, y1) = curve[2], curve[3]
    length = math.hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    corners = [(x1 + 6 * dx, y1 + 6 * dy), (x1 - 4 * dy, y1 + 4 * dx), (x1 + 4 * dy, y1 - 4 * dx)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon points="{points}" fill="{REMOTE}"/>'


def _point(curve: CubicCurve, t: float) -> XY:
    a, b, c, d = curve
    s = 1 - t
    return (
        s**3 * a[0] + 3 * s * s * t * b[0] + 3 * s * t * t * c[0] + t**3 * d[0],
        s**3 * a[1] + 3 * s * s * t * b[1] + 3 * s * t * t * c[1] + t**3 * d[1],
    )


def _gap(curve: CubicCurve, middle: float, half: float, tall: float) -> tuple[float, float]:
    """Return where the curve enters and leaves a box around one of its points."""
    x, y = _point(curve, middle)

    def leaves(step: float) -> float:
        t = middle
        while 0 < t < 1:
            at = _point(curve, t)
            if abs(at[0] - x) > half or abs(at[1] - y) > tall:
                break
            t += step
        return min(max(t, 0.0), 1.0)

    return leaves(-0.01), leaves(0.01)


def _part(curve: CubicCurve, t0: float, t1: float) -> CubicCurve:
    """Return the part of a curve from t0 to t1 (de Casteljau), by its blossom."""

    def blossom(r: float, s: float, t: float) -> XY:
        points = list(curve)
        for at in (r, s, t):
            points = [
                (a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points)
            ]
        return points[0]

    return (blossom(t0, t0, t0), blossom(t0, t0, t1), blossom(t0, t1, t1), blossom(t1, t1, t1))
