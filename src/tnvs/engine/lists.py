"""For every row the nearest others in the selected columns, by distance; shared by all candidates."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import apart, inlined, kernel
from .response import agreement
from .tree import next_leaf

TRIES = 12  # guesses at how far a list reaches


class Lists(NamedTuple):
    """The lists of a chunk of rows, one line a row."""

    home: NDArray[np.int32]  # (m,) whose list it is; rows are known by their position in the tree
    other: NDArray[np.int32]  # (m, k) the listed rows
    distance: NDArray[Any]  # (m, k) their squared distances, ascending
    agreement: NDArray[Any]  # (m, k) their agreement with the row, in X's float type
    bound: NDArray[Any]  # (m,) every row nearer than this is listed


class Room(NamedTuple):
    """Room for the rows near one row, as they are met and in order."""

    distance: NDArray[Any]
    other: NDArray[np.int32]
    sorted_distance: NDArray[Any]
    sorted_other: NDArray[np.int32]
    cursor: NDArray[np.int32]


def empty_lists(rows: int, length: int, dtype: np.dtype[Any]) -> Lists:
    """Room for the lists of a chunk."""
    return Lists(
        np.empty(rows, np.int32),
        np.empty((rows, length), np.int32),
        np.empty((rows, length), dtype),
        np.empty((rows, length), dtype),
        np.empty(rows, dtype),
    )


@kernel
def allocate_room(length, dtype):
    """Room for four times as many rows as a list holds, and a leaf."""
    size = 4 * length + 64
    return Room(
        np.empty(size, dtype), np.empty(size, np.int32),
        np.empty(size, dtype), np.empty(size, np.int32), np.empty(size + 1, np.int32),
    )  # fmt: skip


@inlined
def gather_within(tree, t, reach, distance, other, stack, gaps):
    """Note all rows nearer than ``reach``, in no order; return how many, or that there is no room."""
    point = tree.points[t]
    size = 0
    stack[0] = 0
    gaps[0] = 0
    height = 1
    while height > 0:
        node, _, height = next_leaf(tree, point, point, reach, stack, gaps, height)
        if node < 0:
            break
        if size + tree.stop[node] - tree.start[node] > len(distance):
            return len(distance) + 1
        for s in range(tree.start[node], tree.stop[node]):
            total = tree.points.dtype.type(0)
            for k in range(tree.points.shape[1]):
                gap = tree.points[s, k] - point[k]
                total = total + gap * gap
            distance[size] = total
            other[size] = s
            size += 1 if total < reach and s != t else 0
    return size


@inlined
def bin_of(distance, scale, size):
    """The bin of a distance; the first one where the scale overflows."""
    return max(0, min(int(distance * scale), size - 1))


@inlined
def sort_nearby(distance, other, size, reach, by_distance, by_other, cursor):
    """Sort what lies nearer than ``reach``: deal it into as many equally wide bins, then order neighbours."""
    scale = size / reach
    cursor[: size + 1] = 0
    for k in range(size):
        cursor[bin_of(distance[k], scale, size) + 1] += 1
    for k in range(size):
        cursor[k + 1] += cursor[k]
    for k in range(size):
        place = bin_of(distance[k], scale, size)
        by_distance[cursor[place]] = distance[k]
        by_other[cursor[place]] = other[k]
        cursor[place] += 1
    for k in range(1, size):
        own_distance, own_other = by_distance[k], by_other[k]
        place = k
        while place > 0 and by_distance[place - 1] > own_distance:
            by_distance[place] = by_distance[place - 1]
            by_other[place] = by_other[place - 1]
            place -= 1
        by_distance[place] = own_distance
        by_other[place] = own_other


@inlined
def likely_reach(tree, t, length):
    """The squared diagonal of the smallest box around a row that holds twice as many rows as a list."""
    node = 0
    while tree.child[node] > 0:
        inner = tree.child[node]
        if t >= tree.stop[inner]:
            inner += 1
        if tree.stop[inner] - tree.start[inner] < 2 * length:
            break
        node = inner
    reach = tree.points.dtype.type(0)
    for k in range(tree.points.shape[1]):
        side = tree.upper[node, k] - tree.lower[node, k]
        reach = reach + side * side
    return reach


@apart
def collect(tree, t, reach, distance, other, room, stack, gaps):
    """Fill a row's list, trying ``reach`` first; return the distance from which on rows may be missing.

    Where so many rows are equally far that no reach holds about as many as a list, the list stays shorter.
    """
    length = len(distance)
    half = tree.points.dtype.type(0.5)
    short = tree.points.dtype.type(0)  # the largest reach known to hold too few
    long = tree.points.dtype.type(np.inf)  # the smallest known to hold too many
    size = 0
    for _ in range(TRIES):
        size = gather_within(tree, t, reach, room.distance, room.other, stack, gaps)
        if length <= size <= len(room.distance):
            break
        if size < length:
            short = reach
            reach = min(reach * tree.points.dtype.type(1.5), (reach + long) * half)
        else:
            long = reach
            reach = max(reach * tree.points.dtype.type(0.7), (reach + short) * half)
    if not length <= size <= len(room.distance):
        reach = short
        size = gather_within(tree, t, reach, room.distance, room.other, stack, gaps) if short > 0 else 0
    sort_nearby(room.distance, room.other, size, reach, room.sorted_distance, room.sorted_other, room.cursor)
    for k in range(length):
        distance[k] = room.sorted_distance[k] if k < size else np.inf
        other[k] = room.sorted_other[k] if k < size else t
    if size > length:
        return room.sorted_distance[length]
    return tree.points.dtype.type(np.inf) if size == len(tree.order) - 1 else reach


@kernel
def fill_lists(lists, begin, end, offset, tree, response):
    """Make the lists ``begin .. end`` of a chunk that starts at position ``offset`` of the tree."""
    stack = np.empty(tree.depth, np.int32)
    gaps = np.empty(tree.depth, tree.points.dtype)
    room = allocate_room(lists.other.shape[1], tree.points.dtype)
    margin = tree.points.dtype.type(1.3)
    reach = likely_reach(tree, offset + begin, lists.other.shape[1])
    for m in range(begin, end):
        h = tree.order[offset + m]
        lists.home[m] = offset + m
        bound = collect(tree, offset + m, reach, lists.distance[m], lists.other[m], room, stack, gaps)
        lists.bound[m] = bound
        reach = bound * margin
        if not 0 < bound < np.inf:
            reach = likely_reach(tree, offset + m, lists.other.shape[1])
        for k in range(lists.other.shape[1]):
            lists.agreement[m, k] = agreement(response, h, tree.order[lists.other[m, k]])
