"""NPY and NPZ files, and what every file of named arrays has in common."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tnvs.measures._columns import listed
from tnvs.readers.errors import ReadError, parsing
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request

MATRIX, TARGETS, NAMES = "X", ("y", "Y"), "feature_names"


def read_npy(request: Request) -> RawTable:
    """Read one array, mapped into memory rather than loaded."""
    with parsing(request.path, "NPY"):
        array = np.load(request.path, mmap_mode="r", allow_pickle=False)
    return RawTable(path=request.path, matrix=_two_dimensional(array, "the array", request.path))


def read_npz(request: Request) -> RawTable:
    """Read an archive of arrays."""
    # Opened here, because NumPy leaves a damaged archive open.
    with parsing(request.path, "NPZ"), request.path.open("rb") as file:
        archive = np.load(file, allow_pickle=False)
        if not isinstance(archive, np.lib.npyio.NpzFile):
            raise ValueError("it is no archive of arrays")
        arrays = {name: archive[name] for name in archive.files}
    return table_of(arrays, request)


def table_of(arrays: Mapping[str, Any], request: Request) -> RawTable:
    """Return the matrix among named arrays, and those with one value a row."""
    name = _name_of_matrix(arrays, request)
    matrix = _two_dimensional(arrays[name], name, request.path)
    rows, columns = matrix.shape
    aside = {
        other: np.ravel(array)
        for other, array in arrays.items()
        if other != name
        and getattr(array, "size", 0) == rows == max(array.shape, default=0)
        and not hasattr(array, "tocsc")
    }
    names = arrays.get(NAMES)
    named = names is not None and names.shape == (columns,) and names.dtype.kind == "U"
    if named:
        aside.pop(NAMES, None)
    usual = [target for target in TARGETS if target in aside]
    default = usual[0] if usual else next(iter(aside)) if len(aside) == 1 else None
    if default is None or request.target is not None:
        away = {name, *aside, *(names.tolist() if named and names is not None else ())}
        _refuse_target_of_other_length({key: arrays[key] for key in arrays if key not in away}, rows, request)
    return RawTable(
        path=request.path,
        matrix=matrix,
        names=names.tolist() if named and names is not None else None,
        aside=aside,
        default_target=default,
    )


def _refuse_target_of_other_length(others: Mapping[str, Any], rows: int, request: Request) -> None:
    """Refuse the array that is meant as the target, which is none of those with one value a row."""
    meant = TARGETS if request.target is None else (request.target,)
    for target in meant:
        if target in others:
            raise ReadError(
                f"{target} in {str(request.path)!r} has the shape {others[target].shape}, but the matrix has "
                f"{rows} rows; a target has one value a row."
            )


def _name_of_matrix(arrays: Mapping[str, Any], request: Request) -> str:
    """Return the array that holds the predictors."""
    if request.variable is not None:
        if request.variable not in arrays:
            raise ReadError(
                f"variable={request.variable!r} is not in {str(request.path)!r}, which has {_shapes(arrays)}."
            )
        return request.variable
    if MATRIX in arrays:
        return MATRIX
    matrices = [name for name, array in arrays.items() if array.ndim == 2 and min(array.shape) > 1]
    if len(matrices) != 1:
        raise ReadError(
            f"{str(request.path)!r} has no array X and {len(matrices)} others that could be the matrix; say "
            f"--variable NAME. It has {_shapes(arrays)}."
        )
    return matrices[0]


def _shapes(arrays: Mapping[str, Any]) -> str:
    return (
        listed([f"{name} ({' x '.join(map(str, array.shape))})" for name, array in arrays.items()]) or "none"
    )


def _two_dimensional(array: Any, what: str, path: Path) -> Any:
    if array.ndim != 2:
        raise ReadError(
            f"{what} in {str(path)!r} has {array.ndim} dimensions; a table has 2: rows and columns."
        )
    return array
