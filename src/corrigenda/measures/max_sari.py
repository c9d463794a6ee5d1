"""MAX-SARI: SARI with the best reference of each sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from corrigenda.measures.contract import Presets
from corrigenda.measures.sari import SARIScores


@dataclass(frozen=True)
class MaxSARI(SARIScores, name="MAX-SARI"):
    """The mean over sentences of the highest SARI that any single reference gives.

    SARI pools all references: a change that only some of them make is partly right and partly
    wrong, so an output that equals one reference does not get the best score, and an additional
    reference may lower it. MAX-SARI asks instead whether the output is close to any one reference:

        MAX-SARI = mean over sentences of max over references of SARI(source, output, {reference})

    Additional references never lower it. Parameters are those of SARI.

    Presets:
        easse: words and deletions as in SARI(preset=easse); EASSE itself has no MAX-SARI
    """

    origin = (
        "Choshen and Abend (2018), Inherent biases in reference-based evaluation for grammatical "
        "error correction and text simplification, ACL; agrees with SARI.py asked for each "
        "reference singly"
    )

    presets: ClassVar[Presets] = {"easse": {"deletion": "f1", "tokenize": "13a"}}

    together: ClassVar[bool] = False

    def by_reference(self) -> bool:
        return True
