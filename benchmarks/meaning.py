"""How far `Meaning` and its alarms can be believed: against people, and against damage.

    python benchmarks/meaning.py            all tables of docs/measures/meaning.md
    python benchmarks/meaning.py first      ... with damage that the weights were tuned on
    python benchmarks/meaning.py second     ... and with more of it

People: ratings of meaning in the development half of TMU-GFM. Damage: one word of a reference of
JFLEG is exchanged, put in or taken out, and the result is compared with the undamaged reference.
Words come from the lists below (three of each: weights and thresholds were chosen on the first two,
the docs have the numbers of the last) or are drawn from the corpus by their tags.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from corpora import SHARED
from scipy.stats import pearsonr, rankdata, spearmanr
from timing import cpu

from corrigenda.edits import apply_tokens
from corrigenda.linguistics.analysis import Analysis, analyse_all
from corrigenda.meaning.studies.mutations import negations
from corrigenda.meaning.words_kept import Kept, compare_all
from corrigenda.meaning.words_kept.alarms import STRONG, flags
from corrigenda.tokenisation import tokenise

PER_KIND = 120

ANTONYMS = {
    "first": "good-bad big-small easy-difficult happy-sad hot-cold rich-poor old-young strong-weak "
    "high-low fast-slow early-late public-private possible-impossible true-false love-hate "
    "win-lose buy-sell increase-decrease accept-reject remember-forget success-failure "
    "advantage-disadvantage important-unimportant like-dislike useful-useless always-never "
    "more-less before-after same-different long-short",
    "second": "new-old safe-dangerous cheap-expensive healthy-sick right-wrong better-worse "
    "best-worst large-little open-closed full-empty agree-disagree positive-negative "
    "interesting-boring begin-end start-finish push-pull friend-enemy careful-careless "
    "necessary-unnecessary increase-reduce gain-loss simple-complex beautiful-ugly active-passive "
    "modern-traditional question-answer learn-teach give-take many-few easily-hardly most-least "
    "everything-nothing",
    "fresh": "light-dark clean-dirty rich-poor success-failure strong-weak easy-hard "
    "quickly-slowly higher-lower improve-worsen allow-forbid include-exclude inside-outside "
    "near-far top-bottom "
    "visible-invisible legal-illegal honest-dishonest hopeful-hopeless enter-leave arrive-depart "
    "lend-borrow ancient-modern deep-shallow wide-narrow heavy-light early-late future-past "
    "city-countryside men-women day-night male-female war-peace life-death",
}
SYNONYMS = {
    "first": "big-large begin-start buy-purchase help-assist quick-fast smart-clever "
    "important-significant difficult-hard job-occupation kids-children happy-glad "
    "choose-select finish-complete mistake-error sick-ill maybe-perhaps also-too "
    "car-automobile gift-present answer-reply shop-store get-obtain need-require "
    "problem-trouble show-demonstrate use-utilize nearly-almost",
    "second": "people-persons many-numerous very-extremely believe-think reason-cause "
    "way-manner try-attempt enough-sufficient main-principal whole-entire end-finish "
    "student-pupil travel-trip company-firm money-cash life-existence world-globe house-home "
    "important-crucial big-huge good-fine bad-poor often-frequently because-since "
    "different-distinct area-region explain-clarify area-zone speak-talk buy-get large-big "
    "get-receive start-begin job-work learn-study",
    "fresh": "help-aid big-large movie-film teacher-instructor begin-start finish-complete "
    "country-nation think-believe important-essential nowadays-today mostly-mainly "
    "also-additionally method-technique goal-aim choose-pick rapidly-quickly "
    "require-need photo-picture "
    "reduce-decrease increase-grow difficult-tough usually-normally simple-easy talk-speak "
    "famous-well-known sure-certain huge-enormous entire-whole error-mistake "
    "information-data road-street advertisement-ad vehicle-car idea-notion opinion-view "
    "danger-risk harm-damage sort-type",
}
PRONOUNS = {
    "first": "he-she I-you we-they my-your his-her him-her they-he our-their us-them me-him",
    "second": "she-I you-he their-my your-his them-me we-he I-they our-her it-you",
    "fresh": "he-I she-we they-you my-his her-our its-your us-me you-they myself-himself",
}
QUANTIFIERS = {
    "first": "all-few every-no many-few most-some always-sometimes some-all",
    "second": "all-some each-any many-no much-little often-rarely both-few several-all few-many "
    "some-no usually-rarely",
    "fresh": "all-many every-some most-few always-rarely many-all everyone-nobody much-no",
}
MODALS = "can-must will-may should-may may-must must-can would-should could-must"
NUMBER_WORDS = str.split("two three four five six seven eight nine ten hundred thousand million")


@dataclass(frozen=True)
class Damage:
    """A sentence and what was made of it."""

    before: tuple[str, ...]
    after: tuple[str, ...]


# --- damage ---------------------------------------------------------------------------------------


def exchanged(
    pairs: str, both_ways: bool = True
) -> Callable[[Analysis, Random], tuple[str, ...] | None]:
    """Exchange a word of a list."""
    table: dict[str, list[str]] = {}
    for pair in pairs.split():
        one, other = pair.split("-", 1)
        table.setdefault(one.lower(), []).append(other)
        if both_ways:
            table.setdefault(other.lower(), []).append(one)

    def damage(one: Analysis, draw: Random) -> tuple[str, ...] | None:
        places = [k for k, word in enumerate(one.lower) if word in table]
        if not places:
            return None
        k = draw.choice(places)
        return replaced(one, k, draw.choice(table[one.lower[k]]))

    return damage


def replaced(one: Analysis, k: int, word: str) -> tuple[str, ...]:
    written = word.capitalize() if one.words[k][0].isupper() and one.words[k] != "I" else word
    return (*one.words[:k], written, *one.words[k + 1 :])


def drawn(
    words: dict[str, list[str]], *tags: str
) -> Callable[[Analysis, Random], tuple[str, ...] | None]:
    """Replace a word by a random one of the same tag."""

    def damage(one: Analysis, draw: Random) -> tuple[str, ...] | None:
        light = ("be", "have", "do", "get", "go", "make")
        places = [
            k
            for k, tag in enumerate(one.tags)
            if tag in tags
            and one.lemmas[k] not in light
            and one.pos[k] != "AUX"
            and one.words[k].isalpha()
        ]
        if not places:
            return None
        k = draw.choice(places)
        word = draw.choice(words[one.tags[k]])
        return replaced(one, k, word) if word != one.lower[k] else None

    return damage


def renumbered(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, w in enumerate(one.lower) if w.isdigit() or w in NUMBER_WORDS]
    if not places:
        return None
    k = draw.choice(places)
    word = one.lower[k]
    other = str(int(word) + draw.randint(1, 9)) if word.isdigit() else draw.choice(NUMBER_WORDS)
    return replaced(one, k, other) if other != word else None


def negated(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = negations(one.words)
    return tuple(apply_tokens(one.words, [draw.choice(places)])) if places else None


def swapped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Let two nouns change places."""
    nouns = [
        k for k, pos in enumerate(one.pos) if pos in ("NOUN", "PROPN") and one.words[k].isalpha()
    ]
    if len(nouns) < 2:
        return None
    a, b = sorted(draw.sample(nouns, 2))
    return exchange(one, a, b)


