"""Published numbers, computed again from the public judgements.

- Grundkiewicz, Junczys-Dowmunt and Gillian (2015): Expected Wins and TrueSkill (table 3), and the
  correlations of M2, I-WAcc, BLEU and METEOR, which were computed from Expected Wins rounded to
  three decimals.
- gec-metrics tests its own meta-evaluation with the lengths of outputs (`meta_eval/gjg_test.py`),
  and its README printed the correlations of ERRANT (at commit 6afc903) and GLEU (at 20007df).
- Correlations of the official M2 scorer and of the official GLEU are known from later papers at
  second hand only: they pin what is computed here, and `docs/agreement.md` does not call them
  published.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping

import numpy as np
import pytest
from scipy import stats

from corrigenda.evaluation import evaluate
from corrigenda.formats import read
from corrigenda.judgements.meta_study import meta
from corrigenda.judgements.ranking_study import SKILL, WINS, RankingStudy
from corrigenda.judgements.rating_study import ALL, CHANGED, RatingStudy
from corrigenda.judgements.ratings import read_ratings
from corrigenda.judgements.score_files import read_scores
from corrigenda.statistics.settings import Settings
from tests.conftest import Shared

EXACT = Settings(ci=None)

EXPECTED_WINS = {
    "AMU": 0.628, "RAC": 0.566, "CAMB": 0.561, "CUUI": 0.550, "POST": 0.539, "UFC": 0.513,
    "PKU": 0.506, "UMC": 0.495, "IITB": 0.485, "SJTU": 0.463, "INPUT": 0.456, "NTHU": 0.437,
    "IPN": 0.300,
}  # fmt: skip
TRUE_SKILL = {
    "AMU": 0.273, "CAMB": 0.182, "RAC": 0.114, "CUUI": 0.105, "POST": 0.080, "PKU": -0.001,
    "UMC": -0.022, "UFC": -0.041, "IITB": -0.055, "INPUT": -0.062, "SJTU": -0.074, "NTHU": -0.142,
    "IPN": -0.358,
}  # fmt: skip


def study(shared: Shared, decimals: int | None = None, **scores: dict[str, float]) -> RankingStudy:
    judgements = shared.data("gjg15", "judgments.xml.gz")
    if not judgements.exists():
        pytest.skip("no judgements of the CoNLL-2014 systems")
    found = meta(judgements, scores=scores, decimals=decimals, settings=EXACT)
    assert isinstance(found, RankingStudy)
    return found


def test_expected_wins_are_the_published_ones(shared: Shared) -> None:
    found = study(shared)
    # 0.51346 is printed as 0.513 there, and so it is here.
    assert {one.system: round(one.wins.value, 3) for one in found.judged} == EXPECTED_WINS
    assert (found.rankings, found.judges, found.pairs) == (2319, 8, 109_098)


def test_true_skill_is_the_published_one_but_for_the_noise_of_its_runs(shared: Shared) -> None:
    for one in study(shared).judged:
        assert one.skill.value == pytest.approx(TRUE_SKILL[one.system], abs=0.0016)


@pytest.mark.parametrize(
    ("name", "rho", "r"),
    [("m2", 0.692, 0.627), ("iwacc", -0.154, -0.098), ("bleu", -0.346, -0.240),
     ("meteor", -0.374, -0.241)],
)  # fmt: skip
def test_correlations_are_the_published_ones(
    shared: Shared, name: str, rho: float, r: float
) -> None:
    (scores,) = read_scores(shared.data("gjg15", f"scores.{name}")).values()
    found = study(shared, 3, **{name: scores}).correlations[0]
    assert (found.people, found.systems) == (WINS, 13)
    assert round(found.spearman.value, 3) == rho
    assert round(found.pearson.value, 3) == r


@pytest.mark.parametrize(("people", "r", "rho"), [(WINS, 0.623, 0.687), (SKILL, 0.672, 0.720)])
def test_correlations_of_the_official_m2_scorer(
    shared: Shared, people: str, r: float, rho: float
) -> None:
    golden = shared.golden("m2_conll14")["results"]
    found = study(shared, M2={name: of["f"] for name, of in golden.items()}).correlations
    (one,) = [one for one in found if one.people == people and one.systems == 13]
    assert (round(one.pearson.value, 3), round(one.spearman.value, 3)) == (r, rho)


@pytest.mark.parametrize(("people", "r", "rho"), [(WINS, 0.701, 0.467), (SKILL, 0.750, 0.555)])
def test_correlations_of_gleu_hardly_depend_on_its_draws(
    shared: Shared, people: str, r: float, rho: float
) -> None:
    golden = shared.golden("gleu_conll14")["results"]
    for version in ("python2", "python3"):  # they draw other references
        scores = {name: golden[version][name]["mean"] for name in EXPECTED_WINS}
        found = study(shared, GLEU=scores).correlations
        (one,) = [one for one in found if one.people == people and one.systems == 13]
        assert one.pearson.value == pytest.approx(r, abs=0.0026)
        assert round(one.spearman.value, 3) == rho


@pytest.mark.parametrize(
    ("people", "r", "rho"),
    [(WINS, -0.2315878996372926, -0.1758241758241758),
     (SKILL, -0.29331267502050523, -0.24725274725274726)],
)  # fmt: skip
def test_correlations_of_lengths_are_those_of_gec_metrics(
    shared: Shared, people: str, r: float, rho: float
) -> None:
    files = {name: shared.data("conll14", "systems", name) for name in EXPECTED_WINS}
    files["INPUT"] = shared.data("conll14", "source.txt")  # the other one has spaces at line ends
    texts = {name: file.read_text("utf-8").rstrip() for name, file in files.items()}
    lengths = {name: len(text.replace("\n", "")) for name, text in texts.items()}
    # gec-metrics takes both scores of people from the paper's table 3.
    judged = {WINS: EXPECTED_WINS, SKILL: TRUE_SKILL}[people]
    found = meta(judged, scores={"characters": lengths}, settings=EXACT)
    one = found.correlations[0]
    assert (one.pearson.value, one.spearman.value) == pytest.approx((r, rho), abs=1e-14)
    if people == WINS:  # from the rankings themselves
        one = study(shared, 3, characters=lengths).correlations[0]
        assert (one.pearson.value, one.spearman.value) == pytest.approx((r, rho), abs=1e-14)


def scored_as_gec_metrics(
    shared: Shared, measure: str, space: str = ""
) -> list[tuple[float, float]]:
    """Correlations (see `correlated`) with the references of gec-metrics: those of the combined
    file. It leaves annotator 1 out where both agree, and gec-metrics takes the source there. A
    space at an end of a line may be given as a token.
    """
    corpus = read(shared.data("conll14", "official-2014.combined.m2"))
    references = [
        [s.by_annotator[a].text if a in s.by_annotator else s.source for s in corpus]
        for a in ("0", "1")
    ]
    systems = {}
    for name in EXPECTED_WINS:
        lines = shared.data("conll14", "systems", name).read_text("utf-8").rstrip().split("\n")
        systems[name] = [
            " ".join(word or space for word in line.split(" ")) if line else "" for line in lines
        ]
    systems["INPUT"] = corpus.sources
    result = evaluate(
        sources=corpus.sources, references=references, systems=systems, measures=measure, ci=None
    )
    return correlated({name: result[name][measure].value for name in systems})


def correlated(scores: Mapping[str, float]) -> list[tuple[float, float]]:
    """Correlations (r, ρ) with the published Expected Wins and TrueSkill."""
    people: list[Mapping[str, float]] = [EXPECTED_WINS, TRUE_SKILL]
    found = [
        meta(judged, scores={"it": scores}, settings=EXACT).correlations[0] for judged in people
    ]
    return [(one.pearson.value, one.spearman.value) for one in found]


GEC_METRICS_GLEU = "GLEU(preset=gec-metrics-corrected)"


def test_correlations_of_gleu_are_those_of_gec_metrics(shared: Shared) -> None:
    """It splits text at each single space, so that a space at an end of a line makes a token, too:
    of all lines of SJTU and IITB but the last, three of NTHU and one of RAC."""
    wins, skill = scored_as_gec_metrics(shared, GEC_METRICS_GLEU, "<space>")
    assert wins == pytest.approx((0.601290729078602, 0.5934065934065934), abs=1e-14)
    assert skill == pytest.approx((0.6633835644883472, 0.6868131868131868), abs=1e-14)


def test_spaces_at_ends_of_lines_change_the_correlations_of_gleu(shared: Shared) -> None:
    wins, skill = scored_as_gec_metrics(shared, GEC_METRICS_GLEU)
    assert [round(one, 3) for one in (*wins, *skill)] == [0.705, 0.626, 0.765, 0.703]


@pytest.mark.parametrize(
    ("tool", "found"),
    [("GLEU", [0.678, 0.643, 0.743, 0.714]), ("GLEUOfficial", [0.703, 0.467, 0.754, 0.555])],
)
def test_references_change_the_correlations_of_gleu(
    shared: Shared, tool: str, found: list[float]
) -> None:
    """With the corrections of both annotators, and no space at an end of a line."""
    golden = shared.golden("gecmetrics_gleu_green")["results"]
    scores = {name: golden[f"conll14|{name}"][tool]["corpus"] for name in EXPECTED_WINS}
    assert [round(one, 3) for pair in correlated(scores) for one in pair] == found


@pytest.mark.slow
def test_correlations_of_errant_are_those_of_gec_metrics(shared: Shared) -> None:
    """To the third digit: its version of spaCy is not known."""
    wins, skill = scored_as_gec_metrics(shared, "ERRANT")
    assert wins == pytest.approx((0.6470959069938824, 0.6868131868131868), abs=2e-5)
    assert skill == pytest.approx((0.6919316299420801, 0.7142857142857143), abs=2e-4)


def test_williams_does_not_tell_gleu_from_m2(shared: Shared) -> None:
    m2, gleu = shared.golden("m2_conll14")["results"], shared.golden("gleu_conll14")["results"]
    scores = {
        "M2": {name: m2[name]["f"] for name in EXPECTED_WINS},
        "GLEU": {name: gleu["python3"][name]["mean"] for name in EXPECTED_WINS},
    }
    found = study(shared, **scores)
    wins = [one.wins.value for one in found.judged]
    tables = [[scores[name][one.system] for one in found.judged] for name in ("GLEU", "M2")]
    r = np.corrcoef([wins, *tables])
    a, b, c, n = r[0, 1], r[0, 2], r[1, 2], 13
    # Williams (1959), from the determinant of the matrix.
    t = (a - b) * np.sqrt(
        (n - 1) * (1 + c)
        / (2 * (n - 1) / (n - 3) * np.linalg.det(r) + ((a + b) / 2) ** 2 * (1 - c) ** 3)
    )  # fmt: skip
    (one,) = found.system_differences
    assert (one.measure, one.other) == ("GLEU", "M2")
    assert one.difference == pytest.approx(a - b)
    assert one.williams == pytest.approx(2 * stats.t.sf(t, n - 3))
    # No significant advantage of GLEU over M2, as Chollampatt and Ng (2018) found.
    assert round(one.williams, 2) == 0.62


def test_ratings_have_the_published_reliability(shared: Shared) -> None:
    path = shared.data("tmu-gfm-dev", "dev.csv")
    if not path.exists():
        pytest.skip("no ratings")
    found = meta(path, settings=EXACT, aspects=["meaning"], jobs=1)
    assert isinstance(found, RatingStudy)
    every, changed = found.agreement
    assert (every.subset, changed.subset) == (ALL, CHANGED)
    # On the whole set, of which this is a half: ICC(1,5) .515, ceilings .72 and .60.
    assert every.intraclass.mean == pytest.approx(0.515, abs=0.01)
    assert every.intraclass.ceiling == pytest.approx(0.72, abs=0.01)
    assert changed.intraclass.ceiling == pytest.approx(0.60, abs=0.01)
    # Character similarity there: r .592, rho .685; changed .476, .432.
    assert [round(one.pearson.value, 3) for one in found.outputs] == [0.565, 0.447]
    assert [round(one.spearman.value, 3) for one in found.outputs] == [0.668, 0.415]


def test_the_means_of_the_set_leave_zeros_out(shared: Shared) -> None:
    path = shared.data("tmu-gfm-dev", "dev.csv")
    if not path.exists():
        pytest.skip("no ratings")
    means = read_ratings(path, ["meaning"]).without([0]).means("meaning")
    with path.open(encoding="utf-8", newline="") as file:
        published = [float(row["ave_m"]) for row in csv.DictReader(file)]
    assert means == pytest.approx(published, abs=0.006)
    found = meta(path, settings=EXACT, aspects=["meaning"], no_answer=[0], jobs=1)
    assert isinstance(found, RatingStudy)
    assert "|no-answer:0|" in str(found.signature)
    assert [round(one.pearson.value, 3) for one in found.outputs] == [0.583, 0.465]
