"""USim, the paper: agreement of annotators, and essays against their corrections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import product
from typing import get_args

from corrigenda.changes.sentence_pairs import pair_sentences
from corrigenda.engine.parallel import mapped
from corrigenda.meaning.comparison.units import Weight
from corrigenda.meaning.comparison.usim import Definition, Labels, Scoring, Units, Words, match
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.measures.dagf import DAGCounts, dag_counts
from corrigenda.meaning.measures.distsim import distsim
from papers.rows import Findings, Row
from papers.shared import Shared

CODE = Definition(units="multi", labels="code", scoring="code")
"""USim as the authors' program has it: units of two words and more, and labels taken loosely."""

PRINTED = Definition(weight="printed", words="edits")
"""USim by the formulas of the paper."""

SAME = [
    (f"{annotator}{essay + 100}", f"{annotator}{essay}")
    for annotator, essays in (
        ("tree", (1197, 1198, 1200, 1202)),
        ("amittaic", (1197, 1198, 1200, 1203, 1205)),
    )
    for essay in essays
]
DIFFERENT = [
    (f"{one}{essay + 100}", f"{other}{essay}")
    for essay in (1197, 1198, 1200)
    for one, other in (("tree", "amittaic"), ("amittaic", "tree"))
]
AGREEMENT = [(f"amittaic{essay}", f"tree{essay}") for essay in (1297, 1298, 1300, 1301)]
CORRECTED = [(f"amittaic{essay}", f"tree{essay}") for essay in (1197, 1198, 1200)]
"""Learners' essays and their corrections, by one annotator or by two; essays, or corrections, by
both."""


# --- annotated essays -----------------------------------------------------------------------------


def agreement(shared: Shared) -> Findings:
    """Two annotators of the same texts by DAG F."""
    published = shared.golden("usim")["paper"]["DAG_F"]
    learner, corrected = (_pooled(shared, pairs) for pairs in (AGREEMENT, CORRECTED))
    return Findings(
        [
            Row(
                "4 learner essays: precision, recall, F",
                ", ".join(f"{published[key]:.3f}" for key in "PRF"),
                [learner.precision, learner.recall, learner.f],
            ),
            Row(
                "3 corrected essays: precision, recall, F",
                "",
                [corrected.precision, corrected.recall, corrected.f],
                reason="the paper calls the agreement on the corrected texts similar, and prints "
                "no number",
            ),
        ],
        notes=["labels that differ little (P~S, H~C, N~L, F~R) count as the same (labels=weak)"],
    )


def _pooled(shared: Shared, pairs: Sequence[tuple[str, str]]) -> DAGCounts:
    counts = [dag_counts(*_essays(shared, pair), edges="both", labels="weak") for pair in pairs]
    return DAGCounts(*(sum(column) for column in zip(*counts, strict=True)))


# --- Table 1 --------------------------------------------------------------------------------------

GROUPS = {
    "Different": ("two annotators, source and correction", DIFFERENT),
    "Same": ("one annotator, source and correction", SAME),
    "IAA": ("two annotators, source", AGREEMENT),
}
"""The rows of Table 1 and the texts they compare."""

DEFINITIONS = [
    Definition(units=units, labels=labels, weight=weight, scoring=scoring, words=words)
    for units, labels, weight, scoring, words in product(
        get_args(Units), get_args(Labels), get_args(Weight), get_args(Scoring), get_args(Words)
    )
]
"""All combinations of the options of USim in which the paper and the released program differ."""

COLUMNS = ("F in each direction", "recall and precision")
"""What the first two columns may be."""

BRACKETS = {
    "units of two words and more, same labels": Definition(units="multi"),
    "units of two words and more, weak labels": Definition(units="multi", labels="weak"),
}
"""Two definitions between which the published agreement of annotators lies."""


def table_1(shared: Shared) -> Findings:
    """USim and DistSim between essays and their corrections."""
    published = shared.golden("usim")["paper"]["table1"]
    rows: list[Row] = []
    for key, (name, pairs) in GROUPS.items():
        printed = published[key]
        graphs = [_essays(shared, pair) for pair in pairs]
        target = [printed[column] for column in ("s2r", "r2s", "avg")]
        usim = ", ".join(f"{value:.2f}" for value in target)
        found = _by_definition(shared, graphs)
        readings = [
            (means, f"USim({_options(definition)}), {columns}")
            for definition, by_columns in found.items()
            for means, columns in zip(by_columns, COLUMNS, strict=True)
        ]
        exact = sum(Row("", usim, means).verdict == "same" for means, _ in readings)
        reason = (
            f"{exact or 'none'} of {len(readings)} readings gives these three values: each of the "
            f"{len(found)} combinations of the options units, labels, weight, scoring and words of "
            f"USim, with {COLUMNS[0]}, or with {COLUMNS[1]}, as the first two columns"
        )
        shown = {
            "as the released program defines it": (found[CODE][1], reason),
            "as the paper prints it": (found[PRINTED][0], reason),
        }
        if key == "IAA":
            low, high = (found[one][0] for one in BRACKETS.values())
            between = all(a <= x <= b for a, x, b in zip(low, target, high, strict=True))
            bracket = "the published values lie between the two rows with units of two words and "
            bracket += "more, whose labels are the same, or weakly the same"
            for label, one in BRACKETS.items():
                shown[label] = (found[one][0], bracket if between else reason)
        rows += [
            Row(f"USim, {name}, {how}", usim, means, reason=why)
            for how, (means, why) in shown.items()
        ]
        means, label = min(readings, key=lambda reading: _distance(reading[0], target))
        rows.append(Row(f"USim, {name}, nearest reading: {label}", "", means))
        if "distsim_AD" in printed:
            similar = [distsim(*pair) for pair in graphs]
            rows.append(
                Row(
                    f"DistSim, {name}: A and D, scenes",
                    f"{printed['distsim_AD']:.2f}, {printed['distsim_scene']:.2f}",
                    [_mean([one[label] for one in similar]) for label in ("A+D", "H")],
                )
            )
    seven = mean_usim([_essays(shared, pair) for pair in (*AGREEMENT, *CORRECTED)])
    rows.append(
        Row(
            "USim, two annotators, source or correction, 7 texts: mean",
            f"{published['IAA']['avg']:.2f}",
            [seven],
        )
    )
    return Findings(
        rows,
        notes=[
            "USim: from source to correction, back, and the mean of both",
            f"released program: USim({_options(CODE)}); as printed: USim({_options(PRINTED)}); "
            "units of two words and more: USim(units=multi) and USim(units=multi,labels=weak)",
        ],
    )


