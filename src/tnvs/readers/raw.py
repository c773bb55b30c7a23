"""What a file holds, before it is decided which column is what."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._columns import listed
from tnvs.readers.errors import ReadError, parsing

if TYPE_CHECKING:
    import polars

COLUMNS_PER_BLOCK = 1024
VALUES_PER_BLOCK = (
    25_000_000  # of a file: opening it again for every block costs as much as a few thousand columns
)


@dataclass(kw_only=True)
class RawTable:
    """A frame of columns of any type, read or still in its file, or else one matrix of numbers.

    Attributes
    ----------
    path : Path
        Where it comes from.
    frame : polars.DataFrame or None
        Columns of any type.
    lazy : polars.LazyFrame or None
        Columns of any type that are read when they are asked for, with so many rows as `height` says.
    matrix : array, sparse matrix or None
        Numbers of one type, shape (n, p).
    names : list of str or None
        Names of the columns; None where the file has none.
    aside : dict
        What the file keeps beside the matrix, by name: one value a row each.
    default_target : str or None
        The one of these that is the target unless another is asked for.
    notes : list of str
        Remarks on the reading, for the user.
    """

    path: Path
    frame: "polars.DataFrame | None" = None
    lazy: "polars.LazyFrame | None" = None
    height: int = 0
    matrix: Any = None
    names: list[str] | None = None
    aside: dict[str, NDArray[Any]] = field(default_factory=dict)
    default_target: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, those kept aside not counted."""
        if self.lazy is not None:
            return self.height, len(self.names or ())
        shape = self.matrix.shape if self.frame is None else self.frame.shape
        return int(shape[0]), int(shape[1])

    def columns(self, positions: Sequence[int]) -> "list[polars.Series]":
        """Return some columns of a frame, read now if they weren't yet."""
        if self.lazy is not None:
            names = self.names or []
            with parsing(self.path, "Parquet"):
                return self.lazy.select([names[at] for at in positions]).collect().get_columns()
        if self.frame is None:
            raise TypeError("this table is a matrix")
        return [self.frame.to_series(at) for at in positions]

    def checked(self) -> "RawTable":
        """Return the table if it has rows, columns, real numbers, and names that are used once."""
        rows, columns = self.shape
        if not rows or not columns:
            missing = "rows" if columns else "columns"
            raise ReadError(
                f"{str(self.path)!r} is a table without {missing}: there is nothing to select from."
            )
        if self.matrix is not None and (
            self.matrix.dtype.kind not in "biuf" or self.matrix.dtype.itemsize > 8
        ):
            raise ReadError(
                f"the matrix in {str(self.path)!r} has the type {self.matrix.dtype}; a table has real "
                "numbers of at most 64 bits: save it as float64."
            )
        if self.names is not None:
            refuse_repeated(self.names, self.path)
        return self


def blocks(raw: RawTable, positions: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the positions of as many columns as are read at once."""
    size = COLUMNS_PER_BLOCK if raw.lazy is None else max(1, VALUES_PER_BLOCK // max(1, raw.height))
    for start in range(0, len(positions), size):
        yield positions[start : start + size]


def refuse_repeated(names: list[str], path: Path) -> None:
    """Refuse a name that stands for several columns."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        first = [str(at) for at, name in enumerate(names) if name == repeated[0]]
        raise ReadError(
            f"{str(path)!r} has column names that stand for several columns: {listed(repeated)} (the first "
            f"at positions {', '.join(first[:5])}); rename them so that every name is used once."
        )


def named(names: list[str], notes: list[str]) -> list[str]:
    """Return names with something in place of empty ones."""
    empty = [at for at, name in enumerate(names) if not name.strip()]
    if empty:
        shown = listed([f"column_{at}" for at in empty])
        notes.append(f"columns without a name are called by their position from 0: {shown}")
    return [name if name.strip() else f"column_{at}" for at, name in enumerate(names)]


def dense(matrix: Any, columns: NDArray[np.intp], dtype: Any) -> NDArray[Any]:
    """Return some columns as one matrix of a float type, copied block by block; sparse input too."""
    sparse = hasattr(matrix, "tocsc")
    if sparse:
        matrix = matrix.tocsc()
    X = np.empty((matrix.shape[0], len(columns)), dtype=dtype, order="F")
    for start in range(0, len(columns), COLUMNS_PER_BLOCK):
        chosen = columns[start : start + COLUMNS_PER_BLOCK]
        block = matrix[:, chosen]
        X[:, start : start + COLUMNS_PER_BLOCK] = block.toarray() if sparse else block
    return X
