"""Whole numbers and decimals with more digits than a float holds."""

from typing import TYPE_CHECKING

from tnvs.readers.errors import ReadError
from tnvs.search.names import shown

if TYPE_CHECKING:
    import polars

EXACT = 2**53


def floats(column: "polars.Series") -> "tuple[polars.Series, bool]":
    """Return the nearest float64 of every value, and whether any had to be rounded.

    Rounding that makes different values equal is refused: those digits matter, or they are an identifier.
    """
    import polars as pl

    numbers = column.cast(pl.Float64)
    decimal = column.dtype.is_decimal()
    if not decimal and not ((column > EXACT) | (column < -EXACT)).any():
        return numbers, False
    if numbers.n_unique() < column.n_unique():
        raise ReadError(
            f"{shown(column.name)} has different values ({column.dtype}) that are the same number in 64 "
            "bits; if it is an identifier, say --id or --drop, else rescale it."
        )
    return numbers, not decimal
