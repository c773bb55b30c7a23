"""How far a run is, and when it will be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import perf_counter

SECONDS_BETWEEN_LINES = 60.0


class Progress:
    """A bar in a terminal; elsewhere a line a minute."""

    def __init__(self) -> None:
        try:
            from rich.console import Console
        except ImportError as error:
            raise ImportError(
                'running experiments needs rich; install it with: pip install "tnvs[experiments]"'
            ) from error
        self.console = Console(highlight=False, soft_wrap=True)

    def say(self, line: str) -> None:
        """Print a line."""
        self.console.print(line, markup=False)

    @contextmanager
    def over(self, name: str, total: int) -> Iterator[Callable[[], None]]:
        """Yield what has to be called after each of `total` rows."""
        if not total:
            yield lambda: None
        elif self.console.is_terminal:
            with self._bar(name, total) as advance:
                yield advance
        else:
            yield self._lines(name, total)

    @contextmanager
    def _bar(self, name: str, total: int) -> Iterator[Callable[[], None]]:
        from rich import progress

        columns = (
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("left:"),
            progress.TimeRemainingColumn(),
        )
        with progress.Progress(*columns, console=self.console, speed_estimate_period=600) as bar:
            task = bar.add_task(name, total=total)
            yield lambda: bar.advance(task)

    def _lines(self, name: str, total: int) -> Callable[[], None]:
        start = last = perf_counter()
        done = 0

        def advance() -> None:
            nonlocal done, last
            done += 1
            now = perf_counter()
            if done == total or now - last >= SECONDS_BETWEEN_LINES:
                last = now
                left = timedelta(seconds=round((now - start) / done * (total - done)))
                self.say(f"{name}: {done} of {total} rows, about {left} left")

        return advance
