"""What a crowd's corrections tell: how many there are, what references cover, which are valid."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from corrigenda.references import coverages as study
from corrigenda.references.covered_mass import coverage_table
from corrigenda.references.crowd import Selection, collect, read_crowd
from corrigenda.references.incentives import certainty
from corrigenda.references.incentives import incentive as pays
from corrigenda.references.mturk import read_answers, read_judgements
from corrigenda.references.populations import THRESHOLDS, Population, Populations, estimate
from corrigenda.references.unseen import Histogram, fingerprint
from corrigenda.references.validation import validity as judged_valid
from corrigenda.statistics.settings import Settings
from papers.rows import Findings, Row, many
from papers.shared import Shared


def table_1(shared: Shared) -> Findings:
    """Corrections above some frequencies, and their mass, from the crowd's raw answers."""
    published = shared.golden("reference_bias")["table1"]["paper"]
    rows: list[Row] = []
    drawn: Populations | None = None
    for selection, name, reason in (
        ("released", "", ""),
        (
            "paper",
            ", without sentences that need no correction",
            "the paper says that four sentences that need no correction are left out; its numbers "
            "come from a run that lost four others: the released files are named by the first six "
            "letters of a sentence, which some sentences share",
        ),
    ):
        crowd = read_crowd(shared.crowd(), selection)
        found = estimate(crowd, jobs=shared.jobs)
        drawn = drawn or found
        for threshold, variants, mass in zip(
            THRESHOLDS, published["variants"], published["mass"], strict=True
        ):
            held = [found.variants(threshold), found.mass(threshold)]
            rows.append(
                Row(
                    f"more frequent than {threshold:g}{name}",
                    f"{variants:.2f}, {mass:g}",
                    held,
                    0.02 if not name else None,
                    reason or "two solvers of linear programmes, which stop at different digits",
                    corrected=bool(name),
                )
            )
    assert drawn is not None
    return Findings(
        rows,
        {"table-1": drawn.plot()},
        ["number of corrections, and their share of what people write"],
    )


# --- coverage -------------------------------------------------------------------------------------


def released(shared: Shared, kind: str) -> list[Population]:
    """The authors' own populations, by text (`exact`) or by changed places (`index`)."""
    text = shared.data("ibgec", "unseenest_hists.json").read_text(encoding="utf-8")
    found = []
    for record in json.loads(text)[kind].values():
        # An interior-point solver wrote them: some numbers of variants are -1e-9.
        variants = np.maximum(record["counts"], 0.0)
        x = record["x_min"] * record["grid"] ** np.arange(len(variants))
        found.append(Population.from_histogram(Histogram(x, variants)))
    return found


def coverage(shared: Shared) -> Findings:
    """Accuracy of a perfect corrector, and its index match, by the number of references."""
    published = shared.golden("reference_bias")["coverage"]
    exact, index = released(shared, "exact"), released(shared, "index")
    numbers = range(51)
    curves = {
        "accuracy": coverage_table(exact, numbers),
        "accuracy, no reference twice": coverage_table(exact, numbers, replacement=False),
        "index match": coverage_table(index, numbers),
    }
    with_, without, places = (found.accuracy for found in curves.values())
    index_at_10 = published["paper"]["index_M10"]
    eleven = (
        "the authors' stored curves have this value with 11 references, not with 10 (see the rows "
        "of their simulation)"
    )
    rows = [
        Row("accuracy, 20 references", "about 0.5", [with_[20]], 0.02, "read from a curve"),
        Row(
            "what the 20th of them adds",
            f"{published['paper']['slope_M20']}",
            [with_[20] - with_[19]],
            0.001,
            "cut off, or read from a simulated curve",
        ),
        Row("accuracy, 10, none twice", ">0.47", [without[10]], None, eleven, True),
        Row("accuracy, 11, none twice", ">0.47", [without[11]]),
        Row("index match, 10", f"{index_at_10}", [places[10]], None, eleven, True),
        Row("index match, 11", f"{index_at_10}", [places[11]], 0.006, "cut off, not rounded"),
    ]
    text = shared.data("ibgec", "coverage_mc_released.json").read_text(encoding="utf-8")
    simulated = json.loads(text)["data"]
    for name, kind, file, found in (
        ("accuracy", "exact", "1coverage_data_repeat_1000", with_),
        ("accuracy, none twice", "exact", "1coverage_data_1000", without),
        ("index match", "index", "1coverage_data_repeat_1000", places),
    ):
        rows += [
            Row(
                f"{name}, {m}, the authors' simulation",
                f"{_mean([covered[m] for covered in simulated[file][kind]]):.4f}",
                [found[m]],
                0.015 if m < 10 else 0.002,
                "exact here; the authors drew 1,000 samples and counted fractions of a "
                "correction as one, which matters for few references",
            )
            for m in (1, 2, 5, 10, 11, 15, 20)
        ]
    return Findings(
        rows,
        {"coverage": study.curves(curves, settings=Settings(ci=None)).plot()},
        ["computed from the authors' estimated distributions"],
    )


