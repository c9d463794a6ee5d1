"""Tasks for Mechanical Turk: the page for workers, the sentences, the qualifications.

A task is a layout (HTML with placeholders, to be pasted into a project), a CSV file with a column
for each placeholder (to be uploaded when a batch is published) and a JSON file with its settings:
the qualifications of workers, and how the sentences were sampled. The platform puts cells into the
layout as they are, so they are HTML, and the names of their columns end in `_html`;
`formats.mturk` turns them back into text when the results are read.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from corrigenda.blinding import blinded
from corrigenda.errors import InputError
from corrigenda.formats.lines import PathLike, name_of, writing
from corrigenda.references.crowd import Crowd
from corrigenda.references.mturk import write_rows
from corrigenda.references.normalise import plain
from corrigenda.remarks import Remark
from corrigenda.results.finding import Finding
from corrigenda.results.sections import Section
from corrigenda.results.tables import Column, Table
from corrigenda.results.words import counted
from corrigenda.statistics import SEED

if TYPE_CHECKING:
    from jinja2 import Environment

Kind = Literal["correction", "simplification", "validity", "rating"]

HEADERS: dict[Kind, tuple[str, ...]] = {
    "correction": ("sentence_html",),
    "simplification": ("sentence_html",),
    "validity": ("Original_html", "Correction_html"),
    "rating": ("source_html", "output_html", "system_html"),
}
"""The placeholders of each layout, which are the columns of its input."""


@dataclass(frozen=True)
class Qualifications:
    """What the platform requires of a worker: where they are, how many tasks of theirs were
    approved, and which percentage of all they submitted. The defaults are those of Choshen and
    Abend (2018)."""

    country: str = "US"
    approved: int = 1000
    acceptance: int = 98

    def __post_init__(self) -> None:
        if not re.fullmatch("[A-Z]{2}", self.country):
            raise InputError(
                f"expected a country of two capital letters (ISO 3166), found {self.country!r}",
                hint="the United States are US, the United Kingdom is GB",
            )
        if self.approved < 0:
            raise InputError(f"expected a number of approved tasks, found {self.approved}")
        if not 0 <= self.acceptance <= 100:
            raise InputError(f"expected an acceptance rate of 0 to 100 %, found {self.acceptance}")

    def __str__(self) -> str:
        return (
            f"located in {self.country}, at least {self.approved:,} approved tasks, "
            f"at least {self.acceptance} % accepted"
        )

    def requirements(self) -> list[dict[str, Any]]:
        """Return them as `QualificationRequirements` of the platform's API (CreateHIT)."""
        at_least = "GreaterThanOrEqualTo"
        return [
            {
                "QualificationTypeId": "00000000000000000071",
                "Comparator": "EqualTo",
                "LocaleValues": [{"Country": self.country}],
            },
            {
                "QualificationTypeId": "00000000000000000040",
                "Comparator": at_least,
                "IntegerValues": [self.approved],
            },
            {
                "QualificationTypeId": "000000000000000000L0",
                "Comparator": at_least,
                "IntegerValues": [self.acceptance],
            },
        ]


PUBLISHED = Qualifications()

PRICE = 0.1
"""What an answer costs, for an estimate of the cost of a task."""


@dataclass(frozen=True)
class SampledSentences:
    """How sentences were drawn: the settings, from which files, how many sentences there were, how
    many different ones of the right length, and the places of the drawn ones (from 1)."""

    words: tuple[int, int] | None
    sample: int | None
    seed: int | None
    files: tuple[str, ...]
    given: int
    eligible: int
    places: tuple[int, ...]

    def __str__(self) -> str:
        number = len(self.places)
        drawn = f"{number} of {self.given:,} sentences"
        if self.words:
            drawn += f", {self.words[0]} to {self.words[1]} words long"
        if self.sample is not None:
            drawn += f": drawn from {self.eligible:,} with random seed {self.seed}"
        return drawn


