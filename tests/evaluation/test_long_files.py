"""Long files are read again instead of held, and give what a corpus in memory gives."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import corrigenda as cg
from corrigenda import examples
from corrigenda.cli import main
from corrigenda.engine import parallel
from corrigenda.errors import InputError
from corrigenda.evaluation import complete, evaluate_stream, result, sentences
from corrigenda.formats import count, paired, stream
from corrigenda.linguistics.errant import annotator, corrections

GOLD = examples.path("gold.m2")
SYSTEMS = {name: examples.path(f"{name}.txt") for name in ("good", "timid")}
MEASURES = ["M2", "GLEU"]


def read_again() -> cg.Result:
    return evaluate_stream(
        lambda: paired(stream(GOLD), SYSTEMS),
        list(SYSTEMS),
        MEASURES,
        ci=None,
        trials=50,
        origin="gold.m2",
        jobs=1,
    )


def held() -> cg.Result:
    return cg.evaluate(GOLD, SYSTEMS, MEASURES, ci=None, trials=50, jobs=1)


def test_the_same_sentences_types_and_judgements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result, "BLOCK", 5)
    here, there = read_again(), held()
    assert list(here.sentence_records()) == list(there.sentence_records())
    assert here.types().record() == there.types().record()
    assert here.judgements("good", "M2") == there.judgements("good", "M2")
    assert here.texts()[0] == there.texts()[0]
    assert here.disagreement == there.disagreement


def test_sentences_are_analysed_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = cg.evaluate(GOLD, SYSTEMS, "ERRANT", ci=None, jobs=1)
    monkeypatch.setattr(corrections, "_edits", {})
    calls: list[int] = []
    analyse = annotator.analyse_all

    def counted(sentences: Iterable[Any]) -> Any:
        listed = list(sentences)
        calls.append(len(listed))
        return analyse(listed)

    monkeypatch.setattr(annotator, "analyse_all", counted)
    scored.types()
    list(scored.sentence_records())
    assert len([size for size in calls if size]) <= 2 * len(SYSTEMS)


def test_a_sentence_is_analysed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = read_again()
    seen: list[tuple[str, ...]] = []
    analyse = annotator.analyse_all

    def noted(sentences: Iterable[Any]) -> Any:
        seen.extend(listed := list(sentences))
        return analyse(listed)

    monkeypatch.setattr(annotator, "analyse_all", noted)
    monkeypatch.setattr(annotator, "_kept", {})
    monkeypatch.setattr(corrections, "_edits", {})
    scored.types()
    assert scored.disagreement.edits
    assert seen
    assert len(seen) == len(set(seen))


def test_files_are_read_again_once_for_all_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []

    def pairs() -> Any:
        times.append(1)
        return paired(stream(GOLD), SYSTEMS)

    def scored() -> cg.Result:
        times.clear()
        return evaluate_stream(pairs, list(SYSTEMS), MEASURES, ci=None, trials=50, jobs=1)

    monkeypatch.setattr(complete, "MOST_OUTPUTS", 20)
    result = scored()
    result.types()
    assert str(result.types())
    assert len(times) == 2  # to score, and to judge
    page = scored()
    assert len(list(page.complete().sections())) > 3
    assert page.types().record() == result.types().record()
    assert len(times) == 2
    records = scored()
    assert len(list(records.sentence_records(count=True))) == 32
    assert records.types().record() == result.types().record()
    assert len(times) == 2


@pytest.mark.parametrize("output", ["--report", "--per-sentence", "--json"])
def test_one_process_if_one_is_asked_for(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(*_: object) -> Any:
        raise AssertionError("processes were started")

    monkeypatch.setattr(parallel, "PATIENCE", 0.0)
    monkeypatch.setattr(parallel, "_in_processes", started)
    monkeypatch.setattr(sentences, "BLOCK", 4)
    command = ["evaluate", "--m2", str(GOLD), "-H", str(SYSTEMS["good"]), "--ci", "0", "-j", "1"]
    made = tmp_path / ("made.html" if output == "--report" else "made.json")
    assert main([*command, "--by", "type", output, str(made), "-o", str(tmp_path / "o")]) == 0
    assert made.stat().st_size > 1000


def test_a_page_shows_a_sample_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(complete, "MOST_OUTPUTS", 20)
    sections = list(read_again().complete().sections())
    shown = sections[-1].sentences
    assert shown is not None
    assert [one["id"] for one in shown.sentences] == ["1", "5", "9", "13", "17", "21", "25", "29"]
    assert "8 of 32 sentences are shown, every 4th" in sections[-1].notes[0]


def test_a_file_that_changes_meanwhile_is_refused(tmp_path: Path) -> None:
    system = tmp_path / "system.txt"
    lines = examples.path("good.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    sources = examples.path("source.txt").read_text(encoding="utf-8").splitlines()
    system.write_text("".join(lines), encoding="utf-8")

    def pairs():  # type: ignore[no-untyped-def]
        return paired((cg.Segment(s) for s in sources), {"a": system})

    scored = evaluate_stream(pairs, ["a"], "WordChange", ci=None, jobs=1)
    sources.append("One more .")
    system.write_text("".join([*lines, "One more .\n"]), encoding="utf-8")
    with pytest.raises(InputError, match="has changed while it was evaluated"):
        list(scored.sentence_records())


def test_a_stream_that_cannot_be_read_again() -> None:
    scored = evaluate_stream(paired(stream(GOLD), SYSTEMS), list(SYSTEMS), ci=None, jobs=1)
    assert not scored.has_sentences
    with pytest.raises(InputError, match="streamed and not kept"):
        list(scored.sentence_records())


def test_standard_input_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GOLD.open("rb") as file:
        monkeypatch.setattr("sys.stdin", type("In", (), {"buffer": file}))
        rows = tmp_path / "rows.jsonl"
        command = ["evaluate", "--m2", "-", "-H", str(SYSTEMS["good"]), "--ci", "0", "-j", "1"]
        assert main([*command, "--per-sentence", str(rows), "-o", str(tmp_path / "o")]) == 0
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 32
    assert json.loads(rows.read_text(encoding="utf-8").splitlines()[0])["id"] == "1"


def test_sentences_are_counted_without_parsing(tmp_path: Path) -> None:
    assert count(GOLD) == count(examples.path("source.txt")) == 32
    assert count(examples.path("examples.jsonl")) == 32
    assert count("-") is None
    assert count(examples.path("hoo") / "Gold" / "0001GE.xml") is None
