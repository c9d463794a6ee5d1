"""Corpora in data frames."""

from __future__ import annotations

from typing import Any

import pytest

import corrigenda as cg

SOURCES = ["He go home .", "They is here ."]
FIRST, SECOND = ["He goes home .", "They are here ."], ["He went home .", "They are here ."]
MINE, OTHER = ["He goes home .", "They is here ."], ["He go home .", "They are here ."]
FRAME = {"id": [1, 2], "source": SOURCES, "ref0": FIRST, "ref1": SECOND, "mine": MINE, "b": OTHER}


def frames() -> list[Any]:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    datasets, arrow = pytest.importorskip("datasets"), pytest.importorskip("pyarrow")
    return [dict, pandas.DataFrame, polars.DataFrame, datasets.Dataset.from_dict, arrow.table]


def right() -> cg.Result:
    return cg.evaluate(
        sources=SOURCES, references=[FIRST, SECOND], systems={"mine": MINE, "b": OTHER}, ci=None
    )


@pytest.mark.parametrize("made", frames(), ids=lambda made: made.__qualname__)
def test_columns_are_guessed_by_their_names(made: Any) -> None:
    result = cg.evaluate(made(FRAME), ci=None)
    assert result.systems == ("mine", "b")
    assert result.references == (2, 2)
    assert result.flat() == right().flat()


def test_columns_are_named() -> None:
    pandas = pytest.importorskip("pandas")
    odd = pandas.DataFrame({"t": SOURCES, "x": FIRST, "y": SECOND, "mine": MINE, "b": OTHER})
    named = {"sources": "t", "references": ["x", "y"]}
    assert cg.evaluate(odd, **named, ci=None).flat() == right().flat()
    assert cg.evaluate(odd, ["b"], **named, ci=None).systems == ("b",)
    assert cg.evaluate(odd, "b", **named, ci=None).systems == ("b",)
    assert cg.evaluate(odd, {"c": OTHER}, **named, ci=None).systems == ("c",)
    assert cg.evaluate(odd, sources="t", references="x", ci=None).systems == ("y", "mine", "b")


def test_a_column_of_lists_has_the_references_of_each_sentence() -> None:
    pandas = pytest.importorskip("pandas")
    lists = [list(of) for of in zip(FIRST, SECOND, strict=True)]  # as many as there are sentences
    frame = pandas.DataFrame({"source": SOURCES, "references": lists, "mine": MINE})
    assert cg.evaluate(frame, ci=None).flat() == right().flat("mine")
    frame["references"] = [FIRST, SECOND[:1]]
    assert cg.evaluate(frame, ci=None).references == (1, 2)


def test_studies_take_frames_too() -> None:
    assert cg.compare(FRAME).pairs[0].a == "mine"
    assert cg.gate(None, FRAME, "mine", "M2 < 0.1").passed


@pytest.mark.parametrize(
    "frame, given, message",
    [
        ({"text": SOURCES, "mine": MINE}, {}, "no column is called source; the columns are text"),
        ({"source": SOURCES, "ref": FIRST}, {}, "no column is left for a system"),
        (FRAME, {"references": "ref2"}, "found 'ref2'; the columns are id, source"),
        (FRAME, {"systems": ["v3"]}, "name columns or files, found 'v3'; the columns are id"),
        (FRAME, {"sources": SOURCES}, "expected sources to name a column, found list"),
        ({**FRAME, "mine": [None, "x"]}, {"systems": "mine"}, "row 1: expected text, found None"),
    ],
)
def test_what_cannot_be_guessed_is_said(
    frame: dict[str, Any], given: dict[str, Any], message: str
) -> None:
    with pytest.raises(cg.InputError) as caught:
        cg.evaluate(frame, **given)
    assert message in str(caught.value)


def test_labels_are_no_systems() -> None:
    frame = {**FRAME, "annotator": ["bob", "bob"], "domain": ["news", "web"]}
    result = cg.evaluate(frame, ci=None)
    assert result.systems == ("mine", "b")
    (said,) = [remark for remark in result.remarks if remark.kind != "extraction"]
    assert said.kind == "columns" and "annotator, domain are not taken for systems" in said.text
    assert "systems=['mine', 'b', 'annotator', 'domain']" in said.text
    assert "annotator, domain" in str(result) and "annotator, domain" in result._repr_html_()
    assert cg.evaluate(frame, systems=["mine", "domain"], ci=None).systems == ("mine", "domain")


def test_sentences_in_another_order_are_a_system() -> None:
    source = [f"{who} {verb} home ." for who in ("He", "They", "We") for verb in ("go", "come")]
    frame = {"source": source, "ref": source, "mine": [*source[3:], *source[:3]]}
    assert cg.evaluate(frame, ci=None).systems == ("mine",)


def test_sentences_have_their_references_and_the_index_of_the_frame() -> None:
    pandas = pytest.importorskip("pandas")
    shown = cg.evaluate(pandas.DataFrame(FRAME, index=["x", "y"]), ci=None).sentences()
    assert list(shown["id"]) == ["x", "y", "x", "y"]
    assert list(shown["reference 2"][:2]) == SECOND
    assert list(cg.evaluate(pandas.DataFrame(FRAME), ci=None).sentences()["id"][:2]) == ["1", "2"]


