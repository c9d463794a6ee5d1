"""`corrigenda edits --types errant` writes what `errant_parallel` writes, byte for byte."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import corrigenda as cg
from corrigenda.cli import main
from corrigenda.formats.edit_files import extract, retype
from tests.conftest import Shared

SOURCE = "He like dogs .\n\n  We  eat  .\nI\u00a0go home\nSame here .\n"
TARGETS = (
    "He likes a dogs .\nBlank ?\nWe eat .\nI\u00a0go home\nSame here .  \n",
    "He like dogs .\n\n\nI go home\nSame  here .\n",
)
# Made by errant_parallel: no blank sentence, no line where only white space differs.
BY_ERRANT = """\
S He like dogs .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||a|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S We eat .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 3|||U:OTHER||||||REQUIRED|||-NONE-|||1

S I go home
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Same here .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = []
    for name, content in zip(("source", "one", "two"), (SOURCE, *TARGETS), strict=True):
        paths.append(tmp_path / name)
        paths[-1].write_text(content, encoding="utf-8")
    return paths


def test_white_space_and_blank_lines(files: list[Path], tmp_path: Path) -> None:
    said = extract(files[0], files[1:], tmp_path / "out.m2", types="errant")
    assert (tmp_path / "out.m2").read_text(encoding="utf-8") == BY_ERRANT
    assert said == ["1 blank sentence left out, as ERRANT does"]


def test_a_golden_file(shared: Shared, tmp_path: Path) -> None:
    folder = shared.data("conll14")
    extract(folder / "source.txt", [folder / "systems" / "IPN"], tmp_path / "m2", types="errant")
    golden = shared.root / "golden" / "errant302" / "conll14.IPN.m2.gz"
    assert (tmp_path / "m2").read_bytes() == gzip.decompress(golden.read_bytes())


def test_a_sentence_that_is_too_long_is_named(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("\nWe eat .\n" + "a " * 2001 + "\n", encoding="utf-8")
    target.write_text("\nWe ate .\n" + "b " * 2001 + "\n", encoding="utf-8")
    with pytest.raises(cg.InputError, match="sentence 3: a sentence of 2001 words"):
        extract(source, [target], tmp_path / "out.m2", types="errant")
    assert not (tmp_path / "out.m2").exists()


def test_other_formats_have_the_types(files: list[Path], tmp_path: Path) -> None:
    extract(files[0], files[1:2], tmp_path / "out.jsonl", types="errant", format="jsonl")
    (reference,) = cg.read(tmp_path / "out.jsonl")[0].references
    assert [edit.type for edit in reference.edits] == ["R:VERB:SVA", "M:DET"]


@pytest.mark.parametrize(
    "options", [{"types": "errant", "gap": 1}, {"merge": "rules"}, {"levenshtein": True}]
)
def test_options_that_do_not_go_together(
    files: list[Path], tmp_path: Path, options: dict[str, object]
) -> None:
    with pytest.raises(cg.InputError, match="only"):
        extract(files[0], files[1:], tmp_path / "out.m2", **options)  # type: ignore[arg-type]
    assert not (tmp_path / "out.m2").exists()


def test_raw_text_is_tokenised(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text("She do not, I think.\n", encoding="utf-8")
    target.write_text("She doesn't, I think.\n", encoding="utf-8")
    said = extract(source, [target], tmp_path / "m2", types="errant", raw=True)
    assert said == ["text was tokenised by corrigenda-1"]
    lines = (tmp_path / "m2").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "S She do not , I think ."
    assert [line.split("|||")[:3] for line in lines[1:3]] == [
        ["A 1 2", "R:VERB:SVA", "does"],
        ["A 2 3", "R:CONTR", "n't"],
    ]


def test_edits_of_a_file_are_typed_anew(tmp_path: Path) -> None:
    gold = tmp_path / "gold.m2"
    gold.write_text(
        "S He like dogs .\nA 0 2|||SVA|||He likes|||REQUIRED|||-NONE-|||1\n\n", encoding="utf-8"
    )
    retype(gold, tmp_path / "out.m2")
    line = "A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||1"
    assert line in (tmp_path / "out.m2").read_text(encoding="utf-8").splitlines()
    assert main(["edits", str(gold), "--types", "errant", "--no-min", "-o", str(gold) + "2"]) == 0
    assert "A 0 2|||R:OTHER|||He likes|||" in Path(f"{gold}2").read_text(encoding="utf-8")


@pytest.mark.slow
def test_gold_of_conll_2014_is_what_errant_m2_writes(shared: Shared, tmp_path: Path) -> None:
    retype(shared.data("conll14", "official-2014.combined.m2"), tmp_path / "m2")
    golden = shared.root / "golden" / "errant302" / "conll14.gold.retyped.m2.gz"
    assert (tmp_path / "m2").read_bytes() == gzip.decompress(golden.read_bytes())


def test_sentences_that_nobody_annotated_get_no_line(tmp_path: Path) -> None:
    """As by `errant_m2 -gold`: who says that nothing is wrong is kept, others are not invented."""
    noop = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"
    gold = f"S It is fine .\n\nS So is it .\n{noop}\n\n"
    (tmp_path / "gold.m2").write_text(gold, encoding="utf-8")
    retype(tmp_path / "gold.m2", tmp_path / "out.m2")
    assert (tmp_path / "out.m2").read_text(encoding="utf-8") == gold


@pytest.mark.parametrize("options", [[], ["--types", "errant", "--lev"], ["--raw"]])
def test_edits_without_a_correction_are_refused(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_text("We eat .\n", encoding="utf-8")
    assert main(["edits", str(tmp_path / "x"), *options]) == 2
    assert "no corrected text" in capsys.readouterr().err
