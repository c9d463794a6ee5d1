"""Small corpora to try things on: sentences, fragments of text as the HOO tasks have them, and
semantic graphs.

32 learner-like sentences, their references, and three systems:

| file | content |
| --- | --- |
| `source.txt` | the sentences, one per line, tokens separated by spaces |
| `gold.m2` | typed edits by one to three annotators a sentence |
| `ref0.txt`, `ref1.txt` | two corrections of every sentence, as text |
| `timid.txt`, `good.txt`, `reckless.txt` | what three systems made of the sentences |
| `good.m2` | what the good system did, as typed edits |
| `examples.jsonl` | each sentence with its corrections, as text |

All sentences were written for this package. The annotation is ragged, as real ones are: three
sentences have one annotator, some have three, and an annotator may find nothing to correct. Line k
of `ref0.txt` is sentence k as corrected by annotator 0 of `gold.m2`. Line k of `ref1.txt` is by
annotator 1 where there is one, and else a correction known as text only.

The folder `hoo` holds three fragments of learner-like academic prose, 0001 to 0003:

| file | content |
| --- | --- |
| `hoo/Orig/NNNN.txt` | the text; that of 0002 has characters of more than one byte |
| `hoo/Segmented/NNNNS.txt` | the same, with paragraphs and sentences marked |
| `hoo/Gold/NNNNGE.xml` | its gold edits: alternatives, optional edits, consistency sets ... |
| `hoo/Systems/NNNNAB1.txt`, `hoo/Systems/NNNNCD0.txt` | the outputs of a timid and a bold system |

The folder `meaning` holds UCCA graphs (standard XML, one passage a file, 1 to 5) of five sentences
and of the outputs of two systems:

| folder | content |
| --- | --- |
| `meaning/source` | the sentences; remote edges in 2, linkages in 3 and 5 |
| `meaning/faithful` | corrections that say the same |
| `meaning/unfaithful` | fluent sentences that do not; 4 differs in a word, not in structure |
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from corrigenda.errors import InputError

_FOLDER = Path(str(files(__name__)))  # wheels are installed as files, so this is a real folder
_FOLDERS = (
    *("hoo", "hoo/Gold", "hoo/Orig", "hoo/Segmented", "hoo/Systems"),
    *("meaning", "meaning/source", "meaning/faithful", "meaning/unfaithful"),
)
_SUFFIXES = {".txt", ".m2", ".jsonl", ".xml"}


def names(folder: str = "") -> list[str]:
    """Return the names of the files, in alphabetical order: of the sentences, or of all under a
    folder.

    >>> names("hoo/Orig")
    ['hoo/Orig/0001.txt', 'hoo/Orig/0002.txt', 'hoo/Orig/0003.txt']
    """
    files = path(folder).rglob("*") if folder else _FOLDER.iterdir()
    return sorted(p.relative_to(_FOLDER).as_posix() for p in files if p.suffix in _SUFFIXES)


def path(name: str) -> Path:
    """Return where an example file is, or a folder of them.

    >>> path("gold.m2").name
    'gold.m2'
    """
    known = [*names(), *_FOLDERS]
    if name not in known and name not in [*names("hoo"), *names("meaning")]:
        raise InputError(f"no example is called {name!r}", hint=f"there are {', '.join(known)}")
    return _FOLDER / name
