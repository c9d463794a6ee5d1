"""k-best lists: the candidates of a system for each sentence, best first.

- `moses`: `ID ||| candidate ||| features ||| score`, one candidate per line (Moses, Marian);
- `tab`: the ID, a tab, the candidate; one candidate a line;
- `jsonl`: `{"id": "1", "candidates": ["...", "..."]}`, one sentence per line, with or without its
  `id`, with or without its `source`.

Or plain texts, one for each rank: line n of the k-th file is the k-th candidate of sentence n.

The rank of a candidate is its place in the list; scores are not looked at. Lists come in the order
of the corpus, and each sentence has one. IDs are those of the corpus, or count its sentences from 0
(as Moses does) or from 1. Candidates that are there twice stay so. Space around a candidate is not
part of it; one without words deletes the sentence. Everything is lazy: one list is in memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from math import isnan
from operator import itemgetter
from typing import Any, Literal, NamedTuple, get_args

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.errors import InputError, quoted
from corrigenda.formats.lines import PathLike, name_of, read_lines
from corrigenda.formats.pairing import Hypothesis, by_name
from corrigenda.formats.pairing import paired as beside
from corrigenda.formats.strict_json import Record, check_keys, items, located, records, text

Format = Literal["moses", "tab", "jsonl"]

MOST = 100_000
"""Candidates of a sentence: more mean that an ID does not tell sentences apart."""

_FIELDS = re.compile(r"\s*\|\|\|\s*")
_HEAD = 100


Candidates = PathLike | Iterable[PathLike] | Iterable[Sequence[Hypothesis]] | Mapping[str, Any]
"""A file of lists, one text for each rank, a list of candidates for each sentence, or systems by
name, as `evaluate` takes them, whose outputs are the candidates."""


class KBest(NamedTuple):
    """The candidates of one sentence, best first, and the line where they begin."""

    id: str | None
    candidates: tuple[str, ...]
    line: int
    source: str | None = None


def read_kbest(path: PathLike, format: Format | None = None) -> Iterator[KBest]:
    """Return the lists in a file (`-`: standard input), as they are read; by default its content
    tells the format."""
    file = name_of(path)
    lines = read_lines(path)
    head = list(islice(lines, _HEAD))
    format = format or _recognised(head, file)
    if format not in get_args(Format):
        raise InputError(
            f"no format of k-best lists is called {format!r}",
            hint="there are " + ", ".join(get_args(Format)),
        )
    again = chain(head, lines)
    return _jsonl(again, file) if format == "jsonl" else _grouped(again, file, format)


def paired(
    segments: Iterable[Segment], candidates: Candidates, *, format: Format | None = None
) -> Iterator[Pair]:
    """Return each sentence with its candidates: from one file of lists, from one text for each
    rank, or from a list of candidates for each sentence."""
    if isinstance(candidates, Mapping):
        candidates = _of_systems(candidates)
    given = [candidates] if isinstance(candidates, (str, os.PathLike)) else list(candidates)
    if not given:
        raise InputError(
            "expected a k-best list, found none", hint="give it: candidates='nbest.txt'"
        )
    files = [one for one in given if isinstance(one, (str, os.PathLike))]
    lists = [one for one in given if not isinstance(one, (str, os.PathLike))]
    if lists:
        return _with_candidates(segments, lists)
    if len(files) == 1:
        return _with_lists(segments, read_kbest(files[0], format), name_of(files[0]))
    if format is not None:
        raise InputError(
            f"a list in the format {format!r} is one file, but {len(files)} are given",
            hint="several files are plain texts, one for each rank",
        )
    return _with_ranks(segments, files)


def _of_systems(systems: Mapping[str, Any]) -> list[Any]:
    """Return the systems' corrections as its candidates; files as they are."""
    outputs = by_name(systems)
    if all(isinstance(one, (str, os.PathLike)) for one in outputs.values()):
        return list(outputs.values())
    columns: dict[str, list[Any]] = {name: list(one) for name, one in outputs.items()}  # type: ignore[arg-type]
    if len(set(map(len, columns.values()))) > 1:
        sizes = ", ".join(f"{name} {len(one)}" for name, one in columns.items())
        raise InputError(f"expected as many texts of each system, found {sizes}")
    return [list(row) for row in zip(*columns.values(), strict=True)]


# --- formats --------------------------------------------------------------------------------------


def _recognised(head: Iterable[str], file: str) -> Format:
    first = next((line for line in head if line.strip()), None)
    if first is None:
        raise InputError("expected a k-best list, found nothing", file=file)
    if first.lstrip().startswith("{"):
        return "jsonl"
    if "|||" in first:
        return "moses"
    if "\t" in first:
        return "tab"
    raise InputError(
        f"expected a k-best list, found {quoted(first)}",
        file=file,
        line=1,
        hint="a list has lines `ID ||| candidate ||| features ||| score`, or `ID`, a tab and the "
        "candidate, or JSON; plain texts must be several, one for each rank",
    )


