"""Checks of the input: remarks on what cannot be right.

    checks = Checks(names)
    for segment, corrections in checks.watched(pairs): ...
    checks.remarks()

`Checks` sees each sentence once, keeps counts and no sentences, and never refuses anything. Its
thresholds lie between what real systems do and what mistakes do: `docs/checks.md` has the numbers.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import islice, product
from operator import concat
from typing import Any, Literal

from rapidfuzz.distance import Indel, Postfix, Prefix

from corrigenda.columns import SOURCE
from corrigenda.corpus import Correction, LeftOut, Pair, Segment, remark_on
from corrigenda.edits import Edit
from corrigenda.errors import InputError
from corrigenda.units import same_tokens

Kind = Literal[
    "unrelated",
    "tokenisation",
    "raw",
    "swapped",
    "reference",
    "source",
    "columns",
    "empty",
    "contradiction",
    "extraction",
    "overlap",
    "types",
    "names",
    "offsets",
    "answers",
    "trials",
]

FEWEST = 3
"""Lines that must look wrong before anything is said: one or two may be a system's failure."""

UNRELATED = 0.1
"""Share of lines that hardly share words with their source. Real systems: 0.04 at most."""

SHIFTED = 4
"""Lines, at most `NEARBY` apart, that fit the source of a line at the same distance. Real systems:
3 at most."""

SHARED_WORDS = 0.4
ALIKE = 0.55
"""A line with less than this share of words in common with its source, and less than this
similarity of characters, hardly shares words with it."""

FITS = 0.6
"""Share of words that a line has in common with the source that it belongs to."""

NEARBY = 3
"""How many lines away that source is looked for."""

SPLIT_LINES, SPLIT_TOKENS = 0.25, 0.02
"""Shares of lines and of tokens where one text joins tokens that the other separates. Real systems
and references: at most 0.06 and 0.005."""

RAW = 0.5
"""Share of the sentences with a final stop where it is part of the last word."""

EMPTY = 0.02
"""Share of empty lines. Real systems: 0.009 at most."""

COPIED = 20
"""Lines from which on a reference that always equals the source is taken for the source."""

SAME = 0.95
"""Share of the sentences that references correct which are corrected as in a reference."""

MISSPELT = 8
"""Misspellings that an output must have added, twice as many as it removed, to look like a source.
Real systems that add so many remove more."""

MOSTLY = 4.5
"""Unknown words that an output must have for each that it took from the source, to look like one.
Real systems, and people who correct: 3.5 at most."""

OFTEN = 0.1
"""Misspellings per sentence that are too many for a writer's slips. Real writers: 0.053."""

CLOSELY = 5000
"""Sentences at the start in which misspellings are looked for, and all differences of tokens."""

SAMPLED = 8
"""After them, tokens are compared in one sentence of so many."""

similar_start, similar_end = Prefix.similarity, Postfix.similarity

_WORDS = re.compile(r"\w+")
_NO_SCORES = "Until then its scores mean nothing."
_ADVICE = "give the learners' text as sources=, the corrected one as"


@dataclass(frozen=True)
class Remark:
    """Something to know before reading the scores: of which kind, about which system (none: about
    all, or the corpus), how many lines show it, and the first of them, counted from 1."""

    kind: Kind
    text: str
    system: str = ""
    count: int = 0
    lines: tuple[int, ...] = ()
    note: str = ""
    """What a table says of it in short, if it concerns what the numbers are."""

    def __str__(self) -> str:
        return self.text

    @property
    def fatal(self) -> bool:
        """Does it say that scores mean nothing, or are not those of these files?"""
        return self.kind in ("unrelated", "swapped", "source")

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "lines": list(self.lines)}


def extraction(measure: str, tool: str, whose: str) -> Remark:
    """Return the remark on a measure whose edits had to be extracted from text."""
    instead = ", or use the measure ERRANT, which extracts them itself" if tool == "ERRANT" else ""
    return Remark(
        "extraction",
        f"{measure}: the edits of {whose} were extracted from text by corrigenda, not by {tool}, "
        f"so these scores cannot be compared with scores of edits that {tool} extracted. For "
        f"those, give the systems and the references as edits (M2 files){instead}.",
        note=f"{measure}: edits of {whose} extracted from text by corrigenda, not by {tool}",
    )


