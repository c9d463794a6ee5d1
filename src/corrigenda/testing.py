"""Assertions for test suites: fail a test if a corrector got worse.

import corrigenda as cg

def test_the_corrector_is_not_worse():
    outputs = [correct(sentence) for sentence in sources]
    cg.testing.assert_not_worse(
        "baseline.json", "gold.m2", {"new": outputs}, ["M2 drops 0.5 points significantly"]
    )
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any
from warnings import warn

from corrigenda.evaluation import Result
from corrigenda.gates import Gate, gate
from corrigenda.gates.baseline import Given_
from corrigenda.gates.rules import Rule
from corrigenda.inputs import Sentences, Systems

__all__ = ["assert_not_worse"]


def assert_not_worse(
    baseline: Given_ | None,
    corpus: Sentences | Result | None = None,
    systems: Systems | None = None,
    rules: str | PathLike[str] | Rule | Iterable[str | Rule] = "M2 worsens significantly",
    **options: Any,
) -> Gate:
    """Raise AssertionError, with a line for each broken rule, unless all rules are kept.

    Everything else is as in `gate`, whose result is returned. Remarks on the input (lines in
    another order, say) are part of the error; if there is none, they are warnings.
    """
    __tracebackhide__ = True  # pytest shows the line of the test, not this one
    checked = gate(baseline, corpus, systems, rules, **options)
    if not checked.passed:
        said = [f"Remark: {remark}" for remark in checked.remarks]
        raise AssertionError("\n".join([checked.verdict(), *checked.lines(), *said]))
    for remark in checked.remarks:
        warn(str(remark), stacklevel=2)
    return checked
