"""The commands, as a user runs them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.measures.registry import names
from tests.engine.test_ends import group_is_gone

GOLD, SOURCE = str(examples.path("gold.m2")), str(examples.path("source.txt"))
GOOD, TIMID = str(examples.path("good.txt")), str(examples.path("timid.txt"))
REFERENCES = ["-r", str(examples.path("ref0.txt")), "-r", str(examples.path("ref1.txt"))]

COMMAND = [sys.executable, "-m", "corrigenda"]


class Run:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


Runner = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    def runner(*arguments: str) -> Run:
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return runner


@pytest.fixture
def ok(run: Runner) -> Callable[..., str]:
    """Runs a command that must succeed, and gives what it prints."""

    def runner(*arguments: str) -> str:
        done = run(*arguments)
        assert done.status == 0, done.err
        return done.out

    return runner


def bad(run: Runner, *arguments: str) -> str:
    """What a command that must fail says."""
    done = run(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert "Traceback" not in done.err
    return done.err


# --- evaluate ----------------------------------------------------------------------------------


def test_the_ending_of_the_output_file_names_the_format(ok, tmp_path: Path) -> None:
    both = [tmp_path / "result.json", tmp_path / "result.csv"]
    for path in both:
        ok("evaluate", "--m2", GOLD, "-H", GOOD, "--ci", "0", "-o", str(path))
    assert json.loads(both[0].read_text())["systems"]["good"]["M2"]["counts"]["tp"] == 65
    assert both[1].read_text().startswith("system,M2 F0.5,")
    odd = tmp_path / "table.json"
    ok("evaluate", "--m2", GOLD, "-H", GOOD, "--ci", "0", "-f", "csv", "-o", str(odd))
    assert odd.read_text() == both[1].read_text()


def test_evaluate_json_is_the_result(ok) -> None:
    printed = ok("evaluate", "--m2", GOLD, "-H", f"G={GOOD}", "-H", TIMID, "-m", "M2,Accuracy",
                 "--resamples", "50", "-f", "json")  # fmt: skip
    data = json.loads(printed)
    result = cg.evaluate(GOLD, {"G": GOOD, "timid": TIMID}, "M2,Accuracy", resamples=50)
    assert data["systems"] == result.to_json()["systems"]
    assert data["signature"] == result.signature()


def test_evaluate_parallel_text(ok) -> None:
    printed = ok("evaluate", "-s", SOURCE, *REFERENCES, "-H", GOOD, "-m", "GLEU", "--ci", "0",
                 "--format", "json")  # fmt: skip
    cell = json.loads(printed)["systems"]["good"]["GLEU"]
    assert 0.5 < cell["score"] < 1
    assert cell["low"] is None
    assert "refs:2|gold:text|hyp:text" in cell["signature"]


def test_the_source_may_be_given_with_m2(ok) -> None:
    both = ok("evaluate", "--m2", GOLD, "-s", SOURCE, "-H", GOOD, "-f", "json")
    alone = ok("evaluate", "--m2", GOLD, "-H", GOOD, "-f", "json")
    assert both == alone


@pytest.mark.parametrize("format", ["table", "markdown", "latex", "csv"])
def test_evaluate_formats(ok, format: str) -> None:
    printed = ok("evaluate", "--m2", GOLD, "-H", GOOD, "-f", format)
    if format == "csv":
        row, unchanged = csv.DictReader(io.StringIO(printed))
        assert row["system"] == "good"
        assert 0 < float(row["M2 F0.5"]) < 1
        assert (unchanged["system"], float(unchanged["M2 F0.5"])) == ("unchanged source", 0)
    else:
        assert "good" in printed and "0.8420" in printed
    assert "\x1b" not in printed  # no colours in a pipe


def test_evaluate_by_type(ok) -> None:
    printed = ok("evaluate", "--m2", GOLD, "-H", str(examples.path("good.m2")), "-m", "Edits",
                 "--by", "type")  # fmt: skip
    assert "Edits by type" in printed
    assert "R:VERB:SVA" in printed
    data = json.loads(ok("evaluate", "--m2", GOLD, "-H", GOOD, "-m", "M2,GLEU", "--by", "type",
                         "-f", "json"))  # fmt: skip
    assert list(data["types"]) == ["M2"]


def test_evaluate_by_type_without_edits_says_so(run) -> None:
    done = run("evaluate", "--m2", GOLD, "-H", GOOD, "-m", "GLEU", "--by", "type")
    assert done.status == 2 and not done.out
    assert done.err == (
        "corrigenda: no measure judges edits, so there is nothing by type\n"
        "  hint: M2, ERRANT, Edits and CLEME do\n"
    )


def test_evaluate_files(ok, tmp_path: Path) -> None:
    table, sentences, page = (tmp_path / name for name in ("out.csv", "s.jsonl", "r.html"))
    printed = ok("evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-m", "M2,GLEU", "-f", "csv",
                 "-o", str(table), "--per-sentence", str(sentences), "--report", str(page),
                 "--trials", "100")  # fmt: skip
    assert printed == ""
    assert table.read_text(encoding="utf-8").startswith("system,M2 F0.5")
    records = [json.loads(line) for line in sentences.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 32
    assert records[0]["systems"]["good"]["scores"].keys() == {"M2", "GLEU"}
    marks = [m for r in records for m in r["systems"]["good"]["edits"]["M2"]["marks"]]
    assert {verdict for *_, verdict in marks} == {"hit", "spurious", "missed"}
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")


def test_evaluate_from_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "evaluate", "--m2", GOLD, "-H", "mine=-", "-f", "json"],
        input=Path(GOOD).read_bytes(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["systems"]["mine"]["M2"]["counts"]["tp"] == 65


@pytest.mark.parametrize(
    "arguments", [["measures", "GLEU"], ["convert", "LONG", "-", "--to", "m2"]]
)
def test_a_closed_pipe_is_no_error(arguments: list[str], tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("A sentence .\n" * 20_000, encoding="utf-8")
    command = [*COMMAND, *(str(long) if a == "LONG" else a for a in arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(3)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)


# --- the other commands ----------------------------------------------------------------------


def test_compare(ok) -> None:
    printed = ok("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--trials", "200")
    assert "p (Holm)" in printed and "approximate randomisation, 200 trials" in printed
    data = json.loads(ok("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--trials", "200",
                         "-f", "json"))  # fmt: skip
    [pair] = data["pairs"]["M2"]
    assert pair["wins"] + pair["ties"] + pair["losses"] == 32


def test_measures(ok) -> None:
    printed = ok("measures")
    listed = [line.split()[0] for line in printed.splitlines() if line[:1].isalpha()]
    assert listed == names()


@pytest.mark.parametrize("name", ["M2", "Edits", "GLEU", "GREEN", "Accuracy", "M2(beta=1)"])
def test_measures_explain(ok, name: str) -> None:
    printed = ok("measures", name)
    for heading in ("Parameters", "Source", "Example"):
        assert f"\n{heading}\n" in printed
    assert "score 0\n" not in printed  # an example that shows nothing is none


def test_convert_there_and_back(ok, tmp_path: Path) -> None:
    there, back = str(tmp_path / "gold.jsonl"), str(tmp_path / "gold.m2")
    ok("convert", GOLD, there)
    ok("convert", there, back)
    assert cg.read(back).segments == cg.read(GOLD).segments


def test_apply_and_edits_are_inverse(ok, tmp_path: Path) -> None:
    edits = str(tmp_path / "good.m2")
    for merge in ("split", "equal", "adjacent"):
        ok("edits", SOURCE, GOOD, "--merge", merge, "-o", edits)
        assert ok("apply", edits) == Path(GOOD).read_text(encoding="utf-8")


def test_apply_chooses_alternatives(ok, tmp_path: Path) -> None:
    gold = tmp_path / "gold.m2"
    gold.write_text(
        "S the end\nA 0 1|||X|||The||An|||REQUIRED|||-NONE-|||0\n"
        "A 0 1|||X|||Our|||REQUIRED|||-NONE-|||1\n",
        encoding="utf-8",
    )
    assert ok("apply", str(gold), "-a", "0") == "The end\n"
    assert ok("apply", str(gold), "-a", "0", "--alternative", "1") == "An end\n"
    assert ok("apply", str(gold), "-a", "1", "--alternative", "1") == "Our end\n"


@pytest.mark.parametrize(
    "arguments",
    [[], ["evaluate"], ["compare"], ["measures"], ["convert"], ["apply"], ["edits"]],
    ids=lambda a: " ".join(a) or "corrigenda",
)
def test_help_has_examples(ok, arguments: list[str]) -> None:
    printed = ok(*arguments, "--help")
    assert "Examples" in printed
    assert f"corrigenda {arguments[0] if arguments else 'evaluate'} " in printed


def test_version(ok) -> None:
    assert ok("--version") == f"corrigenda {cg.__version__}\n"


# --- mistakes ----------------------------------------------------------------------------------


def test_no_gold(run) -> None:
    assert bad(run, "evaluate", "-H", GOOD) == (
        "corrigenda: there is nothing to judge against: neither --m2 nor -s is given\n"
        "  hint: give --m2 GOLD.m2, or -s SOURCE.txt, with -r REFERENCE.txt where references are "
        "needed\n"
    )


def test_references_twice(run) -> None:
    assert bad(run, "conservatism", "--m2", GOLD, *REFERENCES, "-H", GOOD) == (
        "corrigenda: references are given twice: with --m2 and with -r\n"
        "  hint: give one of the two; run the command twice to use both\n"
    )


def test_same_name_twice(run) -> None:
    assert bad(run, "evaluate", "--m2", GOLD, "-H", GOOD, "-H", f"good={TIMID}") == (
        "corrigenda: two systems are called 'good'\n  hint: name them: NAME=FILE\n"
    )


@pytest.mark.parametrize("text", ["=file", "name="])
def test_half_a_name(run, text: str) -> None:
    assert bad(run, "evaluate", "--m2", GOLD, "-H", text) == (
        f"corrigenda: expected NAME=FILE or FILE after -H, found {text!r}\n"
    )


def test_source_differs_from_gold(run, tmp_path: Path) -> None:
    lines = Path(SOURCE).read_text(encoding="utf-8").splitlines()
    changed = tmp_path / "source.txt"
    changed.write_text("\n".join([*lines[:2], "Another sentence .", *lines[3:]]), encoding="utf-8")
    message = bad(run, "evaluate", "--m2", GOLD, "-s", str(changed), "-H", GOOD)
    assert message.startswith(
        f"corrigenda: {changed}:3: sentence 3 differs from that of {GOLD}: 'Another sentence .' is"
    )
    changed.write_text("\n".join(lines[:5]), encoding="utf-8")
    message = bad(run, "evaluate", "--m2", GOLD, "-s", str(changed), "-H", GOOD)
    assert f"{changed} ends after 5 sentences, but {GOLD} has more" in message
    changed.write_text("\n".join([*lines, "More ."]), encoding="utf-8")
    message = bad(run, "evaluate", "--m2", GOLD, "-s", str(changed), "-H", GOOD)
    assert f"{GOLD} ends after 32 sentences, but {changed} has more" in message


def test_apply_needs_an_annotator(run) -> None:
    message = bad(run, "apply", GOLD)
    assert message == (
        f"corrigenda: {GOLD}: sentence 1 has several annotators (0, 1)\n"
        "  hint: say whose edits to apply: --annotator 0\n"
    )
    message = bad(run, "apply", GOLD, "--annotator", "2")
    assert "has no annotator '2', only 0" in message
    assert "use a file of one annotator" in message


def test_unwritable_output(run, tmp_path: Path) -> None:
    where = tmp_path / "nowhere" / "out.html"
    message = bad(run, "convert", GOLD, str(where.with_suffix(".m2")))
    assert "nowhere" in message


def test_nothing_is_left_of_a_failed_run(run, tmp_path: Path) -> None:
    out, short = tmp_path / "out.m2", tmp_path / "short.txt"
    out.write_text("as it was", encoding="utf-8")
    short.write_text("One line .\n", encoding="utf-8")
    bad(run, "edits", SOURCE, str(short), "-o", str(out))
    assert out.read_text(encoding="utf-8") == "as it was"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.m2", "short.txt"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["evaluate", "--m2", GOLD], "--hypothesis"),
        (["evaluate", "--m2", GOLD, "-H", GOOD, "--jobs", "many"], "not a valid int"),
        (["evaluate", "--m2", GOLD, "-H", GOOD, "--format", "xml"], "'xml' is not one of"),
        (["nonsense"], "No such command"),
    ],
    ids=["no system", "not a number", "format", "command"],
)
def test_usage(run, arguments: list[str], words: str) -> None:
    message = bad(run, *arguments)
    assert words.lower() in " ".join(message.lower().split())


def test_compare_without_intervals(ok) -> None:
    assert "p (Holm)" in ok("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--ci", "0")


def test_options_reach_the_figures(ok) -> None:
    """Seed, resamples and trials must not be dropped on the way."""
    base = ("--m2", GOLD, "-H", GOOD, "-H", TIMID, "-f", "json")
    evaluated = ok("evaluate", *base)
    assert ok("evaluate", *base, "--seed", "5") != evaluated
    assert ok("evaluate", *base, "--resamples", "77") != evaluated
    assert ok("evaluate", *base, "--ci-method", "percentile") != evaluated
    compared = ok("compare", *base, "--trials", "50")
    assert ok("compare", *base, "--trials", "50", "--resamples", "77") != compared
    assert ok("compare", *base, "--trials", "51") != compared


def test_several_annotators_in_a_system(run, ok) -> None:
    message = bad(run, "evaluate", "--m2", GOLD, "-H", GOLD)
    assert "name the annotator to take" in message
    assert "gold" in ok("evaluate", "--m2", GOLD, "-H", GOLD, "--annotator", "0")


def test_edits_say_what_a_format_loses(run, tmp_path: Path) -> None:
    done = run("edits", SOURCE, GOOD, "-f", "jfleg", "-o", str(tmp_path / "x.jsonl"))
    assert done.status == 0
    assert done.err.startswith("corrigenda: ")


@pytest.mark.parametrize("option", ["-o", "--report", "--per-sentence"])
def test_an_input_is_never_overwritten(run, tmp_path: Path, option: str) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_bytes(Path(GOOD).read_bytes())
    link = tmp_path / "link.txt"
    link.symlink_to(mine)
    message = bad(run, "evaluate", "--m2", GOLD, "-H", str(mine), option, str(link))
    assert message == f"corrigenda: {link}: this file is an input, so it cannot be an output, too\n"
    assert mine.read_bytes() == Path(GOOD).read_bytes()


def test_outputs_are_checked_before_any_work(run, tmp_path: Path) -> None:
    first, nowhere = tmp_path / "scores.txt", tmp_path / "nowhere" / "r.html"
    message = bad(run, "evaluate", "--m2", GOLD, "-H", GOOD, "-o", str(first), "--report",
                  str(nowhere))  # fmt: skip
    assert message == f"corrigenda: {nowhere}: its folder does not exist\n  hint: create it first\n"
    message = bad(run, "evaluate", "--m2", GOLD, "-H", GOOD, "-o", str(first), "--report",
                  str(first))  # fmt: skip
    assert message == f"corrigenda: {first}: two outputs have the same file\n"
    assert not first.exists()


def test_types_as_csv_are_one_table(ok) -> None:
    printed = ok("evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-m", "M2,Edits", "--by",
                 "type", "-f", "csv")  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert {(row["measure"], row["system"]) for row in rows} == {
        (m, s) for m in ("M2", "Edits") for s in ("good", "timid")
    }


def test_overlapping_references_can_be_reported(ok, run, tmp_path: Path) -> None:
    names = ("g.m2", "mine.txt", "r.json", "r.html")
    gold, mine, data, page = (tmp_path / name for name in names)
    edits = "A 0 2|||X|||c|||REQUIRED|||-NONE-|||0\nA 1 2|||X|||d|||REQUIRED|||-NONE-|||0\n"
    gold.write_text(f"S a b\n{edits}", encoding="utf-8")
    mine.write_text("c\n", encoding="utf-8")
    ok("evaluate", "--m2", str(gold), "-H", str(mine), "--json", str(data), "--report", str(page))
    assert "its edits overlap" in data.read_text(encoding="utf-8")
    assert page.exists()
    message = bad(run, "evaluate", "--m2", str(gold), "-H", str(mine), "-m", "Accuracy")
    assert message.startswith("corrigenda: sentence 1 has no reference with a text, and Accuracy")


def test_a_terminated_run_leaves_no_processes(tmp_path: Path) -> None:
    """SIGTERM, as batch systems send it, must end the processes that work for the run, too."""
    gold, mine = tmp_path / "g.m2", tmp_path / "m.txt"
    with gold.open("w", encoding="utf-8") as g, mine.open("w", encoding="utf-8") as m:
        for k in range(60_000):
            g.write(f"S a {k} b c d\nA 0 1|||X|||b|||REQUIRED|||-NONE-|||0\n\n")
            m.write(f"b c {k} d a\n")
    command = [*COMMAND, "evaluate", "--m2", str(gold), "-H", str(mine), "-j", "2"]
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # its group has all processes of the run, and no others
    ) as process:
        path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not path.exists():
            pytest.skip("there is no /proc to look into")
        while len(path.read_text().split()) < 2:
            assert process.poll() is None, "the run ended before it was terminated"
            time.sleep(0.01)
        process.terminate()
        try:
            assert process.wait(120) == 143  # a busy machine takes its time
        finally:
            process.kill()
    assert group_is_gone(process.pid, 60)


def test_worst_sentences(ok, run) -> None:
    printed = ok("evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--worst", "2", "--ci", "0")
    assert "good: worst sentences by M2" in printed and "timid: worst sentences by M2" in printed
    result = cg.evaluate(GOLD, {"good": GOOD}, ["M2", "GLEU"], ci=None)
    [first, *_] = result.worst(32).systems["good"]
    assert first.texts["source"] in printed and first.texts["output"] in printed
    kept = [pair for k, pair in enumerate(result.pairs(), 1) if str(k) != first.id]
    without = cg.evaluate(
        cg.Corpus(tuple(segment for segment, _ in kept)),
        {"good": [correction.text for _, (correction,) in kept]},
        ci=None,
    )
    gain = without["good", "M2"].value - result["good", "M2"].value
    assert first.cost == pytest.approx(gain, abs=1e-9)
    costs = [one.cost for one in result.worst(32).systems["good"]]
    assert costs == sorted(costs, reverse=True) and costs[-1] > 0


def test_a_measure_stands_for_its_columns(ok) -> None:
    arguments = ["--m2", GOLD, "-H", GOOD, "-m", "M2,GLEU", "--ci", "0", "--columns", "F0.5,GLEU"]
    header = ok("evaluate", *arguments).splitlines()[2]
    assert header.split() == ["system", "F0.5", "score", "std"]


def test_columns_are_refused_without_naming_a_file(run) -> None:
    done = run("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--columns", "x")
    assert done.err.startswith("corrigenda: --columns: no table has a column 'x'")
    assert not done.out


def test_verdicts_are_in_percent_as_tables_are(ok) -> None:
    arguments = ["compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-m", "M2,WordChange"]
    fractions, percent = ok(*arguments), ok(*arguments, "--percent")
    assert "0.8420" in fractions and "its lead of 0.1191 over" in fractions
    assert "84.20" in percent and "its lead of 11.91 over" in percent
    assert "0.8420" not in percent and "0.1191" not in percent


@pytest.mark.parametrize(
    "name, said",
    [
        (
            "F0.5",
            "F0.5 is a column of CLEME, Edits, ERRANT and M2, not a measure\n"
            "  hint: for example -m M2\n",
        ),
        (
            "compression",
            "compression is a column of Surface, not a measure\n  hint: for example -m Surface\n",
        ),
        ("'FKGL(preset=easse)'", "FKGL has no presets, so none is called 'easse'"),
    ],
)
def test_numbers_that_are_no_measures(run, name: str, said: str) -> None:
    assert said in bad(run, "evaluate", "--m2", GOLD, "-H", GOOD, "-m", name.strip("'"))


def test_a_file_without_an_option_before_another_option(run) -> None:
    assert "--m2 w.csv -H OUTPUT.txt" in bad(run, "evaluate", "w.csv", "-m", "Meaning")


def test_negative_flags_show_no_default(ok) -> None:
    shown = ok("evaluate", "--help")
    unchanged = shown[shown.index("--no-unchanged") :].split("--figure")[0]
    assert "default" not in unchanged