def no_gold_edits(measure: str) -> Remark:
    """Return the remark on references without the edits that annotators marked."""
    return Remark(
        "extraction",
        f"{measure}: the edits of the references were extracted from text. Published scores "
        "compare with the edits that annotators marked, and differ. For those, give "
        "the gold edits (an M2 file); for measures that compare texts, also give the references "
        "as text.",
        note=f"{measure}: edits of references extracted from text, not marked by annotators",
    )


def other_extents(measure: str, kind: str) -> Remark:
    """Return the remark on gold edits whose extents ERRANT did not choose."""
    return Remark(
        "extraction",
        f"{measure}: the edits of the references have types that are not ERRANT's ({kind!r}), so "
        "people or another tool chose their extents, and ERRANT chooses those of the systems. This "
        "is not the score that papers print for these references. For that, also give the "
        "references as text; `corrigenda apply GOLD.m2 -a ID -o ref.txt` writes those of an "
        "annotator.",
        note=f"{measure}: the references' edits were not cut by ERRANT, so this is not the score "
        "that papers print",
    )


def overlap(whose: str, left_out: Sequence[LeftOut]) -> list[Remark]:
    """Return the remark on references that somebody leaves out as they have no text, if any."""
    if not whose or not left_out:
        return []
    return [Remark("overlap", f"{whose}: {remark_on(left_out)}", count=len(left_out))]


