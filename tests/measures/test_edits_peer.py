"""Edits beside ERRANT itself, on random annotations, in every mode.

ERRANT's comparison needs nothing but its one script, so the test environment has the package
without its dependencies.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from corrigenda.corpus import Corpus, System
from corrigenda.formats import read, read_system
from corrigenda.measures.bytype import by_type
from corrigenda.measures.edits import Edits

TYPES = ["R:NOUN", "R:NOUN:NUM", "M:DET", "U:DET", "R:OTHER", "UNK", "M:PUNCT"]


@pytest.fixture(scope="module")
def errant() -> Path:
    spec = find_spec("errant")  # which does not import it
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("ERRANT is not installed: pip install --no-deps errant")
    return Path(spec.submodule_search_locations[0], "commands", "compare_m2.py")


def annotation(rng: random.Random, length: int, annotator: int) -> list[str]:
    """Some edits in order, possibly touching, sometimes two at one point; or a noop."""
    lines, at = [], 0
    while at <= length and rng.random() < 0.6:
        start = rng.randint(at, length)
        end = rng.randint(start, min(length, start + 2))
        words = " ".join(rng.choices("abc", k=rng.randint(0 if end > start else 1, 2)))
        lines.append(
            f"A {start} {end}|||{rng.choice(TYPES)}|||{words}|||REQUIRED|||-NONE-|||{annotator}"
        )
        at = end if rng.random() < 0.5 else end + 1
    return lines or [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"]


def files(rng: random.Random, folder: Path) -> tuple[Path, Path]:
    hypotheses, references = [], []
    for _ in range(60):
        length = rng.randint(1, 5)
        source = "S " + " ".join(rng.choices("abc", k=length))
        hypotheses.append("\n".join([source, *annotation(rng, length, 0)]))
        several = [a for k in range(rng.randint(1, 3)) for a in annotation(rng, length, k)]
        references.append("\n".join([source, *several]))
    for name, blocks in (("hyp.m2", hypotheses), ("ref.m2", references)):
        (folder / name).write_text("\n\n".join(blocks) + "\n\n", encoding="utf-8")
    return folder / "hyp.m2", folder / "ref.m2"


def printed(script: Path, *arguments: object) -> dict[str, list[float]]:
    """What ERRANT prints: figures by category, and `""` for all."""
    command = [sys.executable, str(script), *map(str, arguments)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.fullmatch(r"(?:([A-Z]\S*)\s+)?((?:\d+\s+){3}(?:[\d.]+\s+){2}[\d.]+)\s*", line)
        if match:
            found[match[1] or ""] = [float(number) for number in match[2].split()]
    return found


def ours(measure: Edits, corpus: Corpus, system: System) -> dict[str, list[float]]:
    pairs = list(zip(corpus, system.corrections, strict=True))
    table = measure.choose(measure.candidates(s, c) for s, c in pairs)
    judged = [
        judgement
        for (s, c), k in zip(pairs, table.chosen, strict=True)
        for judgement in measure.judge(s, c, k)
    ]
    totals = {kind: list(counts) for kind, counts in by_type(judged, measure.type_of).items()}
    totals[""] = measure.totals(table.rows).tolist()
    found = {}
    for kind, counts in totals.items():
        values = measure.values(measure.table([counts])[0])
        scores = [float(values[key]) for key in ("precision", "recall", "score")]
        found[kind] = [*counts, *(round(score, 4) for score in scores)]
    return found


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("mode", ["cs", "cse", "ds", "dt"])
def test_agrees_with_errant(errant: Path, tmp_path: Path, mode: str, level: int) -> None:
    rng = random.Random(f"{mode}{level}")
    for extra, parameters in (
        ([], {}),
        (["-single"], {"only": "single"}),
        (["-multi"], {"only": "multi"}),
        (["-filt", "R:NOUN", "M:DET"], {"filter": ("R:NOUN", "M:DET")}),
        (["-b", "2.0"], {"beta": 2.0}),
    ):
        hyp, ref = files(rng, tmp_path)
        corpus = read(ref)
        flags = [] if mode == "cs" else [f"-{mode}"]
        expected = printed(errant, "-hyp", hyp, "-ref", ref, "-cat", level, *flags, *extra)
        measure = Edits(mode=mode, level=level, duplicates="errant", **parameters)  # type: ignore[arg-type]
        found = ours(measure, corpus, read_system(hyp, corpus))
        assert expected[""]
        assert {k: v for k, v in found.items() if any(v[:3]) or not k} == expected
