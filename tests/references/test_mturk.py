"""Results of Mechanical Turk: what is read, and what is said of files that cannot be."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.errors import InputError
from corrigenda.references.mturk import (
    Answer,
    Columns,
    JudgementColumns,
    read_answers,
    read_judgements,
    read_rows,
    write_rows,
)

HEADER = (
    "AssignmentId,WorkerId,AssignmentStatus,RequesterFeedback,Input.sentence,Answer.WritingTexts"
)
TWO = f"{HEADER}\na1,w1,Approved,,He go .,He goes .\na2,w2,Rejected,too fast,He go .,He go .\n"
BARE = Columns(worker=None, assignment=None, status=None, feedback=None)


@pytest.fixture
def batch(tmp_path: Path):
    def write(text: str | bytes, name: str = "batch.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_answers(batch) -> None:
    path = batch(TWO)
    assert read_answers([path]) == [
        Answer("He go .", "He goes .", "w1", "Approved", "", str(path), 2),
        Answer("He go .", "He go .", "w2", "Rejected", "too fast", str(path), 3),
    ]
    assert [answer.rejected for answer in read_answers([path])] == [False, True]


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + TWO.encode(),
        TWO.replace("\n", "\r\n").encode(),
        TWO.replace("\n", "\r").encode(),
        TWO.rstrip("\n").encode(),
        TWO.replace("\n", "\n\n").encode(),
        gzip.compress(TWO.encode()),
        TWO.replace(",", "\t").encode(),
        TWO.replace(",", ";").encode(),
    ],
    ids=["mark", "crlf", "cr", "no end", "blank lines", "gzip", "tabs", "semicolons"],
)
def test_files_that_hold_the_same(batch, data: bytes) -> None:
    found = read_answers([batch(data)])
    assert [(a.source, a.text, a.worker) for a in found] == [
        ("He go .", "He goes .", "w1"),
        ("He go .", "He go .", "w2"),
    ]


def test_several_batches_and_rows_without_worker(batch) -> None:
    one = batch(TWO, "1.csv")
    two = batch(f"{HEADER}\n,,,,He go .,He went .\n,,,,He go .,He went .\n", "2.csv")
    found = read_answers([one, two])
    assert [(a.worker, a.status, a.text) for a in found[2:]] == [("", "", "He went .")] * 2


def test_columns_of_other_names(batch) -> None:
    path = batch("learner,fixed\nHe go .,He goes .\n")
    columns = Columns("learner", "fixed", None, None, None, None)
    assert [(a.source, a.text) for a in read_answers([path], columns)] == [("He go .", "He goes .")]


def test_lines_within_an_answer(batch) -> None:
    path = batch(
        'Input.sentence,Answer.WritingTexts\nHe go .,"He goes ,\nor\r\nso ."\nI is .,I am .\n'
    )
    first, second = read_answers([path], BARE)
    assert first.text == "He goes ,\nor\r\nso ."
    assert (second.text, second.line) == ("I am .", 5)


def test_a_carriage_return_alone_breaks_no_row(batch) -> None:
    """As in one of the released files, in an answer without quotes around it."""
    path = batch("Input.sentence,Answer.WritingTexts\nHe go .,He\rgoes .\n")
    assert [a.text for a in read_answers([path], BARE)] == ["He goes ."]


def test_rows_may_end_before_what_requesters_fill_in(batch) -> None:
    path = batch("Input.sentence,Answer.WritingTexts,Approve,Reject\na,b\nc,d,x\ne,f,,x\n")
    assert [a.text for a in read_answers([path], BARE)] == ["b", "d", "f"]


def test_columns_of_html(batch) -> None:
    path = batch("Input.sentence_html,Answer.WritingTexts\n5 &lt; 6 &amp; &#128512; .,5 &lt; 6 .\n")
    [answer] = read_answers([path], BARE)
    assert answer.source == "5 < 6 & 😀 ."
    assert answer.text == "5 &lt; 6 ."  # what a worker typed is no HTML


def test_cp1252(batch) -> None:
    data = "Input.sentence,Answer.WritingTexts\nA naïve man .,A “naïve” man .\n".encode("cp1252")
    path = batch(data)
    message = "row 2, column 'Input.sentence': expected UTF-8, found byte 0xEF"
    with pytest.raises(InputError, match=message) as raised:
        read_answers([path], BARE)
    assert raised.value.file == str(path) and raised.value.line == 2
    assert "cp1252" in str(raised.value.hint)
    [answer] = read_answers([path], BARE, encoding="cp1252")
    assert (answer.source, answer.text) == ("A naïve man .", "A “naïve” man .")


def test_hints_propose_only_an_encoding_that_can_read_the_file(batch) -> None:
    head = "Input.sentence,Answer.WritingTexts\n"
    path = batch((head + "A ”naïve” man .,b\n").encode())  # UTF-8, with a byte cp1252 lacks
    with pytest.raises(InputError, match="expected CP1252, found byte 0x9D") as raised:
        read_answers([path], BARE, encoding="cp1252")
    assert raised.value.hint == "read it as it was saved: encoding='utf-8'"
    assert read_answers([path], BARE)[0].source == "A ”naïve” man ."
    neither = batch(head.encode() + b"\xe9 \x81,b\n")
    for encoding in ("cp1252", "utf-8", "ascii"):
        with pytest.raises(InputError) as raised:
            read_answers([neither], BARE, encoding=encoding)
        assert "read it with" not in str(raised.value.hint)
        assert "save it again" in str(raised.value.hint)


@pytest.mark.parametrize(
    ("data", "line", "place"),
    [
        (b"Input.sent\xe9nce,Answer.WritingTexts\n", 1, "row 1: "),
        (b"Input.sentence,Answer.WritingTexts\n\xe9,b\n", 2, "row 2, column 'Input.sentence': "),
        # An answer of several lines, with a comma in it: more lines than rows.
        (
            b'Input.sentence,Answer.WritingTexts\r\na,"b,\r\nc"\r\nd,"e,\r\n\xe9"\r\n',
            5,
            "row 3, column 'Answer.WritingTexts': ",
        ),
        (b"Input.sentence,Answer.WritingTexts\na,b,\xe9\n", 2, "row 2: "),
    ],
)
def test_bytes_that_are_no_text_are_found(batch, data: bytes, line: int, place: str) -> None:
    with pytest.raises(InputError) as raised:
        read_answers([batch(data)], BARE)
    assert raised.value.message == f"{place}expected UTF-8, found byte 0xE9"
    assert raised.value.line == line


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16(batch, encoding: str) -> None:
    path = batch("\ufeffInput.sentence,Answer.WritingTexts\na,b\n".encode(encoding))
    with pytest.raises(InputError) as raised:
        read_answers([path], BARE)
    assert "encoding='utf-16'" in str(raised.value.hint)
    assert [a.text for a in read_answers([path], BARE, encoding="utf-16")] == ["b"]


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("", None, "expected a header", ""),
        ("\n\n", None, "expected a header", ""),
        (
            TWO.replace("Input.sentence", "Input.sentense"),
            1,
            "row 1: expected a column 'Input.sentence', found none",
            "'Input.sentense'",
        ),
        (TWO.replace("WorkerId", "x"), 1, "expected a column 'WorkerId'", "'AssignmentId'"),
        (TWO.replace("RequesterFeedback", "WorkerId"), 1, "one column 'WorkerId', found", ""),
        (
            TWO.replace("RequesterFeedback", "Input.sentence_html"),
            1,
            "one column 'Input.sentence', found 'Input.sentence_html' and 'Input.sentence'",
            "",
        ),
        (
            TWO + "a3,w3,Approved,,He go .,\n",
            4,
            "row 4, column 'Answer.WritingTexts': expected an answer, found an empty cell",
            "drop_empty=True",
        ),
        (
            TWO + 'a3,w3,Approved,,He go .," \n"\n',
            4,
            "row 4, column 'Answer.WritingTexts': expected an answer",
            "drop_empty=True",
        ),
        (
            TWO + "a3,w3,Approved,, ,He goes .\n",
            4,
            "row 4, column 'Input.sentence': expected a sentence, found an empty cell",
            "",
        ),
        (
            TWO + "a1,w3,Approved,,He go .,He goes .\n",
            4,
            "row 4, column 'AssignmentId': the assignment 'a1' is there already, in row 2 of",
            "each batch once",
        ),
        (
            TWO + "a3,w3,Approved,,He go .\n",
            4,
            "row 4: expected 6 cells as in the header, found 5, none for column "
            "'Answer.WritingTexts'",
            "double quotes",
        ),
        (
            TWO + "a3,w3,Approved,,He go .,Well, he goes .\n",
            4,
            "row 4: expected 6 cells as in the header, found 7, more than columns",
            "double quotes",
        ),
        (
            TWO + 'a3,w3,Approved,,He go .,"He" goes .\n',
            4,
            "row 4: expected cells separated by commas, found bad quoting",
            "write a double quote in it twice",
        ),
        (
            TWO + 'a3,w3,Approved,,He go .,"He goes .\na4,w4,Approved,,He go .,He went .\n',
            4,
            "row 4: expected cells separated by commas, found bad quoting",
            "write a double quote in it twice",
        ),
        (
            'a3\n"x\ny",' + TWO,
            1,
            "row 1: expected a column 'Input.sentence'",
            "there are 'a3'",
        ),
        (TWO + "a3,\0,Approved,,He go .,He goes .\n", None, "found a NUL byte", "CSV"),
    ],
)
def test_files_that_cannot_be_read(
    batch, text: str, line: int | None, message: str, hint: str
) -> None:
    path = batch(text)
    with pytest.raises(InputError) as raised:
        read_answers([path])
    error = raised.value
    assert (error.file, error.line) == (str(path), line)
    assert message in error.message
    assert hint in (error.hint or "")


def test_rows_and_lines_differ_where_cells_have_lines(batch) -> None:
    path = batch(TWO + 'a3,w3,Approved,,He go .,"He\ngoes\n."\na4,w4,Approved,,He go .,\n')
    with pytest.raises(InputError, match=r"row 5, column 'Answer.WritingTexts'") as raised:
        read_answers([path])
    assert raised.value.line == 7


def test_empty_answers_can_be_dropped(batch) -> None:
    path = batch(TWO + "a3,w3,Approved,,He go .,\n")
    assert len(read_answers([path], drop_empty=True)) == 2


def test_the_same_batch_twice(batch) -> None:
    path = batch(TWO)
    with pytest.raises(InputError, match=r"'a1' is there already, in row 2 of .*batch.csv"):
        read_answers([path, path])


def test_encodings_that_are_none(batch) -> None:
    with pytest.raises(InputError, match="no encoding 'latin-17'"):
        read_answers([batch(TWO)], encoding="latin-17")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_answers([tmp_path / "none.csv"])


# --- judgements -----------------------------------------------------------------------------------

JUDGED = (
    "AssignmentId,WorkerId,AssignmentStatus,Input.Original,Input.Correction,Answer.Q1Answer\n"
    "a1,w1,Submitted,He go,He goes,Yes\n"
    "a2,w2,Approved,He go,He goes,No\n"
    "a3,w3,Rejected,He go,He goes,No\n"
)


def test_judgements(batch) -> None:
    found = read_judgements([batch(JUDGED)])
    assert [(j.source, j.correction, j.valid, j.worker) for j in found] == [
        ("He go", "He goes", True, "w1"),
        ("He go", "He goes", False, "w2"),
    ]


def test_judgements_in_other_words(batch) -> None:
    path = batch("von,zu,gut\nHe go,He goes,ja\nHe go,He go,nein\n")
    columns = JudgementColumns("von", "zu", "gut", None, None, None)
    found = read_judgements([path], columns, yes="ja", no="nein")
    assert [judgement.valid for judgement in found] == [True, False]


@pytest.mark.parametrize("verdict", ["yes", "", "Maybe"])
def test_what_is_neither_yes_nor_no(batch, verdict: str) -> None:
    path = batch(JUDGED + f"a4,w4,Submitted,He go,He went,{verdict}\n")
    with pytest.raises(
        InputError, match=r"row 5, column 'Answer.Q1Answer': expected 'Yes' or 'No'"
    ):
        read_judgements([path])


# --- writing --------------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(
            *[st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]))] * 2
        ),
        max_size=4,
    )
)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, rows) -> None:
    path = tmp_path_factory.mktemp("rows") / "input.csv"
    write_rows(path, ["a", "b"], rows)
    assert [(row.cells["a"], row.cells["b"]) for row in read_rows(path, ["a", "b"])] == rows


# --- released files -------------------------------------------------------------------------------


def test_released_batches(shared) -> None:
    wanted = shared.golden("reference_bias")["crowdsourcing"]
    paths = [shared.data("ibgec", f"{name}.csv") for name in wanted["files_used"]]
    answers = read_answers(paths)
    status = wanted["status"]
    assert len(answers) == wanted["rows"]
    assert sum(a.status == "Approved" for a in answers) == status["Approved"]
    assert sum(a.rejected for a in answers) == status["Rejected"]
    by_hand = status["blank (rows added by hand, no worker)"]
    assert sum(a.status == "" for a in answers) == by_hand
    assert sum(a.worker == "" for a in answers) == by_hand
    assert len({a.source for a in answers}) == wanted["sentences"]
    lengths = {len(a.source.split()) for a in answers}
    assert [min(lengths), max(lengths)] == wanted["tokens_per_sentence_range"]
    assert sum("\n" in a.text.strip() for a in answers) > 0


def test_the_combined_file_repeats_another(shared) -> None:
    names = ("gec_Batch_2612793.csv", "gec_Batch_combined161208.csv")
    with pytest.raises(InputError, match=r"is there already, in row .*2612793.csv"):
        read_answers([shared.data("ibgec", name) for name in names])


def test_released_simplifications(shared) -> None:
    path = shared.data("ibgec", "simplification_Batch_2998009.csv")
    wanted = shared.golden("reference_bias")["crowdsourcing"]["simplification"]
    answers = read_answers([path])
    assert len(answers) == wanted["rows"]
    assert len({a.source for a in answers}) == wanted["sentences"]
    with path.open(encoding="utf-8", newline="") as stream:
        broken = [row for row in csv.reader(stream) if len(row) < 31]
    assert len(broken) == 2  # one row, if a carriage return breaks rows
    [whole] = [a for a in answers if a.text.startswith(broken[0][-1].strip())]
    assert whole.text.endswith(broken[1][0])


def test_released_judgements(shared) -> None:
    wanted = shared.golden("reference_bias")["validity"]
    found = read_judgements([shared.data("ibgec", "confirmation_batch.csv")])
    assert len(found) == wanted["judgements"]
    assert sum(judgement.valid for judgement in found) == wanted["yes"]
