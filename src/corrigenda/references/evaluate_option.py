"""`evaluate --ceiling`: an option group that adds what people score to an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from corrigenda.cli import options

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus
    from corrigenda.evaluation.result import Result
    from corrigenda.measures.contract import Measure
    from corrigenda.references.shares import Beneath, CeilingBasis


@dataclass(frozen=True)
class Ceiling:
    """Scores of people who are judged as systems are.

    Options:
        ceiling (corpus|FILE): Also score people: a left-out annotator ('corpus', or a FILE with
            references of the same sentences; 'corpus:unchanged' or 'corpus:agree' if the file omits
            annotators who made no edits, or the same), or a perfect corrector that writes what a
            crowd wrote (a FILE of answers: .csv, .jsonl; or populations).
    """

    label: ClassVar[str] = "--ceiling"

    ceiling: list[str] | None = None
    gain: options.Gain = 0.01

    def files(self) -> list[Path]:
        """Return the files to be read."""
        if not self.ceiling:
            return []
        from corrigenda.references.shares import is_corpus

        return [Path(file) for file in self.ceiling if not is_corpus(file)]

    def prepared(self, measures: Sequence[Measure]) -> PreparedCeiling | None:
        """Return what the ceiling is taken from; None if none is asked for."""
        if not self.ceiling:
            return None
        from corrigenda.references.shares import basis

        return PreparedCeiling(basis(self.ceiling, measures), self.gain)


@dataclass(frozen=True)
class PreparedCeiling:
    """The source of a ceiling, and its settings."""

    basis: CeilingBasis
    gain: float

    def check(self, corpus: Corpus) -> None:
        """Raise InputError if it is not about the sentences of this corpus."""
        self.basis.check(corpus)

    def finding(self, result: Result) -> Beneath:
        """Return the shares of the ceiling that systems reach."""
        from corrigenda.references.shares import share_of_ceiling

        return share_of_ceiling(result, self.basis, gain=self.gain)
