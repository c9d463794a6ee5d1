"""The study: against naive computations on small data, and its command."""

from __future__ import annotations

import csv
import json
import math
import random
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from corrigenda import examples
from corrigenda.cli import main
from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.judgements.meta_study import ScoreStudy, meta
from corrigenda.judgements.ranking_study import WINS, RankingStudy, outcomes
from corrigenda.judgements.rankings import Ranking, Rankings
from corrigenda.judgements.rating_study import RatingStudy
from corrigenda.judgements.ratings import RatedOutput, Ratings, read_ratings
from corrigenda.judgements.system_level import from_moments, moments
from corrigenda.statistics.settings import Settings

QUICK = Settings(resamples=50)
EXACT = Settings(ci=None)
SOURCES = [f"he go to the {noun} ." for noun in ["park", "shop", "school", "beach", "farm", "lake"]]
CORPUS = [
    Segment(source, (Correction(source, text=source.replace("go", "goes")),), str(k))
    for k, source in enumerate(SOURCES, 1)
]
GOOD = [source.replace("go", "goes") for source in SOURCES]
SYSTEMS = {
    "best": GOOD,
    "half": [*GOOD[:3], *SOURCES[3:]],
    "bad": [source.replace("the", "a the") for source in SOURCES],
}
PREFERRED = ["best", "half", "INPUT", "bad"]


def rankings(flips: int = 0) -> Rankings:
    """Judges who rank by preference, outputs alike together; some turn it around."""
    drawn = random.Random(5)
    items = []
    for sentence in range(len(SOURCES)):
        for judge in ("ann", "bob"):
            texts: dict[str, list[str]] = {}
            for name in PREFERRED:
                text = SOURCES[sentence] if name == "INPUT" else SYSTEMS[name][sentence]
                texts.setdefault(text, []).append(name)
            order = [tuple(names) for names in texts.values()]
            if drawn.random() * 10 < flips:
                order.reverse()
            ranks = tuple((float(k), names) for k, names in enumerate(order, 1))
            items.append(Ranking(sentence, judge, ranks))
    return Rankings(tuple(items))


def found(**options: object) -> RankingStudy:
    study = meta(
        rankings(3),
        CORPUS,
        SYSTEMS,
        "M2,GLEU",
        settings=QUICK,
        jobs=1,
        **options,  # type: ignore[arg-type]
    )
    assert isinstance(study, RankingStudy)
    return study


# --- rankings -------------------------------------------------------------------------------------


def test_correlations_are_those_of_scores_and_expected_wins() -> None:
    study = found()
    wins = {one.system: one.wins.value for one in study.judged}
    from corrigenda.evaluation import evaluate

    result = evaluate(CORPUS, {**SYSTEMS, "INPUT": SOURCES}, "M2,GLEU", ci=None, jobs=1)
    for measure in ("M2", "GLEU"):
        (one,) = [
            c for c in study.correlations if (c.measure, c.people, c.systems) == (measure, WINS, 4)
        ]
        names = sorted(wins)
        x, y = [float(result[n, measure]) for n in names], [wins[n] for n in names]
        assert one.pearson.value == pytest.approx(stats.pearsonr(x, y).statistic)
        assert one.spearman.value == pytest.approx(stats.spearmanr(x, y).statistic)
        assert one.pearson.low is not None and one.pearson.low <= one.pearson.value


def test_outcomes_count_pairs_as_a_loop_does() -> None:
    judged = rankings(4)
    scores = np.random.default_rng(2).integers(0, 3, (len(SOURCES), 4)).astype(float)
    expected = np.zeros((len(SOURCES), 3))
    for one in judged.items:
        flat = [(rank, judged.systems.index(s)) for rank, of in one.ranks for s in of]
        for (rank_a, a), (rank_b, b) in combinations(flat, 2):
            if rank_a == rank_b:
                continue
            said = np.sign(scores[one.sentence, a] - scores[one.sentence, b])
            said *= np.sign(rank_b - rank_a)
            expected[one.sentence, {1: 0, -1: 1, 0: 2}[int(said)]] += 1
    np.testing.assert_array_equal(outcomes(judged, scores, len(SOURCES)), expected)


def test_a_measure_as_people_judge_has_tau_one_and_its_opposite_minus_one() -> None:
    judged = rankings()
    scores = np.tile([-float(PREFERRED.index(s)) for s in judged.systems], (len(SOURCES), 1))
    from corrigenda.judgements.correlation import kendall

    assert kendall(outcomes(judged, scores, len(SOURCES)).sum(axis=0)) == 1
    assert kendall(outcomes(judged, -scores, len(SOURCES)).sum(axis=0)) == -1
    assert kendall(outcomes(judged, 0 * scores, len(SOURCES)).sum(axis=0)) == 0


