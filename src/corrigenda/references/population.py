"""The valid corrections of one sentence and their probabilities, most of them never seen.

A `Population` is a histogram (so many variants have such a probability; see `unseen`) together with
the fingerprint it was estimated from. It does not name variants: what it is asked is how many there
are, what mass they hold, and how many a further round of annotation would find.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
from scipy.special import xlog1py  # type: ignore[import-untyped]

from corrigenda.errors import InputError
from corrigenda.formats import records
from corrigenda.references import fingerprints
from corrigenda.references.fingerprints import Counts, Fingerprint, fingerprint, tidied
from corrigenda.references.unseen import Histogram, empirical, unseen
from corrigenda.statistics.resampling import Array

Method = Literal["unseen", "empirical"]

_ESTIMATORS = {"unseen": unseen, "empirical": empirical}

_TOLERANCE = 1e-6
"""How far from 1 probabilities may sum: rounding of those that come from a file."""


@dataclass(frozen=True, repr=False)
class Population:
    """So many variants (`variants`, not necessarily whole) have such a probability.

    `fingerprint` is what was seen: f_i variants exactly i times; it is empty if the histogram was
    not estimated but given.

    >>> population = Population.estimate({"goes": 30, "went": 12, "is going": 3, "gone": 1})
    >>> population.answers, population.seen
    (46, 4)
    """

    probabilities: tuple[float, ...]
    variants: tuple[float, ...]
    fingerprint: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.probabilities) != len(self.variants) or not self.probabilities:
            raise InputError(
                "a population has as many numbers of variants as probabilities, and some: "
                f"found {len(self.variants)} and {len(self.probabilities)}"
            )
        for p, h in zip(self.probabilities, self.variants, strict=True):
            if not (0 < p <= 1 and 0 <= h < math.inf):
                raise InputError(
                    f"expected a number of variants and their probability, found {h} of {p}"
                )
        mass = float(np.dot(self.probabilities, self.variants))
        if abs(mass - 1) > _TOLERANCE:
            raise InputError(f"expected probabilities that sum to 1, found {mass:.9g}")

    # --- making one ------------------------------------------------------------------------------

    @classmethod
    def estimate(cls, counts: Counts, method: Method = "unseen") -> Population:
        """From how often each variant was proposed."""
        return cls.from_fingerprint(fingerprint(counts), method)

    @classmethod
    def from_fingerprint(cls, seen: Fingerprint, method: Method = "unseen") -> Population:
        """From how many variants were proposed once, twice, ..."""
        if method not in _ESTIMATORS:
            raise InputError(f"an estimate is 'unseen' or 'empirical', not {method!r}")
        return cls.from_histogram(_ESTIMATORS[method](seen), seen)

    @classmethod
    def from_histogram(cls, histogram: Histogram, seen: Fingerprint | None = None) -> Population:
        """From any histogram of probabilities that sum to 1."""
        x, h = histogram
        known = {} if seen is None else tidied(seen)
        return cls(tuple(map(float, x)), tuple(map(float, h)), known)

    # --- what was seen ---------------------------------------------------------------------------

    @property
    def answers(self) -> int:
        """How many answers it was estimated from."""
        return fingerprints.answers(self.fingerprint)

    @property
    def seen(self) -> int:
        """How many variants were among them."""
        return fingerprints.distinct(self.fingerprint)

    # --- what there is ---------------------------------------------------------------------------

    @cached_property
    def histogram(self) -> Histogram:
        """Probabilities and numbers of variants as arrays."""
        return Histogram(np.array(self.probabilities), np.array(self.variants))

    def variants_above(self, frequency: float = 0.0) -> float:
        """How many variants have a probability greater than that."""
        x, h = self.histogram
        return float(h[x > frequency].sum())

    def mass_above(self, frequency: float = 0.0) -> float:
        """What probability they have together."""
        x, h = self.histogram
        return float((h * x)[x > frequency].sum())

    @overload
    def distinct(self, annotations: int) -> float: ...
    @overload
    def distinct(self, annotations: Sequence[int]) -> Array: ...
    def distinct(self, annotations: int | Sequence[int]) -> float | Array:
        """How many variants to expect among so many annotations: Σ h (1 - (1 - x)^n)."""
        x, h = self.histogram
        found = drawn(x, annotations) @ h
        return found if np.ndim(annotations) else float(found)

    @overload
    def new_variants(self, more: int) -> float: ...
    @overload
    def new_variants(self, more: Sequence[int]) -> Array: ...
    def new_variants(self, more: int | Sequence[int]) -> float | Array:
        """How many variants not seen yet to expect in so many further annotations.

        Σ h (1 - x)^n (1 - (1 - x)^more), where n answers are there already: the species curve.
        """
        x, h = self.histogram
        found = drawn(x, more) @ (h * (1 - drawn(x, self.answers)))
        return found if np.ndim(more) else float(found)

    # --- keeping and showing it ------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The population for machines: plain dictionaries and numbers."""
        return {
            "probabilities": list(self.probabilities),
            "variants": list(self.variants),
            "fingerprint": {str(i): f for i, f in self.fingerprint.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Population:
        """What `to_json` gave."""
        records.check_keys(data, ("probabilities", "variants"), ("fingerprint",))
        seen = records.mapping(data.get("fingerprint", {}), "'fingerprint'")
        strange = next((times for times in seen if not (times.isascii() and times.isdigit())), None)
        if strange is not None:
            raise InputError(f"expected how often variants were seen, found {strange!r}")
        return cls(
            _numbers(data["probabilities"], "'probabilities'"),
            _numbers(data["variants"], "'variants'"),
            tidied({int(times): number for times, number in seen.items()}),
        )

    def __repr__(self) -> str:
        seen = f", {self.seen} of them seen in {self.answers} answers" if self.answers else ""
        return f"<Population: {self.variants_above():.2f} variants{seen}>"

    def _repr_html_(self) -> str:
        from corrigenda.references.populations import Populations

        return Populations({"": self})._repr_html_()


def drawn(x: Array, times: int | Sequence[int]) -> Array:
    """1 - (1 - x)^times, the probability to be drawn at least once; a row for each `times`."""
    counts = np.asarray(times)
    if counts.dtype.kind not in "iu" or np.any(counts < 0):
        raise InputError(f"expected a number of annotations from 0 on, found {times}")
    found: Array = -np.expm1(xlog1py(counts[..., None], -x))
    return found


def _numbers(value: object, what: str) -> tuple[float, ...]:
    found = records.items(value, what)
    for number in found:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise InputError(f"expected numbers in {what}, found {records.kind(number)}")
    return tuple(map(float, found))
