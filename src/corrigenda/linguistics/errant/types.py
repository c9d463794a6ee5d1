"""Error types of edits: what is missing, unnecessary or replaced, and its category.

Bryant, Felice & Briscoe 2017, with the rules of ERRANT 3.0.2. The rules are ordered.
"""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from corrigenda.edits import UNKNOWN
from corrigenda.linguistics import resources
from corrigenda.linguistics.analysis import Analysis
from corrigenda.linguistics.errant.merging import Span
from corrigenda.linguistics.errant.stems import stem

_CATEGORIES = {
    tag: category
    for category, tags in {
        "ADJ": "AFX JJ JJR JJS",
        "ADV": "RB RBR RBS WRB",
        "CONJ": "CC",
        "DET": "DT PDT PRP$ WDT WP$",
        "INTJ": "UH",
        "NOUN": "NN NNP NNPS NNS",
        "NUM": "CD",
        "PART": "POS RP TO",
        "PREP": "IN",
        "PRON": "EX PRP WP",
        "PUNCT": "'' , -LRB- -RRB- . : HYPH ``",
        "SPACE": "_SP",
        "SYM": "$ SYM",
        "VERB": "MD VB VBD VBG VBN VBP VBZ",
        "X": "ADD FW LS NFP XX",
    }.items()
    for tag in tags.split()
}
_RARE = frozenset({"INTJ", "NUM", "SYM", "X"})
_OPEN = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_OF_LABELS = {
    "acomp": "ADJ",
    "amod": "ADJ",
    "advmod": "ADV",
    "det": "DET",
    "prep": "PREP",
    "prt": "PART",
    "punct": "PUNCT",
}
_AUXILIARY = frozenset({"aux", "auxpass"})
_CONTRACTIONS = frozenset({"'d", "'ll", "'m", "n't", "'re", "'s", "'ve"})
_SHORTENED = {"ca": "can", "sha": "shall", "wo": "will"}
_PARTICIPLES = frozenset({"VBG", "VBN"})


class _Words:
    """Some words of a sentence; those of one side of an edit."""

    def __init__(self, sentence: Analysis, start: int, end: int) -> None:
        self.sentence, self.start = sentence, start
        self.words = sentence.words[start:end]
        self.lower = sentence.lower[start:end]
        self.tags = sentence.tags[start:end]
        self.pos = sentence.pos[start:end]
        self.lemmas = sentence.lemmas[start:end]
        self.labels = sentence.labels[start:end]
        self.categories = tuple(_CATEGORIES[tag] for tag in self.tags)

    def __len__(self) -> int:
        return len(self.words)


def edit_type(source: Analysis, target: Analysis, span: Span) -> str:
    """Return the type of an edit, such as `R:VERB:TENSE`."""
    s0, s1, t0, t1 = span
    if source.words[s0:s1] == target.words[t0:t1]:
        return UNKNOWN
    # A last word that differs in case only does not count: Winter -> The winter.
    while (s1 - s0 > 1 or t1 - t0 > 1) and s1 > s0 and t1 > t0:
        if source.lower[s1 - 1] != target.lower[t1 - 1]:
            break
        s1, t1 = s1 - 1, t1 - 1
    mine, theirs = _Words(source, s0, s1), _Words(target, t0, t1)
    if not mine:
        return "M:" + _of_one_side(theirs)
    if not theirs:
        return "U:" + _of_one_side(mine)
    return "R:" + _of_both_sides(mine, theirs)


def _of_one_side(side: _Words) -> str:
    if len(side) == 1:
        if side.tags[0] == "POS":
            return "NOUN:POSS"
        if side.lower[0] in _CONTRACTIONS:
            return "CONTR"
        if side.lower[0] == "to" and side.pos[0] == "PART" and side.labels[0] != "prep":
            return "VERB:FORM"
    if _AUXILIARY.issuperset(side.labels):
        return "VERB:TENSE"
    categories, labels = set(side.categories), set(side.labels)
    if len(categories) == 1 and not categories <= _RARE:
        return side.categories[0]
    if len(labels) == 1 and side.labels[0] in _OF_LABELS:
        return _OF_LABELS[side.labels[0]]
    return "VERB" if categories == {"PART", "VERB"} else "OTHER"


