"""Plain arrays, checked: every error names the argument."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LARGEST = {np.dtype(np.float64): 1e150, np.dtype(np.float32): 1e18}  # beyond, squares of differences overflow


def finite_matrix(values: ArrayLike, name: str) -> NDArray[Any]:
    """``values`` as a finite 2-D array of float32 or float64; a 1-D one becomes a column."""
    array: NDArray[Any] = np.asarray(values)
    if array.dtype.kind not in "biuf" and array.dtype != object:
        raise TypeError(
            f"{name} must hold real numbers, got dtype {array.dtype}; convert it with astype(float)."
        )
    if array.dtype not in (np.float32, np.float64):
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{name} must hold real numbers: {error}. Encode or drop what isn't one."
            ) from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be 1-D or 2-D, got {array.ndim} dimensions; reshape it to (rows, columns)."
        )
    if not len(array):
        raise ValueError(f"{name} has no rows; pass at least one.")
    wrong = np.flatnonzero(~np.isfinite(array).all(axis=0))
    if len(wrong):
        shown = ", ".join(str(j) for j in wrong[:5]) + (", ..." if len(wrong) > 5 else "")
        raise ValueError(
            f"{name} contains NaN or infinity in {len(wrong)} of its columns ({shown}); impute or drop them."
        )
    return array


def check_distances(array: NDArray[Any], name: str) -> None:
    """Refuse values whose squared differences would overflow."""
    limit = LARGEST[array.dtype]
    wrong = np.flatnonzero((np.abs(array) > limit).any(axis=0))
    if len(wrong):
        raise ValueError(
            f"{name} has values beyond {limit:g} in column {wrong[0]} ({len(wrong)} such columns), "
            f"whose squared distances overflow {array.dtype}; rescale them."
        )


def count_missing(values: Any) -> int:
    """How many are None, NaN, NaT or NA; in a list, before NumPy turns NaN among strings into "nan"."""
    array = np.asarray(values, dtype=object if isinstance(values, list | tuple) else None)
    if array.dtype.kind == "f":
        return int(np.isnan(array).sum())
    return sum(map(is_missing, array.ravel().tolist())) if array.dtype.kind == "O" else 0


def is_missing(value: object) -> bool:
    """Whether a value stands for nothing."""
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def check_choice(value: object, name: str, choices: tuple[str, ...]) -> None:
    """Refuse anything but the named choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}.")
