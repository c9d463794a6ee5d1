"""Semantic graphs, whatever they are written in: UCCA XML, MRP JSON, UCCA-App JSON, AMR in PENMAN
notation.

Where graphs are to be paired, plain text may be given instead, to be parsed later.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, zip_longest
from os.path import commonprefix
from pathlib import Path
from typing import Literal

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, read_lines, writing
from corrigenda.meaning.drawing.svg import svg
from corrigenda.meaning.formats import amr, mrp, ucca_app, ucca_xml
from corrigenda.meaning.formats.archives import tarfile_like
from corrigenda.meaning.graph import Graph

_STARTS = {
    "ucca_xml": re.compile(r"<[?!A-Za-z]"),
    "mrp": re.compile(r'\{\s*("|$)'),
    "amr": re.compile(r"\(\s*[^\s/()]+\s*(/|$)"),
}
"""What the first line of a file, or the first that is no comment, begins with."""

_HEAD = 200


def read_graphs(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """Return the names and graphs of passages, one after the other.

    `path` is a file (UCCA XML, MRP, UCCA-App JSON, AMR; recognised by its content), a folder or an
    archive of UCCA XML, or a folder of UCCA-App JSON.
    """
    name = _recognised(path)
    if name is None:
        raise InputError(
            "expected semantic graphs, found something else",
            file=name_of(path),
            hint="UCCA XML starts with <, JSON (MRP, UCCA-App) with {, AMR with ( or #; "
            "`corrigenda parse` makes graphs of text",
        )
    return _READERS[name](path)


_READERS: dict[str, Callable[[PathLike], Iterator[tuple[str, Graph]]]] = {
    "amr": amr.read_passages,
    "mrp": mrp.read_passages,
    "ucca_app": ucca_app.read_passages,
    "ucca_xml": ucca_xml.read_passages,
}


def has_graphs(path: PathLike) -> bool:
    """Return whether there are graphs in a file, a folder or an archive, rather than text."""
    return _recognised(path) is not None


def _recognised(path: PathLike) -> str | None:
    """Return the format of graphs; None of what is something else, or can be read only once."""
    place = Path(path)
    if os.fspath(path) == "-":
        return None
    if place.is_dir():
        return "ucca_app" if _holds_tasks(place) else "ucca_xml"
    if tarfile_like(place) or place.suffix.lower() == ".zip":
        return "ucca_xml"
    content = filter(None, (line.strip() for line in read_lines(path)))
    for line in islice(content, _HEAD):
        if not line.startswith("#"):
            name = next((name for name, start in _STARTS.items() if start.match(line)), None)
            return "ucca_app" if name == "mrp" and _is_task(line, content) else name
        if re.match(r"#\s*::", line):
            return "amr"
    return None


def _holds_tasks(folder: Path) -> bool:
    """Return whether the files of a folder are JSON rather than XML."""
    return any(folder.rglob("*.json")) and not any(folder.rglob("*.xml"))


def _is_task(first: str, others: Iterator[str]) -> bool:
    """Return whether JSON is of UCCA-App: by the first line if that is a whole object, else by
    all."""
    lines = [first] if first.endswith("}") else chain([first], others)
    return any(map(ucca_app.KEY.search, lines))


def paired_graphs(
    source: PathLike, systems: Mapping[str, PathLike]
) -> Iterator[tuple[Segment, tuple[Correction, ...]]]:
    """Yield the graphs of source sentences, each with those of the systems' corrections, in order.

    A file may be plain text, one sentence per line; its sentences have no graphs yet. All must have
    the same number of sentences; a difference is an error when one ends. Files of folders must be
    named alike, too, except what all names of a folder begin with (`dev.src17` and `mle_4.txt17`
    belong together): scores of graphs that do not belong together look like scores.
    """
    _check_names([source, *systems.values()])
    streams = [_sentences(path) for path in (source, *systems.values())]
    files = [name_of(path) for path in (source, *systems.values())]
    for number, row in enumerate(zip_longest(*streams), 1):
        absent = [file for file, sentence in zip(files, row, strict=True) if sentence is None]
        if absent:
            there = next(f for f, sentence in zip(files, row, strict=True) if sentence is not None)
            raise InputError(
                f"expected as many sentences as {there} has, found {number - 1}",
                file=absent[0],
                hint="the n-th sentence of a system must be what it made of the n-th source "
                "sentence",
            )
        first, *others = row
        yield (
            first,
            tuple(
                Correction(first.source, text=other.source, by=other.id, graph=other.graph)
                for other in others
            ),
        )


def _sentences(path: PathLike) -> Iterator[Segment]:
    """Return sentences with graphs, or those of a text, which have none."""
    if not has_graphs(path):
        from corrigenda.formats import stream_parallel

        return stream_parallel(path)
    return (Segment(words(graph), (), name, graph=graph) for name, graph in read_graphs(path))


def _check_names(paths: Sequence[PathLike]) -> None:
    folders = [Path(path) for path in paths if Path(path).is_dir()]
    listed = [
        sorted(f.name for f in folder.rglob("*.json" if _holds_tasks(folder) else "*.xml"))
        for folder in folders
    ]
    stems = [[Path(name).stem for name in names] for names in listed]
    # Character by character, as names of one set of files begin alike.
    shared = [len(commonprefix(names)) for names in stems]  # noqa: RUF071
    kept = [[name[n:] for name in names] for names, n in zip(stems, shared, strict=True)]
    for folder, names, keys in zip(folders[1:], listed[1:], kept[1:], strict=True):
        if len(keys) != len(kept[0]):
            continue  # which is said with the counts
        for first, name, one, other in zip(listed[0], names, kept[0], keys, strict=True):
            if one != other:
                raise InputError(
                    f"expected the graph that belongs to {first} of {folders[0]}, found {name}",
                    file=folder,
                    hint="files of the same sentence must have the same number in their names",
                )


def words(graph: Graph) -> str:
    """Return the tokens of a graph, separated by spaces."""
    return " ".join(token.text for token in graph.tokens)


# --- writing --------------------------------------------------------------------------------------

Kind = Literal["xml", "mrp", "svg"]
_SUFFIXES: dict[str, Kind] = {
    ".xml": "xml",
    ".mrp": "mrp",
    ".json": "mrp",
    ".jsonl": "mrp",
    ".svg": "svg",
}


def kind_of(path: PathLike) -> Kind:
    """Return how graphs are written, by the name of a file: MRP to standard output, else as the
    suffix says. Without a suffix it is a folder, for UCCA XML."""
    suffix = Path(os.fspath(path).removesuffix(".gz")).suffix.lower()
    if os.fspath(path) == "-":
        return "mrp"
    if suffix and suffix not in _SUFFIXES:
        raise InputError(
            f"cannot tell from the suffix {suffix} how to write graphs",
            file=path,
            hint="say so: to='mrp', or take .xml, .mrp or .svg; a folder has no suffix",
        )
    return _SUFFIXES[suffix] if suffix else "xml"


def is_folder(path: PathLike, kind: Kind) -> bool:
    """Return whether graphs, one per file, go to a folder: if the name is not that of a file."""
    name = os.fspath(path)
    return kind != "mrp" and name != "-" and not name.removesuffix(".gz").endswith(f".{kind}")


def write_graphs(
    passages: Iterable[tuple[str, Graph]], path: PathLike, kind: Kind | None = None
) -> list[str]:
    """Write named graphs, and say what the format could not keep.

    MRP takes any number, one per line. XML and pictures (SVG) are one per file: several go to a new
    folder, each under its name, numbers padded so that they sort.
    """
    kind = kind or kind_of(path)
    if kind == "mrp":
        return mrp.write_passages(passages, path)
    if is_folder(path, kind):
        folder = _new_folder(path)
        for name, graph in passages:
            with writing(folder / f"{_padded(name)}.{kind}") as file:
                file.write(_dumped(name, graph, kind))
        return []
    some = list(islice(passages, 2))
    if len(some) != 1:
        raise InputError(
            f"expected one sentence, as {kind.upper()} has one per file, "
            f"found {'more' if some else 'none'}",
            file=None if os.fspath(path) == "-" else path,
            hint=f"name a folder, without a suffix, and say to='{kind}', or write MRP",
        )
    with writing(path) as file:
        file.write(_dumped(*some[0], kind))
    return []


def _dumped(name: str, graph: Graph, kind: Kind) -> str:
    try:
        return ucca_xml.dump(graph) if kind == "xml" else svg(graph) + "\n"
    except InputError as error:
        raise InputError(f"sentence {name}: {error.message}", hint=error.hint) from None


def _padded(name: str) -> str:
    return re.sub("^[0-9]+", lambda number: number[0].zfill(7), name)


def _new_folder(path: PathLike) -> Path:
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
        used = any(folder.iterdir())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"expected a folder to write to: {reason}", file=path) from None
    if used:
        raise InputError(
            "expected a new or an empty folder, found files in it",
            file=path,
            hint="graphs of other sentences among these would be taken for theirs",
        )
    return folder
