"""What is noted of a corpus while it is read, before anything is scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from corrigenda.corpus import Correction, LeftOut, Pair, Segment
from corrigenda.evaluation.result import DIGEST, Given, form
from corrigenda.graphs import Parsing
from corrigenda.measures.contract import Measure
from corrigenda.tokenisation import TOKENISER


class Reading:
    """How many references there are, what forms they have, and what each sentence is."""

    def __init__(self, measures: Sequence[Measure], parsing: Parsing | None, raw: bool) -> None:
        self.texts = any("texts" in measure.needs for measure in measures)
        self.parsing = parsing
        self.raw = raw
        self.parsed = False
        self._counts: set[int] = set()
        self._forms: dict[str, set[str]] = {"gold": set(), "system": set()}
        self._left_out: list[LeftOut] = []
        self._digests = bytearray()

    def watched(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """Yield the pairs as they are, and note what they have."""
        for number, (segment, corrections) in enumerate(pairs, 1):
            if self.texts:
                self._left_out.extend(segment.without_text(number))
            if self.parsing is not None and not self.parsed:
                self.parsed = segment.graph is None or any(c.graph is None for c in corrections)
            self._counts.add(len(segment.references))
            self._forms["gold"].update(map(form, segment.references))
            self._forms["system"].update(map(form, corrections))
            self._digests += digest(segment)
            yield segment, corrections

    def given(self) -> Given:
        """Return what has been noted."""
        gold, system = ("+".join(sorted(self._forms[who])) for who in ("gold", "system"))
        return Given(
            min(self._counts),
            max(self._counts),
            gold,
            system,
            self.parsing.name if self.parsing is not None and self.parsed else "",
            TOKENISER if self.raw else "none",
            tuple(self._left_out),
            bytes(self._digests),
        )


def digest(segment: Segment) -> bytes:
    """Return a few bytes that differ if a sentence or its references do: half for each."""
    source = blake2b(segment.source.encode(errors="replace"), digest_size=DIGEST // 2)
    references = blake2b(digest_size=DIGEST // 2)
    for reference in segment.references:
        references.update(repr(_held(reference)).encode())
    return source.digest() + references.digest()


def _held(reference: Correction) -> object:
    if reference.given_edits is None:
        return reference.text
    return [(e.start, e.end, e.alternatives, e.type) for e in reference.given_edits]
