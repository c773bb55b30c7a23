"""The response as kernels see it: rows in increasing order of y, so the smaller rank is the earlier row's."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel import inlined

# Means over ties are summed in units of 1 / lcm(1, ..., 30): exact for up to 30 tied rows, and in no order of
# rows or threads different by a bit. The sum fits 63 bits up to MOST_ROWS.
UNITS = 2_329_089_562_800
MOST_ROWS = (1 << 63) // UNITS


class Response(NamedTuple):
    """What two rows' agreement is made of; every array is indexed by row in increasing order of y."""

    rank: NDArray[np.int64]  # R_h: how many rows have a y not larger
    first: NDArray[np.int64]  # the first row of the same class
    last: NDArray[np.int64]  # one past the last row of the same class
    origin: NDArray[np.int64]  # the row's number in the data as given: what the tie hash sees
    nominal: bool
    random: bool
    seed: np.uint64


def make_response(codes: NDArray[np.int64], nominal: bool, random: bool, seed: int) -> Response:
    """Sort rows by their class codes 0, 1, ..., c - 1."""
    origin = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    last = np.repeat(np.cumsum(sizes), sizes)
    first = last - np.repeat(sizes, sizes)
    return Response(last.copy(), first, last, origin.astype(np.int64), nominal, random, np.uint64(seed))


def baseline(response: Response) -> tuple[float, float]:
    """The expected and the largest total agreement: B and A of T = (Q - B) / (A - B)."""
    n = len(response.rank)
    if response.nominal:
        return float((response.last - response.first).sum()) / n, float(n)
    at_least = n - response.first  # L_h
    return float((at_least.astype(np.float64) ** 2).sum()) / n, float(response.rank.sum())


@inlined
def agreement(response, h, i):
    """min(R_h, R_i), or whether the classes are the same."""
    if response.nominal:
        return np.int64(response.first[h] <= i < response.last[h])
    return response.rank[min(h, i)]


@inlined
def mix(value):
    """Scramble 64 bits."""
    value ^= value >> np.uint64(30)
    value *= np.uint64(0xBF58476D1CE4E5B9)
    value ^= value >> np.uint64(27)
    value *= np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@inlined
def wins_draw(response, h, i, holder):
    """Whether row ``i`` beats row ``holder`` as the randomly drawn neighbour of ``h``."""
    row = mix(mix(response.seed + np.uint64(0x9E3779B97F4A7C15)) + np.uint64(response.origin[h]))
    mine = mix(row + np.uint64(response.origin[i]))
    other = mix(row + np.uint64(response.origin[holder]))
    return mine < other or (mine == other and response.origin[i] < response.origin[holder])


@inlined
def mean_parts(total, count):
    """``total / count`` as a whole number and a rest in units."""
    whole = total // count
    return whole, (total - whole * count) * UNITS // count
