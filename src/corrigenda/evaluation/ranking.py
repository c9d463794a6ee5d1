"""Rankings and verdicts from scores and tests: which systems lead, which do not differ.

All of this takes plain data, the JSON of a result (`Result.to_json`) with the pairs of a comparison
(`Comparison.to_json`), so that whatever shows results can use it, today or in years:

    level: of the intervals, in percent, or None
    measures: {measure: {best: "max" | "min" | None, against: "references" | "source" | "analysis"}}
    systems: {system: {measure: {score, low, high}}}
    pairs: {measure: [{a, b, p_holm, p_bootstrap_holm}]}, if systems were compared
    changes: {system: {words, sentences, rate}}, if a measure compares with the source alone
    unchanged: {measure: {score}}, the scores of the unchanged source

A measure's direction is honoured: the best comes first, whether that is the highest score or the
lowest; where more is neither better nor worse, systems keep their order, and none is best.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from corrigenda.measures.contract import Measure
from corrigenda.results.words import Percent, p_value, plain_interval, plain_number
from corrigenda.statistics import alpha

Record = Mapping[str, Any]

P_OF = {"randomisation": "p_holm", "bootstrap": "p_bootstrap_holm"}
"""The corrected p of each test."""


class Place(NamedTuple):
    """A system in a ranking. Systems that share a letter of their groups cannot be told apart;
    `group` is empty where systems were not compared."""

    system: str
    score: float
    group: str


def ranking(record: Record, measure: str, test: str = "randomisation") -> list[Place]:
    """Return the systems that have a score by this measure, best first, with their groups."""
    scores = scores_of(record, measure)
    order = ordered(scores, record["measures"][measure].get("best"))
    groups = letters(order, _told_apart(record, measure, test)) if _pairs(record, measure) else {}
    return [Place(system, scores[system], groups.get(system, "")) for system in order]


def rankings(record: Record, test: str = "randomisation") -> dict[str, list[dict[str, Any]]]:
    """Return the ranking by each measure, as plain data."""
    return {
        measure: [place._asdict() for place in ranking(record, measure, test)]
        for measure in record["measures"]
    }


def in_percent(record: Record, measures: Iterable[Measure]) -> Record:
    """Return a record in which scores that are shares are in percent."""
    shares = [str(measure) for measure in measures if measure.unit_of() == "share"]

    def scaled(entries: Record) -> Record:
        return {
            measure: {
                **entry,
                **{
                    k: Percent.of(entry[k])
                    for k in ("score", "low", "high")
                    if entry.get(k) is not None
                },
            }
            if measure in shares
            else entry
            for measure, entry in entries.items()
        }

    systems = {name: scaled(of) for name, of in record["systems"].items()}
    return {**record, "systems": systems, "unchanged": scaled(record.get("unchanged") or {})}


def ordered(scores: Mapping[str, float], best: str | None) -> list[str]:
    """Return the systems by their scores, best first; as they are if none is best."""
    sign = {"max": -1, "min": 1, None: 0}[best]
    return sorted(scores, key=lambda system: sign * scores[system])


def letters(order: Sequence[str], differ: Collection[frozenset[str]]) -> dict[str, str]:
    """Return a compact letter display: two systems share a letter if, and only if, they do not
    differ. Letters are given in the order of the systems.

    The method is insert and absorb (Piepho 2004, "An algorithm for a letter-based representation
    of all-pairwise comparisons", Journal of Computational and Graphical Statistics 13), and then
    groups are dropped whose pairs all have another letter in common.

    >>> letters(["x", "y", "z"], [frozenset("xz")])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    groups = [frozenset(order)]
    for pair in sorted(differ, key=sorted):
        split = [group - {one} for group in groups if pair <= group for one in sorted(pair)]
        kept = [group for group in groups if not pair <= group]
        for group in sorted(split, key=len, reverse=True):
            if not any(group <= other for other in kept):
                kept.append(group)
        groups = kept
    places = {system: place for place, system in enumerate(order)}
    groups.sort(key=lambda group: sorted(places[system] for system in group))
    for group in sorted(groups, key=len):
        others = [other for other in groups if other is not group]
        if all(any({a, b} <= other for other in others) for a in group for b in group):
            groups = others
    return {
        system: "".join(_letter(k) for k, group in enumerate(groups) if system in group)
        for system in order
    }


def _letter(k: int) -> str:
    return string.ascii_letters[k] if k < 52 else f"({k + 1})"


# --- in words -----------------------------------------------------------------------------------


def verdicts(record: Record, test: str = "randomisation") -> list[str]:
    """Return one verdict for each measure: who is ahead, of whom, and who is in one group."""
    return [line for measure in record["measures"] for line in by_measure(record, measure, test)]


def by_measure(
    record: Record, measure: str, test: str = "randomisation", *, ranked: bool = True
) -> list[str]:
    """Return the verdict by one measure; without the ranking, if a table has it."""
    verdict, none = _verdict(record, measure, test, ranked), no_gain(record, measure)
    if none:
        score = record["unchanged"][measure]["score"]
        none += f" ({plain_number(score)})."
    return [line for line in (verdict, none) if line]


class Lead(NamedTuple):
    """Who is ahead by a measure: the first (several if they tie), those that are not significantly
    different from them, and all others."""

    first: list[str]
    near: list[str]
    behind: list[str]


def lead(record: Record, measure: str, test: str = "randomisation") -> Lead:
    """Return who is ahead by a measure that has a best."""
    places = ranking(record, measure, test)
    first = [place.system for place in places if place.score == places[0].score]
    apart = _told_apart(record, measure, test)
    rest = [place.system for place in places if place.system not in first]
    near = [
        system
        for system in rest
        if any(frozenset((system, leader)) not in apart for leader in first)
    ]
    return Lead(first, near, [system for system in rest if system not in near])


def renamed(record: Record, name: Callable[[str], str]) -> dict[str, Any]:
    """Return the same data with other names of the systems."""
    data = dict(record)
    data["systems"] = {name(system): of for system, of in record["systems"].items()}
    if record.get("changes"):
        data["changes"] = {name(system): of for system, of in record["changes"].items()}
    if record.get("pairs"):
        data["pairs"] = {
            measure: [{**pair, "a": name(pair["a"]), "b": name(pair["b"])} for pair in pairs]
            for measure, pairs in record["pairs"].items()
        }
    return data


def no_gain(record: Record, measure: str) -> str:
    """Name the systems that score no better than the unchanged source."""
    about = record["measures"][measure]
    score = (record.get("unchanged") or {}).get(measure, {}).get("score")
    if about.get("best") is None or about.get("against") != "references" or score is None:
        return ""
    sign = -1 if about["best"] == "min" else 1
    systems = {name: of[measure]["score"] for name, of in record["systems"].items()}
    none = [name for name, own in systems.items() if own is not None and sign * (own - score) <= 0]
    if not none:
        return ""
    verb = "scores" if len(none) == 1 else "score"
    return f"{_listed(none)} {verb} no better than the unchanged source on {measure}"


def _verdict(record: Record, measure: str, test: str, ranked: bool) -> str:
    places = ranking(record, measure, test)
    best = record["measures"][measure].get("best")
    if not places:
        return ""
    if len(places) == 1:
        only = places[0].system
        aside = _aside(record, measure, [only])
        return f"{only} scores {_scored(record, measure, only)} on {measure}{aside}."
    if best is None:
        return _range(record, measure, places, test)
    first, near, behind = lead(record, measure, test)
    most = "highest" if best == "max" else "lowest, which is best,"
    scored = _scored(record, measure, first[0])
    line = (
        f"{first[0]} scores {most} on {measure}: {scored}"
        if len(first) == 1
        else f"{_listed(first)} share the {'highest' if best == 'max' else 'lowest, the best,'} "
        f"score on {measure}: {scored}"
    )
    line += _aside(record, measure, first)
    if not near and not behind:
        return f"{line}."
    if not places[0].group:
        second = near[0]
        return (
            f"{line}; {second} is next with {_scored(record, measure, second)}"
            f"{_aside(record, measure, [second])}."
        )
    if len(places) == 2:
        return f"{line}; {_lead(record, measure, places, test)}."
    side = "above" if best == "max" else "below"
    if not near:
        line += f"; significantly {side} all others"
    elif not behind:
        line += "; not significantly different from any other"
    else:
        others = _listed(behind) if len(behind) < 3 else "the others"
        line += f"; not significantly different from {_listed(near)}, significantly {side} {others}"
    if not ranked:
        return f"{line}."
    told = ", ".join(f"{p.system} ({_about(record, measure, p)})" for p in places)
    return f"{line}. Ranked: {told}; systems that share a letter do not differ significantly."


def _range(record: Record, measure: str, places: Sequence[Place], test: str) -> str:
    """Return the verdict by a measure that has no best."""
    low, high = min(places, key=lambda p: p.score), max(places, key=lambda p: p.score)
    label = record["measures"][measure].get("label")
    by = f"By {measure} ({label})" if label else f"By {measure}"
    line = f"{by}, all systems score {plain_number(low.score)}"
    if low.score != high.score:
        line = (
            f"{by}, systems score from {plain_number(low.score)} ({low.system}) to "
            f"{plain_number(high.score)} ({high.system})"
        )
    line += "; a higher value is neither better nor worse"
    pairs = _pairs(record, measure)
    if pairs:
        told = len(_told_apart(record, measure, test))
        verb = "is" if told == 1 else "are"
        said = f"{told} of {len(pairs)} differences {verb} significant"
        if len(pairs) == 1:
            said = f"the one difference is {'' if told else 'not '}significant"
        line += f"; {said}"
    return f"{line}."


def _lead(record: Record, measure: str, places: Sequence[Place], test: str) -> str:
    """Return the lead of the first of two systems."""
    (pair,) = _pairs(record, measure)
    key = P_OF[test]
    gap = plain_number(abs(places[0].score - places[1].score))
    is_significant = pair[key] < alpha(record.get("level"))
    p = p_value(pair[key], at_floor=bool(pair.get(f"{key}_at_floor")))
    return (
        f"its lead of {gap} over {places[1].system} is {'' if is_significant else 'not '}"
        f"significant ({p})"
    )


def _about(record: Record, measure: str, place: Place) -> str:
    change = _change(record, measure, place.system)
    if change is None:
        return place.group
    if change.get("rate") is not None:
        return f"{place.group}, change rate {change['rate']:.2f}"
    return f"{place.group}, changes {_percent(change['words'])} of the words"


def _aside(record: Record, measure: str, systems: Sequence[str]) -> str:
    """Return how much the systems change, where that is to be read beside a score."""
    if not _beside_source(record, measure):
        return ""
    changes = [_change(record, measure, system) for system in systems]
    if None in changes:
        return " (how much is changed is not recorded)"
    known = [change for change in changes if change is not None]
    told = _listed([_changed(change, short=k > 0) for k, change in enumerate(known)])
    little = any(_is_little(record, change) for change in known)
    verb = "changes" if len(systems) == 1 else "change"
    line = f", {'but' if little else 'and'} {verb} {told}"
    score = (record.get("unchanged") or {}).get(measure, {}).get("score")
    return line if score is None else f"{line} (the unchanged source scores {plain_number(score)})"


def _changed(change: Record, *, short: bool = False) -> str:
    if change.get("rate") is not None:
        return _percent(change["rate"]) + ("" if short else " as many words as annotators do")
    share = f"{_percent(change['words'])} of the words"
    return share if short else f"{share}, in {_percent(change['sentences'])} of the sentences"


def _is_little(record: Record, change: Record) -> bool:
    """Return whether it changes less than half of what annotators do, or less than all other
    systems."""
    if change.get("rate") is not None and change["rate"] < 0.5:
        return True
    others = [other["words"] for other in record["changes"].values()]
    return len(others) > 1 and change["words"] == min(others) < max(others)


def _percent(share: float) -> str:
    percent = 100 * share
    return f"{percent:.0f} %" if percent >= 1 or not percent else f"{percent:.1g} %"


def _beside_source(record: Record, measure: str) -> bool:
    """Return whether the measure compares with the source alone."""
    return bool(record["measures"][measure].get("against") == "source")


def _change(record: Record, measure: str, system: str) -> Record | None:
    if not _beside_source(record, measure):
        return None
    return (record.get("changes") or {}).get(system)


def _scored(record: Record, measure: str, system: str) -> str:
    entry = record["systems"][system][measure]
    return f"{plain_number(entry['score'])} {plain_interval(entry)}".strip()


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# --- looking things up --------------------------------------------------------------------------


def scores_of(record: Record, measure: str) -> dict[str, float]:
    """Return the scores by a measure, of the systems that have one."""
    entries = {system: of.get(measure) for system, of in record["systems"].items()}
    return {
        system: entry["score"]
        for system, entry in entries.items()
        if entry and entry["score"] is not None and isfinite(entry["score"])
    }


def _pairs(record: Record, measure: str) -> Sequence[Record]:
    return (record.get("pairs") or {}).get(measure) or ()


def _told_apart(record: Record, measure: str, test: str) -> set[frozenset[str]]:
    """Return the pairs of systems that differ significantly."""
    there = scores_of(record, measure)
    pairs: Iterable[Record] = _pairs(record, measure)
    return {
        frozenset((pair["a"], pair["b"]))
        for pair in pairs
        if pair[P_OF[test]] < alpha(record.get("level")) and {pair["a"], pair["b"]} <= there.keys()
    }
