"""One row looks along the candidate's own order, where few others are near it in the candidate alone."""

from .found import offer
from .kernel import inlined


@inlined
def place_in(order, values, h):
    """The first place in the candidate's order whose value is not below that of row ``h``."""
    low, high = 0, len(order)
    while low < high:
        middle = (low + high) // 2
        if values[order[middle]] < values[h]:
            low = middle + 1
        else:
            high = middle
    return low


@inlined
def look_along(found, values, order, rows, h, steps, response):
    """Look along the candidate's own order, where rows with an unusual value have few others near.

    Return what was found, and whether it is all, or more than ``steps`` rows would have to be looked at.
    """
    low = place_in(order, values, h)
    for toward in (1, -1):
        k = low if toward > 0 else low - 1
        while 0 <= k < len(order):
            i = order[k]
            k += toward
            aside = values[i] - values[h]
            aside = aside * aside
            if aside > found.best:
                break
            steps -= 1
            if steps < 0:
                return found, False
            if i == h:
                continue
            total = values.dtype.type(0)
            for column in range(rows.shape[1]):
                gap = rows[i, column] - rows[h, column]
                total = total + gap * gap
            found = offer(found, total + aside, h, i, response)
    return found, True
