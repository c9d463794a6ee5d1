"""From a network in ONNX, rounded to int8, to the file that is shipped:
`python -m corrigenda_training.pack --onnx FILE --out ucca.safetensors --version 1.2`.
The file says in its metadata what it is; `export` packs without that detour.

Weights stay the whole numbers that they are, with a scale for each column. Two tables are added,
of functions whose last digit depends on the machine that computes them. Nothing is trained anew.
"""

from __future__ import annotations

import argparse
import hashlib
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from corrigenda.meaning.parser.network import EXP_STEP, EXP_TOTAL, GELU_STEP
from corrigenda_training.tensors import safetensors

Arrays = dict[str, NDArray[Any]]

NORMS = {"weight": "gain", "bias": "shift"}

EXP_REACH, GELU_REACH = 12, 6
"""How far the tables go: what is beyond them is less than half of their last digit."""


def arrays(model: onnx.ModelProto) -> Arrays:
    """The arrays of the network, under names of their own."""
    held = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    network = _Source(model, held)
    out: Arrays = {
        "pieces": held["parser.encoder.words.weight_quantized"],
        "pieces.zero": held["parser.encoder.words.weight_zero_point"].reshape(1),
        "pieces.scale": held["parser.encoder.words.weight_scale"].reshape(1),
        "positions": held["parser.encoder.positions.weight"],
        "labels.edges": held["/Constant_16_output_0"].astype(np.int8),
        "labels.worth": held["/Constant_17_output_0"].reshape(1),
        "labels.ineligible": held["/Constant_19_output_0"].astype(np.uint8),
        "exp": exp_table(),
        "gelu": gelu_table(),
    }
    out |= network.norm("parser.encoder.norm", "norm")
    layers = sum(name.endswith(".norm_1.weight") for name in held)
    for n in range(layers):
        theirs, ours = f"parser.encoder.layers.{n}", f"layers.{n}"
        out |= network.attention(f"/encoder/layers.{n}/Attention_quant", f"{ours}.attention")
        for part in ("out", "up", "down"):
            product = f"/encoder/layers.{n}/{part}/MatMul"
            out |= network.linear(f"{product}_smooth", f"{theirs}.{part}.bias", f"{ours}.{part}")
            out[f"{ours}.{part}.smoother"] = held[f"{product}_smoother"]
        for part in ("norm_1", "norm_2"):
            out |= network.norm(f"{theirs}.{part}", f"{ours}.{part}")
    for part in ("fences", "labels", "ends"):
        out |= network.linear(f"parser.{part}.weight", f"parser.{part}.bias", part)
    out |= network.norm("parser.norm", "spans.norm")
    out |= network.linear(network.weights("/MatMul_3_quant", 1), None, "remotes")
    return out


class _Source:
    """The arrays of an ONNX file, and its nodes."""

    def __init__(self, model: onnx.ModelProto, held: Mapping[str, NDArray[Any]]) -> None:
        self.held = held
        self.nodes = {node.name: node for node in model.graph.node}

    def weights(self, node: str, place: int) -> str:
        """The name of the weights that a node multiplies by."""
        return str(self.nodes[node].input[place]).removesuffix("_quantized")

    def linear(self, weights: str, bias: str | None, name: str) -> Arrays:
        if self.held[f"{weights}_zero_point"].any():
            raise SystemExit(f"{weights}: expected weights without zero points")
        scale = self.held[f"{weights}_scale"]
        return {
            f"{name}.weights": self.held[f"{weights}_quantized"],
            f"{name}.scale": scale,
            f"{name}.bias": np.zeros_like(scale) if bias is None else self.held[bias],
        }

    def attention(self, node: str, name: str) -> Arrays:
        return self.linear(self.weights(node, 1), str(self.nodes[node].input[2]), name)

    def norm(self, theirs: str, name: str) -> Arrays:
        return {f"{name}.{ours}": self.held[f"{theirs}.{part}"] for part, ours in NORMS.items()}


def exp_table() -> NDArray[np.float32]:
    """exp(-x) in the middle of each step, as whole parts of a total."""
    middles = (np.arange(EXP_REACH * EXP_STEP) + 0.5) / EXP_STEP
    return np.array([round(EXP_TOTAL * math.exp(-x)) for x in middles], dtype=np.float32)


def gelu_table() -> NDArray[np.float32]:
    """How much less than x or 0 the Gaussian error linear unit is, by the distance from 0."""
    middles = (np.arange(GELU_REACH * GELU_STEP) + 0.5) / GELU_STEP
    return np.array([x * math.erfc(x / math.sqrt(2)) / 2 for x in middles], dtype=np.float32)


def pack(network: Path, about: Mapping[str, str], out: Path) -> None:
    """Write a network as it is shipped, and its digest beside it."""
    content = safetensors(arrays(onnx.load(str(network))), about)
    out.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    out.with_name(out.name + ".sha256").write_text(f"{digest}  {out.name}\n", "ascii")
    print(f"{out}: {len(content) / 1e6:.1f} MB")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--onnx", type=Path, required=True, help="the network, rounded to int8")
    options.add_argument("--out", type=Path, required=True, help="the safetensors file")
    options.add_argument("--version", required=True, help="of the parser, in signatures")
    given = options.parse_args()
    about = {entry.key: entry.value for entry in onnx.load(str(given.onnx)).metadata_props}
    pack(given.onnx, {**about, "version": given.version}, given.out)


if __name__ == "__main__":
    main()
