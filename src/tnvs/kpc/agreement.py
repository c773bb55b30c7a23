"""The agreement of two rows: a kernel on y in whole units, so that sums don't depend on their order."""

import math

import numpy as np

from tnvs.engine.kernel import inlined

GAUSSIAN = 0
RANK = 1
DISCRETE = 2


@inlined
def agree(likeness, h, i):
    """k(y_h, y_i) in units."""
    if likeness.kind == GAUSSIAN:
        gap = (likeness.y[h] - likeness.y[i]) * likeness.inverse
        return np.int64(math.exp(-0.5 * (gap * gap)) * likeness.units + 0.5)
    if likeness.kind == RANK:
        return likeness.rank[min(h, i)] * np.int64(likeness.units)
    return np.int64(likeness.units) if likeness.first[h] <= i < likeness.last[h] else np.int64(0)


@inlined
def shared(total, count, wanted):
    """What ``wanted`` of ``count`` equally near rows contribute, if each takes the same part in it."""
    if count == wanted:
        return np.int64(total)
    return np.int64(np.float64(total) / count * wanted + 0.5)
