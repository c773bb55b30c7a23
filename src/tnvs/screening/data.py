"""What a screening method sees: sorted columns, rows in increasing order of the response."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.columns import Columns
from tnvs.engine.pool import Pool

CELLS_PER_TASK = 200_000  # values that one task scores: milliseconds, so that an interrupt is heard


@dataclass(frozen=True, slots=True)
class SortedData:
    """One data set as the scores take it.

    Attributes
    ----------
    columns : Columns
        z-scored predictors (p, n) and their orders; rows are in increasing order of the response.
    X : (n, p) array
        The predictors as given, rows in their original order.
    order : (n,) array of int
        The original row at each place of `columns`, `y` and `codes`.
    y : (n,) float64 array
        The response as a number, ascending: the code of its class where it has names.
    codes : (n,) int64 array
        The place of each response among the distinct ones, ascending: 0, 1, ...
    nominal : bool
        Whether the response is to be taken as names without order.
    pool : Pool
        Runs tasks on threads.
    """

    columns: Columns
    X: NDArray[Any]
    order: NDArray[np.int64]
    y: NDArray[np.float64]
    codes: NDArray[np.int64]
    nominal: bool
    pool: Pool

    def scored(self, task: Callable[[slice, NDArray[np.float64]], object]) -> NDArray[np.float64]:
        """Have `task` write the scores of a slice of columns into its part of the result."""
        p, n = self.columns.values.shape
        scores = np.zeros(p)
        size = max(1, CELLS_PER_TASK // n)
        slices = [slice(begin, min(begin + size, p)) for begin in range(0, p, size)]
        self.pool.run(lambda part: task(part, scores[part]), slices)
        return scores
