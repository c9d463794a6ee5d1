"""Score systems by HOO's three measures: one fragment, or folders of fragments.

A batch does not stop at a bad file: it scores the others and lists what failed (`problems`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from corrigenda.corpus import Correction, Segment
from corrigenda.edits import Edit
from corrigenda.engine.parallel import mapped
from corrigenda.errors import InputError
from corrigenda.evaluation.given import Given
from corrigenda.evaluation.result import Result
from corrigenda.formats.lines import PathLike, name_of
from corrigenda.hoo.batches import problem_section
from corrigenda.hoo.formats.codes import Codes, as_codes
from corrigenda.hoo.formats.names import FilePair, known_name, pair_folders
from corrigenda.hoo.formats.problems import Problem, failed
from corrigenda.hoo.formats.standoff import read_edits
from corrigenda.hoo.formats.texts import read_segmented, read_text
from corrigenda.hoo.measures import HOO, Counted, HOOCorrection, HOODetection, HOORecognition
from corrigenda.hoo.status import (
    STATUSES,
    Only,
    SentenceVerdict,
    Status,
    sentence_score,
    sentence_verdicts,
    status_by_type,
)
from corrigenda.measures.contract import Array, Score, ScoredRows
from corrigenda.remarks import Remark
from corrigenda.results.figures import Axis, Bars, Figure, Group
from corrigenda.results.finding import Finding, merged
from corrigenda.results.plain_data import encode
from corrigenda.results.sections import Section
from corrigenda.results.signature import Signature
from corrigenda.results.tables import Column, Table, TableRow
from corrigenda.statistics.settings import Settings

ASPECTS = (HOODetection, HOORecognition, HOOCorrection)
NAMES = ("detection", "recognition", "correction")
NO_TYPE = "(no type)"
CHUNK = 16
"""Files that a worker process gets at once."""


def aspects(
    *,
    types: str | Sequence[str] = (),
    codes: Codes | PathLike | None = None,
    **parameters: Any,
) -> tuple[HOO, ...]:
    """Return the three measures with the same parameters.

    `types` are a list, or a text with commas (or `+`) between them. With a table of `codes`, they
    may name its groups, and codes that mark no errors are left out unless `types` names them.
    """
    if isinstance(types, str):
        types = [name.strip() for name in types.replace("+", ",").split(",") if name.strip()]
    chosen, table = tuple(types), as_codes(codes)
    if table is not None:
        parameters["excluded"] = tuple(code for code in table.no_errors if code not in chosen)
        chosen = table.expanded(chosen)
    return tuple(aspect(types=chosen, **parameters) for aspect in ASPECTS)


# --- remarks on types -----------------------------------------------------------------------------


class RunTypes(NamedTuple):
    """How many edits of each type ("": none) gold and each run have, and how many edits of each run
    may be false alarms of any type (`hoo.measures.Counted.untyped`)."""

    gold: Counter[str]
    runs: dict[str, Counter[str]]
    untyped: dict[str, int]


def type_remarks(measure: HOO, types: RunTypes) -> tuple[Remark, ...]:
    """Return what a reader of scores of chosen types must know; nothing if all types count."""
    wanted = measure.types
    if not wanted:
        return ()
    remarks = []
    absent = [kind for kind in wanted if kind not in types.gold]
    if absent:
        text = f"No gold edit is of type {_listed(absent)}; gold has {_listed(types.gold)}."
        remarks.append(Remark("types", text))
    for run, counts in types.runs.items():
        known = sorted(kind for kind in counts if kind)
        if known and not set(known) & set(wanted):
            text = (
                f"{run}: no edit is of a chosen type, so all edits with a type are left out; it "
                f"has {_listed(known)}."
            )
            remarks.append(Remark("types", text, run, sum(counts[kind] for kind in known)))
    bare = {run: counts[""] for run, counts in types.runs.items() if counts[""]}
    if bare and measure.year == "2012":
        text = (
            "System edits without a type are left out, as the scorer of 2012 does it "
            f"({_numbers(bare)}): scores say nothing about these."
        )
        remarks.append(Remark("types", text, count=sum(bare.values())))
    unknown = {run: n for run, n in types.untyped.items() if n}
    if unknown:
        text = (
            f"Some system edits have no type and meet no gold edit ({_numbers(unknown)}). They may "
            "be false alarms of any type, so precision and F of chosen types are undefined, and "
            "not all spurious edits are of these types. Recall is exact."
        )
        remarks.append(Remark("types", text, count=sum(unknown.values())))
    return tuple(remarks)


def _listed(kinds: Iterable[str]) -> str:
    names = [kind or NO_TYPE for kind in kinds]
    return ", ".join(sorted(names)) if names else "no edits"


def _numbers(counts: dict[str, int]) -> str:
    return ", ".join(f"{run}: {n}" for run, n in counts.items())


def type_counts(edits: Iterable[Edit]) -> Counter[str]:
    """Return how many edits there are of each type."""
    return Counter(edit.type for edit in edits)


# --- remarks on offsets ---------------------------------------------------------------------------


def misplaced(gold: Iterable[Edit], system: Iterable[Edit]) -> int:
    """Return how many system edits contradict gold edits about the text that both are of.

    The text itself is not needed: every `<original>` says what stands in its extent. All white
    space is the same, and an `<original>` of another length than its extent says nothing.
    """
    known = {place: letter for edit in gold for place, letter in _letters(edit)}
    return sum(
        any(known.get(place, letter) != letter for place, letter in _letters(edit))
        for edit in system
    )


def _letters(edit: Edit) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield what stands at each place of an edit's extent: a byte, or a character of a part."""
    about = dict(edit.attributes)
    original = about.get("original", "")
    if edit.unit == "byte":
        original = original.encode().decode("latin-1")
    if len(original) == edit.end - edit.start:
        for k, letter in enumerate(original, edit.start):
            yield (about.get("part", ""), k), " " if letter.isspace() else letter


