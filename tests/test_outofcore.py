"""Selection from a file: the same trace as in memory whatever the blocks, within the memory it was given."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from tnvs import FOCI, TNVS, fit_file
from tnvs.outofcore.budget import Budget
from tnvs.search import fingerprint

ENOUGH = "8GB"
PROJECT = Path(__file__).resolve().parents[1]


def data(rng, n, p, dtype=np.float64):
    """Columns of several kinds, and a response of two of them."""
    X = rng.normal(size=(n, p))
    X[0, 0] = 9  # never one value only, as whole numbers neither
    X[:, 1::3] = rng.integers(0, 3, (n, len(range(1, p, 3))))
    X[:, 2::5] = X[:, :1] + 0.01 * rng.normal(size=(n, len(range(2, p, 5))))
    X[:, 3::7] = 1.0
    y = np.round(np.sin(X[:, 0]) + X[:, -1] * X[:, p // 2], 1)
    y[0] += 1  # never one value only
    return X.astype(dtype), y


@contextmanager
def blocks(n, width, chunk=200):
    """Blocks of so many columns, and hashes of so many bytes, whatever the memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "columns", lambda *_: width)
        patch.setattr(Budget, "cells", lambda *_: n * width)
        patch.setattr(sys.modules[fingerprint.__module__], "CHUNK_BYTES", chunk)
        yield


def write(folder, table, layout):
    """A table as a file; its columns are called c0, c1, ... where the format has names."""
    if layout == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        path = folder / "table.parquet"
        parquet.write_table(pyarrow.table(list(native(table).T), names(table)), path, row_group_size=7)
        return path
    path = folder / "table.npy"
    np.save(path, np.asarray(table, order=layout))
    return path


SELECTORS = {
    "default": TNVS(),
    "many steps": TNVS(relevance_threshold=-10, max_features=5),
    "without scaling": TNVS(scaling="none", redundancy_threshold=0.2),
    "equal frequencies": TNVS(scaling="rank", discretization="equal-frequency", response="nominal"),
    "random ties": TNVS(ties="random", random_state=3, relevance_threshold=-1, max_features=4),
    "no bound": TNVS(max_features=None, uninformative_threshold=0, redundancy_threshold=0),
    "initial": TNVS(initial=[0], exclude=[1], relevance_threshold=-1),
    "FOCI": FOCI(max_features=3),
}


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(5, 40), st.integers(2, 25)),
    width=st.integers(1, 30),
    dtype=st.sampled_from([np.float64, np.float32, np.int16, ">f8"]),
    layout=st.sampled_from(["C", "F", "parquet"]),
    kind=st.sampled_from(sorted(SELECTORS)),
    n_jobs=st.integers(1, 2),
)
def test_trace_equals_that_in_memory(tmp_path_factory, seed, shape, width, dtype, layout, kind, n_jobs):
    X, y = data(np.random.default_rng(seed), *shape, dtype)
    path = write(tmp_path_factory.mktemp("data"), X, layout)
    selector = clone(SELECTORS[kind]).set_params(n_jobs=n_jobs)
    with blocks(shape[0], width):
        ours = fit_file(selector, path, y, memory_limit=ENOUGH).trace_.without_timings()
        assert ours == selector.fit(in_memory(X, layout), y).trace_.without_timings()


def in_memory(X, layout):
    """The same table with the same names."""
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(native(X), columns=names(X)) if layout == "parquet" else X


def names(X):
    return [f"c{j}" for j in range(X.shape[1])]


def native(X):
    """The same numbers in this machine's order of bytes, the only one that Parquet has."""
    return X.astype(X.dtype.newbyteorder("="))
