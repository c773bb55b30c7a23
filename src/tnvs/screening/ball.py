"""Ball correlation of every predictor with the response (BCor-SIS), in O(n^2) each and O(n) memory.

A row i and a row j span a ball: all rows as near to i as j is. With D^X_ij the share of rows in the ball of
x, D^Y_ij in that of y, and D^XY_ij in both,

    BCov^2(X, Y) = n^-2 * (sum over i, j of (D^XY_ij - D^X_ij D^Y_ij)^2),
    BCor^2(X, Y) = BCov^2(X, Y) / sqrt(BCov^2(X, X) BCov^2(Y, Y)),    where D^XX = D^X.

For one i, put the rows in increasing distance from x_i, and likewise from y_i: the rows in both balls of j
are those that come before the end of j's ball in either order. So walk the first order, mark each row at its
place in the second, and count the marks before a place. Per pair of rows, on one busy 2.1 GHz core: marks in
words with running counts 16, 17 and 19 ns at n = 500, 1800 and 5000, of which the merge takes 6. Prototypes
with a Fenwick tree instead took 41 and 50 ns at n = 500 and 1800, with an n x n table of the joint
distribution 26 and 38.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import apart, inlined, kernel
from tnvs.screening.data import SortedData

GROUP = 8  # columns that share one merge of y for each row, few enough to stay in the cache
PAIRS_PER_TASK = 20_000_000  # a third of a second, so that an interrupt is heard
NARROW = 1 << 16  # so many rows need counts of more than 16 bits
BEYOND = np.int64(0x7FFF_FFFF_FFFF_FFFF)  # as bits, more than any distance, infinity included

ONE = np.uint64(1)
TWO = np.uint64(2)
FOUR = np.uint64(4)
PAIRS_OF_BITS = np.uint64(0x5555_5555_5555_5555)
FOURS_OF_BITS = np.uint64(0x3333_3333_3333_3333)
EIGHTS_OF_BITS = np.uint64(0x0F0F_0F0F_0F0F_0F0F)
EVERY_BYTE = np.uint64(0x0101_0101_0101_0101)
LAST_BYTE = np.uint64(56)
NINE_BITS = np.uint64(0x1FF)


class Marks(NamedTuple):
    """Which of n places are marked, and how many are before each word: a mark or a count is three look-ups.

    As in the rank directories of succinct bit vectors (Vigna 2008), but several counts to a word so that one
    addition of a prepared word brings all of them up to date.
    """

    words: NDArray[np.uint64]  # 64 places each
    inner: NDArray[np.uint64]  # for each 8 words, the marks in them before each but the first: 9 bits
    outer: NDArray[np.uint64]  # what is marked before each 8 words: 16 or 32 bits each
    inner_step: NDArray[np.uint64]  # (8,) what a mark in one of 8 words adds to inner
    outer_step: NDArray[np.uint64]  # what a mark in the b-th 8 words adds to outer
    fold: int  # log2 of the counts in one word of outer


def ball_correlations(data: SortedData) -> NDArray[np.float64]:
    """Squared ball correlation BCor^2 of every column with y, all pairs of rows weighted the same.

    The distance between two responses is their difference or, where they are names, whether they differ.
    Distances of predictors are differences of the values as they were given, in their float type: z-scores
    round, and equal distances of whole numbers would not stay equal.
    """
    p, n = data.columns.values.shape
    y, farthest = (data.codes.astype(np.float64), 1.0) if data.nominal else (data.y, np.inf)
    groups = [slice(first, min(first + GROUP, p)) for first in range(0, p, GROUP)]
    size = max(1, PAIRS_PER_TASK // (n * GROUP))
    chunks = [(k, first, min(first + size, n)) for k, first in enumerate(range(0, n, size))]
    with_y = np.empty((len(chunks), p))
    with_itself = np.empty((len(chunks), p))
    y_with_itself = np.empty(len(chunks))

    def response_task(chunk: tuple[int, int, int]) -> None:
        k, first, last = chunk
        y_with_itself[k] = response_sum(y, farthest, first, last)

    def task(item: tuple[slice, tuple[int, int, int]]) -> None:
        part, (k, first, last) = item
        raw = np.ascontiguousarray(data.X[:, part].T[:, data.order])
        orders = np.argsort(raw, axis=1)
        ascending = np.take_along_axis(raw, orders, axis=1)
        marks = make_marks(n)
        rows = orders.astype(np.uint32)
        ball_sums(ascending, rows, y, farthest, first, last, marks, with_y[k, part], with_itself[k, part])

    data.pool.run(response_task, chunks)
    data.pool.run(task, ((part, chunk) for part in groups for chunk in chunks))
    own = np.sqrt(with_itself.sum(axis=0) * y_with_itself.sum())
    scores = np.zeros(p)
    np.divide(with_y.sum(axis=0), own, out=scores, where=own > 0)
    return np.minimum(scores, 1.0)


def make_marks(n: int) -> Marks:
    """Room for marks at n places."""
    fold = 2 if n < NARROW else 1
    width = 64 >> fold
    blocks = n // 512 + 1
    inner_step = np.zeros(8, np.uint64)
    for word in range(8):
        for later in range(word + 1, 8):
            inner_step[word] |= ONE << np.uint64(9 * (later - 1))
    outer_step = np.zeros((blocks, (blocks >> fold) + 1), np.uint64)
    for block in range(blocks):
        for later in range(block + 1, blocks):
            outer_step[block, later >> fold] |= ONE << np.uint64(later % (1 << fold) * width)
    words, inner, outer = (np.zeros(size, np.uint64) for size in (8 * blocks, blocks, outer_step.shape[1]))
    return Marks(words, inner, outer, inner_step, outer_step, fold)


@inlined
def mark(marks, place):
    """Mark a place."""
    marks.words[place >> 6] |= ONE << np.uint64(place & 63)
    marks.inner[place >> 9] += marks.inner_step[(place >> 6) & 7]
    step = marks.outer_step[place >> 9]
    for k in range(len(step)):
        marks.outer[k] += step[k]


@inlined
def ones(word):
    """How many bits are set; LLVM knows the pattern and makes one instruction of it."""
    word = word - ((word >> ONE) & PAIRS_OF_BITS)
    word = (word & FOURS_OF_BITS) + ((word >> TWO) & FOURS_OF_BITS)
    word = (word + (word >> FOUR)) & EIGHTS_OF_BITS
    return np.int64((word * EVERY_BYTE) >> LAST_BYTE)


@inlined
def marked_before(marks, place):
    """How many smaller places are marked."""
    word = place >> 6
    block = place >> 9
    fold = marks.fold
    width = 6 - fold  # log2 of the bits of a count
    here = marks.words[word] & ((ONE << np.uint64(place & 63)) - ONE)
    inner = marks.inner[block] >> np.uint64(
        ((word + 7) & 7) * 9
    )  # for the first of 8 words the empty 64th bit
    outer = marks.outer[block >> fold] >> np.uint64((block & ((1 << fold) - 1)) << width)
    outer &= (ONE << np.uint64(1 << width)) - ONE
    return ones(here) + np.int64(inner & NINE_BITS) + np.int64(outer)


# Compiled apart, the next three keep their loop variables in registers.


@apart
def nearest_first(values, rows, centre, farthest, distances, bits, nearest, sorted_bits):
    """Put rows, in increasing order of their values, in increasing distance from the value at a place.

    A merge of the values below and above from both ends, near and far, so that the processor works on two
    chains of steps that don't wait for each other; no branch depends on the data. Distances are compared as
    the integers that their bits make, which is the same and faster. `distances` (n + 2) and `bits` are one
    memory.
    """
    n = len(values)
    value = values[centre]
    for place in range(n):
        distance = abs(values[place] - value)
        distances[place + 1] = distance if distance < farthest else farthest
    bits[0] = BEYOND
    bits[n + 1] = BEYOND
    bits[centre + 1] = -1  # where the merge from the far end stops
    below, above = centre, centre + 2
    lowest, highest = 1, n
    nearest[0] = rows[centre]
    sorted_bits[0] = 0
    half = (n - 1) // 2
    for t in range(1, half + 1):
        lower = np.int64(bits[below] <= bits[above])
        place = above ^ ((below ^ above) & -lower)
        nearest[t] = rows[place - 1]
        sorted_bits[t] = bits[place]
        below -= lower
        above += 1 - lower
        higher = np.int64(bits[highest] >= bits[lowest])
        place = lowest ^ ((highest ^ lowest) & -higher)
        nearest[n - t] = rows[place - 1]
        sorted_bits[n - t] = bits[place]
        highest -= higher
        lowest += 1 - higher
    if n % 2 == 0:
        place = below if bits[below] <= bits[above] else above
        nearest[half + 1] = rows[place - 1]
        sorted_bits[half + 1] = bits[place]


@apart
def ball_ends(sorted_bits, ends):
    """For each row, nearest first, how many are as near; return the sum of squares of n^2 (D - D^2)."""
    n = len(sorted_bits)
    end = n
    total = 0.0
    for t in range(n - 1, -1, -1):
        if t + 1 < n and sorted_bits[t] < sorted_bits[t + 1]:
            end = t + 1
        ends[t] = end
        own = np.float64(end * (n - end))
        total += own * own
    return total


@apart
def joint_sum(nearest, ends, y_places, y_ends, marks):
    """The sum over rows, nearest first in x, of squares of n^2 (D^XY - D^X D^Y); overwrites `nearest`."""
    n = len(nearest)
    marks.words[:] = 0
    marks.inner[:] = 0
    marks.outer[:] = 0
    marked = 0
    total = 0.0
    for t in range(n):
        end = np.int64(ends[t])
        while marked < end:
            place = y_places[nearest[marked]]
            nearest[marked] = place
            mark(marks, np.int64(place))
            marked += 1
        y_end = np.int64(y_ends[nearest[t]])
        difference = np.float64(n * marked_before(marks, y_end) - end * y_end)
        total += difference * difference
    return total


@kernel
def response_sum(y, farthest, first, last):
    """n^6 BCov^2(Y, Y), the part of some centres; `y` is in increasing order."""
    n = len(y)
    distances = np.empty(n + 2)
    bits = distances.view(np.int64)
    rows = np.arange(n).astype(np.uint32)
    nearest = np.empty(n, np.uint32)
    ends = np.empty(n, np.uint32)
    sorted_bits = np.empty(n, np.int64)
    total = 0.0
    for row in range(first, last):
        nearest_first(y, rows, row, farthest, distances, bits, nearest, sorted_bits)
        total += ball_ends(sorted_bits, ends)
    return total


@kernel
def ball_sums(ascending, rows, y, farthest, first, last, marks, with_y, with_itself):
    """n^6 BCov^2 of columns with y and with themselves, the parts of the centres `first` to `last`.

    Columns (k, n) are sorted, and `rows` says which row, in increasing order of y, each value belongs to.
    """
    k, n = ascending.shape
    distances = np.empty(n + 2)
    bits = distances.view(np.int64)
    y_rows = np.arange(n).astype(np.uint32)
    nearest = np.empty(n, np.uint32)
    ends = np.empty(n, np.uint32)
    y_places = np.empty(n, np.uint32)  # in increasing distance from the centre
    y_ends = np.empty(n, np.uint32)
    sorted_bits = np.empty(n, np.int64)
    places = np.empty((k, n), np.uint32)
    for j in range(k):
        with_y[j] = 0.0
        with_itself[j] = 0.0
        for place in range(n):
            places[j, rows[j, place]] = place
    for row in range(first, last):
        nearest_first(y, y_rows, row, farthest, distances, bits, nearest, sorted_bits)
        ball_ends(sorted_bits, y_ends)
        for t in range(n):
            y_places[nearest[t]] = t
        for j in range(k):
            centre = np.int64(places[j, row])
            nearest_first(ascending[j], rows[j], centre, np.inf, distances, bits, nearest, sorted_bits)
            with_itself[j] += ball_ends(sorted_bits, ends)
            with_y[j] += joint_sum(nearest, ends, y_places, y_ends, marks)
