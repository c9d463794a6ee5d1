"""Parts of speech and lemmas from tags, dependency labels and words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from corrigenda.linguistics import resources

Pattern = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Rule:
    """Set attributes of the word `index` of those that the patterns match."""

    patterns: tuple[Sequence[Pattern], ...]
    attributes: Mapping[str, str]
    index: int


@dataclass(frozen=True, slots=True)
class _Matches:
    """The rules that a word matches alone, and as the first and the second of two."""

    alone: tuple[int, ...]
    first: frozenset[tuple[int, int]]
    second: frozenset[tuple[int, int]]


class Attributes:
    """Assign parts of speech and lemmas."""

    def __init__(self) -> None:
        tables = resources.tables()
        self._rules = [
            _Rule(tuple(rule["patterns"]), rule["attrs"], rule["index"]) for rule in tables["rules"]
        ]
        self._lemmas = {pos: _Lemmas(table) for pos, table in tables["lemmas"].items()}
        patterns = [pattern for rule in self._rules for pattern in rule.patterns]
        conditions = [word["LOWER"] for pattern in patterns for word in pattern if "LOWER" in word]
        self._words = {c for c in conditions if isinstance(c, str)}
        self._words |= {word for c in conditions if isinstance(c, dict) for word in c.get("IN", ())}
        self._expressions = [re.compile(c["REGEX"]) for c in conditions if "REGEX" in c]
        self.key = lru_cache(maxsize=1 << 14)(self._key)
        self.matches = lru_cache(maxsize=1 << 14)(self._matches)
        self.lemma = lru_cache(maxsize=1 << 14)(self._lemma)
        self.outcome = lru_cache(maxsize=1 << 14)(self._outcome)

    def assign(
        self, words: Sequence[str], tags: Sequence[str], labels: Sequence[str]
    ) -> tuple[list[str], list[str]]:
        """Return part of speech and lemma of each word of a sentence."""
        lower = [word.lower() for word in words]
        matches = [
            self.matches(tag, label, self.key(word))
            for tag, label, word in zip(tags, labels, lower, strict=True)
        ]
        rules = [match.alone for match in matches]
        for at in range(len(words) - 1):
            if not matches[at].first:
                continue
            for number, _ in matches[at].first & matches[at + 1].second:
                target = at + self._rules[number].index
                rules[target] = tuple(sorted({*rules[target], number}))
        pos, lemmas = [], []
        for word, numbers in zip(words, rules, strict=True):
            part, lemma, is_base = self.outcome(numbers)
            pos.append(part)
            lemmas.append(lemma or self.lemma(word, part, is_base))
        return pos, lemmas

    def _key(self, lower: str) -> str:
        """Return the word if a rule asks for it, else the empty string."""
        asked = lower in self._words or any(e.search(lower) for e in self._expressions)
        return lower if asked else ""

    def _matches(self, tag: str, label: str, lower: str) -> _Matches:
        word = {"TAG": tag, "DEP": label, "LOWER": lower, "IS_SPACE": False}
        alone, first, second = [], set(), set()
        for number, rule in enumerate(self._rules):
            for variant, pattern in enumerate(rule.patterns):
                if len(pattern) == 1:
                    if _fits(word, pattern[0]) and number not in alone:
                        alone.append(number)
                else:
                    if _fits(word, pattern[0]):
                        first.add((number, variant))
                    if _fits(word, pattern[1]):
                        second.add((number, variant))
        return _Matches(tuple(alone), frozenset(first), frozenset(second))

    def _outcome(self, numbers: Sequence[int]) -> tuple[str, str, bool]:
        """Return part of speech, lemma (or "") and "is a base form": later rules overwrite."""
        attributes: dict[str, str] = {}
        for number in numbers:
            attributes |= self._rules[number].attributes
        pos = attributes["POS"]
        features = dict(
            feature.split("=") for feature in attributes["MORPH"].split("|") if "=" in feature
        )
        return pos, attributes.get("LEMMA", ""), _is_base(pos, features)

    def _lemma(self, word: str, pos: str, is_base: bool) -> str:
        table = self._lemmas.get(pos.lower())
        if table is None and pos == "PROPN":
            return word
        if is_base or table is None:
            return word.lower()
        return table.lemma(word)


class _Lemmas:
    """The lemmatiser's tables for one part of speech (Morphy of WordNet)."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._rules: list[tuple[str, str]] = [(old, new) for old, new in table["rules"]]
        self._exceptions: dict[str, list[str]] = table["exceptions"]
        self._known = frozenset(table["index"])

    def lemma(self, word: str) -> str:
        """Return the preferred lemma.

        The last exception comes first; then the last rule that makes a known word; then the first
        that makes something with other characters than letters; then the first that applies.
        """
        lower = word.lower()
        stems = [
            (lower[: len(lower) - len(old)], new) for old, new in self._rules if lower.endswith(old)
        ]
        made = [stem + new for stem, new in stems if stem + new]
        known = [form for form in made if form in self._known]
        odd = [form for form in made if form not in self._known and not form.isalpha()]
        candidates = list(dict.fromkeys(known[::-1] + odd))
        new = [form for form in self._exceptions.get(lower, ()) if form not in candidates]
        if new:
            return new[-1]
        return candidates[0] if candidates else made[0] if made else word


def _is_base(pos: str, features: Mapping[str, str]) -> bool:
    """Is a word with these features its own lemma?"""
    form = features.get("VerbForm")
    return (
        form == "Inf"
        or features.get("Degree") == "Pos"
        or (pos == "NOUN" and features.get("Number") == "Sing")
        or (
            pos == "VERB"
            and form == "Fin"
            and features.get("Tense") == "Pres"
            and "Number" not in features
        )
    )


def _fits(word: Mapping[str, Any], pattern: Pattern) -> bool:
    return all(_holds(word[name], condition) for name, condition in pattern.items())


def _holds(value: Any, condition: Any) -> bool:
    if not isinstance(condition, dict):
        return bool(value == condition)
    ((operator, operand),) = condition.items()
    if operator == "REGEX":
        return re.search(operand, value) is not None
    return bool((value in operand) == (operator == "IN"))
