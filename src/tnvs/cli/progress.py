"""What a run says while it goes on: a live bar on a terminal, plain lines elsewhere, nothing if asked."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, Protocol

from tnvs.cli import exits
from tnvs.search.names import name_of, shown
from tnvs.search.sentences import number
from tnvs.search.step import Step


class Progress(Protocol):
    """Hears of stages, steps and remarks; `names` are those of the predictors, once they are known."""

    names: Sequence[str] | None

    def stage(self, name: str) -> None:
        """A stage begins."""

    def step(self, step: Step) -> None:
        """A step was finished."""

    def say(self, message: str) -> None:
        """Something the user should know."""


class Silent:
    """Says nothing."""

    names: Sequence[str] | None = None

    def stage(self, name: str) -> None:
        """Ignore it."""

    def step(self, step: Step) -> None:
        """Ignore it."""

    def say(self, message: str) -> None:
        """Ignore it."""


class Lines:
    """Plain lines on the standard error."""

    names: Sequence[str] | None = None

    def __init__(self) -> None:
        self.begun = monotonic()

    def stage(self, name: str) -> None:
        """Say which stage begins."""
        self.say(name)

    def step(self, step: Step) -> None:
        """Say what a step did."""
        self.say(line(step, self.names, monotonic() - self.begun))

    def say(self, message: str) -> None:
        """Print a line."""
        exits.say(message)


class Remarks(Lines):
    """Lines on everything but the steps, for which something else speaks."""

    def step(self, step: Step) -> None:
        """Ignore it."""


class Bar:
    """A live line: stage, step, candidates left, how long the next step will take, time so far."""

    names: Sequence[str] | None = None

    def __init__(self, display: Any) -> None:
        self.display = display
        self.task = display.add_task("", total=None, left="")

    def stage(self, name: str) -> None:
        """Show the stage."""
        self.display.update(self.task, description=name)

    def step(self, step: Step) -> None:
        """Show the step: the candidates that are left are what is still to be decided."""
        total = self.display.tasks[self.task].total or len(step.candidates)
        left = candidates_after(step)
        seconds = step.seconds * left / len(step.candidates)
        self.display.update(
            self.task,
            description=f"step {step.number}: {_chosen(step, self.names)}",
            total=total,
            completed=total - left,
            left=f"{left} candidates left, next step about {seconds:.2g} s",
        )

    def say(self, message: str) -> None:
        """Print a line above the bar."""
        self.display.console.print(message, markup=False, highlight=False)


@contextmanager
def reporting(quiet: bool, logged: bool = False) -> Iterator[Progress]:
    """Yield what suits the standard error; `logged` where the library logs its steps itself."""
    if quiet:
        yield Silent()
    elif logged:
        yield Remarks()
    elif not sys.stderr.isatty():
        yield Lines()
    else:
        from rich import progress
        from rich.console import Console

        columns = [
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(bar_width=24),
            progress.TextColumn("{task.fields[left]}"),
            progress.TimeElapsedColumn(),
        ]
        with progress.Progress(*columns, console=Console(stderr=True), transient=True) as display:
            yield Bar(display)


def candidates_after(step: Step) -> int:
    """Return how many predictors are still in play after a step."""
    if step.chosen is None:
        return 0
    return len(step.candidates) - 1 - len(step.redundant.features)


def line(step: Step, names: Sequence[str] | None, elapsed: float) -> str:
    """Return one line on a step."""
    left = candidates_after(step)
    return f"step {step.number}: {_chosen(step, names)}; {left} candidates left; {elapsed:.1f} s"


def _chosen(step: Step, names: Sequence[str] | None) -> str:
    if step.chosen is None:
        return "none selected"
    return f"{shown(name_of(step.chosen, names))}, T {number(step.best_score)}"
