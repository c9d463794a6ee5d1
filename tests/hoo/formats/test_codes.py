"""Tables of error codes: all codes here are invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from corrigenda.errors import InputError
from corrigenda.hoo.formats.codes import Code, Codes, read_codes
from corrigenda.hoo.formats.validation import validate

TABLE = """Code,Meaning,Group,No error
Q1,"a noun, wrong",word,
Q2,a verb,word;form,no
Q3,another variety,,yes
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "codes.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_a_table(table: Path) -> None:
    codes = read_codes(table)
    assert dict(codes) == {
        "Q1": Code("a noun, wrong", ("word",)),
        "Q2": Code("a verb", ("word", "form")),
        "Q3": Code("another variety", (), no_error=True),
    }
    assert codes.groups == ("word", "form")
    assert codes.no_errors == ("Q3",)
    assert (codes.meaning("Q2"), codes.meaning("Q9")) == ("a verb", "")


def test_two_columns_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "codes.csv"
    path.write_bytes("\ufeffmeaning,code\r\n\r\nwrong wörd,Q1\r\n".encode())
    assert dict(read_codes(path)) == {"Q1": Code("wrong wörd")}
    assert read_codes(path).groups == ()


def test_groups_stand_for_their_codes(table: Path) -> None:
    codes = read_codes(table)
    assert codes.expanded(["word"]) == ("Q1", "Q2")
    assert codes.expanded(["form", "Q2", "Q3"]) == ("Q2", "Q3")
    assert codes.expanded(["Q9"]) == ("Q9",)  # neither: it may be a type of the data
    both = Codes({"Q1": Code("", ("Q2",)), "Q2": Code("", ())})
    assert both.expanded(["Q2"]) == ("Q2", "Q1")


BAD = {
    "no header": ("Q1,a noun\n", 1, "expected a header with the columns 'code' and 'meaning'"),
    "another column": ("code,meaning,colour\n", 1, "expected no columns but 'code', 'meaning'"),
    "a column twice": ("code,meaning,Code\n", 1, "expected every column once"),
    "code twice": ("code,meaning\nQ1,a\n\nQ1,b\n", 4, "the code 'Q1' is there twice"),
    "no code": ("code,meaning\n,a\n", 2, "expected a code, found an empty cell"),
    "a comma": ("code,meaning\nQ1,a, b\n", 2, "expected 2 cells as in the header, found 3"),
    "flag": ("code,meaning,no_error\nQ1,a,maybe\n", 2, "expected 'yes' or 'no'"),
    "quotes": ('code,meaning\nQ1,"a\n', 2, "found bad quoting"),
    "nothing": ("code,meaning\n", None, "expected a table with at least one code"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_tables(tmp_path: Path, name: str) -> None:
    text, line, message = BAD[name]
    path = tmp_path / "codes.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_codes(path)
    assert message in caught.value.message
    assert (caught.value.file, caught.value.line) == (str(path), line)


@pytest.mark.parametrize("name", ["0001GE.xml", "0001G.xml"])
def test_validate_reports_types_that_are_not_in_the_table(
    table: Path, tmp_path: Path, name: str
) -> None:
    kinds = ["Q1", "Q9", "", "Q3"]
    file = tmp_path / "Gold" / name
    file.parent.mkdir()
    if name == "0001GE.xml":
        edits = "".join(
            f'<edit index="{k}" start="{3 * k}" end="{3 * k + 1}" type="{kind}"/>'
            for k, kind in enumerate(kinds)
        )
        file.write_text(f"<edits>{edits}</edits>", encoding="utf-8")
    else:
        edits = " ".join(
            f'<edit index="{k}" type="{kind}">a</edit>' for k, kind in enumerate(kinds)
        )
        file.write_text(f"<HOO>{edits}</HOO>", encoding="utf-8")
    assert validate(file) == []
    for path in (file, file.parent):
        [problem] = validate(path, codes=read_codes(table))
        assert (problem.edit, problem.kind) == ("1", "unknown-type")
        assert problem.reason == f"its type 'Q9' is not in {table}"
