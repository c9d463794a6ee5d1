"""Option groups: options that several commands share, declared once (see `cli.commands`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.errors import InputError
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus, Pair, Segment, System
    from corrigenda.evaluation.result import Result
    from corrigenda.gates import Gate
    from corrigenda.gates.rules import Rule
    from corrigenda.graphs import GraphMaker
    from corrigenda.measures.contract import Measure
    from corrigenda.remarks import Remark
    from corrigenda.results.finding import Finding
    from corrigenda.results.style import Style
    from corrigenda.results.tables import Table
    from corrigenda.statistics.settings import Settings


# --- what other parts add to an evaluation --------------------------------------------------------


class Addition(Protocol):
    """Options of `evaluate` that add a finding to its result: a group that plugs in.

    [project.entry-points."corrigenda.additions"]
    ceiling = "my_package:Ceiling"
    """

    label: ClassVar[str]
    """What messages call it: its option."""

    def files(self) -> Sequence[Path]:
        """Return the files to be read."""

    def prepared(self, measures: Sequence[Measure]) -> Prepared | None:
        """Return the work to be done, with its options checked; None if it is not asked for."""


class Prepared(Protocol):
    """An addition that is asked for, and can be made."""

    def check(self, corpus: Corpus) -> None:
        """Raise InputError if it cannot be made of this corpus."""

    def finding(self, result: Result) -> Finding:
        """Return what to show beside the result."""


class Additions(tuple[Addition, ...]):
    """All additions; a command that takes them calls its parameter `additions`."""

    def files(self) -> list[Path]:
        """Return the files that they read."""
        return [file for one in self for file in one.files()]

    def prepared(self, measures: Sequence[Measure]) -> dict[str, Prepared]:
        """Return the additions that are asked for, by label, with their options checked."""
        prepared = {one.label: one.prepared(measures) for one in self}
        return {label: one for label, one in prepared.items() if one is not None}


# --- the groups -----------------------------------------------------------------------------------


class CorpusFiles(NamedTuple):
    """One corpus, as its files: a gold file, or a source and references."""

    name: str
    """What results call it."""

    gold: Path | None
    source: Path | None
    references: tuple[Path, ...]

    @property
    def stem(self) -> str:
        """The name of its files in folders of outputs."""
        from corrigenda.formats.pairing import stem

        file = self.gold or self.source
        return self.name.replace("/", "-") if "/" in self.name or not file else stem(file)

    @property
    def files(self) -> list[Path]:
        """The files to be read."""
        return [file for file in (self.gold, self.source, *self.references) if file]

    def corpus(self) -> Corpus:
        """Read the corpus."""
        return inputs.corpus(self.source, self.references, self.gold, both=True)

    def stream(self) -> Iterator[Segment]:
        """Read the corpus sentence by sentence."""
        return inputs.stream(self.source, self.references, self.gold, both=True)

    def size(self) -> int | None:
        """Return the number of sentences, if it can be had without much work."""
        from corrigenda.formats import count

        file = self.gold or self.source
        return None if file is None else count(file)


@dataclass(frozen=True)
class Data:
    """A corpus: sentences and their references."""

    golds: options.Golds = None
    source: options.Source = None
    references: options.References = None
    test_sets: options.TestSets = None
    data_folder: options.DataFolder = None

    @cached_property
    def corpora(self) -> list[CorpusFiles]:
        """The corpora that are given."""
        texts = tuple(self.references or ())
        corpora = [self._by_name(name) for name in self.test_sets or ()]
        for gold in self.golds or ():
            corpora.append(
                CorpusFiles(inputs.named(self.source, texts, gold), gold, self.source, texts)
            )
        if corpora and not self.golds and (self.source or texts):
            raise InputError(
                "a corpus is given twice: with -t and with -s or -r",
                hint="give one of the two; run the command twice to use both",
            )
        if texts and len(corpora) > 1:
            raise InputError(
                "the references of -r belong to one corpus, and there are several",
                hint="run the command for each",
            )
        name = inputs.named(self.source, texts, None)
        return corpora or [CorpusFiles(name, None, self.source, texts)]

    def _by_name(self, name: str) -> CorpusFiles:
        from corrigenda.data import files

        local = files(name, self.data_folder)
        return CorpusFiles(name, local.gold, local.source, local.references)

    @property
    def one(self) -> CorpusFiles:
        """The corpus, of which there must be one."""
        if len(self.corpora) > 1:
            names = ", ".join(given.name for given in self.corpora)
            raise InputError(
                f"expected one corpus, found {len(self.corpora)}: {names}",
                hint="run the command for each; `corrigenda evaluate` takes several at once",
            )
        return self.corpora[0]

    @property
    def files(self) -> list[Path]:
        """The files to be read."""
        return [file for given in self.corpora for file in given.files]

    @property
    def name(self) -> str:
        """What results call the corpus."""
        return self.one.name

    def check(
        self, measures: Sequence[Measure] = (), *, several: bool = False, both: bool = False
    ) -> None:
        """Refuse options that name no corpus, or two (unless `several` will do), references as
        edits and as texts (unless `both` will do), or measures that need more than it has."""
        inputs.tell_matches(self.references or ())
        for given in self.corpora if several else [self.one]:
            inputs.check(given.source, given.references, given.gold, measures, both=both)
        names = [given.stem for given in self.corpora]
        if len(set(names)) < len(names):
            raise InputError(f"two corpora have the same name: {', '.join(names)}")

    def corpus(self) -> Corpus:
        """Read the corpus."""
        return self.one.corpus()

    def stream(self) -> Iterator[Segment]:
        """Read the corpus sentence by sentence."""
        return self.one.stream()

    def count(self) -> int | None:
        """Return the number of sentences, if it can be had without much work."""
        return self.one.size()


@dataclass(frozen=True)
class Systems:
    """Outputs of systems."""

    hypotheses: options.Hypotheses
    hyp_format: options.HypothesisFormat = None
    annotator: options.Annotator = None

    @cached_property
    def by_name(self) -> dict[str, Path]:
        """The files of the systems."""
        return inputs.named_files(self.hypotheses)

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return list(self.by_name)

    @property
    def files(self) -> list[Path]:
        """The files to be read."""
        return list(self.by_name.values())

    def check(self, least: int) -> None:
        """Refuse fewer systems than that."""
        inputs.named_files(self.hypotheses, least)

    def on(self, corpora: Sequence[CorpusFiles]) -> list[Systems]:
        """Return the systems' outputs on each of the corpora. A system that is a folder has a file
        for each of them, which is called like the corpus."""
        return [replace(self, hypotheses=self._on(given, len(corpora))) for given in corpora]

    def _on(self, given: CorpusFiles, number: int) -> list[str]:
        return [
            f"{name}={inputs.output_on(path, given.stem, number)}"
            for name, path in self.by_name.items()
        ]

    def read(self, corpus: Corpus) -> list[System]:
        """Read the outputs that belong to a corpus."""
        from corrigenda.formats import read_system

        return [
            read_system(path, corpus, name, format=self.hyp_format, annotator=self.annotator)
            for name, path in self.by_name.items()
        ]

    def beside(self, segments: Iterator[Segment], raw: bool = False) -> Iterator[Pair]:
        """Read the outputs sentence by sentence, beside their sources."""
        from corrigenda.formats import paired

        return paired(
            segments, self.by_name, format=self.hyp_format, annotator=self.annotator, raw=raw
        )


@dataclass(frozen=True)
class Graphs:
    """The parser of texts."""

    parser: options.ParserName = "embedded"
    raw: options.Raw = False
    cache: options.Cache = None

    def parsing(self, measures: Sequence[Measure]) -> GraphMaker | None:
        """Return the parser with its settings, checked; None if none of the measures needs it."""
        from corrigenda.graphs import parsing_for

        parsing = parsing_for(measures, self.parser, self.cache)
        if parsing is not None:
            parsing.check()
        return parsing

    def keywords(self, measures: Sequence[Measure]) -> dict[str, Any]:
        """Return the parser and `raw` as keywords of studies."""
        return {"raw": self.raw, "parser": self.parsing(measures)}


@dataclass(frozen=True)
class Bootstrap:
    """Confidence intervals."""

    ci: options.Confidence = LEVEL
    method: options.IntervalMethod = "bca"
    resamples: options.Resamples = RESAMPLES
    seed: options.Seed = SEED

    def settings(self) -> Settings:
        """Return the settings, checked."""
        from corrigenda.statistics.settings import Settings

        return Settings(**self.keywords())

    def keywords(self) -> dict[str, Any]:
        """Return the settings as the keywords of `evaluate`."""
        given = {"method": self.method, "resamples": self.resamples, "seed": self.seed}
        return {"ci": self.ci or None, **given}


@dataclass(frozen=True)
class Work:
    """The engine and the number of processes."""

    jobs: options.Jobs = None
    engine: options.Engine = None

    @contextmanager
    def with_progress(
        self, label: str, total: int | Callable[[], int | None] | None = None
    ) -> Iterator[None]:
        """Do the work in the block as the options say, and show how far it has come."""
        from corrigenda.engine.parallel import using
        from corrigenda.engine.progress import Bar

        with using(self.engine, jobs=self.jobs), Bar(label, total):
            yield


@dataclass(frozen=True)
class Strictness:
    """The treatment of doubtful input.

    Input:
        strict: End with status 2, before any score is printed, if a remark says that scores mean
            nothing: lines in another order, swapped files, a reference that is the source.
    """

    strict: bool = False

    def remark(self, remarks: Iterable[Remark]) -> None:
        """Print remarks; refuse to go on if one is too bad."""
        said = list(remarks)
        outputs.remark(said)
        kinds = dict.fromkeys(one.kind for one in said if one.fatal)
        if self.strict and kinds:
            raise InputError(
                f"--strict: no scores are printed, because of remarks ({', '.join(kinds)})",
                hint="correct the input, or leave out --strict",
            )


PLAIN = ("", ".txt", ".out", ".log")
"""Endings of files with plain tables."""

STRICTNESS = Strictness()
WORK = Work()
"""The default of commands, which take `work: Work = WORK` after options of their own."""


@dataclass(frozen=True)
class GateRules:
    """Rules that a system must not break, and where their outcome goes.

    Options:
        fail_if (RULE): A rule, such as 'M2 drops 0.5 points significantly' or 'USim < 0.9'; the
            status is 1 if a system breaks it. Repeat for more rules.
        rules (FILE): A file with a rule in each line.
        alpha: Level of significance of all rules with 'significantly' together.

    Output:
        junit (FILE.xml): Write the outcome of rules as JUnit XML.
        summary (FILE.md): Write the outcome of rules for a pull request (Markdown).
    """

    fail_if: list[str] | None = None
    rules: list[Path] | None = None
    alpha: float = 0.05
    junit: Path | None = None
    summary: Path | None = None

    def given(self) -> bool:
        """Return whether there are rules; refuse options that have no effect without them."""
        if self.fail_if or self.rules:
            return True
        if self.junit or self.summary:
            raise InputError(
                "--junit and --summary report on rules", hint="give one: --fail-if RULE"
            )
        return False

    def read(self) -> tuple[Rule, ...]:
        """Return the rules of options and files."""
        from corrigenda.gates import check_alpha
        from corrigenda.gates.rules import read_rules, rules

        check_alpha(self.alpha)
        return rules([*(self.fail_if or []), *(r for f in self.rules or [] for r in read_rules(f))])

    def write(self, part: outputs.Part, checked: Gate) -> None:
        """Write what is wanted besides the table."""
        for path, text in ((self.junit, checked.to_junit), (self.summary, checked.to_summary)):
            if path is not None:
                with part(path):
                    outputs.write_text(text(), path)

    def end(self, checked: Gate, output: Path) -> None:
        """End with status 1 if a rule is broken, and tell which if that is not printed anyway."""
        if output != options.STDOUT:
            for line in [*checked.lines(), checked.verdict()]:
                outputs.say(line)
        if not checked.passed:
            raise typer.Exit(1)


@dataclass(frozen=True)
class Tables:
    """Output without figures: tables or JSON, a page."""

    wanted_format: options.OutputFormat = None
    output: options.OutputFile = options.STDOUT
    report: options.ReportFile = None
    percent: options.Percent = False
    digits: options.Digits = None
    columns: options.Columns = ""
    captions: options.Captions = None
    labels: options.Labels = None
    long: options.Long = False
    bare: options.Bare = False
    unchanged_row: options.Unchanged = True

    @property
    def format(self) -> options.Format:
        """The format that is asked for, or the one that the ending of the file names."""
        suffix = Path(self.output.name.removesuffix(".gz")).suffix
        return self.wanted_format or options.ENDINGS.get(suffix.lower(), "table")

    def check(self, files: Iterable[Path | None], *others: Path | None) -> None:
        """Refuse outputs that cannot be written, or would overwrite an input."""
        outputs.check([self.output, self.report, *others], files)
        self._check_ending()

    def _check_ending(self) -> None:
        """Refuse an ending that names no format of tables, unless a format is asked for."""
        ending = Path(self.output.name.removesuffix(".gz")).suffix.lower()
        if self.wanted_format is None and ending not in (*options.ENDINGS, *PLAIN):
            raise InputError(
                f"the ending {ending} names no format of tables",
                file=self.output,
                hint=f"endings are {', '.join((*options.ENDINGS, *PLAIN[1:]))}; or name a format "
                "with -f",
            )

    def show(self, *findings: Finding, plot: str = "") -> None:
        """Write findings wherever they are wanted; what fails does not keep the rest from it."""
        from corrigenda.results.finding import remarks

        outputs.remark(remarks(findings))
        with outputs.independent() as part:
            self.write(part, *findings, plot=plot)

    def write(
        self, part: outputs.Part, *findings: Finding, plot: str = "", only: str | None = None
    ) -> None:
        """As `show`, beside other outputs. Of findings of several kinds, tables may be of `only`
        one."""
        from corrigenda.results.finding import save, to_json

        given, findings = findings, self._styled(findings)
        with part("--columns"):
            if self.columns:
                self.check_columns(self._printed(given, only))
            with part(self.output):
                data = to_json(given) if self.format == "json" else None
                tables = self._printed(findings, only)
                outputs.write(tables, data, self.format, self.output)
        if self.report is not None:
            with part(self.report):
                save(findings, self.report, ".html")
                outputs.say(f"the report is in {self.report}")

    def _printed(self, findings: Sequence[Finding], only: str | None) -> list[Table]:
        """Return the tables to print; in CSV, of what was asked for besides, if anything was."""
        shown = [one for one in findings if only in (None, one.kind.partition(" ")[0])]
        if self.format == "csv":
            return [one.one_table() for one in (shown[1:] if only is None else ()) or shown]
        return [table for one in shown for table in one.tables()]

    def check_columns(self, tables: Sequence[Table]) -> None:
        """Refuse columns that none of the tables has."""
        self.style().check(tables)

    def style(self) -> Style:
        """Return the style that the options ask for."""
        from corrigenda.measures.registry import split_list
        from corrigenda.results.style import Style, captions

        return Style(
            self.percent,
            self.digits,
            tuple(split_list(self.columns)),
            captions(self.captions or []),
            self.bare,
            self.unchanged_row,
            captions(self.labels or [], "labels"),
            self.long,
        )

    def _styled(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """Return the findings as tables are to be printed. The main caption goes to what was asked
        for besides, if anything was."""
        from corrigenda.results.style import Style, Styled

        style = self.style()
        if style == Style():
            return tuple(findings)
        main = findings[min(1, len(findings) - 1)]
        return tuple(Styled(finding, style, main=finding is main) for finding in findings)


@dataclass(frozen=True)
class Output(Tables):
    """Output: tables or JSON, a figure, a page."""

    figure: options.FigureFile = None

    def check(
        self, files: Iterable[Path | None], *others: Path | None, plot: str | None = None
    ) -> None:
        """Refuse outputs that cannot be written, or would overwrite an input, and the choice of a
        figure (`plot`) where none is drawn."""
        outputs.check([self.output, self.report, *others], files, figure=self.figure)
        self._check_ending()
        if plot is not None and self.figure is None:
            raise InputError(
                "--plot chooses what a figure shows", hint="ask for one: --figure FILE.pdf"
            )

    def write(
        self,
        part: outputs.Part,
        *findings: Finding,
        plot: str = "",
        only: str | None = None,
        drawn: Finding | None = None,
    ) -> None:
        """As `show`, beside other outputs. The figure is that of `drawn`, by default the first."""
        super().write(part, *findings, plot=plot, only=only)
        if self.figure is not None:
            with part(self.figure):
                self._styled([drawn or findings[0]])[0].plot(plot).save(self.figure)
