"""Texts from lists, Series, dataset columns and Arrow arrays."""

from __future__ import annotations

from typing import Any

import pytest

from corrigenda.columns import corpus, texts
from corrigenda.errors import InputError

SOURCES = ["He go .", "Fine .", "A dogs ."]
FIRST = ["He goes .", "Fine .", "A dog ."]
SECOND = ["He went .", "Fine .", "Dogs ."]


def columns() -> list[Any]:
    found: list[Any] = [SOURCES, tuple(SOURCES), iter(SOURCES)]
    pandas = pytest.importorskip("pandas")
    found += [pandas.Series(SOURCES, index=[3, 1, 2]), pandas.array(SOURCES, dtype="string")]
    return found


@pytest.mark.parametrize("column", columns(), ids=lambda c: type(c).__name__)
def test_a_column_of_any_kind_is_read_in_its_order(column: Any) -> None:
    assert texts(column, "sources") == SOURCES


def test_arrow_arrays_are_read() -> None:
    arrow = pytest.importorskip("pyarrow")
    assert texts(arrow.array(SOURCES), "sources") == SOURCES
    assert texts(arrow.chunked_array([SOURCES[:1], SOURCES[1:]]), "sources") == SOURCES
    nested = corpus(arrow.array(SOURCES), arrow.array([[text] for text in FIRST]))
    assert [s.references[0].text for s in nested] == FIRST


def test_polars_series_are_read() -> None:
    polars = pytest.importorskip("polars")
    assert texts(polars.Series(SOURCES), "sources") == SOURCES


def test_dataset_columns_are_read() -> None:
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict(
        {"source": SOURCES, "corrections": [[a, b] for a, b in zip(FIRST, SECOND, strict=True)]}
    )
    made = corpus(data["source"], data["corrections"])
    assert made.sources == SOURCES
    assert [r.text for r in made[2].references] == ["A dog .", "Dogs ."]


def references(given: Any) -> list[list[str]]:
    return [[r.text for r in segment.references] for segment in corpus(SOURCES, given)]


def test_references_are_one_text_a_column_per_annotator_or_a_list_per_sentence() -> None:
    assert references(None) == [[], [], []]
    assert references(FIRST) == [[text] for text in FIRST]
    assert references([FIRST]) == [[text] for text in FIRST]
    both = [list(pair) for pair in zip(FIRST, SECOND, strict=True)]
    assert references([FIRST, SECOND]) == both
    assert references(both) == both
    ragged = [["He goes ."], [], ["A dog .", "Dogs .", "The dog ."]]
    assert references(ragged) == ragged


def test_as_many_annotators_as_sentences_are_columns() -> None:
    square = [FIRST, SECOND, SOURCES]
    assert references(square)[0] == ["He goes .", "He went .", "He go ."]


def test_segments_are_numbered_and_annotators_named() -> None:
    first = corpus(SOURCES, [FIRST, SECOND])[0]
    assert first.id == "1"
    assert [r.by for r in first.references] == ["0", "1"]


@pytest.mark.parametrize(
    ("sources", "given", "message"),
    [
        ("He go .", None, "expected sources to be a list or column of texts, found 'He go .'"),
        (3, None, "found int"),
        ([None], None, "sources, row 1: expected text, found None"),
        (["a", float("nan")], None, "sources, row 2: expected text, found NaN (a missing value)"),
        (["a", 3], None, "sources, row 2: expected text, found int"),
        (["a"], "b", "expected references to be columns of texts, found 'b'"),
        (["a", "b"], ["a"], "expected 2 texts in the references, one per source, found 1"),
        (["a", "b"], [["a"]], "expected 2 texts in the references of annotator 0"),
        (["a", "b"], [["a", "b"], ["a"], []], "of annotator 1, one per source, found 1"),
        (["a"], [[3]], "references of annotator 0, row 1: expected text, found int"),
    ],
)
def test_anything_else_is_refused_with_its_place(sources: Any, given: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        corpus(sources, given)
    assert message in str(error.value)
