"""Powers of two near a number: dividing by them changes no digit, and afterwards no square overflows."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LARGEST = 1000  # beyond its negative a power has no reciprocal among the floats


def power_of_two(largest: ArrayLike) -> NDArray[np.float64]:
    """Return a power of two above each of these numbers, as near to it as it has a reciprocal.

    What is at most ``largest`` in size comes to at most 1, or to 2^24 near the end of the range.
    """
    exponents: NDArray[Any] = np.frexp(np.asarray(largest, np.float64))[1]
    powers: NDArray[np.float64] = np.ldexp(1.0, np.clip(exponents, -LARGEST, LARGEST))
    return powers
