"""Options that the commands of `corrigenda references` share, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from corrigenda.cli import inputs, options
from corrigenda.errors import InputError

if TYPE_CHECKING:
    from corrigenda.population.crowd import Crowd
    from corrigenda.population.population import Population

WHO = "Whom and what to keep"
TASK = "Whom and what to ask"

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILES",
        help="What a crowd wrote: results of Mechanical Turk (.csv), or a corpus with references.",
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
        rich_help_panel=options.FIGURES,
    ),
]
Estimator = Annotated[
    Literal["unseen", "empirical"],
    typer.Option(
        "--method",
        help="Estimate what was not seen (UnseenEst), or take what was seen for all.",
        rich_help_panel=options.FIGURES,
    ),
]
KeyName = Annotated[
    Literal["exact", "index", "positions"],
    typer.Option(
        "--key",
        help="Corrections are the same if their texts are, if they change the same places, or the "
        "same places of the source (insertions unseen).",
        rich_help_panel=options.FIGURES,
    ),
]


ALL_KEYS = "exact,index"


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

    def crowd(self, files: Sequence[Path]) -> Crowd:
        """What a crowd wrote, by these options."""
        from corrigenda.formats.mturk import Columns
        from corrigenda.population.crowd import selection
        from corrigenda.population.reading import read_crowd

        chosen = selection(self.select)
        if self.normalise is not None:
            chosen = replace(chosen, normalise=self.normalise)
        if self.unchanged is not None:
            chosen = replace(chosen, unchanged=self.unchanged)
        if self.trust:
            chosen = replace(chosen, rules=None)
        return read_crowd(
            files,
            chosen,
            columns=named_columns(Columns(), self.column),
            encoding=self.encoding,
            drop_empty=self.drop_empty,
        )

    def populations(self, files: Sequence[Path], **more: bool) -> dict[str, Population] | None:
        """The populations in a file, if that is what it holds. Options that say how to make some
        would be ignored: these, and `more`, if they are not as they are when nothing is said."""
        from corrigenda.population.populations import read
        from corrigenda.population.reading import holds_populations

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

    def estimated(
        self, files: Sequence[Path], key: Any, method: Any, jobs: int | None
    ) -> dict[str, Population]:
        """The populations in a file, or of what a crowd wrote, with a bar."""
        from corrigenda.engine.progress import Bar
        from corrigenda.population.reading import estimated

        given = self.populations(files, key=key != "exact", method=method != "unseen")
        if given is not None:
            return given
        crowd = self.crowd(files)
        with Bar("Estimating", len(crowd.sentences)) as bar:
            return estimated(crowd, key, method, jobs=jobs, progress=bar)


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
