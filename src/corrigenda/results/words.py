"""Phrases for verdicts and notes: numbers, lists, names."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, TypeVar

from corrigenda.statistics.intervals import Estimate

Number = TypeVar("Number", float, float | None)

_ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")


def listed(items: Sequence[str], last: str = "and") -> str:
    """Return the items as a list in prose.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, end = items
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "reference"), counted(1200, "reference")
    ('1 reference', '1,200 references')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(share: float) -> str:
    """Return a share in percent, with as many decimals as it has.

    >>> percent(0.05), percent(0.125)
    ('5 %', '12.5 %')
    """
    return f"{100 * share:g} %"


def named(name: str) -> str:
    """Return a name marked as one, between Unicode's isolates, for prose in a section.

    Pages set it apart from the words around it; text formats print the bare name.
    """
    return f"\u2068{name}\u2069"


def named_parts(text: str) -> list[tuple[str, bool]]:
    """Return prose in pieces, each with whether it is a name.

    >>> named_parts(f"{named('good')} scores highest")
    [('good', True), (' scores highest', False)]
    """
    pieces = [(piece, bool(n % 2)) for n, piece in enumerate(_ISOLATED.split(text))]
    return [(piece, is_name) for piece, is_name in pieces if piece or is_name]


def unmarked(text: str) -> str:
    """Return prose without the marks of names.

    >>> unmarked(f"{named('good')} scores highest")
    'good scores highest'
    """
    return _ISOLATED.sub(r"\1", text)


# --- numbers in prose ----------------------------------------------------------------------------


class Percent(float):
    """A share in percent, in text: two decimals fewer than a share has.

    >>> f"{Percent.of(0.3733):.4f}, {Percent.of(0.3733):.3f}"
    '37.33, 37.3'
    """

    @classmethod
    def of(cls, share: float) -> Percent:
        return cls(100 * share)

    def __sub__(self, other: float) -> Percent:
        return Percent(float(self) - float(other))

    def __abs__(self) -> Percent:
        return Percent(abs(float(self)))

    def __format__(self, spec: str) -> str:
        return format(float(self), spec.replace(".4f", ".2f").replace(".3f", ".1f"))


def hundredfold(number: Number) -> Number:
    """Return a number in percent, without the noise of a multiplication.

    >>> 100 * 0.07, hundredfold(0.07)
    (7.000000000000001, 7.0)
    """
    if number is None or not isfinite(number):
        return number
    return float(f"{100 * number:.15g}")


def plain_number(value: float) -> str:
    """Return a score with four decimals; no minus stands before what prints as 0."""
    text = f"{value:.4f}"
    return text if float(text) else text.lstrip("-")


def plain_interval(entry: Mapping[str, Any]) -> str:
    """Return `[low, high]`, or nothing if there is none."""
    low, high = entry.get("low"), entry.get("high")
    return "" if low is None or high is None else f"[{plain_number(low)}, {plain_number(high)}]"


def p_value(p: float, *, at_floor: bool = False) -> str:
    """Return `p = ...`, or `p < ...` where it is small, or the least that there can be."""
    if p < 0.0005:
        return "p < 0.001"
    if at_floor:
        return f"p < {math.ceil(p * 1000 * (1 - 1e-9)) / 1000:.3f}"
    return f"p = {p:.3f}"


def number(value: float | None, decimals: int = 4, signed: bool = False) -> str:
    """Return a number with its decimals, a whole number as it is, and a dash for none."""
    if value is None or not isfinite(value):
        return "–"
    if isinstance(value, int) or decimals == 0:
        return f"{value:,.0f}"
    text = f"{value:{'+' if signed else ''}.{decimals}f}"
    text = text if float(text) else text.lstrip("+-")
    return text.replace("-", "−")


def interval(estimate: Estimate) -> str:
    """Return `[low, high]`, or nothing if there is no interval."""
    bounds = estimate.interval
    return "" if bounds is None else f"[{number(bounds[0])}, {number(bounds[1])}]"
