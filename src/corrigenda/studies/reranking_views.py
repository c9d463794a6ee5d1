"""A reranking as sentences, as tables, as JSON, and as a figure."""

from __future__ import annotations

from math import isfinite
from typing import Any, Literal

from corrigenda._version import __version__
from corrigenda.evaluation.views import finite
from corrigenda.report.figures import Figure, curves
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.estimates import Estimate
from corrigenda.studies.conservatism_views import NUMBERS
from corrigenda.studies.reranking import Curve, Level, Reranking

Row = list[Cell | str | float | None]
Plot = Literal["words", "touched"]

FIRST, ANNOTATORS = "(first candidates)", "(annotators)"


def verdict(curve: Curve) -> str:
    """What more references do to the winners, in one line."""
    few, many = curve.points[0], curve.points[-1]
    words, alone = few.changes.words.value, 100 * few.changes.untouched.value
    if curve.words is None or curve.untouched is None:
        return (
            f"{curve.measure}, by {_references(few.references)}: the winners change {words:.2f} "
            f"words a sentence, and leave {alone:.1f} % of the sentences alone."
        )
    changed = (
        f"{curve.measure}, by {many.references} references instead of {few.references}: the "
        f"winners change {many.changes.words.value:.2f} words a sentence instead of {words:.2f} "
        f"({_signed(curve.words, 1, 2)}), and leave {100 * many.changes.untouched.value:.1f} % of "
        f"the sentences alone instead of {alone:.1f} % ({_signed(curve.untouched, 100, 1)} points)."
    )
    return f"{changed} {_order(curve)}"


def _order(curve: Curve) -> str:
    """Say what more references do to the order of words."""
    few, many = curve.points[0].changes, curve.points[-1].changes
    if curve.rho is None or curve.kept is None or not isfinite(curve.rho.value):
        return "The order of words cannot be told."
    said = (
        f"They keep the order of words in {100 * many.kept.value:.1f} % of the sentences instead "
        f"of {100 * few.kept.value:.1f} % ({_signed(curve.kept, 100, 1)} points), with a rho of "
        f"{many.rho.value:.4f} instead of {few.rho.value:.4f} ({_signed(curve.rho, 1, 4)})"
    )
    if curve.rho.low is None or curve.kept.low is None:
        return f"{said}."
    if not any(_apart(difference) for difference in (curve.rho, curve.kept)):
        return f"{said}: no significant difference."
    which = " and ".join(
        name for name, one in (("share", curve.kept), ("rho", curve.rho)) if _apart(one)
    )
    return f"{said}: a significant difference of {which}."


def _apart(difference: Estimate) -> bool:
    """Is 0 outside of its interval?"""
    _, low, high = difference
    return low is not None and high is not None and (low > 0 or high < 0)


def _references(number: int) -> str:
    return f"{number} reference{'' if number == 1 else 's'}"


def _signed(difference: Estimate, scale: float, digits: int) -> str:
    texts = [f"{scale * n:+.{digits}f}" for n in difference if n is not None]
    return texts[0] if len(texts) == 1 else f"{texts[0]} [{texts[1]}, {texts[2]}]"


# --- tables ---------------------------------------------------------------------------------------


def summary(found: Reranking) -> Table:
    """Oracles and numbers of references in rows; beneath them what to think of it."""
    columns = [
        Column("oracle", align="left"),
        Column("references"),
        Column("score"),
        Column("words", group="changed", decimals=3),
        Column("untouched", group="changed", decimals=3),
        Column("rho", group="order"),
        Column("kept", group="order", decimals=3),
        Column("rank", group="winners", decimals=2),
    ]
    rows: list[Row] = []
    for curve in found.curves:
        for point in curve.points:
            changes = point.changes
            row: Row = [str(curve.measure), point.references]
            rows.append([*row, Cell(*point.score), *_cells(changes), point.rank.value])
    for name, level in ((FIRST, found.first), (ANNOTATORS, found.annotators)):
        rows.append([name, None, None, *_cells(level), None])
    return Table(columns, rows, "Oracle reranking", _notes(found))


def _cells(level: Level) -> list[Cell]:
    return [Cell(*estimate) for estimate in (level.words, level.untouched, level.rho, level.kept)]


