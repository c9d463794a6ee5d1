"""Word stems by the Lancaster algorithm (Paice 1990, "Another stemmer", SIGIR Forum 24.3)."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

# The published table. A rule is: the ending, reversed; * if the word must be whole; how many
# letters to remove; what to append; > to go on, . to stop.
_TABLE = """
ai*2. a*1. bb1. city3s. ci2> cn1t> dd1. dei3y> deec2ss. dee1. de2> dooh4> e1> feil1v. fi2> gni3>
gai3y. ga2> gg1. ht*2. hsiug5ct. hsi3> i*1. i1y> ji1d. juf1s. ju1d. jo1d. jeh1r. jrev1t. jsim2t.
jn1d. j1s. lbaifi6. lbai4y. lba3> lbi3. lib2l> lc1. lufi4y. luf3> lu2. lai3> lau3> la2> ll1. mui3.
mu*2. msi3> mm1. nois4j> noix4ct. noi3> nai3> na2> nee0. ne2> nn1. pihs4> pp1. re2> rae0. ra2. ro2>
ru2> rr1. rt1> rei3y> sei3y> sis2. si2> ssen4> ss0. suo3> su*2. s*1> s0. tacilp4y. ta2> tnem4>
tne3> tna3> tpir2b. tpro2b. tcud1. tpmus2. tpec2iv. tulo2v. tsis0. tsi3> tt1. uqi3. ugo1. vis3j>
vie0. vi2> ylb1> yli3y> ylp0. yl2> ygo1. yhp1. ymo1. ypo1. yti3> yte3> ytl2. yrtsi5. yra3> yro3>
yfi3. ycn2t> yca3> zi2> zy1s.
"""
_VOWELS = "aeiouy"


class _StemRule(NamedTuple):
    ending: str
    whole: bool
    remove: int
    append: str
    goes_on: bool


@lru_cache(maxsize=1)
def _rules() -> dict[str, list[_StemRule]]:
    """Return the rules by the last letter of the word."""
    rules = defaultdict(list)
    for rule in re.findall(r"([a-z]+)(\*?)(\d)([a-z]*)([>.])", _TABLE):
        ending, whole, remove, append, then = rule
        rules[ending[0]].append(
            _StemRule(ending[::-1], bool(whole), int(remove), append, then == ">")
        )
    return dict(rules)


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return the stem of a word.

    >>> stem("maximum"), stem("presumably"), stem("provision"), stem("owed"), stem("string")
    ('maxim', 'presum', 'provid', 'ow', 'string')
    """
    word = original = word.lower()
    goes_on = True
    while goes_on:
        letters = len(word) if word.isalpha() else next(
            at for at, character in enumerate(word + " ") if not character.isalpha()
        )  # fmt: skip
        goes_on = False
        for rule in _rules().get(word[letters - 1], ()) if letters else ():
            if (
                word.endswith(rule.ending)
                and (word == original or not rule.whole)
                and _may_shrink(word, len(word) - rule.remove)
            ):
                word = word[: len(word) - rule.remove] + rule.append
                goes_on = rule.goes_on
                break
    return word


def _may_shrink(word: str, length: int) -> bool:
    """Is a stem of this length long enough: with a vowel, and not its first letter alone?"""
    if word[0] in _VOWELS:
        return length >= 2
    return length >= 3 and (word[1] in _VOWELS or word[2] in _VOWELS)