def test_judges_who_agree_have_tau_and_alpha_one() -> None:
    between = meta(rankings(), settings=EXACT)
    assert isinstance(between, RankingStudy)
    assert between.between.tau == between.between.alpha == 1
    mixed = meta(rankings(4), settings=EXACT)
    assert isinstance(mixed, RankingStudy)
    assert mixed.between.tau < 1 and mixed.between.alpha < 1


def test_the_unchanged_source_need_not_be_given_and_is_left_out_beside() -> None:
    study = found()
    subsets = list(dict.fromkeys(one.subset for one in study.correlations))
    assert subsets[:2] == ["all 4", "without INPUT"]
    named = meta(
        rankings(), CORPUS, {**SYSTEMS, "INPUT": SOURCES}, "M2", settings=EXACT, unchanged="bad",
        jobs=1,
    )  # fmt: skip
    assert "without bad" in {one.subset for one in named.correlations}


def test_the_permutation_statistic_is_pearson() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=9), rng.normal(size=9)
    value = from_moments(moments(x, y).sum(axis=0))["score"]
    assert float(value) == pytest.approx(stats.pearsonr(x, y).statistic)


def test_the_same_input_gives_the_same_digits_and_sections() -> None:
    one, other = found(), found()
    assert one.to_json() == other.to_json()
    data = json.loads(json.dumps(one.to_json(), allow_nan=False))
    titles = [section["title"] for section in data["sections"]]
    assert titles[0] == "Which measure agrees with people?"
    assert "Systems in people's eyes" in titles
    assert "agrees best with people on 4 systems" in str(one)
    assert "<svg" in one.report()


def test_a_measure_below_character_similarity_is_named() -> None:
    backwards = Rankings(
        tuple(
            one._replace(ranks=tuple((9 - rank, names) for rank, names in one.ranks))
            for one in rankings().items
        )
    )
    study = meta(backwards, CORPUS, SYSTEMS, "M2", settings=EXACT, jobs=1)
    assert "worse than the similarity of characters (difflib) by τ: M2" in str(study)


# --- ratings --------------------------------------------------------------------------------------


def ratings() -> Ratings:
    rng = np.random.default_rng(4)
    outputs, truth = [], []
    for sentence, source in enumerate(SOURCES):
        for name, quality in (("best", 3.0), ("half", 2.0), ("bad", 0.0)):
            outputs.append(RatedOutput(source, SYSTEMS[name][sentence], (name,)))
            truth.append(quality)
    values = np.array(truth)[:, None] + rng.normal(scale=0.7, size=(len(truth), 3))
    return Ratings(tuple(outputs), {"meaning": values})


def test_ratings_correlate_as_scipy_says() -> None:
    rated = ratings()
    study = meta(rated, measures="WordChange", settings=QUICK, jobs=1)
    assert isinstance(study, RatingStudy)
    from difflib import SequenceMatcher

    x = [
        SequenceMatcher(None, one.source, one.text, autojunk=False).ratio() for one in rated.outputs
    ]
    y = rated.values["meaning"].mean(axis=1)
    (one,) = [o for o in study.outputs if o.measure == "Characters" and o.subset == "all outputs"]
    assert one.pearson.value == pytest.approx(stats.pearsonr(x, y).statistic)
    assert one.spearman.value == pytest.approx(stats.spearmanr(x, y).statistic)
    assert one.pearson.interval is not None
    (system,) = [c for c in study.correlations if c.measure == "Characters"]
    by_system = [
        [float(np.mean([v for v, o in zip(of, rated.outputs, strict=True) if s in o.systems]))
         for s in rated.systems]
        for of in (x, y)
    ]  # fmt: skip
    assert system.pearson.value == pytest.approx(stats.pearsonr(*by_system).statistic)


def test_no_measure_is_best_by_ratings_that_are_chance() -> None:
    reliable = ratings()
    study = meta(reliable, measures="WordChange", settings=EXACT, jobs=1)
    assert "agrees best with ratings of meaning" in str(study)
    size = reliable.values["meaning"].shape
    chance = np.random.default_rng(1).normal(size=size)
    chance -= chance.mean(axis=1, keepdims=True)  # raters differ, outputs do not
    study = meta(Ratings(reliable.outputs, {"meaning": chance}), measures="WordChange",
                 settings=EXACT, jobs=1)  # fmt: skip
    assert "agrees best with ratings" not in str(study)
    assert "The ratings of meaning are unreliable" in str(study)


