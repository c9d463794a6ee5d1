"""Sentences, their references, and the corrections of systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from html import escape
from typing import NamedTuple, overload

from corrigenda.edits import (
    NO_MATHEMATICS,
    Edit,
    apply_bytes,
    apply_chars,
    apply_tokens,
    extract,
    in_order,
    leads_to,
    overlapping,
)
from corrigenda.errors import InputError, quoted
from corrigenda.units import bytes_to_chars, same_tokens, to_tokens

_LONG = 10_000
"""Characters of a source whose tokens are not remembered."""


def source_tokens(source: str) -> list[str]:
    """Return a source, split at whitespace: once for all its corrections. Leave the list as it
    is."""
    return _split(source) if len(source) < _LONG else source.split()


@lru_cache(maxsize=256)  # more sentences than are read before the first of them is scored
def _split(source: str) -> list[str]:
    return source.split()


@dataclass(frozen=True, repr=False)
class Correction:
    """One way to correct a sentence, by an annotator or by a system: as text, as edits, or both.

    Give `text`, `given_edits` or both. What is not given is derived when it is first asked for:
    text by applying the edits, edits by a minimal token alignment. An empty tuple of edits says
    that the sentence is fine as it is. `graph` says what the corrected text means (a
    `corrigenda.meaning.graph.Graph`), for measures of meaning.

    >>> Correction("He like dogs .", text="He likes dogs .").edits
    (Edit(1:2 -> 'likes', R),)
    """

    source: str
    given_text: str | None = None
    given_edits: tuple[Edit, ...] | None = None
    by: str = ""
    graph: object | None = field(default=None, repr=False)

    def __init__(
        self,
        source: str,
        text: str | None = None,
        edits: Sequence[Edit] | None = None,
        by: str = "",
        *,
        graph: object | None = None,
    ) -> None:
        if text is None and edits is None:
            raise InputError("a correction needs its text, its edits, or both")
        # Readers make these by the million, and this is the fastest way past a frozen class. What
        # is not given is an attribute of the class.
        state = self.__dict__
        state["source"] = source
        state["by"] = by
        if graph is not None:
            state["graph"] = graph
        if text is not None:
            state["given_text"] = state["text"] = text
        if edits is not None:
            given = state["given_edits"] = tuple(edits)
            for edit in given:
                if edit.unit != "token":
                    break
            else:
                state["edits"] = given

    @cached_property
    def text(self) -> str:
        edits = self.given_edits
        assert edits is not None  # a text that is given is there already
        if not edits:
            return self.source
        if edits[0].unit == "token":
            return " ".join(self.tokens)
        try:
            if edits[0].unit == "char":
                return apply_chars(self.source, edits)
            return apply_bytes(self.source.encode(), edits).decode()
        except InputError as error:
            raise self._named(error) from None

    @property
    def has_text(self) -> bool:
        """Is there a text? Not if it was given as edits that overlap; measures of edits take them.

        >>> Correction("a b c", edits=(Edit(0, 2, ("x",)), Edit(1, 3, ("y",)))).has_text
        False
        """
        state = self.__dict__
        if "text" in state or len(edits := self.given_edits or ()) < 2:
            return True
        if "_overlap" not in state:  # asked for by every measure of texts
            state["_overlap"] = overlapping(edits)
        return not state["_overlap"]

    def _named(self, error: InputError) -> InputError:
        whose = f"annotator {self.by}: " if self.by else ""
        return InputError(f"{whose}{error.message}", hint=error.hint)

    @cached_property
    def tokens(self) -> list[str]:
        """The corrected text, split at whitespace."""
        edits = self.given_edits
        if edits is None or self.given_text is not None or (edits and edits[0].unit != "token"):
            return self.text.split()
        try:
            return apply_tokens(source_tokens(self.source), edits)
        except InputError as error:
            raise self._named(error) from None

    def has_tokens_of(self, other: Correction) -> bool:
        """Return whether both corrected texts have the same tokens: faster than to make those of
        edits, as most corrections differ early."""
        edits = self.given_edits
        if edits is None or self.given_text is not None or (edits and edits[0].unit != "token"):
            return same_tokens(self.text, other.text)
        try:
            return leads_to(source_tokens(self.source), edits, source_tokens(other.text))
        except InputError as error:
            raise self._named(error) from None

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """The edits over tokens: as given, or extracted from the two texts."""
        given = self.given_edits
        if given is None:
            return tuple(extract(source_tokens(self.source), self.tokens))
        if any(edit.unit == "char" for edit in given):
            return tuple(to_tokens(self.source, given))
        return tuple(to_tokens(self.source, bytes_to_chars(self.source.encode(), given)))

    @cached_property
    def token_edits(self) -> tuple[tuple[int, int, tuple[tuple[str, ...], ...]], ...]:
        """The edits as scorers match them: start, end, and the alternatives as tuples of tokens."""
        return tuple(
            (edit.start, edit.end, tuple(tuple(text.split()) for text in edit.texts))
            for edit in self.edits
        )

    def __repr__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        return f"<Correction{by}: {quoted(self.text) if self.has_text else self.given_edits}>"

    def _repr_html_(self) -> str:
        """The source with its edits in it; one that overlaps another names its extent instead."""
        source = self.source.split()
        shown: list[str] = []
        at = 0
        for edit in in_order(self.edits):
            shown += map(escape, source[at : edit.start])
            original = " ".join(source[edit.start : edit.end])
            shown.append(edit.html(original) if edit.start >= at else edit._repr_html_())
            at = max(at, edit.end)
        shown += map(escape, source[at:])
        return f'<div class="{NO_MATHEMATICS}" dir="auto">{" ".join(shown)}</div>'


@dataclass(frozen=True, repr=False)
class Segment:
    """One source sentence and its references: as many as there are, which may be none.

    `id` names it in messages and outputs; by default its number in the corpus, from 1. `graph` says
    what the source means (a `corrigenda.meaning.graph.Graph`), for measures of meaning. `texts` are
    references as texts, where `references` are gold edits: each measure takes those that its
    published scores come from (see `Measure.view`).
    """

    source: str
    references: tuple[Correction, ...] = ()
    id: str = ""
    attributes: tuple[tuple[str, str | int | float | None], ...] = ()
    graph: object | None = field(default=None, repr=False)
    texts: tuple[Correction, ...] | None = None

    def __init__(
        self,
        source: str,
        references: tuple[Correction, ...] = (),
        id: str = "",
        attributes: tuple[tuple[str, str | int | float | None], ...] = (),
        graph: object | None = None,
        texts: tuple[Correction, ...] | None = None,
    ) -> None:
        state = self.__dict__  # as of corrections
        state["source"] = source
        state["references"] = references
        state["id"] = id
        if attributes:
            state["attributes"] = attributes
        if graph is not None:
            state["graph"] = graph
        if texts is not None:
            state["texts"] = texts

    @cached_property
    def tokens(self) -> list[str]:
        """The source, split at whitespace."""
        return self.source.split()

    @property
    def by_annotator(self) -> dict[str, Correction]:
        """The references by annotator: by name if each has its own, else by number from 0."""
        names = [reference.by for reference in self.references]
        if "" in names or len(set(names)) < len(names):
            names = [str(k) for k in range(len(names))]
        return dict(zip(names, self.references, strict=True))

    def __repr__(self) -> str:
        name = f" {self.id}" if self.id else ""
        return f"<Segment{name}: {quoted(self.source)}, {_counted(self.references, 'reference')}>"

    def _repr_html_(self) -> str:
        """Return the source, and below it each reference with its edits."""
        return _listed([self])

    def with_texts(self) -> Segment:
        """Return the segment with those references alone that have a text (see
        `Correction.has_text`)."""
        if self.texts is not None:
            return replace(self, references=self.texts, texts=None)
        for reference in self.references:
            if not reference.has_text:
                break
        else:
            return self
        return replace(self, references=tuple(r for r in self.references if r.has_text))

    def without_text(self, number: int) -> list[LeftOut]:
        """Return the references that have no text; `number` names the segment if it has no id."""
        if self.texts is not None:
            return []
        for reference in self.references:
            if not reference.has_text:
                break
        else:
            return []
        return [
            LeftOut(self.id or str(number), name)
            for name, reference in self.by_annotator.items()
            if not reference.has_text
        ]


class LeftOut(NamedTuple):
    """A reference that is left out where texts are needed, since its edits overlap."""

    sentence: str
    annotator: str


def with_texts(segments: Iterable[Segment]) -> tuple[list[Segment], list[LeftOut]]:
    """Return the segments with those references alone that have a text, and the references left
    out."""
    kept: list[Segment] = []
    left_out: list[LeftOut] = []
    for number, segment in enumerate(segments, 1):
        kept.append(segment.with_texts())
        if kept[-1] is not segment:
            left_out += segment.without_text(number)
    return kept, left_out


LISTED = 100
"""References left out that a remark names, at most."""


def remark_on(left_out: Sequence[LeftOut]) -> str:
    """Say how many references were left out, and which.

    >>> remark_on([LeftOut("102", "1")])
    'left out 1 reference whose edits overlap, so that it has no text (sentence:annotator): 102:1'
    """
    one = len(left_out) == 1
    return (
        f"left out {len(left_out)} reference{'' if one else 's'} whose edits overlap, so that "
        f"{'it has' if one else 'they have'} no text (sentence:annotator): {listed(left_out)}"
    )


def listed(left_out: Sequence[LeftOut]) -> str:
    """Return the names of references that were left out, as sentence:annotator."""
    names = [f"{sentence}:{annotator}" for sentence, annotator in left_out[:LISTED]]
    if len(left_out) > LISTED:
        names.append(f"and {len(left_out) - LISTED} more")
    return ", ".join(names)


Pair = tuple[Segment, Sequence[Correction]]
"""A sentence and the systems' corrections."""


