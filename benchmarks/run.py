"""How fast, against what: CPU seconds on one core, and ratios against a peer in the same run.

    python benchmarks/run.py            everything but the stream
    python benchmarks/run.py stream     a million sentence pairs through M2
    python benchmarks/run.py hoo        ten thousand HOO fragments, extracted and scored
    python benchmarks/run.py conservatism    word alignment, and the study that rests on it
    python benchmarks/run.py measures   SARI, MAX-SARI, BLEU, chrF and CLEME
    python benchmarks/run.py parser     the embedded parser: speed, first call, memory of a stream

Uses the CoNLL-2014, JFLEG and TurkCorpus data where it is to be found (beside the checkout, or at
$CORRIGENDA_SHARED), and the bundled examples, repeated, where it is not.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core, as it says

import numpy as np

import corrigenda as cg
from corrigenda import examples
from corrigenda.formats import read_parallel, read_system
from corrigenda.measures.m2 import M2
from corrigenda.statistics.intervals import intervals
from corrigenda.statistics.resampling import bootstrap_sums

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("CORRIGENDA_SHARED", ROOT.parent / "shared")) / "data"


def cpu(job: Callable[[], Any], repeats: int = 3) -> float:
    """The least CPU time of some runs: other work on the machine only ever adds to it."""
    least = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        job()
        least = min(least, time.process_time() - started)
    return least


def report(what: str, ours: float, peer: str = "", theirs: float | None = None) -> None:
    line = f"{what:<58} {ours:8.3f} s"
    if theirs is not None:
        line += f"   {peer}: {theirs:.3f} s, ratio {theirs / ours:.1f}"
    elif peer:
        line += f"   ({peer})"
    print(line, flush=True)


# --- the data --------------------------------------------------------------------------------


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


# --- what is measured ------------------------------------------------------------------------


def m2() -> None:
    corpus, systems = conll14()
    pairs = len(corpus) * len(systems)
    measure = cg.parse("M2")
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
        measure = cg.parse(text)
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


def resampling() -> None:
    from scipy.stats import bootstrap

    corpus, systems = conll14()
    rng = np.random.default_rng(1)
    for name in ("M2", "GLEU", "Accuracy"):
        measure = cg.parse(name)
        rows = measure.additive(measure.rows(corpus, systems[0]))
        ours = cpu(lambda: measure.values(bootstrap_sums([rows], 10_000, 1)[0]))  # noqa: B023
        report(f"10,000 resamples of {name}, {len(rows):,} sentences", ours)
    measure = cg.parse("M2")
    rows = measure.rows(corpus, systems[0])

    def statistic(tp: Any, fp: Any, fn: Any, axis: int) -> Any:
        return measure.values(np.stack([x.sum(axis=axis) for x in (tp, fp, fn)], axis=-1))["score"]

    theirs = cpu(
        lambda: bootstrap(
            tuple(rows.T), statistic, paired=True, vectorized=True, method="BCa", n_resamples=1000,
            batch=100, rng=rng,
        ),
        1,
    )  # fmt: skip
    ours = cpu(lambda: intervals(rows, measure.values, resamples=1000))
    report("BCa interval of M2, 1,000 resamples", ours, "scipy.stats.bootstrap", theirs)


def start_up() -> None:
    for what, command in (
        ("import corrigenda", [sys.executable, "-c", "import corrigenda"]),
        ("corrigenda --help", [sys.executable, "-m", "corrigenda", "--help"]),
        ("python alone", [sys.executable, "-c", ""]),
    ):
        times = []
        for _ in range(5):
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - started)
        report(f"{what} (a new process, wall clock)", min(times))


# --- a million sentences ---------------------------------------------------------------------


def stream(sentences: int = 1_000_000) -> None:
    """A corpus as long as you like, through the command line, in bounded memory."""
    corpus, systems = conll14()
    with tempfile.TemporaryDirectory() as folder:
        gold, output = Path(folder, "gold.m2"), Path(folder, "system.txt")
        cg.write(_repeated(corpus, sentences), gold)
        with output.open("w", encoding="utf-8") as file:
            for k in range(sentences):
                file.write(
                    systems[k // len(corpus) % len(systems)].corrections[k % len(corpus)].text
                    + "\n"
                )
        command = [sys.executable, "-m", "corrigenda", "evaluate", "--m2", str(gold)]
        command += ["-H", f"system={output}", "--ci", "0"]
        started = time.perf_counter()
        subprocess.run(command, check=True)
        elapsed = time.perf_counter() - started
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{sentences:,} sentence pairs in {elapsed:.0f} s: {sentences / elapsed:,.0f} a second;")
    print(f"the largest process took {peak:.0f} MiB; {os.cpu_count()} processors")


def hoo(fragments: int = 10_000) -> None:
    """Folders of many fragments, through the command line."""
    data = SHARED / "hoo2011" / "dev"
    originals = sorted((data / "Raw").glob("*.txt"))
    if not originals:
        raise SystemExit("there is no HOO data to be found")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind in ("Orig", "Systems", "Gold", "Edits"):
            (folder / kind).mkdir()
        for k in range(fragments):
            path = originals[k % len(originals)]
            number = f"{k:04d}"
            (folder / "Orig" / f"{number}.txt").symlink_to(path)
            (folder / "Gold" / f"{number}GE.xml").symlink_to(data / "Gold" / f"{path.stem}GE.xml")
            text = data / "systems_txt" / f"{path.stem}GH1.txt"
            (folder / "Systems" / f"{number}GH1.txt").symlink_to(text)
        for command in (
            ["batch-extract", "Orig", "Systems", "Edits"],
            ["batch-evaluate", "Gold", "Edits", "scores.csv", "--ci", "0"],
        ):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "corrigenda", "hoo", *command], check=True, cwd=folder
            )
            elapsed = time.perf_counter() - started
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"hoo {command[0]}: {fragments / elapsed:,.0f} fragments a second, {peak:.0f} MiB"
            )


def conservatism() -> None:
    """How much all systems change, and how much annotators do."""
    from corrigenda import alignment
    from corrigenda.evaluation.settings import Settings
    from corrigenda.studies import conservatism as study

    corpus, systems = conll14()
    names = [system.name for system in systems]
    outputs = zip(*(system.corrections for system in systems), strict=True)
    pairs = list(zip(corpus, outputs, strict=True))
    texts = [(s.source, c.text) for s, corrections in pairs for c in corrections]
    words = [(alignment.words(a), alignment.words(b)) for a, b in texts]

    def plain() -> None:
        """Every sentence to the solver."""
        for a, b in words:
            if a and b:
                alignment._solved(a, b, max(len(a), len(b)), 1.0, alignment.TIE)

    def whole(ci: float | None) -> None:
        alignment.aligned.cache_clear()
        study.conservatism(pairs, names, settings=Settings(ci=ci), jobs=1)

    ours = cpu(lambda: [alignment.align(a, b, case=True) for a, b in words])
    report(f"Word alignment, {len(words):,} sentence pairs", ours, "all solved", cpu(plain))
    size = f"{len(names)} systems, {len(corpus):,} sentences"
    report(f"Conservatism, {size}", cpu(lambda: whole(None)))
    report("  with intervals, 1,000 resamples", cpu(lambda: whole(95)))


def measures() -> None:
    """Measures beside M2 and GLEU; peers are timed on as many sentences as ours."""
    corpus, system = turk()
    each = [cg.Corpus(tuple(cg.Segment(s.source, (r,)) for r in s.references)) for s in corpus]
    size = f"{len(corpus)} sentences, {len(corpus[0].references)} references"

    def ours(text: str) -> Callable[[], Any]:
        measure = cg.parse(text)
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


def parser(sentences: int = 20_000) -> None:
    """Sentences of 20 to 30 tokens, one process, one thread; then a stream over all processors."""
    from corrigenda.meaning.parser.embedded import Embedded

    corpus, _ = conll14()
    texts = dict.fromkeys(segment.source for segment in corpus)
    lines = [text.split() for text in texts if 20 <= len(text.split()) <= 30][:300]
    if not lines:
        lines = [(" ".join(texts)).split()[k : k + 25] for k in range(0, 300, 25)]
    started = time.process_time()
    embedded = Embedded()
    embedded.parse(lines[0])
    report("Parser, first call (import and load included)", time.process_time() - started)
    least = sum(cpu(lambda: embedded.parse(line), 5) for line in lines)  # noqa: B023
    tokens = sum(map(len, lines)) / len(lines)
    what = f"Parser, {len(lines)} sentences of {tokens:.0f} tokens"
    report(what, least, "the same products, fp32 in numpy", products(30) * len(lines))
    print(f"  {len(lines) / least:.0f} sentences a second of one core")
    # New sentences, so that none is parsed twice: the words of the corpus in other company.
    words = [word for text in texts for word in text.split()]
    code = (
        "import random, resource, sys\n"
        "from corrigenda.engine.parsing import parse_all\n"
        "words = sys.stdin.read().split(); dice = random.Random(1)\n"
        f"lines = (dice.choices(words, k=24) for _ in range({sentences}))\n"
        "if __name__ == '__main__':\n"
        "    for n, graph in enumerate(parse_all(lines), 1):\n"
        f"        if n in (2000, {sentences}):\n"
        "            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "            print(f'  after {n:,} sentences: {own:.0f} MB', flush=True)\n"
    )
    print(f"Parser, a stream of {sentences:,} sentences over all processors", flush=True)
    subprocess.run([sys.executable, "-c", code], input=" ".join(words), text=True, check=True)


def products(pieces: int) -> float:
    """CPU time of the multiplications of the parser's encoder for so many word pieces, as numpy
    does them: what the processor is worth."""
    rng = np.random.default_rng(1)
    x, inner = rng.random((pieces, 384), np.float32), rng.random((pieces, 1536), np.float32)
    sizes = [(384, 1152), (384, 384), (384, 1536)]
    weights = [rng.random(size, np.float32) for _ in range(6) for size in sizes]
    down = [rng.random((1536, 384), np.float32) for _ in range(6)]
    return cpu(lambda: [x @ w for w in weights] + [inner @ w for w in down], 20)


def turk() -> tuple[cg.Corpus, cg.System]:
    folder = SHARED / "turk"
    if not folder.is_dir():
        return jfleg()
    name = "test.8turkers.tok"
    references = [folder / f"{name}.turk.{k}" for k in range(8)]
    corpus = read_parallel(folder / f"{name}.norm", references)
    return corpus, read_system(folder / "systemoutputs" / "sari30it.test.output.1best", corpus)


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


def _repeated(corpus: cg.Corpus, sentences: int) -> Iterator[cg.Segment]:
    for k in range(sentences):
        yield corpus[k % len(corpus)]


if __name__ == "__main__":
    if sys.argv[1:2] == ["stream"]:
        stream(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["hoo"]:
        hoo(*map(int, sys.argv[2:]))
    elif sys.argv[1:2] == ["conservatism"]:
        conservatism()
    elif sys.argv[1:2] == ["measures"]:
        measures()
    elif sys.argv[1:2] == ["parser"]:
        parser(*map(int, sys.argv[2:]))
    else:
        start_up()
        m2()
        gleu()
        resampling()