def test_a_data_frame_has_all_aspects() -> None:
    pytest.importorskip("pandas")
    rated = ratings()
    values = rated.values["meaning"]
    both = Ratings(rated.outputs, {"meaning": values, "grammar": -values})
    study = meta(both, measures="WordChange", settings=QUICK, jobs=1)
    assert isinstance(study, RatingStudy)
    frame = study.to_pandas()
    assert list(frame.columns[:4]) == ["aspect", "over", "measure", "Pearson r"]
    assert list(frame["aspect"].unique()) == ["meaning", "grammar"]
    for name, estimates in (
        ("Pearson r", [one.pearson for one in study.outputs]),
        ("Spearman ρ", [one.spearman for one in study.outputs]),
    ):
        given = frame[[name, f"{name} low", f"{name} high"]].to_numpy(dtype=float)
        np.testing.assert_array_equal(given, np.array(estimates, dtype=float))
    alone = meta(both, baseline=False, settings=EXACT).to_pandas()
    assert list(alone["aspect"].unique()) == ["meaning", "grammar"]


def test_notes_say_what_a_permutation_exchanges() -> None:
    assert "permutation: for each system, the standardised scores" in str(found())
    assert "permutation: for each sentence, the pairs that two measures order" in str(found())
    study = meta(ratings(), measures="WordChange", settings=QUICK, jobs=1)
    assert "permutation: for each source, the ranks that two measures give" in str(study)


def test_a_note_says_what_the_baseline_is() -> None:
    note = "Characters: similarity of output and source, a baseline that knows no grammar"
    assert note in str(found()) and note not in str(found(baseline=False))
    assert note in str(meta(ratings(), measures="WordChange", settings=QUICK, jobs=1))


def test_a_measure_that_tells_nothing_apart_is_not_compared() -> None:
    outputs = tuple(RatedOutput(text, text) for text in GOOD + SYSTEMS["bad"])
    values = np.repeat([4.0, 1.0], len(GOOD))[:, None] + np.array([0, 1, 0])
    study = meta(Ratings(outputs, {"grammar": values}), measures="Grammar", settings=EXACT, jobs=1)
    assert isinstance(study, RatingStudy)
    assert math.isnan(study.outputs[1].spearman.value)  # source and output are alike
    assert study.differences["grammar"] == ()


def test_no_measure_agrees_if_the_best_may_not() -> None:
    reliable = ratings()
    order = np.random.default_rng(2).permutation(len(reliable.outputs))
    shuffled = Ratings(reliable.outputs, {"meaning": reliable.values["meaning"][order]})
    study = meta(shuffled, measures="WordChange", settings=QUICK, jobs=1)
    assert "agrees best with ratings" not in str(study)
    assert "No measure agrees with ratings of meaning: the best is" in str(study)


def test_one_rating_per_output_tells_nothing_of_agreement() -> None:
    rated = ratings()
    one = Ratings(rated.outputs, {"meaning": rated.values["meaning"][:, :1]})
    study = meta(one, settings=EXACT, jobs=1)
    assert "how far raters agree cannot be told" in str(study)


def test_ratings_alone_show_how_raters_agree() -> None:
    study = meta(ratings(), baseline=False, settings=EXACT)
    assert isinstance(study, RatingStudy) and not study.outputs
    assert [section.title for section in study.sections()] == ["How raters agree"]


# --- people's scores ------------------------------------------------------------------------------


def test_scores_of_people_are_enough_for_systems() -> None:
    people = {"A": 0.1, "B": 0.5, "C": 0.9, "D": 0.7}
    other = {"A": 1.0, "B": 3.0, "C": 2.0, "D": 4.0}
    study = meta(people, scores={"mine": other, "yours": people})
    assert isinstance(study, ScoreStudy)
    first = study.correlations[0]
    expected = stats.pearsonr(list(people.values()), list(other.values())).statistic
    assert first.pearson.value == pytest.approx(expected)
    assert "yours agrees best with people on 4 systems" in str(study)
    assert not math.isnan(study.power[0].least)
    assert str(study.signature).startswith("mine,yours|people:scores|seed:1234|")


