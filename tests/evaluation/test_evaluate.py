"""The facade: what goes in, what comes out, and that nothing depends on how it was computed."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda import examples
from corrigenda.changes.conservatism import conservatism
from corrigenda.evaluation import evaluate_stream
from corrigenda.evaluation.given import DIGEST, digest
from corrigenda.evaluation.sentences import sentences
from corrigenda.formats import paired, stream
from corrigenda.linguistics.errant.corrections import Disagreement, Types
from corrigenda.measures import contract
from corrigenda.measures.m2 import M2
from corrigenda.results.plain_data import as_text, from_text
from tests.conftest import expensive

MEASURES = ["M2", "Edits", "GLEU(draws=20)", "GLEU(draws=0)", "GREEN", "Accuracy"]
SYSTEMS = {name: examples.path(f"{name}.txt") for name in ("timid", "good", "reckless")}


@pytest.fixture(scope="module")
def corpus() -> cg.Corpus:
    return cg.read(examples.path("gold.m2"))


@pytest.fixture(scope="module")
def result(corpus: cg.Corpus) -> cg.Result:
    return cg.evaluate(corpus, SYSTEMS, MEASURES, resamples=200)


def test_scores_are_those_of_the_measures(corpus: cg.Corpus, result: cg.Result) -> None:
    for system, path in SYSTEMS.items():
        output = cg.read_system(path, corpus)
        for text in MEASURES:
            measure = cg.measure(text)
            score = measure.score(measure.totals(measure.rows(corpus, output)))
            assert result[system, text].score == score


def test_intervals_hold_the_score(result: cg.Result) -> None:
    for system in SYSTEMS:
        for text in MEASURES:
            cell = result[system, text]
            assert cell.low is not None and cell.high is not None
            assert cell.low < cell.score.value < cell.high
            assert cell.intervals["score"].low == cell.low


def test_the_examples_tell_their_story(result: cg.Result) -> None:
    good, timid, reckless = (result[name, "M2"].score for name in ("good", "timid", "reckless"))
    assert good.value > timid.value > reckless.value
    assert timid.parts["precision"] > good.parts["precision"] > reckless.parts["precision"]
    assert timid.parts["recall"] < reckless.parts["recall"] < good.parts["recall"]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_nothing_depends_on_the_number_of_processes(
    corpus: cg.Corpus, result: cg.Result, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corrigenda.engine import tables

    monkeypatch.setattr(tables, "CHUNK", 5)
    again = cg.evaluate(corpus, SYSTEMS, MEASURES, resamples=200, jobs=jobs)
    assert again.to_json() == result.to_json()
    assert again.compare(trials=100).to_json() == result.compare(trials=100).to_json()


def test_longer_work_moves_to_processes_by_itself(
    corpus: cg.Corpus, result: cg.Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corrigenda.engine import parallel, tables

    monkeypatch.setattr(tables, "CHUNK", 4)
    monkeypatch.setattr(parallel, "PATIENCE", 0.0)
    started: list[int] = []
    in_processes = parallel._in_processes

    def watched(function, chunks, jobs):  # type: ignore[no-untyped-def]
        started.append(jobs)
        return in_processes(function, chunks, jobs)

    monkeypatch.setattr(parallel, "_in_processes", watched)
    monkeypatch.setattr(parallel.os, "cpu_count", lambda: 2)
    again = cg.evaluate(corpus, SYSTEMS, MEASURES, resamples=200)
    assert started == [2]
    assert again.to_json() == result.to_json()


def test_a_stream_scores_as_a_corpus_does(result: cg.Result) -> None:
    pairs = paired(stream(examples.path("gold.m2")), SYSTEMS)
    streamed = evaluate_stream(pairs, list(SYSTEMS), MEASURES, resamples=200, origin=result.origin)
    assert streamed.to_json() == result.to_json()
    with pytest.raises(cg.InputError, match="were streamed and not kept"):
        streamed.judgements("good", "M2")


def test_rows_of_two_halves_are_the_rows_of_the_whole(corpus: cg.Corpus) -> None:
    """For measures that choose no reference, rows can be computed apart and put together."""
    output = cg.read_system(SYSTEMS["good"], corpus)
    for text in ("GLEU", "GLEU(draws=0)", "Accuracy", "GREEN"):
        measure = cg.measure(text)
        whole = measure.rows(corpus, output)
        halves = [
            measure.choose(
                measure.candidates(s, c)
                for s, c in zip(corpus[part], output.corrections[part], strict=True)
            ).rows
            for part in (slice(0, 15), slice(15, None))
        ]
        width = max(half.shape[1] for half in halves)
        padded = [np.pad(half, ((0, 0), (0, width - half.shape[1]))) for half in halves]
        assert np.array_equal(measure.table(np.vstack(padded)), whole)


@given(st.lists(st.tuples(*[st.floats() | st.integers(0, 70_000).map(float)] * 2), min_size=1))
def test_rows_are_packed_without_loss(rows: list[tuple[float, float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contract, "PACKED", 6)
        table = cg.measure("Accuracy").choose([row] for row in rows).rows
    assert table.tobytes() == np.array(rows).tobytes()


def test_rows_of_counts_take_a_byte_for_each_number() -> None:
    choice = contract.Choice(cg.measure("ERRANT"))
    tracemalloc.start()
    choice.extend([(1, 2, 0)] for _ in range(100_000))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 800_000
    table = choice.table()
    assert np.array_equal(table.rows, [(1, 2, 0)] * 100_000)
    assert list(table.chosen) == [0] * 100_000


def test_any_number_of_references_can_be_chosen_from() -> None:
    rows = [[(0, 1, 1)] * k + [(1, 0, 0)] for k in (0, 255, 256, 70_000, 3)]
    assert list(cg.measure("ERRANT").choose(rows).chosen) == [0, 255, 256, 70_000, 3]


counts = st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=20)


@expensive
@given(counts, counts)
def test_sums_of_two_halves_are_the_sum_of_the_whole(first: list, second: list) -> None:
    a, b = (np.array(rows, dtype=float) for rows in (first, second))
    both = M2().score(M2().totals(np.vstack([a, b])))
    assert both == M2().score(M2().totals(a) + M2().totals(b))


# --- what it prints -----------------------------------------------------------------------------


def test_signature(result: cg.Result) -> None:
    assert result.signature("M2") == (
        "M2(max_unchanged=2,beta=0.5,case=true)|refs:1-3|gold:edits|hyp:text|tok:none"
        f"|ci:bca95|bs:200|seed:1234|v:{cg.__version__}"
    )
    text = result.signature("GLEU(draws=20)").partition("|")[0]
    assert cg.measure(text) == cg.measure("GLEU(draws=20)")


def test_signature_without_intervals(corpus: cg.Corpus) -> None:
    bare = cg.evaluate(corpus, SYSTEMS, "Accuracy", ci=None)
    assert (
        bare.signature("Accuracy")
        == f"Accuracy(case=true)|refs:1-3|gold:edits|hyp:text|tok:none|v:{cg.__version__}"
    )
    assert bare["good", "Accuracy"].low is None
    assert "[" not in str(bare)


def test_json(result: cg.Result) -> None:
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    cell = data["systems"]["good"]["M2"]
    score = result["good", "M2"].score
    assert cell["score"] == score.value
    assert cell["low"] == result["good", "M2"].low
    assert cell["precision"] == score.parts["precision"]
    assert cell["counts"]["tp"] + cell["counts"]["fp"] == cell["counts"]["proposed"]
    assert cell["intervals"]["recall"][0] <= cell["recall"] <= cell["intervals"]["recall"][1]
    assert data["corpus"]["sentences"] == 32
    assert data["corpus"]["references"] == [1, 3]


def test_tables(result: cg.Result) -> None:
    shown = f"{result['good', 'M2'].score.value:.4f}"
    for text in (str(result), result.to_markdown(), result.to_latex(), result._repr_html_()):
        assert shown in text
        assert "reckless" in text
    assert repr(result["good", "M2"].score.value) in result.to_csv()
    assert "F0.5" in str(result)


def test_notebooks_show_results_and_comparisons(corpus: cg.Corpus) -> None:
    hostile = "<script>$x$</script>"
    systems = {hostile: examples.path("good.txt"), "timid": examples.path("timid.txt")}
    result = cg.evaluate(corpus, systems, ["M2"], resamples=50)
    for shown in (result, result.compare(trials=50)):
        root = ElementTree.fromstring(shown._repr_html_())
        parts = {"table", "thead", "tbody", "tfoot", "tr", "th", "td", "b", "br"}
        parts |= {"sub", "sup", "small"}
        assert {e.tag for e in root.iter()} <= parts
        assert "mathjax_ignore" in root.attrib["class"]
        assert hostile in list(root.itertext())
        styles = {rule for e in root.iter() for rule in e.get("style", "").split(";") if rule}
        used = {rule.split(":")[0] for rule in styles}
        assert used == {"text-align", "white-space", "overflow-wrap"}  # no colours: for any theme
    table = result._repr_html_()
    low, high = result["timid", "M2"].low, result["timid", "M2"].high
    assert f"[{low:.4f}, {high:.4f}]" in table
    assert result.signature("M2") in table
    assert repr(result) == f"<Result: M2 of {hostile}, timid, 32 sentences>"
    assert repr(result.compare(trials=50)) == f"<Comparison: M2 of {hostile}, timid>"


def test_pandas(result: cg.Result) -> None:
    frame = result.to_pandas()
    assert list(frame.columns) == ["system", "measure", "value", "low", "high"]
    assert len(frame) == (len(SYSTEMS) + 1) * len(MEASURES)
    values = frame.set_index(["system", "measure"])
    cell = result["good", "M2"]
    assert tuple(values.loc[("good", "M2")]) == (cell.value, cell.low, cell.high)
    assert values.loc[("unchanged source", "M2"), "value"] == 0


def test_sentences_as_a_data_frame(corpus: cg.Corpus, result: cg.Result) -> None:
    frame = result.sentences()
    references = ["reference 1", "reference 2", "reference 3"]
    assert list(frame.columns) == ["id", "system", "source", "text", *references, *MEASURES]
    assert len(frame) == len(corpus) * len(SYSTEMS)
    good = frame[frame["system"] == "good"]
    assert list(good["source"]) == [segment.source for segment in corpus]
    assert list(good["Accuracy"]) == list(result.sentence_scores("good", "Accuracy"))


def test_scores_by_name(result: cg.Result) -> None:
    cell = result["good"]["M2"]
    assert cell is result["good", "M2"]
    assert cell.low < cell.value < cell.high
    assert list(result["good"]) == MEASURES and dict(result["good"])["M2"] is cell
    for wrong in (("M2", "good"), ("best", "M2"), ("good", "M2(beta=2)")):
        with pytest.raises(KeyError):
            result[wrong]
    with pytest.raises(KeyError, match="'M2' is a measure: the system comes first") as error:
        result["M2", "good"]
    assert "systems: timid, good, reckless; measures: M2, " in str(error.value)
    with pytest.raises(KeyError, match="'good' is a system"):
        result["timid"]["good"]
    with pytest.raises(KeyError, match="'M22' was not evaluated; there are M2, ") as error:
        result["good"]["M22"]
    assert "corrigenda" not in str(error.value)


def test_a_system_shows_itself(result: cg.Result) -> None:
    shown = result["good"]._repr_html_()
    assert "good" in shown and f"{result['good', 'M2'].value:.4f}" in shown


def test_a_saved_result_is_looked_up_as_before(result: cg.Result, tmp_path: Path) -> None:
    result.save(tmp_path / "r.json")
    loaded = cg.load(tmp_path / "r.json")
    for system in result.systems:
        for name in MEASURES:
            cell, again = result[system, name], loaded[system][name]
            assert again.estimate == cell.estimate and again.record() == cell.record()
    assert loaded["good", cg.M2()].value == result["good", "M2"].value
    assert loaded.to_pandas().equals(result.to_pandas())
    assert loaded.sentences().equals(result.sentences())
    assert repr(loaded) == f"<Saved result: {', '.join(MEASURES)} of {', '.join(SYSTEMS)}>"
    with pytest.raises(KeyError, match="no system 'best'"):
        loaded["best"]
    assert repr(loaded["good"]["M2"]) == repr(result["good"]["M2"])
    assert repr(result["good"]["M2"]).startswith("<good, M2: 0.")
    assert str(loaded) == str(result) and loaded._repr_html_() == result._repr_html_()
    assert str(loaded.compare()) == str(result.compare())
    assert loaded.compare().data["pairs"] == result.compare().to_json()["pairs"]
    with pytest.raises(cg.InputError, match=r"a saved result has no 'judging'.*\n.*evaluate again"):
        loaded.judging()
    assert not hasattr(loaded, "unheard_of")


def test_what_is_saved_can_be_loaded(result: cg.Result, tmp_path: Path) -> None:
    from corrigenda.results.finding import load

    result.save(tmp_path / "r.json.gz")
    loaded = load(tmp_path / "r.json.gz")
    assert loaded.data["systems"] == result.to_json()["systems"]
    assert str(loaded.tables()[0]).splitlines()[:8] == str(result).splitlines()[:8]
    assert loaded.report() == result.report()
    assert [s.title for s in loaded.sections()] == [
        "Overview",
        "Scores",
        "Comparisons",
        "Types",
        "Sentences",
    ]


def test_without_pandas(result: cg.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(cg.InputError) as error:
        result.to_pandas()
    assert str(error.value) == (
        "pandas is not installed\n  hint: install it: pip install 'corrigenda[pandas]'"
    )


def test_by_type_adds_up(result: cg.Result) -> None:
    for text in ("M2", "Edits"):
        for system, types in result.by_type(text).items():
            for count in ("tp", "fp", "fn"):
                total = sum(score.counts[count] for score in types.values())
                assert total == result[system, text].score.counts[count]


def test_by_type_needs_edits(result: cg.Result) -> None:
    with pytest.raises(cg.InputError, match="Accuracy does not judge edits"):
        result.by_type("Accuracy")


def test_sentence_scores(result: cg.Result) -> None:
    scores = result.sentence_scores("good", "Accuracy")
    assert scores.mean() == pytest.approx(result["good", "Accuracy"].score.value)


def test_report(result: cg.Result) -> None:
    page = result.report("A title & more", trials=50)
    assert "<title>A title &amp; more" in page
    assert result.signature("M2") in re.sub("<[^>]*>", "", page)  # marked where it may break


# --- comparing -----------------------------------------------------------------------------------


def test_compare(result: cg.Result) -> None:
    comparison = result.compare("M2", trials=500)
    pairs = {(pair.a, pair.b): pair for pair in comparison.pairs}
    assert set(pairs) == {("timid", "good"), ("timid", "reckless"), ("good", "reckless")}
    pair = pairs["good", "reckless"]
    assert pair.paired.difference == pytest.approx(
        result["good", "M2"].score.value - result["reckless", "M2"].score.value
    )
    assert pair.paired.interval.low < pair.paired.difference < pair.paired.interval.high
    assert pair.p_holm >= pair.paired.p
    assert pair.wins is not None and pair.losses is not None
    assert pair.wins + pair.paired.ties + pair.losses == 32
    assert pair.paired.p < 0.05


def test_compare_tables_name_the_test(result: cg.Result) -> None:
    comparison = result.compare("M2", trials=500)
    assert "approximate randomisation, 500 trials" in str(comparison)
    assert "paired bootstrap" in str(comparison.with_test("bootstrap"))
    with pytest.raises(cg.InputError, match="a test is 'randomisation' or 'bootstrap', not 't'"):
        comparison.with_test("t")  # type: ignore[arg-type]


def test_too_few_trials_for_any_difference_are_named_first(result: cg.Result) -> None:
    few, enough = result.compare("M2", trials=59), result.compare("M2", trials=60)
    warning = "No difference can be significant: with 59 trials no p can be below 0.0500 after"
    for shown in (few, few.matrix()):
        assert str(shown).startswith(f"Remark: {warning}")
    assert "Use at least 60;" in few.to_json()["remarks"][0]["text"]
    page = result.report(trials=59)
    assert page.index(warning) < page.index('id="at-scores"')
    assert enough.remarks == result.remarks


def test_compare_facade(corpus: cg.Corpus, result: cg.Result) -> None:
    again = cg.compare(corpus, SYSTEMS, MEASURES, resamples=200, trials=99)
    assert again.to_json() == result.compare(trials=99).to_json()


def test_compare_needs_two(corpus: cg.Corpus) -> None:
    alone = cg.evaluate(corpus, {"good": SYSTEMS["good"]}, ci=None)
    with pytest.raises(cg.InputError, match="at least two systems, found one"):
        alone.compare()


# --- inputs -----------------------------------------------------------------------------------


def test_many_ways_to_give_systems(corpus: cg.Corpus) -> None:
    path = SYSTEMS["good"]
    texts = Path(path).read_text(encoding="utf-8").splitlines()
    expected = cg.evaluate(corpus, {"good": path}, ci=None).to_json()
    ways: Sequence = (
        [path],
        [str(path)],
        {"good": texts},
        {"good": cg.read_system(path, corpus)},
        cg.read_system(path, corpus),
        [cg.read_system(path, corpus)],
    )
    for way in ways:
        assert cg.evaluate(corpus, way, ci=None).to_json() == expected
    assert cg.evaluate(examples.path("gold.m2"), [path], ci=None).to_json() == expected


def test_edits_of_a_system_are_used_as_given(corpus: cg.Corpus) -> None:
    typed = cg.evaluate(corpus, [examples.path("good.m2")], "Edits", ci=None)
    assert any(":" in kind for kind in typed.by_type("Edits")["good"])


@pytest.mark.parametrize(
    "systems, measures, settings, message",
    [
        ({}, "M2", {}, "no system is given\n  hint: for example systems={'mine': 'output.txt'}"),
        ({"a": ["x"]}, "M2", {}, "a: expected 32 sentences, one for each sentence of the corpus, "
         "found 1\n  hint: every sentence of the corpus must be there, in its order"),
        (["good", "good"], "M2", {}, "two systems are called 'good'\n  hint: name them: "
         "systems={name: output}"),
        (["good"], [], {}, "no measure is given\n  hint: for example measures='M2,GLEU'"),
        (["good"], "M3", {}, "no measure is called 'M3'\n  hint: did you mean M2? `corrigenda "
         "measures` lists them all"),
        (["good"], "M2", {"ci": 0.95}, "a confidence level is a percentage between 1 and 100, "
         "not 0.95\n  hint: write 95 for 95 %, or ci=None for no intervals"),
        (["good"], "M2", {"method": "student"}, "an interval is 'bca' or 'percentile', "
         "not 'student'"),
        (["good"], "M2", {"resamples": 1}, "a bootstrap takes 2 to 1,000,000 resamples, not 1"),
        (["good"], "M2", {"seed": -1}, "a seed must not be negative, found -1"),
        (["good"], "M2", {"jobs": 0}, "the number of processes must be at least 1, not 0"),
    ],
    ids=["no system", "too short", "same name", "no measure", "unknown measure", "share as level",
         "method", "resamples", "seed", "jobs"],
)  # fmt: skip
def test_mistakes(corpus: cg.Corpus, systems, measures, settings, message: str) -> None:  # type: ignore[no-untyped-def]
    given_systems = [SYSTEMS[s] for s in systems] if isinstance(systems, list) else systems
    with pytest.raises(cg.InputError) as error:
        cg.evaluate(corpus, given_systems, measures, **settings)
    assert str(error.value) == message


def test_no_sentences() -> None:
    with pytest.raises(cg.InputError, match="there are no sentences to judge"):
        cg.evaluate([], {"a": []})


def test_no_references_is_said_with_the_sentence(tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text("a b\nc d\n", encoding="utf-8")
    corpus = cg.read(tmp_path / "source.txt")
    with pytest.raises(cg.InputError, match="sentence 1 has no reference, and M2 needs one"):
        cg.evaluate(corpus, {"a": ["a", "c"]})


def test_errors_in_processes_reach_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    from corrigenda.engine import tables

    monkeypatch.setattr(tables, "CHUNK", 1)
    segments = [cg.Segment("a b", (), id=str(k)) for k in range(4)]
    with pytest.raises(cg.InputError) as error:
        cg.evaluate(segments, {"a": ["a"] * 4}, jobs=2)
    assert error.value.hint is not None and "references=" in error.value.hint


def test_unknown_names(result: cg.Result) -> None:
    with pytest.raises(cg.InputError, match="no system 'best'; there are timid, good, reckless"):
        result["best", "M2"]
    with pytest.raises(cg.InputError, match=r"M2\(beta=2.0\) was not evaluated; there are M2, "):
        result["good", "M2(beta=2)"]


def test_errors_name_the_sentence(corpus: cg.Corpus) -> None:
    overlapping = [cg.Edit(0, 2, ("x",)), cg.Edit(1, 2, ("y",))]
    gold = cg.Correction("a b", edits=overlapping)
    with pytest.raises(cg.InputError) as error:
        cg.evaluate([cg.Segment("a b", (gold,), id="41")], {"a": ["a c"]}, "Accuracy")
    assert str(error.value).startswith("sentence 41 has no reference with a text, and Accuracy")


TEXTUAL = [
    "GLEU",
    "GREEN",
    "SARI",
    "MAX-SARI",
    "BLEU",
    "chrF",
    "Accuracy",
    "ExactIndexMatch",
    "CLEME",
]


@pytest.mark.parametrize("name", TEXTUAL)
def test_references_without_text_are_left_out_by_measures_of_texts(name: str) -> None:
    overlapping = cg.Correction("a b c", edits=[cg.Edit(0, 2, ("x",)), cg.Edit(1, 3)], by="7")
    fine = cg.Correction("a b c", edits=[cg.Edit(0, 1, ("z",))], by="1")
    corpus = [cg.Segment("a b c", (fine, overlapping), id="41"), cg.Segment("a b c", (fine,))]
    without = [cg.Segment("a b c", (fine,), id="41"), cg.Segment("a b c", (fine,))]
    output = {"a": ["x c", "z b c"]}
    found = cg.evaluate(corpus, output, [name, "M2", "Edits"], ci=None)
    alone = cg.evaluate(without, output, [name, "M2", "Edits"], ci=None)
    assert found["a", name] == alone["a", name]
    assert found["a", "M2"] != alone["a", "M2"]  # measures of edits use it
    assert found.left_out(name) == (("41", "7"),) and found.left_out("M2") == ()
    remark = f"{name}: left out 1 reference whose edits overlap, so that it has no text "
    said = f"{remark}(sentence:annotator): 41:7"
    assert said in [one.text for one in found.remarks] and said in str(found)
    assert "left out" not in str(alone)
    assert "left out" not in str(cg.evaluate(corpus, output, "M2", ci=None))
    measures = found.to_json()["measures"]
    assert measures[name]["left_out"] == [{"sentence": "41", "annotator": "7"}]
    assert measures["M2"]["left_out"] == []


@pytest.mark.parametrize("name", ["GLEU", "SARI", "BLEU", "CLEME"])
def test_ten_annotators_by_measures_of_texts(shared, name: str) -> None:
    corpus = cg.read(shared.data("conll14", "bn10.m2"))[95:145]
    output = [segment.source for segment in corpus]
    found = cg.evaluate(corpus, {"source": output}, name, ci=None)
    expected = [("102", "1"), ("127", "9"), ("138", "0"), ("142", "9")]
    assert list(found.left_out(name)) == expected


def test_precision_by_type_needs_types_of_one_kind(corpus: cg.Corpus) -> None:
    """A text has edits without types: they must not make every gold type's precision 1."""
    as_text = cg.evaluate(corpus, {"good": SYSTEMS["good"]}, "Edits", ci=None, types="given")
    found = as_text.types("Edits").record()["Edits"]["good"]
    assert found["R:SPELL"]["precision"] is None and found["R:SPELL"]["score"] is None
    assert 0 < found["R:SPELL"]["recall"] <= 1
    [table] = as_text.types().tables()
    assert "P and F are left out" in table.plain()

    good = {"good": examples.path("good.m2")}
    as_edits = cg.evaluate(corpus, good, "Edits", ci=None, types="given")
    found = as_edits.types("Edits").record()["Edits"]["good"]
    assert 0 < found["R:OTHER"]["precision"] < 1
    [table] = as_edits.types().tables()
    assert "P and F are left out" not in table.plain()


