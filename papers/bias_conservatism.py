"""How much correctors change beside annotators: words, breaks, order, types of edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from papers import last_words
from papers.rows import Findings, Row
from papers.shared import LATER, SYSTEMS, Shared

OFFICIAL = ANNOTATOR, OTHER = "annotator 0", "annotator 1"
OWN_SENTENCES = "reference_annotator0_sentences"
NTHU = "NTHU_as_used_for_released_results"
RESAMPLES = 200
NEAR = 0.025

SENTENCES = "running text, sentences end at semicolons, too, as in the authors' program"
BY_LAST_WORDS = (
    "the authors' program (break2common_sentences in correction_quality.py of "
    "borgr/assess_learner_language) pairs sentences by their last words, which a neighbouring "
    "sentence may have, too; here they are paired by all words"
)
LAST_WORDS = {
    name: f"{BY_LAST_WORDS}. What it counts beyond that (last note) is not in the text: {seen}"
    for name, seen in {
        "CAMB": "no line has more or fewer stops than its source (list below)",
        "JMGR": "no line has more or fewer stops than its source (list below)",
        "UMC": "one line has more stops than its source, a heading that gets one, and two have "
        "fewer (list below)",
    }.items()
}
SMALL_LETTER = (
    "a stop before a small letter ends a sentence in the authors' program, but not here: AMU 759 "
    "(“emotions . this”), IITB 334 (“) . are”), RoRo 418 (“C. if”)"
)
SHIFTED = (
    "lines 38 to 43 and 166 to 167 of the output hold what belongs one line before; here a "
    "sentence without a counterpart is neither a split nor a join"
)
CONFIRMED = f"{BY_LAST_WORDS}. The last note lists what it counts beyond that"
ENTITIES = 951, 1098  # lines of RAC
REASONS = {
    **LAST_WORDS,
    **dict.fromkeys(("AMU", "IITB", "RoRo"), SMALL_LETTER),
    "NTHU": SHIFTED,
}

STOPS = ".?!;"
RELEASED = "published values of single correctors are those of the authors' released results"


def changes(shared: Shared) -> Findings:
    """The heat map: sentences by number of changed words."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    found = {one.name: one for one in study.systems}
    lines = _lines(known)
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
                lines,
            )
        )
    return Findings(rows, {"changes": study.plot("changes")}, [RELEASED])


