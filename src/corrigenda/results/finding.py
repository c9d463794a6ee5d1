"""The base of all results: everything that can be done with one, written once, over sections."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict, TypeVar, overload

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.remarks import Remark
from corrigenda.results.figures import SUFFIXES, Figure
from corrigenda.results.plain_data import decode, encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Table, together

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Unpack


class Styling(TypedDict, total=False):
    """Settings of printing tables (see `Finding.styled`)."""

    percent: bool
    digits: int | None
    columns: Sequence[str]
    caption: str | Mapping[str, str]
    label: str | Mapping[str, str]
    long: bool
    bare: bool
    unchanged: bool


class Finding(ABC):
    """The result of an evaluation, a comparison or a study.

    A subclass is a value with one method, `sections`. Printing it prints its tables, a notebook
    shows them, and it can be written as JSON, Markdown, LaTeX, CSV, a data frame, figures, or a
    page. The class says what heads its page, and what JSON calls it (by default its name):

        class Lengths(Finding, title="Lengths of sentences"): ...
    """

    kind: ClassVar[str] = "finding"
    title: ClassVar[str] = "corrigenda"

    def __init_subclass__(cls, title: str = "", kind: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if title:
            cls.title = title
        if "kind" not in vars(cls) and isinstance(cls.kind, str):
            cls.kind = kind or re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        if "__repr__" not in vars(cls) and cls.__repr__ is Finding.__repr__:
            cls.__repr__ = Finding.__repr__  # type: ignore[method-assign]  # not a dataclass's

    @property
    def remarks(self) -> Sequence[Remark]:
        """What to know of the input before reading the result."""
        return ()

    @abstractmethod
    def sections(self) -> Iterator[Section]:
        """Yield the sections of the result, the most important one first."""

    def in_percent(self) -> Finding:
        """Return the finding with numbers in its text as tables in percent have them."""
        return self

    def complete(self) -> Finding:
        """Return what pages and saved files show: the finding itself, or more than is printed."""
        return self

    def record(self) -> dict[str, Any]:
        """Return the numbers of the result as plain data: by default its signature, if it has one,
        and all of its fields."""
        signature = getattr(self, "signature", None)
        head = {} if signature is None else {"signature": str(signature)}
        return {**head, **encode(self), **head}  # the signature is first, and text if it is a field

    # --- for machines ----------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data: its numbers, and the sections to show it again."""
        return to_json([self])

    def to_pandas(self) -> pd.DataFrame:
        """Return the first table as a data frame, with low and high in columns of their own."""
        return frame(self.tables()[0])

    # --- for people ------------------------------------------------------------------------------

    def tables(self) -> list[Table]:
        """Return all tables, as text formats print them."""
        return [table for section in self.sections() for table in section.printed()]

    def figures(self) -> list[Figure]:
        """Return all figures; those of one name (one per measure, say) become panels of one."""
        return merged(figure for section in self.sections() for figure in _figures(section))

    def one_table(self) -> Table:
        """Return everything as one table, for CSV."""
        return together(self.tables())

    def _printed(self) -> list[Table]:
        """Return the tables that printing it prints."""
        return self.tables()

    def _shown(self) -> tuple[list[Remark], list[Table]]:
        """Return the tables, and the remarks that are not among their notes."""
        tables = self._printed()
        noted = {note for table in tables for note in table.notes}
        said = [one for one in self.remarks if (one.note or one.text) not in noted]
        return said, tables

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"

    def __str__(self) -> str:
        said, tables = self._shown()
        return "".join(f"Remark: {one}\n\n" for one in said) + "\n\n".join(map(str, tables))

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        yield from self._shown()[1]

    def _repr_html_(self) -> str:
        said, tables = self._shown()
        lines = [f"<p><strong>Remark:</strong> {escape(one.text)}</p>" for one in said]
        return "\n".join([*lines, *(table.html() for table in tables)])

    def to_markdown(self, **style: Unpack[Styling]) -> str:
        """Return the tables as Markdown, in a style (see `styled`)."""
        return "\n".join(table.markdown() for table in self._in(style).tables())

    def to_latex(self, **style: Unpack[Styling]) -> str:
        """Return the tables as LaTeX (for `booktabs`), in a style (see `styled`)."""
        return "\n".join(table.latex() for table in self._in(style).tables())

    def to_csv(self, **style: Unpack[Styling]) -> str:
        """Return the numbers as CSV, in one table, at full precision, in a style (see `styled`)."""
        return self._in(style).one_table().csv()

    def to_typst(self, **style: Unpack[Styling]) -> str:
        """Return the tables as Typst, in a style (see `styled`)."""
        return "\n".join(table.typst() for table in self._in(style).tables())

    def to_html(self, **style: Unpack[Styling]) -> str:
        """Return the tables as HTML, for a web page or a mail (`report` makes a page), in a style
        (see `styled`)."""
        return "\n".join(table.html() for table in self._in(style).tables())

    def _in(self, style: Styling) -> Finding:
        return self.styled(**style) if style else self

    def styled(self, **style: Unpack[Styling]) -> Finding:
        """Return the result with its tables in another style, for papers.

        `percent` multiplies scores between 0 and 1 by 100; `digits` are their decimals; `columns`
        are the headers to show (or patterns: "F*"), "F0.5=F" with a new header. `caption` is the
        title of the first table, or a title for each section by name, and `label` what the text
        refers to it by. `long` tables may break across pages (LaTeX). `bare` tables have no
        verdicts and no signatures. Without `unchanged`, they have no row of the unchanged source.
        """
        from corrigenda.results.style import MAIN, Style, Styled

        given: dict[str, Any] = {**style}
        for one, several in (("caption", "captions"), ("label", "labels")):
            text = given.pop(one, "")
            given[several] = ({MAIN: text} if text else {}) if isinstance(text, str) else text
        if unknown := given.keys() - Style.__dataclass_fields__.keys():
            raise TypeError(f"a style has no {', '.join(sorted(unknown))}")
        made = Style(**given)
        if made.columns:
            made.check(self.tables())
        return Styled(self, made)

    def plot(self, name: str = "") -> Figure:
        """Return the figure of that name or its panel (of a measure, say), or the first one."""
        figures = self.figures()
        if not figures:
            raise InputError("this result has no figure")
        for figure in figures:
            if not name or figure.name == name:
                return figure
        for figure in (figure for section in self.sections() for figure in _figures(section)):
            panels = [panel for panel in figure.panels if panel.title == name]
            if panels:
                return replace(figure, panels=panels)
        raise InputError(f"no figure is called {name!r}; there are {_names(figures)}")

    def report(self, title: str = "") -> str:
        """Return a self-contained HTML page of the complete finding; `save` writes it to a file."""
        from corrigenda.results.page import page

        if str(title).endswith((".html", ".htm")):
            raise InputError(
                f"{title} would be the title of the page, which is returned, not written",
                hint=f"write it: .save({str(title)!r})",
            )
        return page([self.complete()], title)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the result in the format that the file's ending names.

        `.json` (or `.json.gz`) or `.html` for the complete finding; `corrigenda.load` reads JSON
        again. `.md`, `.tex`, `.typ`, `.csv` or `.txt` for the tables; `.png`, `.pdf` or `.svg` for
        the first figure.
        """
        save([self], path)


class Around(Finding):
    """A finding that shows another one otherwise, under its name."""

    @property
    @abstractmethod
    def inner(self) -> Finding:
        """The other one."""

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self.inner.kind

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.inner.title

    @property
    def remarks(self) -> Sequence[Remark]:
        return self.inner.remarks


Of = TypeVar("Of", bound=Finding)


class Findings(Finding, Sequence[Of]):
    """Findings of one kind, one per measure: shown one after the other, with figures in panels."""

    def __init__(self, by_measure: Mapping[str, Of]) -> None:
        self.by_measure = by_measure
        self._items = list(by_measure.values())

    @property
    def kind(self) -> str:  # type: ignore[override]
        return self._items[0].kind

    @property
    def title(self) -> str:  # type: ignore[override]
        return self._items[0].title

    @property
    def remarks(self) -> Sequence[Remark]:
        return list(dict.fromkeys(one for item in self._items for one in item.remarks))

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{self.title}: {', '.join(self.by_measure)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Findings) and self.by_measure == other.by_measure

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int | str) -> Of: ...

    @overload
    def __getitem__(self, index: slice) -> list[Of]: ...

    def __getitem__(self, index: int | str | slice) -> Of | list[Of]:
        """Return a finding by its number, or by the name of its measure."""
        return self.by_measure[index] if isinstance(index, str) else self._items[index]

    def sections(self) -> Iterator[Section]:
        for finding in self._items:
            yield from finding.sections()

    def record(self) -> dict[str, Any]:
        return {"measures": {name: one.record() for name, one in self.by_measure.items()}}


# --- several findings -----------------------------------------------------------------------------


def to_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return findings as one JSON object: the numbers of the first, those of each other one under
    its kind, and the sections of all."""
    first, *others = findings
    about = {"kind": first.kind, "title": first.title, "version": __version__}
    data = {**about, **first.record()}
    for other in others:
        data[other.kind] = other.record()
    data["remarks"] = [encode(remark) for remark in remarks(findings)]
    data["sections"] = [encode(section) for section in sections_of(findings)]
    return data


