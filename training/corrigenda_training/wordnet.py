"""Convert WordNet 3.0 to the table of relations that `corrigenda.meaning.words_kept` reads.

    apt-get download wordnet-base && dpkg-deb -x wordnet-base_*.deb wordnet
    python -m corrigenda_training.wordnet --wordnet wordnet/usr/share/wordnet \
        --out ../src/corrigenda/models

The same input gives the same bytes. `wordnet.json.gz` has

- `words`: the words of one token, in order;
- `senses`: for each part of speech, word by word, its synsets in order of sense;
- `above`: the direct hypernyms of synsets of nouns and verbs;
- `similar`: the synsets that an adjective's synset is similar to;
- `antonyms`, `derived`: pairs of words.

Synsets are numbered from 0 in the order in which words name them; those that have no word of one
token, glosses, and all other relations are left out.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
ANTONYM, DERIVED, SIMILAR, HYPERNYM, PERTAINYM = "!", "+", "&", "@", "\\"

Key = tuple[str, str]
"""Part of speech and offset: a synset."""


class Pointer(NamedTuple):
    """A relation of a synset, or of one of its words, with another."""

    kind: str
    synset: Key
    source: int
    target: int


class Synset(NamedTuple):
    """The words of a synset, and its relations."""

    words: list[str]
    pointers: list[Pointer]


def synsets(folder: Path, part: str) -> Iterator[tuple[Key, Synset]]:
    """Yield the synsets of a part of speech."""
    for line in (folder / f"data.{FILES[part]}").read_text("latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.split(" | ")[0].split()
        offset, count = fields[0], int(fields[3], 16)
        words = [word.split("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
        at = 5 + 2 * count
        pointers = []
        for _ in range(int(fields[at - 1])):
            kind, target, other, ends = fields[at : at + 4]
            pointers.append(Pointer(kind, (other, target), int(ends[:2], 16), int(ends[2:], 16)))
            at += 4
        yield (part, offset), Synset(words, pointers)


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
    above, similar = [], []
    antonyms, derived = set(), set()
    for key, synset in every.items():
        for kind, other, source, target in synset.pointers:
            if source == 0:
                if key in places and other in places and kind == HYPERNYM:
                    above.append((places[key], places[other]))
                if key in places and other in places and kind == SIMILAR:
                    similar.append((places[key], places[other]))
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
        "antonyms": sorted(antonyms),
        "derived": sorted(derived),
    }


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
