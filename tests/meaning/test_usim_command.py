"""`corrigenda usim` and `corrigenda draw`, as a user runs them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from corrigenda import __version__, examples
from corrigenda.cli import main
from corrigenda.meaning.comparison.usim import usim
from corrigenda.meaning.drawing.two_graphs import facing
from corrigenda.meaning.formats import mrp, ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets
from corrigenda.meaning.formats.graphs import read_graphs

SOURCE, FAITHFUL, UNFAITHFUL = (
    str(examples.path(f"meaning/{name}")) for name in ("source", "faithful", "unfaithful")
)

Ok = Callable[..., str]


@pytest.fixture
def bad(capsys: pytest.CaptureFixture[str]) -> Ok:
    """Runs a command that must fail, and gives what it says."""

    def runner(*arguments: str) -> str:
        status = main(list(arguments))
        captured = capsys.readouterr()
        assert status == 2
        assert not captured.out
        assert captured.err.startswith("corrigenda: ")
        return captured.err

    return runner


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """Figure 1: nine edges, of which seven match all of the correction's."""
    source, corrected = tmp_path / "before.xml", tmp_path / "after.xml"
    ucca_xml.write(
        from_brackets("[H [A He] [P gva] [A [E an] [C apple]] [A [R for] [C John]]]"), source
    )
    ucca_xml.write(from_brackets("[H [A He] [P gave] [A John] [A [E an] [C apple]]]"), corrected)
    return str(source), str(corrected)


def test_scores_as_a_table(ok: Ok) -> None:
    printed = ok("usim", SOURCE, f"kept={FAITHFUL}", UNFAITHFUL, "--ci", "0")
    rows = {line.split()[0]: line.split()[1:] for line in printed.splitlines() if line}
    assert "USim" in printed.splitlines()[0] and "DistSim" in printed.splitlines()[0]
    assert float(rows["kept"][0]) > 0.9 > 0.8 > float(rows["unfaithful"][0])


def test_scores_as_json(ok: Ok, pair: tuple[str, str]) -> None:
    found = json.loads(ok("usim", *pair, "-m", "USim(direction=forward)", "-f", "json"))
    assert found["corpus"]["sentences"] == 1
    [cell] = found["systems"]["after"].values()
    assert cell["recall"] == pytest.approx(7 / 9)
    assert cell["precision"] == 1
    assert cell["score"] == pytest.approx(7 / 8)
    assert cell["counts"]["source_edges"] == 9


def test_the_score_of_a_folder_is_the_mean_over_its_passages(ok: Ok) -> None:
    found = json.loads(ok("usim", SOURCE, UNFAITHFUL, "-m", "USim", "--ci", "0", "-f", "json"))
    both = zip(read_graphs(SOURCE), read_graphs(UNFAITHFUL), strict=True)
    each = [usim(source, target) for (_, source), (_, target) in both]
    score = found["systems"]["unfaithful"]["USim"]["score"]
    assert score == pytest.approx(sum(each) / 5, abs=1e-12)


def test_formats_may_be_mixed(ok: Ok, tmp_path: Path) -> None:
    written = tmp_path / "system.mrp"
    mrp.write_passages(read_graphs(UNFAITHFUL), written)
    options = ("-m", "USim", "--ci", "0", "-f", "csv")
    assert (
        ok("usim", SOURCE, f"x={written}", *options).splitlines()[1]
        == ok("usim", SOURCE, f"x={UNFAITHFUL}", *options).splitlines()[1]
    )


def test_explanation_as_text(ok: Ok, pair: tuple[str, str]) -> None:
    lines = ok("usim", *pair, "--explain").splitlines()
    assert lines[:4] == [
        "before, after",
        "He gva an apple for John",
        "He gave John an apple",
        "USim 0.8125",
    ]
    assert "source to target: precision 1.0000, recall 0.7778, F 0.8750" in lines
    assert "    - R    for  (no counterpart)" in lines
    assert "    - A    John  (there: C John)" in lines


def test_explanation_as_json(ok: Ok, pair: tuple[str, str]) -> None:
    [found] = json.loads(ok("usim", *pair, "--explain", "-f", "json"))
    assert (found["source"], found["system"], found["usim"]) == ("before", "after", 0.8125)
    forward, _ = found["directions"]
    verdicts = [edge["verdict"] for edge in forward["source"]]
    assert verdicts.count("match") == 7
    assert sorted(set(verdicts)) == ["match", "no counterpart", "other label"]


