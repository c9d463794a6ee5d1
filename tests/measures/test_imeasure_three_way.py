"""Three-way alignment, in part, against all of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corrigenda.measures.imeasure.pair_alignment import agreements, crossing, distance, through
from corrigenda.measures.imeasure.three_way import aligned, certain, common, compared, counts
from tests.measures import naive_imeasure as naive

Text = tuple[str, ...]


def texts(letters: str, most: int) -> st.SearchStrategy[Text]:
    return st.lists(st.sampled_from(letters), max_size=most).map(tuple)


@st.composite
def related(draw: st.DrawFn, letters: str, most: int, number: int) -> list[Text]:
    """A text, and some that were made from it by a few changes."""
    first = draw(texts(letters, most))
    made = [first]
    for _ in range(number - 1):
        other = first
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(other)))
            end = draw(st.integers(start, min(start + 2, len(other))))
            other = other[:start] + draw(texts(letters, 2)) + other[end:]
        made.append(other)
    return made


triples = st.one_of(
    st.tuples(*[texts("ab", 6)] * 3),
    related("abc", 8, 3),
    related("abcdefgh", 8, 3),
)


@given(triples)
def test_all_of_the_table(three: tuple[Text, Text, Text]) -> None:
    cost, found = aligned(*three)
    expected, columns = naive.alignment(*three)
    assert cost == expected
    assert counts(found) == (*naive.kinds(*three), 0, 0)
    assert [c for column in columns for c in column[:1] if c] == list(three[0])


@given(st.one_of(st.tuples(texts("ab", 7), texts("ab", 7)), related("abcd", 9, 2)))
def test_baseline(two: tuple[Text, Text]) -> None:
    source, reference = two
    assert counts(compared(source, ("a", "x"), reference)) == naive.row(
        source, ("a", "x"), reference
    )
    assert counts(compared(source, *two)) == naive.row(source, *two)


def test_preferences() -> None:
    # Read from the end: the last a's are aligned, the source's first one is alone.
    assert counts(aligned(("a", "a"), ("a",), ("a",))[1])[:5] == (1, 0, 0, 1, 0)
    # One column without gap, although two with gaps would cost as little with a third.
    assert counts(aligned(("a",), ("b",), ("c",))[1])[:5] == (0, 0, 0, 0, 1)
    assert aligned(("a",), ("b",), ("c",))[0] == 9


def test_common_starts() -> None:
    assert common(("a", "b"), ("a", "c"), ("a",)) == 1
    assert certain(("a", "b"), {"c"}) == 2
    assert certain(("a", "b"), {"b"}) == 1
    assert certain(("b", "b"), {"c"}) == 2
    assert certain(("a", "b", "a"), {"a"}) == 2
    assert certain(("a", "b", "a"), {"a", "b"}) == 0


# --- two texts -----------------------------------------------------------------------------------


def table(a: Text, b: Text) -> list[list[int]]:
    """For beginnings of b, what aligning them with beginnings of a costs."""
    rows = [[2 * i for i in range(len(a) + 1)]]
    for j, token in enumerate(b, 1):
        rows.append([2 * j])
        for i, word in enumerate(a, 1):
            rows[j].append(
                min(
                    rows[j - 1][i] + 2,
                    rows[j][i - 1] + 2,
                    rows[j - 1][i - 1] + (0 if word == token else 3),
                )
            )
    return rows


# Long enough to be cut at both sides of the diagonal.
pairs = st.one_of(
    st.tuples(texts("abc", 30), texts("abc", 30)),
    st.tuples(texts("a", 30), texts("ab", 4)),
    related("abcdefgh", 40, 2),
)


@given(pairs, st.integers(0, 12))
def test_through(two: tuple[Text, Text], spare: int) -> None:
    a, b = two
    ahead, behind = table(a, b), table(a[::-1], b[::-1])
    least = ahead[-1][-1]
    assert distance(a, b) == least
    excess = [
        {
            i: cost - least
            for i in range(len(a) + 1)
            if (cost := ahead[j][i] + behind[len(b) - j][len(a) - i]) <= least + spare
        }
        for j in range(len(b) + 1)
    ]
    assert through(a, b, spare) == (least, excess)


@given(pairs)
def test_agreements(two: tuple[Text, Text]) -> None:
    a, b = two
    cost, agree, differ = agreements(a, b)
    assert cost == distance(a, b)
    # Each column has a token of both texts, or of one.
    gaps = 2 * (agree + differ) - len(a) - len(b)
    assert cost == 2 * gaps + 3 * (differ - gaps)


@given(pairs)
def test_crossing(two: tuple[Text, Text]) -> None:
    a, b = two
    found = crossing(a, b)
    assert [0, *(last for _, last in found)][:-1] <= [first for first, _ in found]
    assert (found[0][0], found[-1][1]) == (0, len(b))
    costs = [2 * (last - first) for first, last in found]
    for i, token in enumerate(a):
        step = found[i + 1][0] - found[i][1]
        assert step in (0, 1)
        costs.append(2 if step == 0 else 0 if token == b[found[i][1]] else 3)
    assert sum(costs) == distance(a, b)
