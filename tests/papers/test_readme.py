"""The table of the README is what its command prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda.evaluation import ScoreCell
from tests.conftest import Shared

README = Path(__file__).resolve().parents[2] / "README.md"
MEASURES = ("SARI(preset=easse)", "BLEU(preset=easse)", "Meaning")


@pytest.mark.slow
def test_the_table_of_simplifiers(shared: Shared) -> None:
    pytest.importorskip("sacrebleu", reason="BLEU needs it")
    text = README.read_text(encoding="utf-8")
    shown = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"\| .*\[\d", line)
    ]
    names = [row[0].partition(" (")[0] for row in shown[:-1]]
    assert len(names) == 9
    folder = shared.data("turk")
    result = cg.evaluate(
        sources=folder / "test.8turkers.tok.norm",
        references=[folder / f"test.8turkers.tok.turk.{k}" for k in range(8)],
        systems={name: folder / "easse_tok_low" / f"{name}.tok.low" for name in names},
        measures=",".join(MEASURES),
    )
    places = result.compare(MEASURES[0]).ranking()[MEASURES[0]]
    assert [place["system"] for place in places] == names == list(result.systems)
    assert result.changes is not None
    for place, change, row in zip(places, result.changes, shown[:-1], strict=True):
        sari, bleu, meaning = (printed(result[place["system"], m]) for m in MEASURES)
        expected = [f"{sari} {place['group']}", bleu, meaning, f"{change.rate:.2f}"]
        assert [cell.replace("**", "") for cell in row[1:]] == expected
    assert shown[-1][0] == result.unchanged_name
    cells = [cell for cell in result.unchanged_cells if cell is not None]
    assert shown[-1][1:] == [*map(printed, cells), "0.00"]
    signature = result.signature(MEASURES[0])
    assert f"`{signature}`" in text


def printed(cell: ScoreCell) -> str:
    return f"{100 * cell.score.value:.2f} [{100 * cell.low:.2f}, {100 * cell.high:.2f}]"
