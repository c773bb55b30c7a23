"""Progress of a fit through `logging`."""

import logging
import sys
from collections.abc import Sequence

from tnvs.search.algorithm import Callback
from tnvs.search.names import name_of, shown
from tnvs.search.sentences import number
from tnvs.search.step import Step

LOGGER = logging.getLogger("tnvs")


def say(message: str) -> None:
    """Log a message at level INFO so that it is seen, without touching anyone's configuration of logging.

    Where nobody set a level for the logger, asking for progress is reason enough to let it through; where
    nobody added a handler, it goes to the standard error.
    """
    off = LOGGER.level > logging.INFO or LOGGER.manager.disable >= logging.INFO
    if off or LOGGER.disabled:
        return
    if LOGGER.hasHandlers():
        LOGGER.handle(LOGGER.makeRecord(LOGGER.name, logging.INFO, __file__, 0, message, (), None))
    else:
        sys.stderr.write(message + "\n")


def logged(callback: Callback | None, names: Sequence[str] | None) -> Callback:
    """Return a callback that logs a line a step and then asks the given one."""

    def log(step: Step) -> bool | None:
        say(line(step, names))
        return callback(step) if callback is not None else None

    return log


def line(step: Step, names: Sequence[str] | None) -> str:
    """Return one line on a step."""
    count = len(step.candidates)
    if step.chosen is None:
        best = "T undefined" if step.best is None else f"highest T {number(step.best_score)}"
        return f"step {step.number}: none of {count} selected, {best}; {step.seconds:.2f} s"
    name, best = shown(name_of(step.chosen, names)), number(step.best_score)
    rival = "" if step.runner_up is None else f" (next: {shown(name_of(step.runner_up, names))})"
    removed = len(step.redundant.features)
    rest = f"{removed} redundant, {count - 1 - removed} left; {step.seconds:.2f} s"
    return f"step {step.number}: {name} selected, T {best}{rival}; {rest}"
