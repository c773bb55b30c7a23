"""The data as kernels want it: scaled columns with rows in increasing order of y, and their sorted orders."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .bins import bin_entropy, count_runs, find_bins
from .kernel import inlined, kernel
from .projection import squares_about, sum_about
from .scale import NONE, RANK, double_ranks, zscore


class Columns(NamedTuple):
    """Predictors in memory; rows are in increasing order of y. A `tnvs.engine.store.Store` of them all."""

    values: NDArray[Any]  # (p, n) scaled
    orders: NDArray[np.int32]  # (p, n) the rows in increasing order of the value, equal values by row
    entropies: NDArray[Any]  # (p,) of the discretised columns
    constant: NDArray[np.bool_]  # (p,)
    tied: NDArray[np.float64]  # (p,) the chance that two rows drawn with replacement have the same value
    apart: NDArray[np.bool_]  # (p,) see are_apart
    means: NDArray[np.float64]  # (p,) of the scaled values
    squares: NDArray[np.float64]  # (p,) sums of squares about the mean

    def rows_of(self, features: list[int]) -> NDArray[Any]:
        """Return the values of a few columns."""
        values: NDArray[Any] = self.values[features]
        return values

    def parts(self, features: NDArray[np.intp], orders: bool = True) -> Iterator["Part"]:
        """Yield all these columns as one part."""
        yield Part(slice(None), self, features)

    def facts_of(
        self, features: NDArray[np.intp], values: NDArray[Any], orders: NDArray[np.int32]
    ) -> "Columns":
        """Return some columns whose values and orders come from elsewhere."""
        return Columns(
            values,
            orders,
            self.entropies[features],
            self.constant[features],
            self.tied[features],
            self.apart[features],
            self.means[features],
            self.squares[features],
        )

    def asks_ahead(self, n_selected: int) -> bool:
        """Nothing is gained where columns needn't be fetched."""
        return False


class Part(NamedTuple):
    """Some of the columns that were asked for, in memory."""

    where: slice  # which of those asked for
    columns: Columns
    places: NDArray[np.intp]  # where in `columns` they are


def empty_columns(p: int, n: int, dtype: np.dtype[Any]) -> Columns:
    """Room for ``p`` columns of ``n`` rows."""
    return Columns(
        np.empty((p, n), dtype),
        np.empty((p, n), np.int32),
        np.empty(p, dtype),
        np.empty(p, np.bool_),
        np.empty(p),
        np.empty(p, np.bool_),
        np.empty(p),
        np.empty(p),
    )


@inlined
def are_apart(values, order):
    """Whether every value has at most one nearest on each side, to the last bit of the squared distances.

    Equal values have more, and so have values whose distances to an outlier are rounded to the same number.
    """
    apart = True
    for k in range(1, len(order)):
        near = values[order[k]] - values[order[k - 1]]
        near = near * near
        apart &= near > 0
        if k >= 2:
            far = values[order[k]] - values[order[k - 2]]
            far = far * far
            behind = values[order[k - 1]] - values[order[k - 2]]
            apart &= far > near and far > behind * behind
    return apart


@inlined
def order_equal_values(values, order, level, cursor):
    """Within runs of equal values put the rows in order: number the runs, then deal out the rows by run."""
    runs = 0
    cursor[0] = 0
    for k in range(len(order)):
        if k > 0 and values[order[k]] != values[order[k - 1]]:
            runs += 1
            cursor[runs] = k
        level[order[k]] = runs
    for row in range(len(order)):
        order[cursor[level[row]]] = row
        cursor[level[row]] += 1


@kernel
def prepare_columns(raw, sorted_rows, place, first, columns, scaling, n_bins, method):
    """Prepare the columns ``first ..`` from raw ones (k, n) in the data's row order.

    ``place`` moves rows to y's order.
    """
    k, n = raw.shape
    ascending = np.empty(n, raw.dtype)
    x = np.empty(n, np.float64)
    runs = np.empty(n, np.int64)
    bins = np.empty(n, np.int64)
    level = np.empty(n, np.int64)
    cursor = np.empty(n, np.int64)
    sizes = np.empty(n_bins, np.int64)
    digits = np.finfo(raw.dtype).nmant + 1
    for c in range(k):
        j = first + c
        for row in range(n):
            ascending[row] = raw[c, sorted_rows[c, row]]
            x[row] = raw[c, row]
        count = count_runs(ascending, runs)
        find_bins(runs, count, n, n_bins, method, bins)
        columns.entropies[j] = bin_entropy(runs, bins, count, n, sizes)
        columns.constant[j] = count == 1
        tied = 0.0
        for run in range(count):
            tied += (runs[run] / n) ** 2
        columns.tied[j] = tied
        if scaling == RANK:
            double_ranks(sorted_rows[c], runs, count, x)
        if scaling != NONE and count == 1:
            x[:] = 0
        elif scaling != NONE:
            zscore(x, sorted_rows[c], digits)
        values = columns.values[j]
        order = columns.orders[j]
        for row in range(n):
            values[place[row]] = x[row]
            order[row] = place[sorted_rows[c, row]]
        columns.means[j] = values[0] if count == 1 else sum_about(values, 0.0) / n
        columns.squares[j] = squares_about(values, columns.means[j])
        columns.apart[j] = are_apart(values, order)
        if not columns.apart[j]:
            order_equal_values(values, order, level, cursor)