def test_the_interval_of_drawn_gleu_is_around_its_score() -> None:
    """The closed form is resampled, and moved to the score: equal sentences show by how much."""
    source = "a b c d e f"
    references = tuple(cg.Correction(source, text=r) for r in ("a b c d e f g h", "a b c d x"))
    result = cg.evaluate([cg.Segment(source, references)] * 2, {"same": [source] * 2}, "GLEU")
    cell = result["same", "GLEU"]
    assert cell.low == pytest.approx(cell.score.value) == cell.high


def test_differences_are_those_of_the_scores(result: cg.Result) -> None:
    for pair in result.compare(trials=50).pairs:
        a, b = (result[name, pair.measure].score.value for name in (pair.a, pair.b))
        assert pair.paired.difference == pytest.approx(a - b)
        assert pair.paired.interval.low <= a - b <= pair.paired.interval.high


def test_a_comparison_uses_the_settings(corpus: cg.Corpus) -> None:
    def compared(**settings: object) -> dict:
        given = {"resamples": 100, **settings}
        return cg.evaluate(corpus, SYSTEMS, "M2", **given).compare(trials=99).to_json()["pairs"]  # type: ignore[arg-type]

    base = compared()
    for settings in ({"seed": 7}, {"method": "percentile"}, {"ci": 80}, {"resamples": 101}):
        assert compared(**settings) != base
    p = [pair["p_bootstrap"] for pair in base["M2"]]
    corrected = [pair["p_bootstrap_holm"] for pair in base["M2"]]
    assert min(corrected) == pytest.approx(min(1, 3 * min(p)))