@dataclass(frozen=True, repr=False)
class Corpus(Sequence[Segment]):
    """Segments, in order, with where they came from."""

    segments: tuple[Segment, ...]
    origin: str = ""

    def __len__(self) -> int:
        return len(self.segments)

    @overload
    def __getitem__(self, index: int) -> Segment: ...

    @overload
    def __getitem__(self, index: slice) -> Corpus: ...

    def __getitem__(self, index: int | slice) -> Segment | Corpus:
        """Return a segment, or some of them as a corpus."""
        if isinstance(index, slice):
            some = self.segments[index]
            part = f"{len(some)} of " if self.origin and len(some) < len(self) else ""
            return Corpus(some, part + self.origin)
        return self.segments[index]

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)

    @property
    def sources(self) -> list[str]:
        """The source sentences."""
        return [segment.source for segment in self.segments]

    def __repr__(self) -> str:
        counts = sorted({len(segment.references) for segment in self.segments}) or [0]
        each = "-".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
        references = "reference" if each == "1" else "references"
        about = f"{_counted(self.segments, 'sentence')}, {each} {references} each"
        return f"<Corpus: {self.origin or about}>"

    def _repr_html_(self) -> str:
        """Return the first sentences, each with its references."""
        first = _listed(self.segments[:SHOWN])
        return f"<p>{escape(repr(self)[1:-1])}</p>{first}{_more(self.segments)}"


