"""Convert WordNet 3.0 to the table of relations that `corrigenda.meaning.words_kept` reads.

    apt-get download wordnet-base && dpkg-deb -x wordnet-base_*.deb wordnet
    python -m corrigenda_training.wordnet --wordnet wordnet/usr/share/wordnet \
        --out ../src/corrigenda/models

The same input gives the same bytes. `wordnet.json.gz` has

- `words`: the words of one token, in order;
- `senses`: for each part of speech, word by word, its synsets in order of sense;
- `above`: the direct hypernyms of synsets of nouns and verbs;
- `similar`: the synsets that an adjective's synset is similar to;
- `also`: synsets of adjectives and verbs that WordNet refers to from others, or groups with them;
- `opposed`: pairs of synsets that have antonyms in them;
- `antonyms`, `derived`: pairs of words;
- `denied`: pairs of a word and one that its gloss says it is not, is without, or lacks.

Synsets are numbered from 0 in the order in which words name them. Those that have no word of one
token are left out: what is above them is above what is below them. So are all other relations.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
ANTONYM, DERIVED, SIMILAR, HYPERNYM, PERTAINYM, ALSO, GROUP = "!", "+", "&", "@", "\\", "^", "$"

_DENIAL = re.compile(
    r"(?:\([^)]*\) ?)?(?:not|lacking(?: in)?|without|free (?:from|of)|devoid of|deprived of|"
    r"(?:the )?(?:opposite|absence|lack) of) (?:any |a |an |the )?([a-z-]+)"
)
_NOT_DENIED = frozenset(
    str.split(
        "in on at of to for by with from or and be been being having have able easily readily very "
        "quite fully yet only too much any all even so as well normally usually subject made"
    )
)
"""Words after a denial that are not what is denied."""

Key = tuple[str, str]
"""Part of speech and offset: a synset."""


class Pointer(NamedTuple):
    """A relation of a synset, or of one of its words, with another."""

    kind: str
    synset: Key
    source: int
    target: int


class Synset(NamedTuple):
    """The words of a synset, its relations, and words that its gloss denies."""

    words: list[str]
    pointers: list[Pointer]
    denied: list[str]


def synsets(folder: Path, part: str) -> Iterator[tuple[Key, Synset]]:
    """Yield the synsets of a part of speech."""
    for line in (folder / f"data.{FILES[part]}").read_text("latin-1").splitlines():
        if line.startswith("  "):
            continue
        relations, gloss = line.split(" | ", 1)
        fields = relations.split()
        offset, count = fields[0], int(fields[3], 16)
        words = [word.split("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
        at = 5 + 2 * count
        pointers = []
        for _ in range(int(fields[at - 1])):
            kind, target, other, ends = fields[at : at + 4]
            pointers.append(Pointer(kind, (other, target), int(ends[:2], 16), int(ends[2:], 16)))
            at += 4
        yield (part, offset), Synset(words, pointers, [*_denied(gloss)])


def _denied(gloss: str) -> Iterator[str]:
    """Yield what a gloss denies: *not famous*, *lacking taste*, *the absence of sound*."""
    for statement in gloss.split('"')[0].split(";"):
        match = _DENIAL.match(statement.strip())
        if match and match[1] not in _NOT_DENIED:
            yield match[1]


def senses(folder: Path, part: str) -> Iterator[tuple[str, list[Key]]]:
    """Yield the words of one token with their synsets, the most frequent sense first."""
    for line in (folder / f"index.{FILES[part]}").read_text("latin-1").splitlines():
        if line.startswith("  "):
            continue
        word, _, count, pointers, *rest = line.split()
        if "_" not in word:
            offsets = rest[int(pointers) + 2 :]
            assert len(offsets) == int(count)
            yield word, [(part, offset) for offset in offsets]


def table(folder: Path) -> dict[str, object]:
    """Return the relations as plain data."""
    every = {key: synset for part in FILES for key, synset in synsets(folder, part)}
    by_part = {part: dict(senses(folder, part)) for part in FILES}
    words = sorted({word for part in by_part.values() for word in part})
    number = {word: n for n, word in enumerate(words)}
    places: dict[Key, int] = {}
    listed = {
        part: [
            [number[word], *(places.setdefault(key, len(places)) for key in keys)]
            for word, keys in sorted(of.items())
        ]
        for part, of in by_part.items()
    }
    above, similar, also, opposed = set(), set(), set(), set()
    antonyms, derived, denied = set(), set(), set()
    for key, synset in every.items():
        for one in synset.words:
            for another in synset.denied:
                if one in number and another in number and one != another:
                    denied.add((number[one], number[another]))
        if key in places:
            above |= {(places[key], places[up]) for up in _above(key, every, places)}
        for kind, other, source, target in synset.pointers:
            if key in places and other in places:
                if kind == SIMILAR:
                    similar.add((places[key], places[other]))
                elif kind in (ALSO, GROUP):
                    also.add((places[key], places[other]))
                elif kind == ANTONYM:
                    opposed.add((places[key], places[other]))
            if source == 0:
                continue
            one, another = synset.words[source - 1], every[other].words[target - 1]
            if one not in number or another not in number or one == another:
                continue
            pair = tuple(sorted((number[one], number[another])))
            if kind == ANTONYM:
                antonyms.add(pair)
            elif kind in (DERIVED, PERTAINYM):
                derived.add(pair)
    return {
        "words": words,
        "senses": listed,
        "above": sorted(above),
        "similar": sorted(similar),
        "also": sorted(also),
        "opposed": sorted(opposed),
        "antonyms": sorted(antonyms),
        "derived": sorted(derived),
        "denied": sorted(denied),
    }


def _above(key: Key, every: Mapping[Key, Synset], places: Mapping[Key, int]) -> Iterator[Key]:
    """Yield the next synsets above one that have a word of one token."""
    for kind, other, source, _ in every[key].pointers:
        if kind == HYPERNYM and source == 0:
            if other in places:
                yield other
            else:
                yield from _above(other, every, places)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wordnet", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    options = parser.parse_args()
    content = json.dumps(table(options.wordnet), separators=(",", ":")).encode()
    path = options.out / "wordnet.json.gz"
    path.write_bytes(gzip.compress(content, 9, mtime=0))
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
