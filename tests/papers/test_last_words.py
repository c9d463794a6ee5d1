"""The authors' way to pair sentences gives the breaks that they published, real or not."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from corrigenda.formats.lines import read_lines
from papers import last_words
from papers.last_words import Break, Walk, by_all_words, sentences, unconfirmed, with_letters
from papers.shared import LATER, SYSTEMS
from papers.shared import Shared as Source
from tests.conftest import Shared


def test_the_docstrings_examples_hold() -> None:
    assert doctest.testmod(last_words).failed == 0


@pytest.mark.parametrize(
    ("source", "target", "kinds"),
    [
        (["It rains .", "We stay ."], ["It rains .", "We stay ."], []),
        (["It rains , we stay home ."], ["It rains .", "We stay home ."], ["split"]),
        (["It rains .", "We stay home ."], ["It rains , so we stay home ."], ["joined"]),
    ],
)
def test_breaks(source: list[str], target: list[str], kinds: list[str]) -> None:
    walk = Walk(source, target)
    assert [found.kind for found in walk.breaks] == kinds
    assert unconfirmed(source, target) == []


def test_a_last_word_that_is_changed_and_comes_again_is_taken_for_a_split() -> None:
    source = ["We often prefer to communicate online .", "That is so ."]
    target = ["We prefer to talk .", "Many people whom we know are always online .", "That is so ."]
    one, two, three = target
    found = Break("split", (source[0],), (one, two))
    assert Walk(source, target).breaks == [found]
    assert unconfirmed(source, target) == [found]
    assert [bead.shape for bead in by_all_words(source, target)] == [(1, 1), (0, 1), (1, 1)]
    assert Walk(source, [one, three]).pairs == 1  # without a word in common, nothing is paired


@pytest.mark.parametrize("name", [*SYSTEMS, *LATER, "reference_annotator0"])
def test_published_breaks(name: str, shared: Shared) -> None:
    source = Source(Path(shared.root), jobs=1)
    known = shared.golden("conservatism")["authors_protocol"]["results"]
    published = {key.lower(): figures for key, figures in known.items()}[name.lower()]
    if name == "reference_annotator0":
        target = with_letters(source.lines("extra_outputs", f"{name}_sentences.txt"))
    elif name == "NTHU":
        lines = source.lines("extra_outputs", f"{name}_as_used_for_released_results.txt")
        target = sentences(lines)
    elif name in LATER:
        target = sentences(source.lines("extra_outputs", f"{name}.txt"))
    else:
        lines = list(read_lines(shared.data("conll14", "systems", name)))
        if name == "RAC":  # remains of character references
            lines = [line.replace(";", "") if "amp ;" in line else line for line in lines]
        target = sentences(lines)
    walk = Walk(sentences(list(read_lines(shared.data("conll14", "source.txt")))), target)
    assert walk.count("split") == published["split_one_source_to_two"]
    assert walk.count("joined") == published["concatenated_two_source_to_one"]
    # A last pair of what is left over is not counted here.
    assert published["pairs"] - walk.pairs in (0, 1)
