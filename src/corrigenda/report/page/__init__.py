"""The evaluation as one HTML file that opens from disk, without a network, years later.

    html = page(data)

The tables and drawings are in the HTML as such; the sentences are in a data block that the script
draws from. What the file may do is fenced in by a Content-Security-Policy that names its one style
sheet and its one script by their hashes, so that no sentence, however hostile, can add another.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from corrigenda.report.page import sections
from corrigenda.report.page.block import data_block
from corrigenda.report.page.drawing import dots_and_whiskers
from corrigenda.report.page.words import alpha, number, summary

_HERE = Path(__file__).parent


def page(data: Mapping[str, Any]) -> str:
    """The page, from plain data:

        title, version, signature: texts
        level: of the intervals, in per cent, or None
        corpus: {origin, sentences, references}
        measures: [{name, signature, definition}]
        systems: [name]
        scores: {measure: {system: {score, low, high, precision, recall ..., counts: {name: n}}}}

    and, each with a section of its own where it is given,

        pairs: {measure: [{a, b, difference, low, high, p, p_holm, wins, ties, losses}]}
        types: {measure: {system: {type: {tp, fp, fn, precision, recall, score}}}}
        sentences: [{id, source, references: [{by, text}], systems: {system:
            {text, scores: {measure: score}, edits: {measure: {reference, marks:
                [[start, end, replacement, type, "hit" | "spurious" | "missed"]]}}}}}]

    `difference` is a's score minus b's; `start` and `end` count whitespace-separated tokens.
    """
    style, script = _asset("page.css"), _asset("page.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    html = (
        _environment()
        .get_template("page.html")
        .render(
            data=data,
            policy=policy,
            style=Markup(style),
            script=Markup(script),
            block=Markup(data_block(data)),
            summary=summary(data),
            scores=sections.scores(data),
            alpha=alpha(data),
            pairs=sections.pairs(data),
            types=sections.types(data),
            figures=sections.figures(data),
            has_sentences=bool(data.get("sentences")),
        )
    )
    # Half a surrogate pair cannot be written as UTF-8 (the data block has them escaped).
    return re.sub("[\ud800-\udfff]", "\ufffd", html)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    environment.globals["drawing"] = dots_and_whiskers
    environment.globals["numbered"] = lambda names: list(enumerate(names))
    return environment


@lru_cache(maxsize=2)
def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
