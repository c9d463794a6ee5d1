"""Figures: what is drawn, the files they become, and that the same numbers give the same bytes."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import inf, isnan, nan
from pathlib import Path

import pytest
from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from corrigenda.cli import outputs
from corrigenda.errors import InputError
from corrigenda.report.figures import (
    STYLE,
    Curves,
    Figure,
    Whiskers,
    bars,
    curve_panels,
    curves,
    files,
    heatmap,
    whisker_panels,
    whiskers,
)

SERIES: dict[str, list[tuple[float, float] | tuple[float, float, float, float]]] = {
    "drop": [(0, 1), (5, 0.9, 0.85, 0.95), (10, 0.8, 0.7, 0.9)],
    "swap": [(0, 1), (5, 0.95), (10, 0.9)],
}

KINDS: dict[str, Callable[[], Figure]] = {
    "whiskers": lambda: whiskers(
        [("Wcip $5 a_b", 0.1, (0.05, 0.2)), ("Nn", -0.1, None)],
        xlabel="change",
        caption="Changes.",
        line=0,
    ),
    "curves": lambda: curves(SERIES, xlabel="%", ylabel="score", caption="Curves."),
    "bars": lambda: bars(
        {"A": {"Det": 0.5, "Nn": 0.2}, "B": {"Nn": 0.3}}, ylabel="recall", caption="Bars."
    ),
    "heatmap": lambda: heatmap(
        [[0.1, 0.9], [nan, 0.4]],
        ["x", "y"],
        ["a", "b"],
        xlabel="system",
        colour="F",
        caption="Heat.",
    ),
}


def drawn(figure: Figure) -> Axes:
    canvas = Canvas()
    figure.draw(canvas)
    return canvas.axes[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_every_kind_becomes_every_format_and_has_its_caption_beside_it(
    kind: str, suffix: str, tmp_path: Path
) -> None:
    target = tmp_path / f"figure{suffix}"
    figure = KINDS[kind]()
    figure.save(target)
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}[suffix]
    assert target.read_bytes().startswith(begins)
    assert (tmp_path / "figure.caption.txt").read_text() == figure.caption + "\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [target.name, "figure.caption.txt"]
    )


def test_a_png_is_a_column_wide_at_300_dots_an_inch(tmp_path: Path) -> None:
    figure = KINDS["curves"]()
    figure.save(tmp_path / "a.png")
    figure.save(tmp_path / "b.png", width=6.6)
    widths = [
        struct.unpack(">I", (tmp_path / name).read_bytes()[16:20])[0] for name in ("a.png", "b.png")
    ]
    assert widths == [990, 1980]


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_the_same_numbers_give_the_same_bytes_in_any_process(suffix: str, tmp_path: Path) -> None:
    program = (
        "import sys; from corrigenda.report.figures import curves\n"
        f"f = curves({SERIES!r}, xlabel='%', ylabel='score', caption='Curves.')\n"
        "f.save(sys.argv[1])"
    )
    target = tmp_path / f"other{suffix}"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}
    subprocess.run([sys.executable, "-c", program, str(target)], check=True, env=environment)
    assert target.read_bytes() == KINDS["curves"]().render(suffix)


def test_settings_of_the_user_do_not_count_and_stay_as_they_are() -> None:
    plain = KINDS["curves"]().render(".svg")
    with rc_context({"font.size": 20, "axes.grid": True}):
        before = dict(rcParams)
        assert KINDS["curves"]().render(".svg") == plain
        assert dict(rcParams) == before
    program = (
        "import sys; from corrigenda.report.figures import whiskers\n"
        "whiskers([('a', 1.0, None)], xlabel='x', caption='c').render('.png')\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_importing_draws_nothing_in() -> None:
    program = (
        "import sys, corrigenda.report.figures\nassert 'matplotlib' not in sys.modules, 'loaded'"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["figure.jpg", "figure", "figure.png.txt"])
def test_other_endings_are_refused_before_anything_is_drawn(name: str, tmp_path: Path) -> None:
    def never(canvas: Canvas) -> None:
        raise AssertionError("drawn")

    with pytest.raises(InputError, match=r"\.png, \.pdf or \.svg"):
        Figure("c", never).save(tmp_path / name)
    with pytest.raises(InputError, match=r"\.png, \.pdf or \.svg"):
        outputs.check([], [], figure=tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_figure_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    def fails(canvas: Canvas) -> None:
        raise RuntimeError

    target = tmp_path / "figure.pdf"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError):
        Figure("c", fails).save(target)
    assert [path.name for path in tmp_path.iterdir()] == ["figure.pdf"]
    assert target.read_bytes() == b"old"
    with pytest.raises(InputError, match="folder does not exist"):
        KINDS["bars"]().save(tmp_path / "no" / "figure.pdf")


def test_a_caption_is_a_file_that_must_not_be_an_input(tmp_path: Path) -> None:
    assert files("a/b.SVG") == (Path("a/b.SVG"), Path("a/b.caption.txt"))
    given = tmp_path / "x.caption.txt"
    given.write_text("mine")
    with pytest.raises(InputError, match="is read"):
        outputs.check([], [given], figure=tmp_path / "x.png")


def test_whiskers_put_the_first_on_top_with_its_interval() -> None:
    axes = drawn(KINDS["whiskers"]())
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Wcip $5 a_b", "Nn"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    lines = [list(map(float, line.get_xdata())) for line in axes.get_lines()]
    assert [0.05, 0.2] in lines and [0.1, -0.1] in lines and [0, 0] in lines


def test_curves_differ_in_colour_marker_and_line() -> None:
    axes = drawn(
        curves(
            {f"s{k}": [(1, k), (10, k)] for k in range(28)},
            xlabel="x",
            ylabel="y",
            caption="",
            log_x=True,
        )
    )
    looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in axes.lines]
    assert len(set(looks)) == 28
    assert len({look[1:] for look in looks[:7]}) == 7  # without colours, too
    assert axes.get_xscale() == "log"


@pytest.mark.parametrize("last", [3, 20])
def test_whole_numbers_are_not_divided(last: int) -> None:
    def ticks(points: list[tuple[float, float]]) -> list[float]:
        return list(drawn(curves({"s": points}, xlabel="x", ylabel="y", caption="")).get_xticks())

    assert all(float(x).is_integer() for x in ticks([(1, 0.1), (2, 0.2), (last, 0.3)]))
    assert not all(float(x).is_integer() for x in ticks([(1, 0.1), (2.5, 0.2), (last, 0.3)]))


def test_a_band_is_drawn_where_there_is_one() -> None:
    axes = drawn(KINDS["curves"]())
    [band] = axes.collections
    points = band.get_paths()[0].vertices
    assert {tuple(map(float, point)) for point in points} >= {(5, 0.85), (10, 0.9)}
    assert all(point[0] >= 5 for point in points)


def test_bars_leave_a_gap_where_a_group_lacks_a_category() -> None:
    axes = drawn(KINDS["bars"]())
    heights = [float(bar.get_height()) for bar in axes.patches]
    assert heights[:2] == [0.5, 0.2] and isnan(heights[2]) and heights[3] == 0.3
    assert axes.patches[0].get_hatch() != axes.patches[2].get_hatch()


def test_a_heatmap_shows_its_numbers_and_checks_its_shape() -> None:
    axes = drawn(KINDS["heatmap"]())
    assert [text.get_text() for text in axes.texts] == ["0.10", "0.90", "0.40"]
    with pytest.raises(InputError, match="2 rows and 1 columns"):
        heatmap([[1, 2], [3, 4]], ["x", "y"], ["a"], xlabel="", colour="", caption="")


def test_what_is_not_finite_is_not_drawn() -> None:
    figure = whiskers([("a", inf, (-inf, 1)), ("b", 1, None)], xlabel="", caption="")
    assert all(abs(x) < 10 for x in drawn(figure).get_xlim())
    figure.render(".png")


def test_nothing_to_draw_is_said() -> None:
    for empty in (
        lambda: whiskers([], xlabel="", caption=""),
        lambda: curves({}, xlabel="", ylabel="", caption=""),
        lambda: bars({"A": {}}, ylabel="", caption=""),
        lambda: heatmap([], [], [], xlabel="", colour="", caption=""),
    ):
        with pytest.raises(InputError, match="nothing to draw"):
            empty()


def test_svg_is_well_formed_whatever_names_hold() -> None:
    figure = whiskers(
        [("<b>&\x07 $x^2$\n%", 1.0, (0.5, 2.0))], xlabel="<x> & $y", caption="<c>", line=1
    )
    ET.fromstring(figure.render(".svg"))


def test_notebooks_show_a_figure() -> None:
    figure = KINDS["bars"]()
    assert ET.fromstring(figure._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"
    assert repr(figure).startswith("Figure(caption='Bars.'")
    assert "0x" not in repr(figure)  # the same from one run to the next


def laid_out(figure: Figure) -> Canvas:
    with rc_context({**STYLE}):
        canvas = Canvas(figsize=(figure.width, figure.height), layout="constrained")
        figure.draw(canvas)
        canvas.draw_without_rendering()
    return canvas


def test_panels_share_their_labels_and_their_order() -> None:
    panels = [
        Whiskers({"A": (0.3, (0.2, 0.4)), "B": (0.5, None)}, "F0.5", "M2", line=0.6),
        Whiskers({"B": (0.7, None), "A": (0.6, None)}, "score", "GLEU"),
        Whiskers({"A": (0.1, None)}, "score", "a measure of a very long name" * 3),
    ]
    figure = whisker_panels(panels, ["B", "A"], caption="Three.")
    first, second, third = laid_out(figure).axes
    assert [axes.get_title() for axes in (first, second)] == ["M2", "GLEU"]
    assert "\n" in third.get_title()
    assert [axes.get_xlabel() for axes in (first, second, third)] == ["F0.5", "score", "score"]
    assert [label.get_text() for label in first.get_yticklabels()] == ["B", "A"]
    assert not any(label.get_text() for label in second.get_yticklabels())
    assert [0.7, 0.6] in [list(map(float, line.get_xdata())) for line in second.get_lines()]
    assert [1] in [list(map(int, line.get_ydata())) for line in third.get_lines()]
    assert figure.width > whiskers([("A", 1, None)], xlabel="", caption="").width


def test_more_panels_than_fit_side_by_side_go_into_rows() -> None:
    figure = whisker_panels(
        [Whiskers({"A": (k, None)}, "score", f"M{k}") for k in range(6)], ["A"], caption=""
    )
    axes = laid_out(figure).axes
    assert [one.get_subplotspec().get_geometry()[:2] for one in axes] == [(2, 3)] * 6
    assert [bool(one.get_yticklabels()[0].get_text()) for one in axes] == [True, False, False] * 2


def test_nothing_overlaps_with_twelve_systems_and_three_measures() -> None:
    systems = [f"system {k}" for k in range(12)]
    panels = [
        Whiskers({s: (0.5 + k / 1000, (0.4, 0.6)) for k, s in enumerate(systems)}, "score", name)
        for name in ("M2", "GLEU(draws=0)", "USim(labels=weak)")
    ]
    canvas = laid_out(whisker_panels(panels, systems, caption=""))
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
    figure = curve_panels(
        [
            Curves({"drop": [(0, 1), (5, 0.9)], "swap": [(0, 1), (5, 0.8)]}, "USim"),
            Curves({"swap": [(0, 1), (5, 0.7)]}, "DistSim"),
        ],
        xlabel="%",
        caption="Two.",
    )
    canvas = Canvas()
    figure.draw(canvas)
    [legend] = canvas.legends
    assert [text.get_text() for text in legend.get_texts()] == ["drop", "swap"]
    one, other = canvas.axes
    looks = [
        (line.get_color(), line.get_marker(), line.get_linestyle())
        for line in (one.lines[1], other.lines[0])
    ]
    assert looks[0] == looks[1]
    assert [axes.get_ylabel() for axes in canvas.axes] == ["USim", "DistSim"]
