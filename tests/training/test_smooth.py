"""The same product, of channels that differ less."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="ONNX is for training only")
onnxruntime = pytest.importorskip("onnxruntime")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from corrigenda_training.smooth import smooth  # noqa: E402

RNG = np.random.default_rng(1)
WIDE = np.array([1, 100, 1, 0.01], dtype=np.float32)


@pytest.fixture
def network(tmp_path: Path) -> Path:
    """x A B, of which A is inside."""
    weights = {name: RNG.normal(size=(4, 4)).astype(np.float32) for name in "AB"}
    graph = helper.make_graph(
        [
            helper.make_node("MatMul", ["x", "A"], ["y"], "/inside/one"),
            helper.make_node("MatMul", ["y", "B"], ["z"], "/outside/other"),
        ],
        "network",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, 4])],
        [helper.make_tensor_value_info("z", TensorProto.FLOAT, [None, 4])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "plain.onnx")
    return tmp_path / "plain.onnx"


def rows(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    drawn: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = (
        RNG.normal(size=(count, 4)).astype(np.float32) * WIDE
    )
    return drawn


def test_what_comes_out_is_the_same(network: Path, tmp_path: Path) -> None:
    made = tmp_path / "smooth.onnx"
    smooth(network, made, "/inside", [{"x": rows(20)}])
    x = rows(5)
    plain, even = (
        onnxruntime.InferenceSession(str(path)).run(["z"], {"x": x})[0] for path in (network, made)
    )
    np.testing.assert_allclose(even, plain, rtol=1e-4, atol=1e-4)


def test_names_that_no_product_has(network: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no products whose names begin with '/elsewhere'"):
        smooth(network, tmp_path / "smooth.onnx", "/elsewhere", [{"x": rows(1)}])


def test_channels_differ_less(network: Path, tmp_path: Path) -> None:
    made = tmp_path / "smooth.onnx"
    smooth(network, made, "/inside", [{"x": rows(20)}, {"x": rows(20)}])
    model = onnx.load(made)
    assert [node.op_type for node in model.graph.node] == ["Mul", "MatMul", "MatMul"]
    weights = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    assert "A" not in weights and "B" in weights
    spread = abs(rows(100) * weights["/inside/one_smoother"]).max(axis=0)
    assert spread.max() / spread.min() < 20  # it was 10,000