def exchange(one: Analysis, a: int, b: int) -> tuple[str, ...] | None:
    if one.lemmas[a] == one.lemmas[b]:
        return None
    words = list(one.words)
    words[a], words[b] = words[b], words[a]
    return tuple(words)


def turned(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Let the subject and the object of a verb change places."""
    nouns = ("NOUN", "PROPN")
    both = [
        (a, b)
        for a, label in enumerate(one.labels)
        for b, other in enumerate(one.labels)
        if label == "nsubj"
        and other == "dobj"
        and one.heads[a] == one.heads[b]
        and one.pos[a] in nouns
        and one.pos[b] in nouns
    ]
    return exchange(one, *draw.choice(both)) if both else None


def dropped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, pos in enumerate(one.pos) if pos in ("NOUN", "VERB", "ADJ")]
    if not places:
        return None
    k = draw.choice(places)
    return (*one.words[:k], *one.words[k + 1 :])


def without_article(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, word in enumerate(one.lower) if word in ("the", "a", "an")]
    if not places:
        return None
    k = draw.choice(places)
    return (*one.words[:k], *one.words[k + 1 :])


def plural(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, tag in enumerate(one.tags) if tag == "NN" and one.words[k][-1] in "tkendr"]
    if not places:
        return None
    k = draw.choice(places)
    return replaced(one, k, one.words[k] + "s")


def other_preposition(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    prepositions = ("in", "on", "at", "of", "for", "to", "by")
    places = [
        k
        for k, (word, pos) in enumerate(zip(one.lower, one.pos, strict=True))
        if pos == "ADP" and word in prepositions
    ]
    if not places:
        return None
    k = draw.choice(places)
    return replaced(
        one, k, draw.choice([p for p in ("at", "of", "for", "by") if p != one.lower[k]])
    )


def mistyped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Misspell a word; the damage is undone: the misspelt sentence is the source."""
    places = [
        k for k, word in enumerate(one.words) if len(word) > 5 and word.isalpha() and word.islower()
    ]
    if not places:
        return None
    k = draw.choice(places)
    at = draw.randint(1, len(one.words[k]) - 3)
    word = one.words[k]
    return replaced(one, k, word[:at] + word[at + 1] + word[at] + word[at + 2 :])


def damaged(which: str, sentences: Sequence[Analysis]) -> dict[str, list[Damage]]:
    by_tag: dict[str, list[str]] = {}
    for one in sentences:
        for word, tag in zip(one.words, one.tags, strict=True):
            if word.isalpha() and len(word) > 2 and (word.islower() or tag.startswith("NNP")):
                by_tag.setdefault(tag, []).append(word)
    by_tag = {tag: sorted(set(words)) for tag, words in by_tag.items()}
    kinds = {
        "synonym": exchanged(SYNONYMS[which]),
        "antonym": exchanged(ANTONYMS[which]),
        "noun": drawn(by_tag, "NN", "NNS"),
        "name": drawn(by_tag, "NNP"),
        "verb": drawn(by_tag, "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
        "adjective": drawn(by_tag, "JJ"),
        "number": renumbered,
        "pronoun": exchanged(PRONOUNS[which], both_ways=False),
        "negation": negated,
        "quantifier": exchanged(QUANTIFIERS[which], both_ways=False),
        "modal": exchanged(MODALS, both_ways=False),
        "places": swapped,
        "swap": turned,
        "omission": dropped,
        "article": without_article,
        "plural": plural,
        "preposition": other_preposition,
        "typo": mistyped,
    }
    made: dict[str, list[Damage]] = {}
    for kind, damage in kinds.items():
        draw = Random(f"{which} {kind}")
        order = list(sentences)
        draw.shuffle(order)
        made[kind] = []
        for one in order:
            after = damage(one, draw)
            if after is not None and after != one.words:
                pair = Damage(after, one.words) if kind == "typo" else Damage(one.words, after)
                made[kind].append(pair)
            if len(made[kind]) == PER_KIND:
                break
    return made


# --- data -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rated:
    source: tuple[str, ...]
    output: tuple[str, ...]
    rating: float
    changed: bool


def ratings() -> list[Rated]:
    with (SHARED / "tmu-gfm-dev" / "dev.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Rated(
            words(row["source"]),
            words(row["output"]),
            float(row["ave_m"]),
            row["source"] != row["output"],
        )
        for row in rows
    ]


def words(text: str) -> tuple[str, ...]:
    return tuple(text[piece.start : piece.end] for piece in tokenise(text))


def jfleg(which: str) -> list[tuple[str, ...]]:
    lines = (SHARED / "jfleg" / which).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split()) for line in lines]


