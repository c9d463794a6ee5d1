"""From edits to text, and from texts to edits, file by file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from corrigenda import edits
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats import stream, stream_parallel, write
from corrigenda.formats.lines import PathLike, name_of, writing


def apply(
    file: PathLike, output: PathLike, *, annotator: str | None = None, alternative: int = 0
) -> None:
    """Write the sentences of `file` with an annotator's edits applied, one a line.

    Which annotator must be said if any sentence has several, and each sentence must have that one:
    some gold files leave an annotator out where two agree, and guessing would undo corrections.
    """
    with writing(output) as out:
        for number, segment in enumerate(stream(file), 1):
            correction = _by(segment, annotator, name_of(file), number)
            out.write(_applied(correction, alternative) + "\n")


def _by(segment: Segment, annotator: str | None, file: str, number: int) -> Correction:
    names = [reference.by for reference in segment.references]
    listed = ", ".join(names)
    if annotator is None:
        if len(names) == 1:
            return segment.references[0]
        raise InputError(
            f"sentence {number} has "
            + (f"several annotators ({listed})" if names else "no correction"),
            file=file,
            hint=f"say whose edits to apply: --annotator {names[0]}" if names else None,
        )
    if annotator not in names:
        raise InputError(
            f"sentence {number} has no annotator {annotator!r}, only {listed or 'none'}",
            file=file,
            hint="some files leave an annotator out where two agree; use a file of one annotator",
        )
    return segment.references[names.index(annotator)]


def _applied(correction: Correction, alternative: int) -> str:
    if alternative == 0 or not correction.given_edits:
        return " ".join(correction.tokens)
    return " ".join(edits.apply_tokens(correction.source.split(), correction.edits, alternative))


def extract(
    source: PathLike,
    targets: Sequence[PathLike],
    output: PathLike,
    *,
    merge: edits.Merge = "adjacent",
    gap: int = 0,
    substitution: Literal[1, 2] = 1,
    format: str = "m2",
) -> list[str]:
    """Write the edits that turn each line of `source` into that of each target (see `edits`)."""

    def segments() -> Iterator[Segment]:
        for segment in stream_parallel(source, targets):
            found = (
                edits.extract(
                    segment.tokens, r.tokens, merge=merge, gap=gap, substitution=substitution
                )
                for r in segment.references
            )
            corrections = (
                Correction(segment.source, edits=tuple(e), by=r.by)
                for e, r in zip(found, segment.references, strict=True)
            )
            yield replace(segment, references=tuple(corrections))

    return write(segments(), output, format)
