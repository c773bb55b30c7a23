"""Linear correlation of every predictor with the response: what sure independence screening ranks by."""

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData


def correlations(data: SortedData) -> NDArray[np.float64]:
    """Absolute Pearson correlation of every column with y."""
    centred = data.y - data.y.mean()
    centred /= np.sqrt(centred @ centred)
    columns = data.columns

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        squares = columns.squares[part]
        products = columns.values[part] @ centred.astype(columns.values.dtype)
        varies = squares > 0
        scores[varies] = np.minimum(np.abs(products[varies]) / np.sqrt(squares[varies]), 1.0)

    return data.scored(task)


def inner_products(data: SortedData) -> NDArray[np.float64]:
    """Absolute inner product of every column, as given, with y: neither is centred or scaled."""
    y = np.empty(len(data.y), data.X.dtype)
    y[data.order] = data.y

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        scores[:] = np.abs(y @ np.ascontiguousarray(data.X[:, part]))

    return data.scored(task)
