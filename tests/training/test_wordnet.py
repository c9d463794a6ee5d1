"""WordNet's files to the table of relations."""

from __future__ import annotations

from pathlib import Path

from corrigenda_training.wordnet import table

NOUNS = """  1 a line of the licence
00000010 03 n 01 animal 0 001 ~ 00000020 n 0000 | a living thing
00000020 05 n 02 dog 0 domestic_dog 0 001 @ 00000010 n 0000 | a pet
"""
ADJECTIVES = """00000030 00 a 01 hot 0 002 ! 00000040 a 0101 & 00000050 a 0000 | of heat
00000040 00 a 01 cold(a) 0 001 ! 00000030 a 0101 | without it
00000050 00 s 01 burning 0 001 & 00000030 a 0000 | very hot
"""


def test_relations_among_words_of_one_token(tmp_path: Path) -> None:
    files = {
        "data.noun": NOUNS,
        "data.adj": ADJECTIVES,
        "index.noun": "animal n 1 1 ~ 1 0 00000010\ndog n 1 1 @ 1 0 00000020\n"
        "domestic_dog n 1 1 @ 1 0 00000020\n",
        "index.adj": "burning a 1 1 & 1 0 00000050\ncold a 1 1 ! 1 0 00000040\n"
        "hot a 1 2 ! & 1 0 00000030\n",
        **{f"{kind}.{part}": "" for kind in ("data", "index") for part in ("verb", "adv")},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="latin-1")
    found = table(tmp_path)
    assert found["words"] == ["animal", "burning", "cold", "dog", "hot"]
    assert found["senses"] == {
        "n": [[0, 0], [3, 1]],
        "v": [],
        "a": [[1, 2], [2, 3], [4, 4]],
        "r": [],
    }
    assert found["above"] == [(1, 0)]
    assert found["antonyms"] == [(2, 4)]
    assert found["similar"] == [(2, 4), (4, 2)]
