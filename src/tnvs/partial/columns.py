"""Predictors and response as vectors of mean 0 and length 1: their inner products are correlations."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.powers import power_of_two
from tnvs.engine.products import products, products_among

Floats = NDArray[np.float64]

CELLS_PER_BLOCK = 500_000  # milliseconds of work, so that an interrupt is heard, and little memory


@dataclass(frozen=True, slots=True)
class Marginals:
    """What can be seen of each predictor without the others.

    Attributes
    ----------
    response : (n,) array
        The response, of mean 0 and length 1.
    correlations : (p,) array
        Correlation with the response; 0 for constant predictors.
    constant : (p,) array of bool
        Whether the predictor has one value only.
    kurtosis : float
        Mean over the predictors that vary of the fourth central moment divided by 3 times the squared
        variance, minus 1: 0 for normal ones, never below -2/3.
    """

    response: Floats
    correlations: Floats
    constant: NDArray[np.bool_]
    kurtosis: float


def unit_rows(columns: NDArray[Any]) -> Floats:
    """Return the columns of a matrix as rows of mean 0 and length 1; constant ones become 0."""
    rows = np.array(columns.T, dtype=np.float64, order="C")
    constant = rows.max(axis=1) == rows.min(axis=1)
    rows *= 1 / power_of_two(np.abs(rows).max(axis=1))[:, None]
    for _ in range(2):  # the second time removes what rounding left of a mean far from 0
        rows -= rows.mean(axis=1, keepdims=True)
    rows[constant] = 0.0
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    lengths[constant] = 1.0
    rows /= lengths[:, None]
    return rows


def marginals(X: NDArray[Any], y: NDArray[Any]) -> Marginals:
    """Look at every predictor alone."""
    n, p = X.shape
    response = unit_rows(y[:, None])[0]
    correlations = np.zeros(p)
    fourth_moments = np.zeros(p)
    size = max(1, CELLS_PER_BLOCK // n)
    for begin in range(0, p, size):
        part = slice(begin, begin + size)
        rows = unit_rows(X[:, part])
        correlations[part] = correlations_with(rows, response)
        rows *= rows
        fourth_moments[part] = n * np.einsum("ij,ij->i", rows, rows)
    np.clip(correlations, -1.0, 1.0, out=correlations)
    constant = fourth_moments == 0
    varying = fourth_moments[~constant]
    kurtosis = float(varying.mean()) / 3 - 1 if varying.size else 0.0
    return Marginals(response, correlations, constant, kurtosis)


def unit_columns(X: NDArray[Any], features: NDArray[np.intp]) -> Floats:
    """Return some columns of X as rows of mean 0 and length 1."""
    n = len(X)
    rows = np.empty((len(features), n))
    size = max(1, CELLS_PER_BLOCK // n)
    for begin in range(0, len(features), size):
        part = slice(begin, begin + size)
        rows[part] = unit_rows(X[:, features[part]])
    return rows


def correlation_matrix(rows: Floats) -> Floats:
    """Return all correlations between vectors of mean 0 and length 1."""
    k, n = rows.shape
    matrix = np.empty((k, k))
    size = max(1, 100 * CELLS_PER_BLOCK // (n * k))
    for begin in range(0, k, size):
        products_among(rows, begin, min(begin + size, k), matrix)
    return matrix


def correlations_with(rows: Floats, vector: Floats) -> Floats:
    """Return the correlations of vectors of mean 0 and length 1 with another one."""
    correlations = np.empty(len(rows))
    products(rows, vector, correlations)
    return correlations
