"""Edits: the system's edits against the references' edits, as ERRANT compares them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from corrigenda.corpus import Correction, Pair, Segment, source_tokens
from corrigenda.edits import UNKNOWN, Edit, Merge, extract
from corrigenda.errors import InputError
from corrigenda.measures import fscore
from corrigenda.measures.contract import Judgement, Measure, Presets, Row, Within, naming

if TYPE_CHECKING:
    from corrigenda.measures.contract import Array


@dataclass(frozen=True)
class EditComparison(Measure):
    """The base of measures that compare edits: which edits count, which agree, the scores.

    Parameters:
        mode: what must agree: extent and correction (cs), type too (cse), extent (ds), tokens (dt)
        beta: weight of recall relative to precision
        level: types in tables: operation R (1), main type NOUN:NUM (2), whole type R:NOUN:NUM (3)
        filter: types of edits to leave out, joined by +
        only: all edits, those of at most one token on either side (single), or the others (multi)
        duplicates: if several edits agree with each other: pair each with one (once), or let one
            match all of the other side (errant, as that tool does)
    """

    columns = fscore.COLUMNS
    score_name = "F{beta:g}"
    shown_counts = fscore.COLUMNS
    judges = True
    cumulative = True

    mode: Literal["cs", "cse", "ds", "dt"] = "cs"
    beta: Annotated[float, Within(0, 1000)] = 0.5
    level: Literal[1, 2, 3] = 3
    filter: tuple[str, ...] = ()
    only: Literal["all", "single", "multi"] = "all"
    duplicates: Literal["once", "errant"] = "once"

    # --- from sentences to rows ------------------------------------------------------------------

    def by_reference(self) -> bool:
        return True

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        return self._compared(segment, (correction,))[0]

    def batch_candidates(self, pairs: Sequence[Pair]) -> list[list[Sequence[Row]]]:
        """Look at the edits of a reference once, whatever the number of systems."""
        self.prepare(pairs)
        rows: list[list[Sequence[Row]]] = []
        for segment, corrections in pairs:
            with naming(segment):
                rows.append(self._compared(segment, corrections))
        return rows

    def _compared(self, segment: Segment, corrections: Sequence[Correction]) -> list[Sequence[Row]]:
        references = self.references(segment)
        edits = [self._relevant(reference) for reference in references]
        rows: list[Sequence[Row]] = []
        for correction in corrections:
            if self.mode == "cse":
                for reference in references:
                    self._check_types(segment, correction, reference)
            system = self._relevant(correction)
            at = {(edit.start, edit.end): edit for edit in system}
            rows.append([self._counts(system, at, theirs) for theirs in edits])
        return rows

    def _counts(
        self, system: list[Edit], at: Mapping[tuple[int, int], Edit], reference: list[Edit]
    ) -> Row:
        """Return how many edits are right, wrong and missed, as `_judged` has them; `at` are the
        system's edits by their extents."""
        if not reference:
            return 0, len(system), 0
        if not system:
            return 0, 0, len([edit for edit in reference if None not in edit.alternatives])
        hits = missed = 0
        shared = []
        for edit in reference:
            place = edit.start, edit.end
            if place in at:
                shared.append(place)
                if self._agree(at[place], edit):
                    hits += 1
                    continue
            if None not in edit.alternatives:
                missed += 1
        if len(at) < len(system) or (len(shared) > 1 and len(set(shared)) < len(shared)):
            # Several edits are at one place.
            judged = self._judged(system, reference)
            verdicts = [judgement.verdict for judgement in judged]
            return tuple(verdicts.count(verdict) for verdict in ("hit", "spurious", "missed"))
        return hits, len(system) - hits, missed

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        best, found = 0, candidates[0]
        for index, other in enumerate(candidates):
            # Few sentences need F: one with more hits, and fewer other edits, has a higher one.
            if found[0] >= other[0] and found[1] <= other[1] and found[2] <= other[2]:
                continue
            if self._goodness(other, totals) > self._goodness(found, totals):
                best, found = index, other
        return best

    def _goodness(self, row: Row, totals: Sequence[float]) -> tuple[float, ...]:
        tp, fp, fn = row
        before_tp, before_fp, before_fn = totals
        f = self._f(tp + before_tp, fp + before_fp, fn + before_fn)
        return round(f, 4), tp, -fp, -fn

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        reference = self.references(segment)[candidate]
        return self._judged(self._relevant(correction), self._relevant(reference))

    def keeps_types(self) -> bool:
        return self.mode == "cse" or bool(self.filter)  # types decide what agrees, or what counts

    def type_of(self, edit: Edit) -> str:
        operation, colon, rest = edit.type.partition(":")
        if self.level == 3 or not colon or operation not in ("M", "R", "U"):
            return edit.type
        return operation if self.level == 1 else rest

    # --- from rows to scores -------------------------------------------------------------------

    def values(self, sums: Array) -> dict[str, Array]:
        return fscore.f_values(sums, self.beta)

    def counts(self, totals: Array) -> dict[str, float]:
        return dict(fscore.edit_counts(totals))

    def _f(self, tp: float, fp: float, fn: float) -> float:
        """Return F of one triple of counts, in plain numbers, as this is called for each
        sentence."""
        p = tp / (tp + fp) if fp else 1.0
        r = tp / (tp + fn) if fn else 1.0
        squared = self.beta**2
        weighted = squared * p + r
        return (1 + squared) * p * r / weighted if weighted else 0.0

    # --- which edits, and which of them agree -----------------------------------------------------

    def _relevant(self, correction: Correction) -> list[Edit]:
        """Return the edits that count, in the units of the mode."""
        given = self.edits_of(correction)
        if not given:
            return []
        if self.mode == "cs" or self.mode == "cse":
            edits = [edit for edit in given if edit.alternatives and edit.type != UNKNOWN]
        else:
            edits = list(given)
        if self.filter:
            edits = [edit for edit in edits if edit.type not in self.filter]
        if self.only != "all":
            edits = [edit for edit in edits if _is_multi(edit) == (self.only == "multi")]
        return [part for edit in edits for part in _by_token(edit)] if self.mode == "dt" else edits

    def _judged(self, system: list[Edit], reference: list[Edit]) -> list[Judgement]:
        """Return each edit's verdict, from left to right; hits are shown as the reference has
        them."""
        groups: dict[tuple[int, int], tuple[list[Edit], list[Edit]]] = defaultdict(lambda: ([], []))
        for edit in system:
            groups[edit.start, edit.end][0].append(edit)
        for edit in reference:
            groups[edit.start, edit.end][1].append(edit)
        out: list[Judgement] = []
        for _, (ours, theirs) in sorted(groups.items()):
            matched, right = self._agreeing(ours, theirs)
            for i, edit in enumerate(theirs):
                if i in matched:
                    out.append(Judgement(edit, "hit"))
                elif not edit.optional:
                    out.append(Judgement(edit, "missed"))
            out += [Judgement(e, "spurious") for i, e in enumerate(ours) if i not in right]
        return out

    def _agreeing(self, ours: list[Edit], theirs: list[Edit]) -> tuple[set[int], set[int]]:
        """Return, for edits at one extent, which of the reference's are found and which of ours are
        right."""
        if not ours or not theirs:
            return set(), set()
        pairs = [
            (i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs) if self._agree(a, b)
        ]
        if self.duplicates == "once":
            # Where several would do, prefer the more alike, so that types are told truly.
            pairs.sort(key=lambda p: -_likeness(ours[p[0]], theirs[p[1]]))
            pairs = _matching(pairs)
        return {j for _, j in pairs}, {i for i, _ in pairs}

    def _agree(self, ours: Edit, theirs: Edit) -> bool:
        if self.mode in ("ds", "dt"):
            return True
        allowed = theirs.alternatives
        for text in ours.alternatives:
            if text is not None and text in allowed:
                return self.mode == "cs" or ours.type == theirs.type
        return False

    # --- what is left to a measure ----------------------------------------------------------------

    def edits_of(self, correction: Correction) -> Sequence[Edit]:
        """Return the edits of a correction: as given, or extracted from text."""
        raise NotImplementedError

    def _check_types(self, segment: Segment, system: Correction, reference: Correction) -> None:
        """Complain of types that cannot be compared."""


