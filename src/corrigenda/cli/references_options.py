"""Options that the commands of `corrigenda references` share, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from corrigenda.cli import inputs, options, outputs
from corrigenda.errors import InputError

if TYPE_CHECKING:
    from corrigenda.corpus import Corpus
    from corrigenda.population.crowd import Crowd, Selection
    from corrigenda.population.population import Population

WHO = "Whom and what to keep"
TASK = "Whom and what to ask"

Files = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILES]",
        help="What a crowd wrote: results of Mechanical Turk (.csv), or JSONL. A file in any other "
        "format is a corpus, as if given with --m2.",
        show_default=False,
    ),
]
FilesOrPopulations = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[FILES]",
        help="What a crowd wrote (.csv, .jsonl), or populations that `estimate` wrote. A file in "
        "any other format is a corpus, as if given with --m2.",
        show_default=False,
    ),
]
Corpora = Annotated[
    list[Path] | None,
    typer.Option(
        "--m2",
        "--gold",
        metavar="FILE",
        help="A corpus: sentences with references by annotators (M2, or any other format with "
        "references), instead of FILES. Repeat for several files.",
        rich_help_panel=options.INPUT,
    ),
]
Select = Annotated[
    Literal["all", "paper", "code", "judged", "released"],
    typer.Option(
        "--select", help="A published selection of sentences, or all.", rich_help_panel=WHO
    ),
]
Normalise = Annotated[
    Literal["paper", "cased", "early", "plain"] | None,
    typer.Option(
        "--normalise",
        help="When answers are the same; by default as selected.",
        rich_help_panel=WHO,
    ),
]
Unchanged = Annotated[
    float | None,
    typer.Option(
        "--unchanged",
        metavar="SHARE",
        help="Drop sentences that this share of workers left unchanged (0.5: half of them).",
        rich_help_panel=WHO,
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Believe all workers, but for answers rejected on the platform.",
        rich_help_panel=WHO,
    ),
]
DropEmpty = Annotated[
    bool,
    typer.Option(
        "--drop-empty", help="Leave empty answers out; otherwise an error.", rich_help_panel=WHO
    ),
]
Encoding = Annotated[
    str, typer.Option("--encoding", help="Of CSV files; often cp1252.", rich_help_panel=WHO)
]
ColumnNames = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="WHAT=HEADER",
        help="Where things are in CSV files: source, answer, worker, assignment, status, "
        "feedback; without a header: nowhere.",
        rich_help_panel=WHO,
    ),
]
Numbers = Annotated[
    str | None,
    typer.Option(
        "--references",
        "-M",
        metavar="NUMBERS",
        help="Numbers of references, such as 1,2,5-10,100.",
        rich_help_panel=options.SETTINGS,
    ),
]
Estimator = Annotated[
    Literal["unseen", "empirical"],
    typer.Option(
        "--method",
        help="Estimate what was not seen (UnseenEst), or take what was seen for all.",
        rich_help_panel=options.SETTINGS,
    ),
]
KeyName = Annotated[
    Literal["exact", "index", "positions"],
    typer.Option(
        "--key",
        help="Corrections are the same if their texts are, if they change the same places, or the "
        "same places of the source (insertions unseen).",
        rich_help_panel=options.SETTINGS,
    ),
]


ALL_KEYS = "exact,index"


@dataclass(frozen=True)
class Given:
    """What people wrote, as the command line names it: files of a crowd, or a corpus."""

    files: Sequence[Path] | None = None
    gold: Sequence[Path] | None = None
    source: Path | None = None
    references: Sequence[Path] | None = None

    def __post_init__(self) -> None:
        corpus = bool(self.gold or self.source or self.references)
        if bool(self.files) == corpus:
            raise InputError(
                "expected what a crowd wrote, or a corpus with references"
                + (", found both" if corpus else ""),
                hint="give FILES; or --m2 FILE, or -s FILE with -r FILE -r FILE",
            )

    @property
    def paths(self) -> list[Path | None]:
        """All files, so that none is overwritten."""
        return [*(self.files or []), *(self.gold or []), self.source, *(self.references or [])]

    def sources(self) -> list[str]:
        """Return the sentences alone, of texts or corpora."""
        from corrigenda.population.reading import read_sources

        if self.files:
            return read_sources(self.files)
        return [source for corpus in self.corpora() for source in corpus.sources]

    def corpora(self) -> list[Corpus]:
        """Return the corpora that options describe."""
        return inputs.corpora(self.source, self.references or [], self.gold or [])


@dataclass(frozen=True)
class Counting:
    """How answers are counted, as options say. A field has the name of its option."""

    select: str = "all"
    normalise: str | None = None
    unchanged: float | None = None
    trust: bool = False
    drop_empty: bool = False
    encoding: str = "utf-8"
    column: Sequence[str] | None = None

    def given(self) -> list[str]:
        """Return the names of the options that differ from their defaults."""
        return [f.name for f in fields(self) if getattr(self, f.name) not in (f.default, [])]

    def crowd(self, given: Given) -> Crowd:
        """Return what a crowd wrote, or a corpus's references as if a crowd had written them; say
        what was left out."""
        from corrigenda.population.crowd import Crowd
        from corrigenda.population.reading import crowd_of

        people = self.people(given)
        if not isinstance(people, Crowd):
            people = crowd_of(chain(*people), self.selection())
        for note in people.notes:
            outputs.say(note)
        return people

    def people(self, given: Given) -> Crowd | list[Corpus]:
        """Return what a crowd wrote, or corpora: whichever is given."""
        from corrigenda.formats.mturk import Columns
        from corrigenda.population.reading import read_people

        if not given.files:
            return given.corpora()
        return read_people(
            given.files,
            self.selection(),
            columns=named_columns(Columns(), self.column),
            encoding=self.encoding,
            drop_empty=self.drop_empty,
        )

    def selection(self) -> Selection:
        """Return which answers and sentences to keep."""
        from corrigenda.population.crowd import selection

        chosen = selection(self.select)
        if self.normalise is not None:
            chosen = replace(chosen, normalise=self.normalise)
        if self.unchanged is not None:
            chosen = replace(chosen, unchanged=self.unchanged)
        if self.trust:
            chosen = replace(chosen, rules=None)
        return chosen

    def populations(self, given: Given, **more: bool) -> dict[str, Population] | None:
        """The populations in a file, if that is what it holds. Options that say how to make some
        would be ignored: these, and `more`, if they are not as they are when nothing is said."""
        from corrigenda.population.populations import read
        from corrigenda.population.reading import holds_populations

        files = given.files or []
        if not any(map(holds_populations, files)):
            return None
        if len(files) > 1:
            raise InputError(f"expected one file of populations, found {len(files)} files")
        if idle := [*self.given(), *(name for name, given in more.items() if given)]:
            raise InputError(
                f"{spelled(idle)}: of no use with populations, which are estimated already",
                file=files[0],
                hint="say so to `corrigenda references estimate`, or give what the crowd wrote",
            )
        return read(files[0])

    def estimable(self, given: Given, method: str) -> Crowd:
        """Return what a crowd wrote about sentences that can be estimated from; say which cannot
        be."""
        crowd = self.crowd(given)
        several = crowd.with_several_answers() if method == "unseen" else crowd
        if not several.sentences:
            return crowd  # estimating says what is wrong
        for note in several.notes[len(crowd.notes) :]:
            outputs.say(note)
        return several

    def estimated(
        self, given: Given, key: Any, method: Any, jobs: int | None
    ) -> tuple[dict[str, Population], tuple[str, ...]]:
        """Return the populations in a file, or of what a crowd wrote, and what was left out."""
        from corrigenda.engine.progress import Bar
        from corrigenda.population.reading import estimated

        found = self.populations(given, key=key != "exact", method=method != "unseen")
        if found is not None:
            return found, ()
        crowd = self.estimable(given, method)
        with Bar("Estimating", len(crowd.sentences)) as bar:
            return estimated(crowd, key, method, jobs=jobs, progress=bar), crowd.notes


def spelled(names: Iterable[str]) -> str:
    """Return the options of these names, as users type them."""
    return ", ".join("--" + name.replace("_", "-") for name in names)


def named_columns(defaults: Any, given: Sequence[str] | None) -> Any:
    """The names of columns, of which some are given as WHAT=HEADER."""
    known = {field.name for field in fields(defaults)}
    for text in given or []:
        what, equals, header = text.partition("=")
        if not equals or what not in known:
            raise InputError(
                f"expected WHAT=HEADER after {defaults.option}, found {text!r}",
                hint=f"WHAT is one of {', '.join(sorted(known))}",
            )
        defaults = replace(defaults, **{what: header or None})
    return defaults


def numbers(text: str | None, otherwise: Sequence[int]) -> list[int]:
    """Numbers and ranges between commas: 1,2,5-10."""
    if text is None:
        return list(otherwise)
    found: list[int] = []
    for part in inputs.listed(text):
        first, dash, last = part.partition("-")
        try:
            low = int(first)
            high = int(last) if dash else low
        except ValueError:
            low, high = 1, 0
        if high < low or high - low > 100_000:
            raise InputError(f"expected numbers such as 1,2,5-10, found {part!r}")
        found += range(low, high + 1)
    if not found:
        raise InputError("expected numbers such as 1,2,5-10, found none")
    return sorted(set(found))


def shares(text: str) -> dict[int, float]:
    """M=SHARE between commas."""
    found: dict[int, float] = {}
    for part in inputs.listed(text):
        number, _, share = part.partition("=")
        try:
            found[int(number)] = float(share)
        except ValueError:
            raise InputError(
                f"expected M=SHARE, found {part!r}", hint="write 1=0.14,2=0.23"
            ) from None
    return found
