"""From a checkpoint to the file that is shipped:
`python -m corrigenda_training.export --data UCCA --run RUN --version 1.0 --out FILE`.

The network is written as ONNX in fp32, then its weights are rounded to int8 (activations are
rounded as they come, and made smoother for that, by what some gold sentences are like), then both
are packed for numpy. Whatever the run time needs is in the file's metadata.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import onnx
import torch
from torch import Tensor, nn

from corrigenda.meaning.parser.pieces import Pieces
from corrigenda_training import decision
from corrigenda_training.batches import batch
from corrigenda_training.data import Example, Labels
from corrigenda_training.model import Parser, Shape
from corrigenda_training.pack import pack
from corrigenda_training.smooth import Feed, smooth
from corrigenda_training.train import gold_examples, typical, vocabulary

LICENCE = (
    "CC BY-SA 4.0. Fine-tuned from all-MiniLM-L6-v2 (Apache-2.0) on UCCA_English-Wiki 2.0 and "
    "UCCA_English-EWT 2.0 (CC BY-SA 3.0)."
)


class Sentence(nn.Module):
    """The network as it runs: one sentence, the best label of each span."""

    def __init__(self, parser: Parser, labels: Sequence[str]) -> None:
        super().__init__()
        self.parser = parser
        self.edges = decision.edges(labels)
        self.eligible = decision.eligible(labels)

    def forward(
        self,
        pieces: Tensor,
        pool: Tensor,
        starts: Tensor,
        ends: Tensor,
        remotes: Tensor,
        chosen_starts: Tensor,
        chosen_ends: Tensor,
    ) -> tuple[Tensor, ...]:
        words = pool @ self.parser.encoder(pieces)[0]
        fences = self.parser.fenced(words)
        scores = self.parser.score_spans(fences, starts, ends)
        best, which = decision.gains(scores.log_softmax(1), self.edges, self.eligible)
        tags = self.parser.score_remotes(remotes, chosen_starts, chosen_ends).argmax(0)
        return best, which, self.parser.remote_ends(fences), words, tags


INPUTS = ("pieces", "pool", "starts", "ends", "remotes", "chosen_starts", "chosen_ends")
OUTPUTS = ("gains", "labels", "remote_ends", "words", "tags")
"""In two steps: from pieces to spans (with their labels) and to what remote edges are scored by;
and from that, and the spans that were chosen, to the tags between them."""


DECISION = ("/MatMul_1", "/MatMul_2")
"""The products of the decision over labels: small, and between probabilities that must be exact."""


def load(run: Path) -> tuple[Parser, dict[str, Any]]:
    """The averaged network of a run, and what its checkpoint says."""
    state = torch.load(run / "checkpoint.pt", weights_only=True)
    parser = Parser(Shape(**state["shape"]))
    parser.load_state_dict(state["average"])
    parser.eval()
    return parser, state


def write_fp32(parser: Parser, labels: Sequence[str], path: Path) -> None:
    words, pieces = 3, 7
    starts, ends = torch.triu_indices(words + 1, words + 1, 1)
    pool = torch.rand(words + 2, pieces)
    remotes = torch.rand(words + 1, 4 * parser.shape.remotes)
    torch.onnx.export(
        Sentence(parser, labels),
        (torch.arange(pieces)[None], pool, starts, ends, remotes, starts[:2], ends[:2]),
        str(path),
        input_names=list(INPUTS),
        output_names=list(OUTPUTS),
        dynamic_axes={
            "pieces": {1: "pieces"},
            "pool": {0: "rows", 1: "pieces"},
            "starts": {0: "spans"},
            "ends": {0: "spans"},
            "remotes": {0: "fences"},
            "chosen_starts": {0: "chosen"},
            "chosen_ends": {0: "chosen"},
        },
        opset_version=17,
        custom_opsets={"com.microsoft": 1},
        dynamo=False,
    )


def write_int8(source: Path, path: Path, feeds: Iterable[Feed]) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder:
        prepared, smoother = Path(folder) / "prepared.onnx", Path(folder) / "smoother.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        if not {node.name for node in onnx.load(str(prepared)).graph.node}.issuperset(DECISION):
            raise SystemExit("the products of the decision have other names: see DECISION")
        smooth(prepared, smoother, "/encoder/layers", feeds)
        quantize_dynamic(
            str(smoother),
            str(path),
            nodes_to_exclude=list(DECISION),
            op_types_to_quantize=["Attention", "MatMul", "Gather"],
            per_channel=True,
            # Seven bits: products of eight overflow on processors without VNNI instructions, and
            # a sentence's graph would depend on the machine.
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )


def feeds(parser: Parser, examples: Iterable[Example], pieces: Pieces) -> Iterator[Feed]:
    """What the network is given for some sentences."""
    labels = Labels([""])
    for one in examples:
        made = batch([Example(one.tokens, one.marks, {})], pieces, labels, labels)
        given = (made.pieces, made.pool[0], made.starts, made.ends)
        remotes = torch.zeros(one.words + 1, 4 * parser.shape.remotes)
        spans = (made.starts[:1], made.ends[:1])
        every = zip(INPUTS, (*given, remotes, *spans), strict=True)
        yield {name: value.numpy() for name, value in every}


def described(state: dict[str, Any], version: str) -> dict[str, str]:
    """The metadata of the file."""
    with (Path(str(state["run"])) / "log.jsonl").open(encoding="utf-8") as log:
        epochs = [json.loads(line) for line in log]
    about = {
        "name": "corrigenda-ucca",
        "version": version,
        "licence": LICENCE,
        "labels": state["labels"],
        "tags": state["tags"],
        "vocabulary": vocabulary(),
        "training": {"options": state["options"], "last epoch": epochs[-1]},
    }
    return {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in about.items()
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True, help="folder of the UCCA archives")
    options.add_argument("--run", type=Path, required=True, help="folder of a training run")
    options.add_argument("--out", type=Path, required=True, help="the safetensors file")
    options.add_argument("--version", default="0")
    given = options.parse_args()
    parser, state = load(given.run)
    state["run"] = str(given.run)
    with tempfile.TemporaryDirectory() as folder:
        plain, rounded = Path(folder) / "fp32.onnx", Path(folder) / "int8.onnx"
        write_fp32(parser, state["labels"], plain)
        pieces = Pieces(vocabulary())
        gold = gold_examples(given.data, given.run.parent / "data", pieces)
        write_int8(plain, rounded, feeds(parser, typical(gold), pieces))
        pack(rounded, described(state, given.version), given.out)


if __name__ == "__main__":
    main()
