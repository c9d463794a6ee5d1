"""A small evaluation as it is saved, with sentences that try to get out of it."""

from __future__ import annotations

from typing import Any

import pytest

from corrigenda.results.figures import Axis, Dot, Dots, Figure
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.sentences import Sentences
from corrigenda.results.tables import Cell, Column, Table
from corrigenda.statistics.intervals import Estimate

HOSTILE = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1> & \"quotes\" 'single'",
    "<!-- <script> ]]> \u202e turned \u2066 around \u2069",
    "line\u2028separators\u2029inside",
    "half a pair \ud800 and a null \x00",
    "{{ 7 * 7 }} {% raw %} ${window.hacked=1}",
    "عربي עברית 中文 é",
)


@pytest.fixture
def data() -> dict[str, Any]:
    """A saved evaluation: scores, comparisons, types, sentences."""
    sentences = [
        {
            "id": "1",
            "source": "He like big dog .",
            "references": [
                {"by": "0", "text": "He likes big dogs ."},
                {"by": "1", "text": "He like big dog ."},
            ],
            "systems": {
                "Alpha": {
                    "text": "He likes a big dog .",
                    "scores": {"M2": 0.5, "GLEU": 0.123456},
                    "edits": {
                        "M2": {
                            "reference": "0",
                            "marks": [
                                [1, 2, "likes", "R:VERB", "hit"],
                                [2, 2, "a", "M:DET", "spurious"],
                                [3, 4, "dogs", "R:NOUN", "missed"],
                            ],
                        }
                    },
                },
                "Beta": {
                    "text": "He like big dog .",
                    "scores": {"M2": 1.0, "GLEU": None},
                    "edits": {"M2": {"reference": "1", "marks": []}},
                },
            },
        },
        *(
            {
                "id": str(number),
                "source": text,
                "references": [{"by": "0", "text": text}],
                "systems": {
                    "Alpha": {
                        "text": text + " " + text,
                        "scores": {"M2": 0.0, "GLEU": 0.25},
                        "edits": {
                            "M2": {"reference": "0", "marks": [[0, 1, text, text, "spurious"]]}
                        },
                    },
                },
            }
            for number, text in enumerate(HOSTILE, 2)
        ),
    ]
    scores = Table(
        [Column("system", align="left"), Column("F0.5", best="max"), Column("TP")],
        [
            ["Alpha", Cell(0.35, 0.33, 0.37), 1234],
            ["Beta", Cell(0.3, 0.28, 0.32), 1],
            ["unchanged source", Cell(0.0), 0],
        ],
        "M2 by system",
        apart=1,
    )
    dots = Dots(
        [Dot("Alpha", Estimate(0.35, 0.33, 0.37)), Dot("Beta", Estimate(0.3, 0.28, 0.32))],
        Axis("F0.5"),
        "M2",
    )
    better = Cell(0.05, tone="better", detail="p = 0.008")
    worse = Cell(-0.05, tone="worse", detail="p = 0.008")
    matrix = Table(
        [Column("", "left"), Column("Alpha", signed=True), Column("Beta", signed=True)],
        [["Alpha", Cell(""), better], ["Beta", worse, Cell("")]],
        "M2: 1 of 1 differences is significant",
        matrix=True,
    )
    pairs = Table(
        [Column("A", "left"), Column("B", "left"), Column("p")],
        [["Alpha", "Beta", Cell(0.004, bound="<")]],
        "M2: as a list",
        folded=True,
    )
    types = Table([Column("type", "left"), Column("Alpha")], [["R:VERB", None]], "M2 by type")
    sections = [
        Section(
            "Scores",
            "2 systems on 8 sentences of gold.m2.",
            ["Alpha scores highest on M2: -0.3500."],
            in_text=[scores],
            notes=["change rate: changed words"],
            signatures=["M2(beta=0.5)|refs:2"],
            details=[Section("M2", "Edits.", tables=[scores], figures=[Figure("M2.", [dots])])],
        ),
        Section(
            "Comparisons",
            details=[Section("M2", tables=[matrix, pairs]), Section("GLEU", tables=[matrix])],
            alternatives="Measure",
        ),
        Section("Types", tables=[types]),
        Section(
            "Sentences",
            sentences=Sentences(
                ["Alpha", "Beta"],
                [{"name": "M2", "graphs": False}, {"name": "GLEU", "graphs": False}],
                sentences,
            ),
        ),
    ]
    return {
        "kind": "evaluation",
        "title": "A small evaluation",
        "remarks": [],
        "sections": [encode(section) for section in sections],
    }
