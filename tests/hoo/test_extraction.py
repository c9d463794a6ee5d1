"""HOO's extraction: the edits between two texts, by the conventions of the task or as released."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.edits import Edit, apply_bytes
from corrigenda.errors import InputError
from corrigenda.hoo.extraction import Whitespace, extract, without_tags
from corrigenda.hoo.formats.standoff import dump_edits, parse_edits, read_edits
from tests.conftest import Shared

Short = tuple[int, int, str, str]


def short(edits: tuple[Edit, ...]) -> list[Short]:
    """Start, end, original, correction."""
    out = []
    for edit in edits:
        (correction,) = edit.alternatives
        assert correction is not None and edit.unit == "byte"
        out.append((edit.start, edit.end, dict(edit.attributes)["original"], correction))
    return out


def kept(source: str, system: str) -> list[Short]:
    a, b = source.encode(), system.encode()
    edits = extract(a, b)
    assert apply_bytes(a, edits) == b
    for start, end, original, _ in short(edits):
        assert a[start:end].decode() == original
    return short(edits)


def ignored(source: str, system: str) -> list[Short]:
    return short(extract(source.encode(), system.encode(), whitespace="ignore"))


def released(source: str, system: str) -> list[Short]:
    return short(extract(source.encode(), system.encode(), as_released=True))


# --- the conventions ----------------------------------------------------------------------------


@pytest.mark.parametrize("how", [kept, ignored, released])
@pytest.mark.parametrize(
    ("source", "system", "edits"),
    [
        ("I sees it\n", "I see it\n", [(2, 6, "sees", "see")]),
        ("I sees he now\n", "I see him now\n", [(2, 9, "sees he", "see him")]),
        ("A the cat\n", "A cat\n", [(2, 6, "the ", "")]),
        ("A of the cat\n", "A cat\n", [(2, 9, "of the ", "")]),
        ("The cat\n", "cat\n", [(0, 4, "The ", "")]),
        ("see cat\n", "see the big cat\n", [(4, 4, "", "the big ")]),
        ("cat\n", "the cat\n", [(0, 0, "", "the ")]),
        ("a b c\n", "a b c\n", []),
        ("a b\n\nc d\n", "a x\n\nc y\n", [(2, 3, "b", "x"), (7, 8, "d", "y")]),
    ],
)
def test_all_ways_agree_on_plain_edits(
    how: object, source: str, system: str, edits: list[Short]
) -> None:
    assert callable(how)
    assert how(source, system) == edits


@pytest.mark.parametrize("how", [kept, ignored, released])
@pytest.mark.parametrize(
    ("word", "other", "edit"),
    [
        ("end.", "end;", (5, 6, ".", ";")),
        ("(end", '"end', (2, 3, "(", '"')),
        ("end", "end,", (5, 5, "", ",")),
        ("end", "'end", (2, 2, "", "'")),
        ("end?", "end", (5, 6, "?", "")),
        ("[end", "end", (2, 3, "[", "")),
        # Only one mark, only at one end, and only of that end's kind.
        ("end", '"end"', (2, 5, "end", '"end"')),
        ("end..", "end", (2, 7, "end..", "end")),
        ("end", "end(", (2, 5, "end", "end(")),
        ("end", ".end", (2, 5, "end", ".end")),
        ("end{", "end", (2, 6, "end{", "end")),
        ("end", "end-", (2, 5, "end", "end-")),
        # The end comes before the beginning, and a mark replaced before one inserted or deleted.
        ("''", "'\"", (3, 4, "'", '"')),
        ("''", "'", (3, 4, "'", "")),
        ("'", "''", (3, 3, "", "'")),
        (".", "!", (2, 3, ".", "!")),
    ],
)
def test_one_word_is_reduced_to_its_mark(how: object, word: str, other: str, edit: Short) -> None:
    assert callable(how)
    assert how(f"x {word} z\n", f"x {other} z\n") == [edit]


def test_two_words_are_not_reduced() -> None:
    assert kept("the end now", "the end, now now") == [(4, 7, "end", "end, now")]


def test_a_change_over_a_line_end_is_one_edit() -> None:
    a, b = "so it\n\nends here ok\n", "so this\n\nstops ok\n"
    assert kept(a, b) == ignored(a, b) == [(3, 16, "it\n\nends here", "this\n\nstops")]


# --- white space --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "system", "exact", "bare"),
    [
        # At the end of a paragraph, white space before the words goes or comes with them.
        ("a\n\nb\n", "a x\n\nb\n", [(1, 1, "", " x")], [(2, 2, "", "x ")]),
        ("a x\n\nb\n", "a\n\nb\n", [(1, 3, " x", "")], [(2, 4, "x\n", "")]),
        ("a", "a x", [(1, 1, "", " x")], [(1, 1, "", " x")]),
        ("a x", "a", [(1, 3, " x", "")], [(2, 3, "x", "")]),
        # At its beginning, white space behind them.
        ("a\n\nx b", "a\n\nb", [(3, 5, "x ", "")], [(3, 5, "x ", "")]),
        ("a\n\nb", "a\n\nx b", [(3, 3, "", "x ")], [(3, 3, "", "x ")]),
        # A whole paragraph.
        ("a\n\nb", "a\n\nx\n\nb", [(3, 3, "", "x\n\n")], [(3, 3, "", "x ")]),
        ("a\n\nx\n\nb", "a\n\nb", [(3, 6, "x\n\n", "")], [(3, 5, "x\n", "")]),
        # A mark on its own.
        ("a b", "a , b", [(2, 2, "", ", ")], [(2, 2, "", ",")]),
        ("a , b", "a b", [(2, 4, ", ", "")], [(2, 4, ", ", "")]),
        # White space alone.
        ("a b  c", "a  b c", [(1, 2, " ", "  "), (3, 5, "  ", " ")], []),
        ("a b", "\ta b\n", [(0, 0, "", "\t"), (3, 3, "", "\n")], []),
        (" \n", "", [(0, 2, " \n", "")], []),
        # White space that differs beyond an edit is another edit.
        ("a b", "a\nx\tb", [(1, 2, " ", "\n"), (2, 2, "", "x\t")], [(2, 2, "", "x ")]),
        ("a b c", "a  c", [(1, 2, " ", "  "), (2, 4, "b ", "")], [(2, 4, "b ", "")]),
        ("a b  c", "a  c", [(2, 4, "b ", "")], [(2, 4, "b ", "")]),
        ("a b c", "a\nx c", [(1, 2, " ", "\n"), (2, 3, "b", "x")], [(2, 3, "b", "x")]),
        ("a b c", "a x\nc", [(2, 3, "b", "x"), (3, 4, " ", "\n")], [(2, 3, "b", "x")]),
        ("a", " a.\n", [(0, 0, "", " "), (1, 1, "", "."), (1, 1, "", "\n")], [(1, 1, "", ".")]),
        ("", "x", [(0, 0, "", "x")], [(0, 0, "", "x ")]),
        ("x", "", [(0, 1, "x", "")], [(0, 1, "x", "")]),
    ],
)
def test_white_space(source: str, system: str, exact: list[Short], bare: list[Short]) -> None:
    assert kept(source, system) == exact
    assert ignored(source, system) == bare


def test_a_no_break_space_is_part_of_a_word() -> None:
    assert kept("a\u00a0b c", "a b c") == [(0, 4, "a\u00a0b", "a b")]


# --- bytes, tags, names -------------------------------------------------------------------------


def test_offsets_count_bytes_and_corrections_are_utf_8() -> None:
    assert kept("né à Zürich", "née à Zurich") == [(0, 3, "né", "née"), (7, 14, "Zürich", "Zurich")]


def test_bytes_that_are_no_utf_8_matter_only_where_something_changed() -> None:
    assert short(extract(b"caf\xe9 is good", b"caf\xe9 are good")) == [(5, 7, "is", "are")]
    with pytest.raises(InputError, match=r"expected UTF-8, found byte 0xE9 .* the system text"):
        extract(b"cafe", b"caf\xe9")


def test_tags_are_no_text() -> None:
    tagged = b"<hoo><p><s>He go .</s> <s>Yes .</s></p></hoo>"
    assert without_tags(tagged) == b"He go . Yes ."
    for a in (tagged, b"He go . Yes .", tagged.replace(b"hoo", b"HOO")):
        for b in (b"He goes . Yes .", tagged.replace(b"go", b"goes")):
            assert short(extract(a, b)) == [(3, 5, "go", "goes")]


def test_indices() -> None:
    edits = extract(b"a b c", b"a x c y", name="0441MQ1")
    assert [dict(edit.attributes)["index"] for edit in edits] == ["0441MQ1-0001", "0441MQ1-0002"]
    assert all("index" not in dict(edit.attributes) for edit in extract(b"a", b"b"))


def test_a_wrong_way_with_white_space_is_named() -> None:
    with pytest.raises(InputError, match="'keep' or 'ignore', not 'drop'"):
        extract(b"a", b"b", whitespace="drop")  # type: ignore[arg-type]


# --- as released --------------------------------------------------------------------------------


def test_released_offsets_drift_with_the_white_space_of_the_system() -> None:
    assert released("a b c d\n", "a  b c x\n") == [(7, 8, "d", "x")]
    assert released("a b c\n", "a , b x\n") == [(2, 2, "", ","), (5, 6, "c", "x")]
    assert released("a\n\nThe b c\n", "a\n\nb x\n") == [(3, 7, "The ", ""), (10, 11, "c", "x")]


def test_released_edits_lack_what_runs_over_a_line_end() -> None:
    # "b c" is lost, and its brackets and the space behind them are text: e is at 9, not at 13.
    edits = [(11, 11, "", "x "), (13, 14, "e", "f")]
    assert released("a b\n\nc d e\n", "a x d f\n") == edits


def test_released_edits_take_a_line_end_for_a_space() -> None:
    assert released("a b\n\nc d\n", "a\n\nc x\n") == [(2, 4, "b ", ""), (7, 8, "d", "x")]


def test_released_corrections_are_garbled() -> None:
    assert released("a b\n", "a é\n") == [(2, 3, "b", "Ã©")]


def test_released_edits_see_tags() -> None:
    assert released("a b\n", "<s> a x\n") == [(0, 0, "", " "), (2, 3, "b", "x")]
    assert released("a b\n", "<hoo> a x\n")[0] == (0, 0, "", "<hoo> ")


def test_released_edits_trip_over_brackets_in_the_text() -> None:
    assert released("a [-b-] c\n", "a [-b-] c\n") == [(2, 4, "b ", "")]


# --- properties ---------------------------------------------------------------------------------

texts = st.text(alphabet="ab, .\n\té'\"(", max_size=30)


@given(texts, texts)
def test_edits_applied_give_the_system_text_to_the_byte(source: str, system: str) -> None:
    kept(source, system)


@given(st.text(max_size=20), st.text(max_size=20))
def test_of_any_characters(source: str, system: str) -> None:
    kept(source, system)


@given(texts)
def test_equal_texts_have_no_edits(text: str) -> None:
    data = text.encode()
    for whitespace in ("keep", "ignore"):
        assert extract(data, data, whitespace=whitespace) == ()  # type: ignore[arg-type]
    assert extract(data, data, as_released=True) == ()


@given(texts, texts)
def test_edits_come_in_order_and_do_not_overlap(source: str, system: str) -> None:
    ways: list[Whitespace] = ["keep", "ignore"]
    for way in ways:
        end = 0
        for edit in extract(source.encode(), system.encode(), whitespace=way):
            assert end <= edit.start
            end = edit.end
        assert end <= len(source.encode())


@given(texts, texts)
def test_edits_go_through_a_file(source: str, system: str) -> None:
    edits = extract(source.encode(), system.encode(), name="0001XY0")
    assert parse_edits("\n".join(dump_edits(edits)).encode(), "0001XY0.xml") == edits


def edited(draw: random.Random, text: str) -> str:
    """A text after some random edits, of words, marks and white space."""
    pieces = ["the", "a", "é", "née", ".", ",", "'", '"', "(", " ", "  ", "\n", "\n\n", "\t", "-"]
    for _ in range(draw.randrange(6)):
        at = draw.randrange(len(text) + 1)
        to = min(len(text), at + draw.choice([0, 0, 1, 1, 2, 5, 9]))
        text = text[:at] + "".join(draw.choices(pieces, k=draw.randrange(4))) + text[to:]
    return text


def test_ten_thousand_random_edits() -> None:
    draw = random.Random(2011)
    words = ["the", "cat", "of", "mat,", "end.", '"so', "naïve", "(see", "it)", "a"]
    for _ in range(10_000):
        spaces = draw.choices([" ", " ", " ", "  ", "\n", "\n\n"], k=12)
        source = "".join(draw.choice(words) + space for space in spaces[: draw.randrange(13)])
        kept(source, edited(draw, source))


# --- the public data ----------------------------------------------------------------------------


class Case:
    """A source, what a system made of it, and the edits that the task's extractor found."""

    def __init__(self, system: Path, sources: Path, edits: Path) -> None:
        self.name = system.stem
        self.source = (sources / f"{self.name[:4]}.txt").read_bytes()
        self.system = system.read_bytes()
        self.edits = read_edits(edits / f"{self.name}.xml")


