"""Figures: what is drawn, the files they become, and that the same numbers give the same bytes."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from math import inf, isnan, log1p, nan
from pathlib import Path

import pytest
from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from corrigenda.cli import outputs
from corrigenda.errors import InputError
from corrigenda.results.figures import (
    Axis,
    Bars,
    Curves,
    Dot,
    Dots,
    Figure,
    Group,
    Heatmap,
    Mark,
    Panel,
    Point,
    Series,
    files,
)
from corrigenda.results.plotting import STYLE, drawn, render
from corrigenda.statistics.intervals import Estimate

SERIES = [
    Series("drop", [Point(0, 1), Point(5, 0.9, 0.85, 0.95), Point(10, 0.8, 0.7, 0.9)]),
    Series("swap", [Point(0, 1), Point(5, 0.95), Point(10, 0.9)]),
]

PANELS: dict[str, Panel] = {
    "dots": Dots(
        [Dot("Wcip $5 a_b", Estimate(0.1, 0.05, 0.2)), Dot("Nn", Estimate(-0.1))],
        Axis("change"),
        mark=Mark(0),
    ),
    "curves": Curves(SERIES, Axis("%"), Axis("score")),
    "bars": Bars(["Det", "Nn"], [Group("A", [0.5, 0.2]), Group("B", [None, 0.3])], Axis("recall")),
    "heatmap": Heatmap(["x", "y"], ["a", "b"], [[0.1, 0.9], [nan, 0.4]], Axis("system"), "F"),
}
KINDS = {name: Figure(f"{name}.", [panel]) for name, panel in PANELS.items()}


def axes_of(panel: Panel) -> Axes:
    return drawn(Figure("", [panel])).axes[0]


def dots(**values: float | tuple[float, float, float]) -> list[Dot]:
    return [
        Dot(name, Estimate(*value) if isinstance(value, tuple) else Estimate(value))
        for name, value in values.items()
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_every_kind_becomes_every_format_and_has_its_caption_beside_it(
    kind: str, suffix: str, tmp_path: Path
) -> None:
    target = tmp_path / f"figure{suffix}"
    figure = KINDS[kind]
    figure.save(target)
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}[suffix]
    assert target.read_bytes().startswith(begins)
    assert (tmp_path / "figure.caption.txt").read_text() == figure.caption + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [target.name, "figure.caption.txt"]
    )


def test_a_png_is_a_column_wide_at_300_dots_an_inch_and_several_panels_a_page() -> None:
    both = Figure("", [PANELS["curves"], PANELS["dots"]])
    widths = [struct.unpack(">I", render(f, ".png")[16:20])[0] for f in (KINDS["curves"], both)]
    assert widths == [990, 2070]


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_the_same_numbers_give_the_same_bytes_in_any_process(suffix: str, tmp_path: Path) -> None:
    program = (
        "import sys; from corrigenda.results.figures import *\n"
        f"f = Figure('curves.', [Curves({SERIES!r}, Axis('%'), Axis('score'))])\n"
        "f.save(sys.argv[1])"
    )
    target = tmp_path / f"other{suffix}"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}
    subprocess.run([sys.executable, "-c", program, str(target)], check=True, env=environment)
    assert target.read_bytes() == render(KINDS["curves"], suffix)


def test_settings_of_the_user_do_not_count_and_stay_as_they_are() -> None:
    plain = render(KINDS["curves"], ".svg")
    with rc_context({"font.size": 20, "axes.grid": True}):
        before = dict(rcParams)
        assert render(KINDS["curves"], ".svg") == plain
        assert dict(rcParams) == before
    program = (
        "import sys; from corrigenda.results.figures import *\n"
        "Figure('c', [Bars(['a'], [Group('g', [1.0])], Axis('y'))])._repr_svg_()\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_draws_nothing_in() -> None:
    program = (
        "import sys, corrigenda.results.figures\nassert 'matplotlib' not in sys.modules, 'loaded'"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["figure.jpg", "figure", "figure.png.txt"])
def test_other_endings_are_refused_before_anything_is_drawn(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corrigenda.results.plotting.drawn", None)
    with pytest.raises(InputError, match=r"\.png, \.pdf or \.svg"):
        KINDS["bars"].save(tmp_path / name)
    with pytest.raises(InputError, match=r"\.png, \.pdf or \.svg"):
        outputs.check([], [], figure=tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_figure_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(figure: Figure, width: float | None) -> Canvas:
        raise RuntimeError

    target = tmp_path / "figure.pdf"
    target.write_bytes(b"old")
    with monkeypatch.context() as patched:
        patched.setattr("corrigenda.results.plotting.drawn", fails)
        with pytest.raises(RuntimeError):
            KINDS["bars"].save(target)
    assert [path.name for path in tmp_path.iterdir()] == ["figure.pdf"]
    assert target.read_bytes() == b"old"
    with pytest.raises(InputError, match="folder does not exist"):
        KINDS["bars"].save(tmp_path / "no" / "figure.pdf")


def test_a_caption_is_a_file_that_must_not_be_an_input(tmp_path: Path) -> None:
    assert files("a/b.SVG") == (Path("a/b.SVG"), Path("a/b.caption.txt"))
    given = tmp_path / "x.caption.txt"
    given.write_text("mine")
    with pytest.raises(InputError, match="is an input"):
        outputs.check([], [given], figure=tmp_path / "x.png")


def test_dots_put_the_first_on_top_with_its_interval() -> None:
    axes = axes_of(PANELS["dots"])
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Wcip $5 a_b", "Nn"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    lines = [list(map(float, line.get_xdata())) for line in axes.get_lines()]
    assert [0.05, 0.2] in lines and [0.1, -0.1] in lines and [0, 0] in lines


def test_a_line_to_compare_with_has_its_label() -> None:
    axes = axes_of(Dots(dots(A=0.3), Axis("F"), mark=Mark(0.4, "left-out annotator")))
    assert [text.get_text() for text in axes.texts] == ["left-out annotator"]


def test_curves_differ_in_colour_marker_and_line() -> None:
    series = [Series(f"s{k}", [Point(1, k), Point(10, k)]) for k in range(28)]
    axes = axes_of(Curves(series, Axis("x", log=True), Axis("y")))
    looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in axes.lines]
    assert len(set(looks)) == 28
    assert len({look[1:] for look in looks[:7]}) == 7  # without colours, too
    assert axes.get_xscale() == "log"


@pytest.mark.parametrize("last", [3, 20])
def test_whole_numbers_are_not_divided(last: int) -> None:
    def ticks(*points: tuple[float, float]) -> list[float]:
        series = [Series("s", [Point(*point) for point in points])]
        return list(axes_of(Curves(series, Axis("x"), Axis("y"))).get_xticks())

    assert all(float(x).is_integer() for x in ticks((1, 0.1), (2, 0.2), (last, 0.3)))
    assert not all(float(x).is_integer() for x in ticks((1, 0.1), (1.5, 0.2), (3, 0.3)))


def test_a_band_is_drawn_where_there_is_one() -> None:
    [band] = axes_of(PANELS["curves"]).collections
    points = band.get_paths()[0].vertices
    assert {tuple(map(float, point)) for point in points} >= {(5, 0.85), (10, 0.9)}
    assert all(point[0] >= 5 for point in points)


def test_bars_leave_a_gap_where_a_group_lacks_a_category() -> None:
    axes = axes_of(PANELS["bars"])
    heights = [float(bar.get_height()) for bar in axes.patches]
    assert heights[:2] == [0.5, 0.2] and isnan(heights[2]) and heights[3] == 0.3
    assert axes.patches[0].get_hatch() != axes.patches[2].get_hatch()


def test_a_heatmap_shows_its_numbers_and_checks_its_shape() -> None:
    axes = axes_of(PANELS["heatmap"])
    assert [text.get_text() for text in axes.texts] == ["0.10", "0.90", "0.40"]
    with pytest.raises(InputError, match="2 rows and 1 columns"):
        Heatmap(["x", "y"], ["a"], [[1, 2], [3, 4]], Axis(""), "")


def test_a_heatmap_of_counts_shows_counts() -> None:
    axes = axes_of(Heatmap(["x"], ["0", "1"], [[1000, 3]], Axis(""), "sentences", counts=True))
    assert [text.get_text() for text in axes.texts] == ["1000", "3"]
    colours = axes.images[0].get_array().tolist()[0]
    assert colours == pytest.approx([log1p(1000), log1p(3)])


def test_what_is_not_finite_is_not_drawn() -> None:
    panel = Dots([Dot("a", Estimate(inf, -inf, 1)), Dot("b", Estimate(1))], Axis(""))
    assert all(abs(x) < 10 for x in axes_of(panel).get_xlim())
    render(Figure("", [panel]), ".png")


def test_nothing_to_draw_is_said() -> None:
    for empty in (
        lambda: Figure("", []),
        lambda: Dots([], Axis("")),
        lambda: Curves([], Axis(""), Axis("")),
        lambda: Bars([], [Group("A", [])], Axis("")),
        lambda: Heatmap([], [], [], Axis(""), ""),
    ):
        with pytest.raises(InputError, match="nothing to draw"):
            empty()


def test_svg_is_well_formed_whatever_names_hold() -> None:
    nasty = Dots(
        [Dot("<b>&\x07 $x^2$\n%", Estimate(1.0, 0.5, 2.0))], Axis("<x> & $y"), mark=Mark(1, "<")
    )
    ET.fromstring(render(Figure("<c>", [nasty]), ".svg"))


def test_notebooks_show_a_figure() -> None:
    assert ET.fromstring(KINDS["bars"]._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


def laid_out(*panels: Panel) -> Canvas:
    with rc_context({**STYLE}):
        canvas = drawn(Figure("", panels))
        canvas.draw_without_rendering()
    return canvas


def test_panels_of_the_same_labels_share_them_in_the_order_of_the_first() -> None:
    first, second, third = laid_out(
        Dots(dots(B=0.5, A=(0.3, 0.2, 0.4)), Axis("F0.5"), "M2", Mark(0.6)),
        Dots(dots(A=0.6, B=0.7), Axis("score"), "GLEU"),
        Dots(dots(A=0.1, B=0.2), Axis("score"), "a measure of a very long name" * 3),
    ).axes
    assert [axes.get_title() for axes in (first, second)] == ["M2", "GLEU"]
    assert "\n" in third.get_title()
    assert [axes.get_xlabel() for axes in (first, second, third)] == ["F0.5", "score", "score"]
    assert [label.get_text() for label in first.get_yticklabels()] == ["B", "A"]
    assert not any(label.get_text() for label in second.get_yticklabels())
    assert [0.7, 0.6] in [list(map(float, line.get_xdata())) for line in second.get_lines()]


def test_panels_of_other_labels_have_their_own() -> None:
    one, other = laid_out(Dots(dots(A=0.5), Axis(""), "x"), Dots(dots(B=0.6), Axis(""), "y")).axes
    assert [label.get_text() for label in one.get_yticklabels()] == ["A"]
    assert [label.get_text() for label in other.get_yticklabels()] == ["B"]


def test_more_panels_than_fit_side_by_side_go_into_rows() -> None:
    axes = laid_out(*(Dots(dots(A=float(k)), Axis("score"), f"M{k}") for k in range(6))).axes
    assert [one.get_subplotspec().get_geometry()[:2] for one in axes] == [(2, 3)] * 6
    assert [bool(one.get_yticklabels()[0].get_text()) for one in axes] == [True, False, False] * 2


def test_nothing_overlaps_with_twelve_systems_and_three_measures() -> None:
    rows = [Dot(f"system {k}", Estimate(0.5 + k / 1000, 0.4, 0.6)) for k in range(12)]
    names = ("M2", "GLEU(draws=0)", "USim(labels=weak)")
    canvas = laid_out(*(Dots(rows, Axis("score"), name) for name in names))
    texts = []
    for axes in canvas.axes:
        low, high = axes.get_xlim()
        ticks = zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
        shown = [label for x, label in ticks if low <= x <= high]
        texts += [axes.title, axes.xaxis.label, *shown, *axes.get_yticklabels()]
    boxes = [text.get_window_extent() for text in texts if text.get_text()]
    assert len(boxes) > 12 + 3 * 4
    whole = canvas.bbox
    for n, one in enumerate(boxes):
        assert one.x0 >= whole.x0 and one.x1 <= whole.x1
        assert one.y0 >= whole.y0 and one.y1 <= whole.y1
        assert not any(one.overlaps(other) for other in boxes[n + 1 :])


def test_curves_in_panels_have_one_legend_and_the_same_looks() -> None:
    both = [Series("drop", [Point(0, 1), Point(5, 0.9)]), Series("swap", [Point(0, 1)])]
    canvas = laid_out(
        Curves(both, Axis("%"), Axis("USim")), Curves(both[1:], Axis("%"), Axis("DistSim"))
    )
    [legend] = canvas.legends
    assert [text.get_text() for text in legend.get_texts()] == ["drop", "swap"]
    one, other = canvas.axes
    looks = [
        (line.get_color(), line.get_marker(), line.get_linestyle())
        for line in (one.lines[1], other.lines[0])
    ]
    assert looks[0] == looks[1]
    assert [axes.get_ylabel() for axes in canvas.axes] == ["USim", "DistSim"]


def test_series_drawn_apart_have_a_panel_each_with_the_background_in_all() -> None:
    series = [Series("annotators", [Point(0, 1)], background=True), *SERIES]
    axes = laid_out(Curves(series, Axis("x"), Axis("y"), apart=True)).axes
    assert [one.get_title() for one in axes] == ["drop", "swap"]
    assert all(len(one.lines) == 2 for one in axes)