@dataclass(frozen=True)
class Edits(EditComparison, name="Edits"):
    """Precision, recall and F of the system's edits, each right or wrong as a whole.

    Edits agree, by `mode`, if they have

    - cs:  the same extent and the same correction (span-based correction);
    - cse: the same extent, correction and type;
    - ds:  the same extent (span-based detection);
    - dt:  the same token: each edit is split into the tokens of its extent, and an insertion counts
      as the token to its right (token-based detection).

    A system's edit that agrees with the reference is a true positive, any other is a false
    positive; an unmatched edit of the reference is a false negative. P = tp / (tp + fp), 1 if
    nothing was proposed; R = tp / (tp + fn), 1 if there is nothing to find; F = (1 + beta²) P R /
    (beta² P + R). With several references, each sentence uses the one that gives the highest F over
    all sentences so far, rounded to 4 decimals (then the most tp, the fewest fp, the fewest fn, the
    first), so scores depend on the order of sentences.

    Given edits (for example in M2 files) are used as they are; from texts they are extracted by a
    minimal token alignment, under `merge` and `gap`. Edits that mark an error without correcting it
    (`UNK`) count for detection only. An edit with several alternatives agrees if any of them does;
    an optional edit is not missed if left out.

    Parameters:
        merge: which neighbouring changes between two texts are one edit: none (split), runs of the
            same operation (equal), all (adjacent)
        gap: merge=adjacent: unchanged tokens allowed between such changes

    Presets:
        errant_compare: errant_compare on M2 files
    """

    extractor = "ERRANT"
    origin = (
        "Bryant, Felice and Briscoe (2017), Automatic annotation and evaluation of error types for "
        "grammatical error correction, ACL; agrees with errant_compare of ERRANT 3.0 on given "
        "edits, except edits that occur more than once at one place, where duplicates=errant does"
    )
    presets: ClassVar[Presets] = {"errant_compare": {"duplicates": "errant"}}

    merge: Merge = "adjacent"
    gap: Annotated[int, Within(0)] = 0

    def edits_of(self, correction: Correction) -> Sequence[Edit]:
        if correction.given_edits is not None:
            return correction.edits
        source = source_tokens(correction.source)
        return extract(source, correction.tokens, merge=self.merge, gap=self.gap)

    def _check_types(self, segment: Segment, system: Correction, reference: Correction) -> None:
        """Refuse to compare types found by alignment (M, R, U) with given types: they can never
        agree."""
        extracted = system.given_edits is None
        if self.mode == "cse" and extracted != (reference.given_edits is None):
            which = "system's" if extracted else "reference's"
            raise InputError(
                f"sentence {segment.id or '?'}: Edits(mode=cse) compares types, but the {which} "
                "edits were found by alignment, which knows no types beyond M, R and U",
                hint="give both as M2 files with types of the same scheme, or use mode=cs",
            )


def _is_multi(edit: Edit) -> bool:
    """Return whether it has two or more tokens, in the source or in a correction."""
    return edit.end - edit.start > 1 or any(len(text.split()) > 1 for text in edit.texts)


def _by_token(edit: Edit) -> list[Edit]:
    """Return an edit as one mark on each token it touches: the token to its right if it inserts."""
    end = edit.end if edit.end > edit.start else edit.start + 1
    kept = (None,) if edit.optional else ()
    return [Edit(i, i + 1, kept, edit.type or UNKNOWN) for i in range(edit.start, end)]


def _likeness(ours: Edit, theirs: Edit) -> int:
    return 2 * (not set(ours.texts).isdisjoint(theirs.texts)) + (ours.type == theirs.type)


def _matching(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return a largest set of pairs in which each member occurs once (Kuhn 1955)."""
    options: dict[int, list[int]] = defaultdict(list)
    for i, j in pairs:
        options[i].append(j)
    partner: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in options[i]:
            if j not in tried:
                tried.add(j)
                if j not in partner or place(partner[j], tried):
                    partner[j] = i
                    return True
        return False

    for i in options:
        place(i, set())
    return [(i, j) for j, i in partner.items()]
