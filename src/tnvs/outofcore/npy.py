"""NumPy's own file format, read with plain reads: where memory is limited, a memory map may count as it."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from tnvs.outofcore.raw import RawColumns
from tnvs.outofcore.scratch import fill
from tnvs.outofcore.source import Places

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


class NpyFile:
    """A two-dimensional array in a file, in C order or Fortran order."""

    names: list[str] | None = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("rb", buffering=0)
        try:
            shape, self._fortran, self._dtype = self._header()
        except BaseException:
            self._file.close()
            raise
        self.n_rows, self.n_columns = shape

    def dtype_of(self, places: Places) -> np.dtype[Any]:
        """Return float32 for float32, else float64."""
        return FLOAT32 if self._dtype == FLOAT32 else FLOAT64

    def column(self, place: int) -> NDArray[Any]:
        """Return one column."""
        column = np.empty(self.n_rows, self._dtype)
        if self._fortran:
            self._read(place * self.n_rows, column)
            return column
        for row in range(self.n_rows):
            self._read(row * self.n_columns + place, column[row : row + 1])
        return column

    def copy(self, places: Places, raw: RawColumns, cells: int) -> None:
        """Copy columns block by block from Fortran order, rows band by band from C order."""
        if self._fortran:
            for block in raw.blocks:
                columns = np.array([self.column(j) for j in places[slice(*block)].tolist()], raw.dtype)
                raw.put_block(block, columns.T)
            return
        size = min(self.n_rows, max(1, cells // self.n_columns))
        room = np.empty((size, self.n_columns), self._dtype)
        for begin in range(0, self.n_rows, size):
            rows = room[: self.n_rows - begin]
            self._read(begin * self.n_columns, rows)
            raw.put_rows(begin, rows[:, places].astype(raw.dtype, copy=False))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def _header(self) -> tuple[tuple[int, int], bool, np.dtype[Any]]:
        readers = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
        try:
            version = npy_format.read_magic(self._file)
            shape, fortran, dtype = readers[version](self._file)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{self._path} is not a file of numpy.save: {error}.") from error
        if dtype.kind not in "biuf":
            raise ValueError(f"{self._path} has dtype {dtype}; convert it to numbers and save it again.")
        if len(shape) != 2:
            raise ValueError(f"{self._path} has {len(shape)} dimensions; save an array of rows and columns.")
        self._start = self._file.tell()
        missing = self._start + shape[0] * shape[1] * dtype.itemsize - self._path.stat().st_size
        if missing > 0:
            raise ValueError(f"{self._path} ends {missing} bytes too soon; it was not written completely.")
        return (shape[0], shape[1]), fortran, dtype

    def _read(self, first: int, into: NDArray[Any]) -> None:
        """Read the values that begin with number ``first`` of the file."""
        self._file.seek(self._start + first * self._dtype.itemsize)
        fill(self._file, into)
