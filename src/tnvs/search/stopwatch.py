"""Wall time of the stages of a fit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Adds up the wall time spent in each named stage, on top of what was spent before.

    Examples
    --------
    >>> watch = Stopwatch()
    >>> with watch("prefilter"):
    ...     total = sum(range(10))
    >>> list(watch.seconds)
    ['prefilter']
    """

    def __init__(self, before: Mapping[str, float] | None = None) -> None:
        self.seconds: dict[str, float] = dict(before or {})

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start = perf_counter()
        try:
            yield
        finally:
            self.add({stage: perf_counter() - start})

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add wall time that was measured elsewhere."""
        for stage, more in seconds.items():
            self.seconds[stage] = self.seconds.get(stage, 0.0) + more
