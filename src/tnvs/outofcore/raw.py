"""The predictors as they were read: blocks of columns on disk, that can be written and read by rows too."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._columns import count_non_finite
from tnvs.outofcore.scratch import Scratch, read_ahead

Block = tuple[int, int]  # its first column, and one past its last


class RawColumns:
    """An (n, p) table on disk. Each block of columns is contiguous, and in it the rows follow each other.

    Both some rows of all columns and all rows of a block are a few long stretches of the file.

    Attributes
    ----------
    shape : tuple of int
        Rows and columns.
    dtype : dtype
        Of the values.
    missing : (p,) array of int
        How many values of each column are NaN or infinite.
    """

    def __init__(self, scratch: Scratch, shape: tuple[int, int], dtype: np.dtype[Any], width: int) -> None:
        self.scratch, self.shape, self.dtype = scratch, shape, dtype
        starts = range(0, shape[1], width)
        self.blocks: list[Block] = [(first, min(first + width, shape[1])) for first in starts]
        self.missing = np.zeros(shape[1], np.int64)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: tuple[Any, int | slice]) -> NDArray[Any]:
        """Return some rows of one column or of consecutive columns."""
        rows, columns = key
        if not isinstance(columns, slice):
            return self[rows, columns : columns + 1][..., 0]
        begin, end, _ = columns.indices(self.shape[1])
        parts = [
            self._columns(block, begin, end) for block in self.blocks if begin < block[1] and block[0] < end
        ]
        found: NDArray[Any] = np.concatenate(parts, axis=1)[rows]
        return found

    def put_rows(self, begin: int, rows: NDArray[Any]) -> None:
        """Write rows ``begin ..`` of all columns."""
        self._count_missing((0, self.shape[1]), rows)
        for block in self.blocks:
            self.scratch.write(self._offset(block, begin), rows[:, slice(*block)])

    def put_block(self, block: Block, columns: NDArray[Any]) -> None:
        """Write all rows of a block, (n, its width)."""
        self._count_missing(block, columns)
        self.scratch.write(self._offset(block, 0), columns)

    def bands(self, size: int) -> Iterator[NDArray[Any]]:
        """Yield all columns of ``size`` rows after the other."""
        n, p = self.shape
        size = min(size, n)
        room = np.empty((2, size, p), self.dtype)
        pieces = np.empty(size * max(last - first for first, last in self.blocks), self.dtype)

        def read(begin: int, side: int) -> NDArray[Any]:
            count = min(size, n - begin)
            for first, last in self.blocks:
                piece = pieces[: count * (last - first)].reshape(count, -1)
                self.scratch.read(self._offset((first, last), begin), piece)
                room[side, :count, first:last] = piece
            return room[side, :count]

        return read_ahead(read, range(0, n, size))

    def read_blocks(self) -> Iterator[tuple[Block, NDArray[Any]]]:
        """Yield every block, (n, its width)."""
        n = self.shape[0]
        room = np.empty((2, n * max(last - first for first, last in self.blocks)), self.dtype)

        def read(block: Block, side: int) -> tuple[Block, NDArray[Any]]:
            columns = room[side, : n * (block[1] - block[0])].reshape(n, -1)
            self.scratch.read(self._offset(block, 0), columns)
            return block, columns

        return read_ahead(read, self.blocks)

    def _offset(self, block: Block, row: int) -> int:
        return (block[0] * self.shape[0] + row * (block[1] - block[0])) * self.dtype.itemsize

    def _columns(self, block: Block, begin: int, end: int) -> NDArray[Any]:
        """Return those of the columns ``begin .. end`` that are in a block."""
        begin, end = max(begin, block[0]), min(end, block[1])
        columns = np.empty((self.shape[0], end - begin), self.dtype)
        aside = (begin - block[0]) * self.dtype.itemsize
        for row in range(self.shape[0]):
            self.scratch.read(self._offset(block, row) + aside, columns[row])
        return columns

    def _count_missing(self, block: Block, values: NDArray[Any]) -> None:
        with np.errstate(all="ignore"):
            if not np.isfinite(values.sum()):  # may be an overflow, and then nothing is counted
                self.missing[slice(*block)] += count_non_finite(values)
