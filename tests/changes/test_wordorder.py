"""WordOrder: Spearman's rho, and what becomes of sentences without one."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

import corrigenda as cg
from corrigenda.alignment import aligned
from corrigenda.changes.wordorder import WordOrder
from corrigenda.cli import main
from tests.conftest import expensive

words = st.text("abcde", min_size=1, max_size=6)


@given(st.lists(words, min_size=2, max_size=12, unique=True))
def test_turning_a_sentence_round(tokens: list[str]) -> None:
    text, reverse = " ".join(tokens), " ".join(tokens[::-1])
    for tokens_of in ("corpus", "released"):
        measure = WordOrder(tokens=tokens_of)
        assert measure.rho(text, text) == 1
        assert measure.rho(text, reverse) == pytest.approx(-1, abs=1e-12)


@expensive
@given(st.lists(words, max_size=9), st.lists(words, max_size=9))
def test_it_is_spearmans_rho(a: list[str], b: list[str]) -> None:
    source, target = " ".join(a), " ".join(b)
    pairs = aligned(source, target).pairs
    found = WordOrder().rho(source, target)
    if len(pairs) < 2:
        assert found is None
    else:
        assert found == pytest.approx(spearmanr(pairs).statistic, abs=1e-12)


@pytest.mark.parametrize(
    ("source", "target", "rho"),
    [
        ("I yesterday saw him .", "I saw him yesterday .", 0.4),
        ("I saw him , yesterday", ", I saw him yesterday", 1.0),  # marks have no rank
        ("I saw him", "I saw him again and again", 1.0),
        ("Hello !", "Hello .", None),
        ("Hello you", "", None),
        ("", "", None),
    ],
)
def test_examples(source: str, target: str, rho: float | None) -> None:
    assert WordOrder().rho(source, target) == (None if rho is None else pytest.approx(rho))


def test_sentences_without_rho_are_left_out_and_counted() -> None:
    corpus = [cg.Segment(s) for s in ("b a .", "Yes .", "to be")]
    output = ["a b .", "No .", "to be"]
    result = cg.evaluate(corpus, {"x": output}, "WordOrder", ci=None)
    score = result["x", "WordOrder"].score
    assert (score.value, score.parts["kept"]) == (0.0, 0.5)  # of -1 and 1
    assert score.counts == {"moved": 1, "defined": 2, "undefined": 1}
    alone = result.sentence_scores("x", "WordOrder").tolist()
    assert alone[::2] == [-1, 1] and math.isnan(alone[1])
    assert WordOrder().distribution(result.rows[0][0].rows).tolist() == [-1, 1]


def test_no_rho_at_all_is_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a guess nor a traceback, in any output."""
    source, output = tmp_path / "source.txt", tmp_path / "output.txt"
    source.write_text("Yes .\nNo !\n")
    output.write_text("No .\nYes !\n")
    lines, page = tmp_path / "sentences.jsonl", tmp_path / "page.html"
    given_files = ["-s", str(source), "-H", f"a={output}", "-H", f"b={source}", "-m", "WordOrder"]
    assert (
        main(["evaluate", *given_files, "--per-sentence", str(lines), "--report", str(page)]) == 0
    )
    assert "–" in capsys.readouterr().out
    [first, _] = [json.loads(line) for line in lines.read_text().splitlines()]
    assert first["systems"]["a"]["scores"] == {"WordOrder": None}
    assert main(["evaluate", *given_files, "-f", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["systems"]["a"]["WordOrder"]
    assert found["score"] is None and found["counts"]["undefined"] == 2
    assert main(["compare", *given_files]) == 0
