"""How much correctors change beside annotators: words, breaks, order, types of edits."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

from scipy.stats import spearmanr  # type: ignore[import-untyped]

from corrigenda.corpus import Corpus
from corrigenda.formats import paired, read
from corrigenda.measures.breaks import TextBreaks
from corrigenda.statistics.settings import Settings
from corrigenda.studies.conservatism import Conservatism, conservatism
from corrigenda.studies.conservatism_views import figure
from papers.rows import Findings, Row
from papers.shared import LATER, SYSTEMS, Shared

ANNOTATOR, OTHER = "annotator 0", "annotator 1"
RESAMPLES = 200
NEAR = 0.025

LINES = (
    "line by line here; the authors cut all text into sentences anew and paired these, which gives "
    "other pairs, and fewer or more of them"
)

BY_LAST_WORDS = (
    "the authors pair sentences by their last words, which a neighbouring sentence may have, too; "
    "here they are paired by all words. A split takes a line with more stops than its source "
    "(CAMB, CUUI, NTHU, SJTU, RoRo and JMGR have none, UMC 1, AMU 1 before a small letter, which "
    "is not counted), a join across lines one that lacks the stop at the end of its source "
    "(annotator 0 has 15, RAC 2, SJTU and JMGR 1, all others none)"
)
SMALL_LETTER = (
    "the system deletes the first word of a sentence within a line, and what is left of it begins "
    "with a small letter, before which a stop ends no sentence here"
)

RELEASED = "published for single correctors: what the authors' released results have"


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
            reason="the authors' stored results give 3, too (or 6 with six and more)",
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
    return Findings(rows, {"changes": figure(study, "changes")}, [RELEASED])


def breaks(shared: Shared) -> Findings:
    """Sentences that are split and joined, in running text."""
    known = shared.golden("conservatism")["authors_protocol"]
    study = _study(shared, "approx")
    found = {one.name: one.breaks.score.counts for one in study.systems}
    rows = [
        Row(
            f"{name}: split, joined",
            f"{theirs['split_one_source_to_two']}, {theirs['concatenated_two_source_to_one']}",
            [found[name]["split"], found[name]["joined"]],
            reason=SMALL_LETTER if name == "IITB" else BY_LAST_WORDS,
        )
        for name, theirs in _theirs(known).items()
    ]
    rows.append(Row(f"{OTHER}: split, joined", "", [found[OTHER]["split"], found[OTHER]["joined"]]))
    corpus = _corpus(shared)
    text = _annotated(corpus, "0")
    joined = TextBreaks().of_texts(corpus.sources, text)[:, 1]
    listed = ", ".join(str(line) for line, count in enumerate(joined, 1) if count)
    notes = [
        RELEASED,
        "the authors' output calls splits joins and joins splits; here both have their own names",
        f"{ANNOTATOR} joins sentences at the end of lines {listed}: there is no full stop in the "
        "annotator's text where the source has one",
    ]
    return Findings(rows, {"breaks": figure(study, "breaks")}, notes)


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
            f"{LINES}; of alignments that cost the same, those are chosen here that cross less",
        )
        for name, theirs in _theirs(known).items()
    ]
    return Findings(rows, {"order": figure(study, "order")}, [RELEASED])


def _theirs(known: dict[str, Any]) -> dict[str, Any]:
    """The authors' results by our names, the annotator last."""
    found = {name.lower(): figures for name, figures in known["results"].items()}
    theirs = {name: found[name.lower()] for name in (*SYSTEMS, *LATER)}
    return {**theirs, ANNOTATOR: found["reference_annotator0"]}


@lru_cache(maxsize=1)
def _study(shared: Shared, change: Literal["any", "approx"]) -> Conservatism:
    """All correctors; annotators are among them, as in the authors' figures."""
    folder = shared.data("conll14")
    corpus = _corpus(shared)
    files: dict[str, Any] = {name: folder / "systems" / name for name in SYSTEMS}
    for name in LATER:
        files[name] = shared.lines("extra_outputs", f"{name}.txt")
    for by, name in enumerate((ANNOTATOR, OTHER)):
        files[name] = _annotated(corpus, str(by))
    return conservatism(
        paired([replace(segment, references=()) for segment in corpus], files),
        list(files),
        change=change,
        tokens="released",
        pairing="text",
        settings=Settings(ci=None),
        jobs=shared.jobs,
        progress=shared.progress,
    )


def _corpus(shared: Shared) -> Corpus:
    return read(shared.data("conll14", "official-2014.combined.m2"))


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

    def ratios_over(gold: Corpus, settings: Settings) -> Conservatism:
        return conservatism(
            paired(gold, files),
            SYSTEMS,
            by_type=True,
            settings=settings,
            jobs=shared.jobs,
            progress=shared.progress,
        )

    study = ratios_over(corpus, Settings(resamples=RESAMPLES))
    found = {one.type: one.ratio for one in study.types}
    ratios = [found[kind] for kind in published]
    rows = [
        Row(
            kind,
            f"{ratio:.3f}",
            [found[kind] or 0.0],
            0.03,
            "another version of ERRANT, another list of systems or another count of the "
            "references' edits: the paper states none of them",
        )
        for kind, ratio in published.items()
    ]
    rho = float(spearmanr(ratios, list(published.values())).statistic)
    rows.append(Row("rank correlation of both columns", "", [rho]))
    one = tuple(replace(s, references=s.references[:1]) for s in corpus)
    first = ratios_over(Corpus(one), Settings(ci=None))
    near = sum(
        kind.ratio is not None and abs(kind.ratio - published[kind.type]) < NEAR
        for kind in first.types
    )
    rows.append(Row(f"types within {NEAR} if only the first annotator counts", "", [near]))
    return Findings(rows, {"types": figure(study, "types")})
