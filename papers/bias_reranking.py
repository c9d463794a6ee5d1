"""Oracles that choose among candidates by more and more references."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from corrigenda.changes.oracle import Oracle
from corrigenda.changes.reranking import rerank
from corrigenda.changes.wordchange import WordChange
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.formats import read
from corrigenda.measures.m2 import M2
from corrigenda.measures.max_sari import MaxSARI
from corrigenda.measures.sari import SARI
from corrigenda.results.figures import Axis, Curves, Figure, Point, Series
from corrigenda.statistics.settings import Settings
from papers.rows import Findings, Row, Spread, many
from papers.shared import Shared

WINNERS = {"NUCLEA": 1, "NUCLE": 2, **{f"{m}subset": m for m in range(3, 12)}, "BN": 10, "ALL": 16}
"""Released files of winners, and how many references chose them."""

CHANGE = WordChange(change="approx", tokens="released")

# --- corrections ----------------------------------------------------------------------------------


def corrections(shared: Shared) -> Findings:
    """What the released winners change, and what the oracle says of them."""
    rows = []
    for file, gold, name in (
        ("NUCLEA", "official-2014.0.m2", "1 reference"),
        ("NUCLE", "official-2014.combined.m2", "2 references"),
    ):
        theirs: list[float] = [
            ast.literal_eval(line)[2]
            for line in shared.lines("rerank_gec", f"prf_first_rank_results{file}")
        ]
        ours: list[float] = [
            Oracle(M2(case=False), s, [Correction(s.source, won)])
            .winner(range(len(s.references)))
            .score
            for s, won in zip(
                read(shared.data("conll14", gold)),
                shared.lines("rerank_gec", f"first_rank_results{file}"),
                strict=True,
            )
        ]
        both = enumerate(zip(theirs, ours, strict=True), 1)
        other = [str(n) for n, (a, b) in both if abs(a - b) > 1e-9]
        rows.append(
            Row(
                f"mean sentence F0.5 of the winners by {name}",
                f"{_mean(theirs):.4f}",
                [_mean(ours)],
                0.005,
                f"other values in {len(other)} sentences ({', '.join(other)}), in which the first "
                "word is written small and a word is inserted behind it: the released program "
                "counts several edits for it, m2scorer the insertion (sentence 9, “However for” → "
                "“however , for”: P is 1/3 there, 1 by m2scorer)",
            )
        )
    sources = shared.data("conll14", "source.txt").read_text(encoding="utf-8").splitlines()
    words = {}
    for file, m in WINNERS.items():
        won = shared.lines("rerank_gec", f"first_rank_results{file}")
        words[file] = _changed([source.strip() for source in sources], won)
        rows.append(Row(f"changed words a sentence, by {many(m)} ({file})", "", [words[file]]))
    points = [Point(m, words[file]) for file, m in WINNERS.items() if file not in ("BN", "ALL")]
    figure = _figure(
        "What the winners of an oracle reranking of 100 candidates change, by the number of "
        "references: the released winners for CoNLL-2014.",
        [Series("winners", points)],
    )
    note = (
        "the lists of candidates were not released, so winners cannot be chosen again; measured "
        "here are the released winners"
    )
    return Findings(rows, {"reranking": figure}, [note])


# --- simplifications ------------------------------------------------------------------------------

ORACLES = {"SARI": ("sari", SARI(), "nisioi"), "MAX-SARI": ("max_sari", MaxSARI(), "max_nisioi")}
"""By name: the key of published values, the measure, and how released files begin."""

NUMBERS = range(1, 9)
SEEDS = range(1, 11)
"""Random draws of references."""

TOKENISED, JOINED = "references tokenised", "punctuation joined to words"


def simplifications(shared: Shared) -> Findings:
    """Changed words of the released winners, and of winners chosen again."""
    known = shared.golden("conservatism")["oracle_rerank_simplification"]
    published = known["authors_mean_wordchange_random_references"]
    archive = "rerank_simplification"
    sources = shared.lines(archive, "simplification_rank_results_nisioi_origin")
    rows = []
    for name, (key, _, prefix) in ORACLES.items():
        for m in NUMBERS:
            won = shared.lines(archive, f"simplification_rank_results_{prefix}{m}refs")
            rows.append(
                Row(
                    f"{name}, {many(m)}, released winners",
                    f"{published[key][str(m)]:.3f}",
                    [_changed(sources, won)],
                    0.02,
                    "lemmas by rules here, from WordNet there",
                )
            )
    tokenised = chosen_again(shared, candidates(shared, sources))
    joined = chosen_again(shared, candidates(shared, sources, join_punctuation))
    theirs = {
        (name, m): float(published[key][str(m)])
        for name, (key, _, _) in ORACLES.items()
        for m in NUMBERS
    }
    between = sum(tokenised[of].mean <= value <= joined[of].mean for of, value in theirs.items())
    reason = (
        "the released program (rank.py of borgr/assess_learner_language) reads references from "
        "turkcorpus/truecased/test.8turkers.organized.tsv, in which many have punctuation joined "
        "to words; those here are tokenised. Joining all punctuation to words moves every value up "
        f"(rows below), and {between} of {len(theirs)} published values lie between the two means"
    )
    for way, found in ((TOKENISED, tokenised), (JOINED, joined)):
        for (name, m), (mean, low, high) in found.items():
            printed = f"{theirs[name, m]:.3f}" if way == TOKENISED else ""
            label = f"{name}, {many(m)}, chosen again, {way}"
            rows.append(
                Row(label, printed, [mean], None, reason * bool(printed), False, [(low, high)])
            )
    figures = {
        f"simplification-{ORACLES[name][0]}": _figure(
            f"What the winners by {name} change, by the number of references: as published, and "
            "chosen again with 95 % prediction intervals over draws of references.",
            [
                Series(TOKENISED, [Point(m, *tokenised[name, m]) for m in NUMBERS]),
                Series(JOINED, [Point(m, *joined[name, m]) for m in NUMBERS]),
                Series("published", [Point(m, theirs[name, m]) for m in NUMBERS]),
            ],
        )
        for name in ORACLES
    }
    notes = [
        "mean number of changed words a sentence, of 233 sentences",
        f"chosen again: mean of {len(SEEDS)} random draws of references, and the 95 % prediction "
        "interval of one more draw; close is what was published inside it",
    ]
    return Findings(rows, figures, notes)


def _figure(caption: str, series: Sequence[Series]) -> Figure:
    axes = Axis("references"), Axis("changed words a sentence")
    return Figure(caption, [Curves(series, *axes)])


def chosen_again(shared: Shared, pairs: Sequence[Pair]) -> dict[tuple[str, int], Spread]:
    """Return the changed words of winners by oracle and number of references, over draws."""
    values: dict[tuple[str, int], list[float]] = {}
    for seed in SEEDS:
        study = rerank(
            [segment for segment, _ in pairs],
            [candidates for _, candidates in pairs],
            [measure for _, measure, _ in ORACLES.values()],
            counts=NUMBERS,
            draw="replacement",
            draws=1,
            change="approx",
            tokens="released",
            settings=Settings(ci=None, seed=seed),
            jobs=shared.jobs,
        )
        for name, curve in zip(ORACLES, study.curves, strict=True):
            for point in curve.points:
                of = (name, point.references)
                values.setdefault(of, []).append(point.changes.words.value)
    # First by oracle, then by number, as they are shown.
    return {of: Spread.of(draws) for of, draws in values.items()}


def join_punctuation(text: str) -> str:
    """Return a tokenised text with its punctuation joined to words, as people type it.

    >>> join_punctuation("islam 's holiest city ( mecca ) , `` so '' it is .")
    'islam\'s holiest city (mecca), "so" it is.'
    """
    for pattern, joined in JOINS:
        text = pattern.sub(joined, text)
    return text


JOINS = [
    (re.compile(pattern), joined)
    for pattern, joined in (
        (r"`` ?", '"'),
        (r" ?''", '"'),
        (r" ([.,;:?!%)\]])", r"\1"),
        (r"([(\[$£]) ", r"\1"),
        (r" (n't|'\w+)\b", r"\1"),
        (r" '", "'"),
    )
]


def candidates(
    shared: Shared, sources: list[str], written: Callable[[str], str] = str
) -> list[Pair]:
    """The sentences of the released winners, with their candidates and references.

    References are lower-cased and tokenised, with other signs for brackets; `written` rewrites
    them.
    """
    lists = [shared.lines("nts_kbest", f"h{k}.txt") for k in range(1, 13)]
    originals = _read(shared.data("turk", "test.8turkers.tok.norm"))
    place = {_bare(sentence): n for n, sentence in enumerate(originals)}
    references = [_read(shared.data("turk", f"test.8turkers.tok.turk.{k}")) for k in range(8)]
    pairs: list[Pair] = []
    for source in sources:
        n = place[_bare(source)]
        texts = [written(_brackets(reference[n])) for reference in references]
        segment = Segment(source, tuple(Correction(source, text) for text in texts), str(n + 1))
        pairs.append((segment, tuple(Correction(source, ranked[n]) for ranked in lists)))
    return pairs


def _read(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def _brackets(text: str) -> str:
    return text.replace("-lrb-", "(").replace("-rrb-", ")")


def _bare(text: str) -> str:
    return re.sub(r"\W", "", _brackets(text.lower()))


def _changed(sources: list[str], texts: list[str]) -> float:
    return _mean([CHANGE.count(s, t)[0] for s, t in zip(sources, texts, strict=True)])


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
