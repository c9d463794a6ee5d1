"""How much correctors change beside annotators: words, breaks, order, types of edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import numpy as np
from scipy.stats import spearmanr  # type: ignore[import-untyped]

from corrigenda.changes.conservatism import Conservatism, conservatism
from corrigenda.changes.sentence_breaks import TextBreaks
from corrigenda.changes.types import TypeRatio
from corrigenda.corpus import Corpus
from corrigenda.formats import read
from corrigenda.formats.lines import read_lines
from corrigenda.statistics.settings import Settings
from papers.rows import Findings, Row
from papers.shared import LATER, SYSTEMS, Shared

ANNOTATOR, OTHER = "annotator 0", "annotator 1"
RESAMPLES = 200
NEAR = 0.025

LINES = (
    "lines are compared here; the authors split all text into sentences again and paired these, "
    "which gives other pairs, and another number of them"
)

BY_LAST_WORDS = (
    "the authors pair sentences by their last words, which a neighbouring sentence may have, too; "
    "here they are paired by all words. A split takes a line with more stops than its source, a "
    "join across lines one that lacks the stop at the end of its source: both are listed below"
)
SMALL_LETTER = (
    "the system deletes the first word of a sentence within a line, and what is left of it begins "
    "with a small letter, before which a stop ends no sentence here"
)

STOPS = (".", "!", "?")
RELEASED = "published values of single correctors are those of the authors' released results"


def changes(shared: Shared) -> Findings:
    """The heat map: sentences by number of changed words."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    found = {one.name: one for one in study.systems}
    six = max(found[name].by_changes[6] for name in (*SYSTEMS, *LATER))
    rows = [
        Row(
            "sentences of the annotator with 6 changed words",
            str(known["paper"]["reference_sentences_with_6_changes"]),
            [found[ANNOTATOR].by_changes[6]],
        ),
        Row(
            "at most, of a corrector",
            str(known["paper"]["max_by_any_corrector"]),
            [six],
            reason="the authors' stored results give 3 as well (6 with six or more changed words)",
        ),
    ]
    for name, theirs in _theirs(known).items():
        counts = theirs["authors_hist_approx_0to10_gt10"]
        rows.append(
            Row(
                f"{name}: share without a changed word",
                f"{counts[0] / sum(counts):.4f}",
                [found[name].by_changes[0] / found[name].sentences],
                0.015,
                LINES,
            )
        )
    return Findings(rows, {"changes": study.plot("changes")}, [RELEASED])


def breaks(shared: Shared) -> Findings:
    """Sentences that are split and joined, in running text."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    counts = {one.name: one.breaks.score.counts for one in study.systems}
    found = {name: [int(of[key]) for key in ("split", "joined")] for name, of in counts.items()}
    rows = [
        Row(
            f"{name}: split, joined",
            f"{theirs['split_one_source_to_two']}, {theirs['concatenated_two_source_to_one']}",
            found[name],
            reason=SMALL_LETTER if name == "IITB" else BY_LAST_WORDS,
        )
        for name, theirs in _theirs(known).items()
    ]
    rows.append(Row(f"{OTHER}: split, joined", "", found[OTHER]))
    corpus = _corpus(shared)
    texts = _texts(shared, corpus)
    joined = TextBreaks().of_texts(corpus.sources, texts[ANNOTATOR])[:, 1]
    notes = [
        RELEASED,
        "the authors' output calls splits joins and joins splits; here both have their own names",
        f"lines with more stops (., ! or ? as a word) than their source: "
        f"{_listed(corpus.sources, texts, lambda source, text: _stops(text) > _stops(source))}",
        f"lines that do not end with a stop though their source does: "
        f"{_listed(corpus.sources, texts, lambda source, text: _ends(source) > _ends(text))}",
        f"{ANNOTATOR} joins sentences, as paired here, at the end of lines {_numbers(joined)}: all "
        "are among those without their stop, of which there are too few for the published number",
    ]
    return Findings(rows, {"breaks": study.plot("breaks")}, notes)


def _listed(
    sources: Sequence[str],
    texts: Mapping[str, Sequence[str]],
    differ: Callable[[list[str], list[str]], bool],
) -> str:
    """Name, for each corrector, the lines that differ so from their source."""
    found = {}
    for name, lines in texts.items():
        pairs = zip(sources, lines, strict=True)
        found[name] = [differ(source.split(), text.split()) for source, text in pairs]
    of = [f"{name} {_numbers(lines)}" for name, lines in found.items() if any(lines)]
    return f"{'; '.join(of)}; all others none"


def _numbers(marked: Iterable[object]) -> str:
    return ", ".join(str(number) for number, mark in enumerate(marked, 1) if mark)


def _stops(words: list[str]) -> int:
    return sum(word in STOPS for word in words)


def _ends(words: list[str]) -> bool:
    return words[-1:] in ([stop] for stop in STOPS)


def order(shared: Shared) -> Findings:
    """Spearman's rho between the places of words."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    found = {one.name: one for one in study.systems}
    rows = [
        Row(
            f"{name}: mean rho",
            f"{theirs['authors_mean_rho']:.4f}",
            [found[name].order.score.value],
            0.003,
            f"{LINES}; among alignments of equal cost, the one with fewer crossings is taken here",
        )
        for name, theirs in _theirs(known).items()
    ]
    return Findings(rows, {"order": study.plot("order")}, [RELEASED])


