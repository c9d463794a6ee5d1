"""k-best lists: what is read, and what is said of files that cannot be."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.changes import kbest
from corrigenda.changes.kbest import KBest, paired, read_kbest
from corrigenda.corpus import Segment
from corrigenda.errors import InputError

MOSES = """\
0 ||| He likes dogs . ||| LM: -1.2 TM: -3 ||| -4.2
0 ||| He like dogs . ||| LM: -1.4 TM: -3 ||| -4.4 ||| 0-0 1-1

1 |||  ||| LM: 0 ||| -7
"""
TAB = "a\tHe likes dogs .\na\tHe like dogs .\nb\t\n"
JSONL = """\
{"id": "a", "source": "He like  dogs .", "candidates": ["He likes dogs .", " He like dogs ."]}
{"id": "b", "candidates": [""]}
"""
SEGMENTS = (Segment("He like dogs .", (), "a"), Segment("The end", (), "b"))
WANTED = [("a", ["He likes dogs .", "He like dogs ."]), ("b", [""])]

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def writer(text: str | bytes, name: str = "list.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return writer


def found(path: Path, segments: tuple[Segment, ...] = SEGMENTS) -> list[tuple[str, list[str]]]:
    return [(s.id, [c.text for c in candidates]) for s, candidates in paired(segments, [path])]


@pytest.mark.parametrize(
    "content",
    [
        MOSES,
        MOSES.replace(" ||| ", "|||"),
        "\n" + MOSES.replace("\n", "\r\n"),
        MOSES.replace("1 |||", "1\t|||"),
        gzip.compress(MOSES.encode(), mtime=0),
        TAB,
        TAB.replace("a\t", "0\t").replace("b\t", "1\t"),
        TAB.replace("a\t", "1\t").replace("b\t", "2\t"),
        JSONL,
        JSONL.replace('"a"', "0").replace('"b"', "1"),
        JSONL.replace('"id": "a", ', "").replace('"id": "b", ', ""),
    ],
)
def test_formats(content: str | bytes, write: Write) -> None:
    assert found(write(content)) == WANTED


def test_lists_know_their_lines(write: Write) -> None:
    first, second = read_kbest(write(MOSES))
    assert first == KBest("0", ("He likes dogs .", "He like dogs ."), 1)
    assert second == KBest("1", ("",), 4)
    assert next(read_kbest(write(JSONL))).source == "He like  dogs ."


def test_candidates_are_corrections_of_their_source(write: Write) -> None:
    (segment, (likes, like)), _ = paired(SEGMENTS, [write(TAB)])
    assert likes.source == like.source == segment.source
    assert len(likes.edits) == 1 and not like.edits


def test_a_text_for_each_rank(write: Write) -> None:
    files = [write("He likes dogs .\n\n", "1"), write("He like dogs .\nEnd\n", "2")]
    ranked = [[c.text for c in candidates] for _, candidates in paired(SEGMENTS, files)]
    assert ranked == [["He likes dogs .", "He like dogs ."], ["", "End"]]


def test_ids_of_the_corpus_come_before_numbers(write: Write) -> None:
    odd = (Segment("x", (), "1"), Segment("y", (), "0"))
    assert found(write("1\tX\n0\tY\n"), odd) == [("1", ["X"]), ("0", ["Y"])]


def test_lists_are_read_as_they_are_needed(write: Write) -> None:
    lists = read_kbest(write(MOSES + "x\n"))
    assert next(lists).id == "0"
    with pytest.raises(InputError, match="expected `ID"):
        list(lists)

    def segments() -> Iterator[Segment]:
        yield SEGMENTS[0]
        raise AssertionError("read too far")

    assert next(paired(segments(), [write(MOSES)]))[0] is SEGMENTS[0]


text = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=8
).map(lambda t: " ".join(t.replace("|||", "").split()))


@given(lists=st.lists(st.lists(text, min_size=1, max_size=4), min_size=1, max_size=4))
def test_formats_agree(lists: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("kbest")
    written = {
        "moses": [f"{n} ||| {c} ||| f ||| 0" for n, cs in enumerate(lists) for c in cs],
        "tab": [f"{n}\t{c}" for n, cs in enumerate(lists) for c in cs],
        "jsonl": [json.dumps({"id": n, "candidates": cs}) for n, cs in enumerate(lists)],
    }
    for format, lines in written.items():
        path = folder / format
        path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        assert [list(each.candidates) for each in read_kbest(path)] == lists


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "expected a k-best list, found nothing"),
        ("\n \n", "expected a k-best list, found nothing"),
        ("He likes dogs .\n", "plain texts must be several"),
        (MOSES + "1 ||| x\n", "list.txt:5: expected `ID ||| candidate ||| features ||| score`"),
        (MOSES + "1 ||| x ||| y ||| z\n", "list.txt:5: expected `ID |||"),
        (MOSES + "1 ||| x ||| y ||| nan\n", "list.txt:5: expected `ID |||"),
        ("||| x ||| y ||| 0\n", "list.txt:1: expected `ID |||"),
        ("0\tx\ty\n", "list.txt:1: expected an ID, one tab and a candidate, found"),
        ("\tx\n", "list.txt:1: expected an ID, one tab and a candidate"),
        ("a\tx\nc\ty\n", "list.txt:2: expected the candidates of sentence 2, with ID 'b', found"),
        ("0\tx\n2\ty\n", "with ID '1', found ID '2'"),
        ("a\tx\nb\ty\na\tz\n", "list.txt:3: expected lists for 2 sentences"),
        ("a\tx\n", "expected the candidates of sentence 2, found the end of the file"),
        ("7\tx\n8\ty\n", "with ID 'a', found ID '7'"),
        ('{"id": "a"}\n', "expected the key 'candidates'"),
        ('{"candidates": []}\n', "list.txt:1: expected at least one candidate, found none"),
        ('{"candidates": [1]}\n', "expected each candidate to be text, found a number"),
        ('{"candidates": "x"}\n', "expected 'candidates' to be a list, found text"),
        ('{"id": true, "candidates": ["x"]}\n', "expected 'id' to be text, found true or false"),
        ('{"candidates": ["x"], "score": 1}\n', "found also 'score'"),
        ('{"candidates": ["x"]\n', "bad JSON"),
        ('{"source": "She", "candidates": ["x"]}\n', "sentence 1 differs from the corpus"),
        (b"0\t\xff\n", "expected UTF-8"),
    ],
)
def test_mistakes(content: str | bytes, message: str, write: Write) -> None:
    with pytest.raises(InputError) as error:
        found(write(content))
    assert message in str(error.value)


def test_mistakes_with_files(write: Write, tmp_path: Path) -> None:
    one, other = write("x\ny\n", "1"), write("x\n", "2")
    for files, options, message in (
        ([], {}, "expected a k-best list, found none"),
        ([tmp_path / "nowhere"], {}, "nowhere"),
        ([one, other], {}, "expected 2 lines"),
        ([one, one], {"format": "tab"}, "one file, but 2 are given"),
        ([one], {"format": "xml"}, "no format of k-best lists is called 'xml'"),
        ([one], {"format": "tab"}, "expected an ID, one tab"),
        ([write(MOSES, "3"), write(MOSES, "4")], {}, "3:1: expected plain text"),
    ):
        with pytest.raises(InputError) as error:
            list(paired(SEGMENTS, files, **options))
        assert message in str(error.value)


def test_an_id_that_tells_nothing_apart(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kbest, "MOST", 3)
    assert len(next(read_kbest(write("0\tx\n" * 3))).candidates) == 3
    with pytest.raises(InputError, match="at most 3 candidates of a sentence"):
        next(read_kbest(write("0\tx\n" * 4)))
