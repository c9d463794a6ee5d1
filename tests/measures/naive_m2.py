"""MaxMatch in the plainest way, for checking: exponential, and small enough to be seen as right.

It builds both Levenshtein lattices from full distance matrices, lists every arc (an arc may span
several steps if it holds few enough unchanged words), and tries every path.
"""

from __future__ import annotations

from functools import cache

Gold = tuple[int, int, tuple[tuple[str, ...], ...]]
Node = tuple[int, int]


def counts(
    source: tuple[str, ...], target: tuple[str, ...], gold: tuple[Gold, ...], max_unchanged: int
) -> tuple[int, int, int]:
    """(matched, proposed) edits of the best path, and its length."""
    steps = _lattice(source, target, 1) | _lattice(source, target, 2)
    ahead: dict[Node, set[Node]] = {}
    for tail, head in steps:
        ahead.setdefault(tail, set()).add(head)

    def unchanged(tail: Node, head: Node) -> bool:
        (i, j), (k, m) = tail, head
        return k == i + 1 and m == j + 1 and source[i] == target[j]

    def arcs(tail: Node) -> dict[Node, int]:
        """Where an edit may lead from here, and its least length."""
        found: dict[Node, int] = {}
        stack = [(tail, 0, 0)]
        while stack:
            node, length, same = stack.pop()
            for head in ahead.get(node, ()):
                more = same + unchanged(node, head)
                if more > max_unchanged:
                    continue
                found[head] = min(found.get(head, length + 1), length + 1)
                stack.append((head, length + 1, more))
        return found

    every = {node: arcs(node) for node in ahead}
    end = (len(source), len(target))

    @cache
    def best(node: Node, used: frozenset[int]) -> tuple[int, int, int]:
        """From here: (-matched, length, other edits), least first."""
        if node == end:
            return (0, 0, 0)
        options = []
        for head in ahead.get(node, ()):
            if unchanged(node, head):
                m, length, others = best(head, used)
                options.append((m, length + 1, others))
        for head, steps_taken in every[node].items():
            old, new = source[node[0] : head[0]], target[node[1] : head[1]]
            if old == new:
                continue
            matching = [
                k
                for k, (start, stop, texts) in enumerate(gold)
                if (start, stop) == (node[0], head[0])
                and new in texts
                and k not in used
                # Insertions at one point are matched in the order of the file.
                and not any(gold[u][:2] == (start, stop) and u > k for u in used)
            ]
            for k in matching:
                m, length, others = best(head, used | {k})
                options.append((m - 1, length, others))
            if not matching:
                m, length, others = best(head, used)
                options.append((m, length + steps_taken, others + 1))
        return min(options) if options else (10**6, 10**6, 10**6)

    m, length, others = best((0, 0), frozenset())
    return -m, others - m, length


def _lattice(source: tuple[str, ...], target: tuple[str, ...], cost: int) -> set[tuple[Node, Node]]:
    """The steps of all cheapest alignments, a substitution costing `cost`."""
    n, m = len(source), len(target)

    def steps(i: int, j: int) -> list[tuple[Node, int]]:
        found = []
        if i:
            found.append(((i - 1, j), 1))
        if j:
            found.append(((i, j - 1), 1))
        if i and j:
            found.append(((i - 1, j - 1), 0 if source[i - 1] == target[j - 1] else cost))
        return found

    distance: dict[Node, int] = {(0, 0): 0}
    for i in range(n + 1):
        for j in range(m + 1):
            if i or j:
                distance[i, j] = min(distance[tail] + c for tail, c in steps(i, j))
    kept: set[tuple[Node, Node]] = set()
    todo, seen = [(n, m)], {(n, m)}
    while todo:
        head = todo.pop()
        for tail, c in steps(*head):
            if distance[tail] + c == distance[head]:
                kept.add((tail, head))
                if tail not in seen:
                    seen.add(tail)
                    todo.append(tail)
    return kept
