"""Outputs are independent: one that fails does not cost the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from corrigenda import examples
from corrigenda.cli import main, outputs
from corrigenda.errors import InputError
from corrigenda.evaluation import Result, scores
from corrigenda.formats import lines
from corrigenda.measures.contract import Measure
from corrigenda.results.figures import Figure

GOLD = str(examples.path("gold.m2"))
GOOD, TIMID = str(examples.path("good.txt")), str(examples.path("timid.txt"))
FILES = ("t.txt", "f.svg", "f.caption.txt", "s.jsonl", "d.json", "r.html")
EVALUATE = (
    "evaluate", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-m", "M2,GLEU", "--resamples", "20",
    "--trials", "20", "-o", "t.txt", "--figure", "f.svg", "--per-sentence", "s.jsonl",
    "--json", "d.json", "--report", "r.html",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def full_disk(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let files of these names fail as they do on a full disk."""
    real = Path.replace

    def fails(self: Path, target: Any) -> Path:
        if Path(target).name in names:
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", fails)


@pytest.mark.parametrize("lost", ["t.txt", "f.svg", "s.jsonl", "d.json", "r.html"])
def test_what_cannot_be_written_costs_no_other_file(
    lost: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full_disk(monkeypatch, lost)
    assert main(list(EVALUATE)) == 2
    said = capsys.readouterr().err
    assert f"corrigenda: {lost}: cannot write this file: no space left on device\n" in said
    expected = set(FILES) - {lost} - ({"f.caption.txt"} if lost == "f.svg" else set())
    assert {path.name for path in Path().iterdir()} == expected


def test_every_file_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full_disk(monkeypatch, "t.txt", "r.html", "f.svg")
    assert main(list(EVALUATE)) == 2
    said = capsys.readouterr().err
    assert [name for name in FILES if f"{name}: cannot write" in said] == [
        "t.txt", "f.svg", "r.html",
    ]  # fmt: skip
    assert {path.name for path in Path().iterdir()} == {"s.jsonl", "d.json"}


def test_a_defect_of_one_output_costs_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = scores.figure

    def broken_figure(result: Result, measures: Sequence[Measure] | None = None) -> Figure:
        if measures is None:  # that of --figure; the page draws measure by measure
            raise KeyError("nowhere")
        return real(result, measures)

    monkeypatch.setattr("corrigenda.evaluation.scores.figure", broken_figure)
    assert main(list(EVALUATE)) == 2
    said = capsys.readouterr().err
    assert "f.svg: not written because of a defect (KeyError)" in said and "Traceback" in said
    assert {path.name for path in Path().iterdir()} == set(FILES) - {"f.svg", "f.caption.txt"}


def test_the_scores_are_written_if_what_comes_after_them_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*arguments: object, **more: object) -> None:
        raise InputError("no")

    monkeypatch.setattr("corrigenda.references.shares.share_of_ceiling", fails)
    monkeypatch.setattr("corrigenda.evaluation.complete.complete", fails)
    assert main([*EVALUATE, "--ceiling", "corpus"]) == 2
    said = capsys.readouterr().err
    assert "--ceiling: no" in said and "d.json: no" in said and "r.html: no" in said
    assert "F0.5" in Path("t.txt").read_text(encoding="utf-8")
    assert {path.name for path in Path().iterdir()} == set(FILES) - {"d.json", "r.html"}


STUDIES: dict[str, tuple[str, ...]] = {
    "compare": ("compare", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "--trials", "20"),
    "conservatism": ("conservatism", "--m2", GOLD, "-H", GOOD),
    "rerank": ("rerank", "--m2", GOLD, "-k", GOOD, "-k", TIMID, "--counts", "1"),
    "sensitivity": ("sensitivity", GOLD, "-m", "GLEU", "--sentences", "all"),
    "damage": ("damage", "--m2", GOLD, "-m", "WordChange"),
    "meta": ("meta", "ranked.csv", "--m2", GOLD, "-H", GOOD, "-H", TIMID, "-H", f"other={TIMID}"),
    "import": ("references", "import", GOLD),
    "estimate": ("references", "estimate", GOLD, "--method", "empirical"),
    "coverage": ("references", "coverage", GOLD, "-M", "1,2", "--method", "empirical"),
    "ceiling": ("references", "ceiling", "--m2", GOLD, "-M", "1"),
    "plan": ("references", "plan", GOLD, "-M", "1,2", "--method", "empirical"),
    "incentive": ("references", "incentive", "--coverage", "1=0.2,2=0.3"),
}


@pytest.mark.parametrize("command", STUDIES)
def test_studies_print_their_table_if_the_figure_fails_and_draw_if_the_table_fails(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = () if command in ("import", "estimate", "incentive") else ("--resamples", "20")
    if command == "meta":
        ranks = [f"{k},ann,{name},{k}" for k, name in enumerate(("good", "timid", "other"), 1)]
        ranked = ["sentence,judge,system,rank", *(f"1{rank[1:]}" for rank in ranks)]
        Path("ranked.csv").write_text("\n".join(ranked) + "\n", encoding="utf-8")
    arguments = [*STUDIES[command], *small, "--figure", "f.svg"]

    def no(*given: object, **more: object) -> None:
        raise InputError("no")

    with monkeypatch.context() as patched:
        patched.setattr(Figure, "save", no)
        assert main(arguments) == 2
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) > 2
    assert "corrigenda: f.svg: no\n" in captured.err
    with monkeypatch.context() as patched:
        patched.setattr(outputs, "write", no)
        assert main(arguments) == 2
    assert "corrigenda: standard output: no\n" in capsys.readouterr().err
    assert Path("f.svg").exists()


def test_a_reader_who_has_seen_enough_costs_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*given: object, **more: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(outputs, "write", closed)
    assert main([*EVALUATE[:-10], *EVALUATE[-8:]]) == 1  # the table goes to standard output
    assert {path.name for path in Path().iterdir()} == set(FILES) - {"t.txt"}


def test_an_interruption_is_not_held_up() -> None:
    def interrupted() -> None:
        with outputs.independent() as part, part("f"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def test_nothing_half_written_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    real: Callable[..., Any] = lines.writing_bytes

    def spied(path: Any) -> Any:
        written.append(Path(path).name)
        return real(path)

    monkeypatch.setattr(lines, "writing_bytes", spied)
    assert main(list(EVALUATE)) == 0
    assert {path.name for path in Path().iterdir()} == set(FILES)
    assert {"t.txt", "s.jsonl", "d.json", "r.html"} <= set(written)


def test_a_defect_in_sections_is_not_blamed_on_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Any) -> Any:
        raise KeyError("x")

    monkeypatch.setattr("corrigenda.evaluation.result.Result.tables", broken)
    main(list(EVALUATE))
    said = capsys.readouterr().err
    assert "corrigenda: t.txt: " in said
    assert "--columns" not in said
