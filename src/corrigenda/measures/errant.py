"""ERRANT: the system's edits against the references', extracted and typed as ERRANT does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from corrigenda.corpus import Correction, Pair
from corrigenda.edits import Edit, in_order
from corrigenda.errors import InputError
from corrigenda.linguistics.errant.annotator import TYPES, annotate_all, retype_all
from corrigenda.linguistics.errant.merging import Strategy
from corrigenda.measures.contract import Row, parameter
from corrigenda.measures.edits import EditComparison

_KEPT = 20_000
"""Corrections whose edits are kept: those of one block of sentences, and of many of a few."""


@dataclass(frozen=True)
class ERRANT(EditComparison):
    """Precision, recall and F of the system's edits, extracted from text as ERRANT 3.0.2 does.

    The score of `errant_parallel` and `errant_compare`, from plain text and without spaCy: English
    only, tokenised. Edits agree by `mode` as in Edits: extent and correction (cs), type too (cse),
    extent (ds), tokens (dt). With several references, each sentence takes the one that gives the
    highest F over all sentences so far.

    Edits that are given (in M2 files) keep their extents and corrections. They are typed anew by
    default, because types of several versions of ERRANT differ in about 5 % of edits;
    `types=given` keeps theirs.
    """

    typed_by: ClassVar[str] = TYPES
    origin: ClassVar[str] = (
        "Bryant, Felice and Briscoe (2017), Automatic annotation and evaluation of error types for "
        "grammatical error correction, ACL; agrees with errant_parallel and errant_compare of "
        "ERRANT 3.0.2 with spaCy 3.8 and en_core_web_sm 3.8.0"
    )

    duplicates: Literal["once", "errant"] = parameter(
        "errant",
        "of edits that agree with each other, pair each with one (once), or let one of the "
        "system's find all of the reference's, and the reverse (errant, as that tool does)",
        choices=("once", "errant"),
    )
    types: Literal["errant", "given"] = parameter(
        "errant",
        "types of edits that are given: typed anew (errant), or as they are (given)",
        choices=("errant", "given"),
    )
    merge: Strategy = parameter(
        "rules",
        "which neighbouring changes are one edit: by linguistic rules, or as in all-split, "
        "all-merge, all-equal",
        choices=("rules", "all-split", "all-merge", "all-equal"),
    )
    lev: bool = parameter(False, "align by plain Levenshtein distance")

    def has_types(self, correction: Correction) -> bool:
        return True

    def several(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        everyone = [
            correction
            for segment, corrections in pairs
            for correction in (*corrections, *segment.references)
        ]
        try:
            self._prepare(everyone)
        except InputError:  # is met again below, where its sentence is known
            _edits.clear()
        return super().several(pairs)

    def edits_of(self, correction: Correction) -> list[Edit]:
        if correction.given_edits is not None and self.types == "given":
            return list(correction.edits)
        if self._key(correction) not in _edits:
            self._prepare([correction])
        return _edits[self._key(correction)]

    def _key(self, correction: Correction) -> _Key:
        if correction.given_edits is None:
            return (correction.source, correction.text, self.merge, self.lev)
        return (correction.source, correction.edits)

    def _prepare(self, corrections: Sequence[Correction]) -> None:
        """Extract and type the edits of corrections, all at once."""
        if len(_edits) > _KEPT:
            _edits.clear()
        new = {
            key: correction
            for correction in corrections
            if (key := self._key(correction)) not in _edits
        }
        texts = {key: c for key, c in new.items() if c.given_edits is None}
        pairs = ((c.source, c.text) for c in texts.values())
        found = annotate_all(pairs, levenshtein=self.lev, merge=self.merge)
        _edits.update(zip(texts, found, strict=True))
        if self.types == "given":
            return
        given = {key: c for key, c in new.items() if c.given_edits is not None}
        retyped = retype_all((c.source, c.edits) for c in given.values())
        for (key, correction), edits in zip(given.items(), retyped, strict=True):
            _edits[key] = [
                replace(edit, type=anew.type)
                for edit, anew in zip(in_order(correction.edits), edits, strict=True)
            ]


_Key = tuple[str, str, str, bool] | tuple[str, tuple[Edit, ...]]
_edits: dict[_Key, list[Edit]] = {}
"""What has been extracted: measures are immutable, and are sent to other processes."""
