"""Presets: a name for parameter values, which gives the scores of another tool."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import corrigenda as cg
from corrigenda.cli import main
from corrigenda.errors import InputError
from corrigenda.measures.contract import parameters
from corrigenda.measures.description import describe
from corrigenda.measures.registry import find, names
from tests.conftest import Shared

PRESETS = [(name, preset) for name in names() for preset in find(name).presets]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_preset_is_its_values(name: str, preset: str) -> None:
    cls = find(name)
    measure = cg.measure(f"{name}(preset={preset})")
    spelled = cls(**cls.presets[preset])
    assert measure == cls(preset=preset)
    assert str(measure) == f"{name}(preset={preset})"
    assert measure.full() == spelled.full()  # so signatures do not depend on names
    assert cg.measure(measure.full()) == spelled
    assert all(getattr(measure, p.name) == getattr(spelled, p.name) for p in parameters(cls))
    assert pickle.loads(pickle.dumps(measure)) == measure
    assert f"  preset = {preset}: " in describe(name)
    assert "Presets" not in cls.explanation()


def test_capitals_of_presets_do_not_matter() -> None:
    assert cg.measure("SARI(preset=EASSE)") == cg.SARI(preset="easse")


def test_parameters_beside_a_preset() -> None:
    given = cg.measure("SARI(preset=easse, lowercase=false, deletion=precision)")
    assert given == cg.SARI(preset="easse", lowercase=False, deletion="precision")
    assert str(given) == "SARI(preset=easse,deletion=precision,lowercase=false)"
    assert cg.measure(str(given)) == given
    assert given.full() == cg.SARI(level="corpus", tokenize="13a", lowercase=False).full()
    assert cg.SARI(3, preset="easse").n == 3
    assert replace(cg.SARI(preset="easse"), n=2) == cg.measure("SARI(preset=easse,n=2)")


def test_mistakes() -> None:
    with pytest.raises(InputError, match="M2 has no preset 'easse'; it has m2scorer, m2scorer-"):
        cg.measure("M2(preset=easse)")
    with pytest.raises(InputError, match="Accuracy has no presets, so none is called 'easse'"):
        cg.measure("Accuracy(preset=easse)")
    with pytest.raises(InputError, match="Accuracy has no presets, so none is called 'x'"):
        cg.measure("Accuracy").__class__(preset="x")


def test_scores_of_easse_and_of_hugging_face(shared: Shared) -> None:
    """Through the same call that users make."""
    folder = shared.data("turk")
    result = cg.evaluate(
        sources=folder / "test.8turkers.tok.norm",
        references=[folder / f"test.8turkers.tok.turk.{k}" for k in range(8)],
        systems={"ACCESS": folder / "easse_tok_low" / "ACCESS.tok.low"},
        measures="SARI,SARI(preset=easse)",
        ci=None,
    )
    assert round(100 * result["ACCESS"]["SARI"].value, 2) == 39.76
    assert round(100 * result["ACCESS"]["SARI(preset=easse)"].value, 2) == 41.24
    assert "tokenize=13a" in result.signature("SARI(preset=easse)")
    assert "preset" not in result.signature("SARI(preset=easse)")


@pytest.mark.parametrize(("preset", "seeds"), [("jfleg", "python3"), ("gec-ranking", "python2")])
def test_scores_of_gleu_scripts(shared: Shared, preset: str, seeds: str) -> None:
    golden = shared.golden("gleu_jfleg_dev")["results"][seeds]["mle_2.txt"]
    folder = shared.data("jfleg")
    result = cg.evaluate(
        sources=folder / "dev.src",
        references=[folder / f"dev.ref{k}" for k in range(4)],
        systems={"mle_2": folder / "mle_2.txt"},
        measures=cg.GLEU(preset=preset),
        ci=None,
    )
    assert result["mle_2"][f"GLEU(preset={preset})"].value == pytest.approx(
        golden["mean"], abs=1e-12
    )


@pytest.mark.parametrize("name", ["ERRANT", "Edits"])
def test_scores_of_errant_compare(shared: Shared, name: str) -> None:
    golden = shared.golden("errant_conll14")["results"]["SJTU"]["cs"]
    folder = shared.data("conll14", "errant")
    result = cg.evaluate(
        folder / "conll14.errant",
        {"SJTU": folder / "conll14-SJTU.errant"},
        f"{name}(preset=errant_compare)",
        ci=None,
    )
    score = result["SJTU"][f"{name}(preset=errant_compare)"].score
    assert [score.counts[k] for k in ("tp", "fp", "fn")] == [golden[k] for k in ("tp", "fp", "fn")]
    assert round(score.value, 4) == golden["f"]


def test_the_table_says_the_preset(capsys: pytest.CaptureFixture[str]) -> None:
    from corrigenda import examples

    files = [str(examples.path(name)) for name in ("gold.m2", "good.txt")]
    assert main(["evaluate", "--m2", files[0], "-H", files[1], "-m", "GLEU(preset=jfleg)"]) == 0
    printed = capsys.readouterr().out
    assert "GLEU(preset=jfleg)" in printed
    assert "GLEU(n=4,draws=500,seeds=python3,formula=2016,conventions=gec-ranking)|" in printed
