"""Find workers whose answers are suspicious, with reasons.

Choshen and Abend (2018, P18-1059) rejected workers who changed nothing but punctuation almost
everywhere, and workers who left about half of their sentences unchanged, among them some that
everybody else had changed. Leaving a sentence as it is can be right; being the only one to do so,
after leaving so many, is not likely to be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from corrigenda.errors import InputError
from corrigenda.references.mturk import Answer
from corrigenda.references.normalise import paper


@dataclass(frozen=True, slots=True)
class Rules:
    """When a worker is suspicious. The defaults find those whom the authors rejected in their data.

    punctuation  changed nothing but punctuation, spacing and case in this share of answers
    unchanged    or did so in this share ...
    alone        ... and is the only one to leave this many sentences unchanged
    answers      fewest answers, of a worker and to a sentence, to judge by
    """

    punctuation: float = 0.9
    unchanged: float = 0.4
    alone: int = 1
    answers: int = 5

    def __post_init__(self) -> None:
        for name in ("punctuation", "unchanged"):
            if not 0 < getattr(self, name) <= 1:
                raise InputError(f"{name} is a share of answers, above 0 and at most 1")
        for name in ("alone", "answers"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is a number of answers, at least 1")


RULES = Rules()


@dataclass(frozen=True, slots=True)
class Suspect:
    """A worker some or all of whose answers are left out.

    unchanged  answers that change nothing but punctuation, spacing and case
    alone      sentences that nobody else left unchanged
    rejected   answers rejected on the platform: these are left out
    suspicious whether a rule applies: all answers are left out
    reasons    why, in words
    """

    worker: str
    answers: int
    unchanged: int
    alone: int
    rejected: int
    suspicious: bool
    reasons: tuple[str, ...]


def suspects(answers: Sequence[Answer], rules: Rules | None = RULES) -> tuple[Suspect, ...]:
    """Return the workers to whom one of the rules applies, or whom the platform rejected, in order.

    Rejected answers are evidence like all others. Whoever changes nothing but punctuation does not
    keep others from being the only ones: they would hide everybody else. Without rules, only the
    platform's rejections are reported.
    """
    count = Counter(answer.worker for answer in answers)
    left = [answer for answer in answers if paper(answer.text) == paper(answer.source)]
    unchanged = Counter(answer.worker for answer in left)
    idle: set[str] = set()
    if rules is not None:
        idle = {
            worker
            for worker, n in count.items()
            if worker and n >= rules.answers and unchanged[worker] / n >= rules.punctuation
        }
    alone = _alone(answers, left, idle, 1 if rules is None else rules.answers)
    refused: defaultdict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        if answer.rejected:
            refused[answer.worker].append(answer)
    suspicious_workers = []
    for worker, n in count.items():
        if not worker:
            continue
        rejected = refused.get(worker, [])
        reasons = []
        if worker in idle:
            reasons.append(
                f"{unchanged[worker]} of {n} answers change nothing but punctuation, spacing, case"
            )
        elif (
            rules is not None
            and n >= rules.answers
            and unchanged[worker] / n >= rules.unchanged
            and alone[worker] >= rules.alone
        ):
            reasons.append(
                f"{unchanged[worker]} of {n} answers leave the sentence unchanged, "
                f"{alone[worker]} of them where nobody else did"
            )
        suspicious = bool(reasons)
        if rejected:
            feedback = dict.fromkeys(answer.feedback for answer in rejected if answer.feedback)
            reasons.append(": ".join([f"{len(rejected)} rejected on the platform", *feedback]))
        if reasons:
            suspicious_workers.append(
                Suspect(
                    worker,
                    n,
                    unchanged[worker],
                    alone[worker],
                    len(rejected),
                    suspicious,
                    tuple(reasons),
                )
            )
    return tuple(suspicious_workers)


def _alone(
    answers: Sequence[Answer], left: Sequence[Answer], idle: Collection[str], fewest: int
) -> Counter[str]:
    """Return how many sentences each worker is the only one to leave unchanged."""
    asked = Counter(answer.source for answer in answers)
    by_sentence: defaultdict[str, list[str]] = defaultdict(list)
    for answer in left:
        if answer.worker not in idle:
            by_sentence[answer.source].append(answer.worker)
    return Counter(
        workers[0]
        for source, workers in by_sentence.items()
        if asked[source] >= fewest and workers[0] and len(set(workers)) == 1
    )
