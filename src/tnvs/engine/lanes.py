"""Many candidates against shared lists: sixteen at a time, one to a SIMD lane."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .along import look_along
from .found import Found, nothing_found, offer
from .kernel import apart, inlined, kernel, merged
from .response import mean_parts
from .tree import next_leaf

LANES = 16
GLANCE = 4  # neighbours glanced at together: most of the later ones are too far for every lane
CACHED_ROWS = 20_000  # a column of so many rows is looked up in any order at no cost
WARM = 8  # neighbours after which glancing pays


class Data(NamedTuple):
    """What candidates are looked up in; rows are in increasing order of y."""

    values: NDArray[Any]  # (p, n)
    orders: NDArray[np.int32]  # (p, n)
    rows: NDArray[Any]  # (n, q) the selected columns


@merged
def take(best, value, tied, x, others, distance, agreement):
    """Let every lane take one neighbour into account; a tie is marked by remembering its distance."""
    for lane in range(LANES):
        gap = others[lane] - x[lane]
        total = distance + gap * gap
        mine = best[lane]
        tied[lane] = total if total == mine else tied[lane]
        value[lane] = agreement if total < mine else value[lane]
        best[lane] = total if total < mine else mine


@inlined
def largest(best, fold):
    """The worst of the best distances."""
    for lane in range(8):
        fold[lane] = max(best[lane], best[lane + 8])
    for lane in range(4):
        fold[lane] = max(fold[lane], fold[lane + 4])
    return max(max(fold[0], fold[2]), max(fold[1], fold[3]))


@inlined
def none_near(block, best, x, other, distance, k):
    """Whether the neighbours ``k .. k + 3`` are too far for every lane."""
    i0, i1, i2, i3 = other[k], other[k + 1], other[k + 2], other[k + 3]
    d0, d1, d2, d3 = distance[k], distance[k + 1], distance[k + 2], distance[k + 3]
    hits = 0
    for lane in range(LANES):
        mine = best[lane]
        at = x[lane]
        g0, g1, g2, g3 = (
            block[i0, lane] - at,
            block[i1, lane] - at,
            block[i2, lane] - at,
            block[i3, lane] - at,
        )
        near = (
            (d0 + g0 * g0 <= mine) | (d1 + g1 * g1 <= mine) | (d2 + g2 * g2 <= mine) | (d3 + g3 * g3 <= mine)
        )
        hits += 1 if near else 0
    return hits == 0


@inlined
def walk(block, other, distance, agreement, best, value, tied, x, fold):
    """Walk one list until it is farther than every lane's best; return where it stopped."""
    length = len(other)
    k = 0
    worst = largest(best, fold)
    while k < length and distance[k] <= worst:
        if k >= WARM and k + GLANCE <= length and none_near(block, best, x, other, distance, k):
            k += GLANCE
            continue
        stop = min(k + GLANCE, length)
        while k < stop:
            take(best, value, tied, x, block[other[k]], distance[k], agreement[k])
            k += 1
        worst = largest(best, fold)
    return k


@inlined
def settle_in_list(block, lane, lists, m, tree, response):
    """One candidate walks a list again, ties and all."""
    t = lists.home[m]
    found = nothing_found(block)
    for k in range(lists.other.shape[1]):
        s = lists.other[m, k]
        if lists.distance[m, k] > found.best:
            break
        gap = block[s, lane] - block[t, lane]
        found = offer(found, lists.distance[m, k] + gap * gap, tree.order[t], tree.order[s], response)
    return found


@inlined
def settle_in_tree(block, lane, best, t, tree, stack, gaps, response):
    """One candidate looks for the neighbours of a row in the whole tree; its list ended too soon."""
    point = tree.points[t]
    found = Found(best, np.int64(0), np.int64(0), np.int64(-1))
    stack[0] = 0
    gaps[0] = 0
    height = 1
    while height > 0:
        node, _, height = next_leaf(tree, point, point, found.best, stack, gaps, height)
        if node < 0:
            break
        for s in range(tree.start[node], tree.stop[node]):
            if s == t:
                continue
            total = block.dtype.type(0)
            for k in range(len(point)):
                difference = tree.points[s, k] - point[k]
                total = total + difference * difference
            if total > found.best:
                continue
            gap = block[s, lane] - block[t, lane]
            total = total + gap * gap
            if total <= found.best:
                found = offer(found, total, tree.order[t], tree.order[s], response)
    return found


