"""Apply and extract the edits of files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Literal

from corrigenda import edits
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.formats import stream, stream_parallel, write
from corrigenda.formats.lines import PathLike, name_of, writing
from corrigenda.formats.pairing import tokenised
from corrigenda.tokenisation import TOKENISER

if TYPE_CHECKING:
    from corrigenda.linguistics.errant.merging import Strategy


def apply(
    file: PathLike, output: PathLike, *, annotator: str | None = None, alternative: int = 0
) -> None:
    """Write the sentences of `file` with an annotator's edits applied, one per line.

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
            hint=f"say whose edits to apply: annotator={names[0]!r}" if names else None,
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
    types: Literal["operations", "errant"] = "operations",
    merge: edits.Merge | Literal["rules"] | None = None,
    gap: int = 0,
    substitution: Literal[1, 2] = 1,
    levenshtein: bool = False,
    raw: bool = False,
    minimise: bool = True,
    format: str = "m2",
) -> list[str]:
    """Write the edits that turn each line of `source` into that of each target.

    `types` says how edits are found and typed. `operations`: by a minimal alignment (see `edits`,
    with `merge`, `gap` and `substitution`); types are M, R and U. `errant`: as ERRANT 3.0.2 does;
    then `merge` is `rules` by default, `levenshtein` replaces the linguistic alignment, and an M2
    file is what `errant_parallel` writes: without sentences that are blank, and without a line for
    a correction that differs from its source in white space only. `raw` text is tokenised first, by
    corrigenda's tokeniser. Without targets, see `retype`.
    """
    if not targets:
        if types != "errant" or merge or levenshtein or raw or gap or substitution != 1:
            raise InputError(
                "there is no corrected text to find edits in",
                hint="give one, or only types='errant' to recompute the types of a file's edits",
            )
        return retype(source, output, minimise=minimise, format=format)
    lines = stream_parallel(source, targets)
    said = []
    if raw:
        lines = (segment for segment, _ in map(tokenised, ((line, ()) for line in lines)))
        said = [f"text was tokenised by {TOKENISER}"]
    if types == "errant":
        if gap or substitution != 1:
            raise InputError("gap and substitution are for types=operations only")
        annotated = _Annotated(_STRATEGIES[merge or "rules"], levenshtein)
        lost = write(annotated.segments(lines), output, format)
        return [*lost, *annotated.remarks(), *said]
    if merge == "rules" or levenshtein:
        raise InputError("merge=rules and levenshtein are for types=errant only")

    def segments() -> Iterator[Segment]:
        for segment in lines:
            extracted = (
                edits.extract(
                    segment.tokens,
                    r.tokens,
                    merge=merge or "adjacent",
                    gap=gap,
                    substitution=substitution,
                )
                for r in segment.references
            )
            corrections = (
                Correction(segment.source, edits=tuple(e), by=r.by)
                for e, r in zip(extracted, segment.references, strict=True)
            )
            yield replace(segment, references=tuple(corrections))

    return [*write(segments(), output, format), *said]


def retype(
    file: PathLike, output: PathLike, *, minimise: bool = True, format: str = "m2"
) -> list[str]:
    """Write the sentences of `file` with ERRANT's types for the edits that it gives.

    As `errant_m2 -gold` does, `minimise` cuts off words that an edit leaves as they are at its
    start and end.
    """
    from corrigenda.linguistics.errant.annotator import retype_all

    def segments() -> Iterator[Segment]:
        given = stream(file, plain=False)
        while block := list(islice(given, _BLOCK)):
            pairs = ((s.source, r.edits) for s in block for r in s.references if r.edits)
            anew = retype_all(pairs, minimise=minimise)
            for segment in block:
                references = tuple(
                    Correction(segment.source, edits=next(anew), by=r.by) if r.edits else r
                    for r in segment.references
                )
                yield replace(segment, references=references)

    return write(segments(), output, format)


_STRATEGIES: dict[str, Strategy] = {
    "rules": "rules",
    "split": "all-split",
    "equal": "all-equal",
    "adjacent": "all-merge",
}
_BLOCK = 256
"""Sentences that are analysed at once; only speed and memory depend on it."""


def _alignable(segment: Segment) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the source with each correction; name the sentence if they are too long to align."""
    from corrigenda.linguistics.errant.alignment import check_length

    for reference in segment.references:
        try:
            check_length(segment.tokens, reference.tokens)
        except InputError as error:
            raise InputError(f"sentence {segment.id}: {error.message}", hint=error.hint) from error
        yield segment.tokens, reference.tokens


class _Annotated:
    """Segments whose references have the edits that ERRANT gives them."""

    def __init__(self, strategy: Strategy, levenshtein: bool) -> None:
        self._strategy: Strategy = strategy
        self._levenshtein = levenshtein
        self._blank = 0

    def segments(self, given: Iterator[Segment]) -> Iterator[Segment]:
        from corrigenda.linguistics.errant.annotator import annotate_all

        while block := list(islice(given, _BLOCK)):
            kept = [segment for segment in block if segment.tokens]
            self._blank += len(block) - len(kept)
            pairs = [pair for segment in kept for pair in _alignable(segment)]
            extracted = annotate_all(pairs, levenshtein=self._levenshtein, merge=self._strategy)
            for segment in kept:
                source = " ".join(segment.tokens)
                corrections = []
                for reference in segment.references:
                    correction = Correction(source, edits=next(extracted), by=reference.by)
                    if correction.edits or reference.text.strip() == source:
                        corrections.append(correction)
                # Numbers after a sentence that is left out are those of other sentences.
                name = "" if self._blank else segment.id
                yield replace(segment, source=source, references=tuple(corrections), id=name)

    def remarks(self) -> list[str]:
        """Say what was left out."""
        if not self._blank:
            return []
        return [f"{self._blank} blank sentence{'s'[: self._blank > 1]} left out, as ERRANT does"]
