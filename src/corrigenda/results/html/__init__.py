"""Templates, styles and safe output, shared by all HTML files.

A file opens from disk, without a network, years later. What it may do is fenced in by a
Content-Security-Policy that names its one style sheet and its one script by their hashes, so that
no text in it, however hostile, can add another.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil, isfinite
from pathlib import Path
from typing import Any, NamedTuple, get_args

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from corrigenda.results.drawing import draw
from corrigenda.results.sections import Section, key
from corrigenda.results.tables import Cell, CellParts, Column, Table, Tone
from corrigenda.results.words import named_parts, number

_HERE = Path(__file__).parent
_CONNECT = "connect-src 'self'; "


def render(
    folder: Path,
    name: str,
    parts: tuple[str, ...] = (),
    *,
    images: bool = False,
    watched: str = "",
    **context: Any,
) -> str:
    """Return the file that `<name>.html` in a folder makes, which extends `base.html` here.

    Its style is `base.css` and `<name>.css`, its script `base.js`, `<name>.js` and that of `parts`.
    `images` lets pictures in that are part of the file. A page that is `watched`, of which this is
    the version, asks where it came from whether there is a later one.
    """
    style = _assets(folder, (f"{name}.css",))
    script = _assets(folder, tuple(f"{part}.js" for part in (name, *parts)))
    more = f"{'img-src data:; ' if images else ''}{_CONNECT if watched else ''}"
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        f"{more}base-uri 'none'; form-action 'none'"
    )
    html = (
        _environment(folder)
        .get_template(f"{name}.html")
        .render(
            policy=policy, style=Markup(style), script=Markup(script), watched=watched, **context
        )
    )
    # Half a surrogate pair cannot be written as UTF-8 (a data block has them escaped).
    return re.sub("[\ud800-\udfff]", "\ufffd", html)


def prose(text: str) -> Markup:
    """Return a finding as it is printed: with names set apart, with real minus signs, and nothing
    torn from its number."""
    return Markup("").join(
        Markup('<b class="who"><bdi>{}</bdi></b>').format(piece) if is_name else _typeset(piece)
        for piece, is_name in named_parts(text)
    )


def _typeset(text: str) -> str:
    text = re.sub(r"(?<=[\s(\[])-(?=\d)", "−", text)
    text = re.sub(r"(?<=\d) (?=%)", "\u00a0", text)
    return re.sub(r"\bp ([<=]) (?=\d)", "p\u00a0\\1\u00a0", text)


def signature(text: str) -> Markup:
    """Return a signature that breaks between its parts, or else at commas; copied, it is as it
    was."""
    parts = [Markup(",<wbr>").join(part.split(",")) for part in text.split("|")]
    return Markup("|</span><span>").join(parts).join([Markup("<span>"), Markup("</span>")])


def sentence(text: str) -> str:
    """Return a verdict or a note as a sentence, with a capital and a full stop, if it is none yet.

    >>> sentence("size: mean change"), sentence("mine scores highest."), sentence("p: two-sided")
    ('Size: mean change.', 'mine scores highest.', 'p: two-sided.')
    """
    if text.endswith((".", "!", "?", ":")):
        return text
    return f"{text if text[1:2] in (':', ' ') else text[:1].upper() + text[1:]}."


def typeset(cell: Cell, parts: CellParts) -> CellParts:
    """Return what a cell prints, with real minus signs, and long whole numbers with commas."""
    if isinstance(cell.value, str):
        return parts
    sign = "+" if parts.value.startswith("+") else ""
    text = f"{sign}{cell.value:,}" if isinstance(cell.value, int) else parts.value
    return CellParts(text.replace("-", "−"), parts.marks, parts.interval.replace("-", "−"))


def stacked(table: Table) -> bool:
    """Return whether intervals beside their numbers make the table too wide, and go below them."""
    columns = zip(*table.parts, strict=True)
    return sum(any(cell.interval for cell in column) for column in columns) > 2


def marked(table: Table, column: int) -> bool:
    """Return whether any number of a column has marks; then all leave room for them, and stay
    aligned."""
    return any(row[column].marks for row in table.parts)


def tones(table: Table) -> list[str]:
    """Return the tones that a table has."""
    there = {cell.tone for row in table.cells for cell in row}
    return [tone for tone in get_args(Tone) if tone and tone in there]


def sorted_by(cell: Cell, shown: str) -> str:
    """Return the number that a column is sorted by, where what is shown does not start with it."""
    if isinstance(cell.value, str) or shown == "–" or shown[:1] in "+−0123456789":
        return ""
    return f"{cell.value:.6g}"


class Placed(NamedTuple):
    """A section with its address on the page."""

    key: str
    section: Section


def placed(sections: Iterable[Section], prefix: str = "") -> Iterator[Placed]:
    """Yield sections with addresses that differ."""
    seen: dict[str, int] = {}
    for section in sections:
        name = prefix + key(section.title)
        seen[name] = seen.get(name, 0) + 1
        yield Placed(name if seen[name] == 1 else f"{name}-{seen[name]}", section)


def shade(cell: Cell, column: Column) -> str:
    """Return the class of a cell's background: its tone, or how high its share is, from 0 to 9."""
    if cell.tone or not column.heat:
        return cell.tone
    share = 0.0 if cell.value is None or isinstance(cell.value, str) else float(cell.value)
    return f"shade{min(max(ceil(9 * share), 0), 9)}" if isfinite(share) else ""


@lru_cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader([folder, _HERE]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=number, prose=prose, signature=signature, sentence=sentence)
    functions = (draw, placed, shade, marked, sorted_by, stacked, typeset)
    environment.globals.update({function.__name__: function for function in functions})
    environment.globals.update(tones_of=tones, numbered=lambda names: list(enumerate(names)))
    return environment


@lru_cache
def _assets(folder: Path, names: tuple[str, ...]) -> str:
    """Return the style sheet or script that all files share, followed by this file's own."""
    kind = Path(names[0]).suffix
    shared = (_HERE / f"{part}{kind}" for part in ("base", "sections"))
    paths = (*shared, *(folder / name for name in names))
    return "".join(path.read_text(encoding="utf-8") for path in paths if path.exists())


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
