"""The table of the README is what its command prints."""

from __future__ import annotations

from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda.evaluation import ScoreCell
from tests.conftest import Shared

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.mark.slow
def test_the_table_of_conll14(shared: Shared) -> None:
    shown = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in README.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and line.count("|") == 6 and "system" not in line
    ]
    assert len(shown) == 13
    folder = shared.data("conll14")
    systems = {row[0]: folder / "systems" / row[0] for row in shown[:-1]}
    result = cg.evaluate(folder / "official-2014.combined.m2", systems, "M2,GLEU")
    assert shown[-1][0] == result.unchanged_name
    pairs = {(p.a, p.b): p.p_holm for p in result.compare("M2").pairs}
    best = {"CAMB", *(b for (a, b), p in pairs.items() if a == "CAMB" and p >= 0.05)}
    for name, *figures in shown:
        m2, gleu = (
            result.unchanged_cells
            if name == result.unchanged_name
            else (result[name, "M2"], result[name, "GLEU"])
        )
        assert m2 is not None and gleu is not None
        parts = [f"{m2.score.parts[part]:.4f}" for part in ("precision", "recall")]
        expected = [printed(m2), *parts, printed(gleu)]
        if name in best:
            expected[0] += " a"
        assert [figure.replace("**", "") for figure in figures] == expected
    assert round(pairs["CAMB", "CUUI"], 1) == 1.0
    assert round(pairs["CAMB", "AMU"], 2) == 0.45


def printed(cell: ScoreCell) -> str:
    return f"{cell.score.value:.4f} [{cell.low:.4f}, {cell.high:.4f}]"
