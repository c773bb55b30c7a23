"""Columns cut into bins."""

from numbers import Integral
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.engine.bins import METHODS, bin_codes, default_bins

from ._arrays import check_choice, finite_matrix


def discretize(
    X: ArrayLike, *, method: Literal["auto", "equal-frequency"] = "auto", n_bins: int | None = None
) -> NDArray[np.int64]:
    """Cut every column into bins.

    Parameters
    ----------
    X : array-like of shape (n, p) or (n,)
        Finite numbers; a 1-D array is one column.
    method : {"auto", "equal-frequency"}, default="auto"
        "auto": a column with at most ``n_bins`` distinct values keeps them; otherwise every value that holds
        at least n / n_bins rows is a bin of its own, and the others are cut into bins of equal frequency that
        never separate equal values. "equal-frequency": cut at the order statistics, as the paper's authors
        did; equal values fall into the lowest bin that they reach, so that bins may stay empty.
    n_bins : int, optional
        By default floor(n^(1/3)), for "auto" at least 2; "equal-frequency" computes it in floating point
        (1000 rows give 9 bins).

    Returns
    -------
    (n, p) array of int
        The bin of each value, counted from 1; numbers of bins that stay empty are skipped.

    Examples
    --------
    >>> from tnvs import discretize
    >>> discretize([0, 0, 0, 0, 0, 1, 2, 3], n_bins=2).T
    array([[1, 1, 1, 1, 1, 2, 2, 2]])
    """
    X = finite_matrix(X, "X")
    bins = check_bins(n_bins, len(X), method)
    codes = np.empty(X.shape, np.int64)
    for j in range(X.shape[1]):
        column = np.ascontiguousarray(X[:, j])
        column_codes = np.empty(len(column), np.int64)
        bin_codes(column.copy(), np.argsort(column), bins, METHODS[method], column_codes)
        codes[:, j] = column_codes
    return codes


def check_bins(n_bins: Any, n: int, method: str) -> int:
    """The number of bins that these arguments mean for ``n`` rows; never more than rows."""
    check_choice(method, "method", tuple(sorted(METHODS)))
    if n_bins is None:
        return min(default_bins(n, method), n)
    if not isinstance(n_bins, Integral) or isinstance(n_bins, bool) or n_bins < 1:
        raise ValueError(f"n_bins must be None or a whole number of at least 1, got {n_bins!r}.")
    return min(int(n_bins), n)
