"""The bundled examples say one thing, in whichever of their files one looks."""

from __future__ import annotations

import json

import pytest

from corrigenda import examples
from corrigenda.corpus import Correction, Segment, System
from corrigenda.edits import UNKNOWN, apply_tokens
from corrigenda.errors import InputError
from corrigenda.formats import m2
from corrigenda.measures.m2 import M2


def lines(name: str) -> list[str]:
    return examples.path(name).read_text(encoding="utf-8").splitlines()


def segments(name: str) -> list[Segment]:
    return [segment for _, segment in m2.parse(lines(name), name)]


def texts(segment: Segment) -> dict[str, str]:
    """What each annotator makes of a sentence, by applying the edits."""
    return {
        reference.by: " ".join(apply_tokens(segment.tokens, reference.edits))
        for reference in segment.references
    }


def test_names_are_the_files_and_lead_to_them() -> None:
    assert examples.names() == [
        "examples.jsonl",
        "gold.m2",
        "good.m2",
        "good.txt",
        "reckless.txt",
        "ref0.txt",
        "ref1.txt",
        "source.txt",
        "timid.txt",
    ]
    for name in examples.names():
        assert examples.path(name).is_file()


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no example is called 'gold.xml'\n.*gold\.m2, good\.m2"):
        examples.path("gold.xml")


@pytest.mark.parametrize("name", ["ref0.txt", "ref1.txt", "timid.txt", "good.txt", "reckless.txt"])
def test_texts_are_parallel_to_the_source_and_tokenised(name: str) -> None:
    assert len(lines(name)) == len(lines("source.txt")) == 32
    for line in lines(name):
        assert line == " ".join(line.split()) != ""
        assert line.split()[-1] in {".", "?"}


def test_gold_has_the_source_sentences() -> None:
    assert [segment.source for segment in segments("gold.m2")] == lines("source.txt")


def test_references_are_ragged_and_annotator_0_is_always_there() -> None:
    gold = segments("gold.m2")
    assert {len(segment.references) for segment in gold} == {1, 2, 3}
    assert all(segment.references[0].by == "0" for segment in gold)
    assert sum(len(segment.references) for segment in gold) == 3 * 1 + 19 * 2 + 10 * 3


def test_edits_apply_to_the_reference_texts() -> None:
    ref0, ref1 = lines("ref0.txt"), lines("ref1.txt")
    without_annotator_1 = 0
    for k, segment in enumerate(segments("gold.m2")):
        applied = texts(segment)
        assert applied["0"] == ref0[k]
        if "1" in applied:
            assert applied["1"] == ref1[k]
        else:
            without_annotator_1 += 1
            assert ref1[k] not in {ref0[k], segment.source}
    assert without_annotator_1 == 3


def test_corrections_known_by_heart() -> None:
    """A few in full, so that an offset shifted in edits and texts alike would be seen."""
    applied = [texts(segment) for segment in segments("gold.m2")]
    assert applied[0] == {
        "0": "My uncle lives in a small village near the sea .",
        "1": "My uncle lives in a small village by the sea .",
    }
    assert applied[16]["0"] == (
        "Last summer I was in Italy . It was very hot and we swam every day ."
    )
    assert applied[23] == {
        "0": "My hobby is collecting stamps and I also like to cook very much .",
        "1": "My hobby is to collect stamps and I also like cooking very much .",
    }


def test_every_kind_of_annotation_occurs() -> None:
    gold = segments("gold.m2")
    references = [reference for segment in gold for reference in segment.references]
    edits = [edit for reference in references for edit in reference.edits]
    assert [edit.alternatives for edit in edits if len(edit.alternatives) > 1] == [
        ("that", "which", "")
    ]
    assert [edit.is_detection for edit in edits].count(True) == 1
    fine = [s for s in gold if not any(r.edits for r in s.references)]
    assert len(fine) == 3
    disputed = [s for s in gold if {bool(r.edits) for r in s.references} == {True, False}]
    assert len(disputed) == 1
    kinds = {edit.type for edit in edits}
    assert len(kinds) >= 20
    assert all(kind == UNKNOWN or kind[:2] in {"M:", "R:", "U:"} for kind in kinds)


@pytest.mark.parametrize("name", ["gold.m2", "good.m2"])
def test_types_agree_with_what_the_edits_do(name: str) -> None:
    for segment in segments(name):
        for reference in segment.references:
            for edit in reference.edits:
                if edit.type == UNKNOWN:
                    continue
                before, after = edit.end > edit.start, any(edit.texts)
                assert edit.type[0] == {(False, True): "M", (True, False): "U"}.get(
                    (before, after), "R"
                ), (segment.source, edit)
                assert " ".join(segment.tokens[edit.start : edit.end]) not in edit.texts


def test_the_good_system_is_the_same_as_text_and_as_edits() -> None:
    system = segments("good.m2")
    assert [segment.source for segment in system] == lines("source.txt")
    assert [texts(segment) for segment in system] == [{"0": text} for text in lines("good.txt")]


def test_json_lines_hold_the_same_corrections() -> None:
    gold, ref1 = segments("gold.m2"), lines("ref1.txt")
    cards = [json.loads(line) for line in lines("examples.jsonl")]
    assert [card["sentence"] for card in cards] == lines("source.txt")
    for segment, card, second in zip(gold, cards, ref1, strict=True):
        expected = {"1": second} | texts(segment)
        assert card["corrections"] == [expected[by] for by in sorted(expected)]


def test_the_systems_tell_their_story() -> None:
    """Good beats timid beats reckless; timid is precise and finds little; nobody is perfect."""
    corpus = segments("gold.m2")
    score = {}
    for name in ("timid", "good", "reckless"):
        pairs = zip(corpus, lines(f"{name}.txt"), strict=True)
        system = System(name, tuple(Correction(segment.source, text) for segment, text in pairs))
        score[name] = M2().score(M2().totals(M2().rows(corpus, system)))
    assert 1 > score["good"].value > score["timid"].value + 0.1
    assert score["timid"].value > score["reckless"].value + 0.1
    assert score["timid"].parts["precision"] > 0.9 > score["good"].parts["precision"]
    assert score["timid"].parts["recall"] < 0.5 < score["reckless"].parts["recall"]
    assert score["reckless"].parts["precision"] < 0.6
