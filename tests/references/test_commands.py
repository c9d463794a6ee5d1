"""`corrigenda references`, as a user runs it; and what `evaluate` and `compare` say beside it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.cli import main
from tests.conftest import Run, Shared

GOLD, GOOD, TIMID, SOURCE = (
    str(examples.path(name)) for name in ("gold.m2", "good.txt", "timid.txt", "source.txt")
)
FEW = ("--resamples", "50")
HEADER = (
    "AssignmentId,WorkerId,AssignmentStatus,RequesterFeedback,Input.sentence,Answer.WritingTexts"
)
ANSWERS = {
    "He go to school .": ["He goes to school."] * 5 + ["He went to school.", "He is at school."],
    "It rains since morning .": ["It has been raining since morning."] * 3
    + ["It rained all morning.", "It has rained since morning.", "It rains.", "Rain since dawn."],
    "We like tea .": ["We like tea ."] * 5 + ["We like the tea.", "We love tea."],
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def batch(tmp_path: Path) -> str:
    lines = [HEADER]
    for s, (source, answers) in enumerate(ANSWERS.items()):
        for w, answer in enumerate(answers):
            lines.append(f"a{s}.{w},w{w},Approved,,{source},{answer}")
    path = tmp_path / "batch.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def populations(ok: Run, batch: str) -> str:
    ok("references", "estimate", batch, "--populations", "populations.jsonl")
    return "populations.jsonl"


# --- import ---------------------------------------------------------------------------------------


def test_import(ok: Run, batch: str) -> None:
    printed = ok("references", "import", batch, "--unchanged", "0.5", "--crowd", "crowd.jsonl")
    assert "2 sentences kept of 3; 21 answers kept of 21" in printed
    again = json.loads(ok("references", "import", "crowd.jsonl", "-f", "json"))
    assert [s["answers"] for s in again["sentences"]] == [7, 7]
    assert again["sentences"][0]["counts"]["he goes to school"] == 5


def test_import_draws_how_many_different_ones_there_are(ok: Run, batch: str) -> None:
    ok("references", "import", batch, "--figure", "seen.svg", "-f", "csv")
    assert "the mean of 3 sentences" in Path("seen.caption.txt").read_text(encoding="utf-8")


def test_empty_answers_are_dropped_if_asked(ok: Run, bad: Run, batch: str) -> None:
    with Path(batch).open("a", encoding="utf-8") as file:
        file.write("x,w9,Approved,,We like tea .,\n")
    error = bad("references", "import", batch)
    assert "batch.csv:23: row 23, column 'Answer.WritingTexts': expected an answer" in error
    assert "--drop-empty" in error
    assert "21 answers kept of 22; 1 empty" in ok("references", "import", batch, "--drop-empty")


def test_answers_without_worker_are_remarked_on(
    batch: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path(batch).open("a", encoding="utf-8") as file:
        file.write("x,,,,We like tea .,We like tea .\n")
    assert main(["references", "import", batch]) == 0
    said = capsys.readouterr().err
    assert "1 answer of 22 has no worker or no status, and cannot be checked: kept" in said


def test_columns_are_named(ok: Run, bad: Run, tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("text,fixed\nHe go .,He goes .\nHe go .,He went .\n", encoding="utf-8")
    names = ["source=text", "answer=fixed", "worker=", "assignment=", "status=", "feedback="]
    options = [part for name in names for part in ("--column", name)]
    assert "2 answers kept of 2" in ok("references", "import", str(path), *options)
    assert "expected a column 'Input.sentence'" in bad("references", "import", str(path))
    error = bad("references", "import", str(path), "--column", "colour=red")
    assert "expected WHAT=HEADER after --column, found 'colour=red'" in error
    error = bad("references", "validity", str(path), "-a", str(path), *options)
    assert "name the column that has this (--judgement-column)" in error


def test_bad_batches(bad: Run, batch: str, tmp_path: Path) -> None:
    assert "the assignment 'a0.0' is there already" in bad("references", "import", batch, batch)
    latin = tmp_path / "latin.csv"
    latin.write_bytes(f"{HEADER}\na,w,Approved,,Caf\xe9 .,Caf\xe9.\n".encode("latin-1"))
    said = bad("references", "import", str(latin))
    assert "latin.csv:2: row 2, column 'Input.sentence': expected UTF-8, found byte 0xE9" in said
    assert "no such file" in bad("references", "import", "absent.csv").lower()
    assert "'paper'" in bad("references", "import", batch, "--select", "none")
    assert "above 0 and at most 1" in bad("references", "import", batch, "--unchanged", "2")


# --- populations ----------------------------------------------------------------------------------


def test_estimate(ok: Run, batch: str, populations: str) -> None:
    printed = ok("references", "estimate", batch, "--above", "0,0.1", "--figure", "mass.svg")
    assert [line.split()[0] for line in printed.splitlines()[2:4]] == ["0", "0.1"]
    assert "seen: " in printed and Path("mass.svg").exists()
    data = json.loads(ok("references", "estimate", batch, "--method", "empirical", "-f", "json"))
    assert data["above"][0]["variants"] == pytest.approx((3 + 5 + 3) / 3)
    assert data["populations"][0]["good_turing"] == pytest.approx(2 / 7)
    assert len(Path(populations).read_text(encoding="utf-8").splitlines()) == 3


def test_bad_estimates(bad: Run, batch: str) -> None:
    assert "expected numbers separated by commas" in bad(
        "references", "estimate", batch, "--above", "x"
    )
    assert "cannot be an output" in bad("references", "estimate", batch, "--populations", batch)
    assert "not as .bmp" in bad("references", "estimate", batch, "--figure", "a.bmp")


def test_coverage(ok: Run, batch: str, populations: str) -> None:
    printed = ok("references", "coverage", batch, "-M", "1,3-4", "--figure", "c.svg", *FEW)
    lines = printed.splitlines()
    assert lines[0].split() == ["references", "accuracy", "index", "match"]
    assert [line.split()[0] for line in lines[2:5]] == ["1", "3", "4"]
    assert "index match" in Path("c.svg").read_text(encoding="utf-8")
    same = json.loads(
        ok("references", "coverage", populations, "-M", "1,3-4", "-f", "json", "--ci", "0")
    )["coverage"]["accuracy"]
    assert float(lines[3].split()[1]) == pytest.approx(same[1]["accuracy"]["value"], abs=1e-4)
    assert same[1]["accuracy"]["low"] is None


def test_different_references_cover_more(ok: Run, batch: str) -> None:
    def accuracy(*more: str) -> float:
        given = ("-M", "3", "--method", "empirical", "-f", "json", "--ci", "0")
        data = json.loads(ok("references", "coverage", batch, *given, *more))
        return float(data["coverage"]["accuracy"][0]["accuracy"]["value"])

    assert accuracy("--different") > accuracy()
    given = ("-M", "3,500", "--key", "exact", "--different", "--ci", "0")
    printed = ok("references", "coverage", batch, *given)
    assert "computed by quadrature, then Rosén's approximation" in printed


def test_an_accuracy_is_tested(ok: Run, bad: Run, populations: str) -> None:
    printed = ok(
        "references", "coverage", populations, "-M", "2", "--observed", "0.34", "--ci", "0"
    )
    assert "1 of 3 right: with 2 references a perfect corrector gets " in printed
    error = bad("references", "coverage", populations, "--observed", "7")
    assert "an accuracy is a share between 0 and 1, not 7" in error


@pytest.mark.parametrize("numbers", ["", "0-", "a", "5-2", "-3"])
def test_numbers_that_are_none(bad: Run, populations: str, numbers: str) -> None:
    assert "1,2,5-10" in bad("references", "coverage", populations, f"-M={numbers}")


def test_bad_coverage(bad: Run, batch: str, populations: str) -> None:
    assert "not by 'sound'" in bad("references", "coverage", batch, "--key", "sound")
    error = bad("references", "coverage", populations, batch)
    assert "expected one file of populations, found 2" in error


# --- ceilings -------------------------------------------------------------------------------------


def test_ceiling_of_a_crowd(ok: Run, batch: str) -> None:
    small = ("--sentences", "60", "--correct", "6", "--rounds", "2", *FEW)
    printed = ok(
        "references", "ceiling", batch, "-m", "M2,Accuracy", "-M", "1-3", "--gain", "0.5",
        "--figure", "f.svg", *small,
    )  # fmt: skip
    assert "A perfect corrector by M2" in printed and "A perfect corrector by Accuracy" in printed
    assert "after the first reference, each further one adds less than 0.5" in printed
    assert "60 sentences, 6 of which need no correction" in printed
    table = list(
        csv.reader(io.StringIO(ok("references", "ceiling", batch, "-M", "2", "-f", "csv", *small)))
    )
    assert table[1][0] == "2"
    data = json.loads(ok("references", "ceiling", batch, "-M", "2", "-f", "json", *small))
    assert float(table[1][1]) == data["measures"]["M2"]["points"][0]["score"]["value"]
    cut = json.loads(
        ok("references", "ceiling", batch, "-M", "2", "-f", "json", "--merge", "split", *small)
    )
    assert "edits:split," in cut["measures"]["M2"]["signature"]


def test_ceiling_of_a_corpus(ok: Run) -> None:
    printed = ok("references", "ceiling", "--m2", GOLD, "-m", "Accuracy", *FEW)
    assert "29 sentences with 2 to 3 references" in printed
    assert "skipped: 3 sentences" in printed
    twice = ok("references", "ceiling", "--m2", GOLD, "--m2", GOLD, "-M", "1", "--ci", "0")
    assert "32 sentences with 2 to 6 references" in twice
    whole = ok("references", "ceiling", "--m2", GOLD, "--missing", "unchanged", "--ci", "0")
    assert "32 sentences with 3 references" in whole
    texts = ok("references", "ceiling", "-s", SOURCE, "-r", GOOD, "-r", TIMID, "--ci", "0")
    assert "32 sentences with 2 references, left out one at a time, in 2 rounds" in texts


def test_bad_ceilings(bad: Run, batch: str) -> None:
    crowd_or_corpus = "expected what a crowd wrote, or a corpus with references"
    assert crowd_or_corpus in bad("references", "ceiling")
    assert crowd_or_corpus in bad("references", "ceiling", batch, "--m2", GOLD)
    assert "given twice" in bad("references", "ceiling", "--m2", GOLD, "-r", SOURCE)
    assert "needs no references" in bad("references", "ceiling", batch, "-m", "WordChange")
    assert "found 5 of 5" in bad(
        "references", "ceiling", batch, "--sentences", "5", "--correct", "5"
    )
    assert "--correct" in bad("references", "ceiling", batch, "-M", "2", "--sentences", "100")
    assert "from 1 to 2, found 9" in bad("references", "ceiling", "--m2", GOLD, "-M", "9")


def test_a_corpus_is_a_corpus_however_it_is_given(ok: Run, bad: Run) -> None:
    """Two answers per sentence are no crowd: annotators are left out."""
    by_option = ok("references", "ceiling", "--m2", GOLD, "-M", "1", "--ci", "0")
    assert ok("references", "ceiling", GOLD, "-M", "1", "--ci", "0") == by_option
    assert by_option.startswith("Agreement of a left-out annotator by M2")
    assert ok("references", "ceiling", "--m2", GOLD, "-s", SOURCE, "-M", "1", "--ci", "0") == (
        by_option
    )
    assert "found both" in bad("references", "ceiling", GOLD, "--m2", GOLD)


SMALL = {
    "import": (),
    "estimate": (),
    "coverage": ("-M", "1,2", "--ci", "0"),
    "ceiling": ("-M", "1", "--ci", "0"),
    "plan": ("-M", "1,2", "--ci", "0"),
    "incentive": ("-M", "1,2"),
}


@pytest.mark.parametrize("command", SMALL)
def test_texts_and_m2_are_given_as_to_evaluate(command: str, ok: Run, bad: Run) -> None:
    """The same references as texts, as M2 and as a file give the same numbers."""
    ok("convert", SOURCE, "-r", GOOD, "-r", TIMID, "both.m2")
    more = ("-f", "json", *SMALL[command])
    texts = json.loads(ok("references", command, "-s", SOURCE, "-r", GOOD, "-r", TIMID, *more))
    assert json.loads(ok("references", command, "--m2", "both.m2", *more)) == texts
    assert json.loads(ok("references", command, "both.m2", *more)) == texts
    alone = bad("references", command, "-s", SOURCE, *more)
    assert "no sentence has" in alone
    assert "-r FILE" in bad("references", command, *more) or command == "incentive"


def test_templates_and_validity_take_texts_and_m2(ok: Run) -> None:
    judged = "Input.Original,Input.Correction,Answer.Q1Answer\n"
    source, good = (Path(p).read_text(encoding="utf-8").splitlines()[0] for p in (SOURCE, GOOD))
    Path("judged.csv").write_text(f'{judged}"{source}","{good}",Yes\n', encoding="utf-8")
    corpus = ("-s", SOURCE, "-r", GOOD, "-r", TIMID)
    nowhere = [
        x for c in ("worker", "assignment", "status") for x in ("--judgement-column", f"{c}=")
    ]
    printed = ok("references", "validity", "judged.csv", *corpus, *nowhere, *FEW)
    assert "Corrections judged valid" in printed
    ok("references", "templates", "validity", *corpus, "--tasks", "a.csv")
    write = ["references", "templates", "correction", "--layout", "x.html", "--settings", "x.json"]
    ok(*write, "-s", SOURCE, "--tasks", "b.csv", "-o", "x")
    ok(*write, "--m2", GOLD, "--tasks", "c.csv", "-o", "x")
    assert Path("b.csv").read_bytes() == Path("c.csv").read_bytes()


def test_few_answers_are_said_beside_the_numbers(ok: Run, batch: str) -> None:
    """Seven answers per sentence: the number of variants is the method's, not the data's."""
    small = ("--sentences", "60", "--correct", "6", *FEW)
    for command, mark, more in (
        ("estimate", "limited by the method", ("--above", "0,0.5")),
        ("coverage", "extrapolated", ("-M", "2,100", *FEW)),
        ("plan", "extrapolated", ("-M", "2,100", *FEW)),
        ("incentive", "extrapolated", ("-M", "2,100")),
        ("ceiling", "too few answers", ("-M", "2,9", *small)),
    ):
        printed = ok("references", command, batch, *more)
        rows = [line for line in printed.splitlines() if line.startswith((" ", "0"))]
        marked = [line for line in rows if line.endswith(mark)]
        assert marked, command
        assert command == "ceiling" or len(marked) < len(rows), command
        assert "caution: " in printed and "7.0 answers per sentence, fewer than 20" in printed
        data = json.loads(ok("references", command, batch, *more, "-f", "json"))
        data = data["measures"]["M2"] if command == "ceiling" else data
        assert data["cautions"] and data["cautions"][0] in printed, command


def test_enough_answers_need_no_caution(ok: Run, tmp_path: Path) -> None:
    answers = [f"He goes {k % 4} ." for k in range(20)]
    record = {"source": "He go .", "references": [{"text": text} for text in answers]}
    Path("crowd.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    for command in ("estimate", "coverage", "plan", "incentive"):
        assert "caution" not in ok("references", command, "crowd.jsonl")


# --- plans and incentives -------------------------------------------------------------------------


def test_plan(ok: Run, batch: str, populations: str) -> None:
    given = ("--price", "0.2", "--sentences", "50", "--bias", "0.5", "--budget", "30", *FEW)
    printed = ok("references", "plan", populations, "-M", "1,2", "--figure", "plan.svg", *given)
    assert "for a bias of at most 0.5" in printed and "30 buys 3 references a sentence" in printed
    assert Path("plan.svg").exists()
    data = json.loads(ok("references", "plan", batch, "-M", "1,2", "-f", "json", *given))
    assert [step["cost"] for step in data["steps"]] == [10.0, 20.0]
    assert data["advice"][0] in printed


def test_bad_plans(bad: Run, populations: str) -> None:
    assert "a share between 0 and 1" in bad("references", "plan", populations, "--bias", "1")
    assert "above 0" in bad("references", "plan", populations, "--price", "0")
    error = bad("references", "plan", populations, "--budget", "1")
    assert "does not pay" in error and "buys 1 reference for 10 sentences" in error


def test_answers_are_named_by_an_option(bad: Run, batch: str) -> None:
    assert "--answers crowd.jsonl" in bad("references", "validity", batch)


def test_a_summary_is_no_page_for_workers(bad: Run) -> None:
    error = bad("references", "templates", "correction", SOURCE, "-o", "x.html")
    assert "not for the page that workers see" in error and "--layout x.html" in error


def test_incentive(ok: Run, bad: Run, populations: str) -> None:
    printed = ok("references", "incentive", "--coverage", "1=0.125,2=0.25", "--figure", "i.svg")
    assert "What references pay for" in printed and "How good a correction must be" in printed
    assert [line.split() for line in printed.splitlines()[4:6]] == [
        ["1", "0.1250", "0.8889"],
        ["2", "0.2500", "0.8000"],
    ]
    data = json.loads(ok("references", "incentive", populations, "-M", "2", "-f", "json"))
    assert data["references"][0]["references"] == 2
    rows = list(csv.reader(io.StringIO(ok("references", "incentive", populations, "-f", "csv"))))
    assert rows[0][:2] == ["table", "references"]
    assert [rows[1][0], rows[-1][0]] == ["What references pay for", "How good a correction must be"]
    assert "one of the two" in bad("references", "incentive")
    assert "one of the two" in bad("references", "incentive", populations, "--coverage", "1=0.5")
    assert "expected M=SHARE" in bad("references", "incentive", "--coverage", "0.5")
    assert "alpha" in bad("references", "incentive", populations, "--alpha", "-1")


# --- tasks and judgements -------------------------------------------------------------------------


def test_templates(ok: Run, bad: Run, batch: str) -> None:
    printed = ok("references", "templates", "correction", SOURCE)
    assert "correction.html" in printed and Path("correction.html").exists()
    assert Path("correction.csv").read_text(encoding="utf-8").startswith("sentence_html\n")
    data = json.loads(
        ok("references", "templates", "validity", batch, "--layout", "v.html", "-f", "json")
    )
    assert data["tasks"] == 2 + 0 + 1 + 5 + 2 and data["layout"] == "v.html"
    assert "cannot be an output" in bad(
        "references", "templates", "correction", SOURCE, "--tasks", SOURCE
    )
    assert "found a table" in bad("references", "templates", "simplification", batch)
    assert "--trust: no effect" in bad("references", "templates", "correction", SOURCE, "--trust")
    assert "--sample: no effect" in bad("references", "templates", "validity", batch, "--sample=1")


@pytest.mark.parametrize("kept", ["html", "csv", "json"])
def test_templates_do_not_overwrite_earlier_ones(ok: Run, bad: Run, kept: str) -> None:
    """Files of tasks that are out: named by default, they stay; named by the user, they go."""
    earlier = Path(f"correction.{kept}")
    earlier.write_text("earlier", encoding="utf-8")
    write = ["references", "templates", "correction", SOURCE]
    assert f"{earlier}: this file exists" in bad(*write)
    assert earlier.read_text(encoding="utf-8") == "earlier" and len(list(Path().iterdir())) == 1
    option = {"html": "--layout", "csv": "--tasks", "json": "--settings"}[kept]
    ok(*write, option, str(earlier))
    assert earlier.read_text(encoding="utf-8") != "earlier"


def test_templates_draw_and_come_back(ok: Run, bad: Run, tmp_path: Path) -> None:
    """The whole way: sentences are drawn, put on a page, answered, and imported."""
    draw = ["references", "templates", "correction", SOURCE, "--words", "6-15", "--sample", "5"]
    printed = ok(*draw, "--seed", "1")
    assert "located in US, at least 1,000 approved tasks, at least 98 % accepted" in printed
    assert "drawn from 30 with random seed 1" in printed
    settings = json.loads(Path("correction.json").read_text(encoding="utf-8"))
    assert settings["sentences"]["files"] == ["source.txt"]
    drawn = Path("correction.csv").read_text(encoding="utf-8")
    files = ["--layout", "again.html", "--tasks", "again.csv", "--settings", "again.json"]
    ok(*draw, "--seed", "1", *files)
    assert Path("again.csv").read_text(encoding="utf-8") == drawn
    ok(*draw, "--seed", "2", *files)
    assert Path("again.csv").read_text(encoding="utf-8") != drawn
    with (tmp_path / "results.csv").open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream)
        names = ("AssignmentId", "WorkerId", "AssignmentStatus", "RequesterFeedback")
        rows.writerow([*names, "Input.sentence_html", "Answer.WritingTexts"])
        for n, (sentence,) in enumerate(csv.reader(drawn.splitlines()[1:])):
            rows.writerow([f"a{n}", "w", "Approved", "", sentence, f"Answer {n} ."])
    read = json.loads(ok("references", "import", str(tmp_path / "results.csv"), "-f", "json"))
    lines = Path(SOURCE).read_text(encoding="utf-8").splitlines()
    expected = [lines[place - 1] for place in settings["sentences"]["places"]]
    assert [sentence["source"] for sentence in read["sentences"]] == expected
    assert "expected a range such as 6-15" in bad(*draw[:5], "short", *files)
    assert "found 0 among 32" in bad(*draw[:5], "90-99", *files)


def test_validity(ok: Run, bad: Run, batch: str, tmp_path: Path) -> None:
    path = tmp_path / "judged.csv"
    path.write_text(
        "Input.Original,Input.Correction,Answer.Q1Answer\n"
        "He go to school .,He goes to school .,ja\n"
        "He go to school .,He went to school .,nein\n"
        "He go to school .,He is at school .,ja\n",
        encoding="utf-8",
    )
    columns = ("worker=", "assignment=", "status=")
    given = [part for name in columns for part in ("--judgement-column", name)]
    given += ["--answers", batch, "--yes", "ja", "--no", "nein", "--bins", "1,2", *FEW]
    printed = ok("references", "validity", str(path), "--figure", "v.svg", *given)
    assert "1                   2           2  0.5000" in printed
    assert Path("v.svg").exists()
    plain = ok("references", "validity", str(path), *given, "--ci", "0")
    assert "0.5000" in plain and "[" not in plain
    assert "expected 'Yes' or 'No', found 'ja'" in bad(
        "references", "validity", str(path), "-a", batch, *given[:6]
    )


# --- beside scores --------------------------------------------------------------------------------


def test_evaluate_says_what_a_perfect_corrector_gets(ok: Run, batch: str, populations: str) -> None:
    given = ("evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, *FEW)
    plain = ok(*given)
    both = ok(*given, "--ceiling", "corpus", "--figure", "s.svg")
    assert both.startswith(plain)
    assert "Systems beside a left-out annotator" in both
    assert "good, timid have a share above 1. They agree with the references more than" in both
    caption = Path("s.caption.txt").read_text(encoding="utf-8")
    assert "The line is a left-out annotator with 2 references" in caption
    assert "have a share above 1" in caption and "the same 29 sentences" in caption
    assert "<!-- left-out annotator, 2 references: 0." in Path("s.svg").read_text(encoding="utf-8")
    corpus = json.loads(ok(*given, "--ceiling", "corpus", "-f", "json"))["ceiling"]["M2"]
    assert corpus["who"] == "a left-out annotator" and corpus["above"] == ["good", "timid"]
    assert corpus["remark"] in both and corpus["systems"]["good"]["score_with_these"]["low"] < 1
    data = json.loads(ok(*given, "--ceiling", batch, "-f", "json", "--ci", "0"))
    m2 = data["ceiling"]["M2"]
    assert m2["references"] == 2 and set(m2["systems"]) == {"good", "timid"}
    assert "ceiling" not in json.loads(ok(*given, "-f", "json"))
    table = ok(*given, "-m", "Accuracy", "--ceiling", populations, "-f", "csv")
    assert table.splitlines()[0].startswith("measure,system,score,")


def test_a_file_of_references_is_a_corpus_in_evaluate(ok: Run, bad: Run, tmp_path: Path) -> None:
    given = ("evaluate", "--m2", GOLD, "-H", GOOD, "-f", "json", "--ci", "0", "--ceiling")
    assert json.loads(ok(*given, GOLD))["ceiling"] == json.loads(ok(*given, "corpus"))["ceiling"]
    other = tmp_path / "other.m2"
    other.write_text("S He go .\nA 1 2|||R|||goes|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    said = bad(*given, str(other))
    assert "needs references of the sentences that are evaluated, but sentence 1 differs" in said


def test_bad_ceilings_of_evaluate(bad: Run) -> None:
    given = ("evaluate", "--m2", GOLD, "-H", GOOD, "--ci", "0")
    assert "no such file" in bad(*given, "--ceiling", "absent.csv").lower()
    assert "not 'often'" in bad(*given, "--ceiling", "corpus:often")


def test_compare_as_a_matrix(ok: Run) -> None:
    given = ("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-H", SOURCE, "--matrix", *FEW)
    printed = ok(*given)
    assert "M2: row less column" in printed and "M2: p after Holm's correction" in printed
    assert ok(*given, "-f", "csv").splitlines()[0].startswith("measure,system,good")
    assert r"\begin{tabular}{lrrr}" in ok(*given, "-f", "latex")


@pytest.mark.parametrize("command", ["coverage", "plan", "incentive"])
def test_what_would_change_an_estimate_is_refused_once_it_is_made(
    command: str, bad: Run, ok: Run, populations: str
) -> None:
    ok("references", command, populations, "-M", "1,2")
    said = bad("references", command, populations, "--select", "released")
    assert "--select: no effect on populations" in said
    assert "references estimate" in said


REPORTED = {
    "import": "Sentences",
    "estimate": "Populations of corrections",
    "coverage": "What references cover",
    "ceiling": "A perfect corrector by M2",
    "plan": "How many references?",
    "incentive": "How good a correction must be",
}


@pytest.mark.parametrize("command", REPORTED)
def test_every_study_has_a_page_and_a_section_in_the_report(
    command: str, ok: Run, batch: str
) -> None:
    small = ("--sentences", "60", "--correct", "6", "-M", "1,2") if command == "ceiling" else ()
    ok("references", command, batch, *small, "--report", "p.html", "-f", "json", "-o", "s.json")
    assert f">{REPORTED[command]}</h2>" in Path("p.html").read_text(encoding="utf-8")
    ok("evaluate", "--m2", GOLD, "-H", GOOD, "--ci", "0", "-f", "json", "-o", "r.json")
    ok("report", "r.json", "s.json", "-o", "both.html")
    assert f">{REPORTED[command]}</h2>" in Path("both.html").read_text(encoding="utf-8")


def test_a_report_shows_the_ceiling_of_its_result(ok: Run) -> None:
    given = ("evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--ceiling", "corpus", *FEW)
    ok(*given, "--trials", "20", "--report", "r.html", "--json", "r.json", "-o", "t.txt")
    ok("report", "r.json", "-o", "again.html")
    for page in ("r.html", "again.html"):
        assert ">Systems beside a left-out annotator</h2>" in Path(page).read_text(encoding="utf-8")


# --- on public data -------------------------------------------------------------------------------


def test_one_page_has_one_ceiling(shared: Shared, ok: Run) -> None:
    """CoNLL-2014 by M2 with one reference: 0.39 however it is asked for; CAMB is at 70 % of it."""
    gold = str(shared.data("conll14", "official-2014.combined.m2"))
    camb = str(shared.data("conll14", "systems", "CAMB"))
    more = ("-f", "json", "--ci", "0")
    by_name = json.loads(ok("references", "ceiling", gold, *more))
    assert by_name == json.loads(ok("references", "ceiling", "--m2", gold, *more))
    by_name = by_name["measures"]["M2"]
    beside = json.loads(
        ok("evaluate", "--m2", gold, "-H", camb, "--ceiling", "corpus", "--figure", "c.svg", *more)
    )["ceiling"]["M2"]
    assert by_name["points"] == beside["points"]
    assert beside["ceiling"]["score"]["value"] == pytest.approx(0.3898, abs=5e-5)
    assert beside["systems"]["CAMB"]["score"]["value"] == pytest.approx(0.3733, abs=5e-5)
    assert beside["systems"]["CAMB"]["score_with_these"]["value"] == pytest.approx(0.2734, abs=5e-5)
    assert beside["systems"]["CAMB"]["share"]["value"] == pytest.approx(0.7013, abs=5e-5)
    assert "<!-- left-out annotator, 1 reference: 0.390 -->" in Path("c.svg").read_text(
        encoding="utf-8"
    )


def test_four_references_are_few(shared: Shared, ok: Run) -> None:
    """JFLEG's: 221.65 variants of a sentence are what the grid of the method allows."""
    files = [str(shared.data("jfleg", f"dev.{name}")) for name in ("src", "ref0", "ref1", "ref2")]
    given = ["-s", files[0]]
    for file in (*files[1:], str(shared.data("jfleg", "dev.ref3"))):
        given += ["-r", file]
    data = json.loads(ok("references", "estimate", *given, "-f", "json"))
    assert data["above"][0]["variants"] == pytest.approx(221.65, abs=0.005)
    assert data["above"][0]["limited"] and data["answers"] == 4
    assert "no correction rarer than 1 in 400" in data["cautions"][0]