def _options(definition: Definition) -> str:
    """What of a definition is not the default, as a user writes it."""
    return ",".join(
        f"{f.name}={getattr(definition, f.name)}"
        for f in fields(definition)
        if getattr(definition, f.name) != f.default
    )


Means = tuple[list[float], list[float]]


def _by_definition(
    shared: Shared, graphs: Sequence[tuple[Graph, Graph]]
) -> dict[Definition, Means]:
    """The mean columns of some pairs by each definition, read in two ways."""
    work = [(definition, graphs) for definition in DEFINITIONS]
    means = mapped(_columns, work, chunk=2, jobs=shared.jobs)
    return dict(zip(DEFINITIONS, means, strict=True))


def _columns(work: Sequence[tuple[Definition, Sequence[tuple[Graph, Graph]]]]) -> list[Means]:
    """F forward, F backward and USim; and recall, precision and USim."""
    means = []
    for definition, graphs in work:
        matched = [match(*pair, definition) for pair in graphs]
        directions = [[m.scores[0].f, m.scores[1].f, m.usim] for m in matched]
        ratios = [[m.scores[0].recall, m.scores[0].precision, m.usim] for m in matched]
        means.append((_column_means(directions), _column_means(ratios)))
    return means


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [_mean(column) for column in zip(*rows, strict=True)]


def _distance(row: Sequence[float], target: Sequence[float]) -> float:
    return max(abs(a - b) for a, b in zip(row, target, strict=True))


# --- Figure 1 -------------------------------------------------------------------------------------


def figure_1(shared: Shared) -> Findings:
    """A sentence and its correction."""
    pair = _essays(shared, ("toy-source", "toy-correction"))
    a, b, _, _, n, m = match(*pair).counts
    return Findings(
        [
            Row("edges of the source that match", "7/9", [a, n]),
            Row("edges of the correction that match", "7/7", [b, m]),
        ],
        notes=[
            "The graphs of the figure were not released; these were drawn after its words to have "
            "its numbers of edges, so the agreement is by construction. The caption calls the "
            "first precision: by the paper's definition it is recall."
        ],
    )


def _essays(shared: Shared, names: tuple[str, str]) -> tuple[Graph, Graph]:
    one, other = (ucca_xml.read(shared.data("usim-annotations", f"{n}.xml")) for n in names)
    return one, other


# --- essays parsed automatically ------------------------------------------------------------------


def parsed_essays(shared: Shared) -> Findings:
    """Essays and corrections, parsed by TUPA sentence by sentence."""
    published = shared.golden("usim")["paper"]["essays_automatic"]
    path = shared.data("usim-annotations", "essay-tupa-sentences.tar.xz")
    parses = dict(sorted(ucca_xml.read_passages(path)))
    essays: dict[str, list[Graph]] = {}
    for name, graph in parses.items():
        essays.setdefault(name[:-3], []).append(graph)
    by_number = [
        (graph, parses[corrected])
        for name, graph in parses.items()
        if (corrected := f"{name[:-3]}_corrected{name[-3:]}") in parses
    ]
    by_text = [
        pair
        for name, graphs in essays.items()
        if f"{name}_corrected" in essays
        for pair in in_order(graphs, essays[f"{name}_corrected"])
    ]
    return Findings(
        [
            Row("sentences paired by their numbers", f"{published:.2f}", [mean_usim(by_number)]),
            Row(
                "sentences paired by their words",
                f"{published:.2f}",
                [mean_usim(by_text)],
                reason="after a sentence that was split or joined, all sentence numbers are "
                "shifted, and unrelated sentences are compared (the names of the released parses "
                "show it)",
                corrected=True,
            ),
        ]
    )


def in_order(some: Sequence[Graph], others: Sequence[Graph]) -> list[tuple[Graph, Graph]]:
    """Pairs in order, one to one, so that their words agree best."""
    texts = ([[token.text for token in graph.tokens] for graph in text] for text in (some, others))
    beads = pair_sentences(*texts, breaks=False)
    return [(some[bead.a0], others[bead.b0]) for bead in beads if bead.shape == (1, 1)]


# --- means ----------------------------------------------------------------------------------------


def mean_usim(pairs: Sequence[tuple[Graph, Graph]]) -> float:
    """By the definition of the authors' program, over sentences."""
    return _mean([match(*pair, CODE).usim for pair in pairs])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
