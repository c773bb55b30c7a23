"""Data in: X and y checked and brought to the form that every selector computes with."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from tnvs.measures._arrays import LARGEST, count_missing, is_missing
from tnvs.search.names import find_feature, name_of, shown

MOST_LISTED = 5
COLUMNS_PER_BLOCK = 1024


@dataclass(frozen=True, slots=True)
class Response:
    """The response as an engine takes it.

    Attributes
    ----------
    values : (n,) array
        y as given: float64, int64, booleans or strings.
    codes : (n,) array of int
        0 for the lowest value, counting up.
    nominal : bool
        Whether the values are names without order.
    """

    values: NDArray[Any]
    codes: NDArray[np.intp]
    nominal: bool


def validated(estimator: BaseEstimator, X: Any, y: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return X as a finite float32 or float64 array and y as a 1-D array without missing values."""
    if isinstance(X, list | tuple):
        X = np.asarray(X)
    _refuse_duplicate_names(X)
    _refuse_columns_that_are_not_numbers(X)
    _refuse_masked_values(X)
    if y is not None:
        _refuse_missing_response(y)
    try:
        X, checked_y = validate_data(
            estimator,
            X,
            y,
            dtype=[np.float64, np.float32],
            ensure_all_finite=False,
            ensure_min_samples=2,
        )
    except OverflowError as error:
        raise ValueError(
            "X has integers beyond the range of float64; rescale or drop those columns."
        ) from error
    _refuse_non_finite(X, getattr(estimator, "feature_names_in_", None))
    return X, _plain_response(y, checked_y)


def encoded(y: NDArray[Any], response: str) -> Response:
    """Return the response as codes; `response` is "auto", "rank" or "nominal"."""
    nominal = y.dtype.kind not in "iuf" if response == "auto" else response == "nominal"
    try:
        levels, codes = np.unique(y, return_inverse=True)
    except TypeError as error:
        kinds = sorted({type(value).__name__ for value in y.tolist()})
        raise ValueError(
            f"y mixes values that can't be sorted (types {', '.join(kinds)}); make them one type, "
            "for example with y.astype(str)."
        ) from error
    if len(levels) < 2:
        raise ValueError(
            f"y is constant: all {len(y)} values are {levels[0]!r}, so no predictor can be relevant; "
            "pass a y with at least two different values (only 1 class was found)."
        )
    return Response(y, codes.reshape(-1).astype(np.intp), nominal)


def resolved_features(
    features: object, parameter: str, n_features: int, names: Sequence[str] | None
) -> tuple[int, ...]:
    """Return the indices that `initial` or `exclude` means, in the order given."""
    if features is None:
        return ()
    if isinstance(features, str | int) or not isinstance(features, Iterable):
        raise TypeError(
            f"{parameter} must be a list of names or indices, got {features!r}; try [{features!r}]."
        )
    keys = features.tolist() if isinstance(features, np.ndarray) else list(features)
    indices = tuple(find_feature(key, n_features, names, f"{parameter}[{i}]") for i, key in enumerate(keys))
    repeated = [index for index, count in Counter(indices).items() if count > 1]
    if repeated:
        raise ValueError(
            f"{parameter} names {_named(repeated, names)} more than once; name each predictor once."
        )
    return indices


def check_initial(
    X: NDArray[Any], initial: Sequence[int], excluded: Sequence[int], names: Sequence[str] | None
) -> None:
    """Refuse initial predictors that are also excluded or that are constant."""
    both = [feature for feature in initial if feature in set(excluded)]
    if both:
        raise ValueError(
            f"{_named(both, names)} is in both initial and exclude; leave it out of one of them."
        )
    constant = [feature for feature in initial if (X[:, feature] == X[0, feature]).all()]
    if constant:
        raise ValueError(
            f"initial names {_named(constant, names)}, which is constant and can't be relevant; leave it out."
        )


def check_distances(X: NDArray[Any], excluded: Sequence[int], names: Sequence[str] | None) -> None:
    """Refuse values that, unscaled, have squared differences beyond their type."""
    limit = LARGEST[X.dtype]
    wrong = [feature for feature in _columns_beyond(X, limit) if feature not in set(excluded)]
    if wrong:
        raise ValueError(
            f"X has values beyond {limit:g} in {len(wrong)} of {X.shape[1]} columns ({_named(wrong, names)}) "
            f'whose squared differences overflow {X.dtype}; use scaling="zscore" or rescale these columns.'
        )


def _columns_beyond(X: NDArray[Any], limit: float) -> list[int]:
    found: list[int] = []
    for start in range(0, X.shape[1], COLUMNS_PER_BLOCK):
        block = X[:, start : start + COLUMNS_PER_BLOCK]
        beyond = (block.max(axis=0) > limit) | (block.min(axis=0) < -limit)
        found += (start + np.flatnonzero(beyond)).tolist()
    return found


