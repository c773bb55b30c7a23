"""The sum of Gaussian kernels at many values as a function that costs the same however many they are.

The line of y is cut into boxes one bandwidth wide. In a box a Gaussian is a polynomial, to the last bits, and
so is a sum of Gaussians: sixteen numbers a box say all about it (a fast Gauss transform with Chebyshev
polynomials).
"""

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import apart, inlined, kernel

ORDER = 16  # of the polynomials: an error of 1e-15
REACH = 10  # boxes beyond which exp(-r^2 / 2) < 1e-17


def cut_into_boxes(
    position: NDArray[np.float64],
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]:
    """The box of each ascending position (in bandwidths); number and middle of each box that isn't empty.

    Boxes farther apart than a Gaussian reaches are numbered as if they were just so far apart.
    """
    floor = np.floor(position)
    lower, box = np.unique(floor, return_inverse=True)
    number = np.zeros(len(lower), np.int64)
    np.cumsum(np.minimum(np.diff(lower), REACH + 1).astype(np.int64), out=number[1:])
    return box.reshape(-1).astype(np.int32), number, lower + 0.5


def make_transfer() -> NDArray[np.float64]:
    """What the moments of a box add to the polynomial of another: (2 REACH + 1, from, to) by distance."""
    angles = (np.arange(ORDER) + 0.5) * np.pi / ORDER
    nodes = np.cos(angles)
    weights = np.cos(np.arange(ORDER)[:, None] * angles) * (2.0 / ORDER)
    weights[0] /= 2
    apart_by = np.arange(-REACH, REACH + 1)[:, None, None]
    gap = apart_by + (nodes[None, :] - nodes[:, None]) / 2  # from a node (row) to a node (column)
    return np.ascontiguousarray(weights @ np.exp(-(gap**2) / 2) @ weights.T)


@inlined
def place_in_box(position, middle):
    """Where a position is in its box, from -1 to 1."""
    return min(1.0, max(-1.0, 2.0 * (position - middle)))


@apart
def expand(potential, moments, rows, begin, end, likeness):
    """Write the polynomials (boxes, ORDER) of the sum of kernels at these rows, which ascend in y."""
    lowest, highest = likeness.box[rows[begin]], likeness.box[rows[end - 1]]
    moments[lowest : highest + 1] = 0
    potential[:] = 0
    for t in range(begin, end):
        box = likeness.box[rows[t]]
        x = place_in_box(likeness.y[rows[t]] * likeness.inverse, likeness.middle[box])
        before, this = x, 1.0
        for m in range(ORDER):
            moments[box, m] += this
            before, this = this, 2 * x * this - before
    boxes = len(likeness.middle)
    for source in range(lowest, highest + 1):
        if moments[source, 0] == 0:
            continue
        target = source
        while target > 0 and likeness.number[source] - likeness.number[target - 1] <= REACH:
            target -= 1
        while target < boxes and likeness.number[target] - likeness.number[source] <= REACH:
            transfer = likeness.transfer[REACH + likeness.number[target] - likeness.number[source]]
            for k in range(ORDER):
                for m in range(ORDER):
                    potential[target, m] += moments[source, k] * transfer[k, m]
            target += 1


@inlined
def evaluate(potential, h, likeness):
    """The sum of kernels at the value of row ``h``."""
    box = likeness.box[h]
    x = place_in_box(likeness.y[h] * likeness.inverse, likeness.middle[box])
    total = 0.0
    before, this = x, 1.0
    for m in range(ORDER):
        total += potential[box, m] * this
        before, this = this, 2 * x * this - before
    return total


@kernel
def sums_over_all(likeness):
    """For every row the sum of its kernels with all rows, itself included."""
    n = len(likeness.y)
    potential = np.empty((len(likeness.middle), ORDER))
    expand(potential, np.empty_like(potential), np.arange(n), 0, n, likeness)
    sums = np.empty(n)
    for h in range(n):
        sums[h] = evaluate(potential, h, likeness)
    return sums
