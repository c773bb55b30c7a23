"""The median distance of all pairs of values, exactly, without making the pairs."""

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import kernel


def median_distance(ascending: NDArray[np.float64]) -> float:
    """The median of |a - b| over all pairs; over the pairs that differ, where more than half don't.

    Takes finite values in increasing order. Without two different values it is 1: any number would do.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs.kpc.bandwidth import median_distance
    >>> median_distance(np.array([0.0, 1.0, 3.0]))
    2.0
    >>> median_distance(np.array([0.0, 0.0, 0.0, 0.0, 5.0]))
    5.0
    """
    n = len(ascending)
    pairs = n * (n - 1) // 2
    equal = count_within(ascending, 0.0)
    if equal == pairs:
        return 1.0
    skipped = equal if 2 * equal > pairs else 0
    left = pairs - skipped
    low = _ranked_distance(ascending, skipped + (left + 1) // 2)
    high = low if left % 2 else _ranked_distance(ascending, skipped + left // 2 + 1)
    return low + (high - low) / 2


def _ranked_distance(ascending: NDArray[np.float64], rank: int) -> float:
    """The distance with this rank, found by halving; floats from 0 up are ordered as their bits."""
    low, high = -1, int(np.float64(ascending[-1] - ascending[0]).view(np.int64))
    while high - low > 1:
        middle = (low + high) // 2
        if count_within(ascending, float(np.int64(middle).view(np.float64))) >= rank:
            high = middle
        else:
            low = middle
    return float(np.int64(high).view(np.float64))


@kernel
def count_within(ascending, distance):
    """How many pairs are at most so far apart."""
    count = np.int64(0)
    first = 0
    for last in range(len(ascending)):
        while ascending[last] - ascending[first] > distance:
            first += 1
        count += last - first
    return count
