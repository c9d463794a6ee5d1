"""What the `ucca` package says of a parser, sentence by sentence:
`python -m corrigenda_training.evaluate --data UCCA --model FILE --gold FOLDER [--misspell 0.1]`.

The package cuts the gold passages into sentences, which takes it minutes; they are kept in
a folder. Needs `ucca` 1.3.11 (`pip install --no-deps ucca==1.3.11`).
"""

from __future__ import annotations

import argparse
import random
import tarfile
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corrigenda.engine.progress import Bar
from corrigenda.meaning.formats.ucca_xml_writer import dump
from corrigenda.meaning.graph import Graph
from corrigenda.meaning.parser.contract import Parser
from corrigenda.meaning.parser.embedded import Embedded
from corrigenda_training.noise import misspelt


def gold_sentences(archive: Path, folder: Path) -> list[Path]:
    """The sentences of an archive of passages, as the package cuts them, in files."""
    from ucca import convert

    place = folder / archive.name.split(".")[0]
    done = place / "done"
    if not done.exists():
        place.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as passages:
            for member in passages.getmembers():
                stream = passages.extractfile(member)
                if stream is None or not member.name.endswith(".xml"):
                    continue
                passage = convert.from_standard(ET.parse(stream).getroot())
                for sentence in convert.split2sentences(passage):
                    tree = ET.ElementTree(convert.to_standard(sentence))
                    tree.write(place / f"{sentence.ID}.xml", encoding="utf-8")
        done.touch()
    return sorted(place.glob("*.xml"))


def scores(parser: Parser, files: list[Path], rate: float = 0.0, seed: int = 1) -> dict[str, float]:
    """F1 by kind of edge and of agreement, over all sentences, with a share of words misspelt."""
    from ucca import convert, evaluation
    from ucca.constructions import DEFAULT

    results = []
    with Bar("parsing", len(files)) as bar:
        for file in files:
            gold = convert.from_standard(ET.parse(file).getroot())
            words = [t.text for t in gold.layer("0").all]
            dice = random.Random(f"{seed} {file.name}")
            given = [misspelt(w, dice) if dice.random() < rate else w for w in words]
            guess = passage(parser.parse(given), words)
            results.append(evaluation.evaluate(guess, gold))
            bar.advance(1)
    total = evaluation.Scores.aggregate(results)
    return {
        f"{agreement} {name}": total[agreement][construction].f1
        for agreement in ("labeled", "unlabeled")
        for name, construction in DEFAULT.items()
    }


def passage(found: Graph, words: Sequence[str]) -> Any:
    """A graph as a passage of the package, over the words before they were misspelt."""
    from ucca import convert

    tokens = tuple(t._replace(text=w) for t, w in zip(found.tokens, words, strict=True))
    return convert.from_standard(ET.fromstring(dump(replace(found, tokens=tokens))))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True, help="folder of the UCCA archives")
    options.add_argument("--model", type=Path, required=True, help="the safetensors file")
    options.add_argument("--gold", type=Path, required=True, help="folder to keep sentences in")
    options.add_argument("--misspell", type=float, default=0.0, help="share of words")
    options.add_argument("--seed", type=int, default=1, help="which words, and how")
    options.add_argument("corpora", nargs="*", default=["wiki-dev", "ewt-dev"])
    given = options.parse_args()
    parser = Embedded(given.model)
    for corpus in given.corpora:
        files = gold_sentences(given.data / f"{corpus}.tar.xz", given.gold)
        found = scores(parser, files, given.misspell, given.seed)
        print(corpus, " ".join(f"{name} {value:.4f}" for name, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
