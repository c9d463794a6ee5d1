"""USim, the paper: agreement of annotators, and essays against their corrections."""

from __future__ import annotations

from collections.abc import Sequence

from corrigenda.formats import ucca_xml
from corrigenda.meaning.dagf import DAGCounts, dag_counts
from corrigenda.meaning.distsim import distsim
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.usim import Definition, match
from corrigenda.sentence_pairs import pair_sentences
from papers.rows import Findings, Row
from papers.shared import Shared

CODE = Definition(units="multi", labels="code", scoring="code")
"""USim as the authors' program has it: units of two words and more, and labels taken loosely."""

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
    """Two annotators of four essays by DAG F."""
    published = shared.golden("usim")["paper"]["DAG_F"]
    pooled = [0, 0, 0]
    for pair in AGREEMENT:
        counts = dag_counts(*_essays(shared, pair), edges="both", labels="weak")
        pooled = [a + b for a, b in zip(pooled, counts, strict=True)]
    found = DAGCounts(*pooled)
    return Findings(
        [
            Row(
                "precision, recall, F",
                ", ".join(f"{published[key]:.3f}" for key in "PRF"),
                [found.precision, found.recall, found.f],
            )
        ],
        notes=["labels that differ little (P and S, say) count as the same"],
    )


def table_1(shared: Shared) -> Findings:
    """USim and DistSim between essays and their corrections."""
    published = shared.golden("usim")["paper"]["table1"]
    rows = []
    reason = (
        "no reading of the paper's definitions, and none of some hundred combinations of the "
        "released program's options, gives these rows from the released annotations"
    )
    for name, row, pairs in (
        ("two annotators, source and correction", "Different", DIFFERENT),
        ("one annotator, source and correction", "Same", SAME),
        ("two annotators, source", "IAA", AGREEMENT),
    ):
        printed = published[row]
        graphs = [_essays(shared, pair) for pair in pairs]
        usim = ", ".join(f"{printed[key]:.2f}" for key in ("s2r", "r2s", "avg"))
        for what, definition in (("the released program", CODE), ("the paper", Definition())):
            matched = [match(*pair, definition) for pair in graphs]
            if definition == CODE:
                scores = [[m.scores[0].recall, m.scores[0].precision, m.usim] for m in matched]
            else:
                scores = [[m.scores[0].f, m.scores[1].f, m.usim] for m in matched]
            means = [_mean(column) for column in zip(*scores, strict=True)]
            rows.append(Row(f"USim, {name}, as defined by {what}", usim, means, reason=reason))
        if "distsim_AD" in printed:
            found = [distsim(*pair) for pair in graphs]
            rows.append(
                Row(
                    f"DistSim, {name}: A and D, scenes",
                    f"{printed['distsim_AD']:.2f}, {printed['distsim_scene']:.2f}",
                    [_mean([one[label] for one in found]) for label in ("A+D", "H")],
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
    note = "USim: from source to correction, back, and the mean"
    return Findings(rows, notes=[note])


def figure_1(shared: Shared) -> Findings:
    """The example of a sentence and its correction."""
    pair = _essays(shared, ("toy-source", "toy-correction"))
    a, b, _, _, n, m = match(*pair).counts
    return Findings(
        [
            Row("edges of the source that match", "7/9", [a, n]),
            Row("edges of the correction that match", "7/7", [b, m]),
        ],
        notes=[
            "the graphs of the figure were not released; these were made after its words. Its "
            "caption calls the first precision: by the paper's definition it is recall."
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
                reason="where a sentence was split or joined, all numbers behind it are shifted, "
                "and unrelated sentences are compared",
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
