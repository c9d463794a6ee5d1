"""The input of a study: a corpus and systems, read once, checked, and described.

texts = StudyTexts(corpus, systems, **forms)
rows = [... for segment, corrections in texts.pairs()]
texts.remarks()                          # what to know of the input
texts.signature("lengths", settings)     # what it takes to compute the same numbers again
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from corrigenda.corpus import Pair
from corrigenda.errors import InputError
from corrigenda.evaluation.given import Given, GivenReader
from corrigenda.inputs import Forms, Sentences, Systems, judged
from corrigenda.measures.contract import Measure
from corrigenda.remarks import Checks, Remark
from corrigenda.results.signature import Signature
from corrigenda.statistics.settings import Settings

if TYPE_CHECKING:
    from typing_extensions import Unpack


class StudyTexts:
    """A corpus and the systems' corrections, given as to `evaluate`.

    Files are read while `pairs` is used, and no sentence is kept. What `remarks`, `given` and
    `signature` return is complete once all pairs were used. `measures` are those that the study
    computes, if any. At least `least` systems must be given.
    """

    def __init__(
        self,
        corpus: Sentences | None,
        systems: Systems | None,
        *,
        measures: Sequence[Measure] = (),
        least: int = 1,
        **forms: Unpack[Forms],
    ) -> None:
        self._texts = judged(corpus, systems, **forms, least=least)
        self._measures = measures
        self.names = tuple(self._texts.names)
        """Those of the systems."""
        self.origin = self._texts.origin
        """What results call the corpus: by default the name of its file."""
        self.sentences = 0
        self._checks = Checks(self.names)
        self._given = GivenReader(measures, None, self._texts.raw)

    def pairs(self) -> Iterator[Pair]:
        """Yield each sentence with the systems' corrections, in the order of `names`."""
        for pair in self._given.watched(self._checks.watched(self._texts.pairs())):
            self.sentences += 1
            yield pair
        if not self.sentences:
            raise InputError("there are no sentences to judge")

    def given(self) -> Given:
        """Return how many references there are, and in what form the texts are."""
        return self._given.given()

    def remarks(self) -> tuple[Remark, ...]:
        """Return what to know of the input before reading a result."""
        tokens = not self._measures or any(measure.wants_tokens() for measure in self._measures)
        return (*self._texts.remarks, *self._checks.remarks(tokens=tokens))

    def signature(
        self, subject: str, settings: Settings | None = None, **more: object
    ) -> Signature:
        """Return the signature of what was computed, with what else it depends on."""
        sampling = {} if settings is None else settings.signed(self.sentences)
        return Signature(subject, {**self.given().signed(self._measures), **more, **sampling})
