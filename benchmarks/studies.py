"""HOO fragments, and conservatism."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from corpora import SHARED, conll14
from timing import cpu, report


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
    from corrigenda.changes import conservatism as study
    from corrigenda.statistics.settings import Settings

    corpus, systems = conll14()
    texts = [
        (segment.source, system.corrections[n].text)
        for n, segment in enumerate(corpus)
        for system in systems
    ]
    words = [(alignment.words(a), alignment.words(b)) for a, b in texts]

    def plain() -> None:
        """Every sentence to the solver."""
        for a, b in words:
            if a and b:
                alignment._solved(a, b, max(len(a), len(b)), 1.0, alignment.TIE)

    def whole(ci: float | None) -> None:
        alignment.aligned.cache_clear()
        study.conservatism(corpus, systems, settings=Settings(ci=ci), jobs=1)

    ours = cpu(lambda: [alignment.align(a, b, case=True) for a, b in words])
    report(f"Word alignment, {len(words):,} sentence pairs", ours, "all solved", cpu(plain))
    size = f"{len(systems)} systems, {len(corpus):,} sentences"
    report(f"Conservatism, {size}", cpu(lambda: whole(None)))
    report("  with intervals, 1,000 resamples", cpu(lambda: whole(95)))
