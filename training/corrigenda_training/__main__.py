"""From the UCCA archives to the file that is shipped, by one command:

    python -m corrigenda_training --data UCCA --text TEXT... --runs RUNS --out ucca.onnx

Teachers learn from the gold sentences with learner noise; together they label text without labels;
students go on from the first teacher, with gold and labelled text; the mean of that teacher and its
students is rounded to int8. Each step that is done is not done again, and training goes on from its
last checkpoint, so that a stopped build is started again by the same command. Steps beside each
other use one core each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from corrigenda_training.soup import soup

TEACHERS = {
    "a": ["--seed", "1"],
    "b": ["--seed", "2", "--structured", "--stop", "7"],
}
STUDENTS = {
    "c": ["--seed", "3"],
    "d": ["--seed", "4", "--dropout", "0.33", "--noise", "0.25"],
}


def started(module: str, *options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"corrigenda_training.{module}", *map(str, options)]
    return subprocess.Popen(command, env={**os.environ, "OMP_NUM_THREADS": "1"})


def finished(processes: list[subprocess.Popen[bytes]]) -> None:
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
    options.add_argument("--text", type=Path, nargs="+", required=True, help="tokenised sentences")
    options.add_argument("--runs", type=Path, required=True, help="folder of all that is made")
    options.add_argument("--out", type=Path, required=True, help="the ONNX file")
    options.add_argument("--version", required=True, help="of the parser, in signatures")
    options.add_argument("--teacher-epochs", type=int, default=10)
    options.add_argument("--student-epochs", type=int, default=5)
    given = options.parse_args()
    given.runs.mkdir(parents=True, exist_ok=True)

    def trained(runs: dict[str, list[str]], epochs: int, *more: object) -> None:
        finished(
            [
                started(
                    "train",
                    "--data",
                    given.data,
                    "--out",
                    given.runs / name,
                    "--epochs",
                    epochs,
                    *chosen,
                    *more,
                )
                for name, chosen in runs.items()
            ]
        )

    trained(TEACHERS, given.teacher_epochs)
    labelled = given.runs / "labelled.pickle"
    if not labelled.exists():
        teachers = [given.runs / name for name in TEACHERS]
        finished([started("label", "--runs", *teachers, "--out", labelled, *given.text)])
    first = given.runs / next(iter(TEACHERS))
    trained(
        STUDENTS,
        given.student_epochs,
        *("--labelled", labelled, "--start", first, "--rate", 1e-4, "--head-rate", 4e-4),
    )
    soup([first, *(given.runs / name for name in STUDENTS)], given.runs / "soup")
    finished(
        [
            started(
                "export",
                "--run",
                given.runs / "soup",
                "--out",
                given.out,
                "--version",
                given.version,
            )
        ]
    )


if __name__ == "__main__":
    main()
