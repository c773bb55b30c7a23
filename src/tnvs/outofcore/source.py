"""What a file of columns has to answer, and which files there are."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.outofcore.raw import RawColumns

Places = NDArray[np.intp]


class Source(Protocol):
    """An open file of columns.

    Attributes
    ----------
    n_rows, n_columns : int
        Its shape.
    names : list of str or None
        Names of all columns, where the file has any.
    """

    n_rows: int
    n_columns: int

    @property
    def names(self) -> list[str] | None: ...

    def dtype_of(self, places: Places) -> np.dtype[Any]:
        """Return the float type of these columns taken together; refuse those that are not numbers."""
        ...

    def column(self, place: int) -> NDArray[Any]:
        """Return one column in whatever type it has."""
        ...

    def copy(self, places: Places, raw: RawColumns, cells: int) -> None:
        """Write these columns to ``raw``, at most so many values at a time."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a file of columns by what its name ends in."""
    from tnvs.outofcore.npy import NpyFile
    from tnvs.outofcore.parquet import ParquetColumns

    kinds: dict[str, Any] = {".npy": NpyFile, ".parquet": ParquetColumns, ".pq": ParquetColumns}
    place = Path(path)
    if not place.exists():
        raise FileNotFoundError(f"path={str(path)!r}: there is no such file.")
    if place.is_dir() or place.suffix.lower() not in kinds:
        raise ValueError(
            f"path={str(path)!r} can't be read in blocks of columns; give a .parquet or .npy file."
        )
    source: Source = kinds[place.suffix.lower()](place)
    return source


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """Refuse a file that is written to while it is read here, whatever that led to."""
    before = _state(path)
    try:
        yield
    except (EOFError, ValueError) as error:
        _check(path, before, error)
        raise
    _check(path, before, None)


def _check(path: Path, before: tuple[int, ...], error: Exception | None) -> None:
    if _state(path) != before:
        raise ValueError(f"{path} was changed while it was read; fit again when it is complete.") from error


def _state(path: Path) -> tuple[int, ...]:
    if not path.exists():
        return ()
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
