"""Populations and what references cover: tables, JSON, figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from corrigenda.errors import InputError
from corrigenda.population.coverage import Coverage
from corrigenda.population.crowd import Crowd
from corrigenda.population.enough import BEYOND, caution, in_caption, is_limited, mean_answers
from corrigenda.population.fingerprints import chao1, good_turing
from corrigenda.population.population import Population
from corrigenda.population.populations import THRESHOLDS
from corrigenda.report.figures import Figure, curves
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Interval
from corrigenda.statistics.resampling import Array
from corrigenda.statistics.settings import Settings
from corrigenda.studies.scoring import ratio

Points = list[tuple[float, float] | tuple[float, float, float, float]]

# --- populations ----------------------------------------------------------------------------------


def populations_as_json(
    populations: Mapping[str, Population], thresholds: Sequence[float] = THRESHOLDS
) -> dict[str, Any]:
    """Means over all, and each sentence with what was seen and what is estimated."""
    found = list(populations.values())
    answers = mean_answers(found)
    return {
        "sentences": len(found),
        "answers": answers,
        "cautions": caution(answers),
        "above": [
            {
                "frequency": q,
                "variants": float(np.mean([p.variants_above(q) for p in found])),
                "mass": float(np.mean([p.mass_above(q) for p in found])),
                "limited": is_limited(q, answers),
            }
            for q in thresholds
        ],
        "populations": [
            {
                "sentence": sentence,
                "answers": p.answers,
                "seen": p.seen,
                "variants": p.variants_above(),
                "good_turing": good_turing(p.fingerprint) if p.answers else None,
                "chao1": chao1(p.fingerprint) if p.answers else None,
            }
            for sentence, p in populations.items()
        ],
    }


def mass_figure(populations: Sequence[Population]) -> Figure:
    """What mass the most frequent variants hold: the mean over sentences against their number."""
    most = max(p.variants_above() for p in populations)
    numbers = np.unique(np.round(np.geomspace(1, max(most, 2), 60)))
    held = np.mean([_mass_of_most_frequent(p, numbers) for p in populations], axis=0)
    return curves(
        {"mass": list(zip(numbers.tolist(), held.tolist(), strict=True))},
        xlabel="most frequent corrections",
        ylabel="mass",
        caption="What share of all that people would write the most frequent corrections of a "
        f"sentence are: the mean of {len(populations)} estimated populations."
        f"{in_caption(mean_answers(populations))}",
        log_x=True,
    )


def _mass_of_most_frequent(population: Population, numbers: Array) -> Array:
    x, h = population.histogram
    order = np.argsort(-x)
    variants = np.concatenate([[0.0], np.cumsum(h[order])])
    masses = np.concatenate([[0.0], np.cumsum((h * x)[order])])
    held: Array = np.interp(numbers, variants, masses)
    return held


def rarefaction_figure(crowd: Crowd) -> Figure:
    """How many different corrections so many answers hold: the mean over sentences.

    Of N answers of which a variant has c, n drawn ones miss it with probability
    C(N - c, n) / C(N, n) (Hurlbert 1971, *The nonconcept of species diversity*).
    """
    from scipy.special import gammaln  # type: ignore[import-untyped]

    fewest = min(len(sentence.answers) for sentence in crowd.sentences)
    numbers = np.arange(1, fewest + 1)
    seen = []
    for sentence in crowd.sentences:
        total = len(sentence.answers)
        count = np.array(list(sentence.counts.values()))[:, None]
        left = total - count - numbers
        some = left >= 0
        logs = gammaln(total - count + 1) - gammaln(np.where(some, left, 0) + 1)
        logs = logs - gammaln(total + 1) + gammaln(total - numbers + 1)
        seen.append(np.where(some, 1 - np.exp(logs), 1.0).sum(axis=0))
    mean = np.mean(seen, axis=0)
    return curves(
        {"different corrections": list(zip(numbers.tolist(), mean.tolist(), strict=True))},
        xlabel="answers",
        ylabel="different corrections",
        caption="How many different corrections a sentence has among so many answers: the mean of "
        f"{len(crowd.sentences)} sentences. A curve that keeps rising has not seen them all.",
    )


# --- coverage -------------------------------------------------------------------------------------


def coverage_table(found: Mapping[str, Coverage], settings: Settings) -> Table:
    """Numbers of references in rows, what counts as the same correction in columns."""
    first = next(iter(found.values()))
    cautions = caution(first.answers)
    rows: list[list[Cell | str | float | None]] = []
    for k, references in enumerate(first.references):
        row: list[Cell | str | float | None] = [references]
        for coverage in found.values():
            interval = _interval(coverage.table[:, k], settings)
            value = float(coverage.accuracy[k])
            row.append(Cell(value, *interval[:2]) if interval else value)
        if cautions:
            row.append(BEYOND if first.extrapolated(references) else "")
        rows.append(row)
    notes = [
        *cautions,
        f"how often a perfect corrector is found right, over {len(first.table)} sentences; "
        f"references {'may agree' if first.replacement else 'are all different'}",
    ]
    if not first.replacement:
        ways = dict.fromkeys(map(first.computed, first.references))
        notes.append(f"computed by {', then '.join(ways)}")
    notes += settings.notes(len(first.table))
    remarks = [Column("", align="left")] if cautions else []
    return Table([Column("references"), *map(Column, found), *remarks], rows, notes=notes)


def coverage_as_json(found: Mapping[str, Coverage], settings: Settings) -> dict[str, Any]:
    first = next(iter(found.values()))
    return {
        "sentences": len(first.table),
        "replacement": first.replacement,
        "answers": first.answers,
        "cautions": caution(first.answers),
        "coverage": {
            name: [
                {
                    "references": references,
                    "accuracy": float(coverage.accuracy[k]),
                    "interval": _pair(_interval(coverage.table[:, k], settings)),
                    "computed": coverage.computed(references),
                    "extrapolated": coverage.extrapolated(references),
                }
                for k, references in enumerate(coverage.references)
            ]
            for name, coverage in found.items()
        },
    }


def coverage_figure(found: Mapping[str, Coverage], settings: Settings) -> Figure:
    """Accuracy and index match against the number of references."""
    series = {}
    for name, coverage in found.items():
        points: Points = []
        for k, references in enumerate(coverage.references):
            interval = _interval(coverage.table[:, k], settings)
            at = (float(references), float(coverage.accuracy[k]))
            points.append((*at, interval.low, interval.high) if interval else at)
        series[name] = points
    first = next(iter(found.values()))
    band = "" if settings.ci is None else f" Bands: {settings.ci:g} % over sentences."
    return curves(
        series,
        xlabel="references",
        ylabel="expected accuracy",
        caption="How often a perfect corrector is found right, by the number of references: the "
        f"mean of {len(first.table)} sentences.{band}{in_caption(first.answers)}",
        log_x=max(first.references) > 100,
    )


def check_observed(accuracy: float) -> None:
    """Refuse what is no accuracy."""
    if not 0 <= accuracy <= 1:
        raise InputError(f"an accuracy is a share between 0 and 1, not {accuracy:g}")


def tested(table: Table, found: Coverage, observed: float) -> tuple[Table, list[dict[str, Any]]]:
    """The table with a note for each number of references: might a perfect corrector score that?"""
    check_observed(observed)
    sentences = len(found.table)
    notes, tests = [], []
    for references in found.references:
        test = found.distribution(references).test(round(observed * sentences))
        notes.append(
            f"{test.successes} of {sentences} right: with {references} references a perfect "
            f"corrector gets {test.expected:.1f}, p = {test.p:.4g} (two-sided)"
        )
        tests.append({"references": references, **test._asdict()})
    return replace(table, notes=[*table.notes, *notes]), tests


def _interval(column: Array, settings: Settings) -> Interval | None:
    table = np.column_stack([column, np.ones(len(column))])
    return settings.intervals(table, ratio).get("score")


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
