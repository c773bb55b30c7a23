"""Columns of any type as one matrix of floats, without a second copy of the table in memory."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.readers import encoding
from tnvs.readers.changes import Changes
from tnvs.readers.errors import ReadError
from tnvs.readers.integers import floats
from tnvs.readers.kinds import Kind, kind_of, one_to_one, refuse_undecided
from tnvs.readers.raw import RawTable, blocks, dense
from tnvs.readers.request import Request
from tnvs.search.names import name_of

if TYPE_CHECKING:
    import polars


def from_frame(
    raw: RawTable, predictors: Sequence[int], ids: Sequence[int], request: Request, changes: Changes
) -> tuple[NDArray[Any], list[str]]:
    """Return the predictors of a frame as numbers, with their names. The frame is used up.

    The `ids` stand beside the predictors in the results, so no name may be that of both.
    """
    if raw.lazy is not None:
        schema = raw.lazy.collect_schema()
        types = {schema[name_of(at, raw.names)] for at in predictors}
        if all(map(one_to_one, types)):
            return _in_blocks(raw, predictors, types, request, changes)
    columns = raw.columns(predictors)
    raw.frame = raw.lazy = None
    kinds = [kind_of(column) for column in columns]
    refuse_undecided(list(zip(columns, kinds, strict=True)), request)
    numeric: list[Any] = []
    columns.reverse()
    for kind in kinds:
        numeric.extend(_converted(columns.pop(), kind, request, changes))
    if not numeric:
        raise ReadError("no column is left as a predictor: all were dropped.")
    names = [column.name for column in numeric]
    _refuse_clash([*names, *(name_of(at, raw.names) for at in ids)], changes)
    X = np.empty((len(numeric[0]), len(numeric)), dtype=_float_type(numeric), order="F")
    for at in range(len(numeric)):
        X[:, at] = numeric[at].to_numpy()
        numeric[at] = None  # frees the column before the next one is copied
    return X, names


def _in_blocks(
    raw: RawTable,
    predictors: Sequence[int],
    types: "set[polars.DataType]",
    request: Request,
    changes: Changes,
) -> tuple[NDArray[Any], list[str]]:
    """Read columns of which each becomes one of the matrix, so many at a time."""
    import polars as pl

    empty = [pl.Series("", [], dtype=each) for each in types]
    kinds = {column.dtype: kind_of(column) for column in empty}
    like = [_converted(column, kinds[column.dtype], request, Changes())[0] for column in empty]
    X = np.empty((raw.height, len(predictors)), dtype=_float_type(like), order="F")
    place = 0
    for positions in blocks(raw, predictors):
        for column in raw.columns(positions):
            X[:, place] = _converted(column, kinds[column.dtype], request, changes)[0].to_numpy()
            place += 1
    return X, [name_of(at, raw.names) for at in predictors]


def _converted(
    column: "polars.Series", kind: Kind, request: Request, changes: Changes
) -> "list[polars.Series]":
    """Return the columns of numbers that stand for one column."""
    import polars as pl

    name = column.name
    if encoding.is_to_be_dropped(kind, request):
        changes.columns_dropped[name] = "dates" if kind == "date" else "categories"
        return []
    if kind == "boolean":
        return [encoding.booleans(column)]
    if kind == "nothing":
        return [column.cast(pl.Float64)]
    if kind == "wide":
        numbers, rounded = floats(column)
        changes.rounded += [name] if rounded else []
        return [numbers]
    if kind == "date":
        numbers, changes.dates[name] = encoding.dates(column)
        return [numbers]
    if kind == "category":
        values = encoding.levels(column)
        if request.categorical == "ordinal":
            changes.ordinal[name] = values
            return [encoding.ordinal(column, values)]
        group = encoding.onehot(column, values)
        changes.onehot[name] = [one.name for one in group]
        return group
    return [column]


def _refuse_clash(names: list[str], changes: Changes) -> None:
    """Refuse a column that is called as one made from categories."""
    made = {name for group in changes.onehot.values() for name in group}
    if made and len(set(names)) < len(names):
        clash = next(name for name in names if name in made and names.count(name) > 1)
        raise ReadError(
            f"{clash!r} is both a column and the name of a value of a category; rename the column."
        )


def _float_type(columns: "Sequence[polars.Series]") -> Any:
    """Return float32 where that holds every column, as NumPy sees it, and else float64."""
    import polars as pl

    kinds = {column.dtype for column in columns}
    types = [pl.Series([], dtype=kind).to_numpy().dtype for kind in kinds]
    return np.float32 if np.result_type(*types) == np.float32 else np.float64


def from_matrix(raw: RawTable, predictors: Sequence[int]) -> tuple[NDArray[Any], list[str] | None]:
    """Return the predictors of a matrix, as it is where it is whole and of floats. The matrix is used up."""
    matrix, raw.matrix = raw.matrix, None
    width = matrix.shape[1]
    everything = len(predictors) == width
    leading = list(predictors) == list(range(len(predictors)))
    names = None if raw.names is None and leading else [name_of(at, raw.names) for at in predictors]
    kept = matrix.dtype in (np.float32, np.float64)
    if everything and kept and not hasattr(matrix, "tocsc"):
        return matrix, names
    dtype = np.float32 if matrix.dtype == np.float32 else np.float64
    return dense(matrix, np.asarray(predictors, dtype=np.intp), dtype), names


def columns_of(raw: RawTable, positions: Sequence[int]) -> "Iterator[polars.Series]":
    """Yield columns one after the other, of a frame or of a matrix."""
    import polars as pl

    for chosen in blocks(raw, positions):
        if raw.matrix is None:
            yield from raw.columns(chosen)
        else:
            block = dense(raw.matrix, np.asarray(chosen, dtype=np.intp), raw.matrix.dtype)
            for place in range(len(chosen)):
                yield pl.Series(block[:, place])
