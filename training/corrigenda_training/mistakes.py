"""Mistakes of structure, put into good sentences on purpose, with the words where they show.

A change is plain data: which words are replaced, left out, put in or moved. So of some changes of a
sentence any part can be applied, and sentences with more and fewer mistakes can be compared. A word
that is left out shows at the next one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from corrigenda.linguistics.analysis import Analysis
from corrigenda_training import forms
from corrigenda_training.noise import misspelt


@dataclass(frozen=True)
class Change:
    """One mistake."""

    replaced: tuple[tuple[int, str], ...] = ()
    dropped: tuple[int, ...] = ()
    put: tuple[tuple[int, str], ...] = ()
    """Words that are put in, each before the word of that number."""
    moved: tuple[tuple[int, int], ...] = ()
    """Words that go before others."""

    @property
    def touched(self) -> set[int]:
        pairs = (*self.replaced, *self.put)
        return {*self.dropped, *(at for at, _ in pairs), *(at for two in self.moved for at in two)}


@dataclass
class Spoilt:
    """A sentence with mistakes: its words, and which of them are wrong."""

    words: list[str] = field(default_factory=list)
    wrong: list[bool] = field(default_factory=list)


Changes = Iterator[Change]

SUBJECTS = ("nsubj", "nsubjpass", "expl")
AUXILIARIES = ("aux", "auxpass")
FINITE = ("VBZ", "VBP", "VBD")
BE = ("is", "are", "was", "were", "am", "'s", "'re", "'m", "’s", "’re", "’m")

PREPOSITIONS = str.split(
    "in on at to for of with by from about into over during between through as against after before"
)

CONFUSED = (
    "their there they're|its it's|your you're|then than|to too|who whose|loose lose|"
    "affect effect|much many|little few|less fewer|say tell|do make|hear listen|see watch|"
    "learn study|teach learn|borrow lend|rise raise|good well|bad badly|hard hardly|"
    "late lately|another other|others other|every all|because because_of|although despite|"
    "during while|so such|very too|also too|until by|since for|ago before|"
    "interested interesting|bored boring|excited exciting|economic economical|advice advise|"
    "quite quiet|accept except|whether weather|were where|think thing|live life|"
    "belief believe|choice choose|success succeed|difference different|important importance|"
    "convenience convenient|healthy health|develop development|independent independence|"
    "safe safety|lead led|past passed|price prize|personal personnel|principle principal|"
    "brake break|by buy|right write|know now|no know|of off|form from|it he|he she|his her|"
    "them him|this it|what which|who which|that what|where which|when if|but and|or and|"
    "so because|can may|will would|must should|have had|been being"
)
SETS: dict[str, list[str]] = {}
for _row in CONFUSED.split("|"):
    _set = [word.replace("_", " ") for word in _row.split()]
    for _word in _set:
        SETS.setdefault(_word, []).extend(other for other in _set if other != _word)

CASES = {
    "I": "me", "he": "him", "she": "her", "we": "us", "they": "them",
    "me": "I", "him": "he", "us": "we", "them": "they",
    "my": "me", "his": "he", "our": "us", "their": "they", "your": "you",
}  # fmt: skip
DEMONSTRATIVES = {"this": "these", "these": "this", "that": "those", "those": "that"}
COUNTING = frozenset(
    [
        "many",
        "several",
        "few",
        "both",
        "these",
        "those",
        "two",
        "three",
        "four",
        "five",
        "six",
        "ten",
        "various",
        "numerous",
        "most",
        "all",
        "some",
    ]
)
SINGLE = frozenset(["a", "an", "this", "that", "each", "every", "another", "one"])
NOT_AFTER_TO = frozenset(
    (
        "discuss",
        "mention",
        "enter",
        "reach",
        "marry",
        "answer",
        "contact",
        "visit",
        "lack",
        "emphasize",
    )
)


def _base(a: Analysis, at: int) -> str:
    return a.lemmas[at].lower()


def _like(word: str, written: str) -> str:
    """Return a word with the capital of another."""
    return word[:1].upper() + word[1:] if written[:1].isupper() and written != "I" else word


def _set(a: Analysis, at: int, word: str) -> Changes:
    word = _like(word, a.words[at])
    if word != a.words[at]:
        yield Change(replaced=((at, word),))


def _helpers(a: Analysis, at: int) -> list[int]:
    return [c for c in a.children(at) if a.labels[c] in AUXILIARIES]


def _subjects(a: Analysis, at: int) -> list[int]:
    """Return the subjects of a verb, or of the verb that it helps."""
    own = [c for c in a.children(at) if a.labels[c] in SUBJECTS]
    if not own and a.labels[at] in AUXILIARIES:
        return [c for c in a.children(a.heads[at]) if a.labels[c] in SUBJECTS]
    return own


# --- kinds of mistakes ----------------------------------------------------------------------------


def agreement(a: Analysis) -> Changes:
    """He go; we was; the list of items are."""
    for at, (tag, low) in enumerate(zip(a.tags, a.lower, strict=True)):
        subjects = _subjects(a, at)
        if not subjects or not low.isalpha() or tag not in FINITE:
            continue
        if low in ("was", "were"):
            yield from _set(a, at, "were" if low == "was" else "was")
        elif _base(a, at) == "be":
            for other in {"is": ("are",), "are": ("is",), "am": ("is", "are")}.get(low, ()):
                yield from _set(a, at, other)
        elif tag == "VBZ":
            yield from _set(a, at, _base(a, at))
        elif tag == "VBP":
            yield from _set(a, at, forms.third(_base(a, at)))


def verb_forms(a: Analysis) -> Changes:
    """Can goes, to went, has finish, was build, did not went, by do."""
    for at, tag in enumerate(a.tags):
        if not tag.startswith("VB") or not a.lower[at].isalpha():
            continue
        base = _base(a, at)
        if base in ("be", "have", "do") and a.labels[at] in AUXILIARIES:
            continue
        helpers = _helpers(a, at)
        names = {a.tags[c] if a.tags[c] in ("MD", "TO") else a.lemmas[c].lower() for c in helpers}
        options: set[str] = set()
        if tag == "VB" and names & {"MD", "TO", "do"}:
            options = {
                forms.third(base),
                forms.past(base),
                forms.gerund(base),
                forms.participle(base),
            }
        elif tag == "VBN" and names & {"have", "be"}:
            options = {base, forms.past(base), forms.third(base)}
            if "be" not in names:
                options.add(forms.gerund(base))
        elif tag == "VBG" and "be" in names:
            options = {base, forms.third(base)}
        elif tag == "VBG" and a.labels[at] in ("pcomp", "xcomp", "csubj"):
            options = {base, forms.third(base), forms.past(base)}
        elif tag in FINITE and not helpers and _subjects(a, at):
            options = {forms.gerund(base)}
            if tag == "VBD":
                options |= {forms.participle(base), base}
        for option in sorted(options - {a.lower[at]}):
            yield from _set(a, at, option)


def infinitives(a: Analysis) -> Changes:
    """Want go, can to go, makes him to laugh, enjoy to read."""
    for at, tag in enumerate(a.tags):
        helpers = _helpers(a, at)
        if tag == "VB":
            for c in helpers:
                if a.tags[c] == "TO":
                    yield Change(dropped=(c,))
                    if c == at - 1 and a.labels[at] == "xcomp":
                        yield Change(dropped=(c,), replaced=((at, forms.gerund(_base(a, at))),))
                elif a.tags[c] == "MD":
                    yield Change(put=((at, "to"),))
            if not helpers and a.labels[at] == "ccomp":
                yield Change(put=((at, "to"),))
        elif tag == "VBG" and a.labels[at] == "xcomp" and a.lower[at].isalpha():
            yield Change(put=((at, "to"),), replaced=((at, _base(a, at)),))


def be_missing(a: Analysis) -> Changes:
    """He happy; they going; the house built in 1990."""
    for at, low in enumerate(a.lower):
        verb = a.labels[at] in AUXILIARIES or a.lemmas[at].lower() in ("be", low)
        possessive = a.labels[at] == "case" or a.tags[at] == "POS"
        if low in BE and verb and not possessive and _subjects(a, at):
            yield Change(dropped=(at,))


def be_extra(a: Analysis) -> Changes:
    """He is go, I am agree, it was happened, they are have."""
    for at, tag in enumerate(a.tags):
        if (
            tag not in FINITE
            or _helpers(a, at)
            or _base(a, at) in ("be", "do")
            or not _subjects(a, at)
        ):
            continue
        if a.labels[at] in AUXILIARIES or not a.lower[at].isalpha():
            continue
        be = {"VBZ": "is", "VBP": "are", "VBD": "was"}[tag]
        if a.lower[min(_subjects(a, at))] == "i" and tag == "VBP":
            be = "am"
        yield Change(put=((at, be),))
        yield Change(put=((at, be),), replaced=((at, _base(a, at)),))


def do_for_be(a: Analysis) -> Changes:
    """There have many people; they did not successful; does he happy."""
    for at, low in enumerate(a.lower):
        do = {"is": "does", "are": "do", "was": "did", "were": "did", "am": "do"}.get(low)
        if do is None or a.tags[at] not in FINITE:
            continue
        children = [*a.children(at)]
        labels = {a.labels[c] for c in children}
        if "acomp" in labels and "neg" in labels:
            yield from _set(a, at, do)
        if "expl" in labels:
            for have in ("has", "have") if low in ("is", "are") else ("had",):
                yield from _set(a, at, have)


def subjects_missing(a: Analysis) -> Changes:
    """Is raining; because is important; there are many people live here."""
    for at, label in enumerate(a.labels):
        if label not in SUBJECTS:
            continue
        if a.tags[at] in ("PRP", "EX", "WP", "WDT", "DT") and not [*a.children(at)]:
            yield Change(dropped=(at,))
        elif label != "expl" and at and a.tags[at] in ("NN", "NNS", "NNP"):
            span = sorted({at, *(c for c in a.children(at) if c < at)})
            if span == list(range(span[0], at + 1)) and len(span) <= 3:
                yield Change(dropped=tuple(span))


def subjects_doubled(a: Analysis) -> Changes:
    """My brother he goes; the problem it is."""
    for at, (label, tag) in enumerate(zip(a.labels, a.tags, strict=True)):
        if (
            label == "nsubj"
            and tag in ("NN", "NNS", "NNP")
            and at + 1 < len(a)
            and a.heads[at] == at + 1
        ):
            for pronoun in ("they",) if tag == "NNS" else ("it", "he"):
                yield Change(put=((at + 1, pronoun),))


def relatives(a: Analysis) -> Changes:
    """People live there are poor; the man which; the thing what."""
    for at, low in enumerate(a.lower):
        if low in ("who", "which", "that", "whom", "where") and a.labels[a.heads[at]] == "relcl":
            for other in ("which", "who", "what", "they", "where"):
                if (
                    other != low
                    and not (low == "that" and other in ("who", "which"))
                    and not {low, other} <= {"who", "that"}
                ):
                    yield from _set(a, at, other)
            if a.labels[at] in SUBJECTS:
                yield Change(dropped=(at,))


def predicates(a: Analysis) -> Changes:
    """A clause without its verb; a verb twice; a clause without its link."""
    for at, label in enumerate(a.labels):
        if (
            label in ("ROOT", "ccomp", "advcl", "conj", "relcl")
            and a.tags[at] in FINITE
            and a.lower[at] not in BE
        ):
            yield Change(dropped=(at,))
        if label == "mark" and a.lower[at] not in ("that", "to"):
            yield Change(dropped=(at,))
        if label == "cc" and 0 < at < len(a) - 1:
            yield Change(dropped=(at,))
        if label in ("dobj", "pobj", "attr", "acomp") and a.tags[at] in ("NN", "NNS", "JJ") and at:
            before = [c for c in a.children(at) if c < at]
            if not before and a.lower[at - 1] not in ("the", "a"):
                yield Change(dropped=(at,))


def articles(a: Analysis) -> Changes:
    """Left out, put in, exchanged."""
    for at, (low, tag) in enumerate(zip(a.lower, a.tags, strict=True)):
        if tag == "DT" and low in ("a", "an", "the") and at + 1 < len(a):
            yield Change(dropped=(at,))
            nominal = a.tags[a.heads[at]]
            if low == "the" and nominal == "NNS":
                yield from _set(a, at, "a")
            elif low in ("a", "an"):
                yield from _set(a, at, "an" if low == "a" else "a")
        elif tag in ("PRP$",) and at + 1 < len(a):
            yield Change(put=((at, "the"),))
        elif tag in ("NN", "NNS", "NNP") and a.labels[at] != "compound":
            children = [*a.children(at)]
            first = min([at, *(c for c in children if c < at)])
            if any(a.labels[c] in ("det", "poss", "nummod") for c in children) or (
                first and a.lower[first - 1] in ("a", "the")
            ):
                continue
            if tag == "NNP":
                yield Change(put=((first, "the"),))
            else:
                yield Change(
                    put=(
                        (first, "a" if tag == "NNS" or _base(a, at) in forms.UNCOUNTED else "the"),
                    )
                )
                if tag == "NN":
                    yield Change(put=((first, "a"),))


def numbers(a: Analysis) -> Changes:
    """Many book, a books, this things, informations, one of the reason."""
    for at, tag in enumerate(a.tags):
        if tag not in ("NN", "NNS") or not a.lower[at].isalpha():
            continue
        children = {a.lower[c] for c in a.children(at) if c < at}
        quantified = any(a.labels[c] == "nummod" for c in a.children(at))
        base = _base(a, at)
        if tag == "NNS":
            other, strong = (
                base,
                bool(children & COUNTING)
                or quantified
                or not (
                    children
                    & {"the", "my", "his", "her", "their", "our", "your", "its", "no", "any"}
                ),
            )
        else:
            other, strong = forms.plural(base), bool(children & SINGLE) or base in forms.UNCOUNTED
        subject = a.labels[at] == "nsubj" and a.tags[a.heads[at]] in ("VBZ", "VBP")
        if strong or subject:
            yield from _set(a, at, other)
        if tag == "NNS" and base in forms.PLURALS:
            yield from _set(a, at, forms.regular_plural(base))
            yield from _set(a, at, forms.plural(base) + "s")


def prepositions(a: Analysis) -> Changes:
    """Left out, put in, exchanged."""
    for at, (low, label) in enumerate(zip(a.lower, a.labels, strict=True)):
        if label in ("prep", "agent", "dative") and low in PREPOSITIONS:
            yield Change(dropped=(at,))
            near = PREPOSITIONS[: 10 if low in PREPOSITIONS[:10] else None]
            for other in near:
                if other != low and {low, other} not in (
                    {"in", "into"},
                    {"to", "for"},
                    {"about", "of"},
                    {"on", "about"},
                ):
                    yield from _set(a, at, other)
        if label == "dobj" and a.labels[a.heads[at]] != "prep":
            first = min([at, *(c for c in a.children(at) if c < at)])
            if first == a.heads[at] + 1:
                for extra in (
                    ("about",)
                    if a.lemmas[a.heads[at]].lower() in NOT_AFTER_TO
                    else ("to", "for", "on", "of")
                ):
                    yield Change(put=((first, extra),))


def words_confused(a: Analysis) -> Changes:
    """A word for another that is easily taken for it."""
    for at, low in enumerate(a.lower):
        for other in SETS.get(low, ()):
            yield from _set(a, at, other)


def cases(a: Analysis) -> Changes:
    """Him goes, with he, me book."""
    for at, word in enumerate(a.words):
        other = CASES.get(word) or CASES.get(word.lower())
        if (
            a.tags[at] in ("PRP", "PRP$")
            and other is not None
            and a.labels[at] in (*SUBJECTS, "dobj", "pobj", "poss")
        ):
            yield from _set(a, at, other)


def determiners(a: Analysis) -> Changes:
    """These thing, much people, every books."""
    for at, low in enumerate(a.lower):
        head = a.heads[at]
        if a.labels[at] != "det" and a.labels[at] != "amod":
            continue
        if low in DEMONSTRATIVES:
            yield from _set(a, at, DEMONSTRATIVES[low])
        if a.tags[head] == "NNS" and low in (
            "all",
            "some",
            "many",
            "these",
            "those",
            "most",
            "few",
            "several",
            "other",
        ):
            for other in ("every", "much", "another", "this", "a"):
                yield from _set(a, at, other)
        if a.tags[head] == "NN" and low in ("a", "this", "every", "each", "that", "much"):
            for other in ("many", "these", "several", "two", "few"):
                yield from _set(a, at, other)


def derivations(a: Analysis) -> Changes:
    """A word of the right stem and the wrong part of speech: they are success."""
    for at, (low, pos) in enumerate(zip(a.lower, a.pos, strict=True)):
        if pos == "ADV" and low.endswith("ly") and len(low) > 5:
            yield from _set(a, at, low[:-3] + "y" if low.endswith("ily") else low[:-2])
        elif pos == "ADJ" and low.isalpha() and len(low) > 3:
            if not low.endswith("ly"):
                yield from _set(
                    a,
                    at,
                    low[:-1] + "ily"
                    if low.endswith("y")
                    else low[:-1] + "y"
                    if low.endswith("le")
                    else low + "ly",
                )
            for end, others in (
                ("ful", ("",)),
                ("ous", ("",)),
                ("ent", ("ence",)),
                ("ant", ("ance",)),
                ("al", ("",)),
                ("y", ("",)),
                ("ive", ("ion",)),
                ("able", ("",)),
                ("ed", ("ing",)),
                ("ing", ("ed",)),
                ("ic", ("y",)),
            ):
                if low.endswith(end) and len(low) > len(end) + 3:
                    for other in others:
                        yield from _set(a, at, low[: -len(end)] + other)
        elif pos == "NOUN" and low.isalpha():
            for end, others in (
                ("ence", ("ent",)),
                ("ance", ("ant",)),
                ("tion", ("te", "t")),
                ("ment", ("",)),
                ("ness", ("",)),
                ("ity", ("e", "")),
                ("ism", ("ist",)),
                ("er", ("",)),
                ("ing", ("",)),
            ):
                if low.endswith(end) and len(low) > len(end) + 3:
                    for other in others:
                        yield from _set(a, at, low[: -len(end)] + other)
        elif pos == "VERB" and a.tags[at] == "VB" and low.isalpha() and len(low) > 4:
            yield from _set(a, at, low + "ment" if not low.endswith("e") else low[:-1] + "ion")


def comparisons(a: Analysis) -> Changes:
    """More better, most biggest, good than."""
    for at, tag in enumerate(a.tags):
        if tag in ("JJR", "RBR") and a.lower[at] not in ("more", "less"):
            yield Change(put=((at, "more"),))
            yield from _set(a, at, _base(a, at))
        if tag in ("JJS", "RBS") and a.lower[at] not in ("most", "least"):
            yield Change(put=((at, "most"),))
        if tag == "JJ" and at and a.lower[at - 1] == "more" and len(a.words[at]) < 8:
            yield from _set(a, at, forms.comparative(a.lower[at]))


def order(a: Analysis) -> Changes:
    """Words that change places with their neighbours, or move further."""
    n = len(a)
    for at in range(n - 1):
        here, there = a.pos[at], a.pos[at + 1]
        if "PUNCT" in (here, there) or a.lower[at] == a.lower[at + 1]:
            continue
        close = a.heads[at] == at + 1 or a.heads[at + 1] == at or a.heads[at] == a.heads[at + 1]
        if close and {here, there} != {"ADV", "VERB"} and not {here, there} <= {"NUM", "SYM"}:
            yield Change(moved=((at + 1, at),))
    for at in range(n):
        if a.pos[at] in ("ADV", "ADJ", "VERB", "NOUN", "AUX", "ADP", "PRON"):
            for by in (-3, -2, 3, 4):
                if 0 <= at + by < n - 1 and not any(
                    a.pos[k] == "PUNCT" for k in range(min(at, at + by), max(at, at + by))
                ):
                    yield Change(moved=((at, at + by),))
    for at, label in enumerate(a.labels):
        # What is this? I do not know what is this.
        verb = a.heads[at]
        if (
            label in SUBJECTS
            and a.labels[verb] in ("ccomp", "pcomp")
            and a.lower[verb] in BE
            and at + 1 == verb
        ):
            yield Change(moved=((verb, at),))


def repeated(a: Analysis) -> Changes:
    """A word twice."""
    for at in range(len(a) - 1):
        if a.words[at].isalpha() and a.lower[at] not in ("that", "had", "very", "so", "no"):
            yield Change(put=((at + 1, a.lower[at]),))


def links(a: Analysis) -> Changes:
    """Although ..., but ...; because ..., so ..."""
    for at, low in enumerate(a.lower):
        if a.labels[at] == "mark" and low in (
            "although",
            "though",
            "because",
            "if",
            "since",
            "when",
        ):
            verb = a.heads[at]
            for comma in range(verb, len(a) - 2):
                if a.words[comma] == "," and a.heads[verb] > comma:
                    yield Change(
                        put=(
                            (
                                comma + 1,
                                "so" if low in ("because", "since", "if", "when") else "but",
                            ),
                        )
                    )
                    break


def marks(a: Analysis) -> Changes:
    """A comma between subject and verb, no stop at the end, no apostrophe."""
    for at, word in enumerate(a.words):
        if word == "," and 0 < at < len(a) - 1:
            yield Change(dropped=(at,))
        if at == len(a) - 1 and word in (".", "?"):
            yield Change(dropped=(at,))
            yield Change(replaced=((at, "," if word == "." else "."),))
        if word in ("'s", "’s") and a.tags[at] == "POS":
            yield Change(dropped=(at,))
        if (
            a.labels[at] in SUBJECTS
            and at + 1 < len(a)
            and a.heads[at] == at + 1
            and a.tags[at] in ("NN", "NNS")
        ):
            yield Change(put=((at + 1, ","),))
        if a.labels[at] == "dobj" and a.heads[at] == at - 1 and a.tags[at] in ("NN", "NNS"):
            yield Change(put=((at, ","),))


def capitals(a: Analysis) -> Changes:
    """A capital too few, or one too many."""
    for at, word in enumerate(a.words):
        if not word.isalpha():
            continue
        if word == "I" or (
            word[0].isupper()
            and (at == 0 or a.tags[at] in ("NNP", "NNPS"))
            and not word[1:].isupper()
        ):
            yield Change(replaced=((at, word.lower()),))
        elif at and word.islower() and a.pos[at] in ("NOUN", "ADJ", "VERB") and len(word) > 3:
            yield Change(replaced=((at, word.capitalize()),))


def tenses(a: Analysis) -> Changes:
    """Another tense beside an adverb of time, or than the verb before."""
    for at, tag in enumerate(a.tags):
        if tag in FINITE and _subjects(a, at) and a.lower[at].isalpha() and _base(a, at) != "be":
            with_time = any(
                a.lower[c]
                in ("yesterday", "ago", "now", "tomorrow", "already", "since", "always", "last")
                for c in range(len(a))
            )
            if a.labels[at] == "conj" or with_time or a.labels[at] == "advcl":
                yield from _set(a, at, forms.past(_base(a, at)) if tag != "VBD" else _base(a, at))
        if (
            a.tags[at] == "MD"
            and a.lower[at] in ("will", "can", "should", "must")
            and at + 1 < len(a)
            and a.tags[at + 1] == "VB"
        ):
            yield Change(put=((at, "are"),))


def questions(a: Analysis) -> Changes:
    """What means this word? Where you are going? What does he wants?"""
    if a.words[-1] != "?":
        return
    for verb, tag in enumerate(a.tags):
        helpers = [c for c in _helpers(a, verb) if c < verb]
        subjects = [c for c in _subjects(a, verb) if a.labels[c] != "expl"]
        helper = helpers[0] if helpers else verb if a.lower[verb] in BE else None
        if helper is None or not subjects or subjects[-1] < helper:
            continue
        subject = subjects[-1]
        if a.lower[helper] in ("do", "does", "did") and tag == "VB" and subject < verb:
            base = _base(a, verb)
            form = {"do": base, "does": forms.third(base), "did": forms.past(base)}
            right = form[a.lower[helper]]
            yield Change(dropped=(helper,), replaced=((verb, right),))
            yield Change(replaced=((verb, right if right != base else forms.past(base)),))
            if verb == subject + 1:
                by = ((verb, helper + 1),)
                yield Change(dropped=(helper,), replaced=((verb, right),), moved=by)
        elif subject == helper + 1:
            yield Change(moved=((subject, helper),))
        elif subject < helper + 5:
            yield Change(moved=((helper, subject),))


def clauses(a: Analysis) -> Changes:
    """There are many people live here; there have people did not successful; a man lives."""
    for verb, label in enumerate(a.labels):
        subjects = [c for c in a.children(verb) if a.labels[c] in SUBJECTS]
        if label != "relcl" or not subjects or a.lower[subjects[0]] not in ("who", "which", "that"):
            continue
        who, base, low = subjects[0], _base(a, verb), a.lower[verb]
        replaced: tuple[tuple[int, str], ...] = ()
        if low in BE:
            yield Change(dropped=(who, verb))
            if any(a.labels[c] == "neg" for c in a.children(verb)):
                replaced = ((verb, "did" if low in ("was", "were") else "do"),)
        elif a.tags[verb] in FINITE and low.isalpha():
            replaced = ((verb, forms.third(base) if a.tags[verb] == "VBP" else base),)
        if replaced:
            yield Change(dropped=(who,), replaced=replaced)
        above = a.heads[verb]
        while a.heads[above] != above and a.lower[above] not in BE:
            above = a.heads[above]
        if a.lower[above] in BE and any(a.labels[c] == "expl" for c in a.children(above)):
            have = ((above, "had" if a.lower[above] in ("was", "were") else "have"),)
            yield Change(dropped=(who,), replaced=(*have, *replaced))


def adverbs(a: Analysis) -> Changes:
    """She speaks well English; I like very much music."""
    for at, head in enumerate(a.heads):
        objects = [c for c in a.children(head) if a.labels[c] == "dobj" and head < c < at]
        if a.labels[at] != "advmod" or not objects:
            continue
        first = min([objects[0], *(c for c in a.children(objects[0]) if c < objects[0])])
        own = [*a.children(at)]
        if first == head + 1 and own in ([], [at - 1]):
            yield Change(moved=tuple((word, first) for word in (*own, at)))


def regular(a: Analysis) -> Changes:
    """Goed, teached, childs."""
    for at, tag in enumerate(a.tags):
        if tag in ("VBD", "VBN") and _base(a, at) in forms.PASTS:
            yield from _set(a, at, forms.regular_past(_base(a, at)))


KINDS: dict[Callable[[Analysis], Changes], float] = {
    agreement: 14, verb_forms: 12, infinitives: 5, be_missing: 5, be_extra: 5, do_for_be: 4,
    subjects_missing: 5, subjects_doubled: 1.5, relatives: 3, predicates: 5, articles: 12,
    numbers: 9, prepositions: 9, words_confused: 8, cases: 2, determiners: 4, derivations: 7,
    comparisons: 2, order: 8, repeated: 1, links: 1.5, marks: 4, capitals: 3, tenses: 3,
    regular: 1.5, questions: 5, clauses: 6, adverbs: 2,
}  # fmt: skip
"""The kinds, and how often each is tried."""

SPELLING, EXCHANGED = 9.0, 5.0
"""The same for misspelt words, and for words exchanged for those of other sentences."""


def changes(a: Analysis, count: int, others: Sequence[str], dice: random.Random) -> list[Change]:
    """Return up to so many mistakes that a sentence can have, of different words. `others` are
    words to exchange words for."""
    chosen: list[Change] = []
    touched: set[int] = set()
    kinds = [*KINDS]
    weights = [*KINDS.values(), SPELLING, EXCHANGED]
    options: dict[int, list[Change]] = {}
    for _ in range(4 * count):
        if len(chosen) == count:
            break
        (kind,) = dice.choices(range(len(weights)), weights)
        if kind < len(kinds):
            if kind not in options:
                options[kind] = list(kinds[kind](a))
            if not options[kind]:
                continue
            change = dice.choice(options[kind])
        else:
            at = dice.randrange(len(a))
            if not a.words[at].isalpha() or len(a.words[at]) < (4 if kind == len(kinds) else 2):
                continue
            other = misspelt(a.words[at], dice) if kind == len(kinds) else dice.choice(others)
            if other == a.words[at]:
                continue
            change = Change(replaced=((at, other),))
        near = {at + by for at in change.touched for by in (0, 1)}
        if not near & touched:
            touched |= near
            chosen.append(change)
    return chosen


def applied(a: Analysis, chosen: Sequence[Change]) -> Spoilt:
    """Return the sentence with these mistakes."""
    replaced = {at: word for change in chosen for at, word in change.replaced}
    dropped = {at for change in chosen for at in change.dropped}
    put: dict[int, list[str]] = {}
    line = list(range(len(a)))
    moved: set[int] = set()
    for change in chosen:
        for at, word in change.put:
            put.setdefault(at, []).append(word)
        for at, before in change.moved:
            line.remove(at)
            line.insert(line.index(before) + (before > at + 1), at)
            moved |= {at, before} if abs(before - at) == 1 else {at}
    out = Spoilt()
    gap = False
    for at in line:
        for word in put.get(at, ()):
            out.words += word.split()
            out.wrong += [True] * len(word.split())
        if at in dropped:
            gap = True
            continue
        words = replaced.get(at, a.words[at]).split() or [a.words[at]]
        out.words += words
        out.wrong += [gap or at in replaced or at in moved] * len(words)
        gap = False
    if gap and out.wrong:
        out.wrong[-1] = True
    _recapitalise(a, line, chosen, out)
    return out


def _recapitalise(a: Analysis, line: Sequence[int], chosen: Sequence[Change], out: Spoilt) -> None:
    """Begin a sentence with a capital where another word has become its first."""
    first = a.words[0]
    if (
        not out.words
        or not first[:1].isupper()
        or out.words[0] == first
        or any(at == 0 for c in chosen for at, _ in c.replaced)
    ):
        return
    if out.words[0].islower():
        out.words[0] = out.words[0].capitalize()
    if first != "I" and not first[1:].isupper() and a.tags[0] not in ("NNP", "NNPS"):
        for at, word in enumerate(out.words[1:6], start=1):
            if word == first:
                out.words[at] = word.lower()
                break
