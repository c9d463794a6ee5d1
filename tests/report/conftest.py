"""A small evaluation as plain data, with sentences that try to get out of it."""

from __future__ import annotations

from typing import Any

import pytest

HOSTILE = (
    "</script><script>window.hacked=1</script>",
    "<img src=x onerror=window.hacked=1> & \"quotes\" 'single'",
    "<!-- <script> ]]> \u202e turned \u2066 around \u2069",
    "line\u2028separators\u2029inside",
    "half a pair \ud800 and a null \x00",
    "{{ 7 * 7 }} {% raw %} ${window.hacked=1}",
    "عربي עברית 中文 é",
)


def _scores(score: float, **more: Any) -> dict[str, Any]:
    return {"score": score, "low": score - 0.02, "high": score + 0.02, **more}


@pytest.fixture
def data() -> dict[str, Any]:
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
    return {
        "title": "A small evaluation",
        "version": "0.1.0",
        "signature": "refs:1-2|bs:1000|seed:1234|v:0.1.0",
        "level": 95,
        "corpus": {"origin": "gold.m2", "sentences": len(sentences), "references": "1-2"},
        "measures": [
            {"name": "M2", "signature": "M2(beta=0.5)|refs:2", "definition": "Edits that match."},
            {"name": "GLEU", "signature": "GLEU|refs:2", "definition": "n-grams that match."},
        ],
        "systems": ["Alpha", "Beta"],
        "scores": {
            "M2": {
                "Alpha": _scores(
                    0.35, precision=0.4, recall=0.25, counts={"tp": 1234, "fp": 56, "fn": 789}
                ),
                "Beta": _scores(0.3, precision=0.5, recall=0.2, counts={"tp": 1, "fp": 2, "fn": 3}),
            },
            "GLEU": {"Alpha": _scores(0.5), "Beta": _scores(0.6, counts={"length": 12})},
        },
        "pairs": {
            "M2": [
                {
                    "a": "Alpha",
                    "b": "Beta",
                    "difference": 0.05,
                    "low": 0.01,
                    "high": 0.09,
                    "p": 0.004,
                    "p_holm": 0.008,
                    "wins": 5,
                    "ties": 2,
                    "losses": 1,
                }
            ],
            "GLEU": [
                {
                    "a": "Alpha",
                    "b": "Beta",
                    "difference": -0.1,
                    "low": -0.2,
                    "high": 0.01,
                    "p": 0.4,
                    "p_holm": 0.41,
                    "wins": 1,
                    "ties": 2,
                    "losses": 5,
                }
            ],
        },
        "types": {
            "M2": {
                "Alpha": {
                    "R:VERB": {
                        "tp": 1,
                        "fp": 2,
                        "fn": 3,
                        "precision": 1 / 3,
                        "recall": 0.25,
                        "score": 0.3125,
                    }
                },
                "Beta": {},
            }
        },
        "sentences": sentences,
    }
