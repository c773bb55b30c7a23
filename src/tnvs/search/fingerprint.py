"""A fingerprint of an array's content, so that a trace can tell whether it is about the same data."""

import hashlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import ArrayLike, NDArray

CHUNK_BYTES = 4 * 2**20
# Strings vary in length; a chunk is a fixed number of them so that it depends on the shape alone.
STRINGS_PER_CHUNK = 2**16


def fingerprint(array: ArrayLike, n_jobs: int = 1) -> str:
    """Return a SHA-256 fingerprint of the values, type and shape of an array.

    Memory layout doesn't matter: C or Fortran order, strided views and memory-mapped files of the same
    values have the same fingerprint. Nor does `n_jobs`.

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
    header = f"tnvs v1 {name} {values.shape}".encode()
    serialise = _text_bytes if is_text else _number_bytes
    digests = _digests(rows_first, serialise, _rows_per_chunk(rows_first, is_text), n_jobs)
    return hashlib.sha256(b"\0".join([header, *digests])).hexdigest()


def _rows_per_chunk(values: NDArray[np.generic], is_text: bool) -> int:
    """Return the rows of a chunk: a function of shape and type only."""
    per_row = int(np.prod(values.shape[1:], dtype=np.int64))
    if is_text:
        return max(1, STRINGS_PER_CHUNK // max(1, per_row))
    return max(1, CHUNK_BYTES // max(1, per_row * values.dtype.itemsize))


def _digests(
    values: NDArray[np.generic],
    serialise: Callable[[NDArray[np.generic]], bytes | memoryview],
    step: int,
    n_jobs: int,
) -> list[bytes]:
    def digest(start: int) -> bytes:
        return hashlib.sha256(serialise(values[start : start + step])).digest()

    starts = range(0, len(values), step)
    if n_jobs == 1 or len(starts) < 2:
        return [digest(start) for start in starts]
    with ThreadPoolExecutor(n_jobs) as pool:
        return list(pool.map(digest, starts))


def _number_bytes(chunk: NDArray[np.generic]) -> memoryview:
    if chunk.dtype.byteorder == ">" or (sys.byteorder == "big" and chunk.dtype.byteorder == "="):
        chunk = chunk.astype(chunk.dtype.newbyteorder("<"))
    return np.ascontiguousarray(chunk).view(np.uint8).reshape(-1).data


def _text_bytes(chunk: NDArray[np.generic]) -> bytes:
    parts = []
    for value in chunk.ravel().tolist():
        encoded = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
        parts += [len(encoded).to_bytes(8, "little"), encoded]
    return b"".join(parts)
