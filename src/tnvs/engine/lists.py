"""For every row the nearest other rows in the selected columns, in increasing distance; shared by all candidates."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel
from .response import agreement
from .tree import next_leaf


class Lists(NamedTuple):
    """The lists of a chunk of rows, one line a row."""

    row: NDArray[np.int32]  # (m,) whose list it is
    other: NDArray[np.int32]  # (m, k) the listed rows
    distance: NDArray[Any]  # (m, k) their squared distances, ascending
    agreement: NDArray[Any]  # (m, k) their agreement with the row, in X's float type
    bound: NDArray[Any]  # (m,) every row nearer than this is listed


def empty_lists(rows: int, length: int, dtype: np.dtype[Any]) -> Lists:
    """Room for the lists of a chunk."""
    return Lists(
        np.empty(rows, np.int32),
        np.empty((rows, length), np.int32),
        np.empty((rows, length), dtype),
        np.empty((rows, length), dtype),
        np.empty(rows, dtype),
    )


@inlined
def sift_down(distance, other, start, size):
    """Restore the order of a heap, largest distance first, below place ``start``."""
    place = start
    while 2 * place + 1 < size:
        larger = 2 * place + 1
        if larger + 1 < size and distance[larger + 1] > distance[larger]:
            larger += 1
        if distance[larger] <= distance[place]:
            return
        distance[place], distance[larger] = distance[larger], distance[place]
        other[place], other[larger] = other[larger], other[place]
        place = larger


@inlined
def sift_up(distance, other, place):
    """Restore the order of a heap, largest distance first, above ``place``."""
    while place > 0 and distance[place] > distance[(place - 1) // 2]:
        parent = (place - 1) // 2
        distance[place], distance[parent] = distance[parent], distance[place]
        other[place], other[parent] = other[parent], other[place]
        place = parent


@inlined
def collect(tree, t, distance, other, stack, gaps):
    """Fill a row's list with its nearest rows; return the distance from which on rows may be missing."""
    length = len(distance)
    point = tree.points[t]
    size = 0
    bound = tree.points.dtype.type(np.inf)
    stack[0] = 0
    gaps[0] = 0
    height = 1
    while height > 0:
        node, _, height = next_leaf(tree, point, point, bound, stack, gaps, height)
        if node < 0:
            break
        for s in range(tree.start[node], tree.stop[node]):
            total = tree.points.dtype.type(0)
            for k in range(tree.points.shape[1]):
                gap = tree.points[s, k] - point[k]
                total = total + gap * gap
            if s == t or total >= bound:
                continue
            if size < length:
                distance[size] = total
                other[size] = tree.order[s]
                sift_up(distance, other, size)
                size += 1
            else:
                distance[0] = total
                other[0] = tree.order[s]
                sift_down(distance, other, 0, size)
            if size == length:
                bound = distance[0]
    for last in range(size - 1, 0, -1):
        distance[0], distance[last] = distance[last], distance[0]
        other[0], other[last] = other[last], other[0]
        sift_down(distance, other, 0, last)
    return bound


@kernel
def fill_lists(lists, begin, end, offset, tree, response):
    """Make the lists ``begin .. end`` of a chunk that starts at position ``offset`` of the tree."""
    stack = np.empty(tree.depth, np.int32)
    gaps = np.empty(tree.depth, tree.points.dtype)
    for m in range(begin, end):
        h = tree.order[offset + m]
        lists.row[m] = h
        lists.bound[m] = collect(tree, offset + m, lists.distance[m], lists.other[m], stack, gaps)
        for k in range(lists.other.shape[1]):
            lists.agreement[m, k] = agreement(response, h, lists.other[m, k])
