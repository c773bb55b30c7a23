"""Powers of two near a number: dividing by them changes no digit, and afterwards no square overflows."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

LARGEST = 1000  # up to which a power and its reciprocal have all their digits


def power_of_two(largest: ArrayLike) -> NDArray[np.float64]:
    """Return for each number the next power of two above it, from 2^-1000 to 2^1000.

    Divided by it, what is no larger than the number is at most 1, or 2^24 near the end of the range.
    """
    exponents: NDArray[Any] = np.frexp(np.asarray(largest, np.float64))[1]
    powers: NDArray[np.float64] = np.ldexp(1.0, np.clip(exponents, -LARGEST, LARGEST))
    return powers
