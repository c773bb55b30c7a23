"""The K nearest of every row where selected columns leave cells of equal rows; without any, one cell is all.

A leaf of the tree has its rows in the candidate's order, and a row looks left and right of its own value. In
a cell, rows with equal values are one group: its agreement with a row is looked up, not added up.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import apart, inlined, kernel
from tnvs.engine.tree import next_leaf

from .agreement import GAUSSIAN, RANK, agree
from .along import look_along
from .expansion import ORDER, evaluate, expand
from .nearest import agreement_found, allocate_nearest, forget, offer

LARGE_GROUP = 64  # rows from which on a polynomial pays
MANY_LEAVES = 64  # so many, and rows look along the candidate's own order before they look in other leaves
ALONG = 64  # rows looked at there
FAILURES = 8  # rows of a leaf for which that may come to nothing, and one more for each success


class Filled(NamedTuple):
    """A tree's leaves filled with one candidate's values, ascending within each; all indexed by position."""

    value: NDArray[Any]
    row: NDArray[np.int32]  # ascending where values are equal
    points: NDArray[Any]  # (n, q) the selected columns
    begin: NDArray[np.int32]  # in cells: where the group of equal values begins ...
    end: NDArray[np.int32]  # ... and ends
    through: NDArray[np.int64]  # in cells, for ranks: their sum up to and with this position
    large: NDArray[np.int32]  # which polynomials say all about the group, or -1
    moments: NDArray[np.float64]  # (boxes, ORDER)
    polynomials: NDArray[np.float64]  # (most large groups, boxes, ORDER)


@kernel
def allocate(rows, likeness):
    """Room for one filled candidate; reused for all candidates of a task."""
    n = rows.shape[0]
    boxes = len(likeness.middle)
    most = n // max(LARGE_GROUP, boxes) if likeness.kind == GAUSSIAN else 0
    return Filled(
        np.empty(n, rows.dtype), np.empty(n, np.int32), np.empty_like(rows),
        np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64), np.empty(n, np.int32),
        np.empty((boxes, ORDER)), np.empty((most, boxes, ORDER)),
    )  # fmt: skip


@apart
def fill(filled, cursor, tree, rows, order, values, likeness):
    """Deal the rows, in the candidate's order (equal values: by row), to leaves; mark groups in cells."""
    for node in range(len(tree.start)):
        cursor[node] = tree.start[node]
    for k in range(len(order)):
        row = order[k]
        leaf = tree.leaf[row]
        t = cursor[leaf]
        cursor[leaf] = t + 1
        filled.value[t] = values[row]
        filled.row[t] = row
        for column in range(rows.shape[1]):
            filled.points[t, column] = rows[row, column]
    expanded = 0
    for node in range(len(tree.start)):
        if tree.cell[node]:
            expanded = mark_groups(filled, tree.start[node], tree.stop[node], expanded, likeness)


@apart
def mark_groups(filled, start, stop, expanded, likeness):
    """Begin, end and sums of the groups of a cell; return how many polynomials are in use."""
    t = start
    total = np.int64(0)
    while t < stop:
        end = t + 1
        while end < stop and filled.value[end] == filled.value[t]:
            end += 1
        large = -1
        if likeness.kind == GAUSSIAN and end - t >= max(LARGE_GROUP, len(likeness.middle)):
            expand(filled.polynomials[expanded], filled.moments, filled.row, t, end, likeness)
            large = expanded
            expanded += 1
        for k in range(t, end):
            total += likeness.rank[filled.row[k]]
            filled.begin[k] = t
            filled.end[k] = end
            filled.through[k] = total
            filled.large[k] = large
        t = end
    return expanded


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
def sum_of_ranks(filled, begin, stop, likeness):
    """The sum of the ranks from a group's beginning to before position ``stop``."""
    if stop == begin:
        return np.int64(0)
    return filled.through[stop - 1] - filled.through[begin] + likeness.rank[filled.row[begin]]


@inlined
def group_agreement(filled, t, h, likeness):
    """The sum of the agreement of row ``h`` with every row of the group at position ``t``."""
    begin, end = filled.begin[t], filled.end[t]
    if end - begin == 1:
        return agree(likeness, h, filled.row[t])
    if likeness.kind == GAUSSIAN:
        if filled.large[t] >= 0:
            return np.int64(evaluate(filled.polynomials[filled.large[t]], h, likeness) * likeness.units + 0.5)
        total = np.int64(0)
        for k in range(begin, end):
            total += agree(likeness, h, filled.row[k])
        return total
    if likeness.kind == RANK:
        middle = first_not_below(filled.row, begin, end, h)
        total = sum_of_ranks(filled, begin, middle, likeness) + (end - middle) * likeness.rank[h]
        return np.int64(total) * np.int64(likeness.units)
    same = first_not_below(filled.row, begin, end, likeness.first[h])
    count = first_not_below(filled.row, same, end, likeness.last[h]) - same
    return np.int64(count) * np.int64(likeness.units)


