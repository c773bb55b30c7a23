"""Wall time of the stages of a fit."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Adds up the wall time spent in each named stage.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> with watch("prefilter"):
    ...     total = sum(range(10))
    >>> list(watch.seconds)
    ['prefilter']
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + perf_counter() - start
