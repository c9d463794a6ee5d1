"""What options and file names show to be wrong is refused before any work is done.

Each case is refused before the engine computes anything; most are refused before a file is read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from corrigenda import examples
from corrigenda.cli import main
from corrigenda.engine import parallel
from corrigenda.formats import lines

GOLD, SOURCE = str(examples.path("gold.m2")), str(examples.path("source.txt"))
GOOD, TIMID = str(examples.path("good.txt")), str(examples.path("timid.txt"))
REFERENCE = str(examples.path("ref0.txt"))
HOO = examples.path("hoo")
GRAPH = str(examples.path("meaning/source/2.xml"))

CORPUS = ["--m2", GOLD, "-H", GOOD]
EVALUATE = ["evaluate", *CORPUS]
COMPARE = ["compare", *CORPUS, "-H", TIMID]
USIM = ["usim", SOURCE, GOOD]
CONSERVATISM = ["conservatism", *CORPUS]
RERANK = ["rerank", "--m2", GOLD, "-k", GOOD, "-k", TIMID]
SENSITIVITY = ["sensitivity", GOLD]
DAMAGE = ["damage", "-s", SOURCE]
IMPORT, ESTIMATE, COVERAGE, CEILING, PLAN, INCENTIVE = (
    ["references", name, GOLD]
    for name in ("import", "estimate", "coverage", "ceiling", "plan", "incentive")
)
CROWD_CEILING = ["references", "ceiling", "crowd.csv"]
TEMPLATES = ["references", "templates", "correction", SOURCE]
VALIDITY = ["references", "validity", "judged.csv", "--answers", GOLD]
META = ["meta", "ranked.csv"]
HOO_EVALUATE = ["hoo", "evaluate", "gold.xml", "system.xml"]
HOO_BATCH = ["hoo", "batch-evaluate", "folder", "folder"]


COLUMNS = "AssignmentId,WorkerId,AssignmentStatus,RequesterFeedback,Input.sentence"
CROWD = f"""{COLUMNS},Answer.WritingTexts
a1,w1,Approved,,He go home .,He goes home.
a2,w2,Approved,,He go home .,He went home.
"""


RANKED = """sentence,judge,system,rank
1,ann,good,1
1,ann,timid,2
"""


class Case(NamedTuple):
    arguments: list[str]
    said: str
    reads: bool = False
    """Whether it takes a look into a file to see what is wrong."""


def everywhere(*extra: str, said: str, commands: list[list[str]]) -> list[Case]:
    return [Case([*command, *extra], said) for command in commands]


WITH_MEASURES = [EVALUATE, COMPARE, USIM, RERANK, SENSITIVITY, DAMAGE, CEILING, META]
WITH_FIGURE = [
    EVALUATE, COMPARE, CONSERVATISM, RERANK, SENSITIVITY, DAMAGE, IMPORT, ESTIMATE, COVERAGE,
    CEILING, PLAN, INCENTIVE, VALIDITY, META,
]  # fmt: skip
WITH_INTERVALS = [
    EVALUATE, COMPARE, USIM, CONSERVATISM, RERANK, SENSITIVITY, DAMAGE, COVERAGE, CEILING, PLAN,
    VALIDITY, META, [*HOO_BATCH, "out.csv"],
]  # fmt: skip
WITH_JOBS = [
    EVALUATE, COMPARE, USIM, CONSERVATISM, RERANK, SENSITIVITY, DAMAGE, ESTIMATE, COVERAGE, CEILING,
    PLAN, INCENTIVE, ["parse", SOURCE], [*HOO_BATCH, "out.csv"],
    ["hoo", "batch-extract", "folder", "folder", "out"],
]  # fmt: skip
WITH_OUTPUT = [
    EVALUATE, COMPARE, USIM, CONSERVATISM, SENSITIVITY, DAMAGE, IMPORT, ESTIMATE, COVERAGE, CEILING,
    PLAN, INCENTIVE, TEMPLATES, VALIDITY, HOO_EVALUATE, ["report", "judged.csv"], ["draw", GRAPH],
    ["edits", SOURCE, GOOD], ["apply", GOLD], ["hoo", "stats", "file"],
    ["hoo", "apply", "gold.xml"], ["hoo", "view", "gold.xml"], [*RERANK, "--counts", "1"],
]  # fmt: skip
WITH_CACHE = [EVALUATE, COMPARE, USIM, RERANK, SENSITIVITY, DAMAGE, META, ["parse", SOURCE]]

CASES = [
    # What many commands have.
    *everywhere("-m", "M3", said="no measure is called 'M3'", commands=WITH_MEASURES),
    *everywhere("-m", "M2(gamma=1)", said="M2 has no parameter 'gamma'", commands=WITH_MEASURES),
    *everywhere("-m", "M2(beta=-1)", said="beta must be at least", commands=WITH_MEASURES),
    *everywhere("-m", "BLEU", said="BLEU is computed by sacrebleu", commands=WITH_MEASURES),
    *everywhere("-m", "chrF", said="`pip install sacrebleu`", commands=WITH_MEASURES),
    *everywhere("-m", ",", said="no measure is given", commands=WITH_MEASURES),
    *everywhere("--figure", "f.jpg", said="as .png, .pdf or .svg", commands=WITH_FIGURE),
    *everywhere("--figure", "no/f.svg", said="its folder does not exist", commands=WITH_FIGURE),
    *everywhere("--figure", "shut/f.svg", said="folder cannot be written", commands=WITH_FIGURE),
    *everywhere("--ci", "0.5", said="a confidence level is", commands=WITH_INTERVALS),
    *everywhere("--ci", "100", said="a confidence level is", commands=WITH_INTERVALS),
    *everywhere("--ci", "nan", said="a confidence level is", commands=WITH_INTERVALS),
    *everywhere("--resamples", "1" + 20 * "0", said="not 100,000", commands=WITH_INTERVALS),
    *everywhere("--resamples", "1", said="1,000,000 resamples, not 1", commands=WITH_INTERVALS),
    *everywhere("--seed", "-1", said="a seed must not be negative", commands=WITH_INTERVALS),
    *everywhere("--jobs", "0", said="processes must be at least 1", commands=WITH_JOBS),
    *everywhere("--cache", "file", said="expected a folder", commands=WITH_CACHE),
    *everywhere("-o", "no/out.svg", said="its folder does not exist", commands=WITH_OUTPUT),
    *everywhere("-o", "folder", said="found a folder", commands=WITH_OUTPUT),
    *everywhere("-o", "shut/out.svg", said="folder cannot be written", commands=WITH_OUTPUT),
    # evaluate
    Case(["evaluate", "--m2", "absent", "-H", GOOD], "absent: there is no such file"),
    Case([*EVALUATE, "-H", "absent.txt"], "absent.txt: there is no such file"),
    Case([*EVALUATE, "--trials", "0", "--report", "r.html"], "at least 1 trial"),
    Case([*EVALUATE, "-m", "GLEU", "--by", "type"], "no measure judges edits"),
    Case([*EVALUATE, "--ceiling", "absent.csv"], "absent.csv: there is no such file"),
    Case([*EVALUATE, "--ceiling", "corpus:maybe"], "not 'maybe'"),
    Case([*EVALUATE, "--ceiling", "corpus", "--ceiling", GOLD], "not from both"),
    Case([*EVALUATE, "-m", "WordChange", "--ceiling", "corpus"], "no measure here needs"),
    Case([*EVALUATE, "--ceiling", SOURCE], "no sentence has two references", reads=True),
    Case(["evaluate", "-s", SOURCE, "-r", REFERENCE, "-H", GOOD, "--ceiling", "corpus"],
         "no sentence has two references", reads=True),
    Case([*EVALUATE, "--ceiling", "crowd.csv", "--ceiling", GOLD], "found both", reads=True),
    Case([*EVALUATE, "--ceiling", "populations.jsonl"], "not M2", reads=True),
    Case(["evaluate", "-s", SOURCE, "-H", GOOD], "M2 needs references"),
    Case(["evaluate", "-s", SOURCE, "-H", GOOD, "-m", "USim,GLEU"], "GLEU needs references"),
    Case(["evaluate", "-H", GOOD], "nothing to judge against"),
    Case([*EVALUATE, "-r", REFERENCE, "--ceiling", "corpus"], "references are given twice"),
    Case([*EVALUATE, "--m2", "other.m2", "-r", REFERENCE], "belong to one corpus"),
    Case([*EVALUATE, "--columns", "F0.5,PP"], "no table has a column 'PP'"),
    Case([*EVALUATE, "-o", "x.docx"], "the ending .docx names no format"),
    Case([*EVALUATE, "-m", "WordChange", "--worst", "3"], "ranks no sentences"),
    Case([*EVALUATE, "-H", f"good={TIMID}"], "two systems are called 'good'"),
    Case([*EVALUATE, "--json", "a.json", "--report", "a.json"], "two outputs"),
    Case([*EVALUATE, "--json", GOOD], "this file is an input"),
    Case([*EVALUATE, "--per-sentence", "no/s.jsonl"], "its folder does not exist"),
    Case([*EVALUATE, "--per-sentence", "s.csv"], "sentences are written as JSON"),
    Case([*EVALUATE, "--report", "shut/r.html"], "folder cannot be written"),
    *everywhere(
        "-m", "USim", "--parser", "what", said="no parser is called 'what'",
        commands=[EVALUATE, COMPARE, USIM, RERANK, SENSITIVITY, DAMAGE],
    ),
    Case(["parse", SOURCE, "--parser", "what"], "no parser is called 'what'"),
    Case([*EVALUATE, "-m", "USim", "--parser", "command: absent-parser"], "there is no program"),
    # compare
    Case(["compare", *CORPUS], "at least 2 systems"),
    Case([*COMPARE, "--trials", "0"], "at least 1 trial"),
    Case(["compare", "-s", SOURCE, "-H", GOOD, "-H", TIMID], "M2 needs references"),
    # usim
    Case([*USIM, "-m", "USim,M2"], "M2 needs references"),
    Case([*USIM, "absent"], "absent: there is no such file"),
    # conservatism
    Case([*CONSERVATISM, "--plot", "order"], "--plot chooses what a figure shows"),
    Case([*CONSERVATISM, "--figure", "f.svg", "--plot", "types"], "--plot types draws"),
    # rerank
    Case([*RERANK, "--counts", "0,1"], "numbers of references from 1 on"),
    Case([*RERANK, "--counts", "some"], "expected numbers such as"),
    Case([*RERANK, "--draws", "0"], "draws must be at least 1"),
    Case([*RERANK, "-m", "WordChange"], "WordChange cannot choose"),
    Case([*RERANK, "--plot", "touched"], "--plot chooses what a figure shows"),
    Case([*RERANK, "--winners", "w.txt"], "this is one file, but"),
    Case([*RERANK, "-m", "M2,GLEU", "--winners", "w-{M}.txt"], "winners are those of one measure"),
    Case(["rerank", "--m2", GOLD, "-k", "absent"], "absent: there is no such file"),
    # meta
    Case(["meta", "absent.xml"], "absent.xml: there is no such file"),
    Case([*META, "--decimals", "99"], "0 to 15 decimals"),
    Case([*META, "--scores", "=x"], "expected NAME=FILE"),
    Case([*META, "--scores", "absent"], "absent: there is no such file"),
    Case([*META, "-m", "M2", "-s", SOURCE], "M2 needs references"),
    Case([*META, "-m", "M2"], "measures need the sentences", reads=True),
    # sensitivity and damage
    Case([*SENSITIVITY, "-m", "DAGF"], "cannot be used in this study"),
    Case([*DAMAGE, "-m", "M2"], "cannot be used in this study"),
    Case([*DAMAGE, "--kinds", "burn"], "not 'burn'"),
    Case([*DAMAGE, "--rates", "0"], "a rate of damage is above 0"),
    Case([*DAMAGE, "--rates", "x"], "expected numbers"),
    Case(["damage"], "nothing to judge against"),
    Case(["alarms", "-s", SOURCE, "-H", SOURCE, "--kinds", "numbers"], "unknown alarm"),
    Case(["alarms", "-H", SOURCE], "nothing to judge against"),
    # references
    Case([*IMPORT, "--column", "what=x"], "expected WHAT=HEADER"),
    Case([*IMPORT, "--unchanged", "2"], "expected a share of workers"),
    Case([*IMPORT, "--crowd", "no/c.jsonl"], "its folder does not exist"),
    Case([*ESTIMATE, "--above", "x"], "expected numbers"),
    Case([*ESTIMATE, "--populations", "shut/p.jsonl"], "folder cannot be written"),
    Case([*COVERAGE, "-M", "x"], "expected numbers such as"),
    Case([*COVERAGE, "--key", "exact,colour"], "not by 'colour'"),
    Case([*COVERAGE, "--observed", "31"], "an accuracy is a share"),
    Case([*CEILING, "-m", "WordChange"], "needs no references"),
    Case([*CEILING, "-M", "x"], "expected numbers such as"),
    Case([*CEILING, "--rounds", "0"], "at least 1 round", reads=True),
    Case([*CROWD_CEILING, "--sentences", "5", "--correct", "9"], "fewer correct", reads=True),
    Case([*CEILING, "--m2", GOLD], "found both"),
    Case([*PLAN, "-M", "0"], "numbers of references from 1"),
    Case([*PLAN, "--bias", "50"], "a bias is a share"),
    Case([*PLAN, "--price", "0"], "expected the price"),
    Case([*PLAN, "--sentences", "0"], "at least 1 sentence"),
    Case([*PLAN, "--budget", "1"], "a budget of 1 does not pay"),
    Case([*INCENTIVE, "--alpha", "-1"], "alpha is what a wrong correction costs"),
    Case([*INCENTIVE, "-M", "x"], "expected numbers such as"),
    Case([*INCENTIVE, "--coverage", "1=0.5"], "one of the two"),
    Case(["references", "incentive", "--coverage", "1=many"], "expected M=SHARE"),
    Case([*VALIDITY, "--bins", "2,3"], "bins are given by their lowest frequencies"),
    Case([*VALIDITY, "--judgement-column", "x"], "expected WHAT=HEADER"),
    Case([*TEMPLATES, "--layout", "no/a.html"], "its folder does not exist"),
    Case([*TEMPLATES, "--tasks", "shut/a.csv"], "folder cannot be written"),
    # the rest
    Case(["report", "judged.csv", "absent"], "absent: there is no such file"),
    Case(["draw", GRAPH, "-o", "graph.gif"], "drawn as SVG, PNG or PDF"),
    Case(["parse", SOURCE, "-o", "graphs.txt"], "cannot tell from the suffix"),
    Case(["parse", SOURCE, "--to", "xml", "-o", "shut/graphs"], "cannot be written"),
    Case(["parse", "absent"], "absent: there is no such file"),
    Case(["convert", GOLD, "gold.docx"], "gold.docx"),
    Case(["convert", GOLD, "shut/gold.jsonl"], "folder cannot be written"),
    Case(["edits", SOURCE, "absent"], "absent: there is no such file"),
    Case(["apply", "absent"], "absent: there is no such file"),
    # hoo
    Case([*HOO_BATCH, "no/scores.csv"], "its folder does not exist"),
    Case([*HOO_BATCH, "shut/scores.csv"], "folder cannot be written"),
    Case(["hoo", "batch-evaluate", "absent", "folder", "s.csv"], "absent: there is no such"),
    Case(["hoo", "batch-extract", "folder", "folder", "shut/out"], "cannot be written"),
    Case(["hoo", "batch-extract", "folder", "folder", "file"], "expected a folder"),
    Case(["hoo", "validate", "folder", "--repair", "file"], "expected a folder"),
    Case(["hoo", "convert", "gold.xml", "no/x.m2"], "its folder does not exist"),
    Case(["hoo", "convert", "gold.xml", "gold.xml"], "this file is an input"),
    Case([*HOO_EVALUATE, "--text", "absent"], "absent: there is no such file"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("file", "judged.csv", "gold.xml", "system.xml"):
        Path(name).write_text("x\n", encoding="utf-8")
    Path("populations.jsonl").write_text(
        '{"sentence": "a", "probabilities": [0.5, 0.5], "answers": 2}\n', encoding="utf-8"
    )
    Path("crowd.csv").write_text(CROWD, encoding="utf-8")
    Path("ranked.csv").write_text(RANKED, encoding="utf-8")
    Path("folder").mkdir()
    Path("shut").mkdir(mode=0o500)
    real = sys.modules["os"].access
    # Who runs the tests may be allowed to write everywhere.
    monkeypatch.setattr("os.access", lambda p, mode: "shut" not in str(p) and real(p, mode))
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(
    Path(part).name for part in case.arguments))  # fmt: skip
def test_refused_before_work(
    case: Case, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def computed(*given: object) -> None:
        raise AssertionError("the engine was called")

    def opened(path: object) -> None:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(parallel.Processes, "results", computed)
    if not case.reads:
        monkeypatch.setattr(lines, "_opened", opened)
    before = sorted(Path().iterdir())
    assert main(case.arguments) == 2
    captured = capsys.readouterr()
    assert case.said in captured.err
    assert not captured.out and "Traceback" not in captured.err
    assert sorted(Path().iterdir()) == before


def test_what_the_cases_watch_is_reached_without_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class ReachedError(Exception):
        pass

    def reached(*given: object) -> None:
        raise ReachedError

    with monkeypatch.context() as patched:
        patched.setattr(parallel.Processes, "results", reached)
        for command in (EVALUATE, COMPARE, CONSERVATISM, RERANK, [*SENSITIVITY, "-m", "GLEU"]):
            with pytest.raises(ReachedError):
                main(command)
    monkeypatch.setattr(lines, "_opened", reached)
    for command in (EVALUATE, USIM, IMPORT, ["parse", SOURCE], ["apply", GOLD]):
        with pytest.raises(ReachedError):
            main(command)
