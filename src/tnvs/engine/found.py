"""The nearest rows of one row so far, and how another row is taken into account."""

from typing import Any, NamedTuple

import numpy as np

from .kernel import inlined
from .response import agreement, wins_draw


class Found(NamedTuple):
    """The nearest rows of one row so far."""

    best: Any  # their squared distance
    total: int  # the sum of their agreement with the row
    count: int  # type: ignore[assignment]  # how many they are
    holder: int  # the one drawn, where ties are broken at random


@inlined
def nothing_found(values):
    """What a row knows before it has looked anywhere."""
    return Found(values.dtype.type(np.inf), np.int64(0), np.int64(0), np.int64(-1))


@inlined
def offer(found, distance, h, i, response):
    """Take row ``i`` into account."""
    if distance < found.best:
        return Found(distance, agreement(response, h, i), np.int64(1), np.int64(i))
    if distance > found.best:
        return found
    if not response.random:
        return Found(distance, found.total + agreement(response, h, i), found.count + 1, found.holder)
    if found.holder >= 0 and not wins_draw(response, h, i, found.holder):
        return found
    return Found(distance, agreement(response, h, i), np.int64(1), np.int64(i))
