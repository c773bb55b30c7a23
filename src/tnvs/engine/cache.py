"""Machine code kept on disk, safely where several processes start at once.

numba replaces files atomically but reads, changes and rewrites its index without a lock, so that two
processes which compile the same function for different types could mix their entries up. Here both sides hold
a lock, entries are bound to the text of the engine and of the function's own folder (a helper is compiled
into its callers), and broken entries are compiled again.
"""

import hashlib
import logging
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache

LOGGER = logging.getLogger("tnvs")

try:
    import fcntl
except ImportError:  # Windows: numba itself guards its files there

    @contextmanager
    def locked(folder: str) -> Iterator[None]:
        """Windows refuses to replace a file in use; numba takes that for a miss."""
        yield

else:

    @contextmanager
    def locked(folder: str) -> Iterator[None]:
        """Hold the lock of a cache folder."""
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "tnvs.lock"), "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


@cache
def _text_of(folder: Path) -> str:
    sources = sorted(folder.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


class KernelCache(FunctionCache):
    """numba's cache of one function, locked and bound to the text of what can be compiled into it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        own = Path(function.__code__.co_filename).parent
        self._texts = (_text_of(Path(__file__).parent), _text_of(own))

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), *self._texts)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self._guarded(super().load_overload, sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self._guarded(super().save_overload, sig, data)

    def _guarded(self, action: Callable[..., Any], *arguments: Any) -> Any:
        try:
            with locked(self.cache_path):
                return action(*arguments)
        except (OSError, EOFError, pickle.PickleError) as error:  # a full disk, a truncated file
            LOGGER.debug("no use of compiled code in %s: %s", self.cache_path, error)
            return None
