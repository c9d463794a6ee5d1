"""`corrigenda conservatism`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from corrigenda.cli import options
from corrigenda.cli.groups import WORK, Bootstrap, Data, Output, Systems, Work

COMMAND = "conservatism"
PANEL = "Conservatism: is the system too timid?"


@dataclass(frozen=True)
class Changes:
    """The definition of a changed word.

    Options:
        change: Count any difference of a word as a change, or only one beyond inflection (approx).
        tokens: Use the corpus's own tokens, or those of the authors' code (released).
    """

    change: Literal["any", "approx"] = "any"
    tokens: Literal["corpus", "released"] = "corpus"


def run(
    systems: Systems,
    data: Data,
    changes: Changes,
    bootstrap: Bootstrap,
    out: Output,
    pairing: Literal["line", "text"] = "line",
    stops: Literal["text", "semicolons", "tokens"] = "text",
    by: Literal["type"] | None = None,
    types: options.Types = "errant",
    raw: options.Raw = False,
    work: Work = WORK,
    plot: Literal["changes", "breaks", "order", "types"] | None = None,
) -> None:
    """Is a system too timid? Compare how much it changes with how much annotators do.

    [bold]Examples[/bold]

      corrigenda conservatism --m2 gold.m2 -H A=a.txt -H B=b.txt
      corrigenda conservatism -s source.txt -r ref0.txt -r ref1.txt -H a.txt --figure map.pdf
      corrigenda conservatism --m2 gold.m2 -H a.txt --pairing text --figure breaks.pdf --plot breaks
      corrigenda conservatism --m2 gold.m2 -H A=a.txt --by type --report report.html

    Options:
        pairing: Count splits and joins of sentences in each line, or in running text (shows joins
            across lines).
        stops: Sentences end at stops as in running text, at semicolons, too, as in the authors'
            code, or only at the tokens . ? and !.
        by: Also compare edits of each type.

    Output:
        plot: What the figure shows: sentences by changed words (default), splits and joins, the
            order of words, or edits by type.
    """
    from corrigenda.changes.conservatism import conservatism
    from corrigenda.errors import InputError

    settings = bootstrap.settings()
    out.check([*data.files, *systems.by_name.values()], plot=plot)
    if plot == "types" and by != "type":
        raise InputError("--plot types draws edits by type", hint="ask for them: --by type")
    data.check()
    with work.with_progress("Comparing", data.count):
        finding = conservatism(
            data.stream(),
            systems.by_name,
            raw=raw,
            **vars(changes),
            pairing=pairing,
            stops=stops,
            by_type=by == "type",
            types=types,
            settings=settings,
            format=systems.hyp_format,
            annotator=systems.annotator,
            origin=data.name,
        )
    out.show(finding, plot=plot or "")
