"""One candidate against buckets of the selected columns: every leaf in increasing order of the candidate.

A row looks left and right of its own value until the gap in the candidate alone exceeds the best distance,
first in its own leaf, then in the leaves whose boxes are nearer than the best. In a cell (all rows equal in
the selected columns) rows with the same value are resolved as one group: ranks ascend within it, so a prefix
sum gives their mean. Without selected columns there is one cell holding everything, and this is the first
step by sorting.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined, kernel
from .response import agreement, mean_parts, wins_draw
from .tree import box_gap, middle, next_leaf

SAMPLE = 31  # rows of a leaf whose best distances tell how far its rows usually reach
REACH = 64  # times their median: rows beyond are settled one by one


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


class Near(NamedTuple):
    """Room for a walk over a tree and for the leaves that it finds."""

    stack: NDArray[np.int32]
    height_gap: NDArray[Any]
    leaf: NDArray[np.int32]
    gap: NDArray[Any]


class Found(NamedTuple):
    """The nearest rows of one row so far."""

    best: Any  # their squared distance
    total: int  # the sum of their agreement with the row
    count: int  # type: ignore[assignment]  # how many they are
    holder: int  # the one drawn, where ties are broken at random


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


@kernel
def allocate_near(tree):
    """Room for walks over a tree."""
    nodes = len(tree.start)
    return Near(
        np.empty(tree.depth, np.int32), np.empty(tree.depth, tree.points.dtype),
        np.empty(nodes, np.int32), np.empty(nodes, tree.points.dtype),
    )  # fmt: skip


@inlined
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
def nothing_found(filled):
    """What a row knows before it has looked anywhere."""
    return Found(filled.value.dtype.type(np.inf), np.int64(0), np.int64(0), np.int64(-1))


@inlined
def offer(found, distance, h, i, response):
    """Take row ``i`` into account."""
    if distance < found.best:
        return Found(distance, agreement(response, h, i), np.int64(1), np.int64(i))
    if distance > found.best:
        return found
    if not response.random:
        return Found(distance, found.total + agreement(response, h, i), found.count + 1, found.holder)
    if found.holder >= 0 and not wins_draw(response, h, i, found.holder):
        return found
    return Found(distance, agreement(response, h, i), np.int64(1), np.int64(i))


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
        return offer_group(found, zero, filled, s, h, response)
    if response.nominal:
        total = filled.through[s] - 1
    else:
        total = ranks_before(filled, begin, s, response) + (end - s - 1) * response.rank[h]
    return Found(zero, total, np.int64(end - begin - 1), found.holder)


@inlined
def look(found, filled, tree, node, s, t, toward, gap, response):
    """From position ``t`` go ``toward`` larger (1) or smaller (-1) values while any could be near enough."""
    h = filled.row[s]
    start, stop = tree.start[node], tree.stop[node]
    while start <= t < stop:
        aside = filled.value[t] - filled.value[s]
        aside = aside * aside
        if gap + aside > found.best:
            break
        if tree.cell[node]:  # then the gap is the distance itself
            found = offer_group(found, gap + aside, filled, t, h, response)
            t = filled.end[t] if toward > 0 else filled.begin[t] - 1
        else:
            distance = filled.value.dtype.type(0)
            for k in range(filled.points.shape[1]):
                difference = filled.points[t, k] - filled.points[s, k]
                distance = distance + difference * difference
            found = offer(found, distance + aside, h, filled.row[t], response)
            t += toward
    return found


@inlined
def look_home(filled, tree, node, response):
    """Every row of a leaf looks in its own leaf."""
    zero = filled.value.dtype.type(0)
    for s in range(tree.start[node], tree.stop[node]):
        found = nothing_found(filled)
        left, right = s - 1, s + 1
        if tree.cell[node]:
            found = own_group(found, filled, s, response)
            left, right = filled.begin[s] - 1, filled.end[s]
        found = look(found, filled, tree, node, s, left, -1, zero, response)
        found = look(found, filled, tree, node, s, right, 1, zero, response)
        remember(filled, s, found)


@inlined
def usual_reach(filled, start, stop, sample):
    """A best distance that few rows of the leaf exceed: eight times the median radius of a sample."""
    size = min(len(sample), stop - start)
    for k in range(size):
        sample[k] = filled.best[start + k * (stop - start) // size]
    return middle(sample, size) * filled.best.dtype.type(REACH)


@inlined
def keep_open(filled, tree, home, reach, near, response):
    """List the rows of a leaf whose best distance reaches out of its box: how many, and the largest best.

    The few that reach unusually far are settled one by one: they would make all others look in far leaves.
    """
    kept = 0
    worst = filled.value.dtype.type(0)
    start = tree.start[home]
    for s in range(start, tree.stop[home]):
        best = filled.best[s]
        reaches = False
        for k in range(filled.points.shape[1]):
            below = filled.points[s, k] - tree.lower[home, k]
            above = tree.upper[home, k] - filled.points[s, k]
            reaches |= below * below <= best or above * above <= best
        if not reaches:
            continue
        if best > reach:
            look_everywhere(filled, tree, home, s, near, response)
        else:
            filled.open[start + kept] = s
            kept += 1
            worst = max(worst, best)
    return kept, worst


@inlined
def look_everywhere(filled, tree, home, s, near, response):
    """One row of leaf ``home`` looks in every other leaf that is near enough."""
    found = Found(filled.best[s], filled.total[s], filled.count[s], filled.holder[s])
    point = filled.points[s]
    near.stack[0] = 0
    near.height_gap[0] = 0
    height = 1
    while height > 0:
        node, gap, height = next_leaf(tree, point, point, found.best, near.stack, near.height_gap, height)
        if node >= 0 and node != home:
            t = first_not_below(filled.value, tree.start[node], tree.stop[node], filled.value[s])
            found = look(found, filled, tree, node, s, t, 1, gap, response)
            found = look(found, filled, tree, node, s, t - 1, -1, gap, response)
    remember(filled, s, found)


@inlined
def look_away(filled, tree, home, kept, node, between, response):
    """The open rows of leaf ``home`` look in leaf ``node``; return how many stay open.

    Leaves come in increasing distance ``between`` the boxes: a row whose best is nearer is done for good.
    """
    start = tree.start[home]
    near, stop = tree.start[node], tree.stop[node]
    still = 0
    for k in range(start, start + kept):
        s = filled.open[k]
        best = filled.best[s]
        if best < between:
            continue
        filled.open[start + still] = s
        still += 1
        gap = box_gap(tree, node, filled.points[s], filled.points[s])
        if gap <= best:
            while near < stop and filled.value[near] < filled.value[s]:  # both ascend: one sweep for all rows
                near += 1
            found = Found(best, filled.total[s], filled.count[s], filled.holder[s])
            found = look(found, filled, tree, node, s, near, 1, gap, response)
            found = look(found, filled, tree, node, s, near - 1, -1, gap, response)
            remember(filled, s, found)
    return still


@inlined
def remember(filled, s, found):
    """Keep what position ``s`` has found."""
    filled.best[s] = found.best
    filled.total[s] = found.total
    filled.count[s] = found.count
    filled.holder[s] = found.holder


@inlined
def leaves_within(tree, home, worst, near):
    """List the other leaves not farther than ``worst`` from a leaf, with their distances; return how many."""
    near.stack[0] = 0
    near.height_gap[0] = 0
    height = 1
    count = 0
    while height > 0:
        node, gap, height = next_leaf(
            tree, tree.lower[home], tree.upper[home], worst, near.stack, near.height_gap, height
        )
        if node >= 0 and node != home:
            near.leaf[count] = node
            near.gap[count] = gap
            count += 1
    return count


@inlined
def sum_agreement(filled, tree, home):
    """What the rows of a leaf have found: a whole number and a fixed-point rest."""
    whole = np.int64(0)
    rest = np.int64(0)
    for s in range(tree.start[home], tree.stop[home]):
        if filled.count[s] == 1:
            whole += filled.total[s]
        else:
            mean, fraction = mean_parts(filled.total[s], filled.count[s])
            whole += mean
            rest += fraction
    return whole, rest


@kernel
def column_agreement(filled, tree, near, response):
    """The sum over all rows of the mean agreement with their nearest: whole number and fixed-point rest."""
    whole = np.int64(0)
    rest = np.int64(0)
    infinite = filled.best.dtype.type(np.inf)
    sample = np.empty(SAMPLE, filled.best.dtype)
    for home in np.flatnonzero(tree.child == 0):
        look_home(filled, tree, home, response)
        reach = (
            infinite if tree.cell[home] else usual_reach(filled, tree.start[home], tree.stop[home], sample)
        )
        kept, worst = keep_open(filled, tree, home, reach, near, response)
        if kept > 0:
            count = leaves_within(tree, home, worst, near)
            if count > 0:
                for k in np.argsort(near.gap[:count]):
                    kept = look_away(filled, tree, home, kept, near.leaf[k], near.gap[k], response)
                    if kept == 0:
                        break
        more, fraction = sum_agreement(filled, tree, home)
        whole += more
        rest += fraction
    return whole, rest


@kernel
def score_columns(values, orders, candidates, places, tree, rows, response, whole, rest):
    """Score the candidates at these places, one after the other."""
    filled = allocate(rows)
    near = allocate_near(tree)
    cursor = np.empty_like(tree.start)
    for place in places:
        j = candidates[place]
        fill(filled, cursor, tree, rows, orders[j], values[j], response)
        whole[place], rest[place] = column_agreement(filled, tree, near, response)