def test_a_mapping_names_columns() -> None:
    result = cg.evaluate(FRAME, {"v2": "mine"}, ci=None)
    assert result.systems == ("v2",)
    assert result["v2", "M2"].value == right()["mine", "M2"].value


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_references_may_be_missing(missing: Any) -> None:
    frame = {"source": SOURCES, "reference": [missing, *FIRST[1:]], "mine": MINE}
    free = cg.evaluate(frame, measures="WordChange", ci=None)
    assert free.references == (0, 1)
    with pytest.raises(cg.InputError, match="sentence 1 has no reference, and GLEU needs one"):
        cg.evaluate(frame, measures="GLEU", ci=None)
    lists = {
        "source": SOURCES,
        "references": [missing, *([one] for one in FIRST[1:])],
        "mine": MINE,
    }
    assert cg.evaluate(lists, measures="WordChange", ci=None).references == (0, 1)
    columns = {**frame, "ref1": SECOND}
    assert cg.evaluate(columns, measures="GLEU", ci=None).references == (1, 2)


def test_columns_are_listed_once() -> None:
    with pytest.raises(cg.InputError) as error:
        cg.evaluate(FRAME, sources="none", ci=None)
    assert str(error.value).count("the columns are") == 1


# --- a row per system and sentence ----------------------------------------------------------------

LONG = {
    "sentence_id": [7, 9, 9, 7],
    "source": [*SOURCES, *reversed(SOURCES)],
    "ref0": [*FIRST, *reversed(FIRST)],
    "ref1": [*SECOND, *reversed(SECOND)],
    "model": ["mine", "mine", "b", "b"],
    "prediction": [*MINE, *reversed(OTHER)],
}


@pytest.mark.parametrize("made", frames(), ids=lambda made: made.__qualname__)
def test_a_long_frame_has_a_row_per_system_and_sentence(made: Any) -> None:
    result = cg.evaluate(made(LONG), ci=None)
    assert result.systems == ("mine", "b")
    assert result.flat() == right().flat()
    assert list(result.sentences()["id"][:2]) == ["7", "9"]


@pytest.mark.parametrize("output", ["output", "corrected", "texts of it"])
def test_sentences_of_a_long_frame_are_told_by_their_source_or_order(output: str) -> None:
    frame = {**LONG, output: LONG["prediction"]}
    del frame["sentence_id"], frame["prediction"]
    assert cg.evaluate(frame, ci=None).flat() == right().flat()
    assert cg.evaluate(frame, systems=["b"], ci=None).systems == ("b",)
    again = {  # each sentence twice: only the order tells
        name: [*column[:2], *column[:2], *reversed(column[2:]), *reversed(column[2:])]
        for name, column in frame.items()
    }
    twice = cg.evaluate(again, ci=None)
    assert twice.size == 4
    assert twice["mine", "M2"].value == right()["mine", "M2"].value


@pytest.mark.parametrize(
    "change, message",
    [
        ({"model": ["mine", "mine", "b", "mine"]}, "found 1 for 'b' and 3 for 'mine'"),
        ({"model": ["mine", "mine", "b", None]}, "row 4: expected the name of a system in column"),
        (
            {"source": [*SOURCES, SOURCES[1], "He was home ."]},
            "row 4, column 'source': expected the text of row 1, as both are of the same sentence",
        ),
        ({"ref1": ["a", "b", "b", "c"]}, "row 4, column 'ref1': expected the text of row 1"),
    ],
)
def test_long_frames_that_do_not_fit(change: dict[str, Any], message: str) -> None:
    with pytest.raises(cg.InputError) as caught:
        cg.evaluate({**LONG, **change})
    assert message in str(caught.value)


def test_the_missing_row_of_a_long_frame_is_named() -> None:
    short = {name: column[:-1] for name, column in LONG.items()}
    with pytest.raises(cg.InputError, match=r"'b' has no output for 'He go home \.'"):
        cg.evaluate(short)


# --- renamed headers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Source", "source_text", "SRC", "original sentence", "Input.text"]
)
def test_other_names_of_the_source(name: str) -> None:
    frame = {name: SOURCES, **{one: FRAME[one] for one in ("ref0", "ref1", "mine", "b")}}
    assert cg.evaluate(frame, ci=None).flat() == right().flat()


@pytest.mark.parametrize(
    "renamed, given, hint",
    [
        ({"source": "sorce"}, {}, "name it: sources='sorce'"),
        ({"source": "learner text"}, {}, "name it: sources='learner text'"),
        ({"ref0": "my gold", "ref1": "c"}, {}, "name it: references=['my gold']"),
        ({}, {"references": "ref"}, "did you mean 'ref1'?"),
        ({}, {"systems": ["Mine"]}, "did you mean 'mine'?"),
        ({"mine": "corrected", "b": "id"}, {}, "name it: systems=['corrected']"),
    ],
)
def test_hints_name_the_nearest_column(
    renamed: dict[str, str], given: dict[str, Any], hint: str
) -> None:
    frame = {renamed.get(name, name): column for name, column in FRAME.items()}
    with pytest.raises(cg.InputError) as caught:
        cg.evaluate(frame, **given)
    assert hint in str(caught.value)


def test_a_column_named_as_system_is_no_reference() -> None:
    frame = {"source": SOURCES, "ref0": FIRST, "ref1": SECOND, "corrected": MINE}
    result = cg.evaluate(frame, systems=["corrected"], ci=None)
    assert result.references == (2, 2)
    assert result["corrected", "M2"].value == right()["mine", "M2"].value


def test_numbers_are_no_systems() -> None:
    frame = {**FRAME, "score": ["0.5", "1e-3"], "share": ["50 %", "7"]}
    result = cg.evaluate(frame, ci=None)
    assert result.systems == ("mine", "b")
    assert not [remark for remark in result.remarks if remark.kind == "columns"]