class Checks:
    """Checks of a corpus and its systems, sentence by sentence."""

    def __init__(self, systems: Sequence[str]) -> None:
        self.systems = [_Output(name) for name in systems]
        self.references: list[_Text] = []
        self.number = 0
        self.stops = _Lines()
        self.sentences_with_stop = 0
        """Of those whose tokens are looked at, as are their stops."""
        self.written: list[str] = []
        """References given as text, of the first sentences: their words are spelt right."""
        self.misspelt = _Misspellings()
        """Of the source, corrected by the first reference."""
        self.recent: deque[tuple[int, str]] = deque(maxlen=NEARBY)
        """The sources before, with their numbers."""

    @cached_property
    def known(self) -> set[str]:
        """The words of the references that were kept."""
        return {word for text in self.written for word in text.split()}

    def watched(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        """Yield the same pairs, each after a look at it."""
        for pair in pairs:
            self.see(*pair)
            yield pair

    def see(self, segment: Segment, corrections: Sequence[Correction]) -> None:
        """Add the next sentence and the systems' corrections."""
        self.number += 1
        source = segment.source
        if _closely(self.number) and source.endswith((".", "!", "?")):
            self.sentences_with_stop += 1
            if source[-2:-1].isalnum() and " " in source and segment.graph is None:
                self.stops.add(self.number, source.rsplit(None, 1)[-1])
        written: tuple[str, ...] = ()
        references = segment.texts or segment.references
        if references and references[0].given_text is not None:
            written = self._see_references(segment.source, references)
        for output, correction in zip(self.systems, corrections, strict=True):
            output.correct(self.number, segment, correction, self.recent, written)
        self.recent.append((self.number, source))

    def _see_references(self, source: str, references: Sequence[Correction]) -> tuple[str, ...]:
        """Return the references' texts as long as misspellings are looked for."""
        texts = []
        for k, reference in enumerate(references):
            text = reference.given_text
            if text is None:
                continue
            while k >= len(self.references):
                self.references.append(_Text(f"reference {len(self.references) + 1}"))
            change = self.references[k].see(self.number, source, text, self.recent)
            if k == 0 and change is not None and self.number <= CLOSELY:
                self.misspelt.see(*change, [text])
            if reference.given_edits is not None:
                self.references[k].contradict(self.number, reference)
            texts.append(text)
        if self.number > CLOSELY:
            return ()
        self.written += texts
        return tuple(texts)

    def remarks(self, *, tokens: bool = True) -> tuple[Remark, ...]:
        """Return what there is to say; `tokens`: whether raw text gives other scores."""
        remarks: list[Remark] = []
        if tokens and self.stops.many(RAW * self.sentences_with_stop):
            remarks.append(self._raw())
        remarks += [one.equals_source() for one in self.references if one.is_source]
        for text in [*self.references, *self.systems]:
            remarks += text.remarks()
        return (*remarks, *self._swapped())

    def _swapped(self) -> list[Remark]:
        """Return remarks on texts that may be the source: on outputs, or on a reference if that is
        more likely."""
        outputs = [one for output in self.systems if (one := output.swapped(self)) is not None]
        words = self.misspelt.unlike_words()
        if words is not None and len(words[0]) > max((one.count for one in outputs), default=0):
            return [_swap("reference 1", "", "references", *words)]
        return outputs

    def _raw(self) -> Remark:
        stops, sentences = self.stops, "sentences" + _looked_at(self.number, ",")
        return stops.remark(
            "raw",
            "",
            f"The source looks like raw text: in {stops.of(self.sentences_with_stop)} "
            f"{sentences} the final stop is part of the last word ({stops.example!r} in line "
            f"{stops.lines[0]}). Words are what spaces separate: here a word with a stop is "
            "another word, scores are not those of tokenised text, and parsers and type rules do "
            "not know such words. Tokenise it: raw=True.",
        )


# --- one text beside its source -------------------------------------------------------------------


def _closely(number: int) -> bool:
    """Is this a sentence whose tokens are looked at?"""
    return number <= CLOSELY or number % SAMPLED == 0


def _looked_at(number: int, end: str = "") -> str:
    """Return what to add to a count of sentences, of so many, if it is not of all of them."""
    return f" looked at{end}" if number > CLOSELY else ""


class _Lines:
    """How many lines show something, which they are at first, and an example."""

    __slots__ = ("count", "example", "lines")

    def __init__(self) -> None:
        self.count = 0
        self.lines: list[int] = []
        self.example: str = ""

    def add(self, number: int, example: str = "") -> None:
        if not self.count:
            self.example = example
        self.count += 1
        if len(self.lines) < 5:
            self.lines.append(number)

    def many(self, threshold: float) -> bool:
        return self.count >= max(FEWEST, threshold)

    def of(self, total: int) -> str:
        return f"{self.count:,} of {total:,}"

    def named(self) -> str:
        """Return the numbers of the first lines, as a text names them."""
        listed = ", ".join(map(str, self.lines))
        more = ", ..." if self.count > len(self.lines) else ""
        return f"{'line' if self.count == 1 else 'lines'} {listed}{more}"

    def remark(self, kind: Kind, system: str, text: str) -> Remark:
        return Remark(kind, text, system, self.count, tuple(self.lines))


@dataclass
class _Stretch:
    """Lines one after the other that show something: the first, the last, and how many do."""

    first: int
    last: int = 0
    count: int = 0


class _Text:
    """The lines of one text, a reference's or a system's, beside the lines of the source."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.system = ""
        """The name of the system, if it is one."""
        self.number = 0
        self.compared = self.tokens = 0
        """Lines whose tokens are compared with those of the source, and their tokens."""
        self.unchanged = 0
        """Lines that equal the source."""
        self.empty = _Lines()
        self.unrelated = _Lines()
        self.stretches: dict[int, _Stretch] = {}
        """By distance, the lines in a row that fit the source at that distance."""
        self.shift: tuple[int, _Stretch] | None = None
        """The first of these that is long enough, with its distance."""
        self.waiting: deque[tuple[int, str]] = deque(maxlen=NEARBY)
        """Lines that do not fit their source, and may fit one that is still to come."""
        self.joins, self.separates = _Lines(), _Lines()
        self.split_tokens = 0
        self.contradicted = _Lines()

    def see(
        self, number: int, source: str, text: str, before: Sequence[tuple[int, str]]
    ) -> tuple[set[str], set[str]] | None:
        """Take in the next line; return the words that are gone and those that are new, if any."""
        self.number += 1
        if self.waiting:
            self._fits_later(number, source)
        closely = _closely(number)
        if closely:
            self.compared += 1
            self.tokens += text.count(" ") + 1
        if text == source:
            self.unchanged += 1
            return None
        # Only what is between the parts that begin and end both lines needs a closer look.
        long, short = len(source), min(len(source), len(text))
        head, tail = similar_start(source, text), similar_end(source, text)
        if not closely and 0 < short <= 2 * (head + tail) and not same_tokens(source, text):
            return None  # it has much in common with the source
        start = source.rfind(" ", 0, head) + 1
        last = source.find(" ", long - min(tail, short - start))
        end = 0 if last < 0 else long - last
        was, now = source[start : long - end].split(), text[start : len(text) - end].split()
        if was == now:
            self.unchanged += 1
            return None
        if not now and not text.strip():
            if source.strip():
                self.empty.add(number)
            return None
        old, words = set(was), set(now)
        gone, new = old - words, words - old
        if not new or not gone:
            return None
        if closely:
            self._split(number, was, now, gone, new)
        if 2 * (start + end) < short and (2 * (len(words) - len(new)) < min(len(words), len(old))):
            self._relate(number, source, text, before)
        return gone, new

    def _split(
        self, number: int, was: list[str], now: list[str], gone: set[str], new: set[str]
    ) -> None:
        """Note tokens that one of the two joins and the other separates."""
        if len(was) > 1 and (joins := new.intersection(map(concat, was, was[1:]))):
            self.joins.add(number, min(joins))
            self.split_tokens += len(joins)
        if len(now) > 1 and (separates := gone.intersection(map(concat, now, now[1:]))):
            self.separates.add(number, min(separates))
            self.split_tokens += len(separates)

    def _relate(
        self, number: int, source: str, text: str, before: Sequence[tuple[int, str]]
    ) -> None:
        if _related(source, text):
            return
        self.unrelated.add(number)
        for other, sentence in before:
            if _common(sentence, text) >= FITS:
                self._misplace(number, other)
                return
        self.waiting.append((number, text))

    def _fits_later(self, number: int, source: str) -> None:
        for waiting in list(self.waiting):
            line, text = waiting
            if number - line > NEARBY:
                self.waiting.remove(waiting)
            elif _common(source, text) >= FITS:
                self.waiting.remove(waiting)
                self._misplace(line, number)

    def _misplace(self, number: int, source: int) -> None:
        offset = source - number
        stretch = self.stretches.get(offset)
        if stretch is None or number > stretch.last + NEARBY:
            stretch = self.stretches[offset] = _Stretch(number)
        stretch.last = number
        stretch.count += 1
        if self.shift is None and stretch.count == SHIFTED:
            self.shift = offset, stretch

    def contradict(self, number: int, correction: Correction) -> None:
        """Check that the edits of a correction lead to its text."""
        if not _agree(correction):
            self.contradicted.add(number)

    # --- what there is to say ---------------------------------------------------------------------

    def remarks(self) -> list[Remark]:
        remarks: list[Remark] = []
        if self.contradicted.count:
            remarks.append(self._contradiction())
        if self.empty.many(EMPTY * self.number):
            remarks.append(self._emptiness())
        if self.shift is not None:
            remarks.append(self._shifted(*self.shift))
        elif self.unrelated.many(UNRELATED * self.number):
            remarks.append(self._order())
        several = self.split_tokens >= SPLIT_TOKENS * self.tokens
        most = max(self.joins, self.separates, key=lambda one: one.count)
        if several and most.many(SPLIT_LINES * self.compared):
            remarks.append(self._tokenisation(most))
        return remarks

    @property
    def is_source(self) -> bool:
        """Does every one of many lines equal the source?"""
        return self.unchanged == self.number >= COPIED

    def equals_source(self) -> Remark:
        """Return the remark on a reference that is the source."""
        return Remark(
            "source",
            f"{self.name} is the source: all of its {self.number:,} lines equal it. A system that "
            "changes nothing then gets full marks. Leave the file out of references= (a pattern "
            "may match the source, too).",
            count=self.number,
        )

    def _remark(self, kind: Kind, lines: _Lines, text: str) -> Remark:
        return lines.remark(kind, self.system, f"{self.name}: {text}")

    def _contradiction(self) -> Remark:
        lines = self.contradicted
        text = (
            f"text and edits contradict each other in {lines.of(self.number)} lines "
            f"({lines.named()}): applying the edits does not give the text. Measures of text score "
            "the text, measures of edits the edits. Give one of the two, or correct the other."
        )
        return self._remark("contradiction", lines, text)

    def _emptiness(self) -> Remark:
        lines = self.empty
        return self._remark(
            "empty",
            lines,
            f"{lines.of(self.number)} lines are empty, though their source is not "
            f"({lines.named()}). An empty line counts as a deleted sentence. If the system failed "
            "there, copy the source line instead, or leave the sentence out of the corpus.",
        )

    def _shifted(self, offset: int, stretch: _Stretch) -> Remark:
        first = stretch.first
        return self._remark(
            "unrelated",
            self.unrelated,
            f"{self._strangers()} From line {first} to line {stretch.last}, "
            f"{stretch.count:,} of them fit the source {abs(offset)} "
            f"{'line' if abs(offset) == 1 else 'lines'} {'after' if offset > 0 else 'before'} "
            f"theirs (line {first} that of line {first + offset}): the lines seem to be shifted by "
            f"{abs(offset)}. Look for a line too {'few' if offset > 0 else 'many'} at or before "
            f"line {first}. {_NO_SCORES}",
        )

    def _order(self) -> Remark:
        return self._remark(
            "unrelated",
            self.unrelated,
            f"{self._strangers()} The lines seem to be in another order, or to belong "
            f"to another corpus. Give one line per sentence, in the order of the source. "
            f"{_NO_SCORES}",
        )

    def _strangers(self) -> str:
        lines = self.unrelated
        return (
            f"{lines.of(self.number)} lines hardly share words with their source ({lines.named()})."
        )

    def _tokenisation(self, lines: _Lines) -> Remark:
        if lines is self.joins:
            how = f"it has {lines.example!r} as one token, the source as two"
            advice = "It looks like raw text: tokenise it as the source is."
        else:
            how = f"the source has {lines.example!r} as one token, it has two"
            advice = (
                "The source looks like raw text beside it: use one tokenisation for the source, "
                "the references and the systems."
            )
        return self._remark(
            "tokenisation",
            lines,
            "tokens are separated differently from the source in "
            f"{lines.of(self.compared)} lines{_looked_at(self.number)} ({lines.named()}); in line "
            f"{lines.lines[0]}, {how}. Every such token counts as an edit. {advice}",
        )


class _Output(_Text):
    """A system's output."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.system = name
        self.copied = _Lines()
        self.corrected = 0
        """Sentences that all references change."""
        self.misspelt = _Misspellings()

    def correct(
        self,
        number: int,
        segment: Segment,
        correction: Correction,
        before: Sequence[tuple[int, str]],
        written: Sequence[str],
    ) -> None:
        """Take in what the system made of the next sentence."""
        text = correction.given_text
        if text is None:
            self.number += 1
        else:
            change = self.see(number, segment.source, text, before)
            if change is not None and number <= CLOSELY:
                self.misspelt.see(*change, written)
            if correction.given_edits is not None:
                self.contradict(number, correction)
        missed = self.corrected - self.copied.count
        if segment.references and (missed < 5 or missed < self.copied.count):
            self._compare(number, segment, correction)

    def _compare(self, number: int, segment: Segment, correction: Correction) -> None:
        """Compare the output with references, as long as it may be one of them."""
        try:
            texts = [reference.text.split() for reference in segment.references]
            tokens = correction.text.split()
        except InputError:  # edits that cannot be applied are for others to complain about
            return
        if segment.source.split() in texts:
            return
        self.corrected += 1
        if tokens in texts:
            self.copied.add(number)

    def remarks(self) -> list[Remark]:
        remarks = super().remarks()
        copied = self.copied
        if self.corrected >= 5 and copied.count >= SAME * self.corrected:
            text = (
                f"{self.name}: the output equals a reference in {copied.of(self.corrected)} of the "
                f"sentences that every reference changes ({copied.named()}). It seems to be a "
                "reference, not a system's output: check the file. If the system did write it, it "
                "may have been trained on the references."
            )
            remarks.append(copied.remark("reference", self.name, text))
        return remarks

    def swapped(self, checks: Checks) -> Remark | None:
        """Return a remark if the output misspells what the source spells right: it may be the
        source."""
        words = self.misspelt.unlike_words() or self._unlike_references(checks)
        if words is not None:
            return _swap(self.name, self.name, "output", *words)
        changed = self.number - self.unchanged
        if self.name.lower() not in SOURCE or changed < FEWEST:
            return None
        return Remark(
            "swapped",
            f"{self.name}: the system is called like a source, and differs from the source in "
            f"{changed:,} of {self.number:,} lines. If the two are swapped, {_ADVICE} systems=.",
            self.name,
            changed,
        )

    def _unlike_references(self, checks: Checks) -> tuple[Pairs, Pairs] | None:
        """Return misspellings that are added and removed, by what the references spell, if the
        output may be the source. (Unless there are many, the references must correct misspellings
        of the source, too.)"""
        if len(self.misspelt.pairs) < MISSPELT:
            return None
        known = checks.known
        added, removed = self.misspelt.added(known), self.misspelt.removed(known)
        still = checks.misspelt.removed(known)
        if len(added) < max(MISSPELT, 2 * len(removed)):
            return None
        if len(still) < FEWEST and len(added) < OFTEN * min(self.number, CLOSELY):
            return None  # slips of someone who rewrites a source without misspellings
        return added, removed


def _swap(name: str, system: str, what: str, added: Pairs, removed: Pairs) -> Remark:
    examples = list(dict.fromkeys(added))[:3]
    shown = ", ".join(f"{wrong!r} for {right!r}" for right, wrong in examples)
    parameter = "references" if what == "references" else "systems"
    return Remark(
        "swapped",
        f"{name}: it misspells {len(added)} words that the source spells right ({shown}), and "
        f"corrects {len(removed)}. The source and the {what} seem to be swapped: {_ADVICE} "
        f"{parameter}=.",
        system,
        len(added),
    )


Pairs = list[tuple[str, str]]
"""Words that are spelt right, each with one that is not."""


class _Misspellings:
    """Pairs of words, one in each of two texts, that differ by one letter inside the word."""

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str, bool, bool]] = []
        self.gone: list[str] = []
        self.new: list[str] = []
        """Words that only the first text has, and that only the second one has."""

    def see(self, gone: set[str], new: set[str], written: Sequence[str]) -> None:
        """Take in the words that differ in a sentence, and its references."""
        before, after = ([word for word in words if len(word) > 4] for words in (gone, new))
        self.gone += before
        self.new += after
        if not after or len(after) > 12:
            return
        for one in before:
            for other in after:
                if (
                    one[0] == other[0]
                    and -2 < len(other) - len(one) < 2
                    and _one_letter(one, other)
                ):
                    words = set(" ".join(written).split())
                    self.pairs.append((one, other, one in words, other in words))

    def added(self, known: Container[str]) -> Pairs:
        """Return right words, each with the wrong one that the output has instead."""
        return [(b, a) for b, a, right, _ in self.pairs if right and a not in known]

    def removed(self, known: Container[str]) -> Pairs:
        """Return wrong words, each with the right one that the output has instead."""
        return [(b, a) for b, a, _, right in self.pairs if right and b not in known]

    def unlike_words(self) -> tuple[Pairs, Pairs] | None:
        """Return misspellings that are added and removed, by the words of English, if the second
        text may be what the first one was corrected from."""
        if len(self.pairs) < MISSPELT:
            return None
        from corrigenda.linguistics.resources import spellings

        known = spellings()
        pairs = [(b, a) for b, a, _, _ in self.pairs if b.islower() and a.islower()]
        added = [(b, a) for b, a in pairs if b in known and a not in known]
        removed = [(b, a) for b, a in pairs if a in known and b not in known]
        taken, put = (
            sum(word.isalpha() and word.islower() and word not in known for word in words)
            for words in (self.gone, self.new)
        )
        swapped = len(added) >= max(MISSPELT, 2 * len(removed)) and put >= MOSTLY * taken
        return (added, removed) if swapped else None


