"""Which reader a path needs."""

from collections.abc import Callable
from importlib import import_module
from typing import get_args

from tnvs.readers.errors import ReadError
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Format, Request

ENDINGS: dict[str, Format] = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".npy": "npy",
    ".npz": "npz",
    ".mat": "mat",
    ".arff": "arff",
    ".svmlight": "svmlight",
    ".svm": "svmlight",
    ".libsvm": "svmlight",
    ".h5ad": "h5ad",
    ".xlsx": "excel",
    ".xls": "excel",
    ".xlsb": "excel",
    ".ods": "excel",
}
COMPRESSED = (".gz", ".zst")
HOMES = {
    "csv": "delimited:read_delimited",
    "tsv": "delimited:read_delimited",
    "parquet": "columnar:read_parquet",
    "arrow": "columnar:read_arrow",
    "excel": "excel:read_excel",
    "npy": "arrays:read_npy",
    "npz": "arrays:read_npz",
    "mat": "matlab:read_mat",
    "arff": "arff:read_arff",
    "svmlight": "svmlight:read_svmlight",
    "h5ad": "annotated:read_h5ad",
}


def format_of(request: Request) -> Format:
    """Return the format of a path: what was said, or what its ending says."""
    if request.format is not None:
        return request.format
    if request.path.is_dir():
        return "parquet"
    endings = [ending.lower() for ending in request.path.suffixes]
    if endings and endings[-1] in COMPRESSED:
        endings.pop()
    found = ENDINGS.get(endings[-1]) if endings else None
    if found is None:
        known = ", ".join(get_args(Format))
        raise ReadError(f"the ending of {str(request.path)!r} names no format; say --format, one of {known}.")
    if request.path.suffix.lower() in COMPRESSED and found not in ("csv", "tsv", "svmlight"):
        raise ReadError(f"{str(request.path)!r}: {found} is read uncompressed only; decompress it first.")
    return found


def read_raw(request: Request) -> RawTable:
    """Return what a file holds."""
    path = request.path
    if not path.exists():
        raise FileNotFoundError(f"there is no file {str(path)!r}; check the path.")
    kind = format_of(request)
    if path.is_file() and not path.stat().st_size:
        raise ReadError(f"{str(path)!r} is empty.")
    if path.is_dir() and kind != "parquet":
        raise ReadError(f"{str(path)!r} is a folder; a table in a folder is read from Parquet files only.")
    module, _, function = HOMES[kind].partition(":")
    reader: Callable[[Request], RawTable] = getattr(import_module(f"tnvs.readers.{module}"), function)
    return reader(request).checked()