def test_scores_of_people_are_rounded_and_signed() -> None:
    def study(decimals: int | None, *scores: float) -> ScoreStudy:
        people = dict(zip(SYSTEMS, scores, strict=True))
        made = meta(people, CORPUS, SYSTEMS, "GLEU", decimals=decimals)
        assert isinstance(made, ScoreStudy)
        return made

    exact, rounded = study(None, 0.44, 0.36, 0.2), study(1, 0.44, 0.36, 0.2)
    assert rounded.correlations == study(None, 0.4, 0.4, 0.2).correlations
    assert rounded.correlations != exact.correlations
    assert "|refs:1|" in str(exact.signature)
    assert "|decimals:1|" in str(rounded.signature)
    # Three systems leave no degree of freedom.
    assert "too few systems for Williams' test" in str(exact)


# --- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"measures": "M2"}, "measures need the sentences"),
        ({"corpus": CORPUS[:2], "systems": SYSTEMS, "measures": "M2"}, "judged sentence 6"),
        ({"corpus": CORPUS, "systems": {"best": GOOD}, "measures": "M2"}, "'bad', which people"),
        ({"corpus": CORPUS, "systems": {"x": GOOD}, "measures": "M2"}, "nobody judged a system"),
        ({"scores": {"mine": {"best": 1.0}}}, "mine has no score of 'INPUT', 'bad' and 'half'"),
        ({"unchanged": "nobody"}, "no system is called 'nobody'"),
        ({"ties": "often"}, "ties are one of"),
        ({"decimals": -1}, "expected 0 to 15 decimals"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        meta(rankings(), **options)  # type: ignore[arg-type]


def test_ratings_take_no_references_and_no_corpus() -> None:
    with pytest.raises(InputError, match="M2 needs references"):
        meta(ratings(), measures="M2")
    with pytest.raises(InputError, match="ratings have sources and outputs"):
        meta(ratings(), CORPUS)


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_what_the_function_returns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["sentence,judge,system,rank"]
    for sentence in range(1, 9):
        for rank, system in enumerate(("good", "timid", "reckless"), 1):
            lines.append(f"{sentence},ann,{system},{rank}")
    file = tmp_path / "ranked.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    outputs = [f"{name}={examples.path(name + '.txt')}" for name in ("good", "timid", "reckless")]
    arguments = [part for output in outputs for part in ("-H", output)]
    gold = str(examples.path("gold.m2"))
    figure, page = tmp_path / "f.svg", tmp_path / "p.html"
    status = main(
        ["meta", str(file), "--m2", gold, *arguments, "-m", "M2", "--resamples", "50",
         "--figure", str(figure), "--report", str(page)]
    )  # fmt: skip
    printed = capsys.readouterr().out
    assert status == 0 and figure.exists() and "agrees with people" in page.read_text()
    expected = meta(
        file, gold, dict(output.split("=") for output in outputs), "M2",
        settings=Settings(resamples=50),
    )  # fmt: skip
    assert printed == str(expected) + "\n"


def test_ratings_are_asked_for_collected_and_analysed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source, good, timid = (str(examples.path(f"{n}.txt")) for n in ("source", "good", "timid"))
    asked = ["references", "templates", "rating", source, "-H", good, "-H", timid, "--sample", "6"]
    assert main(asked) == 0
    with Path("rating.csv").open(encoding="utf-8", newline="") as stream:
        tasks = list(csv.DictReader(stream))
    fields = [*(f"Input.{name}" for name in tasks[0]), "WorkerId", "AssignmentStatus"]
    fields += ["Answer.grammar", "Answer.meaning", "Answer.accept", "Answer.Comment"]
    with Path("batch.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, fields)
        writer.writeheader()
        for k, task in enumerate(tasks):
            for worker in range(3):
                answers = (k % 5, min(4, k % 4 + worker // 2), "Yes" if k % 2 else "No", "")
                row = {f"Input.{name}": value for name, value in task.items()}
                row |= {"WorkerId": f"w{worker}", "AssignmentStatus": "Approved"}
                writer.writerow(row | dict(zip(fields[-4:], answers, strict=True)))
    capsys.readouterr()
    assert main(["meta", "batch.csv", "-f", "json", "--ci", "0"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["raters"] == 3 and data["rated"] == len(tasks)
    aspects = {one["aspect"]: one for one in data["agreement"]}
    assert set(aspects) == {"grammar", "meaning", "accept"}
    assert aspects["grammar"]["interval"] == aspects["accept"]["intraclass"]["single"] == 1
    assert 0 < aspects["meaning"]["ordinal"] < 1


def coincidences(values: np.ndarray) -> tuple[list[float], np.ndarray]:
    """Return the values that occur, and how often two raters of an output gave each two of them
    (Krippendorff 2011), a pair of n ratings counting 1 / (n - 1)."""
    levels = sorted({v for row in values for v in row if not math.isnan(v)})
    table = np.zeros((len(levels), len(levels)))
    for row in values:
        given = [levels.index(v) for v in row if not math.isnan(v)]
        for a, b in permutations(given, 2):
            table[a, b] += 1 / (len(given) - 1)
    return levels, table


def alpha_of(values: np.ndarray, ordinal: bool) -> float:
    levels, table = coincidences(values)
    n = table.sum(axis=1)
    observed = expected = 0.0
    for a, b in permutations(range(len(levels)), 2):
        low, high = min(a, b), max(a, b)
        ranks = n[low : high + 1].sum() - (n[low] + n[high]) / 2
        distance = ranks**2 if ordinal else (levels[a] - levels[b]) ** 2
        observed += table[a, b] * distance
        expected += n[a] * n[b] * distance
    return float(1 - (n.sum() - 1) * observed / expected)


def test_a_simulated_batch_has_the_agreement_that_was_put_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three raters who see the same truth, each with noise of half of its variance."""
    monkeypatch.chdir(tmp_path)
    files = {name: str(examples.path(f"{name}.txt")) for name in ("good", "timid", "reckless")}
    asked = [part for file in files.values() for part in ("-H", file)]
    source = str(examples.path("source.txt"))
    assert main(["references", "templates", "rating", source, *asked]) == 0
    with Path("rating.csv").open(encoding="utf-8", newline="") as stream:
        tasks = list(csv.DictReader(stream))
    rng = np.random.default_rng(6)
    truth = rng.normal(scale=10, size=(len(tasks), 1))
    values = {
        "grammar": truth + rng.normal(scale=10 / math.sqrt(2), size=(len(tasks), 3)),
        "meaning": rng.integers(0, 3, (len(tasks), 1)) + rng.integers(0, 3, (len(tasks), 3)) * 1.0,
    }
    values["meaning"][rng.random(len(tasks)) < 0.3, 2] = math.nan
    with Path("filled.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow([*tasks[0], "rater", *values])
        for k, task in enumerate(tasks):
            for person in range(3):
                given = [float(of[k, person]) for of in values.values()]
                cells = ["" if math.isnan(one) else one for one in given]
                writer.writerow([*task.values(), f"rater {person}", *cells])
    study = meta("filled.csv", settings=EXACT, jobs=1)
    assert isinstance(study, RatingStudy) and study.raters == 3 and study.rated == len(tasks)
    found = {one.aspect: one for one in study.agreement if one.subset == "all outputs"}
    for aspect, of in values.items():
        assert found[aspect].interval == pytest.approx(alpha_of(of, ordinal=False))
        assert found[aspect].ordinal == pytest.approx(alpha_of(of, ordinal=True))
    # One-way analysis of variance (Shrout and Fleiss 1979), from scipy's F.
    f = float(stats.f_oneway(*values["grammar"]).statistic)
    grammar = found["grammar"].intraclass
    assert grammar.mean == pytest.approx(1 - 1 / f)
    assert grammar.single == pytest.approx((f - 1) / (f + 2))
    assert grammar.single == pytest.approx(2 / 3, abs=0.1)  # what was put in
    # The truth as a measure reaches the ceiling.
    reached = np.corrcoef(truth[:, 0], values["grammar"].mean(axis=1))[0, 1]
    assert reached == pytest.approx(grammar.ceiling, abs=0.03)
    assert {name for one in read_ratings("filled.csv").outputs for name in one.systems} == {*files}
    assert len(study.correlations) == len(values)
    assert study.correlations[0].systems == len(files)


def test_the_command_reads_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people, scores = tmp_path / "people.csv", tmp_path / "scores.m2"
    people.write_text("system,people\nA,1\nB,2\nC,4\n", encoding="utf-8")
    scores.write_text("A 1\nB 3\nC 2\n", encoding="utf-8")
    arguments = ["meta", str(people), "--scores", f"M2={scores}", "--scores", str(scores)]
    assert main([*arguments, "-f", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["measure"] for one in data["correlations"]] == ["M2", "scores.m2"]
    assert main(["meta", str(people), "--scores", "=x"]) == 2
    assert "expected NAME=FILE" in capsys.readouterr().err
