"""Pictures in the documentation are what is drawn now."""

from __future__ import annotations

import re
from pathlib import Path

from corrigenda import examples
from corrigenda.meaning.drawing.svg import svg
from corrigenda.meaning.drawing.two_graphs import facing
from corrigenda.meaning.formats import ucca_xml
from corrigenda.meaning.formats.brackets import from_brackets

SIDES = ("source", "unfaithful")
DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_sentence_of_the_parsers_page() -> None:
    page = (DOCS / "parser.md").read_text(encoding="utf-8")
    sentence = re.search(r'^\.\.\.     "(\[H .*)"$', page, re.MULTILINE)
    assert sentence is not None
    assert svg(from_brackets(sentence[1])) == (DOCS / "assets/said.svg").read_text(encoding="utf-8")


def test_the_sentence_of_the_page_on_faithfulness() -> None:
    graph = ucca_xml.read(examples.path("meaning/source/2.xml"))
    drawn = (DOCS / "assets/ucca.svg").read_text(encoding="utf-8")
    assert svg(graph).strip() == drawn.strip()


def test_the_two_sentences_of_the_page_on_faithfulness() -> None:
    pair = [ucca_xml.read(examples.path(f"meaning/{side}/2.xml")) for side in SIDES]
    drawn = (DOCS / "assets/facing.svg").read_text(encoding="utf-8")
    assert facing(*pair).strip() == drawn.strip()
