"""Oracles that choose among candidates by more and more references."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.formats import read
from corrigenda.measures.m2 import M2
from corrigenda.measures.max_sari import MaxSARI
from corrigenda.measures.sari import SARI
from corrigenda.measures.wordchange import WordChange
from corrigenda.report.figures import curves
from corrigenda.statistics.settings import Settings
from corrigenda.studies.reranking import Reranking, rerank
from corrigenda.studies.reranking_oracle import Oracle
from corrigenda.studies.reranking_views import figure
from papers.rows import Findings, Row, many
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
        theirs = [
            ast.literal_eval(line)[2]
            for line in shared.lines("rerank_gec", f"prf_first_rank_results{file}")
        ]
        ours = [
            Oracle(M2(case=False), s, [Correction(s.source, won)])
            .winner(range(len(s.references)))
            .score
            for s, won in zip(
                read(shared.data("conll14", gold)),
                shared.lines("rerank_gec", f"first_rank_results{file}"),
                strict=True,
            )
        ]
        rows.append(
            Row(
                f"mean sentence F0.5 of the winners by {name}",
                f"{_mean(theirs):.4f}",
                [_mean(ours)],
                0.005,
                "in a few sentences the released program counts more edits of the system than "
                "m2scorer does",
            )
        )
    sources = shared.data("conll14", "source.txt").read_text(encoding="utf-8").splitlines()
    words = {}
    for file, m in WINNERS.items():
        won = shared.lines("rerank_gec", f"first_rank_results{file}")
        words[file] = _changed([source.strip() for source in sources], won)
        rows.append(Row(f"changed words a sentence, by {many(m)} ({file})", "", [words[file]]))
    points = [(float(m), words[file]) for file, m in WINNERS.items() if file not in ("BN", "ALL")]
    shown = curves(
        {"winners": points},
        xlabel="references",
        ylabel="changed words a sentence",
        caption="What the winners of an oracle reranking of 100 candidates change, by the number "
        "of references: the released winners for CoNLL-2014.",
    )
    note = (
        "the lists of candidates were not released, so that winners cannot be chosen again; what "
        "was released are the winners, and their scores"
    )
    return Findings(rows, {"reranking": shown}, [note])


# --- simplifications ------------------------------------------------------------------------------


def simplifications(shared: Shared) -> Findings:
    """Changed words of the released winners, and of winners chosen again."""
    known = shared.golden("conservatism")["oracle_rerank_simplification"]
    published = known["authors_mean_wordchange_random_references"]
    archive = "rerank_simplification"
    sources = shared.lines(archive, "simplification_rank_results_nisioi_origin")
    rows = []
    for name, key, prefix in (("SARI", "sari", "nisioi"), ("MAX-SARI", "max_sari", "max_nisioi")):
        for m in range(1, 9):
            won = shared.lines(archive, f"simplification_rank_results_{prefix}{m}refs")
            rows.append(
                Row(
                    f"{name}, {many(m)}, released winners",
                    f"{published[key][str(m)]:.3f}",
                    [_changed(sources, won)],
                    0.02,
                    "lemmas by rules instead of WordNet",
                )
            )
    again = _again(shared, sources)
    for curve in again.curves:
        name = "SARI" if isinstance(curve.measure, SARI) else "MAX-SARI"
        key = "sari" if name == "SARI" else "max_sari"
        for point in curve.points:
            value, low, high = point.changes.words
            theirs = published[key][str(point.references)]
            assert low is not None and high is not None
            inside = low <= theirs <= high
            rows.append(
                Row(
                    f"{name}, {many(point.references)}, chosen again",
                    f"{theirs:.3f}",
                    [value],
                    0.5 if inside else None,
                    "references were drawn from no known seed, and ties go to the higher rank here"
                    + "; the published value lies in the 95 % interval over sentences" * inside,
                )
            )
    return Findings(
        rows,
        {"simplification": figure(again)},
        ["mean number of changed words of a sentence, of 233"],
    )


def _again(shared: Shared, sources: list[str]) -> Reranking:
    return rerank(
        candidates(shared, sources),
        [SARI(), MaxSARI()],
        references=range(1, 9),
        draw="replacement",
        draws=3,
        change="approx",
        tokens="released",
        settings=Settings(resamples=200),
        jobs=shared.jobs,
        progress=shared.progress,
    )


def candidates(shared: Shared, sources: list[str]) -> list[Pair]:
    """The sentences of the released winners, with their candidates and references.

    References are lower-cased and tokenised, and write brackets in other signs.
    """
    lists = [shared.lines("nts_kbest", f"h{k}.txt") for k in range(1, 13)]
    originals = _read(shared.data("turk", "test.8turkers.tok.norm"))
    place = {_bare(sentence): n for n, sentence in enumerate(originals)}
    references = [_read(shared.data("turk", f"test.8turkers.tok.turk.{k}")) for k in range(8)]
    pairs: list[Pair] = []
    for source in sources:
        n = place[_bare(source)]
        texts = [_brackets(reference[n]) for reference in references]
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
