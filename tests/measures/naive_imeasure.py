"""I-measure written plainly: the whole three-way table, and one reference at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

Column = tuple[str, str, str]

# In the order of preference: which of source, hypothesis, reference have a token in the column.
STEPS = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def _pair(a: str, b: str) -> int:
    return 0 if a == b else 3 if a and b else 2


def alignment(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str]
) -> tuple[int, list[Column]]:
    """The cost and the columns of the three-way alignment (gaps are empty)."""
    texts = (source, hypothesis, reference)
    costs: dict[tuple[int, ...], int] = {(0, 0, 0): 0}
    steps: dict[tuple[int, ...], tuple[tuple[int, ...], Column]] = {}
    for here in product(*(range(len(text) + 1) for text in texts)):
        for step in STEPS:
            before = tuple(at - moved for at, moved in zip(here, step, strict=True))
            if min(before) < 0:
                continue
            s, h, r = (
                text[at] if moved else ""
                for text, at, moved in zip(texts, before, step, strict=True)
            )
            cost = costs[before] + _pair(s, h) + _pair(s, r) + _pair(h, r)
            if here not in costs or cost < costs[here]:
                costs[here] = cost
                steps[here] = before, (s, h, r)
    here = tuple(len(text) for text in texts)
    cost, columns = costs[here], []
    while any(here):
        here, column = steps[here]
        columns.append(column)
    return cost, columns[::-1]


@lru_cache(maxsize=1 << 14)
def kinds(
    source: tuple[str, ...], hypothesis: tuple[str, ...], reference: tuple[str, ...]
) -> tuple[int, ...]:
    """The columns that are TN, FN, FP, TP, and those in which all differ."""
    found = [0] * 5
    for s, h, r in alignment(source, hypothesis, reference)[1]:
        found[(0 if h == r else 1) if s == h else 2 if s == r else 3 if h == r else 4] += 1
    return tuple(found)


def row(
    source: tuple[str, ...], hypothesis: tuple[str, ...], reference: tuple[str, ...]
) -> tuple[int, ...]:
    """The counts of the hypothesis, and those of the source in its place."""
    return kinds(source, hypothesis, reference) + kinds(source, source, reference)[:2]


# --- mixing --------------------------------------------------------------------------------------

Change = tuple[int, int, tuple[str, ...]]


def references(
    source: tuple[str, ...], annotators: Sequence[Sequence[Change]]
) -> Iterator[tuple[str, ...]]:
    """Every reference that combines corrections of the annotators."""
    changes = [(who, change) for who, made in enumerate(annotators) for change in made]
    changes.sort(key=lambda item: item[1][0] - item[1][1])
    errors: list[list[tuple[int, Change]]] = []
    for who, change in changes:
        touched = [e for e in errors if any(overlap(change, other) for _, other in e)]
        if touched:
            touched[0].append((who, change))
        else:
            errors.append([(who, change)])
    ways = []
    for error in errors:
        by = [
            [change for who, change in error if who == annotator]
            for annotator in range(len(annotators))
        ]
        ways.append([merged(made) for made in by])
    for chosen in product(*ways):
        edits = [change for way in chosen for change in way]
        if len({edit[:2] for edit in edits}) == len(edits):
            yield applied(source, edits)


def overlap(a: Change, b: Change) -> bool:
    if a[:2] == b[:2]:
        return True
    inserted = a[0] == a[1] or b[0] == b[1]
    if inserted:
        inner, outer = (a, b) if a[0] == a[1] else (b, a)
        return outer[0] < inner[0] and inner[1] < outer[1]
    return bool(set(range(*a[:2])) & set(range(*b[:2])))


def merged(changes: Sequence[Change]) -> list[Change]:
    out: dict[tuple[int, int], tuple[str, ...]] = {}
    for start, end, text in changes:
        out[start, end] = (*out.get((start, end), ()), *text)
    return [(start, end, text) for (start, end), text in out.items()]


def applied(source: tuple[str, ...], edits: Sequence[Change]) -> tuple[str, ...]:
    out = source
    for start, end, text in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        out = out[:start] + text + out[max(start, end) :] or out
    return out