# --- tables ---------------------------------------------------------------------------------------


def auc(low: Sequence[float], high: Sequence[float]) -> float:
    """Return how often a value of the first is below one of the second; ties are half."""
    ranks = rankdata([*low, *high])
    n, m = len(low), len(high)
    return 1 - (float(ranks[:n].sum()) - n * (n + 1) / 2) / (n * m)


def scores(kept: Sequence[Kept]) -> list[float]:
    return [one.score for one in kept]


def strong(kept: Sequence[Kept]) -> float:
    return float(np.mean([any(flag.kind in STRONG for flag in flags(one)) for one in kept]))


def any_flag(kept: Sequence[Kept]) -> float:
    return float(np.mean([bool(flags(one)) for one in kept]))


def by_kind(kept: Sequence[Kept]) -> str:
    counts: dict[str, int] = {}
    for one in kept:
        for kind in {flag.kind for flag in flags(one)}:
            counts[kind] = counts.get(kind, 0) + 1
    listed = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{kind} {count / len(kept):.3f}" for kind, count in listed)


def people(rated: Sequence[Rated], kept: Sequence[Kept]) -> None:
    x, y = np.array(scores(kept)), np.array([one.rating for one in rated])
    changed = np.array([one.changed for one in rated])
    print(f"{'TMU-GFM dev':<14} {'n':>5} {'r':>6} {'rho':>6}")
    for name, chosen in (("all", np.full(len(x), True)), ("changed", changed)):
        r, rho = pearsonr(x[chosen], y[chosen])[0], spearmanr(x[chosen], y[chosen])[0]
        print(f"{name:<14} {chosen.sum():>5} {r:>6.3f} {rho:>6.3f}")
    print(f"r of -sqrt(1 - score): {pearsonr(-np.sqrt(1 - np.minimum(x, 1)), y)[0]:.3f}")


