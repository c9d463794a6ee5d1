"""Cache of graphs, in memory and on disk.

A source is parsed once for all systems, and what systems leave alone is the source again. `Memory`
keeps the graphs used last; `Disk` keeps all, for later runs and for other processes. Both go by the
tokens of a sentence and the identity of the parser: another version or model
file starts from scratch.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from corrigenda.errors import InputError
from corrigenda.meaning.graph import Attributes, Edge, Graph, Leaf, Linkage, Token, Unit

TokenTuple = tuple[str, ...]
"""The tokens of a sentence."""

TOKENS = 50_000
"""How many tokens the graphs in memory may have together: about 50 MB of them."""

_LOG = logging.getLogger("corrigenda")


class Memory:
    """The graphs used last, as many as have `limit` tokens together."""

    def __init__(self, limit: int = TOKENS) -> None:
        self.limit = limit
        self.size = 0
        self._graphs: OrderedDict[TokenTuple, Graph] = OrderedDict()

    def __len__(self) -> int:
        return len(self._graphs)

    def get(self, sentence: TokenTuple) -> Graph | None:
        graph = self._graphs.get(sentence)
        if graph is not None:
            self._graphs.move_to_end(sentence)
        return graph

    def put(self, sentence: TokenTuple, graph: Graph) -> None:
        if sentence not in self._graphs:
            self.size += _size(sentence)
        self._graphs[sentence] = graph
        self._graphs.move_to_end(sentence)
        while self.size > self.limit and len(self._graphs) > 1:
            oldest, _ = self._graphs.popitem(last=False)
            self.size -= _size(oldest)


def _size(sentence: TokenTuple) -> int:
    return len(sentence) + 1


class Disk:
    """Graphs in a folder, in a file of SQLite's, which several processes may read and write.

    Each entry has a checksum: a damaged one counts as absent, and is written again. A file that is
    damaged as a whole is left alone, for another process may be at it, and the next is used
    (`graphs-1.sqlite`, `graphs-2.sqlite`, ...). Being only a cache, it never stops the work: what
    cannot be written is not, and a message says so once.
    """

    def __init__(self, folder: str | os.PathLike[str], parser: str) -> None:
        self.folder = Path(folder)
        self.parser = parser
        self.number = 0
        self.writable = True
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"this folder cannot be used as a cache: {(error.strerror or str(error)).lower()}",
                file=folder,
            ) from None
        self._open_next()

    def get(self, sentences: Iterable[TokenTuple]) -> dict[TokenTuple, Graph]:
        """Return those of the sentences that are stored, with their graphs."""
        wanted = {self._key(sentence): sentence for sentence in sentences}
        known: dict[TokenTuple, Graph] = {}
        for key, data in self._select(list(wanted)).items():
            graph = unpacked(data)
            if graph is None or tuple(token.text for token in graph.tokens) != wanted[key]:
                _LOG.warning("%s: a damaged graph is parsed again", self.path)
            else:
                known[wanted[key]] = graph
        return known

    def put(self, graphs: Mapping[TokenTuple, Graph]) -> None:
        """Add graphs, in one go."""
        rows = [(self._key(sentence), packed(graph)) for sentence, graph in graphs.items()]
        while rows and self.writable:
            try:
                with self._connection:
                    self._connection.executemany(
                        "INSERT OR REPLACE INTO graphs VALUES (?, ?)", rows
                    )
                return
            except sqlite3.OperationalError as error:  # read-only, full, locked for too long
                self.writable = False
                _LOG.warning("%s cannot be written, and graphs are not kept: %s", self.path, error)
            except sqlite3.DatabaseError as error:
                self._skip(error)

    def _key(self, sentence: TokenTuple) -> bytes:
        return blake2b(json.dumps([self.parser, sentence]).encode(), digest_size=20).digest()

    def _select(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        rows: dict[bytes, bytes] = {}
        while True:
            try:
                for n in range(0, len(keys), 500):
                    some = keys[n : n + 500]
                    marks = ",".join("?" * len(some))
                    query = f"SELECT key, graph FROM graphs WHERE key IN ({marks})"
                    rows.update(self._connection.execute(query, some))
                return rows
            except sqlite3.OperationalError as error:
                _LOG.warning("%s cannot be read, and graphs are parsed again: %s", self.path, error)
                return rows
            except sqlite3.DatabaseError as error:
                self._skip(error)

    @property
    def path(self) -> Path:
        return self.folder / f"graphs-{self.number}.sqlite"

    def _skip(self, error: sqlite3.DatabaseError) -> None:
        _LOG.warning("%s is damaged and not used; it may be deleted: %s", self.path, error)
        self._connection.close()
        self._open_next()

    def _open_next(self) -> None:
        """Open the first file from here on that is sound, or new."""
        while True:
            self.number += 1
            try:
                self._connection = sqlite3.connect(self.path, timeout=60)
                self._connection.execute(
                    "CREATE TABLE IF NOT EXISTS graphs (key BLOB PRIMARY KEY, graph BLOB) "
                    "WITHOUT ROWID"
                )
                return
            except sqlite3.OperationalError as error:
                raise InputError(f"this cache cannot be opened: {error}", file=self.path) from None
            except sqlite3.DatabaseError as error:
                _LOG.warning("%s is damaged and not used; it may be deleted: %s", self.path, error)
                self._connection.close()

    def close(self) -> None:
        self._connection.close()

    def __del__(self) -> None:
        if hasattr(self, "_connection"):
            self.close()


# --- graphs as bytes ------------------------------------------------------------------------------

_CHECK = 8


def packed(graph: Graph) -> bytes:
    """Return a graph as bytes, with a checksum before them."""
    parts = [getattr(graph, name) for name in graph.__dataclass_fields__]
    data = zlib.compress(json.dumps(parts, separators=(",", ":")).encode())
    return blake2b(data, digest_size=_CHECK).digest() + data


def unpacked(data: object) -> Graph | None:
    """Return the graph that was packed; None if the bytes are not what was packed."""
    if not isinstance(data, bytes):
        return None
    check, rest = data[:_CHECK], data[_CHECK:]
    if blake2b(rest, digest_size=_CHECK).digest() != check:
        return None
    tokens, units, edges, leaves, linkages, attributes = json.loads(zlib.decompress(rest))
    return Graph(
        tuple(Token(text, mark, n, _pairs(more)) for text, mark, n, more in tokens),
        tuple(Unit(name, implicit, _pairs(more)) for name, implicit, more in units),
        tuple(map(_edge, edges)),
        tuple(Leaf(unit, n, label, name, _pairs(more)) for unit, n, label, name, more in leaves),
        tuple(Linkage(name, tuple(map(_edge, own)), _pairs(more)) for name, own, more in linkages),
        _pairs(attributes),
    )


def _edge(values: list[Any]) -> Edge:
    parent, child, labels, remote, attributes = values
    return Edge(parent, child, tuple(labels), remote, _pairs(attributes))


def _pairs(values: list[list[str]]) -> Attributes:
    return tuple((key, value) for key, value in values)