@pytest.fixture(scope="module")
def cases(shared: Shared) -> list[Case]:
    found = []
    for folder, texts, sources, edits in (
        ("dev", "systems_txt", "Raw", "systems_edits"),
        ("sample", "System", "Orig", "SysXML"),
    ):
        data = shared.data("hoo2011", folder)
        files = sorted((data / texts).glob("*.txt"))
        found += [Case(file, data / sources, data / edits) for file in files]
    assert len(found) == 160
    return found


def test_all_released_edits_are_found_as_released(cases: list[Case]) -> None:
    unlike = [
        case.name
        for case in cases
        if extract(case.source, case.system, name=case.name, as_released=True) != case.edits
    ]
    assert unlike == []


def test_offsets_of_the_source_where_the_released_ones_drift(
    cases: list[Case], shared: Shared
) -> None:
    folder = shared.data("hoo2011", "dev", "systems_edits_true_offsets")
    unlike, drifting = [], 0
    for case in cases:
        file = folder / f"{case.name}.xml"
        drifting += file.exists()
        expected = short(read_edits(file) if file.exists() else case.edits)
        if not file.exists():  # garbled characters are the one thing to mend
            expected = [(s, e, mended(o), mended(c)) for s, e, o, c in expected]
        if short(extract(case.source, case.system, whitespace="ignore")) != expected:
            unlike.append(case.name)
    assert (unlike, drifting) == ([], 31)


def mended(garbled: str) -> str:
    return garbled.encode("latin-1").decode()


def test_edits_of_the_public_data_applied_give_the_system_texts(cases: list[Case]) -> None:
    for case in cases:
        edits = extract(case.source, case.system)
        assert apply_bytes(case.source, edits) == case.system, case.name
