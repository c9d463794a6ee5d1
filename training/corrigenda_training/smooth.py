"""Activations that lose less when they are rounded (Xiao et al. 2023, "SmoothQuant").

The inputs of a product are rounded with one step for all of them, so that a few channels with large
values cost the others their digits. Before the product each channel is divided by a number, and the
weights that meet it are multiplied by it: the same product, but the weights, which are rounded
column by column, take over part of what makes the channels differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Feed = Mapping[str, NDArray[np.generic]]

SHARE = 0.9
"""How much of the difference between channels the weights take over: none (0) to all (1)."""

LEAST = 1e-5
"""Channels and weights that are smaller are taken to be so large."""


def smooth(source: Path, path: Path, inside: str, feeds: Iterable[Feed]) -> None:
    """A network whose products with weights have smoother inputs, judged by some examples. `inside`
    is what the names of these products begin with."""
    model = onnx.load(str(source))
    weights = {one.name: one for one in model.graph.initializer}
    products = [
        node
        for node in model.graph.node
        if node.op_type == "MatMul" and node.name.startswith(inside) and node.input[1] in weights
    ]
    if not products:
        raise ValueError(f"the network has no products whose names begin with {inside!r}")
    largest = _largest(model, [node.input[0] for node in products], feeds)
    for node in products:
        weight = numpy_helper.to_array(weights[node.input[1]])
        factor = _factors(largest[node.input[0]], weight)
        scale = numpy_helper.from_array(1 / factor, f"{node.name}_smoother")
        changed = numpy_helper.from_array(weight * factor[:, None], f"{node.name}_smooth")
        model.graph.initializer.extend([scale, changed])
        divide = helper.make_node(
            "Mul", [node.input[0], scale.name], [f"{node.name}_input"], f"{node.name}_smoothing"
        )
        node.input[0], node.input[1] = divide.output[0], changed.name
        model.graph.node.insert([*model.graph.node].index(node), divide)
    used = {name for node in model.graph.node for name in node.input}
    for name, one in weights.items():
        if name not in used:
            model.graph.initializer.remove(one)
    onnx.save(model, str(path))


def _factors(largest: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """What each channel is divided by."""
    heaviest = abs(weight).max(axis=1)
    wide, heavy = np.maximum(largest, LEAST), np.maximum(heaviest, LEAST)
    return (wide**SHARE / heavy ** (1 - SHARE)).astype(np.float32)


def _largest(
    model: onnx.ModelProto, names: Iterable[str], feeds: Iterable[Feed]
) -> dict[str, NDArray[np.float32]]:
    """The largest absolute value of each channel of some values, over all examples."""
    import onnxruntime

    asked = [*dict.fromkeys(names)]
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    watched.graph.output.extend(onnx.ValueInfoProto(name=name) for name in asked)
    session = onnxruntime.InferenceSession(watched.SerializeToString())
    largest: dict[str, NDArray[np.float32]] = {}
    for feed in feeds:
        for name, value in zip(asked, session.run(asked, dict(feed)), strict=True):
            rows = abs(value).reshape(-1, value.shape[-1]).max(0)
            largest[name] = np.maximum(largest.get(name, rows), rows)
    return largest
