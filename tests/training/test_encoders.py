"""Rounded weights become weights again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="ONNX is for training only")

from corrigenda_training.encoders import weights  # noqa: E402


def test_rounded_weights_are_multiplied_out(tmp_path: Path) -> None:
    from onnx import TensorProto, helper, numpy_helper

    rounded = np.array([[1, -2, 3], [4, 5, -6]], dtype=np.int8)  # from two to three
    scale = np.array([0.5, 1.0, 2.0], dtype=np.float32)
    stored = {
        "onnx::MatMul_7_quantized": rounded,
        "onnx::MatMul_7_scale": scale,
        "onnx::MatMul_7_zero_point": np.array([0, 1, 0], dtype=np.int8),
        "embeddings.word_embeddings.weight_quantized": np.array([[130, 126]], dtype=np.uint8),
        "embeddings.word_embeddings.weight_scale": np.array(0.25, dtype=np.float32),
        "embeddings.word_embeddings.weight_zero_point": np.array(128, dtype=np.uint8),
        "encoder.layer.0.output.dense.bias": np.array([1.5, 2.5, 3.5], dtype=np.float32),
    }
    product = helper.make_node(
        "MatMulInteger",
        ["x", "onnx::MatMul_7_quantized"],
        ["y"],
        name="/encoder/layer.0/output/dense/MatMul_quant",
    )
    graph = helper.make_graph(
        [product],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.UINT8, [1, 2])],
        [helper.make_tensor_value_info("y", TensorProto.INT32, [1, 3])],
        [numpy_helper.from_array(array, name) for name, array in stored.items()],
    )
    onnx.save(helper.make_model(graph), str(tmp_path / "model.onnx"))
    found = {name: array.tolist() for name, array in weights(tmp_path / "model.onnx").items()}
    assert found == {
        "encoder.layer.0.output.dense.weight": [[0.5, 2.0], [-3.0, 4.0], [6.0, -12.0]],
        "encoder.layer.0.output.dense.bias": [1.5, 2.5, 3.5],
        "embeddings.word_embeddings.weight": [[0.5, -0.5]],
    }
