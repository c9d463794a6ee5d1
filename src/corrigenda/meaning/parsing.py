"""Make graphs for sentences that have none: by any parser, in parallel, each sentence once.

A graph depends on the tokens of its sentence and on nothing else. So a sentence is parsed where it
is needed, in whatever process, and its graph is kept in case that sentence comes again.
"""

from __future__ import annotations

import os
import pickle
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.engine.parallel import in_use, mapped
from corrigenda.errors import InputError, quoted
from corrigenda.formats import stream_parallel
from corrigenda.formats.lines import PathLike
from corrigenda.meaning.formats.graphs import Kind, kind_of, write_graphs
from corrigenda.meaning.formats.mrp import INPUT
from corrigenda.meaning.graph import Graph, Unit
from corrigenda.meaning.parser.cache import Disk, Memory, TokenTuple
from corrigenda.meaning.parser.contract import (
    EMBEDDED,
    BatchParser,
    ManyParser,
    Parser,
    load_parser,
)
from corrigenda.remarks import Checks
from corrigenda.tokenisation import Piece, tokenise
from corrigenda.tokenisation import sentences as split_sentences

T = TypeVar("T")
R = TypeVar("R")

CACHE = "CORRIGENDA_CACHE"
"""The environment variable that names the folder for graphs, if no other is given."""

CHUNK = 64
"""Sentences that travel to a process at once."""

_BLOCK = 16
"""Sentences, with the systems' corrections, whose graphs are in memory at once."""

EMPTY = Graph((), (Unit("1.1"),))
"""The graph of a sentence without words, which is no work for a parser."""