REFERENCES = {"first": "dev.ref0", "second": "dev.ref1", "fresh": "dev.ref3"}
"""The references that are damaged."""


def main(which: str = "fresh") -> None:
    rated = ratings()
    kept = list(compare_all([(one.source, one.output) for one in rated]))
    people(rated, kept)
    good = [k for one, k in zip(rated, kept, strict=True) if one.changed and one.rating >= 3.6]
    references = jfleg(REFERENCES[which])
    sentences = list(analyse_all(list(dict.fromkeys(references))))
    made = damaged(which, sentences)
    compared = {
        kind: list(compare_all([(one.before, one.after) for one in pairs]))
        for kind, pairs in made.items()
    }
    print(f"\n{'damage':<14} {'n':>5} {'AUC':>6} {'<3.6':>6} {'strong':>6} {'any':>6}  by kind")
    for kind, several in compared.items():
        against = auc(scores(several), scores(compared["synonym"]))
        below = auc(scores(several), scores(good))
        print(
            f"{kind:<14} {len(several):>5} {against:>6.3f} {below:>6.3f} {strong(several):>6.3f} "
            f"{any_flag(several):>6.3f}  {by_kind(several)}"
        )
    print(f"\n{'no damage':<14} {'n':>5} {'strong':>6} {'any':>6}  by kind")
    rows = [
        (
            f"rated {low}-{high}",
            [
                k
                for one, k in zip(rated, kept, strict=True)
                if one.changed and low <= one.rating < high
            ],
        )
        for low, high in ((3.8, 4.1), (3.6, 4.1), (3.0, 3.6), (2.4, 3.0), (0, 2.4))
    ]
    source = jfleg("dev.src")
    pairs = [pair for n in range(4) for pair in zip(source, jfleg(f"dev.ref{n}"), strict=True)]
    rows.append(("JFLEG refs", list(compare_all(pairs))))
    for name, several in rows:
        print(
            f"{name:<14} {len(several):>5} {strong(several):>6.3f} {any_flag(several):>6.3f}  "
            f"{by_kind(several)}"
        )
    speed(rated)


def speed(rated: Sequence[Rated]) -> None:
    """Print how many pairs are compared per core-second, analyses included."""
    texts = [(one.source, one.output) for one in rated]
    seconds = cpu(lambda: [compare_all(texts[k : k + 128]) for k in range(0, len(texts), 128)], 1)
    print(f"\n{len(texts) / seconds:.0f} pairs per core-second")


if __name__ == "__main__":
    main(*sys.argv[1:])