@dataclass(frozen=True)
class Task:
    """A layout, a row for each time that it is to be shown, and the settings of the batch."""

    kind: Kind
    layout: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    qualifications: Qualifications
    drawn: SampledSentences | None = None
    remarks: Sequence[Remark] = ()

    def settings(self) -> dict[str, Any]:
        """Return what goes with the page and its rows, for machines: who may take part, in plain
        numbers and as the platform's API takes it, and how the sentences were sampled."""
        settings: dict[str, Any] = {
            "task": self.kind,
            "qualifications": asdict(self.qualifications),
            "QualificationRequirements": self.qualifications.requirements(),
        }
        if self.drawn is not None:
            settings["sentences"] = asdict(self.drawn)
        return settings

    def write(
        self, layout: PathLike, rows: PathLike, settings: PathLike | None = None
    ) -> WrittenTask:
        """Write the layout as HTML, the rows as CSV and the settings as JSON, by default beside
        the layout under its name."""
        about = Path(layout).with_suffix(".json") if settings is None else settings
        with writing(layout) as stream:
            stream.write(self.layout)
        write_rows(rows, self.header, self.rows)
        with writing(about) as stream:
            stream.write(json.dumps(self.settings(), ensure_ascii=False, indent=2) + "\n")
        return WrittenTask(self, name_of(layout), name_of(rows), name_of(about), self.remarks)


@dataclass(frozen=True)
class WrittenTask(Finding, kind="task", title="A task for a crowd"):
    """The files of a task."""

    task: Task
    layout: str
    rows: str
    settings: str
    remarks: Sequence[Remark] = ()

    def sections(self) -> Iterator[Section]:
        task = self.task
        number = len(task.rows)
        notes = [
            f"cost: {number * PRICE:,.2f} for one answer to each of {counted(number, 'task')}, at "
            f"{PRICE:.2f} an answer, without the platform's fee",
            f"workers: {task.qualifications}",
        ]
        if task.drawn is not None:
            notes.append(f"sentences: {task.drawn}")
        drawn = ", and how the sentences were sampled" if task.drawn is not None else ""
        table = Table(
            [Column("file", align="left"), Column("holds", align="left"), Column("tasks")],
            [
                [self.layout, "the page that workers see: the layout of a project", None],
                [self.rows, f"the sentences: {', '.join(task.header)}", len(task.rows)],
                [self.settings, f"who may take part{drawn}", None],
            ],
        )
        yield Section(self.title, tables=[table], notes=notes)

    def record(self) -> dict[str, Any]:
        return {
            "layout": self.layout,
            "rows": self.rows,
            "settings": self.settings,
            "placeholders": list(self.task.header),
            "tasks": len(self.task.rows),
            **self.task.settings(),
        }


def rewriting(
    sources: Iterable[str],
    kind: Literal["correction", "simplification"] = "correction",
    *,
    words: tuple[int, int] | None = None,
    sample: int | None = None,
    seed: int = SEED,
    split: bool = False,
    qualifications: Qualifications = PUBLISHED,
    files: Sequence[str] = (),
) -> Task:
    """Have sentences corrected, or simplified; a sentence that is given several times, once.

    With `words`, only sentences that have so many (at least, at most), separated by spaces; with
    `sample`, so many of them, drawn at random. A simplification is one sentence, unless `split`
    lets workers split it. `files` names where the sentences are from; it is recorded.
    """
    if kind not in ("correction", "simplification"):
        raise InputError(f"sentences are for 'correction' or 'simplification', not {kind!r}")
    if split and kind != "simplification":
        raise InputError("only a simplification can be split into several sentences")
    sentences = list(map(plain, sources))
    drawn = None
    if words is not None or sample is not None:
        drawn = _draw(sentences, words, sample, seed, tuple(files))
        sentences = [sentences[place - 1] for place in drawn.places]
    elif "" in sentences:
        raise InputError(
            f"sentence {sentences.index('') + 1} is empty",
            hint="there is nothing to correct in it: take it out",
        )
    rows = ((sentence,) for sentence in dict.fromkeys(sentences))
    return _task(kind, rows, qualifications, drawn, split=split)


def _draw(
    sentences: Sequence[str],
    words: tuple[int, int] | None,
    sample: int | None,
    seed: int,
    files: tuple[str, ...],
) -> SampledSentences:
    """Draw from the different sentences of the right length that are not empty, and keep their
    order. A larger sample with the same seed has all sentences of a smaller one."""
    import numpy as np

    low, high = words or (1, 0)
    if words and not 1 <= low <= high:
        raise InputError(f"expected a range of lengths such as 6-15, found {low}-{high}")
    if sample is not None and sample < 1:
        raise InputError(f"expected a sample of at least one sentence, found {sample}")
    if seed < 0:
        raise InputError(f"expected a random seed of at least 0, found {seed}")
    first: dict[str, int] = {}
    for place, sentence in enumerate(sentences, 1):
        length = len(sentence.split())
        if low <= length and (words is None or length <= high):
            first.setdefault(sentence, place)
    places = list(first.values())
    if len(places) < (sample or 1):
        of_length = f" of {low} to {high} words" if words else ""
        raise InputError(
            f"expected at least {sample or 1} different sentences{of_length}, "
            f"found {len(places)} among {len(sentences)}",
            hint="sample fewer, or give more sentences",
        )
    eligible = len(places)
    if sample is not None:
        order = np.random.default_rng(seed).permutation(eligible)
        places = sorted(places[n] for n in order[:sample])
    return SampledSentences(
        words,
        sample,
        None if sample is None else seed,
        files,
        len(sentences),
        eligible,
        tuple(places),
    )