@dataclass(frozen=True)
class Parsing:
    """By what parser, and where graphs are kept for the next time.

    `parser` is one, or names one (see `load_parser`). `cache` is a folder, by default the one that
    the environment variable CORRIGENDA_CACHE names, if any.
    """

    parser: Parser | str = EMBEDDED
    cache: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        if self.cache is None and os.environ.get(CACHE):
            object.__setattr__(self, "cache", os.environ[CACHE])

    @staticmethod
    def of(given: Any) -> Parsing:
        """Return a `Parsing` from what users may give instead: a parser, or its name."""
        if isinstance(given, Parsing):
            return given
        if given is None or isinstance(given, str):
            return _named(given or EMBEDDED, os.environ.get(CACHE))
        if not isinstance(given, Parser):
            raise InputError(
                f"expected a parser, with `name` and `parse(tokens)`, found {given!r}",
                hint="or its name: 'embedded', 'package.module:Class', 'command: ...'",
            )
        return Parsing(given)

    @contextmanager
    def keeping(self) -> Iterator[Parsing]:
        """Return the same, with a cache for the time being if it has none: for work that needs the
        same graphs more than once, but not all of them at once."""
        if self.cache is not None:
            yield self
            return
        with TemporaryDirectory(prefix="corrigenda-", ignore_cleanup_errors=True) as folder:
            yield Parsing(self.parser, folder)

    @property
    def name(self) -> str:
        """The parser's name, as signatures carry it."""
        return re.sub(r"[^\w.+:-]+", "-", self._bench.parser.name).strip("-")

    @property
    def batch(self) -> int | None:
        """How many sentences the parser wants at once; None if it takes them one by one."""
        if self.parser == EMBEDDED:  # which need not be there if all graphs are
            return None
        parser = self._bench.parser
        return parser.batch if isinstance(parser, BatchParser) else None

    def check(self) -> None:
        """Load the parser, so that one that is not there is refused before any work; apart from the
        embedded one, which is not needed where all sentences have graphs."""
        if self.parser != EMBEDDED:
            self._bench  # noqa: B018 - made when asked for

    def spread(self, chunk: int, jobs: int | None = None) -> tuple[int, int | None]:
        """Return how many pieces of work go somewhere at once, and how many processes there are. A
        parser that wants many sentences at a time has ideas of its own about processors, so it runs
        once at a time unless more is asked for."""
        batch, (_, in_general, _) = self.batch, in_use()
        return (chunk, jobs) if batch is None else (batch, jobs or in_general or 1)

    def graphs(self, sentences: Iterable[TokenTuple]) -> dict[TokenTuple, Graph]:
        """Return the graphs of some sentences, of which each is parsed once."""
        distinct = list(dict.fromkeys(sentences))
        return self._bench.graphs(distinct) if distinct else {}

    def of_texts(self, texts: Sequence[str]) -> dict[str, object]:
        """Return the graphs of texts that are tokenised already."""
        graphs = parse_all(map(str.split, texts), self)
        return dict(zip(texts, graphs, strict=True))

    def filled(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the pairs again, with graphs for all sentences and corrections that have none."""
        rest = iter(pairs)
        size = _BLOCK if self.batch is None else self.batch
        while block := list(islice(rest, size)):
            missing = [tuple(text.split()) for pair in block for text in _without_graph(pair)]
            graphs = self.graphs(missing)
            for segment, corrections in block:
                if segment.graph is None:
                    segment = replace(segment, graph=graphs[tuple(segment.tokens)])
                yield segment, tuple(self._corrected(each, graphs) for each in corrections)

    def _corrected(self, given: Correction, graphs: dict[TokenTuple, Graph]) -> Correction:
        if given.graph is not None:
            return given
        graph = graphs[tuple(given.tokens)]
        return Correction(given.source, given.given_text, given.given_edits, given.by, graph=graph)

    @property
    def _bench(self) -> _Bench:
        """Return the parser and the graphs of this process: networks and databases do not survive a
        fork."""
        known: tuple[int, _Bench] | None = self.__dict__.get("_held")
        if known is None or known[0] != os.getpid():
            known = (os.getpid(), _Bench(self.parser, self.cache))
            self.__dict__["_held"] = known
        return known[1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process make its own bench once, however many pieces of work it gets."""
        try:
            parser = pickle.dumps(self.parser)
        except Exception as error:  # whatever a parser's own state raises
            raise InputError(
                f"this parser cannot work in several processes: {error}",
                hint="make it one that can be pickled, or work in one process: jobs=1",
            ) from error
        cache = None if self.cache is None else os.fspath(self.cache)
        return (_arrived, (parser, cache))


@lru_cache(maxsize=8)
def _arrived(parser: bytes, cache: str | None) -> Parsing:
    return Parsing(pickle.loads(parser), cache)


@lru_cache(maxsize=2)
def _named(parser: str, cache: str | None) -> Parsing:
    """Return the same object for the same name, so that a model is loaded once."""
    return Parsing(parser, cache=cache)


def _without_graph(pair: Pair) -> Iterator[str]:
    segment, corrections = pair
    if segment.graph is None:
        yield segment.source
    yield from (correction.text for correction in corrections if correction.graph is None)


class _Bench:
    """A parser that works, and the graphs it made."""

    def __init__(self, parser: Parser | str, cache: str | os.PathLike[str] | None) -> None:
        self.parser = load_parser(parser) if isinstance(parser, str) else parser
        self.memory = Memory()
        # A parser may depend on more than its name tells.
        identity: str = getattr(self.parser, "identity", self.parser.name)
        self.disk = None if cache is None else Disk(cache, identity)

    def graphs(self, sentences: Sequence[TokenTuple]) -> dict[TokenTuple, Graph]:
        graphs: dict[TokenTuple, Graph] = {}
        missing: list[TokenTuple] = []
        for sentence in sentences:
            known = self.memory.get(sentence) if sentence else EMPTY
            if known is None:
                missing.append(sentence)
            else:
                graphs[sentence] = known
        if missing and self.disk is not None:
            graphs |= self.disk.get(missing)
            missing = [sentence for sentence in missing if sentence not in graphs]
        made = self.made(missing)
        if made and self.disk is not None:
            self.disk.put(made)
        graphs |= made
        for sentence, graph in graphs.items():
            if sentence:
                self.memory.put(sentence, graph)
        return graphs

    def made(self, sentences: Sequence[TokenTuple]) -> dict[TokenTuple, Graph]:
        """Return the graphs of distinct sentences, none of them empty, as the parser makes them."""
        parser = self.parser
        if isinstance(parser, ManyParser):
            try:
                made = dict(zip(sentences, parser.parse_many(sentences), strict=True))
            except Exception:  # whatever it was, one of the sentences is to blame: see below
                return {sentence: self.one(sentence) for sentence in sentences}
            return {sentence: self.checked(sentence, graph) for sentence, graph in made.items()}
        if not isinstance(parser, BatchParser):
            return {sentence: self.one(sentence) for sentence in sentences}
        made = {}
        for n in range(0, len(sentences), parser.batch):
            some = sentences[n : n + parser.batch]
            for sentence, graph in zip(some, parser.parse_batch(some), strict=True):
                made[sentence] = self.checked(sentence, graph)
        return made

    def one(self, sentence: TokenTuple) -> Graph:
        try:
            return self.checked(sentence, self.parser.parse(sentence))
        except InputError:
            raise
        except Exception as error:
            raise InputError(
                f"the parser {self.parser.name!r} failed on {quoted(' '.join(sentence))}: "
                f"{type(error).__name__}: {error}"
            ) from error

    def checked(self, sentence: TokenTuple, graph: object) -> Graph:
        if not isinstance(graph, Graph):
            raise InputError(
                f"expected a Graph from the parser {self.parser.name!r}, found {graph!r}"
            )
        tokens = tuple(token.text for token in graph.tokens)
        if tokens != sentence:
            raise InputError(
                f"the parser {self.parser.name!r} gave a graph over other tokens: expected "
                f"{quoted(' '.join(sentence))}, found {quoted(' '.join(tokens))}"
            )
        return graph


# --- streams --------------------------------------------------------------------------------------


def parse_all(
    sentences: Iterable[Sequence[str]],
    parser: Parsing | Parser | str | None = None,
    *,
    jobs: int | None = None,
) -> Iterator[Graph]:
    """Yield the graphs of sentences (given as tokens), in their order.

    A sentence that comes again is not parsed again, as long as its graph is kept. The stream may
    be of any length: what is in memory does not grow with it. For `jobs` see `parallel.mapped`.
    """
    parsing = Parsing.of(parser)
    known = Memory()
    wanted: dict[TokenTuple, int] = {}  # under way, and how often more
    shared: dict[TokenTuple, tuple[Graph, int]] = {}  # here, and how often it is waited for
    order: deque[TokenTuple | Graph] = deque()

    def work() -> Iterator[TokenTuple | None]:
        for tokens in sentences:
            sentence = tuple(tokens)
            graph = known.get(sentence)
            order.append(sentence if graph is None else graph)
            if graph is None and sentence not in wanted:
                wanted[sentence] = 0
                yield sentence
            else:
                if graph is None:
                    wanted[sentence] += 1
                yield None

    for graph in _mapped(partial(_parsed, parsing), work(), parsing, jobs):
        place = order.popleft()
        if isinstance(place, Graph):
            yield place
        elif graph is not None:
            known.put(place, graph)
            if more := wanted.pop(place):
                shared[place] = (graph, more)
            yield graph
        else:
            graph, more = shared.pop(place)
            if more > 1:
                shared[place] = (graph, more - 1)
            yield graph


def parse(
    texts: str | Iterable[str | Sequence[str]],
    parser: Parsing | Parser | str | None = None,
    *,
    raw: bool = False,
    jobs: int | None = None,
) -> list[Graph]:
    """Return the graphs of sentences, each a text whose tokens have spaces between them, or a list
    of tokens. A text alone is one sentence.

    Of `raw` texts each may hold several sentences, and each sentence has a graph.

    >>> [graph] = parse("He went home .")
    >>> [token.text for token in graph.tokens]
    ['He', 'went', 'home', '.']
    """
    given = [texts] if isinstance(texts, str) else texts
    lines = (Segment(text if isinstance(text, str) else " ".join(text)) for text in given)
    graphs = parse_texts(lines, parser, raw=raw, jobs=jobs)
    return [graph for _, graph in graphs]


def parse_file(
    text: PathLike,
    output: PathLike,
    parser: Parsing | Parser | str | None = None,
    *,
    to: Kind | None = None,
    raw: bool = False,
    jobs: int | None = None,
) -> list[str]:
    """Write the graphs of a text, which has one sentence per line; return what to know about them:
    what the format does not keep, and whether the text looks raw.

    They are written as UCCA XML, MRP or SVG (`to`, or what the output's suffix says), to a file or,
    if the output is a folder, one by one.
    """
    checks = Checks(())
    pairs: Iterable[Pair] = ((segment, ()) for segment in stream_parallel(text))
    joined: list[str] = []

    def texts() -> Iterator[Segment]:
        for number, (segment, _) in enumerate(checks.watched(pairs), 1):
            if not joined and (word := _joined(segment.tokens)):
                joined.append(
                    f"{word!r} in line {number} looks like raw text, a word together with what "
                    "belongs to no word: tokenise it, or say that it is raw (raw=True)"
                )
            yield segment

    graphs = parse_texts(texts(), parser, raw=raw, jobs=jobs)
    lost = write_graphs(graphs, output, to or kind_of(output))
    said = [str(remark) for remark in checks.remarks(tokens=not raw)]
    return [*lost, *(said or ([] if raw else joined))]


_MARKED = re.compile(r".*\w[,;:?!]|.*\wn't", re.IGNORECASE)
_STOPPED = re.compile(r"\w{2,}\.")


def _joined(tokens: Sequence[str]) -> str:
    """Return the first word that is not tokenised: `school,`, `didn't` or, at the end, `ill.`."""
    joined = [word for word in tokens if _MARKED.fullmatch(word)]
    joined += [word for word in tokens[-1:] if _STOPPED.fullmatch(word)]
    return joined[0] if joined else ""


def parse_texts(
    texts: Iterable[Segment],
    parser: Parsing | Parser | str | None = None,
    *,
    raw: bool = False,
    jobs: int | None = None,
) -> Iterator[tuple[str, Graph]]:
    """Yield the names and graphs of the sentences in texts (of which only the sources matter).

    A text is one sentence, and its name is the text's; but `raw` text is split into its sentences,
    and the second of text 7 is called 7.2. Graphs of raw text keep it as a note, so that MRP can
    say where in it the tokens are.
    """
    order: deque[tuple[str, str]] = deque()

    def sentences() -> Iterator[TokenTuple]:
        for number, text in enumerate(texts, 1):
            name = text.id or str(number)
            if not raw:
                order.append((name, ""))
                yield tuple(text.tokens)
                continue
            for k, piece in enumerate(split_sentences(text.source) or [Piece("", 0, 0)], 1):
                order.append((f"{name}.{k}", piece.text))
                yield tuple(token.text for token in tokenise(piece.text))

    for graph in parse_all(sentences(), parser, jobs=jobs):
        name, original = order.popleft()
        notes = ((INPUT, original),) if original else ()
        yield name, replace(graph, attributes=(*notes, ("passageID", name)))


def with_graphs(
    pairs: Iterable[Pair],
    parser: Any = None,
    *,
    jobs: int | None = None,
) -> Iterator[Pair]:
    """Return sentences and corrections, with graphs for all that have none."""
    parsing = Parsing.of(parser)
    return _mapped(partial(_filled, parsing), pairs, parsing, jobs)


def _mapped(
    function: Callable[[list[T]], list[R]],
    items: Iterable[T],
    parsing: Parsing,
    jobs: int | None,
) -> Iterator[R]:
    chunk, jobs = parsing.spread(CHUNK, jobs)
    return mapped(function, items, chunk=chunk, jobs=jobs)


def _parsed(parsing: Parsing, chunk: list[TokenTuple | None]) -> list[Graph | None]:
    graphs = parsing.graphs(sentence for sentence in chunk if sentence is not None)
    return [None if sentence is None else graphs[sentence] for sentence in chunk]


def _filled(parsing: Parsing, chunk: list[Pair]) -> list[Pair]:
    return list(parsing.filled(chunk))
