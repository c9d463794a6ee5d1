"""Tables: what they print, and that no text gets out of its cell."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from corrigenda.results.tables import Cell, Column, Table, one_line, together

SCORES = Table(
    [
        Column("system", align="left"),
        Column("F", group="M2", best="max"),
        Column("TP", group="M2"),
        Column("GLEU", best="max"),
    ],
    [
        ["AMU", Cell(0.35012, 0.33123, 0.36881, "*"), 12, 0.5],
        ["CAMB", Cell(0.37331, 0.35, 0.39), np.int64(1005), None],
    ],
    title="CoNLL-2014",
    notes=["M2(beta=0.5)|refs:2"],
)

HOSTILE = [
    "<script>alert(1)</script>",
    "a|b",
    "**bold** _x_ `code` [l](http://x)",
    r"\input{x} & % $ # _ { } ~ ^",
    '[-1ex] * -- "quoted"',
    "two\nlines\tand\x1b[31mred",
    "\u202eturned",
    "=1+1",
    "中文字",
]


def rendered(table: Table, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    console.print(table)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def wide(systems: int) -> Table:
    names = [f"System{k}" for k in range(systems)]
    return Table(
        [Column("measure", align="left"), *(Column(n) for n in names)],
        [["M2", *(Cell(k / 100, k / 200, k / 50) for k in range(systems))]],
    )


# --- plain -----------------------------------------------------------------------------------


def test_plain_is_aligned() -> None:
    assert SCORES.plain().splitlines() == [
        "CoNLL-2014",
        "",
        "                      M2",
        "        ------------------------------",
        "system                         F    TP    GLEU",
        "------  ------------------------  ----  ------",
        "AMU     0.3501* [0.3312, 0.3688]    12  0.5000",
        "CAMB    0.3733  [0.3500, 0.3900]  1005       –",
        "",
        "M2(beta=0.5)|refs:2",
    ]


def test_plain_is_what_str_gives() -> None:
    assert str(SCORES) + "\n" == SCORES.plain()


def test_plain_without_rows_has_its_header() -> None:
    assert Table([Column("a"), Column("b")], []).plain() == "a  b\n-  -\n"


def test_a_long_group_name_widens_its_columns() -> None:
    table = Table([Column("F", group="M2(beta=0.5)")], [[0.5]])
    lines = table.plain().splitlines()
    assert lines[0] == "M2(beta=0.5)"
    assert {len(line) for line in lines} == {12}


@given(st.lists(st.lists(st.text(), min_size=2, max_size=2), min_size=1, max_size=4))
def test_plain_keeps_columns_under_each_other(rows: list[list[str]]) -> None:
    table = Table([Column("a", align="left"), Column("b")], rows)
    lines = table.plain().split("\n")
    assert len(lines) == len(rows) + 3  # header, rule, rows, and behind the last line nothing
    rule = lines[1]
    for line, parts in zip(lines[2:], table.parts, strict=False):
        if parts[1].value:
            assert cell_len(line) == len(rule)


@pytest.mark.parametrize(
    ("value", "column", "shown"),
    [
        (0.0, Column(""), "0.0000"),
        (-0.00001, Column(""), "0.0000"),
        (-0.00001, Column("", signed=True), "0.0000"),
        (0.25, Column("", signed=True), "+0.2500"),
        (3, Column("", signed=True), "+3"),
        (0, Column("", signed=True), "0"),
        (np.float64(0.5), Column("", decimals=2), "0.50"),
        (float("nan"), Column(""), "–"),
        (float("inf"), Column(""), "–"),
        (None, Column(""), "–"),
        ("text", Column(""), "text"),
    ],
)
def test_numbers(value: object, column: Column, shown: str) -> None:
    assert Table([column], [[value]]).parts[0][0].value == shown  # type: ignore[list-item]


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="2 cells, not 1"):
        Table([Column("a")], [["x", "y"]])


# --- best ------------------------------------------------------------------------------------


def test_best_are_all_that_print_alike() -> None:
    table = Table(
        [Column("max", best="max"), Column("min", best="min"), Column("neither")],
        [[0.50001, 1, 1], [0.50002, 2, 2], [0.4, 1, 3], ["n/a", None, 4]],
    )
    assert table.best == {(0, 0), (1, 0), (0, 1), (2, 1)}


def test_one_number_alone_is_not_best() -> None:
    assert not Table([Column("F", best="max")], [[0.5], [None]]).best


# --- terminal --------------------------------------------------------------------------------


def test_terminal_fits_and_drops_nothing() -> None:
    table = wide(12)
    for width in (40, 80, 120):
        text = rendered(table, width)
        assert max(map(cell_len, text.splitlines())) <= width
        for k in range(12):
            assert len(re.findall(rf"System{k}\b", text)) == 1
            assert f"{k / 100:.4f}" in text
            assert f"[{k / 200:.4f}, {k / 50:.4f}]" in text


def test_terminal_keeps_intervals_beside_scores_where_there_is_room() -> None:
    assert "0.3501* [0.3312, 0.3688]" in rendered(SCORES, 80)
    assert "0.3501* [" not in rendered(SCORES, 40)


def test_terminal_keeps_groups_together() -> None:
    columns = [Column(p, group=g) for g in ("one", "two", "three") for p in "PRF"]
    table = Table([Column("s", align="left"), *columns], [["x", *[0.5] * 9]])
    heads = [line.split() for line in rendered(table, 60).splitlines() if line.startswith("s ")]
    assert heads == [["s", *"PRFPRF"], ["s", *"PRF"]]


def test_tables_of_the_same_rows_stand_side_by_side_in_a_csv() -> None:
    name = Column("system", align="left")
    one = Table([name, Column("score")], [["A", Cell(0.5, 0.4, 0.6)], ["B", 0.7]], "Scores")
    other = Table([name, Column("1", group="sentences")], [["A", 3], ["B", 4]], "Sentences")
    assert together([one, other]).csv() == (
        "system,score,score low,score high,sentences 1\nA,0.5,0.4,0.6,3\nB,0.7,,,4\n"
    )
    fewer = Table(other.columns, other.rows[:1], "Sentences")
    assert together([one, fewer]).csv() == (
        "table,system,score,score low,score high,sentences 1\n"
        "Scores,A,0.5,0.4,0.6,\nScores,B,0.7,,,\nSentences,A,,,,3\n"
    )
    again = Table(one.columns, one.rows, "Again")  # nothing but the title tells them apart
    assert together([one, again]).csv().count("\nAgain,") == 2


def shared_task(systems: int = 13) -> Table:
    """As many systems as CoNLL-2014 had, by four measures."""
    columns = [Column("system", align="left")]
    for measure, parts in (("M2", 5), ("GLEU", 1), ("IMeasure", 6), ("Accuracy", 0)):
        columns += [Column("score", group=measure, best="max")]
        columns += [Column(f"part{k}", group=measure) for k in range(parts)]
    rows = [
        [
            f"SYS{i}",
            *(
                Cell(i / 99 + j / 999, -i / 99, i / 88 + j / 999)
                if column.best
                else i / 100 + j / 1000
                for j, column in enumerate(columns[1:])
            ),
        ]
        for i in range(systems)
    ]
    return Table(columns, rows, notes=["M2|" + "x" * 100])


def test_terminal_gives_each_measure_a_block_and_each_block_the_names() -> None:
    table = shared_task()
    for width in (40, 80, 200):
        text = rendered(table, width)
        assert max(map(cell_len, text.splitlines())) <= width
        for parts in table.parts:
            for value, _, interval in parts[1:]:
                assert value in text and interval in text
    text = rendered(table, 80)
    lines = text.splitlines()
    heads = [line.split() for line in lines if line.startswith("system")]
    assert [head[1] for head in heads] == ["score"] * len(heads)  # no measure is torn apart
    assert len(re.findall(r"(?m)^SYS12 ", text)) == len(heads) == 4
    # Below their scores, intervals would make it longer, so they are where they must be: in the
    # one block that would be too wide else.
    stacked = [line for line in lines if re.match(r" +\[", line)]
    assert len(stacked) == 13


def test_terminal_repeats_all_that_names_a_row() -> None:
    names = [Column(name, align="left") for name in ("measure", "A", "B")]
    table = Table(
        [*names, *(Column(f"number{k}") for k in range(9))], [["M2", "x", "y", *[0.5] * 9]]
    )
    rows = [line.split()[:3] for line in rendered(table, 60).splitlines() if line[:2] == "M2"]
    assert rows == [["M2", "x", "y"]] * 2
    narrow = [line.split()[0] for line in rendered(table, 24).splitlines() if line[:2] == "M2"]
    assert len(narrow) > 2  # what takes half of the room is not repeated


def test_terminal_wraps_long_text_rather_than_cutting_it() -> None:
    words = " ".join(f"word{k}" for k in range(40))
    table = Table([Column("measure", align="left"), Column("about", align="left")], [["M2", words]])
    assert rendered(table, 50).split()[-40:] == words.split()


def test_terminal_takes_no_markup_and_no_escape_codes() -> None:
    text = rendered(Table([Column("a", align="left")], [["[red]x[/red]"], ["\x1b[31my"]]), 80)
    assert "[red]x[/red]" in text
    assert "\x1b" not in text


# --- the other formats -----------------------------------------------------------------------


def test_markdown() -> None:
    assert SCORES.markdown().splitlines() == [
        "**CoNLL-2014**",
        "",
        "| system | M2 F | M2 TP | GLEU |",
        "|:--|--:|--:|--:|",
        r"| AMU | 0.3501\* [0.3312, 0.3688] | 12 | 0.5000 |",
        "| CAMB | **0.3733** [0.3500, 0.3900] | 1005 | – |",
        "",
        r"M2(beta=0.5)\|refs:2",
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_escapes(text: str) -> None:
    table = Table([Column("a"), Column("b")], [[text, "end"]], notes=["# no heading"])
    row = table.markdown().splitlines()[2]
    assert len(re.findall(r"(?<!\\)\|", row)) == 3
    assert not re.search(r"(?<!\\)[<>`*_\[\]]", row)
    assert r"\# no heading" in table.markdown()


def test_latex() -> None:
    lines = replace(SCORES, label="tab:conll 14").latex().splitlines()
    assert r"\caption{CoNLL-2014}" in lines
    assert r"\label{tab:conll-14}" in lines
    assert r"\begin{tabular}{lrrr}" in lines
    assert r" & \multicolumn{2}{c}{M2} &  \\" in lines
    assert r"\cmidrule(lr){2-3}" in lines
    assert (
        r"AMU & 0.3501\textsuperscript{{*}} {\scriptsize [0.3312, 0.3688]} & 12 & 0.5000 \\"
        in lines
    )
    assert r"CAMB & \textbf{0.3733} {\scriptsize [0.3500, 0.3900]} & 1005 & – \\" in lines
    assert lines[:2] == [r"% \usepackage{booktabs}", r"\begin{table}[t]"]
    assert lines[-1] == r"\end{table}"


def test_latex_has_real_minus_signs() -> None:
    table = Table([Column("A - B")], [[Cell(-0.5, -1.0, -0.25)]], notes=["well-known"])
    assert r"$-$0.5000 {\scriptsize [$-$1.0000, $-$0.2500]}" in table.latex()
    assert r"A $-$ B \\" in table.latex()
    assert "well-known" in table.latex()


def test_latex_lets_signatures_break() -> None:
    notes = ["M2(a=1,b=2)|refs:2|v:0", "one, two"]
    text = Table([Column("F")], [[0.5]], notes=notes).latex()
    bar = r"\textbar{}\allowbreak{}"
    assert rf"M2(a=1,\allowbreak{{}}b=2){bar}refs:2{bar}v:0" in text
    assert "one, two" in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_compiles(tmp_path: Path) -> None:
    marked = Cell(-0.5, -0.75, 0.25, "***")
    western = [text for text in HOSTILE if text.isascii()]
    hostile = Table(
        [Column("name", align="left"), *(Column(text, group=text) for text in western)],
        [[text, *[marked] * len(western)] for text in western],
        title=" ".join(western),
        notes=western,
    )
    body = "".join(
        table.latex() for table in (hostile, SCORES, shared_task(), replace(SCORES, long=True))
    )
    head = "\\documentclass{article}\n\\usepackage{booktabs,longtable}\n\\begin{document}\n"
    text = head + body
    (tmp_path / "paper.tex").write_text(text + "\\end{document}\n", encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "paper.pdf").stat().st_size


@pytest.mark.parametrize("text", HOSTILE)
def test_latex_escapes(text: str) -> None:
    table = Table([Column("a"), Column("b")], [[text, "end"]])
    row = table.latex().split("\\midrule\n")[1].split("\n")[0]
    body = row.removesuffix(r" & end \\")
    assert body != row
    assert not body.startswith(("[", "*"))
    commands = set(re.findall(r"\\([A-Za-z]+)", body))
    allowed = {"textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater"}
    assert commands <= allowed | {"textbar", "char"}
    assert not re.search(r"(?<!\\)[&%$#_~^|<>]", body)
    bare = re.sub(r"\\[{}]", "", body)
    assert bare.count("{") == bare.count("}")
    assert "--" not in body


def test_csv_has_full_precision_and_a_column_for_everything() -> None:
    head, first, second = csv.reader(io.StringIO(SCORES.csv()))
    assert head == ["system", "M2 F", "M2 F marks", "M2 F low", "M2 F high", "M2 TP", "GLEU"]
    assert first == ["AMU", "0.35012", "*", "0.33123", "0.36881", "12", "0.5"]
    assert second == ["CAMB", "0.37331", "", "0.35", "0.39", "1005", ""]


@given(st.lists(st.text()))
def test_csv_keeps_text_on_one_line(texts: list[str]) -> None:
    table = Table([Column("a"), Column("b")], [[text, 1] for text in texts])
    rows = list(csv.reader(io.StringIO(table.csv(), newline="")))[1:]
    for (found, one), text in zip(rows, texts, strict=True):
        assert one == "1"
        clean = one_line(text)
        assert found == (f"'{clean}" if clean[:1] in tuple("=+-@") else clean)


def test_csv_numbers_are_no_formulas() -> None:
    assert Table([Column("d")], [[-0.5]]).csv() == "d\n-0.5\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_html_escapes(text: str) -> None:
    table = Table(
        [Column(text, group=text), Column("b")], [[Cell(text, marks=text), 1]], text, [text]
    )
    root = ET.fromstring(table.html())
    tags = ["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "sup", "small", "b"]
    assert {e.tag for e in root.iter()} <= set(tags)
    assert {key for e in root.iter() for key in e.attrib} <= {"class", "colspan", "scope", "style"}
    assert table._repr_html_() == table.html()


def test_html_marks_headers_and_the_best() -> None:
    root = ET.fromstring(SCORES.html())
    assert [e.text for e in root.iter("th") if e.get("scope") == "row"] == ["AMU", "CAMB"]
    assert [e.text for e in root.iter("th") if e.get("scope") == "colgroup"] == ["M2"]
    assert [e.text for e in root.iter("b")] == ["0.3733"]