@inlined
def look(near, filled, tree, node, s, left, right, gap, likeness):
    """From positions ``left`` and ``right`` of a leaf go outwards while any row could be near enough."""
    h, x = filled.row[s], filled.value[s]
    start, stop = tree.start[node], tree.stop[node]
    while left >= start or right < stop:
        t = left
        if left < start or (right < stop and filled.value[right] - x < x - filled.value[left]):
            t = right
        aside = filled.value[t] - x
        aside = aside * aside
        if gap + aside > near.bound[0]:
            break
        if tree.cell[node]:  # then the gap is the distance itself
            rows = np.int64(filled.end[t] - filled.begin[t])
            offer(near, gap + aside, group_agreement(filled, t, h, likeness), rows)
            if t == left:
                left = filled.begin[t] - 1
            else:
                right = filled.end[t]
            continue
        distance = filled.value.dtype.type(0)
        for k in range(filled.points.shape[1]):
            difference = filled.points[t, k] - filled.points[s, k]
            distance = distance + difference * difference
        distance = distance + aside
        if distance <= near.bound[0]:
            offer(near, distance, agree(likeness, h, filled.row[t]), np.int64(1))
        if t == left:
            left -= 1
        else:
            right += 1


@inlined
def look_home(near, filled, tree, home, s, likeness):
    """A row looks in its own leaf, its own group first."""
    zero = filled.value.dtype.type(0)
    if not tree.cell[home]:
        look(near, filled, tree, home, s, s - 1, s + 1, zero, likeness)
        return
    begin, end = filled.begin[s], filled.end[s]
    if end - begin > 1:
        h = filled.row[s]
        total = group_agreement(filled, s, h, likeness) - agree(likeness, h, h)
        offer(near, zero, total, np.int64(end - begin - 1))
    look(near, filled, tree, home, s, begin - 1, end, zero, likeness)


@apart
def look_away(near, filled, tree, home, s, stack, gaps, likeness):
    """A row looks in every other leaf that is near enough."""
    point = filled.points[s]
    stack[0] = 0
    gaps[0] = 0
    height = 1
    while height > 0:
        node, gap, height = next_leaf(tree, point, point, near.bound[0], stack, gaps, height)
        if node >= 0 and node != home:
            t = first_not_below(filled.value, tree.start[node], tree.stop[node], filled.value[s])
            look(near, filled, tree, node, s, t - 1, t, gap, likeness)


@apart
def settle_along(near, filled, tree, home, s, values, order, rows, likeness):
    """A row looks along the candidate's order; if that isn't soon at its end, keep what its own leaf has."""
    bound = near.bound[0]
    forget(near, bound)
    if look_along(near, values, order, rows, filled.row[s], ALONG, likeness):
        return True
    forget(near, bound)
    look_home(near, filled, tree, home, s, likeness)
    return False


@kernel
def score_in_cells(values, orders, candidates, places, tree, rows, likeness, k, totals):
    """Write the total agreement of all rows with their ``k`` nearest, for the candidates at these places."""
    filled = allocate(rows, likeness)
    cursor = np.empty_like(tree.start)
    near = allocate_nearest(k, rows.dtype)
    stack = np.empty(tree.depth, np.int32)
    gaps = np.empty(tree.depth, rows.dtype)
    infinite = rows.dtype.type(np.inf)
    for place in places:
        j = candidates[place]
        fill(filled, cursor, tree, rows, orders[j], values[j], likeness)
        total = np.int64(0)
        for home in range(len(tree.child)):
            if tree.child[home] > 0:
                continue
            chances = FAILURES if len(tree.start) > MANY_LEAVES else 0
            for s in range(tree.start[home], tree.stop[home]):
                forget(near, infinite)
                look_home(near, filled, tree, home, s, likeness)
                settled = rows.shape[1] == 0
                if not settled and chances > 0:
                    settled = settle_along(near, filled, tree, home, s, values[j], orders[j], rows, likeness)
                    chances += 1 if settled else -1
                if not settled:
                    look_away(near, filled, tree, home, s, stack, gaps, likeness)
                total += agreement_found(near)
        totals[place] = total
