"""Selection from a file: the same trace as in memory whatever the blocks, from whatever file."""

from __future__ import annotations

import sys
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from tnvs import FOCI, TNVS, fit_file
from tnvs.outofcore.budget import Budget
from tnvs.outofcore.scratch import Scratch
from tnvs.search import fingerprint

ENOUGH = "8GB"


def data(rng, n, p, dtype=np.float64):
    """Columns of several kinds, and a response of two of them."""
    X = 10 * rng.normal(size=(n, p))
    X[0, 0] = 50  # never constant
    X[:, 1::3] = rng.integers(0, 3, (n, len(range(1, p, 3))))
    X[:, 2::5] = X[:, :1] + 0.01 * rng.normal(size=(n, len(range(2, p, 5))))
    X[:, 3::7] = 1.0
    y = np.round(np.sin(X[:, 0] / 5) + X[:, -1] * X[:, p // 2], 1)
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


@pytest.mark.parametrize(
    "dtypes",
    [["float32"], ["float32", "int8"], ["float32", "int32"], ["float16", "bool"], ["int64", "uint8"]],
)
def test_types_of_parquet_columns_are_joined_as_in_memory(tmp_path, dtypes):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    X, y = data(np.random.default_rng(0), 40, 6)
    frame = pandas.DataFrame({f"c{j}": (X[:, j] > 1).astype(dtypes[j % len(dtypes)]) for j in range(6)})
    if "float16" not in dtypes:
        frame += np.arange(40)[:, None].astype("int8") % 5
    frame.to_parquet(tmp_path / "table.parquet")
    ours = fit_file(TNVS(), tmp_path / "table.parquet", y, memory_limit=ENOUGH).trace_
    assert ours.without_timings() == TNVS().fit(frame, y).trace_.without_timings()


def parquet_of(path, columns):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(columns), path)
    return path


def test_target_and_dropped_columns_are_left_out(tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = data(np.random.default_rng(1), 60, 5)
    frame = pandas.DataFrame(X, columns=names(X))
    frame.insert(1, "a.b", y > 0)
    frame.insert(3, "id", [f"sample {k}" for k in range(60)])
    path = parquet_of(tmp_path / "table.parquet", dict(frame))
    right = TNVS().fit(frame.drop(columns=["a.b", "id"]), frame["a.b"]).trace_.without_timings()
    assert right.resolved["response"] == "nominal"
    by_name = fit_file(TNVS(), path, "a.b", drop=["id"], memory_limit=ENOUGH)
    by_place = fit_file(TNVS(), str(path), 1, drop=[3], memory_limit=8 * 10**9)
    assert by_name.trace_.without_timings() == by_place.trace_.without_timings() == right
    assert by_name.transform(frame.drop(columns=["a.b", "id"])).shape == (60, len(by_name.selected_))


@pytest.mark.parametrize("layout", ["C", "F"])
def test_target_within_an_array(tmp_path, layout):
    X, y = data(np.random.default_rng(2), 50, 8)
    path = write(tmp_path, np.insert(X, 3, y, axis=1), layout)
    with blocks(50, 3):
        ours = fit_file(TNVS(), path, 3, drop=[0], memory_limit=ENOUGH)
        assert ours.trace_.without_timings() == TNVS().fit(X[:, 1:], y).trace_.without_timings()


def test_classes_with_names(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    X, y = data(np.random.default_rng(3), 60, 4)
    classes = np.where(y > 0, "high", "low")
    columns = {name: X[:, j] for j, name in enumerate(names(X))}
    for target in (classes, pyarrow.array(classes).dictionary_encode()):
        path = parquet_of(tmp_path / "table.parquet", {**columns, "class": target})
        ours = fit_file(TNVS(), path, "class", memory_limit=ENOUGH).trace_
        assert ours.without_timings() == TNVS().fit(in_memory(X, "parquet"), classes).trace_.without_timings()


@contextmanager
def counted_reads():
    """How many bytes were read from the scratch file."""
    sizes = []
    with pytest.MonkeyPatch.context() as patch:
        read = Scratch.read
        patch.setattr(
            Scratch, "read", lambda self, offset, into: (sizes.append(into.nbytes), read(self, offset, into))
        )
        yield sizes


def test_a_step_reads_its_candidates_once(tmp_path):
    n, p = 60, 40
    X, y = data(np.random.default_rng(4), n, p)
    path = write(tmp_path, X, "C")
    marks = []
    selector = TNVS(relevance_threshold=-10, max_features=4)
    with blocks(n, 3), counted_reads() as sizes:
        trace = fit_file(
            selector, path, y, memory_limit=ENOUGH, callback=lambda step: marks.append(sum(sizes))
        ).trace_
    assert len(trace.steps) == 4
    for step, before, after in zip(trace.steps[1:], marks[:-1], marks[1:], strict=True):
        deleted = len(step.redundant.features)
        left = len(step.candidates) - 1
        final = step.number == 4  # no scores are needed after the last, and no orders
        assert after - before == n * (8 * (1 + deleted) + (8 if final else 12) * left)


def test_what_fits_into_a_block_is_read_once(tmp_path):
    n, p = 60, 12
    X, y = data(np.random.default_rng(5), n, p)
    path = write(tmp_path, X, "C")
    marks = []
    selector = TNVS(relevance_threshold=-10, max_features=4, redundancy_threshold=0)
    with blocks(n, p), counted_reads() as sizes:
        fit_file(selector, path, y, memory_limit=ENOUGH, callback=lambda step: marks.append(sum(sizes)))
    assert np.diff(marks).tolist() == [8 * n] * 3  # the selected column


def test_callback_ends_the_search(tmp_path):
    X, y = data(np.random.default_rng(6), 60, 10)
    path = write(tmp_path, X, "F")
    trace = fit_file(
        TNVS(relevance_threshold=-10), path, y, memory_limit=ENOUGH, callback=lambda step: True
    ).trace_
    assert trace.stop_reason == "callback"
    assert len(trace.steps) == 1


@pytest.mark.parametrize("elsewhere", [False, True], ids=["from the file", "in memory"])
def test_an_interrupted_fit_goes_on(tmp_path, elsewhere):
    X, y = data(np.random.default_rng(9), 60, 20)
    path, kept = write(tmp_path, X, "C"), tmp_path / "steps"
    selector = TNVS(relevance_threshold=-10, max_features=5)

    def fail(step):
        if step.number == 2:
            raise KeyboardInterrupt

    with blocks(60, 4, chunk=4 * 2**20):
        with pytest.raises(KeyboardInterrupt):
            fit_file(selector, path, y, memory_limit=ENOUGH, callback=fail, checkpoint=kept)
        if elsewhere:
            selector.fit(X, y, checkpoint=kept)
        else:
            fit_file(selector, path, y, memory_limit=ENOUGH, checkpoint=kept)
    whole = clone(selector).fit(X, y)
    assert selector.trace_.without_timings() == whole.trace_.without_timings()


def test_nothing_stays_on_the_disk(tmp_path):
    X, y = data(np.random.default_rng(7), 60, 10)
    path = write(tmp_path, X, "C")
    elsewhere = tmp_path / "scratch"
    elsewhere.mkdir()
    before = sorted(tmp_path.iterdir())
    fit_file(TNVS(), path, y, memory_limit=ENOUGH)
    fit_file(TNVS(), path, y, memory_limit=ENOUGH, scratch=elsewhere)

    def fail(step):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        fit_file(TNVS(), path, y, memory_limit=ENOUGH, callback=fail)
    assert sorted(tmp_path.iterdir()) == before
    assert list(elsewhere.iterdir()) == []


def test_verbose_says_when_the_file_is_copied(tmp_path, caplog):
    X, y = data(np.random.default_rng(8), 30, 5)
    with caplog.at_level("INFO", logger="tnvs"):
        fit_file(TNVS(verbose=1, max_features=1), write(tmp_path, X, "C"), y, memory_limit=ENOUGH)
    assert caplog.messages[0].startswith("30 x 5 copied to a scratch file in ")
    assert caplog.messages[1].startswith("step 1: ")
