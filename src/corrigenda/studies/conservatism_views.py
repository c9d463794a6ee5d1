"""Conservatism as sentences, as tables, as JSON, and as figures."""

from __future__ import annotations

from math import isfinite, log10
from typing import Any, Literal

from corrigenda._version import __version__
from corrigenda.errors import InputError
from corrigenda.evaluation.result import Cell as Scored
from corrigenda.evaluation.views import finite
from corrigenda.measures.wordchange import BOLDEST
from corrigenda.report.figures import Figure, bars, curves, heatmap, whiskers
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.estimates import Estimate
from corrigenda.studies.conservatism import Conservatism, Corrector, Verdict

Row = list[Cell | str | float | None]
Plot = Literal["changes", "breaks", "order", "types"]

NUMBERS = (*map(str, range(BOLDEST + 1)), f">{BOLDEST}")
"""The numbers of changed words that are told apart."""


def verdict(found: Conservatism, system: str) -> str:
    """What a person wants to know of a system, in one line."""
    by = found.verdicts.get(system)
    corrector = next(c for c in found.systems if c.name == system)
    if by is None or not isfinite(by.words.value):
        score = corrector.changes.score
        return (
            f"{system} changes {score.value:.2f} words a sentence, and leaves "
            f"{_percent(score.parts['untouched'])} of the sentences alone; "
            + (
                "there are no references to compare with."
                if by is None
                else "annotators change nothing."
            )
        )
    stance = f"{system} is {by.stance}: it" if by.stance else system
    return (
        f"{stance} changes {by.words.value:.2f} words{_bounds(by.words)} for each one that "
        f"annotators change; {_percent(by.alone.value)} of the sentences annotators touch are left "
        "alone."
    )


def _bounds(estimate: Estimate) -> str:
    _, low, high = estimate
    return "" if low is None or high is None else f" [{low:.2f}, {high:.2f}]"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# --- tables ---------------------------------------------------------------------------------------


def summary(found: Conservatism) -> Table:
    """Systems and annotators in rows; beneath them what to think of each system."""
    notes = [verdict(found, system.name) for system in found.systems]
    if found.verdicts:
        notes.append(
            "against annotators, words: changed words over those of the annotators; left alone: "
            "share without change of the sentences that annotators touch"
        )
    if found.pairing == "text":
        notes.append(
            "breaks: sentences of the running text that are split in two, joined with the next one "
            "or without a counterpart"
        )
    notes += _lacking(found)
    notes += [*found.settings.notes(found.sentences), found.signature]
    return Table(_columns(found), _rows(found), "Conservatism", notes)


def _columns(found: Conservatism) -> list[Column]:
    columns = [
        Column("corrector", align="left"),
        Column("words", group="changed", decimals=3),
        Column("untouched", group="changed", decimals=3),
        Column("rho", group="order"),
        Column("kept", group="order", decimals=3),
        *(Column(name, group="breaks") for name in ("split", "joined", "emptied")),
    ]
    if found.verdicts:
        columns += [
            Column("words", group="against annotators", decimals=3),
            Column("left alone", group="against annotators", decimals=3),
        ]
    return columns


def _rows(found: Conservatism) -> list[Row]:
    rows: list[Row] = []
    for label, corrector in _labelled(found):
        changes, order, breaks = (
            c.score for c in (corrector.changes, corrector.order, corrector.breaks)
        )
        row: Row = [
            label,
            Cell(changes.value, corrector.changes.low, corrector.changes.high),
            changes.parts["untouched"],
            order.value,
            order.parts["kept"],
            *(int(breaks.counts[kind]) for kind in ("split", "joined", "emptied")),
        ]
        if found.verdicts:
            by = found.verdicts.get(corrector.name) if corrector in found.systems else None
            row += [None, None] if by is None else [Cell(*by.words), Cell(*by.alone)]
        rows.append(row)
    return rows


def _labelled(found: Conservatism) -> list[tuple[str, Corrector]]:
    """All correctors, by names that tell annotators from systems."""
    return [
        *((system.name, system) for system in found.systems),
        *((f"annotator {one.name}", one) for one in found.annotators),
    ]


def _lacking(found: Conservatism) -> list[str]:
    """Annotators who did not correct all sentences."""
    return [
        f"annotator {one.name} corrected {one.sentences} of {found.sentences} sentences"
        for one in found.annotators
        if one.sentences < found.sentences
    ]


def distribution(found: Conservatism) -> Table:
    """Sentences by number of changed words."""
    columns = [Column("corrector", align="left"), *(Column(number) for number in NUMBERS)]
    rows: list[Row] = [[label, *one.by_changes] for label, one in _labelled(found)]
    return Table(columns, rows, "Sentences by number of changed words")


def in_one(found: Conservatism) -> Table:
    """Both tables side by side, for CSV."""
    columns = _columns(found) + [Column(number, group="sentences") for number in NUMBERS]
    both = zip(_rows(found), found.correctors, strict=True)
    return Table(columns, [[*row, *one.by_changes] for row, one in both])


def types(found: Conservatism) -> Table:
    """Types of edits in rows, the boldest on top."""
    columns = [
        Column("type", align="left"),
        Column("per system", decimals=1),
        Column("per annotator", decimals=1),
        Column("ratio", decimals=3),
    ]
    rows: list[Row] = []
    for one in found.types:
        low, high = (one.interval.low, one.interval.high) if one.interval else (None, None)
        rows.append([one.type or "(no type)", one.mean, one.gold, Cell(one.ratio, low, high)])
    notes = [
        "ratio: edits per system over edits per annotator; below 1, systems are timid",
    ]
    if found.settings.ci is not None and any(one.interval is None for one in found.types):
        notes.append(
            "no interval: some resamples have no gold edit of the type"
            if found.sentences > 1
            else found.settings.notes(found.sentences)[0]
        )
    return Table(columns, rows, "Edits by type", [*notes, _signature_of_types(found)])


