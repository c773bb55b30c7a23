"""One row looks for its K nearest along the candidate's own order, where few others are near it."""

import numpy as np

from tnvs.engine.along import place_in
from tnvs.engine.kernel import inlined

from .agreement import agree
from .nearest import offer


@inlined
def look_along(near, values, order, rows, h, steps, likeness):
    """Look along the candidate's own order, where rows with an unusual value have few others near.

    Return whether that was all, or more than ``steps`` rows would have to be looked at.
    """
    right = place_in(order, values, h)
    left = right - 1
    while left >= 0 or right < len(order):
        t = left
        if left < 0 or (
            right < len(order) and values[order[right]] - values[h] < values[h] - values[order[left]]
        ):
            t = right
        left, right = (left - 1, right) if t == left else (left, right + 1)
        i = order[t]
        aside = values[i] - values[h]
        aside = aside * aside
        if aside > near.bound[0]:
            return True
        steps -= 1
        if steps < 0:
            return False
        total = values.dtype.type(0)
        for column in range(rows.shape[1]):
            gap = rows[i, column] - rows[h, column]
            total = total + gap * gap
        total = total + aside
        if i != h and total <= near.bound[0]:
            offer(near, total, agree(likeness, h, i), np.int64(1))
    return True
