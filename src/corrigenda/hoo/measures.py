"""HOO.detection, HOO.recognition, HOO.correction: the three scores of the HOO shared tasks.

`alignment` says which edits meet; here they are counted, and scored as the tasks score them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit, in_order
from corrigenda.errors import InputError
from corrigenda.hoo.alignment import (
    CORRECTED,
    DETECTED,
    MISSED,
    RECOGNISED,
    AlignmentRules,
    Outcome,
    align,
    as_released,
    outcome,
    overlaps,
)
from corrigenda.hoo.status import STATUSES, Met, Status
from corrigenda.measures.contract import Array, Judgement, Measure, Row
from corrigenda.units import to_chars

COUNTS = (
    "gold",
    "system",
    "detected",
    "recognised",
    "corrected",
    "spurious",
    "missed_optional",
)


@dataclass(frozen=True)
class HOO(Measure):
    """What the three scores share: parameters, counts, and how scores follow from counts.

    Parameters:
        regime: optional edits that were not made: missed (nobonus), hits (bonus), or not counted
            (document)
        year: whose conventions to follow
        average: the mean of the fragments' scores (macro), or scores from the sums of their counts
            (pooled); auto: macro in 2011 if no types are chosen, else pooled
        alignment: insertions at the edge of other edits: as in the released scorers (released), the
            same for both sides (symmetric), or as in the notes (document); auto: document in the
            regime of that name, otherwise released
        case: corrections must agree in case (match) or not (ignore); auto: match in 2011, ignore in
            2012
        empty: corrections listed together with a deletion: read as written (parsed), or lost as in
            the released scorers (as_released)
        csets: an alternative, including the null correction, always counts (ignore), or only if all
            edits of its consistency set took the same one (enforce)
        credit: a detected edit counts in full (all), or by the overlap of the extents (overlap)
        types: score only gold edits of these types, joined by +; system edits of other types are
            left out, those without a type only in 2012; without types, all edits count
        excluded: types that are not errors, joined by +; edits of these types are left out
    """

    score_name = "F1"
    judges = True
    cumulative = True
    columns = (
        *COUNTS,
        "precision",
        "recall",
        "f",
        "fragments",
        "untyped",
    )
    extractor = "the HOO tools"
    origin = (
        "Dale and Narroway (2011), notes on the data of the HOO pilot, release 2.0, and Dale, "
        "Anisimoff and Narroway (2012), HOO 2012; with empty=as_released it agrees with "
        "evaluate.py 2.31 and batch_evaluate.py 2.2, and with evalfrag.py 0.81 and evalrun.py 0.6 "
        "for year=2012, wherever these complete"
    )
    level = DETECTED
    """How far an edit must be met to be a hit."""

    regime: Literal["nobonus", "bonus", "document"] = "nobonus"
    year: Literal["2011", "2012"] = "2011"
    average: Literal["auto", "macro", "pooled"] = "auto"
    alignment: Literal["auto", "released", "symmetric", "document"] = "auto"
    case: Literal["auto", "match", "ignore"] = "auto"
    empty: Literal["parsed", "as_released"] = "parsed"
    csets: Literal["ignore", "enforce"] = "ignore"
    credit: Literal["all", "overlap"] = "all"
    types: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()

    # --- from fragments to rows ------------------------------------------------------------------

    def by_reference(self) -> bool:
        return True

    def wants_tokens(self) -> bool:
        return False

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        pairs = [self._pair(segment, r, correction) for r in self.references(segment)]
        return [self.row(gold.compared, system.compared) for gold, system in pairs]

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        """Choose, of several references, the first that makes the score of all fragments so far
        highest.

        Where the score is undefined (see `types`), recall decides.
        """
        values = self.values(np.asarray(candidates) + np.asarray(totals))
        undefined = bool(np.isnan(values["score"]).any())
        return int(values["recall" if undefined else "score"].argmax())

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        """Return gold edits as hits if they are met as far as this score asks, else as missed, and
        other system edits as spurious.

        An optional edit that was left alone is counted as the regime says: missed, a hit, or
        nothing at all.
        """
        gold, system = self._pair(segment, self.references(segment)[candidate], correction)
        of_gold, of_system, _ = self._counted(gold.compared, system.compared)
        outcome = self.outcome(
            [gold.compared[g] for g in of_gold], [system.compared[s] for s in of_system]
        )
        out = []
        for g, level, left in zip(of_gold, outcome.gold, outcome.left, strict=True):
            edit = gold.shown[g]
            if level >= self.level or (left and self.regime == "bonus"):
                out.append(Judgement(edit, "hit"))
            elif not (left and self.regime == "document"):
                out.append(Judgement(edit, "missed"))
        for s, level in zip(of_system, outcome.system, strict=True):
            if level < self.level:
                out.append(Judgement(system.shown[s], "spurious"))
        return sorted(out, key=lambda judged: (judged.edit.start, judged.edit.end))

    def keeps_types(self) -> bool:
        return True  # HOO's own codes

    # --- from edits to counts --------------------------------------------------------------------

    def row(self, gold: Sequence[Edit], system: Sequence[Edit]) -> tuple[float, ...]:
        """Return the counts of a fragment, its own precision, recall and F, and 1 (so that sums of
        rows give both sums of counts and means of scores), and the number of system edits that may
        be of any type."""
        gold, system, untyped = self.counted(gold, system)
        outcome = self.outcome(gold, system)
        counts = self._counts(gold, system, outcome)
        return (*counts, *(float(v) for v in self._values(np.array(counts))), 1.0, untyped)

    def counted(self, gold: Sequence[Edit], system: Sequence[Edit]) -> Counted:
        """Return the edits of a fragment that count, given `types` and `excluded`.

        Gold edits count by their type. A system edit that has a type counts by that. One that has
        none counts unless it meets gold edits and none of those counts (with `types` and
        year=2012, it never counts). No system edit counts that meets only gold edits of excluded
        types.
        """
        of_gold, of_system, untyped = self._counted(gold, system)
        return Counted([gold[g] for g in of_gold], [system[s] for s in of_system], untyped)

    def _counted(
        self, gold: Sequence[Edit], system: Sequence[Edit]
    ) -> tuple[Sequence[int], Sequence[int], int]:
        """Count as `counted` does, by number."""
        if not self.types and not self.excluded:
            return range(len(gold)), range(len(system)), 0
        met: list[set[int]] = [set() for _ in system]
        of_gold, of_system = align(*self._read(gold, system), self._reading())
        for g, related in enumerate(of_gold):
            for s, _ in related:
                met[s].add(g)
        for s, related in enumerate(of_system):
            met[s].update(g for g, _ in related)
        kept: list[int] = []
        untyped = 0
        for s, edit in enumerate(system):
            elsewhere = met[s] and not any(self._counts_type(gold[g].type) for g in met[s])
            if elsewhere and all(gold[g].type in self.excluded for g in met[s]):
                continue
            if edit.type or (self.types and self.year == "2012"):
                if not self._counts_type(edit.type):
                    continue
            elif elsewhere:
                continue
            elif self.types and not met[s]:
                untyped += 1
            kept.append(s)
        return [g for g, edit in enumerate(gold) if self._counts_type(edit.type)], kept, untyped

    def _counts_type(self, kind: str) -> bool:
        return kind not in self.excluded and (not self.types or kind in self.types)

    def _read(
        self, gold: Sequence[Edit], system: Sequence[Edit]
    ) -> tuple[Sequence[Edit], Sequence[Edit]]:
        """Return the edits as the parameter `empty` has them read."""
        if self.empty == "as_released":
            return as_released(gold, "gold"), as_released(system, "system")
        return gold, system

    def outcome(self, gold: Sequence[Edit], system: Sequence[Edit]) -> Outcome:
        """Return which of these edits meet, under the parameters (all types, whatever `types`)."""
        return outcome(*self._read(gold, system), self._reading())

    def status(self, gold: Sequence[Edit], system: Sequence[Edit]) -> Status:
        """Return how far each gold edit that counts was met, and which system edits are
        spurious."""
        gold, system, _ = self.counted(gold, system)
        outcome = self.outcome(gold, system)
        seen, _ = self._read(gold, system)
        return Status(
            tuple(
                Met(edit, STATUSES[level], view.optional)
                for edit, level, view in zip(gold, outcome.gold, seen, strict=True)
            ),
            tuple(e for e, level in zip(system, outcome.system, strict=True) if level == MISSED),
        )

    def _counts(
        self, gold: Sequence[Edit], system: Sequence[Edit], outcome: Outcome
    ) -> tuple[float, ...]:
        """Return the numbers that `COUNTS` names."""
        detected: float = sum(level >= DETECTED for level in outcome.gold)
        spurious: float = sum(level == MISSED for level in outcome.system)
        if self.credit == "overlap":
            detected = sum(overlaps(gold, system, outcome.partners[0]))
            spurious = len(system) - sum(overlaps(system, gold, outcome.partners[1]))
        judged = outcome.gold if self.year == "2012" else outcome.system
        return (
            len(gold),
            len(system),
            detected,
            sum(level >= RECOGNISED for level in outcome.gold),
            sum(level == CORRECTED for level in judged),
            spurious,
            sum(outcome.left),
        )

    def _reading(self) -> AlignmentRules:
        alignment = self.alignment
        if alignment == "auto":
            alignment = "document" if self.regime == "document" else "released"
        return AlignmentRules(
            alignment,
            spaces=self.year == "2012",
            case=self.year == "2011" if self.case == "auto" else self.case == "match",
            csets=self.csets == "enforce",
        )

    # --- from counts to scores -------------------------------------------------------------------

    @property
    def averages_fragments(self) -> bool:
        """Whether scores are means of those of fragments, not of the sums of their counts."""
        return self.average == "macro" or (
            self.average == "auto" and self.year == "2011" and not self.types
        )

    def values(self, sums: Array) -> dict[str, Array]:
        sums = np.asarray(sums, dtype=np.float64)
        if self.averages_fragments:
            means = sums[..., 7:10] / np.maximum(sums[..., 10:11], 1)
            precision, recall, score = np.moveaxis(means, -1, 0)
        else:
            precision, recall, score = self._values(sums)
        unknown = sums[..., 11] > 0
        return {
            "score": np.where(unknown, np.nan, score),
            "precision": np.where(unknown, np.nan, precision),
            "recall": recall,
        }

    def counts(self, totals: Array) -> dict[str, float]:
        counts = dict(zip(COUNTS, (float(t) for t in totals), strict=False))
        counts["missed"] = counts["gold"] - counts["detected"] - counts["missed_optional"]
        counts["fragments"] = float(totals[10])
        return {**counts, "untyped": float(totals[11])} if self.types else counts

    def _values(self, sums: Array) -> tuple[Array, Array, Array]:
        """Return precision, recall and F from sums of counts."""
        gold, system, detected, _, _, spurious, left = (sums[..., k] for k in range(7))
        hits = sums[..., 1 + self.level]
        proposed = detected + spurious if self.level == DETECTED else system
        if self.regime == "bonus":
            hits, proposed = hits + left, proposed + left
        elif self.regime == "document":
            gold = gold - left
        undefined = 1.0 if self.year == "2012" or self.regime == "document" else 0.0
        precision, recall = _ratio(hits, proposed, undefined), _ratio(hits, gold, undefined)
        return precision, recall, _ratio(2 * precision * recall, precision + recall, 0.0)

    # --- which edits are compared ----------------------------------------------------------------

    def _pair(
        self, segment: Segment, reference: Correction, correction: Correction
    ) -> tuple[_Edits, _Edits]:
        gold, system = _edits(reference), _edits(correction)
        units = {edit.unit for edit in (*gold.compared, *system.compared)}
        if len(units) > 1:
            named = " and ".join(f"{unit}s" for unit in sorted(units))
            raise InputError(
                f"fragment {segment.id or '?'}: {self.name()} compares extents, but those of gold "
                f"and system edits count {named}",
                hint="give both as HOO edit files, or convert one to the unit of the other",
            )
        return gold, system


class Counted(NamedTuple):
    """The edits of a fragment that count, and how many of the system's may be of any type.

    `untyped` is the number of system edits without a type that meet no gold edit at all, if types
    were chosen. Nobody knows whether these are false alarms of the chosen types.
    """

    gold: Sequence[Edit]
    system: Sequence[Edit]
    untyped: int


class _Edits(NamedTuple):
    """The edits as given, and, in the same order, as they are compared."""

    shown: Sequence[Edit]
    compared: Sequence[Edit]


def _edits(correction: Correction) -> _Edits:
    """Return the edits of a correction; those over tokens are compared by the characters they
    cover."""
    given = correction.given_edits
    edits: Sequence[Edit] = correction.edits if given is None else given
    if any(edit.unit == "token" for edit in edits):
        edits = in_order(edits)
        return _Edits(edits, to_chars(correction.source, edits))
    return _Edits(edits, edits)


def _ratio(part: Array, whole: Array, undefined: float) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, undefined)


@dataclass(frozen=True)
class HOODetection(HOO, name="HOO.detection"):
    """Precision, recall and F of finding errors, at least roughly: edits need only overlap gold
    edits.

    A gold edit is detected if it is related to any system edit, a system edit is spurious if it is
    related to no gold edit (see below for what relates them). With d detected gold edits, s
    spurious system edits, g gold edits, and m optional gold edits that are not detected (the text
    may stay unchanged, and did):

        nobonus:   P = d / (d + s)              R = d / g
        bonus:     P = (d + m) / (d + s + m)    R = (d + m) / g
        document:  P = d / (d + s)              R = d / (g - m)

    and F = 2 P R / (P + R), 0 if P and R are 0. P or R of 0 / 0 is 0, as in the scorer of 2011; it
    is 1 in the regime `document` (footnote 16 of the notes) and in 2012. The default is `nobonus`,
    as in 2012: with `bonus`, a copy of the source scores above 0. 2011 takes the mean of P, of R
    and of F over fragments, 2012 scores from the sums of counts (`average`). One system edit may
    detect several gold edits, and the reverse.

    Equal extents are related strictly, those that share a character leniently, and so is an
    insertion strictly inside the other's extent. An insertion at the edge of another edit is
    related to it, in the released scorers, if the other's first correction starts (ends) with the
    inserted text; strictly if that other is one character long. They decide for each side
    separately, so that a gold edit may be detected by an edit that counts as spurious: `alignment`.
    In 2012 a deletion and a replacement whose extents differ by one space of the deletion are
    related strictly, too. Edits of different parts of a text are never related.

    With credit=overlap, a gold edit adds to d, and a system edit takes from s, not 1 but |x ∩ y| /
    |x ∪ y|, where x are the characters of its extent, y those of all edits it is related to, and
    an insertion is taken for the one character of the other edit beside it.

    With `types`, g, d and m count gold edits of these types only. System edits of other types are
    left out, and so are those without a type that are related only to gold edits of other types (in
    2012: all those without a type). A system edit without a type that is related to no gold edit
    may be a false alarm of any type; if there is one, P and F are undefined, and R is exact. Gold
    edits of `excluded` types are not errors: neither they nor system edits related only to them
    count.
    """

    level = DETECTED
    shown_counts = ("detected", "gold", "system", "spurious")


@dataclass(frozen=True)
class HOORecognition(HOO, name="HOO.recognition"):
    """Precision, recall and F of finding errors exactly: edits must have the extents of gold's.

    A gold edit is recognised if it is strictly related to a system edit (as in HOO.detection). With
    r recognised gold edits, g gold and t system edits, m undetected optional gold edits:

        nobonus:   P = r / t                R = r / g
        bonus:     P = (r + m) / (t + m)    R = (r + m) / g
        document:  P = r / t                R = r / (g - m)

    F, 0 / 0, averages and parameters are those of HOO.detection. Where gold edits share an extent,
    one system edit recognises them all, so P can exceed 1; a system edit without any gold partner
    lowers P, whatever it says.
    """

    level = RECOGNISED
    shown_counts = ("recognised", "gold", "system")


@dataclass(frozen=True)
class HOOCorrection(HOO, name="HOO.correction"):
    """Precision, recall and F of correcting errors: edits must have the gold's extents and texts.

    A system edit is a valid correction if it is strictly related to a gold edit (as in
    HOO.detection) that has no corrections at all, or lists the first correction of the system's. A
    system edit without correction, or with a null one, is valid for optional gold edits (never
    under alignment=document). With v valid system edits (in 2012: gold edits so corrected), g gold
    and t system edits, m undetected optional gold edits:

        nobonus:   P = v / t                R = v / g
        bonus:     P = (v + m) / (t + m)    R = (v + m) / g
        document:  P = v / t                R = v / (g - m)

    F, 0 / 0, averages and parameters are those of HOO.detection. In 2011, v counts system edits: if
    several have the extent of one gold edit, R can exceed 1, and under alignment=released v can
    exceed the number of recognised gold edits. The notes say it never does; the scores here are
    those of the scorer.

    With csets=enforce, the k-th alternatives of the gold edits of a consistency set belong
    together: one counts (including the null correction) only if the system took the k-th of all
    others in the set, leaving the text unchanged where that is null. A null correction that does
    not count leaves its edit missed, not optional.
    """

    level = CORRECTED
    shown_counts = ("corrected", "gold", "system")
