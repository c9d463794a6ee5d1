"""External parsers: a program that is run, or a file of graphs.

`Command` gives sentences to a program and reads graphs from it; `ReadyGraphs` looks sentences up
among graphs in files, of TUPA, say, or of a parser of the MRP shared tasks.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

from corrigenda.errors import InputError
from corrigenda.meaning.formats import mrp, ucca_xml
from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.cache import TokenTuple, packed


class Command:
    """A program that parses, by its command line (it is started without a shell).

    It reads sentences from standard input, one per line with tokens separated by spaces, in UTF-8,
    and writes a graph of each, in the same order and over the same tokens, to standard output: MRP
    JSON, one per line, or UCCA XML, one passage after the other. As starting a parser often takes
    longer than parsing, it is started once for a thousand sentences. The command line is also its
    name: when the program changes, graphs kept under that name are out of date.
    """

    batch = 1000

    def __init__(self, line: str) -> None:
        self.line = " ".join(line.split())
        try:
            self.arguments = shlex.split(line)
        except ValueError as error:
            raise InputError(f"cannot read {line!r} as a command: {str(error).lower()}") from None
        if not self.arguments:
            raise InputError(
                "expected a command, found nothing",
                hint="for example parser='command: my-parser --mrp'",
            )
        if shutil.which(self.arguments[0]) is None:
            raise InputError(
                f"there is no program {self.arguments[0]!r} to parse with",
                hint="check its name, or give its whole path",
            )

    @property
    def name(self) -> str:
        return self.line

    def parse(self, tokens: Sequence[str]) -> Graph:
        [graph] = self.parse_batch([tokens])
        return graph

    def parse_batch(self, sentences: Sequence[Sequence[str]]) -> list[Graph]:
        """Run the program once. What it says on standard error is shown if it fails."""
        sent = [_sent(tokens) for tokens in sentences]
        done = self._run("".join(f"{' '.join(tokens)}\n" for tokens in sent))
        said = done.stderr.decode("utf-8", "replace").strip()
        if done.returncode:
            raise self._error(f"ended with status {done.returncode}", said)
        try:
            graphs = list(_read(done.stdout, f"output of {self.arguments[0]}"))
        except InputError as error:
            where = f", line {error.line}" if error.line is not None else ""
            raise self._error(f"wrote no valid graph{where}: {error.message}", said) from error
        if len(graphs) != len(sentences):
            raise self._error(
                f"was given {len(sentences)} sentences, but wrote {len(graphs)} graphs", said
            )
        return [
            self._checked(n, sent, tuple(tokens), graph)
            for n, (tokens, graph) in enumerate(zip(sentences, graphs, strict=True))
        ]

    def _run(self, text: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(self.arguments, input=text.encode(), capture_output=True)
        except OSError as error:
            raise self._error(f"cannot be run: {error.strerror}", "") from None

    def _checked(self, n: int, sent: list[TokenTuple], tokens: TokenTuple, graph: Graph) -> Graph:
        texts = tuple(token.text for token in graph.tokens)
        if texts == sent[n]:
            if tokens == texts:
                return graph
            named = zip(graph.tokens, tokens, strict=True)
            return replace(graph, tokens=tuple(token._replace(text=text) for token, text in named))
        if texts in sent:
            what = f"graph {n + 1} is that of sentence {sent.index(texts) + 1}: the order is lost"
        elif "".join(texts) == "".join(sent[n]):
            k = next(
                k for k, pair in enumerate(zip(texts, sent[n], strict=False)) if len({*pair}) > 1
            )
            what = f"in graph {n + 1}, token {sent[n][k]!r} is cut otherwise: {texts[k]!r}"
        else:
            what = f"graph {n + 1} has other tokens: expected {sent[n][:8]}, found {texts[:8]}"
        raise self._error(what, "")

    def _error(self, what: str, said: str) -> InputError:
        last = "\n    ".join(said.splitlines()[-10:])
        return InputError(
            f"the parser `{self.line}`: {what}" + (f"; it says\n    {last}" if last else ""),
            hint="it must read sentences, one per line with tokens separated by spaces, and write "
            "MRP JSON or UCCA XML of each, in order",
        )


def _sent(tokens: Sequence[str]) -> TokenTuple:
    """Return the tokens with lone surrogates replaced, which UTF-8 cannot encode."""
    for token in tokens:
        if not token or token.split() != [token]:
            raise InputError(f"expected tokens without white space, found {token!r}")
    return tuple(token.encode("utf-8", "replace").decode() for token in tokens)


def _read(data: bytes, file: str) -> Iterator[Graph]:
    """Yield the graphs that a program wrote: JSON begins with `{`, XML with `<`."""
    start = data.lstrip()[:1]
    if start == b"<":
        for passage in re.findall(rb"<(?!\?).*?</root\s*>", data, re.DOTALL):
            yield ucca_xml.parse(passage, file)
    elif start == b"{":
        try:
            lines = data.decode("utf-8").split("\n")
        except UnicodeDecodeError as error:
            raise InputError(f"expected UTF-8, found byte 0x{data[error.start]:02X}") from None
        for _, _, graph in mrp.parse(lines, file):
            yield graph
    elif start:
        shown = data.lstrip()[:40].decode("utf-8", "replace")
        raise InputError(f"expected MRP JSON or UCCA XML, found {shown!r}")


class ReadyGraphs:
    """Graphs that were made before, by whatever parser: a sentence has the graph in the files that
    is over the same tokens. All are held in memory. The name tells the file and what was in it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.graphs: dict[TokenTuple, Graph] = {}
        digest = blake2b(digest_size=4)
        for _, graph in read_graphs(path):
            digest.update(packed(graph))
            self.graphs.setdefault(tuple(token.text for token in graph.tokens), graph)
        self.name = f"graphs:{Path(path).name}:{digest.hexdigest()}"

    def __reduce__(self) -> tuple[type[ReadyGraphs], tuple[str]]:
        return (ReadyGraphs, (os.fspath(self.path),))

    def parse(self, tokens: Sequence[str]) -> Graph:
        graph = self.graphs.get(tuple(tokens))
        if graph is None:
            text = " ".join(tokens)
            raise InputError(
                f"expected a graph of {text if len(text) <= 60 else text[:59] + '…'!r}, found none",
                file=self.path,
                hint=f"there are {len(self.graphs)} graphs; tokens must be the same, one for one",
            )
        return graph