@apart
def settle(block, candidates, data, lists, m, tree, response, best, value, tied, stack, gaps, whole, rest):
    """Add what one row's lanes have found; lanes with ties or a list too short look again."""
    bound = lists.bound[m]
    t = lists.home[m]
    for lane in range(LANES):
        if best[lane] < bound and tied[lane] != best[lane]:
            whole[lane] += np.int64(value[lane])
            continue
        if best[lane] < bound:
            found = settle_in_list(block, lane, lists, m, tree, response)
        else:
            j = candidates[lane]
            found = Found(best[lane], np.int64(0), np.int64(0), np.int64(-1))
            steps = lists.other.shape[1] if len(data.rows) <= CACHED_ROWS else 0
            found, complete = look_along(
                found, data.values[j], data.orders[j], data.rows, tree.order[t], steps, response
            )
            if not complete:
                found = settle_in_tree(block, lane, found.best, t, tree, stack, gaps, response)
        mean, fraction = mean_parts(found.total, found.count)
        whole[lane] += mean
        rest[lane] += fraction


@merged
def begin(block, home, initial, best, value, tied, x):
    """Set the lanes up for a row; lanes without a candidate start with a distance that nothing beats."""
    for lane in range(LANES):
        best[lane] = initial[lane]
        tied[lane] = -2
        value[lane] = 0
        x[lane] = block[home, lane]


@merged
def finish(best, value, tied, bound, sums):
    """Add up what the lanes have found, unless some lane isn't settled; return whether all are."""
    pending = 0
    for lane in range(LANES):
        pending += 1 if (best[lane] >= bound) | (tied[lane] == best[lane]) else 0
    if pending == 0:
        for lane in range(LANES):
            sums[lane] += value[lane]
    return pending == 0


@kernel
def gather(values, candidates, order):
    """Put up to sixteen columns side by side, rows in leaf order: near rows are near in memory."""
    block = np.zeros((values.shape[1], LANES), values.dtype)
    for lane in range(len(candidates)):
        for t in range(values.shape[1]):
            block[t, lane] = values[candidates[lane], order[t]]
    return block


@kernel
def score_block(candidates, places, data, lists, tree, response, whole, rest):
    """Add the agreement of a chunk of rows with their nearest, for up to sixteen candidates."""
    block = gather(data.values, candidates, tree.order)
    initial = np.full(LANES, -1, block.dtype)
    initial[: len(candidates)] = np.inf
    lane_whole = np.zeros(LANES, np.int64)
    lane_rest = np.zeros(LANES, np.int64)
    best = np.empty(LANES, block.dtype)
    value = np.empty(LANES, block.dtype)
    tied = np.empty(LANES, block.dtype)
    x = np.empty(LANES, block.dtype)
    fold = np.empty(LANES, block.dtype)
    sums = np.zeros(LANES, np.float64)  # of whole numbers: exact
    stack = np.empty(tree.depth, np.int32)
    gaps = np.empty(tree.depth, block.dtype)
    for m in range(len(lists.home)):
        begin(block, lists.home[m], initial, best, value, tied, x)
        walk(block, lists.other[m], lists.distance[m], lists.agreement[m], best, value, tied, x, fold)
        if not finish(best, value, tied, lists.bound[m], sums):
            settle(
                block,
                candidates,
                data,
                lists,
                m,
                tree,
                response,
                best,
                value,
                tied,
                stack,
                gaps,
                lane_whole,
                lane_rest,
            )
    for lane in range(len(candidates)):
        whole[places[lane]] += lane_whole[lane] + np.int64(sums[lane])
        rest[places[lane]] += lane_rest[lane]


@kernel
def score_lanes(candidates, places, data, lists, tree, response, whole, rest):
    """Add the agreement of a chunk of rows with their nearest, for the candidates at these places."""
    for first in range(0, len(places), LANES):
        block = places[first : first + LANES]
        score_block(candidates[block], block, data, lists, tree, response, whole, rest)