def _theirs(known: dict[str, Any]) -> dict[str, Any]:
    """The authors' results by our names, the annotator last."""
    found = {name.lower(): figures for name, figures in known["results"].items()}
    theirs = {name: found[name.lower()] for name in (*SYSTEMS, *LATER)}
    return {**theirs, ANNOTATOR: found["reference_annotator0"]}


@lru_cache(maxsize=1)
def _study(shared: Shared, change: Literal["any", "approx"]) -> Conservatism:
    """All correctors; annotators are among them, as in the authors' figures."""
    corpus = _corpus(shared)
    return conservatism(
        [replace(segment, references=()) for segment in corpus],
        _texts(shared, corpus),
        change=change,
        tokens="released",
        pairing="text",
        settings=Settings(ci=None),
        jobs=shared.jobs,
        progress=shared.progress,
    )


def _corpus(shared: Shared) -> Corpus:
    return read(shared.data("conll14", "official-2014.combined.m2"))


def _texts(shared: Shared, corpus: Corpus) -> dict[str, list[str]]:
    """The lines of all correctors, annotators among them, by name."""
    folder = shared.data("conll14") / "systems"
    texts = {name: list(read_lines(folder / name)) for name in SYSTEMS}
    texts |= {name: shared.lines("extra_outputs", f"{name}.txt") for name in LATER}
    return texts | {ANNOTATOR: _annotated(corpus, "0"), OTHER: _annotated(corpus, "1")}


def _annotated(corpus: Corpus, by: str) -> list[str]:
    """An annotator's text: the sentence itself where the file does not name them."""
    return [
        next((r.text for r in segment.references if r.by == by), segment.source)
        for segment in corpus
    ]


# --- types ----------------------------------------------------------------------------------------


def types(shared: Shared) -> Findings:
    """Edits per system over edits per annotator, by type."""
    published = shared.golden("conservatism")["type_conservatism"]["paper_table2"]
    folder = shared.data("conll14", "errant")
    corpus = read(folder / "conll14.errant")
    files = {name: folder / f"conll14-{name}.errant" for name in SYSTEMS}

    def counted(annotators: slice, settings: Settings) -> Conservatism:
        gold = [replace(s, references=s.references[annotators]) for s in corpus]
        return conservatism(
            gold,
            files,
            by_type=True,
            types="given",
            settings=settings,
            jobs=shared.jobs,
            progress=shared.progress,
        )

    both = counted(slice(2), Settings(resamples=RESAMPLES))
    first, second = (counted(slice(n, n + 1), Settings(ci=None)) for n in (0, 1))
    found = {one.type: one.ratio.value if one.ratio else 0.0 for one in both.types}
    ratios = [found[kind] for kind in published]
    best = min(nearest(study.types, published) for study in (both, first, second))
    rows = [
        Row(
            kind,
            f"{ratio:.3f}",
            [found[kind]],
            0.03,
            "the caption says that types are based on Bryant et al. (2017), that is ERRANT, and "
            "appendix A lists 15 systems. Counted here are the edits that the authors of CLEME "
            "extracted with ERRANT, of the 12 systems of CoNLL-2014. No choice among these 12 and "
            "no choice of annotators gives the table (last row), so it rests on other edits: of "
            "another version of ERRANT, of the three other systems, or both",
        )
        for kind, ratio in published.items()
    ]
    rho = float(spearmanr(ratios, list(published.values())).statistic)
    rows.append(Row("rank correlation of both columns", "", [rho]))
    near = sum(
        kind.ratio is not None and abs(kind.ratio.value - published[kind.type]) < NEAR
        for kind in first.types
        if kind.type in published
    )
    rows += [
        Row(f"types within {NEAR} if only the first annotator counts", "", [near]),
        Row(
            f"mean difference from the table, at best: of all {2 ** len(SYSTEMS) - 1} choices of "
            "systems and both annotators, the first, or the second",
            "",
            [best],
        ),
    ]
    return Findings(rows, {"types": both.plot("types")})


def nearest(types: Sequence[TypeRatio], published: Mapping[str, float]) -> float:
    """Return the mean difference from published ratios for the choice of systems nearest to them.

    Types without a gold edit have no ratio and do not count.
    """
    shown = [one for one in types if one.type in published and one.gold]
    edits = np.array([list(one.edits.values()) for one in shown])
    targets = np.array([published[one.type] for one in shown])
    gold = np.array([one.gold for one in shown])
    systems = edits.shape[1]
    chosen = np.array(list(product((0, 1), repeat=systems))[1:])
    means = chosen @ edits.T / chosen.sum(axis=1, keepdims=True)
    return float(np.abs(means / gold - targets).mean(axis=1).min())
