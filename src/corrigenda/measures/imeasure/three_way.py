"""Three-way alignment of source, hypothesis and reference, and what its columns say.

A column holds a token or a gap of each of the three texts, and costs what its three pairs cost: 0
for two that are equal, 2 for a token and a gap, 3 for two tokens that differ. Of all cheapest
alignments one counts: the one that, read from the end, takes wherever it can a column without gap,
then one with a gap in the reference, the hypothesis, the source, then a token of the source alone,
of the hypothesis, of the reference (Felice & Briscoe 2015, and their scorer).

The table that this asks for has a cell for each place in each of the texts. Here it is built layer
by layer, a layer for each place in the reference, and only of cells through which a cheapest
alignment may go: to leave out others changes nothing. Each cell carries the counts of the alignment
up to it, so that nothing needs to be traced back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corrigenda.measures.imeasure.pair_alignment import GAP, MISMATCH, Excess, agreements, through

_BITS = 20
TN, FN, FP, TP, WRONG, BASE_TN, BASE_FN = KINDS = tuple(1 << _BITS * k for k in range(7))
"""What a column can be, as numbers that add up side by side.

TN: all three texts agree. FN, FP, TP: reference, hypothesis, source alone differs from the other
two. WRONG: all three differ. BASE_TN, BASE_FN: the same for an alignment of source and reference
only, as if the hypothesis were the source.
"""

Text = tuple[str, ...]

Layer = dict[int, tuple[int, int]]
"""For cells at one place of the reference: the least cost to get there, and the counts."""

_TWO_GAPS = 2 * GAP
_SPARE = 4
_FAR = 1 << 60


def counts(packed: int) -> tuple[int, ...]:
    """Return the numbers of columns, of each kind."""
    return tuple(packed >> _BITS * k & (1 << _BITS) - 1 for k in range(len(KINDS)))


def compared(source: Text, hypothesis: Text, reference: Text) -> int:
    """Return the counts of the alignment, with those of the source in the hypothesis's place."""
    _, outcome = aligned(source, hypothesis, reference)
    _, base = (0, outcome) if source == hypothesis else aligned(source, source, reference)
    return outcome + base * BASE_TN  # only TN and FN occur in it


def aligned(source: Text, hypothesis: Text, reference: Text) -> tuple[int, int]:
    """Return the cost of the alignment, and the counts of its columns."""
    end = common(source[::-1], hypothesis[::-1], reference[::-1])
    if end:
        source, hypothesis, reference = source[:-end], hypothesis[:-end], reference[:-end]
    start = common(source, hypothesis, reference)
    start = certain(source[:start], {*source[start:], *hypothesis[start:], *reference[start:]})
    source, hypothesis, reference = source[start:], hypothesis[start:], reference[start:]
    if source == hypothesis:
        cost, outcome = _of_two(source, reference, FN)
    elif source == reference:
        cost, outcome = _of_two(source, hypothesis, FP)
    elif hypothesis == reference:
        cost, outcome = _of_two(hypothesis, source, TP)
    else:
        cost, outcome = _of_three(source, hypothesis, reference)
    return cost, outcome + (start + end) * TN


def common(*texts: Text) -> int:
    """Return the number of tokens with which all texts begin.

    Three-way alignments may be computed without the tokens with which all texts end: a column
    without gap is preferred, and never costs more. (Whatever columns three equal last tokens have,
    putting them into one column of their own saves at least what it costs.)
    """
    first, *others = texts
    size = min(map(len, texts))
    for other in others:
        if first[:size] != other[:size]:
            size = next(k for k in range(size) if first[k] != other[k])
    return size


def certain(start: Text, after: set[str]) -> int:
    """Return how many tokens of a common start are aligned with each other in all cheapest
    alignments.

    All up to the last that does not occur again in any text (`after` are the tokens after the
    common start): there, putting the three into one column saves more than it costs. Tokens
    after it may be aligned with their like further on.
    """
    size = len(start)
    while size and start[size - 1] in after:
        size -= 1
        after.add(start[size])
    return size


def _of_two(twice: Text, once: Text, differ: int) -> tuple[int, int]:
    """Return the alignment where two texts are equal, and so in step: like that of two texts."""
    cost, agree, others = agreements(twice, once)
    return 2 * cost, agree * TN + others * differ


def _of_three(source: Text, hypothesis: Text, reference: Text) -> tuple[int, int]:
    grid = Grid(source, hypothesis)
    slack, spare = 0, -1  # what the alignment may cost more than its three sides
    while True:
        if slack > spare:
            spare = max(slack, _SPARE)
            sh_cost, sh = through(hypothesis, source, spare)
            sr_cost, sr = through(source, reference, spare)
            hr_cost, hr = through(hypothesis, reference, spare)
        layer = grid.first(grid.cells(sh, sr[0], hr[0], slack))
        for token, i_excess, j_excess in zip(reference, sr[1:], hr[1:], strict=True):
            layer = grid.onwards(layer, token, grid.cells(sh, i_excess, j_excess, slack))
        if grid.end in layer:
            cost, outcome = layer[grid.end]
            needed = cost - sh_cost - sr_cost - hr_cost
            if needed <= slack:
                return cost, outcome
            slack = needed  # enough, as there is an alignment that costs no more
        else:
            slack += 1


