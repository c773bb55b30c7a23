"""Residual variance, the paper's score of how redundant a predictor is."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.engine.powers import power_of_two
from tnvs.engine.projection import SPAN

from ._arrays import finite_matrix
from ._columns import listed, name_of_column, names_of_columns


def residual_variance(X: ArrayLike, basis: ArrayLike) -> NDArray[np.floating[Any]]:
    """Variance of every column that is left after projecting it on other columns, by Gram-Schmidt.

    Columns are centred first and not rescaled. Every direction is orthogonalised twice, so that a nearly
    collinear basis does no harm, and a basis column in the span of those before it adds nothing.

    Parameters
    ----------
    X : array-like of shape (n, p) or (n,)
        The columns to explain.
    basis : array-like of shape (n, q) or (n,)
        The columns to explain them with, in order; q may be 0.

    Returns
    -------
    (p,) array
        Variances (ddof=1) in the float type of X.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import residual_variance
    >>> a, b = np.random.default_rng(0).normal(size=(2, 500))
    >>> X = np.column_stack([2 * a, a + b])
    >>> residual_variance(X, a).round(2) + 0.0
    array([0.  , 0.88])
    >>> residual_variance(X, np.column_stack([a, b])).round(2) + 0.0
    array([0., 0.])
    """
    names = names_of_columns(X)
    X = finite_matrix(X, "X")
    basis = finite_matrix(basis, "basis")
    if len(X) != len(basis):
        raise ValueError(f"basis has {len(basis)} rows but X has {len(X)}; pass as many rows of each.")
    if len(X) < 2:
        raise ValueError("X has 1 row; a variance needs at least 2.")
    residuals, scale = _centred(X)
    directions = _orthogonal_directions(basis)
    for _ in range(2):
        for z in directions:
            residuals -= np.outer(z, z @ residuals)
    with np.errstate(over="ignore"):
        variances = (residuals**2).sum(axis=0) / (len(X) - 1) * scale * scale
        left: NDArray[np.floating[Any]] = variances.astype(X.dtype)
    beyond = np.flatnonzero(np.isinf(left))
    if beyond.size:
        described = listed([name_of_column(j, names, "column ") for j in beyond.tolist()])
        raise ValueError(
            f"X has columns whose variance is beyond the range of {X.dtype}: {described} ({beyond.size} of "
            f"{X.shape[1]}); rescale these columns."
        )
    return left


def _centred(X: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Columns in float64, divided by powers of two so that no square overflows, minus means; the powers."""
    scale = power_of_two(np.abs(X).max(axis=0))
    scaled = X.astype(np.float64) / scale
    constant = (scaled == scaled[0]).all(axis=0)  # it leaves exactly nothing
    centre = np.where(constant, scaled[0], scaled.mean(axis=0))
    return scaled - centre, scale


def _orthogonal_directions(basis: NDArray[Any]) -> list[NDArray[np.float64]]:
    """Gram-Schmidt: what each column adds to those before it, with norm 1."""
    directions: list[NDArray[np.float64]] = []
    for column in _centred(basis)[0].T:
        z = column.copy()
        for _ in range(2):
            for direction in directions:
                z -= (direction @ z) * direction
        if np.linalg.norm(z) > SPAN[basis.dtype] * np.linalg.norm(column):
            directions.append(z / np.linalg.norm(z))
    return directions
