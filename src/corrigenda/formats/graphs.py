"""Semantic graphs, whatever they are written in: UCCA XML, MRP JSON, AMR in PENMAN notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from os.path import commonprefix
from pathlib import Path

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats.archives import tarfile_like
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.meaning.graph import Graph

STARTS = {"<": "ucca_xml", "{": "mrp", "(": "amr", "#": "amr"}
"""What the first character of a file tells."""


def read_graphs(path: PathLike) -> Iterator[tuple[str, Graph]]:
    """The names and graphs of the passages of a file, or of a folder or archive of UCCA XML.

    The format of a file is recognised by its content.
    """
    place = Path(path)
    if place.is_dir() or tarfile_like(place) or place.suffix.lower() == ".zip":
        name = "ucca_xml"
    else:
        name = _recognised(path)
    passages: Iterator[tuple[str, Graph]] = import_module(
        f"corrigenda.formats.{name}"
    ).read_passages(path)
    return passages


def _recognised(path: PathLike) -> str:
    for line in read_lines(path):
        if line.strip():
            start = line.strip()[0]
            if start in STARTS:
                return STARTS[start]
            break
    raise InputError(
        "expected semantic graphs, found something else",
        file=name_of(path),
        hint="UCCA XML starts with <, MRP JSON with {, AMR with ( or #",
    )


def paired_graphs(
    source: PathLike, systems: Mapping[str, PathLike]
) -> Iterator[tuple[Segment, tuple[Correction, ...]]]:
    """The graphs of source sentences, each with those of what systems made of it, in order.

    That there are more of one than of the other is an error, found when either ends. Files of
    folders must be named alike, too, but for what all names of a folder begin with (`dev.src17` and
    `mle_4.txt17` belong together): scores of graphs that do not belong together look like scores.
    """
    _check_names([source, *systems.values()])
    streams = [read_graphs(path) for path in (source, *systems.values())]
    files = [name_of(path) for path in (source, *systems.values())]
    for number, passages in enumerate(zip_longest(*streams), 1):
        absent = [file for file, passage in zip(files, passages, strict=True) if passage is None]
        if absent:
            there = next(f for f, p in zip(files, passages, strict=True) if p is not None)
            raise InputError(
                f"expected as many graphs as {there} has, found {number - 1}",
                file=absent[0],
                hint="the n-th graph of a system must be that of the n-th source sentence",
            )
        (name, graph), *others = passages
        text = words(graph)
        yield (
            Segment(text, (), name, graph=graph),
            tuple(Correction(text, text=words(other), by=n, graph=other) for n, other in others),
        )


def _check_names(paths: Sequence[PathLike]) -> None:
    folders = [Path(path) for path in paths if Path(path).is_dir()]
    listed = [sorted(f.stem for f in folder.rglob("*.xml")) for folder in folders]
    # Character by character, as names of one set of files begin alike.
    shared = [len(commonprefix(names)) for names in listed]  # noqa: RUF071
    kept = [[name[n:] for name in names] for names, n in zip(listed, shared, strict=True)]
    for folder, names, keys in zip(folders[1:], listed[1:], kept[1:], strict=True):
        if len(keys) != len(kept[0]):
            continue  # which is said with the counts
        for first, name, one, other in zip(listed[0], names, kept[0], keys, strict=True):
            if one != other:
                raise InputError(
                    f"expected the graph that belongs to {first}.xml of {folders[0]}, "
                    f"found {name}.xml",
                    file=folder,
                    hint="files of the same sentence must have the same number in their names",
                )


def words(graph: Graph) -> str:
    """The tokens of a graph, parted by spaces."""
    return " ".join(token.text for token in graph.tokens)
