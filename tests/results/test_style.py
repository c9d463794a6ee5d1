"""Tables for papers: percent, digits, columns, captions, marks, types by systems, Typst, HTML."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Result
from corrigenda.results.figures import (
    Axis,
    Bars,
    Curves,
    Dot,
    Dots,
    Figure,
    Group,
    Mark,
    Point,
    Series,
)
from corrigenda.results.style import Style, captions
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Estimate
from tests.conftest import Run

FILES = ["--m2", str(examples.path("gold.m2"))]
for name in ("good", "timid", "reckless"):
    FILES += ["-H", str(examples.path(f"{name}.txt"))]


@lru_cache
def result() -> Result:
    systems = [examples.path(f"{name}.txt") for name in ("good", "timid", "reckless")]
    return cg.evaluate(examples.path("gold.m2"), systems, "M2,WordChange", ci=None)


def test_percent_is_for_shares_only() -> None:
    plain, styled = result().tables()[0], result().styled(percent=True).tables()[0]
    by_name = {
        (c.group, c.header): [
            (row[j].value, new[j].value) for row, new in zip(plain.cells, styled.cells, strict=True)
        ]
        for j, c in enumerate(plain.columns)
    }
    for column in ("F0.5", "P", "R"):
        assert all(new == pytest.approx(100 * old) for old, new in by_name["M2", column])
    assert all(new == pytest.approx(100 * old) for old, new in by_name["WordChange", "share"])
    for column in [
        ("M2", "TP"),
        ("WordChange", cg.WordChange().label()),
        ("WordChange", "change rate"),
    ]:
        assert all(new == old for old, new in by_name[column])
    assert "in percent: F0.5, P, R, share, untouched" in styled.notes
    assert result().to_json() == result().styled(percent=True).finding.to_json()  # type: ignore[attr-defined]


def test_digits() -> None:
    text = str(result().styled(percent=True, digits=1))
    assert " 84.2 " in text and " 84.20" not in text
    assert " 84.20 " in str(result().styled(percent=True))
    assert " 0.84 " in str(result().styled(digits=2))
    assert " 0.8420 " in str(result())


@pytest.mark.parametrize("digits", [-1, 16])
def test_digits_out_of_bounds(digits: int) -> None:
    with pytest.raises(InputError, match="digits must be between 0 and 15"):
        result().styled(digits=digits)


def test_columns() -> None:
    def shown(*columns: str) -> list[str]:
        return [c.header for c in result().styled(columns=columns).tables()[0].columns]

    assert shown("F0.5", "r") == ["system", "F0.5", "R"]
    assert shown("M2 *") == ["system", "F0.5", "P", "R", "TP", "FP", "FN"]
    assert shown("F") == ["system", "F0.5"]
    with pytest.raises(InputError, match="no table has a column 'nothing'"):
        shown("F0.5", "nothing")
    assert "change rate:" not in str(result().styled(columns=["F0.5"]))
    assert "change rate:" in str(result().styled(columns=["F0.5", "change rate"]))


def test_bare_keeps_what_a_reader_must_have() -> None:
    marked = result().with_marks("stars", baseline="timid", trials=1000)
    text = str(marked.styled(bare=True))
    assert "M2(max_unchanged" not in text
    assert "stars: differs from timid" in text
    assert "change rate: words the system changes" in text
    latex = marked.styled(bare=True).to_latex()
    assert "% M2(max_unchanged=2" in latex  # the signature is a comment beside the table
    assert "scores highest" in str(result().compare())
    assert "scores highest" not in str(result().compare().styled(bare=True))


def test_a_caption_goes_to_its_table() -> None:
    types = result().types().beside(3)
    assert types.styled(caption="By type.").tables()[0].title == "By type."
    given = {"scores": "Scores.", "types": "Types."}
    assert result().styled(caption=given).tables()[0].title == "Scores."
    assert types.styled(caption=given).tables()[0].title == "Types."
    assert r"\caption{Scores.}" in result().styled(caption=given).to_latex()


def test_captions_by_name() -> None:
    assert captions(["F with beta=0.5", "types=By type."]) == {
        "": "F with beta=0.5",
        "types": "By type.",
    }
    with pytest.raises(InputError, match="two captions are given for the main table"):
        captions(["a", "b"])


def test_letters_are_those_of_the_comparison() -> None:
    marked = result().with_marks("letters")
    letters = {row[0]: row[1].marks for row in marked.tables()[0].rows if isinstance(row[1], Cell)}
    places = result().compare().ranking()["M2"]
    assert {place["system"]: place["group"] for place in places}.items() <= letters.items()
    assert letters["unchanged source"] == ""


def test_stars_are_those_of_the_comparison() -> None:
    marked = result().with_marks("stars", baseline="reckless")
    stars = {row[0]: row[1].marks for row in marked.tables()[0].rows if isinstance(row[1], Cell)}
    pair = next(p for p in result().compare("M2").pairs if {p.a, p.b} == {"good", "reckless"})
    assert (len(stars["good"]) == 3) == (pair.corrected("randomisation") < 0.001)
    assert stars["good"] and not stars["reckless"]
    with pytest.raises(InputError, match="no system 'x'"):
        result().with_marks("stars", baseline="x")


def test_types_side_by_side() -> None:
    types = result().types()
    table = types.beside(4).tables()[0]
    everything = types.beside().tables()[0]
    numbers = [row[1].value for row in everything.cells]
    assert numbers == sorted(numbers, reverse=True)
    assert [row[0] for row in table.rows] == [row[0] for row in everything.rows[:4]]
    assert f"the 4 most frequent of {len(everything.rows)} types" in table.notes
    assert [g[0] for g in table.groups] == ["", "good", "timid", "reckless"]
    measure = result().measures[0]
    for kind, _, p, r, f, *_ in everything.rows:
        typed = types.types[measure]["good"].get(str(kind))
        assert (p, r, f) == ((None,) * 3 if typed is None else typed.scores)
    with pytest.raises(InputError, match="top must be at least 1"):
        types.beside(0)


def test_typst_escapes() -> None:
    nasty = Table([Column("a_b", align="left"), Column("F0.5")], [["#x *y* [z] $", 0.5]], "T $1")
    text = nasty.typst()
    assert r"\#x \*y\* \[z\] \$" in text and "F#sub[0.5]" in text and r"T \$1" in text


def test_f_is_typeset() -> None:
    assert "F$_{0.5}$" in result().to_latex()
    assert "F<sub>0.5</sub>" in result().to_html()
    assert "F#sub[0.5]" in result().to_typst()
    assert "F0.5" in result().to_markdown()


def test_mixed_columns_say_which_rows_are_in_percent() -> None:
    compared = result().compare(trials=1000).styled(percent=True).tables()[0]
    assert "in percent: A - B by M2" in compared.notes


# --- the command line -----------------------------------------------------------------------------


def test_evaluate(ok: Run) -> None:
    printed = ok(
        "evaluate",
        *FILES,
        "-f",
        "latex",
        "--percent",
        "--digits",
        "1",
        "--marks",
        "letters",
        "--columns",
        "F0.5,P,R",
        "--caption",
        "Mine.",
        "--bare",
        "--ci",
        "0",
        "--trials",
        "1000",
    )
    assert r"\caption{Mine.}" in printed and r"\textbf{84.2}\textsuperscript{a}" in printed
    assert "TP" not in printed.partition("begin{tabular}")[2]


def test_captions_of_types(ok: Run) -> None:
    printed = ok(
        "evaluate",
        *FILES,
        "--by",
        "type",
        "--top",
        "3",
        "--caption",
        "By type.",
        "--caption",
        "scores=All.",
        "-f",
        "latex",
        "--ci",
        "0",
    )
    first, second = printed.split(r"\begin{table}")[1:]
    assert r"\caption{All.}" in first and r"\caption{By type.}" in second
    assert second.count(r"\\") == 5


@pytest.mark.parametrize("format_", ["typst", "html"])
def test_formats(ok: Run, format_: str) -> None:
    assert "F" in ok("evaluate", *FILES, "-f", format_, "--ci", "0")


def test_json_is_not_styled(ok: Run) -> None:
    plain = json.loads(ok("evaluate", *FILES, "-f", "json", "--ci", "0"))
    assert plain == json.loads(
        ok("evaluate", *FILES, "-f", "json", "--ci", "0", "--percent", "--bare")
    )


def test_the_page_is_in_percent(ok: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ok("evaluate", *FILES, "--report", str(page), "--percent", "--ci", "0", "--trials", "1000")
    assert "84.20" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--top", "3"], "--top, --side-by-side and --only show types"),
        (["--baseline", "good"], "--baseline is the system that stars compare with"),
        (["--marks", "stars", "--baseline", "x"], "no system is called 'x'"),
        (["--digits", "99"], "digits must be between"),
        (["--caption", "a", "--caption", "b"], "two captions are given"),
    ],
)
def test_refused(bad: Run, options: list[str], message: str) -> None:
    assert message in bad("evaluate", *FILES, *options)


def test_unknown_columns_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    from corrigenda.cli import main

    assert main(["evaluate", *FILES, "--columns", "F0.5,XX", "--ci", "0"]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert "no table has a column 'XX'" in err and "there are system, F0.5, P, R, TP" in err


def test_the_unchanged_source_can_be_left_out(ok: Run) -> None:
    options = ["--ci", "0", "-f", "latex", "--percent"]
    printed = ok("evaluate", *FILES, *options)
    assert "unchanged source" in printed and "in percent: F$_{0.5}$, P, R" in printed
    assert "unchanged source" not in ok("evaluate", *FILES, *options, "--no-unchanged")


def test_every_command_has_the_options(ok: Run) -> None:
    for command in (["compare"], ["conservatism"], ["references", "coverage"], ["alarms"]):
        assert "--percent" in ok(*command, "--help")


def test_style_of_a_plain_table() -> None:
    table = Table(
        [Column("x", align="left"), Column("y", unit="share")], [["a", None], ["b", 0.123456]]
    )
    assert Style(percent=True).table(table).plain().splitlines()[-3].split() == ["b", "12.35"]


def test_figures_and_verdicts_are_in_percent_too() -> None:
    styled = result().styled(percent=True)
    whole, percent = result().plot(), styled.plot()
    for before, after in zip(whole.panels, percent.panels, strict=True):
        assert isinstance(before, Dots) and isinstance(after, Dots)
        share = before.title != "WordChange"
        assert after.x.title == before.x.title + ", %" * share
        for a, b in zip(before.dots, after.dots, strict=True):
            assert b.estimate.value == pytest.approx(a.estimate.value * (100 if share else 1))
    page = styled.report()
    assert "on M2: 84.20" in re.sub("<[^>]*>", "", page)


def test_curves_and_marks_in_percent() -> None:
    points = [Point(1, 0.07, 0.05, None), Point(2, float("nan"))]
    curves = Curves([Series("a", points)], Axis("references"), Axis("F", share=True))
    dots = Dots([Dot("a", Estimate(0.5))], Axis("F", share=True), mark=Mark(0.5846, "people", 3))
    counts = Bars(["x"], [Group("n", [3.0])], Axis("edits"))
    assert dots.mark is not None and dots.mark.text == "people: 0.585"
    first, second, third = Figure("", [curves, dots, counts]).in_percent().panels
    assert isinstance(first, Curves) and isinstance(second, Dots) and second.mark is not None
    assert first.series[0].points[0] == (1, 7.0, 5.0, None)
    assert (first.x.title, first.y.title) == ("references", "F, %")
    assert second.dots[0].estimate == (50.0, None, None)
    assert second.mark.text == "people: 58.5"
    assert third == counts


def test_the_figure_of_a_command_is_in_percent(tmp_path: Path, ok: Run) -> None:
    figure = tmp_path / "f.svg"
    options = ["--ceiling", "corpus", "--percent", "--figure", str(figure)]
    assert "left-out annotator gets 58.55" in ok("evaluate", *FILES, *options)
    caption = figure.with_suffix(".caption.txt").read_text(encoding="utf-8")
    assert "with 2 references: 58.5;" in caption


def test_captions_have_mathematics_and_labels() -> None:
    caption = "F0.5 at $\\alpha = 0.05$ for $5 & $6 (50%)."
    latex = result().styled(caption=caption, label="tab:main one").to_latex()
    assert r"\caption{F$_{0.5}$ at $\alpha = 0.05$ for \$5 \& \$6 (50\%).}" in latex
    assert r"\label{tab:main-one}" in latex
    typst = result().to_typst(caption=caption, label="tab:main")
    assert r"F#sub[0.5] at $\alpha = 0.05$ for \$5" in typst and typst.endswith(") <tab:main>\n")
    assert "<sub>0.5</sub> at $" in result().to_html(caption=caption)
    named = Table([Column("x")], [[1]], "system $\\alpha$")  # no one gave it as a caption
    assert r"\$\textbackslash{}alpha\$" in named.latex()


def test_a_long_table_breaks_across_pages() -> None:
    latex = result().types().beside().to_latex(long=True, caption="Types.", label="tab:types")
    assert r"% \usepackage{booktabs,longtable}" in latex
    assert r"\caption{Types.}\label{tab:types} \\" in latex
    assert latex.count(r"type & n") == 2 * len(result().types().types)  # on the first page, others
    assert r"\begin{table}" not in latex and latex.count(r"\endhead") == 1


def test_columns_are_renamed() -> None:
    table = result().styled(columns=["M2 F0.5=$F$", "M2=M$^2$", "M2 P"], percent=True).tables()[0]
    assert [(c.group, c.header) for c in table.columns] == [
        ("", "system"),
        ("M$^2$", "$F$"),
        ("M$^2$", "P"),
    ]
    assert r"\multicolumn{2}{c}{M$^2$}" in table.latex() and "system & $F$ & P" in table.latex()
    assert "in percent: $F$, P" in table.latex()
    whole = result().styled(columns=["M2=M$^2$"]).tables()[0]
    assert [c.header for c in whole.columns] == ["system", "F0.5", "P", "R", "TP", "FP", "FN"]


def test_csv_says_what_is_in_percent() -> None:
    header = result().to_csv(percent=True).splitlines()[0]
    assert header.startswith("system,M2 F0.5 (%),M2 P (%),M2 R (%),M2 TP,")
    with_intervals = Table([Column("F", unit="share")], [[Cell(0.5, 0.4, 0.6, "*")]])
    assert Style(percent=True).table(with_intervals).csv() == (
        "F (%),F marks,F low (%),F high (%)\n50.0,*,40.0,60.0\n"
    )
    first, one, *_, last = result().compare().to_csv(percent=True, columns=["A - B"]).splitlines()
    assert first.startswith("measure,A,B,A - B,A - B unit,")
    assert one.split(",")[4] == "%" and last.split(",")[4] == ""  # M2 is a share, WordChange not


def test_types_with_counts(ok: Run) -> None:
    types = ["-m", "M2", "--ci", "0", "--by", "type", "--columns", "n,F0.5,TP"]
    table = ok("evaluate", *FILES, *types, "--side-by-side", "--only", "types")
    assert "by type" in table and "unchanged source" not in table
    assert table.splitlines()[4].split() == ["type", "n", *["TP", "F0.5"] * 3]
    typed = result().types().types[result().measures[0]]["good"]["R:PREP"]
    beside = ok("evaluate", *FILES, *types, "--top", "40", "-f", "csv").splitlines()
    assert beside[0] == "type,n,good TP,good F0.5,timid TP,timid F0.5,reckless TP,reckless F0.5"
    row = next(line for line in beside if line.startswith("R:PREP,")).split(",")
    assert [float(x) for x in row[2:4]] == [typed.tp, typed.score]
    long = ok("evaluate", *FILES, *types, "-f", "csv").splitlines()
    assert long[0] == "measure,system,type,n,TP,F0.5"
    assert f"M2,good,R:PREP,{typed.tp + typed.fn:g},{typed.tp:g},{typed.score}" in long


def test_only_types_needs_types(bad: Run) -> None:
    assert "add --by type" in bad("evaluate", *FILES, "--only", "types")


def test_a_style_keeps_what_the_result_has() -> None:
    styled = result().styled(percent=True)
    assert styled["good"]["M2"] is result()["good"]["M2"]  # type: ignore[index]
    assert styled.systems == result().systems  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="a style has no percents"):
        result().to_latex(percents=True)  # type: ignore[call-arg]


def test_a_saved_result_draws_one_measure(tmp_path: Path) -> None:
    result().save(tmp_path / "result.json")
    saved = cg.load(tmp_path / "result.json")
    assert saved.plot("M2").render(".svg") == result().plot("M2").render(".svg")
    assert saved.plot("M2").caption == result().plot("M2").caption
    with pytest.raises(InputError, match="no figure is called 'M3'"):
        saved.plot("M3")


def test_marks_say_what_the_test_was() -> None:
    marked = result().with_marks("letters", trials=2000)
    notes = marked.tables()[0].notes
    assert any("Holm's correction over all 3 pairs of systems by a measure" in n for n in notes)
    assert any("bold: the best score, whether or not its lead is significant" in n for n in notes)
    assert "|seed:1234|ar:2000|test:randomisation|" in marked.signature("M2")
    assert "test:" not in result().signature("M2")


def test_stars_without_a_baseline_compare_with_the_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["evaluate", *FILES, "--ci", "0", "--marks", "stars", "--trials", "1000"]) == 0
    assert "stars compare with good; --baseline names another" in capsys.readouterr().err


def test_how_much_is_changed_stands_once() -> None:
    both = cg.evaluate(sources=["a b c"], systems={"x": ["a b d"]}, measures="WordChange,WordOrder")
    heads = [(c.group, c.header) for c in both.tables()[0].columns]
    assert heads.count(("", "words changed")) == 1 and heads[-1] == ("", "words changed")
    assert ("WordChange", "changed") in heads  # counts are words, not abbreviations
    assert "changed: words that the system changes" in both.tables()[0].notes


def test_a_table_says_who_gains_nothing() -> None:
    gold = {"sources": ["a b", "c d"], "references": [["a x", "c d"]]}
    scored = cg.evaluate(**gold, systems={"same": ["a b", "c d"], "good": ["a x", "c d"]})  # type: ignore[arg-type]
    for text in (str(scored), str(scored.styled(unchanged=False))):
        assert "same scores no better than the unchanged source on M2\n" in text