# --- words ----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _folded(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.lower()))


def _common(one: str, other: str) -> float:
    """Return the share of the words of the shorter text that both have; 0 if it has few words."""
    a, b = _folded(one), _folded(other)
    few = min(len(a), len(b))
    return len(a & b) / few if few >= 3 else 0.0


def _related(source: str, text: str) -> bool:
    a, b = _folded(source), _folded(text)
    few = min(len(a), len(b))
    if few >= 3:
        if len(a & b) >= SHARED_WORDS * few:
            return True
        least = ALIKE
    else:  # a heading, or a script without spaces
        least = 0.3 if min(len(source), len(text)) >= 10 else 0.0
    return bool(Indel.normalized_similarity(source.lower(), text.lower()) >= least)


def _one_letter(one: str, other: str) -> bool:
    """Do they differ by a letter, or by two that changed places, and not in the ending?

    >>> _one_letter("enviroment", "environment"), _one_letter("belong", "belongs")
    (True, False)
    """
    if not (one.isalpha() and other.isalpha()) or one.lower() == other.lower():
        return False
    head, tail = similar_start(one, other), similar_end(one, other)
    if tail < 2:
        return False
    a, b = one[head : max(head, len(one) - tail)], other[head : max(head, len(other) - tail)]
    return max(len(a), len(b)) <= 1 or (len(a) == 2 and a == b[::-1])


# --- edits ----------------------------------------------------------------------------------------


def _agree(correction: Correction) -> bool:
    """Do the edits lead to the text, with any choice of their alternatives? (Overlapping edits
    lead nowhere, and are not judged.)"""
    edits, text = correction.given_edits, correction.given_text
    assert edits is not None and text is not None
    wanted = text.split()
    choices = [edit.alternatives or (None,) for edit in edits]
    for chosen in islice(product(*choices), 256):
        picked = [
            Edit(edit.start, edit.end, (one,), edit.type, edit.unit)
            for edit, one in zip(edits, chosen, strict=True)
        ]
        try:
            if Correction(correction.source, edits=picked).text.split() == wanted:
                return True
        except InputError:
            return True
    return False
