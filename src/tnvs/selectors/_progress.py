"""Progress of a fit through `logging`."""

import logging
import sys
from collections.abc import Sequence

from tnvs.search.algorithm import Callback
from tnvs.search.names import name_of, shown
from tnvs.search.sentences import number
from tnvs.search.step import Step

LOGGER = logging.getLogger("tnvs")


class _WhereNothingElse(logging.Handler):
    """Writes to the standard error, as long as no other handler would see the record."""

    def emit(self, record: logging.LogRecord) -> None:
        others = [handler for handler in LOGGER.handlers if handler is not self]
        if not others and not logging.getLogger().handlers:
            sys.stderr.write(self.format(record) + "\n")


def make_visible() -> None:
    """Make sure that messages of level INFO are seen even where nobody configured logging."""
    if LOGGER.level == logging.NOTSET:
        LOGGER.setLevel(logging.INFO)
    if not any(isinstance(handler, _WhereNothingElse) for handler in LOGGER.handlers):
        LOGGER.addHandler(_WhereNothingElse())


def logged(callback: Callback | None, names: Sequence[str] | None) -> Callback:
    """Return a callback that logs a line a step and then asks the given one."""
    make_visible()

    def log(step: Step) -> bool | None:
        LOGGER.info("%s", line(step, names))
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
