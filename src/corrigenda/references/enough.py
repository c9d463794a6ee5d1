"""How many answers per sentence an estimate needs, and what to say where there are fewer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from corrigenda.references.population import Population
from corrigenda.references.unseen import FINENESS
from corrigenda.results.finding import Finding

ENOUGH = 20
"""Fewer answers per sentence than that tell little about the corrections that nobody wrote."""


def mean_answers(populations: Iterable[Population]) -> float | None:
    """Return how many answers a sentence has on average, if populations know their answers."""
    known = [population.answers for population in populations if population.answers]
    return sum(known) / len(known) if known else None


def is_few(answers: float | None) -> bool:
    """Return whether so many answers per sentence are too few for an estimate."""
    return answers is not None and answers < ENOUGH


def is_beyond(references: int, answers: float | None) -> bool:
    """Return whether so few answers say nothing about so many references."""
    return answers is not None and is_few(answers) and references > answers


def caution(answers: float | None) -> list[str]:
    """Return what to say beside numbers that are estimated from so many answers per sentence.

    >>> caution(50.0)
    []
    """
    if answers is None or not is_few(answers):
        return []
    rarest = round(FINENESS * answers)
    return [
        f"caution: estimated from {answers:.1f} answers per sentence, fewer than {ENOUGH}. The "
        "number of variants is limited by the method, which knows no correction rarer than 1 in "
        f"{rarest}; read coverage up to {int(answers)} references only"
    ]


def in_caption(answers: float | None) -> str:
    """Return the caution as a sentence for the end of a caption."""
    return "".join(f" {said[0].upper()}{said[1:]}." for said in caution(answers))


def is_limited(frequency: float, answers: float | None) -> bool:
    """Return whether so few answers cannot tell how many variants are more frequent than that."""
    return answers is not None and is_few(answers) and frequency * answers < 1


BEYOND = "extrapolated"
"""What stands beside a coverage of more references than there are answers."""

LIMITED = "limited by the method"
"""What stands beside a number of variants that are rarer than one in all answers."""


class FromAnswers(Finding):
    """A result from so many answers per sentence (None: not known): it says if these are few."""

    answers: float | None

    @property
    def cautions(self) -> list[str]:
        """Return what to say beside the numbers."""
        return caution(self.answers)

    def record(self) -> dict[str, Any]:
        return {**super().record(), "answers": self.answers, "cautions": self.cautions}
