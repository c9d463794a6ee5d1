"""Drawings as PNG and PDF: the shapes of our SVG, drawn by matplotlib."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

INK, PAPER = "#22262a", "#ffffff"
POINTS = 72 / 96
"""Points in a pixel."""

FINE, MOST = 192, 16_384
"""Dots per inch of a PNG, and its most pixels in a row: a wider one is drawn less finely, as it
takes minutes to make, and few programs show it."""

_METADATA: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def rendered(svg: str, suffix: str) -> bytes:
    """Return a drawing of ours as `.png` or `.pdf`: dark on white, twice as large as on screen."""
    from matplotlib import style
    from matplotlib.figure import Figure as Canvas

    root = ET.fromstring(svg)
    wide, high = float(root.get("width", "1")), float(root.get("height", "1"))
    out = BytesIO()
    with style.context(["default", {"text.parse_math": False, "pdf.fonttype": 42}]):
        canvas = Canvas(figsize=(wide / 96, high / 96))
        canvas.patch.set_facecolor(PAPER)
        axes = canvas.add_axes((0, 0, 1, 1))
        axes.set_xlim(0, wide)
        axes.set_ylim(high, 0)
        axes.axis("off")
        for element in root.iter():
            _draw(canvas, axes, element)
        dpi = min(FINE, MOST * 96 / max(wide, high))
        canvas.savefig(out, format=suffix[1:], dpi=dpi, metadata=_METADATA[suffix])
    return out.getvalue()


def _draw(canvas: Canvas, axes: Any, element: ET.Element) -> None:
    from matplotlib import patches
    from matplotlib.path import Path

    def number(name: str, default: float = 0.0) -> float:
        return float(element.get(name, default))

    tag = element.tag.rpartition("}")[2]
    dashes = [POINTS * float(n) for n in (element.get("stroke-dasharray") or "").split()]
    size = number("stroke-width", 1.0) * POINTS
    look: dict[str, Any] = {
        "facecolor": _colour(element.get("fill"), INK if tag == "polygon" else "none"),
        "edgecolor": _colour(element.get("stroke"), "none"),
        "linewidth": size,
        "linestyle": (0, [n / size for n in dashes]) if dashes else "-",
        "alpha": number("opacity", 1.0),
    }
    if tag == "text":
        axes.text(
            number("x"),
            number("y"),
            element.text or "",
            size=number("font-size", 14) * POINTS,
            weight="bold" if element.get("font-weight") == "600" else "normal",
            style=element.get("font-style", "normal"),
            color=INK,
            alpha=look["alpha"],
            ha="center",
            va="baseline",
        )
    elif tag == "circle":
        axes.add_patch(patches.Circle((number("cx"), number("cy")), number("r"), **look))
    elif tag == "rect":
        corner = (number("x"), number("y"))
        round_ = patches.BoxStyle.Round(pad=0, rounding_size=max(number("rx"), 0.01))
        box = patches.FancyBboxPatch(
            corner, number("width"), number("height"), boxstyle=round_, **look
        )
        axes.add_patch(box)
    elif tag == "polygon":
        corners = [tuple(map(float, p.split(","))) for p in (element.get("points") or "").split()]
        axes.add_patch(patches.Polygon(corners, closed=True, **look))
    elif tag == "path":
        axes.add_patch(patches.PathPatch(Path(*_path(element.get("d") or "")), **look))


def _colour(given: str | None, default: str) -> str:
    return INK if given == "currentColor" else given or default


_STEPS = {"M": 1, "L": 2, "C": 4}
"""Commands of a path, by matplotlib's codes."""


def _path(text: str) -> tuple[list[tuple[float, float]], list[int]]:
    """Return the points and codes of a path of absolute M, L, H, V and C."""
    points: list[tuple[float, float]] = []
    codes: list[int] = []
    for command, given in re.findall(r"([MLHVC])([^MLHVC]*)", text):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", given)]
        x, y = points[-1] if points else (0.0, 0.0)
        if command == "H":
            command, numbers = "L", [numbers[0], y]
        elif command == "V":
            command, numbers = "L", [x, numbers[0]]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        points += pairs
        codes += [_STEPS[command]] * len(pairs)
    return points, codes
