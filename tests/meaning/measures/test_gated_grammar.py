"""GatedGrammar: neither a copy of the source nor any good sentence wins."""

from __future__ import annotations

import numpy as np
import pytest

import corrigenda as cg
from corrigenda.meaning.measures.gated_grammar import GatedGrammar
from corrigenda.results.page.data_block import packed

SOURCE = "He do not likes the dogs of his neighbour ."
GOOD = "He does not like the dogs of his neighbour ."
FLIPPED = "He likes the dogs of his neighbour ."
MILD = "The weather is mild ."


def rows(*texts: str, measure: str = "GatedGrammar") -> np.ndarray:
    segment = cg.Segment(SOURCE, (), "1")
    corrections = [cg.Correction(SOURCE, text=text) for text in texts]
    found = cg.measure(measure).batch_candidates([(segment, corrections)])[0]
    return np.array([options[0] for options in found])


def test_good_corrections_win() -> None:
    good, copied, flipped, mild, empty = rows(GOOD, SOURCE, FLIPPED, MILD, "")[:, 0]
    assert good > copied
    assert good > 1.5 * flipped
    assert good > 3 * mild
    assert empty == 0


def test_the_score_is_grammar_times_the_gate() -> None:
    table = rows(GOOD, FLIPPED, MILD)
    gate = np.minimum(1, table[:, 2] / 0.9) * np.where(table[:, 3] > 0, 0.5, 1)
    assert table[:, 0] == pytest.approx(table[:, 1] * gate)
    (grammar,) = rows(GOOD, measure="Grammar")[:, 2]
    (meaning,) = rows(GOOD, measure="Meaning")[:, 4]
    assert table[0, 1:3].tolist() == [grammar, meaning]


def test_parameters() -> None:
    open_gate = rows(FLIPPED, measure="GatedGrammar(threshold=0.01,alarm=1)")
    assert open_gate[0, 0] == open_gate[0, 1]
    with pytest.raises(cg.InputError, match="threshold"):
        cg.measure("GatedGrammar(threshold=0)")


def test_both_parts_are_printed_beside_it() -> None:
    score = GatedGrammar().score(rows(GOOD, FLIPPED).sum(axis=0))
    assert list(score.parts) == ["grammar", "meaning"]
    assert score.counts == {"alarms": 1, "sentences": 2}


def test_comparisons_print_both_parts() -> None:
    systems = {"good": [GOOD, GOOD], "copy": [SOURCE, SOURCE]}
    result = cg.evaluate(sources=[SOURCE] * 2, systems=systems, measures="GatedGrammar", jobs=1)
    parts = {name: result[name]["GatedGrammar"].score.parts for name in systems}
    for compared in (result.compare(), result.compare().matrix()):
        (note,) = [line for line in str(compared).splitlines() if "is made of" in line]
        for name, of in parts.items():
            assert f"{name} grammar {of['grammar']:.4f}, meaning {of['meaning']:.4f}" in note
    assert compared.to_json()["measures"]["GatedGrammar"]["made_of"] == parts


def test_sentences_and_pages_have_both_parts() -> None:
    systems = {"good": [GOOD, FLIPPED]}
    measures = "GatedGrammar,Grammar,Meaning"
    result = cg.evaluate(sources=[SOURCE] * 2, systems=systems, measures=measures, jobs=1)
    (listed,) = [s.sentences for s in result.complete().sections() if s.sentences]
    shown = packed(listed)["sentences"]
    for one, on_page in zip(listed.sentences, shown, strict=True):
        output = one["systems"]["good"]
        alone = {part.lower(): output["scores"][part] for part in ("Grammar", "Meaning")}
        assert output["parts"] == {"GatedGrammar": alone}
        text = f"grammar {alone['grammar']:.4f}, meaning {alone['meaning']:.4f}"
        assert on_page["outputs"][0][3]["parts"] == {0: text}


def test_rerank_prints_both_parts() -> None:
    sources = [SOURCE, "He go home .", "They was late ."]
    first, second = [GOOD, "He goes home .", "They was late ."], [MILD, MILD, "They were late ."]
    study = cg.rerank(
        sources=sources, candidates={"a": first, "b": second}, measures="GatedGrammar,Grammar",
        settings=cg.Settings(resamples=50), jobs=1,
    )  # fmt: skip
    gated, alone = (curve.points[0] for curve in study.curves)
    winners = {"winners": list(study.curves[0].winners[0])}
    assert winners["winners"] == [GOOD, "He goes home .", "They were late ."]
    # Without references, the mean over winners is the score of a system that writes them.
    result = cg.evaluate(sources=sources, systems=winners, measures="GatedGrammar", jobs=1)
    score = result["winners"]["GatedGrammar"].score
    assert {name: one.value for name, one in gated.parts.items()} == pytest.approx(score.parts)
    assert gated.score.value == pytest.approx(score.value)
    assert all(one.interval is not None for one in gated.parts.values()) and not alone.parts
    header, row, other, *_ = study.tables()[0].records()
    shown = dict(zip(header, row, strict=True))
    assert shown["made of grammar"] == gated.parts["grammar"].value
    assert shown["made of meaning"] == gated.parts["meaning"].value
    assert dict(zip(header, other, strict=True))["made of grammar"] is None
    points = study.to_json()["oracles"]["GatedGrammar"]["points"]
    assert points[0]["parts"]["meaning"]["value"] == gated.parts["meaning"].value


def test_the_signature_names_networks_and_weights() -> None:
    result = cg.evaluate(sources=[SOURCE], systems={"a": [GOOD]}, measures="GatedGrammar", jobs=1)
    model = f"{cg.measure('Grammar').model}+{cg.measure('Meaning').model}"
    assert f"|model:{model}|" in result.signature("GatedGrammar")
