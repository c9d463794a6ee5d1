"""Reading rankings, ratings and scores: what is read, and what is said of bad input."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from corrigenda.blinding import blinded
from corrigenda.errors import InputError
from corrigenda.judgements.meta_study import read_judgements
from corrigenda.judgements.rankings import Ranking, Rankings, read_csv, read_xml
from corrigenda.judgements.ratings import Ratings, read_ratings
from corrigenda.judgements.score_files import read_scores

XML = """<?xml version="1.0" encoding="UTF-8"?>
<appraise-results><result>
  <ranking-item id="0" src-id="2" user="ann">
    <translation rank="1" system="A B"/>
    <translation rank="3" system="C"/>
  </ranking-item>
  <ranking-item id="1" src-id="0" user="admin"><translation rank="1" system="Z"/></ranking-item>
</result></appraise-results>
"""
LONG = """sentence,judge,system,rank
3,ann,A B,1
3,ann,C,3
"""
WIDE = """segmentId,judgeId,system1Id,system1rank,system2Id,system2rank,system3Id,system3rank
2,ann,A B,1,C,3,D,-1
"""
RATED = """source,output,meaning,grammar,system,note
"He go .","He goes .","4,3","2,2","A,B",well
"He go .","He go .","4,4,4","1,0,1",C,
"""
BY_RATER = """\
Input.source_html,Input.output_html,Input.system_html,WorkerId,AssignmentStatus,\
Answer.meaning,Answer.accept
A &amp; b,A & B,one,w1,Approved,4,Yes
A &amp; b,A & B,two,w2,Approved,3,no
A &amp; b,A & B,two,w3,Rejected,0,no
c,C,one,w1,Approved,2,
c,C,KEY,w2,Approved,2,yes
""".replace("KEY", blinded("one", 5))


def written(tmp_path: Path, text: str, name: str = "file.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("name", "text"), [("a.xml", XML), ("a.csv", LONG), ("b.csv", WIDE)])
def test_rankings_are_read_alike_from_all_forms(tmp_path: Path, name: str, text: str) -> None:
    found = read_judgements(written(tmp_path, text, name))
    assert isinstance(found, Rankings)
    assert found.items == (Ranking(2, "ann", ((1.0, ("A", "B")), (3.0, ("C",)))),)
    assert found.systems == ("A", "B", "C") and found.sentences == 3 and found.judged == 1


def test_zipped_rankings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.xml.gz"
    path.write_bytes(gzip.compress(XML.encode()))
    assert read_xml(path).systems == ("A", "B", "C")


def test_pairs_of_shared_outputs_are_ties(tmp_path: Path) -> None:
    found = read_csv(written(tmp_path, LONG))
    wins, ties = found.matrices(3)
    assert wins[2].tolist() == [[0, 0, 1], [0, 0, 1], [0, 0, 0]] and not wins[:2].any()
    assert ties[2].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]


def test_ratings_in_one_cell_are_read(tmp_path: Path) -> None:
    found = read_judgements(written(tmp_path, RATED))
    assert isinstance(found, Ratings)
    assert found.aspects == ("meaning", "grammar") and found.systems == ("A", "B", "C")
    np.testing.assert_array_equal(found.values["meaning"], [[4, 3, np.nan], [4, 4, 4]])
    assert found.means("grammar").tolist() == [2.0, 2 / 3]
    assert found.changed.tolist() == [True, False] and found.groups.tolist() == [0, 0]
    only = read_ratings(written(tmp_path, RATED), ["grammar"])
    assert only.aspects == ("grammar",)


def test_numbers_that_are_no_rating(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, RATED)).without([3])
    np.testing.assert_array_equal(found.values["meaning"], [[4, np.nan, np.nan], [4, 4, 4]])
    with pytest.raises(InputError, match="nobody rated 'meaning' of the output"):
        found.without([4])


def test_ratings_of_a_platform_are_read(tmp_path: Path) -> None:
    found = read_ratings(written(tmp_path, BY_RATER))
    assert found.aspects == ("meaning", "accept") and found.raters == 2
    assert [o.source for o in found.outputs] == ["A & b", "c"]
    assert found.outputs[0].systems == ("one", "two")
    np.testing.assert_array_equal(found.values["meaning"], [[4, 3], [2, 2]])
    np.testing.assert_array_equal(found.values["accept"], [[1, 0], [np.nan, 1]])


def test_what_a_platform_adds_is_no_rating(tmp_path: Path) -> None:
    lines = BY_RATER.splitlines()
    more = ["Reward,MaxAssignments,WorkTimeInSeconds", *["$0.10,3,41"] * (len(lines) - 1)]
    text = "".join(f"{one},{added}\n" for one, added in zip(lines, more, strict=True))
    found, plain = (read_ratings(written(tmp_path, one)) for one in (text, BY_RATER))
    assert found.aspects == plain.aspects and found.outputs == plain.outputs


def test_scores_are_read_from_lines_and_columns(tmp_path: Path) -> None:
    assert read_scores(written(tmp_path, "A 0.5 0.1\nB 1\n\n", "scores.m2")) == {
        "scores.m2": {"A": 0.5, "B": 1.0}
    }
    table = written(tmp_path, "system,M2,GLEU\nA,1,2\nB,3,4\n")
    assert read_scores(table) == {"M2": {"A": 1, "B": 3}, "GLEU": {"A": 2, "B": 4}}
    assert list(read_scores(table, "our")) == ["our.M2", "our.GLEU"]


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("a.xml", XML.replace('src-id="2"', 'src-id="x"'), 3, "expected the number of a sentence"),
        ("a.xml", XML.replace('rank="3"', 'rank=""'), 5, "expected a rank and a system"),
        ("a.xml", XML.replace('system="C"', 'system="A"'), 3, "'A' is ranked twice"),
        ("a.xml", "<a><ranking-item></a>", 1, "this is not XML"),
        ("a.xml", "<a/>", None, "expected rankings of two outputs or more"),
        ("a.csv", LONG.replace("3,ann,C,3", "3,ann,C,best"), 3, "'rank': expected a number"),
        ("a.csv", LONG.replace("3,ann,A B,1", "0,ann,A B,1"), 2, "expected the number of a sen"),
        ("a.csv", LONG.replace("3,ann,C,3", "3,ann,C"), 3, "expected 4 cells"),
        ("a.csv", LONG.replace("judge", "who"), 1, "expected a column 'judge'"),
        ("a.csv", LONG + '4,ann,"B,2\n', 4, "bad quoting"),
        ("a.csv", RATED.replace('"4,3"', '"4,much"'), 2, "'meaning': expected a rating, found"),
        ("a.csv", "output,rater,good\na,b,3\n", 1, "expected a column 'source'"),
        ("a.csv", "source,output,good\na,b,fine\n", 1, "expected a column of ratings"),
        ("a.csv", "source,output,good\n", None, "expected rated outputs"),
        (
            "a.csv",
            BY_RATER.replace("w2,Approved,3", "w1,Approved,3"),
            3,
            "rated this output before",
        ),
        ("a.csv", "system,people\nA,1\nA,2\n", 3, "is there already"),
        ("a.csv", "system,people,others\nA,1,2\n", 1, "expected one score per system"),
        ("a.csv", "A 1\nB\n", 2, "expected a system and its score"),
        ("a.csv", "A 1\nB nan\n", 2, "expected a system and its score"),
        ("a.csv", "", None, "expected a header"),
        ("a.csv", "system,rank,rank\n", 1, "two columns are called 'rank'"),
    ],
)
def test_bad_files_are_named_with_their_line(
    tmp_path: Path, name: str, text: str, line: int | None, said: str
) -> None:
    if "4,much" in text:  # named as an aspect, the cell itself is wrong
        with pytest.raises(InputError, match="expected numbers") as cell:
            read_ratings(written(tmp_path, text, name), ["meaning"])
        assert cell.value.line == 2
        return
    with pytest.raises(InputError) as error:
        read_judgements(written(tmp_path, text, name))
    assert said in error.value.message
    assert error.value.line == line
    assert error.value.file == str(tmp_path / name)


def test_other_encodings_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("source,output\nx,é\n".encode("latin-1"))
    with pytest.raises(InputError, match="expected UTF-8") as error:
        read_judgements(path)
    assert error.value.line == 2
