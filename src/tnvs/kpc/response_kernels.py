"""Kernels on the response: what a search is told to use, made ready for compiled code."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.response import Response, baseline, make_response

from .agreement import DISCRETE, GAUSSIAN, RANK
from .bandwidth import median_distance
from .expansion import cut_into_boxes, make_transfer, sums_over_all

LARGEST = float(np.finfo(np.float64).max)
KINDS = {"gaussian": GAUSSIAN, "rank": RANK, "discrete": DISCRETE}


class Likeness(NamedTuple):
    """k(y_h, y_i) in whole units; everything is indexed by row in increasing order of y."""

    kind: int
    units: float  # how many units 1 is; for ranks, 1 / n
    rank: NDArray[np.int64]  # how many rows have a y not larger
    first: NDArray[np.int64]  # the first row of the same y ...
    last: NDArray[np.int64]  # ... and one past the last
    y: NDArray[np.float64]
    inverse: float  # of the bandwidth
    box: NDArray[np.int32]  # for the last four see `tnvs.kpc.expansion`
    number: NDArray[np.int64]
    middle: NDArray[np.float64]
    transfer: NDArray[np.float64]


def resolved_kernel(kernel: str, nominal: bool) -> str:
    """Return the kernel that "auto" means."""
    if kernel == "auto":
        return "discrete" if nominal else "gaussian"
    return kernel


def resolved_bandwidth(bandwidth: float | str, levels: NDArray[np.float64], codes: NDArray[np.intp]) -> float:
    """Return the bandwidth that "median" means: the median of |y_i - y_j| over all pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs.kpc.response_kernels import resolved_bandwidth
    >>> resolved_bandwidth("median", np.array([0.0, 1.0, 3.0]), np.arange(3))
    2.0
    """
    if not isinstance(bandwidth, str):
        return float(bandwidth)
    power = _power(levels)
    ascending = np.ldexp(np.sort(levels[codes]), -power)
    with np.errstate(over="ignore", under="ignore"):  # the distance of 1e308 from -1e308
        return min(float(np.ldexp(median_distance(ascending), power)), LARGEST)


def make_likeness(
    kernel: str, codes: NDArray[np.intp], levels: NDArray[np.float64], bandwidth: float, k: int
) -> tuple[Likeness, Response]:
    """Make a kernel for sums over ``k`` neighbours, and the response that sorts rows by y."""
    response = make_response(np.asarray(codes, np.int64), kernel == "discrete", False, 0)
    n = len(codes)
    if kernel == "gaussian":
        power = _power(levels)
        y = np.ldexp(levels[codes[response.origin]], -power)
        y -= y[n // 2]  # a large offset would leave no digits for the place in a box
        with np.errstate(over="ignore", under="ignore"):
            inverse = 1 / float(np.clip(np.ldexp(bandwidth, -power), 1e-300, 1e300))
        transfer = make_transfer()
    else:
        y, inverse, transfer = np.zeros(n), 1.0, np.zeros((1, 1, 1))
    boxes = cut_into_boxes(y * inverse)
    return (
        Likeness(
            KINDS[kernel],
            _units(n, k, n if kernel == "rank" else 1),
            response.rank,
            response.first,
            response.last,
            y,
            inverse,
            *boxes,
            transfer,
        ),
        response,
    )


def mean_agreement_of_all(likeness: Likeness, response: Response) -> tuple[float, float]:
    """The means of k(y_i, y_j) over all pairs, i = j included, and of k(y_i, y_i)."""
    n = len(response.rank)
    if likeness.kind == GAUSSIAN:
        return float(sums_over_all(likeness).sum()) / n**2, 1.0
    chance, perfect = baseline(response)
    most = n * (n if likeness.kind == RANK else 1)
    return chance / most, perfect / most


def _units(n: int, k: int, largest: int) -> float:
    """A power of two so large that rounding is lost in that of sums, and so small that no sum overflows."""
    whole = 62 - math.ceil(math.log2(n * k * largest))
    return math.ldexp(1.0, min(whole, 50 - math.ceil(math.log2(largest))))


def _power(levels: NDArray[np.float64]) -> int:
    """The power of two that brings all values below 1, so that no difference overflows."""
    return int(np.frexp(np.abs(levels).max())[1])
