"""The K nearest of every row along lists that all candidates share, exactly, one candidate after the other.

A walk along a list keeps every row within a guessed distance; where they are fewer than K it walks again.
Among those kept it finds the K nearest by counting. Lanes of candidates, each with its K best in order, took
five times as long.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import apart, inlined, kernel
from tnvs.engine.tree import next_leaf

from .agreement import agree
from .along import look_along
from .nearest import agreement_found, allocate_nearest, forget, offer

GUESSES = 16  # at the K-th smallest distance; equal ones can't be told apart by guessing
STRIPS = 32  # of a candidate's values
BLOCK = 16  # candidates that share a part of the lists while it is in the cache ...
CACHED = 30_000  # ... which holds so many of their entries


class Data(NamedTuple):
    """What candidates are looked up in; rows are in increasing order of y."""

    values: NDArray[Any]  # (p, n)
    orders: NDArray[np.int32]  # (p, n)
    rows: NDArray[Any]  # (n, q) the selected columns


@kernel
def fill_agreement(lists, begin, end, tree, likeness, agreement):
    """Write the agreement of rows with those in their lists."""
    for m in range(begin, end):
        h = tree.order[lists.home[m]]
        for k in range(agreement.shape[1]):
            agreement[m, k] = agree(likeness, h, tree.order[lists.other[m, k]])


@inlined
def walk(x, here, other, distance, bound, kept_distance, kept):
    """Keep the rows of a list within the bound: (how many, whether the list ended first)."""
    size = 0
    k = 0
    while k < len(distance) and distance[k] <= bound:
        gap = x[other[k]] - here
        total = distance[k] + gap * gap
        kept_distance[size] = total
        kept[size] = k
        size += 1 if total <= bound else 0
        k += 1
    return size, k == len(distance)


@inlined
def cut(distance, size, bound, k):
    """A distance that exactly ``k`` of the kept don't exceed; where guessing fails, one that more don't."""
    low, high = distance.dtype.type(0), bound
    if not bound < np.inf:
        high = distance[0]
        for t in range(size):
            high = max(high, distance[t])
    below, within = 0, size
    for _ in range(GUESSES):
        if within == k:
            break
        share = (k + 0.5 - below) / (within - below)
        middle = low + (high - low) * distance.dtype.type(min(0.9, max(0.1, share)))
        count = 0
        for t in range(size):
            count += 1 if distance[t] <= middle else 0
        if count < k:
            low, below = middle, count
        else:
            high, within = middle, count
    return high


@inlined
def keep_within(distance, kept, size, bound):
    """Drop what is beyond the bound; return how many are left."""
    left = 0
    for t in range(size):
        own = distance[t]
        distance[left] = own
        kept[left] = kept[t]
        left += 1 if own <= bound else 0
    return left


@inlined
def search_list(x, here, other, distance, kept_distance, kept, guess, k):
    """Keep the rows of a list that can be among the ``k`` nearest: (a bound on their distance, how many).

    More than ``k`` are kept where they tie, fewer if the list is too short.
    """
    infinite = kept_distance.dtype.type(np.inf)
    bound = guess
    size, ended = walk(x, here, other, distance, bound, kept_distance, kept)
    while size < k and bound < np.inf:  # the guess was too low
        bound = bound * 4 if bound > 0 and not ended else infinite
        size, ended = walk(x, here, other, distance, bound, kept_distance, kept)
    if size <= k:
        return bound if size == k else infinite, size
    bound = cut(kept_distance, size, bound, k)
    return bound, keep_within(kept_distance, kept, size, bound)


@apart
def settle_kept(near, kept_distance, kept, size, agreement):
    """The agreement with the nearest of the kept, where some tie."""
    forget(near, kept_distance.dtype.type(np.inf))
    for t in range(size):
        if kept_distance[t] <= near.bound[0]:
            offer(near, kept_distance[t], agreement[kept[t]], np.int64(1))
    return agreement_found(near)


@inlined
def search_tree(near, x, t, tree, stack, gaps, likeness):
    """Look in all leaves that are near enough."""
    point = tree.points[t]
    h = tree.order[t]
    stack[0] = 0
    gaps[0] = 0
    height = 1
    while height > 0:
        node, _, height = next_leaf(tree, point, point, near.bound[0], stack, gaps, height)
        if node < 0:
            break
        for s in range(tree.start[node], tree.stop[node]):
            total = x.dtype.type(0)
            for k in range(len(point)):
                difference = tree.points[s, k] - point[k]
                total = total + difference * difference
            gap = x[s] - x[t]
            total = total + gap * gap
            if total <= near.bound[0] and s != t:
                offer(near, total, agree(likeness, h, tree.order[s]), np.int64(1))


@apart
def search_beyond(near, bound, data, j, x, t, tree, steps, stack, gaps, likeness):
    """The agreement of a row whose list ended too soon; its nearest are known to be within ``bound``."""
    forget(near, bound)
    values, order = data.values[j], data.orders[j]
    if not look_along(near, values, order, data.rows, tree.order[t], steps, likeness):
        forget(near, min(bound, near.bound[0]))
        search_tree(near, x, t, tree, stack, gaps, likeness)
    return agreement_found(near)


@inlined
def follow(reach, seen):
    """The usual reach after one more was seen."""
    if not reach < np.inf:
        return seen
    return reach + (seen - reach) * 0.25


@kernel
def spread_of(lists, q):
    """How far the rows around each row are from it, as far as it tells how far in one dimension more."""
    spread = np.empty(len(lists.home))
    for m in range(len(spread)):
        middle = np.float64(lists.distance[m, lists.distance.shape[1] // 2])
        spread[m] = middle ** (q / (q + 1)) if 0 < middle < np.inf else 1.0
    return spread


@apart
def prepare(data, j, tree, place_of, x, strip):
    """A candidate's values in leaf order, and which rows are about alike in it, by strips of its order."""
    n = len(x)
    share = STRIPS / n
    for t in range(n):
        x[t] = data.values[j, tree.order[t]]
    for k in range(n):
        strip[place_of[data.orders[j, k]]] = np.int64(k * share)


