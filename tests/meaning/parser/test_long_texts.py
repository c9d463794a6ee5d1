"""Texts of many sentences: each sentence is parsed once, and depends on no other."""

from __future__ import annotations

import pytest

from corrigenda.meaning.parser import embedded
from corrigenda.meaning.parser.embedded import shared

FIRST, SECOND, OTHER = "He likes big dogs .", "She went home !", "They sleep ."


def test_a_long_text_is_cut_at_its_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "LONGEST_TEXT", 6)
    batches = []
    best = embedded.Embedded._best
    monkeypatch.setattr(
        embedded.Embedded, "_best", lambda self, parts: batches.append(parts) or best(self, parts)
    )
    texts = [f"{FIRST} {SECOND}".split(), f"{FIRST} {OTHER}".split()]
    both = shared().parse_many(texts)
    lengths = sorted(len(part.marks) for parts in batches for part in parts)
    assert lengths == [3, 4, 5]  # the sentence that both texts have is parsed once
    alone = [shared().parse(text) for text in texts]
    assert both == alone


def test_a_short_text_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = f"{FIRST} {SECOND}".split()
    assert embedded._texts(tokens) == [(0, 9)]
    monkeypatch.setattr(embedded, "LONGEST_TEXT", 8)
    assert embedded._texts(tokens) == [(0, 5), (5, 9)]
