"""ERRANT: the system's edits against the references', extracted and typed as ERRANT does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from corrigenda.corpus import Correction, Pair
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.linguistics.errant.corrections import TYPES, Types, typed
from corrigenda.linguistics.errant.merging import Strategy
from corrigenda.measures.contract import Presets
from corrigenda.measures.edits import EditComparison


@dataclass(frozen=True)
class ERRANT(EditComparison, name="ERRANT"):
    """Precision, recall and F of the system's edits, extracted from text as ERRANT 3.0.2 does.

    The score of `errant_parallel` and `errant_compare`, from plain text and without spaCy: English
    only, tokenised. Edits agree by `mode` as in Edits: extent and correction (cs), type too (cse),
    extent (ds), tokens (dt). With several references, each sentence uses the one that gives the
    highest F over all sentences so far.

    Given edits (in M2 files) keep their extents and corrections. Their types are recomputed by
    default, because versions of ERRANT differ in the types of about 5 % of edits; `types=given`
    keeps the types of the file.

    Parameters:
        duplicates: if several edits agree with each other: pair each with one (once), or let one
            match all of the other side (errant, as that tool does)
        types: types of given edits: recomputed (errant), or as they are (given)
        merge: which neighbouring changes are one edit: by linguistic rules, or as in all-split,
            all-merge, all-equal
        lev: align by plain Levenshtein distance

    Presets:
        errant_parallel: errant_parallel, then errant_compare: edits from text
        errant_compare: errant_compare on M2 files, whose types stay as they are
    """

    typed_by = TYPES
    origin = (
        "Bryant, Felice and Briscoe (2017), Automatic annotation and evaluation of error types for "
        "grammatical error correction, ACL; agrees with errant_parallel and errant_compare of "
        "ERRANT 3.0.2 with spaCy 3.8 and en_core_web_sm 3.8.0"
    )
    presets: ClassVar[Presets] = {
        "errant_parallel": {},
        "errant_compare": {"types": "given"},
    }

    duplicates: Literal["once", "errant"] = "errant"
    types: Types = "errant"
    merge: Strategy = "rules"
    lev: bool = False

    def has_types(self, correction: Correction) -> bool:
        return True

    def keeps_types(self) -> bool:
        return True

    def with_given_types(self) -> ERRANT:
        return self if super().keeps_types() else replace(self, types="given")

    def prepare(self, pairs: Sequence[Pair]) -> None:
        everyone = [c for segment, made in pairs for c in (*made, *segment.references)]
        with suppress(InputError):  # raised again where its sentence is known
            self._typed(everyone)

    def edits_of(self, correction: Correction) -> Sequence[Edit]:
        (made,) = self._typed([correction])
        return made.edits

    def _typed(self, corrections: Sequence[Correction]) -> list[Correction]:
        return typed(corrections, types=self.types, levenshtein=self.lev, merge=self.merge)
