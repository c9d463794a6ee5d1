"""Facts about the input for the signature, noted while a corpus is read."""

from __future__ import annotations

import marshal
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from corrigenda.corpus import Correction, LeftOut, Pair, Segment
from corrigenda.graphs import GraphMaker
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Remark, extraction, no_gold_edits, other_extents
from corrigenda.tokenisation import TOKENISER

_OF_ERRANT = re.compile(r"[MRU](:[A-Z:]+)?|UNK")
"""What types look like that ERRANT gives."""

_PLAIN = 2
"""Marshal's last version that writes each value alike, wherever it comes from."""

_PACKED = Struct(">II")
DIGEST = _PACKED.size
"""Bytes that a sentence and its references are recognised by."""


class Given(NamedTuple):
    """How many references there are, whether gold and systems gave edits or text, and what parser
    made graphs of text, if any.

    Edits that have to be extracted from text are cut otherwise than an annotator cuts them, and
    give other figures; so do other parsers. So it is part of the signature.
    """

    fewest: int
    most: int
    gold: str = "edits"
    system: str = "edits"
    parser: str = ""
    tokeniser: str = "none"
    """What cut raw texts into tokens; others are split at white space."""

    left_out: tuple[LeftOut, ...] = ()
    """References that measures of texts leave out, as they have no text."""

    digests: bytes = b""
    """What the sentences and their references are recognised by, `DIGEST` bytes for each."""

    other_type: str = ""
    """The most frequent type of gold edits, if most have types that are not ERRANT's: then ERRANT
    did not choose their extents, either."""

    texts: tuple[int, int] | None = None
    """The fewest and the most references that are given as texts besides edits, if any are."""

    def of(self, measures: Sequence[Measure]) -> Given:
        """Return what these measures are given, where references are edits and texts besides."""
        if self.texts is None or not measures:
            return self
        reading = [measure.reads_texts() for measure in measures]
        if all(reading):
            return self._replace(fewest=self.texts[0], most=self.texts[1], gold="text")
        if any(reading):
            fewest, most = min(self.fewest, self.texts[0]), max(self.most, self.texts[1])
            return self._replace(fewest=fewest, most=most, gold="edits+text")
        return self

    def extracted(self) -> str:
        """Return the names of those whose edits had to be extracted from text."""

        def named(forms: str, who: str) -> str:
            given = {*forms.split("+")} - {""}
            return f"{'some' if 'edits' in given else 'the'} {who}" if given - {"edits"} else ""

        systems, gold = named(self.system, "systems"), named(self.gold, "references")
        return " and ".join(filter(None, (systems, gold)))

    def extractions(self, measures: Sequence[Measure]) -> list[Remark]:
        """Return a remark on each measure that compares edits, if they were extracted from text."""
        whose, from_text = self.extracted(), "text" in self.gold.split("+")
        said = [extraction(str(m), m.extractor, whose) for m in measures if whose and m.extractor]
        said += [no_gold_edits(str(m)) for m in measures if from_text and m.gold]
        if self.other_type and "text" in self.system.split("+") and self.texts is None:
            said += [other_extents(str(m), self.other_type) for m in measures if m.typed_by]
        return said

    def signed(self, measures: Sequence[Measure] = (), types: str = "") -> dict[str, object]:
        """Return what a signature says of it beside these measures: the parser if they compare
        graphs, their models, and where edits come from if they compare edits as they are given.
        `types` is what typed edits for a table by type."""
        given = self.of(measures)
        graphs = any("graphs" in measure.needs for measure in measures)
        edits = ""
        if any(measure.extractor for measure in measures):
            edits = "corrigenda-extract" if self.extracted() else "given"
        return {
            "refs": given.most if given.fewest == given.most else f"{given.fewest}-{given.most}",
            "gold": given.gold,
            "hyp": self.system,
            "edits": edits,
            "types": types or "+".join(sorted({measure.typed_by for measure in measures} - {""})),
            "parser": self.parser if graphs else "",
            "model": "+".join(
                sorted({name for m in measures for name in m.model.split("+")} - {""})
            ),
            "tok": self.tokeniser,
        }


def form(correction: Correction) -> str:
    """Return whether it was given as edits, as text, or as a graph."""
    if correction.graph is not None:
        return "graph"
    return "text" if correction.given_edits is None else "edits"


class GivenReader:
    """How many references there are, what forms they have, and what each sentence is."""

    def __init__(self, measures: Sequence[Measure], parsing: GraphMaker | None, raw: bool) -> None:
        self.texts = any("texts" in measure.needs for measure in measures)
        self.typed = any(measure.typed_by for measure in measures)
        self.parsing = parsing
        self.raw = raw
        self.parsed = False
        self._counts: set[int] = set()
        self._texts: set[int] = set()
        self._gold: set[str] = set()
        self._system: set[str] = set()
        """The forms of references, and of what systems made."""
        self._left_out: list[LeftOut] = []
        self._digests = bytearray()
        self._types: Counter[str] = Counter()

    def watched(self, pairs: Iterator[Pair]) -> Iterator[Pair]:
        """Yield the pairs as they are, and note what they have."""
        texts, typed, digests = self.texts, self.typed, self._digests
        for number, pair in enumerate(pairs, 1):
            segment, corrections = pair
            references = segment.references
            if texts:
                self._left_out += segment.without_text(number)
            if self.parsing is not None and not self.parsed:
                self.parsed = segment.graph is None or any(c.graph is None for c in corrections)
            self._counts.add(len(references))
            if segment.texts is not None:
                self._texts.add(len(segment.texts))
            self._gold.update(map(form, references))
            if typed:
                self._types.update(e.type for r in references for e in r.given_edits or ())
            self._system.update(map(form, corrections))
            digests += digest(segment)
            yield pair

    def given(self) -> Given:
        """Return what has been noted."""
        gold, system = ("+".join(sorted(forms)) for forms in (self._gold, self._system))
        return Given(
            min(self._counts),
            max(self._counts),
            gold,
            system,
            self.parsing.name if self.parsing is not None and self.parsed else "",
            TOKENISER if self.raw else "none",
            tuple(self._left_out),
            bytes(self._digests),
            self._other_type(),
            (min(self._texts), max(self._texts)) if self._texts else None,
        )

    def _other_type(self) -> str:
        typed = Counter({kind: n for kind, n in self._types.items() if kind})
        others = Counter({k: n for k, n in typed.items() if not _OF_ERRANT.fullmatch(k)})
        return others.most_common(1)[0][0] if 2 * others.total() > typed.total() else ""


def digest(segment: Segment) -> bytes:
    """Return a few bytes that differ if a sentence or its references do: half for each."""
    references = segment.references
    if segment.texts is not None:
        references = (*references, *segment.texts)
    held: list[object] = []
    for one in references:
        edits = one.given_edits
        held.append(one.text if edits is None else list(map(_of_edit, edits)))
    source = segment.source.encode("utf-8", "replace")
    return _PACKED.pack(crc32(source), crc32(marshal.dumps(held, _PLAIN)))


_of_edit = attrgetter("start", "end", "alternatives", "type")