def _signature_of_types(found: Conservatism) -> str:
    """Types are counted as they were given: no measure has a part in it."""
    return f"edits by type|{found.signature.partition('|')[2]}"


# --- for machines ---------------------------------------------------------------------------------


def as_json(found: Conservatism) -> dict[str, Any]:
    """Everything that tables and figures show, as plain values."""
    data = {
        "signature": found.signature,
        "pairing": found.pairing,
        "version": __version__,
        "corpus": {
            "origin": found.origin,
            "sentences": found.sentences,
            "references": [found.given.fewest, found.given.most],
            "left_out": [one._asdict() for one in found.given.left_out],
        },
        "remarks": [remark.to_json() for remark in found.remarks],
        "systems": {
            system.name: {
                **_corrector(system),
                "against_annotators": _against(found.verdicts.get(system.name)),
                "verdict": verdict(found, system.name),
            }
            for system in found.systems
        },
        "annotators": {one.name: _corrector(one) for one in found.annotators},
        "types": [
            {
                "type": one.type,
                "ratio": one.ratio,
                "low": one.interval.low if one.interval else None,
                "high": one.interval.high if one.interval else None,
                "per_system": one.mean,
                "per_annotator": one.gold,
                "systems": {
                    system: {"edits": edits, "ratio": one.ratio_of(system)}
                    for system, edits in one.edits.items()
                },
            }
            for one in found.types
        ],
    }
    return dict(finite(data))


def _corrector(one: Corrector) -> dict[str, Any]:
    return {
        "sentences": one.sentences,
        "changes": {
            **_scored(one.changes),
            "distribution": dict(zip(NUMBERS, one.by_changes, strict=True)),
        },
        "order": {
            **_scored(one.order),
            "at_most": {str(threshold): count for threshold, count in one.by_order.items()},
        },
        "breaks": _scored(one.breaks),
    }


def _scored(cell: Scored) -> dict[str, Any]:
    counts = {name: int(count) for name, count in cell.score.counts.items()}
    found = {"score": cell.score.value, "low": cell.low, "high": cell.high}
    return {**found, **cell.score.parts, "counts": counts}


def _against(by: Verdict | None) -> dict[str, Any] | None:
    if by is None:
        return None
    return {
        "words": by.words._asdict(),
        "left_alone": by.alone._asdict(),
        "stance": by.stance or None,
    }


# --- figures --------------------------------------------------------------------------------------


def figure(found: Conservatism, plot: Plot = "changes") -> Figure:
    """The figure of that name; all correctors are in it, annotators last."""
    drawn = {"changes": _changes, "breaks": _breaks, "order": _order, "types": _types}[plot]
    return drawn(found)


def _changes(found: Conservatism) -> Figure:
    """A heat map; logarithmic, since most sentences have few changes, or none."""
    caption = (
        f"Sentences by number of changed words, as the decimal logarithm of their number plus one. "
        f"Annotators are at the bottom. {found.signature}"
    )
    return heatmap(
        [[log10(count + 1) for count in one.by_changes] for one in found.correctors],
        [label for label, _ in _labelled(found)],
        NUMBERS,
        xlabel="changed words",
        colour="log10(sentences + 1)",
        caption=caption,
    )


def _breaks(found: Conservatism) -> Figure:
    groups = {
        kind: {label: one.breaks.score.counts[kind] for label, one in _labelled(found)}
        for kind in ("split", "joined", "emptied")
    }
    whole = found.correctors[0].breaks.score.counts
    unit = "sentences" if found.pairing == "text" else "lines"
    what = (
        f"Sentences of the running text, {whole[unit]:.0f} in the source, that are split in two, "
        "joined with the next one or without a counterpart."
        if found.pairing == "text"
        else f"Lines in which sentences are split, joined or deleted, of {whole[unit]:.0f}."
    )
    return bars(groups, ylabel=unit, caption=f"{what} {found.signature}")


def _order(found: Conservatism) -> Figure:
    """How many sentences have a rho up to each threshold."""
    series = {
        label: [
            (at, count / one.order.score.counts["defined"]) for at, count in one.by_order.items()
        ]
        for label, one in _labelled(found)
        if one.order.score.counts["defined"]
    }
    caption = (
        "Share of the sentences in which Spearman's rho between the places of words in the source "
        f"and in the correction is at most so high. {found.signature}"
    )
    return curves(series, xlabel="Spearman's rho", ylabel="share of sentences", caption=caption)


def _types(found: Conservatism) -> Figure:
    rows = [
        (one.type or "(no type)", one.ratio, one.interval and (one.interval.low, one.interval.high))
        for one in found.types
        if one.ratio is not None
    ]
    if not rows:
        raise InputError(
            "there are no edits by type to draw", hint="ask for them: --by type, with typed M2"
        )
    level = found.settings.ci
    whisker = "" if level is None else f" Whiskers: {level:g} % confidence intervals."
    caption = f"Edits per system over edits per annotator, by type.{whisker} "
    caption += _signature_of_types(found)
    return whiskers(rows, xlabel="edits per system / per annotator", caption=caption, line=1)
