"""The figures of the development set of HOO 2011, and of what was made of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from corrigenda.edits import apply_bytes
from corrigenda.formats import read
from corrigenda.hoo.formats import conversion, fragments, inline, names, standoff, validation
from corrigenda.hoo.formats import texts as hoo_texts
from corrigenda.units import bytes_to_chars, chars_to_bytes


@pytest.fixture(scope="module")
def dev(shared: Any) -> Path:
    folder: Path = shared.data("hoo2011", "dev")
    if not folder.is_dir():
        pytest.skip("no HOO 2011 data")
    return folder


@pytest.fixture(scope="module")
def figures(shared: Any) -> Any:
    return shared.golden("hoo")["appendix_c"]


@pytest.fixture(scope="module")
def gold(dev: Path) -> dict[str, Any]:
    return {p.name[:4]: standoff.read_edits(p) for p in sorted((dev / "Gold").iterdir())}


@pytest.fixture(scope="module")
def texts(dev: Path) -> dict[str, bytes]:
    return {p.stem: hoo_texts.read_text(p) for p in sorted((dev / "Raw").iterdir())}


def test_counts(gold: dict[str, Any], figures: Any) -> None:
    edits = [edit for held in gold.values() for edit in held]
    assert len(edits) == figures["edits"] == 1264
    assert sum(edit.optional for edit in edits) == figures["optional"] == 148
    assert sum("" in edit.alternatives for edit in edits) == 77
    assert figures["edits_with_empty_correction"] == 77
    assert sum(not edit.alternatives for edit in edits) == 28
    counts = Counter(str(len(edit.alternatives)) for edit in edits)
    assert counts == figures["corrections_per_edit"]
    assert Counter(edit.type for edit in edits) == figures["types"]


def test_correction_sets(gold: dict[str, Any]) -> None:
    csets = [
        (number, dict(edit.attributes)["cset"])
        for number, edits in gold.items()
        for edit in edits
        if "cset" in dict(edit.attributes)
    ]
    assert (len(csets), len(set(csets))) == (115, 44)


def test_offsets_count_bytes(gold: dict[str, Any], texts: dict[str, bytes], figures: Any) -> None:
    in_bytes, in_chars, wrong = 0, 0, []
    for number, edits in gold.items():
        data, text = texts[number], texts[number].decode()
        for edit in edits:
            original = dict(edit.attributes)["original"]
            in_chars += text[edit.start : edit.end] == original
            if data[edit.start : edit.end] == original.encode():
                in_bytes += 1
            else:
                wrong.append(dict(edit.attributes)["index"])
    assert in_bytes == figures["byte_offset_matches"] == 1253
    assert in_chars == figures["char_offset_matches"] == 1167
    assert wrong == figures["byte_mismatches"]


def test_bytes_become_characters_and_bytes_again(
    gold: dict[str, Any], texts: dict[str, bytes]
) -> None:
    for number, edits in gold.items():
        chars = bytes_to_chars(texts[number], edits)
        assert tuple(chars_to_bytes(texts[number].decode(), chars)) == edits


def test_shared_starts(gold: dict[str, Any], figures: Any) -> None:
    pairs = [
        [dict(a.attributes)["index"], dict(b.attributes)["index"]]
        for edits in gold.values()
        for a, b in combinations(edits, 2)
        if a.start == b.start
    ]
    assert pairs == figures["same_start_pairs"]
    assert len(pairs) == 19


def test_word_counts(texts: dict[str, bytes], figures: Any) -> None:
    assert {number: len(text.split()) for number, text in texts.items()} == figures["word_counts"]


def test_every_stand_off_file_comes_back(shared: Any, dev: Path, tmp_path: Path) -> None:
    files = [
        path
        for path in sorted(dev.parent.rglob("*.xml"))
        if path.parent.name != "inline_reconstructed"
    ]
    assert len(files) == 19 + 171 + 31 + 8 + 8
    for path in files:
        edits = standoff.read_edits(path)
        standoff.write_edits(edits, tmp_path / "x.xml")
        assert standoff.read_edits(tmp_path / "x.xml") == edits


def test_every_text_comes_back(dev: Path, tmp_path: Path) -> None:
    for path in sorted(dev.parent.rglob("*.txt")):
        hoo_texts.write_text(hoo_texts.read_text(path), tmp_path / "x.txt")
        assert (tmp_path / "x.txt").read_bytes() == path.read_bytes()


def test_in_line_files_give_the_gold_extents(
    dev: Path, gold: dict[str, Any], texts: dict[str, bytes], figures: Any
) -> None:
    extents, other = 0, []
    for path in sorted((dev / "inline_reconstructed").iterdir()):
        number = path.name[:4]
        annotated = inline.read_inline(path)
        assert annotated.text == texts[number]
        assert annotated.paragraphs == hoo_texts.paragraphs(texts[number])
        for found, expected in zip(annotated.edits, gold[number], strict=True):
            extents += (found.start, found.end) == (expected.start, expected.end)
            if found != expected:
                other.append(dict(found.attributes)["index"])
        assert inline.parse_inline(inline.dump_inline(annotated).encode(), "x") == annotated
        again = inline.InLine(texts[number], gold[number])
        assert inline.parse_inline(inline.dump_inline(again).encode(), "x") == annotated
    assert extents == 1264
    assert other == figures["byte_mismatches"]  # only <original> differs, by its lost space


def test_gold_files_have_the_known_problems(dev: Path, figures: Any, tmp_path: Path) -> None:
    problems = validation.validate(dev / "Gold", texts=dev / "Raw")
    kinds = Counter(problem.kind for problem in problems)
    assert kinds == {"shared-start": 19, "lost-space": 11, "uneven-cset": 1}
    lost = [problem.edit for problem in problems if problem.kind == "lost-space"]
    assert lost == figures["byte_mismatches"]
    validation.repair(dev / "Gold", tmp_path / "out", texts=dev / "Raw")
    left = Counter(p.kind for p in validation.validate(tmp_path / "out", texts=dev / "Raw"))
    assert left == {"shared-start": 19, "uneven-cset": 1}


def test_true_offsets_are_true(dev: Path) -> None:
    problems = validation.validate(dev / "systems_edits_true_offsets", texts=dev / "Raw")
    assert problems == []


def test_all_runs_are_paired(dev: Path) -> None:
    pairing = names.pair_folders(dev / "Gold", dev / "systems_edits")
    assert pairing.problems == ()
    assert {run: len(pairs) for run, pairs in pairing.runs().items()} == dict.fromkeys(
        ["CP0", "GF0", "GH1", "GH2", "GH3", "GL0", "GX0", "NZ1", "RU0"], 19
    )


def test_the_first_alternatives_give_the_gold_text(
    dev: Path, gold: dict[str, Any], texts: dict[str, bytes], tmp_path: Path
) -> None:
    """Through JSONL and back, and through in-line text, corrected texts stay the same."""
    for number, edits in gold.items():
        source = dev / "Gold" / f"{number}GE.xml"
        text = dev / "Raw" / f"{number}.txt"
        assert conversion.convert(source, tmp_path / "x.jsonl", text=text) == []
        assert conversion.convert(tmp_path / "x.jsonl", tmp_path / f"{number}GE.xml") == []
        assert standoff.read_edits(tmp_path / f"{number}GE.xml") == edits
        assert conversion.convert(source, tmp_path / f"{number}G.xml", text=text) == []
        in_line = inline.read_inline(tmp_path / f"{number}G.xml")
        for alternative in (0, 1, 2):
            expected = fragments.corrected(texts[number], edits, alternative)
            assert fragments.corrected(in_line.text, in_line.edits, alternative) == expected
            assert expected != texts[number]


def test_m2_has_the_corrected_words(
    dev: Path, gold: dict[str, Any], texts: dict[str, bytes], tmp_path: Path
) -> None:
    for number, edits in gold.items():
        text = dev / "Raw" / f"{number}.txt"
        required = [replace(edit, alternatives=edit.texts) for edit in edits]  # M2 cannot say more
        standoff.write_edits(required, tmp_path / "x.xml")
        lost = conversion.convert(tmp_path / "x.xml", tmp_path / "x.m2", text=text)
        assert not any("left out" in message for message in lost)
        found = read(tmp_path / "x.m2")
        assert [w for s in found for w in s.tokens] == texts[number].decode().split()
        corrected = apply_bytes(texts[number], required).decode().split()
        assert [w for s in found for w in s.references[0].tokens] == corrected
