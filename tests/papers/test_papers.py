"""What papers published beside what is computed again: rows, the page, the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda.results.figures import Axis, Dot, Dots, Figure
from corrigenda.statistics.intervals import Estimate
from papers.__main__ import PAPERS, main, run, write
from papers.page import html, markdown, summary, table
from papers.rows import Experiment, Findings, Outcome, Paper, Row
from papers.shared import MissingError
from papers.shared import Shared as Source
from papers.usim_texts import mistaken
from tests.conftest import Shared
from tests.papers.pages import DOCS, sections

# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "verdict", "shown"),
    [
        (Row("", "0.42", [0.4166]), "same", "0.417"),
        (Row("", "0.42", [0.4149]), "differs", "0.415"),
        (Row("", "0.42", [0.4149], 0.01), "within", "0.415"),
        (Row("", "0.42", [0.4099], 0.01, corrected=True), "corrected", "0.410"),
        (Row("", "0.42", [0.4166], corrected=True), "same", "0.417"),
        (Row("", "36", [36]), "same", "36"),
        (Row("", "36", [36.6]), "differs", "36.6"),
        (Row("", "-0.002", [-0.0024]), "same", "-0.0024"),
        (Row("", "1351.24, 1", [1351.2447, 1.0]), "same", "1351.245, 1"),
        (Row("", "[0.3265, 0.3708]", [0.32650, 0.3719]), "differs", "[0.3265, 0.3719]"),
        (Row("", "0.72–0.78", [0.722, 0.781]), "same", "0.722–0.781"),
        (Row("", "7/9", [7, 9]), "same", "7/9"),
        (Row("", ">0.47", [0.472]), "same", "0.472"),
        (Row("", ">0.47", [0.47]), "differs", "0.470"),
        (Row("", "about 0.5", [0.4866], 0.02), "same", "0.49"),
        (Row("", "", [2, 0.25]), "unpublished", "2, 0.2500"),
    ],
)
def test_verdicts(row: Row, verdict: str, shown: str) -> None:
    assert (row.verdict, row.shown) == (verdict, shown)


def test_as_many_are_reproduced_as_were_published() -> None:
    with pytest.raises(ValueError, match="x: 2 published, 1 reproduced"):
        Row("x", "0.1, 0.2", [0.1])


# --- the page -------------------------------------------------------------------------------------


def given() -> list[tuple[Paper, list[Outcome]]]:
    findings = Findings(
        [
            Row("first", "0.42", [0.4165], reason="not shown: they agree"),
            Row("second", "0.7", [0.83], reason="<mispaired>", corrected=True),
            Row("third", "0.7", [0.9], reason="nobody knows"),
            Row("fourth", "0.7", [0.91], reason="nobody knows"),
            Row("fifth", "0.71", [0.72], 0.02, "drawn anew"),
        ],
        {"one": Figure("A <figure>.", [Dots([Dot("a", Estimate(0.4))], Axis("x"))])},
        ["a note"],
    )

    def never(shared: Source) -> Findings:
        raise MissingError("x.csv is not there")

    there = Experiment("one", "Table 1", "What there is", lambda _: findings)
    absent = Experiment("two", "Table 2", "What is not there", never)
    paper = Paper("p", "A paper", "Somebody 2018, Something", (there, absent))
    return [(paper, run(paper, Source(Path())))]


def test_reasons_stand_once_and_only_where_values_differ() -> None:
    findings = given()[0][1][0].findings
    assert findings is not None
    shown = table(findings)
    assert [row[3:] for row in shown.rows] == [
        ["same", ""],
        ["corrected", "a"],
        ["differs", "b"],
        ["differs", "b"],
        ["close", "c"],
    ]
    assert list(shown.notes) == [
        "(a) <mispaired>", "(b) nobody knows", "(c) within 0.02: drawn anew", "a note"
    ]  # fmt: skip


def test_the_overview_counts_and_says_what_was_skipped() -> None:
    first, second, *_, whole = summary(given()).rows
    assert first == ["p", "Table 1", "What there is", 1, 1, 1, 2, ""]
    assert second[3:] == [None, None, None, None, "skipped: x.csv is not there"]
    assert whole[3:7] == [1, 1, 1, 2]


def test_html() -> None:
    page = html(given())
    assert "Skipped: x.csv is not there." in page
    assert '<tr class="corrected"><th scope="row" class="name">second</th>' in page
    assert "&lt;mispaired&gt;" in page and "<mispaired>" not in page
    assert page.count("<img ") == page.count("data:image/svg+xml;base64,") == 1
    assert "img-src data:" in page and 'alt="A &lt;figure&gt;."' in page


def test_markdown() -> None:
    text = markdown(given())
    assert "| second | 0.7 | 0.83 | corrected | a |" in text
    assert "### Table 2: What is not there\n\nSkipped: x.csv is not there.\n" in text
    assert text.endswith("there.\n") and "\n\n\n" not in text


def test_files(tmp_path: Path) -> None:
    write(given(), tmp_path / "out", tmp_path / "page.md")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"index.html", "papers.md", "p-one.svg", "p-one.caption.txt"}
    assert (tmp_path / "page.md").read_text() == (tmp_path / "out" / "papers.md").read_text()


# --- the command ----------------------------------------------------------------------------------


def test_without_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--shared", str(tmp_path), "--out", str(tmp_path / "out")]
    assert main(where) == 2
    assert "hint: say where it is, with --shared FOLDER" in capsys.readouterr().err
    (tmp_path / "data").mkdir()
    assert main(where) == 0
    listed = capsys.readouterr().out
    every = [e for paper in PAPERS for e in paper.experiments]
    assert listed.count("skipped: ") == len(every) > 25
    assert "golden/hoo.json is not there" in listed
    assert main([*where, "--only", "hoo/figure", "usim/example"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main([*where, "--only", "nothing"]) == 2


def test_names_are_unique() -> None:
    names = [f"{paper.key}/{e.key}" for paper in PAPERS for e in paper.experiments]
    assert len(names) == len(set(names))


def test_lines_as_the_released_program_pairs_them() -> None:
    assert [mistaken("mle_4.txt", n) for n in (0, 17, 753)] == [4, 4, 4]
    assert [mistaken("dev.ref2", n) for n in (0, 17, 99, 100, 753)] == [20, 217, 299, 100, 753]
    assert [mistaken("dev.ref0", n) for n in (5, 17, 753)] == [5, 17, 753]


# --- public data ----------------------------------------------------------------------------------


def test_hoo(shared: Shared, tmp_path: Path) -> None:
    page = tmp_path / "hoo.md"
    where = ["--shared", str(shared.root), "--out", str(tmp_path), "--markdown", str(page)]
    assert main([*where, "--only", "hoo"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "| optional edits | 76 | 148 | differs |" in text
    for part in sections(text).items():
        assert part in sections(DOCS.read_text(encoding="utf-8")).items()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_of_them(shared: Shared, tmp_path: Path) -> None:
    """Nothing differs without a reason, and the documentation shows what comes out."""
    results = [(paper, run(paper, Source(shared.root))) for paper in PAPERS]
    for paper, outcomes in results:
        for outcome in outcomes:
            if outcome.findings is None:
                assert "no model" in outcome.skipped
                continue
            for row in outcome.findings.rows:
                explained = row.reason or row.verdict in ("same", "unpublished")
                assert explained, f"{paper.key}/{outcome.experiment.key}: {row.name}"
    write(results, tmp_path)
    found = sections((tmp_path / "papers.md").read_text(encoding="utf-8"))
    shown = sections(DOCS.read_text(encoding="utf-8"))
    for title, text in found.items():
        if "Sensitivity" not in title:  # the last digits may be a machine's
            assert text == shown[title]
