"""Every mistake in an input is named: file, line, what was expected, what was found, what to do.

Files are named relative to the current folder, as a user would, so that messages can be given in
full here. Beside them stand inputs that look odd and are accepted.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.formats import (
    convert,
    read,
    read_parallel,
    read_system,
    stream,
    stream_system,
    write,
)
from corrigenda.formats.lines import LONGEST_LINE

Files = dict[str, bytes]
EDIT = b"A 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n"

ONE_OBJECT = "\n  hint: each line must contain one whole object"
JSON_OR_TEXT = (
    "\n  hint: JSON must have one whole object per line; "
    "if this is plain text, say so: format 'text'"
)
SIX_FIELDS = "\n  hint: A START END|||TYPE|||CORRECTION|||REQUIRED|||-NONE-|||ANNOTATOR"
LINE_FOR_LINE = (
    "\n  hint: line n of a reference corrects line n of the source; "
    "a deleted sentence is a blank line"
)
ONE_LINE_EACH = (
    "\n  hint: every sentence needs one line, in the order of the corpus; "
    "a deleted sentence is a blank line"
)
ALL_SENTENCES = "\n  hint: every sentence of the corpus must be there, in its order"
FORMATS = "bea, csv, hoo, jfleg, jsonl, m2, text"


def reading(content: bytes, message: str, format: str | None = None) -> tuple[object, ...]:
    return {"x": content}, lambda: read("x", format=format), message


def our_json(content: str, message: str) -> tuple[object, ...]:
    return reading(b'{"source": "a"}\n' + content.encode(), "x:2: " + message)


def an_edit(fields: str, message: str) -> tuple[object, ...]:
    return our_json('{"source": "a", "references": [{"edits": [{' + fields + "}]}]}", message)


def bea_json(edits: str, message: str) -> tuple[object, ...]:
    return reading(b'{"text": "abc", "edits": %s}' % edits.encode(), "x:1: " + message)


def a_system(content: bytes, message: str, annotator: str | None = None) -> tuple[object, ...]:
    corpus = ["a", "b", "c"]
    return {"x": content}, lambda: read_system("x", corpus, annotator=annotator), message


def parallel(
    source: bytes, references: list[bytes], message: str, format: str | None = None
) -> tuple[object, ...]:
    files = {"source": source, **{f"ref{k}": content for k, content in enumerate(references)}}
    names = [f"ref{k}" for k in range(len(references))]
    return files, lambda: read_parallel("source", names, format=format), message


def standard_input_twice() -> None:
    read_parallel("-", ["-"])


def standard_input_used_up() -> None:
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""))
    read("-")


def writing_to_a_missing_folder() -> None:
    write([Segment("a")], "missing/x.m2")


def writing_over_a_folder() -> None:
    Path("folder.m2").mkdir()
    write([Segment("a")], "folder.m2")


def half_a_character() -> None:
    write([Segment("a\ud800", (), "1")], "x.jsonl")


def text_of_overlapping_edits() -> None:
    Correction("a b", None, [Edit(0, 2, ("x",)), Edit(1, 2, ("y",))]).text  # noqa: B018


CASES: dict[str, tuple[object, ...]] = {
    # files
    "missing file": (
        {},
        lambda: read("gold.m2"),
        "gold.m2: there is no such file"
        "\n  hint: check the name; relative paths start in the current folder",
    ),
    "folder": ({}, lambda: read("."), ".: expected a file, found a folder"),
    "truncated gzip": reading(
        gzip.compress(b"a\n" * 9)[:-9],
        "x: cannot be read to its end: Compressed file ended before the end-of-stream marker "
        "was reached",
    ),
    "standard input twice": (
        {},
        standard_input_twice,
        "standard input can be read only once, but is used for two files",
    ),
    "standard input used up": (
        {},
        standard_input_used_up,
        "standard input: expected sentences, found an empty file; "
        "standard input can be read only once",
    ),
    "writing to a missing folder": (
        {},
        writing_to_a_missing_folder,
        "missing/x.m2: its folder does not exist\n  hint: create it first",
    ),
    "writing over a folder": (
        {},
        writing_over_a_folder,
        "folder.m2: expected a file, found a folder",
    ),
    # bytes
    "UTF-16": reading(
        "a\n".encode("utf-16"),
        "x: expected UTF-8, found UTF-16\n  hint: convert it with `iconv -f UTF-16 -t UTF-8 x`",
    ),
    "UTF-32": reading(
        "a\n".encode("utf-32"),
        "x: expected UTF-8, found UTF-32\n  hint: convert it with `iconv -f UTF-32 -t UTF-8 x`",
    ),
    "Latin-1": reading(
        "a\r\nb\rcafé .\n".encode("latin-1"),
        "x:3: expected UTF-8, found byte 0xE9 (byte 4 of the line)"
        "\n  hint: if the text is Western European, convert it with "
        "`iconv -f WINDOWS-1252 -t UTF-8 x`",
    ),
    "cut character": reading(
        "a\né".encode()[:-1],
        "x:2: expected UTF-8, found byte 0xC3 (byte 1 of the line)"
        "\n  hint: if the text is Western European, convert it with "
        "`iconv -f WINDOWS-1252 -t UTF-8 x`",
    ),
    "NUL": reading(
        b"a\nb\0c\n",
        "x:2: expected text, found a NUL byte (byte 2 of the line)"
        "\n  hint: is this a binary file, or UTF-16 without a byte order mark?",
    ),
    "huge line": reading(
        b"a\n" + b"b" * (LONGEST_LINE + 1),
        "x:2: expected lines of at most 1,000,000 characters, found a longer one"
        "\n  hint: put one sentence on each line",
    ),
    "endless line": reading(
        b"a\n" + b"b" * (5 * LONGEST_LINE),
        "x:2: expected lines of at most 1,000,000 characters, found a longer one"
        "\n  hint: put one sentence on each line",
    ),
    # recognising
    "empty file": reading(b"", "x: expected sentences, found an empty file"),
    "byte order mark alone": reading(b"\xef\xbb\xbf", "x: expected sentences, found an empty file"),
    "blank lines alone": reading(
        b"\n \n\t\n", "x: expected sentences, found nothing but blank lines"
    ),
    "comments alone": reading(b"# a\n", "x: expected sentences, found none", "m2"),
    "one S line": reading(
        b"S is a letter .\n",
        "x: cannot tell whether this is M2 or plain text: 'S is a letter .'"
        "\n  hint: say which it is: format 'm2' or 'text'",
    ),
    "XML": reading(
        b"<?xml version='1.0'?>\n<root/>\n",
        "x:2: expected HOO, with <edits> or <HOO>, found <root>",
    ),
    "pretty-printed JSON": reading(
        b'{\n  "source": "a"\n}\n',
        "x:1: expected a JSON object, found bad JSON: "
        "Expecting property name enclosed in double quotes (column 2)" + JSON_OR_TEXT,
    ),
    "JSON list": reading(
        b'[{"source": "a"}]\n', "x:1: expected a JSON object, found a list" + JSON_OR_TEXT
    ),
    "JSON of another form": reading(
        b'{"src": "a", "tgt": "b"}\n',
        "x:1: this JSON is of no known form: its keys are 'src', 'tgt'"
        "\n  hint: expected 'text' and 'edits' (BEA-2019 JSON), or 'sentence' and 'corrections' "
        "(JFLEG JSON), or 'source' (JSONL)",
    ),
    "no such format": reading(
        b"a\n", f"no format is called 'M2'\n  hint: did you mean m2? there are {FORMATS}", "M2"
    ),
    "text read as M2": reading(
        b"a b\n", "x:1: expected a line that begins with 'S ' or 'A ', found 'a b'", "m2"
    ),
    "text read as JSONL": reading(
        b"a b\n",
        "x:1: expected a JSON object, found bad JSON: Expecting value (column 1)" + ONE_OBJECT,
        "jsonl",
    ),
    "a system read as a corpus": reading(
        b'{"source": "a", "correction": {"text": "b"}}\n',
        "x:1: expected a corpus, found a system's output: it has 'correction', not 'references'"
        "\n  hint: give it as a system",
    ),
    "suffix unknown": (
        {},
        lambda: write([], "x.json"),
        "cannot tell from the name 'x.json' which format to write"
        f"\n  hint: name a format: {FORMATS.replace('csv, ', '')}",
    ),
    "format to write unknown": (
        {},
        lambda: write([], "x.json", "json"),
        f"no format is called 'json'\n  hint: did you mean jsonl? there are {FORMATS}",
    ),
    # M2
    "A before S": reading(
        EDIT + b"S a\n",
        "x:1: expected an S line (a sentence), found an A line (an edit)"
        "\n  hint: the edits of a sentence follow its S line without a blank line between",
    ),
    "A after a blank line": reading(
        b"S a\n\n" + EDIT,
        "x:3: expected an S line (a sentence), found an A line (an edit)"
        "\n  hint: the edits of a sentence follow its S line without a blank line between",
    ),
    "five fields": reading(
        b"S a\nA 0 1|||R|||x|||REQUIRED|||0\n",
        "x:2: expected 6 fields separated by '|||', found 5" + SIX_FIELDS,
    ),
    "seven fields": reading(
        b"S a\nA 0 1|||R|||x|||y|||REQUIRED|||-NONE-|||0\n",
        "x:2: expected 6 fields separated by '|||', found 7" + SIX_FIELDS,
    ),
    "offsets that are no numbers": reading(
        b"S a\n" + EDIT + b"A 0 b|||R|||x|||REQUIRED|||-NONE-|||0\n",
        "x:3: expected 'A START END' with two whole numbers, found 'A 0 b'",
    ),
    "one offset": reading(
        b"S a\n" + EDIT + b"A 0|||R|||x|||REQUIRED|||-NONE-|||0\n",
        "x:3: expected 'A START END' with two whole numbers, found 'A 0'",
    ),
    "start after end": reading(
        b"S a b\nA 2 1|||R|||x|||REQUIRED|||-NONE-|||0\n",
        "x:2: expected an extent whose start is not after its end, found 2 1",
    ),
    "end behind the sentence": reading(
        b"S a b\nA 2 3|||R|||x|||REQUIRED|||-NONE-|||0\n",
        "x:2: expected an extent within the sentence, which has 2 tokens, found 2 3"
        "\n  hint: offsets count tokens from 0; does the edit belong to another sentence?",
    ),
    "negative offsets": reading(
        b"S a b\nA -1 -1|||R|||x|||REQUIRED|||-NONE-|||0\n",
        "x:2: expected an extent within the sentence, found -1 -1"
        "\n  hint: only an edit of type noop, which says that nothing was changed, may have -1 -1",
    ),
    "unknown line": reading(
        b"S a\n" + EDIT + b"T a long line that is of no kind that M2 knows of, and goes on\n",
        "x:3: expected a line that begins with 'S ' or 'A ', "
        "found 'T a long line that is of no kind that M2 knows of, and goes…'",
    ),
    # JSON
    "bad JSON": our_json(
        '{"source": "b"',
        "expected a JSON object, found bad JSON: Expecting ',' delimiter (column 15)" + ONE_OBJECT,
    ),
    "JSON that is no object": our_json('"b"', "expected a JSON object, found text"),
    "deep JSON": our_json(
        '{"source": ' + "[" * 100_000,
        "expected a JSON object, found bad JSON: it is nested too deeply",
    ),
    "key twice": our_json('{"source": "b", "source": "c"}', "the key 'source' is there twice"),
    "unknown key": our_json(
        '{"source": "b", "refs": [], "x": 1}',
        "expected the keys 'source', 'id', 'references', 'attributes', found also 'refs', 'x'",
    ),
    "missing key": our_json('{"id": "b"}', "expected the key 'source', found 'id'"),
    "NaN": our_json('{"source": "b", "attributes": {"x": NaN}}', "expected a number, found NaN"),
    "half a surrogate pair": our_json(
        '{"source": "\\ud83d"}', "expected Unicode, found '\\ud83d', half of a surrogate pair"
    ),
    "source that is no text": our_json(
        '{"source": null}', "expected 'source' to be text, found null"
    ),
    "id that is no text": our_json(
        '{"source": "b", "id": 1}', "expected 'id' to be text, found a number"
    ),
    "references that are no list": our_json(
        '{"source": "b", "references": {}}', "expected 'references' to be a list, found an object"
    ),
    "reference that is no object": our_json(
        '{"source": "b", "references": ["c"]}',
        "expected each correction to be an object, found text",
    ),
    "reference without anything": our_json(
        '{"source": "b", "references": [{"by": "0"}]}',
        "expected a correction with 'text', 'edits' or both, found neither",
    ),
    "attribute that is a list": our_json(
        '{"source": "b", "attributes": {"x": []}}',
        "expected attribute 'x' to be text or a number, found a list",
    ),
    "edit without its end": an_edit(
        '"start": 0, "alternatives": []', "expected the key 'end', found 'start', 'alternatives'"
    ),
    "edit backwards": an_edit(
        '"start": 2, "end": 1, "alternatives": []',
        "an edit's extent must satisfy 0 <= start <= end, found 2:1",
    ),
    "start that is true": an_edit(
        '"start": true, "end": 1, "alternatives": []',
        "expected 'start' to be a whole number, found true or false",
    ),
    "unknown unit": an_edit(
        '"start": 0, "end": 1, "alternatives": [], "unit": "word"',
        "expected 'unit' to be 'token', 'char' or 'byte', found 'word'",
    ),
    "alternative that is a number": an_edit(
        '"start": 0, "end": 1, "alternatives": [1]',
        "expected each alternative to be text or null, found a number",
    ),
    "JFLEG with another key": reading(
        b'{"sentence": "a", "corrections": [], "id": 1}',
        "x:1: expected the keys 'sentence', 'corrections', found also 'id'",
    ),
    "JFLEG with a null": reading(
        b'{"sentence": "a", "corrections": [null]}',
        "x:1: expected each of the 'corrections' to be text, found null",
    ),
    "BEA annotator without edits": bea_json(
        "[[0]]", "expected each of the 'edits' to be [ANNOTATOR, [EDIT, ...]]"
    ),
    "BEA annotator twice": bea_json("[[0, []], [0, []]]", "annotator 0 is there twice"),
    "BEA edit of two fields": bea_json(
        "[[0, [[1, 2]]]]",
        "expected each edit to be [START, END, CORRECTION] or with a TYPE after it",
    ),
    "BEA edit behind the text": bea_json(
        '[[0, [[1, 4, "x"]]]]',
        "expected an extent within the text, which has 3 characters, found 1, 4",
    ),
    "BEA correction that is a number": bea_json(
        "[[0, [[1, 2, 3]]]]", "expected a correction to be text or null, found a number"
    ),
    "BEA field that is a list": reading(
        b'{"text": "abc", "edits": [], "tags": []}',
        "x:1: expected 'tags' to be text or a number, found a list",
    ),
    "writing half a character": (
        {},
        half_a_character,
        "x.jsonl: cannot be written as UTF-8: the text has '\\ud800', half of a surrogate pair",
    ),
    # parallel text
    "short reference": parallel(
        b"a\nb\nc\n",
        [b"a\nb\nc\n", b"a\nb\n"],
        "ref1: expected as many lines as in source, 3, found 2: "
        "line 3 is in source, but ref1 ends before it" + LINE_FOR_LINE,
    ),
    "long reference": parallel(
        b"a\n",
        [b"a\nb\n\n"],
        "ref0: expected as many lines as in source, 1, found 3: "
        "line 2 is in ref0, but source ends before it" + LINE_FOR_LINE,
    ),
    "ragged references": parallel(
        b"a\nb\n",
        [b"a\nb\n", b"a\nb\nc\n", b"a\n"],
        "ref1: expected as many lines as in source, 2, found 3: "
        "line 3 is in ref1, but source ends before it" + LINE_FOR_LINE,
    ),
    "empty reference": parallel(b"a\n", [b""], "ref0: expected sentences, found an empty file"),
    "M2 as parallel text": parallel(
        b"a\n",
        [b"S a\n" + EDIT],
        "ref0: expected plain text, one sentence per line, found M2"
        "\n  hint: give it as the corpus if it has sentences with references (see `read`); if it "
        "is plain text nevertheless, say so: format 'text'",
    ),
    # systems
    "system too short": a_system(
        b"a\nb\n",
        "x: expected 3 lines, one for each sentence of the corpus, found 2" + ONE_LINE_EACH,
    ),
    "system too long": a_system(
        b"a\nb\nc\nd\n",
        "x: expected 3 lines, one for each sentence of the corpus, found 4" + ONE_LINE_EACH,
    ),
    "system with blank lines at its end": a_system(
        b"a\n\nc\n\n\n",
        "x: expected 3 lines, one for each sentence of the corpus, found 5"
        "\n  hint: it would fit without the 2 blank lines at its end: remove them",
    ),
    "system with a blank line within": a_system(
        b"a\n\nb\nc\n",
        "x: expected 3 lines, one for each sentence of the corpus, found 4"
        "\n  hint: it would fit without its blank line: remove it",
    ),
    "system that is empty": a_system(b"", "x: expected sentences, found an empty file"),
    "system of other sentences": a_system(
        b"# mine\nS a\n\nS B\n" + EDIT + b"\nS c\n",
        "x:4: sentence 2 differs from the corpus: expected 'b', found 'B'"
        "\n  hint: the system's output must be of the same sentences, in the same order",
    ),
    "system in M2 too short": a_system(
        b"S a\n\nS b\n",
        "x: expected 3 sentences, one for each sentence of the corpus, found 2" + ALL_SENTENCES,
    ),
    "system of two annotators": a_system(
        b"S a\n" + EDIT + EDIT[:-2] + b"1\n",
        "x:1: expected one correction of each sentence, found 2, by annotators 0, 1"
        "\n  hint: name the annotator to take: annotator='0'",
    ),
    "system without corrections": a_system(
        b'{"source": "a"}\n', "x:1: expected one correction of each sentence, found none"
    ),
    "annotator unknown": a_system(
        b"S a\n" + EDIT, "x:1: expected a correction by annotator '1', found '0'", "1"
    ),
    "streamed system too short": (
        {"x": b"a\n"},
        lambda: list(stream_system("x", ["a", "b"])),
        "x: expected 2 lines, one for each sentence of the corpus, found 1" + ONE_LINE_EACH,
    ),
    "streamed corpus": (
        {"x": b"S a\n" + EDIT + b"?\n"},
        lambda: list(stream("x")),
        "x:3: expected a line that begins with 'S ' or 'A ', found '?'",
    ),
    "conversion of a bad file": (
        {"x": b"S a\n" + EDIT + b"?\n"},
        lambda: convert("x", "y.jsonl"),
        "x:3: expected a line that begins with 'S ' or 'A ', found '?'",
    ),
    # edits
    "overlapping edits": (
        {},
        text_of_overlapping_edits,
        "Edit(1:2 -> 'y') overlaps the edit before it, which ends at 2"
        "\n  hint: remove or merge one of the two; overlapping edits cannot both be applied",
    ),
    "correction without anything": (
        {},
        lambda: Correction("a"),
        "a correction needs its text, its edits, or both",
    ),
}


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", sys.stdin)
    return tmp_path


@pytest.mark.parametrize(("files", "action", "message"), CASES.values(), ids=CASES.keys())
def test_bad_input(
    in_folder: Path, files: Files, action: Callable[[], object], message: str
) -> None:
    for name, content in files.items():
        (in_folder / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        action()
    assert str(caught.value) == message
    assert not list(in_folder.glob(".*"))


def test_unreadable_file(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:  # root may read anything, so a real file would not do
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(InputError) as caught:
        read("x")
    assert str(caught.value) == "x: cannot read this file: permission denied"


ACCEPTED: dict[str, tuple[bytes, list[str]]] = {
    "Windows line ends": (b"S a\r\n" + EDIT.replace(b"\n", b"\r\n") + b"\r\nS b\r\n", ["a", "b"]),
    "old Mac line ends": (b"S a\r" + EDIT.replace(b"\n", b"\r") + b"\rS b\r", ["a", "b"]),
    "byte order mark": (b"\xef\xbb\xbfS a\n" + EDIT, ["a"]),
    "no newline at the end": (b"S a\n" + EDIT.rstrip(), ["a"]),
    "blank lines within a text": (b"a\n\nb\n", ["a", "", "b"]),
    "separators within a line": ("a\u2028b\x85c\x0cd\n".encode(), ["a\u2028b\x85c\x0cd"]),
    "blank lines in JSONL": (b'\n{"source": "a"}\n\n{"source": "b"}\n', ["a", "b"]),
    "a surrogate pair in JSON": (b'{"source": "\\ud83d\\ude00"}\n', ["\U0001f600"]),
}


@pytest.mark.parametrize(("content", "sources"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_odd_input_is_accepted(in_folder: Path, content: bytes, sources: list[str]) -> None:
    (in_folder / "x").write_bytes(content)
    assert read("x").sources == sources
