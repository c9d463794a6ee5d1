"""An encoder out of an ONNX file with rounded weights: what a teacher is made from.

`python -m corrigenda_training.encoders --onnx FOLDER --out FOLDER`. Larger encoders than MiniLM's
six layers come in packages only as int8. Their weights are multiplied out again: for training it
is enough. The folder has `model.onnx`, exported from BERT and rounded by ONNX Runtime.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

Floats = NDArray[np.float32]
ROUNDED = "_quantized"


def weights(path: Path) -> dict[str, Floats]:
    """The weights under the names that BERT has in its own framework."""
    graph = onnx.load(str(path)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}

    def whole(name: str) -> Floats:
        steps = stored[name + ROUNDED].astype(np.float32) - stored[f"{name}_zero_point"]
        return np.asarray(steps * stored[f"{name}_scale"], dtype=np.float32)

    found = {
        name: array.astype(np.float32)
        for name, array in stored.items()
        if name.endswith((".bias", "LayerNorm.weight"))
    }
    for name in stored:
        if name.endswith(ROUNDED) and name.startswith("embeddings."):
            found[name.removesuffix(ROUNDED)] = whole(name.removesuffix(ROUNDED))
    for node in graph.node:
        # Weights of products have lost their names, but the products have kept theirs.
        if node.op_type == "MatMulInteger" and node.input[1].startswith("onnx::"):
            name = node.name.strip("/").removesuffix("/MatMul_quant").replace("/", ".")
            turned = whole(node.input[1].removesuffix(ROUNDED)).T
            found[f"{name}.weight"] = np.ascontiguousarray(turned)
    return found


def main() -> None:
    from safetensors.numpy import save_file

    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--onnx", type=Path, required=True, help="folder of `model.onnx`")
    options.add_argument("--out", type=Path, required=True, help="folder of the encoder")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    found = weights(given.onnx / "model.onnx")
    save_file(found, given.out / "model.safetensors")
    print(f"{given.out}: {sum(array.size for array in found.values()) / 1e6:.1f} M weights")


if __name__ == "__main__":
    main()
