"""Sample outputs of a perfect corrector, and references to judge it, from corrections by people.

A perfect corrector corrects as people do. So take one correction that somebody wrote for its
output, and others for references:

- *from a crowd* (Choshen and Abend 2018, P18-1059, section 3): of N sentences, some need no
  correction; each of the others is one of the crowd's, drawn with probability proportional to its
  number of answers, with a hypothesis and M references drawn from these answers, independently and
  with replacement. As published, N = 1,312, of which 136 are correct, as in CoNLL-2014's test set;
- *leave-one-out* from a corpus with several references (as Bryant and Ng 2015, P15-1068, compare
  people): one of a sentence's references is the hypothesis, the others are what judges it.

References are drawn in a row, and M of them are the first M: a curve over M adds references to
those before, for the same sentences and hypotheses, so that what one more adds is not lost in the
noise of another draw. The first M do not depend on how many there are in all.

The authors' own draws have two defects that are not repeated here: their hypotheses were never
tokenised (`countries.` is not `countries .`), and the edits of their references were cut with
positions of another tokenisation. Both sides are tokenised alike here, and references are given as
edits that `edits.extract` cuts, since how they are cut matters more than anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, LeftOut, Segment, remark_on
from corrigenda.edits import Merge, extract
from corrigenda.errors import InputError
from corrigenda.references.crowd import Crowd
from corrigenda.references.normalise import plain
from corrigenda.results.words import counted
from corrigenda.statistics import SEED
from corrigenda.tokenisation import TOKENISER, tokenise

SENTENCES, CORRECT = 1312, 136
"""Of CoNLL-2014's test set: all sentences, and those in which no annotator found an error."""

ROUNDS = 4
"""How often is drawn (of a corpus: how many references of a sentence are hypotheses, each once)."""

FINE = -1
"""The source of a sentence that needs no correction."""

Missing = Literal["skip", "unchanged", "agree"]


class Drawn(NamedTuple):
    """A sentence with its references in the order in which they are added, and the hypothesis.

    sentence  its number: what is resampled
    source    the number of the crowd's sentence that it is, or `FINE`
    """

    segment: Segment
    hypothesis: Correction
    sentence: int
    source: int


@dataclass(frozen=True)
class ReferenceExtraction:
    """Settings to extract edits from a text: the parameters of `edits.extract`.

    With `substitution` 2 they are the blocks of a diff (of longest common subsequences).
    """

    merge: Merge = "adjacent"
    gap: int = 0
    substitution: Literal[1, 2] = 1

    def __str__(self) -> str:
        return f"{self.merge},gap={self.gap},substitution={self.substitution}"


@dataclass(frozen=True)
class Draws:
    """Sentences drawn, once or in several rounds.

    most       the most references that there are for a sentence
    sentences  how many different sentences are scored in each round
    sources    from how many sources they are drawn; None: each is one of its own
    notes      what should be known, in words
    signed     how they were drawn: what a signature says
    answers    how many answers per sentence they were drawn from (None: it is no crowd)
    """

    rounds: tuple[tuple[Drawn, ...], ...]
    most: int
    sentences: int
    sources: int | None
    notes: tuple[str, ...]
    signed: Mapping[str, object]
    answers: float | None = None


@dataclass(frozen=True)
class Drawing:
    """Settings to sample corrections by people: the parameters of `from_crowd` and `left_out`.

    From a corpus, only `rounds` and `missing` matter; from a crowd, all others and `rounds`.
    """

    sentences: int = SENTENCES
    correct: int = CORRECT
    rounds: int = ROUNDS
    missing: Missing = "skip"
    extraction: ReferenceExtraction = ReferenceExtraction()
    raw: bool = True

    def draw(
        self, people: Crowd | Sequence[Segment], references: int, *, seed: int = SEED
    ) -> Draws:
        """Draw from a crowd, or leave references of a corpus out."""
        if isinstance(people, Crowd):
            return from_crowd(people, references, self, seed=seed)
        return left_out(people, rounds=self.rounds, missing=self.missing, seed=seed)


# --- from a crowd ---------------------------------------------------------------------------------


