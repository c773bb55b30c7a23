"""How a predictor moves with the order of y: what sure independent ranking and screening ranks by."""

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import kernel
from tnvs.screening.data import SortedData


def inverse_ranks(data: SortedData) -> NDArray[np.float64]:
    """Mean over rows k of (the mean over rows i of x_i 1{y_i <= y_k})^2, for every z-scored column x."""
    last = np.flatnonzero(np.append(np.diff(data.codes) > 0, True))
    weights = np.diff(last, prepend=-1)
    columns = data.columns

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        values, means, squares = columns.values[part], columns.means[part], columns.squares[part]
        mean_square_of_partial_means(values, means, squares, last, weights, scores)

    return data.scored(task)


@kernel
def mean_square_of_partial_means(values, means, squares, last, weights, scores):
    """One sweep a column; equal responses share the sum up to the last of them."""
    n = values.shape[1]
    for j in range(len(values)):
        total = 0.0
        partial = 0.0
        row = 0
        for k in range(len(last)):
            while row <= last[k]:
                total += values[j, row] - means[j]
                row += 1
            partial += weights[k] * (total / n) * (total / n)
        scores[j] = partial / n * ((n - 1) / squares[j]) if squares[j] > 0 else 0.0
