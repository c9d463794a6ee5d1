"""Read and write corpora with references, and outputs of systems.

| format | what it is | references |
| --- | --- | --- |
| `m2` | M2, as m2scorer and ERRANT have it | edits over tokens |
| `text` | plain text, one sentence per line | parallel files |
| `jsonl` | corrigenda's own, which loses nothing | edits, texts or both |
| `jfleg` | `{"sentence": ..., "corrections": [...]}` | texts |
| `bea` | BEA-2019 JSON (W&I+LOCNESS, FCE) | edits over characters |
| `csv` | a table with named columns: CSV or TSV | texts |
| `hoo` | HOO 2011 and 2012, XML (see `corrigenda.hoo`) | edits over bytes or characters |

A format is recognised by its content, and what a file was taken for is said in `Corpus.origin`.
Each format has one parser, which reads a line after the other: `stream` and `stream_system` give
sentences as they are read, `read` and `read_system` collect them.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.errors import InputError
from corrigenda.formats.detect import import_format, names, recognised
from corrigenda.formats.lines import (
    PathLike,
    annotators,
    files,
    name_of,
    read_lines,
    writing,
)
from corrigenda.formats.pairing import Hypothesis, SystemOutput, pair, paired, stem

__all__ = [
    "Hypothesis",
    "convert",
    "count",
    "format_to_write",
    "import_format",
    "names",
    "opened",
    "paired",
    "read",
    "read_parallel",
    "read_system",
    "segments",
    "stream",
    "stream_both",
    "stream_parallel",
    "stream_system",
    "title",
    "write",
    "write_system",
]

Parser = Callable[[Iterable[str], str], Iterator[tuple[int, Segment]]]

# --- reading corpora --------------------------------------------------------------------------


def read(path: PathLike, *, format: str | None = None, plain: bool = True) -> Corpus:
    """Read a corpus from a file (`-`: standard input), in the format that it is in, or in `format`.

    Without `plain`, text that is only sentences, without any correction, is refused.
    """
    name, segments = opened(path, format=format, plain=plain)
    return _corpus(segments, Path(name_of(path)).name, import_format(name).TITLE)


def stream(path: PathLike, *, format: str | None = None, plain: bool = True) -> Iterator[Segment]:
    """Return the segments of a file, as they are read: for files that should not sit in memory."""
    return opened(path, format=format, plain=plain)[1]


def segments(corpus: Iterable[Segment] | PathLike) -> Iterable[Segment]:
    """Return the segments of a corpus; those of a file as they are read."""
    return stream(corpus) if isinstance(corpus, (str, os.PathLike)) else corpus


def title(corpus: object) -> str:
    """Return what results call a corpus: the names of its files, if it comes from files."""
    if isinstance(corpus, (str, os.PathLike)):
        return Path(name_of(corpus)).name
    return corpus.origin.partition(": ")[0] if isinstance(corpus, Corpus) else ""


def read_parallel(
    source: PathLike, references: Sequence[PathLike] = (), *, format: str | None = None
) -> Corpus:
    """Read a corpus from plain text: a file of sentences and a file of corrections for each
    annotator.

    Line n of a reference corrects line n of the source; a blank line deletes the sentence. Files
    in another format are refused unless `format="text"` insists that they are text. A pattern among
    the references (`dev.ref*`) stands for an annotator per file.
    """
    references = annotators(source, references)
    title = "parallel text" if references else "plain text"
    files = " + ".join(Path(name_of(path)).name for path in (source, *references))
    return _corpus(stream_parallel(source, references, format=format), files, title)


def stream_parallel(
    source: PathLike, references: Sequence[PathLike] = (), *, format: str | None = None
) -> Iterator[Segment]:
    """Return the segments of parallel texts, as they are read (see `read_parallel`)."""
    from corrigenda.formats.text import parallel

    paths = [source, *annotators(source, references)]
    if sum(os.fspath(path) == "-" for path in paths) > 1:
        raise InputError("standard input can be read only once, but is used for two files")
    texts = [_text_lines(path, format, blank=path is not source) for path in paths]
    return parallel(texts[0], texts[1:], [name_of(path) for path in paths])


def stream_both(gold: PathLike, references: Sequence[PathLike]) -> Iterator[Segment]:
    """The segments of a file with gold edits, with references as texts besides."""
    from corrigenda.formats.text import parallel

    waiting: deque[Segment] = deque()

    def sources() -> Iterator[str]:
        for segment in stream(gold, plain=False):
            waiting.append(segment)
            yield segment.source

    paths = annotators(gold, references)
    texts = [_text_lines(path, None, blank=True) for path in paths]
    for beside in parallel(sources(), texts, [name_of(path) for path in (gold, *paths)]):
        yield replace(waiting.popleft(), texts=beside.references)


def opened(
    path: PathLike, *, format: str | None = None, plain: bool = True
) -> tuple[str, Iterator[Segment]]:
    """Return the name of a file's format, and its segments as they are read (see `stream`).

    A pattern (`part-*.m2.gz`) stands for several files, one after another.
    """
    first, *rest = files(path)
    name, segments = _opened(first, format, plain)
    return name, chain(segments, *(_later(file, format, plain) for file in rest))


def _later(path: PathLike, format: str | None, plain: bool) -> Iterator[Segment]:
    yield from _opened(path, format, plain)[1]


def _opened(path: PathLike, format: str | None, plain: bool) -> tuple[str, Iterator[Segment]]:
    file = name_of(path)
    name, lines = recognised(read_lines(path), file, format)
    if name == "text" and not plain:
        raise InputError(
            "expected sentences with edits or references, found plain text",
            file=file,
            hint="give plain text as sources= (sentences) and references= (corrections)",
        )
    return name, (segment for _, segment in parser(name)(lines, file))


def _text_lines(path: PathLike, format: str | None, blank: bool) -> Iterator[str]:
    first, *rest = files(path)
    lines = _lines_of_text(first, format, blank)
    return chain(lines, *(_later_lines(file, format, blank) for file in rest))


def _later_lines(path: PathLike, format: str | None, blank: bool) -> Iterator[str]:
    yield from _lines_of_text(path, format, blank)


def _lines_of_text(path: PathLike, format: str | None, blank: bool) -> Iterator[str]:
    file = name_of(path)
    name, lines = recognised(read_lines(path), file, format, blank=blank)
    if name != "text":
        raise InputError(
            f"expected plain text, one sentence per line, found {import_format(name).TITLE}",
            file=file,
            hint="give it as the corpus if it has sentences with references (see `read`); if it "
            "is plain text nevertheless, say so: format 'text'",
        )
    return lines


def _corpus(segments: Iterator[Segment], files: str, title: str) -> Corpus:
    held = tuple(segments)
    if not held:
        raise InputError("expected sentences, found none", file=files)
    counts = [len(segment.references) for segment in held]
    low, high = min(counts), max(counts)
    references = "no" if not high else str(high) if low == high else f"{low}-{high}"
    return Corpus(
        held,
        f"{files}: {title}, {len(held)} sentence{'' if len(held) == 1 else 's'}, "
        f"{references} reference{'' if references == '1' else 's'}",
    )


def count(path: PathLike) -> int | None:
    """Return how many sentences a file, or a pattern of files, has, without parsing it; None if
    that cannot be known: of standard input, and of formats with more than a sentence a line."""
    if os.fspath(path) == "-":
        return None
    total = 0
    for file in files(path):
        name, lines = recognised(read_lines(file), name_of(file), None, blank=True)
        if name == "m2":
            total += sum(line.startswith("S ") or line == "S" for line in lines)
        elif name == "text":
            total += sum(1 for _ in lines)
        elif name in ("jsonl", "jfleg", "bea"):
            for line in lines:
                if line.lstrip()[:1] not in ("{", ""):  # an object over several lines
                    return None
                total += not line.isspace() and bool(line)
        else:
            return None
    return total


def parser(name: str) -> Parser:
    """Return how a format is read: lines and the file's name to line numbers and segments."""
    parse: Parser = import_format(name).parse
    return parse


