"""Linear correlation of every predictor with the response: what sure independence screening ranks by."""

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.powers import power_of_two
from tnvs.engine.products import products
from tnvs.measures._response import told_apart
from tnvs.screening.data import SortedData


def correlations(data: SortedData) -> NDArray[np.float64]:
    """Absolute Pearson correlation of every column with y."""
    y = data.unit_y()
    columns = data.columns

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        squares = columns.squares[part]
        products(columns.values[part], y, scores)
        varies = squares > 0
        scores[varies] = np.minimum(np.abs(scores[varies]) / np.sqrt(squares[varies]), 1.0)

    return data.scored(task)


def inner_products(data: SortedData) -> NDArray[np.float64]:
    """Absolute inner product of every column, as given, with y: neither is centred or scaled.

    One beyond the range of float64, at either end, is infinite.
    """
    numbers = told_apart(data.numbers.astype(np.float64), int(data.codes[-1]) + 1)
    y_power = power_of_two(np.abs(numbers).max())
    y = np.empty(len(numbers))
    y[data.order] = numbers / y_power

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        rows = np.array(data.X[:, part].T, np.float64, order="C")
        powers = power_of_two(np.abs(rows).max(axis=1))
        rows /= powers[:, None]
        products(rows, y, scores)
        some = scores != 0
        with np.errstate(over="ignore", under="ignore"):
            scores[:] = np.ldexp(np.abs(scores), np.frexp(powers)[1] + np.frexp(y_power)[1] - 2)
        scores[some & (scores == 0)] = np.inf

    return data.scored(task)
