"""Measures, against their peers or against what one would first write."""

from __future__ import annotations

import gzip
import random
import runpy
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from corpora import SHARED, conll14, jfleg, turk
from timing import cpu, report

import corrigenda as cg
from corrigenda import examples
from corrigenda.corpus import Pair
from corrigenda.engine.tables import tables
from corrigenda.evaluation import evaluate_stream
from corrigenda.formats import m2 as m2_files
from corrigenda.formats import paired, read_system, stream
from corrigenda.measures.m2 import M2


def m2() -> None:
    corpus, systems = conll14()
    pairs = len(corpus) * len(systems)
    measure = cg.measure("M2")
    ours = cpu(lambda: [measure.rows(corpus, system) for system in systems])
    report(
        f"M2, {len(systems)} systems, {pairs:,} sentence pairs", ours, "m2scorer: 9 to 219 s each"
    )
    slowest = 0.0
    for system in systems:
        for segment, correction in zip(corpus, system.corrections, strict=True):
            slowest = max(slowest, cpu(lambda: measure.candidates(segment, correction), 1))  # noqa: B023
    report("  its slowest sentence", slowest)
    rng = random.Random(1)
    pairs_of_200 = {
        "repeated words, shortened": (["a"] * 200, ["a"] * 180),
        "repeated words, diluted": (["a"] * 200, ["a", "b"] * 100),
        "three words at random": tuple(rng.choices("abc", k=200) for _ in range(2)),
        "nothing in common": ([f"x{i}" for i in range(200)], [f"y{i}" for i in range(200)]),
    }
    for name, (source, target) in pairs_of_200.items():
        text = " ".join(source)
        gold = [cg.Edit(i, i + 1, (rng.choice(target),)) for i in range(0, 200, 5)]
        segment = cg.Segment(text, (cg.Correction(text, edits=gold),) * 2)
        correction = cg.Correction(text, text=" ".join(target))
        report(f"  200 tokens, {name}", cpu(lambda: M2().candidates(segment, correction)))  # noqa: B023


def gleu() -> None:
    corpus, system = jfleg()
    files = [segment.source for segment in corpus], system

    def ours(text: str) -> None:
        # Fresh objects, so that nothing is remembered from the run before.
        segments = [
            cg.Segment(s.source, tuple(cg.Correction(s.source, text=r.text) for r in s.references))
            for s in corpus
        ]
        fresh = cg.System(
            "x", tuple(cg.Correction(c.source, text=c.text) for c in files[1].corrections)
        )
        measure = cg.measure(text)
        measure.score(measure.totals(measure.rows(segments, fresh)))

    theirs = cpu(lambda: plain_gleu(corpus, system), 1)
    size = f"{len(corpus)} sentences, {len(corpus[0].references)} references"
    report(f"GLEU, 500 draws, {size}", cpu(lambda: ours("GLEU")), "plain counters", theirs)
    report("GLEU, closed form", cpu(lambda: ours("GLEU(draws=0)")), "plain counters", theirs)


def plain_gleu(corpus: cg.Corpus, system: cg.System) -> float:
    """GLEU as one would first write it: counters, and one draw after the other."""

    def ngrams(tokens: list[str], n: int) -> Counter[tuple[str, ...]]:
        return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))

    rows = []
    for segment, correction in zip(corpus, system.corrections, strict=True):
        of_references = []
        for reference in segment.references:
            row = [len(correction.tokens), len(reference.tokens)]
            for n in range(1, 5):
                h, s = ngrams(correction.tokens, n), ngrams(segment.tokens, n)
                r = ngrams(reference.tokens, n)
                lacking = Counter({k: v for k, v in s.items() if k not in r})
                row.append(max(0, sum((h & r).values()) - sum((h & lacking).values())))
                row.append(max(0, len(correction.tokens) - n + 1))
            of_references.append(row)
        rows.append(of_references)
    scores = []
    for draw in range(500):
        random.seed(draw * 101)
        chosen = [row[random.randint(0, len(row) - 1)] for row in rows]
        c, r, *parts = (sum(column) for column in zip(*chosen, strict=True))
        logs = sum(np.log(a / b) for a, b in zip(parts[::2], parts[1::2], strict=True)) / 4
        scores.append(np.exp(min(0.0, 1 - r / c) + logs))
    return float(np.mean(scores))


