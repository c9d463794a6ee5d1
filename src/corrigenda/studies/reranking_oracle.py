"""One sentence of a reranking: which references are drawn, and which candidate wins by them.

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

from corrigenda.corpus import Correction, LeftOut, Pair, Segment
from corrigenda.engine.parsing import Parsing
from corrigenda.errors import InputError
from corrigenda.evaluation.result import form
from corrigenda.measures.contract import Array, Measure, Row
from corrigenda.measures.wordchange import BOLDEST, WordChange
from corrigenda.measures.wordorder import WordOrder

Draw = Literal["replacement", "distinct", "first"]
Ties = Literal["first", "released"]


class Winner(NamedTuple):
    """A candidate, by its place from 0, and its score."""

    place: int
    score: float


def sequences(
    references: int, most: int, draw: Draw, draws: int, seed: int, sentence: int
) -> list[tuple[int, ...]]:
    """For each draw, references of a sentence in the order in which they are added.

    M references are the first M of these, so that each M adds to those before. They are drawn with
    replacement (`replacement`), or each once at most (`distinct`; then there may be fewer than M),
    or are the first of the sentence's, in order (`first`). The first M depend neither on `most` nor
    on the number of draws.
    """
    if draw == "first":
        return [tuple(range(min(references, most)))]
    found = []
    for k in range(draws):
        # Of all that `random` offers, only seeding by text and random() never change.
        random = Random(f"{seed}|{sentence}|{k}").random
        if draw == "replacement":
            found.append(tuple(int(random() * references) for _ in range(most)))
        else:
            keys = [random() for _ in range(references)]
            found.append(tuple(sorted(range(references), key=keys.__getitem__)[:most]))
    return found


@dataclass(frozen=True)
class Oracle:
    """A measure that chooses among the candidates of one sentence."""

    measure: Measure
    segment: Segment
    candidates: Sequence[Correction]
    ties: Ties = "first"

    def winner(self, references: Sequence[int]) -> Winner:
        """The best candidate by these of the sentence's references, given by their numbers.

        Of several with the best score the first wins; or, as in the code that Choshen and Abend
        released, a later one replaces an earlier one that is not the source (`released`).
        """
        # Neither their order matters nor, where each reference has a row, how often they are there.
        key = tuple(sorted(set(references) if self._rows else references))
        if key not in self._known:
            self._known[key] = self._won(self._scores(key))
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[int, ...], Winner]:
        return {}

    def _won(self, scores: Array) -> Winner:
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
        return Winner(best, float(scores[best]))

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
        (rows,) = self.measure.several([(self.segment, distinct)])
        number = len(self.segment.references)
        return rows if all(len(each) == number for each in rows) else None

    def _scores(self, references: tuple[int, ...]) -> Array:
        """The score of each candidate by these references."""
        distinct, of = self._distinct
        if self._rows:
            options = [[row[k] for k in references] for row in self._rows]
        else:
            chosen = tuple([self.segment.references[k] for k in references])
            segment = replace(self.segment, references=chosen)
            (found,) = self.measure.several([(segment, distinct)])
            options = [list(each) for each in found]
        rows = [self._best(each) for each in options]
        scores: Array = self.measure.sentence_scores(self.measure.table(rows))[of]
        return scores

    def _best(self, rows: Sequence[Row]) -> Row:
        """The row that counts, the sentence being alone."""
        if len(rows) == 1:
            return rows[0]
        return rows[self.measure.select(rows, [0.0] * len(rows[0]))]


# --- sentence by sentence -------------------------------------------------------------------------

# A row: what WordChange counts (4 columns), the oracle's score, the rank, what WordOrder counts (4
# columns), and sentences by number of changed words; all of them means over draws.
SCORE, RANK, ORDER, BY_CHANGES = 4, 5, 6, 10


@dataclass(frozen=True)
class Task:
    """What is to be done with each sentence."""

    measures: tuple[Measure, ...]
    changes: WordChange
    order: WordOrder
    numbers: tuple[int, ...]
    draw: Draw
    draws: int
    ties: Ties
    seed: int
    parsing: Parsing | None


class Sentence(NamedTuple):
    """What one sentence gives."""

    first: list[float]
    annotators: list[float]
    left_out: list[LeftOut]
    """References without a text: annotators, and oracles that compare texts, do without them."""

    rows: list[list[list[float]]]
    """By oracle and number of references."""

    winners: list[list[str]]
    """Likewise, of the first draw."""

    references: int
    candidates: int
    forms: tuple[frozenset[str], frozenset[str]]
    """How references and candidates were given."""


def reranked(task: Task, chunk: list[tuple[int, Pair]]) -> list[Sentence]:
    pairs = [pair for _, pair in chunk]
    forms = [tuple(frozenset(map(form, given)) for given in (s.references, c)) for s, c in pairs]
    if task.parsing is not None:
        pairs = list(task.parsing.filled(pairs))
    found = []
    for (number, _), pair, (gold, system) in zip(chunk, pairs, forms, strict=True):
        try:
            found.append(_sentence(task, number, pair, (gold, system)))
        except InputError as error:
            where = f"sentence {pair[0].id or number}"
            if error.message.startswith(where):
                raise
            raise InputError(f"{where}: {error.message}", hint=error.hint) from error
    return found


def _sentence(
    task: Task, number: int, pair: Pair, forms: tuple[frozenset[str], frozenset[str]]
) -> Sentence:
    segment, candidates = pair
    if not segment.references:
        raise InputError(
            "it has no reference, and an oracle needs one",
            hint="give references with -r or --m2",
        )
    changed: dict[str, list[float]] = {}

    def counted(text: str) -> list[float]:
        if text not in changed:
            correction = Correction(segment.source, text)
            [changes] = task.changes.candidates(segment, correction)
            [order] = task.order.candidates(segment, correction)
            by_changes = [0.0] * (BOLDEST + 2)
            by_changes[min(int(changes[0]), BOLDEST + 1)] = 1.0
            changed[text] = [*changes, 0.0, 0.0, *order, *by_changes]
        return changed[text]

    def row(winners: list[Winner]) -> list[float]:
        numbers = np.array([counted(candidates[place].text) for place, _ in winners])
        numbers[:, SCORE] = [winner.score for winner in winners]
        numbers[:, RANK] = [winner.place + 1 for winner in winners]
        return [float(number) for number in numbers.mean(axis=0)]

    rows, texts = [], []
    for measure in task.measures:
        usable = measure.references(segment)
        drawn = sequences(len(usable), task.numbers[-1], task.draw, task.draws, task.seed, number)
        oracle = Oracle(measure, replace(segment, references=usable), candidates, task.ties)
        won = [[oracle.winner(sequence[:m]) for sequence in drawn] for m in task.numbers]
        rows.append([row(winners) for winners in won])
        texts.append([candidates[winners[0].place].text for winners in won])
    gold = [counted(reference.text) for reference in segment.references if reference.has_text]
    gold = gold or [[0.0] * len(counted(segment.source))]
    return Sentence(
        counted(candidates[0].text),
        [float(number) for number in np.mean(gold, axis=0)],
        segment.without_text(number),
        rows,
        texts,
        len(segment.references),
        len(candidates),
        forms,
    )