# --- reading systems --------------------------------------------------------------------------


def read_system(
    path: PathLike,
    corpus: Corpus | Iterable[Segment] | Iterable[str],
    name: str | None = None,
    *,
    format: str | None = None,
    annotator: str | None = None,
) -> System:
    """Read a system's output for a corpus (or for source sentences).

    The file is plain text, one correction a line, or in any other format with one correction a
    sentence: there the sources must be the corpus's. `annotator` says whose correction to take if
    there are several. The name is the file's, without its suffix, unless given.
    """
    segments = _segments(corpus)
    given = name if name is not None else stem(path)
    output = SystemOutput(given, path, format, annotator)
    corrections = tuple(_corrections(segments, output))
    title = import_format(output.format).TITLE
    origin = f"{Path(output.file).name}: {title}, {len(corrections)} corrections"
    return System(given, corrections, origin)


def stream_system(
    path: PathLike,
    sources: Iterable[Segment] | Iterable[str],
    name: str | None = None,
    *,
    format: str | None = None,
    annotator: str | None = None,
) -> Iterator[Correction]:
    """Yield a system's correction of each source, as it is read (see `read_system`)."""
    given = name if name is not None else stem(path)
    return _corrections(_segments(sources), SystemOutput(given, path, format, annotator))


def _corrections(segments: Iterable[Segment], output: SystemOutput) -> Iterator[Correction]:
    return (correction for _, (correction,) in pair(segments, [output]))