def test_the_signature_of_a_comparison_says_what_was_used(corpus: cg.Corpus) -> None:
    alone = cg.evaluate(corpus, SYSTEMS, "M2", ci=None, resamples=50, seed=3)
    signature = str(alone.compare(trials=20).signature)
    assert "|ci:bca95|bs:50|seed:3|ar:20|test:randomisation|v:" in signature


def test_json_has_no_infinities(corpus: cg.Corpus) -> None:
    right = {"right": ["x"], "wrong": ["y"]}
    segments = [cg.Segment("z", (cg.Correction("z", text="x"),))]
    pairs = cg.evaluate(segments, right, "Accuracy").compare(trials=9).to_json()["pairs"]
    assert pairs["Accuracy"][0]["effect"] is None
    json.dumps(pairs, allow_nan=False)


def test_a_system_must_correct_the_sentences_of_the_corpus(corpus: cg.Corpus) -> None:
    other = tuple(cg.Correction("Something else .", text="Else .") for _ in corpus)
    with pytest.raises(cg.InputError, match="sentence 1 differs from the corpus"):
        cg.evaluate(corpus, cg.System("other", other))


def test_one_file_is_one_system(corpus: cg.Corpus) -> None:
    assert cg.evaluate(corpus, str(SYSTEMS["good"]), ci=None).systems == ("good",)


