"""Counts of the I-measure for all references that mixed corrections allow.

A reference chooses one text for each part of the source that has several, and each reference has
its own alignment with source and hypothesis. There can be 2^34 of them and more, so they are not
looked at one by one. What follows a part depends on what was chosen before it only through one
layer of the three-way table: the costs of its cells, relative to each other, and their counts. As
soon as two choices have led to the same layer, up to a constant, they go on as one, which remembers
the different counts up to here. Mostly that is right after the part, since one cell is left.

So few cells are left because of anchors: a cell between any two parts through which alignments may
be expected to go. Going on from the anchor, rather than from another cell x of the layer, costs at
most some amount more, whatever is chosen from there on. If x costs more by more than that amount,
nothing cheapest goes through x. The amount is found going backwards over all choices at once:

- The anchor's way to the end costs at most as much as going from anchor to anchor; the way of x
  costs at least as much as its best one over all choices, each less what it costs between anchors.
- A token more or less costs at most two gaps, so the difference is at most two gaps for each place
  in source and hypothesis that x and the anchor are apart. (Take the token out of its column, or
  give it one of its own.)

Which cells are anchors decides about the time needed, never about the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from corrigenda.measures.imeasure.mixed_references import ReferencePart
from corrigenda.measures.imeasure.pair_alignment import (
    GAP,
    Costs,
    Excess,
    Ways,
    crossing,
    distance,
    through,
    through_any,
)
from corrigenda.measures.imeasure.three_way import (
    BASE_FN,
    BASE_TN,
    FN,
    TN,
    Grid,
    Layer,
    Text,
    aligned,
    certain,
    common,
    compared,
)

Thinned = Callable[[set[int]], set[int]]
"""Leaves out counts that cannot be the best, whatever is added to them and to those that stay."""


def attainable(
    source: Text, hypothesis: Text, parts: Sequence[ReferencePart], thinned: Thinned = set
) -> set[int]:
    """Return the different (packed) counts of all references that the parts allow, with the
    baseline's.

    The baseline is an alignment with an empty hypothesis: that sets two more gaps into each column,
    and there are as many columns as half the tokens and gaps of source and reference. So it is
    cheapest where that of source and reference alone is.
    """
    if not parts:
        return {compared(source, hypothesis, source)}
    unchanged = source == hypothesis
    right, wrong = (TN + BASE_TN, FN + BASE_FN) if unchanged else (BASE_TN, BASE_FN)
    end = common(source[parts[-1].end :][::-1], hypothesis[::-1])
    source, hypothesis = source[: len(source) - end], hypothesis[: len(hypothesis) - end]
    start = common(source[: parts[0].start], hypothesis)
    after = {*source[start:], *hypothesis[start:]}
    after.update(token for part in parts for text in part.texts for token in text)
    start = certain(source[:start], after)
    source, hypothesis = source[start:], hypothesis[start:]
    places = [ReferencePart(part.start - start, part.end - start, part.texts) for part in parts]
    lattices = [_Lattice(Grid(source, (), (0, wrong, right, wrong, wrong)), places)]
    if not unchanged:
        lattices.append(_Lattice(Grid(source, hypothesis), places))
    totals = _together(lattices, thinned)
    return {some + (start + end) * (TN + BASE_TN) for some in totals}


def _together(lattices: Sequence[_Lattice], thinned: Thinned) -> set[int]:
    """Return the counts of all references, those of the lattices added."""
    states: dict[tuple[Key, ...], set[int]] = {tuple(one.first for one in lattices): {0}}
    for number in range(len(lattices[0].places)):
        after: dict[tuple[Key, ...], set[int]] = {}
        moves = [cache(partial(one.moves, number)) for one in lattices]
        for keys, so_far in states.items():
            choices = zip(*(move(key) for move, key in zip(moves, keys, strict=True)), strict=True)
            for reached in choices:
                added = sum(outcome for _, outcome in reached)
                totals = after.setdefault(tuple(key for key, _ in reached), set())
                totals.update([outcome + added for outcome in so_far])
        states = {keys: thinned(totals) for keys, totals in after.items()}
    (totals,) = states.values()  # all ways end in the same cells
    return totals


@dataclass(frozen=True)
class _Place:
    """A part of source and hypothesis between two anchors, and its possible texts."""

    texts: list[Text]
    costs: list[int]
    """Of aligning each text with this part of source and hypothesis."""
    sr: Ways
    """The texts, and their share in these costs that is allowed for source and reference."""
    hr: Ways
    """The same for hypothesis and reference."""
    anchor: int
    """The cell in which it ends."""


Key = tuple[tuple[int, int, int], ...]
"""A layer: cells, costs relative to a bound, counts relative to those of the first cell."""


class _Lattice:
    """All references at once, from place to place.

    `bounds` are the cells of the layers between places; `cells` those of all layers, at
    [place][text][tokens of the text].
    """

    def __init__(self, grid: Grid, parts: Sequence[ReferencePart]) -> None:
        self.grid = grid
        source, hypothesis = grid.source, grid.hypothesis
        self.places = list(self._places(parts))
        sr_bounds, sr_within = through_any(source, [place.sr for place in self.places])
        hr_bounds, hr_within = through_any(hypothesis, [place.hr for place in self.places])
        bounds = list(zip(sr_bounds, hr_bounds, strict=True))
        within = [
            [
                list(zip(sr[1:-1], hr[1:-1], strict=True))
                for sr, hr in zip(rows, columns, strict=True)
            ]
            for rows, columns in zip(sr_within, hr_within, strict=True)
        ]
        least = min(min(sr) + min(hr) for sr, hr in chain(bounds, *chain.from_iterable(within)))
        _, self.sh = through(hypothesis, source, -least)
        self.bounds = [self._cells(sr, hr) for sr, hr in bounds]
        self.cells = [
            [[start, *(self._cells(sr, hr) for sr, hr in inner), end] for inner in texts]
            for texts, start, end in zip(within, self.bounds[:-1], self.bounds[1:], strict=True)
        ]
        self._look_back()
        self.first = _key(_kept(grid.first(self.bounds[0]), self.ahead[0], 0), 0, 0)

    def _places(self, parts: Sequence[ReferencePart]) -> Iterator[_Place]:
        """Yield parts and the stretches between them; anchors are on a best way through both
        texts."""
        source, hypothesis = self.grid.source, self.grid.hypothesis
        cuts: list[ReferencePart] = []
        at = 0
        for part in parts:
            if at < part.start:
                cuts.append(ReferencePart(at, part.start, [source[at : part.start]]))
            cuts.append(part)
            at = part.end
        # The last cut, if only of nothing, takes what is left of both texts.
        cuts.append(ReferencePart(at, len(source), [source[at:]]))
        crossings = crossing(source, hypothesis)
        begin = 0
        for cut in cuts:
            # What the hypothesis inserts beside a part with several texts is set beside them.
            first, last = crossings[cut.end]
            end = last if len(cut.texts) > 1 or cut is cuts[-1] else max(first, begin)
            here, beside = source[cut.start : cut.end], hypothesis[begin:end]
            apart = distance(here, beside)
            costs = [aligned(here, beside, text)[0] for text in cut.texts]
            hr = [(text, distance(beside, text)) for text in cut.texts]
            sr = [
                (text, cost - of_hr - apart) for cost, (text, of_hr) in zip(costs, hr, strict=True)
            ]
            yield _Place(cut.texts, costs, sr, hr, self.grid.cell(cut.end, end))
            begin = end

    def _cells(self, sr: Costs, hr: Costs) -> list[int]:
        """Return the cells that are not too expensive, by what two texts at a time cost."""
        return self.grid.cells(self.sh, _up_to(sr, -min(hr)), _up_to(hr, -min(sr)), 0)

    def _look_back(self) -> None:
        """Compute how much cheaper than the anchors' the rest of the way may be, for all cells.

        The differences (negative: cheaper) are at least those in `ahead`, at the bounds of places,
        and in `inside`, at [place][text][tokens of the text].
        """
        self.ahead = [self.grid.last(self.bounds[-1])]
        self.inside: list[list[list[dict[int, int]]]] = []
        anchors = [0, *(place.anchor for place in self.places)]
        for number in reversed(range(len(self.places))):
            place = self.places[number]
            texts = []
            least: dict[int, int] = {}
            for text, cost, cells in zip(place.texts, place.costs, self.cells[number], strict=True):
                layers = [self.ahead[-1]]
                for k in reversed(range(len(text))):
                    layers.append(self.grid.back(layers[-1], text[k], cells[k]))
                for cell, rest in layers[-1].items():
                    least[cell] = min(least.get(cell, rest - cost), rest - cost)
                texts.append(layers[::-1])
            i, j = divmod(anchors[number], self.grid.width)
            for cell, rest in least.items():
                row, column = divmod(cell, self.grid.width)
                least[cell] = max(rest, -2 * GAP * (abs(row - i) + abs(column - j)))
            self.ahead.append(least)
            self.inside.append(texts)
        self.ahead.reverse()
        self.inside.reverse()

    def moves(self, number: int, key: Key) -> list[tuple[Key, int]]:
        """Return, from the layer before a place, the layer after it with each text, and its
        counts."""
        place = self.places[number]
        reached = []
        for text, bound, cells, rests in zip(
            place.texts, place.costs, self.cells[number], self.inside[number], strict=True
        ):
            layer = {cell: (cost, outcome) for cell, cost, outcome in key}
            for k, token in enumerate(text, 1):
                layer = _kept(self.grid.onwards(layer, token, cells[k]), rests[k], bound)
            if place.anchor in layer:
                bound = min(bound, layer[place.anchor][0])
            layer = _kept(layer, self.ahead[number + 1], bound)
            if place is self.places[-1]:
                layer = {self.grid.end: layer[self.grid.end]}
            outcome = next(iter(layer.values()))[1]
            reached.append((_key(layer, bound, outcome), outcome))
        return reached


def _kept(layer: Layer, rest: dict[int, int], bound: int) -> Layer:
    """Return the cells through which something may go that costs no more than over the anchors."""
    return {
        cell: here for cell, here in layer.items() if cell in rest and here[0] + rest[cell] <= bound
    }


def _key(layer: Layer, bound: int, base: int) -> Key:
    return tuple((cell, cost - bound, outcome - base) for cell, (cost, outcome) in layer.items())


def _up_to(costs: Costs, most: int) -> Excess:
    return {place: cost for place, cost in enumerate(costs) if cost <= most}
