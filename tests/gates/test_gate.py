"""The gate: what breaks a rule, what is refused, and what is written."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.statistics.paired import compare

COMMAND = ("gate",)
GOLD, GOOD, TIMID, RECKLESS = (
    str(examples.path(name)) for name in ("gold.m2", "good.txt", "timid.txt", "reckless.txt")
)
MEASURES = "M2,Meaning,WordChange,GLEU"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gate") / "baseline.json"
    assert main(["evaluate", "--m2", GOLD, "-H", f"old={GOOD}", "-m", MEASURES, "--ci", "0",
                 "-o", str(path)]) == 0  # fmt: skip
    return path


def at(*rules: str, system: str = TIMID, **options: object) -> cg.Gate:
    return cg.gate(saved_result(), GOLD, {"new": system}, rules, **options)  # type: ignore[arg-type]


def saved_result() -> cg.Result:
    if not hasattr(saved_result, "made"):
        made = cg.evaluate(GOLD, {"old": GOOD}, [MEASURES, "ERRANT"], ci=None)
        saved_result.made = made  # type: ignore[attr-defined]
    return saved_result.made  # type: ignore[attr-defined, no-any-return]


# --- what breaks a rule ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule, broken",
    [
        ("M2 drops", True),
        ("M2 drops 11 points", True),
        ("M2 drops 12 points", False),
        ("M2 drops 10 %", True),  # 11.9 points are 14.1 % of the baseline's 0.842
        ("M2 drops 15 %", False),
        ("M2 worsens 11 points", True),
        ("M2 changes 11 points", True),
        ("M2.precision drops", False),
        ("M2.recall drops 49 points", True),
        ("M2.tp drops 1", True),
        ("M2.fp rises", False),
        ("M2 < 0.73", True),
        ("M2 < 0.72", False),
        ("WordChange drops 1.4", True),
        ("WordChange drops 1.41", False),
        ("WordChange > 0.78", True),
        ("alarms rise", False),
        ("alarms > 0", False),
        ("M2.recall drops significantly", True),
        ("M2.recall drops 60 points significantly", False),
        ("ERRANT[R:VERB:SVA].recall drops", True),
        ("ERRANT[R:VERB].fn rises", True),
        ("ERRANT[R:VERB] > 0.9", True),
    ],
)
def test_what_breaks_a_rule(rule: str, broken: bool) -> None:
    checked = at(rule)
    assert checked.passed != broken
    assert len(checked.lines()) == broken


def test_a_tie_breaks_nothing() -> None:
    checked = at("M2 drops", "M2 changes significantly", "GLEU drops", "alarms rise", system=GOOD)
    assert checked.passed
    assert all(check.difference and check.difference.value == 0 for check in checked.checks)


@pytest.mark.parametrize("measure", ["M2", "GLEU", "Meaning"])
def test_the_test_is_half_of_the_two_sided_one(measure: str) -> None:
    result = cg.evaluate(GOLD, {"new": TIMID, "old": GOOD}, measure, ci=None)
    pair = result.compare().pairs[0]
    check = at(f"{measure} changes significantly").checks[0]
    assert check.p == pytest.approx(pair.paired.p)
    assert check.difference is not None
    assert check.difference.value == pytest.approx(pair.paired.difference)
    down = at(f"{measure} drops significantly").checks[0]
    if pair.paired.difference < 0:
        assert down.p == pytest.approx(pair.paired.p / 2, abs=1e-4)
    else:
        assert down.p == 1


def test_tests_of_a_type_are_those_of_its_rows() -> None:
    result = cg.evaluate(GOLD, {"new": TIMID, "old": GOOD}, "ERRANT", ci=None)
    tables = []
    for system in ("new", "old"):
        table = np.zeros((result.size, 3))
        for k, *counts in result.type_rows("ERRANT")[system]["R:VERB:SVA"]:
            table[k] = counts
        tables.append(table)

    def recall(sums):  # type: ignore[no-untyped-def]
        return {"score": sums[..., 0] / np.maximum(sums[..., 0] + sums[..., 2], 1)}

    paired = compare(*tables, recall)
    check = at("ERRANT[R:VERB:SVA].recall changes significantly").checks[0]
    assert (check.p, check.value - (check.baseline or 0)) == (
        pytest.approx(paired.p),
        pytest.approx(paired.difference),
    )


def test_all_tests_are_corrected_together() -> None:
    rules = [f"{part} drops significantly" for part in ("M2", "M2.recall", "GLEU")]
    alone = [at(rule).checks[0].p for rule in rules]
    checked = at(*rules, "M2 drops")
    assert [check.p for check in checked.checks] == [*alone, None]
    assert checked.checks[1].p_holm == pytest.approx(3 * (alone[1] or 0))
    assert [check.verdict for check in checked.checks] == [
        "not significant" if (check.p_holm or 0) >= 0.05 else "broken" for check in checked.checks
    ]
    strict = at(*rules, alpha=0.9)
    assert all(check.broken for check in strict.checks)


def test_sentences_that_contribute_are_named() -> None:
    result = saved_result()
    texts = Path(GOOD).read_text().splitlines()
    spoilt = [*texts]
    spoilt[4] = "Green zebras never sleep ."
    checked = cg.gate(result, GOLD, {"new": spoilt}, ["M2 drops", "alarms rise"])
    assert [check.sentences for check in checked.checks] == [(5,), (5,)]
    assert "most in sentence 5" in checked.lines()[0]


def test_new_alarms_are_counted_by_sentence() -> None:
    """As many alarms as before can be in other sentences."""
    sources = ["I have two cats .", "He did not come .", "They are here ."]
    old = ["I have three cats .", "He did not come .", "They are here ."]
    new = ["I have two cats .", "He did come .", "They are here ."]
    baseline = cg.evaluate(sources=sources, systems={"old": old}, measures="Meaning", ci=None)

    def check(*rules: str) -> cg.Gate:
        return cg.gate(baseline, sources=sources, systems={"new": new}, rules=rules)

    assert check("alarms rise").passed
    (broken,) = check("new alarms > 0").broken
    assert (broken.value, broken.sentences) == (1, (2,))
    assert check("new alarms > 1").passed
    assert not check("new alarms >= 1").passed
    summary = check("new alarms > 0").to_summary()
    assert "2: He did not come . → He did come ." in summary
    with pytest.raises(cg.InputError, match="compares with a baseline, and none is given"):
        cg.gate(None, sources=sources, systems={"new": new}, rules="new alarms > 0")


def test_a_better_system_passes_and_undefined_does_not() -> None:
    gold, one = ["a b ."], {"new": ["a b ."]}
    checked = cg.gate(None, gold, one, "WordOrder < -1", references=[["a b ."]])
    assert checked.checks[0].broken == (not np.isfinite(checked.checks[0].value))


# --- baselines ------------------------------------------------------------------------------------


def test_saved_in_any_way_it_is_the_same(saved: Path, tmp_path: Path) -> None:
    result = saved_result()
    complete = tmp_path / "complete.json.gz"
    result.save(complete)
    rules = ["M2 drops 0.5 significantly", "GLEU drops", "alarms rise", "WordChange changes"]
    expected = at(*rules).record()["checks"]
    for baseline in (saved, str(saved), cg.load(saved), complete):
        checked = cg.gate(baseline, GOLD, {"new": TIMID}, rules)
        assert checked.record()["checks"] == expected
    typed = "ERRANT[R:VERB:SVA].recall drops significantly"
    assert cg.gate(complete, GOLD, {"new": TIMID}, typed).checks == at(typed).checks
    with pytest.raises(cg.InputError, match=r"baseline\.json has no ERRANT"):
        cg.gate(saved, GOLD, {"new": TIMID}, typed)


def test_a_result_is_judged_as_it_is(saved: Path) -> None:
    result = cg.evaluate(GOLD, {"new": TIMID}, MEASURES, ci=None)
    assert cg.gate(saved, result, rules="M2 drops").broken
    with pytest.raises(cg.InputError, match="other references"):
        plain = cg.evaluate(
            result.segments, {"new": TIMID}, "M2", ci=None,
        )  # fmt: skip
        gold = [cg.Segment(s.source, s.references[:1], s.id) for s in plain.segments or ()]
        cg.gate(saved_result(), cg.evaluate(gold, {"new": TIMID}, "M2", ci=None), rules="M2 drops")


def changed(corpus: cg.Corpus, sentence: int, **parts: object) -> list[cg.Segment]:
    segments = list(corpus)
    old = segments[sentence - 1]
    source = str(parts.get("source", old.source))
    segments[sentence - 1] = cg.Segment(source, parts.get("references", old.references), old.id)  # type: ignore[arg-type]
    return segments


@pytest.mark.parametrize(
    "edit, message",
    [
        (lambda c: list(c)[:-1], "it has 32 sentences, and there are 31 here"),
        (lambda c: changed(c, 3, source="Another one ."), "sentence 3 differs"),
        (
            lambda c: changed(c, 3, references=(cg.Correction(list(c)[2].source, edits=()),) * 2),
            "sentence 3 has other references",
        ),
        (lambda c: list(c)[::-1], r"sentences 1, 2 and 3 \(and \d+ more\) differ"),
    ],
)
def test_other_sentences_are_refused_before_scoring(edit, message, saved, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("corrigenda.evaluation.tables", None)
    corpus = edit(cg.read(GOLD))
    outputs = [segment.source for segment in corpus]
    with pytest.raises(cg.InputError, match=message):
        cg.gate(saved, corpus, {"new": outputs}, "M2 drops")


def test_other_settings_are_refused_before_scoring(
    saved: Path, tmp_path: Path, monkeypatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("corrigenda.evaluation.tables", None)
    new = {"new": str(examples.path("good.m2"))}
    with pytest.raises(cg.InputError, match="hyp is text there and edits here"):
        cg.gate(saved, GOLD, new, "M2 drops")
    data = json.loads(saved.read_text())
    for key, old, now, message in (
        ("version", data["version"], "0.1.9", "it was made by corrigenda 0.1.9, and this is"),
        ("beta", "beta=0.5", "beta=2.0", r"measure is M2\(.*beta=2.0.*\) there and M2\("),
        ("tok", "tok:none", "tok:corrigenda-1", "its texts were raw and tokenised, these"),
    ):
        other = tmp_path / f"{key}.json"
        text = json.dumps({**data, "version": now}) if key == "version" else json.dumps(data)
        other.write_text(text.replace(old, now) if key != "version" else text)
        with pytest.raises(cg.InputError, match=message):
            cg.gate(other, GOLD, {"new": TIMID}, "M2 drops")


def test_what_is_no_baseline_is_refused(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    cg.evaluate(GOLD, [GOOD, TIMID], ci=None).compare().save(path)
    with pytest.raises(cg.InputError, match="found a result of kind 'comparison'"):
        cg.gate(path, GOLD, {"new": TIMID}, "M2 drops")
    with pytest.raises(cg.InputError, match="and none is given"):
        cg.gate(None, GOLD, {"new": TIMID}, "M2 drops")
    assert not cg.gate(None, GOLD, {"new": TIMID}, "M2 < 0.9").passed
    data = json.loads(saved.read_text())
    data["paired"]["rows"]["M2"]["old"] = "1 2 3"
    path.write_text(json.dumps(data))
    with pytest.raises(cg.InputError, match="the rows of old by M2 are damaged"):
        cg.gate(path, GOLD, {"new": TIMID}, "M2 drops")


def test_which_system_of_several() -> None:
    several = cg.evaluate(GOLD, {"a": GOOD, "b": TIMID}, "M2", ci=None)
    with pytest.raises(cg.InputError, match=r"has 2 systems.*\n.*baseline_system='a'"):
        cg.gate(several, GOLD, {"new": TIMID}, "M2 drops")
    assert cg.gate(several, GOLD, {"b": TIMID}, "M2 drops").passed  # its namesake
    assert cg.gate(several, GOLD, {"new": TIMID}, "M2 drops", baseline_system="b").passed
    assert not cg.gate(several, GOLD, {"new": TIMID}, "M2 drops", baseline_system="a").passed
    with pytest.raises(cg.InputError, match="there are a, b"):
        cg.gate(several, GOLD, {"new": TIMID}, "M2 drops", baseline_system="c")


def test_mistakes_are_named() -> None:
    with pytest.raises(cg.InputError, match="between 0 and 1, not 5"):
        at("M2 drops", alpha=5)
    with pytest.raises(cg.InputError, match=r"no edit has the type 'R:VREB'[\s\S]*R:VERB"):
        at("ERRANT[R:VREB] < 0.5")


# --- the command ----------------------------------------------------------------------------------


def run(capsys, *arguments: str) -> tuple[int, str, str]:  # type: ignore[no-untyped-def]
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_command(saved: Path, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    junit, summary, table = (tmp_path / name for name in ("gate.xml", "gate.md", "gate.json"))
    (tmp_path / "rules.txt").write_text("M2.recall drops 2 points significantly\n")
    arguments = [
        "gate", str(saved), "--m2", GOLD, "-H", f"new={TIMID}", "--rules", f"{tmp_path}/rules.txt",
        "--fail-if", "WordChange > 2.5", "--fail-if", "alarms rise", "--junit", str(junit),
        "--summary", str(summary),
    ]  # fmt: skip
    status, printed, _ = run(capsys, *arguments)
    assert status == 1
    assert printed.count("broken: ") == 1
    assert "broken: new: M2.recall drops 2 points significantly: 0.8784 -> 0.3871 (" in printed
    suite = ElementTree.parse(junit).getroot()[0]
    assert suite.attrib | {"tests": "3", "failures": "1"} == suite.attrib
    assert [len(case.findall("failure")) for case in suite] == [0, 0, 1]
    assert summary.read_text().startswith("### ❌ corrigenda: gate failed: 1 of 3 checks broken\n")
    status, printed, said = run(capsys, *arguments, "-o", str(table))
    assert (status, printed) == (1, "")
    assert "corrigenda: broken: new: M2.recall" in said
    assert json.loads(table.read_text())["passed"] is False
    arguments[5] = f"new={GOOD}"
    status, printed, _ = run(capsys, *arguments)
    assert status == 0
    assert "gate passed" in printed
    assert summary.read_text().startswith("### ✅ corrigenda: gate passed\n")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--fail-if", "M2 drops 0.005"], "could be"),
        (["--fail-if", "M2 drops", "--alpha", "2"], "between 0 and 1"),
        ([], "no rule is given"),
        (["--rules", "missing.txt"], "no such file"),
        (["--fail-if", "M2 drops", "--junit", "no/such/folder.xml"], "its folder does not exist"),
        (["--fail-if", "ERRANT drops"], "has no ERRANT"),
        (["--fail-if", "M2 drops", "--baseline-system", "x"], "there are old"),
        (["--fail-if", "M2 drops", "--raw"], "edits, whose tokens must stay"),
    ],
)
def test_mistakes_on_the_command_line(arguments, message, saved, bad) -> None:  # type: ignore[no-untyped-def]
    assert message in bad(str(saved), "--m2", GOLD, "-H", f"new={TIMID}", *arguments)


def test_compare_takes_the_first_system_for_the_baseline(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    base = ["compare", "--m2", GOLD, "-H", f"old={GOOD}", "-H", f"new={TIMID}"]
    junit = tmp_path / "gate.xml"
    rules = ["M2.recall drops 2 points significantly", "ERRANT[R:VERB:SVA].recall drops"]
    given = [option for rule in rules for option in ("--fail-if", rule)]
    status, printed, _ = run(capsys, *base, *given, "--junit", str(junit))
    assert status == 1
    assert printed.count("broken: new: ") == 2
    assert "A wins" in printed
    assert junit.exists()
    status, *_ = run(capsys, *base, "--fail-if", "M2.precision drops")
    assert status == 0
    status, _, said = run(capsys, *base, "--junit", str(junit))
    assert (status, "report on rules" in said) == (2, True)


# --- for pytest -----------------------------------------------------------------------------------


def test_an_assertion_for_test_suites(saved: Path) -> None:
    checked = cg.testing.assert_not_worse(saved, GOLD, {"new": GOOD})
    assert checked.passed
    rules = ["M2.recall drops 2 points significantly", "M2 drops 90 points"]
    with pytest.raises(AssertionError) as caught:
        cg.testing.assert_not_worse(saved, GOLD, {"new": TIMID}, rules)
    first, second = str(caught.value).splitlines()
    assert first == "gate failed: 1 of 2 checks broken"
    assert second.startswith("broken: new: M2.recall drops 2 points significantly: 0.8784 -> ")


def test_a_system_that_changes_nothing_is_remarked_on(capsys: pytest.CaptureFixture[str]) -> None:
    source = str(examples.path("source.txt"))
    checked = at("Meaning worsens significantly", system=source)
    assert checked.passed
    assert any("new changes nothing" in remark.text for remark in checked.remarks)
    with pytest.warns(UserWarning, match="new changes nothing"):
        cg.testing.assert_not_worse(saved_result(), GOLD, {"new": source}, "Meaning < 0.5")
    assert not at("Meaning < 0.5", system=TIMID).remarks
    rules = ["--fail-if", "Meaning < 0.5"]
    assert main(["gate", "-s", source, "-H", f"new={source}", *rules]) == 0
    assert "new changes nothing: its output equals the source" in capsys.readouterr().err


def test_a_raw_baseline_asks_for_raw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s.txt").write_text("He go home.\nIt rain.\n", "utf-8")
    (tmp_path / "o.txt").write_text("He goes home.\nIt rains.\n", "utf-8")
    baseline, source, output = (str(tmp_path / name) for name in ("b.json", "s.txt", "o.txt"))
    data = ["-s", source, "-H", f"new={output}"]
    assert main(["evaluate", *data, "-m", "WordChange", "--raw", "-o", baseline]) == 0
    capsys.readouterr()
    assert main(["gate", baseline, *data, "--fail-if", "WordChange changes"]) == 2
    said = capsys.readouterr().err
    assert "its texts were raw and tokenised" in said and "hint: --raw\n" in said
    assert "sentence" not in said


def test_a_file_that_is_no_result_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "gate.md"
    other.write_text("# Gate\n", "utf-8")
    arguments = ["gate", str(other), "--m2", GOLD, "-H", TIMID, "--fail-if", "M2 drops"]
    assert main(arguments) == 2
    assert "hint: a baseline is a result that was saved: -f json -o" in capsys.readouterr().err