def from_crowd(
    crowd: Crowd, references: int, how: Drawing = Drawing(), *, seed: int = SEED
) -> Draws:
    """Draw a perfect corrector's output and so many references from the answers of a crowd.

    One round is the published procedure. Its score varies from draw to draw (by some 0.013 for F0.5
    and two references), so several rounds are drawn and scored together by default. Raw answers are
    tokenised, and sources with them; otherwise texts are split at white space. Sentences that need
    no correction are sources, too, taken for right: only measures that look at words that were not
    changed, such as GLEU, see what they are.
    """
    sentences, correct, rounds, cut = how.sentences, how.correct, how.rounds, how.extraction
    if references < 1:
        raise InputError(f"expected at least 1 reference, found {references}")
    if not 0 <= correct < sentences:
        raise InputError(
            f"expected fewer correct sentences than sentences, found {correct} of {sentences}",
            hint="say how many sentences need no correction: correct=",
        )
    if not crowd.sentences:
        raise InputError(
            "the crowd's answers leave no sentence to sample from",
            hint="keep sentences that most workers left unchanged, too: selection='all'",
        )
    _check_rounds(rounds)
    texts = [[_tokens(text, how.raw) for text in (s.source, *s.answers)] for s in crowd.sentences]
    answers = np.array([len(s.answers) for s in crowd.sentences])
    made: dict[tuple[int, int], Correction] = {}

    def reference(k: int, n: int) -> Correction:
        if (k, n) not in made:
            source, target = texts[k][0], texts[k][n + 1]
            edits = extract(
                source, target, merge=cut.merge, gap=cut.gap, substitution=cut.substitution
            )
            made[k, n] = Correction(" ".join(source), " ".join(target), edits)
        return made[k, n]

    def drawn(turn: int) -> Iterator[Drawn]:
        rng = np.random.default_rng([seed, turn])
        sources = rng.choice(len(texts), sentences, p=answers / answers.sum())
        # One row after the other, so that the first are the same however many there are.
        shares = [rng.random(sentences) for _ in range(references + 1)]
        for i, k in enumerate(map(int, sources)):
            source = " ".join(texts[k][0])
            if i < correct:
                fine = Correction(source, source, ())
                yield Drawn(Segment(source, (fine,) * references, str(i + 1)), fine, i, FINE)
                continue
            hypothesis, *chosen = (int(share[i] * answers[k]) for share in shares)
            segment = Segment(source, tuple(reference(k, n) for n in chosen), str(i + 1))
            output = Correction(source, " ".join(texts[k][hypothesis + 1]))
            yield Drawn(segment, output, i, k)

    return Draws(
        tuple(tuple(drawn(turn)) for turn in range(rounds)),
        references,
        sentences,
        len(texts),
        (
            f"{sentences} sentences, {correct} of which need no correction; the others are sampled "
            f"from {len(texts)} sentences with {answers.sum()} answers; {counted(rounds, 'round')}",
            f"edits of references: edits.extract({cut})",
        ),
        {
            "crowd": f"{len(texts)}x{answers.mean():.0f}",
            "n": sentences,
            "correct": correct,
            "rounds": rounds,
            "edits": cut,
            "tok": TOKENISER if how.raw else "none",
            "draw": seed,
        },
        float(answers.mean()),
    )


def _check_rounds(rounds: int) -> None:
    if rounds < 1:
        raise InputError(f"expected at least 1 round, found {rounds}")


def _tokens(text: str, raw: bool) -> list[str]:
    return [piece.text for piece in tokenise(text)] if raw else plain(text).split()


# --- leave-one-out --------------------------------------------------------------------------------