def _segments(sources: Iterable[Segment] | Iterable[str]) -> Iterator[Segment]:
    return (Segment(source) if isinstance(source, str) else source for source in sources)


# --- writing ----------------------------------------------------------------------------------


def write(segments: Iterable[Segment], path: PathLike, format: str | None = None) -> list[str]:
    """Write a corpus (or segments as they come) and say what the format could not keep.

    The format is `format`, or what the path's suffix says (`.m2`, `.jsonl`, `.txt`, `.src`). Plain
    text goes to several files: `dev.src` gets the sources, `dev.ref0`, `dev.ref1`, ... the
    references. Files appear when they are complete.
    """
    name = format_to_write(path, format)
    lost: Counter[str] = Counter()
    if name == "text":
        from corrigenda.formats import text

        text.write(segments, path, lost)
    else:
        _write_lines(import_format(name).dump(segments, lost), path)
    return [f"{count} {what}" for what, count in lost.items() if count]


def write_system(system: System, path: PathLike, format: str | None = None) -> list[str]:
    """Write a system's corrections (as `write`): as plain text, one per line and no sources."""
    name = format_to_write(path, format)
    lost: Counter[str] = Counter()
    corrections = system.corrections
    if name == "text":
        from corrigenda.formats.text import corrected

        texts = (corrected(correction, n, lost) for n, correction in enumerate(corrections, 1))
        _write_lines(texts, path)
    else:
        by = {} if name == "jsonl" else {"by": "0"}
        segments = (
            Segment(c.source, (Correction(c.source, c.given_text, c.given_edits, **by),), str(n))
            for n, c in enumerate(corrections, 1)
        )
        dump = import_format(name).dump
        lines = dump(segments, lost, system=True) if name == "jsonl" else dump(segments, lost)
        _write_lines(lines, path)
    return [f"{count} {what}" for what, count in lost.items() if count]


def convert(
    source: PathLike,
    target: PathLike,
    *,
    references: Sequence[PathLike] = (),
    source_format: str | None = None,
    target_format: str | None = None,
) -> list[str]:
    """Write a file in another format, and say what that could not keep.

    `references` are the parallel files of a plain text. A system's plain text becomes M2 the same
    way, with its output as the only reference of its source.
    """
    target_format = format_to_write(target, target_format)  # before anything is read
    segments = (
        stream_parallel(source, references, format=source_format)
        if references
        else stream(source, format=source_format)
    )
    return write(segments, target, target_format)


def _write_lines(lines: Iterable[str], path: PathLike) -> None:
    with writing(path) as file:
        file.writelines(line + "\n" for line in lines)


def format_to_write(path: PathLike, format: str | None = None) -> str:
    """Return the name of the format to write: `format`, or what the path's suffix says."""
    if format is not None:
        title = import_format(format).TITLE  # which refuses a name that is not known
        if not _is_written(format):
            raise InputError(f"{title} is read, but not written", hint="write m2 or jsonl")
        return format
    suffix = Path(os.fspath(path).removesuffix(".gz")).suffix.lower()
    for name in names():
        if suffix in getattr(import_format(name), "SUFFIXES", ()):
            return name
    raise InputError(
        f"cannot tell from the name {name_of(path)!r} which format to write",
        hint="name a format: " + ", ".join(filter(_is_written, names())),
    )


def _is_written(format: str) -> bool:
    return format == "text" or hasattr(import_format(format), "dump")
