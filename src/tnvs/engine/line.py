"""The first step, for a column whose values are all apart: the nearest is the next one up or down."""

import numpy as np

from .kernel import inlined, kernel
from .response import agreement, mean_parts, wins_draw


@inlined
def walk_line(values, order, response):
    """The sum over all rows of the mean agreement with their nearest in one column: whole number and rest."""
    n = len(order)
    whole = np.int64(0)
    rest = np.int64(0)
    infinite = values.dtype.type(np.inf)
    below = infinite
    for k in range(n):
        h = order[k]
        above = infinite
        if k + 1 < n:
            gap = values[order[k + 1]] - values[h]
            above = gap * gap
        if above != below:
            i = order[k + 1] if above < below else order[k - 1]
            whole += agreement(response, h, i)
        elif response.random:
            i = order[k + 1] if wins_draw(response, h, order[k + 1], order[k - 1]) else order[k - 1]
            whole += agreement(response, h, i)
        else:
            total = agreement(response, h, order[k - 1]) + agreement(response, h, order[k + 1])
            mean, fraction = mean_parts(total, np.int64(2))
            whole += mean
            rest += fraction
        below = above
    return whole, rest


@kernel
def score_line(values, orders, candidates, places, response, whole, rest):
    """Score the candidates at these places without any selected column."""
    for place in places:
        j = candidates[place]
        whole[place], rest[place] = walk_line(values[j], orders[j], response)