def left_out(
    segments: Sequence[Segment],
    *,
    rounds: int | None = ROUNDS,
    missing: Missing = "skip",
    as_text: bool = True,
    seed: int = SEED,
) -> Draws:
    """Return one reference of each sentence as the hypothesis, with the others, in random order, to
    judge it.

    In each of the `rounds`, another one is; with as many rounds as references (None), each of them
    is the hypothesis once. Hypotheses are texts, as a corrector's are, or (`as_text` false) as the
    corpus has them. A sentence with a single reference is skipped, and so are references whose
    edits overlap, which make no text.

    Gold files leave annotators out, and `missing` says what that means: nothing is known ("skip");
    they found nothing to correct ("unchanged"; Bryant and Ng's ten annotators); or they made the
    same edits as the first one ("agree"; CoNLL-2014's file of both annotators).
    """
    if rounds is not None:
        _check_rounds(rounds)
    rng = np.random.default_rng(seed)
    pools: list[tuple[int, list[Correction]]] = []
    no_text: list[LeftOut] = []
    alone = 0
    for number, segment in enumerate(_completed(segments, missing)):
        usable = [reference for reference in segment.references if reference.has_text]
        no_text += segment.without_text(number + 1)
        order = rng.permutation(len(usable))
        if len(usable) < 2:
            alone += 1
        else:
            pools.append((number, [usable[k] for k in order]))
    if not pools:
        raise nothing_to_leave_out()
    most = max(len(pool) for _, pool in pools)
    turns = most if rounds is None else min(rounds, most)
    drawn = tuple(
        tuple(_rotated(segments[number], pool, turn, number, as_text) for number, pool in pools)
        for turn in range(turns)
    )
    fewest = min(len(pool) for _, pool in pools)
    many = f"{most}" if fewest == most else f"{fewest} to {most}"
    notes = [
        f"{len(pools)} sentences with {many} references, "
        + (
            f"left out one at a time, in {turns} rounds"
            if turns > 1
            else "one of which is left out"
        )
    ]
    if alone:
        notes.append(f"skipped: {alone} sentences with fewer than two references")
    if no_text:
        notes.append(remark_on(no_text))
    return Draws(
        drawn,
        most - 1,
        len(pools),
        None,
        tuple(notes),
        {"left-out": turns, "missing": missing, "n": len(pools), "draw": seed},
    )


def _rotated(
    segment: Segment, pool: Sequence[Correction], turn: int, number: int, as_text: bool
) -> Drawn:
    at = turn % len(pool)
    hypothesis = pool[at]
    if as_text:
        hypothesis = Correction(segment.source, hypothesis.text)
    others = (*pool[at + 1 :], *pool[:at])
    return Drawn(
        Segment(segment.source, others, segment.id or str(number + 1)), hypothesis, number, number
    )


def nothing_to_leave_out() -> InputError:
    """Return the error about a corpus of which no sentence has two references."""
    return InputError(
        "no sentence has two references, so none can be left out",
        hint="a crowd that corrected other sentences can tell, too; name its files",
    )


def check_missing(missing: str) -> None:
    """Refuse what says nothing about annotators who are missing."""
    if missing not in ("skip", "unchanged", "agree"):
        raise InputError(f"missing must be 'skip', 'unchanged' or 'agree', not {missing!r}")


def _completed(segments: Sequence[Segment], missing: Missing) -> Iterator[Segment]:
    """Yield the segments with a reference by each annotator of the corpus, if it is known what it
    is."""
    check_missing(missing)
    if missing == "skip":
        yield from segments
        return
    names = list(dict.fromkeys(r.by for segment in segments for r in segment.references))
    for segment in segments:
        given = {reference.by: reference for reference in segment.references}
        first = segment.references[0] if segment.references and missing == "agree" else None
        absent = first or Correction(segment.source, segment.source, ())
        references = tuple(given.get(name, absent) for name in names)
        yield Segment(segment.source, references, segment.id)


def together(corpora: Sequence[Sequence[Segment]]) -> list[Segment]:
    """Return corpora of the same sentences as one with the references of all."""
    first, *others = corpora
    for corpus in others:
        if len(corpus) != len(first):
            raise InputError(
                f"expected files of the same sentences, found {len(first)} and {len(corpus)}"
            )
    merged = []
    for number, segments in enumerate(zip(*corpora, strict=True), 1):
        for segment in segments[1:]:
            if segment.tokens != segments[0].tokens:
                raise InputError(
                    f"sentence {number} is not the same in all files: "
                    f"{segment.source[:40]!r} is not {segments[0].source[:40]!r}"
                )
        references = tuple(
            Correction(r.source, r.given_text, r.given_edits, f"{k}.{r.by}" if others else r.by)
            for k, segment in enumerate(segments, 1)
            for r in segment.references
        )
        merged.append(Segment(segments[0].source, references, segments[0].id or str(number)))
    return merged
