"""Edits against ERRANT's figures, and what must hold."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import corrigenda as cg
from corrigenda.corpus import Corpus, Correction, Segment, System
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import read, read_system
from corrigenda.measures.bytype import by_type
from corrigenda.measures.contract import Judgement, Score, ScoredRows
from corrigenda.measures.edits import Edits, _matching
from corrigenda.measures.fscore import f_values
from tests.conftest import Shared, expensive
from tests.measures.sentences import CONLL14, made, sentence, sentences

ERRANT = {
    "cs": Edits(duplicates="errant"),
    "cse": Edits(mode="cse", duplicates="errant"),
    "ds": Edits(mode="ds", duplicates="errant"),
    "dt": Edits(mode="dt", duplicates="errant"),
    "cs_beta1": Edits(beta=1, duplicates="errant"),
    "cs_beta2": Edits(beta=2, duplicates="errant"),
    "cs_single": Edits(only="single", duplicates="errant"),
    "cs_multi": Edits(only="multi", duplicates="errant"),
    "cs_filt": Edits(filter=("R:NOUN:NUM",), duplicates="errant"),
    "cs_filt_R:OTHER_R:SPELL": Edits(filter=("R:OTHER", "R:SPELL"), duplicates="errant"),
}


def chosen(measure: Edits, corpus: Corpus, system: System) -> ScoredRows:
    pairs = zip(corpus, system.corrections, strict=True)
    return measure.choose(measure.candidates(s, c) for s, c in pairs)


def score(measure: Edits, corpus: Corpus, system: System) -> Score:
    return measure.score(measure.totals(measure.rows(corpus, system)))


def judgements(measure: Edits, corpus: Corpus, system: System) -> list[Judgement]:
    choices = chosen(measure, corpus, system).chosen
    triples = zip(corpus, system.corrections, choices, strict=True)
    return [j for s, c, k in triples for j in measure.judge(s, c, k)]


def with_level(measure: Edits, level: int) -> Edits:
    return cg.measure(measure.full().replace("level=3", f"level={level}"))  # type: ignore[return-value]


def figures(found: Score) -> list[float]:
    """As ERRANT prints them: TP, FP, FN, P, R, F."""
    parts = (found.parts["precision"], found.parts["recall"], found.value)
    return [*(found.counts[k] for k in ("tp", "fp", "fn")), *(round(p, 4) for p in parts)]


def by_category(measure: Edits, corpus: Corpus, system: System) -> dict[str, list[float]]:
    groups = by_type(judgements(measure, corpus, system), measure.type_of)
    return {kind: figures(measure.score(np.array(counts))) for kind, counts in groups.items()}


def one(source: str, system: Iterable[Edit], *references: Iterable[Edit]) -> tuple[Corpus, System]:
    """A corpus of one sentence, by edits."""
    gold = tuple(Correction(source, edits=tuple(edits)) for edits in references)
    return Corpus((Segment(source, gold, "1"),)), System(
        "made", (Correction(source, edits=tuple(system)),)
    )


def counts(measure: Edits, corpus: Corpus, system: System) -> list[int]:
    return [int(n) for n in measure.rows(corpus, system)[0]]


# --- ERRANT's figures --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def edge_cases(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> tuple[Corpus, System]:
    folder: Path = tmp_path_factory.mktemp("edge")
    data = shared.golden("errant_edge_cases")["data"]
    for name in ("ref", "hyp"):
        (folder / f"{name}.m2").write_text(data[f"{name}_m2"], encoding="utf-8")
    corpus = read(folder / "ref.m2")
    return corpus, read_system(folder / "hyp.m2", corpus)


def test_edge_cases(shared: Shared, edge_cases: tuple[Corpus, System]) -> None:
    for variant, golden in shared.golden("errant_edge_cases")["results"].items():
        measure = ERRANT[variant]
        assert figures(score(measure, *edge_cases)) == [*golden["overall"].values()], variant
        rows, choice = chosen(measure, *edge_cases)
        found = [[*map(int, row), k] for row, k in zip(rows, choice, strict=True)]
        assert found == golden["per_sentence_tp_fp_fn_ref"], variant
        for level in (1, 2, 3):
            leveled = with_level(measure, level)
            assert by_category(leveled, *edge_cases) == golden[f"cat{level}"], (variant, level)


@pytest.fixture(scope="module")
def annotated(shared: Shared) -> Corpus:
    return read(shared.data("conll14", "errant", "conll14.errant"))


@pytest.mark.parametrize("name", CONLL14)
def test_conll14(shared: Shared, annotated: Corpus, name: str) -> None:
    system = read_system(shared.data("conll14", "errant", f"conll14-{name}.errant"), annotated)
    for variant, golden in shared.golden("errant_conll14")["results"][name].items():
        mode, _, level = variant.partition("_cat")
        if level:
            measure = with_level(ERRANT[mode], int(level))
            assert by_category(measure, annotated, system) == golden, variant
        else:
            expected = [*golden.values()]
            assert figures(score(ERRANT[mode], annotated, system)) == expected, variant
            if mode in ("cs", "cse"):  # where no edit occurs twice, the default agrees
                once = cg.measure(ERRANT[mode].full().replace("=errant", "=once"))
                assert isinstance(once, Edits)
                assert figures(score(once, annotated, system)) == expected, variant


def test_conll14_sentences(shared: Shared, annotated: Corpus) -> None:
    system = read_system(shared.data("conll14", "errant", "conll14-AMU.errant"), annotated)
    rows, choice = chosen(Edits(), annotated, system)
    golden = shared.golden("errant_conll14_AMU_sentences")["results"]["rows"]
    assert [[*map(int, row), k] for row, k in zip(rows, choice, strict=True)] == golden


# --- what counts, and what agrees ---------------------------------------------------------------

LIKES, LIKED = Edit(1, 2, ("likes",), "R:VERB:SVA"), Edit(1, 2, ("liked",), "R:VERB:TENSE")
DOGS = Edit(3, 4, ("dogs",), "R:NOUN:NUM")
A, THE = Edit(2, 2, ("a",), "M:DET"), Edit(2, 2, ("the",), "M:DET")
WARM = Edit(2, 2, ("warm",), "M:ADJ")
SOURCE = "He like big dog ."


@pytest.mark.parametrize(
    ("mode", "expected"), [("cs", [1, 1, 1]), ("cse", [0, 2, 2]), ("ds", [2, 0, 0])]
)
def test_modes(mode: str, expected: list[int]) -> None:
    other_type = Edit(3, 4, ("dogs",), "R:NOUN")
    case = one(SOURCE, [LIKES, other_type], [LIKED, DOGS])
    assert counts(Edits(mode=mode), *case) == expected  # type: ignore[arg-type]


def test_tokens_of_extents() -> None:
    longer = Edit(2, 4, ("dogs",), "R:OTHER")
    case = one(SOURCE, [A, DOGS], [longer])
    assert counts(Edits(mode="ds"), *case) == [0, 2, 1]
    assert counts(Edits(mode="dt"), *case) == [2, 0, 0]  # an insertion is for the token behind it
    found = judgements(Edits(mode="dt"), *case)
    assert [(j.edit.start, j.edit.end, j.edit.type, j.verdict) for j in found] == [
        (2, 3, "R:OTHER", "hit"),
        (3, 4, "R:OTHER", "hit"),
    ]


@pytest.mark.parametrize(
    ("system", "reference", "once", "errant"),
    [
        ([A], [A, WARM], [1, 0, 1], [2, 0, 0]),
        ([A, WARM], [THE], [1, 1, 0], [1, 0, 0]),
        ([A, WARM], [THE, A], [2, 0, 0], [2, 0, 0]),
        ([A, A], [A], [1, 1, 0], [1, 0, 0]),
        ([], [A, A], [0, 0, 2], [0, 0, 2]),
    ],
)
def test_several_edits_at_one_point(
    system: list[Edit], reference: list[Edit], once: list[int], errant: list[int]
) -> None:
    case = one(SOURCE, system, reference)
    assert counts(Edits(mode="ds"), *case) == once
    assert counts(Edits(mode="ds", duplicates="errant"), *case) == errant


def test_a_hit_is_the_reference_edit_most_alike() -> None:
    found = judgements(Edits(mode="ds"), *one(SOURCE, [WARM], [A, WARM]))
    assert found == [Judgement(A, "missed"), Judgement(WARM, "hit")]


def test_alternatives() -> None:
    either = Edit(2, 2, ("a", "the"), "M:DET")
    assert counts(Edits(), *one(SOURCE, [THE], [either])) == [1, 0, 0]
    # The only way to pair both: "a" with the edit that allows nothing else.
    assert counts(Edits(), *one(SOURCE, [A, THE], [either, A])) == [2, 0, 0]


def test_optional_edits_are_not_missed() -> None:
    optional = Edit(2, 2, ("a", None), "M:DET")
    assert counts(Edits(), *one(SOURCE, [], [optional])) == [0, 0, 0]
    assert counts(Edits(), *one(SOURCE, [A], [optional])) == [1, 0, 0]
    assert counts(Edits(mode="dt"), *one(SOURCE, [], [optional])) == [0, 0, 0]
    assert counts(Edits(mode="dt"), *one(SOURCE, [A], [optional])) == [1, 0, 0]


def test_detection_only() -> None:
    case = one(SOURCE, [LIKES], [Edit(1, 2, (), "UNK")])
    assert counts(Edits(), *case) == [0, 1, 0]
    assert counts(Edits(mode="ds"), *case) == [1, 0, 0]


def test_left_out() -> None:
    order = Edit(0, 2, ("Likes he",), "R:WO")
    case = one(SOURCE, [order, DOGS], [order, DOGS, A])
    assert counts(Edits(only="single"), *case) == [1, 0, 1]
    assert counts(Edits(only="multi"), *case) == [1, 0, 0]
    assert counts(Edits(filter="R:WO+M:DET"), *case) == [1, 0, 0]  # type: ignore[arg-type]


def test_choice_of_reference_is_cumulative() -> None:
    measure = Edits()
    one_found, all_found = (1, 0, 3), (0, 0, 0)
    assert measure.select([one_found, all_found], [0, 0, 0]) == 1
    assert measure.select([one_found, all_found], [5, 5, 40]) == 0
    # Alike to four decimals: more true positives, fewer false positives, then the first.
    assert measure.select([(0, 0, 0), (1, 0, 0)], [10**9, 0, 0]) == 1
    assert measure.select([(0, 1, 0), (0, 0, 1), (0, 0, 1)], [10**9, 0, 0]) == 1


COUNTS = st.tuples(*[st.integers(0, 6)] * 3)


@given(
    st.lists(COUNTS, min_size=1, max_size=5), COUNTS, st.sampled_from([0.0, 0.5, 1.0, 2.0, 1000.0])
)
def test_the_reference_with_the_highest_f_is_chosen(
    rows: list[tuple[int, int, int]], totals: tuple[int, int, int], beta: float
) -> None:
    sums = np.array(rows) + totals
    f = np.round(f_values(sums, beta)["score"], 4)
    keys = [(f[k], tp, -fp, -fn) for k, (tp, fp, fn) in enumerate(rows)]
    assert Edits(beta=beta).select(rows, totals) == keys.index(max(keys))


def test_beta_0_is_precision() -> None:
    assert score(Edits(beta=0), *one(SOURCE, [LIKES], [LIKED, DOGS])).value == 0
    assert score(Edits(beta=0), *one(SOURCE, [LIKES], [LIKES, DOGS])).value == 1


def test_texts() -> None:
    corpus, system = made(("He like big dog", ["He likes big dogs"], "So He likes big dogs"))
    assert counts(Edits(), corpus, system) == [2, 1, 0]
    assert counts(Edits(gap=1), corpus, system) == [0, 1, 1]
    found = judgements(Edits(), corpus, system)
    assert by_type(found, Edits().type_of) == {"M": (0, 1, 0), "R": (2, 0, 0)}
    corpus, system = made(("He like big dog", ["He likes bigger dog"], "He likes big dog"))
    assert counts(Edits(), corpus, system) == [0, 1, 1]
    assert counts(Edits(merge="split"), corpus, system) == [1, 0, 1]


def test_types_given_and_types_found_are_not_compared() -> None:
    corpus, _ = one(SOURCE, [], [LIKES])
    system = System("text", (Correction(SOURCE, text="He likes big dog ."),))
    assert counts(Edits(), corpus, system) == [1, 0, 0]
    with pytest.raises(InputError, match=r"sentence 1: .* the system's edits were found by align"):
        counts(Edits(mode="cse"), corpus, system)
    corpus, system = made((SOURCE, ["He likes big dog ."], "He likes big dog ."))
    assert counts(Edits(mode="cse"), corpus, system) == [1, 0, 0]


@pytest.mark.parametrize(
    ("kind", "level", "expected"),
    [
        ("R:NOUN:NUM", 1, "R"),
        ("R:NOUN:NUM", 2, "NOUN:NUM"),
        ("R:NOUN:NUM", 3, "R:NOUN:NUM"),
        ("UNK", 1, "UNK"),
        ("UNK", 2, "UNK"),
        ("ArtOrDet", 2, "ArtOrDet"),
        ("M", 2, "M"),
    ],
)
def test_levels_of_types(kind: str, level: int, expected: str) -> None:
    assert Edits(level=level).type_of(Edit(0, 1, ("x",), kind)) == expected


@pytest.mark.parametrize(
    "measure",
    [
        Edits(),
        Edits(mode="dt", beta=1, level=2, only="multi", gap=2, merge="equal"),
        *ERRANT.values(),
    ],
    ids=str,
)
def test_text_form(measure: Edits) -> None:
    assert cg.measure(str(measure)) == measure
    assert cg.measure(measure.full()) == measure


def test_refused() -> None:
    with pytest.raises(InputError, match="mode must be one of cs, cse, ds, dt, not css"):
        Edits(mode="css")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="beta must be at least 0"):
        Edits(beta=-1)


# --- what must hold -----------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), unique=True, max_size=7))
def test_matching_is_the_largest(pairs: list[tuple[int, int]]) -> None:
    found = _matching(pairs)
    assert set(found) <= set(pairs)
    assert len({i for i, _ in found}) == len({j for _, j in found}) == len(found)
    most = max(sum((i, j) in pairs for i, j in enumerate(p)) for p in permutations(range(4)))
    assert len(found) == most


@given(sentences(references=1))
def test_perfect(cases: list[tuple[str, list[str], str]]) -> None:
    perfect = made(*((source, references, references[0]) for source, references, _ in cases))
    for mode in ("cs", "cse", "ds", "dt"):
        found = score(Edits(mode=mode), *perfect)
        assert (found.value, found.counts["fp"], found.counts["fn"]) == (1, 0, 0)


@given(sentence(), st.sampled_from(("cs", "ds", "dt")), st.sampled_from(("once", "errant")))
def test_rows_are_judgements(case: tuple[str, list[str], str], mode: str, duplicates: str) -> None:
    measure = Edits(mode=mode, duplicates=duplicates, merge="split")  # type: ignore[arg-type]
    corpus, system = made(case)
    for k, row in enumerate(measure.candidates(corpus[0], system.corrections[0])):
        verdicts = [j.verdict for j in measure.judge(corpus[0], system.corrections[0], k)]
        assert list(row) == [verdicts.count(v) for v in ("hit", "spurious", "missed")]
        if duplicates == "once":
            gold = measure._relevant(corpus[0].references[k])
            assert row[0] + row[2] == len(gold)
            assert row[0] + row[1] == len(measure._relevant(system.corrections[0]))


@expensive
@given(sentences(references=1), sentences(references=1))
def test_parts_add_up(
    first: list[tuple[str, list[str], str]], second: list[tuple[str, list[str], str]]
) -> None:
    whole = Edits().rows(*made(*first, *second))
    parts = np.concatenate([Edits().rows(*made(*first)), Edits().rows(*made(*second))])
    assert (whole == parts).all()
