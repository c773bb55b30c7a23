"""Data in: X and y checked and brought to the form that every selector computes with."""

from collections import Counter
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from tnvs.measures import _columns
from tnvs.measures._arrays import (
    as_array,
    is_missing,
    nan_for_missing,
    refuse_masked_values,
    refuse_other_containers,
)
from tnvs.measures._columns import (
    is_frame,
    listed,
    refuse_duplicate_names,
    refuse_merged_integers,
    refuse_non_finite,
    refuse_wide_integers,
)
from tnvs.measures._response import is_nominal, levels_and_codes, plain_response
from tnvs.search.names import find_feature, name_of, places_of, shown
from tnvs.selectors._parameters import check_shared_settings

NAMELESS = "x"  # columns without names are x0, x1, ... everywhere in a trace


@dataclass(frozen=True, slots=True)
class Response:
    """The response as an engine takes it.

    Attributes
    ----------
    values : (n,) array
        y as `plain_response` gives it: numbers, booleans, strings or other names.
    codes : (n,) array of int
        0 for the lowest value, counting up.
    nominal : bool
        Whether the values are names without order.
    """

    values: NDArray[Any]
    codes: NDArray[np.intp]
    nominal: bool


def validated(
    estimator: BaseEstimator, X: Any, y: Any, names: Sequence[str] | None = None
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return X as a finite float32 or float64 array and y as a 1-D array without missing values.

    `names` are those of the columns, where X can't tell.
    """
    check_shared_settings(estimator.get_params(deep=False))
    given = X = _readable(X)
    if y is not None:
        y = plain_response(y)
        _refuse_other_length(X, y)
    try:
        X, y = validate_data(
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
    if names is None:
        names = getattr(estimator, "feature_names_in_", None)
    refuse_non_finite(X, "Input X", names, NAMELESS)
    refuse_merged_integers(given, X, "X", NAMELESS)
    return X, y


def encoded(y: NDArray[Any], response: str) -> Response:
    """Return the response as codes; `response` is "auto", "rank" or "nominal"."""
    nominal = is_nominal(y) if response == "auto" else response == "nominal"
    levels, codes = levels_and_codes(y)
    if len(levels) < 2:
        value = shown(repr(levels.tolist()[0]))
        raise ValueError(
            f"y is constant: all {len(y)} values are {value}, so no predictor can be relevant; "
            "pass a y with at least two different values (only 1 class was found)."
        )
    return Response(y, codes, nominal)


def resolved_features(
    features: object, parameter: str, n_features: int, names: Sequence[str] | None
) -> tuple[int, ...]:
    """Return the indices that `initial` or `exclude` means, in the order given."""
    if features is None:
        return ()
    keys = _keys(features, parameter)
    known = places_of(names)
    indices = tuple(
        known[key]
        if isinstance(key, str) and key in known
        else find_feature(key, n_features, names, f"{parameter}[{i}]")
        for i, key in enumerate(keys)
    )
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
    aside = set(excluded)
    both = [feature for feature in initial if feature in aside]
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
    """Refuse values that, unscaled, have squared differences beyond the range of their type."""
    fix = 'use scaling="zscore" or rescale these columns'
    _columns.check_distances(X, "X", names, fix=fix, nameless=NAMELESS, skip=frozenset(excluded))


def _keys(features: object, parameter: str) -> list[Any]:
    """Return what `initial` or `exclude` lists. A set is enough for `exclude`, where order means nothing."""
    if isinstance(features, str | int) or not isinstance(features, Iterable):
        raise TypeError(
            f"{parameter} must be a list of names or indices, got {features!r}; try [{features!r}]."
        )
    is_set = isinstance(features, Set) and not isinstance(features, KeysView)
    unfit = isinstance(features, bytes | bytearray | Mapping | Iterator) or getattr(features, "ndim", 1) != 1
    if unfit or (is_set and parameter == "initial"):
        raise TypeError(
            f"{parameter} must be a list of names or indices, got {shown(repr(features))} of type "
            f"{type(features).__name__}; {'the order counts' if is_set else 'make it a list'}."
        )
    keys = features.tolist() if isinstance(features, np.ndarray) else list(features)
    return sorted(keys, key=repr) if is_set else keys


def _named(features: Sequence[int], names: Sequence[str] | None) -> str:
    return listed([name_of(feature, names) for feature in features])


def _readable(X: Any) -> Any:
    """Return X, checked for what scikit-learn would not refuse or not refuse with names."""
    refuse_other_containers(X, "X")
    if not hasattr(X, "shape") and not hasattr(X, "__array__"):
        X = _array_of(X)
    refuse_duplicate_names(X, "X")
    _refuse_sparse_frame(X)
    refuse_wide_integers(X, "X")
    refuse_masked_values(X, "X")
    _refuse_columns_that_are_not_numbers(X)
    return _with_nan(X)


def _array_of(X: Any) -> NDArray[Any]:
    array = as_array(X, "X")
    if not array.ndim:
        raise TypeError(
            f"X must be a 2-D array or a data frame, got {shown(repr(X))} of type {type(X).__name__}; pass "
            "one row a sample and one column a predictor."
        )
    return array


def _refuse_sparse_frame(X: Any) -> None:
    """Refuse what scikit-learn would take for a sparse matrix: a frame of nothing but sparse columns."""
    if is_frame(X) and len(X.columns) and all(type(dtype).__name__ == "SparseDtype" for dtype in X.dtypes):
        raise TypeError("X has sparse columns; pass X.sparse.to_dense(), which takes more memory.")


def _with_nan(X: Any) -> Any:
    """Return X with NaN for missing values of other kinds, so that they are counted with the others."""
    if isinstance(X, np.ndarray) and X.dtype.kind == "O":
        return nan_for_missing(X)
    if is_frame(X) and hasattr(X, "isetitem"):
        objects = [position for position, dtype in enumerate(X.dtypes) if str(dtype) == "object"]
        X = X.copy(deep=False) if objects else X
        for position in objects:
            X.isetitem(position, nan_for_missing(X.iloc[:, position].to_numpy()))
    return X


def _refuse_columns_that_are_not_numbers(X: Any) -> None:
    kind = getattr(getattr(X, "dtype", None), "kind", "f")
    if is_frame(X):
        wrong = [
            name
            for position, (name, dtype) in enumerate(zip(X.columns, X.dtypes, strict=True))
            if not _holds_numbers(X, position, dtype)
        ]
    elif kind in "USmMT":
        raise ValueError(f"X has dtype {X.dtype}; convert it to numbers, for example X.astype(float).")
    elif kind == "c":
        raise ValueError(
            f"Complex data not supported: X has dtype {X.dtype}; pass real and imaginary parts as columns of "
            "their own, for example numpy.hstack([X.real, X.imag])."
        )
    elif isinstance(X, np.ndarray) and kind == "O" and X.ndim == 2:
        wrong = [
            f"{NAMELESS}{j}"
            for j, column in enumerate(X.T)
            if any(isinstance(value, str | bytes | complex) for value in column)
        ]
    else:
        return
    refuse_other_than_numbers(wrong, X.shape[1])


def refuse_other_than_numbers(wrong: Sequence[object], n_columns: int) -> None:
    """Refuse columns, given by name or place, that are not numbers."""
    if wrong:
        raise ValueError(
            f"X has columns that are not numbers: {listed(wrong)} ({len(wrong)} of {n_columns}); "
            "encode them as numbers or drop them."
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


def _refuse_other_length(X: Any, y: NDArray[Any]) -> None:
    shape: tuple[int, ...] = getattr(X, "shape", ())
    if len(shape) == 2 and y.ndim and shape[0] and shape[0] != len(y):
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: X has {shape[0]} rows but y has "
            f"{len(y)} values; pass one value of y for every row of X."
        )
