"""Generalised correlation of every predictor with the response (GC-SIS): the best of smooth functions.

Hall and Miller (2009) rank by sup over h in a class H of the correlation of h(X_j) and y. Where H is a linear
space with the constants, least squares finds the best h, and the supremum is the multiple correlation R of y
with a basis of H. Here H are the natural cubic splines: cubic between knots, with no curvature at the
outermost two. The basis is what interpolates 1 at one knot and 0 at the others: an outlier then spoils one
function, where powers of x would let it spoil all. They sum to 1, so the last is left out.
"""

import math

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import inlined, kernel
from tnvs.engine.projection import dot, sum_about
from tnvs.screening.data import SortedData

SPAN = 1e-10  # a basis function of which less is left, of its own length, lies in the span of those before it
USUAL_KNOTS = 6  # with which a value costs as much as one does in other methods
ROUNDINGS = 64  # knots nearer than this times the float type's epsilon, in standard deviations, are one


def generalised_correlations(data: SortedData, n_knots: int) -> NDArray[np.float64]:
    """Multiple correlation of y with the natural cubic splines of every column; 0 for constants.

    The smallest and the largest value are knots, and so is a value that holds as many rows as should lie
    between two knots; the others lie at equally spaced quantiles of the remaining rows. A column with at most
    n_knots distinct values has them all as knots, and its score is the correlation of y with its group means.
    """
    columns = data.columns
    if data.codes[-1] == 0:
        return np.zeros(len(columns.values))
    y = data.unit_y()
    n_knots = min(n_knots, len(y))  # more than there are rows change nothing
    near = ROUNDINGS * float(np.finfo(columns.values.dtype).eps)

    def task(part: slice, scores: NDArray[np.float64]) -> None:
        multiple_correlations(columns.values[part], columns.orders[part], y, n_knots, near, scores)

    return data.scored(task, work=math.ceil((n_knots / USUAL_KNOTS) ** 2))


@inlined
def count_distinct(x, order):
    """How many distinct values there are."""
    distinct = 1
    for k in range(1, len(order)):
        distinct += x[order[k]] != x[order[k - 1]]
    return distinct


@inlined
def place_knots(x, order, n_knots, near, knots, light):
    """Write the knots of a column that isn't constant, ascending and distinct; return how many there are.

    Rows whose value isn't a knot by itself are copied to `light`, in order.
    """
    n = len(order)
    every = count_distinct(x, order) <= n_knots
    lowest, highest = x[order[0]], x[order[n - 1]]
    knots[0] = lowest
    knots[1] = highest
    count = 2
    kept = 0
    begin = 0
    for k in range(1, n + 1):
        if k < n and x[order[k]] == x[order[begin]]:
            continue
        value = x[order[begin]]
        if not every and (k - begin) * (n_knots - 1) < n:
            light[kept : kept + k - begin] = value
            kept += k - begin
        elif lowest < value < highest:
            knots[count] = value
            count += 1
        begin = k
    spread = n_knots - count if kept > 0 else 0
    for k in range(spread):
        place = (k + 1) * (
            kept - 1
        )  # in parts of spread + 1; half way between two rows it is the mean of both
        below = (2 * place + spread) // (2 * spread + 2)
        above = (2 * place + spread + 1) // (2 * spread + 2)
        knots[count + k] = (light[below] + light[above]) / 2
    return sort_distinct(knots, count + spread, near)


@inlined
def sort_distinct(knots, count, near):
    """Sort the first few by insertion and drop what is as good as a repetition; return how many are left."""
    for k in range(1, count):
        knot = knots[k]
        place = k
        while place > 0 and knots[place - 1] > knot:
            knots[place] = knots[place - 1]
            place -= 1
        knots[place] = knot
    left = 1
    for k in range(1, count):
        if knots[k] - knots[left - 1] > near:
            knots[left] = knots[k]
            left += 1
    return left


@inlined
def find_curvatures(knots, count, curvatures, pivots):
    """The second derivatives, at each knot, of each spline that is 1 at one knot and 0 at the others.

    They solve a tridiagonal system, elimination down and substitution up; at the outermost knots they are 0.
    """
    for k in range(count):
        curvatures[0, k] = 0.0
        curvatures[count - 1, k] = 0.0
    for i in range(1, count - 1):
        before, after = knots[i] - knots[i - 1], knots[i + 1] - knots[i]
        ratio = before / pivots[i - 1] if i > 1 else 0.0
        pivots[i] = 2 * (before + after) - ratio * before
        for k in range(count):
            bend = (k == i + 1) / after - (k == i) * (1 / after + 1 / before) + (k == i - 1) / before
            curvatures[i, k] = 6 * bend - ratio * curvatures[i - 1, k]
    for i in range(count - 2, 0, -1):
        for k in range(count):
            curvatures[i, k] = (curvatures[i, k] - (knots[i + 1] - knots[i]) * curvatures[i + 1, k]) / pivots[
                i
            ]


@inlined
def fill_basis(x, order, knots, count, curvatures, basis):
    """Write the basis functions but the last at each row."""
    i = 0
    for k in range(len(order)):
        row = order[k]
        value = np.float64(x[row])
        while i < count - 2 and value > knots[i + 1]:
            i += 1
        gap = knots[i + 1] - knots[i]
        left, right = (knots[i + 1] - value) / gap, (value - knots[i]) / gap
        left_bend = left * (left * left - 1) * gap * gap / 6
        right_bend = right * (right * right - 1) * gap * gap / 6
        for f in range(count - 1):
            bend = left_bend * curvatures[i, f] + right_bend * curvatures[i + 1, f]
            basis[f, row] = left * (f == i) + right * (f == i + 1) + bend


@inlined
def squared_correlation(basis, count, y):
    """The share of y, centred and of length 1, in the span of the first functions, made orthonormal here.

    Projecting twice keeps them orthogonal even where they are nearly collinear.
    """
    share = 0.0
    n = basis.shape[1]
    for f in range(count):
        mean = sum_about(basis[f], 0.0) / n
        for row in range(n):
            basis[f, row] -= mean
        length = np.sqrt(dot(basis[f], 0.0, basis[f]))
        for _ in range(2):
            for g in range(f):
                along = dot(basis[f], 0.0, basis[g])
                for row in range(n):
                    basis[f, row] -= along * basis[g, row]
        left = np.sqrt(dot(basis[f], 0.0, basis[f]))
        for row in range(n):
            basis[f, row] = basis[f, row] / left if left > SPAN * length else 0.0
        share += dot(basis[f], 0.0, y) ** 2
    return share


@kernel
def multiple_correlations(values, orders, y, n_knots, near, scores):
    """Write the multiple correlation of y, centred and of length 1, with the splines of each column."""
    p, n = values.shape
    knots = np.empty(n_knots)
    pivots = np.empty(n_knots)
    curvatures = np.empty((n_knots, n_knots))
    basis = np.empty((n_knots - 1, n))
    light = np.empty(n)
    for j in range(p):
        x = values[j]
        order = orders[j]
        scores[j] = 0.0
        if x[order[0]] < x[order[n - 1]]:
            count = place_knots(x, order, n_knots, near, knots, light)
            find_curvatures(knots, count, curvatures, pivots)
            fill_basis(x, order, knots, count, curvatures, basis)
            scores[j] = min(np.sqrt(squared_correlation(basis, count - 1, y)), 1.0)
