"""Oracle reranking on public lists, against released winners and published figures.

Released are the winners of M2 on a 100-best list of CoNLL-2014 (the list itself is not), with their
scores, and those of SARI and MAX-SARI on the 12-best lists of NTS for TurkCorpus (the lists, too).
References were drawn there from no known seed.
"""

from __future__ import annotations

import ast
import tarfile
from typing import Any

import pytest

import corrigenda as cg
from corrigenda.changes.oracle import Oracle
from corrigenda.changes.reranking import Reranking, rerank
from corrigenda.changes.wordchange import WordChange
from corrigenda.corpus import Correction, Pair, Segment
from corrigenda.measures.m2 import M2
from corrigenda.measures.max_sari import MaxSARI
from corrigenda.measures.sari import SARI
from corrigenda.statistics.settings import Settings
from papers import bias_reranking
from papers.shared import Shared as Source
from tests.conftest import Shared

GEC = {
    "NUCLEA (M=1)": "NUCLEA",
    "NUCLE (M=2)": "NUCLE",
    **{f"subset M={m}": f"{m}subset" for m in range(3, 12)},
    "BN (M=10)": "BN",
    "ALL (16 annotators in file)": "ALL",
}
"""Names of the golden figures and of the files with winners."""


def lines(shared: Shared, archive: str, name: str) -> list[str]:
    with tarfile.open(shared.data("ibgec", f"{archive}.tar.gz")) as files:
        member = files.extractfile(f"{archive}/{name}")
        assert member is not None
        return [line.strip() for line in member.read().decode().rstrip("\n").split("\n")]


def golden(shared: Shared, of: str) -> Any:
    return shared.golden("conservatism")[f"oracle_rerank_{of}"]


# --- corrections ----------------------------------------------------------------------------------


def test_released_winners_grow_bolder(shared: Shared) -> None:
    """What the winners change, by any difference, exactly; and it grows with the references."""
    figures = golden(shared, "gec")["results"]
    sources = shared.data("conll14", "source.txt").read_text(encoding="utf-8").splitlines()
    strict = WordChange(change="any", tokens="released")
    approx = WordChange(change="approx", tokens="released")
    means = []
    for name, file in GEC.items():
        won = lines(shared, "rerank_gec", f"first_rank_results{file}")
        counts = [strict.count(s.strip(), w)[0] for s, w in zip(sources, won, strict=True)]
        numbers = [sum(min(c, 11) == n for c in counts) for n in range(12)]
        assert numbers == figures[name]["hist_any_0to10_gt10"]
        means.append(sum(counts) / len(counts))
        assert means[-1] == pytest.approx(figures[name]["mean_any"], abs=6e-5)
        if file in ("NUCLEA", "ALL"):  # lemmas are by rules instead of WordNet
            counts = [approx.count(s.strip(), w)[0] for s, w in zip(sources, won, strict=True)]
            assert sum(counts) / 1312 == pytest.approx(figures[name]["mean_approx"], abs=5e-3)
    first = figures["RoRo 1-best"]["mean_any"]
    assert first < means[0] < means[1] < means[2] and means[-1] == max(means)


@pytest.mark.parametrize(
    ("file", "gold", "name", "other"),
    [
        ("NUCLEA", "official-2014.0.m2", "NUCLEA (M=1)", 4),
        ("NUCLE", "official-2014.combined.m2", "NUCLE (M=2)", 14),
    ],
)
def test_released_scores(shared: Shared, file: str, gold: str, name: str, other: int) -> None:
    """The oracle's scores of the winners, but for sentences in which the released code counts more
    system edits (two, mostly) than m2scorer does."""
    corpus = cg.read(shared.data("conll14", gold))
    won = lines(shared, "rerank_gec", f"first_rank_results{file}")
    released = lines(shared, "rerank_gec", f"prf_first_rank_results{file}")
    expected = [ast.literal_eval(line)[2] for line in released]
    measure = M2(case=False)
    found = [
        Oracle(measure, s, [Correction(s.source, text)]).winner(range(len(s.references))).score
        for s, text in zip(corpus, won, strict=True)
    ]
    differ = [(a, b) for a, b in zip(found, expected, strict=True) if abs(a - b) > 1e-12]
    assert len(differ) == other
    assert all(a > b for a, b in differ)
    mean = golden(shared, "gec")["results"][name]["mean_sentence_F0.5"]
    assert sum(expected) / 1312 == pytest.approx(mean, abs=6e-5)
    assert sum(found) / 1312 == pytest.approx(mean, abs=5e-3)


