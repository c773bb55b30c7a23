"""Prepared columns on disk, fetched a block at a time: the engine's store of a file."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.columns import Columns, Part, empty_columns
from tnvs.engine.pool import Pool
from tnvs.engine.prepared import prepared
from tnvs.outofcore.budget import Budget
from tnvs.outofcore.raw import RawColumns
from tnvs.outofcore.scratch import Scratch, read_ahead


class StoredColumns:
    """What is known of every column in memory, values and orders on disk; see `tnvs.engine.store.Store`.

    Parameters
    ----------
    scratch : Scratch
        Has the values of all columns, one column after the other, and behind them their orders.
    known : Columns
        Everything else of them.
    budget : Budget
        Says how many columns may be in memory.
    most : int
        How many columns will be selected at most.
    """

    def __init__(self, scratch: Scratch, known: Columns, budget: Budget, most: int) -> None:
        self._scratch, self._known, self._budget, self._most = scratch, known, budget, most
        self._dtype = known.values.dtype
        self._kept: dict[int, NDArray[Any]] = {}
        self._scored = 0
        self._last: tuple[NDArray[np.intp], Columns] | None = None
        self.entropies, self.constant, self.tied = known.entropies, known.constant, known.tied
        self.means, self.squares = known.means, known.squares

    def rows_of(self, features: list[int]) -> NDArray[Any]:
        """Return the values of selected columns, which stay in memory."""
        for feature in features:
            if feature not in self._kept:
                self._kept[feature] = np.empty(self._budget.n, self._dtype)
                self._scratch.read(self._place_of_values(feature), self._kept[feature])
        rows = [self._kept[feature] for feature in features]
        return np.array(rows, self._dtype).reshape(len(rows), self._budget.n)

    def parts(self, features: NDArray[np.intp], orders: bool = True) -> Iterator[Part]:
        """Yield these columns a block at a time, while the next is being read.

        What fits into one block stays in memory: then nothing is read until other columns are asked for.
        """
        self._scored += len(features) if orders else 0
        if self._last is not None:
            held, columns = self._last
            places = np.minimum(np.searchsorted(held, features), len(held) - 1)
            if (held[places] == features).all():
                yield Part(slice(None), columns, places)
                return
            self._last = None
        yield from self._blocks(features, orders)

    def asks_ahead(self, n_selected: int) -> bool:
        """Score what is at hand, unless no step will follow."""
        return n_selected < self._most

    def _blocks(self, features: NDArray[np.intp], orders: bool) -> Iterator[Part]:
        width = min(self._budget.columns(self._scored, len(self._kept)), max(1, len(features)))
        slices = [slice(begin, begin + width) for begin in range(0, len(features), width)]
        sides = min(2, len(slices))
        values = np.empty((sides, width, self._budget.n), self._dtype)
        ranks = np.empty((sides, width if orders else 0, self._budget.n), np.int32)

        def read(where: slice, side: int) -> Part:
            some = features[where]
            columns = self._known.facts_of(some, values[side, : len(some)], ranks[side, : len(some)])
            self._fetch(some, columns, orders)
            return Part(where, columns, np.arange(len(some)))

        for part in read_ahead(read, slices):
            if sides == 1 and orders and (np.diff(features) > 0).all():
                self._last = features, part.columns
            yield part

    def _fetch(self, features: NDArray[np.intp], columns: Columns, orders: bool) -> None:
        """Read columns, neighbours together."""
        breaks = np.flatnonzero(np.diff(features) != 1) + 1
        for begin, end in zip([0, *breaks.tolist()], [*breaks.tolist(), len(features)], strict=True):
            feature = int(features[begin])
            self._scratch.read(self._place_of_values(feature), columns.values[begin:end])
            if orders:
                self._scratch.read(_place_of_orders(self._budget, feature), columns.orders[begin:end])

    def _place_of_values(self, feature: int) -> int:
        return feature * self._budget.n * self._dtype.itemsize


def _place_of_orders(budget: Budget, feature: int) -> int:
    return budget.n * (budget.p * budget.itemsize + feature * np.dtype(np.int32).itemsize)


def prepare(
    raw: RawColumns,
    origin: NDArray[np.int64],
    pool: Pool,
    budget: Budget,
    most: int,
    *,
    scaling: str,
    discretization: str,
) -> StoredColumns:
    """Prepare all columns, each block in the place where it was raw."""
    scratch, (n, p) = raw.scratch, raw.shape
    known = empty_columns(p, 0, raw.dtype)
    for (first, last), block in raw.read_blocks():
        columns = prepared(block, origin, pool, scaling=scaling, discretization=discretization)
        scratch.write(first * n * raw.dtype.itemsize, columns.values)
        scratch.write(_place_of_orders(budget, first), columns.orders)
        for whole, part in zip(known[2:], columns[2:], strict=True):
            whole[first:last] = part
    return StoredColumns(scratch, known, budget, most)


def scratch_size(n: int, p: int, itemsize: int) -> int:
    """Return how many bytes values and orders take on the disk."""
    return n * p * (itemsize + np.dtype(np.int32).itemsize)
