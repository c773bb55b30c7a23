"""A limit on the time of a fit, and what a stepwise method has found when it is reached."""

from __future__ import annotations

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Timer
from time import process_time
from types import FrameType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from tnvs.search.step import Step
from tnvs.selectors._base import Selector
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._partial import PartialCorrelationSelector


class TimeLimitError(Exception):
    """The time is over."""


class Fitted(NamedTuple):
    """A fitted selector, the CPU seconds it took, and whether the limit ended it.

    Other work on the machine hardly changes CPU seconds.
    """

    selector: Any
    selected: NDArray[np.intp]
    seconds: float
    limited: bool

    def times(self, limit: float) -> dict[str, float | None]:
        """Return what a row of results says of time: the limit only where it ended the fit."""
        return {"seconds": self.seconds, "limit": limit if self.limited else None}


def fitted_within(selector: Selector, X: NDArray[Any], y: NDArray[Any], limit: float) -> Fitted:
    """Fit a clone; stepwise methods keep what they have when the limit, in seconds, is reached.

    TNVS and FOCI keep what they have selected; PC-simple and TPC what the last finished order kept.
    Screening methods have no limit, as in the paper.
    """
    selector = clone(selector)
    if isinstance(selector, PartialCorrelationSelector):
        return _by_order(selector, X, y, limit)
    start = process_time()
    limited = False

    def late(step: Step) -> bool:
        nonlocal limited
        limited = process_time() - start > limit
        return limited

    if isinstance(selector, ForwardSelector):
        selector.fit(X, y, callback=late)
    else:
        selector.fit(X, y)
    return Fitted(selector, selector.selected_, process_time() - start, limited)


def _by_order(selector: PartialCorrelationSelector, X: NDArray[Any], y: NDArray[Any], limit: float) -> Fitted:
    """Allow one order of tests more at a time; what repeats costs little beside the last."""
    start = process_time()
    kept = _up_to(0, selector, X, y)
    for order in count(1):
        if kept.selector.trace_.stop_reason != "max_order":
            return kept
        try:
            with time_limit(limit - (process_time() - start)):
                kept = _up_to(order, selector, X, y)
        except TimeLimitError:
            break
    return kept._replace(seconds=limit, limited=True)


def _up_to(order: int, selector: PartialCorrelationSelector, X: NDArray[Any], y: NDArray[Any]) -> Fitted:
    began = process_time()
    fit = clone(selector).set_params(max_order=order).fit(X, y)
    return Fitted(fit, fit.selected_, process_time() - began, False)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitError in the main thread, where this has to be called, when the time is over.

    An interrupt by a timer's thread works on every system; an alarm signal would not.
    """
    over = Event()

    def strike() -> None:
        over.set()
        _thread.interrupt_main()

    def interrupted(number: int, frame: FrameType | None) -> None:
        raise TimeLimitError if over.is_set() else KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupted)
    timer = Timer(max(0.0, seconds), strike)
    timer.daemon = True
    timer.start()
    try:
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
