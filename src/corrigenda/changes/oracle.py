"""Oracles: choose the best candidate of a sentence by some of its references.

An oracle is a measure that sees the references. Of the candidates of a sentence it takes the one
with the best score for this sentence alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.errors import InputError
from corrigenda.measures.contract import Array, Measure, Row

Draw = Literal["replacement", "distinct", "first"]
Ties = Literal["first", "released"]


class Winner(NamedTuple):
    """A candidate, by its place from 0, its score, and what the score is made of."""

    place: int
    score: float
    parts: tuple[float, ...] = ()


def sequences(
    references: int, most: int, draw: Draw, draws: int, seed: int, sentence: int
) -> list[tuple[int, ...]]:
    """Return, for each draw, references of a sentence in the order in which they are added.

    M references are the first M of these, so that each M adds to those before. They are drawn with
    replacement (`replacement`), or each once at most (`distinct`; then there may be fewer than M),
    or are the first of the sentence's, in order (`first`); where there are none, none is drawn. The
    first M depend neither on `most` nor on the number of draws.
    """
    if draw == "first" or not references:
        return [tuple(range(min(references, most)))]
    orders = []
    for k in range(draws):
        # Of all that `random` offers, only seeding by text and random() never change.
        random = Random(f"{seed}|{sentence}|{k}").random
        if draw == "replacement":
            orders.append(tuple(int(random() * references) for _ in range(most)))
        else:
            keys = [random() for _ in range(references)]
            orders.append(tuple(sorted(range(references), key=keys.__getitem__)[:most]))
    return orders


@dataclass(frozen=True)
class Oracle:
    """A measure that chooses among the candidates of one sentence."""

    measure: Measure
    segment: Segment
    candidates: Sequence[Correction]
    ties: Ties = "first"

    def winner(self, references: Sequence[int]) -> Winner:
        """Return the best candidate by these of the sentence's references, given by their numbers.

        Of several with the best score the first wins; or, as in the code that Choshen and Abend
        released, a later one replaces an earlier one that is not the source (`released`).
        """
        # Neither their order matters nor, where each reference has a row, how often they are there.
        key = tuple(sorted(set(references) if self._rows else references))
        if key not in self._known:
            self._known[key] = self._won(self._table(key))
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, ...], Winner]:
        return {}

    def _won(self, table: Array) -> Winner:
        _, of = self._distinct
        scores = self.measure.sentence_scores(table)[of]
        upwards = -scores if self.measure.best == "min" else scores
        upwards = np.where(np.isnan(upwards), -np.inf, upwards)
        best = int(upwards.argmax())
        if upwards[best] == -np.inf:
            raise InputError(f"{self.measure} is undefined for all candidates")
        if self.ties == "released":
            tied = (int(place) for place in np.flatnonzero(upwards == upwards[best]))
            for place in tied:
                best = place
                if self.candidates[place].tokens == self.segment.tokens:
                    break
        parts = self.measure.sentence_parts(table[[of[best]]]).values()
        return Winner(best, float(scores[best]), tuple([float(part[0]) for part in parts]))

    # --- scores of candidates --------------------------------------------------------------------

    @cached_property
    def _distinct(self) -> tuple[list[Correction], list[int]]:
        """Candidates with different texts, and which of them each candidate is."""
        places: dict[str, int] = {}
        of = [places.setdefault(candidate.text, len(places)) for candidate in self.candidates]
        first = [of.index(place) for place in range(len(places))]
        return [self.candidates[place] for place in first], of

    @cached_property
    def _rows(self) -> list[Sequence[Row]] | None:
        """For each distinct candidate its row with each reference, if the measure has such rows.

        That is so if it chooses among as many rows as there are references: then a row is what the
        sentence has with one of them, and no draw needs any other.
        """
        if type(self.measure).select is Measure.select:
            return None
        distinct, _ = self._distinct
        (rows,) = self.measure.batch_candidates([(self.segment, distinct)])
        number = len(self.segment.references)
        return rows if all(len(each) == number for each in rows) else None

    def _table(self, references: tuple[int, ...]) -> Array:
        """Return the row of each distinct candidate by these references."""
        distinct, _ = self._distinct
        if self._rows:
            options = [[row[k] for k in references] for row in self._rows]
        else:
            chosen = tuple([self.segment.references[k] for k in references])
            segment = replace(self.segment, references=chosen)
            (by_candidate,) = self.measure.batch_candidates([(segment, distinct)])
            options = [list(each) for each in by_candidate]
        return self.measure.table([self._best(each) for each in options])

    def _best(self, rows: Sequence[Row]) -> Row:
        """Return the row that counts, the sentence being alone."""
        if len(rows) == 1:
            return rows[0]
        return rows[self.measure.select(rows, [0.0] * len(rows[0]))]