def _grouped(lines: Iterable[str], file: str, format: Format) -> Iterator[KBest]:
    """Yield the lists of a file with one candidate per line: neighbours with the same ID."""
    split = _moses if format == "moses" else _tab

    def candidates() -> Iterator[tuple[str, str, int]]:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield (*split(line), number)
                except InputError as error:
                    raise located(error, file, number) from None

    for id, group in groupby(candidates(), key=itemgetter(0)):
        held = list(islice(group, MOST + 1))
        if len(held) > MOST:
            raise InputError(
                f"expected at most {MOST:,} candidates of a sentence, found more with ID {id!r}",
                file=file,
                line=held[0][2],
            )
        yield KBest(id, tuple(candidate for _, candidate, _ in held), held[0][2])


def _moses(line: str) -> tuple[str, str]:
    id, *fields = _FIELDS.split(line.strip())
    # The score shows that the fields are where they should be: text may have bars in it, too.
    if len(fields) < 3 or not id or not _is_number(fields[2]):
        raise InputError(
            f"expected `ID ||| candidate ||| features ||| score`, found {quoted(line)}"
        )
    return id, fields[0]


def _tab(line: str) -> tuple[str, str]:
    id, *fields = (field.strip() for field in line.split("\t"))
    if len(fields) != 1 or not id:
        raise InputError(f"expected an ID, one tab and a candidate, found {quoted(line)}")
    return id, fields[0]


def _jsonl(lines: Iterable[str], file: str) -> Iterator[KBest]:
    for number, record in records(lines, file):
        try:
            yield _record(record, number)
        except InputError as error:
            raise located(error, file, number) from None


def _record(record: Record, number: int) -> KBest:
    check_keys(record, ("candidates",), ("id", "source"))
    candidates = items(record["candidates"], "'candidates'")
    if not candidates:
        raise InputError("expected at least one candidate, found none")
    id = record.get("id")
    if isinstance(id, int) and not isinstance(id, bool):
        id = str(id)
    return KBest(
        text(id, "'id'") if "id" in record else None,
        tuple([text(each, "each candidate").strip() for each in candidates]),
        number,
        text(record["source"], "'source'") if "source" in record else None,
    )


def _is_number(field: str) -> bool:
    try:
        return not isnan(float(field))
    except ValueError:
        return False


# --- beside sentences -----------------------------------------------------------------------------


def _with_lists(segments: Iterable[Segment], lists: Iterator[KBest], file: str) -> Iterator[Pair]:
    names = _Names(file)
    number = 0
    for number, segment in enumerate(segments, 1):
        candidates = next(lists, None)
        if candidates is None:
            raise InputError(
                f"expected the candidates of sentence {number}, found the end of the file",
                file=file,
                hint="every sentence of the corpus needs a list, in its order",
            )
        names.check(candidates, segment, number)
        if candidates.source is not None and candidates.source.split() != segment.tokens:
            raise InputError(
                f"sentence {number} differs from the corpus: expected {quoted(segment.source)}, "
                f"found {quoted(candidates.source)}",
                file=file,
                line=candidates.line,
                hint="lists must be of the same sentences, in the same order",
            )
        yield segment, tuple([Correction(segment.source, each) for each in candidates.candidates])
    extra = next(lists, None)
    if extra is not None:
        raise InputError(
            f"expected lists for {number} sentences, as many as the corpus has, found another",
            file=file,
            line=extra.line,
        )


def _with_candidates(
    segments: Iterable[Segment], lists: Sequence[Sequence[Hypothesis]]
) -> Iterator[Pair]:
    held = list(segments)
    if len(held) != len(lists):
        raise InputError(
            f"expected candidates of {len(held)} sentences, as many as the corpus has, found those "
            f"of {len(lists)}"
        )
    for number, (segment, candidates) in enumerate(zip(held, lists, strict=True), 1):
        if not candidates:
            raise InputError(f"sentence {segment.id or number} has no candidates")
        yield (
            segment,
            tuple(
                one if isinstance(one, Correction) else Correction(segment.source, one.strip())
                for one in candidates
            ),
        )


class _Names:
    """What IDs may be, which the first one tells: the corpus's own, or numbers from 0 or 1."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.start: int | None = None

    def check(self, candidates: KBest, segment: Segment, number: int) -> None:
        if candidates.id is None:
            return
        if number == 1 and candidates.id != segment.id and candidates.id in ("0", "1"):
            self.start = int(candidates.id)
        expected = segment.id if self.start is None else str(self.start + number - 1)
        if candidates.id != expected:
            raise InputError(
                f"expected the candidates of sentence {number}, with ID {expected!r}, "
                f"found ID {candidates.id!r}",
                file=self.file,
                line=candidates.line,
                hint="every sentence of the corpus needs a list, in its order; IDs are those of "
                "the corpus, or numbers from 0 or 1",
            )


def _with_ranks(segments: Iterable[Segment], files: Sequence[PathLike]) -> Iterator[Pair]:
    pairs = beside(segments, {str(rank): file for rank, file in enumerate(files, 1)})
    for number, (segment, corrections) in enumerate(pairs):
        if number == 0:
            for file, correction in zip(files, corrections, strict=True):
                if "|||" in correction.text or "\t" in correction.text:
                    raise InputError(
                        f"expected plain text, one file for each rank, found "
                        f"{quoted(correction.text)}",
                        file=name_of(file),
                        line=1,
                        hint="a file with whole lists must be the only one",
                    )
        yield segment, corrections
