"""What the authors of P18-1059 released: fingerprints, and what UnseenEst made of them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from corrigenda.references.populations import Population
from corrigenda.references.unseen import Histogram
from tests.conftest import Shared


class Released(NamedTuple):
    """A sentence: the fingerprint that its histogram belongs to (if one was found), and that."""

    seen: dict[int, int] | None
    histogram: Histogram

    @property
    def population(self) -> Population:
        return Population.from_histogram(self.histogram)


def released(shared: Shared, kind: str) -> dict[str, Released]:
    text = shared.data("ibgec", "unseenest_hists.json").read_text(encoding="utf-8")
    return {key: _sentence(record) for key, record in json.loads(text)[kind].items()}


def _sentence(record: dict[str, Any]) -> Released:
    listed = record["input_consistent"]
    # An interior-point solver wrote them: some numbers of variants are -1e-9.
    variants = np.maximum(record["counts"], 0.0)
    x = record["x_min"] * record["grid"] ** np.arange(len(variants))
    return Released(None if listed is None else dict(enumerate(listed, 1)), Histogram(x, variants))
