"""A file without a name on the disk, and reading from it ahead of time."""

import errno
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tnvs.outofcore.memory import shown_bytes

Item = TypeVar("Item")
Result = TypeVar("Result")
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Scratch:
    """Room on the disk that is given back when the process ends, however it ends.

    Parameters
    ----------
    folder : path
        Where the file is.
    size : int
        How many bytes it will have.
    """

    def __init__(self, folder: Path, size: int) -> None:
        self._folder, self._size = folder, size
        self._lock = Lock()  # one position in the file, and a thread that reads ahead
        try:
            free = shutil.disk_usage(folder).free
            self._file = tempfile.TemporaryFile(dir=folder, prefix="tnvs-", buffering=0)  # noqa: SIM115 - see close
        except OSError as error:
            raise OSError(
                error.errno,
                f"no scratch file can be made in {folder}: {error.strerror}; give scratch another folder",
            ) from error
        if free < size:
            self.close()
            raise self._too_small(f"has {shown_bytes(free)} free")

    def read(self, offset: int, into: NDArray[Any]) -> None:
        """Fill an array, contiguous in C order."""
        with self._lock:
            self._file.seek(offset)
            fill(self._file, into)

    def write(self, offset: int, array: NDArray[Any]) -> None:
        """Write an array in C order."""
        rest = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
        try:
            with self._lock:
                self._file.seek(offset)
                while rest:
                    rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise (self._too_small("is full") if error.errno in FULL else error) from error

    def close(self) -> None:
        """Give the room back."""
        self._file.close()

    def __enter__(self) -> "Scratch":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _too_small(self, problem: str) -> OSError:
        return OSError(
            errno.ENOSPC,
            f"the folder for the scratch file, {self._folder}, {problem}, and {shown_bytes(self._size)} are "
            "needed; make room or give scratch another folder",
        )


def fill(file: Any, into: NDArray[Any]) -> None:
    """Read from an unbuffered file until an array, contiguous in C order, is full."""
    rest = into.reshape(-1).view(np.uint8).data
    while rest:
        count = file.readinto(rest)
        if not count:
            raise EOFError("the file ends too soon")
        rest = rest[count:]


def read_ahead(read: Callable[[Item, int], Result], items: Sequence[Item]) -> Iterator[Result]:
    """Yield ``read(item, side)`` of every item while the next is being read.

    The sides, 0 and 1, take turns: what is yielded may stay on its side until the next is asked for.
    """
    with ThreadPoolExecutor(1, "tnvs-read") as reader:
        coming = [reader.submit(read, item, 0) for item in items[:1]]
        for k in range(len(items)):
            result = coming.pop().result()
            if k + 1 < len(items):
                coming.append(reader.submit(read, items[k + 1], (k + 1) % 2))
            yield result
