"""The overview of a page: one ranked table, and the conclusions that it allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from corrigenda.evaluation import ranking, scores
from corrigenda.evaluation.changes import UNCHANGED, ChangeRate
from corrigenda.results.sections import Section
from corrigenda.results.tables import Cell, Column, Table, TableRow
from corrigenda.results.words import counted, listed, named, plain_number

if TYPE_CHECKING:
    from corrigenda.evaluation.result import Result

Record = ranking.Record

GOOD, FREE, COST = "against references", "without references", "changing nothing scores best"
"""What columns compare with."""

MOST = 3
"""Systems that a sentence names; of more, it gives the number."""


def section(result: Result, record: Record, warnings: Sequence[str] = ()) -> Section:
    """Return the overview of a result, from its scores and tests as plain data.

    `warnings` come before what is concluded.
    """
    said = [*warnings, *conclusion(ranking.renamed(record, named))]
    inner = Section("", scores.about(result), said, [table(result, record, result.changed())])
    return Section("Overview", details=[inner])


# --- in words -------------------------------------------------------------------------------------


def conclusion(record: Record) -> list[str]:
    """Return what can and what cannot be concluded: which system to choose, how sure that is,
    whether other measures agree, and what the choice costs."""
    measure = primary(record)
    places = ranking.ranking(record, measure)
    if not places:
        return []
    if not _ranks(record, measure):
        return [_no_ranking(record, measure), *_costs(record, [p.system for p in places])]
    if len(places) == 1:
        (only,) = places
        line = f"{only.system} scores {plain_number(only.score)} on {measure}"
        line += _beside_unchanged(record, measure)
        said = [f"{line}. Add a second system to compare."]
        return [*said, *_costs(record, [only.system])]
    first, near, behind = ranking.lead(record, measure)
    top = _top(record, [*first, *near])
    return [
        _choice(record, measure, first, near, behind),
        *_others(record, measure, [*first, *near], top),
        *_costs(record, top),
    ]


def primary(record: Record) -> str:
    """Return the measure that systems are ranked by: the first that ranks them, if possible by
    references, or else the first."""
    measures: list[str] = list(record["measures"])
    ranking_ = [one for one in measures if _ranks(record, one)]
    by_references = [one for one in ranking_ if record["measures"][one].get("against") != "source"]
    return (by_references or ranking_ or measures)[0]


def _ranks(record: Record, measure: str) -> bool:
    """Return whether the measure ranks systems: not if changing nothing is best by it."""
    return record["measures"][measure].get("best") is not None and not _is_cost(record, measure)


def _is_cost(record: Record, measure: str) -> bool:
    """Return whether the measure compares with the source alone, so that no system beats changing
    nothing."""
    about = record["measures"][measure]
    if about.get("against") != "source" or about.get("best") is None:
        return False
    return all(_no_gain(record, measure, s) for s in ranking.scores_of(record, measure))


def _no_ranking(record: Record, measure: str) -> str:
    if record["measures"][measure].get("best") is None:
        return (
            f"No system can be called best by {measure}: a higher value is neither better nor "
            "worse. Add a measure that compares with references."
        )
    return (
        f"No system can be called best by {measure} alone: it compares with the source, so that "
        f"changing nothing scores best{_beside_unchanged(record, measure, ' (', ')')}. Add a "
        "measure that compares with references."
    )


def _choice(
    record: Record, measure: str, first: list[str], near: list[str], behind: list[str]
) -> str:
    """Return the sentence about the systems to choose from, by the measure that ranks them."""
    most = "highest" if record["measures"][measure]["best"] == "max" else "lowest, which is best,"
    leads = f"{_names(first)} {'scores' if len(first) == 1 else 'score'} {most} on {measure}"
    if _unchanged(record, measure) is not None and _no_gain(record, measure, first[0]):
        return (
            f"Choose none: {leads}, but no better than the unchanged source"
            f"{_beside_unchanged(record, measure, ' (', ')')}."
        )
    lead = "its lead" if len(first) == 1 else "their lead"
    if not near and not behind:
        return f"No clear winner by {measure}: all systems score the same."
    if not near:
        over = _names(behind) if len(behind) < 3 else f"all {len(behind)} others"
        return f"Choose {_names(first, 'or')}: {leads}, and {lead} over {over} is significant."
    if not behind:
        over = _names(near) if len(near) <= MOST else "any other"
        return f"No clear winner: {leads}, but {lead} over {over} is not significant."
    chosen = _names([*first, *near], "or") if len(near) <= MOST else f"among {len(near) + 1}"
    over = _names(near) if len(near) <= MOST else f"{len(near)} others"
    worse = _names(behind) if len(behind) < 3 else f"the other {len(behind)} systems"
    return (
        f"Choose {chosen}: {leads}, but {lead} over {over} is not significant; {worse} "
        f"{'is' if len(behind) == 1 else 'are'} significantly worse by {measure}."
    )


def _top(record: Record, chosen: list[str]) -> list[str]:
    """Return those of the systems that are in the top group by all measures that rank, or all of
    them if none is."""
    tops = [ranking.lead(record, one) for one in record["measures"] if _ranks(record, one)]
    common = [s for s in chosen if all(s in top.first or s in top.near for top in tops)]
    return common or chosen


def _others(record: Record, measure: str, chosen: list[str], top: list[str]) -> list[str]:
    """Return whether the other measures that rank systems agree."""
    others = [one for one in record["measures"] if one != measure and _ranks(record, one)]
    if not others:
        return []
    leads = {one: ranking.lead(record, one) for one in others}
    against = [one for one in others if not {*leads[one].first, *leads[one].near} & {*chosen}]
    if against:
        told = "; ".join(f"by {one}, {_names(leads[one].first)} is ahead" for one in against)
        return [f"The measures disagree: {told}, significantly."]
    by_all = f"{listed([measure, *others])}"
    if top == chosen:
        return _agreement(record, leads, chosen)
    verb = "is" if len(top) == 1 else "are"
    if all(s in leads[one].first or s in leads[one].near for one in others for s in top):
        return [
            f"Only {_names(top)} {verb} the best, or not significantly different from the best, "
            f"by all of {by_all}."
        ]
    return [f"No system is in the top group of all of {by_all}."]


def _agreement(record: Record, leads: Mapping[str, ranking.Lead], chosen: list[str]) -> list[str]:
    """Return what is said about measures that put all chosen systems in their top group: whether
    they agree, or tell fewer systems apart."""
    tops = {one: {*lead.first, *lead.near} for one, lead in leads.items()}
    agree = [one for one, top in tops.items() if top <= {*chosen}]
    none = [one for one, top in tops.items() if one not in agree and not leads[one].behind]
    said = []
    if agree:
        first = chosen[0]
        ahead = [f"{_names(leads[one].first)} on {one}" for one in agree]
        other = [
            text for one, text in zip(agree, ahead, strict=True) if first not in leads[one].first
        ]
        line = f"By {listed(agree)}, too, these are in front"
        said.append(f"{line} (highest: {listed(other)})." if other else f"{line}.")
    if none:
        said.append(f"By {listed(none)}, no system is significantly behind the best.")
    for one, top in tops.items():
        if one not in agree and one not in none:
            more = [s for s in record["systems"] if s in top and s not in chosen]
            said.append(f"By {one}, {_names(more)} cannot be told from the best, either.")
    return said


def _costs(record: Record, systems: Sequence[str]) -> list[str]:
    """Return what the systems cost by each measure for which changing nothing is best: the one
    that costs least first."""
    shown = list(systems)[:MOST]
    measures = [one for one in record["measures"] if _is_cost(record, one)]
    said = []
    for measure in measures:
        known = ranking.scores_of(record, measure)
        own = {s: known[s] for s in shown if s in known}
        told = [
            f"{s} {plain_number(own[s])}{_counts(record, measure, s)}"
            for s in ranking.ordered(own, record["measures"][measure]["best"])
        ]
        said.append(f"by {measure}, {listed(told)}")
    changes = record.get("changes") or {}
    rates = [(s, changes[s]["rate"]) for s in shown if changes.get(s)]
    if said and rates and all(rate is not None for _, rate in rates):
        said.append(f"{scores.RATE}: {listed([f'{s} {rate:.2f}' for s, rate in rates])}")
    nothing = {_beside_unchanged(record, one, " (", ")") for one in measures}
    beside = nothing.pop() if len(nothing) == 1 else ""
    return [f"What it costs{beside}: {'; '.join(said)}."] if said else []


def _counts(record: Record, measure: str, system: str) -> str:
    """What is counted beside a score, such as alarms, in parentheses."""
    counts = record["systems"][system][measure].get("counts") or {}
    shown = [name for name in record["measures"][measure].get("shown") or () if name in counts]
    told = [counted(int(counts[name]), name.removesuffix("s")) for name in shown]
    return f" ({', '.join(told)})" if told else ""


def _beside_unchanged(record: Record, measure: str, start: str = "; ", end: str = "") -> str:
    score = _unchanged(record, measure)
    if score is None:
        return ""
    return f"{start}the unchanged source scores {plain_number(score)}{end}"


def _unchanged(record: Record, measure: str) -> float | None:
    score: float | None = (record.get("unchanged") or {}).get(measure, {}).get("score")
    return score


def _no_gain(record: Record, measure: str, system: str) -> bool:
    """Return whether a system is no better than the unchanged source, as far as that is known."""
    score = _unchanged(record, measure)
    own = record["systems"][system][measure]["score"]
    sign = -1 if record["measures"][measure]["best"] == "min" else 1
    return score is None or bool(sign * (own - score) <= 0)


def _names(systems: Sequence[str], last: str = "and") -> str:
    return listed(list(systems), last)


# --- as a table -----------------------------------------------------------------------------------


def table(result: Result, record: Record, changes: Sequence[ChangeRate] | None) -> Table:
    """Return the systems ranked: scores with intervals and the letters of groups, how much each
    system changes, and the unchanged source."""
    first = primary(record)
    known = ranking.ordered(ranking.scores_of(record, first), record["measures"][first].get("best"))
    names = [*known, *(system for system in result.systems if system not in known)]
    sides = {one: _side(record, str(one)) for one in result.measures}
    ordered = sorted(result.measures, key=lambda one: (GOOD, FREE, COST).index(sides[one]))
    groups = {
        str(one): {p.system: p.group for p in ranking.ranking(record, str(one))} for one in ordered
    }
    counts = {one: one.shown_counts if sides[one] == COST else () for one in ordered}
    rate, label = _rate(changes)

    def cells(system: str | None) -> TableRow:
        s = None if system is None else result.systems.index(system)
        row: list[Cell | float | None] = []
        for measure in ordered:
            m = result.measure_number(measure)
            cell = result.unchanged_cells[m] if s is None else result.cells[m][s]
            letters = groups[str(measure)].get(system or "", "")
            row.append(Cell() if cell is None else Cell(*cell.estimate, marks=letters))
            row += [
                None if cell is None else scores.whole(cell.score.counts[name])
                for name in counts[measure]
            ]
        if changes is not None:
            row.append(getattr(UNCHANGED if s is None else changes[s], rate))
        return row

    rows: list[TableRow] = [[name, *cells(name)] for name in names]
    apart = any(result.unchanged_cells)
    if apart:
        rows.append([result.unchanged_name, *cells(None)])
    columns = [Column("system", align="left")]
    for one in ordered:
        group = sides[one] if len({*sides.values()}) > 1 else ""
        best = None if sides[one] == COST else one.best
        columns.append(Column(str(one), group=group, best=best))
        columns += [Column(name, group=group) for name in counts[one]]
    if changes is not None:
        columns.append(Column(label, decimals=2 if rate == "rate" else 4))
    return Table(
        columns,
        rows,
        _title(record, first, any(letters for of in groups.values() for letters in of.values())),
        _notes(
            {n: m.part_notes[n] for m, of in counts.items() for n in of if n in m.part_notes},
            "" if changes is None else label,
            measured={*sides.values()} != {GOOD},
        ),
        int(apart),
    )


def _side(record: Record, measure: str) -> str:
    """Return what a column compares with."""
    if _is_cost(record, measure):
        return COST
    return FREE if record["measures"][measure].get("against") == "source" else GOOD


def _title(record: Record, measure: str, lettered: bool) -> str:
    many = counted(len(record["systems"]), "system")
    if len(record["systems"]) == 1 or record["measures"][measure].get("best") is None:
        return many
    key = "; those that share a letter in a column are not significantly different there"
    return f"{many}, ranked by {measure}{key if lettered else ''}"


def _rate(changes: Sequence[ChangeRate] | None) -> tuple[str, str]:
    """Return what is shown of how much systems change, and its heading."""
    if changes is not None and any(change.rate is None for change in changes):
        return "words", scores.WORDS
    return "rate", scores.RATE


def _notes(counts: Mapping[str, str], label: str, *, measured: bool) -> list[str]:
    notes = [f"{name}: {note}" for name, note in counts.items()]
    notes += [f"{label}: {scores.CHANGED[label]}"] if label else []
    if not measured:
        notes.append("what a system costs in meaning is not measured here: add the measure Meaning")
    return notes
