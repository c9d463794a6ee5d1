"""`corrigenda alarms`: tables, and the exit status that builds go by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corrigenda.cli import main


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "source.txt").write_text("He is not here .\nShe like tea .\n", encoding="utf-8")
    (tmp_path / "new.txt").write_text("He is here .\nShe likes tea .\n", encoding="utf-8")
    return ["-s", str(tmp_path / "source.txt"), "-H", f"new={tmp_path / 'new.txt'}"]


def test_the_status_tells_of_alarms(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["alarms", *files]) == 1
    said = capsys.readouterr()
    assert "He is [not] here ." in said.out
    why = "new has alarms in 1 sentence, and --allow is 0: the exit status is 1"
    assert said.err == f"corrigenda: {why}\n"
    assert main(["alarms", *files, "--allow", "1"]) == 0
    assert main(["alarms", *files, "--kinds", "number,person"]) == 0


def test_a_mistake_has_another_status(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["alarms", *files, "--kinds", "numbers"]) == 2
    said = capsys.readouterr()
    assert "unknown alarm 'numbers'" in said.err
    assert not said.out
    assert main(["alarms", *files, "--allow", "-1"]) == 2


def test_alarms_as_json_and_as_a_page(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "alarms.html"
    assert main(["alarms", *files, "-f", "json", "--report", str(page)]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [one["alarm"] for one in data["raised"]] == ["negation"]
    assert "[not]" in page.read_text(encoding="utf-8")
