"""Rows in leaves: a k-d split of the selected columns, shared by all candidates of a step.

Equal rows are never separated, and a node whose rows are all equal is a leaf (a *cell*) whatever its size.
A box distance is accumulated column by column exactly as the distance of two rows is. Since rounding is
monotone, the box distance never exceeds the distance of a row inside the box, to the last bit: no tolerance
is needed.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel

SAMPLE = 63  # rows looked at to guess the median of a node: balanced enough, and one cheap sort


class Tree(NamedTuple):
    """A k-d tree over ``n`` rows and ``q`` columns; positions are places in leaf order."""

    order: NDArray[np.int32]  # (n,) the row at each position
    points: NDArray[Any]  # (n, q) the rows' coordinates, in leaf order
    leaf: NDArray[np.int32]  # (n,) the leaf of each row
    child: NDArray[np.int32]  # (nodes,) the left child, 0 for a leaf; the right child follows it
    start: NDArray[np.int32]  # (nodes,) the first position
    stop: NDArray[np.int32]  # (nodes,) one past the last position
    lower: NDArray[Any]  # (nodes, q) corners of the bounding boxes
    upper: NDArray[Any]
    cell: NDArray[np.bool_]  # (nodes,) all rows of the node are equal
    depth: int


@inlined
def fit_box(rows, order, start, stop, lower, upper):
    """Set the box of the rows at these positions; return its widest column, -1 if all rows are equal."""
    widest = -1
    width = rows.dtype.type(0)
    for k in range(rows.shape[1]):
        low = high = rows[order[start], k]
        for t in range(start + 1, stop):
            value = rows[order[t], k]
            if value < low:
                low = value
            if value > high:
                high = value
        lower[k] = low
        upper[k] = high
        if high > low and (widest < 0 or high - low > width):
            widest = k
            width = high - low
    return widest


@inlined
def middle(sample, size):
    """The upper median of a small sample, which it sorts; numba's own sort takes a second to compile."""
    for k in range(1, size):
        value = sample[k]
        place = k
        while place > 0 and sample[place - 1] > value:
            sample[place] = sample[place - 1]
            place -= 1
        sample[place] = value
    return sample[size // 2]


@inlined
def split_value(rows, order, start, stop, column, sample):
    """An approximate median: the middle of an evenly spaced sample."""
    size = min(len(sample), stop - start)
    for k in range(size):
        sample[k] = rows[order[start + k * (stop - start) // size], column]
    return middle(sample, size)


@inlined
def partition(rows, order, start, stop, column, value, strict):
    """Move rows below ``value`` (or at it, unless ``strict``) to the front; return where the others begin."""
    others = start
    for t in range(start, stop):
        other = rows[order[t], column]
        if other < value or (other == value and not strict):
            order[others], order[t] = order[t], order[others]
            others += 1
    return others


@kernel
def build_tree(rows, capacity):
    """Split ``rows`` (n, q) into leaves of at most ``capacity`` rows, or of equal rows."""
    n, q = rows.shape
    most = 2 * n
    order = np.arange(n).astype(np.int32)
    child = np.zeros(most, np.int32)
    start = np.zeros(most, np.int32)
    stop = np.zeros(most, np.int32)
    level = np.zeros(most, np.int32)
    lower = np.empty((most, q), rows.dtype)
    upper = np.empty((most, q), rows.dtype)
    cell = np.zeros(most, np.bool_)
    leaf = np.empty(n, np.int32)
    sample = np.empty(SAMPLE, rows.dtype)
    stop[0] = n
    nodes = 1
    node = 0
    while node < nodes:  # children come after their parents: one pass makes the whole tree
        begin, end = start[node], stop[node]
        widest = fit_box(rows, order, begin, end, lower[node], upper[node])
        cell[node] = widest < 0
        if widest < 0 or end - begin <= capacity:
            for t in range(begin, end):
                leaf[order[t]] = node
        else:
            value = split_value(rows, order, begin, end, widest, sample)
            others = partition(rows, order, begin, end, widest, value, value == upper[node, widest])
            child[node] = nodes
            start[nodes], stop[nodes] = begin, others
            start[nodes + 1], stop[nodes + 1] = others, end
            level[nodes] = level[nodes + 1] = level[node] + 1
            nodes += 2
        node += 1
    points = rows[order]
    return Tree(
        order, points, leaf, child[:nodes].copy(), start[:nodes].copy(), stop[:nodes].copy(),
        lower[:nodes].copy(), upper[:nodes].copy(), cell[:nodes].copy(), level[:nodes].max() + 2,
    )  # fmt: skip


@inlined
def box_gap(tree, node, lower, upper):
    """Squared distance between a node's box and the box from ``lower`` to ``upper``."""
    gap = lower.dtype.type(0)
    zero = gap
    for k in range(lower.shape[0]):
        aside = max(tree.lower[node, k] - upper[k], lower[k] - tree.upper[node, k], zero)
        gap = gap + aside * aside
    return gap


@inlined
def next_leaf(tree, lower, upper, bound, stack, gaps, height):
    """The next leaf not farther than ``bound`` from a box, near first: (leaf or -1, its gap, stack height).

    To begin, put node 0 with gap 0 on the stack. ``bound`` may shrink between calls.
    """
    while height > 0:
        height -= 1
        node = stack[height]
        gap = gaps[height]
        if gap > bound:
            continue
        while tree.child[node] > 0 and gap <= bound:
            near = tree.child[node]
            far = near + 1
            gap = box_gap(tree, near, lower, upper)
            other = box_gap(tree, far, lower, upper)
            if other < gap:
                near, far = far, near
                gap, other = other, gap
            if other <= bound:
                stack[height] = far
                gaps[height] = other
                height += 1
            node = near
        if gap <= bound:
            return node, gap, height
    return -1, bound, 0
