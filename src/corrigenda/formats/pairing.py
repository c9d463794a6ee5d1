"""Pair systems' outputs with the sentences they correct, one to one, or raise a clear error.

Everything here is lazy, so that files of any length can be judged in bounded memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from corrigenda import columns
from corrigenda.corpus import Correction, Pair, Segment, System
from corrigenda.errors import InputError
from corrigenda.formats.detect import import_format, recognised
from corrigenda.formats.lines import PathLike, files, is_pattern, name_of, read_lines
from corrigenda.tokenisation import tokenise as tokens_of

Hypothesis = str | Correction
"""A system's correction of a sentence: its text, or a correction that names its source."""

Hypotheses = System | PathLike | Iterable[Hypothesis]
"""A system's output for a corpus: a `System`, a file, or hypotheses in order."""

Systems = Mapping[str, Hypotheses] | Iterable[System | PathLike] | System | PathLike
"""One system or several: by name, in a row, or alone. A data frame has a system per column."""


def by_name(systems: Systems) -> dict[str, PathLike | Iterable[Hypothesis]]:
    """Return the outputs of systems by name, as `paired` takes them.

    A file without a name is called what it is called, without its suffix.
    """
    if not isinstance(systems, Mapping) and hasattr(systems, "items"):  # a data frame
        systems = dict(systems.items())
    if isinstance(systems, Mapping):
        return {str(name): _hypotheses(given, str(name)) for name, given in systems.items()}
    listed = [systems] if isinstance(systems, (System, str, os.PathLike)) else list(systems)
    outputs: dict[str, PathLike | Iterable[Hypothesis]] = {}
    for name, given in _named(listed):
        if name in outputs:
            raise InputError(
                f"two systems are called {name!r}", hint="name them: systems={name: output}"
            )
        outputs[name] = _hypotheses(given, name)
    return outputs


