"""From the UCCA archives to the file that is shipped, by one command:

    python -m corrigenda_training --data UCCA --text TEXT... --runs RUNS --out ucca.onnx \\
        --version 1.0

Two networks learn from the gold sentences with learner noise, and together label text without
labels; two students go on from the first, with gold and labelled text; the mean of the three is
rounded to int8.

With `--encoders BGE E5` there is more to it: that mean and two networks with these larger encoders
are the teachers of two last students, who set out from it with fewer feed-forward units, learn the
teachers' opinions, and see many misspelt words. Their mean is what is rounded then.

Each step that is done is not done again, and training goes on from its last checkpoint, so that
a stopped build is started again by the same command. Steps beside each other use one core each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from corrigenda_training.soup import soup

FIRST = {
    "a": ["--seed", "1", "--epochs", "10"],
    "b": ["--seed", "2", "--epochs", "10", "--structured", "--stop", "7"],
}
SECOND = {
    "c": ["--seed", "3"],
    "d": ["--seed", "4", "--dropout", "0.33", "--noise", "0.25"],
}
TEACHERS = {
    "bge": ["--seed", "11"],
    "e5": ["--seed", "12"],
}
LAST = {
    "f": ["--seed", "6"],
    "g": ["--seed", "7"],
}
ALL_SECOND = ["--epochs", "5", "--rate", "1e-4", "--head-rate", "4e-4"]
ALL_TEACHERS = ["--epochs", "4", "--rate", "1.5e-4", "--noise", "0.25", "--misspell", "0.15"]
ALL_LAST = [
    *("--epochs", "3", "--rate", "1.5e-4", "--head-rate", "5e-4"),
    *("--inner", "960", "--noise", "0.3", "--misspell", "0.4"),
]


class Build:
    """Steps, each in processes of its own."""

    def __init__(self, data: Path, runs: Path) -> None:
        self.data = data
        self.runs = runs
        runs.mkdir(parents=True, exist_ok=True)

    def train(self, networks: Mapping[str, Sequence[object]], *options: object) -> None:
        """Some networks beside each other."""
        self._finish(
            [
                self._start("train", "--data", self.data, "--out", self.runs / name, *own, *options)
                for name, own in networks.items()
            ]
        )

    def label(self, name: str, teachers: Sequence[str], *options: object) -> Path:
        """Text, by the opinion of some networks."""
        out = self.runs / name
        if not out.exists():
            runs = [self.runs / teacher for teacher in teachers]
            self._finish([self._start("label", "--runs", *runs, "--out", out, *options)])
        return out

    def export(self, name: str, out: Path, version: str) -> None:
        run = self.runs / name
        self._finish([self._start("export", "--run", run, "--out", out, "--version", version)])

    def _start(self, module: str, *options: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"corrigenda_training.{module}", *map(str, options)]
        return subprocess.Popen(command, env={**os.environ, "OMP_NUM_THREADS": "1"})

    def _finish(self, processes: Sequence[subprocess.Popen[bytes]]) -> None:
        codes = [process.wait() for process in processes]
        if any(codes):
            raise SystemExit("a step failed; what it said is above")


def main() -> None:
    options = argparse.ArgumentParser(
        prog="corrigenda_training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("--data", type=Path, required=True, help="folder of the UCCA archives")
    options.add_argument("--encoders", type=Path, nargs=2, help="folders of two teachers' encoders")
    options.add_argument("--text", type=Path, nargs="+", required=True, help="tokenised sentences")
    options.add_argument("--runs", type=Path, required=True, help="folder of all that is made")
    options.add_argument("--out", type=Path, required=True, help="the ONNX file")
    options.add_argument("--version", required=True, help="of the parser, in signatures")
    given = options.parse_args()
    build = Build(given.data, given.runs)
    build.train(FIRST)
    labelled = build.label("labelled.pickle", [*FIRST], *given.text)
    start = given.runs / "a"
    build.train(SECOND, *ALL_SECOND, "--labelled", labelled, "--start", start)
    soup([start, *(given.runs / name for name in SECOND)], given.runs / "soup")
    last = "soup"
    if given.encoders:
        encoders = zip(TEACHERS.items(), given.encoders, strict=True)
        teachers = {name: [*own, "--encoder", encoder] for (name, own), encoder in encoders}
        build.train(teachers, *ALL_TEACHERS)
        opinions = build.label("opinions.pickle", [*TEACHERS, "soup"], *given.text)
        start = given.runs / "soup"
        build.train(LAST, *ALL_LAST, "--labelled", opinions, "--start", start)
        last = "last"
        soup([given.runs / name for name in LAST], given.runs / last)
    build.export(last, given.out, given.version)


if __name__ == "__main__":
    main()
