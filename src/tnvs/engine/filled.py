"""A tree's leaves filled with one candidate: ascending values, and groups of equal ones in cells.

In a cell (all rows equal in the selected columns) rows with the same value are taken as one group: rows
ascend within it, so a prefix sum of the ranks gives their mean agreement with any row.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .found import Found, offer
from .kernel import apart, inlined, kernel


class Filled(NamedTuple):
    """A tree's leaves filled with one candidate's values, ascending within each; all indexed by position."""

    value: NDArray[Any]
    row: NDArray[np.int32]  # ascending where values are equal
    points: NDArray[Any]  # (n, q) the selected columns
    begin: NDArray[np.int32]  # in cells: where the group of equal values begins ...
    end: NDArray[np.int32]  # ... and ends
    through: NDArray[np.int64]  # in cells: sum of ranks up to and with this position; names: mark_groups
    best: NDArray[Any]  # what each position has found so far, see Found
    total: NDArray[np.int64]
    count: NDArray[np.int64]  # type: ignore[assignment]  # hides a method of tuples
    holder: NDArray[np.int64]
    open: NDArray[np.int32]  # in each leaf, from its start: the positions that may have nearer rows elsewhere


@kernel
def allocate(rows):
    """Room for one filled candidate; reused for all candidates of a task."""
    n = rows.shape[0]
    return Filled(
        np.empty(n, rows.dtype), np.empty(n, np.int32), np.empty_like(rows),
        np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64),
        np.empty(n, rows.dtype), np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64),
        np.empty(n, np.int32),
    )  # fmt: skip


@apart
def fill(filled, cursor, tree, rows, order, values, response):
    """Deal the rows, in the candidate's order (equal values: by row), to leaves; mark groups in cells."""
    for k in range(len(tree.start)):
        cursor[k] = tree.start[k]
    for k in range(len(order)):
        row = order[k]
        leaf = tree.leaf[row]
        t = cursor[leaf]
        cursor[leaf] = t + 1
        filled.value[t] = values[row]
        filled.row[t] = row
        for column in range(rows.shape[1]):
            filled.points[t, column] = rows[row, column]
    for node in range(len(tree.start)):
        if tree.cell[node]:
            mark_groups(filled, tree.start[node], tree.stop[node], response)


@inlined
def mark_groups(filled, start, stop, response):
    """Begin, end and rank sums of the runs of equal values in a cell; for names, how many are the same."""
    t = start
    total = np.int64(0)
    while t < stop:
        end = t + 1
        while end < stop and filled.value[end] == filled.value[t]:
            end += 1
        for k in range(t, end):
            total += response.rank[filled.row[k]]
            filled.begin[k] = t
            filled.end[k] = end
            filled.through[k] = total
        if response.nominal:
            mark_classes(filled, t, end, response)
        t = end


@inlined
def mark_classes(filled, begin, end, response):
    """How many rows of the group have the class of each; rows of a class are neighbours in it."""
    t = begin
    while t < end:
        stop = t + 1
        while stop < end and filled.row[stop] < response.last[filled.row[t]]:
            stop += 1
        for k in range(t, stop):
            filled.through[k] = stop - t
        t = stop


@inlined
def first_not_below(ascending, start, stop, bound):
    """The first position in ``start .. stop`` that is not below ``bound``."""
    while start < stop:
        middle = (start + stop) // 2
        if ascending[middle] < bound:
            start = middle + 1
        else:
            stop = middle
    return start


@inlined
def ranks_before(filled, begin, t, response):
    """The sum of the ranks of a group from its beginning to before position ``t``."""
    if t == begin:
        return np.int64(0)
    return filled.through[t - 1] - filled.through[begin] + response.rank[filled.row[begin]]


@inlined
def group_agreement(filled, t, h, response):
    """The sum of the agreement of row ``h`` with every row of the group at position ``t``."""
    begin, end = filled.begin[t], filled.end[t]
    if response.nominal:
        same = first_not_below(filled.row, begin, end, response.first[h])
        return np.int64(first_not_below(filled.row, same, end, response.last[h]) - same)
    middle = first_not_below(filled.row, begin, end, h)
    return ranks_before(filled, begin, middle, response) + (end - middle) * response.rank[h]


@inlined
def offer_group(found, distance, filled, t, h, response):
    """Take the group at position ``t`` of a cell into account, all but row ``h`` itself."""
    begin, end = filled.begin[t], filled.end[t]
    if response.random:
        for k in range(begin, end):
            if filled.row[k] != h:
                found = offer(found, distance, h, filled.row[k], response)
        return found
    total = group_agreement(filled, t, h, response)
    count = np.int64(end - begin)
    if distance < found.best:
        return Found(distance, total, count, found.holder)
    return Found(distance, found.total + total, found.count + count, found.holder)


@inlined
def own_group(found, filled, s, response):
    """Take the other rows of the own group into account: nothing can be nearer."""
    h = filled.row[s]
    begin, end = filled.begin[s], filled.end[s]
    zero = filled.value.dtype.type(0)
    if end - begin == 1:
        return found
    if response.random:
        for t in range(begin, end):
            if t != s:
                found = offer(found, zero, h, filled.row[t], response)
        return found
    if response.nominal:
        total = filled.through[s] - 1
    else:
        total = ranks_before(filled, begin, s, response) + (end - s - 1) * response.rank[h]
    return Found(zero, total, np.int64(end - begin - 1), found.holder)


@inlined
def remember(filled, s, found):
    """Keep what position ``s`` has found."""
    filled.best[s] = found.best
    filled.total[s] = found.total
    filled.count[s] = found.count
    filled.holder[s] = found.holder
