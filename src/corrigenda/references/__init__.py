"""How much of a score is the references' fault? Collect references, and estimate what is missing.

- `crowd`, `mturk`, `normalise`, `workers`: what people proposed, when two proposals are the same
  variant, which workers to believe;
- `tasks`: tasks for a crowd; `validation`: are rare corrections valid?
- `fingerprints`, `unseen`: from counts of variants to those nobody proposed (Good-Turing, Chao1,
  UnseenEst);
- `populations`: the variants of sentences with their estimated probabilities;
- `covered_mass`, `poisson_binomial`: how often a perfect corrector is judged right with M
  references; `coverages` is the study, `plans` adds prices, `incentives` what it rewards;
- `sampling`, `ceilings`: what people score by any measure; `shares`, `evaluate_option`: systems
  beside people, as `evaluate --ceiling` shows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corrigenda.lazy import exports

if TYPE_CHECKING:
    from corrigenda.references.ceilings import ceiling as ceiling
    from corrigenda.references.coverages import coverage as coverage
    from corrigenda.references.crowd import Crowd as Crowd
    from corrigenda.references.crowd import Selection as Selection
    from corrigenda.references.crowd import read_crowd as read_crowd
    from corrigenda.references.incentives import incentive as incentive
    from corrigenda.references.mturk import Columns as Columns
    from corrigenda.references.mturk import JudgementColumns as JudgementColumns
    from corrigenda.references.mturk import read_judgements as read_judgements
    from corrigenda.references.plans import plan as plan
    from corrigenda.references.populations import Populations as Populations
    from corrigenda.references.populations import estimate as estimate
    from corrigenda.references.populations import read as read
    from corrigenda.references.populations import write as write
    from corrigenda.references.sampling import Drawing as Drawing
    from corrigenda.references.tasks import Qualifications as Qualifications
    from corrigenda.references.tasks import judging as judging
    from corrigenda.references.tasks import rewriting as rewriting
    from corrigenda.references.validation import validity as validity

_exported, __getattr__ = exports(
    __name__,
    {
        "sampling": "Drawing",
        "ceilings": "ceiling",
        "coverages": "coverage",
        "crowd": "Crowd Selection read_crowd",
        "incentives": "incentive",
        "mturk": "Columns JudgementColumns read_judgements",
        "plans": "plan",
        "populations": "Populations estimate read write",
        "tasks": "Qualifications judging rewriting",
        "validation": "validity",
    },
)
__all__ = sorted(_exported)


def __dir__() -> list[str]:
    return __all__
