"""Columns of dates, words and categories as columns of numbers."""

from typing import TYPE_CHECKING

from tnvs.readers.errors import ReadError
from tnvs.readers.kinds import Kind
from tnvs.readers.request import Request
from tnvs.search.names import shown

if TYPE_CHECKING:
    import polars

# A column in which most values are unique is an identifier: one column for each would be a table of its own.
MOST_LEVELS = 0.5
FEW_LEVELS = 50


def booleans(column: "polars.Series") -> "polars.Series":
    """Return 1 for true and 0 for false."""
    import polars as pl

    if column.dtype == pl.String:
        column = column.str.to_lowercase() == "true"
    return column.cast(pl.Int8)


def dates(column: "polars.Series") -> "tuple[polars.Series, str]":
    """Return dates as days since 1970, times and durations as seconds, and the unit."""
    import polars as pl

    if column.dtype == pl.Date:
        return column.to_physical().cast(pl.Float64), "days since 1970-01-01"
    if column.dtype == pl.Time:
        return column.to_physical().cast(pl.Float64) / 1e9, "seconds since midnight"
    seconds = column.dt.cast_time_unit("us").to_physical().cast(pl.Float64) / 1e6
    if column.dtype == pl.Duration:
        return seconds, "seconds"
    return seconds / 86400, "days since 1970-01-01"


def levels(column: "polars.Series") -> list[str]:
    """Return the different values: those of an enumeration in its order, others in that of the alphabet."""
    import polars as pl

    found = set(column.cast(pl.String).drop_nulls().unique().to_list())
    if isinstance(column.dtype, pl.Enum):
        return [level for level in column.dtype.categories.to_list() if level in found]
    return sorted(found)


def ordinal(column: "polars.Series", values: list[str]) -> "polars.Series":
    """Return the place of every value among the levels."""
    import polars as pl

    places = list(range(len(values)))
    return column.cast(pl.String).replace_strict(values, places, default=None, return_dtype=pl.Float64)


def onehot(column: "polars.Series", values: list[str]) -> "list[polars.Series]":
    """Return one column of 0 and 1 for every level, missing where the value is."""
    import polars as pl

    if len(values) > max(FEW_LEVELS, MOST_LEVELS * len(column)):
        raise ReadError(
            f"{shown(column.name)} has {len(values)} different values in {len(column)} rows, too many for "
            "one column each; if it is an identifier, say --id or --drop."
        )
    words = column.cast(pl.String)
    return [(words == value).cast(pl.Int8).alias(f"{column.name}={value}") for value in values]


def is_to_be_dropped(kind: Kind, request: Request) -> bool:
    """Whether the request says to leave columns of this kind out."""
    return (kind == "date" and request.dates == "drop") or (
        kind == "category" and request.categorical == "drop"
    )