def _named(listed: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Yield systems that are given in a row, with their names."""
    for paths, some in groupby(listed, key=lambda one: isinstance(one, (str, os.PathLike))):
        if paths:
            yield from systems_of(list(some))
            continue
        for one in some:
            if not isinstance(one, System):
                raise InputError(
                    f"expected systems by name, found a {type(one).__name__} without one",
                    hint="name it: systems={'mine': […]}",
                )
            yield one.name, one


def _hypotheses(given: Hypotheses, name: str) -> PathLike | Iterable[Hypothesis]:
    if isinstance(given, System):
        return given.corrections
    if isinstance(given, (str, os.PathLike)):
        return given
    if isinstance(given, Iterator):  # which may be long
        return given
    if isinstance(given, Sequence) and any(isinstance(one, Correction) for one in given):
        return given
    return columns.texts(given, f"system {name!r}")


def systems_of(paths: Sequence[PathLike]) -> list[tuple[str, PathLike]]:
    """Return the systems of files, and of all files that match patterns, with their names. A CSV
    file may have several, one per column."""
    single = names_of([path for path in paths if not is_pattern(path)])
    return [
        (name, file)
        for path in paths
        for matching in [files(path)]
        for own, file in zip(
            names_of(matching) if is_pattern(path) else [single.pop(0)], matching, strict=True
        )
        for name in _columns(file) or [own]
    ]


def _columns(path: PathLike) -> list[str]:
    """Return the names of the systems of a file that is called like a CSV file, if it has
    several."""
    from corrigenda.formats import csv_tables

    if not csv_tables.is_called(path) or not os.path.isfile(path):  # noqa: PTH113 - as `is_table`
        return []
    parts, _ = csv_tables.recognised(read_lines(path), name_of(path), alone=True)
    return list(parts.systems) if len(parts.systems) > 1 else []


ENDINGS = (
    *(".txt", ".out", ".output", ".hyp", ".pred", ".cor", ".corr", ".sys", ".trg", ".tgt", ".tok"),
    *(".m2", ".json", ".jsonl", ".csv", ".tsv", ".xml", ".parquet", ".amr", ".mrp", ".zip"),
)
"""Endings of files that are no part of a system's name."""


def stem(path: PathLike) -> str:
    """Return what a system is called whose output is this file: without an ending that says what
    the file is.

    >>> stem("out/mine.m2.gz"), stem("ACCESS.tok.low"), stem("turk.2")
    ('mine', 'ACCESS.tok.low', 'turk.2')
    """
    if os.fspath(path) == "-":
        return "stdin"
    file = Path(os.fspath(path).removesuffix(".gz"))
    return file.stem if file.suffix.lower() in ENDINGS else file.name


def names_of(paths: Sequence[PathLike]) -> list[str]:
    """Return what systems are called whose outputs are the files of a pattern: as `stem`, without
    the ending that all of them have.

    >>> names_of(["A.tok.txt", "B.tok.txt"])
    ['A', 'B']
    """
    names = [stem(path) for path in paths]
    while len(names) > 1 and len({os.path.splitext(name)[1] for name in names} - {""}) == 1:  # noqa: PTH122
        shorter = [os.path.splitext(name)[0] for name in names]  # noqa: PTH122
        if len(set(shorter)) < len(names) or not all(os.path.splitext(name)[1] for name in names):  # noqa: PTH122
            break
        names = shorter
    return names


def paired(
    segments: Iterable[Segment],
    systems: Mapping[str, PathLike | Iterable[Hypothesis]],
    *,
    format: str | None = None,
    annotator: str | None = None,
    raw: bool = False,
) -> Iterator[Pair]:
    """Yield each segment with each system's correction, in the order of `systems`.

    A system is a file (in any format that `read_system` takes) or hypotheses in order. That there
    are more or fewer of them than segments is an `InputError`, found when either ends. `raw` texts
    are tokenised.
    """
    outputs = [SystemOutput(name, given, format, annotator) for name, given in systems.items()]
    pairs = pair(segments, outputs)
    return map(tokenised, pairs) if raw else pairs


def pair(
    segments: Iterable[Segment], outputs: Sequence[SystemOutput]
) -> Iterator[tuple[Segment, tuple[Correction, ...]]]:
    """Yield as `paired` does, from outputs that are open already."""
    rest = iter(segments)
    count = 0
    for segment in rest:
        count += 1
        row = []
        for output in outputs:
            correction = output.correction(segment)
            if correction is None:
                raise output.miscounted(count + sum(1 for _ in rest))
            row.append(correction)
        yield segment, tuple(row)
    for output in outputs:
        output.finish(count)


def tokenised(pair: Pair) -> Pair:
    """Return a sentence and its corrections, all raw texts, with spaces between tokens.

    A text that has a graph keeps the tokens of the graph.
    """
    segment, corrections = pair
    if any(c.given_edits for c in (*segment.references, *corrections)):
        raise InputError(
            f"sentence {segment.id or '?'} has edits, whose tokens must stay as they are; only "
            "texts can be tokenised",
            hint="give references and systems as plain text, or leave out raw=True",
        )
    source = segment.source if segment.graph is not None else spaced(segment.source)

    def cut(one: Correction) -> Correction:
        text = one.text if one.graph is not None else spaced(one.text)
        return Correction(source, text, one.given_edits, one.by, graph=one.graph)

    references = tuple(map(cut, segment.references))
    return replace(segment, source=source, references=references), tuple(map(cut, corrections))


def spaced(text: str) -> str:
    """Return a raw text with spaces between its tokens."""
    return " ".join(token.text for token in tokens_of(text))


class SystemOutput:
    """A system's output, given out one correction after the other."""

    def __init__(
        self,
        name: str,
        given: PathLike | Iterable[Hypothesis],
        format: str | None = None,
        annotator: str | None = None,
    ) -> None:
        self.name = name
        self.count = 0
        self.blank = 0
        self.blank_at_end = 0
        self.annotator = annotator
        self.line: int | None = None
        """Of the sentence last read, in a file where sentences take several lines."""
        if isinstance(given, str | os.PathLike):
            first, *rest = files(given)
            lines = self._open(first, format)
            self.hypotheses: Iterator[Hypothesis] = chain(
                self._parsed(lines), self._later(rest, format)
            )
        else:
            self.file = name
            self.format = ""
            self.hypotheses = iter(given)

    def _open(self, path: PathLike, format: str | None) -> Iterator[str]:
        self.file = name_of(path)
        self.format, lines = recognised(read_lines(path), self.file, format, blank=True)
        return lines

    def _later(self, paths: Iterable[PathLike], format: str | None) -> Iterator[Hypothesis]:
        for path in paths:
            yield from self._parsed(self._open(path, format))

    def _parsed(self, lines: Iterator[str]) -> Iterator[Hypothesis]:
        if self.format == "text":
            yield from (line.strip() for line in lines)
            return
        parse = import_format(self.format).parse
        both = self.format in ("jsonl", "csv")  # files of corpora and of systems differ
        parsed = parse(lines, self.file, system=True) if both else parse(lines, self.file)
        for self.line, segment in parsed:
            yield self._chosen(segment)

    def _chosen(self, segment: Segment) -> Correction:
        """Return the one correction that is the system's."""
        if len(segment.references) == 1 and not self.annotator:
            return segment.references[0]
        names = [reference.by for reference in segment.references]
        column = self.name if self.format == "csv" and self.name in names else None
        wanted = self.annotator or column
        if wanted is not None:
            if wanted not in names:
                raise InputError(
                    f"expected a correction by annotator {wanted!r}, "
                    f"found {', '.join(map(repr, names)) or 'none'}",
                    file=self.file,
                    line=self.line,
                )
            return segment.references[names.index(wanted)]
        raise InputError(
            "expected one correction of each sentence, found "
            + (f"{len(names)}, by annotators {', '.join(names)}" if names else "none"),
            file=self.file,
            line=self.line,
            hint=f"name the annotator to take: annotator={names[0]!r}" if names else None,
        )

    def correction(self, segment: Segment) -> Correction | None:
        """Return the system's next correction; None if its output has ended."""
        hypothesis = next(self.hypotheses, None)
        if hypothesis is None:
            return None
        self._counted(hypothesis)
        source = segment.source
        if isinstance(hypothesis, str):
            return Correction(source, hypothesis, None, self.name)
        return self._checked(hypothesis, source)

    def _counted(self, hypothesis: Hypothesis) -> None:
        self.count += 1
        if not hypothesis:  # an empty text
            self.blank += 1
            self.blank_at_end += 1
        else:
            self.blank_at_end = 0

    def _checked(self, given: Correction, source: str) -> Correction:
        """Return a correction of the same source, which is told by its tokens where tokens are
        counted."""
        if given.source != source:
            over_characters = any(edit.unit != "token" for edit in given.given_edits or ())
            if over_characters or given.source.split() != source.split():
                raise InputError(
                    f"sentence {self.count} differs from the corpus: "
                    f"expected {source!r}, found {given.source!r}",
                    file=self.file,
                    line=self.line,
                    hint="the system's output must be of the same sentences, in the same order",
                )
        if given.source == source and given.by == self.name:
            return given
        return Correction(source, given.given_text, given.given_edits, self.name, graph=given.graph)

    def finish(self, expected: int) -> None:
        """Check that nothing is left, all `expected` corrections having been read."""
        for hypothesis in self.hypotheses:
            self._counted(hypothesis)
        if self.count != expected:
            raise self.miscounted(expected)

    def miscounted(self, expected: int) -> InputError:
        what = "line" if self.format == "text" else "sentence"
        hint = "every sentence of the corpus must be there, in its order"
        if self.format == "text":
            hint = (
                "every sentence needs one line, in the order of the corpus; "
                "a deleted sentence is a blank line"
            )
            if self.blank_at_end and self.count - self.blank_at_end == expected:
                hint = _remove("the {} at its end", self.blank_at_end)
            elif self.blank and self.count - self.blank == expected:
                hint = _remove("its {}", self.blank)
        return InputError(
            f"expected {expected} {what}{'' if expected == 1 else 's'}, one for each sentence "
            f"of the corpus, found {self.count}",
            file=self.file,
            hint=hint,
        )


def _remove(which: str, blank: int) -> str:
    lines, them = ("blank line", "it") if blank == 1 else (f"{blank} blank lines", "them")
    return f"it would fit without {which.format(lines)}: remove {them}"
