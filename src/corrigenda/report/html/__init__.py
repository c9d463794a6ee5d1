"""What all HTML files share: one look, one way to be shown safely.

A file opens from disk, without a network, years later. What it may do is fenced in by a
Content-Security-Policy that names its one style sheet and its one script by their hashes, so that
no text in it, however hostile, can add another.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_HERE = Path(__file__).parent


def render(
    folder: Path,
    name: str,
    parts: tuple[str, ...] = (),
    *,
    images: bool = False,
    **context: Any,
) -> str:
    """The file that `<name>.html` in a folder makes, which extends `base.html` here.

    Its style is `base.css` and `<name>.css`, its script `base.js`, `<name>.js` and that of `parts`.
    `images` lets pictures in that are part of the file.
    """
    style = _assets(folder, (f"{name}.css",))
    script = _assets(folder, tuple(f"{part}.js" for part in (name, *parts)))
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        f"{'img-src data:; ' if images else ''}base-uri 'none'; form-action 'none'"
    )
    html = (
        _environment(folder)
        .get_template(f"{name}.html")
        .render(policy=policy, style=Markup(style), script=Markup(script), **context)
    )
    # Half a surrogate pair cannot be written as UTF-8 (a data block has them escaped).
    return re.sub("[\ud800-\udfff]", "\ufffd", html)


def number(value: float | None, decimals: int = 4, signed: bool = False) -> str:
    """A score with four decimals, a whole number as it is, nothing as a dash."""
    if value is None or not isfinite(value):
        return "–"
    if isinstance(value, int) or decimals == 0:
        return f"{value:,.0f}"
    text = f"{value:{'+' if signed else ''}.{decimals}f}"
    text = text if float(text) else text.lstrip("+-")
    return text.replace("-", "−")


def prose(text: str) -> str:
    """A finding as it is printed: with real minus signs, and nothing torn from its number."""
    text = re.sub(r"(?<=[\s(\[])-(?=\d)", "−", text)
    text = re.sub(r"(?<=\d) (?=%)", "\u00a0", text)
    return re.sub(r"\bp ([<=]) (?=\d)", "p\u00a0\\1\u00a0", text)


def signature(text: str) -> Markup:
    """A signature that breaks between its parts, or else at commas; copied, it is as it was."""
    parts = [Markup(",<wbr>").join(part.split(",")) for part in text.split("|")]
    return Markup("|</span><span>").join(parts).join([Markup("<span>"), Markup("</span>")])


@lru_cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    environment.filters["prose"] = prose
    environment.filters["signature"] = signature
    environment.globals["numbered"] = lambda names: list(enumerate(names))
    return environment


@lru_cache
def _assets(folder: Path, names: tuple[str, ...]) -> str:
    """The part of a style sheet or script that all files share, and this file's own."""
    kind = Path(names[0]).suffix
    paths = (_HERE / f"base{kind}", *(folder / name for name in names))
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
