"""The K nearest of one row so far: distinct distances in increasing order, with all rows that share each.

However many rows tie, there are at most K distances, and what is kept doesn't depend on the order of rows.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import inlined, kernel

from .agreement import shared


class Nearest(NamedTuple):
    """Room for what one row has found."""

    k: int
    distance: NDArray[Any]  # (k + 1,) ascending
    total: NDArray[np.int64]  # (k + 1,) agreement with the rows at this distance
    rows: NDArray[np.int64]  # (k + 1,) how many they are
    held: NDArray[np.int64]  # (2,) how many distances, how many rows
    bound: NDArray[Any]  # (1,) rows farther away don't count


@kernel
def allocate_nearest(k, dtype):
    """Room for a row's ``k`` nearest."""
    return Nearest(
        k, np.empty(k + 1, dtype), np.empty(k + 1, np.int64), np.empty(k + 1, np.int64),
        np.zeros(2, np.int64), np.empty(1, dtype),
    )  # fmt: skip


@inlined
def forget(near, bound):
    """Begin with a new row whose K nearest are known to be within ``bound``."""
    near.held[:] = 0
    near.bound[0] = bound


@inlined
def offer(near, distance, total, rows):
    """Take rows into account that are all at this distance, not beyond the bound."""
    size = near.held[0]
    place = size
    while place > 0 and near.distance[place - 1] > distance:
        place -= 1
    if place > 0 and near.distance[place - 1] == distance:
        near.total[place - 1] += total
        near.rows[place - 1] += rows
    else:
        for k in range(size, place, -1):
            near.distance[k] = near.distance[k - 1]
            near.total[k] = near.total[k - 1]
            near.rows[k] = near.rows[k - 1]
        near.distance[place] = distance
        near.total[place] = total
        near.rows[place] = rows
        size += 1
    held = near.held[1] + rows
    while held - near.rows[size - 1] >= near.k:
        size -= 1
        held -= near.rows[size]
    near.held[0] = size
    near.held[1] = held
    if held >= near.k:
        near.bound[0] = near.distance[size - 1]


@inlined
def agreement_found(near):
    """The sum of the agreement with the K nearest; those that tie for the last places share them."""
    last = near.held[0] - 1
    before = np.int64(0)
    for k in range(last):
        before += near.total[k]
    rows = near.rows[last]
    return before + shared(near.total[last], rows, near.k - (near.held[1] - rows))
