"""Every M2 file that ERRANT 3.0.2 wrote comes out the same, to the last edit.

The files were made by ERRANT 3.0.2 with spaCy 3.8 and en_core_web_sm 3.8.0.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from corrigenda.edits import Edit, apply_tokens
from corrigenda.formats import m2
from corrigenda.linguistics.errant.annotator import annotate_all, retype_all
from corrigenda.linguistics.errant.merging import Strategy
from tests.conftest import Shared

NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"
SYSTEMS = (
    "AMU",
    "CAMB",
    "CUUI",
    "IITB",
    "INPUT",
    "IPN",
    "NTHU",
    "PKU",
    "POST",
    "RAC",
    "SJTU",
    "UFC",
    "UMC",
)


def golden(shared: Shared, name: str) -> list[str]:
    path = shared.root / "golden" / "errant302" / f"{name}.m2.gz"
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def sentences(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def written(source: list[str], *corrections: list[str], **options: object) -> list[str]:
    """Return the lines of the M2 file for sources and any number of corrections of each."""
    blocks = [[f"S {' '.join(sentence.split())}"] for sentence in source]
    for annotator, corrected in enumerate(corrections):
        pairs = zip(source, corrected, strict=True)
        for block, edits in zip(blocks, annotate_all(pairs, **options), strict=True):  # type: ignore[arg-type]
            block += lines(edits, annotator) or [f"{NOOP}{annotator}"]
    return [line for block in blocks for line in [*block, ""]]


def lines(edits: list[Edit], annotator: object) -> list[str]:
    return [
        f"A {edit.start} {edit.end}|||{edit.type}|||{edit.alternatives[0]}|||REQUIRED|||-NONE-|||"
        f"{annotator}"
        for edit in edits
    ]


def test_mangled_sentences(shared: Shared) -> None:
    expected = golden(shared, "nasty")
    segments = [segment for _, segment in m2.parse(expected, "nasty.m2")]
    source = [segment.source for segment in segments]
    targets = [
        " ".join(apply_tokens(segment.tokens, segment.references[0].edits)) for segment in segments
    ]
    assert written(source, targets) == expected


@pytest.mark.parametrize("strategy", ["all-split", "all-merge", "all-equal"])
def test_merging_strategies(shared: Shared, strategy: Strategy) -> None:
    source, target = (
        sentences(shared.data("conll14", name))[:300] for name in ("source.txt", "ref0.txt")
    )
    assert written(source, target, merge=strategy) == golden(shared, f"options.{strategy}")


def test_levenshtein_alignment(shared: Shared) -> None:
    source, target = (
        sentences(shared.data("conll14", name))[:300] for name in ("source.txt", "ref0.txt")
    )
    assert written(source, target, levenshtein=True) == golden(shared, "options.lev")


@pytest.mark.parametrize(
    "system",
    [name if name == "SJTU" else pytest.param(name, marks=pytest.mark.slow) for name in SYSTEMS],
)
def test_systems_of_conll_2014(shared: Shared, system: str) -> None:
    source = sentences(shared.data("conll14", "source.txt"))
    target = sentences(shared.data("conll14", "systems", system))
    assert written(source, target) == golden(shared, f"conll14.{system}")


@pytest.mark.slow
def test_references_of_conll_2014(shared: Shared) -> None:
    names = ("source.txt", "ref0.txt", "ref1.txt")
    source, *references = (sentences(shared.data("conll14", name)) for name in names)
    assert written(source, *references) == golden(shared, "conll14.refs")


@pytest.mark.parametrize("system", ["mle_1", pytest.param("mle_4", marks=pytest.mark.slow)])
def test_systems_of_jfleg(shared: Shared, system: str) -> None:
    source = sentences(shared.data("jfleg", "dev.src"))
    target = sentences(shared.data("jfleg", f"{system}.txt"))
    assert written(source, target) == golden(shared, f"jfleg-dev.{system}")


@pytest.mark.slow
def test_references_of_jfleg(shared: Shared) -> None:
    source = sentences(shared.data("jfleg", "dev.src"))
    references = [sentences(shared.data("jfleg", f"dev.ref{i}")) for i in range(4)]
    assert written(source, *references) == golden(shared, "jfleg-dev.refs")


def test_gold_edits_of_conll_2014_typed_anew(shared: Shared) -> None:
    path = shared.data("conll14", "official-2014.combined.m2")
    blocks = list(_annotations(path.read_text(encoding="utf-8").splitlines()))
    retyped = retype_all((source, edits) for source, _, edits in blocks)
    expected = iter(golden(shared, "conll14.gold.retyped"))
    found = []
    by_sentence = groupby(zip(blocks, retyped, strict=True), key=lambda item: id(item[0][0]))
    for _, members in by_sentence:
        for n, ((source, annotator, given), edits) in enumerate(members):
            found += [f"S {source}"] if n == 0 else []
            if annotator:
                found += lines(edits, annotator) if given else [f"{NOOP}{annotator}"]
        found.append("")
    assert found == list(expected)


def _annotations(content: list[str]) -> Iterator[tuple[str, str, list[Edit]]]:
    """Yield sentence, annotator and edits; of a sentence that nobody annotated, no annotator."""
    for has_text, members in groupby(content, key=bool):
        if not has_text:
            continue
        head, *annotated = members
        source = head[2:]
        by: dict[str, list[Edit]] = {}
        for line in annotated:
            extent, kind, text, *_, annotator = line[2:].split("|||")
            start, end = map(int, extent.split())
            edits = by.setdefault(annotator, [])
            if kind != "noop":
                edits.append(Edit(start, end, (text,), kind))
        for annotator, edits in sorted(by.items()) or [("", [])]:
            yield source, annotator, edits