def _of_both_sides(mine: _Words, theirs: _Words) -> str:
    if "".join(mine.lower) == "".join(theirs.lower):
        return "ORTH"
    if sorted(mine.lower) == sorted(theirs.lower):
        return "WO"
    if len(mine) == len(theirs) == 1:
        category = _Pair(mine, theirs).category()
        if category:
            return category
    return _of_several(mine, theirs)


def _of_several(mine: _Words, theirs: _Words) -> str:
    """Return the category of a replacement by what all words have in common."""
    labels = {*mine.labels, *theirs.labels}
    categories = {*mine.categories, *theirs.categories}
    same_last_lemma = mine.lemmas[-1] == theirs.lemmas[-1]
    if labels <= _AUXILIARY:
        return "VERB:TENSE"
    if len(categories) == 1:
        if categories == {"VERB"} and same_last_lemma:
            return "VERB:TENSE"
        if not categories <= _RARE:
            return mine.categories[0]
    if len(labels) == 1 and mine.labels[0] in _OF_LABELS:
        return _OF_LABELS[mine.labels[0]]
    if categories == {"PART", "VERB"}:
        return "VERB:FORM" if same_last_lemma else "VERB"
    possessive = ("NOUN", "PART")
    if possessive in (mine.categories, theirs.categories) and mine.lemmas[0] == theirs.lemmas[0]:
        return "NOUN:POSS"
    comparison = {"most", "more"} & {mine.lower[0], theirs.lower[0]}
    if comparison and same_last_lemma and len(mine) <= 2 and len(theirs) <= 2:
        return "ADJ:FORM"
    return "OTHER"


