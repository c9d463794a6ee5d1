"""M2: MaxMatch (Dahlmeier & Ng 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.measures import fscore
from corrigenda.measures.contract import Array, Judgement, Measure, Presets, Row, Within
from corrigenda.measures.maxmatch import Backwards, Extent, Search, TokenEdit


@dataclass(frozen=True)
class M2(Measure, name="M2"):
    """Precision, recall and F of the system edits that agree best with the gold edits.

    A system gives text, not edits, and the same change can be split into edits in many ways. Among
    all ways on a minimal alignment of source and hypothesis, MaxMatch takes the one that matches
    most gold edits of an annotator; then the shortest; then the one with fewest other edits. An
    edit may contain up to `max_unchanged` unchanged words. With several annotators, each sentence
    uses the one that gives the highest F over all sentences up to it, so the result depends on the
    order of sentences.

    TP is the number of matched edits; TP + FP all edits proposed; TP + FN all gold edits.

    Parameters:
        max_unchanged: unchanged words that an edit may contain
        beta: weight of recall relative to precision
        case: false: drop system edits that change only case and whitespace (gold edits stay)

    Presets:
        m2scorer: m2scorer with its defaults
        m2scorer-caseless: m2scorer --ignore_whitespace_casing
    """

    max_unchanged: Annotated[int, Within(0, 1000)] = 2
    beta: Annotated[float, Within(0, 1000)] = 0.5
    case: bool = True

    columns = fscore.COLUMNS
    score_name = "F{beta:g}"
    shown_counts = fscore.COLUMNS
    cut_by = "the search of M2"
    judges = True
    gold = True
    cumulative = True
    origin = (
        "Dahlmeier & Ng 2012, Better Evaluation for Grammatical Error Correction (NAACL). "
        "Agrees with nusnlp/m2scorer (after release 3.2) on CoNLL-2014; differs where that counts "
        "one system edit against two equal gold edits, and matches gold edits that change nothing."
    )
    presets: ClassVar[Presets] = {
        "m2scorer": {"max_unchanged": 2, "beta": 0.5, "case": True},
        "m2scorer-caseless": {"case": False},
    }

    def by_reference(self) -> bool:
        return True

    def candidates(self, segment: Segment, correction: Correction) -> Sequence[Row]:
        source, target = segment.tokens, correction.tokens
        references = self.references(segment)
        if source == target:
            return [(0, 0, len(reference.edits)) for reference in references]
        search = self._search(source, target)
        rows = []
        for reference in references:
            gold = reference.token_edits
            best = search.best(gold)
            hits, others = best.hits, best.others
            if hits or not self.case:
                edits = self._kept(best.edits(), source, target)
                hits = len(_matched(edits, gold, target))
                others = len(edits) - hits
            rows.append((hits, others, len(gold) - hits))
        return rows

    def _search(self, source: list[str], target: list[str]) -> Search | Backwards:
        # Edits can often be cut in several ways that are equally good. That matters where some are
        # dropped afterwards: of changes too many for one edit, the last are one, as in m2scorer.
        kind = Search if self.case else Backwards
        return kind(source, target, self.max_unchanged)

    def select(self, candidates: Sequence[Row], totals: Sequence[float]) -> int:
        weight = self.beta * self.beta
        tp0, fp0, fn0 = totals
        best, best_key = 0, (-1.0, -1.0, 0.0)
        for index, (tp, fp, fn) in enumerate(candidates):
            correct, proposed, gold = tp0 + tp, tp0 + tp + fp0 + fp, tp0 + tp + fn0 + fn
            size = weight * gold + proposed
            f = (1 + weight) * correct / size if size else 1.0
            key = (f, correct, -size)
            if index == 0 or key > best_key:
                best, best_key = index, key
        return best

    def judge(self, segment: Segment, correction: Correction, candidate: int) -> list[Judgement]:
        source, target = segment.tokens, correction.tokens
        reference = self.references(segment)[candidate]
        if source == target:
            return [Judgement(edit, "missed") for edit in reference.edits]
        gold = reference.token_edits
        best = self._search(source, target).best(gold)
        edits = self._kept(best.edits(), source, target)
        matched = _matched(edits, gold, target)
        hits = set(matched.values())
        judged = [
            Judgement(reference.edits[matched[extent]], "hit")
            if extent in matched
            else Judgement(_edit(extent, target), "spurious")
            for extent in edits
        ]
        judged += [
            Judgement(edit, "missed") for k, edit in enumerate(reference.edits) if k not in hits
        ]
        return sorted(judged, key=lambda j: (j.edit.start, j.edit.end))

    def has_types(self, correction: Correction) -> bool:
        return False  # whatever the system gave, the edits are those of the search

    def values(self, sums: Array) -> dict[str, Array]:
        return fscore.f_values(sums, self.beta)

    def counts(self, totals: Array) -> dict[str, float]:
        return dict(fscore.edit_counts(totals))

    def _kept(
        self, edits: Sequence[Extent], source: Sequence[str], target: Sequence[str]
    ) -> list[Extent]:
        if self.case:
            return list(edits)
        return [
            (i0, i1, j0, j1)
            for i0, i1, j0, j1 in edits
            if "".join(source[i0:i1]).lower() != "".join(target[j0:j1]).lower()
        ]


def _edit(extent: Extent, target: Sequence[str]) -> Edit:
    i0, i1, j0, j1 = extent
    kind = "M" if i0 == i1 else "U" if j0 == j1 else "R"
    return Edit(i0, i1, (" ".join(target[j0:j1]),), kind)


def _matched(
    edits: Sequence[Extent], gold: Sequence[TokenEdit], target: Sequence[str]
) -> dict[Extent, int]:
    """Return the edits that are gold edits, with the number of theirs, walking both lists in order.

    Gold edits are never matched backwards, as in m2scorer: gold edits that the file lists out of
    order can be lost.
    """
    matched: dict[Extent, int] = {}
    at = 0
    for extent in edits:
        i0, i1, j0, j1 = extent
        text = tuple(target[j0:j1])
        for k in range(at, len(gold)):
            start, end, alternatives = gold[k]
            if start == i0 and end == i1 and text in alternatives:
                matched[extent] = k
                at = k + 1
                break
    return matched
