"""A small corpus to try things on: 32 learner-like sentences, their references, three systems.

| file | content |
| --- | --- |
| `source.txt` | the sentences, one a line, tokens parted by spaces |
| `gold.m2` | typed edits by one to three annotators a sentence |
| `ref0.txt`, `ref1.txt` | two corrections of every sentence, as text |
| `timid.txt`, `good.txt`, `reckless.txt` | what three systems made of the sentences |
| `good.m2` | what the good system did, as typed edits |
| `examples.jsonl` | each sentence with its corrections, as text |

All sentences were written for this package. The annotation is ragged, as real ones are: three
sentences have one annotator, some have three, and an annotator may find nothing to correct. Line k
of `ref0.txt` is what annotator 0 of `gold.m2` makes of sentence k; so is `ref1.txt` for annotator 1
where there is one, and a correction known as text only where there is none.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from corrigenda.errors import InputError

_FOLDER = Path(str(files(__name__)))  # wheels are installed as files, so this is a real folder


def names() -> list[str]:
    """The names of the files, in alphabetical order."""
    return sorted(p.name for p in _FOLDER.iterdir() if p.suffix in {".txt", ".m2", ".jsonl"})


def path(name: str) -> Path:
    """Where an example file is.

    >>> path("gold.m2").name
    'gold.m2'
    """
    known = names()
    if name not in known:
        raise InputError(f"no example is called {name!r}", hint=f"there are {', '.join(known)}")
    return _FOLDER / name
