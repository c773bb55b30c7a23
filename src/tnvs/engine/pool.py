"""Who runs the tasks: this thread, or a pool of threads."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import TypeVar

Item = TypeVar("Item")


class Pool:
    """Run tasks on ``n_jobs`` threads; an interrupt doesn't wait for the tasks under way."""

    def __init__(self, n_jobs: int) -> None:
        self._executor = ThreadPoolExecutor(n_jobs, "tnvs") if n_jobs > 1 else None
        self.n_jobs = n_jobs

    def run(self, task: Callable[[Item], object], items: Iterable[Item]) -> None:
        """Call ``task`` for every item; the tasks write to places of their own."""
        if self._executor is None:
            for item in items:
                task(item)
            return
        futures = [self._executor.submit(task, item) for item in items]
        try:
            for future in futures:
                future.result()
        except BaseException:
            for future in futures:
                future.cancel()
            raise

    def close(self) -> None:
        """Drop what hasn't begun. After an interrupt, what has begun comes to its end unheard."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
