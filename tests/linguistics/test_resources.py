"""The files of the English model: what is shipped is what the notices say."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import corrigenda as cg
from corrigenda.linguistics import resources

MODELS = Path(cg.__file__).parent / "models"
FILES = ("english.safetensors", "english.json.gz", "en_GB-large.txt.gz")


def test_digests_are_those_that_the_notices_give() -> None:
    notices = (MODELS / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", notices, re.MULTILINE))
    given = {name: digest for digest, name in listed.items()}
    for name in FILES:
        assert hashlib.sha256((MODELS / name).read_bytes()).hexdigest() == given[name]


def test_neither_spacy_nor_a_runtime_of_networks_is_needed() -> None:
    code = (
        "import sys, corrigenda as cg\n"
        "cg.annotate('He like dogs .', 'He likes dogs .')\n"
        "print({'spacy', 'errant', 'torch', 'onnxruntime', 'scipy'} & {*sys.modules})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_files_are_small() -> None:
    assert sum((MODELS / name).stat().st_size for name in FILES) < 10_000_000


def test_weights_have_the_shapes_of_the_network() -> None:
    weights = resources.weights()
    assert weights["embed.0"].shape == (5000, 96)
    assert weights["parser.upper.W"].shape == (106, 64)
    assert all(array.dtype == "float32" for array in weights.values())


def test_words_are_those_of_the_list() -> None:
    assert len(resources.words()) == 170_565
    assert "colour" in resources.words()
    assert "Bartók" in resources.words()
    assert "recieve" not in resources.words()
