"""Values as plain data, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
import pytest

from corrigenda.errors import InputError
from corrigenda.results.finding import Finding
from corrigenda.results.plain_data import decode, encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.statistics.intervals import Estimate


class Pair(NamedTuple):
    a: str
    b: float | None = None


@dataclass(frozen=True)
class Square:
    kind: ClassVar[str] = "square"
    side: float


@dataclass(frozen=True)
class Circle:
    kind: ClassVar[str] = "circle"
    radius: float
    tone: Literal["dark", "light"] = "dark"


@dataclass(frozen=True)
class Drawing:
    shapes: Sequence[Square | Circle]
    names: Mapping[str, Pair]
    cells: Sequence[Sequence[Estimate | str | float | None]] = ()
    size: tuple[int, int] = (1, 2)
    visible: bool = True


DRAWING = Drawing(
    (Square(1.5), Circle(2.0, "light")),
    {"x": Pair("one", None), "y": Pair("two", 0.5)},
    (("name", 1.0, None, Estimate(0.5, 0.25, 0.75)),),
)


def test_a_value_comes_back_as_it_was() -> None:
    assert decode(Drawing, encode(DRAWING)) == DRAWING


def test_defaults_are_left_out_and_kinds_are_named() -> None:
    data = encode(DRAWING)
    assert "size" not in data
    assert data["shapes"] == [
        {"kind": "square", "side": 1.5},
        {"kind": "circle", "radius": 2.0, "tone": "light"},
    ]


def test_what_json_has_no_number_for_is_null() -> None:
    assert encode([nan, inf, np.float64(nan), np.array([1.0, nan])]) == [
        None,
        None,
        None,
        [1.0, None],
    ]
    assert encode(np.int64(3)) == 3
    with pytest.raises(TypeError):
        encode(object())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shapes": 1}, "expected shapes to be a list, found a number"),
        ({"shapes": [{"kind": "line"}]}, "expected shapes > 1 > kind to be 'circle' or 'square'"),
        ({"shapes": [{"kind": "square"}]}, "expected shapes > 1 to have the key 'side'"),
        ({"shapes": [{"kind": "circle", "radius": "wide"}]}, "to be a number, found 'wide'"),
        ({"names": {"x": {"a": 3}}}, "expected names > x > a to be text, found a number"),
        ({"size": [1]}, "expected size to be a list of 2 items, found a list"),
        ({"visible": 1}, "expected visible to be true or false, found a number"),
        ({"cells": [[[]]]}, "expected cells > 1 > 1 to be an object or text or a number or null"),
    ],
)
def test_other_data_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    data = {**encode(DRAWING), **change}
    with pytest.raises(InputError) as error:
        decode(Drawing, data)
    assert message in str(error.value)


def test_keys_of_a_later_version_are_passed_over() -> None:
    assert decode(Drawing, {**encode(DRAWING), "later": 1}) == DRAWING


@dataclass(frozen=True)
class Signed(Finding, title="Signed"):
    signature: Signature
    value: float

    def sections(self) -> Iterator[Section]:
        yield Section(self.title)


def test_a_signature_that_is_a_field_is_text() -> None:
    signature = Signature("lengths", {"seed": 1})
    record = Signed(signature, 1.0).record()
    assert record == {"signature": str(signature), "kind": "signed", "value": 1.0}
    assert next(iter(record)) == "signature"