class _Pair:
    """One word that replaces another: `mine` is that of the source."""

    def __init__(self, mine: _Words, theirs: _Words) -> None:
        self.mine, self.theirs = mine, theirs
        self.word, self.other = mine.words[0], theirs.words[0]
        self.lower, self.other_lower = mine.lower[0], theirs.lower[0]
        self.tag, self.other_tag = mine.tags[0], theirs.tags[0]
        self.kind, self.other_kind = mine.categories[0], theirs.categories[0]
        self.label, self.other_label = mine.labels[0], theirs.labels[0]
        self.same_lemma = mine.lemmas[0] == theirs.lemmas[0]

    def category(self) -> str:
        """Return the category, or nothing where the rules for several words decide."""
        name = self._special() or self._misspelt() or self._inflected() or self._general()
        if name:
            return name
        if not (self.word.isalpha() and self.other.isalpha()):
            return "OTHER"
        return self._similar()

    def _are(self, one: str, other: str) -> bool:
        """Is it these two words, in either order?"""
        return {self.lower, self.other_lower} == {one, other}

    def _of_correction(self) -> str:
        """Return the category of the correction unless it says too little."""
        return "" if self.other_kind in _RARE else self.other_kind

    def _similarity(self) -> float:
        return Levenshtein.normalized_similarity(self.lower, self.other_lower)

    def _special(self) -> str:
        """Possessives, contractions, and the past of "to be"."""
        if "POS" in (self.tag, self.other_tag):
            return "NOUN:POSS"
        contracted = self.lower in _CONTRACTIONS or self.other_lower in _CONTRACTIONS
        if contracted and self.kind == self.other_kind:
            return "CONTR"
        if (
            _SHORTENED.get(self.lower) == self.other_lower
            or _SHORTENED.get(self.other_lower) == self.lower
        ):
            return "CONTR"
        if self.lower in _SHORTENED or self.other_lower in _SHORTENED:
            return "VERB:TENSE"
        return "VERB:SVA" if self._are("was", "were") else ""

    def _misspelt(self) -> str:
        """A word of letters that is not in the dictionary."""
        known = resources.words()
        if not self.word.isalpha() or self.word in known or self.lower in known:
            return ""
        if self.same_lemma:
            inflected = self.kind == self.other_kind and self.kind in ("NOUN", "VERB")
            return f"{self.kind}:INFL" if inflected else "MORPH"
        similarity = self._similarity()
        if similarity > 0.55:
            return "SPELL"
        borderline = similarity == 0.5 or round(similarity, 3) == 0.333
        if borderline and len(self.word) <= 4 and len(self.other) <= 4:
            return "SPELL"
        return self._of_correction() or "OTHER"

    def _inflected(self) -> str:
        """Forms of one word, and words with the same stem."""
        if self.kind not in _OPEN or self.other_kind not in _OPEN:
            return ""
        if not self.same_lemma:
            return "MORPH" if stem(self.word) == stem(self.other) else ""
        if self.kind == self.other_kind:
            if self.kind == "ADJ":
                return "ADJ:FORM"
            if self.kind == "NOUN":
                return "NOUN:NUM"
            if self.kind == "VERB":
                form = self._verb_form()
                if form:
                    return form
        if {self.label, self.other_label} <= {"acomp", "amod"}:
            return "ADJ:FORM"
        if self.kind == "ADJ" and self.other_tag == "NNS":
            return "NOUN:NUM"
        if self.other_tag in _PARTICIPLES:
            return "VERB:FORM"
        return {"VBD": "VERB:TENSE", "VBZ": "VERB:SVA"}.get(self.other_tag, "MORPH")

    def _verb_form(self) -> str:
        tags = {self.tag, self.other_tag}
        if self._both_preceded_by_auxiliary() or tags & _PARTICIPLES:
            return "VERB:FORM"
        if "VBD" in tags:
            return "VERB:TENSE"
        if "VBZ" in tags:
            return "VERB:SVA"
        return "VERB:TENSE" if self._both_auxiliary() else ""

    def _both_auxiliary(self) -> bool:
        return self.label.startswith("aux") and self.other_label.startswith("aux")

    def _both_preceded_by_auxiliary(self) -> bool:
        """Has each an auxiliary; or is each one, and not the first (by its text) of its verb?"""
        firsts = []
        for side in (self.mine, self.theirs):
            sentence = side.sentence
            verb = sentence.heads[side.start] if self._both_auxiliary() else side.start
            labels = ((at, sentence.labels[at]) for at in sentence.children(verb))
            if self._both_auxiliary():
                first = next((at for at, label in labels if label.startswith("aux")), None)
                firsts.append(first is not None and sentence.words[first] != side.words[0])
            else:
                firsts.append(any(label in _AUXILIARY for _, label in labels))
        return all(firsts)

    def _general(self) -> str:
        """Same category or label, and pairs of categories that belong together."""
        kinds, labels = {self.kind, self.other_kind}, {self.label, self.other_label}
        if self._both_auxiliary():
            return "VERB:TENSE"
        if len(kinds) == 1 and self.kind not in _RARE:
            return self.kind
        if len(labels) == 1 and self.label in _OF_LABELS:
            return _OF_LABELS[self.label]
        if kinds == {"PART", "PREP"} or labels == {"prt", "prep"}:
            return "PART"
        if kinds == {"DET", "PRON"}:
            if self.other_label in {"nsubj", "nsubjpass", "dobj", "pobj"}:
                return "PRON"
            if self.other_label == "poss":
                return "DET"
        if kinds == {"NUM", "DET"} or self._are("other", "another"):
            return "DET"
        if (self.lower, self.other_lower) == ("your", "yours"):
            return "PRON"
        return "OTHER" if self._are("no", "not") else ""

    def _similar(self) -> str:
        """Words of letters, by how much of their letters they share; by length of the first."""
        length, other = len(self.word), len(self.other)
        pair = self.lower, self.other_lower
        similarity = self._similarity()
        misspelt = False
        if length == 1:
            misspelt = other == 2 and similarity == 0.5
        elif length == 2:
            misspelt = 2 <= other <= 3 and similarity >= 0.5
        elif length == 3:
            if pair in {("the", "that"), ("all", "everything")}:
                return "PRON"
            misspelt = 2 <= other <= 4 and similarity >= 0.5
        elif length == 4:
            if self._are("that", "what"):
                return "PRON"
            if self._are("good", "well") and self._of_correction():
                return self._of_correction()
            misspelt = (
                (other == 3 and similarity > 0.5)
                or (other == 4 and similarity >= 0.5)
                or (other == 5 and similarity == 0.8)
            )
            if other > 5 and similarity > 0.5:
                return self._of_correction()
        elif length == 5:
            if self._are("after", "later") and self._of_correction():
                return self._of_correction()
            misspelt = (other == 4 and similarity == 0.8) or (other == 5 and similarity >= 0.6)
            if other > 5:
                return self._of_correction()
        elif other > 5:
            if pair == ("therefor", "therefore") or self._are("though", "thought"):
                return "SPELL"
            extended = self.word.startswith(self.other) or self.other.startswith(self.word)
            if extended and similarity >= 0.66:
                return "MORPH"
            misspelt = similarity > 0.8
            if similarity < 0.55:
                return self._of_correction()
        return "SPELL" if misspelt else ""