@kernel
def score_rows(x, strip, reach, spread, begin, end, data, j, lists, agreement, tree, likeness, k):
    """The agreement of the rows ``begin .. end`` of a chunk with their ``k`` nearest.

    How far the nearest are is guessed from rows seen before in the same strip of the candidate's values.
    """
    margin = (1 + 1.5 / math.sqrt(k)) ** (2 / (data.rows.shape[1] + 1))
    kept_distance = np.empty(agreement.shape[1], x.dtype)
    kept = np.empty(agreement.shape[1], np.int32)
    near = allocate_nearest(k, x.dtype)
    stack = np.empty(tree.depth, np.int32)
    gaps = np.empty(tree.depth, x.dtype)
    total = np.int64(0)
    for m in range(begin, end):
        t = lists.home[m]
        guess = x.dtype.type(reach[strip[t]] * spread[m] * margin)
        bound, size = search_list(x, x[t], lists.other[m], lists.distance[m], kept_distance, kept, guess, k)
        if size >= k:
            reach[strip[t]] = follow(reach[strip[t]], bound / spread[m])
        if size < k or bound >= lists.bound[m]:
            steps = lists.other.shape[1]
            total += search_beyond(near, bound, data, j, x, t, tree, steps, stack, gaps, likeness)
        elif size > k:
            total += settle_kept(near, kept_distance, kept, size, agreement[m])
        else:
            for s in range(k):
                total += agreement[m, kept[s]]
    return total


@kernel
def score_in_lists(candidates, places, data, lists, agreement, tree, likeness, k, totals):
    """Add the agreement of a chunk of rows with their ``k`` nearest, for the candidates at these places.

    Lists are read from memory once for a block of candidates.
    """
    n, q = data.rows.shape
    place_of = np.empty(n, np.int32)
    place_of[tree.order] = np.arange(n)
    spread = spread_of(lists, q)
    x = np.empty((BLOCK, n), data.values.dtype)
    strip = np.empty((BLOCK, n), np.uint8)
    reach = np.empty((BLOCK, STRIPS))
    rows = max(1, CACHED // agreement.shape[1])
    for first in range(0, len(places), BLOCK):
        block = places[first : first + BLOCK]
        reach[:] = np.inf
        for b in range(len(block)):
            prepare(data, candidates[block[b]], tree, place_of, x[b], strip[b])
        for begin in range(0, len(lists.home), rows):
            end = min(begin + rows, len(lists.home))
            for b in range(len(block)):
                totals[block[b]] += score_rows(
                    x[b], strip[b], reach[b], spread, begin, end, data, candidates[block[b]], lists,
                    agreement, tree, likeness, k,
                )  # fmt: skip
