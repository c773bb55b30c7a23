"""Every format gives the same trace as the same data through Python."""

from __future__ import annotations

import gzip

import numpy as np
import pandas
import polars as pl
import pytest
import scipy.io
import scipy.sparse
from sklearn.datasets import dump_svmlight_file

from cli_helpers import run, selected, table
from tnvs import TNVS
from tnvs.readers import Request, read
from tnvs.readers.formats import read_raw
from tnvs.readers.matrix import from_matrix

X, Y = (np.round(values, 8) + 0.0 for values in table())  # some formats keep 15 digits, and no -0
WHOLE = np.round(X) + 0.0
NAMES = [f"column {at}" for at in range(X.shape[1])]
FRAME = pl.DataFrame(X, schema=NAMES).with_columns(pl.Series("the target", Y))
NAMED = ["--target", "the target"]


def through_python(X=X, y=Y, names=NAMES):
    if names is not None:
        X = pandas.DataFrame(X, columns=names)
    return TNVS().fit(X, y).trace_.without_timings()


@pytest.fixture(scope="module")
def named():
    return through_python()


@pytest.fixture(scope="module")
def nameless():
    return through_python(names=None)


def decimal_comma(frame):
    lines = [";".join(frame.columns)]
    lines += [";".join(repr(value).replace(".", ",") for value in row) for row in frame.rows()]
    return "\n".join(lines)


def arff(frame):
    head = ["@relation r", *(f"@attribute '{name}' numeric" for name in frame.columns), "@data"]
    return "\n".join(head + [",".join(map(repr, row)) for row in frame.rows()])


WITH_NAMES = {
    "csv": lambda path: FRAME.write_csv(path),
    "tsv": lambda path: FRAME.write_csv(path, separator="\t"),
    "csv.gz": lambda path: path.write_bytes(gzip.compress(FRAME.write_csv().encode())),
    "csv.zst": lambda path: path.write_bytes(
        pytest.importorskip("zstandard").compress(FRAME.write_csv().encode())
    ),
    "txt": lambda path: path.write_text(decimal_comma(FRAME), encoding="utf-16"),
    "parquet": lambda path: FRAME.write_parquet(path),
    "arrow": lambda path: FRAME.write_ipc(path),
    "feather": lambda path: FRAME.write_ipc_stream(path),
    "arff": lambda path: path.write_text(arff(FRAME)),
}


@pytest.mark.parametrize("ending", WITH_NAMES)
def test_formats_with_names(ending, named, tmp_path):
    path = tmp_path / f"table.{ending}"
    WITH_NAMES[ending](path)
    assert selected(path, tmp_path / "out", *NAMED) == named


