"""The same digits with every Python and numpy: one run in each, and a table of what differs.

    python benchmarks/versions.py FOLDER                   environments are made in FOLDER, and kept
    python benchmarks/versions.py FOLDER 3.10:1.26.4 3.13:2.2.6

Each environment has one Python (`python3.10` on the path, or of pyenv), one numpy and what pip
chooses beside it. In each, every measure and study runs on the bundled examples and, if they are to
be found (beside the checkout, or at $CORRIGENDA_SHARED), on sentences of CoNLL-2014 and on people's
rankings of its systems. Every number is compared as it is in the JSON, with all its digits. Exit
status 1 if one differs.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MATRIX = ("3.10:1.26.4", "3.10:2.2.6", "3.11:1.26.4", "3.12:1.26.4", "3.12:2.2.6", "3.13:2.2.6")
SENTENCES = 20
SYSTEMS = ("AMU", "CAMB")


# --- in each environment --------------------------------------------------------------------------


def probe(folder: Path) -> None:
    """Run everything and print what came out as one JSON object."""
    from corpora import SHARED

    from corrigenda.examples import path
    from corrigenda.measures.registry import names

    gold, systems = _excerpt(SHARED / "conll14", folder)
    corpus = ["--m2", gold]
    scored = [*corpus, *(word for path in systems for word in ("-H", path))]
    taken = [name for name in names() if not name.startswith("HOO") and name != "DAGF"]
    graphs = str(path("meaning") / "source")
    fragment = str(path("hoo") / "Gold" / "0002GE.xml")
    judgements = SHARED / "gjg15" / "judgments.xml.gz"
    few = ["--resamples", "100"]
    runs = {
        "evaluate": ["evaluate", *scored, "-m", ",".join(taken), "-j1"],
        "compare": ["compare", *scored, "-m", "M2,GLEU,GREEN,Meaning", "--trials", "999"],
        "by type": ["evaluate", *scored, "--by", "type"],
        "conservatism": ["conservatism", *scored],
        "rerank": ["rerank", *corpus, "-k", systems[0], "-k", systems[1], "-m", "M2,GLEU"],
        "sensitivity": ["sensitivity", gold, "-m", "USim,GLEU"],
        "damage": ["damage", *scored[:4], "-m", "USim,WordChange"],
        "alarms": ["alarms", *scored, "--allow", "9999"],
        "estimate": ["references", "estimate", *corpus],
        "coverage": ["references", "coverage", *corpus],
        "ceiling": ["references", "ceiling", *corpus, "-m", "M2,GLEU"],
        "plan": ["references", "plan", *corpus],
        "incentive": ["references", "incentive", *corpus],
        "DAGF": ["usim", graphs, graphs, "-m", "DAGF"],
        "hoo": ["hoo", "evaluate", fragment, fragment],
        "meta": ["meta", str(judgements), "--scores", str(judgements.parent / "scores.m2"), *few],
    }
    print(json.dumps({name: _run(*words) for name, words in runs.items()}))


def _excerpt(shared: Path, folder: Path) -> tuple[str, list[str]]:
    """Return the first sentences of CoNLL-2014 and of its systems, or else the examples."""
    from corrigenda.examples import path
    from corrigenda.formats import read, write

    if not shared.exists():
        return str(path("gold.m2")), [str(path(f"{n}.txt")) for n in ("timid", "good")]
    corpus = read(shared / "official-2014.combined.m2")
    write(type(corpus)(corpus.segments[:SENTENCES]), folder / "gold.m2")
    paths = []
    for name in SYSTEMS:
        lines = (shared / "systems" / name).read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / name).write_text("".join(lines[:SENTENCES]), encoding="utf-8")
        paths.append(str(folder / name))
    return str(folder / "gold.m2"), paths


def _run(*command: str) -> Any:
    """Return the numbers of a command, or what it refused with."""
    words = [sys.executable, "-m", "corrigenda", *command, "-f", "json"]
    done = subprocess.run(words, capture_output=True, text=True)
    return json.loads(done.stdout) if not done.returncode else {"refused": done.stderr}


# --- over all environments ------------------------------------------------------------------------


def compare(folder: Path, matrix: list[str]) -> int:
    """Run all environments and print what differs from the first."""
    first: dict[str, Any] = {}
    different = 0
    for which in matrix:
        python = environment(folder, *which.split(":"))
        work = folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        words = [str(python), __file__, "--probe", str(work)]
        outcome = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
        (folder / f"{which.replace(':', '-')}.json").write_text(json.dumps(outcome, indent=1))
        first = first or outcome
        values = sum(1 for _ in leaves(outcome))
        apart = sorted({" ".join(key[:4]) for key in differences(first, outcome)})
        refused = sorted(name for name, of in outcome.items() if "refused" in of)
        different += bool(apart or refused)
        print(
            f"{which:14} {len(outcome)} runs, {values:,} values:",
            f"differ in {', '.join(apart)}" if apart else "the same",
            f"(refused: {', '.join(refused)})" if refused else "",
            flush=True,
        )
    return int(different > 0)


def environment(folder: Path, version: str, numpy: str) -> Path:
    """Return the interpreter of an environment, which is made if it is not there."""
    there = folder / f"python{version}-numpy{numpy}"
    python = there / "bin" / "python"
    if not python.exists():
        pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        found = str(pyenv[-1]) if pyenv else shutil.which(f"python{version}")
        if found is None:
            sys.exit(f"python{version} is not installed")
        subprocess.run([found, "-m", "venv", str(there)], check=True)
    words = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*words, f"numpy=={numpy}", "--editable", f"{ROOT}[bleu]"], check=True)
    return python


def leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every value with its place."""
    if isinstance(data, dict | list):
        inside = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in inside:
            yield from leaves(value, (*path, str(key)))
    else:
        yield path, data


def differences(one: Any, other: Any) -> Iterator[tuple[str, ...]]:
    """Yield the places of values that differ."""
    here, there = dict(leaves(one)), dict(leaves(other))
    for path in {**here, **there}:
        if repr(here.get(path)) != repr(there.get(path)):
            yield path


if __name__ == "__main__":
    if sys.argv[1:2] == ["--probe"]:
        probe(Path(sys.argv[2]))
    elif len(sys.argv) < 2:
        sys.exit(__doc__)
    else:
        sys.exit(compare(Path(sys.argv[1]).resolve(), sys.argv[2:] or list(MATRIX)))
