"""What a screening method sees: sorted columns, rows in increasing order of the response."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.columns import Columns
from tnvs.engine.pool import Pool
from tnvs.engine.powers import power_of_two
from tnvs.measures._response import differences_kept

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
        The original row at each place of `columns`, `numbers` and `codes`.
    numbers : (n,) array
        The response as given where it was given as numbers, otherwise the codes of its classes; ascending.
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
    numbers: NDArray[Any]
    codes: NDArray[np.int64]
    nominal: bool
    pool: Pool

    @property
    def y(self) -> NDArray[np.float64]:
        """The response as float64; whole numbers that would be rounded have the lowest of them subtracted."""
        return differences_kept(self.numbers)

    def unit_y(self) -> NDArray[np.float64]:
        """Return the response with mean 0 and length 1."""
        y = self.y
        y = y / power_of_two(np.abs(y).max())
        for _ in range(2):  # the mean of nearly equal values is rounded as much as they differ
            y -= y.mean()
        unit: NDArray[np.float64] = y / np.sqrt(np.square(y).sum())
        return unit

    def scored(
        self, task: Callable[[slice, NDArray[np.float64]], object], work: int = 1
    ) -> NDArray[np.float64]:
        """Have `task` write the scores of a slice of columns into its part of the result.

        `work` is what a value costs, compared with the methods of which a task scores `CELLS_PER_TASK`.
        """
        p, n = self.columns.values.shape
        scores = np.zeros(p)
        size = max(1, CELLS_PER_TASK // (n * work))
        slices = [slice(begin, min(begin + size, p)) for begin in range(0, p, size)]
        self.pool.run(lambda part: task(part, scores[part]), slices)
        return scores