# --- simplifications ------------------------------------------------------------------------------


def test_released_simplifications(shared: Shared) -> None:
    """What the winners by SARI and MAX-SARI change (approximately, with lemmas by rules)."""
    figures = golden(shared, "simplification")["authors_mean_wordchange_random_references"]
    sources = lines(shared, "rerank_simplification", "simplification_rank_results_nisioi_origin")
    measure = WordChange(change="approx", tokens="released")
    for name, prefix in (("sari", "nisioi"), ("max_sari", "max_nisioi")):
        alone = {}
        for m in range(1, 9):
            file = f"simplification_rank_results_{prefix}{m}refs"
            won = lines(shared, "rerank_simplification", file)
            counts = [measure.count(s, w)[0] for s, w in zip(sources, won, strict=True)]
            assert sum(counts) / 233 == pytest.approx(figures[name][str(m)], abs=0.02)
            alone[m] = counts.count(0)
        assert alone[1] == 50 and max(alone[m] for m in range(2, 9)) <= 37


def nts(shared: Shared) -> list[Pair]:
    """The sentences of the released winners, with their candidates and references."""
    sources = lines(shared, "rerank_simplification", "simplification_rank_results_nisioi_origin")
    return bias_reranking.candidates(Source(shared.root), sources)


@pytest.fixture(scope="module")
def simplified(shared: Shared) -> Reranking:
    segments, candidates = zip(*nts(shared), strict=True)
    return rerank(
        segments,
        candidates,
        [SARI(), MaxSARI()],
        counts=[1, 2, 4, 8],
        draw="distinct",
        draws=2,
        settings=Settings(resamples=200),
        jobs=1,
    )


def test_more_references_make_simplifications_bolder(simplified: Reranking) -> None:
    """As published: by MAX-SARI, the winners change more words."""
    _, max_sari = simplified.curves
    assert max_sari.words is not None and max_sari.words.value > 0.1
    words = [point.changes.words.value for point in max_sari.points]
    assert words[0] == min(words)


def test_more_references_leave_fewer_simplifications_alone(simplified: Reranking) -> None:
    """By both oracles: a winner by one reference often changes nothing, by more hardly ever."""
    assert simplified.sentences == 233 and simplified.candidates == (12, 12)
    for curve in simplified.curves:
        alone = [point.changes.untouched.value for point in curve.points]
        assert alone[0] > alone[1] > alone[2]
        assert alone[0] > 0.2 and alone[-1] < 0.13
        assert curve.untouched is not None and curve.untouched.high is not None
        assert curve.untouched.high < -0.05
        assert alone[0] < simplified.first.untouched.value


def test_sari_prefers_small_changes_with_more_references(simplified: Reranking) -> None:
    """The mean number of changed words falls with SARI, as it does in the released winners: what
    many references disagree about is half right to delete."""
    sari, max_sari = simplified.curves
    assert sari.words is not None and sari.words.value < 0
    words = [[point.changes.words.value for point in c.points] for c in (sari, max_sari)]
    assert words[0][-1] < words[1][-1]
    scores = [[point.score.value for point in c.points] for c in (sari, max_sari)]
    assert scores[0][0] == scores[1][0]  # one reference: the same measure
    assert scores[0] == sorted(scores[0], reverse=True)
    assert scores[1] == sorted(scores[1])


def test_the_first_references_in_order(shared: Shared) -> None:
    """Winners are those of a search that scores each candidate as a corpus of one sentence."""
    pairs = nts(shared)[:12]
    segments, lists = zip(*pairs, strict=True)
    for measure in (SARI(), MaxSARI()):
        found = rerank(
            segments, lists, [measure], counts=[1, 3], draw="first", settings=Settings(ci=None)
        )
        for m in (1, 3):
            won = []
            for segment, candidates in pairs:
                fewer = Segment(segment.source, segment.references[:m])
                scores = [
                    cg.evaluate([fewer], {"x": [c.text]}, [measure], ci=None)[
                        "x", measure
                    ].score.value
                    for c in candidates
                ]
                won.append(candidates[scores.index(max(scores))].text)
            assert found.curves[0].winners[m] == tuple(won)
