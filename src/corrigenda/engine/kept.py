"""Rows that are written as they are computed, so that a run that was ended can go on.

A folder has a file for each block of sentences: Parquet where pyarrow is installed, else JSONL. Its
name carries a digest of the sentences, of what systems made of them, and of how rows are computed;
so rows are found again by whatever run needs the same, and never by another one.
"""

from __future__ import annotations

import json
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from corrigenda.corpus import Correction, Pair
from corrigenda.engine.parallel import in_use
from corrigenda.errors import InputError
from corrigenda.formats.lines import read_lines, writing, writing_bytes
from corrigenda.formats.parquet import arrow
from corrigenda.graphs import GraphMaker
from corrigenda.measures.contract import Measure, Row
from corrigenda.results.signature import Signature

Candidates = list[list[Sequence[Row]]]
"""Of one sentence: for each measure and system, the rows to choose from."""

BLOCK = 8192
"""Sentences whose rows are in one file."""


class KeptRows:
    """A folder of rows of these measures and systems; `parsing` makes the graphs they rest on."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        measures: Sequence[Measure],
        systems: Sequence[str],
        parsing: GraphMaker | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.columns = [[f"{measure}|{system}" for system in systems] for measure in measures]
        graphs = {} if parsing is None else {"parser": parsing.name}
        subject = ",".join(measure.full() for measure in measures)
        self.signature = str(Signature(subject, {"systems": ",".join(systems), **graphs}))
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            names = sorted(self.folder.glob("rows-*"))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"cannot be used as a folder: {reason}", file=self.folder) from None
        self.files = {path.name.split(".")[0].rpartition("-")[2]: path for path in names}

    def candidates(
        self,
        pairs: Iterable[Pair],
        compute: Callable[[Iterable[Pair]], Iterator[Candidates]],
    ) -> Iterator[Candidates]:
        """Yield the rows to choose from: those that are here, and those that `compute` makes of the
        rest, which are here from then on."""
        _, _, progress = in_use()
        blocks: deque[_Block] = deque()
        rest = iter(pairs)

        def missing() -> Iterator[Pair]:
            number = 0
            while block := list(islice(rest, BLOCK)):
                made = _Block(number, self.digest(block), [s.id for s, _ in block])
                blocks.append(made)
                number += 1
                if made.digest not in self.files:
                    made.computed = []
                    yield from block

        def ready() -> Iterator[Candidates]:
            while blocks and (blocks[0].computed is None or blocks[0].complete):
                block = blocks.popleft()
                if block.computed is not None:
                    self.write(block)
                    yield from block.computed
                else:
                    yield from self.read(self.files[block.digest])
                    if progress is not None:
                        progress.advance(len(block.ids))

        for sentence in compute(missing()):
            yield from ready()
            computed = blocks[0].computed
            assert computed is not None  # it is the first that waits for rows
            computed.append(sentence)
            yield from ready()
        yield from ready()

    def digest(self, block: Iterable[Pair]) -> str:
        """Return a digest of some sentences and of how their rows are computed."""
        state = sha256(self.signature.encode())
        for segment, corrections in block:
            state.update(
                repr(
                    (
                        segment.source,
                        segment.attributes,
                        _graph(segment.graph),
                        [_plain(correction) for correction in segment.references],
                        [_plain(correction) for correction in corrections],
                        *([] if segment.texts is None else [list(map(_plain, segment.texts))]),
                    )
                ).encode("utf-8", "surrogatepass")
            )
        return state.hexdigest()[:32]

    # --- files ---------------------------------------------------------------------------------

    def write(self, block: _Block) -> None:
        """Write the rows of a block, whole or not at all."""
        assert block.computed is not None
        path = self.folder / f"rows-{block.number:08}-{block.digest}"
        names = [name for of_measure in self.columns for name in of_measure]
        values: list[list[list[list[float]]]] = [[] for _ in names]
        for sentence in block.computed:
            flat = [rows for of_measure in sentence for rows in of_measure]
            for column, rows in zip(values, flat, strict=True):
                column.append([_numbers(row) for row in rows])
        if find_spec("pyarrow") is not None:
            path = path.with_suffix(".parquet")
            pa, pq = arrow(), arrow("pyarrow.parquet")
            table = pa.table(
                [pa.array(block.ids, pa.string())]
                + [pa.array(column, pa.list_(pa.list_(pa.float64()))) for column in values],
                schema=pa.schema(
                    [("id", pa.string())]
                    + [(name, pa.list_(pa.list_(pa.float64()))) for name in names],
                    {"signature": self.signature, "digest": block.digest},
                ),
            )
            with writing_bytes(path) as file:
                pq.write_table(table, file, compression="zstd")
        else:
            path = path.with_suffix(".jsonl.gz")
            with writing(path) as text:
                head = {"signature": self.signature, "digest": block.digest, "columns": names}
                text.write(json.dumps(head) + "\n")
                for number, one in enumerate(zip(*values, strict=True)):
                    text.write(json.dumps({"id": block.ids[number], "rows": one}) + "\n")
        self.files[block.digest] = path

    def read(self, path: Path) -> Iterator[Candidates]:
        """Yield the rows of a block."""
        try:
            for flat in _flat(path):
                rest = iter(flat)
                yield [[next(rest) for _ in of_measure] for of_measure in self.columns]
        except (OSError, ValueError, KeyError, StopIteration, InputError) as error:
            raise InputError(
                f"these rows cannot be read: {error}",
                file=path,
                hint="remove the file, and they are computed again",
            ) from None


class _Block:
    """Some sentences, one after another: their rows, as far as they were computed just now."""

    def __init__(self, number: int, digest: str, ids: list[str]) -> None:
        self.number, self.digest, self.ids = number, digest, ids
        self.computed: list[Candidates] | None = None

    @property
    def complete(self) -> bool:
        return self.computed is not None and len(self.computed) == len(self.ids)


def _flat(path: Path) -> Iterator[Sequence[Any]]:
    if path.suffix == ".parquet":
        table = arrow("pyarrow.parquet", str(path)).read_table(path)
        yield from zip(*(_cells(column) for column in table.columns[1:]), strict=True)
        return
    lines = read_lines(path)
    next(lines)  # the head
    for line in lines:
        yield json.loads(line)["rows"]


def _cells(column: Any) -> list[list[list[float]]]:
    """Return a column of lists of rows; much faster than pyarrow's own way for nested lists."""
    cells = column.combine_chunks()
    numbers = cells.values.values.to_pylist()
    rows = [numbers[a:b] for a, b in pairwise(cells.values.offsets.to_pylist())]
    return [rows[a:b] for a, b in pairwise(cells.offsets.to_pylist())]


def _numbers(row: Row) -> list[float]:
    return [float(number) for number in row]


def _plain(correction: Correction) -> tuple[Any, ...]:
    edits = correction.given_edits
    return (
        correction.source,
        correction.given_text,
        edits
        if edits is None
        else [(e.start, e.end, e.alternatives, e.type, e.unit, e.attributes) for e in edits],
        correction.by,
        _graph(correction.graph),
    )


def _graph(graph: object | None) -> bytes:
    return b"" if graph is None else pickle.dumps(graph, protocol=4)
