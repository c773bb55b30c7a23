"""Columns that can't be computed with, found block by block and named in the error."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.names import shown

MOST_LISTED = 5
COLUMNS_PER_BLOCK = 1024
# Beyond the first, squares of differences overflow. Where all of a column's values lie within the second,
# squares of differences between neighbours lose their digits or vanish, and rows tie that don't.
LARGEST = {np.dtype(np.float64): 1e150, np.dtype(np.float32): 1e18}
SMALLEST_SPREAD = {np.dtype(np.float64): 1e-140, np.dtype(np.float32): 1e-14}
OVERFLOW, UNDERFLOW = 1, 2
EXACT = 2.0**53  # integers below it are floats too
WIDE_INTEGERS = ("Int128", "UInt128")  # polars has them, NumPy hasn't


def is_frame(values: Any) -> bool:
    """Whether this is a data frame of pandas, polars or the like."""
    return hasattr(values, "columns") and hasattr(values, "dtypes")


def names_of_columns(values: Any) -> Sequence[object] | None:
    """The names of a data frame's columns."""
    return list(values.columns) if is_frame(values) else None


def listed(names: Sequence[object]) -> str:
    """The first few names and how many more there are."""
    text = ", ".join(shown(str(name)) for name in names[:MOST_LISTED])
    return text if len(names) <= MOST_LISTED else f"{text} and {len(names) - MOST_LISTED} more"


def refuse_non_finite(
    array: NDArray[Any], subject: str, names: Sequence[object] | None, nameless: str = "column "
) -> None:
    """Raise if an array has NaN or infinite values, naming the columns."""
    with np.errstate(all="ignore"):
        if np.isfinite(
            array.sum()
        ):  # one fast pass; a sum that overflows only means that the slow one is needed
            return
    columns, counts = _where(array, count_non_finite)
    complete = np.zeros(array.shape[1], np.int64)
    complete[columns] = counts
    refuse_counted(complete, subject, names, nameless)


def count_non_finite(block: NDArray[Any]) -> NDArray[np.intp]:
    """How many values of each column are NaN or infinite."""
    counts: NDArray[np.intp] = np.count_nonzero(~np.isfinite(block), axis=0)
    return counts


def refuse_counted(
    counts: NDArray[np.integer[Any]], subject: str, names: Sequence[object] | None, nameless: str = "column "
) -> None:
    """Raise if any column has NaN or infinite values, so many in each, naming the columns."""
    columns = np.flatnonzero(counts)
    if not columns.size:
        return
    described = [
        f"{shown(str(name_of_column(j, names, nameless)))} ({counts[j]})"
        for j in columns[:MOST_LISTED].tolist()
    ]
    more = f" and {columns.size - MOST_LISTED} more" if columns.size > MOST_LISTED else ""
    raise ValueError(
        f"{subject} contains NaN or infinity in {columns.size} of {len(counts)} columns (number of such "
        f"values): {', '.join(described)}{more}. Impute them or drop those columns or rows."
    )


def check_distances(
    array: NDArray[Any],
    subject: str,
    names: Sequence[object] | None,
    *,
    fix: str = "rescale these columns",
    nameless: str = "column ",
    skip: Collection[int] = (),
) -> None:
    """Refuse columns whose squared differences are beyond the range of their type, at either end."""
    largest, smallest = LARGEST[array.dtype], SMALLEST_SPREAD[array.dtype]

    def range_of(block: NDArray[Any]) -> NDArray[Any]:
        low, high = block.min(axis=0), block.max(axis=0)
        with np.errstate(over="ignore", under="ignore"):
            spread = high - low
        too_small = (spread > 0) & (spread < smallest)
        return np.where((high > largest) | (low < -largest), OVERFLOW, too_small * UNDERFLOW)

    columns, ranges = _where(array, range_of)
    for wrong, problem, consequence in (
        (OVERFLOW, f"values beyond {largest:g}", "overflow"),
        (UNDERFLOW, f"only values within {smallest:g} of each other", "underflow"),
    ):
        found = [j for j in columns[ranges == wrong].tolist() if j not in skip]
        if found:
            described = listed([name_of_column(j, names, nameless) for j in found])
            raise ValueError(
                f"{subject} has {problem} in {len(found)} of {array.shape[1]} columns ({described}) whose "
                f"squared differences {consequence} {array.dtype}; {fix}."
            )


def refuse_duplicate_names(values: Any, subject: str) -> None:
    """Refuse a data frame in which a name stands for several columns."""
    refuse_repeated(names_of_columns(values) or (), subject)


def refuse_repeated(names: Sequence[object], subject: str) -> None:
    """Refuse names of columns that occur more than once."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise ValueError(
            f"{subject} has duplicate feature names: {listed(repeated)} ({len(repeated)} in all); "
            "rename or drop columns so that every name is used once."
        )


def refuse_wide_integers(values: Any, subject: str) -> None:
    """Refuse integers that NumPy has no type for."""
    if is_frame(values):
        pairs = zip(values.columns, values.dtypes, strict=True)
        wrong = [name for name, dtype in pairs if str(dtype) in WIDE_INTEGERS]
    else:
        wrong = [subject] if str(getattr(values, "dtype", None)) in WIDE_INTEGERS else []
    if wrong:
        raise ValueError(
            f"{subject} has 128-bit integers, which NumPy lacks ({listed(wrong)}); cast them to Float64."
        )


def refuse_merged_integers(given: Any, floats: NDArray[Any], subject: str, nameless: str = "column ") -> None:
    """Refuse integers of which some that differ have become the same float, naming the columns."""
    if isinstance(given, np.ndarray) and given.dtype.kind not in "iuO":
        return
    if not floats.size or max(floats.max(), -floats.min()) < EXACT:
        return
    columns = np.flatnonzero(np.maximum(floats.max(axis=0), -floats.min(axis=0)) >= EXACT).tolist()
    merged = [j for j in columns if np.unique(floats[:, j]).size < _distinct_integers(given, j)]
    if merged:
        names = names_of_columns(given)
        described = listed([name_of_column(j, names, nameless) for j in merged])
        raise ValueError(
            f"{subject} has integers beyond 2^53 that differ but are the same as {floats.dtype}, in "
            f"{len(merged)} of {floats.shape[1]} columns ({described}); subtract an offset from them or pass "
            "their ranks."
        )


def _distinct_integers(given: Any, column: int) -> int:
    """How many different integers a column has."""
    if is_frame(given):
        values = (given.iloc[:, column] if hasattr(given, "iloc") else given.to_series(column)).to_list()
    else:
        values = np.asarray(given)[:, column].tolist()
    return len({value for value in values if isinstance(value, Integral)})


def _where(
    array: NDArray[Any], measured: Callable[[NDArray[Any]], NDArray[Any]]
) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """The columns where something measured block by block isn't 0, and what was measured there."""
    starts = range(0, array.shape[1], COLUMNS_PER_BLOCK)
    found = [measured(array[:, start : start + COLUMNS_PER_BLOCK]) for start in starts]
    values = np.concatenate(found) if found else np.zeros(0)
    columns = np.flatnonzero(values)
    return columns, values[columns]


def name_of_column(column: int, names: Sequence[object] | None, nameless: str) -> object:
    """The name of a column, or what one without a name is called."""
    return f"{nameless}{column}" if names is None else names[column]