def _named(features: Sequence[int], names: Sequence[str] | None) -> str:
    return _listed([name_of(feature, names) for feature in features])


def _listed(names: Sequence[object]) -> str:
    """Return the first few names and how many more there are."""
    text = ", ".join(shown(str(name)) for name in names[:MOST_LISTED])
    return text if len(names) <= MOST_LISTED else f"{text} and {len(names) - MOST_LISTED} more"


def _is_frame(X: Any) -> bool:
    return hasattr(X, "columns") and hasattr(X, "dtypes")


def _refuse_duplicate_names(X: Any) -> None:
    if not _is_frame(X):
        return
    repeated = [name for name, count in Counter(X.columns).items() if count > 1]
    if repeated:
        raise ValueError(
            f"X has duplicate feature names: {_listed(repeated)} ({len(repeated)} in all); "
            "rename or drop columns so that every name is used once."
        )


def _refuse_columns_that_are_not_numbers(X: Any) -> None:
    if _is_frame(X):
        wrong = [
            name
            for position, (name, dtype) in enumerate(zip(X.columns, X.dtypes, strict=True))
            if not _holds_numbers(X, position, dtype)
        ]
    elif getattr(getattr(X, "dtype", None), "kind", "f") in "USmM":
        raise ValueError(f"X has dtype {X.dtype}; convert it to numbers, for example X.astype(float).")
    elif isinstance(X, np.ndarray) and X.dtype.kind == "O" and X.ndim == 2:
        wrong = [j for j in range(X.shape[1]) if any(isinstance(value, str | bytes) for value in X[:, j])]
    else:
        return
    if wrong:
        raise ValueError(
            f"X has columns that are not numbers: {_listed(wrong)} ({len(wrong)} of {X.shape[1]}); "
            "encode them as numbers or drop them."
        )


def _refuse_masked_values(X: Any) -> None:
    if isinstance(X, np.ma.MaskedArray) and np.ma.is_masked(X):
        raise ValueError(
            f"X is a masked array with {np.ma.getmaskarray(X).sum()} masked values, which count as missing; "
            "impute them or drop those columns or rows."
        )


def _holds_numbers(X: Any, position: int, dtype: Any) -> bool:
    """Return whether a column of a pandas or polars frame can be taken as real numbers."""
    if hasattr(dtype, "is_numeric"):  # polars
        return bool(dtype.is_numeric()) or str(dtype) == "Boolean"
    if dtype.kind != "O":
        return dtype.kind in "biuf"
    if str(dtype) != "object":
        return False
    return all(isinstance(value, Real) or is_missing(value) for value in X.iloc[:, position])


def _refuse_non_finite(X: NDArray[Any], names: Sequence[str] | None) -> None:
    """Raise if X has NaN or infinite values, naming the columns."""
    with np.errstate(all="ignore"):
        if np.isfinite(X.sum()):  # one fast pass; a sum that overflows only means that the slow one is needed
            return
    counts = np.zeros(X.shape[1], dtype=np.intp)
    for start in range(0, X.shape[1], COLUMNS_PER_BLOCK):
        block = slice(start, start + COLUMNS_PER_BLOCK)
        counts[block] = np.count_nonzero(~np.isfinite(X[:, block]), axis=0)
    columns = np.flatnonzero(counts)
    if not columns.size:
        return
    described = [f"{shown(name_of(column, names))} ({counts[column]})" for column in columns.tolist()]
    raise ValueError(
        f"Input X contains NaN or infinity in {columns.size} of {X.shape[1]} columns (number of such "
        f"values): {_listed(described)}. Impute them or drop those columns or rows."
    )


def _refuse_missing_response(y: Any) -> None:
    """Raise for missing values in y, whatever stands for them; scikit-learn sees to infinity."""
    if missing := count_missing(y):
        raise ValueError(
            f"Input y contains NaN or other missing values ({missing} of {np.size(y)}); drop those rows."
        )


def _plain_response(given: Any, y: NDArray[Any]) -> NDArray[Any]:
    """Return y in one of four types, so that equal responses have equal fingerprints."""
    kind = y.dtype.kind
    if kind == "O":  # pandas hands out its nullable numbers as objects
        kind = getattr(getattr(given, "dtype", None), "kind", "O")
        if kind == "b":
            return y.astype(np.bool_)
    if kind in "mMV":
        raise ValueError(f"y has dtype {y.dtype}; convert it to numbers or to strings.")
    if kind == "f":
        return y.astype(np.float64)
    if kind in "iu":
        floats = y.astype(np.float64)
        return floats if (np.abs(floats) < 2.0**53).all() else y
    return y
