"""The K nearest of every row without selected columns: a window of K + 1 rows in the candidate's order."""

import numpy as np

from tnvs.engine.kernel import apart, inlined, kernel

from .agreement import agree, shared


@inlined
def squared_gap(values, order, s, t):
    """The squared distance of two positions; infinite beyond the ends."""
    if t < 0 or t >= len(order):
        return values.dtype.type(np.inf)
    gap = values[order[t]] - values[order[s]]
    return gap * gap


@apart
def agreement_of_tied(values, order, s, likeness, k):
    """The agreement of the row at position ``s`` with its ``k`` nearest, where some tie for the last."""
    h = order[s]
    left, right = s - 1, s + 1
    before = np.int64(0)  # agreement with those nearer than the last ...
    nearer = 0  # ... and how many they are
    total = np.int64(0)  # agreement with those as far as the last
    tied = 0
    last = values.dtype.type(-1)
    while left >= 0 or right < len(order):
        down, up = squared_gap(values, order, s, left), squared_gap(values, order, s, right)
        distance = min(down, up)
        if distance > last:
            if nearer + tied >= k:
                break
            before += total
            nearer += tied
            total = np.int64(0)
            tied = 0
            last = distance
        if down <= up:
            total += agree(likeness, h, order[left])
            left -= 1
        else:
            total += agree(likeness, h, order[right])
            right += 1
        tied += 1
    return before + shared(total, tied, k - nearer)


@kernel
def score_on_line(values, orders, candidates, places, likeness, k, totals):
    """Write the total agreement of all rows with their ``k`` nearest, for the candidates at these places."""
    n = orders.shape[1]
    for place in places:
        x, order = values[candidates[place]], orders[candidates[place]]
        sum_of_all = np.int64(0)
        start = 0  # of the window, which never moves back
        for s in range(n):
            while start + k < s or (
                start < s and squared_gap(x, order, s, start + k + 1) < squared_gap(x, order, s, start)
            ):
                start += 1
            stop = start + k + 1
            reach = max(squared_gap(x, order, s, start), squared_gap(x, order, s, stop - 1))
            if min(squared_gap(x, order, s, start - 1), squared_gap(x, order, s, stop)) <= reach:
                sum_of_all += agreement_of_tied(x, order, s, likeness, k)
                continue
            h = order[s]
            for t in range(start, s):
                sum_of_all += agree(likeness, h, order[t])
            for t in range(s + 1, stop):
                sum_of_all += agree(likeness, h, order[t])
        totals[place] = sum_of_all
