"""Rankings by people of outputs of the same sentence.

Three forms are read:

- XML as Appraise exports it: `ranking-item` with the sentence (`src-id`, counted from 0) and the
  judge (`user`), and in it `translation` with a `rank` (1 is the best) and the systems that share
  this output. Items of the user `admin` are left out.
- CSV with one output per row: `sentence` (counted from 1), `judge`, `system` (several are separated
  by spaces), `rank`. Rows of the same judge and sentence that follow each other are one ranking,
  unless a column `item` tells several apart.
- CSV with several outputs per row, as WMT publishes it: `segmentId` (counted from 0), `judgeId`,
  `system1Id`, `system1rank`, `system2Id`, ... A rank of -1 means that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corrigenda.errors import InputError
from corrigenda.formats.csv_tables import CSVRow
from corrigenda.formats.lines import PathLike, name_of, read_bytes
from corrigenda.formats.xml import error_at, parse_xml
from corrigenda.judgements.csv_files import read_table, required
from corrigenda.numerics import Array


class Ranking(NamedTuple):
    """One person's ranking of outputs of one sentence."""

    sentence: int
    """Counted from 0."""

    judge: str
    ranks: tuple[tuple[float, tuple[str, ...]], ...]
    """The rank of each output (1 is the best) and the systems that share it."""

    def pairs(self) -> Iterator[tuple[str, str, int]]:
        """Yield each two systems, and 1 if the first was ranked better, -1 if worse, 0 if alike."""
        flat = [(rank, system) for rank, systems in self.ranks for system in systems]
        for (rank_a, a), (rank_b, b) in combinations(flat, 2):
            yield a, b, (rank_a < rank_b) - (rank_a > rank_b)


@dataclass(frozen=True)
class Rankings:
    """The rankings of a file."""

    items: tuple[Ranking, ...]
    origin: str = ""

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The systems in order of their names."""
        return tuple(sorted({s for one in self.items for _, of in one.ranks for s in of}))

    @cached_property
    def sentences(self) -> int:
        """One more than the highest number of a sentence."""
        return 1 + max(one.sentence for one in self.items)

    @cached_property
    def judged(self) -> int:
        """How many sentences were judged."""
        return len({one.sentence for one in self.items})

    @cached_property
    def judges(self) -> tuple[str, ...]:
        return tuple(sorted({one.judge for one in self.items}))

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """All pairs of systems that were judged together, one per row: ranking, sentence, first
        and second system, outcome (1: the first is better; 0: alike; -1)."""
        number = {system: k for k, system in enumerate(self.systems)}
        pairs = [
            (k, one.sentence, number[a], number[b], outcome)
            for k, one in enumerate(self.items)
            for a, b, outcome in one.pairs()
        ]
        return np.array(pairs, dtype=np.int64).reshape(-1, 5)

    def matrices(self, sentences: int) -> tuple[Array, Array]:
        """Return how often each system won against each other one, and tied with it, for each
        sentence: two arrays (sentences, systems, systems)."""
        size = len(self.systems)
        wins, ties = (np.zeros((sentences, size, size)) for _ in range(2))
        _, sentence, a, b, outcome = self.pairs.T
        first = outcome > 0
        np.add.at(wins, (sentence[first], a[first], b[first]), 1)
        second = outcome < 0
        np.add.at(wins, (sentence[second], b[second], a[second]), 1)
        alike = outcome == 0
        np.add.at(ties, (sentence[alike], a[alike], b[alike]), 1)
        np.add.at(ties, (sentence[alike], b[alike], a[alike]), 1)
        return wins, ties


def read_xml(path: PathLike) -> Rankings:
    """Read rankings as Appraise exports them."""
    name = name_of(path)
    root = parse_xml(read_bytes(path), name)
    items = []
    for element in root.iter("ranking-item"):
        if element.get("user") == "admin":
            continue
        number = element.get("src-id", "")
        if not number.isdecimal():
            raise error_at(
                element,
                f"expected the number of a sentence (src-id), found {number!r}",
                name,
                "sentences are counted from 0",
            )
        ranks = []
        for output in element.iter("translation"):
            rank, systems = output.get("rank", ""), tuple((output.get("system") or "").split())
            if not rank.isdecimal() or not systems:
                raise error_at(
                    output,
                    f"expected a rank and a system, found rank {rank!r}, system "
                    f"{output.get('system')!r}",
                    name,
                    'for example <translation rank="1" system="A"/>',
                )
            ranks.append((float(rank), systems))
        items.append(
            _checked(
                Ranking(int(number), element.get("user") or "", tuple(ranks)),
                name,
                element.sourceline,
            )
        )
    return _rankings(items, name, "<ranking-item> elements")


def read_csv(path: PathLike) -> Rankings:
    """Read rankings from CSV, one output per row or several."""
    header, rows = read_table(path)
    name = name_of(path)
    items = _wide(rows, header) if "system1Id" in header else _long(rows, header, name)
    return _rankings(items, name, "rows")


def is_ranking(header: Iterable[str]) -> bool:
    """Return whether a CSV file with this header holds rankings."""
    return "rank" in header or "system1rank" in header


def _long(rows: Iterator[CSVRow], header: list[str], file: str) -> Iterator[Ranking]:
    required(header, ("sentence", "judge", "system", "rank"), file)

    def key(row: CSVRow) -> tuple[int, str, str]:
        item = row.cells["item"].strip() if "item" in header else ""
        return _sentence(row, "sentence", 1), row.cells["judge"].strip(), item

    for (sentence, judge, _), group in groupby(rows, key):
        members = list(group)
        ranks = tuple((row.number("rank"), tuple(row.text("system").split())) for row in members)
        yield _checked(Ranking(sentence, judge, ranks), file, members[0].line)


def _wide(rows: Iterator[CSVRow], header: list[str]) -> Iterator[Ranking]:
    sentence = "segmentId" if "segmentId" in header else "srcIndex"
    judge = next((column for column in ("judgeId", "judgeID") if column in header), None)
    count = next(k for k in range(1, len(header) + 2) if f"system{k}Id" not in header)
    for row in rows:
        required(header, (sentence, *(f"system{k}rank" for k in range(1, count))), row.file)
        ranks = [
            (row.number(f"system{k}rank"), tuple(row.text(f"system{k}Id").split()))
            for k in range(1, count)
        ]
        kept = tuple(one for one in ranks if one[0] >= 0)
        yield _checked(
            Ranking(_sentence(row, sentence, 0), row.cells[judge].strip() if judge else "", kept),
            row.file,
            row.line,
        )


def _sentence(row: CSVRow, column: str, first: int) -> int:
    number = row.number(column)
    if number != int(number) or number < first:
        raise row.error(
            column,
            f"expected the number of a sentence, found {row.cells[column]!r}",
            f"sentences are counted from {first}",
        )
    return int(number) - first


def _checked(ranking: Ranking, file: str, line: int | None) -> Ranking:
    systems = [system for _, of in ranking.ranks for system in of]
    if len(set(systems)) < len(systems):
        twice = next(s for s in systems if systems.count(s) > 1)
        raise InputError(
            f"system {twice!r} is ranked twice in one ranking",
            file=file,
            line=line,
            hint="if a person ranked the same sentence twice, a column 'item' tells the two apart",
        )
    return ranking


def _rankings(items: Iterable[Ranking], file: str, what: str) -> Rankings:
    rankings = Rankings(tuple(items), file)
    if not any(len(one.ranks) > 1 for one in rankings.items):
        raise InputError(
            f"expected rankings of two outputs or more, found {what} without", file=file
        )
    return rankings
