"""Files that can't be fitted to, and means that don't suffice: an error that says which, and how to go on."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tnvs import FOCI, KFOCI, SIS, TNVS, fit_file
from tnvs.outofcore import memory, npy, scratch
from tnvs.outofcore.scratch import Scratch

N, P = 30, 6


def table():
    rng = np.random.default_rng(0)
    return rng.normal(size=(N, P))


@pytest.fixture
def path(tmp_path):
    np.save(tmp_path / "table.npy", table())
    return tmp_path / "table.npy"


def saved(path, array):
    np.save(path, array)
    return path


def parquet(path, **changed):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = {f"c{j}": table()[:, j] for j in range(P)} | changed
    parquet.write_table(pyarrow.table(columns), path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


def check_refused(error, match, path, target=0, selector=None, **options):
    selector = TNVS() if selector is None else selector
    with pytest.raises(error, match=match):
        fit_file(selector, path, target, **{"memory_limit": "8GB", **options})
    assert not hasattr(selector, "trace_")
    assert not hasattr(selector, "n_features_in_")


@pytest.mark.parametrize("order", ["C", "F"])
def test_missing_values_are_named(path, order):
    array = table()
    array[3, 2], array[4, 2], array[5, 5] = np.nan, np.inf, -np.inf
    match = r"NaN or infinity in 2 of 5 columns \(number of such values\): x1 \(2\), x4 \(1\)"
    check_refused(ValueError, match, saved(path, np.asarray(array, order=order)))


def test_nulls_of_parquet_are_named(path):
    check_refused(
        ValueError, r"in 1 of 5 columns .*: c2 \(1\)", parquet(path, c2=[None, *range(N - 1)]), "c0"
    )


def test_sums_that_overflow_are_not_missing(path):
    array = table()
    array[:, 1] = 1e308
    array[0, 1] = 0
    assert fit_file(TNVS(), saved(path, array), 0, memory_limit="8GB").n_features_in_ == P - 1


def test_distances_that_overflow_are_named(path):
    array = table()
    array[:, [2, 5]] = 1e200 * array[:, [2, 5]]
    check_refused(ValueError, r"2 of 5 columns \(x1, x4\)", saved(path, array), selector=TNVS(scaling="none"))


def test_columns_that_are_not_numbers_are_named(path):
    file = parquet(path, c1=["a"] * N, c4=np.datetime64("2026-01-01") + np.arange(N))
    check_refused(ValueError, r"not numbers: c1, c4 \(2 of 5\)", file, "c0")
    check_refused(ValueError, r"not numbers: c4 \(1 of 4\)", file, "c0", drop=["c1"])


@pytest.mark.parametrize(
    ("array", "match"),
    [
        (table().astype(complex), "dtype complex128"),
        (table().astype(str), "dtype <U"),
        (table().astype(object), "dtype object"),
        (table()[:, 0], "1 dimensions"),
        (table()[:1], "1 rows"),
        (table()[:, :1], "0 predictors"),
    ],
)
def test_arrays_that_are_no_table(path, array, match):
    check_refused(ValueError, match, saved(path, array), np.arange(len(array)) if "rows" in match else 0)


def test_targets_and_columns_that_are_not_there(path):
    check_refused(ValueError, "target=9 is not a predictor", path, 9)
    check_refused(ValueError, r"target has shape \(3,\), but the file has 30 rows", path, [1, 2, 3])
    check_refused(ValueError, r"drop\[0\]='age'", path, 0, drop=["age"])
    check_refused(ValueError, "did you mean 'c1'", parquet(path), "C1")
    check_refused(ValueError, "missing values", parquet(path, c0=[None] * N), "c0")
    check_refused(ValueError, "two different values", path, np.ones(N))
    check_refused(ValueError, r"initial\[0\]=77", path, 0, selector=TNVS(initial=[77]))


def test_what_is_not_a_file_of_columns(tmp_path, path):
    check_refused(FileNotFoundError, "there is no such file", tmp_path / "absent.npy")
    check_refused(ValueError, "give a .parquet or .npy file", tmp_path)
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    check_refused(ValueError, "give a .parquet or .npy file", tmp_path / "table.csv")
    (tmp_path / "text.npy").write_text("not an array")
    check_refused(ValueError, "not a file of numpy.save", tmp_path / "text.npy")
    (tmp_path / "short.npy").write_bytes(path.read_bytes()[:-100])
    check_refused(ValueError, "ends 100 bytes too soon", tmp_path / "short.npy")


def test_what_is_not_a_parquet_file(tmp_path, path):
    file = parquet(path)
    (tmp_path / "short.parquet").write_bytes(file.read_bytes()[:-50])
    check_refused(ValueError, "not a Parquet file", tmp_path / "short.parquet")
    damaged = bytearray(file.read_bytes())
    damaged[4:400] = bytes(396)
    (tmp_path / "damaged.parquet").write_bytes(damaged)
    check_refused(ValueError, "can't be read", tmp_path / "damaged.parquet", "c0")


def test_repeated_names(path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = [pyarrow.array(column) for column in table().T]
    parquet.write_table(
        pyarrow.Table.from_arrays(columns, names=list("abbcdd")), path.with_suffix(".parquet")
    )
    check_refused(
        ValueError, r"duplicate feature names: b, d \(2 in all\)", path.with_suffix(".parquet"), "a"
    )


def test_parquet_needs_pyarrow(path, monkeypatch):
    file = parquet(path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    check_refused(ImportError, r'pip install "tnvs\[parquet\]"', file, "c0")


@pytest.mark.parametrize("limit", ["much", "2 apples", 0, -5, True, None, float("nan"), "1e9"])
def test_limits_that_are_no_size(path, limit):
    check_refused(ValueError, "memory_limit=.* is not a size", path, memory_limit=limit)


def test_limit_too_small(path):
    check_refused(ValueError, "too small: 5 columns of 30 rows need at least", path, memory_limit="50MB")


def test_the_limit_it_asks_for_suffices(path):
    with pytest.raises(ValueError, match="too small") as error:
        fit_file(TNVS(), path, 0, memory_limit=memory.held())
    needed = str(error.value).split("at least ")[1].split(",")[0]
    assert fit_file(TNVS(), path, 0, memory_limit=needed).n_features_in_ == P - 1


def test_scratch_folders(tmp_path, path, monkeypatch):
    check_refused(OSError, "give scratch another folder", path, scratch=tmp_path / "absent")
    free = scratch.shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(scratch.shutil, "disk_usage", lambda folder: free)
    check_refused(OSError, r"has 0 MB free, and 0 MB are needed; make room", path)


def test_disk_that_fills_up(tmp_path):
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Scratch(tmp_path, 10**6) as room:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10**5, before[1]))
        try:
            with pytest.raises(OSError, match=r"is full, and 1 MB are needed; make room"):
                room.write(0, np.zeros(10**6, np.uint8))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_file_that_changes_underneath(path, monkeypatch):
    copy = npy.NpyFile.copy

    def copy_and_change(self, *arguments):
        copy(self, *arguments)
        with path.open("ab") as file:
            file.write(b"more")

    monkeypatch.setattr(npy.NpyFile, "copy", copy_and_change)
    check_refused(ValueError, "was changed while it was read", path)


def test_file_that_shrinks_underneath(path, monkeypatch):
    copy = npy.NpyFile.copy

    def shrink_and_copy(self, *arguments):
        with path.open("r+b") as file:
            file.truncate(300)
        copy(self, *arguments)

    monkeypatch.setattr(npy.NpyFile, "copy", shrink_and_copy)
    check_refused(ValueError, "was changed while it was read", path)


@pytest.mark.parametrize("selector", [KFOCI(), SIS(), TNVS])
def test_selectors_that_need_all_columns(path, selector):
    with pytest.raises(TypeError, match="selector must be a TNVS or FOCI"):
        fit_file(selector, path, 0, memory_limit="8GB")


def test_settings_are_checked_first(path):
    check_refused(ValueError, "redundancy_threshold", path, selector=TNVS(redundancy_threshold=-1))
    check_refused(ValueError, "verbose", path, selector=FOCI(verbose=-1))
    check_refused(TypeError, "callback must be callable", path, callback=3)
