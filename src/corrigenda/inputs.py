"""Turn files or texts in memory into a corpus and systems.

Every function that takes a corpus and systems takes them through `judged`:

- a corpus: a file, a `Corpus`, segments, sentences, or a data frame (see `corrigenda.frames`); or
  `sources` with `references`, both columns of texts (see `corrigenda.columns`) or both files;
- systems: by name, each a file, a column of texts or a `System`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypedDict

from corrigenda import columns, formats, frames
from corrigenda.corpus import Corpus, Pair, Segment
from corrigenda.errors import InputError
from corrigenda.formats import csv_tables
from corrigenda.formats.detect import is_table
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.formats.pairing import Hypothesis, Systems, by_name, paired, tokenised
from corrigenda.remarks import Remark

__all__ = ["JudgedTexts", "Sentences", "Systems", "judged", "sentences"]

Sentences = Iterable[Segment] | Iterable[str] | PathLike
"""A corpus: a file, a `Corpus`, segments, sentences without references, or a data frame."""


@dataclass(frozen=True)
class JudgedTexts:
    """A corpus and the systems' corrections; files are read sentence by sentence."""

    segments: Iterable[Segment]
    systems: dict[str, PathLike | Iterable[Hypothesis]]
    origin: str = ""
    """What results call the corpus."""

    raw: bool = False
    format: str | None = None
    annotator: str | None = None
    remarks: tuple[Remark, ...] = ()
    """What to know of how it was read."""

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return list(self.systems)

    def pairs(self) -> Iterator[Pair]:
        """Yield each sentence with the systems' corrections, tokenised if it is raw."""
        return paired(
            self.segments,
            self.systems,
            format=self.format,
            annotator=self.annotator,
            raw=self.raw,
        )


class Forms(TypedDict, total=False):
    """Keywords of `judged` that others pass on to it: the forms in which texts are given."""

    sources: Any
    references: Any
    raw: bool
    origin: str
    format: str | None
    annotator: str | None


def judged(
    corpus: Sentences | None,
    systems: Systems | None,
    *,
    sources: Any = None,
    references: Any = None,
    raw: bool = False,
    origin: str = "",
    format: str | None = None,
    annotator: str | None = None,
    least: int = 1,
) -> JudgedTexts:
    """Return the corpus and the systems that were given, checked for what can be seen at once.

    `raw` texts are tokenised, all of them, when they are read. `format` and `annotator` say how to
    read the files of systems (see `formats.read_system`), of which there must be at least `least`.
    """
    parts = _frame(corpus, sources, references, systems, alone=not least)
    remarks: tuple[Remark, ...] = ()
    if parts is not None:
        origin = origin or formats.title(corpus)
        corpus, sources, references, systems = parts.corpus(), None, None, parts.systems
        remarks = parts.remarks()
    if isinstance(systems, (list, tuple)) and systems:
        _no_text(systems[0], "the first system", "name the system: systems={'mine': texts}")
    outputs = {} if systems is None else by_name(systems)
    for name, given in outputs.items():
        _no_text(given, f"systems[{name!r}]")
    if len(outputs) < least:
        raise InputError("no system is given", hint="for example systems={'mine': 'output.txt'}")
    segments, name = _corpus(corpus, sources, references)
    return JudgedTexts(segments, outputs, origin or name, raw, format, annotator, remarks)


def sentences(
    corpus: Sentences | None, *, sources: Any = None, references: Any = None, raw: bool = False
) -> Iterable[Segment]:
    """Return the segments of a corpus alone (see `judged`)."""
    parts = _frame(corpus, sources, references, alone=True)
    if parts is not None:
        corpus, sources, references = parts.corpus(), None, None
    segments, _ = _corpus(corpus, sources, references)
    return (tokenised((segment, ()))[0] for segment in segments) if raw else segments


