"""Option groups: options that several commands share, declared once.

A group is a dataclass whose fields are typer options. A command takes it as one parameter, and
`flattened` makes options of its fields:

    @flattened
    def run(data: Data, bootstrap: Bootstrap, out: Output) -> None:
        out.check(data.files)
        out.show(study(data.corpus(), settings=bootstrap.settings()))
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, get_type_hints

from corrigenda import plugins
from corrigenda.cli import inputs, options, outputs
from corrigenda.statistics import LEVEL, RESAMPLES, SEED

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus, Pair, Segment, System
    from corrigenda.engine.parallel import Progress
    from corrigenda.evaluation.result import Result
    from corrigenda.graphs import Parsing
    from corrigenda.measures.contract import Measure
    from corrigenda.results.finding import Finding
    from corrigenda.statistics.settings import Settings


def flattened(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with the fields of its option groups as parameters of its own."""
    hints = get_type_hints(function, include_extras=True)
    parameters: list[inspect.Parameter] = []
    groups: dict[str, tuple[Any, list[str]]] = {}
    added: list[tuple[Any, list[str]]] = []
    for parameter in inspect.signature(function).parameters.values():
        kind = hints[parameter.name]
        if is_dataclass(kind):
            parameters += _parameters(kind)
            groups[parameter.name] = kind, [field.name for field in fields(kind)]
        elif kind is Additions:
            for name in plugins.declared("addition"):
                addition = plugins.load("addition", name)
                parameters += _parameters(addition)
                added.append((addition, [field.name for field in fields(addition)]))
        else:
            parameters.append(_parameter(parameter.name, parameter.default, kind))

    @wraps(function)
    def run(**given: Any) -> Any:
        def filled(group: Any, names: list[str]) -> Any:
            return group(**{field: given.pop(field) for field in names})

        additions = Additions(filled(*one) for one in added)
        given |= {name: filled(*group) for name, group in groups.items()}
        if additions:
            given["additions"] = additions
        return function(**given)

    return _with_parameters(run, parameters)


def on_any_engine(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command that has `jobs` with the option `--engine` beside it; others as they are."""
    own = inspect.signature(function).parameters
    if "jobs" not in own or "engine" in own:
        return function
    hints = get_type_hints(function, include_extras=True)
    parameters = [_parameter(p.name, p.default, hints[p.name]) for p in own.values()]
    place = 1 + list(own).index("jobs")
    parameters.insert(place, _parameter("engine", None, options.Engine))

    @wraps(function)
    def run(engine: str | None, **given: Any) -> Any:
        from corrigenda.engine.parallel import using

        with using(engine):
            return function(**given)

    return _with_parameters(run, parameters)


def _with_parameters(run: Any, parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    run.__signature__ = inspect.Signature(parameters)
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    del run.__wrapped__
    return run  # type: ignore[no-any-return]


def _parameters(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [_parameter(f.name, _default(f), hints[f.name]) for f in fields(group)]


def _parameter(name: str, default: Any, annotation: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return inspect.Parameter.empty if field.default is MISSING else field.default


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

    def finding(self, result: Result, jobs: int | None, progress: Progress | None) -> Finding:
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


@dataclass(frozen=True)
class Data:
    """A corpus: sentences and their references."""

    gold: options.Gold = None
    source: options.Source = None
    references: options.References = None

    @property
    def files(self) -> list[Path]:
        """The files to be read."""
        return [file for file in (self.gold, self.source, *(self.references or [])) if file]

    @property
    def name(self) -> str:
        """What results call the corpus."""
        return inputs.named(self.source, self.references or [], self.gold)

    def check(self, measures: Sequence[Measure] = ()) -> None:
        """Refuse options that name no corpus, or two, or measures that need more than it has."""
        inputs.check(self.source, self.references or [], self.gold, measures)

    def corpus(self) -> Corpus:
        """Read the corpus."""
        return inputs.corpus(self.source, self.references or [], self.gold)

    def stream(self) -> Iterator[Segment]:
        """Read the corpus sentence by sentence."""
        return inputs.stream(self.source, self.references or [], self.gold)


@dataclass(frozen=True)
class Systems:
    """What systems made of a corpus."""

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
    """What makes graphs of text."""

    parser: options.ParserName = "embedded"
    raw: options.Raw = False
    cache: options.Cache = None

    def parsing(self, measures: Sequence[Measure]) -> Parsing | None:
        """Return the parser with its settings, checked; None if none of the measures needs it."""
        from corrigenda.graphs import parsing_for

        parsing = parsing_for(measures, self.parser, self.cache)
        if parsing is not None:
            parsing.check()
        return parsing


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
class Tables:
    """Where results without figures go: tables or JSON, a page."""

    format: options.OutputFormat = "table"
    output: options.OutputFile = options.STDOUT
    report: options.ReportFile = None

    def check(self, files: Iterable[Path | None], *others: Path | None) -> None:
        """Refuse outputs that cannot be written, or would overwrite an input."""
        outputs.check([self.output, self.report, *others], files)

    def show(self, *findings: Finding, plot: str = "") -> None:
        """Write findings wherever they are wanted; what fails does not keep the rest from it."""
        from corrigenda.results.finding import remarks

        outputs.remark(remarks(findings))
        with outputs.independent() as part:
            self.write(part, *findings, plot=plot)

    def write(self, part: outputs.Part, *findings: Finding, plot: str = "") -> None:
        """As `show`, beside other outputs."""
        from corrigenda.results.finding import save, to_json

        with part(self.output):
            data = to_json(findings) if self.format == "json" else None
            if self.format == "csv":  # which is one table: what was asked for besides, if anything
                tables = [finding.one_table() for finding in findings[1:] or findings]
            else:
                tables = [table for finding in findings for table in finding.tables()]
            outputs.write(tables, data, self.format, self.output)
        if self.report is not None:
            with part(self.report):
                save(findings, self.report, ".html")
                outputs.say(f"the report is in {self.report}")


@dataclass(frozen=True)
class Output(Tables):
    """Where results go: tables or JSON, a figure, a page."""

    figure: options.FigureFile = None

    def check(
        self, files: Iterable[Path | None], *others: Path | None, plot: str | None = None
    ) -> None:
        """Refuse outputs that cannot be written, or would overwrite an input, and the choice of a
        figure (`plot`) where none is drawn."""
        outputs.check([self.output, self.report, *others], files, figure=self.figure)
        if plot is not None and self.figure is None:
            from corrigenda.errors import InputError

            raise InputError(
                "--plot chooses what a figure shows", hint="ask for one: --figure FILE.pdf"
            )

    def write(
        self, part: outputs.Part, *findings: Finding, plot: str = "", drawn: Finding | None = None
    ) -> None:
        """As `show`, beside other outputs. The figure is that of `drawn`, by default the first."""
        super().write(part, *findings, plot=plot)
        if self.figure is not None:
            with part(self.figure):
                (drawn or findings[0]).plot(plot).save(self.figure)