def sections_of(findings: Iterable[Finding]) -> list[Section]:
    """Return the sections of some findings, each once."""
    sections: list[Section] = []
    for finding in findings:
        sections += [section for section in finding.sections() if section not in sections]
    return sections


def remarks(findings: Iterable[Finding]) -> list[Remark]:
    """Return the remarks of some findings, each once."""
    return list(dict.fromkeys(one for finding in findings for one in finding.remarks))


def save(findings: Sequence[Finding], path: str | PathLike[str], suffix: str = "") -> None:
    """Write findings to one file, in the format that its ending (or `suffix`) names."""
    from corrigenda.formats.lines import writing

    target = Path(fspath(path))
    suffix = suffix or Path(target.name.removesuffix(".gz")).suffix.lower()
    if suffix in SUFFIXES:
        findings[0].plot().save(target)
        return
    if suffix not in _WRITERS:
        endings = ", ".join([*_WRITERS, *SUFFIXES])
        raise InputError(
            f"cannot tell the format from the ending {suffix!r}",
            file=target,
            hint=f"use one of {endings}",
        )
    text = _WRITERS[suffix](findings)
    with writing(target) as file:
        file.write(text)


def _json(findings: Sequence[Finding]) -> str:
    data = to_json([finding.complete() for finding in findings])
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"


