"""MATLAB files: version 5 read by SciPy, version 7.3, which is HDF5, by h5py."""

from typing import Any

import numpy as np

from tnvs.readers.arrays import table_of
from tnvs.readers.errors import needed, parsing
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request

HDF5_MAGIC = b"\x89HDF\r\n\x1a\n"
HDF5_OFFSETS = (0, 512)  # MATLAB puts a header of 512 bytes before it
UNREADABLE = ("char", "cell", "struct", "function_handle")


def read_mat(request: Request) -> RawTable:
    """Read the numeric variables of a MATLAB file, sparse ones too."""
    with parsing(request.path, "MATLAB"):
        with request.path.open("rb") as file:
            head = file.read(1024)
        is_hdf5 = any(head[at:].startswith(HDF5_MAGIC) for at in HDF5_OFFSETS)
        arrays = _version_7_3(request) if is_hdf5 else _version_5(request)
    return table_of(arrays, request)


def _version_5(request: Request) -> dict[str, Any]:
    from scipy.io import loadmat

    arrays = loadmat(request.path)
    return {
        name: array
        for name, array in arrays.items()
        if not name.startswith("__") and getattr(array, "dtype", np.dtype(object)).kind in "biufU"
    }


def _version_7_3(request: Request) -> dict[str, Any]:
    h5py = needed("h5py", "hdf5", "reading MATLAB 7.3")
    arrays = {}
    with h5py.File(request.path, "r") as file:
        for name, item in file.items():
            kind = item.attrs.get("MATLAB_class", b"double").decode()
            if kind in UNREADABLE or name.startswith("#"):
                continue
            if isinstance(item, h5py.Group):
                if "MATLAB_sparse" in item.attrs:
                    arrays[name] = _sparse(item)
            elif item.dtype.kind in "biuf":
                values = item[()].T  # columns come first in the file
                arrays[name] = values.astype(bool) if kind == "logical" else values
    return arrays


def _sparse(group: Any) -> Any:
    from scipy.sparse import csc_matrix

    starts = group["jc"][()]
    shape = (int(group.attrs["MATLAB_sparse"]), len(starts) - 1)
    data = group["data"][()] if "data" in group else np.empty(0)
    rows = group["ir"][()] if "ir" in group else np.empty(0, dtype=np.int64)
    return csc_matrix((data, rows.astype(np.int64), starts.astype(np.int64)), shape=shape)
