"""The base of all results: everything that can be done with one, written once, over sections."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.remarks import Remark
from corrigenda.results.figures import SUFFIXES, Figure
from corrigenda.results.records import decode, encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Table

if TYPE_CHECKING:
    import pandas as pd


class Finding(ABC):
    """What an evaluation, a comparison or a study found.

    A subclass is a value with one method, `sections`. Printing it prints its tables, a notebook
    shows them, and it can be written as JSON, Markdown, LaTeX, CSV, a data frame, figures, or a
    page.
    """

    kind: ClassVar[str] = "finding"
    """What JSON calls it."""

    title: ClassVar[str] = "corrigenda"
    """What its page is headed with."""

    @property
    def remarks(self) -> Sequence[Remark]:
        """What to know of the input before reading the result."""
        return ()

    @abstractmethod
    def sections(self) -> Iterator[Section]:
        """Yield the sections of the result, the most important one first."""

    def record(self) -> dict[str, Any]:
        """Return the numbers of the result as plain data: by default its signature, if it has one,
        and all of its fields."""
        signature = getattr(self, "signature", None)
        record = {} if signature is None else {"signature": str(signature)}
        return {**record, **encode(self)}

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

    def __str__(self) -> str:
        said = "".join(f"remark: {remark}\n\n" for remark in self.remarks)
        return said + "\n\n".join(map(str, self.tables()))

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        yield from self.tables()

    def _repr_html_(self) -> str:
        return "\n".join(table.html() for table in self.tables())

    def to_markdown(self) -> str:
        """Return the tables as Markdown."""
        return "\n".join(table.markdown() for table in self.tables())

    def to_latex(self) -> str:
        """Return the tables as LaTeX (for `booktabs`)."""
        return "\n".join(table.latex() for table in self.tables())

    def to_csv(self) -> str:
        """Return the first table as CSV at full precision."""
        return self.tables()[0].csv()

    def plot(self, name: str = "") -> Figure:
        """Return the figure of that name, or the first one."""
        figures = self.figures()
        if not figures:
            raise InputError("this result has no figure")
        for figure in figures:
            if not name or figure.name == name:
                return figure
        raise InputError(f"no figure is called {name!r}; there are {_names(figures)}")

    def report(self, title: str = "") -> str:
        """Return a self-contained HTML page."""
        from corrigenda.results.page import page

        return page([self], title)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the result in the format that the file's ending names.

        `.json` (or `.json.gz`, which `corrigenda.load` reads), `.html`, `.md`, `.tex`, `.csv` or
        `.txt`; `.png`, `.pdf` or `.svg` for the first figure.
        """
        save([self], path)


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
    data["sections"] = [encode(section) for one in findings for section in one.sections()]
    return data


def remarks(findings: Iterable[Finding]) -> list[Remark]:
    """Return the remarks of some findings, each once."""
    return list(dict.fromkeys(one for finding in findings for one in finding.remarks))


def save(findings: Sequence[Finding], path: str | PathLike[str]) -> None:
    """Write findings to one file, in the format that its ending names."""
    from corrigenda.formats.lines import writing

    target = Path(fspath(path))
    suffix = Path(target.name.removesuffix(".gz")).suffix.lower()
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


def json_text(findings: Sequence[Finding]) -> str:
    """Return findings as JSON text."""
    return json.dumps(to_json(findings), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _page(findings: Sequence[Finding]) -> str:
    from corrigenda.results.page import page

    return findings[0].report() if len(findings) == 1 else page(findings)


def _tables(write: Callable[[Table], str]) -> Callable[[Sequence[Finding]], str]:
    return lambda findings: "\n".join(write(table) for one in findings for table in one.tables())


_WRITERS: dict[str, Callable[[Sequence[Finding]], str]] = {
    ".json": json_text,
    ".html": _page,
    ".md": _tables(Table.markdown),
    ".tex": _tables(Table.latex),
    ".txt": _tables(Table.plain),
    ".csv": lambda findings: findings[0].to_csv(),
}


# --- saved findings -------------------------------------------------------------------------------


class Saved(Finding):
    """A result that was saved: its sections, and its numbers as plain data."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Take the data of `to_json`; raise InputError if it is something else."""
        if not isinstance(data, dict) or "sections" not in data:
            raise InputError(
                "expected a saved result, found other JSON",
                hint="save a result with `.save('result.json')`, or a command with -f json",
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

    def sections(self) -> Iterator[Section]:
        yield from self._sections

    def record(self) -> dict[str, Any]:
        about = ("kind", "title", "version", "remarks", "sections")
        return {key: value for key, value in self.data.items() if key not in about}


def load(path: str | PathLike[str]) -> Saved:
    """Read a result that `save`, or a command with `-f json`, wrote."""
    from corrigenda.formats.records import read_json

    try:
        return Saved(read_json(path))
    except InputError as error:
        if error.file is not None:
            raise
        raise InputError(error.message, file=path, hint=error.hint) from None


# --- helpers --------------------------------------------------------------------------------------


def frame(table: Table) -> pd.DataFrame:
    """Return a table as a data frame; intervals have columns of their own."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("pandas is not installed", hint="install it: pip install pandas") from None
    header, *rows = table.records()
    return pd.DataFrame(rows, columns=header)


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
