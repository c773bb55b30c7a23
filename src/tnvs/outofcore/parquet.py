"""Parquet, read with pyarrow: plain reads of the columns asked for, on one thread.

Polars maps the whole file, which is refused where address space is limited.
"""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._columns import refuse_repeated
from tnvs.outofcore.raw import RawColumns
from tnvs.outofcore.source import Places
from tnvs.selectors._validation import refuse_other_than_numbers


class ParquetColumns:
    """The columns of one Parquet file."""

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError as error:
            raise ImportError(
                'reading Parquet in blocks needs pyarrow: pip install "tnvs[parquet]"'
            ) from error
        self._path, self._arrow = path, pyarrow
        self._input = pyarrow.OSFile(str(path), "rb")
        try:
            self._file = pyarrow.parquet.ParquetFile(self._input)
        except (OSError, ValueError) as error:
            self._input.close()
            raise ValueError(f"{path} is not a Parquet file, or not all of it: {error}.") from error
        self._schema = self._file.schema_arrow
        self.names: list[str] = self._schema.names  # a new list at every look into the schema
        self.n_rows, self.n_columns = self._file.metadata.num_rows, len(self.names)
        refuse_repeated(self.names, str(path))

    def dtype_of(self, places: Places) -> np.dtype[Any]:
        """Return float32 where NumPy would find it for all columns together, else float64."""
        types = self._schema.types
        found = {kind: self._number(kind) for kind in {types[j] for j in places.tolist()}}
        wrong = [self.names[j] for j in places.tolist() if found[types[j]] is None]
        refuse_other_than_numbers(wrong, len(places))
        together = np.result_type(*(dtype for dtype in found.values() if dtype is not None))
        return together if together == np.float32 else np.dtype(np.float64)

    def column(self, place: int) -> NDArray[Any]:
        """Return one column as NumPy has it; categories as what they stand for."""
        column = self._read([place]).column(0)
        if self._arrow.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        values: NDArray[Any] = column.to_numpy()
        return values

    def copy(self, places: Places, raw: RawColumns, cells: int) -> None:
        """Copy columns block by block."""
        kind = self._arrow.from_numpy_dtype(raw.dtype)
        for block in raw.blocks:
            table = self._read(places[slice(*block)].tolist())
            columns = np.empty((self.n_rows, table.num_columns), raw.dtype)
            for k, column in enumerate(table.itercolumns()):
                columns[:, k] = column.cast(kind, safe=False).to_numpy()
            del table, column
            raw.put_block(block, columns)
            self._arrow.default_memory_pool().release_unused()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._input.close()

    def _number(self, kind: Any) -> np.dtype[Any] | None:
        """Return the NumPy type of an Arrow type of numbers, None for any other."""
        types = self._arrow.types
        if types.is_decimal(kind):
            return np.dtype(np.float64)
        is_number = types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind)
        return np.dtype(kind.to_pandas_dtype()) if is_number else None

    def _read(self, places: list[int]) -> Any:
        groups = list(range(self._file.num_row_groups))
        names = [self.names[j] for j in places]
        try:
            return self._file.read_row_groups(groups, columns=names, use_threads=False)
        except (OSError, ValueError) as error:
            raise ValueError(f"{self._path} can't be read: {error}.") from error
