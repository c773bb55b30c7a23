"""Plain arrays, checked: every error names the argument."""

from collections.abc import Iterator, Mapping, Set
from decimal import Decimal
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import ArrayLike, NDArray

from ._columns import names_of_columns, refuse_merged_integers, refuse_non_finite, refuse_wide_integers


def finite_matrix(values: ArrayLike, name: str) -> NDArray[Any]:
    """``values`` as a finite 2-D array of float32 or float64; a 1-D one becomes a column."""
    refuse_other_containers(values, name)
    refuse_masked_values(values, name)
    refuse_wide_integers(values, name)
    names = names_of_columns(values)
    given = as_array(values, name)
    array = _floats(given, name)
    if array.ndim == 1:
        given, array = given[:, None], array[:, None]
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be 1-D or 2-D, got {array.ndim} dimensions; reshape it to (rows, columns)."
        )
    if not len(array):
        raise ValueError(f"{name} has no rows; pass at least one.")
    refuse_non_finite(array, name, names)
    refuse_merged_integers(values if names else given, array, name)
    return array


def as_array(values: Any, name: str) -> NDArray[Any]:
    """``values`` as an array of whatever they are; lists of different lengths are none."""
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must have rows of one length: {error}") from error


def _floats(array: NDArray[Any], name: str) -> NDArray[Any]:
    """An array as float32 or float64, missing values as NaN."""
    if array.dtype in (np.float32, np.float64):
        return array
    if array.dtype.kind == "c":
        raise TypeError(
            f"{name} must hold real numbers, got complex ones ({array.dtype}); pass real and imaginary parts "
            "as columns of their own."
        )
    if array.dtype.kind not in "biufO":
        raise TypeError(
            f"{name} must hold real numbers, got dtype {array.dtype}; convert it with astype(float)."
        )
    if array.dtype.kind == "O":
        array = nan_for_missing(array)
    try:
        return array.astype(np.float64)
    except OverflowError as error:
        raise ValueError(f"{name} has integers beyond the range of float64; rescale or drop them.") from error
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must hold real numbers: {error}. Encode or drop what isn't one.") from error


def refuse_other_containers(values: Any, name: str) -> None:
    """Refuse what holds no array, and would fail later with a message about something else."""
    kind = type(values).__name__
    if kind == "LazyFrame":
        problem = f"is a LazyFrame, which has no values yet; pass {name}.collect()"
    elif scipy.sparse.issparse(values):
        problem = f"is sparse ({kind}); pass {name}.toarray(), which takes more memory"
    elif isinstance(values, Mapping):
        problem = f"is a {kind}; pass an array or a data frame, for example pandas.DataFrame({name})"
    elif isinstance(values, Set):
        problem = f"is a {kind}, which has no order; pass an array or a list"
    elif isinstance(values, Iterator):
        problem = f"is a {kind}, which can be read only once; pass an array or list({name})"
    elif getattr(getattr(values, "dtype", None), "names", None):
        problem = (
            f"is a structured array ({kind} with the fields {', '.join(values.dtype.names[:5])}); pass "
            f"numpy.lib.recfunctions.structured_to_unstructured({name})"
        )
    else:
        return
    raise TypeError(f"{name} {problem}.")


def refuse_masked_values(values: Any, name: str) -> None:
    """Refuse a masked array, unless its mask hides nothing."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(
            f"{name} is a masked array with {np.ma.getmaskarray(values).sum()} masked values, which count as "
            "missing; impute them or drop those rows or columns."
        )


def count_missing(values: NDArray[Any]) -> int:
    """How many are None, NaN, NaT or NA."""
    if values.dtype.kind == "f":
        return int(np.isnan(values).sum())
    if values.dtype.kind in "mM":
        return int(np.isnat(values).sum())
    return sum(map(is_missing, values.ravel().tolist())) if values.dtype.kind == "O" else 0


def nan_for_missing(values: NDArray[Any]) -> NDArray[Any]:
    """An array of objects with NaN for whatever stands for nothing; converting NA to a float would fail."""
    missing = np.fromiter(map(is_missing, values.ravel().tolist()), np.bool_, values.size)
    return np.where(missing.reshape(values.shape), np.nan, values) if missing.any() else values


def is_missing(value: object) -> bool:
    """Whether a value stands for nothing."""
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    if isinstance(value, Decimal):
        return value.is_nan()
    if isinstance(value, np.datetime64 | np.timedelta64):
        return bool(np.isnat(value))
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def check_choice(value: object, name: str, choices: tuple[str, ...]) -> None:
    """Refuse anything but the named choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}.")
