"""The response, as `fit` takes it."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.readers.encoding import dates
from tnvs.readers.errors import ReadError
from tnvs.readers.kinds import kind_of
from tnvs.readers.request import Request
from tnvs.search.names import shown

if TYPE_CHECKING:
    import polars


def response(column: "polars.Series", request: Request) -> "tuple[polars.Series, str | None]":
    """Return the target as numbers, booleans or strings, and the unit that dates were converted to."""
    import polars as pl

    kind, name = kind_of(column), shown(column.name)
    if kind == "date":
        if request.dates != "number":
            raise ReadError(
                f"the target {name} holds dates ({column.dtype}); say --dates number for numbers."
            )
        return dates(column)
    if kind == "other":
        raise ReadError(f"the target {name} holds {column.dtype}; a target holds numbers, words or booleans.")
    if kind == "boolean" and column.dtype == pl.String:
        return column.str.to_lowercase() == "true", None
    if kind == "category":
        return column.cast(pl.String), None
    if column.dtype.is_decimal():
        return column.cast(pl.Float64), None
    return column, None


def with_missing(column: "polars.Series") -> NDArray[np.bool_]:
    """Return which values of a column are missing."""
    missing = column.is_null()
    if column.dtype.is_float():
        missing = missing | column.is_nan().fill_null(True)
    return missing.to_numpy()


def checked(y: NDArray[Any], name: str) -> NDArray[Any]:
    """Return the response if it has at least two values."""
    if len(y) and (y == y[0]).all():
        raise ReadError(
            f"the target {shown(name)} has the value {shown(str(y[0]))} in all {len(y)} rows; there is "
            "nothing to tell apart, so choose another target."
        )
    return y