def breaks(shared: Shared) -> Findings:
    """Sentences that are split and joined, in running text."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    counts = {one.name: one.breaks.score.counts for one in study.systems}
    found = {name: [int(of[key]) for key in ("split", "joined")] for name, of in counts.items()}
    corpus = _corpus(shared)
    texts = _texts(shared, corpus)
    own = shared.lines("extra_outputs", f"{OWN_SENTENCES}.txt")
    published = {
        name: f"{of['split_one_source_to_two']}, {of['concatenated_two_source_to_one']}"
        for name, of in _theirs(known).items()
    }
    as_theirs = {name: last_words.sentences(texts[name]) for name in (*SYSTEMS, *LATER)}
    as_theirs["NTHU"] = last_words.sentences(shared.lines("extra_outputs", f"{NTHU}.txt"))
    as_theirs[ANNOTATOR] = last_words.with_letters(own)
    source = last_words.sentences(corpus.sources)
    walks = {name: walked(source, text) for name, text in as_theirs.items()}
    mended = [
        line.replace(";", "") if number in ENTITIES else line
        for number, line in enumerate(texts["RAC"], 1)
    ]
    rac = walked(source, last_words.sentences(mended))
    rows = [
        Row(
            f"{name}: split, joined, by last words",
            published[name],
            walk,
            reason="lines 951 and 1098 of RAC hold remains of character references, whose "
            f"semicolons end sentences; without these semicolons it is {rac[0]}, {rac[1]}",
        )
        for name, walk in walks.items()
    ]
    rows += [
        Row(
            f"{name}: split, joined, by all words",
            published[name],
            found[name],
            reason=REASONS.get(name, BY_LAST_WORDS),
        )
        for name in (*SYSTEMS, *LATER)
    ]
    beads = Counter(bead.shape for bead in last_words.by_all_words(source, as_theirs[ANNOTATOR]))
    rows += [
        Row(
            f"{ANNOTATOR}, from the authors' file: split, joined, by all words",
            published[ANNOTATOR],
            [beads[1, 2], beads[2, 1]],
            reason=CONFIRMED,
        ),
        *(
            Row(f"{name}, from the M2 file: split, joined, by all words", "", found[name])
            for name in OFFICIAL
        ),
    ]
    plain = {name: TextBreaks().of_texts(corpus.sources, text) for name, text in texts.items()}
    lines = {
        way: _listed(corpus.sources, texts, differ)
        for way, differ in (
            ("more", lambda source, text: _stops(text) > _stops(source)),
            ("fewer", lambda source, text: _stops(text) < _stops(source)),
        )
    }
    default = (
        f"{name} {of[:, 0].sum():.0f}, {of[:, 1].sum():.0f}"
        for name, of in plain.items()
        if of[:, :2].any()
    )
    only = {
        name: [_quoted(one) for one in dict.fromkeys(last_words.unconfirmed(source, text))]
        for name, text in as_theirs.items()
        if name != "RAC"
    }
    notes = [
        RELEASED,
        "by last words: the authors' procedure, done again (papers/last_words.py); where a word is "
        "aligned with several, their program takes one by the order of a set, so its counts depend "
        "on the run, and here the first is taken",
        f"by all words: {SENTENCES} (conservatism --pairing text --stops semicolons). If they end "
        "at full stops, question and exclamation marks only, as by default: "
        f"{'; '.join(default)}; all others 0, 0",
        "the authors' output calls splits joins and joins splits; here both have their own names",
        f"lines with more stops (any of {' '.join(STOPS)}) than their source: {lines['more']}",
        f"lines with fewer stops than their source: {lines['fewer']}",
        f"the authors' file ({OWN_SENTENCES}.txt in extra_outputs, from data/paragraphs/"
        f"corrected_official-2014.0.txt.comparable of their repository) has {len(own)} lines, not "
        f"{len(corpus)}: a line is a sentence as the annotator wrote it, and some headings are "
        "glued to the next sentence (“tellConsider a case”). Their program splits the source into "
        "sentences, also at semicolons, but takes each of these lines for one "
        "(compare_paragraphs(origin, gold, sent_tokenize_default, sent_token_by_char)), so a "
        "semicolon or a heading that the annotator kept is a join, too. Both rows do the same",
        f"{ANNOTATOR} joins sentences of the M2 file, if semicolons end none, at the end of lines "
        f"{_numbers(plain[ANNOTATOR][:, 1])}",
        "breaks that are counted by last words, but not if the same sentences are paired by all "
        "words, by the beginnings of the sentences: "
        + ". ".join(f"{name}: {'; '.join(quoted)}" for name, quoted in only.items() if quoted),
    ]
    return Findings(rows, {"breaks": study.plot("breaks")}, notes)


def walked(source: Sequence[str], target: Sequence[str]) -> list[int]:
    """Return how many sentences are split and joined, if they are paired by last words."""
    walk = last_words.Walk(list(source), list(target))
    return [walk.count("split"), walk.count("joined")]


def _quoted(one: last_words.Break) -> str:
    source, target = (
        " + ".join(f"“{' '.join(sentence.split()[:4])} …”" for sentence in side)
        for side in (one.source, one.target)
    )
    return f"{source} → {target}"


def _listed(
    sources: Sequence[str],
    texts: Mapping[str, Sequence[str]],
    differ: Callable[[str, str], bool],
) -> str:
    """Name, for each corrector, the lines that differ so from their source."""
    found = {
        name: [differ(*pair) for pair in zip(sources, lines, strict=True)]
        for name, lines in texts.items()
    }
    of = [f"{name} {_numbers(lines)}" for name, lines in found.items() if any(lines)]
    return f"{'; '.join(of)}; all others none"


def _numbers(marked: Iterable[object]) -> str:
    return ", ".join(str(number) for number, mark in enumerate(marked, 1) if mark)


def _stops(text: str) -> int:
    return sum(text.count(stop) for stop in STOPS)


def order(shared: Shared) -> Findings:
    """Spearman's rho between the places of words."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    found = {one.name: one for one in study.systems}
    lines = _lines(known)
    rows = [
        Row(
            f"{name}: mean rho",
            f"{theirs['authors_mean_rho']:.4f}",
            [found[name].order.score.value],
            0.003,
            f"{lines}; among alignments of equal cost, the one with fewer crossings is taken here",
        )
        for name, theirs in _theirs(known).items()
    ]
    return Findings(rows, {"order": study.plot("order")}, [RELEASED])


