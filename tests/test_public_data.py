"""Loaders of the paper's public data: the real files where they are, made-up ones for what can go wrong."""

import hashlib
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from tnvs import datasets
from tnvs.datasets import public
from tnvs.datasets._files import PublicFile

LOADERS = {
    "arcene": (datasets.fetch_arcene, (200, 10000), {-1: 112, 1: 88}),
    "isolet": (datasets.fetch_isolet, (1560, 617), dict.fromkeys(range(1, 27), 60)),
    "warpar10p": (datasets.fetch_warpar10p, (130, 2400), dict.fromkeys(range(1, 11), 13)),
    "orl": (datasets.fetch_orl, (400, 4096), dict.fromkeys(range(1, 41), 10)),
}


@pytest.fixture
def fetch():
    """Call a loader without a download, or skip where its file isn't there."""

    def fetched(name, **arguments):
        try:
            return LOADERS[name][0](download_if_missing=False, **arguments)
        except OSError as error:
            pytest.skip(str(error))

    return fetched


@pytest.mark.parametrize("name", LOADERS)
def test_files_hold_what_the_paper_says(fetch, name):
    found = fetch(name)
    _, shape, classes = LOADERS[name]
    assert found.data.shape == shape
    assert dict(zip(*np.unique(found.target, return_counts=True), strict=True)) == classes
    assert found.data.dtype == np.float64 and len(found.feature_names) == shape[1]
    assert found.target_names.tolist() == list(classes)
    assert "Terms:" in found.DESCR and Path(found.filename).is_file() and found.frame is None


@pytest.mark.parametrize(("name", "shape"), [("warpar10p", (60, 40)), ("orl", (64, 64))])
def test_images_are_the_columns_of_pixels(fetch, name, shape):
    found = fetch(name)
    assert found.image_shape == shape and found.images.shape == (len(found.data), *shape)
    pixel = found.feature_names.index("pixel_7_3")
    np.testing.assert_array_equal(found.images[:, 7, 3], found.data[:, pixel])


def test_the_papers_draw_of_isolet_is_reproducible(fetch):
    X, y = fetch("isolet", subset="paper", return_X_y=True)
    again, _ = fetch("isolet", subset="paper", return_X_y=True)
    other, _ = fetch("isolet", subset="paper", random_state=1, return_X_y=True)
    assert X.shape == (300, 617)
    assert np.unique(y, return_counts=True)[1].tolist() == [50] * 6
    np.testing.assert_array_equal(X, again)
    assert not np.array_equal(X, other)


def test_isolet_refuses_an_unknown_subset():
    with pytest.raises(ValueError, match=r'subset must be "all" or "paper", got "?\'?half'):
        datasets.fetch_isolet(subset="half")


@pytest.mark.parametrize("subset", ["all", "paper"])
def test_isolet_refuses_a_seed_that_is_none(subset):
    with pytest.raises(TypeError, match="random_state must be None, an int or a RandomState, got 'a'"):
        datasets.fetch_isolet(subset=subset, random_state="a")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A folder with a file in place of warpAR10P's: two pictures of 60 by 40 pixels."""
    X = np.arange(2 * 2400, dtype=np.uint16).reshape(2, 2400)
    savemat(tmp_path / "warpAR10P.mat", {"X": X, "Y": np.array([[1], [2]])})
    content = (tmp_path / "warpAR10P.mat").read_bytes()
    file = PublicFile("warpAR10P.mat", "https://localhost:1/", hashlib.sha256(content).hexdigest(), "X", "Y")
    monkeypatch.setattr(public, "WARPAR10P", file)
    return tmp_path


def test_folder_is_data_home_or_that_of_the_environment(small, monkeypatch):
    by_name = datasets.fetch_warpar10p(data_home=small)
    monkeypatch.setenv("TNVS_DATA", os.fspath(small))
    np.testing.assert_array_equal(datasets.fetch_warpar10p().data, by_name.data)
    assert by_name.images[0, :3, 0].tolist() == [0, 1, 2]
    assert by_name.images[0, 0, :3].tolist() == [0, 60, 120]


def test_frames(small):
    pandas = pytest.importorskip("pandas")
    found = datasets.fetch_warpar10p(data_home=small, as_frame=True)
    X, y = datasets.fetch_warpar10p(data_home=small, as_frame=True, return_X_y=True)
    assert list(found.frame) == [*found.feature_names, "target"]
    pandas.testing.assert_frame_equal(found.data, X)
    pandas.testing.assert_series_equal(found.target, y)


def test_another_file_is_refused(small):
    (small / "warpAR10P.mat").write_bytes(b"something else")
    with pytest.raises(ValueError, match=r"has the SHA-256 sum .* remove it, so that it is fetched anew"):
        datasets.fetch_warpar10p(data_home=small)


def test_absent_file_without_download_says_where_to_put_it(tmp_path):
    with pytest.raises(OSError, match=r"no arcene\.mat in .*download https.* put it at .*TNVS_DATA"):
        datasets.fetch_arcene(data_home=tmp_path, download_if_missing=False)


def test_without_a_connection_the_error_says_where_to_put_it(small):
    pytest.importorskip("pooch")
    (small / "warpAR10P.mat").unlink()
    with pytest.raises(OSError, match=r"could not fetch warpAR10P\.mat .*download https.* put it at "):
        datasets.fetch_warpar10p(data_home=small)


def test_without_pooch_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pooch", None)
    with pytest.raises(ImportError, match=r'pip install "tnvs\[experiments\]"; or download http'):
        datasets.fetch_orl(data_home=tmp_path)


def test_data_home_has_to_be_a_path():
    with pytest.raises(TypeError, match=r"data_home must be the path of a folder, got 3 of type int"):
        datasets.fetch_arcene(data_home=3)