def _page(findings: Sequence[Finding]) -> str:
    from corrigenda.results.page import page

    complete = [finding.complete() for finding in findings]
    return complete[0].report() if len(complete) == 1 else page(complete)


def _tables(write: Callable[[Table], str]) -> Callable[[Sequence[Finding]], str]:
    return lambda findings: "\n".join(write(table) for one in findings for table in one.tables())


_WRITERS: dict[str, Callable[[Sequence[Finding]], str]] = {
    ".json": _json,
    ".html": _page,
    ".md": _tables(Table.markdown),
    ".tex": _tables(Table.latex),
    ".typ": _tables(Table.typst),
    ".txt": _tables(Table.plain),
    ".csv": lambda findings: together([one.one_table() for one in findings]).csv(),
}


# --- saved findings -------------------------------------------------------------------------------


class Saved(Finding):
    """A result that was saved: its sections, and its numbers as plain data."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Take the data of `to_json`; raise InputError if it is something else."""
        if not isinstance(data, dict) or "sections" not in data:
            raise InputError(
                "expected a saved result, found other JSON",
                hint="save a result with `.save('result.json')`",
            )
        self.data = data
        self._sections: tuple[Section, ...] = decode(
            tuple[Section, ...], data["sections"], "sections"
        )
        for section in self._sections:
            if section.sentences is not None:
                section.sentences.check()

    @property
    def kind(self) -> str:  # type: ignore[override]
        return str(self.data.get("kind", "finding"))

    @property
    def title(self) -> str:  # type: ignore[override]
        return str(self.data.get("title", Finding.title))

    @property
    def remarks(self) -> Sequence[Remark]:
        given: tuple[Remark, ...] = decode(
            tuple[Remark, ...], self.data.get("remarks", []), "remarks"
        )
        return given

    def __repr__(self) -> str:
        return f"<Saved {self.kind}: {self.title}>"

    def sections(self) -> Iterator[Section]:
        yield from self._sections

    def record(self) -> dict[str, Any]:
        about = ("kind", "title", "version", "remarks", "sections")
        return {key: value for key, value in self.data.items() if key not in about}


def load(path: str | PathLike[str]) -> Saved:
    """Read a result that `save`, or a command with `-f json`, wrote."""
    from corrigenda.formats.strict_json import read_json

    try:
        return Saved(read_json(path))
    except InputError as error:
        if error.file is not None:
            raise
        raise InputError(error.message, file=path, hint=error.hint) from None


# --- helpers --------------------------------------------------------------------------------------


def frame(table: Table) -> pd.DataFrame:
    """Return a table as a data frame; intervals have columns of their own."""
    header, *rows = table.records()
    return data_frame(rows, list(map(str, header)))


def data_frame(rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Return rows as a data frame."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError(
            "pandas is not installed", hint="install it: pip install 'corrigenda[pandas]'"
        ) from None
    return pd.DataFrame(rows, columns=list(columns))


def merged(figures: Iterable[Figure]) -> list[Figure]:
    """Return the figures with those of the same name put together, panel by panel."""
    by_name: dict[str, Figure] = {}
    for figure in figures:
        known = by_name.get(figure.name)
        if known is not None:
            figure = Figure(
                _joined(known.caption, figure.caption),
                [*known.panels, *figure.panels],
                figure.name,
                _joined(known.signature, figure.signature),
            )
        by_name[figure.name] = figure
    return list(by_name.values())


def _joined(one: str, other: str) -> str:
    return one if one == other else f"{one} {other}".strip()


def _figures(section: Section) -> Iterator[Figure]:
    yield from section.figures
    for part in section.details:
        yield from _figures(part)


def _names(figures: Sequence[Figure]) -> str:
    return ", ".join(repr(figure.name) for figure in figures)
