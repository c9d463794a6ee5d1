"""What is scored: shared data where it is to be found, bundled examples where it is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import corrigenda as cg
from corrigenda import examples
from corrigenda.formats import read_parallel, read_system

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("CORRIGENDA_SHARED", ROOT.parent / "shared")) / "data"


def conll14() -> tuple[cg.Corpus, list[cg.System]]:
    folder = SHARED / "conll14"
    if not folder.is_dir():
        corpus = cg.read(examples.path("gold.m2"))
        several = cg.Corpus(corpus.segments * 40)
        names = ["timid.txt", "good.txt", "reckless.txt"]
        systems = [read_system(examples.path(name), corpus) for name in names]
        return several, [cg.System(s.name, s.corrections * 40) for s in systems]
    corpus = cg.read(folder / "official-2014.combined.m2")
    files = [f for f in sorted((folder / "systems").iterdir()) if f.name != "INPUT"]
    return corpus, [read_system(f, corpus) for f in files]


def jfleg() -> tuple[cg.Corpus, cg.System]:
    folder = SHARED / "jfleg"
    if not folder.is_dir():
        corpus = read_parallel(
            examples.path("source.txt"), [examples.path("ref0.txt"), examples.path("ref1.txt")]
        )
        system = read_system(examples.path("good.txt"), corpus)
        return cg.Corpus(corpus.segments * 24), cg.System("good", system.corrections * 24)
    corpus = read_parallel(folder / "dev.src", [folder / f"dev.ref{k}" for k in range(4)])
    return corpus, read_system(folder / "mle_2.txt", corpus)


def turk() -> tuple[cg.Corpus, cg.System]:
    folder = SHARED / "turk"
    if not folder.is_dir():
        return jfleg()
    name = "test.8turkers.tok"
    references = [folder / f"{name}.turk.{k}" for k in range(8)]
    corpus = read_parallel(folder / f"{name}.norm", references)
    return corpus, read_system(folder / "systemoutputs" / "sari30it.test.output.1best", corpus)


def repeated(corpus: cg.Corpus, sentences: int) -> Iterator[cg.Segment]:
    """So many sentences, the corpus over and over."""
    for k in range(sentences):
        yield corpus[k % len(corpus)]