def test_an_explanation_is_of_the_measure_asked_for(ok: Ok, pair: tuple[str, str]) -> None:
    arguments = ("usim", *pair, "--explain", "-f", "json", "-m")
    [found] = json.loads(ok(*arguments, "DistSim,USim(units=multi,labels=code,scoring=code)"))
    assert found["definition"]["units"] == "multi"
    assert len(found["directions"][0]["source"]) == 3


def test_only_usim_is_explained(bad: Ok, pair: tuple[str, str]) -> None:
    assert "only USim is explained edge by edge, not DAGF" in bad(
        "usim", *pair, "-m", "DAGF", "--explain"
    )


def test_every_pair_is_explained(ok: Ok) -> None:
    found = json.loads(ok("usim", SOURCE, FAITHFUL, UNFAITHFUL, "--explain", "-f", "json"))
    assert [(one["source"], one["system"]) for one in found] == [
        (str(n), system) for n in range(1, 6) for system in ("faithful", "unfaithful")
    ]


@pytest.mark.parametrize("more", [(), ("--explain",)])
def test_graphs_that_are_missing(bad: Ok, tmp_path: Path, more: tuple[str, ...]) -> None:
    short = tmp_path / "short"
    shutil.copytree(FAITHFUL, short)
    (short / "5.xml").unlink()
    said = bad("usim", SOURCE, str(short), *more)
    assert "short: expected as many sentences as" in said
    assert "found 4" in said
    assert "hint: the n-th sentence of a system must be what it made of the n-th source" in said
    assert "short: expected as many sentences as" in bad("usim", str(short), SOURCE, *more)


def test_a_file_without_graphs(bad: Ok) -> None:
    said = bad("draw", str(examples.path("gold.m2")))
    assert "expected semantic graphs, found something else" in said
    assert "hint: UCCA XML starts with <, JSON (MRP, UCCA-App) with {, AMR with ( or #" in said
    said = bad("usim", SOURCE, str(examples.path("gold.m2")))
    assert "expected plain text, one sentence per line, found M2" in said


@pytest.fixture
def texts(tmp_path: Path) -> tuple[str, str]:
    """Figure 1, without graphs."""
    source, corrected = tmp_path / "source.txt", tmp_path / "corrected.txt"
    source.write_text("He gva an apple for John\n(so he did)\n\n", encoding="utf-8")
    corrected.write_text("He gave John an apple\n# so he did\n\n", encoding="utf-8")
    return str(source), str(corrected)


FLAT = ("--parser", "tests.meaning.parser.parsers:Flat")


def test_text_is_parsed(ok: Ok, texts: tuple[str, str]) -> None:
    """In Figure 1 under one flat scene, all but `for` has a counterpart of the same label."""
    found = json.loads(ok("usim", *texts, *FLAT, "-m", "USim(direction=forward)", "-f", "json"))
    assert found["corpus"]["sentences"] == 3
    [cell] = found["systems"]["corrected"].values()
    assert cell["recall"] == pytest.approx((6 / 7 + 1 + 1) / 3)
    assert cell["precision"] == 1


def test_text_stands_beside_graphs(ok: Ok, tmp_path: Path) -> None:
    """The graphs that are there are used: parsed, the flat scene would match itself."""
    graphs, text = tmp_path / "gold.mrp", tmp_path / "text.txt"
    mrp.write_passages([("1", from_brackets("[H [A He] [S likes] [A dogs]]"))], graphs)
    text.write_text("He likes dogs\n", encoding="utf-8")
    found = json.loads(ok("usim", str(graphs), str(text), *FLAT, "-m", "DAGF", "-f", "json"))
    assert found["systems"]["text"]["DAGF"]["score"] == pytest.approx(3 / 4)
    signature = found["systems"]["text"]["DAGF"]["signature"]
    assert "|hyp:text|parser:flat-1.0|tok:none|" in signature


def test_text_is_explained(ok: Ok, texts: tuple[str, str]) -> None:
    lines = ok("usim", *texts, *FLAT, "--explain").splitlines()
    assert lines[:3] == ["1, corrected", "He gva an apple for John", "He gave John an apple"]
    assert "    - A    for  (no counterpart)" in lines


