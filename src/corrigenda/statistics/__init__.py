"""How much of a score can be believed: intervals, paired tests, corrections for many tests.

Everything here takes rows (one a sentence) and a function from sums of rows to values, as
measures give them, and knows nothing else about measures:

- `resampling`: bootstrap resamples as counts, and the sums of tables under them;
- `intervals`: percentile and BCa confidence intervals;
- `paired`: one system against another on the same sentences;
- `multiple`: Holm's correction where several tests are made.
"""

from __future__ import annotations

SEED = 1234
"""Where random numbers start unless told otherwise: the same command gives the same figures."""

LEVEL = 95.0
"""Confidence level, in per cent."""

RESAMPLES = 1000
"""Bootstrap resamples."""

TRIALS = 10_000
"""Trials of an approximate randomisation test."""
