"""A fingerprint of an array's content, so that a trace can tell whether it is about the same data."""

import hashlib
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

CHUNK_BYTES = 4 * 2**20
# Strings vary in length; a chunk is a fixed number of them so that it depends on the shape alone.
STRINGS_PER_CHUNK = 2**16
# Rows of a column-major array lie scattered: chunks are gathered several at once, so much of each column.
GATHERED_BYTES = 8 * CHUNK_BYTES


def fingerprint(array: ArrayLike, n_jobs: int = 1) -> str:
    """Return a SHA-256 fingerprint of the values, type and shape of an array.

    Memory layout doesn't matter: C or Fortran order, strided views and memory-mapped files of the same
    values have the same fingerprint, and so have -0.0 and 0.0. Nor does `n_jobs` matter.

    Parameters
    ----------
    array : array-like
        Numbers, booleans or strings, of any shape. Other objects are taken as their `str`.
    n_jobs : int
        Threads that hash at the same time.

    Returns
    -------
    str
        64 hexadecimal digits.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs.search.fingerprint import fingerprint
    >>> a = np.arange(6.0).reshape(2, 3)
    >>> fingerprint(a) == fingerprint(np.asfortranarray(a))
    True
    >>> fingerprint(a) == fingerprint(a.astype(np.float32))
    False
    """
    values = np.asarray(array)
    rows_first = values.reshape(1) if values.ndim == 0 else values
    is_text = values.dtype.kind in "OUST"
    name = "text" if is_text else values.dtype.newbyteorder("<").str
    serialise = _text_bytes if is_text else _number_bytes
    step = _strings_per_chunk(values.shape) if is_text else rows_per_chunk(values.shape, values.dtype)
    return _combined(name, values.shape, _digests(rows_first, serialise, step, n_jobs))


def fingerprint_of_parts(
    parts: Iterable[NDArray[Any]], shape: tuple[int, ...], dtype: np.dtype[Any], n_jobs: int = 1
) -> str:
    """Return the fingerprint of an array of numbers that is only seen some rows at a time.

    The number of rows of every part but the last is a multiple of `rows_per_chunk`.
    """
    step = rows_per_chunk(shape, dtype)
    digests = [digest for part in parts for digest in _digests(part, _number_bytes, step, n_jobs)]
    return _combined(dtype.newbyteorder("<").str, shape, digests)


def rows_per_chunk(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """Return how many rows are hashed together: a function of shape and type only."""
    return max(1, CHUNK_BYTES // max(1, _per_row(shape) * dtype.itemsize))


def _gathered(shape: tuple[int, ...], dtype: np.dtype[Any], step: int) -> int:
    """Return how many rows are copied at once: whole chunks of so many."""
    return step * max(1, GATHERED_BYTES // max(1, step * _per_row(shape) * dtype.itemsize))


def _strings_per_chunk(shape: tuple[int, ...]) -> int:
    return max(1, STRINGS_PER_CHUNK // max(1, _per_row(shape)))


def _per_row(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape[1:], dtype=np.int64))


def _combined(name: str, shape: tuple[int, ...], digests: list[bytes]) -> str:
    header = f"tnvs v1 {name} {shape}".encode()
    return hashlib.sha256(b"\0".join([header, *digests])).hexdigest()


def _digests(
    values: NDArray[np.generic],
    serialise: Callable[[NDArray[np.generic]], bytes | memoryview],
    step: int,
    n_jobs: int,
) -> list[bytes]:
    def digests(start: int) -> list[bytes]:
        rows = np.ascontiguousarray(values[start : start + at_once])
        parts = (rows[first : first + step] for first in range(0, len(rows), step))
        return [hashlib.sha256(serialise(part)).digest() for part in parts]

    at_once = step if values.flags.c_contiguous else _gathered(values.shape, values.dtype, step)
    starts = range(0, len(values), at_once)
    if n_jobs == 1 or len(starts) < 2:
        return [digest for start in starts for digest in digests(start)]
    with ThreadPoolExecutor(n_jobs) as pool:
        return [digest for found in pool.map(digests, starts) for digest in found]


def _number_bytes(chunk: NDArray[np.generic]) -> memoryview:
    if chunk.dtype.kind == "f":
        chunk = np.add(chunk, 0.0)  # makes -0.0 the 0.0 that it equals
    if chunk.dtype.byteorder == ">" or (sys.byteorder == "big" and chunk.dtype.byteorder == "="):
        chunk = chunk.astype(chunk.dtype.newbyteorder("<"))
    return np.ascontiguousarray(chunk).view(np.uint8).reshape(-1).data


def _text_bytes(chunk: NDArray[np.generic]) -> bytes:
    parts = []
    for value in chunk.ravel().tolist():
        encoded = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        parts += [len(encoded).to_bytes(8, "little"), encoded]
    return b"".join(parts)