def _notes(found: Reranking) -> list[str]:
    notes = [verdict(curve) for curve in found.curves]
    fewest, most = found.candidates
    size = str(most) if fewest == most else f"{fewest} to {most}"
    notes.append(
        f"{found.sentences} sentences with {size} candidates; score: mean over sentences, each by "
        "itself; untouched: share of sentences without a changed word; rho: mean of Spearman's rho "
        "between the places of words in source and winner; kept: share of sentences with a rho of 1"
    )
    notes.append(
        {
            "first": "references: the first of each sentence",
            "distinct": f"references: drawn {_times(found.draws)} for each sentence, none twice",
            "replacement": f"references: drawn {_times(found.draws)} for each sentence, with "
            "replacement",
        }[found.draw]
    )
    notes += [
        f"{count} of {found.sentences} sentences have fewer than {_references(number)}: all of "
        "theirs are taken"
        for number, count in found.lacking.items()
    ]
    notes += found.settings.notes(found.sentences)
    return [*notes, *(curve.signature for curve in found.curves)]


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def distribution(found: Reranking) -> Table:
    """Sentences by number of changed words, as means over draws."""
    columns = [Column("oracle", align="left"), Column("references")]
    columns += [Column(number, decimals=1) for number in NUMBERS]
    rows: list[Row] = [
        [name, references, *map(_whole, level.by_changes)]
        for name, references, level in _levels(found)
    ]
    return Table(columns, rows, "Sentences by number of changed words")


def in_one(found: Reranking) -> Table:
    """Both tables side by side, for CSV."""
    one, other = summary(found), distribution(found)
    columns = [*one.columns, *(Column(number, group="sentences") for number in NUMBERS)]
    both = zip(one.rows, other.rows, strict=True)
    return Table(columns, [[*left, *right[2:]] for left, right in both])


def _levels(found: Reranking) -> list[tuple[str, int | None, Level]]:
    return [
        *((str(c.measure), p.references, p.changes) for c in found.curves for p in c.points),
        (FIRST, None, found.first),
        (ANNOTATORS, None, found.annotators),
    ]


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


# --- for machines ---------------------------------------------------------------------------------


def as_json(found: Reranking) -> dict[str, Any]:
    """Everything that tables and figures show, as plain values."""
    fewest, most = found.candidates
    data = {
        "version": __version__,
        "corpus": {
            "origin": found.origin,
            "sentences": found.sentences,
            "references": [found.given.fewest, found.given.most],
            "candidates": [fewest, most],
            "fewer_references": {str(m): count for m, count in found.lacking.items()},
            "left_out": [one._asdict() for one in found.left_out],
        },
        "remarks": [remark.to_json() for remark in found.remarks],
        "draw": found.draw,
        "draws": found.draws,
        "seed": found.settings.seed,
        "oracles": {
            str(curve.measure): {
                "signature": curve.signature,
                "verdict": verdict(curve),
                "words": curve.words and curve.words._asdict(),
                "untouched": curve.untouched and curve.untouched._asdict(),
                "rho": curve.rho and curve.rho._asdict(),
                "kept": curve.kept and curve.kept._asdict(),
                "points": [
                    {
                        "references": point.references,
                        "score": point.score._asdict(),
                        "rank": point.rank._asdict(),
                        **_changes(point.changes),
                    }
                    for point in curve.points
                ],
            }
            for curve in found.curves
        },
        "first": _changes(found.first),
        "annotators": _changes(found.annotators),
    }
    return dict(finite(data))


def _changes(level: Level) -> dict[str, Any]:
    return {
        "words": level.words._asdict(),
        "untouched": level.untouched._asdict(),
        "rho": level.rho._asdict(),
        "kept": level.kept._asdict(),
        "distribution": dict(zip(NUMBERS, level.by_changes, strict=True)),
    }


# --- figure ---------------------------------------------------------------------------------------


def figure(found: Reranking, plot: Plot = "words") -> Figure:
    """How much the winners change, by number of references; first candidates and annotators are
    level lines."""

    def shown(level: Level) -> tuple[float, float | None, float | None]:
        if plot == "words":
            return level.words
        value, low, high = level.untouched
        return 1 - value, None if high is None else 1 - high, None if low is None else 1 - low

    series: dict[str, list[tuple[float, float] | tuple[float, float, float, float]]] = {}
    for curve in found.curves:
        points = series[str(curve.measure)] = []
        for point in curve.points:
            value, low, high = shown(point.changes)
            x = point.references
            points.append((x, value) if low is None or high is None else (x, value, low, high))
    numbers = [point.references for point in found.curves[0].points]
    for name, level in (("first candidates", found.first), ("annotators", found.annotators)):
        series[name] = [(x, shown(level)[0]) for x in dict.fromkeys((numbers[0], numbers[-1]))]
    what = {
        "words": "changed words a sentence",
        "touched": "share of sentences with a changed word",
    }[plot]
    level_ = found.settings.ci
    band = "" if level_ is None else f" Bands: {level_:g} % confidence intervals."
    caption = f"Winners of an oracle reranking, by number of references: {what}.{band} "
    caption += " ".join(curve.signature for curve in found.curves)
    return curves(series, xlabel="references", ylabel=what, caption=caption)
