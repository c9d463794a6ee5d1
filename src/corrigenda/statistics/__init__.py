"""Confidence intervals, paired tests, and corrections for many tests.

Everything here takes rows (one per sentence) and a function from sums of rows to values, as
measures give them, and knows nothing else about measures:

- `resampling`: bootstrap resamples as counts, and the sums of tables under them;
- `intervals`: percentile and BCa confidence intervals;
- `paired`: one system against another on the same sentences;
- `multiple`: Holm's correction where several tests are made;
- `rater_agreement`: how well people agree with each other, of a table of what they said.
"""

from __future__ import annotations

SEED = 1234
"""Where random numbers start unless told otherwise: the same command gives the same figures."""

LEVEL = 95.0
"""Confidence level, in percent."""

RESAMPLES = 1000
"""Bootstrap resamples."""

MOST_RESAMPLES = 1_000_000
"""More would take hours and change no digit that is printed."""

TRIALS = 10_000
"""The fewest trials of an approximate randomisation test, unless a number is given; many pairs get
more (see `paired.trials_for`)."""


def alpha(level: float | None) -> float:
    """Return the level of significance that goes with a confidence level (95 %: 0.05).

    Without intervals it is that of the default level.
    """
    return round(1 - (LEVEL if level is None else level) / 100, 9)
