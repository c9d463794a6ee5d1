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

from corrigenda.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
