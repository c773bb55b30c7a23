"""Projection correlation of every predictor with the response (PC-SIS), in O(n log n) each.

Seen from row r, rows k and l lie at an angle a_klr: in one dimension 0 on the same side, pi on opposite
sides, and pi / 2 where k or l is tied with r: the cosine 0 / 0 is taken as 0, as in the program that the
authors of the screening method published. (Were the angle 0 there, a predictor or response with two values
would have no angles but 0, and the score 0 whatever the data.) With s_k = sign(x_k - x_r) that is (pi / 2)
(1 - s_k s_l), so doubly centred it is -(pi / 2) times the product of the centred s_k and s_l. With t for y
as s for x, and c_r the inner product of the centred s and t,

    PCov^2 = (pi / 2)^2 / n^3 * (sum over r of c_r^2).

n * c_r = n * (sum of s_k t_k) - (sum of s_k) (sum of t_k) is a whole number, made of counts of rows.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import inlined, kernel
from tnvs.screening.counting import add, count_before
from tnvs.screening.data import SortedData


class Levels(NamedTuple):
    """The distinct responses, in increasing order."""

    below: NDArray[np.int64]  # rows with a smaller y
    above: NDArray[np.int64]  # rows with a larger y


def projection_correlations(data: SortedData) -> NDArray[np.float64]:
    """Projection correlation of every column with y: sqrt(PCov^2 / sqrt(PVar^2(x) PVar^2(y))).

    Only the order of values matters, the response's and the predictors'. It is the correlation itself, as
    Zhu, Xu, Li and Zhong (2017) define it; its square ranks the same.
    """
    n = len(data.codes)
    sizes = np.bincount(data.codes).astype(np.int64)
    last = np.cumsum(sizes)
    y = Levels(last - sizes, n - last)
    own = n * (n - sizes) - (y.above - y.below) ** 2  # n times the inner product of the centred t with itself
    y_sum = float((sizes * own.astype(np.float64) ** 2).sum())

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        x_sums = np.empty(len(scores))
        squared_products(*sorted_columns(data, part), data.codes, y, scores, x_sums)
        varies = (x_sums > 0) & (y_sum > 0)
        squares = scores[varies] / (np.sqrt(x_sums[varies]) * np.sqrt(y_sum))
        scores[:] = 0.0
        scores[varies] = np.minimum(np.sqrt(squares), 1.0)

    return data.scored(task)


def sorted_columns(data: SortedData, part: slice) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Columns as given, rows by y, and their orders: z-scores round, next to an outlier even to one value."""
    values = np.ascontiguousarray(data.X[:, part].T[:, data.order])
    orders = data.columns.orders[part]
    ascending = np.take_along_axis(values, orders, axis=1)
    merged = np.flatnonzero((ascending[:, 1:] < ascending[:, :-1]).any(axis=1))
    if len(merged):
        orders = orders.copy()
        orders[merged] = np.argsort(values[merged], axis=1, kind="stable")
    return values, orders


@inlined
def end_of_run(x, order, begin):
    """One past the last place of the rows tied in x with the row at a place."""
    end = begin + 1
    while end < len(order) and x[order[end]] == x[order[begin]]:
        end += 1
    return end


@inlined
def end_of_cell(codes, order, begin, end):
    """One past the last place, within a run, of the rows tied in y too: in a run rows are in order of y."""
    stop = begin + 1
    while stop < end and codes[order[stop]] == codes[order[begin]]:
        stop += 1
    return stop


@kernel
def squared_products(values, orders, codes, y, with_y, with_itself):
    """For each column the sums over r of (n c_r)^2, with the response and with the column itself.

    Rows are added to the tree in increasing order of x, tied ones together. Rows tied in x and y have the
    same c_r.
    """
    p, n = values.shape
    levels = len(y.below)
    counts = np.empty(levels + 1, np.int64)
    added = np.empty(levels, np.int64)  # to each level, before this run
    for j in range(p):
        x = values[j]
        order = orders[j]
        counts[:] = 0
        added[:] = 0
        with_y[j] = 0.0
        with_itself[j] = 0.0
        begin = 0
        while begin < n:
            end = end_of_run(x, order, begin)
            side = np.int64((n - end) - begin)  # rows above less rows below
            own = np.float64(n * (n - (end - begin)) - side * side)
            with_itself[j] += (end - begin) * own * own
            cell = begin
            while cell < end:
                stop = end_of_cell(codes, order, cell, end)
                code = codes[order[cell]]
                below, above = y.below[code], y.above[code]
                both_below = count_before(counts, code)
                not_above = both_below + cell - begin  # in x, and y below
                up = begin - both_below - added[code]  # x below, y above
                both_above = above - up - (end - stop)
                inner = both_below + both_above - up - (below - not_above)
                product = np.float64(n * inner - side * (above - below))
                with_y[j] += (stop - cell) * product * product
                cell = stop
            cell = begin
            while cell < end:
                stop = end_of_cell(codes, order, cell, end)
                code = codes[order[cell]]
                add(counts, code, stop - cell)
                added[code] += stop - cell
                cell = stop
            begin = end
