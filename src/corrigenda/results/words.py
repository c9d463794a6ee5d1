"""Small pieces of English that verdicts and notes share."""

from __future__ import annotations

from collections.abc import Sequence


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
