"""Shannon entropy, the paper's score of how uninformative a predictor is."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import finite_matrix
from .discretize import discretize


def entropy(
    X: ArrayLike, *, method: Literal["auto", "equal-frequency"] = "auto", n_bins: int | None = None
) -> NDArray[np.floating[Any]]:
    """Entropy of every column, after it is cut into bins: -sum(share * ln(share)) over the bins, in nats.

    Parameters
    ----------
    X : array-like of shape (n, p) or (n,)
        Finite numbers; a 1-D array is one column.
    method, n_bins
        How columns are cut, see `discretize`.

    Returns
    -------
    (p,) array
        In the float type of X; 0 for a constant column.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import entropy
    >>> mostly_one = np.repeat([0, 1], [5, 95])
    >>> entropy(np.column_stack([mostly_one, 1 - mostly_one])).round(3)
    array([0.199, 0.199])
    >>> entropy(np.column_stack([mostly_one, 1 - mostly_one]), method="equal-frequency").round(3)
    array([0.   , 0.199])
    """
    X = finite_matrix(X, "X")
    codes = discretize(X, method=method, n_bins=n_bins)
    entropies = np.empty(X.shape[1], X.dtype)
    for j in range(X.shape[1]):
        shares = np.unique(codes[:, j], return_counts=True)[1] / len(X)
        entropies[j] = abs(float(-(shares * np.log(shares)).sum()))
    return entropies
