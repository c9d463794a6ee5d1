"""One thread for small products, and as many as before afterwards."""

from __future__ import annotations

import pytest

from corrigenda import blas


def test_one_thread_within_the_block_only() -> None:
    functions = blas._functions()
    if functions is None:
        pytest.skip("numpy's BLAS library cannot be told")
    get, set_to = functions
    before = get()
    try:
        set_to(2)
        several = get()
        with blas.one_thread():
            assert get() == 1
        assert get() == several
    finally:
        set_to(before)


def test_a_library_that_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas, "_functions", lambda: None)
    with blas.one_thread():
        pass
