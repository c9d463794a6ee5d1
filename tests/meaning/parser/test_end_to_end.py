"""Meaning out of the box: the embedded parser from text to score, and hostile text through all."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda.cli import main
from corrigenda.corpus import Segment
from corrigenda.meaning.comparison.usim import usim
from corrigenda.meaning.drawing.svg import svg
from corrigenda.meaning.formats import mrp
from corrigenda.meaning.parser import default_parser
from corrigenda.meaning.parsing import parse_all, parse_texts
from tests.meaning.parser.parsers import Flat

MODELS = Path(cg.__file__).parent / "models"

embedded = pytest.mark.skipif(
    not any(MODELS.glob("ucca.*")), reason=f"the embedded model is not in {MODELS}"
)


def hostile(count: int) -> list[str]:
    """Lines that no one would write, and that some file will have."""
    rng = random.Random(7)
    scripts = [
        "abc",
        "XYZ",
        "дом",
        "家是",
        "भारत",
        "שלום",
        "مرحبا",
        "ไทย",
        "👍🏽👩\u200d👧🇩🇪",
        "ñéü",
        "０１",
    ]
    marks = [*".,!?'\"()[]{}<>&%$#@*-–—…`~^|\\/;:=+\u200b\u200d\u0301\ufe0f"]
    control = [*map(chr, range(32)), *"\x7f\x85\u2028\ufffe\ud800\udfff"]
    lines = ["", " ", "a", ".", "…", "👍", "https://x.y/z?a=b#c", "\ufeff", "\ud83d", "!" * 300]
    lines += [" ".join(["word"] * 10_000), "x" * 50_000, ". " * 10_000]
    while len(lines) < count:
        pool = rng.choice([marks, control, [*"".join(scripts)], [*marks, *control, *scripts, " "]])
        length = rng.choice([1, 3, 10, 60])
        lines.append(rng.choice(["", " "]).join(rng.choice(pool) for _ in range(length)))
    return lines


def check(lines: list[str], parser: object) -> None:
    tokens = [line.split() for line in lines]
    for words, graph in zip(tokens, parse_all(tokens, parser), strict=True):  # type: ignore[arg-type]
        assert [token.text for token in graph.tokens] == words
        assert len(words) > 200 or usim(graph, graph) == 1


def test_hostile_lines_pass_through() -> None:
    lines = hostile(2000)
    assert len(lines) == 2000
    check(lines, Flat())
    raw = list(parse_texts(map(Segment, lines), Flat(), raw=True, jobs=1))
    assert len(raw) >= 2000
    assert len(list(mrp.dump(raw, Counter()))) == len(raw)
    for _, graph in raw[:300]:
        svg(graph)


@embedded
@pytest.mark.parametrize("count", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_hostile_lines_pass_through_the_embedded_parser(count: int) -> None:
    check(hostile(count), None)


@embedded
def test_the_embedded_parser_is_what_one_gets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, same, other = (tmp_path / name for name in ("source.txt", "same.txt", "other.txt"))
    source.write_text("I like very much swim in the sea .\nMy brother like cats .\n")
    same.write_text(source.read_text())
    other.write_text("I like swimming in the sea very much .\nThe weather was fine .\n")
    arguments = ["-s", str(source), "-H", str(same), "-H", str(other), "-m", "USim", "-f", "json"]
    assert main(["evaluate", *arguments]) == 0
    systems = json.loads(capsys.readouterr().out)["systems"]
    assert systems["same"]["USim"]["score"] == 1
    assert 0.2 < systems["other"]["USim"]["score"] < 0.9
    name = default_parser().name.replace(" ", "-")
    assert f"|hyp:text|parser:{name}|tok:none|" in systems["same"]["USim"]["signature"]


@embedded
def test_processes_and_neighbours_do_not_matter() -> None:
    sentences = [line.split() for line in [*hostile(60)[13:], "He sleeps a", "He sleeps b"]]
    alone = [default_parser().parse(tokens) if tokens else None for tokens in sentences]
    for jobs in (1, 2):
        found = list(parse_all(sentences, jobs=jobs))
        for one, graph in zip(alone, found, strict=True):
            assert one is None or one == graph
