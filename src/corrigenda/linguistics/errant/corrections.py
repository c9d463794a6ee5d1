"""Corrections of a corpus with ERRANT's edits and types, whether they were given as text or edits.

Types are comparable only if one version made them all. So edits that a file gives are typed again,
with the extents and corrections that they have, unless the caller wants them as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from corrigenda.corpus import Correction, Pair
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.linguistics.resources import MODEL

if TYPE_CHECKING:
    from corrigenda.linguistics.errant.merging import Strategy

VERSION = "3.0.2"
TYPES = f"errant-{VERSION}/{MODEL}"
"""The tool and the model that make types, for signatures."""

Types = Literal["errant", "given"]
"""Type all edits again, or keep the types of edits that are given."""

_KEPT = 20_000
"""Corrections whose edits are kept: those of one block of sentences, and of many of a few."""

_Key = tuple[str, str, str, bool] | tuple[str, tuple[Edit, ...]]
_edits: dict[_Key, tuple[Edit, ...]] = {}


def check_types(types: str) -> None:
    """Refuse what does not say where types come from."""
    if types not in ("errant", "given"):
        raise InputError(f"types must be errant or given, not {types!r}")


def typed(
    corrections: Iterable[Correction],
    *,
    types: Types = "errant",
    levenshtein: bool = False,
    merge: Strategy = "rules",
) -> list[Correction]:
    """Return the corrections with edits that have types; many at once are faster.

    Edits of a text are extracted and typed as ERRANT does. Edits that are given keep extents,
    corrections and order, and with `types="given"` their types.
    """
    from corrigenda.linguistics.errant.annotator import annotate_all, retype_all

    listed = list(corrections)
    keys = [_key(correction, types, levenshtein, merge) for correction in listed]
    if len(_edits) > _KEPT:
        _edits.clear()
    new = {
        key: correction
        for key, correction in zip(keys, listed, strict=True)
        if key is not None and key not in _edits
    }
    texts = {key: c for key, c in new.items() if c.given_edits is None}
    pairs = ((c.source, c.text) for c in texts.values())
    extracted = annotate_all(pairs, levenshtein=levenshtein, merge=merge)
    _edits.update(zip(texts, map(tuple, extracted), strict=True))
    given = {key: c.edits for key, c in new.items() if c.given_edits is not None}
    orders = [_order(edits) for edits in given.values()]
    anew = retype_all(
        (new[key].source, [edits[at] for at in order])
        for (key, edits), order in zip(given.items(), orders, strict=True)
    )
    for (key, edits), order, retyped in zip(given.items(), orders, anew, strict=True):
        kinds = dict(zip(order, (edit.type for edit in retyped), strict=True))
        _edits[key] = tuple(replace(edit, type=kinds[at]) for at, edit in enumerate(edits))
    return [
        correction if key is None else _with(correction, _edits[key])
        for key, correction in zip(keys, listed, strict=True)
    ]


def _key(correction: Correction, types: Types, levenshtein: bool, merge: Strategy) -> _Key | None:
    """Return what the edits depend on; None if they are there already."""
    if correction.given_edits is None:
        return (correction.source, correction.text, merge, levenshtein)
    return None if types == "given" else (correction.source, correction.edits)


def _order(edits: Sequence[Edit]) -> list[int]:
    return sorted(range(len(edits)), key=lambda at: (edits[at].start, edits[at].end))


def _with(correction: Correction, edits: Sequence[Edit]) -> Correction:
    return Correction(correction.source, correction.given_text, edits, correction.by)


def typed_pairs(pairs: Iterable[Pair], *, types: Types = "errant") -> list[Pair]:
    """Return sentences and corrections with the edits of `typed`."""
    listed = list(pairs)
    everyone = iter(
        typed(
            (c for segment, corrections in listed for c in (*segment.references, *corrections)),
            types=types,
        )
    )
    return [
        (
            replace(segment, references=tuple(next(everyone) for _ in segment.references)),
            tuple(next(everyone) for _ in corrections),
        )
        for segment, corrections in listed
    ]


class Disagreement(NamedTuple):
    """How many types that files give differ from those that ERRANT gives the same edits."""

    different: int
    edits: int

    @classmethod
    def of(cls, corrections: Iterable[Correction]) -> Disagreement:
        """Compare the types of edits that are given; edits without a type do not count."""
        given = [c for c in corrections if c.given_edits]
        pairs = [
            (edit.type, anew.type)
            for correction, retyped in zip(given, typed(given), strict=True)
            for edit, anew in zip(correction.edits, retyped.edits, strict=True)
            if edit.type and not edit.is_detection
        ]
        return cls(sum(old != new for old, new in pairs), len(pairs))

    @classmethod
    def total(cls, parts: Iterable[Disagreement]) -> Disagreement:
        """Return the disagreement of several parts of a corpus together."""
        different, edits = (sum(numbers) for numbers in zip(*parts, strict=True))
        return cls(different, edits)

    def note(self) -> str:
        """Say what typed edits, and how many of the types that files give differ from that."""
        unused = (
            f"; the types in the files were not used ({self.different:,} of {self.edits:,} differ)"
        )
        return f"types assigned by ERRANT {VERSION}" + (unused if self.edits else "")