class Grid:
    """The places in source and hypothesis: layers of cells, and how to get from one to another.

    The cell at place i of the source and j of the hypothesis is i * width + j. `kinds` are what
    columns that are TN, FN, FP, TP, WRONG count as.
    """

    def __init__(self, source: Text, hypothesis: Text, kinds: Sequence[int] = KINDS) -> None:
        self.source, self.hypothesis = source, hypothesis
        self.kinds = kinds
        self.width = len(hypothesis) + 1
        self.end = self.cell(len(source), len(hypothesis))

    def cell(self, i: int, j: int) -> int:
        return i * self.width + j

    def cells(self, sh: Sequence[Excess], sr: Excess, hr: Excess, slack: int) -> list[int]:
        """Return the cells of a layer whose excess, of three sides together, is at most `slack`."""
        width = self.width
        return [
            i * width + j
            for i, of_source in sr.items()
            for beside in (sh[i],)
            for j, of_hypothesis in hr.items()
            if of_source + of_hypothesis + beside.get(j, _FAR) <= slack
        ]

    def first(self, cells: Sequence[int]) -> Layer:
        """Return the layer at the start of the reference."""
        return self._layer({}, "", cells, {0: (0, 0)})

    def onwards(self, before: Layer, token: str, cells: Sequence[int]) -> Layer:
        """Return the layer after one more token of the reference. (Cells are in their order.)"""
        return self._layer(before, token, cells, {})

    def _layer(self, before: Layer, token: str, cells: Sequence[int], layer: Layer) -> Layer:
        source, hypothesis, width = self.source, self.hypothesis, self.width
        tn, fn, fp, tp, wrong = self.kinds[:5]
        for cell in cells:
            i, j = divmod(cell, width)
            least, kind, origin = _FAR, 0, 0
            # In the order of preference: a later one must be cheaper.
            if i and j:
                s, h = source[i - 1], hypothesis[j - 1]
                if (previous := before.get(cell - width - 1)) is not None:
                    least, origin = previous
                    if s == h:
                        if s == token:
                            kind = tn
                        else:
                            least += 2 * MISMATCH
                            kind = fn
                    elif s == token:
                        least += 2 * MISMATCH
                        kind = fp
                    elif h == token:
                        least += 2 * MISMATCH
                        kind = tp
                    else:
                        least += 3 * MISMATCH
                        kind = wrong
                if (previous := layer.get(cell - width - 1)) is not None:
                    cost = previous[0] + (_TWO_GAPS if s == h else _TWO_GAPS + MISMATCH)
                    if cost < least:
                        least, kind, origin = cost, fn if s == h else wrong, previous[1]
            if i and (previous := before.get(cell - width)) is not None:
                same = source[i - 1] == token
                cost = previous[0] + (_TWO_GAPS if same else _TWO_GAPS + MISMATCH)
                if cost < least:
                    least, kind, origin = cost, fp if same else wrong, previous[1]
            if j and (previous := before.get(cell - 1)) is not None:
                same = hypothesis[j - 1] == token
                cost = previous[0] + (_TWO_GAPS if same else _TWO_GAPS + MISMATCH)
                if cost < least:
                    least, kind, origin = cost, tp if same else wrong, previous[1]
            if i and (previous := layer.get(cell - width)) is not None:
                cost = previous[0] + _TWO_GAPS
                if cost < least:
                    least, kind, origin = cost, tp, previous[1]
            if j and (previous := layer.get(cell - 1)) is not None:
                cost = previous[0] + _TWO_GAPS
                if cost < least:
                    least, kind, origin = cost, fp, previous[1]
            if (previous := before.get(cell)) is not None:
                cost = previous[0] + _TWO_GAPS
                if cost < least:
                    least, kind, origin = cost, fn, previous[1]
            if least < _FAR:
                layer[cell] = (least, origin + kind)
        return layer

    def back(self, after: Mapping[int, int], token: str, cells: Sequence[int]) -> dict[int, int]:
        """Return the least cost from cells of a layer to the end, given those of the layer after
        it."""
        return self._costs(after, token, cells, {})

    def last(self, cells: Sequence[int]) -> dict[int, int]:
        """Return the least cost from cells of the last layer to the end."""
        return self._costs({}, "", cells, {self.end: 0})

    def _costs(
        self, after: Mapping[int, int], token: str, cells: Sequence[int], layer: dict[int, int]
    ) -> dict[int, int]:
        source, hypothesis, width = self.source, self.hypothesis, self.width
        rows, columns = len(source), len(hypothesis)
        for cell in reversed(cells):
            i, j = divmod(cell, width)
            least = after.get(cell, _FAR) + _TWO_GAPS
            if i < rows:
                wrong = 0 if source[i] == token else MISMATCH
                least = min(
                    least,
                    layer.get(cell + width, _FAR) + _TWO_GAPS,
                    after.get(cell + width, _FAR) + _TWO_GAPS + wrong,
                )
                if j < columns:
                    s, h = source[i], hypothesis[j]
                    apart = 0 if s == h else MISMATCH
                    other = 0 if h == token else MISMATCH
                    least = min(
                        least,
                        layer.get(cell + width + 1, _FAR) + _TWO_GAPS + apart,
                        after.get(cell + width + 1, _FAR) + wrong + apart + other,
                    )
            if j < columns:
                other = 0 if hypothesis[j] == token else MISMATCH
                least = min(
                    least,
                    layer.get(cell + 1, _FAR) + _TWO_GAPS,
                    after.get(cell + 1, _FAR) + _TWO_GAPS + other,
                )
            if least < _FAR // 2:
                layer[cell] = least
        return layer
