"""Sentences on a page, and their form in saved files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from corrigenda.results.plain_data import decode


@dataclass(frozen=True)
class Sentences:
    """The sentences of an evaluation as plain data: sources, references, outputs, scores, edits.

    `measures` says of each measure its `name` and whether it compares `graphs`. The records are
    those that `--per-sentence` writes, and may have graphs besides; `Record` declares them.
    """

    systems: Sequence[str]
    measures: Sequence[Mapping[str, Any]]
    sentences: Sequence[Mapping[str, Any]]

    def check(self) -> None:
        """Raise InputError, with the place, if a record is not what the page takes it for."""
        decode(Sequence[Record], list(self.sentences), "sentences")


@dataclass(frozen=True)
class Reference:
    """A reference: whose it is, and its text."""

    by: str
    text: str


@dataclass(frozen=True)
class JudgedEdits:
    """Judged edits, the reference they were judged by, and alternatives by the places of marks."""

    reference: str
    marks: Sequence[tuple[int, int, str, str, Literal["hit", "spurious", "missed"]]]
    alternatives: Mapping[str, Sequence[str | None]] = field(default_factory=dict)


OBJECTION = "objection"
"""The kind of losses whose tokens the page marks as wrong in themselves."""


@dataclass(frozen=True)
class LossRecord:
    """What words take off a score: places in the source and in the text, kind, points, alarm."""

    source: Sequence[int]
    target: Sequence[int]
    kind: str
    points: float
    alarm: str = ""


@dataclass(frozen=True)
class SentenceOutput:
    """A system's text, with its scores, judged edits and losses by measure, and the number of its
    graph."""

    text: str
    scores: Mapping[str, float | None]
    edits: Mapping[str, JudgedEdits]
    graph: int = 0
    losses: Mapping[str, Sequence[LossRecord]] = field(default_factory=dict)


@dataclass(frozen=True)
class GraphRecord:
    """A graph, as `meaning.plain` writes it."""

    tokens: Sequence[str]
    edges: Sequence[tuple[int, int, Sequence[str], int]]
    leaves: Sequence[tuple[int, int, str]]
    implicit: Sequence[int] = ()
    concepts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DirectionRecord:
    """One way of matching edges: what each edge's match is worth, and what was counted."""

    name: str
    source: Sequence[float | None]
    target: Sequence[float | None]
    counts: tuple[float, float, float, float]


@dataclass(frozen=True)
class MatchRecord:
    """The matching of the source's graph with another one."""

    words: Sequence[tuple[int, int]]
    counted: str
    directions: Sequence[DirectionRecord]


@dataclass(frozen=True)
class FlagRecord:
    """A remark on the input that concerns a sentence: its kind, its text, about which system."""

    kind: str
    text: str
    system: str = ""


@dataclass(frozen=True)
class Record:
    """One sentence."""

    id: str
    source: str
    references: Sequence[Reference]
    systems: Mapping[str, SentenceOutput]
    graphs: Sequence[GraphRecord] = ()
    matched: Mapping[str, Mapping[str, MatchRecord]] = field(default_factory=dict)
    flags: Sequence[FlagRecord] = ()
