"""A folder that one process alone may write to, for as long as it lives."""

import errno
import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: only the checkpoint is protected there
    fcntl = None  # type: ignore[assignment]

# What file systems without locks answer; the last one where a lock takes a file that was opened to write.
NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.EBADF)


class FolderLock:
    """Held from the beginning until `release`, or until the process ends; renaming the folder keeps it."""

    def __init__(self, folder: Path) -> None:
        self._descriptor: int | None = None if fcntl is None else _locked(folder)

    def release(self) -> None:
        """Let others have the folder."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _locked(folder: Path) -> int:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:  # the run that had it has just moved or removed it
        raise _busy(folder) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        mine = os.path.samestat(os.fstat(descriptor), os.stat(folder))
    except (BlockingIOError, FileNotFoundError):
        mine = False
    except OSError as error:
        if error.errno not in NO_LOCKS:
            os.close(descriptor)
            raise
        mine = True
    if not mine:
        os.close(descriptor)
        raise _busy(folder)
    return descriptor


def _busy(folder: Path) -> ValueError:
    return ValueError(f"{str(folder)!r} is being written by another run; wait for it to end.")
