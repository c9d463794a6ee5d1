"""Counting what a crowd made of sentences, and the published counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from corrigenda.errors import InputError
from corrigenda.indices import index_key
from corrigenda.references.crowd import SELECTIONS, AnsweredSentence, Crowd, Selection, collect
from corrigenda.references.mturk import Answer, read_answers
from corrigenda.references.unseen import fingerprint

GO = "he go to school every days ."
FINE = "it rains ."
KEPT = Selection(rules=None)

ANSWERS = [
    Answer(GO, "He goes to school every day.", "a"),
    Answer(GO, "he goes to school , every day", "b"),
    Answer(GO, "He goes to the school\nevery day .", "c"),
    Answer(GO, "He goes to school every day.", "d", "Rejected", file="2"),
    Answer(FINE, "It rains.", "a", file="2"),
    Answer(FINE, "it rains .", "b", file="2"),
    Answer(FINE, "It is raining.", "c", file="2"),
    Answer(FINE, "It 's raining.", "d", file="2"),
]


def test_counts() -> None:
    crowd = collect(ANSWERS, KEPT)
    assert crowd.counts() == {
        GO: {"he goes to school every day": 2, "he goes to the school every day": 1},
        FINE: {"it rains": 2, "it is raining": 1, "it s raining": 1},
    }
    assert [sentence.unchanged for sentence in crowd.sentences] == [0, 2]
    assert crowd.left_out == 1 and crowd.dropped == crowd.confused == ()
    plain = collect(ANSWERS, replace(KEPT, normalise="plain"))
    assert plain.counts()[FINE] == dict.fromkeys(
        ["It rains.", "it rains .", "It is raining.", "It 's raining."], 1
    )
    assert plain.sentences[1].unchanged == 1


def test_index_counts() -> None:
    crowd = collect(ANSWERS, KEPT)
    # "goes" is word 1, "day" word 5; the inserted word's place is the last one's.
    assert crowd.index_counts()[GO] == {"1 5": 2, "1 5 5": 1}
    assert crowd.index_counts(insertions=False)[GO] == {"1 5": 3}
    assert crowd.index_counts()[FINE][""] == 2


def test_which_rejections_count() -> None:
    def kept(which: str) -> int:
        return len(collect(ANSWERS, replace(KEPT, rejections=which)).sentences[0].answers)

    assert (kept("all"), kept("largest"), kept("none")) == (3, 3, 4)
    more = [*ANSWERS, *[Answer(FINE, "rain", "x", file="3")] * 9]
    assert len(collect(more, replace(KEPT, rejections="largest")).sentences[0].answers) == 4


def test_sentences_that_need_no_correction() -> None:
    crowd = collect(ANSWERS, replace(KEPT, unchanged=0.5))
    assert [s.source for s in crowd.sentences] == [GO]
    assert [s.source for s in crowd.dropped] == [FINE]
    assert collect(ANSWERS, replace(KEPT, unchanged=0.51)).dropped == ()


def test_suspicious_workers_are_left_out() -> None:
    sentences = [f"he go to school {i} ." for i in range(6)]
    careful = [Answer(s, f"{w} {s}", w) for s in sentences for w in "abcdef"]
    idle = [Answer(s, s, "idle") for s in sentences]
    crowd = collect([*careful, *idle], "all")
    assert [suspect.worker for suspect in crowd.suspects] == ["idle"]
    assert crowd.left_out == 6
    assert all(len(s.answers) == 6 and s.unchanged == 0 for s in crowd.sentences)
    assert collect([*careful, *idle], KEPT).left_out == 0
    # A sentence of which nothing is left is gone.
    alone = [Answer("nobody else saw this", "x", "idle")]
    assert len(collect([*careful, *idle, *alone], "all").sentences) == 6


def test_sentences_that_begin_alike() -> None:
    answers = [
        Answer("However , one .", "x", "a"),
        Answer("How ever , two .", "x", "a"),
        Answer("How ever , two .", "x", "b"),
        Answer("Howeve three .", "x", "a"),
        Answer("Other", "x", "a"),
        Answer("Other things", "x", "a"),
    ]
    crowd = collect(answers, replace(KEPT, letters=5))
    assert [s.source for s in crowd.sentences] == ["How ever , two .", "Other things"]
    assert [s.source for s in crowd.confused] == ["However , one .", "Howeve three .", "Other"]
    assert len(collect(answers, KEPT).sentences) == 5


def test_how_variants_were_written() -> None:
    answers = ("he goes", "He goes.", "He  goes.", "He goes.", "He went")
    sentence = AnsweredSentence("He go", answers)
    assert sentence.written == {"he goes": "He goes.", "he went": "He went"}


def test_corpus() -> None:
    corpus = collect(ANSWERS, KEPT).corpus()
    assert corpus.sources == [GO, FINE]
    assert [r.text for r in corpus[0].references] == [
        "He goes to school every day.",
        "he goes to school , every day",
        "He goes to the school every day .",
    ]
    assert [r.by for r in corpus[0].references] == ["0", "1", "2"]


def test_wrong_selections() -> None:
    with pytest.raises(InputError, match="no selection 'papers'"):
        collect(ANSWERS, "papers")
    with pytest.raises(InputError, match="no answers"):
        collect([], "paper")
    for wrong in (
        {"normalise": "x"},
        {"unchanged": 22},
        {"unchanged": 0},
        {"rejections": "some"},
        {"letters": 0},
    ):
        with pytest.raises(InputError):
            Selection(**wrong)


# --- the published data ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def golden(shared):
    return shared.golden("reference_bias")


@pytest.fixture(scope="module")
def answers(shared, golden) -> list[Answer]:
    names = golden["crowdsourcing"]["files_used"]
    return read_answers([shared.data("ibgec", f"{name}.csv") for name in names])


@pytest.fixture(scope="module")
def crowds(answers) -> dict[str, Crowd]:
    return {name: collect(answers, name) for name in SELECTIONS}


def listed(counts) -> list[int]:
    """A fingerprint as the released files have it: a number for each frequency."""
    found = fingerprint(counts)
    return [found.get(i, 0) for i in range(1, max(found) + 1)]


def six_letters(source: str) -> str:
    return "".join(c for c in source if c.isalnum())[:6]


def test_published_answers(crowds, golden) -> None:
    wanted = golden["crowdsourcing"]
    crowd = crowds["all"]
    assert len(crowd.sentences) == wanted["sentences"]
    assert crowd.left_out == wanted["status"]["Rejected"]
    sizes = Counter(str(len(s.answers)) for s in crowd.sentences)
    assert sizes == wanted["approved_per_sentence"]
    assert [s.unchanged for s in sorted(crowd.sentences, key=lambda s: -s.unchanged)][:20] == (
        wanted["unchanged_counts_descending"]
    )
    mean = sum(len(s.counts) for s in crowd.sentences) / 52
    assert mean == pytest.approx(wanted["mean_distinct_normalised"], abs=5e-5)
    raw = sum(len(set(s.answers)) for s in crowd.sentences) / 52
    assert raw == pytest.approx(wanted["mean_distinct_raw"], abs=5e-5)


def test_published_rejections(answers, crowds, golden) -> None:
    """The rules alone find the workers rejected in the main batch, and nobody else."""
    wanted = golden["crowdsourcing"]["rejected_workers_main_batch"]
    suspicious = [s for s in crowds["all"].suspects if s.suspicious]
    assert len(suspicious) == wanted["workers"]
    assert sorted((s.answers for s in suspicious), reverse=True) == wanted["rows"]
    assert all(s.rejected == s.answers for s in suspicious)
    forgiven = collect([replace(a, status="") for a in answers], "all")
    assert {s.worker for s in forgiven.suspects} == {s.worker for s in suspicious}
    [other] = [s for s in crowds["all"].suspects if not s.suspicious]
    assert other.rejected == golden["crowdsourcing"]["rejected_rows_2612793"]


@pytest.mark.parametrize(
    ("name", "kept", "dropped", "confused", "left_out"),
    [
        ("all", 52, 0, 0, 147),
        ("paper", 48, 4, 0, 147),
        ("code", 38, 14, 0, 147),
        ("judged", 38, 14, 0, 147),
        ("released", 48, 0, 4, 145),
    ],
)
def test_published_selections(
    crowds, name: str, kept: int, dropped: int, confused: int, left_out: int
) -> None:
    crowd = crowds[name]
    assert (len(crowd.sentences), len(crowd.dropped)) == (kept, dropped)
    assert (len(crowd.confused), crowd.left_out) == (confused, left_out)


def test_the_four_sentences_that_need_no_correction(crowds) -> None:
    assert sorted(s.unchanged for s in crowds["paper"].dropped) == [22, 24, 25, 28]
    assert {s.source for s in crowds["paper"].dropped} <= {s.source for s in crowds["code"].dropped}
    assert min(s.unchanged for s in crowds["code"].dropped) == 8


def test_sentences_lost_to_their_first_letters(crowds) -> None:
    lost = Counter(six_letters(s.source) for s in crowds["released"].confused)
    assert lost == {"Howeve": 2, "Rising": 1, "Withou": 1}


def test_released_fingerprints(crowds, golden, shared) -> None:
    """All that the released distributions were estimated from, counted from the raw batches."""
    import json

    released = json.loads(shared.data("ibgec", "unseenest_hists.json").read_text())["exact"]
    found = {six_letters(s): c for s, c in crowds["released"].counts().items()}
    assert found.keys() == released.keys()
    for key, counts in found.items():
        assert listed(counts) == released[key]["input_consistent"], key
        assert sum(counts.values()) == released[key]["n"], key
    for fixture in golden["unseenest"]["fixtures"]:
        assert listed(found[fixture["key"]]) == fixture["fingerprint"]


def test_fingerprints_released_later(crowds, shared) -> None:
    """The released inputs were counted again with the last normalisation."""
    import json

    released = json.loads(shared.data("ibgec", "unseenest_hists.json").read_text())
    exact, index = crowds["all"].counts(), crowds["all"].index_counts()

    def same(key: str, counts: dict[str, Counter[str]]) -> int:
        return sum(
            any(
                listed(c) == file["input_released"]
                for s, c in counts.items()
                if six_letters(s) == k
            )
            for k, file in released[key].items()
        )

    assert same("exact", exact) == 48
    assert same("index", index) == 38


def test_published_index_keys(crowds) -> None:
    """Answers are normalised before they are aligned: the stops between words have no places."""
    [sentence] = [s for s in crowds["all"].sentences if s.source.startswith("Human has")]
    common = max(sentence.counts, key=sentence.counts.__getitem__)
    key = index_key(sentence.normalised, common)
    assert sentence.index_counts()[" ".join(map(str, key))] >= sentence.counts[common]


def test_published_simplifications(shared, golden) -> None:
    wanted = golden["crowdsourcing"]["simplification"]
    path = shared.data("ibgec", "simplification_Batch_2998009.csv")
    crowd = collect(read_answers([path]), Selection(rules=None))
    assert len(crowd.sentences) == wanted["sentences"]
    of_fifty = [len(s.counts) for s in crowd.sentences if len(s.answers) == 50]
    assert sum(of_fifty) / len(of_fifty) == pytest.approx(wanted["mean_distinct_50ref"], abs=5e-5)
    for size in (100, 150):
        [sentence] = [s for s in crowd.sentences if len(s.answers) == size]
        expected = wanted[f"sentence_{size}"]
        assert len(sentence.counts) == expected["distinct"]
        assert fingerprint(sentence.counts)[1] == expected["singletons"]
        assert max(sentence.counts.values()) == expected["max"]