def judging(crowd: Crowd, qualifications: Qualifications = PUBLISHED) -> Task:
    """Have the distinct corrections of a crowd judged, each as it was written most often."""
    pairs = []
    for sentence in crowd.sentences:
        pairs += [
            (plain(sentence.source), text)
            for variant, text in sentence.written.items()
            if variant != sentence.normalised
        ]
    return replace(_task("validity", pairs, qualifications), remarks=tuple(crowd.remarks))


def rating(
    sources: Sequence[str],
    systems: Mapping[str, Sequence[str]],
    *,
    words: tuple[int, int] | None = None,
    sample: int | None = None,
    seed: int = SEED,
    qualifications: Qualifications = PUBLISHED,
    files: Sequence[str] = (),
) -> Task:
    """Have what systems made of sentences rated: grammar, meaning, and whether one would accept it.

    Outputs that several systems share are rated once. Workers do not see which systems these are:
    the page has a key in their place. Sentences without letters are not rated. `words` and `sample`
    draw sentences, as for `rewriting`. `corrigenda meta` reads the results.
    """
    for name, outputs in systems.items():
        if len(outputs) != len(sources):
            raise InputError(
                f"system {name!r} has {len(outputs)} sentences, and there are {len(sources)}",
                hint="both must have the same sentences in the same order",
            )
        if "," in name:
            raise InputError(f"expected the name of a system without commas, found {name!r}")
    if not systems:
        raise InputError("no system is given", hint="for example systems={'mine': 'output.txt'}")
    sentences = list(map(plain, sources))
    drawn: SampledSentences | None = None
    places: Sequence[int] = range(1, len(sentences) + 1)
    if words is not None or sample is not None:
        drawn = _draw(sentences, words, sample, seed, tuple(files))
        places = drawn.places
    by_output: dict[tuple[str, str], list[str]] = {}
    for place in places:
        for name, outputs in systems.items():
            key = sentences[place - 1], plain(outputs[place - 1])
            by_output.setdefault(key, []).append(name)
    shown = {key: names for key, names in by_output.items() if all(key) and _has_letters(key[0])}
    rows = (
        (*key, blinded(",".join(dict.fromkeys(names)), number))
        for number, (key, names) in enumerate(shown.items(), 1)
    )
    return _task("rating", rows, qualifications, drawn)


def _has_letters(sentence: str) -> bool:
    return any(char.isalpha() for char in sentence)


def layout(kind: Kind, *, split: bool = False) -> str:
    """Return the HTML of a task, with placeholders such as `${sentence_html}`. With `split`, the
    page of a simplification lets workers split the sentence."""
    if kind not in HEADERS:
        raise InputError(f"there is no task {kind!r}", hint=f"there are {', '.join(HEADERS)}")
    return _environment().get_template(f"{kind}.html").render(split=split)


def cell(text: str) -> str:
    """Return a text as HTML that is safe within an element, and stays itself on the platform.

    That refuses characters of four bytes, and might take `${` for a placeholder.
    """
    escaped = html.escape(text).replace("${", "&#36;{")
    return re.sub("[\U00010000-\U0010ffff]", lambda match: f"&#{ord(match[0])};", escaped)


def _task(
    kind: Kind,
    rows: Iterable[Iterable[str]],
    qualifications: Qualifications,
    drawn: SampledSentences | None = None,
    *,
    split: bool = False,
) -> Task:
    cells = tuple(tuple(map(cell, row)) for row in rows)
    if not cells:
        raise InputError("there is nothing to ask")
    return Task(kind, layout(kind, split=split), HEADERS[kind], cells, qualifications, drawn)


@lru_cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "hit"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