@dataclass(frozen=True, repr=False)
class System:
    """A name and one correction a segment."""

    name: str
    corrections: tuple[Correction, ...]
    origin: str = ""

    def __len__(self) -> int:
        return len(self.corrections)

    def __repr__(self) -> str:
        return f"<System {self.name}: {_counted(self.corrections, 'sentence')}>"

    def _repr_html_(self) -> str:
        """Return the first sentences, with what the system changed in them."""
        rows = "".join(f"<li>{one._repr_html_()}</li>" for one in self.corrections[:SHOWN])
        return f"<p>{escape(repr(self)[1:-1])}</p><ol>{rows}</ol>{_more(self.corrections)}"


# --- what notebooks show --------------------------------------------------------------------------

SHOWN = 10
"""Sentences of a corpus or of a system that a notebook shows."""


def _more(sentences: Sequence[object]) -> str:
    """Return how many sentences are not shown."""
    return f"<p>… {len(sentences) - SHOWN} more</p>" if len(sentences) > SHOWN else ""


def _listed(segments: Iterable[Segment]) -> str:
    """Return sentences as a list, each with its references by annotator."""
    items = []
    for segment in segments:
        references = "".join(
            f"<li>{escape(by)}: {one._repr_html_()}</li>"
            for by, one in segment.by_annotator.items()
        )
        source = f'<div class="{NO_MATHEMATICS}" dir="auto">{escape(segment.source)}</div>'
        items.append(f"<li>{source}<ul>{references}</ul></li>")
    return f"<ol>{''.join(items)}</ol>"


def _counted(items: Sequence[object], noun: str) -> str:
    return f"{len(items)} {noun}{'' if len(items) == 1 else 's'}"
