"""Sections of studies, each from the JSON that its command writes, for a page that has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from corrigenda.report.page.drawing import Dot, Line, curve, whiskers
from corrigenda.report.page.section import Drawings, Figure, Grid, Section, shaded
from corrigenda.report.page.words import interval
from corrigenda.results.numbers import number

Data = Mapping[str, Any]

BINS = 10


def sections(data: Data) -> list[Section]:
    """The sections for which there is something to show."""
    return [section for make in MAKERS if (section := make(data)) is not None]


# --- ceilings ---------------------------------------------------------------------------------


def ceilings(data: Data) -> Section | None:
    """What a perfect corrector would get, and how near systems come to it."""
    found = data.get("ceiling")
    if not found:
        return None
    findings: list[str] = []
    parts: list[Grid | Drawings] = []
    for measure, of in found.items():
        top, many = float(of["ceiling"]["score"]), _references(of["references"])
        who = _who(of)
        shares = {s: one["share"] for s, one in of["systems"].items() if one["share"] is not None}
        if shares:
            best = max(shares, key=lambda system: float(shares[system]))
            findings.append(
                f"By {measure} with {many}, {who} gets {number(top)}, and {best} "
                f"{number(shares[best] * top)}: {100 * shares[best]:.0f} % of it."
            )
        findings += _sentences([of.get("remark"), *of.get("cautions", [])])
        if len(of["points"]) > 1 and of.get("gain"):
            findings.append(_worth(measure, of))
        rows = [
            (
                system,
                [
                    Figure(
                        None if one["share"] is None else one["share"] * top,
                        interval=_bounds(one.get("interval_with_these")),
                    ),
                    Figure(top),
                    Figure(one["share"], interval=_bounds(one.get("interval"))),
                ],
            )
            for system, one in of["systems"].items()
        ]
        alike = " on the same sentences" if of.get("sources") is None else ""
        caption = f"{measure} of systems and of {who}, with {many}{alike}"
        columns = ["Score", who.removeprefix("a ").capitalize(), "Share"]
        parts.append(Grid(caption, columns, rows, named="System"))
        parts += _beside(measure, of)
        parts += _rising(measure, of)
    first = next(iter(found.values()))
    signatures = [of["signature"] for of in found.values()]
    remarks = first.get("notes") or []
    return Section("ceiling", "Ceilings", _lead(first), findings, parts, signatures, remarks)


def by_references(data: Data) -> Section | None:
    """What a perfect corrector would get with how many references."""
    found = data.get("by_references") or []
    findings: list[str] = []
    parts: list[Grid | Drawings] = []
    for of in found:
        measure, points = of["measure"], of["points"]
        findings += _sentences(of.get("cautions", []))
        if len(points) > 1:
            findings.append(_worth(measure, of))
        clusters = any(point["over_sources"] for point in points)
        columns = [measure, "Over sources"] if clusters else [measure]
        rows = []
        for point in points:
            figures = [Figure(point["score"], interval=_bounds(point["interval"]))]
            if clusters:
                figures.append(Figure(point["score"], interval=_bounds(point["over_sources"])))
            rows.append((str(point["references"]), figures))
        caption = f"{measure} of {_who(of)}"
        parts.append(Grid(caption, columns, rows, named="References"))
        parts += _rising(measure, of)
    # What is said of the sentences is the same for all measures.
    remarks = list(dict.fromkeys(note for of in found for note in of["notes"]))
    signatures = [of["signature"] for of in found]
    title = "Ceilings by references"
    if not found:
        return None
    return Section("references", title, _lead(found[0]), findings, parts, signatures, remarks)


def _who(of: Data) -> str:
    """Return whose score a ceiling is."""
    return str(of.get("who") or "a perfect corrector")


def _lead(of: Data) -> str:
    """Return what a ceiling is, for readers who see one for the first time."""
    if of.get("sources") is None:
        return (
            "A left-out annotator is a person whose correction is taken out of the references and "
            "judged by the others. People do not all write the same, so even they do not get 1. A "
            "system may get more, by writing what most people write: that does not make it better "
            "than they are."
        )
    return (
        "A perfect corrector writes what people write, and people do not all write the same: so "
        "even it does not get 1."
    )


def _sentences(texts: Sequence[str | None]) -> list[str]:
    return [f"{text[0].upper()}{text[1:]}." for text in texts if text]


def _beside(measure: str, of: Data) -> list[Drawings]:
    """Draw systems beside people, all judged by the same references."""
    top, scored = float(of["ceiling"]["score"]), of["systems"]
    dots = []
    for system, one in scored.items():
        if one["share"] is not None:
            low, high = one.get("interval_with_these") or (None, None)
            dots.append(Dot(system, one["share"] * top, low, high))
    if not dots:
        return []
    dots.sort(key=lambda dot: -dot.value)
    label = f"{_who(of).removeprefix('a ')}: {number(top)}"
    drawn = whiskers(dots, measure, top, label)
    return [Drawings(f"{measure} with {_references(of['references'])}; dashed: {label}", [drawn])]


def _rising(measure: str, of: Data) -> list[Drawings]:
    points = [(point["references"], point["score"]) for point in of["points"]]
    if len(points) < 2:
        return []
    line = Line(_who(of), points, "main")
    drawn = curve([line], f"{measure} by number of references", whole=True)
    return [Drawings(f"{measure} of {_who(of)}, by references", [drawn])]


def _references(many: int) -> str:
    return "1 reference" if many == 1 else f"{many} references"


def _worth(measure: str, of: Data) -> str:
    enough, gain = of.get("enough"), of["gain"]
    if enough is None:
        last = of["points"][-1]["references"]
        return f"Up to {last} references, one more still adds {gain:g} or more to {measure}."
    return f"From {_references(enough)} on, one more adds less than {gain:g} to {measure}."


def _bounds(pair: Sequence[float] | None) -> str:
    return "" if pair is None else interval({"low": pair[0], "high": pair[1]})


# --- faithfulness -----------------------------------------------------------------------------


def faithfulness(data: Data) -> Section | None:
    """Is meaning kept: how scores against the source are spread over sentences."""
    graphs = [m["name"] for m in data["measures"] if m.get("graphs")]
    spread = [grid for name in graphs if (grid := _spread(data, name)) is not None]
    if not spread:
        return None
    note = "How much of the source’s meaning is still there; 1 is all of it."
    return Section("faithfulness", "Faithfulness", note, [], spread)


def _spread(data: Data, measure: str) -> Grid | None:
    """Sentences by score, in tenths; those at the low end that hold none are put together."""
    counts = {system: [0] * BINS for system in data["systems"]}
    for sentence in data.get("sentences") or ():
        for system, output in sentence["systems"].items():
            score = output["scores"].get(measure)
            if score is not None:
                counts[system][min(int(score * BINS), BINS - 1)] += 1
    most = max((max(row) for row in counts.values()), default=0)
    if not most:
        return None
    first = next(k for k in range(BINS) if any(row[k] for row in counts.values()))
    empty = max(1, first)  # tenths in the first column
    edges = [f"{k / BINS:.1f}" for k in (0, *range(empty, BINS + 1))]
    columns = [f"{low}–{high}" for low, high in pairwise(edges)]
    rows = [
        (system, shaded([sum(row[:empty]), *row[empty:]], most)) for system, row in counts.items()
    ]
    return Grid(f"Sentences by {measure}", columns, rows, named="System")


MAKERS: tuple[Callable[[Data], Section | None], ...] = (
    ceilings,
    by_references,
    faithfulness,
)
