"""Who is ahead, and who cannot be told from whom."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corrigenda.evaluation.ranking import letters, ranking, rankings, verdicts

Found = dict[str, Any]


def results(
    scores: dict[str, float | None],
    p: dict[str, float] | None = None,
    *,
    best: str | None = "max",
    against: str = "references",
    **more: Any,
) -> Found:
    """A result by one measure X; `p` is by pairs of one-letter names, and 0.5 for all others."""
    found: Found = {
        "level": 95,
        "measures": {"X": {"best": best, "against": against}},
        "systems": {name: {"X": {"score": score}} for name, score in scores.items()},
        **more,
    }
    if p is not None:
        found["pairs"] = {
            "X": [
                {"a": a, "b": b, "p_holm": p.get(a + b, 0.5), "p_bootstrap_holm": 0.5}
                for a, b in combinations(scores, 2)
            ]
        }
    return found


def verdict(*given_: Any, **more: Any) -> str:
    (line,) = verdicts(results(*given_, **more))
    return line


# --- letters --------------------------------------------------------------------------------------


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.tuples(
            st.just([f"s{k}" for k in range(n)]),
            st.sets(st.sampled_from([(i, j) for i in range(n) for j in range(i)] or [(0, 0)])),
        )
    )
)
def test_two_share_a_letter_if_and_only_if_they_do_not_differ(
    drawn: tuple[list[str], set[tuple[int, int]]],
) -> None:
    order, pairs = drawn
    differ = {frozenset((order[i], order[j])) for i, j in pairs if i != j}
    found = letters(order, differ)
    assert list(found) == order and all(found.values())
    for a, b in combinations(order, 2):
        assert bool(set(found[a]) & set(found[b])) == (frozenset((a, b)) not in differ)
    assert found[order[0]].startswith("a")


def test_no_more_letters_than_needed() -> None:
    assert letters(["x"], []) == {"x": "a"}
    assert set(letters("abcd", [frozenset(p) for p in combinations("abcd", 2)]).values()) == set(
        "abcd"
    )
    chain = letters("vwxyz", [frozenset(p) for p in ("vx", "vy", "vz", "wy", "wz", "xz")])
    assert chain == {"v": "a", "w": "ab", "x": "bc", "y": "cd", "z": "d"}


def test_more_groups_than_letters() -> None:
    names = [f"s{k:02}" for k in range(54)]
    found = letters(names, [frozenset(p) for p in combinations(names, 2)])
    assert (found["s25"], found["s26"], found["s51"], found["s53"]) == ("z", "A", "Z", "(54)")


# --- places ---------------------------------------------------------------------------------------


def test_the_best_comes_first_whichever_it_is() -> None:
    scores = {"p": 0.2, "q": 0.4, "r": None, "s": 0.3}
    for best, order in (("max", "qsp"), ("min", "psq"), (None, "pqs")):
        found = results(scores, {"pq": 0.01}, best=best)
        assert "".join(place.system for place in ranking(found, "X")) == order
    assert [place.group for place in ranking(results(scores, {"pq": 0.01}), "X")] == [
        "a",
        "ab",
        "b",
    ]
    assert {place.group for place in ranking(results(scores), "X")} == {""}


def test_the_test_and_the_level_decide() -> None:
    found = results({"p": 0.2, "q": 0.4}, {"pq": 0.03})
    assert [place["group"] for place in rankings(found)["X"]] == ["a", "b"]
    assert [place["group"] for place in rankings(found, "bootstrap")["X"]] == ["a", "a"]
    assert [place["group"] for place in rankings({**found, "level": 99})["X"]] == ["a", "a"]


# --- verdicts -------------------------------------------------------------------------------------


def test_groups_are_told() -> None:
    scores = {"p": 0.2, "q": 0.4, "s": 0.3}
    legend = "; systems that share a letter do not differ significantly."
    assert verdict(scores, {"pq": 0.01}) == (
        "q scores highest on X: 0.4000; not significantly different from s, significantly above p. "
        "Ranked: q (a), s (ab), p (b)" + legend
    )
    assert verdict(scores, {"pq": 0.01, "qs": 0.01}) == (
        "q scores highest on X: 0.4000; significantly above all others. "
        "Ranked: q (a), s (b), p (b)" + legend
    )
    assert verdict(scores, {}).startswith(
        "q scores highest on X: 0.4000; not significantly different from any other. Ranked: "
    )


def test_the_lowest_may_be_the_best() -> None:
    scores = {"p": 0.2, "q": 0.4, "s": 0.3}
    assert verdict(scores, {"pq": 0.01, "ps": 0.02}, best="min").startswith(
        "p scores lowest, which is best, on X: 0.2000; significantly below all others. Ranked: p (a"
    )


def test_nobody_wins_where_there_is_no_best() -> None:
    scores = {"p": 0.2, "q": 0.4, "s": 0.3}
    line = verdict(scores, {"pq": 0.001}, best=None)
    assert line == (
        "By X, systems score from 0.2000 (p) to 0.4000 (q); a higher value is neither better nor "
        "worse; 1 of 3 differences is significant."
    )
    assert verdict({"p": 0.2, "q": 0.2}, best=None) == (
        "By X, all systems score 0.2000; a higher value is neither better nor worse."
    )
    assert verdict({"p": 0.2, "q": 0.4}, {"pq": 0.01}, best=None).endswith(
        "; the one difference is significant."
    )


def test_two_systems_have_a_lead() -> None:
    scores = {"p": 0.2, "q": 0.4}
    assert verdict(scores, {"pq": 0.012}) == (
        "q scores highest on X: 0.4000; its lead of 0.2000 over p is significant (p = 0.012)."
    )
    assert verdict(scores, {}).endswith("over p is not significant (p = 0.500).")
    found = results(scores, {"pq": 0.04})
    found["pairs"]["X"][0]["p_holm_at_floor"] = True
    assert verdicts(found)[0].endswith("over p is significant (p < 0.040).")


def test_without_tests_nothing_is_significant() -> None:
    assert verdict({"p": 0.2, "q": 0.4}) == (
        "q scores highest on X: 0.4000; p is next with 0.2000."
    )
    assert verdict({"p": 0.2}) == "p scores 0.2000 on X."
    assert verdicts(results({"p": None})) == []
    assert verdict({"p": 0.4, "q": 0.4}, {}) == "p and q share the highest score on X: 0.4000."


CHANGES = {
    "p": {"words": 0.1, "sentences": 0.5, "rate": 0.8},
    "q": {"words": 0.002, "sentences": 0.02, "rate": 0.02},
}


def test_a_score_against_the_source_is_read_beside_the_change_rate() -> None:
    given_: Found = {"against": "source", "changes": CHANGES, "unchanged": {"X": {"score": 1.0}}}
    assert verdict({"p": 0.9, "q": 0.99}, {"pq": 0.01}, **given_) == (
        "q scores highest on X: 0.9900, but changes 2 % as many words as annotators do (the "
        "unchanged source scores 1.0000); its lead of 0.0900 over p is significant (p = 0.010)."
    )
    assert verdict({"p": 0.9}, **given_).startswith(
        "p scores 0.9000 on X, and changes 80 % as many words as annotators do"
    )
    changes = {**CHANGES, "s": {"words": 0.2, "sentences": 0.6, "rate": 1.5}}
    line = verdict({"p": 0.9, "q": 0.99, "s": 0.8}, {}, **{**given_, "changes": changes})
    assert "Ranked: q (a, change rate 0.02), p (a, change rate 0.80), s (a, change rate" in line
    shares = {name: {**change, "rate": None} for name, change in changes.items()}
    line = verdict({"p": 0.9, "q": 0.99, "s": 0.8}, {}, **{**given_, "changes": shares})
    assert "Ranked: q (a, changes 0.2 % of the words), p (a, changes 10 % of the words)" in line


def test_without_references_shares_are_told() -> None:
    changes = {name: {**change, "rate": None} for name, change in CHANGES.items()}
    line = verdict({"p": 0.9, "q": 0.99}, against="source", changes=changes)
    assert line == (
        "q scores highest on X: 0.9900, but changes 0.2 % of the words, in 2 % of the sentences; "
        "p is next with 0.9000, and changes 10 % of the words, in 50 % of the sentences."
    )
    assert "not recorded" in verdict({"p": 0.9, "q": 0.99}, against="source")


@pytest.mark.parametrize("against", ["references", "analysis"])
def test_other_scores_need_no_change_rate(against: str) -> None:
    assert "change" not in verdict({"p": 0.9, "q": 0.99}, against=against, changes=CHANGES)
