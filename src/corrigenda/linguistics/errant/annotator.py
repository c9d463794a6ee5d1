"""Edits with types, from sentences and their corrections, or from edits that are given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from corrigenda.edits import UNKNOWN, Edit, in_order
from corrigenda.linguistics.analysis import Analysis, analyse_all, split
from corrigenda.linguistics.errant.alignment import align, check_length
from corrigenda.linguistics.errant.merging import Span, Strategy, merge
from corrigenda.linguistics.errant.types import edit_type

_BLOCK = 512
"""Pairs that are annotated at once; only speed and memory depend on it."""

_KEPT = 4 * _BLOCK
"""Analyses that are kept: those of the sentences that are judged by their edits at present."""

_kept: dict[tuple[str, ...], Analysis] = {}

_UNCLEAR = "Um"
"""NUCLE's type of an error that its annotator could not correct."""

Sentence = Sequence[str] | str


def annotate(
    source: Sentence, correction: Sentence, *, levenshtein: bool = False, merge: Strategy = "rules"
) -> list[Edit]:
    """Return the edits that make the correction of the source, with ERRANT's types.

    Sentences are tokenised; a text is split at whitespace.

    >>> annotate("He like dogs and cat .", "He likes dogs and a cat .")
    [Edit(1:2 -> 'likes', R:VERB:SVA), Edit(4:4 -> 'a', M:DET)]
    """
    return next(annotate_all([(source, correction)], levenshtein=levenshtein, merge=merge))


def annotate_all(
    pairs: Iterable[tuple[Sentence, Sentence]],
    *,
    levenshtein: bool = False,
    merge: Strategy = "rules",
) -> Iterator[list[Edit]]:
    """Yield the edits of each pair of source and correction; blocks are analysed at once."""
    rest = ((split(source), split(correction)) for source, correction in pairs)
    while block := list(islice(rest, _BLOCK)):
        changed = [pair for pair in block if pair[0] != pair[1]]
        for pair in changed:
            check_length(*pair)
        analyses = _analyses(sentence for pair in changed for sentence in pair)
        for source, correction in block:
            if source == correction:
                yield []
            else:
                yield edits(
                    analyses[source], analyses[correction], levenshtein=levenshtein, strategy=merge
                )


def _analyses(sentences: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], Analysis]:
    distinct = dict.fromkeys(sentences)
    known = {sentence: _kept[sentence] for sentence in distinct if sentence in _kept}
    new = [sentence for sentence in distinct if sentence not in known]
    known.update(zip(new, analyse_all(new), strict=True))
    if len(_kept) > _KEPT:
        _kept.clear()
    _kept.update(known)
    return known


def edits(
    source: Analysis, target: Analysis, *, levenshtein: bool = False, strategy: Strategy = "rules"
) -> list[Edit]:
    """Return the edits between two sentences that have been analysed."""
    operations = align(source, target, levenshtein=levenshtein)
    return [_edit(source, target, span) for span in merge(source, target, operations, strategy)]


def _edit(source: Analysis, target: Analysis, span: Span) -> Edit:
    text = " ".join(target.words[span.target_start : span.target_end])
    kind = edit_type(source, target, span)
    return Edit(span.source_start, span.source_end, (text,), kind)


def retype(source: Sentence, given: Sequence[Edit], *, minimise: bool = True) -> list[Edit]:
    """Return given edits of a sentence with ERRANT's types, in order of position.

    `minimise` cuts off words that an edit leaves as they are at its start and end. Edits that mark
    an error without correcting it keep their extent and have the type UNK. Of several alternatives
    the first decides.

    >>> retype("He like dogs .", [Edit(0, 2, ("He likes",))])
    [Edit(1:2 -> 'likes', R:VERB:SVA)]
    """
    return next(retype_all([(source, given)], minimise=minimise))


def retype_all(
    given: Iterable[tuple[Sentence, Sequence[Edit]]], *, minimise: bool = True
) -> Iterator[list[Edit]]:
    """Yield the edits of each sentence with ERRANT's types; blocks are analysed at once.

    Where edits overlap, so that they cannot all be applied, each is typed beside those that can be
    applied with it.
    """
    rest = ((split(source), in_order(edits)) for source, edits in given)
    while block := list(islice(rest, _BLOCK)):
        layers = [
            [(layer, *_applied(source, layer)) for layer in _layers(edits)]
            for source, edits in block
        ]
        analyses = _analyses(
            sentence
            for (source, _), applied in zip(block, layers, strict=True)
            for _, target, _ in applied
            for sentence in (source, target)
        )
        for (source, _), applied in zip(block, layers, strict=True):
            retyped = [
                (
                    edit.start,
                    edit.end,
                    _retyped(edit, analyses[source], analyses[target], span, minimise),
                )
                for edits, target, spans in applied
                for edit, span in zip(edits, spans, strict=True)
            ]
            yield [edit for *_, edit in sorted(retyped, key=lambda item: item[:2])]


def _layers(edits: Sequence[Edit]) -> list[list[Edit]]:
    """Return edits that are in order in as few lists as possible, each without overlaps."""
    layers: list[list[Edit]] = []
    for edit in edits:
        for layer in layers:
            if layer[-1].end <= edit.start:
                layer.append(edit)
                break
        else:
            layers.append([edit])
    return layers


def _applied(source: tuple[str, ...], edits: Sequence[Edit]) -> tuple[tuple[str, ...], list[Span]]:
    """Return the corrected sentence and where each edit lies in both."""
    target = list(source)
    spans = []
    shift = 0
    for edit in edits:
        start = edit.start + shift
        text = source[edit.start : edit.end] if _is_detection(edit) else _text(edit).split()
        target[start : edit.end + shift] = text
        spans.append(Span(edit.start, edit.end, start, start + len(text)))
        shift += len(text) - (edit.end - edit.start)
    return tuple(target), spans


def _is_detection(edit: Edit) -> bool:
    return edit.is_detection or edit.type == _UNCLEAR


def _text(edit: Edit) -> str:
    return edit.texts[0] if edit.texts else ""


def _retyped(edit: Edit, source: Analysis, target: Analysis, span: Span, minimise: bool) -> Edit:
    if _is_detection(edit):
        return Edit(edit.start, edit.end, edit.alternatives, UNKNOWN, "token", edit.attributes)
    if not minimise or len(edit.alternatives) > 1:
        kind = edit_type(source, target, span)
        return Edit(edit.start, edit.end, edit.alternatives, kind, "token", edit.attributes)
    made = _edit(source, target, _minimal(source, target, span))
    return Edit(made.start, made.end, made.alternatives, made.type, "token", edit.attributes)


def _minimal(source: Analysis, target: Analysis, span: Span) -> Span:
    s0, s1, t0, t1 = span
    while s0 < s1 and t0 < t1 and source.words[s0] == target.words[t0]:
        s0, t0 = s0 + 1, t0 + 1
    while s0 < s1 and t0 < t1 and source.words[s1 - 1] == target.words[t1 - 1]:
        s1, t1 = s1 - 1, t1 - 1
    return Span(s0, s1, t0, t1)