def edits() -> None:
    """Edits beside errant_compare, from two M2 files to a score, in one process."""
    golden = SHARED.parent / "golden" / "errant302"
    spec = find_spec("errant")  # which does not import it
    if spec is None or not golden.is_dir():
        sys.exit("expected ERRANT (pip install --no-deps errant) and its files of CoNLL-2014")
    with tempfile.TemporaryDirectory() as folder:
        output, gold = (Path(folder, name) for name in ("hyp.m2", "ref.m2"))
        for path, name in ((output, "conll14.AMU.m2.gz"), (gold, "conll14.refs.m2.gz")):
            path.write_bytes(gzip.decompress((golden / name).read_bytes()))
        script = Path(next(iter(spec.submodule_search_locations or [])), "commands/compare_m2.py")
        theirs = runpy.run_path(str(script))["main"]

        measure = cg.measure("Edits")

        def pairs() -> Iterator[Pair]:
            m2_files._known.clear()  # nothing is remembered from the run before
            return paired(stream(gold), {"AMU": output})

        def ours() -> float:
            return evaluate_stream(pairs(), ["AMU"], "Edits", ci=None)["AMU"]["Edits"].value

        def alone() -> float:
            [[table]] = tables([measure], pairs(), ["AMU"])
            return measure.score(measure.totals(table.rows)).value

        def peer() -> str:
            sys.argv = ["errant_compare", "-hyp", str(output), "-ref", str(gold)]
            with redirect_stdout(StringIO()) as printed:
                theirs()
            return printed.getvalue().split("\n")[3].split()[-1]

        if f"{ours():.4f}".rstrip("0") != peer().rstrip("0"):
            sys.exit(f"they differ: {ours()} and {peer()}")
        runs = [(cpu(ours, 1), cpu(alone, 1), cpu(peer, 1)) for _ in range(15)]
        own, least, other = (min(times) for times in zip(*runs, strict=True))
        report("Edits of AMU, read and scored", least, "errant_compare", other)
        report("Edits of AMU, by `evaluate`", own, "errant_compare", other)


def measures() -> None:
    """Measures beside M2 and GLEU; peers are timed on as many sentences as ours."""
    corpus, system = turk()
    each = [cg.Corpus(tuple(cg.Segment(s.source, (r,)) for r in s.references)) for s in corpus]
    size = f"{len(corpus)} sentences, {len(corpus[0].references)} references"

    def ours(text: str) -> Callable[[], Any]:
        measure = cg.measure(text)
        return lambda: measure.score(measure.totals(measure.rows(corpus, system)))

    def singly() -> None:
        for segments, correction in zip(each, system.corrections, strict=True):
            for segment in segments:
                plain_sari(segment, correction)

    def together() -> None:
        for segment, correction in zip(corpus, system.corrections, strict=True):
            plain_sari(segment, correction)

    report(f"SARI, {size}", cpu(ours("SARI"), 10), "plain counters", cpu(together, 10))
    report(f"MAX-SARI, {size}", cpu(ours("MAX-SARI"), 10), "plain counters", cpu(singly, 3))
    report(f"BLEU, {size}", cpu(ours("BLEU")), "by way of sacrebleu")
    report(f"chrF, {size}", cpu(ours("chrF")), "by way of sacrebleu")
    folder = SHARED / "conll14" / "errant"
    gold, theirs = examples.path("gold.m2"), examples.path("good.m2")
    if folder.is_dir():
        gold, theirs = folder / "conll14.errant", folder / "conll14-AMU.errant"
    corpus = cg.read(gold)
    system = read_system(theirs, corpus)
    report(f"CLEME, {len(corpus):,} sentences", cpu(ours("CLEME")), "the released tool: 2.4 s")


def plain_sari(segment: cg.Segment, correction: cg.Correction) -> float:
    """SARI as one would first write it: with counters."""

    def ngrams(text: str, n: int) -> list[str]:
        words = text.lower().split()
        return [" ".join(words[i : i + n]) for i in range(len(words) - n + 1)]

    def ratio(part: float, whole: int) -> float:
        return part / whole if whole else 0.0

    def f1(p: float, r: float) -> float:
        return 2 * p * r / (p + r) if p + r else 0.0

    total = 0.0
    number = len(segment.references)
    for n in range(1, 5):
        r = Counter(gram for reference in segment.references for gram in ngrams(reference.text, n))
        s = Counter({g: k * number for g, k in Counter(ngrams(segment.source, n)).items()})
        c = Counter({g: k * number for g, k in Counter(ngrams(correction.text, n)).items()})
        kept, due, gone = s & c, s & r, s - c
        good, right = kept & r, gone - r
        added, wanted = set(c) - set(s), set(r) - set(s)
        total += f1(
            ratio(sum(good[g] / kept[g] for g in good), len(kept)),
            ratio(sum(good[g] / due[g] for g in good), len(due)),
        )
        total += ratio(sum(right[g] / gone[g] for g in right), len(gone))
        found = len(added & wanted)
        total += f1(ratio(found, len(added)), ratio(found, len(wanted)))
    return total / 12