def _frame(corpus: Any, *named: Any, alone: bool) -> frames.FrameParts | None:
    """Return what a data frame or a CSV file has (see `frames.recognised`); None if it is none."""
    if isinstance(corpus, (str, os.PathLike)) and is_table(corpus):
        return csv_tables.recognised(read_lines(corpus), name_of(corpus), *named, alone=alone)[0]
    frame = None if corpus is None else frames.columns_of(corpus)
    return None if frame is None else frames.recognised(frame, *named, alone=alone)


def _corpus(corpus: Any, sources: Any, references: Any) -> tuple[Iterable[Segment], str]:
    """Return the segments, and what results call them."""
    if (corpus is None) == (sources is None):
        raise InputError(
            "expected a corpus, or sources with references, found "
            + ("neither" if corpus is None else "both"),
            hint="give a corpus, or sources=[…] and references=[[…], […]]",
        )
    for text, what in ((corpus, "the corpus"), (sources, "sources"), (references, "references")):
        _no_text(text, what)
    if references is not None and sources is None:
        if _has_edits(corpus):
            return _both(corpus, references), formats.title(corpus)
        sources, corpus = corpus, None
    if sources is not None:
        if isinstance(sources, (str, os.PathLike)):
            return _files(sources, references)
        return columns.corpus(sources, references), ""
    if isinstance(corpus, (str, os.PathLike)):
        return formats.stream(corpus), formats.title(corpus)
    return _segments(corpus), formats.title(corpus)


def _has_edits(corpus: Any) -> bool:
    """Does a corpus have references of its own? Others given besides are then the same as texts."""
    if isinstance(corpus, (str, os.PathLike)):
        return os.fspath(corpus) != "-" and formats.opened(corpus)[0] != "text"
    return isinstance(corpus, Corpus) and any(segment.references for segment in corpus)


def _both(corpus: Any, references: Any) -> Iterable[Segment]:
    """Return segments with gold edits and, besides, with references as texts."""
    if isinstance(corpus, (str, os.PathLike)):
        single = isinstance(references, (str, os.PathLike))
        return formats.stream_both(corpus, [references] if single else list(references))
    beside = columns.corpus(corpus.sources, references)
    return Corpus(
        tuple(
            replace(one, texts=text.references) for one, text in zip(corpus, beside, strict=True)
        ),
        corpus.origin,
    )


def _no_text(given: Any, what: str, hint: str | None = None) -> None:
    """Refuse a text where a file or a list of texts is expected."""
    if not isinstance(given, str) or not re.search(r"\S\s", given) or Path(given).exists():
        return
    if not re.fullmatch(r"\.\w+", Path(given).suffix):
        raise InputError(
            f"{what} is one text; give a list of texts, or a file that exists",
            hint=hint or (f"for example [{given!r}]" if len(given) < 40 else None),
        )


def _files(source: PathLike, references: Any) -> tuple[Iterable[Segment], str]:
    """Return the segments of parallel texts."""
    if references is None or isinstance(references, (str, os.PathLike)):
        references = [] if references is None else [references]
    files = [source, *references]
    if not all(isinstance(file, (str, os.PathLike)) for file in files):
        raise InputError(
            "expected references to be files, as the sources are",
            hint="give both as files, or both as lists of texts",
        )
    return formats.stream_parallel(source, references), " + ".join(map(formats.title, files))


def _segments(corpus: Any) -> Iterable[Segment]:
    """Return segments as they are, and segments of sentences."""
    if isinstance(corpus, bytes) or not isinstance(corpus, Iterable):
        raise InputError(
            f"expected a corpus, found {type(corpus).__name__}",
            hint="give a file, a Corpus, or a list of sentences",
        )
    if isinstance(corpus, Iterator):  # which may be long
        ahead: Iterable[Any] = list(islice(corpus, 1))
        segments: Iterable[Any] = chain(ahead, corpus)
    else:
        ahead = segments = corpus
    return segments if all(isinstance(one, Segment) for one in ahead) else columns.corpus(segments)