def _lines(known: dict[str, Any]) -> str:
    pairs = [sum(of["authors_hist_approx_0to10_gt10"]) for of in _theirs(known).values()]
    return (
        "all 1312 lines are compared here; the authors split all text into sentences again and "
        f"paired these, which gives other pairs: {pairs[-1]} of {ANNOTATOR}, {min(pairs[:-1])} to "
        f"{max(pairs[:-1])} of correctors"
    )


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
        stops="semicolons",
        settings=Settings(ci=None),
        jobs=shared.jobs,
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
        )

    both = counted(slice(2), Settings(resamples=RESAMPLES))
    first, second = (counted(slice(n, n + 1), Settings(ci=None)) for n in (0, 1))
    found = {one.type: one.ratio.value if one.ratio else 0.0 for one in both.types}
    ratios = [found[kind] for kind in published]
    best = min(nearest(study.types, published) for study in (both, first, second))
    here = min(nearest(types, published) for types in extracted(shared))
    rows = [
        Row(
            kind,
            f"{ratio:.3f}",
            [found[kind]],
            0.03,
            "the caption says that types are based on Bryant et al. (2017), that is ERRANT, and "
            "appendix A lists 15 systems. Counted here are the edits that the authors of CLEME "
            "extracted with ERRANT, of the 12 systems of CoNLL-2014. No choice among these 12 and "
            "no choice of annotators gives the table, nor does a choice among all 15 with edits "
            "extracted as ERRANT 3.0.2 does (last two rows), so it rests on other edits, such as "
            "those of a version of 2017",
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
    rows.append(Row(f"types within {NEAR} if only the first annotator counts", "", [near]))
    for systems, how, least in (
        (SYSTEMS, "", best),
        ((*SYSTEMS, *LATER), ", edits extracted as ERRANT 3.0.2 does", here),
    ):
        label = (
            f"mean difference from the table, at best{how}: of all {2 ** len(systems) - 1} choices "
            f"among {len(systems)} systems and both annotators, the first, or the second"
        )
        rows.append(Row(label, "", [least]))
    return Findings(rows, {"types": both.plot("types")})


def extracted(shared: Shared) -> Iterator[list[TypeRatio]]:
    """Yield the edits of all systems by type, for both annotators, the first and the second."""
    corpus = _corpus(shared)
    study = conservatism(
        corpus,
        _texts(shared, corpus),
        by_type=True,
        settings=Settings(ci=None),
        jobs=shared.jobs,
    )
    of = {one.type: {name: one.edits[name] for name in (*SYSTEMS, *LATER)} for one in study.types}
    yield [TypeRatio(one.type, of[one.type], one.gold) for one in study.types]
    for name in OFFICIAL:
        yield [TypeRatio(one.type, of[one.type], one.edits[name]) for one in study.types]


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