def test_folder_of_parquet_parts(named, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    for part in range(3):
        FRAME[part * 40 : (part + 1) * 40].write_parquet(folder / f"part-{part}.parquet")
    assert selected(folder, tmp_path / "out", *NAMED) == named


def test_excel(named, tmp_path):
    pytest.importorskip("fastexcel")
    pytest.importorskip("xlsxwriter")
    path = tmp_path / "table.xlsx"
    FRAME.write_excel(path, worksheet="numbers")
    assert selected(path, tmp_path / "out", *NAMED, "--sheet", "numbers") == named
    assert "numbers" in run("select", path, *NAMED, "--sheet", "other", code=2).output


def dump_sparse(path):
    dump_svmlight_file(X, Y, str(path), zero_based=True)


def dump_hdf5(path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(path, "w", userblock_size=512) as file:
        for name, values in (("X", X), ("y", Y[:, None])):
            file[name] = values.T
            file[name].attrs["MATLAB_class"] = np.bytes_("double")


NAMELESS = {
    "npz": (lambda path: np.savez(path, X=X, y=Y), []),
    "npy": (lambda path: np.save(path, np.column_stack([X, Y])), ["--target", "-1"]),
    "csv": (
        lambda path: np.savetxt(path, np.column_stack([X, Y]), fmt="%.10g", delimiter=","),
        ["--target", X.shape[1]],
    ),
    "svmlight": (dump_sparse, []),
    "mat": (lambda path: scipy.io.savemat(path, {"X": X, "Y": Y[:, None]}), []),
    "v7.3.mat": (dump_hdf5, ["--target", "y"]),
    "sparse.mat": (lambda path: scipy.io.savemat(path, {"fea": scipy.sparse.csc_matrix(X), "gnd": Y}), []),
}


@pytest.mark.parametrize("ending", NAMELESS)
def test_formats_without_names(ending, nameless, tmp_path):
    write, words = NAMELESS[ending]
    path = tmp_path / f"table.{ending}"
    write(path)
    assert selected(path, tmp_path / "out", *words) == nameless


def test_names_beside_the_matrix(named, tmp_path):
    np.savez(tmp_path / "t.npz", X=X, y=Y, feature_names=np.array(NAMES))
    assert selected(tmp_path / "t.npz", tmp_path / "out") == named


def test_a_column_before_the_predictors_keeps_positions_in_names(tmp_path):
    np.save(tmp_path / "t.npy", np.column_stack([Y, X]))
    trace = selected(tmp_path / "t.npy", tmp_path / "out", "--target", 0)
    assert trace.feature_names[:2] == ("x1", "x2")


@pytest.mark.parametrize("dtype", ["float32", "int16", "uint8", "bool"])
@pytest.mark.parametrize("ending", ["parquet", "npz"])
def test_types(ending, dtype, tmp_path):
    values = (10 * X).astype(dtype) if dtype != "bool" else X > 0
    path = tmp_path / f"t.{ending}"
    if ending == "npz":
        np.savez(path, X=values, y=Y)
        expected = through_python(values, names=None)
    else:
        pl.DataFrame(values, schema=NAMES).with_columns(y=Y).write_parquet(path)
        expected = through_python(values)
    assert selected(path, tmp_path / "out", "--target", "y") == expected


def test_mixed_types_are_those_of_numpy(tmp_path):
    frame = pl.DataFrame({"a": X[:, 0].astype(np.float32), "b": (9 * X[:, 1]).astype(np.int8), "y": Y})
    frame.write_parquet(tmp_path / "t.parquet")
    assert selected(tmp_path / "t.parquet", tmp_path / "out", "--target", "y").data.dtype == "float32"


RESPONSES = {
    "integers": np.repeat([3, 1, 2], 40),
    "booleans": Y > 0.5,
    "words": np.where(Y > 0.5, "tall", "small"),
    "big integers": 2**60 + np.argsort(Y),
}


@pytest.mark.parametrize("kind", RESPONSES)
def test_responses(kind, tmp_path):
    y = RESPONSES[kind]
    pl.DataFrame(X, schema=NAMES).with_columns(y=pl.Series(y)).write_parquet(tmp_path / "t.parquet")
    assert selected(tmp_path / "t.parquet", tmp_path / "out", "--target", "y") == through_python(y=y)


@pytest.fixture(scope="module")
def cells():
    anndata = pytest.importorskip("anndata")
    obs = pandas.DataFrame(
        {"score": Y, "kind": pandas.Categorical(np.where(Y > 0.5, "T", "B"))},
        index=[f"cell{i}" for i in range(120)],
    )
    return anndata.AnnData(
        X=scipy.sparse.csr_matrix(WHOLE),
        obs=obs,
        var=pandas.DataFrame(index=NAMES),
        layers={"raw": X, "csc": scipy.sparse.csc_matrix(X)},
    )


@pytest.mark.parametrize(
    ("words", "X", "y"),
    [
        (["--target", "score"], WHOLE, Y),
        (["--target", "score", "--layer", "raw"], X, Y),
        (["--target", "kind", "--layer", "csc"], X, np.where(Y > 0.5, "T", "B")),
    ],
)
def test_annotated_data(words, X, y, cells, tmp_path):
    cells.write_h5ad(tmp_path / "cells.h5ad")
    assert selected(tmp_path / "cells.h5ad", tmp_path / "out", *words) == through_python(X, y)


def test_write_back(cells, tmp_path):
    import anndata

    path = tmp_path / "cells.h5ad"
    cells.write_h5ad(path)
    trace = selected(path, tmp_path / "out", "--target", "score", "--layer", "raw", "--write-back")
    var = anndata.read_h5ad(path).var
    assert var["tnvs_subset"].tolist() == trace.labels.tolist()
    np.testing.assert_array_equal(var["tnvs_score"], trace.scores)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["cells.h5ad", "out"]


def test_write_back_is_for_annotated_data(tmp_path):
    FRAME.write_csv(tmp_path / "t.csv")
    assert ".h5ad" in run("select", tmp_path / "t.csv", *NAMED, "--write-back", code=2).output


def test_one_copy_in_memory(tmp_path):
    """A matrix of floats is mapped from its file as it is; a frame is moved column by column."""
    np.save(tmp_path / "t.npy", X)
    FRAME.write_parquet(tmp_path / "t.parquet")
    raw = read_raw(Request(path=tmp_path / "t.npy"))
    assert isinstance(from_matrix(raw, range(X.shape[1]))[0], np.memmap)
    loaded = read(Request(path=tmp_path / "t.parquet", target="the target"))
    assert loaded.X.flags.f_contiguous


@pytest.mark.parametrize("kind", [np.complex128, np.longdouble])
def test_array_of_other_numbers(kind, tmp_path):
    if np.dtype(kind).itemsize <= 8:
        pytest.skip("long doubles are doubles here")
    np.save(tmp_path / "data.npy", X.astype(kind))
    said = run("select", tmp_path / "data.npy", "--target", 0, code=2).output
    assert f"has the type {np.dtype(kind)}" in said


@pytest.mark.parametrize("words", [[], ["--target", "y"]])
def test_archive_with_a_target_of_another_length(words, tmp_path):
    np.savez(tmp_path / "data.npz", X=X, y=Y[:-1])
    said = run("select", tmp_path / "data.npz", *words, code=2).output
    assert f"y in {str(tmp_path / 'data.npz')!r} has the shape (119,), but the matrix has 120 rows" in said


def test_lines_that_end_as_on_old_macs(tmp_path, named):
    path = tmp_path / "data.csv"
    path.write_bytes(FRAME.write_csv().encode().replace(b"\n", b"\r"))
    assert selected(path, tmp_path / "out", *NAMED) == named


@pytest.mark.parametrize("separator", [",", ";"])
def test_comment_before_the_names(separator, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("# made by hand, twice\n" + FRAME.write_csv(separator=separator))
    assert "line 1: it looks like a comment" in run("select", path, *NAMED, code=2).output


def test_name_that_begins_as_a_comment(tmp_path):
    path = tmp_path / "data.csv"
    FRAME.rename({NAMES[0]: "#1"}).write_csv(path)
    assert read(Request(path=path, target="the target")).names[0] == "#1"


def test_arff_with_names_in_double_quotes(tmp_path):
    path = tmp_path / "data.arff"
    path.write_text('@relation r\n@attribute "a b" numeric\n@attribute y numeric\n@data\n1,2\n3,4\n')
    loaded = read(Request(path=path, target="y"))
    assert loaded.names == ["a b"] and loaded.X.tolist() == [[1], [3]]


def test_arff_without_data(tmp_path):
    path = tmp_path / "data.arff"
    path.write_text("@relation r\n@attribute a numeric\n")
    assert "no line @data" in run("select", path, "--target", "a", code=2).output


def test_what_was_noticed_is_told_with_the_error(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("1,2\n3,4\n")
    assert "note: the first line holds numbers only" in run("select", path, "--target", "y", code=2).output
