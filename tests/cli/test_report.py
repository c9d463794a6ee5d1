"""`corrigenda report`: the same page again, from what was written before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corrigenda import examples
from corrigenda.cli import main

GIVEN = ["--m2", str(examples.path("gold.m2")), "-H", str(examples.path("good.txt")),
         "-H", str(examples.path("timid.txt")), "--resamples", "50", "-j", "1"]  # fmt: skip


def test_the_page_of_the_json_is_the_page(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    result, first, second = (tmp_path / name for name in ("r.json.gz", "1.html", "2.html"))
    assert main(["evaluate", *GIVEN, "-m", "M2,GLEU", "--trials", "20", "--json", str(result),
                 "--report", str(first)]) == 0  # fmt: skip
    assert f"the result is in {result}" in capsys.readouterr().err
    assert main(["report", str(result), "-o", str(second)]) == 0
    assert second.read_bytes() == first.read_bytes()
    assert "good, timid on gold.m2" in first.read_text(encoding="utf-8")
    assert capsys.readouterr().err == ""
    assert main(["report", str(result), "--title", "Mine <3", "-o", str(second)]) == 0
    assert "<title>Mine &lt;3</title>" in second.read_text(encoding="utf-8")


def test_several_results_on_one_page(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    names = ("r.json", "c.json", "s.json", "b.json", "p.html")
    result, compared, study, bold, page = (tmp_path / name for name in names)
    assert main(["evaluate", *GIVEN, "-f", "json", "-o", str(result)]) == 0
    assert main(["compare", *GIVEN, "--trials", "20", "-f", "json", "-o", str(compared)]) == 0
    assert main(["sensitivity", GIVEN[1], "-m", "GLEU", "--sentences", "all", "--resamples", "20",
                 "-f", "json", "-o", str(study)]) == 0  # fmt: skip
    assert main(["conservatism", *GIVEN, "-f", "json", "-o", str(bold)]) == 0
    results = [str(file) for file in (result, compared, study, bold)]
    assert main(["report", *results, "-o", str(page)]) == 0
    html = page.read_text(encoding="utf-8")
    assert 'id="at-sentences"' not in html
    for title in ("scores", "comparisons", "gleu-sensitivity-by-type-of-edit", "conservatism"):
        assert f'<section id="at-{title}"' in html


def test_studies_of_references_and_reranking_have_sections(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    result, ranks, one, two, page = (
        tmp_path / name for name in ("r.json", "k.json", "1.json", "2.json", "p.html")
    )
    assert main(["evaluate", *GIVEN, "-f", "json", "-o", str(result)]) == 0
    lists = [
        part for name in ("timid", "good") for part in ("-k", str(examples.path(f"{name}.txt")))
    ]
    gold = GIVEN[:2]
    few = ["--ci", "0", "-j", "1", "-f", "json"]
    assert main(["rerank", *lists, *gold, "--counts", "1,2", *few]) == 0
    ranks.write_text(capsys.readouterr().out, encoding="utf-8")
    ceiling = ["references", "ceiling", *gold, *few]
    assert main([*ceiling, "-m", "M2", "-o", str(one)]) == 0
    assert main([*ceiling, "-m", "M2,Accuracy", "-o", str(two)]) == 0
    for file, title in (
        (ranks, "Oracle reranking"),
        (one, "Agreement of a left-out annotator by M2"),
        (two, "Agreement of a left-out annotator by Accuracy"),
    ):
        assert main(["report", str(result), str(file), "-o", str(page)]) == 0
        assert title in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "1: expected JSON, found something else"),
        ("[1]", "expected a saved result, found other JSON"),
        ("{}", "expected a saved result, found other JSON"),
        ('{"sections": [{}]}', "expected sections > 1 to have the key 'title'"),
        ('{"a": NaN}', "expected a number, found NaN"),
        ("[" * 100_000, "expected JSON, found bad JSON"),
    ],
)
def test_other_files_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture, text: str, message: str
) -> None:
    file = tmp_path / "result.json"
    file.write_text(text, encoding="utf-8")
    assert main(["report", str(file)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert str(file) in said


def test_damaged_results_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "result.json"
    assert main(["evaluate", *GIVEN, "--json", str(file), "-o", str(tmp_path / "t")]) == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    mark = next(
        mark
        for sentence in data["sections"][-1]["sentences"]["sentences"]
        for mark in sentence["systems"]["good"]["edits"]["M2"]["marks"]
    )
    mark[4] = "perhaps"
    file.write_text(json.dumps(data), encoding="utf-8")
    capsys.readouterr()
    assert main(["report", str(file)]) == 2
    said = capsys.readouterr().err
    assert "to be 'hit' or 'spurious' or 'missed', found 'perhaps'" in said
    assert str(file) in said


def test_a_missing_file_is_said_to_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    missing = tmp_path / "nope.json"
    assert main(["report", str(missing)]) == 2
    assert f"corrigenda: {missing}: there is no such file\n" in capsys.readouterr().err