def offset_remarks(runs: dict[str, int]) -> tuple[Remark, ...]:
    """Return a remark if edits of some runs contradict gold edits about the text."""
    found = {run: n for run, n in runs.items() if n}
    if not found:
        return ()
    text = (
        "Some system edits do not fit their text: where they overlap gold edits, their <original> "
        f"is another ({_numbers(found)}). Wrong offsets cost points; 'hoo validate' with the texts "
        "lists them all."
    )
    return (Remark("offsets", text, count=sum(found.values())),)


class TextScores(NamedTuple):
    """Distances of source and system from the gold text, in words, and the system's GLEU."""

    source_distance: int
    system_distance: int
    gleu: float


# --- one fragment ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fragment(Finding, kind="hoo", title="HOO: scores of a fragment"):
    """A gold file scored against a system's file, edit by edit."""

    gold: tuple[Edit, ...]
    system: tuple[Edit, ...]
    measures: tuple[HOO, ...]
    name: str = "the system"
    texts: TextScores | None = None
    extents: tuple[tuple[int, int], ...] = ()
    """Where the sentences of the text are, if they are to be judged."""

    on_files: tuple[Remark, ...] = ()
    """What the files say against scoring them together."""

    @property
    def counted(self) -> Counted:
        """The edits that count, given the chosen types."""
        return self.measures[0].counted(self.gold, self.system)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a reader of the scores must know about files, offsets and types."""
        offsets = offset_remarks({self.name: misplaced(self.gold, self.system)})
        types = RunTypes(
            type_counts(self.gold),
            {self.name: type_counts(self.system)},
            {self.name: self.counted.untyped},
        )
        return (*self.on_files, *offsets, *type_remarks(self.measures[0], types))

    @property
    def scores(self) -> tuple[Score, ...]:
        """Detection, recognition, correction."""
        rows = (np.array([m.row(self.gold, self.system)]) for m in self.measures)
        return tuple(m.score(m.totals(r)) for m, r in zip(self.measures, rows, strict=True))

    @property
    def status(self) -> Status:
        """What became of each gold edit."""
        return self.measures[0].status(self.gold, self.system)

    @property
    def verdicts(self) -> list[SentenceVerdict]:
        """Whether there is an error in each sentence, by gold and by the system."""
        gold, system, _ = self.counted
        return sentence_verdicts(gold, system, self.extents)

    @property
    def signatures(self) -> list[str]:
        """What it takes to compute each of the three scores again."""
        return [str(Signature(measure.full())) for measure in self.measures]

    def sections(self) -> Iterator[Section]:
        """Yield scores, counts, and what became of each edit (Appendix D of the notes)."""
        yield self._scores()
        counts = Table([Column("count", align="left"), Column("")], self._counts(), "Counts")
        yield Section("Counts", tables=[counts])
        columns = [
            Column(name, align="left")
            for name in ("edit", "extent", "original", "corrections", "type", "", "status")
        ]
        status = self.status
        edits: list[TableRow] = [
            [*_edit(met.edit), "optional" if met.optional else "", met.status]
            for met in status.gold
        ]
        edits += [[*_edit(edit), "", "spurious"] for edit in status.spurious]
        yield Section("Edits", tables=[Table(columns, edits, "Edits")])

    def _scores(self) -> Section:
        scores = dict(zip(map(str.capitalize, NAMES), self.scores, strict=True))
        if self.extents:
            scores["Sentences"] = sentence_score(self.verdicts)
        values = {
            name: (score.parts["precision"], score.parts["recall"], score.value)
            for name, score in scores.items()
        }
        heads = ("Precision", "Recall", "F")
        figure = Figure(
            f"Precision, recall and F of {self.name}.",
            [
                Bars(
                    list(values),
                    [
                        Group(head, [of[k] for of in values.values()])
                        for k, head in enumerate(heads)
                    ],
                    Axis("score"),
                )
            ],
            "scores",
            " ".join(self.signatures),
        )
        return Section(
            "Scores",
            tables=[
                Table(
                    [Column("aspect", align="left"), *map(Column, heads)],
                    [[name, *of] for name, of in values.items()],
                    "Scores",
                )
            ],
            figures=[figure],
            signatures=self.signatures,
        )

    def _counts(self) -> list[TableRow]:
        counts = self.scores[0].counts
        missed = [met for met in self.status.gold if met.status == "missed"]
        optional = sum(met.optional for met in missed)
        rows: list[TableRow] = [
            ["gold edits", _whole(counts["gold"])],
            ["system edits", _whole(counts["system"])],
            ["detected", _whole(counts["detected"])],
            ["recognised", _whole(counts["recognised"])],
            ["corrected", _whole(self.scores[2].counts["corrected"])],
            ["spurious", _whole(counts["spurious"])],
            ["missed, required", len(missed) - optional],
            ["missed, optional", optional],
        ]
        if self.counted.untyped:
            rows.append(["spurious, of any type", self.counted.untyped])
        if self.texts is not None:
            measure = self.measures[0]
            every = ", all types" if measure.types or measure.excluded else ""
            rows += [
                [f"words from source to gold{every}", self.texts.source_distance],
                [f"words from system to gold{every}", self.texts.system_distance],
                [f"GLEU, by paragraphs{every}", self.texts.gleu],
            ]
        return rows

    def record(self) -> dict[str, Any]:
        """Return scores, and the gold and spurious edits with what became of them."""
        status = self.status
        data: dict[str, Any] = {
            "signature": str(Signature(",".join(m.full() for m in self.measures))),
            "scores": {
                name: {**_score(score), "counts": dict(score.counts)}
                for name, score in zip(NAMES, self.scores, strict=True)
            },
            "gold": [
                {**_edit_record(met.edit), "optional": met.optional, "status": met.status}
                for met in status.gold
            ],
            "spurious": [_edit_record(edit) for edit in status.spurious],
        }
        if self.texts is not None:
            data["texts"] = self.texts
        if self.extents:
            score = _score(sentence_score(self.verdicts))
            data["sentences"] = {**score, "verdicts": self.verdicts}
        return dict(encode(data))


def _score(score: Score) -> dict[str, float]:
    return {"score": score.value, **score.parts}


def _edit(edit: Edit) -> list[str]:
    known = dict(edit.attributes)
    return [
        known.get("index", ""),
        f"{edit.start}:{edit.end}",
        repr(known.get("original", "")),
        " | ".join("(as it is)" if a is None else repr(a) for a in edit.alternatives) or "?",
        edit.type,
    ]


def _edit_record(edit: Edit) -> dict[str, Any]:
    return {
        "start": edit.start,
        "end": edit.end,
        "alternatives": list(edit.alternatives),
        "type": edit.type,
        **dict(edit.attributes),
    }


def _whole(number: float) -> float:
    return int(number) if number == int(number) else number


def evaluate(
    gold: PathLike,
    system: PathLike,
    *,
    text: PathLike | None = None,
    segmented: PathLike | None = None,
    codes: Codes | PathLike | None = None,
    **parameters: Any,
) -> Fragment:
    """Score a system's edit file (`NNNNTTR.xml`) against a gold one (`NNNNGE.xml`).

    With the `text` (`NNNN.txt`), word distances and GLEU are added; with the `segmented` text
    (`NNNNS.txt`), whether the system finds the sentences that have an error. `parameters` are those
    of the measures (`regime`, `year`, `types`, ...; see `aspects` for `types` and `codes`).
    """
    measures = aspects(codes=codes, **parameters)
    of_gold, of_system = read_edits(gold), read_edits(system)
    return Fragment(
        of_gold,
        of_system,
        measures,
        Path(system).stem,
        None if text is None else text_scores(read_text(text), of_gold, of_system),
        () if segmented is None else tuple(read_segmented(segmented).sentences),
        other_fragment(gold, system),
    )


def other_fragment(gold: PathLike, system: PathLike) -> tuple[Remark, ...]:
    """Return a remark if the names of two files say that they are of different fragments."""
    files = Path(gold).name, Path(system).name
    names = [known_name(file) for file in files]
    numbers = [name.fragment for name in names if name is not None]
    if len(set(numbers)) < 2:
        return ()
    text = f"{files[0]} is fragment {numbers[0]}, {files[1]} is fragment {numbers[1]}"
    return (Remark("names", f"{text}: scores of different texts mean nothing"),)


def text_scores(source: bytes, gold: Iterable[Edit], system: Iterable[Edit]) -> TextScores:
    """Return word edit distances and GLEU, with each first correction applied in the gold text.

    Paragraphs are GLEU's sentences; where the numbers of paragraphs differ, the text is one.
    """
    from rapidfuzz.distance import Levenshtein

    from corrigenda.edits import apply_bytes
    from corrigenda.measures.gleu import GLEU

    texts = [t.decode() for t in (source, apply_bytes(source, gold), apply_bytes(source, system))]
    first, target, output = (text.split() for text in texts)
    parts = [[p for p in text.split("\n\n") if p.strip()] for text in texts]
    if len({len(p) for p in parts}) > 1:
        parts = [[" ".join(text.split())] for text in texts]
    measure = GLEU()
    rows = measure.choose(
        measure.candidates(Segment(s, (Correction(s, text=r),)), Correction(s, text=h))
        for s, r, h in zip(*parts, strict=True)
    ).rows
    return TextScores(
        Levenshtein.distance(first, target),
        Levenshtein.distance(output, target),
        measure.score(measure.totals(rows)).value,
    )


# --- folders of fragments -------------------------------------------------------------------------

By = Literal["run", "type", "group"]
REACHED = ("total", "detected", "recognised", "corrected")


@dataclass(frozen=True)
class Run:
    """The fragments of one run, their rows by each of the three measures, and what became of the
    gold edits of each."""

    name: str
    fragments: tuple[str, ...]
    rows: tuple[Array, ...]
    statuses: tuple[Status, ...]

    def by_type(
        self, only: Only = "all", *, codes: Codes | None = None
    ) -> dict[str, tuple[int, int, int, int]]:
        """Return, for gold edits of each type, (total, detected, recognised, corrected).

        With `codes`, return it for each group of the table instead: an edit counts in every group
        of its type, and under its type if that has none.
        """
        names = None if codes is None else (lambda kind: _groups(codes, kind))
        return status_by_type(self.statuses, only, names)

    def reached(self) -> list[int]:
        """Return the same for all gold edits."""
        levels = [STATUSES.index(met.status) for status in self.statuses for met in status.gold]
        return [sum(level >= wanted for level in levels) for wanted in range(len(STATUSES))]

    @property
    def spurious(self) -> int:
        """How many system edits meet no gold edit."""
        return sum(len(status.spurious) for status in self.statuses)


def _groups(codes: Codes, kind: str) -> tuple[str, ...]:
    return (codes[kind].groups if kind in codes else ()) or (kind,)


@dataclass(frozen=True)
class Batch(Finding, kind="hoo-batch", title="HOO: scores of runs"):
    """All runs of a folder, and the files that could not be scored."""

    measures: tuple[HOO, ...]
    runs: tuple[Run, ...]
    problems: tuple[Problem, ...]
    settings: Settings
    types: RunTypes
    misplaced: dict[str, int]
    """How many edits of each run contradict gold edits about the text."""

    codes: Codes | None = None
    by: By = "run"
    """What is printed: the scores of runs, or how far gold edits of each type (group of types) were
    met. Pages show both."""

    origin: str = ""
    """The folder of the gold files."""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What a reader of the scores must know about offsets and types."""
        return (*offset_remarks(self.misplaced), *type_remarks(self.measures[0], self.types))

    def results(self) -> list[Result]:
        """Return all runs side by side, or one by one if they have different fragments."""
        if len({run.fragments for run in self.runs}) == 1:
            return [self.result()]
        return [self.result(run) for run in self.runs]

    def result(self, run: Run | None = None) -> Result:
        """Return scores with intervals over fragments: of one run, or of all, side by side."""
        runs = [run] if run is not None else list(self.runs)
        if len({r.fragments for r in runs}) > 1:
            raise InputError(
                "the runs have different fragments, so they cannot be compared",
                hint="evaluate them one by one, or give each the same fragments",
            )
        tables = [
            [ScoredRows(r.rows[k], [0] * len(r.fragments)) for r in runs]
            for k in range(len(self.measures))
        ]
        return Result(
            self.measures,
            tuple(r.name for r in runs),
            tables,
            Given(1, 1),
            self.settings,
            origin=self.origin,
            remarks=self.remarks,
            unit="fragment",
        )

    def sections(self) -> Iterator[Section]:
        """Yield the scores of runs or, if wanted, the gold edits by type, and the scores of each
        fragment."""
        scores = [
            replace(part, notes=[*part.notes, *self._averaged()])
            for result in self.results()
            for part in result.sections()
        ]
        if self.by == "run":
            yield from scores
            yield Section("Types", details=[self._by("type")])
        else:
            yield self._by(self.by)
            yield Section("Runs", details=scores)
        yield Section("Fragments", details=[Section("Scores by fragment", tables=[self.table()])])
        yield from problem_section(self.problems)

    def _averaged(self) -> list[str]:
        if not self.measures[0].averages_fragments:
            return []
        return ["P, R and F1: means over fragments; the counts are sums, and give other shares"]

    def figures(self) -> list[Figure]:
        """Return the scores of runs with their intervals, a panel for each measure."""
        return merged(figure for result in self.results() for figure in result.figures())

    def _by(self, by: By) -> Section:
        about = meaning_heads(self.codes) if by == "type" else ()
        columns = [Column(name, align="left") for name in ("system", by, *about)]
        columns += [Column(name, group="gold edits") for name in REACHED]
        columns += [Column(name, group="recall") for name in NAMES]
        counted = {run.name: self._counts(run, by) for run in self.runs}
        totals = Counter({kind: n[0] for of in counted.values() for kind, n in of.items()})
        rows: list[TableRow] = []
        for kind, _ in totals.most_common():
            known = meaning(kind, self.codes) if by == "type" else []
            for name, of in counted.items():
                if kind in of:
                    rows.append([name, kind or NO_TYPE, *known, *of[kind], *_recalls(of[kind])])
        for run in self.runs:
            every = run.reached()
            rows.append([run.name, "all", *("" for _ in about), *every, *_recalls(every)])
        spurious = ", ".join(f"{run.name} {run.spurious}" for run in self.runs)
        return Section(
            f"Gold edits by {by}",
            tables=[Table(columns, rows)],
            notes=[
                "by the type of the gold edit; types of system edits play no part in it",
                f"spurious system edits, which belong to no gold type: {spurious}",
            ],
            signatures=[str(Signature(self.measures[0].full()))],
        )

    def _counts(self, run: Run, by: By) -> dict[str, tuple[int, int, int, int]]:
        return run.by_type(codes=self.codes if by == "group" else None)

    def table(self) -> Table:
        """Return the task's table: P, R and F of each aspect, by fragment, and of all fragments."""
        columns = [
            Column(part, group=name.capitalize())
            for name in NAMES
            for part in ("Precision", "Recall", "Score")
        ]
        rows: list[TableRow] = []
        for run in self.runs:
            for k, fragment in enumerate(run.fragments):
                rows.append([fragment + run.name, *self._values([r[k] for r in run.rows])])
            average = self._values([r.sum(axis=0) for r in run.rows])
            rows.append([f"Average {run.name}", *average])
        return Table([Column("File", align="left"), *columns], rows)

    def _values(self, sums: Sequence[Array]) -> list[float]:
        values = [m.values(row) for m, row in zip(self.measures, sums, strict=True)]
        return [float(v[key]) for v in values for key in ("precision", "recall", "score")]

    def record(self) -> dict[str, Any]:
        """Return the scores of runs as `evaluate` does those of systems, and gold edits by type."""
        first, *others = [result.record() for result in self.results()] or [{}]
        data = {**first, "fragments": {run.name: run.fragments for run in self.runs}}
        for other in others:
            data["systems"] = {**data["systems"], **other["systems"]}
            data.pop("corpus", None)
        kinds: list[By] = ["type", "group"] if self.codes and self.codes.groups else ["type"]
        for by in kinds:
            data[f"by_{by}"] = {
                run.name: {
                    kind: dict(zip(REACHED, counts, strict=True))
                    for kind, counts in self._counts(run, by).items()
                }
                for run in self.runs
            }
        data["problems"] = self.problems
        return dict(encode(data))


