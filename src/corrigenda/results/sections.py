"""Sections, the parts of every result: verdicts, tables, figures, notes and signatures.

A section is plain data. Text formats, notebooks, the HTML report, saved files and the command line
render sections, and know nothing of the study behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corrigenda.results.figures import Figure
from corrigenda.results.sentences import Sentences
from corrigenda.results.tables import Table
from corrigenda.results.words import unmarked


@dataclass(frozen=True)
class Section:
    """One section of a result.

    Text formats print verdicts, tables, notes and signatures; pages show everything. `details`
    are sections within this one that only pages show.
    """

    title: str
    about: str = ""
    """What is shown here and how to read it, in a sentence or two."""

    verdicts: Sequence[str] = ()
    """What a busy reader takes away; names in it may be marked by `words.named`."""

    tables: Sequence[Table] = ()
    in_text: Sequence[Table] = ()
    """Tables that text formats print where pages show `details`."""

    figures: Sequence[Figure] = ()
    notes: Sequence[str] = ()
    """Remarks, warnings, definitions."""

    signatures: Sequence[str] = ()
    details: Sequence[Section] = ()
    alternatives: str = ""
    """What the details are alternatives of ("Measure", say): a page shows one of them at a time."""

    sentences: Sentences | None = None

    def printed(self) -> list[Table]:
        """Return the tables as text formats print them: the last one carries what else there is to
        say."""
        said = [*map(unmarked, [*self.verdicts, *self.notes]), *self.signatures]
        tables = [*self.tables, *self.in_text]
        if not tables:
            return [Table((), (), self.title, said)] if said else []
        *before, last = tables
        return [*before, replace(last, notes=[*last.notes, *said])]


def key(title: str) -> str:
    """Return what addresses call a section.

    >>> key("Sentences by type")
    'sentences-by-type'
    """
    words = "".join(c if c.isalnum() else " " for c in title.lower()).split()
    return "-".join(words) or "section"
