"""The corrections of a sentence, written down or not: collecting, counting, estimating them.

- `crowd`, `normalise`, `workers`: what people proposed, when two proposals are one variant, whom to
  believe; `tasks` asks them, and `validation` whether what they proposed is right;
- `fingerprints`: what such counts alone say of the variants nobody proposed (Good-Turing, Chao1);
- `unseen`: UnseenEst, from counts to a histogram of probabilities;
- `population`, `populations`: `Population`, what is asked of such a histogram; many of them;
- `curves`: how often a perfect corrector is found right with M references;
- `poisson_binomial`: how many of N sentences it gets right, and tests of an accuracy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corrigenda.lazy import exports

if TYPE_CHECKING:
    from corrigenda.references.ceiling_draws import Drawing as Drawing
    from corrigenda.references.ceilings import ceiling as ceiling
    from corrigenda.references.coverages import coverage as coverage
    from corrigenda.references.crowd import Crowd as Crowd
    from corrigenda.references.crowd import Selection as Selection
    from corrigenda.references.incentives import incentive as incentive
    from corrigenda.references.mturk import Columns as Columns
    from corrigenda.references.mturk import JudgementColumns as JudgementColumns
    from corrigenda.references.mturk import read_judgements as read_judgements
    from corrigenda.references.plans import plan as plan
    from corrigenda.references.populations import Populations as Populations
    from corrigenda.references.populations import read as read
    from corrigenda.references.populations import write as write
    from corrigenda.references.reading import estimate as estimate
    from corrigenda.references.reading import read_crowd as read_crowd
    from corrigenda.references.tasks import Qualifications as Qualifications
    from corrigenda.references.tasks import judging as judging
    from corrigenda.references.tasks import rewriting as rewriting
    from corrigenda.references.validation import validity as validity

_exported, __getattr__ = exports(
    __name__,
    {
        "ceiling_draws": "Drawing",
        "ceilings": "ceiling",
        "coverages": "coverage",
        "crowd": "Crowd Selection",
        "incentives": "incentive",
        "mturk": "Columns JudgementColumns read_judgements",
        "plans": "plan",
        "populations": "Populations read write",
        "reading": "estimate read_crowd",
        "tasks": "Qualifications judging rewriting",
        "validation": "validity",
    },
)
__all__ = sorted(_exported)


def __dir__() -> list[str]:
    return __all__
