"""When a run has to end early: an interrupt or a time limit, both after the step under way."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
PART = re.compile(r"([0-9]+(?:\.[0-9]+)?)([smhd]?)")


class Duration(click.ParamType):  # type: ignore[type-arg]
    """A time like 90, 45s, 10m or 1h30m, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds."""
        if isinstance(value, float):
            return value
        parts = PART.findall(value)
        seconds = sum(float(number) * UNITS[unit or "s"] for number, unit in parts)
        if "".join(number + unit for number, unit in parts) != value or not seconds:
            self.fail(f"{value!r} is no time; write for example 45s, 10m or 1h30m.", param, ctx)
        return seconds


class Halt:
    """Says after every step whether the run has to end, and why."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.begun = monotonic()
        self.interrupted = False

    @property
    def reason(self) -> str | None:
        """Why the run has to end; None where it hasn't."""
        if self.interrupted:
            return "interrupted"
        return "time limit" if self.limit is not None and monotonic() - self.begun >= self.limit else None

    @contextmanager
    def listening(self, tell: Any) -> Iterator[None]:
        """Take the first interrupt as a wish to end after the step; the second one is Python's own."""

        def interrupt(number: int, frame: object) -> None:
            self.interrupted = True
            signal.signal(signal.SIGINT, signal.default_int_handler)
            tell("ending after this step; once more to end now, keeping what the last step left")

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