def test_raw_text(ok: Ok, tmp_path: Path) -> None:
    source, corrected = tmp_path / "source.txt", tmp_path / "corrected.txt"
    source.write_text("I don't go.\n", encoding="utf-8")
    corrected.write_text("I do not go.\n", encoding="utf-8")
    printed = ok("usim", str(source), str(corrected), *FLAT, "-m", "USim", "--raw", "--ci", "0")
    assert "1.0000" in printed.splitlines()[4]
    assert printed.splitlines()[-1].endswith(f"|parser:flat-1.0|tok:corrigenda-1|v:{__version__}")


def test_a_measure_that_needs_references(bad: Ok) -> None:
    assert "reference" in bad("usim", SOURCE, FAITHFUL, "-m", "M2")


def test_an_input_is_never_overwritten(bad: Ok, pair: tuple[str, str]) -> None:
    before = Path(pair[0]).read_bytes()
    for arguments in (("usim", *pair), ("draw", pair[0])):
        bad(*arguments, "-o", pair[0])
    assert Path(pair[0]).read_bytes() == before


def test_drawing(ok: Ok, pair: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "graph.svg"
    assert ok("draw", pair[0], "-o", str(target)) == ""
    root = etree.fromstring(target.read_bytes())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    shown = [text.strip() for text in root.itertext() if text.strip()]
    for word in ["He", "gva", "an", "apple", "for", "John", "H", "A", "P", "E", "C", "R"]:
        assert word in shown
    assert ok("draw", pair[0]).encode() == target.read_bytes()


def test_drawing_two(ok: Ok, bad: Ok, pair: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "both.svg"
    assert ok("draw", *pair, "-o", str(target)) == ""
    expected = facing(ucca_xml.read(pair[0]), ucca_xml.read(pair[1]))
    assert target.read_text(encoding="utf-8") == expected + "\n"
    assert "rained" in ok("draw", SOURCE, FAITHFUL, "-p", "3")
    assert "there are 5 passages" in bad("draw", pair[0], SOURCE)
    before = Path(pair[1]).read_bytes()
    assert "cannot be an output" in bad("draw", *pair, "-o", pair[1])
    assert Path(pair[1]).read_bytes() == before


def test_drawing_one_of_several(ok: Ok, bad: Ok) -> None:
    assert "rained" in ok("draw", SOURCE, "-p", "3")
    said = bad("draw", SOURCE)
    assert "there are 5 passages" in said
    assert "hint: choose one with --passage, of 1, 2, 3, 4, 5" in said
    assert "there is no passage 'six'" in bad("draw", SOURCE, "--passage", "six")


def test_drawing_a_sentence(ok: Ok, bad: Ok, tmp_path: Path) -> None:
    text = tmp_path / "text.xml"
    ucca_xml.write(
        from_brackets("[H [A He] [P sleeps] .] [H [A She] [P sings] .]"),
        text,
    )
    drawn = ok("draw", str(text), "-n", "2")
    assert "sings" in drawn and "sleeps" not in drawn
    assert "there is no sentence 3, only 2" in bad("draw", str(text), "-n", "3")


def test_files_of_folders_must_belong_together(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    source, system = tmp_path / "source", tmp_path / "system"
    for folder, prefix, numbers in ((source, "dev.src", "123"), (system, "mle_1.txt", "124")):
        folder.mkdir()
        for k, number in enumerate(numbers, 1):
            text = examples.path(f"meaning/source/{k}.xml").read_text(encoding="utf-8")
            (folder / f"{prefix}{number}.xml").write_text(text, encoding="utf-8")
    assert main(["usim", str(source), str(system)]) == 2
    message = capsys.readouterr().err
    assert message.startswith(
        f"corrigenda: {system}: expected the graph that belongs to dev.src3.xml of {source}, "
        "found mle_1.txt4.xml"
    )
    (system / "mle_1.txt4.xml").rename(system / "mle_1.txt3.xml")
    assert main(["usim", str(source), str(system)]) == 0


def test_one_passage_has_no_interval(ok: Ok, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("He gave John an apple .\n", encoding="utf-8")
    one = str(tmp_path / "one.txt")
    for measure in ("DAGF", "USim"):
        printed = ok("usim", one, f"same={one}", "-m", measure)
        assert "no confidence intervals: a single sentence shows no spread" in printed
        assert "[" not in printed
        (entry,) = json.loads(ok("usim", one, f"same={one}", "-m", measure, "-f", "json"))[
            "systems"
        ]["same"].values()
        assert (entry["score"], entry["low"], entry["high"]) == (1, None, None)
    assert "unchanged source" not in ok("usim", one, f"same={one}", "-m", "DAGF")
