"""One candidate against buckets of the selected columns: every leaf has its rows in the candidate's order.

A row looks left and right of its own value until the gap in the candidate alone exceeds the best distance:
first in its own leaf, then in the leaves whose boxes are nearer than the best. Without selected columns there
is one cell holding everything, and this is the first step for columns with equal values.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .along import look_along
from .filled import allocate, fill, first_not_below, offer_group, own_group, remember
from .found import Found, nothing_found, offer
from .kernel import apart, inlined, kernel
from .response import mean_parts
from .tree import box_gap, middle, next_leaf

SAMPLE = 31  # rows of a leaf whose best distances tell how far its rows usually reach
REACH = 64  # times their median: rows beyond are settled one by one
MANY_LEAVES = 256  # so many near ones, and rows look along the candidate's own order instead
ALONG = 64  # rows looked at there
FAILURES = 4  # rows of a leaf whose look along the order may come to nothing, and one more for each success
FEW_OPEN = 16  # so few rows look in many leaves one by one


class Near(NamedTuple):
    """Room for a walk over a tree and for the leaves that it finds."""

    stack: NDArray[np.int32]
    height_gap: NDArray[Any]
    leaf: NDArray[np.int32]
    gap: NDArray[Any]


@kernel
def allocate_near(tree):
    """Room for walks over a tree."""
    nodes = len(tree.start)
    return Near(
        np.empty(tree.depth, np.int32), np.empty(tree.depth, tree.points.dtype),
        np.empty(nodes, np.int32), np.empty(nodes, tree.points.dtype),
    )  # fmt: skip


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


@apart
def look_home(filled, tree, node, response):
    """Every row of a leaf looks in its own leaf."""
    zero = filled.value.dtype.type(0)
    for s in range(tree.start[node], tree.stop[node]):
        found = nothing_found(filled.value)
        left, right = s - 1, s + 1
        if tree.cell[node]:
            found = own_group(found, filled, s, response)
            left, right = filled.begin[s] - 1, filled.end[s]
        for toward in (-1, 1):
            found = look(found, filled, tree, node, s, right if toward > 0 else left, toward, zero, response)
        remember(filled, s, found)


@inlined
def usual_reach(filled, start, stop, sample):
    """A best distance that few rows of the leaf exceed: eight times the median radius of a sample."""
    size = min(len(sample), stop - start)
    for k in range(size):
        sample[k] = filled.best[start + k * (stop - start) // size]
    return middle(sample, size) * filled.best.dtype.type(REACH)


@apart
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


@apart
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
            for toward in (-1, 1):
                found = look(found, filled, tree, node, s, t if toward > 0 else t - 1, toward, gap, response)
    remember(filled, s, found)


@apart
def settle_along(filled, start, kept, values, order, rows, response):
    """Open rows look along the candidate's order; return how many stay open, and the largest best of these.

    Where the selected columns hardly tell the rows of a leaf from many others, it is soon at its end.
    """
    still = 0
    failures = 0
    worst = values.dtype.type(0)
    for k in range(start, start + kept):
        s = filled.open[k]
        if failures < FAILURES + k - start - still:
            unseen = Found(filled.best[s], np.int64(0), np.int64(0), np.int64(-1))
            found, complete = look_along(unseen, values, order, rows, filled.row[s], ALONG, response)
            if complete:
                remember(filled, s, found)
                continue
            failures += 1
        filled.open[start + still] = s
        still += 1
        worst = max(worst, filled.best[s])
    return still, worst


@apart
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
            for toward in (-1, 1):
                found = look(
                    found, filled, tree, node, s, near if toward > 0 else near - 1, toward, gap, response
                )
            remember(filled, s, found)
    return still


@apart
def leaves_within(tree, home, worst, near, most):
    """List the other leaves not farther than ``worst`` from a leaf, near ones first; return how many.

    If they are more than ``most``, return one more, and the list is of no use.
    """
    near.stack[0] = 0
    near.height_gap[0] = 0
    height = 1
    count = 0
    while height > 0 and count <= most:
        node, gap, height = next_leaf(
            tree, tree.lower[home], tree.upper[home], worst, near.stack, near.height_gap, height
        )
        if node >= 0 and node != home:
            place = count
            while place > 0 and near.gap[place - 1] > gap:
                near.leaf[place] = near.leaf[place - 1]
                near.gap[place] = near.gap[place - 1]
                place -= 1
            near.leaf[place] = node
            near.gap[place] = gap
            count += 1
    return count


@apart
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


@apart
def look_around(filled, tree, home, kept, worst, near, values, order, rows, response):
    """The open rows of a leaf look outside of it, in the way that is shortest."""
    start = tree.start[home]
    count = leaves_within(tree, home, worst, near, MANY_LEAVES)
    if count > MANY_LEAVES:
        kept, worst = settle_along(filled, start, kept, values, order, rows, response)
        if kept <= FEW_OPEN:
            for s in filled.open[start : start + kept]:
                look_everywhere(filled, tree, home, s, near, response)
            return
        count = leaves_within(tree, home, worst, near, len(tree.start))
    for k in range(count):
        kept = look_away(filled, tree, home, kept, near.leaf[k], near.gap[k], response)
        if kept == 0:
            break


@kernel
def column_agreement(filled, tree, near, values, order, rows, response):
    """The sum over all rows of the mean agreement with their nearest: whole number and fixed-point rest."""
    whole = np.int64(0)
    rest = np.int64(0)
    infinite = filled.best.dtype.type(np.inf)
    sample = np.empty(SAMPLE, filled.best.dtype)
    for home in range(len(tree.child)):
        if tree.child[home] > 0:
            continue
        look_home(filled, tree, home, response)
        reach = (
            infinite if tree.cell[home] else usual_reach(filled, tree.start[home], tree.stop[home], sample)
        )
        kept, worst = keep_open(filled, tree, home, reach, near, response)
        if kept > 0:
            look_around(filled, tree, home, kept, worst, near, values, order, rows, response)
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
        whole[place], rest[place] = column_agreement(filled, tree, near, values[j], orders[j], rows, response)