def test_a_typed_system_without_false_positives_keeps_its_precision(tmp_path: Path) -> None:
    gold = tmp_path / "gold.m2"
    gold.write_text("S a b\nA 0 1|||R:NOUN|||c|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    result = cg.evaluate(gold, {"gold": gold}, "Edits", ci=None, types="given")
    assert result.typed_alike("gold", "Edits")
    text = cg.evaluate(gold, {"text": ["c b"]}, "Edits", ci=None, types="given")
    assert not text.typed_alike("text", "Edits")


@pytest.mark.parametrize(("measure", "types"), [("Edits", "given"), ("ERRANT", "errant")])
def test_sentences_are_not_read_again_for_each_type(
    measure: str, types: Types, corpus: cg.Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = cg.evaluate(corpus, SYSTEMS, measure, ci=None, types=types)
    read = []
    pairs = type(result).pairs
    monkeypatch.setattr(type(result), "pairs", lambda self: [read.append(1), pairs(self)][1])
    scores = result.types()
    assert len(scores.types[result.measures[0]]["good"]) > 10
    assert len(read) <= 1 + 2 * len(SYSTEMS)


def test_without_judged_edits_no_types_are_looked_for(
    corpus: cg.Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise AssertionError("edits were analysed")

    monkeypatch.setattr(Disagreement, "of", refuse)
    result = cg.evaluate(corpus, SYSTEMS, "GLEU", ci=None)
    assert len(list(sentences(result, count=True))) == len(corpus)
    with pytest.raises(AssertionError, match="edits were analysed"):
        list(sentences(cg.evaluate(corpus, SYSTEMS, "M2", ci=None), count=True))


def test_measures_of_others_can_judge(corpus: cg.Corpus) -> None:
    """Types are scored from verdicts, whatever the columns of a measure; names are looked up
    among the measures that were evaluated."""
    from corrigenda.measures.contract import Judgement, Measure

    class Touched(Measure):
        """How many sentences were touched."""

        columns = ("touched", "sentences")
        judges = True

        def candidates(self, segment, correction):  # type: ignore[no-untyped-def]
            return [(segment.tokens != correction.tokens, 1)]

        def values(self, sums):  # type: ignore[no-untyped-def]
            return {"score": sums[..., 0] / sums[..., 1]}

        def judge(self, segment, correction, candidate):  # type: ignore[no-untyped-def]
            return [Judgement(edit, "spurious") for edit in correction.edits]

    result = cg.evaluate(corpus, SYSTEMS, [Touched()], ci=None)
    assert 0 < float(result["good", "Touched"]) <= 1
    found = result.by_type("Touched")["good"]
    assert {score.counts["tp"] for score in found.values()} == {0}
    assert "Touched" in result.report("x", trials=9)


def test_no_processes_where_scripts_cannot_be_started_again(
    corpus: cg.Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corrigenda.engine import parallel, tables

    monkeypatch.setattr(tables, "CHUNK", 4)
    monkeypatch.setattr(parallel, "PATIENCE", 0.0)
    monkeypatch.setattr(parallel, "GUARDED", False)
    monkeypatch.setattr(parallel.multiprocessing, "get_start_method", lambda: "spawn")
    monkeypatch.setattr(parallel, "_in_processes", lambda *_: pytest.fail("started processes"))
    cg.evaluate(corpus, SYSTEMS, "M2", ci=None)


def test_work_is_taken_as_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream must not be read ahead: what waits for processes is bounded."""
    from corrigenda.engine import parallel

    taken = 0

    def work():  # type: ignore[no-untyped-def]
        nonlocal taken
        for k in range(100):
            taken += 1
            yield k

    results = parallel.mapped(list, work(), chunk=1, jobs=2)
    assert next(results) == 0
    assert taken < 12
    assert list(results) == list(range(1, 100))


def test_marks_are_of_the_chosen_reference(corpus: cg.Corpus, result: cg.Result) -> None:
    from corrigenda.evaluation.sentences import sentences

    for k, record in enumerate(sentences(result)):
        chosen = result.chosen("reckless", "M2")[k]
        assert record["systems"]["reckless"]["edits"]["M2"]["reference"] == (
            corpus[k].references[chosen].by
        )
    assert {0, 1} <= set(result.chosen("reckless", "M2"))


# --- the unchanged source ------------------------------------------------------------------------


def test_the_unchanged_source_is_evaluated(corpus: cg.Corpus, result: cg.Result) -> None:
    """Its row is that of a system which changes nothing, and the systems are as without it."""
    idle = cg.evaluate(corpus, {"idle": corpus.sources}, MEASURES, resamples=200)
    data = result.to_json()
    for measure, cell in idle.to_json()["systems"]["idle"].items():
        assert data["unchanged"][measure] == {**cell, "signature": result.signature(measure)}
    assert list(data["systems"]) == list(SYSTEMS)
    names = [row[0] for row in result.table().rows]
    assert names == [*SYSTEMS, "unchanged source"]
    assert {pair.a for pair in result.compare(trials=9).pairs} <= set(SYSTEMS)
    for text in (result.to_markdown(), result.to_latex(), result.to_csv(), result._repr_html_()):
        assert "unchanged source" in text
    assert r"\midrule" in result.to_latex().partition("reckless")[2]


def test_a_stream_has_it_too(corpus: cg.Corpus, result: cg.Result) -> None:
    outputs = [cg.read_system(path, corpus).corrections for path in SYSTEMS.values()]
    pairs = zip(corpus, zip(*outputs, strict=True), strict=True)
    streamed = evaluate_stream(pairs, list(SYSTEMS), MEASURES, resamples=200)
    assert streamed.to_json()["unchanged"] == result.to_json()["unchanged"]


def test_a_system_may_be_called_unchanged_source(corpus: cg.Corpus) -> None:
    systems = {"unchanged source": SYSTEMS["good"], "(unchanged source)": SYSTEMS["timid"]}
    result = cg.evaluate(corpus, systems, ci=None)
    assert [row[0] for row in result.table().rows] == [*systems, "((unchanged source))"]
    data = result.to_json()
    assert data["systems"]["unchanged source"]["M2"]["score"] > 0
    assert data["unchanged"]["M2"]["score"] == 0
    assert "((unchanged source))" in result.report(trials=9)


def test_the_unchanged_source_is_never_the_best() -> None:
    segment = cg.Segment("He gave John an apple .")
    systems = {"x": ["He gave John ."] * 3, "y": ["Go !"] * 3}
    result = cg.evaluate([segment] * 3, systems, "USim")
    table = result.table()
    scores = [row[1].value for row in table.cells]
    assert scores[2] == 1 and scores[2] > max(scores[:2])
    assert (2, 1) not in table.best and table.best


def test_the_change_rate(corpus: cg.Corpus) -> None:
    result = cg.evaluate(corpus, SYSTEMS, "M2,WordChange", ci=None)
    outputs = [cg.read_system(path, corpus).corrections for path in SYSTEMS.values()]
    study = conservatism(corpus, dict(zip(SYSTEMS, outputs, strict=True)))
    changes = result.to_json()["changes"]
    for system, change in changes.items():
        assert change["rate"] == pytest.approx(study.verdicts[system].words.value)
        parts = result[system, "WordChange"].score.parts
        assert change["words"] == parts["share"]
        assert change["sentences"] == pytest.approx(1 - parts["untouched"])
    groups = [c.group for c in result.table().columns if c.header == "change rate"]
    assert groups == ["WordChange"]
    assert "changes" not in cg.evaluate(corpus, SYSTEMS, "M2", ci=None).to_json()


def test_without_references_words_are_counted(corpus: cg.Corpus) -> None:
    bare = [cg.Segment(segment.source) for segment in corpus]
    texts = Path(SYSTEMS["good"]).read_text(encoding="utf-8").splitlines()
    result = cg.evaluate(bare, {"good": texts}, "WordChange", ci=None)
    assert result.to_json()["changes"]["good"]["rate"] is None
    assert [c.header for c in result.table().columns][-1] == "words changed"


def test_references_whose_edits_overlap_do_not_count_for_the_change_rate() -> None:
    source = "a b c d"
    overlapping = (cg.Edit(0, 2, ("x",)), cg.Edit(1, 3, ("y",)))
    references = (cg.Correction(source, edits=overlapping), cg.Correction(source, "a x y d"))
    result = cg.evaluate([cg.Segment(source, references)], {"s": ["a x c d"]}, "WordChange")
    assert result.to_json()["changes"]["s"]["rate"] == 0.5


# --- trials and intervals -------------------------------------------------------------------------


def test_trials_grow_with_pairs(corpus: cg.Corpus) -> None:
    texts = Path(SYSTEMS["good"]).read_text(encoding="utf-8").splitlines()
    systems = {f"s{k}": [*corpus.sources[:k], *texts[k:]] for k in range(0, 24, 4)}
    result = cg.evaluate(corpus, systems, "Accuracy", resamples=50)
    comparison = result.compare()
    assert (comparison.trials, len(comparison.pairs)) == (15_000, 15)
    assert "|ar:15000|" in str(comparison.signature) and comparison.least() < 0.001
    assert str(result.compare(trials=77).signature).count("|ar:77|") == 1
    assert "approximate randomisation, 15000 trials" in result.report()


def test_the_least_p_is_printed_as_a_bound(corpus: cg.Corpus) -> None:
    result = cg.evaluate(corpus, {**SYSTEMS, "idle": corpus.sources}, "M2", resamples=50)
    comparison = result.compare(trials=99)
    floor = [p for p in comparison.to_json()["pairs"]["M2"] if p["p_at_floor"]]
    assert floor and all(p["p"] == 0.01 and p["p_holm"] == 0.06 for p in floor)
    assert all(p["p_holm_at_floor"] for p in floor)
    others = [p for p in comparison.to_json()["pairs"]["M2"] if not p["p_at_floor"]]
    assert others and all(p["p"] > 0.01 for p in others)
    assert "< 0.0100" in str(comparison) and "< 0.0600" in str(comparison)
    assert " 0.0100" not in str(comparison).replace("< 0.0100", "")
    assert "$<$ 0.0600" in comparison.table().latex()
    header, first, *_ = comparison.table().csv().splitlines()
    assert "p bound" in header and "p (Holm) bound" in header and "< 0" not in first
    assert "p < 0.060" in result.report(trials=99).replace("&lt;", "<")


@pytest.mark.parametrize("name", MEASURES)
def test_one_sentence_has_no_interval(corpus: cg.Corpus, name: str) -> None:
    systems = {"a": [corpus[0].references[0].text], "b": [corpus[0].source]}
    result = cg.evaluate(corpus[:1], systems, name)
    note = "no confidence intervals: a single sentence shows no spread"
    assert note in str(result) and "[" not in str(result)
    data = result.to_json()
    cell = data["systems"]["a"][name]
    assert (cell["low"], cell["high"], cell["intervals"]) == (None, None, {})
    comparison = result.compare()
    (pair,) = comparison.to_json()["pairs"][name]
    assert (pair["low"], pair["high"], pair["effect"]) == (None, None, None)
    assert (pair["p"], pair["p_bootstrap"]) == (1, 1)
    assert note in str(comparison) and "[" not in str(comparison)
    assert "|ci:" not in str(result) + str(comparison)
    assert note[1:] in result.report()


def test_few_sentences_are_a_reason_for_caution(corpus: cg.Corpus) -> None:
    systems = {"a": [segment.source for segment in corpus[:5]]}
    few = cg.evaluate(corpus[:5], systems, "M2")
    assert "with only 5 sentences, confidence intervals tend to be too narrow" in str(few)
    assert "[" in str(few)


@pytest.mark.parametrize("measure", ["M2", "USim", "CLEME", "GLEU"])
def test_saved_rows_are_the_rows(measure: str, tmp_path: Path) -> None:
    result = cg.evaluate(examples.path("gold.m2"), [examples.path("good.txt")], measure, ci=None)
    result.save(tmp_path / "complete.json")
    for data in (
        cg.load(tmp_path / "complete.json").data,
        json.loads(json.dumps(result.to_json())),
    ):
        rows = from_text(data["paired"]["rows"][measure]["good"], result.size)
        assert np.array_equal(rows, result.rows[0][0].rows)
        assert len(data["paired"]["digests"]) == 2 * DIGEST * result.size


def test_digests_tell_sentences_and_references_apart() -> None:
    plain = cg.Segment("He go .", (cg.Correction("He go .", "He goes ."),))
    for other, same in (
        (cg.Segment("He goes .", plain.references), DIGEST // 2),  # halves that stay the same
        (cg.Segment("He go .", (cg.Correction("He go .", "He went ."),)), 0),
        (cg.Segment("He go .", (cg.Correction("He go .", edits=[cg.Edit(1, 2, ("goes",))]),)), 0),
    ):
        halves = [digest(one)[same:][: DIGEST // 2] for one in (plain, other)]
        assert halves[0] == halves[1]
        assert digest(plain) != digest(other)
    assert digest(plain) == digest(cg.Segment("He go .", plain.references, "another id"))


@pytest.mark.parametrize(
    "rows", [[[1.0, 2.0]], [[0.1, 1e300], [-0.0, 1 / 3]], [[float("inf"), 1.0]]]
)
def test_rows_as_text_come_back_as_they_are(rows: list[list[float]]) -> None:
    assert from_text(as_text(np.array(rows)), len(rows)).tolist() == rows


def test_what_is_given_can_be_checked_before_anything_is_scored(monkeypatch) -> None:
    def refuse(given) -> None:
        assert (given.most, given.system, len(given.digests)) == (1, "text", DIGEST)
        raise cg.InputError("other sentences")

    monkeypatch.setattr("corrigenda.evaluation.tables", None)
    with pytest.raises(cg.InputError, match="other sentences"):
        cg.evaluate(["a ."], {"x": ["b ."]}, references=[["b ."]], check=refuse)
