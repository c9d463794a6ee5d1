"""Translate parameters in messages of the library to options of the command line.

Hints and remarks of the library name parameters as Python code does (`raw=True`). People at the
terminal type options (`--raw`).
"""

from __future__ import annotations

import re
import shlex

OPTIONS = {
    "annotator": "--annotator",
    "aspects": "--aspects",
    "baseline_system": "--baseline-system",
    "candidates": "-k",
    "correct": "--correct",
    "counts": "--counts",
    "drop_empty": "--drop-empty",
    "encoding": "--encoding",
    "folder": "--data",
    "jobs": "-j",
    "measures": "-m",
    "method": "--method",
    "parser": "--parser",
    "passage": "--passage",
    "raw": "--raw",
    "references": "-r",
    "rules": "--fail-if",
    "selection": "--select",
    "sentences": "--sentences",
    "sources": "-s",
    "systems": "-H",
    "text": "--text",
    "to": "--to",
    "types": "--types",
}
"""Parameters that messages name, and the options that set them."""

PHRASES = {
    "ci=None": "--ci 0",
    "rates=[0.05, 0.1]": "--rates 5,10 (in percent)",
    "see JudgementColumns": "--judgement-column",
    "see Columns": "--column",
    "`.save('result.json')`": "-f json -o result.json",
    "see `read_crowd`": "corrigenda references import --crowd FILE.jsonl",
    "see `read`": "--m2",
    "systems={name: output}": "-H NAME=FILE",
    "sources= (sentences) and references= (": "-s FILE (sentences) and -r FILE (",
    "give the gold edits (an M2 file)": "give the gold edits with --m2",
    "also give the references as text": "also give the references as text, with -r",
    "give references=,": "give references with -r or --m2,",
}
"""What is said in other words."""

_PARAMETER = re.compile(
    rf"\b({'|'.join(OPTIONS)})="
    r"(?:'([^']*)'|\[([^\]]*)\]|{'([^']*)': '([^']*)'}|(\w+)\b|(?=[\s,.;)]|$))"
)


def as_options(message: str) -> str:
    """Return a message of the library as the command line says it.

    >>> as_options("tokenise it: raw=True; or name it: systems={'mine': 'output.txt'}, jobs=1")
    'tokenise it: --raw; or name it: -H mine=output.txt, -j 1'
    >>> as_options("for example parser='command: my-parser --mrp', or M2(beta=1)")
    "for example --parser 'command: my-parser --mrp', or M2(beta=1)"
    """
    for phrase, said in PHRASES.items():
        message = message.replace(phrase, said)
    return _PARAMETER.sub(_option, message)


def _option(match: re.Match[str]) -> str:
    name, quoted, listed, key, value, word = match.groups()
    option = OPTIONS[name]
    if key is not None:
        return f"{option} {key}={value}"
    if word == "True":
        return option
    given = word or listed or (shlex.quote(quoted) if quoted else "")
    return f"{option} {given}" if given else option