def _recalls(counts: Sequence[int]) -> list[float | None]:
    total, *reached = counts
    return [n / total if total else None for n in reached]


def meaning_heads(codes: Codes | None) -> tuple[str, ...]:
    """Return the columns that a table of codes adds to a table of types."""
    return () if codes is None else ("meaning", "group") if codes.groups else ("meaning",)


def meaning(kind: str, codes: Codes | None) -> list[str]:
    """Return what the table of codes says about a type, column by column."""
    if codes is None:
        return []
    if kind not in codes:
        return ["(not in the table)" if kind else "", ""][: len(meaning_heads(codes))]
    code = codes[kind]
    text = f"{code.meaning} (no error)" if code.no_error else code.meaning
    return [text, "; ".join(code.groups)][: len(meaning_heads(codes))]


def batch_evaluate(
    gold: PathLike,
    system: PathLike,
    *,
    by: By = "run",
    codes: Codes | PathLike | None = None,
    settings: Settings | None = None,
    jobs: int | None = None,
    **parameters: Any,
) -> Batch:
    """Score every system's file of a folder against the gold file of its fragment.

    Intervals are over fragments. `by` is what the result prints: scores of runs, or how far gold
    edits of each type were met, or of each group of types of `codes`. For `parameters`, see
    `evaluate`.
    """
    table = as_codes(codes)
    if by == "group" and (table is None or not table.groups):
        raise InputError(
            "there are no groups of types to count by",
            hint="give a table of codes that has a column 'group'",
        )
    measures = aspects(codes=table, **parameters)
    pairing = pair_folders(gold, system)
    problems = list(pairing.problems)
    scored_of: dict[str, list[tuple[str, _Scored]]] = {}
    gold_types: dict[str, Counter[str]] = {}
    scored = mapped(partial(_scored, measures), pairing.pairs, chunk=CHUNK, jobs=jobs)
    for pair, outcome in zip(pairing.pairs, scored, strict=True):
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            scored_of.setdefault(pair.run, []).append((pair.fragment, outcome))
            gold_types[pair.fragment] = outcome.gold_types
    runs = tuple(
        Run(
            name,
            tuple(fragment for fragment, _ in fragments),
            tuple(np.array([of.rows[k] for _, of in fragments]) for k in range(len(measures))),
            tuple(of.status for _, of in fragments),
        )
        for name, fragments in scored_of.items()
    )
    types = RunTypes(
        sum(gold_types.values(), Counter()),
        {
            name: sum((of.system_types for _, of in fragments), Counter())
            for name, fragments in scored_of.items()
        },
        {run.name: int(run.rows[0][:, measures[0].columns.index("untyped")].sum()) for run in runs},
    )
    return Batch(
        measures,
        runs,
        tuple(problems),
        settings or Settings(),
        types,
        {name: sum(of.misplaced for _, of in scored_of[name]) for name in scored_of},
        table,
        by,
        name_of(gold),
    )


class _Scored(NamedTuple):
    """The scores of one fragment of one run."""

    rows: list[Sequence[float]]
    status: Status
    gold_types: Counter[str]
    system_types: Counter[str]
    misplaced: int


def _scored(measures: Sequence[HOO], pairs: list[FilePair]) -> list[_Scored | Problem]:
    outcomes: list[_Scored | Problem] = []
    for pair in pairs:
        try:
            gold, system = read_edits(pair.gold), read_edits(pair.system)
            outcomes.append(
                _Scored(
                    [m.row(gold, system) for m in measures],
                    measures[0].status(gold, system),
                    type_counts(gold),
                    type_counts(system),
                    misplaced(gold, system),
                )
            )
        except InputError as error:
            outcomes.append(failed(error, pair.system))
    return outcomes
