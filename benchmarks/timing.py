"""Wall time, fairly: what is compared takes turns, and each keeps its best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from benchmarks.registry import Effort


def stopwatch(action: Callable[[], object]) -> float:
    """Return the seconds that one call takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


@dataclass(frozen=True)
class After:
    """An action to time that needs something done before, untimed."""

    before: Callable[[], object]
    action: Callable[[], object]


def interleaved(effort: Effort, *actions: Callable[[], object] | After, least: int = 2) -> list[float]:
    """Return the best time of each action; they take turns: a busy spell of the machine hits them alike.

    No more rounds are begun after ``effort.seconds``, but at least ``least`` are.
    """
    best = [float("inf")] * len(actions)
    start = perf_counter()
    for done in range(max(effort.repetitions, least)):
        if done >= least and perf_counter() - start > effort.seconds:
            break
        for place, action in enumerate(actions):
            if isinstance(action, After):
                action.before()
                action = action.action
            best[place] = min(best[place], stopwatch(action))
    return best


def readable(seconds: float) -> str:
    """Return a time with three digits and a unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
