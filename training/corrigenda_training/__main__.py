"""From the UCCA archives to the file that is shipped, by one command:

    python -m corrigenda_training --data UCCA --text TEXT... --runs RUNS --out ucca.safetensors \\
        --version 1.0

Two networks learn from the gold sentences with learner noise, and together label text without
labels; two students go on from the first, with gold and labelled text; the mean of the three is
rounded to int8.

With `--encoders BGE E5` there is more to it: that mean and two networks with these larger encoders
label the text again, with their opinions on every span; the two go on from there with gold and
labelled text, and label it once more. Two last students learn these opinions; they set out from
that mean with fewer feed-forward units. Their mean is what is rounded then. Of two networks beside
each other, one learns from one half of the text files, and the other from the other.

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
AGAIN = {
    "bge-again": ["--seed", "21"],
    "e5-again": ["--seed", "22"],
}
LAST = {
    "f": ["--seed", "6"],
    "g": ["--seed", "7"],
}
ALL_SECOND = ["--epochs", "5", "--rate", "1e-4", "--head-rate", "4e-4"]
ALL_TEACHERS = ["--epochs", "4", "--rate", "1.5e-4", "--noise", "0.25", "--misspell", "0.15"]
ALL_AGAIN = [
    *("--epochs", "4", "--stop", "3", "--rate", "1e-4", "--head-rate", "4e-4"),
    *("--noise", "0.25", "--misspell", "0.15"),
]
ALL_LAST = [
    *("--epochs", "3", "--rate", "1.5e-4", "--head-rate", "5e-4"),
    *("--inner", "1152", "--noise", "0.25", "--misspell", "0.2"),
]

Networks = Mapping[str, Sequence[object]]


class Build:
    """Steps, each in processes of its own."""

    def __init__(self, data: Path, runs: Path) -> None:
        self.data = data
        self.runs = runs
        runs.mkdir(parents=True, exist_ok=True)

    def train(self, networks: Networks, *options: object) -> None:
        """Some networks beside each other."""
        self._finish(
            [
                self._start("train", "--data", self.data, "--out", self.runs / name, *own, *options)
                for name, own in networks.items()
            ]
        )

    def label(self, teachers: Sequence[str], texts: Mapping[str, Sequence[Path]]) -> list[Path]:
        """Some texts beside each other, by the opinion of some networks."""
        runs = [self.runs / teacher for teacher in teachers]
        places = {self.runs / f"{name}.pickle": paths for name, paths in texts.items()}
        self._finish(
            [
                self._start("label", "--runs", *runs, "--out", place, *paths)
                for place, paths in places.items()
                if not place.exists()
            ]
        )
        return [*places]

    def export(self, name: str, out: Path, version: str) -> None:
        places = ("--data", self.data, "--run", self.runs / name, "--out", out)
        self._finish([self._start("export", *places, "--version", version)])

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
    options.add_argument("--out", type=Path, required=True, help="the safetensors file")
    options.add_argument("--version", required=True, help="of the parser, in signatures")
    given = options.parse_args()
    if given.encoders and len(given.text) < 2:
        options.error("--text: with --encoders, two files are needed at least, two halves")
    build = Build(given.data, given.runs)
    build.train(FIRST)
    labelled = build.label([*FIRST], {"labelled": given.text})
    start = given.runs / "a"
    build.train(SECOND, *ALL_SECOND, "--labelled", *labelled, "--start", start)
    soup([start, *(given.runs / name for name in SECOND)], given.runs / "soup")
    last = "soup"
    if given.encoders:
        last = "last"
        build.train(_each(TEACHERS, "--encoder", given.encoders), *ALL_TEACHERS)
        said = build.label([*TEACHERS, "soup"], _halves("opinions", given.text))
        starts = [given.runs / name for name in TEACHERS]
        again = _each(_each(AGAIN, "--start", starts), "--labelled", said)
        build.train(again, *ALL_AGAIN)
        said = build.label([*AGAIN, "soup"], _halves("opinions-again", given.text))
        start = given.runs / "soup"
        build.train(_each(LAST, "--labelled", said), *ALL_LAST, "--start", start)
        soup([given.runs / name for name in LAST], given.runs / last)
    build.export(last, given.out, given.version)


def _each(networks: Networks, option: str, values: Sequence[Path]) -> Networks:
    """The networks, each with a value of its own of an option."""
    pairs = zip(networks.items(), values, strict=True)
    return {name: [*own, option, value] for (name, own), value in pairs}


def _halves(name: str, texts: Sequence[Path]) -> dict[str, Sequence[Path]]:
    return {f"{name}-1": texts[::2], f"{name}-2": texts[1::2]}


if __name__ == "__main__":
    main()
