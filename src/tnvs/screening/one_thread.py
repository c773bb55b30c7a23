"""Linear algebra on one thread: on several the last bits of a decomposition depend on how many there are."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]


class OneThread:
    """The limit, which is one for the whole process: the first to want it sets it, the last lifts it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._limit: threadpool_limits | None = None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Keep to one thread within a ``with`` block."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._limit = threadpool_limits(1, user_api="blas")
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if self._users == 0 and self._limit is not None:
                    self._limit.restore_original_limits()


one_thread = OneThread()
