"""Inventory of a HOO data set: edits, types, alternatives, optional edits, consistency sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike
from corrigenda.hoo.batches import problem_section
from corrigenda.hoo.formats.codes import Codes, as_codes
from corrigenda.hoo.formats.names import files_of, gold_files, no_files, parse_name
from corrigenda.hoo.formats.problems import Problem, failed
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.hoo.formats.texts import read_text
from corrigenda.hoo.scoring import NO_TYPE, meaning, meaning_heads, type_counts
from corrigenda.results.figures import Axis, Bars, Figure, Group
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table, TableRow


@dataclass(frozen=True)
class Inventory(Finding, kind="hoo-stats", title="HOO: a data set"):
    """Counts over a folder of gold files (Appendix C of the notes)."""

    fragments: dict[str, int]
    """Edits of each fragment."""

    words: dict[str, int]
    """Words of each fragment whose text is known."""

    alternatives: dict[int, int]
    """How many edits have how many corrections, null ones included; 0: left unspecified."""

    optional: int
    deletions: int
    """Edits that list an empty correction."""

    types: dict[str, int]
    csets: int
    in_csets: int
    """Consistency sets, and the edits in them."""

    problems: tuple[Problem, ...]
    codes: Codes | None = None

    @property
    def edits(self) -> int:
        """How many edits there are."""
        return sum(self.fragments.values())

    @property
    def no_errors(self) -> int:
        """Edits whose type marks no error, by the table of codes."""
        codes = self.codes.no_errors if self.codes else ()
        return sum(self.types.get(code, 0) for code in codes)

    @property
    def unknown_types(self) -> list[str]:
        """Types that are not in the table of codes, if there is one."""
        codes = self.codes
        return [] if codes is None else [t for t in self.types if t and t not in codes]

    @property
    def groups(self) -> dict[str, int]:
        """Edits of each group of the table of codes."""
        codes = self.codes
        if codes is None:
            return {}
        counts: Counter[str] = Counter()
        for kind, count in self.types.items():
            for group in codes[kind].groups if kind in codes else ():
                counts[group] += count
        return {group: counts[group] for group in codes.groups}

    def sections(self) -> Iterator[Section]:
        """Yield the tables of Appendix C of the notes: fragments, edits, types, groups."""
        edits = Column("edits")
        fragments: list[TableRow] = [
            [name, self.words.get(name), count] for name, count in self.fragments.items()
        ]
        fragments.append(["all", sum(self.words.values()) if self.words else None, self.edits])
        heads = [Column("fragment", align="left"), Column("words"), edits]
        yield Section("Fragments", tables=[Table(heads, fragments, "Fragments", apart=1)])
        heads = [Column("edits", align="left"), Column("")]
        yield Section("Edits", tables=[Table(heads, self._edits(), "Edits")])
        types: list[TableRow] = [
            [kind or NO_TYPE, *meaning(kind, self.codes), count]
            for kind, count in self.types.items()
        ]
        heads = [Column(name, align="left") for name in ("type", *meaning_heads(self.codes))]
        figures = []
        if types:
            bars = Bars(
                [kind or NO_TYPE for kind in self.types],
                [Group("edits", list(self.types.values()))],
                Axis("gold edits"),
            )
            figures = [Figure("Gold edits by type.", [bars], "types")]
        yield Section("Types", tables=[Table([*heads, edits], types, "Types")], figures=figures)
        if self.groups:
            groups: list[TableRow] = [[group, count] for group, count in self.groups.items()]
            heads = [Column("group", align="left"), edits]
            yield Section("Groups", tables=[Table(heads, groups, "Groups")])
        yield from problem_section(self.problems)

    def _edits(self) -> list[TableRow]:
        names = {0: "corrections unspecified", 1: "one correction"}
        rows: list[TableRow] = [
            [names.get(n, f"{n} corrections"), count] for n, count in self.alternatives.items()
        ]
        rows += [
            ["optional", self.optional],
            ["with an empty correction", self.deletions],
            ["consistency sets", self.csets],
            ["edits in consistency sets", self.in_csets],
        ]
        if self.codes is not None:
            unknown = sum(self.types[kind] for kind in self.unknown_types)
            rows.append(["no error", self.no_errors])
            rows.append(["of a type that is not in the table", unknown])
        return rows

    def record(self) -> dict[str, Any]:
        """Return the counts."""
        codes = self.codes
        data: dict[str, Any] = {
            "edits": self.edits,
            "fragments": self.fragments,
            "words": self.words,
            "corrections_per_edit": self.alternatives,
            "optional": self.optional,
            "with_empty_correction": self.deletions,
            "types": self.types,
            "csets": self.csets,
            "edits_in_csets": self.in_csets,
            "problems": self.problems,
        }
        if codes is not None:
            data["no_errors"] = self.no_errors
            data["groups"] = self.groups
            data["meanings"] = {kind: codes.meaning(kind) for kind in self.types if kind in codes}
            data["unknown_types"] = self.unknown_types
        return dict(encode(data))


def stats(
    gold: PathLike, texts: PathLike | None = None, *, codes: Codes | PathLike | None = None
) -> Inventory:
    """Count what the gold files of a folder hold, and the words of their `texts`.

    With a table of `codes`, edits are counted by its groups as well, and types have meanings.
    """
    table = as_codes(codes)
    files, problems = gold_files(gold)
    if not files and not any(problem.kind != "bad-name" for problem in problems):
        raise no_files(gold, "gold files (NNNNGE.xml)", "gold")
    fragments: dict[str, int] = {}
    edits: list[Edit] = []
    csets: Counter[tuple[str, str]] = Counter()
    for fragment, path in files.items():
        try:
            of_fragment = read_edits(path)
        except InputError as error:
            problems.append(failed(error, path))
            continue
        fragments[fragment] = len(of_fragment)
        edits += of_fragment
        csets.update((fragment, cset) for cset in _csets(of_fragment))
    words = {} if texts is None else _words(texts, problems)
    return Inventory(
        fragments,
        words,
        dict(sorted(Counter(len(e.alternatives) for e in edits).items())),
        sum(e.optional for e in edits),
        sum("" in e.alternatives for e in edits),
        dict(sorted(type_counts(edits).items())),
        len(csets),
        csets.total(),
        tuple(problems),
        table,
    )


def _csets(edits: Iterable[Edit]) -> Iterator[str]:
    for edit in edits:
        if cset := dict(edit.attributes).get("cset"):
            yield cset


def _words(folder: PathLike, problems: list[Problem]) -> dict[str, int]:
    words: dict[str, int] = {}
    for path in files_of(folder):
        try:
            name = parse_name(path)
            if name.role == "text":
                words[name.fragment] = len(read_text(path).split())
        except InputError as error:
            problems.append(failed(error, path))
    return words