# --- what judges say ------------------------------------------------------------------------------


def validity(shared: Shared) -> Findings:
    """The share of corrections that are judged valid, by how many people proposed them."""
    crowd = collect(read_answers(shared.crowd()), "judged")
    found = judged_valid(read_judgements([shared.data("ibgec", "confirmation_batch.csv")]), crowd)
    rows = [Row("proposed once", "0.78", [found.bins[0].valid.value])]
    rows += [Row(f"proposed {part.name} times", "", [part.valid.value]) for part in found.bins[1:]]
    rows.append(Row("all", "", [found.overall.valid.value]))
    return Findings(rows, {"validity": found.plot()})


# --- what references pay for ----------------------------------------------------------------------


def incentive(shared: Shared) -> Findings:
    """How sure of an error a corrector must be for correcting to pay, by number of references."""
    numbers = (1, 2, 5, 10, 20)
    covered = dict(
        zip(numbers, coverage_table(released(shared, "exact"), numbers).accuracy, strict=True)
    )
    found = pays({m: float(value) for m, value in covered.items()})
    rows = []
    for m, value in found.coverage.items():
        sure = certainty(value)
        assert sure is not None
        rows.append(Row(many(m), "", [value, sure]))
    return Findings(
        rows,
        {"incentive": found.plot()},
        [
            "coverage, and the least probability of an error at which correcting pays for a "
            "corrector whose corrections are always valid; the paper states the condition, without "
            "numbers"
        ],
    )


# --- simplifications ------------------------------------------------------------------------------


def simplifiers(shared: Shared) -> Findings:
    """How many of a sentence's simplifications nobody else proposed."""
    published = shared.golden("reference_bias")["crowdsourcing"]["simplification"]
    answers = read_answers([shared.data("ibgec", "simplification_Batch_2998009.csv")])
    cased, lower = (
        {size: [s.counts for s in sentences if len(s.answers) == size] for size in (50, 100, 150)}
        for sentences in (
            collect(answers, Selection(normalise=normalise, rules=None)).sentences
            for normalise in ("cased", "paper")
        )
    )
    rows = []
    for size, printed in (
        (100, published["sentence_100"]["singletons"]),
        (150, published["sentence_150"]["paper_singletons"]),
    ):
        name = f"of {size} simplifications of a sentence, proposed once"
        rows += [
            Row(name, str(printed), [fingerprint(cased[size][0])[1]]),
            Row(f"{name}, upper and lower case alike", "", [fingerprint(lower[size][0])[1]]),
        ]
    most = max(max(counts.values()) for size in (100, 150) for counts in cased[size])
    rows += [
        Row(
            "of these 100 and 150, proposed most often: times",
            str(published["sentence_100"]["max"]),
            [most],
        ),
        Row(
            "of 50 simplifications of a sentence, different ones",
            "",
            [_mean([len(counts) for counts in lower[50]])],
        ),
    ]
    return Findings(rows)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
