"""Parsers by name."""

from __future__ import annotations

import pytest

from corrigenda.errors import InputError
from corrigenda.meaning.parser import BatchParser, Parser, load_parser
from tests.meaning.parser.parsers import Batch, Flat


def test_a_class_of_ones_own() -> None:
    assert isinstance(load_parser(" tests.meaning.parser.parsers:Flat "), Flat)


def test_what_a_parser_is() -> None:
    assert isinstance(Flat(), Parser) and not isinstance(Flat(), BatchParser)
    assert isinstance(Batch(), BatchParser)
    assert not isinstance(object(), Parser)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "no parser is called ''"),
        ("tupa", "no parser is called 'tupa'"),
        ("a b:C", "no parser is called 'a b:C'"),
        ("no.such.module:C", "cannot be loaded: ModuleNotFoundError: No module named 'no'"),
        ("tests.meaning.parser.parsers:Missing", "cannot be loaded: AttributeError"),
        ("tests.meaning.parser.parsers:flat", "cannot be loaded: TypeError"),
        ("collections:OrderedDict", "is no parser: expected a class with `name` and `parse"),
        ("command:", "expected a command, found nothing"),
        ("command: 'open", "as a command: no closing quotation"),
        ("command: no-such-program-here -x", "there is no program 'no-such-program-here'"),
        ("graphs: no-such-file.mrp", "there is no such file"),
    ],
)
def test_what_is_no_parser(spec: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        load_parser(spec)
    assert message in str(error.value)


def test_the_embedded_parser_without_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "corrigenda.meaning.parser.embedded", None)
    with pytest.raises(InputError, match="the embedded parser cannot be used here") as error:
        load_parser("embedded")
    assert "name another parser" in str(error.value)
