from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from corrigenda.engine.parallel import using
from corrigenda.errors import InputError
from corrigenda.references import populations
from corrigenda.references.populations import Population, Populations
from tests.conftest import Shared
from tests.references.released import released


def crowd(sentences: int, answers: int = 50) -> dict[str, dict[str, int]]:
    rng = np.random.default_rng(11)
    found = {}
    for sentence in range(sentences):
        drawn = rng.multinomial(answers, rng.dirichlet(np.full(200, 0.05)))
        found[f"sentence {sentence}"] = {
            f"variant {i}": int(count) for i, count in enumerate(drawn) if count
        }
    return found


class Steps:
    def __init__(self) -> None:
        self.done = 0

    def advance(self, steps: int) -> None:
        self.done += steps


def test_many_are_each_as_one_alone_wherever_they_are_computed() -> None:
    counts = crowd(40)
    steps = Steps()
    with using(progress=steps):
        here = populations.from_counts(counts, jobs=1)
    assert steps.done == 40
    assert here == {key: Population.estimate(value) for key, value in counts.items()}
    assert populations.from_counts(counts, jobs=2) == here
    plain = populations.from_counts(counts, "empirical")
    assert plain["sentence 3"] == Population.estimate(counts["sentence 3"], "empirical")


def test_the_sentence_that_cannot_be_estimated_is_named() -> None:
    with pytest.raises(InputError, match="found 1, in 'I has a cat'") as caught:
        populations.from_counts({**crowd(2), "I has a cat": {"I have a cat": 1}})
    assert "leave the sentence out" in str(caught.value)


def test_files_there_and_back(tmp_path: Path) -> None:
    found = populations.from_counts({**crowd(3), 'say "né"': {"a": 2, "b": 1}})
    path = tmp_path / "populations.jsonl"
    populations.write(found, path)
    assert populations.read(path) == found
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "populations.jsonl: expected populations, found none"),
        ('{"probabilities": [1], "variants": [1]}', ":1: expected the key 'sentence'"),
        ('{"sentence": 3}', ":1: expected 'sentence' to be text"),
        ('{"sentence": "a", "variants": [1]}', ":1: expected the key 'probabilities'"),
        ('\n{"sentence": "a", "probabilities": [1], "variants": [2]}', ":2: .* sum to 1, found 2"),
        ('{"sentence": "a", "probabilities": [1], "variants": [1]}\n' * 2, ":2: .* there twice"),
    ],
)
def test_bad_files(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "populations.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        populations.read(path)


def test_the_table_has_means() -> None:
    one = Population((1.0,), (1.0,), {20: 1})
    many = Population((0.005, 0.25), (100.0, 2.0), {1: 6, 7: 2})
    rows = str(Populations({"one": one, "many": many})).splitlines()
    assert [row.split() for row in rows[2:6]] == [
        ["0", "51.50", "1.0000"],
        ["0.001", "51.50", "1.0000"],
        ["0.01", "1.50", "0.7500"],
        ["0.1", "1.50", "0.7500"],
    ]
    assert "seen: 4.50 variants in 20.00 answers" in rows
    assert "Chao1: at least 12.00 variants" in rows  # 1, and 8 + 6 · 5 / 2
    assert "Good-Turing: unseen variants have a mass of 0.1500" in rows
    (given,) = Populations({"": Population((1.0,), (1.0,))}).tables()
    assert given.notes == []
    with pytest.raises(InputError, match="found none"):
        Populations({})


def test_table_1_of_the_paper(shared: Shared) -> None:
    """Mean variants and mass of the released inputs, estimated anew; and of the released ones."""
    sentences = released(shared, "exact").values()
    ours = [Population.from_fingerprint(s.seen) for s in sentences if s.seen is not None]
    for found in (ours, [s.population for s in sentences]):
        assert len(found) == 48
        means = [
            (
                np.mean([p.variants_above(q) for p in found]),
                np.mean([p.mass_above(q) for p in found]),
            )
            for q in populations.THRESHOLDS
        ]
        variants, masses = zip(*means, strict=True)
        assert variants == pytest.approx((1351.25, 74.34, 8.72, 1.35), abs=0.01)
        assert masses == pytest.approx((1, 0.750, 0.581, 0.373), abs=0.001)


@pytest.mark.slow
def test_a_thousand_sentences_in_twenty_seconds_of_one_processor() -> None:
    counts = crowd(1000)
    started = time.process_time()
    assert len(populations.from_counts(counts, jobs=1)) == 1000
    assert time.process_time() - started < 20
